/* Modes in which users' equations are affine: modes.c. */
#ifndef EG_NETWORK_USER_MODES_H
#define EG_NETWORK_USER_MODES_H

#include "base/tape_affine.h"
#include "network/network.h"
#include "network/user/user.h"

/* Fills in user->affinity, where there are users' equations, once nets are known. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_find_affinity(eg_model *m);
/* products.c, a part of that: fills in its products and sums, or its reason. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_find_products(eg_model *m, const eg_tape_form *form);
/* The gradient of a row of users' equations, as eg_user_gradient, but what passes through products is left out;
 * user_work of the product itself is how the row follows it. */
void eg_user_gradient_of_sums(eg_network *s, int row);
/* Are all equations affine in every mode? If not, `reason` says which is not. */
bool eg_user_is_affine(const eg_model *m, char *reason, size_t size);
/* What identifies the mode at the point evaluated last, that of components too: *count numbers, the network's. */
int eg_user_key_length(const eg_model *m); /* of these, those of users' equations */
const int *eg_user_mode_key(eg_network *s, int *count);
/* The parts that follow time, at the point evaluated last: series[count x (order + 1)] of the instructions
 * user->affinity.timed, growth[count] as in base/tape_affine.h. */
void eg_user_find_series(const eg_network *s, int order, double unit, double *series, double *growth);

#endif
