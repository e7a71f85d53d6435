/* The functions that expressions may call: those of the language and of Modelica.Math. */
#ifndef EG_MODELICA_VALUE_FUNCTIONS_H
#define EG_MODELICA_VALUE_FUNCTIONS_H

#include "modelica/value/evaluate.h"

/* It gives no value, but stands by itself. */
#define EG_FUNCTION_PRINT "Modelica.Utilities.Streams.print"

/* Of a number that is whole: it as an Integer. */
#define EG_FUNCTION_WHOLE "Elastogap.Math.whole"

/* "sin", "Modelica.Math.sin", "Modelica.Units.Conversions.from_deg" */
bool eg_function_is_known(const char *full);
/* Is there such a function inside the package of that name? */
bool eg_function_package(const char *full);
/* Calls it; false (reported) when arguments are wrong. `name` is one that eg_function_is_known knows. */
bool eg_function_call(eg_reader *r, const eg_scope *scope, const eg_expr *call, const char *name,
                      eg_value *result);
/* Appends the names of the language's functions, for "did you mean". */
void eg_function_names(eg_reader *r, eg_list *names);

#endif
