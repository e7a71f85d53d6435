/* The matrices. A and B are rates along tangents. So are those entries of C and D that show what a tangent
 * has: positions, speeds, signals, users' variables. The others are what components compute from these, or
 * expressions: for them rows of results are made on both sides of the point along the tangent, in the mode
 * that the point is in, and the central differences of halved steps extrapolated to none (Ridders 1982). */
#include "linearize/linearize.h"
#include "network/motion/evaluate.h"
#include "network/solve/derivatives.h"
#include "network/solve/tangent.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the extrapolation: how often the step is halved, how many of these are looked at together, and what will
 * do. */
enum { LEVELS = 40, DEPTH = 6 };
static const double GOOD = 1e-13, DOUBTFUL = 1e-7;
/* Of a value beside the point. */
static const double ULPS = 4;

typedef struct filling {
    eg_linear_point *p;
    eg_view *view;
    size_t n, states, inputs, outputs, nets;
    double *columns;          /* of the model, then parameters */
    double *room;             /* of expressions */
    double *place, *rate;     /* (bodies) */
    double *din, *dv;         /* of the users' tape */
    double *y, *yp;           /* (n) beside the point */
    double *signals;          /* (inputs x 3 nets) the changes of signals along each input */
    double *value[2];         /* (outputs) on both sides */
    double *table;            /* (outputs x 2 x DEPTH) */
    double *best, *error;     /* (outputs) */
    bool *is_exact, *is_done; /* (outputs) */
    bool has_inexact;
    size_t steep; /* 1 + a column along which a slope of users' equations is infinite; 0: none */
} filling;

/* ---------------------------------------------------------------- signals while time stands */

void eg_linear_hold_signals(eg_linear_point *p)
{
    eg_network *s = p->network;
    s->signals.are_kept = true;
    s->left.time = NAN; /* what is bounded at an event is smooth beside it */
    eg_network_evaluate(s, p->t, p->y, p->yp, EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS);
    for (int i = 0; i < p->m->net_count; i++) {
        p->base_nets[3 * i] = s->signals.net[i].x;
        p->base_nets[3 * i + 1] = s->signals.net[i].dx;
        p->base_nets[3 * i + 2] = s->signals.net[i].ddx;
    }
}

/* Signals of time as they are at the point, with `part` of the change. */
static void set_signals(const eg_linear_point *p, const double *change, double part)
{
    eg_network *s = p->network;
    for (int i = 0; i < p->m->net_count; i++) {
        if (!p->m->nets[i].of_time)
            continue;
        const double *base = p->base_nets + 3 * i;
        s->signals.net[i] = (eg_jet){base[0], base[1], base[2]};
        if (change) {
            s->signals.net[i].x += part * change[3 * i];
            s->signals.net[i].dx += part * change[3 * i + 1];
            s->signals.net[i].ddx += part * change[3 * i + 2];
        }
    }
}

/* ---------------------------------------------------------------- outputs along a tangent */

/* The column of an output that is a variable and no more; -1. */
static long plain(const filling *f, size_t i)
{
    const eg_expression *e = &f->p->ports->outputs.expressions[i];
    return e->plain >= 0 && e->plain < f->p->ports->outputs.columns ? e->plain : -1;
}

static double along(const filling *f, long column)
{
    eg_network *s = f->p->network;
    const eg_model *m = f->p->m;
    const int item = f->p->ports->item[column];
    const eg_coordinate_part *c;
    const eg_net *n;
    switch ((eg_linear_kind)f->p->ports->kind[column]) {
    case EG_LINEAR_NODE: return eg_network_node_along(s, item, 0, f->place);
    case EG_LINEAR_DISTANCE:
    case EG_LINEAR_SPEED: {
        c = &m->parts.coordinate[item];
        const bool is_speed = f->p->ports->kind[column] == EG_LINEAR_SPEED;
        const double *of = is_speed ? f->rate : f->place;
        return eg_network_node_along(s, eg_port_at(m, c->instance, c->to), is_speed, of) -
               eg_network_node_along(s, eg_port_at(m, c->instance, c->from), is_speed, of);
    }
    case EG_LINEAR_SIGNAL:
        n = &m->nets[item];
        return n->of_time ? s->scratch.direction[2 * m->n + 3 * item] : eg_network_signal_along(s, item);
    case EG_LINEAR_FORMULA: return f->dv[m->user->quantities[item].node];
    case EG_LINEAR_BY_DIFFERENCES: break;
    }
    return NAN;
}

