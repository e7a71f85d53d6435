/* Users' states that are algebraic in the present modes, and what results depend on there. */
#ifndef EG_NETWORK_USER_STRUCTURE_H
#define EG_NETWORK_USER_STRUCTURE_H

#include "network/network.h"
#include "network/user/user.h"

/* What stands in the slots of users' unknowns: slot i, of unknown i, holds a sum of rows, or of their
 * derivatives. */
typedef struct eg_user_slots {
    int *first;     /* (unknowns + 1) terms[first[i]] ...: index = row */
    eg_term *terms; /* malloc'ed */
    int count;
    bool *is_rate;      /* (unknowns) */
    bool *is_algebraic; /* (unknowns) of states: a balance of forces gives it */
} eg_user_slots;
/* Finds them anew. 1 when they have changed, 0, negative (reported). */
int eg_user_update_structure(eg_network *s, double t);
void eg_user_slots_free(eg_user_slots *slots); /* accepts NULL */

/* What results depend on in the present modes. */
typedef struct eg_user_trace {
    bool *on;         /* (instructions) */
    int *list, count; /* those that are on */
} eg_user_trace;
int eg_user_trace_create(eg_user_trace *trace, const eg_user *u);
void eg_user_trace_release(eg_user_trace *trace);
/* Follows `node` instead of what has been followed before. */
void eg_user_trace_follow(eg_user_trace *trace, const eg_network *s, int node);

#endif
