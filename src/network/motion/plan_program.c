/* Users' equations as the program of a plan (elastogap/fixed_program.h): their tape, from what is asked of it
 * down to what it reads, with relations in the place of switches. What a program has no words for is
 * named. */
#include "network/motion/kinematics.h"
#include "network/motion/plan.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int op_of[] = {
#define EG_OP_OF(name, operands) [EG_OP_##name] = EG_FIXED_OP_##name,
    EG_FIXED_OP_LIST(EG_OP_OF)
#undef EG_OP_OF
};

/* Longer tapes are followed too deep. */
enum { MOST_INSTRUCTIONS = 20000 };

/* Times that are reached but for rounding are reached: this share of a step. */
static const double DUE = 1e-9;

typedef struct lowering {
    const eg_network *s;
    const eg_user *u;
    eg_fixed_model *f;
    const double *y;
    const eg_fixed_wish *wish;
    int *place;      /* (instructions) operations; NOT_YET, UNDER_WAY */
    int *unknown;    /* (unknowns) of the program, or -1: of a body */
    int *discrete;   /* (quantities) discrete values, or -1 */
    bool *cancels;   /* (nets) forces through rigid parts that leave no body with one; NULL: not looked at */
    bool is_at_rest; /* accelerations are not looked at: what is computed is without inertia */
    bool failed;     /* the reason is written */
    /* the program's tables, filled */
    eg_fixed_operation *operation;
    eg_fixed_source *source;
    eg_fixed_unknown *z;
    int *follower, *result, *claim;
    double *discrete_start;
    eg_fixed_before *before;
    eg_fixed_clause *clause;
    eg_fixed_action *action;
    eg_fixed_sample *sample;
    eg_fixed_law *law;
    const eg_user_law *law_of; /* whose operations are made; NULL: none */
} lowering;

enum { NOT_YET = -1, UNDER_WAY = -2 };

static int refuse(lowering *l, const char *format, ...)
{
    va_list list;
    if (!l->failed) {
        va_start(list, format);
        vsnprintf(l->wish->reason, l->wish->size, format, list);
        va_end(list);
    }
    l->failed = true;
    return -1;
}

/* ---------------------------------------------------------------- operations */

static int put(lowering *l, int op, int a, int b, int c, double number)
{
    if (l->failed)
        return -1;
    l->operation[l->f->program.operations] = (eg_fixed_operation){op, a, b, c, number};
    return l->f->program.operations++;
}

static int put_number(lowering *l, double x)
{
    return put(l, EG_FIXED_OP_CONSTANT, -1, -1, -1, x);
}

static int put_source(lowering *l, int kind, int index)
{
    int i = 0;
    while (i < l->f->program.sources && (l->source[i].kind != kind || l->source[i].index != index))
        i++;
    if (i == l->f->program.sources)
        l->source[l->f->program.sources++] = (eg_fixed_source){kind, index};
    return put(l, EG_FIXED_OP_INPUT, i, -1, -1, 0);
}

static int emit(lowering *l, int node);

/* The item between two nodes, the one that there is or another. */
static int item_between(lowering *l, int from, int to, double start)
{
    const eg_fixed_model *f = l->f;
    for (int i = 0; i < f->plan.items; i++)
        if (f->ends[2 * i] == from && f->ends[2 * i + 1] == to && from != to)
            return i;
    return eg_plan_add_item(l->s, l->f, from, to, start);
}

static int emit_unknown(lowering *l, int unknown, bool is_rate)
{
    for (int k = 0; k < l->f->own_bodies; k++) {
        const int *own = l->f->own[k];
        if (own[1] == unknown)
            return put_source(l, is_rate ? EG_FIXED_ITEM_RATE : EG_FIXED_ITEM_DISTANCE, own[0]);
        if (own[2] == unknown && is_rate)
            return refuse(l, "equations follow the acceleration der(%s)",
                          l->u->quantities[l->u->unknown_of[unknown]].path);
        if (own[2] == unknown)
            return put_source(l, EG_FIXED_ITEM_RATE, own[0]);
    }
    return put_source(l, is_rate ? EG_FIXED_UNKNOWN_RATE : EG_FIXED_UNKNOWN, l->unknown[unknown]);
}

