/* What shows in no balance: last digits that hide a motion, and equations that round. */
#ifndef EG_SIMULATE_DOUBT_H
#define EG_SIMULATE_DOUBT_H

#include "elastogap/simulate.h"
#include "network/network.h"

/* Warns where at a point of a run the last digit of an unknown hides its motion, or that of a heat
 * flow shows in a temperature. Has it? */
bool eg_hidden_tell(const eg_network *s, const double *y, const double *yp, double allowed,
                    eg_diagnostics *d);
/* Warns where, at the start of a run, a body swings too often for its phase to be known at the end. */
void eg_swings_tell(const eg_network *s, const double *y, const double *yp, double allowed,
                    eg_diagnostics *d);

/* Looks whether users' equations round in a run of `span` seconds. */
typedef struct eg_roughness eg_roughness;
/* NULL: no equations move anything, or there is no memory to look. */
eg_roughness *eg_roughness_create(const eg_model *m, double span);
void eg_roughness_free(eg_roughness *q); /* accepts NULL */
/* At a consistent point of the run, which stays as it is. */
void eg_roughness_look(eg_roughness *q, const eg_network *run, double t, const double *y, const double *yp);
/* The same on the right side of an event; of many it looks at few. */
void eg_roughness_look_behind(eg_roughness *q, const eg_network *run, double t, const double *y,
                              const double *yp);
/* The unknown that rounding may move most in the run, in parts of its size, where that may be seen; or -1.
 * What was small at the looks may have been large between them, as rows tell. */
int eg_roughness_most(const eg_roughness *q, const eg_trajectory *rows);

#endif
