/* A model as a plan for the fixed-step solver: what the files that make it share. An input of a plan is, by
 * its code in eg_fixed_model.signal, a net (0 ...), a force or heat flow that equations give (net_count +
 * its number), or motion i (-1 - i). */
#ifndef EG_NETWORK_MOTION_PLAN_H
#define EG_NETWORK_MOTION_PLAN_H

#include "fixed/model.h"
#include "network/network.h"

/* The input with this code, made where there is none. */
int eg_plan_input(eg_fixed_model *f, int code);
/* Is it a function of time alone? */
bool eg_plan_input_is_of_time(const eg_model *m, const eg_fixed_model *f, int input);

/* Kinetic energy [J] of what moves as it is driven, and is no body of a plan, at the point evaluated last. */
double eg_plan_driven_energy(const eg_network *s, const double *y);

/* The distance s(to) - s(from), from = -1: the ground, which is `start` at the start. Its number. */
int eg_plan_add_item(const eg_network *s, eg_fixed_model *f, int from, int to, double start);
/* plan_outputs.c: what the variable of that path shows; may add an item. false: none that a plan has. */
bool eg_plan_find_output(const eg_network *s, eg_fixed_model *f, const char *path, eg_fixed_output *out);

/* plan_heat.c: nodes of heat and what acts between them; `item` (elements) along which elements act. 0, or -1
 * when out of memory. */
int eg_plan_add_heat(const eg_network *s, eg_fixed_model *f, const double *y);
/* The item along which element i acts. */
static inline int eg_plan_item_of(const eg_model *m, int i)
{
    return m->body_count - 1 + i;
}

/* plan_beside.c: room for what goes along beside a plan. 0, or -1 when out of memory. */
int eg_plan_prepare_beside(eg_network *s);

#endif
