/* The Jacobian of users' equations. */
#include "network/solve/jacobian.h"
#include "base/tape_affine.h"
#include "network/motion/evaluate.h"
#include "network/user/evaluate.h"
#include "network/user/grip.h"
#include "network/user/modes.h"
#include "network/user/structure.h"

static void emit_node_rate(eg_assembly *a, int row, int node, int order, double factor)
{
    eg_jacobian_emit_bodies(a, row, node, order == 2 ? a->m->n : 0, factor);
    eg_jacobian_emit_motion(a, row, eg_node_motion(a->m, node), order, factor);
}

static void emit_element(eg_assembly *a, int row, const eg_user_input *in, double factor)
{
    const eg_element *e = &a->m->elements[in->index];
    const eg_row *of = &a->m->row.list[e->row];
    const eg_force *f = &a->s->force[in->index];
    const eg_response response = eg_response_of(a->s, in->index);
    bool is_force = in->kind == EG_USER_FORCE;
    eg_jacobian_emit_position(a, row, of, factor * (is_force ? f->df_ds : f->dloss_ds));
    eg_jacobian_emit_speed(a, row, of, factor * (is_force ? f->df_dv : f->dloss_dv));
    eg_jacobian_emit_influence(a, row, e, factor * (is_force ? response.df_du : response.dloss_du),
                               factor * (is_force ? response.df_dT : response.dloss_dT));
}

void eg_jacobian_emit_input(eg_assembly *a, int row, const eg_user_input *in, double factor)
{
    const eg_model *m = a->m;
    switch (in->kind) {
    case EG_USER_TIME: eg_jacobian_emit(a, row, 2 * m->n + 3 * m->net_count, factor); break;
    case EG_USER_VALUE: eg_jacobian_emit(a, row, m->first.user + in->index, factor); break;
    case EG_USER_RATE: eg_jacobian_emit(a, row, m->n + m->first.user + in->index, factor); break;
    case EG_USER_DISTANCE: eg_jacobian_emit_position(a, row, &m->row.list[in->row], factor); break;
    case EG_USER_SPEED: emit_node_rate(a, row, in->index, 1, factor); break;
    case EG_USER_ACCELERATION: emit_node_rate(a, row, in->index, 2, factor); break;
    case EG_USER_SIGNAL:
        eg_jacobian_emit_gradient(a, row, &m->nets[in->index].gradient, in->other, factor);
        break;
    case EG_USER_FORCE:
    case EG_USER_LOSS: emit_element(a, row, in, factor); break;
    case EG_USER_TEMPERATURE: eg_jacobian_emit_node_temperature(a, row, in->index, 0, factor); break;
    case EG_USER_START:
    case EG_USER_DISCRETE:
    case EG_USER_BEFORE:
    case EG_USER_SAMPLE:
    case EG_USER_DELAYED: /* of the past */
    case EG_USER_TERMINAL:
    case EG_USER_IMPULSE:
    case EG_USER_STRUCK:
    case EG_USER_STRIKING:
    case EG_USER_MODE:
    case EG_USER_SEEN:
    case EG_USER_CUT:
    case EG_USER_VARIABLE: break;
    }
}

/* Does a column of its own tell all that follows this input? */
static bool is_in_series(const eg_assembly *a, const eg_user_input *in)
{
    return a->lists_series && in->kind == EG_USER_TIME;
}

/* What the result adds that follows time. */
static void emit_series(eg_assembly *a, int row, const eg_user_result *of, double factor)
{
    if (a->lists_series && a->m->user->affinity.form[of->node].time >= 0)
        eg_jacobian_emit(a, row, eg_user_series_column(a->m, of->node), factor);
}

/* factor times the gradient of a result, which eg_user_gradient has just made, but that by one input. */
static void emit_but(eg_assembly *a, int row, const eg_user_result *of, double factor, int but)
{
    const eg_user *u = a->m->user;
    emit_series(a, row, of, factor);
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        int instruction = u->supports[i];
        if (instruction != but && !is_in_series(a, &u->inputs[u->tape.code[instruction].a]))
            eg_jacobian_emit_input(a, row, &u->inputs[u->tape.code[instruction].a],
                                   factor * a->s->user.work[instruction]);
    }
}

void eg_jacobian_emit_result(eg_assembly *a, int row, const eg_user_result *of, double factor)
{
    emit_but(a, row, of, factor, -1);
}