/* The output of users' equations that gives a net; -1: none does. */
static int output_of(const eg_user *u, int net)
{
    for (int i = 0; i < u->output_count; i++)
        if (u->outputs[i].net == net)
            return i;
    return -1;
}

static int emit_signal(lowering *l, int net, int derivative)
{
    const eg_net *n = &l->s->m->nets[net];
    const int output = output_of(l->u, net), order = n->order + derivative;
    if (output >= 0 && derivative == 0)
        return emit(l, l->u->outputs[output].result.node);
    if (n->kind == EG_SIGNAL_SENSOR && order < 2) {
        const double start =
            eg_node_position(l->s, n->to) - (n->from < 0 ? 0 : eg_node_position(l->s, n->from));
        return put_source(l, order == 0 ? EG_FIXED_ITEM_DISTANCE : EG_FIXED_ITEM_RATE,
                          item_between(l, n->from, n->to, start));
    }
    if (n->kind == EG_SIGNAL_TEMPERATURE && order == 0 && n->from < 0)
        return put(l, EG_FIXED_OP_ADD,
                   put(l, EG_FIXED_OP_MUL, put_number(l, n->gain),
                       put_source(l, EG_FIXED_NODE_TEMPERATURE, n->to), -1, 0),
                   put_number(l, n->offset), -1, 0);
    if (l->cancels && l->cancels[net])
        return put_number(l, 0);
    if (n->kind == EG_SIGNAL_FORCE)
        return refuse(l, "equations follow %s", n->name);
    if (derivative > 0 || n->kind == EG_SIGNAL_SENSOR || n->kind == EG_SIGNAL_TEMPERATURE)
        return refuse(l, "equations follow %s of %s", derivative > 0 ? "a derivative" : "the value", n->name);
    return put_source(l, EG_FIXED_INPUT, eg_plan_input(l->f, net));
}

/* The discrete value that a quantity is. */
static int discrete_of(lowering *l, int quantity)
{
    eg_fixed_program *q = &l->f->program;
    if (l->discrete[quantity] < 0) {
        l->discrete[quantity] = q->discretes;
        l->f->program_discrete[q->discretes] = quantity;
        l->discrete_start[q->discretes++] = l->s->user.discrete[quantity];
    }
    return l->discrete[quantity];
}

/* An input of a law, by the distance and the rate of its item. */
static int emit_way(lowering *l, const eg_user_input *in)
{
    const int to = l->law_of->to;
    int share = in->index == to;
    if (in->kind == EG_USER_DISTANCE)
        share -= in->other == to;
    if (share == 0)
        return put_number(l, 0);
    const int way =
        put_source(l, in->kind == EG_USER_DISTANCE ? EG_FIXED_LAW_DISTANCE : EG_FIXED_LAW_RATE, 0);
    return share > 0 ? way : put(l, EG_FIXED_OP_NEG, way, -1, -1, 0);
}

static int emit_input(lowering *l, const eg_user_input *in)
{
    const eg_model *m = l->s->m;
    if (l->law_of)
        return emit_way(l, in);
    switch (in->kind) {
    case EG_USER_TIME: return put_source(l, EG_FIXED_TIME, 0);
    case EG_USER_START:
    case EG_USER_TERMINAL: return put_number(l, 0);
    case EG_USER_VALUE: return emit_unknown(l, in->index, false);
    case EG_USER_RATE: return emit_unknown(l, in->index, true);
    case EG_USER_DISTANCE:
        return put_source(
            l, EG_FIXED_ITEM_DISTANCE,
            item_between(l, in->other, in->index, eg_row_value(l->s, &m->row.list[in->row], l->y)));
    case EG_USER_SPEED:
        return put_source(l, EG_FIXED_ITEM_RATE,
                          item_between(l, -1, in->index, eg_node_position(l->s, in->index)));
    case EG_USER_ACCELERATION:
        return l->is_at_rest ? put_number(l, 0) : refuse(l, "equations follow an acceleration");
    case EG_USER_SIGNAL: return emit_signal(l, in->index, in->other);
    case EG_USER_TEMPERATURE:
        return m->heat[in->index].unknown >= 0 ? put_source(l, EG_FIXED_NODE_TEMPERATURE, in->index)
                                               : put_number(l, m->heat[in->index].fixed);
    case EG_USER_DISCRETE: return put_source(l, EG_FIXED_DISCRETE, discrete_of(l, in->index));
    case EG_USER_BEFORE: return put_source(l, EG_FIXED_BEFORE, in->index);
    case EG_USER_SAMPLE: return put_source(l, EG_FIXED_SAMPLE, in->index);
    case EG_USER_FORCE:
    case EG_USER_LOSS:
    case EG_USER_MODE:
        return refuse(l, "equations follow the %s of %s",
                      in->kind == EG_USER_MODE   ? "mode"
                      : in->kind == EG_USER_LOSS ? "loss"
                                                 : "force",
                      eg_instance_path(m, m->elements[in->index].instance));
    case EG_USER_DELAYED: return refuse(l, "equations look back in time");
    default: return refuse(l, "equations follow forces or impulses that a step does not know");
    }
}