/* What the tangent that was found last makes of outputs, into matrix[output*stride]; false where something is
 * not known from it alone. */
static void fill_exact(filling *f, size_t k, double *matrix, size_t stride)
{
    const eg_user *u = f->p->m->user;
    if (u)
        eg_network_users_along(f->p->network, f->din, f->dv);
    if (u && f->steep == 0 && eg_tape_infinite_slope(&u->tape, f->p->network->user.value, f->dv) >= 0)
        f->steep = 1 + k;
    for (size_t i = 0; i < f->outputs; i++) {
        const long column = plain(f, i);
        const double value = column >= 0 ? along(f, column) : NAN;
        matrix[i * stride] = value;
        f->is_exact[i] = f->is_exact[i] && isfinite(value);
        f->has_inexact = f->has_inexact || !f->is_exact[i];
    }
}

/* ---------------------------------------------------------------- differences */

static bool observe(filling *f, double *values)
{
    const eg_readout *r = &f->p->ports->outputs;
    bool is_finite = true;
    eg_network_observe_mode(f->p->network, f->p->t, f->y, f->yp, f->view, f->columns);
    for (size_t i = 0; i < f->outputs; i++) {
        const eg_expression *e = &r->expressions[i];
        values[i] = eg_expression_run(e, f->p->t, f->columns, NULL, f->room)[e->root];
        is_finite = is_finite && isfinite(values[i]);
    }
    return is_finite;
}

/* The point, with `part` of a column's change. */
static void move(filling *f, const double *dy, const double *dyp, const double *signals, double part)
{
    const eg_linear_point *p = f->p;
    for (size_t i = 0; i < f->n; i++) {
        f->y[i] = p->y[i] + part * dy[i];
        f->yp[i] = p->yp[i] + (isfinite(dyp[i]) ? part * dyp[i] : 0);
    }
    set_signals(p, signals, part);
}

/* One more central difference of output i, number `level` since values have been finite, with those
 * before. What rounding leaves of it is part of its error: differences of a few ulp agree by chance. */
static void extrapolate(filling *f, size_t i, int level, double step)
{
    const double difference = (f->value[0][i] - f->value[1][i]) / (2 * step);
    const double rounding = ULPS * DBL_EPSILON * fmax(fabs(f->value[0][i]), fabs(f->value[1][i])) / step;
    double *now = f->table + (size_t)(2 * i + (size_t)(level % 2)) * DEPTH;
    const double *before = f->table + (size_t)(2 * i + (size_t)((level + 1) % 2)) * DEPTH;
    const int most = level < DEPTH - 1 ? level : DEPTH - 1;
    double factor = 4;
    now[0] = difference;
    for (int j = 1; j <= most; j++, factor *= 4) {
        now[j] = (factor * now[j - 1] - before[j - 1]) / (factor - 1);
        const double error = fmax(fabs(now[j] - now[j - 1]), fabs(now[j] - before[j - 1])) + rounding;
        if (error < f->error[i]) {
            f->error[i] = error;
            f->best[i] = now[j];
        }
    }
    if (level >= 2)
        f->is_done[i] = f->error[i] <= GOOD * fabs(f->best[i]) + 2 * rounding;
}

static bool all_done(const filling *f)
{
    for (size_t i = 0; i < f->outputs; i++)
        if (!f->is_exact[i] && !f->is_done[i])
            return false;
    return true;
}

/* Into best and error of outputs: along the change, in steps from `step` on. */
static void differentiate(filling *f, const double *dy, const double *dyp, const double *signals, double step)
{
    int level = 0;
    for (size_t i = 0; i < f->outputs; i++) {
        f->best[i] = NAN;
        f->error[i] = INFINITY;
        f->is_done[i] = false;
    }
    for (int k = 0; k < LEVELS && !all_done(f); k++, step *= 0.5) {
        move(f, dy, dyp, signals, step);
        bool is_finite = observe(f, f->value[0]);
        move(f, dy, dyp, signals, -step);
        is_finite = observe(f, f->value[1]) && is_finite;
        for (size_t i = 0; i < f->outputs && is_finite; i++)
            if (!f->is_done[i])
                extrapolate(f, i, level, step);
        level = is_finite ? level + 1 : 0;
    }
    set_signals(f->p, NULL, 0);
}

/* ---------------------------------------------------------------- what is uncertain, what follows rates */