/* The rate of a force on parts without mass: their accelerations have no part in it. */
void eg_jacobian_emit_rate(eg_assembly *a, int row, const eg_user_result *of, double factor)
{
    const eg_model *m = a->m;
    emit_series(a, row, of, factor);
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        int instruction = m->user->supports[i];
        const eg_user_input *in = &m->user->inputs[m->user->tape.code[instruction].a];
        if (is_in_series(a, in))
            continue;
        if (in->kind != EG_USER_ACCELERATION || m->bodies[m->nodes[in->index].body].mass > 0)
            eg_jacobian_emit_input(a, row, in, factor * a->s->user.work[instruction]);
    }
}

/* The gradient of a result that stands in the slot of an unknown. */
static void find_gradient(const eg_assembly *a, int row, bool is_rate, const eg_user_result *of)
{
    const eg_user_affinity *affinity = &a->m->user->affinity;
    const bool is_cut =
        (a->lists_series || a->s->solver.leaves_products) && !is_rate && row < a->m->user->states;
    if (is_cut && affinity->sums && affinity->sums[row])
        eg_user_gradient_of_sums(a->s, row);
    else
        eg_user_gradient(a->s, of);
}

/* How the row in an unknown's slot follows products. */
static void emit_products(eg_assembly *a, int slot, int row, double factor)
{
    const eg_user *u = a->m->user;
    const eg_user_result *of = &u->rows[row].result;
    if (!a->lists_series || row >= u->states || !u->affinity.sums || !u->affinity.sums[row])
        return;
    for (int k = of->first_cone; k < of->first_cone + of->cone; k++)
        if (eg_tape_is_product(&u->tape, u->affinity.form, u->cones[k]))
            eg_jacobian_put(a, slot, eg_user_series_column(a->m, u->cones[k]),
                            factor * a->s->user.work[u->cones[k]]);
}

/* A share of what holds, in the place of a row. */
static void walk_share(eg_assembly *a, int row, int share)
{
    for (int i = 0, unknown; i < a->s->user.shares->count; i++) {
        double value = eg_user_share_term(a->s, share, i, &unknown);
        eg_jacobian_put(a, row, a->m->first.user + unknown, value);
    }
}

static void walk_slot(eg_assembly *a, int i)
{
    const eg_user *u = a->m->user;
    const eg_user_slots *slots = a->s->user.slots;
    int share = eg_user_share_in(a->s, i);
    if (share >= 0) {
        walk_share(a, a->m->first.user + i, share);
        return;
    }
    for (int k = slots ? slots->first[i] : i; k < (slots ? slots->first[i + 1] : i + 1); k++) {
        eg_term t = slots ? slots->terms[k] : (eg_term){i, 1};
        const eg_user_result *of =
            slots && slots->is_rate[i] ? &u->row_rates[t.index] : &u->rows[t.index].result;
        const bool is_rate = slots && slots->is_rate[i];
        find_gradient(a, t.index, is_rate, of);
        if (!is_rate)
            emit_products(a, a->m->first.user + i, t.index, t.coefficient);
        emit_but(a, a->m->first.user + i, of, t.coefficient, eg_user_lost_in(a->s, i));
    }
}

/* A signal that is no unknown, in the balances into which its sources push. */
static void walk_late(eg_assembly *a, const eg_user_output *output)
{
    const eg_model *m = a->m;
    for (int i = 0; i < m->source_count; i++) {
        if (m->sources[i].input != output->net)
            continue;
        for (int k = m->scatter.sources.start[i]; k < m->scatter.sources.start[i + 1]; k++)
            eg_jacobian_emit_result(a, m->scatter.sources.terms[k].index, &output->result,
                                    m->scatter.sources.terms[k].coefficient);
    }
}

void eg_jacobian_walk_user(eg_assembly *a)
{
    const eg_model *m = a->m;
    const eg_user *u = m->user;
    for (int i = 0; i < u->unknowns; i++)
        walk_slot(a, i);
    for (int i = 0; i < u->output_count; i++) {
        eg_user_gradient(a->s, &u->outputs[i].result);
        if (m->nets[u->outputs[i].net].is_late)
            walk_late(a, &u->outputs[i]);
        else
            eg_jacobian_emit_result(a, m->first.loop + m->nets[u->outputs[i].net].unknown,
                                    &u->outputs[i].result, -1);
    }
    for (int i = 0; i < u->flow_count; i++) {
        eg_user_gradient(a->s, &u->flows[i].result);
        for (int k = m->scatter.flows.start[i]; k < m->scatter.flows.start[i + 1]; k++)
            if (!a->s->balance.is_rate_row[m->scatter.flows.terms[k].index])
                eg_jacobian_emit_result(a, m->scatter.flows.terms[k].index, &u->flows[i].result,
                                        m->scatter.flows.terms[k].coefficient);
    }
}
