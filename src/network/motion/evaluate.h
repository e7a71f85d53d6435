/* Kinematics, signals and forces at (t, y, y'), and the residual that they make. */
#ifndef EG_NETWORK_MOTION_EVALUATE_H
#define EG_NETWORK_MOTION_EVALUATE_H

#include "network/network.h"

enum {
    EG_EVALUATE_ALL_SIGNALS = 1,
    EG_EVALUATE_POSITIONS = 2,
    EG_EVALUATE_NO_FORCES = 4,
    EG_EVALUATE_RATES = 8, /* the derivatives of all signals, too, not only those that the motion needs */
    /* Of users' equations no more than this is needed at the point (user/stage.h). */
    EG_EVALUATE_FOR_RATES = 16,
    EG_EVALUATE_FOR_SWITCHES = 32,
    EG_EVALUATE_NO_EQUATIONS = 64 /* users\' formulas stay as they are */
};
void eg_network_evaluate(eg_network *s, double t, const double *y, const double *yp, int flags);
/* What this consists of: one body's position, its parent's being known (nothing to do for the ground;
 * kinematics.c); drives and the signals on which the motion depends, or all. */
void eg_network_place_body(eg_network *s, int body, const double *y);
void eg_network_evaluate_signals(eg_network *s, double t, const double *y, const double *yp, bool all);
/* The force of element i at s_rel, v_rel, its signals being those of the point evaluated last. */
void eg_network_force_at(const eg_network *s, int i, double s_rel, double v_rel, const double *y, eg_force *f,
                         eg_response *response);
/* Where its response belongs; NULL in a model whose elements have none. */
static inline eg_response *eg_response_at(const eg_network *s, int i)
{
    return s->response ? &s->response[i] : NULL;
}
/* Its response at the point evaluated last. */
static inline eg_response eg_response_of(const eg_network *s, int i)
{
    return s->response ? s->response[i] : (eg_response){0};
}
/* [K] of a heat node; [W/K] of a conductor. */
double eg_network_temperature(const eg_network *s, int node, const double *y);
double eg_network_conductance(const eg_network *s, const eg_conductor *c);
/* The heat flow [W] from node_a to node_b at these temperatures [K]. */
double eg_network_heat_flow(const eg_network *s, const eg_conductor *c, double T_a, double T_b);
/* der(T) of a heat node [K/s]. */
double eg_network_temperature_rate(const eg_network *s, int node, const double *yp);
/* sum[i]: the heat that components give to heat point i [W], what capacities take up counted negative; users'
 * flows are not in it. */
void eg_network_sum_heat(const eg_network *s, const double *y, const double *yp, double *sum);
/* der(x_b) */
double eg_coordinate_rate(const eg_network *s, int b, const double *y);
/* r[v of a body] = sum of the forces on it, before what holds it; r (n), all else in it is of no use. */
void eg_network_sum_forces(const eg_network *s, const double *yp, double *r);
/* r += those of inertia. */
void eg_network_sum_inertias(const eg_network *s, const double *yp, double *r);
/* The arguments of a block with their derivatives: inputs, then states. */
void eg_network_arguments(const eg_network *s, const eg_net *n, eg_jet *z);
/* The output of a block's net from its arguments, with derivatives by time in units of `unit` seconds. */
void eg_block_evaluate(const eg_net *n, const double *p, long phase, eg_jet t, const eg_jet *z, eg_jet *y);
void eg_network_evaluate_block(const eg_network *s, const eg_net *n, double t, double unit, const eg_jet *z,
                               eg_jet *y);
/* Signals that are functions of time alone, at another time: jets[net]. */
void eg_network_time_signals(const eg_network *s, double t, eg_jet *jets);
/* y' = s->zero: of an explicit mode, whose temperatures that come last have no rows. */
int eg_network_residual(eg_system *base, double t, const double *y, const double *yp, double *r);
/* The same, at the point evaluated last. */
int eg_network_residual_here(eg_network *s, const double *y, const double *yp, double *r);

#endif
