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

static double input_value(const eg_network *s, const eg_user_input *in, double t, const double *y,
                          const double *yp)
{
    const eg_model *m = s->m;
    switch (in->kind) {
    case EG_USER_TIME: return t;
    case EG_USER_START: return s->user_starting;
    case EG_USER_VALUE: return y[m->first_user + in->index];
    case EG_USER_RATE: return yp[m->first_user + in->index];
    case EG_USER_DISTANCE: return eg_row_value(s, &m->rows[in->row], y);
    case EG_USER_SPEED: return eg_node_speed(s, in->index, y);
    case EG_USER_ACCELERATION: return eg_node_acceleration(s, in->index, yp);
    case EG_USER_SIGNAL: {
        eg_jet u = s->net[in->index];
        return in->other == 0 ? u.x : in->other == 1 ? u.dx : u.ddx;
    }
    case EG_USER_FORCE: return m->user->needs_holding ? s->user_hold[in->index] : s->force[in->index].f;
    case EG_USER_LOSS: return s->force[in->index].loss;
    case EG_USER_TEMPERATURE: return eg_network_temperature(s, in->index, y);
    case EG_USER_DISCRETE: return s->user_discrete[in->index];
    case EG_USER_BEFORE: return s->user_before[in->index];
    case EG_USER_DELAYED: return 0; /* see look_back */
    case EG_USER_TERMINAL: return s->base.is_terminal;
    case EG_USER_SAMPLE: return s->user_sampled[in->index];
    case EG_USER_IMPULSE: return s->user_striking && s->user_impulse == in->index ? s->user_trial : 0;
    case EG_USER_STRUCK: return s->user_struck[in->index];
    case EG_USER_STRIKING: return s->user_striking;
    case EG_USER_MODE: return mode_value(s, in);
    case EG_USER_SEEN: /* see eg_user_look */
    case EG_USER_CUT:
    case EG_USER_VARIABLE: break;
    }
    return 0;
}

/* Takes input i; has it changed though it does so at events only? */
static inline bool take_input(eg_network *s, int i, double t, const double *y, const double *yp)
{
    const eg_user_input *in = &s->m->user->inputs[i];
    const double before = s->user_in[i];
    s->user_in[i] = input_value(s, in, t, y, yp);
    return eg_user_is_frozen_input(in->kind) && s->user_in[i] != before;
}

static bool take_inputs(eg_network *s, double t, const double *y, const double *yp)
{
    bool stands = true;
    for (int i = 0; i < s->m->user->input_count; i++)
        stands = !take_input(s, i, t, y, yp) && stands;
    return stands;
}

/* Late in time what follows it follows what rounding leaves out of it, too. */
static void run(eg_network *s, const eg_tape *tape, bool stands)
{
    eg_user_note_modes(s, stands);
    if (s->base.origin != 0 && s->user_late)
        eg_tape_run_late(tape, s->user_in, s->user_mode, s->m->user->clock, s->user_rest, s->user_late,
                         s->user_value);
    else
        eg_tape_run(tape, s->user_in, s->user_mode, s->user_value);
    eg_user_continue(s, tape);
}

void eg_user_refresh(eg_network *s)
{
    const eg_user *u = s->m->user;
    bool stands = true;
    for (int i = 0; i < u->input_count; i++)
        if (eg_user_is_frozen_input(u->inputs[i].kind))
            stands = !take_input(s, i, s->time, NULL, NULL) && stands;
    run(s, &u->tape, stands);
}

/* Delayed values, once the times are known by which they are. */
static void look_back(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->delay_count; i++)
        eg_tape_run_list(&u->tape, u->cones + u->delays[i].first_cone, u->delays[i].cone, s->user_in,
                         s->user_mode, s->user_value);
    for (int i = 0; i < u->input_count; i++)
        if (u->inputs[i].kind == EG_USER_DELAYED)
            s->user_in[i] = eg_delay_value(s, u->inputs[i].index, t, NULL);
}

/* Signals that equations give. */
static void set_outputs(eg_network *s)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    for (int i = 0; i < u->output_count; i++) {
        int net = u->outputs[i].net;
        double value = s->user_value[u->outputs[i].result.node];
        if (m->nets[net].is_late)
            s->net[net] = (eg_jet){value, 0, 0};
        else
            s->loop_value[m->nets[net].unknown] = value;
    }
}

static void begin(eg_network *s, double t)
{
    s->has_late = false;
    if (s->base.origin != 0)
        s->user_rest = eg_system_rest(&s->base, t);
}

void eg_user_evaluate(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    begin(s, t);
    const bool stands = take_inputs(s, t, y, yp);
    if (u->delay_count > 0)
        look_back(s, t);
    eg_tape tape = u->tape;
    tape.count = s->user_rates ? tape.count : u->core;
    run(s, &tape, stands);
    set_outputs(s);
}

