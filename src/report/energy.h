/* Where energy goes over the time of a run, as its rows show it: what each component takes in at its
 * flanges, the integral of f over s (tau over phi) from row to row, and what of it is lost, the integral
 * of lossPower. The sum of the former over all components is 0 where nothing is missing.
 *
 * Impacts that take no time have no such integral: what they do is in none. */
#ifndef EG_REPORT_ENERGY_H
#define EG_REPORT_ENERGY_H

#include "report/thin.h"

/* One component. */
typedef struct eg_flow {
    const char *component; /* the flows' arena */
    size_t first, count;   /* its flanges */
    eg_series loss;        /* power [W]; first NULL: it has none */
    double taken, lost;    /* so far [J] */
    double largest;        /* magnitude of either over the run */
} eg_flow;

typedef struct eg_flow_flange {
    eg_series force, place;
    size_t component;
} eg_flow_flange;

typedef struct eg_flows {
    eg_arena *arena;
    eg_flow *flows; /* the largest first */
    size_t count, capacity;
    eg_flow_flange *flanges; /* of one component behind each other */
    size_t flange_count, flange_capacity;
    eg_series time;
    double closure; /* the largest magnitude of the sum over all components [J], */
    double scale;   /* beside the largest of any of them */
    size_t shown;   /* the first so many have series */
} eg_flows;

/* Finds the components of a run that have flanges, and follows them once to find which are largest. 0,
 * or -1 when out of memory. */
int eg_flows_find(eg_flows *flows, const eg_trajectory *t);
/* Two values for each shown component: taken in and lost, at a row; rows are asked for in order, from 0. */
void eg_flows_step(eg_flows *flows, size_t row, double *values);
void eg_flows_release(eg_flows *flows);

#endif
