/* Users' equations linearised at points of one mode: derivatives by all unknowns, their rates and all
 * directions (tangents.h) in one sweep, forward over the formulas that a mode needs.
 *
 * Between events it stays the same which formula follows which unknown. So each formula has a list of the
 * columns that it follows, few in models where most parts touch few others, and where each of these entries
 * comes from in the lists of its operands; both are found once a mode. What a point then asks for is an
 * operation or two for each entry, whatever the number of directions: a parameter is in the lists of those
 * formulas alone that it reaches. */
#ifndef EG_NETWORK_USER_LINEARIZED_H
#define EG_NETWORK_USER_LINEARIZED_H

#include "base/parametric.h"
#include "network/network.h"
#include "network/user/user.h"

typedef struct eg_user_linearized eg_user_linearized;

/* How what does not follow from y moves along the directions: constants by their origins, and inputs that
 * change at events only. */
typedef struct eg_user_seeds {
    int directions;
    const void *context;
    double (*of_origin)(const void *context, int direction, int origin);
    double (*of_input)(const void *context, int direction, const eg_user_input *input);
} eg_user_seeds;

/* What is differentiated: rows, each a sum of formulas. */
typedef struct eg_user_root {
    int node; /* instruction */
    double factor;
} eg_user_root;
typedef struct eg_user_roots {
    int rows;
    int *start; /* (rows + 1) into terms */
    eg_user_root *terms;
    int count;
    size_t row_capacity, capacity;
} eg_user_roots;

void eg_user_roots_release(eg_user_roots *roots);
/* Begins a row, and adds a term to the last one. False: out of memory. */
bool eg_user_add_row(eg_user_roots *roots);
bool eg_user_add_root(eg_user_roots *roots, int node, double factor);
/* Rows of F in the slots of all unknowns in the present mode. */
bool eg_user_add_residuals(eg_user_roots *roots, const eg_network *s);

void eg_user_linearized_free(eg_user_linearized *q); /* accepts NULL */
/* Finds the lists for the mode of the point evaluated last, all formulas of which have been. *q is made where
 * it is NULL. 0; 1: not for such models, with loops for instance; EG_ERROR_MEMORY. */
int eg_user_linearize_mode(eg_user_linearized **q, eg_network *s, const eg_user_seeds *seeds,
                           const eg_user_roots *roots);
const eg_variational_rows *eg_user_linearized_rows(const eg_user_linearized *q);
/* values[] of the rows at the point evaluated last, be it by what a mode needs alone. 0; 1: a slope is
 * infinite there, or a number is none. */
int eg_user_linearize_here(eg_user_linearized *q, eg_network *s, double *values);
/* The same into a place of its own, which stays until the next call. */
int eg_user_linearized_values(eg_user_linearized *q, eg_network *s, const double **values);

#endif