/* Of time it counts what is reached but for rounding. */
static int emit_relation(lowering *l, const eg_user_relation *r)
{
    if (r->a < 0)
        return refuse(l, "a relation has no sides");
    if (!r->is_of_time)
        return put(l, r->or_equal ? EG_FIXED_OP_LESS_EQUAL : EG_FIXED_OP_LESS, emit(l, r->a), emit(l, r->b),
                   -1, 0);
    const int now =
        put(l, EG_FIXED_OP_ADD, put_source(l, EG_FIXED_TIME, 0), put_number(l, DUE * l->f->plan.step), -1, 0);
    const int at = r->at_node < 0 ? put_number(l, r->at) : emit(l, r->at_node);
    return r->time_is_less ? put(l, EG_FIXED_OP_LESS, now, at, -1, 0)
                           : put(l, EG_FIXED_OP_LESS_EQUAL, at, now, -1, 0);
}

static int emit_new(lowering *l, const eg_instruction *i)
{
    int of[] = {i->a, i->b, i->c};
    switch (i->op) {
    case EG_OP_CONSTANT: return put_number(l, i->number);
    case EG_OP_INPUT: return emit_input(l, &l->u->inputs[i->a]);
    case EG_OP_SWITCH: return emit_relation(l, &l->u->relations[i->a]);
    case EG_OP_ALONG: return emit(l, i->a);
    case EG_OP_LOOP:
    case EG_OP_ARGUMENT:
        return refuse(l, "equations have a loop whose passes are counted by what it computes");
    default: break;
    }
    for (int k = 0; k < 3; k++)
        of[k] = k < eg_op_operands(i->op) ? emit(l, of[k]) : -1;
    return put(l, op_of[i->op], of[0], of[1], of[2], 0);
}

/* The operation of an instruction. */
static int emit(lowering *l, int node)
{
    if (l->failed)
        return -1;
    if (l->place[node] == UNDER_WAY)
        return refuse(l, "what equations give depends on itself through signals");
    if (l->place[node] == NOT_YET) {
        l->place[node] = UNDER_WAY;
        l->place[node] = emit_new(l, &l->u->tape.code[node]);
    }
    return l->place[node];
}

/* ---------------------------------------------------------------- inputs that the program gives */

int eg_plan_node_of_input(const eg_model *m, const eg_fixed_model *f, int code)
{
    const eg_user *u = m->user;
    const int flow = code - m->net_count;
    const int output = u && code >= 0 && flow < 0 ? output_of(u, code) : -1;
    if (output >= 0)
        return u->outputs[output].result.node;
    if (code >= eg_plan_first_push(m))
        return f->pushes[code - eg_plan_first_push(m)];
    return u && flow >= 0 && flow < u->flow_count ? u->flows[flow].result.node : -1;
}

/* The same of an input of the plan. */
static int node_of_input(const lowering *l, int input)
{
    return eg_plan_node_of_input(l->s->m, l->f, l->f->signal[input]);
}

static void put_over(int *input, const int *to)
{
    if (*input >= 0)
        *input = to[*input];
}

