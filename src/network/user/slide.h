/* Motion along the edge of a relation that both sides lead back to: slide.c. */
#ifndef EG_NETWORK_USER_SLIDE_H
#define EG_NETWORK_USER_SLIDE_H

#include "network/motion/view.h"

static inline bool eg_slides(const eg_network *s)
{
    return s->sliding.slide && s->sliding.slide->is_on;
}

/* The callbacks of eg_system_ops while it slides, at absolute times. */
int eg_slide_residual(eg_network *s, double t, const double *y, const double *yp, double *r);
int eg_slide_find_pattern(eg_network *s);
int eg_slide_jacobian(eg_network *s, double t, const double *y, double cj, double *values);
int eg_slide_derivatives(eg_network *s, double t, const double *y, double *yp);
int eg_slide_settle(eg_network *s, double t, double *y, double *yp);
int eg_slide_switching(eg_network *s, double t, const double *y, double *h);
int eg_slide_switching_noise(eg_network *s, double t, const double *y, double *noise);
int eg_slide_switching_rates(eg_network *s, double t, const double *y, const double *yp, double *dh);
int eg_slide_powers(eg_network *s, double t, const double *y, double *power);
int eg_slide_sample(eg_network *s, double t, const double *y, double *power, double *h);
int eg_slide_energy(eg_network *s, double t, const double *y, double *kinetic, double *potential);
/* A row of results. */
void eg_slide_observe(eg_network *s, double t, const double *y, const eg_view *v, double *c);

/* Before an event at t: modes become those of the side that has more of the time. 0, or as callbacks. */
int eg_slide_end(eg_network *s, double t, double *y, bool *jumped);
/* Behind it: begins, where events of one relation repeat, or where it `slid` before and may go on; y and y'
 * become those on the surface. 0, or negative (reported). */
int eg_slide_look(eg_network *s, double t, const bool *fired, bool slid, double *y, double *yp, bool *jumped,
                  eg_event_sink *sink);
void eg_slide_free(eg_network *s);

#endif
