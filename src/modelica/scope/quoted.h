/* Names in quotes, and paths as results have them, without. */
#ifndef EG_MODELICA_QUOTED_H
#define EG_MODELICA_QUOTED_H

#include "modelica/scope/definition.h"

/* Without the quotes of a quoted identifier, and without its escapes; the name itself where it has none. */
const char *eg_unquoted(eg_reader *r, const char *name);

/* A text that begins with the path of a component in the class, "s.p.q = 2", with the quotes that its names
 * have in their declarations, "s.'p.q' = 2": results and FMUs show paths without them. The text itself where
 * it has quotes already, means something as it is, or leads nowhere. */
const char *eg_with_quotes(eg_reader *r, eg_definition *class, const char *text);

#endif