/* Inputs take other numbers. */
static void renumber(eg_fixed_model *f, const int *to)
{
    for (int i = 0; i < f->plan.items; i++) {
        put_over(&f->item[i].motion[0], to);
        put_over(&f->item[i].motion[1], to);
    }
    for (int i = 0; i < f->plan.frictions; i++)
        put_over(&f->friction[i].normal, to);
    for (int i = 0; i < f->plan.loads; i++)
        put_over(&f->load[i].input, to);
    for (int i = 0; i < f->heat.nodes; i++)
        put_over(&f->heat_node[i].input, to);
    for (int i = 0; i < f->heat.conductors; i++)
        put_over(&f->conductor[i].input, to);
    for (int i = 0; i < f->heat.heaters; i++)
        put_over(&f->heater[i].input, to);
}

/* The caller's inputs first, then the results; `node` of each. False: out of memory. */
static bool sort_inputs(lowering *l, int *node, const bool *is_law)
{
    eg_fixed_model *f = l->f;
    const int count = f->plan.inputs;
    int *to = calloc(2 * (size_t)count + 1, sizeof *to), given = 0;
    if (!to)
        return false;
    int *signal = to + count;
    int inner = 0;
    for (int i = 0; i < count; i++)
        given += node_of_input(l, i) < 0;
    inner = given;
    for (int i = 0, outer = 0; i < count; i++) {
        const int of = node_of_input(l, i);
        if (is_law[i]) { /* no load has it any more */
            to[i] = -1;
            continue;
        }
        to[i] = of < 0 ? outer++ : inner++;
        signal[to[i]] = f->signal[i];
        node[to[i]] = of;
    }
    renumber(f, to);
    for (int i = 0; i < l->f->program.sources; i++)
        if (l->source[i].kind == EG_FIXED_INPUT)
            l->source[i].index = to[l->source[i].index];
    for (int i = 0; i < inner; i++)
        f->signal[i] = signal[i];
    f->plan.inputs = given;
    f->program.results = inner - given;
    free(to);
    return true;
}

/* ---------------------------------------------------------------- forces through rigid parts
 *
 * What equations write between two flanges of one body, a rod say, passes on a force that no step knows, and
 * that none needs where it leaves at the one flange what it brings at the other. */

/* Which instructions follow the net: relations by their sides, which may stand behind. */
static void find_dependent(const lowering *l, int net, bool *depends)
{
    const eg_user *u = l->u;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < u->tape.count; i++) {
            const eg_instruction *c = &u->tape.code[i];
            const int of[] = {c->a, c->b, c->c};
            if (c->op == EG_OP_INPUT)
                depends[i] = u->inputs[c->a].kind == EG_USER_SIGNAL && u->inputs[c->a].index == net;
            else if (c->op == EG_OP_SWITCH && u->relations[c->a].a >= 0)
                depends[i] = depends[u->relations[c->a].a] || depends[u->relations[c->a].b];
            for (int k = 0; k < 3 && k < eg_op_operands(c->op); k++)
                depends[i] = depends[i] || depends[of[k]];
        }
}

/* How many times it is in flow i; NAN: otherwise than by a number. */
static double share_in(const lowering *l, int flow, const bool *depends, double *sum)
{
    const int root = l->u->flows[flow].result.node;
    double share = 0;
    memset(sum, 0, (size_t)l->u->tape.count * sizeof *sum);
    sum[root] = 1;
    for (int i = root; i >= 0; i--) {
        const bool is_input = l->u->tape.code[i].op == EG_OP_INPUT;
        if (sum[i] == 0 || !depends[i] || (!is_input && eg_user_pass_on(l->u, i, sum[i], sum)))
            continue;
        if (!is_input)
            return NAN;
        share += sum[i];
    }
    return share;
}

