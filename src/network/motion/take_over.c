/* A run goes on with other values of parameters: what it remembers, its modes, phases and discrete values,
 * goes from the network of one model to that of another with the same structure. */
#include "network/network.h"

#include <string.h>

#define TAKE(array, count)                                                                                   \
    if ((count) > 0)                                                                                         \
    memcpy(s->array, from->array, (size_t)(count) * sizeof *s->array)

static void take_users(eg_network *s, const eg_network *from)
{
    const eg_user *u = s->m->user;
    TAKE(user_mode, u->relation_count);
    TAKE(law_told, s->law_told && from->law_told ? u->relation_count : 0);
    TAKE(user_changed, u->relation_count);
    TAKE(user_relevant, u->relation_count);
    TAKE(user_gripping, u->grip_count);
    TAKE(user_scale, u->relation_count);
    TAKE(user_recent, u->relation_count);
    TAKE(user_band, u->relation_count);
    TAKE(user_struck, u->impulse_count);
    TAKE(user_discrete, u->quantity_count);
    TAKE(user_before, u->before_count);
    TAKE(user_condition, u->clause_count);
    TAKE(user_sampled, u->sample_count);
    TAKE(user_sample, u->sample_count);
    TAKE(user_failed, u->action_count);
}

/* What an element remembers is among its coefficients; the others' are the new model's. */
static void take_memories(eg_network *s, const eg_network *from)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->element_count && s->memories; i++) {
        const eg_element *e = &m->elements[i];
        int count = eg_element_coefficients(e->ops, e->p);
        if (e->ops->remember || e->ops->from_start)
            memcpy(s->memories + e->coefficients, from->memories + from->m->elements[i].coefficients,
                   sizeof(double) * (size_t)count);
    }
}

void eg_network_take_over(eg_network *s, const eg_network *from)
{
    const eg_model *m = s->m;
    TAKE(mode, m->element_count);
    TAKE(left_mode, m->element_count);
    TAKE(left_friction, m->friction_count > 0 ? m->element_count : 0);
    TAKE(over_limit, m->friction_count > 0 ? m->element_count : 0);
    TAKE(phase, m->net_count > 0 ? m->instance_count : 0);
    TAKE(left_phase, m->net_count > 0 ? m->instance_count : 0);
    TAKE(input, m->input_count * EG_INPUT_NUMBERS);
    TAKE(input_next, m->input_count * EG_INPUT_NUMBERS);
    take_memories(s, from);
    if (m->user)
        take_users(s, from);
    eg_network_forget_signals(s);
    s->event_time = from->event_time;
    s->start_time = from->start_time;
    s->time = from->time;
    s->strike_scale = from->strike_scale;
    s->base.finished = from->base.finished;
    s->user_starting = false;
}

int eg_network_revive(eg_network *s, double t, double *y, const double *yp)
{
    eg_network_evaluate(s, t, y, yp, 0);
    int status = s->m->friction_count > 0 ? eg_stick_update(s, t, y) : 0;
    if (status == 0)
        status = eg_network_update_structure(s, t);
    return status == 0 ? eg_user_update_shares(s, t, y) : status;
}
