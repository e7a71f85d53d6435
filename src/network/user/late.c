/* Signals that users' equations give and that nothing takes but sources of force: force.f = -k*mass.v. The
 * formulas are carried out once all other signals and forces are known, and what a source does enters
 * balances after that; so these signals need not be unknowns, and what is explicit stays so. */
#include "network/network.h"
#include "network/compile/compile.h"
#include "network/user/user.h"

#include <stdlib.h>

/* Does it follow from what is known at a point of the motion, before accelerations and forces are? */
static bool follows_from_states(const eg_user *u, const eg_user_result *of)
{
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        const eg_user_input *in = &u->inputs[u->tape.code[u->supports[i]].a];
        switch (in->kind) {
        case EG_USER_TIME:
        case EG_USER_START:
        case EG_USER_DISTANCE:
        case EG_USER_SPEED:
        case EG_USER_TEMPERATURE:
        case EG_USER_DISCRETE:
        case EG_USER_BEFORE:
        case EG_USER_SAMPLE:
        case EG_USER_DELAYED:
        case EG_USER_TERMINAL:
        case EG_USER_MODE: break;
        case EG_USER_VALUE: /* what is algebraic may follow the force of friction that holds */
            if (in->index >= u->states)
                return false;
            break;
        case EG_USER_SIGNAL:
            if (in->other > 0)
                return false;
            break;
        default: return false;
        }
    }
    return true;
}

/* Where a body has no mass the rate of a force may matter, and its balance is not that of an acceleration. */
static bool all_have_mass(const eg_model *m)
{
    for (int b = 1; b < m->body_count; b++)
        if (m->bodies[b].mass == 0)
            return false;
    return true;
}

/* What takes a signal otherwise: other components, blocks made of several signals, outputs of the model. */
static void leave_others(eg_model *m, const bool *is_force_input)
{
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++) {
            eg_port_kind kind = m->instances[i].class->ports[p - m->ports.base[i]].kind;
            if (eg_port_is_signal(kind) && m->ports.node[p] >= 0 && !is_force_input[p])
                m->nets[m->ports.node[p]].is_late = false;
        }
    for (int i = 0; i < m->net_count; i++)
        for (int k = 0; k < m->nets[i].input_count; k++)
            m->nets[m->nets[i].inputs[k]].is_late = false;
    for (int i = 0; i < m->connector.count; i++)
        if (eg_port_is_signal(m->connector.list[i].kind) && eg_path_is_top(m->connector.list[i].path) &&
            m->connector.node[i] >= 0)
            m->nets[m->connector.node[i]].is_late = false;
}

eg_status eg_find_late_signals(eg_model *m)
{
    const eg_user *u = m->user;
    if (!u || u->output_count == 0 || !all_have_mass(m))
        return EG_OK;
    bool *is_force_input = calloc((size_t)m->ports.base[m->instance_count] + 1, sizeof(bool));
    if (!is_force_input)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < m->parts.force_count; i++) {
        const eg_force_part *p = &m->parts.force[i];
        if (p->input >= 0) /* else the component's own: a weight */
            is_force_input[m->ports.base[p->instance] + p->input] = true;
    }
    for (int i = 0; i < u->output_count; i++) {
        eg_net *n = &m->nets[u->outputs[i].net];
        n->is_late =
            n->kind == EG_SIGNAL_USER && n->need == 0 && follows_from_states(u, &u->outputs[i].result);
    }
    leave_others(m, is_force_input);
    free(is_force_input);
    return EG_OK;
}
