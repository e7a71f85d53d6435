/* What the files of this room know of each other. A place is a network of its own, in frozen modes, with a
 * point in it. */
#ifndef EG_STEADY_STEADY_H
#define EG_STEADY_STEADY_H

#include "elastogap/steady.h"
#include "linearize/linearize.h"
#include "simulate/state.h"

typedef struct eg_steady_place {
    eg_network *network;
    double t; /* [s], absolute */
    double *y, *yp;
    int steps;     /* of Newton's method, the most in one mode so far */
    double length; /* it moves on, steadily, over this length of the model [m]; 0: it rests */
} eg_steady_place;

/* A network in the modes of `from` and at its point, to be freed in any case. False: out of memory, or the
 * point has no value. */
bool eg_steady_place_copy(eg_steady_place *p, const eg_steady_place *from, eg_diagnostics *d);
void eg_steady_place_free(eg_steady_place *p);
/* The place as a point about which to linearize, with ports, to be opened by eg_linear_open. */
static inline eg_linear_point eg_steady_linear(const eg_steady_place *p, eg_linear_ports *ports,
                                               eg_diagnostics *d)
{
    return (eg_linear_point){.network = p->network,
                             .m = p->network->m,
                             .ports = ports,
                             .t = p->t,
                             .y = p->y,
                             .yp = p->yp,
                             .diagnostics = d};
}

/* Is all that the model goes by there at one time? EG_OK; EG_ERROR_MODEL: it looks back (reported). */
eg_status eg_steady_check(const eg_model *m, const char *what, eg_diagnostics *d);

/* ---- newton.c */
/* Moves the point to where nothing changes, in the modes that the network is in. True: found, to round-off.
 */
bool eg_steady_solve(eg_steady_place *p, eg_diagnostics *d);
/* The same, or eg_steady_solve_motion where p->length says so, and lets modes change that the point
 * contradicts, again and again. */
bool eg_steady_settle(eg_steady_place *p, eg_diagnostics *d);
/* Bodies stand still to the bit, and all else follows. False: there is no value. */
bool eg_steady_halt(eg_steady_place *p);
/* Solves A x = b (n x n, by rows, both changed), where A may be singular: unknowns that nothing determines
 * are 0. `noise[n]`: what b is known to. Answers the rank, or -1 where rows contradict each other; null[k*n]
 * (NULL: not wanted) becomes the changes that change nothing, n - rank of them. room: 4*n numbers. *open
 * (NULL: not wanted): the row that contradicts most. */
long eg_steady_eliminate(double *A, double *b, const double *noise, size_t n, double *x, double *null,
                         double *room, size_t *open);
/* What changes at the point and cannot be stopped in its modes, by the name of a state; empty where nothing
 * does. */
enum { EG_STEADY_NAME = 200 };
void eg_steady_name_open(const eg_steady_place *from, eg_diagnostics *d, char who[EG_STEADY_NAME]);
/* y += sum of change[k] times the answer of all unknowns to state k. */
void eg_steady_move(const eg_linear_point *p, const double *change, double *y);
/* The largest force of an element, a source or an equation at the point evaluated last [N]. */
double eg_steady_largest_force(const eg_network *s);
/* What the rate of state k is known to, from the forces in the model. */
double eg_steady_noise(const eg_linear_point *p, size_t k);

/* ---- motion.c */
/* Moves the point to where speeds are constant and not all 0, in the modes that the network is in; positions
 * that do not matter for that, over this `length` [m], stay. True: found, to round-off. */
bool eg_steady_solve_motion(eg_steady_place *p, double length, eg_diagnostics *d);
/* All bodies, and positions of users' equations that change no rate, move at this speed, as far as y says
 * so. */
void eg_steady_set_speed(eg_steady_place *p, double speed, eg_diagnostics *d);
/* Is there a position that changes no rate, in the modes and at the point of `from`? */
bool eg_steady_may_move(const eg_steady_place *from, eg_diagnostics *d);

/* ---- hold.c: what friction holds */
/* The body whose coordinate element number `element` is, in the same sense; 0: it is none. */
int eg_steady_body_of(const eg_network *s, int element);
/* Where friction begins to slide at speed 0, the edge of what it holds: the point moves to the middle of
 * that, and the modes with it. False: out of memory. */
bool eg_steady_hold(eg_steady_place *p, eg_diagnostics *d);
/* How far the body may be moved so that all holds as it does, in the direction and first step `unit`;
 * infinite: without end. */
double eg_steady_reach(const eg_steady_place *p, int body, double unit, eg_diagnostics *d);

/* ---- describe.c */
/* All that is to be said of a place; *out is filled, its strings in the arena. EG_OK, or what fails. */
eg_status eg_steady_describe(eg_steady_place *p, eg_arena *arena, eg_diagnostics *d, eg_equilibrium *out);

#endif
