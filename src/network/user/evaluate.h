/* Users' equations, at the end of eg_network_evaluate and of the residual. */
#ifndef EG_NETWORK_USER_EVALUATE_H
#define EG_NETWORK_USER_EVALUATE_H

#include "network/network.h"
#include "network/user/stage.h"
#include "network/user/user.h"

void eg_user_evaluate(eg_network *s, double t, const double *y, const double *yp);
/* Has nothing but the motion changed since all was evaluated last, and is that known (user/stage.h)? */
bool eg_user_stands(const eg_network *s);
/* Where no more is needed than that: other instructions keep what they were. */
void eg_user_evaluate_stage(eg_network *s, eg_user_need need, double t, const double *y, const double *yp);
void eg_user_residuals(eg_network *s, const double *yp, double *r);
/* Carries out what follows from columns of the results, [eg_user_column]. */
void eg_user_look(eg_network *s, const double *const column[]);
/* user/laws.c: what users' force laws store, lose and supply at the point evaluated last, added to powers. */
void eg_user_law_powers(eg_network *s, const double *y, double *power);
/* user/holding.c, where formulas ask for forces of friction: sets user_hold but for what holds; then that, at
 * the point evaluated last, and answers whether there is any; sets user_hold_rate, after which the point
 * evaluated last is another one. */
void eg_user_begin_holding(eg_network *s);
bool eg_user_hold(eg_network *s, const double *yp);
/* Sets user_hold_by; the number of holdings, 0 while nothing holds. */
int eg_user_hold_gradients(eg_network *s);
void eg_user_hold_rates(eg_network *s, double t, const double *y, const double *yp);
/* Users' forces and torques, to the rows of the bodies that they act on. */
void eg_user_add_forces(const eg_network *s, double *r, double *rest);
/* Adds the sizes of what is summed in the residual to those of its rows. */
void eg_user_add_sizes(eg_network *s, double *sizes);
/* Do equations that are not linear determine an algebraic unknown? */
bool eg_user_is_curved(const eg_network *s);
/* noise[n]: of these equations, the round-off of the numbers that they consist of; the others are left. */
void eg_user_residual_noise(eg_network *s, double *noise);

/* Formulas with the inputs of the point evaluated last and the present modes. */
void eg_user_refresh(eg_network *s);

/* The same for users' states that a balance gives, as leave_settled in consistent.c. */
void eg_user_leave_settled(const eg_network *s, double *r);

/* Derivatives of a result at the point evaluated last: user_work[i] for the instructions of its inputs. */
void eg_user_gradient(eg_network *s, const eg_user_result *result);

#endif