static void tell_doubt(const filling *f, size_t i, const char *by, double value, double error)
{
    eg_report(f->p->diagnostics, EG_WARNING, EG_NOWHERE,
              "at time %.9g s the derivative of %s by %s is %.6g, known to %.2g only", f->p->t,
              f->p->out->l.outputs[i].name, by, value, error);
    eg_remedy(f->p->diagnostics,
              "its law has a kink or a root near the point: take another time, or an output "
              "before it");
}

static eg_status follows_rate(const filling *f, const char *what, size_t input, int order)
{
    static const char *const orders[] = {"", "", "second "};
    eg_report(
        f->p->diagnostics, EG_ERROR, EG_NOWHERE,
        "at time %.9g s %s follows the %stime derivative of the input %s, which no linear model with the "
        "matrices A, B, C and D does",
        f->p->t, what, orders[order], f->p->out->l.inputs[input].name);
    eg_remedy(f->p->diagnostics, "take another input, or where it is a motion give it a filter of its own "
                                 "(exact = false), or give what it pushes a mass");
    return EG_ERROR_MODEL;
}

/* ---------------------------------------------------------------- the tangents */

static const char *column_name(const filling *f, size_t k)
{
    const eg_linearization *l = &f->p->out->l;
    return k < f->states ? l->states[k].name : l->inputs[k - f->states].name;
}

static void take_tangent(filling *f, size_t k)
{
    eg_linear_point *p = f->p;
    eg_linearization *l = &p->out->l;
    const bool is_state = k < f->states;
    eg_change change = {.dy = is_state ? p->seed + k * f->n : p->input_seed + (k - f->states) * f->n};
    if (!is_state) {
        eg_linear_seed_input(p, k - f->states, 0, p->dnet);
        change.dnet = p->dnet;
    }
    eg_network_tangent_along(p->network, p->t, p->y, &change);
    eg_network_places_along(p->network, f->place, f->rate);
    for (size_t i = 0; i < f->states; i++) {
        const double rate = eg_linear_rate_along(p, &p->states[i], f->rate);
        if (is_state)
            l->A[i * f->states + k] = rate;
        else
            l->B[i * f->inputs + (k - f->states)] = rate;
    }
    memcpy(p->dy + k * f->n, p->network->scratch.direction, sizeof(double) * f->n);
    memcpy(p->dyp + k * f->n, p->network->scratch.direction + f->n, sizeof(double) * f->n);
    if (is_state)
        fill_exact(f, k, l->C + k, f->states);
    else
        fill_exact(f, k, l->D + (k - f->states), f->inputs);
    if (!is_state)
        memcpy(f->signals + (k - f->states) * 3 * f->nets, p->network->scratch.direction + 2 * f->n,
               sizeof(double) * 3 * f->nets);
}

/* The largest change in the tangent that was found last. */
static double largest_change(const filling *f)
{
    double largest = 0;
    for (size_t i = 0; i < 2 * f->n; i++)
        if (fabs(f->p->network->scratch.direction[i]) > largest)
            largest = fabs(f->p->network->scratch.direction[i]);
    return largest;
}

/* Do states or exact outputs follow derivative number `order` of the input, by more than rounding? */
static eg_status check_rate(filling *f, size_t input, int order)
{
    eg_linear_point *p = f->p;
    const eg_linearization *l = &p->out->l;
    eg_linear_seed_input(p, input, order, p->dnet);
    eg_network_tangent_along(p->network, p->t, p->y, &(eg_change){.dnet = p->dnet});
    eg_network_places_along(p->network, f->place, f->rate);
    const double nothing = 1e-12 * largest_change(f);
    for (size_t i = 0; i < f->states; i++)
        if (fabs(eg_linear_rate_along(p, &p->states[i], f->rate)) > nothing)
            return follows_rate(f, l->states[i].name, input, order);
    if (p->m->user)
        eg_network_users_along(p->network, f->din, f->dv);
    for (size_t i = 0; i < f->outputs; i++)
        if (f->is_exact[i] && fabs(along(f, plain(f, i))) > nothing)
            return follows_rate(f, l->outputs[i].name, input, order);
    return EG_OK;
}

