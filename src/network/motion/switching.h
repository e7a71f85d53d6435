/* Switching functions of one element and of one block, and the mode that follows. */
#ifndef EG_NETWORK_MOTION_SWITCHING_H
#define EG_NETWORK_MOTION_SWITCHING_H

#include "network/network.h"
#include "network/motion/evaluate.h"

#include <math.h>

/* Those of element i at the point evaluated last; dh_ds and dh_dv may be NULL. */
static inline void eg_switching_at(const eg_network *s, int i, double *h, double *dh_ds, double *dh_dv)
{
    const eg_element *e = &s->m->elements[i];
    if (e->ops->switching)
        e->ops->switching(s->k + e->coefficients, s->mode[i], s->s_rel[i], s->v_rel[i], h, dh_ds, dh_dv);
}

/* Of a block with kinks: values and rates. Returns the magnitude of what is compared. */
static inline double eg_switching_of_block(const eg_network *s, const eg_net *n, eg_jet *h)
{
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
    double size = 0;
    eg_network_arguments(s, n, z);
    n->block->switching(s->m->instances[n->instance].p, s->phase[n->instance], z, h);
    for (int k = 0; k < n->input_count + n->states; k++)
        size = fmax(size, fabs(z[k].x));
    return size;
}

/* Would function k lead back to the phase just left? There it is 0 but for round-off. */
static inline bool eg_phase_returns(const eg_network *s, const eg_net *n, int k)
{
    const int i = n->instance;
    return n->block->next_phase(s->m->instances[i].p, s->phase[i], k) == s->left.phase[i];
}

/* The mode of element i behind the edge of its switching function k, at the point evaluated last. */
static inline int eg_next_mode(const eg_network *s, int i, int k)
{
    const eg_element *e = &s->m->elements[i];
    return e->ops->next_mode(s->k + e->coefficients, s->mode[i], k, s->s_rel[i], s->v_rel[i]);
}

int eg_network_switching(eg_system *base, double t, const double *y, double *h);
int eg_network_switching_noise(eg_system *base, double t, const double *y, double *noise);
/* Those of friction alone. */
int eg_network_friction_switching(eg_network *s, double t, const double *y, double *h);
/* All at the point evaluated last; and may that have been with y' = 0, friction or not? */
int eg_network_switching_here(eg_network *s, double t, const double *yp, double *h);
bool eg_network_needs_no_rates(const eg_network *s);
int eg_network_switching_rates(eg_system *base, double t, const double *y, const double *yp, double *dh);

#endif
