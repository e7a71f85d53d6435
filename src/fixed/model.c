#include "fixed/model.h"
#include "fixed/run/part.h"

#include <stdlib.h>

eg_fixed_model *eg_fixed_model_create(int bodies, int items, int pieces, int loads, int inputs, int outputs)
{
    eg_fixed_model *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    size_t b = (size_t)bodies + 1, p = (size_t)pieces + 1, i = (size_t)items + 1;
    m->mass = calloc(b, sizeof *m->mass);
    m->speed = calloc(b, sizeof *m->speed);
    m->still = calloc(b, sizeof *m->still);
    m->is_settled = calloc(b, sizeof *m->is_settled);
    m->ends = calloc(2 * i, sizeof *m->ends);
    m->item = calloc(i, sizeof *m->item);
    m->spring = calloc(p, sizeof *m->spring);
    m->contact = calloc(p, sizeof *m->contact);
    m->given = calloc(p, sizeof *m->given);
    m->friction = calloc(p, sizeof *m->friction);
    m->points = calloc(p, sizeof *m->points);
    m->stop = calloc(p, sizeof *m->stop);
    m->load = calloc((size_t)loads + 1, sizeof *m->load);
    m->output = calloc((size_t)outputs + 1, sizeof *m->output);
    m->input = calloc((size_t)inputs + 1, sizeof *m->input);
    m->signal = calloc((size_t)inputs + 1, sizeof *m->signal);
    m->own = calloc(b, sizeof *m->own);
    m->plan.bodies = bodies;
    if (m->mass && m->speed && m->still && m->is_settled && m->ends && m->item && m->spring && m->contact &&
        m->given && m->friction && m->points && m->stop && m->load && m->output && m->input && m->signal &&
        m->own)
        return m;
    eg_fixed_model_free(m);
    return NULL;
}

int eg_fixed_model_add_heat(eg_fixed_model *m, int nodes, int conductors, int heaters, int items)
{
    m->heat_node = calloc((size_t)nodes + 1, sizeof *m->heat_node);
    m->conductor = calloc((size_t)conductors + 1, sizeof *m->conductor);
    m->heater = calloc((size_t)heaters + 1, sizeof *m->heater);
    m->taker = malloc(((size_t)items + 1) * sizeof *m->taker);
    if (!m->heat_node || !m->conductor || !m->heater || !m->taker)
        return -1;
    for (int i = 0; i <= items; i++)
        m->taker[i] = -1;
    return 0;
}

static int finish_heat(eg_fixed_model *m)
{
    eg_fixed_heat *h = &m->heat;
    if (!m->heat_node)
        return 0;
    h->node = m->heat_node;
    h->conductor = m->conductor;
    h->heater = m->heater;
    h->taker = m->taker;
    h->is_linear = 1;
    for (int i = 0; i < h->conductors; i++)
        h->is_linear = h->is_linear && h->conductor[i].law != EG_FIXED_RADIATES;
    if (eg_fixed_order_make_heat(&m->heat_order, h) < 0)
        return -1;
    h->place = m->heat_order.place;
    h->first = m->heat_order.first;
    h->row = m->heat_order.row;
    h->coupling = m->heat_order.coupling;
    m->plan.heat = h;
    return 0;
}

int eg_fixed_model_finish(eg_fixed_model *m)
{
    eg_fixed_plan *p = &m->plan;
    p->mass = m->mass;
    p->speed = m->speed;
    p->item = m->item;
    p->spring = m->spring;
    p->contact = m->contact;
    p->given = m->given;
    p->friction = m->friction;
    p->stop = m->stop;
    p->load = m->load;
    p->input = m->input;
    p->output = m->output;
    if (eg_fixed_order_make(&m->order, p) < 0)
        return -1;
    p->place = m->order.place;
    p->first = m->order.first;
    p->row = m->order.row;
    p->coupling = m->order.coupling;
    return finish_heat(m);
}

double eg_fixed_model_stored(const eg_fixed_model *m, const eg_fixed_state *state)
{
    const int first = m->plan.bodies - m->own_bodies;
    double sum = 0;
    for (int b = first; b < m->plan.bodies; b++) {
        const double v = eg_fixed_speed(&m->plan, state, b);
        sum += 0.5 * m->mass[b] * v * v;
    }
    for (int i = m->law_springs; i < m->plan.springs; i++)
        sum +=
            eg_spring_damper_energy(&m->spring[i].law, eg_fixed_distance(&m->plan, state, m->spring[i].item));
    for (int i = m->law_contacts; i < m->plan.contacts; i++) {
        const eg_fixed_contact *c = &m->contact[i];
        const double s = c->sign * eg_fixed_distance(&m->plan, state, c->item);
        sum += eg_contact_energy(&c->law, eg_contact_mode_at(&c->law, s, 0), s);
    }
    return sum;
}

eg_fixed_memory eg_fixed_model_memory(const eg_fixed_model *m, const eg_fixed_state *state)
{
    eg_fixed_view v;
    eg_fixed_lay_out(&m->plan, (double *)state->memory, &v);
    return (eg_fixed_memory){v.z, v.discrete, v.before, v.condition, v.due};
}

void eg_fixed_model_set_clock(const eg_fixed_model *m, eg_fixed_state *state, double origin, double steps)
{
    eg_fixed_view v;
    eg_fixed_lay_out(&m->plan, state->memory, &v);
    if (m->plan.program) {
        v.clock[0] = origin;
        v.clock[1] = steps;
    }
}

static void free_program(eg_fixed_program *q)
{
    free((void *)q->operation);
    free((void *)q->source);
    free((void *)q->unknown);
    free((void *)q->follower);
    free((void *)q->result);
    free((void *)q->discrete);
    free((void *)q->before);
    free((void *)q->clause);
    free((void *)q->action);
    free((void *)q->sample);
    free((void *)q->claim);
}

void eg_fixed_model_free(eg_fixed_model *m)
{
    if (!m)
        return;
    for (int i = 0; m->points && i < m->plan.frictions; i++)
        free(m->points[i]);
    free(m->points);
    free(m->mass);
    free(m->speed);
    free(m->still);
    free(m->is_settled);
    free(m->ends);
    free(m->item);
    free(m->spring);
    free(m->contact);
    free(m->given);
    free(m->friction);
    free(m->stop);
    free(m->load);
    free(m->output);
    free(m->input);
    free(m->signal);
    free(m->own);
    free(m->program_unknown);
    free(m->program_discrete);
    free_program(&m->program);
    free(m->heat_node);
    free(m->conductor);
    free(m->heater);
    free(m->taker);
    eg_fixed_order_release(&m->order);
    eg_fixed_order_release(&m->heat_order);
    free(m);
}