/* The same of the other outputs, whose signals have been kept. */
static eg_status check_rate_by_differences(filling *f, size_t input, int order)
{
    eg_linear_point *p = f->p;
    double *change = p->dnet;
    eg_linear_seed_input(p, input, order, change);
    if (eg_network_begin_tangents(p->network, p->t, p->y, p->yp) != 0)
        return EG_ERROR_SIMULATION;
    eg_network_tangent_along(p->network, p->t, p->y, &(eg_change){.dnet = change});
    memcpy(change, p->network->scratch.direction + 2 * f->n, sizeof *change * 3 * f->nets);
    double *dy = p->dy + (f->states + f->inputs) * f->n, *dyp = p->dyp + (f->states + f->inputs) * f->n;
    memcpy(dy, p->network->scratch.direction, sizeof *dy * f->n);
    memcpy(dyp, p->network->scratch.direction + f->n, sizeof *dyp * f->n);
    differentiate(f, dy, dyp, change, 1);
    for (size_t i = 0; i < f->outputs; i++)
        if (!f->is_exact[i] && fabs(f->best[i]) > 1e-9 * fabs(p->out->l.outputs[i].value) + 10 * f->error[i])
            return follows_rate(f, p->out->l.outputs[i].name, input, order);
    return EG_OK;
}

