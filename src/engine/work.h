/* Work: the integrals of the system's powers over the steps of a run.
 *
 * Gauss-Lobatto samples of a step integrate a smooth power to twice the degree of the dense output. Where a
 * power is not smooth (a spring force of real exponent near touch, |power| where it changes sign), its
 * Legendre series does not fall off: if its highest coefficient says that the quadrature may be off (by
 * about coefficient^2/mean, when the series is geometric), the interval is halved, and halved again until the
 * halves agree with the whole, or differ by no less than before: then it is round-off. */
#ifndef EG_ENGINE_WORK_H
#define EG_ENGINE_WORK_H

#include "base/dd.h"
#include "engine/engine.h"
#include "engine/nodes.h"

/* Powers at the nodes of an interval. */
typedef double eg_power_samples[EG_NODES_MAX][EG_POWER_COUNT];

typedef struct eg_work {
    eg_dd sum[EG_POWER_COUNT]; /* [J] */
    double initial;            /* energy at the start [J] */
    double *y;                 /* (n) scratch, the caller's */
} eg_work;

/* Adds the integral over [a, b], a part of the engine's last step, given the samples there. 0, or what a
 * callback answered. */
int eg_work_add(eg_work *work, eg_engine *engine, const eg_nodes *nodes, double a, double b,
                eg_power_samples power);

#endif
