/* The start of users' variables. */
#include "network/initialize.h"

#include <math.h>

void eg_user_guess(const eg_network *s, double *y)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->unknowns; i++) {
        double start = u->quantities[u->unknown_of[i]].start;
        y[s->m->first_user + i] = isnan(start) ? 0 : start;
    }
}
