/* The present mode as a linear system (base/linear_mode.h says what these do). */
#ifndef EG_NETWORK_MOTION_LINEAR_MODE_H
#define EG_NETWORK_MOTION_LINEAR_MODE_H

#include "base/linear_mode.h"
#include "network/network.h"

/* A signal that never changes: a product with it is none. */
bool eg_signal_is_constant(const eg_model *m, int net);
/* Derivatives d[EG_SIGNAL_DERIVATIVES] at t of a signal that is a function of time of known law, by time in
 * units of `unit` seconds, a power of 2; answers by what factor [1/s] they grow from one to the next. Each
 * block that differentiates takes one of the spare ones. */
enum { EG_SIGNAL_DERIVATIVES = EG_LINEAR_MAX_ORDER + 3 + 8 };
double eg_signal_derivatives(const eg_network *s, int net, double t, double unit, double *d);
bool eg_network_is_linear(eg_system *base, char *reason, size_t size);
/* The same but for users' equations; or is it but for laws of a power (class.h), too? */
bool eg_network_has_linear_or_power_parts(const eg_network *s, bool *has_powers, char *reason, size_t size);
/* Room for what users' equations add that follows time (user.series). False: out of memory. */
bool eg_network_make_series(eg_network *s);
eg_linear_mode *eg_network_linear_mode(eg_system *base, double t, const double *y, const double *yp);
const int *eg_network_mode_key(eg_system *base, int *count);
double eg_network_linear_inputs(eg_system *base, const eg_linear_mode *mode, double t, const double *y,
                                int order, double unit, double *series, double *slope);

#endif
