/* Functions given by points: interpolate and staircase. */
#ifndef EG_MODELICA_VALUE_TABLES_H
#define EG_MODELICA_VALUE_TABLES_H

#include "modelica/value/call.h"
#include "modelica/formula/formula.h"

/* Of numbers that are known. */
bool eg_call_table(eg_call *c, eg_value *result);
/* Elastogap.Math.leastBetween(x, y, smoothness, from): the least value of the curve at from and beyond, up to
 * its last point. */
bool eg_call_least(eg_call *c, eg_value *result);

/* Is it the last part of the name of one of these functions? */
bool eg_formula_is_table(const char *name);
/* A call whose last argument changes; false when something was reported or memory is out. */
bool eg_formula_of_table(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* The function of the points x and y at a formula. `e` is where messages point. */
bool eg_formula_between(eg_formulas *f, const eg_expr *e, const eg_value *x, const eg_value *y,
                        int smoothness, int xi, int *formula);

#endif