static bool cancels(const lowering *l, int net, bool *depends, double *sum, double *row)
{
    const eg_model *m = l->s->m;
    memset(depends, 0, (size_t)l->u->tape.count * sizeof *depends);
    memset(row, 0, (size_t)m->n * sizeof *row);
    find_dependent(l, net, depends);
    for (int i = 0; i < l->u->flow_count; i++) {
        const double share = depends[l->u->flows[i].result.node] ? share_in(l, i, depends, sum) : 0;
        if (isnan(share) || (share != 0 && l->u->flows[i].is_heat))
            return false;
        for (int k = m->scatter.flows.start[i]; k < m->scatter.flows.start[i + 1]; k++)
            row[m->scatter.flows.terms[k].index] += m->scatter.flows.terms[k].coefficient * share;
    }
    for (int i = 0; i < l->u->output_count; i++)
        if (depends[l->u->outputs[i].result.node])
            return false;
    bool all = true;
    for (int i = 0; i < m->n; i++)
        all = all && row[i] == 0;
    return all;
}

/* False: out of memory. */
static bool find_cancelling(lowering *l)
{
    const eg_model *m = l->s->m;
    const size_t count = (size_t)l->u->tape.count + 1;
    bool *depends = calloc(count, sizeof *depends);
    double *sum = calloc(count + (size_t)m->n, sizeof *sum);
    l->cancels = calloc((size_t)m->net_count + 1, sizeof *l->cancels);
    const bool good = depends && sum && l->cancels;
    for (int i = 0; i < m->net_count && good; i++)
        l->cancels[i] = m->nets[i].kind == EG_SIGNAL_FORCE && cancels(l, i, depends, sum, sum + count);
    free(depends);
    free(sum);
    return good;
}

/* What enters as a force is so without the inertia that it may have. */
static bool is_inertial(const lowering *l, int code)
{
    const int flow = code - l->s->m->net_count;
    return flow >= 0 && flow < l->u->flow_count && l->u->inertias[flow].mass > 0;
}

/* ---------------------------------------------------------------- laws
 *
 * Forces that follow from the distance and the rate of one item alone, and are no native law, are asked for
 * within the balance of bodies: so they are as stiff as they like. */

/* The law that the input is a force of; NULL: none. */
static const eg_user_law *law_of_input(const lowering *l, int input)
{
    const eg_user *u = l->u;
    const int flow = l->f->signal[input] - l->s->m->net_count;
    for (int i = 0; i < u->law_count; i++) {
        const eg_user_law *law = &u->laws[i];
        if (flow >= 0 && law->kind == EG_USER_LAW_OTHER && law->is_relative &&
            (law->flow[0] == flow || (law->count == 2 && law->flow[1] == flow)))
            return law;
    }
    return NULL;
}

/* The operations of a law, on their own; those of others that it shares are made once more. */
static bool add_law(lowering *l, const eg_user_law *law)
{
    const eg_user *u = l->u;
    eg_fixed_program *q = &l->f->program;
    const double from = law->from < 0 ? 0 : eg_node_position(l->s, law->from);
    int *place = l->place, *own = malloc(((size_t)u->tape.count + 1) * sizeof *own);
    if (!own)
        return false;
    for (int i = 0; i < u->tape.count; i++)
        own[i] = NOT_YET;
    eg_fixed_law *out = &l->law[q->laws++];
    out->first = q->operations;
    out->item = item_between(l, law->from, law->to, eg_node_position(l->s, law->to) - from);
    l->place = own;
    l->law_of = law;
    out->force = emit(l, u->flows[law->flow[0]].result.node);
    out->count = q->operations - out->first;
    l->law_of = NULL;
    l->place = place;
    free(own);
    return true;
}

static bool add_laws(lowering *l, bool *is_law)
{
    bool good = true;
    l->f->program.straight = l->f->program.operations;
    for (int i = 0; i < l->f->plan.inputs && good; i++) {
        const eg_user_law *law = law_of_input(l, i);
        bool is_new = law != NULL;
        for (int k = 0; k < i; k++)
            is_new = is_new && law_of_input(l, k) != law;
        is_law[i] = law != NULL;
        good = !is_new || add_law(l, law);
    }
    return good;
}

static void drop_loads(eg_fixed_model *f, const bool *is_law)
{
    int kept = 0;
    for (int i = 0; i < f->plan.loads; i++)
        if (f->load[i].input < 0 || !is_law[f->load[i].input])
            f->load[kept++] = f->load[i];
    f->plan.loads = kept;
}

