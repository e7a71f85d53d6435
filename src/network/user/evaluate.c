/* Users' equations at a point: inputs of the tape, its values, rows of the residual. */
#include "base/dd.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/network.h"
#include "network/user/delay.h"
#include "network/user/edges.h"
#include "network/user/evaluate.h"
#include "network/user/grip.h"
#include "network/user/relevant.h"
#include "network/user/stage.h"
#include "network/user/structure.h"

#include <float.h>
#include <math.h>

/* What the mode of a component says. */
static double mode_value(const eg_network *s, const eg_user_input *in)
{
    const eg_class *class = s->m->instances[s->m->elements[in->index].instance].class;
    return class->discrete(s->mode[in->index], in->other);
}

/* Of an input that changes at events only. */
static double held_value(const eg_network *s, const eg_user_input *in)
{
    switch (in->kind) {
    case EG_USER_START: return s->user.starting;
    case EG_USER_DISCRETE: return s->user.discrete[in->index];
    case EG_USER_BEFORE: return s->user.before[in->index];
    case EG_USER_SAMPLE: return s->user.sampled[in->index];
    case EG_USER_STRUCK: return s->strike.struck[in->index];
    case EG_USER_STRIKING: return s->strike.is_on;
    case EG_USER_MODE: return mode_value(s, in);
    default: return 0;
    }
}

static double input_value(const eg_network *s, const eg_user_input *in, double t, const double *y,
                          const double *yp)
{
    const eg_model *m = s->m;
    switch (in->kind) {
    case EG_USER_TIME: return t;
    case EG_USER_VALUE: return y[m->first.user + in->index];
    case EG_USER_RATE: return yp[m->first.user + in->index];
    case EG_USER_DISTANCE: return eg_row_value(s, &m->row.list[in->row], y);
    case EG_USER_SPEED: return eg_node_speed(s, in->index, y);
    case EG_USER_ACCELERATION: return eg_node_acceleration(s, in->index, yp);
    case EG_USER_SIGNAL: {
        eg_jet u = s->signals.net[in->index];
        return in->other == 0 ? u.x : in->other == 1 ? u.dx : u.ddx;
    }
    case EG_USER_FORCE: return m->user->needs_holding ? s->user.hold[in->index] : s->force[in->index].f;
    case EG_USER_LOSS: return s->force[in->index].loss;
    case EG_USER_TEMPERATURE: return eg_network_temperature(s, in->index, y);
    case EG_USER_DELAYED: return 0; /* see look_back */
    case EG_USER_TERMINAL: return s->base.is_terminal;
    case EG_USER_IMPULSE: return s->strike.is_on && s->strike.impulse == in->index ? s->strike.trial : 0;
    case EG_USER_SEEN: return 0; /* see eg_user_look */
    default: return held_value(s, in);
    }
}

/* Takes input i; is it what it was, or does it follow more than events? */
static inline bool take_input(eg_network *s, int i, double value)
{
    const double before = s->user.in[i];
    s->user.in[i] = value;
    return !eg_user_is_frozen_input(s->m->user->inputs[i].kind) || value == before;
}

static bool take_inputs(eg_network *s, double t, const double *y, const double *yp)
{
    bool stands = true;
    for (int i = 0; i < s->m->user->input_count; i++)
        stands = take_input(s, i, input_value(s, &s->m->user->inputs[i], t, y, yp)) && stands;
    return stands;
}

/* Late in time what follows it follows what rounding leaves out of it, too. */
static void run(eg_network *s, const eg_tape *tape, bool stands)
{
    eg_user_note_modes(s, stands);
    if (s->base.origin != 0 && s->user.late)
        eg_tape_run_late(tape, s->user.in, s->user.mode, s->m->user->clock, s->user.rest, s->rounding.shakes,
                         s->user.late, s->user.value);
    else if (s->rounding.shakes)
        eg_tape_run_shaken(tape, s->user.in, s->user.mode, s->user.value);
    else
        eg_tape_run(tape, s->user.in, s->user.mode, s->user.value);
    eg_user_continue(s, tape);
}

void eg_user_refresh(eg_network *s)
{
    const eg_user *u = s->m->user;
    bool stands = true;
    for (int i = 0; i < u->input_count; i++)
        if (eg_user_is_frozen_input(u->inputs[i].kind))
            stands = take_input(s, i, held_value(s, &u->inputs[i])) && stands;
    run(s, &u->tape, stands);
}