static eg_status fill_column_by_differences(filling *f, size_t k)
{
    eg_linear_point *p = f->p;
    eg_linearization *l = &p->out->l;
    const bool is_state = k < f->states;
    const double size = is_state ? fabs(l->states[k].value) : fabs(l->inputs[k - f->states].value);
    const double *signals = is_state ? NULL : f->signals + (k - f->states) * 3 * f->nets;
    differentiate(f, p->dy + k * f->n, p->dyp + k * f->n, signals, fmax(0.5 * size, 0.125));
    for (size_t i = 0; i < f->outputs; i++) {
        double *entry = is_state ? &l->C[i * f->states + k] : &l->D[i * f->inputs + (k - f->states)];
        if (f->is_exact[i])
            continue;
        *entry = f->best[i];
        if (!isfinite(*entry)) {
            eg_report(p->diagnostics, EG_ERROR, EG_NOWHERE, "at time %.9g s %s has no derivative by %s", p->t,
                      l->outputs[i].name, column_name(f, k));
            eg_remedy(p->diagnostics, "take a point a little before or behind, or leave one of the two out");
            return EG_ERROR_SIMULATION;
        }
        if (f->error[i] > DOUBTFUL * fabs(f->best[i]) + 1e-9 * fabs(l->outputs[i].value) / fmax(size, 1))
            tell_doubt(f, i, column_name(f, k), *entry, f->error[i]);
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- */

static bool make_room(filling *f)
{
    eg_linear_point *p = f->p;
    const eg_model *m = p->m;
    const eg_readout *r = &p->ports->outputs;
    const size_t columns = (size_t)r->columns + r->source_count, bodies = (size_t)m->body_count;
    const size_t tape = m->user ? (size_t)m->user->tape.count : 0,
                 in = m->user ? (size_t)m->user->input_count : 0;
    const size_t tangents = (f->states + f->inputs + 1) * f->n, room = eg_readout_room(r);
    f->columns = calloc(columns + room + 2 * bodies + tape + in + 2 * f->n + f->inputs * 3 * f->nets +
                            (4 + 2 * DEPTH) * f->outputs + 1,
                        sizeof(double));
    f->is_exact = calloc(2 * f->outputs + 1, sizeof *f->is_exact);
    p->dy = calloc(tangents + 1, sizeof *p->dy);
    p->dyp = calloc(tangents + 1, sizeof *p->dyp);
    bool *needed = calloc((size_t)m->instance_count + 1, sizeof *needed);
    for (int i = 0; needed && i < m->instance_count; i++)
        needed[i] = r->needed ? r->needed[i] : false;
    f->view = needed ? eg_view_create(p->network, needed) : NULL;
    free(needed);
    if (!f->columns || !f->is_exact || !p->dy || !p->dyp || !f->view)
        return false;
    f->view->is_smooth = true;
    f->room = f->columns + columns;
    f->place = f->room + room;
    f->rate = f->place + bodies;
    f->dv = f->rate + bodies;
    f->din = f->dv + tape;
    f->y = f->din + in;
    f->yp = f->y + f->n;
    f->signals = f->yp + f->n;
    f->value[0] = f->signals + f->inputs * 3 * f->nets;
    f->value[1] = f->value[0] + f->outputs;
    f->best = f->value[1] + f->outputs;
    f->error = f->best + f->outputs;
    f->table = f->error + f->outputs;
    f->is_done = f->is_exact + f->outputs;
    for (size_t i = 0; i < f->outputs; i++)
        f->is_exact[i] = true;
    for (size_t i = 0; i < r->source_count; i++)
        f->columns[(size_t)r->columns + i] = eg_readout_source_value(m, &r->sources[i]);
    return true;
}

static eg_status observe_point(filling *f)
{
    eg_linear_point *p = f->p;
    memcpy(f->y, p->y, sizeof *f->y * f->n);
    memcpy(f->yp, p->yp, sizeof *f->yp * f->n);
    f->view->is_smooth = false;
    const bool is_finite = observe(f, f->value[0]);
    f->view->is_smooth = true;
    for (size_t i = 0; i < f->outputs; i++)
        p->out->l.outputs[i].value = f->value[0][i];
    if (is_finite)
        return EG_OK;
    if (eg_network_has_values(p->network, p->t)) {
        eg_report(p->diagnostics, EG_ERROR, EG_NOWHERE, "at time %.9g s an output is no finite number", p->t);
        eg_remedy(p->diagnostics, "take another point, or leave out the output that divides by 0 there");
    }
    return EG_ERROR_SIMULATION;
}

static eg_status report_endless(const filling *f, const char *rate, const char *of, size_t k)
{
    eg_report(f->p->diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s the derivative of %s%s%s by %s is no finite number", f->p->t, rate, of,
              *rate ? ")" : "", column_name(f, k));
    eg_remedy(f->p->diagnostics,
              "look for a stiffness over a mass that no number holds, or a formula whose slope "
              "has no end at that point");
    return EG_ERROR_SIMULATION;
}

/* What is no number in the matrices has no eigenvalues either. */
static eg_status check_matrices(const filling *f)
{
    const eg_linearization *l = &f->p->out->l;
    for (size_t k = 0; k < f->states + f->inputs; k++) {
        const bool is_state = k < f->states;
        const size_t column = is_state ? k : k - f->states, stride = is_state ? f->states : f->inputs;
        for (size_t i = 0; i < f->states; i++)
            if (!isfinite((is_state ? l->A : l->B)[i * stride + column]))
                return report_endless(f, "der(", l->states[i].name, k);
        for (size_t i = 0; i < f->outputs; i++)
            if (!isfinite((is_state ? l->C : l->D)[i * stride + column]))
                return report_endless(f, "", l->outputs[i].name, k);
    }
    if (f->steep > 0) {
        eg_report(f->p->diagnostics, EG_WARNING, EG_NOWHERE,
                  "at time %.9g s an equation of %s has an infinite slope by %s, as that of a root at 0: the "
                  "linear model has 0 in its place",
                  f->p->t, l->model, column_name(f, f->steep - 1));
        eg_remedy(f->p->diagnostics, "take another time, or a formula that is smooth there");
    }
    return EG_OK;
}

static eg_status fill(filling *f)
{
    eg_linear_point *p = f->p;
    eg_status status = f->outputs > 0 ? observe_point(f) : EG_OK;
    if (status == EG_OK && eg_network_begin_tangents(p->network, p->t, p->y, p->yp) != 0)
        status = EG_ERROR_SIMULATION;
    for (size_t k = 0; k < f->states + f->inputs && status == EG_OK; k++)
        take_tangent(f, k);
    for (size_t k = 0; k < 2 * f->inputs && status == EG_OK; k++)
        status = check_rate(f, k / 2, (int)(k % 2) + 1);
    for (size_t k = 0; k < f->states + f->inputs && status == EG_OK && f->has_inexact; k++)
        status = fill_column_by_differences(f, k);
    for (size_t k = 0; k < 2 * f->inputs && status == EG_OK && f->has_inexact; k++)
        status = check_rate_by_differences(f, k / 2, (int)(k % 2) + 1);
    return status == EG_OK ? check_matrices(f) : status;
}

eg_status eg_linear_fill(eg_linear_point *p)
{
    eg_linearization *l = &p->out->l;
    filling f = {.p = p,
                 .n = (size_t)p->m->n,
                 .states = p->state_count,
                 .inputs = p->ports->input_count,
                 .outputs = p->ports->outputs.count,
                 .nets = (size_t)p->m->net_count};
    l->A = eg_arena_array(p->out->arena, f.states * f.states + 1, sizeof *l->A);
    l->B = eg_arena_array(p->out->arena, f.states * f.inputs + 1, sizeof *l->B);
    l->C = eg_arena_array(p->out->arena, f.outputs * f.states + 1, sizeof *l->C);
    l->D = eg_arena_array(p->out->arena, f.outputs * f.inputs + 1, sizeof *l->D);
    eg_status status = l->A && l->B && l->C && l->D && make_room(&f) ? fill(&f) : EG_ERROR_MEMORY;
    eg_view_free(f.view);
    free(f.columns);
    free(f.is_exact);
    return status;
}
