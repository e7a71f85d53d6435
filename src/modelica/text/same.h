/* Do two places of a text say the same, word by word but for comments and annotations? What the words mean
 * may still differ. */
#ifndef EG_MODELICA_TEXT_SAME_H
#define EG_MODELICA_TEXT_SAME_H

#include "modelica/text/syntax.h"

/* NULL, for none, is the same as NULL alone. */
bool eg_same_expression(const eg_expr *a, const eg_expr *b);
/* One that says nothing is none; redeclarations are never the same. */
bool eg_same_modifier(const eg_modifier *a, const eg_modifier *b);
/* Of whatever types: these are not looked at. */
bool eg_same_component(const eg_component *a, const eg_component *b);

#endif
