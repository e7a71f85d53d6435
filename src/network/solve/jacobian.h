/* What the files of the Jacobian share: the walk over all contributions (jacobian.c, and jacobian_user.c for
 * users' equations), and what becomes of each. */
#ifndef EG_NETWORK_SOLVE_JACOBIAN_H
#define EG_NETWORK_SOLVE_JACOBIAN_H

#include "network/network.h"
#include "network/solve/derivatives.h"
#include "network/user/user.h"

/* A contribution to row, column: columns n ... 2n-1 stand for y', those from 2n on for signals that
 * depend on time (eg_gradient numbers them). */
typedef struct eg_jacobian_entry {
    int row, column;
} eg_jacobian_entry;

typedef struct eg_assembly {
    eg_network *s;
    const eg_model *m;
    double *values;             /* add into the slots; */
    double *sum;                /* or subtract the derivative in s->direction; */
    eg_triplets *triplets;      /* or list; all NULL: collect */
    bool lists_zeros;           /* what could be there counts, the heat that elements lose too */
    bool lists_series;          /* what follows time in a result of users' equations is one column */
    int cursor;                 /* number of the next contribution */
    eg_jacobian_entry *entries; /* while collecting */
    size_t capacity;
    int failed;
    int holdings;     /* rows that what holds enters; 0 while nothing does */
    int unknown_rate; /* an algebraic unknown whose derivative the equations contain, or -1 */
} eg_assembly;

/* One contribution; and one whose row or column may be that of a body that follows another (stick.h). */
void eg_jacobian_put(eg_assembly *a, int row, int column, double value);
void eg_jacobian_emit(eg_assembly *a, int row, int column, double value);
/* factor times the gradient of a signal, or of its rate (order 1). */
void eg_jacobian_emit_gradient(eg_assembly *a, int row, const eg_gradient *g, int order, double factor);
/* Of a driven motion: its position (order 0), speed or acceleration. Negative: there is none. */
void eg_jacobian_emit_motion(eg_assembly *a, int row, int motion, int order, double factor);
/* Of the distance of a row, and of its rate. */
void eg_jacobian_emit_position(eg_assembly *a, int row, const eg_row *of, double factor);
void eg_jacobian_emit_speed(eg_assembly *a, int row, const eg_row *of, double factor);
/* Of the speeds of the bodies that move a node; `base` n: of their accelerations. */
void eg_jacobian_emit_bodies(eg_assembly *a, int row, int node, int base, double factor);
/* Of what an element's law follows beside its motion: an input, a temperature. */
void eg_jacobian_emit_influence(eg_assembly *a, int row, const eg_element *e, double by_u, double by_T);
/* Of a temperature (order 0) or its rate (1). */
void eg_jacobian_emit_node_temperature(eg_assembly *a, int row, int node, int order, double factor);
/* All contributions at the point evaluated last; y may be NULL while none has a value. */
void eg_jacobian_walk(eg_assembly *a, const double *y);

/* ---- jacobian_user.c: users' equations */

/* Of an input of the tape; of a result; and of the rate of a force on parts without mass. */
void eg_jacobian_emit_input(eg_assembly *a, int row, const eg_user_input *in, double factor);
void eg_jacobian_emit_result(eg_assembly *a, int row, const eg_user_result *of, double factor);
void eg_jacobian_emit_rate(eg_assembly *a, int row, const eg_user_result *of, double factor);
void eg_jacobian_walk_user(eg_assembly *a);

#endif
