/* Users' equations among the phases of the compiler. */
#include "network/user/bodies.h"
#include "network/user/origins.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static void release(eg_user_builder *b)
{
    eg_tape_release(&b->raw);
    eg_tape_rates_release(&b->rates);
    eg_tape_rates_release(&b->held);
    eg_names_free(b->leaves.index);
    eg_names_free(b->inputs.index);
    free(b->leaves.items);
    free(b->inputs.items);
    eg_names_free(b->speeds);
    free(b->equations);
    free(b->relations);
    free(b->relation_formulas);
    free(b->samples);
    free(b->befores);
    free(b->impulses);
    free(b->impulse_formulas);
    free(b->delays);
    free(b->delay_formulas);
    free(b->mark);
    free(b->list);
    eg_arena_free(b->arena);
}

/* Is every unknown that shares a balance that of a grip? If not, what several of them hold with would not be
 * found from the rates that are kept, and only from what they are. */
static bool all_grip(const eg_user_builder *b)
{
    const eg_user *u = b->u;
    bool all = true;
    for (int i = u->states; i < u->unknowns && all; i++) {
        bool grips = !b->is_shared[u->unknown_of[i]];
        for (int k = 0; k < u->grip_count && !grips; k++)
            grips = u->grips[k].unknown == i;
        all = grips;
    }
    return all;
}

static eg_status make(eg_user_builder *b)
{
    eg_status status = eg_user_begin_origins(b);
    if (status == EG_OK)
        status = eg_user_resolve(b);
    if (status == EG_OK)
        status = eg_user_define(b);
    if (status == EG_OK && !b->is_other)
        status = eg_user_make_formulas(b);
    if (status == EG_OK && b->rates_are == EG_RATES_KEEP)
        b->is_other = !all_grip(b);
    if (status != EG_OK || b->is_other)
        return status;
    if (status == EG_OK)
        status = eg_user_make_late(b);
    if (status == EG_OK)
        status = eg_user_end_origins(b);
    if (status != EG_OK)
        return status;
    eg_user *u = b->u;
    u->input_count = b->inputs.count;
    u->inputs = eg_arena_array(b->m->arena, (size_t)u->input_count + 1, sizeof *u->inputs);
    u->cuts = eg_arena_array(b->m->arena, 2 * (size_t)u->input_count + 1, sizeof *u->cuts);
    if (!u->inputs || !u->cuts)
        return EG_ERROR_MEMORY;
    u->clock = -1;
    for (int i = 0; i < u->input_count; i++) {
        u->inputs[i] = b->inputs.items[i];
        if (u->inputs[i].kind == EG_USER_TIME)
            u->clock = i;
        if (u->inputs[i].kind == EG_USER_CUT) { /* a force sensor that nobody declared */
            u->cuts[2 * u->cut_count] = b->m->net_count;
            u->cuts[2 * u->cut_count++ + 1] = u->inputs[i].index;
            u->inputs[i] = (eg_user_input){EG_USER_SIGNAL, b->m->net_count++, 0, -1};
        }
        u->reads_modes = u->reads_modes || u->inputs[i].kind == EG_USER_MODE;
        u->needs_forces =
            u->needs_forces || u->inputs[i].kind == EG_USER_FORCE || u->inputs[i].kind == EG_USER_LOSS;
    }
    return EG_OK;
}

/* As eg_compile_user, with the rates as they are. *is_other: they are to be the next, and nothing is made. */
static eg_status compile_with(eg_model *m, const eg_spec *spec, int rates_are, eg_diagnostics *d,
                              bool *is_other)
{
    eg_user_builder b = {.m = m, .spec = spec, .d = d, .rates_are = rates_are};
    b.arena = eg_arena_create();
    b.u = m->user = calloc(1, sizeof *b.u);
    b.leaves.arena = b.inputs.arena = b.arena;
    eg_status status = b.arena && b.u ? make(&b) : EG_ERROR_MEMORY;
    *is_other = b.is_other;
    release(&b);
    return status;
}

eg_status eg_compile_user(eg_model *m, const eg_spec *spec, eg_diagnostics *d)
{
    if (spec->variable_count == 0 && spec->equation_count == 0)
        return EG_OK;
    const size_t before = d ? eg_diagnostics_count(d) : 0;
    bool is_other = true;
    eg_status status = EG_OK;
    for (int rates = EG_RATES_ASK; rates <= EG_RATES_PUT_IN && status == EG_OK && is_other; rates++) {
        eg_user_free(m->user);
        if (d)
            eg_diagnostics_forget(d, before);
        status = compile_with(m, spec, rates, d, &is_other);
        if (rates == EG_RATES_KEEP && status == EG_ERROR_MODEL) { /* it asks for the rate of what is kept */
            status = EG_OK;
            is_other = true;
        }
    }
    return status;
}

void eg_compile_user_nets(eg_model *m)
{
    const eg_user *u = m->user;
    for (int i = 0; u && i < u->output_count; i++) {
        eg_net *n = &m->nets[u->outputs[i].net];
        n->kind = EG_SIGNAL_USER;
        n->name = u->quantities[u->outputs[i].quantity].path;
    }
    if (u)
        eg_user_join_slopes(m);
    for (int i = 0; u && i < u->cut_count; i++) {
        eg_net *n = &m->nets[u->cuts[2 * i]];
        n->kind = EG_SIGNAL_FORCE;
        n->port = u->cuts[2 * i + 1];
        n->sign = 1;
        n->name = "a force through a rigid part";
        for (n->instance = 0; m->ports.base[n->instance + 1] <= n->port;)
            n->instance++;
    }
}

