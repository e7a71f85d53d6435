/* Derivatives of the residual and of what it is made of: as a matrix, one by one, or along a direction. */
#ifndef EG_NETWORK_SOLVE_DERIVATIVES_H
#define EG_NETWORK_SOLVE_DERIVATIVES_H

#include "network/model.h"
#include "network/network.h"
#include "network/user/user.h"

int eg_network_jacobian(eg_system *base, double t, const double *y, const double *yp, double cj,
                        double *values);
/* The same with weights already set, at the point evaluated last. */
void eg_network_assemble(eg_network *s, const double *y, double *values);
/* r -= derivative of the residual in s->direction, at the point evaluated last. */
void eg_network_subtract_directional(eg_network *s, const double *y, double *r);
/* Derivatives one by one: columns n ... 2n - 1 stand for y', 2n + 3k + j for derivative number j of net k,
 * where that is a function of time alone. Several may have one place. What a result of users' equations adds
 * that follows time is column eg_user_series_column. */
typedef struct eg_triplet {
    int row, column;
    double value;
} eg_triplet;
static inline int eg_user_series_column(const eg_model *m, int instruction)
{
    return 2 * m->n + 3 * m->net_count + 1 + instruction;
}
static inline int eg_network_input_columns(const eg_model *m)
{
    return 3 * m->net_count + (m->user ? 1 + m->user->tape.count : 0);
}
typedef struct eg_triplets {
    eg_triplet *items; /* malloc'ed */
    int count;
    size_t capacity;
} eg_triplets;
/* Of the residual at the point evaluated last, but without the heat that elements lose. 0, -1 out of
 * memory. */
int eg_network_list(eg_network *s, const double *y, eg_triplets *triplets);
/* Of a difference of positions, or of its rate, as row number `row` >= n. 0, -1 out of memory. */
int eg_network_list_signal(eg_network *s, int net, int row, eg_triplets *triplets); /* of a signal */
int eg_network_list_row(eg_network *s, const eg_row *of, bool rate, int row, eg_triplets *triplets);
int eg_network_list_result(eg_network *s, const eg_user_result *of, int row, eg_triplets *triplets);
/* Whatever could be in the residual, the signal or an input of the users' tape, values being of no account:
 * of a network that has just been made, or in its present modes. 0, -1 out of memory. */
int eg_network_list_structure(eg_network *s, eg_triplets *triplets);
int eg_network_list_signal_structure(eg_network *s, int net, int row, eg_triplets *triplets);
int eg_network_list_input_structure(eg_network *s, int input, int row, eg_triplets *triplets);
/* Derivatives along s->direction at the point evaluated last: of a signal, of the rate of the coordinate
 * of body b, of a driven motion (or its derivative of that order), of all inputs din[] and instructions
 * dv[] of the users' tape. */
double eg_network_signal_along(eg_network *s, int net);
double eg_network_coordinate_rate_along(eg_network *s, int b);
double eg_network_motion_along(eg_network *s, int motion, int order); /* of a driven motion */
void eg_network_users_along(eg_network *s, double *din, double *dv);

#endif
