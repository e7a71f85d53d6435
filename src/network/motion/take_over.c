/* A run goes on with other values of parameters: what it remembers, its modes, phases and discrete values,
 * goes from the network of one model to that of another with the same structure. */
#include "network/network.h"
#include "component/interface/run_input.h"
#include "network/motion/evaluate.h"
#include "network/motion/take_over.h"
#include "network/solve/structure.h"
#include "network/user/delay.h"
#include "network/user/grip.h"
#include "network/user/user.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One array more on a list. */
static void add(eg_memory **at, const char *name, eg_memory_kind kind, void *items, int count)
{
    if (items && count > 0)
        *(*at)++ = (eg_memory){name, kind, items, (size_t)count};
}

static void add_users(eg_network *s, eg_memory **at)
{
    const eg_user *u = s->m->user;
    add(at, "relations", EG_MEMORY_INT, s->user.mode, u->relation_count);
    add(at, "changed", EG_MEMORY_BOOL, s->user.changed, u->relation_count);
    add(at, "relevant", EG_MEMORY_BOOL, s->user.relevant, u->relation_count);
    add(at, "gripping", EG_MEMORY_BOOL, s->user.gripping, u->grip_count);
    add(at, "scales", EG_MEMORY_REAL, s->user.scale, u->relation_count);
    add(at, "recent", EG_MEMORY_REAL, s->user.recent, u->relation_count);
    add(at, "bands", EG_MEMORY_REAL, s->user.band, u->relation_count);
    add(at, "struck", EG_MEMORY_REAL, s->strike.struck, u->impulse_count);
    add(at, "discrete", EG_MEMORY_REAL, s->user.discrete, u->quantity_count);
    add(at, "before", EG_MEMORY_REAL, s->user.before, u->before_count);
    add(at, "conditions", EG_MEMORY_BOOL, s->user.condition, u->clause_count);
    add(at, "sampled", EG_MEMORY_BOOL, s->user.sampled, u->sample_count);
    add(at, "samples", EG_MEMORY_LONG, s->user.sample, u->sample_count);
    add(at, "failed", EG_MEMORY_BOOL, s->user.failed, u->action_count);
    add(at, "law_told", EG_MEMORY_INT, s->law.told, u->relation_count); /* last: values may do away with it */
}

size_t eg_network_memories(eg_network *s, eg_memory list[EG_NETWORK_MEMORIES])
{
    const eg_model *m = s->m;
    eg_memory *at = list;
    add(&at, "modes", EG_MEMORY_INT, s->mode, m->element_count);
    add(&at, "left_modes", EG_MEMORY_INT, s->left.mode, m->element_count);
    add(&at, "left_friction", EG_MEMORY_INT, s->left.friction, m->element_count);
    add(&at, "over_limit", EG_MEMORY_REAL, s->over_limit, m->element_count);
    add(&at, "phases", EG_MEMORY_LONG, s->phase, m->instance_count);
    add(&at, "left_phases", EG_MEMORY_LONG, s->left.phase, m->instance_count);
    add(&at, "inputs", EG_MEMORY_REAL, s->input, m->interface.input_count * EG_INPUT_NUMBERS);
    add(&at, "next_inputs", EG_MEMORY_REAL, s->input_next, m->interface.input_count * EG_INPUT_NUMBERS);
    if (m->user)
        add_users(s, &at);
    return (size_t)(at - list);
}

size_t eg_memory_size(eg_memory_kind kind)
{
    switch (kind) {
    case EG_MEMORY_INT: return sizeof(int);
    case EG_MEMORY_LONG: return sizeof(long);
    case EG_MEMORY_BOOL: return sizeof(bool);
    case EG_MEMORY_REAL: break;
    }
    return sizeof(double);
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
    eg_memory own[EG_NETWORK_MEMORIES], others[EG_NETWORK_MEMORIES];
    const size_t count = eg_network_memories(s, own);
    const size_t there = eg_network_memories((eg_network *)(uintptr_t)from, others); /* read only */
    for (size_t i = 0; i < count && i < there; i++)
        memcpy(own[i].at, others[i].at, own[i].count * eg_memory_size(own[i].kind));
    take_memories(s, from);
    eg_network_forget_signals(s);
    s->left.time = from->left.time;
    s->start_time = from->start_time;
    s->time = from->time;
    s->strike.scale = from->strike.scale;
    s->base.finished = from->base.finished;
    s->user.starting = false;
    s->user.is_behind = from->user.is_behind;
}

/* As numbers: the one way in which it gets from network to network. */
static eg_status take_past(eg_network *s, const eg_network *from)
{
    const size_t count = eg_delays_pack(from, NULL);
    double *past = count > 0 ? malloc(count * sizeof *past) : NULL;
    if (!past)
        return count > 0 ? EG_ERROR_MEMORY : EG_OK;
    (void)eg_delays_pack(from, past);
    const eg_status status = eg_delays_unpack(s, past, count);
    free(past);
    return status;
}

eg_status eg_network_go_on_from(eg_network *s, const eg_network *from)
{
    eg_network_take_over(s, from);
    memcpy(s->rounding.least, from->rounding.least, sizeof *s->rounding.least * (size_t)s->base.n);
    s->rounding.length = from->rounding.length;
    s->rounding.speed = from->rounding.speed;
    s->rounding.momentum = from->rounding.momentum;
    s->user.since = from->user.since;
    return take_past(s, from);
}

int eg_network_revive(eg_network *s, double t, double *y, const double *yp)
{
    eg_network_evaluate(s, t, y, yp, 0);
    int status = s->m->kinds.friction_count > 0 ? eg_stick_update(s, t, y) : 0;
    if (status == 0)
        status = eg_network_update_structure(s, t);
    return status == 0 ? eg_user_update_shares(s, t, y) : status;
}