/* Of signals only those can be set that are the first state of their block. */
static eg_status check_targets(const eg_model *m, eg_diagnostics *d)
{
    const eg_user *u = m->user;
    eg_status status = EG_OK;
    for (int i = 0; u && i < u->action_count; i++) {
        const eg_user_action *a = &u->actions[i];
        if (a->kind != EG_USER_REINIT || a->target_net < 0)
            continue;
        const eg_net *n = &m->nets[a->target_net];
        if (n->states > 0 && n->lag > 0)
            continue;
        eg_report(d, EG_ERROR, a->place, "reinit cannot set the signal %s: it is no state", n->name);
        eg_remedy(d, "set the state from which it follows: the output of an Integrator for instance");
        status = EG_ERROR_MODEL;
    }
    return status;
}

eg_status eg_check_user_nets(const eg_model *m, eg_diagnostics *d)
{
    const eg_user *u = m->user;
    eg_status status = check_targets(m, d);
    for (int i = 0; u && i < u->core_inputs; i++) {
        const eg_user_input *in = &u->inputs[i];
        const eg_net *n = in->kind == EG_USER_SIGNAL ? &m->nets[in->index] : NULL;
        if (!n || in->other == 0 || (n->derivatives >= in->other && n->smoothness >= in->other - 1))
            continue;
        eg_report(
            d, EG_ERROR, n->instance < 0 ? EG_NOWHERE : eg_instance_place(&m->instances[n->instance]),
            n->derivatives < in->other
                ? "equations need derivative number %d of the signal %s, which is not known"
                : "equations need derivative number %d of the signal %s, but that is infinite where the "
                  "signal jumps",
            in->other, n->name);
        eg_remedy(
            d, "let the signal pass a first-order lag, der(x) = (u - x)/T, and take the derivative of that");
        status = EG_ERROR_MODEL;
    }
    return status;
}

void eg_compile_user_inertias(eg_model *m)
{
    const eg_user *u = m->user;
    for (int i = 0; u && i < u->flow_count; i++) {
        const eg_user_flow *f = &u->flows[i];
        for (int k = f->result.first_input; k < f->result.first_input + f->result.input && !f->is_heat; k++) {
            const eg_user_input *in = &u->inputs[u->tape.code[u->supports[k]].a];
            eg_body *body = &m->bodies[m->nodes[f->node].body];
            if (in->kind == EG_USER_ACCELERATION && &m->bodies[m->nodes[in->index].body] == body &&
                body->mass == 0)
                body->mass = EG_WRITTEN_MASS;
        }
    }
}

/* A connector's flow is the sum of users' flows in it, its own or those of connectors inside. */
static eg_status list_connector_flows(eg_model *m)
{
    eg_user *u = m->user;
    size_t pairs = 0;
    for (int fill = 0; fill < 2; fill++) {
        for (int f = 0; f < u->flow_count; f++) {
            const eg_connector *from = &m->connector.list[u->flows[f].connector];
            for (int c = 0; c < m->connector.count; c++) {
                const size_t owner = eg_connector_owner(&m->connector.list[c]);
                bool same = c == u->flows[f].connector;
                bool inside = m->connector.node[c] == u->flows[f].node &&
                              !eg_port_is_signal(m->connector.list[c].kind) &&
                              eg_port_is_thermal(m->connector.list[c].kind) == u->flows[f].is_heat &&
                              m->connector.point[c] == u->flows[f].point &&
                              strncmp(from->path, m->connector.list[c].path, owner) == 0 &&
                              eg_connector_owner(from) > owner;
                if (!same && !inside)
                    continue;
                if (fill) {
                    u->connector_flows[2 * u->connector_flow_count] = c;
                    u->connector_flows[2 * u->connector_flow_count++ + 1] = f;
                }
                pairs++;
            }
        }
        if (!fill && !(u->connector_flows = eg_arena_array(m->arena, 2 * pairs + 1, sizeof(int))))
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

eg_status eg_compile_user_equations(eg_model *m)
{
    eg_user *u = m->user;
    if (!u)
        return EG_OK;
    for (int i = 0; i < u->input_count; i++) {
        eg_user_input *in = &u->inputs[i];
        if (in->kind == EG_USER_DISTANCE && (in->row = eg_model_row(m, in->other, in->index)) < 0)
            return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].a >= 0 && !u->relations[i].is_of_time)
            u->relations[i].switch_index = m->switch_count++;
    for (int i = 0; i < u->delay_count; i++)
        if (!u->delays[i].is_constant)
            u->delays[i].switch_index = m->switch_count++;
    m->dynamics.is_implicit = m->dynamics.is_implicit || u->is_implicit;
    m->dynamics.rates_in_forces = m->dynamics.rates_in_forces || u->is_implicit;
    eg_status status = eg_user_find_bounded(m);
    if (status == EG_OK)
        status = eg_user_find_laws(m);
    if (status == EG_OK)
        status = eg_user_find_inertias(m);
    if (status == EG_OK)
        status = eg_user_find_kinds(m);
    if (status == EG_OK)
        status = eg_user_find_own_bodies(m);
    return status == EG_OK ? list_connector_flows(m) : status;
}

void eg_user_free(eg_user *u)
{
    if (!u)
        return;
    free(u->quantities);
    free(u->constraints);
    free(u->cones);
    free(u->supports);
    free(u->limits);
    eg_tape_release(&u->tape);
    for (int i = 0; i < u->law_count; i++)
        eg_tape_release(&u->laws[i].rest.tape);
    for (int i = 0; i < u->work_count; i++)
        eg_tape_release(&u->works[i].rest.tape);
    eg_user_origins_free(u->origins);
    if (u->own)
        eg_own_bodies_release(u->own);
    free(u->own);
    free(u);
}
