/* A model as a plan for the fixed-step solver: what the files that make it share. An input of a plan is, by
 * its code in eg_fixed_model.signal, a net (0 ...), a force or heat flow that equations give (net_count +
 * its number), or motion i (-1 - i). */
#ifndef EG_NETWORK_MOTION_PLAN_H
#define EG_NETWORK_MOTION_PLAN_H

#include "fixed/facet.h"
#include "network/network.h"
#include "network/user/bodies.h"

/* The input with this code, made where there is none. */
int eg_plan_input(eg_fixed_model *f, int code);
/* Is it a function of time alone? */
bool eg_plan_input_is_of_time(const eg_model *m, const eg_fixed_model *f, int input);

/* Kinetic energy [J] of what moves as it is driven, and is no body of a plan, at the point evaluated last. */
double eg_plan_driven_energy(const eg_network *s, const double *y);

/* The distance s(to) - s(from), from = -1: the ground, which is `start` at the start. Its number. */
int eg_plan_add_item(const eg_network *s, eg_fixed_model *f, int from, int to, double start);
/* An item more, wherever it leads. */
int eg_plan_put_item(eg_fixed_model *f, const eg_fixed_item *item, int from, int to);
/* The code of the first push of bodies that equations write; behind it are those of the others. */
static inline int eg_plan_first_push(const eg_model *m)
{
    return m->net_count + (m->user ? m->user->flow_count : 0) + 3 * m->element_count;
}
/* plan_bodies.c: bodies that equations write, from y on, with what acts on them. */
void eg_plan_add_own_bodies(const eg_network *s, eg_fixed_model *f, const eg_own_bodies *own,
                            const double *y);
/* plan_program.c: the instruction of users' equations that gives the input of that code; -1: none does. */
int eg_plan_node_of_input(const eg_model *m, const eg_fixed_model *f, int code);
/* users' equations as the plan's program, once all else of it is there, at the point evaluated
 * last. 0; 1 where it cannot be: wish->reason says why; -1 when out of memory. */
int eg_plan_add_program(const eg_network *s, eg_fixed_model *f, double t, const double *y,
                        const eg_fixed_wish *wish);
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

/* plan_beside.c: room for what goes along beside a plan that has these bodies. 0, or -1 when out of
 * memory. */
int eg_plan_prepare_beside(eg_network *s, const eg_own_bodies *own);

/* What the engine `fixed` asks for (fixed/facet.h says what these do). */
int eg_network_fixed_model(eg_system *base, double t, const double *y, const eg_fixed_wish *wish,
                           eg_fixed_model **out);
void eg_network_fixed_inputs(eg_system *base, const eg_fixed_model *f, double t, double *inputs);
void eg_network_fixed_follow(eg_system *base, const eg_fixed_model *f, double t, const double *y,
                             const double *yp, double *inputs);
int eg_network_fixed_beside(eg_system *base, double t, double h, const double *y, const double *yp,
                            double *y1, double *yp1);
void eg_network_fixed_take(eg_system *base, eg_fixed_model *f, const eg_fixed_state *state, double *y);
int eg_network_fixed_row(eg_system *base, eg_fixed_model *f, const eg_fixed_state *state, double t,
                         bool is_tried, double *y, double *yp);
/* plan_beside.c */
typedef struct eg_beside eg_beside;
void eg_beside_free(eg_beside *b); /* accepts NULL */

#endif
