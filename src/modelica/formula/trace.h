/* What values were made of, for flat text (component/spec_bound.h). A value is computed twice then: as a
 * number, and its expression once more as a formula in which parameters are names. Where that comes to the
 * number, the formula stands in the flat text; else the number does, and what it was made of is held. */
#ifndef EG_MODELICA_FORMULA_TRACE_H
#define EG_MODELICA_FORMULA_TRACE_H

#include "modelica/formula/formula.h"

/* The value v of `path`, from an entry for something with `rank` dimensions; asked for by `asker`. What is
 * bound is the path, with the indices of an element, and `attribute` behind it ("(start)", ""). Nothing is
 * done but for flat text; false when memory is out. */
bool eg_trace_value(eg_reader *r, eg_spec *spec, const eg_entry *entry, int rank, const char *path,
                    const char *attribute, const eg_value *v, eg_asker asker);
/* The value is a number whatever it was made of. */
bool eg_trace_nothing(eg_reader *r, eg_asker asker);
/* For whom a start value is asked for: what it is made of does not decide the structure in flat text. */
eg_asker eg_asker_of_start(eg_reader *r);

#endif