static bool take_results(lowering *l, int *node, bool *is_law)
{
    if (!add_laws(l, is_law))
        return false;
    if (l->failed)
        return true;
    drop_loads(l->f, is_law);
    return sort_inputs(l, node, is_law);
}

static bool add_results(lowering *l)
{
    eg_fixed_model *f = l->f;
    const int count = f->plan.inputs;
    if (!find_cancelling(l))
        return false;
    for (int i = 0; i < count; i++) { /* what they ask for may be inputs more */
        l->is_at_rest = is_inertial(l, f->signal[i]);
        if (node_of_input(l, i) >= 0 && !law_of_input(l, i))
            emit(l, node_of_input(l, i));
    }
    l->is_at_rest = false;
    int *node = calloc((size_t)f->plan.inputs + 1, sizeof *node);
    bool *is_law = calloc((size_t)f->plan.inputs + 1, sizeof *is_law);
    const bool good = node && is_law && (l->failed || take_results(l, node, is_law));
    free(is_law);
    if (!good || l->failed) {
        free(node);
        return good;
    }
    for (int i = 0; i < f->program.results && !l->failed; i++) {
        l->result[i] = l->place[node[f->plan.inputs + i]];
        f->input[f->plan.inputs + i] = l->s->user.value[node[f->plan.inputs + i]];
    }
    free(node);
    return true;
}

/* ---------------------------------------------------------------- unknowns, events */

static void add_unknowns(lowering *l)
{
    eg_fixed_program *q = &l->f->program;
    const eg_user *u = l->u;
    for (int i = 0; i < u->unknowns; i++) {
        bool is_own = false;
        for (int k = 0; k < l->f->own_bodies; k++)
            is_own = is_own || l->f->own[k][1] == i || l->f->own[k][2] == i;
        l->unknown[i] = is_own ? -1 : q->unknowns;
        if (!is_own)
            l->f->program_unknown[q->unknowns++] = i;
    }
    for (int i = 0; i < u->unknowns && !l->failed; i++)
        if (l->unknown[i] >= 0)
            l->z[l->unknown[i]] = (eg_fixed_unknown){.row = emit(l, u->rows[i].result.node),
                                                     .is_state = i < u->states,
                                                     .start = l->y[l->s->m->first.user + i]};
}

static void add_events(lowering *l)
{
    eg_fixed_program *q = &l->f->program;
    const eg_user *u = l->u;
    for (int i = 0; i < u->clause_count; i++)
        l->clause[i] = (eg_fixed_clause){emit(l, u->clauses[i].condition), l->s->user.condition[i],
                                         u->clauses[i].other, u->clauses[i].above};
    q->clauses = u->clause_count;
    for (int i = 0; i < u->before_count; i++)
        l->before[i] =
            (eg_fixed_before){emit(l, u->befores[i].node), u->befores[i].is_discrete, l->s->user.before[i]};
    q->befores = u->before_count;
    for (int i = 0; i < u->sample_count; i++) {
        const eg_user_sample *k = &u->samples[i];
        if (k->interval < l->f->plan.step)
            refuse(l, "equations take samples each %g s, within a step", k->interval);
        l->sample[i] = (eg_fixed_sample){k->start, k->interval, (double)l->s->user.sample[i]};
    }
    q->samples = u->sample_count;
}

static void add_reinit(lowering *l, const eg_user_action *a, int value)
{
    eg_fixed_action *out = &l->action[l->f->program.actions++];
    const eg_flange_node *node = a->target_node >= 0 ? &l->s->m->nodes[a->target_node] : NULL;
    if (a->target >= 0)
        *out = (eg_fixed_action){EG_FIXED_SET, a->clause, l->unknown[a->target], value, 1};
    else if (node && node->body > 0 && node->motion == 0 && node->more == 0)
        *out = (eg_fixed_action){EG_FIXED_SET_SPEED, a->clause, node->body, value, 1 / node->factor};
    else
        refuse(l, "reinit sets what is no state of equations, and no speed of a body that goes alone");
}