bool eg_user_stands(const eg_network *s)
{
    bool all = eg_user_has_stages(s) && eg_user_modes_stand(s);
    for (int k = 0; all && k < s->stages->held_count; k++) {
        const int i = s->stages->held[k];
        all = input_value(s, &s->m->user->inputs[i], s->time, NULL, NULL) == s->user_in[i];
    }
    return all;
}

void eg_user_evaluate_stage(eg_network *s, eg_user_need need, double t, const double *y, const double *yp)
{
    if (yp != s->zero || !eg_user_stands(s)) {
        eg_user_evaluate(s, t, y, yp);
        return;
    }
    const eg_user_stage *k = eg_user_stage_for(s, need);
    begin(s, t);
    for (int i = 0; i < k->input_count; i++) {
        const eg_user_taken *x = &k->inputs[i];
        s->user_in[x->input] = s->user_value[x->to] =
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
            s->user_in[i] = column[u->inputs[i].other][u->inputs[i].index];
    eg_tape_run_list(&u->tape, u->late, u->late_count, s->user_in, s->user_mode, s->user_value);
}

/* Heat rows have been set, those of bodies are being summed; what rounding leaves out goes into `rest`,
 * unless that is NULL. */
static void add_flows(const eg_network *s, bool heat, double *r, double *rest)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    for (int i = 0; i < u->flow_count; i++) {
        if (u->flows[i].is_heat != heat)
            continue;
        for (int k = m->flow_rows.start[i]; k < m->flow_rows.start[i + 1]; k++) {
            const int row = m->flow_rows.terms[k].index;
            if (s->is_rate_row[row])
                continue;
            const double part = m->flow_rows.terms[k].coefficient * s->user_value[u->flows[i].result.node];
            const eg_dd sum = eg_dd_two_sum(r[row], part);
            r[row] = sum.hi;
            if (rest)
                rest[row] += sum.lo;
        }
    }
}

void eg_user_add_forces(const eg_network *s, double *r, double *rest)
{
    add_flows(s, false, r, rest);
}

static double slot_residual(const eg_network *s, int i)
{
    const eg_user *u = s->m->user;
    double sum = 0;
    for (int k = s->slots->first[i]; k < s->slots->first[i + 1]; k++) {
        int row = s->slots->terms[k].index;
        const eg_user_result *of = s->slots->is_rate[i] ? &u->row_rates[row] : &u->rows[row].result;
        sum += s->slots->terms[k].coefficient * s->user_value[of->node];
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
        if (s->differential[s->m->first_user + i] &&
            fabs(s->user_value[row->right]) <= 32 * DBL_EPSILON * sizes[row->right])
            r[s->m->first_user + i] = s->user_value[row->left];
    }
}

void eg_user_residuals(eg_network *s, const double *yp, double *r)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->user->unknowns; i++)
        r[m->first_user + i] = s->slots ? slot_residual(s, i) : s->user_value[m->user->rows[i].result.node];
    if (m->user->is_balanced && !s->slots)
        leave_balanced(s, r);
    eg_user_share_residuals(s, yp, r);
    add_flows(s, true, r, NULL);
}

/* `value`: of instructions, or the sizes of what they are the sum of. */
static double slot_size(const eg_network *s, int i, const double *value)
{
    const eg_user *u = s->m->user;
    double size = 0;
    for (int k = s->slots ? s->slots->first[i] : i; k < (s->slots ? s->slots->first[i + 1] : i + 1); k++) {
        eg_term t = s->slots ? s->slots->terms[k] : (eg_term){i, 1};
        size +=
            fabs(t.coefficient) * (fabs(value[u->rows[t.index].left]) + fabs(value[u->rows[t.index].right]));
    }
    return size;
}

void eg_user_leave_settled(const eg_network *s, double *r)
{
    for (int i = 0; i < s->m->user->states; i++)
        if (s->slots->is_algebraic[i] &&
            fabs(r[s->m->first_user + i]) <= 4 * DBL_EPSILON * slot_size(s, i, s->user_value))
            r[s->m->first_user + i] = 0;
}

void eg_user_add_sizes(eg_network *s, double *sizes)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    const double *of = eg_user_sizes(s);
    for (int i = 0; i < u->unknowns; i++)
        sizes[m->first_user + i] += slot_size(s, i, of);
    for (int i = 0; i < u->flow_count; i++)
        for (int k = m->flow_rows.start[i]; k < m->flow_rows.start[i + 1]; k++)
            sizes[m->flow_rows.terms[k].index] += fabs(s->user_value[u->flows[i].result.node]);
}

static bool is_curved(const eg_network *s, int i)
{
    return !s->differential[s->m->first_user + i] && s->m->user->is_curved[i];
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
            noise[s->m->first_user + i] = DBL_EPSILON * slot_size(s, i, of);
}

void eg_user_gradient(eg_network *s, const eg_user_result *result)
{
    const eg_user *u = s->m->user;
    eg_tape_gradient(&u->tape, s->user_value, u->cones + result->first_cone, result->cone, result->node,
                     s->user_work);
}