/* Delayed values, once the times are known by which they are. */
static void look_back(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->delay_count; i++)
        eg_tape_run_list(&u->tape, u->cones + u->delays[i].first_cone, u->delays[i].cone, s->user.in,
                         s->user.mode, s->user.value);
    for (int i = 0; i < u->input_count; i++)
        if (u->inputs[i].kind == EG_USER_DELAYED)
            s->user.in[i] = eg_delay_value(s, u->inputs[i].index, t, NULL);
}

/* Signals that equations give. */
static void set_outputs(eg_network *s)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    for (int i = 0; i < u->output_count; i++) {
        int net = u->outputs[i].net;
        double value = s->user.value[u->outputs[i].result.node];
        if (m->nets[net].is_late)
            s->signals.net[net] = (eg_jet){value, 0, 0};
        else
            s->signals.loop_value[m->nets[net].unknown] = value;
    }
}

static void begin(eg_network *s, double t)
{
    s->user.has_late = false;
    if (s->base.origin != 0)
        s->user.rest = eg_system_rest(&s->base, t);
}

void eg_user_evaluate(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    begin(s, t);
    const bool stands = take_inputs(s, t, y, yp);
    if (u->delay_count > 0)
        look_back(s, t);
    eg_tape tape = u->tape;
    tape.count = s->user.rates ? tape.count : u->core;
    run(s, &tape, stands);
    set_outputs(s);
}

bool eg_user_stands(const eg_network *s)
{
    bool all = eg_user_has_stages(s) && eg_user_modes_stand(s);
    for (int k = 0; all && k < s->user.stages->held_count; k++) {
        const int i = s->user.stages->held[k];
        all = held_value(s, &s->m->user->inputs[i]) == s->user.in[i];
    }
    return all;
}

void eg_user_evaluate_stage(eg_network *s, eg_user_need need, double t, const double *y, const double *yp)
{
    if (yp != s->scratch.zero || !eg_user_stands(s)) {
        eg_user_evaluate(s, t, y, yp);
        return;
    }
    const eg_user_stage *k = eg_user_stage_for(s, need);
    begin(s, t);
    for (int i = 0; i < k->input_count; i++) {
        const eg_user_taken *x = &k->inputs[i];
        s->user.in[x->input] = s->user.value[x->to] =
            x->unknown >= 0 ? x->c * y[x->unknown] + x->d
                            : input_value(s, &s->m->user->inputs[x->input], t, y, yp);
    }
    if (eg_user_run_stage(s, k))
        set_outputs(s);
    else
        eg_user_evaluate(s, t, y, yp);
}

void eg_user_look(eg_network *s, const double *const column[])
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->input_count; i++)
        if (u->inputs[i].kind == EG_USER_SEEN)
            s->user.in[i] = column[u->inputs[i].other][u->inputs[i].index];
    eg_tape_run_list(&u->tape, u->late, u->late_count, s->user.in, s->user.mode, s->user.value);
}

/* Of flow i, where nobody looks at what sums leave out. */
static inline void add_flow(const eg_network *s, int i, double *r)
{
    const eg_scatter *rows = &s->m->scatter.flows;
    const double value = s->user.value[s->m->user->flows[i].result.node];
    for (int k = rows->start[i]; k < rows->start[i + 1]; k++)
        if (!s->balance.is_rate_row[rows->terms[k].index])
            r[rows->terms[k].index] += rows->terms[k].coefficient * value;
}

/* What rounding leaves out goes into `rest`. */
static void add_flow_exactly(const eg_network *s, int i, double *r, double *rest)
{
    const eg_scatter *rows = &s->m->scatter.flows;
    for (int k = rows->start[i]; k < rows->start[i + 1]; k++) {
        const int row = rows->terms[k].index;
        if (s->balance.is_rate_row[row])
            continue;
        const double part = rows->terms[k].coefficient * s->user.value[s->m->user->flows[i].result.node];
        const eg_dd sum = eg_dd_two_sum(r[row], part);
        r[row] = sum.hi;
        rest[row] += sum.lo;
    }
}

void eg_user_add_forces(const eg_network *s, double *r, double *rest)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->flow_count; i++) {
        if (u->flows[i].is_heat)
            continue;
        if (rest)
            add_flow_exactly(s, i, r, rest);
        else
            add_flow(s, i, r);
    }
}