static void add_actions(lowering *l)
{
    const eg_user *u = l->u;
    eg_fixed_program *q = &l->f->program;
    for (int i = 0; i < u->action_count && !l->failed; i++) {
        const eg_user_action *a = &u->actions[i];
        const bool is_claim = a->kind == EG_USER_ASSERT && !a->is_warning;
        if (a->kind == EG_USER_TERMINATE || (is_claim && a->clause >= 0))
            refuse(l, "a when clause %s", is_claim ? "asserts" : "ends the run");
        else if (is_claim && u->tape.code[a->value].op != EG_OP_CONSTANT)
            l->claim[q->claims++] = emit(l, a->value);
        else if (a->kind == EG_USER_REINIT)
            add_reinit(l, a, emit(l, a->value));
        else if (a->kind == EG_USER_ASSIGN) {
            const int value = emit(l, a->value), target = discrete_of(l, a->quantity);
            l->action[q->actions++] = (eg_fixed_action){EG_FIXED_ASSIGN, a->clause, target, value, 1};
        }
    }
}

/* ---------------------------------------------------------------- what follows what */

static bool any_of(const char *follows, const eg_fixed_operation *x)
{
    return (x->a >= 0 && follows[x->a]) || (x->b >= 0 && follows[x->b]) || (x->c >= 0 && follows[x->c]);
}

/* Of each unknown the operations that follow it on the way to a row; and whether results follow more than
 * time. */
static bool find_followers(lowering *l)
{
    eg_fixed_program *q = &l->f->program;
    char *needed = calloc(2 * (size_t)q->operations + 1, 1);
    l->follower = calloc((size_t)q->operations * (size_t)q->unknowns + 1, sizeof *l->follower);
    if (!needed || !l->follower) {
        free(needed);
        return false;
    }
    char *follows = needed + q->operations;
    for (int k = 0; k < q->unknowns; k++)
        needed[l->z[k].row] = 1;
    for (int i = q->operations - 1; i >= 0; i--) {
        const eg_fixed_operation *x = &l->operation[i];
        const int of[] = {x->a, x->b, x->c};
        for (int k = 0; needed[i] && x->op != EG_FIXED_OP_INPUT && k < 3; k++)
            if (of[k] >= 0)
                needed[of[k]] = 1;
    }
    for (int i = 0; i < q->operations; i++) {
        const eg_fixed_operation *x = &l->operation[i];
        follows[i] = x->op == EG_FIXED_OP_INPUT ? l->source[x->a].kind != EG_FIXED_TIME : any_of(follows, x);
    }
    for (int i = 0; i < q->results; i++)
        q->results_follow = q->results_follow || follows[l->result[i]];
    for (int k = 0; k < q->unknowns; k++) {
        l->z[k].first = q->followers;
        for (int i = 0; i < q->operations; i++) {
            const eg_fixed_operation *x = &l->operation[i];
            const eg_fixed_source *in = x->op == EG_FIXED_OP_INPUT ? &l->source[x->a] : NULL;
            follows[i] =
                in ? (in->kind == EG_FIXED_UNKNOWN || in->kind == EG_FIXED_UNKNOWN_RATE) && in->index == k
                   : any_of(follows, x);
            if (needed[i] && follows[i])
                l->follower[q->followers++] = i;
        }
        l->z[k].count = q->followers - l->z[k].first;
    }
    free(needed);
    return true;
}

/* ---------------------------------------------------------------- all of it */

/* Inputs of the whole model that change at events only. */
static bool has_switches(const eg_model *m)
{
    bool any = false;
    for (int i = 0; i < m->interface.input_count; i++)
        any = any || (m->interface.inputs[i].quantity >= 0 && m->interface.inputs[i].type != EG_REAL);
    return any;
}

static bool can_be_lowered(lowering *l)
{
    const eg_user *u = l->u;
    if (u->has_speeds)
        refuse(l, "states of its equations become algebraic in some modes");
    else if (u->delay_count > 0)
        refuse(l, "its equations look back in time");
    else if (u->impulse_count > 0)
        refuse(l, "its equations have impulses");
    else if (u->grip_count > 0)
        refuse(l, "its equations write friction that holds");
    else if (u->needs_holding)
        refuse(l, "its equations follow forces of friction that holds");
    else if (has_switches(l->s->m))
        refuse(l, "its equations have inputs that are no Real numbers");
    else if (u->tape.count > MOST_INSTRUCTIONS)
        refuse(l, "its equations come to %d operations, more than %d", u->tape.count, MOST_INSTRUCTIONS);
    return !l->failed;
}

