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

void eg_user_linearized_free(eg_user_linearized *q); /* accepts NULL */
/* Finds the lists for the mode of the point evaluated last, all formulas of which have been. *q is made where
 * it is NULL. 0; 1: not for such models, with loops for instance; EG_ERROR_MEMORY. */
int eg_user_linearize_mode(eg_user_linearized **q, eg_network *s, const eg_user_seeds *seeds);
const eg_variational_rows *eg_user_linearized_rows(const eg_user_linearized *q);
/* values[] of the rows at the point evaluated last, be it by what a mode needs alone. 0; 1: a slope is
 * infinite there, or a number is none. */
int eg_user_linearize_here(eg_user_linearized *q, eg_network *s, double *values);

#endif
