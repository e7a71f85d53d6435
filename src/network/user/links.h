/* Links for constraints between positions that users write. */
#ifndef EG_NETWORK_USER_LINKS_H
#define EG_NETWORK_USER_LINKS_H

#include "component/interface/user_link.h"
#include "network/user/linear.h"

/* Notes in user->constraints what is left of an equation, if it is a constraint that a link can carry out. -1
 * when out of memory. */
int eg_user_note_constraint(eg_linear_system *l, const eg_linear_row *row);
/* The same for an equation that determines nothing because a variable that it gives moves a flange. 1 noted,
 * 0 there is none, -1 out of memory. */
int eg_user_note_motion(eg_user_builder *b, int equation);
/* inverse.c: the same for one that speaks of positions or speeds of components while something that acts
 * on them is open: a port of theirs is to move as the equation says. */
int eg_user_note_inverse(eg_user_builder *b, int equation);
/* The same for outputs that no equation names and nothing else gives. */
int eg_user_note_sought(eg_user_builder *b);
/* Puts the links that the model has noted into the spec, which is to be compiled anew. EG_OK,
 * EG_ERROR_MEMORY. */
eg_status eg_user_add_links(eg_spec *spec, const eg_model *m, eg_diagnostics *d);

#endif