static double slot_residual(const eg_network *s, int i)
{
    const eg_user *u = s->m->user;
    double sum = 0;
    for (int k = s->user.slots->first[i]; k < s->user.slots->first[i + 1]; k++) {
        int row = s->user.slots->terms[k].index;
        const eg_user_result *of = s->user.slots->is_rate[i] ? &u->row_rates[row] : &u->rows[row].result;
        sum += s->user.slots->terms[k].coefficient * s->user.value[of->node];
    }
    return sum;
}

/* What balances by the value of an unknown that a formula gives (affine.c) is 0, not its rounding: friction
 * written as equations holds a body in its place. */
static void leave_balanced(eg_network *s, double *r)
{
    const eg_user *u = s->m->user;
    const double *sizes = eg_user_sizes(s);
    for (int i = 0; i < u->states; i++) {
        const eg_user_row *row = &u->rows[i];
        if (s->differential[s->m->first.user + i] &&
            fabs(s->user.value[row->right]) <= 32 * DBL_EPSILON * sizes[row->right])
            r[s->m->first.user + i] = s->user.value[row->left];
    }
}

void eg_user_residuals(eg_network *s, const double *yp, double *r)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->user->unknowns; i++)
        r[m->first.user + i] =
            s->user.slots ? slot_residual(s, i) : s->user.value[m->user->rows[i].result.node];
    if (m->user->is_balanced && !s->user.slots)
        leave_balanced(s, r);
    eg_user_share_residuals(s, yp, r);
    for (int i = 0; m->heat_count > 0 && i < m->user->flow_count; i++)
        if (m->user->flows[i].is_heat)
            add_flow(s, i, r);
}

/* `value`: of instructions, or the sizes of what they are the sum of. */
static double slot_size(const eg_network *s, int i, const double *value)
{
    const eg_user *u = s->m->user;
    double size = 0;
    for (int k = s->user.slots ? s->user.slots->first[i] : i;
         k < (s->user.slots ? s->user.slots->first[i + 1] : i + 1); k++) {
        eg_term t = s->user.slots ? s->user.slots->terms[k] : (eg_term){i, 1};
        size +=
            fabs(t.coefficient) * (fabs(value[u->rows[t.index].left]) + fabs(value[u->rows[t.index].right]));
    }
    return size;
}

void eg_user_leave_settled(const eg_network *s, double *r)
{
    for (int i = 0; i < s->m->user->states; i++)
        if (s->user.slots->is_algebraic[i] &&
            fabs(r[s->m->first.user + i]) <= 4 * DBL_EPSILON * slot_size(s, i, s->user.value))
            r[s->m->first.user + i] = 0;
}

void eg_user_add_sizes(eg_network *s, double *sizes)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    const double *of = eg_user_sizes(s);
    for (int i = 0; i < u->unknowns; i++)
        sizes[m->first.user + i] += slot_size(s, i, of);
    for (int i = 0; i < u->flow_count; i++)
        for (int k = m->scatter.flows.start[i]; k < m->scatter.flows.start[i + 1]; k++)
            sizes[m->scatter.flows.terms[k].index] += fabs(s->user.value[u->flows[i].result.node]);
}

static bool is_curved(const eg_network *s, int i)
{
    return !s->differential[s->m->first.user + i] && s->m->user->is_curved[i];
}

bool eg_user_is_curved(const eg_network *s)
{
    bool any = false;
    for (int i = 0; i < s->m->user->unknowns && !any; i++)
        any = is_curved(s, i);
    return any;
}

/* Of z + exp(z) - 1 = u with a small z each ulp of z is far less than one of exp(z). */
void eg_user_residual_noise(eg_network *s, double *noise)
{
    const double *of = eg_user_sizes(s);
    for (int i = 0; i < s->m->user->unknowns; i++)
        if (is_curved(s, i))
            noise[s->m->first.user + i] = DBL_EPSILON * slot_size(s, i, of);
}

void eg_user_gradient(eg_network *s, const eg_user_result *result)
{
    const eg_user *u = s->m->user;
    eg_tape_gradient(&u->tape, s->user.value, u->cones + result->first_cone, result->cone, result->node,
                     s->user.work);
}