static bool make_room(lowering *l)
{
    const eg_user *u = l->u;
    const size_t count = (size_t)u->tape.count, n = (size_t)u->unknowns + 1;
    l->place = malloc((count + 1) * sizeof *l->place);
    l->unknown = calloc(n, sizeof *l->unknown);
    l->discrete = malloc(((size_t)u->quantity_count + 1) * sizeof *l->discrete);
    /* a relation may take four, a temperature five; the input of each is one more */
    size_t most = count + (size_t)u->relation_count;
    l->source = calloc(2 * (size_t)u->input_count + 4, sizeof *l->source);
    l->z = calloc(n, sizeof *l->z);
    for (int i = 0; i < u->law_count; i++)
        most += (size_t)u->laws[i].step_count + 2 * (size_t)u->laws[i].relation_count + 4;
    l->operation = calloc(6 * most + 1, sizeof *l->operation);
    l->law = calloc((size_t)u->law_count + 1, sizeof *l->law);
    l->result = calloc((size_t)l->f->plan.inputs + 1, sizeof *l->result);
    l->claim = calloc((size_t)u->action_count + 1, sizeof *l->claim);
    l->discrete_start = calloc((size_t)u->quantity_count + 1, sizeof *l->discrete_start);
    l->before = calloc((size_t)u->before_count + 1, sizeof *l->before);
    l->clause = calloc((size_t)u->clause_count + 1, sizeof *l->clause);
    l->action = calloc((size_t)u->action_count + 1, sizeof *l->action);
    l->sample = calloc((size_t)u->sample_count + 1, sizeof *l->sample);
    l->f->program_unknown = calloc(n, sizeof *l->f->program_unknown);
    l->f->program_discrete = calloc((size_t)u->quantity_count + 1, sizeof *l->f->program_discrete);
    if (!l->f->program_unknown || !l->f->program_discrete || !l->place || !l->unknown || !l->discrete ||
        !l->operation || !l->source || !l->z || !l->result || !l->claim || !l->discrete_start || !l->before ||
        !l->clause || !l->action || !l->sample || !l->law)
        return false;
    for (size_t i = 0; i < count; i++)
        l->place[i] = NOT_YET;
    for (int i = 0; i < u->quantity_count; i++)
        l->discrete[i] = -1;
    return true;
}

/* The tables become the model's, which frees them. */
static void hand_over(lowering *l)
{
    eg_fixed_program *q = &l->f->program;
    q->operation = l->operation;
    q->source = l->source;
    q->unknown = l->z;
    q->follower = l->follower;
    q->result = l->result;
    q->claim = l->claim;
    q->discrete = l->discrete_start;
    q->before = l->before;
    q->clause = l->clause;
    q->action = l->action;
    q->sample = l->sample;
    q->law = l->law;
    free(l->cancels);
    free(l->place);
    free(l->unknown);
    free(l->discrete);
}

/* Outputs that wait for the program name instructions. */
static void add_outputs(lowering *l)
{
    for (int i = 0; i < l->f->plan.outputs; i++)
        if (l->f->output[i].quantity == EG_FIXED_VALUE)
            l->f->output[i].index = emit(l, l->f->output[i].index);
}

int eg_plan_add_program(const eg_network *s, eg_fixed_model *f, double t, const double *y,
                        const eg_fixed_wish *wish)
{
    lowering l = {.s = s, .u = s->m->user, .f = f, .y = y, .wish = wish};
    bool good = make_room(&l);
    f->program.start = t;
    if (good && can_be_lowered(&l)) {
        add_unknowns(&l);
        add_events(&l);
        add_actions(&l);
        add_outputs(&l);
        good = add_results(&l) && (l.failed || find_followers(&l));
    }
    hand_over(&l);
    if (!good)
        return -1;
    if (!l.failed)
        f->plan.program = &f->program;
    return l.failed;
}
