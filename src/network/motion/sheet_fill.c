/* Carrying a sheet out. Every loop is over rows. */
#include "network/motion/sheet_parts.h"
#include "base/clones.h"
#include "base/quad.h"
#include "component/friction/friction.h"
#include "network/motion/evaluate.h"
#include "network/solve/consistent.h"

#include <math.h>
#include <string.h>

int eg_sheet_rows(const eg_sheet *e)
{
    return e->rows;
}

const double *eg_sheet_column(const eg_sheet *e, int column)
{
    int cell = e->column[column];
    return eg_sheet_cell(e, cell < 0 ? 0 : cell);
}

/* As eg_network_place_body, where nothing is driven. */
EG_CLONES("avx2")
static void place(const eg_sheet *e, const eg_sheet_body *p, int count)
{
    const double *x = eg_sheet_cell(e, p->x), *parent = eg_sheet_cell(e, p->parent);
    double *to = eg_sheet_cell(e, p->to), ratio = p->body->ratio, gain = p->body->gain, motion = gain * 0.0;
    const eg_dd constant = p->body->constant;
    for (int i = 0; i < count && gain != 1; i++)
        to[i] = eg_dd_value(eg_dd_scale(eg_dd_add(constant, eg_dd_of(x[i])), gain));
    for (int i = 0; i < count && gain == 1; i++)
        to[i] = eg_dd_value(eg_dd_add(constant, eg_dd_of(x[i])));
    for (int i = 0; i < count; i++)
        to[i] = ratio * parent[i] + (to[i] + motion);
}

/* One by one. */
static void act(const eg_sheet *e, const eg_network *s, const eg_sheet_element *p, int count)
{
    const eg_element *of = &s->m->elements[p->number];
    const double *k = s->k + of->coefficients, *s_rel = eg_sheet_cell(e, p->s_rel),
                 *v_rel = eg_sheet_cell(e, p->v_rel), *u = eg_sheet_cell(e, p->u < 0 ? 0 : p->u);
    double *f = eg_sheet_cell(e, p->f), *bounded = eg_sheet_cell(e, p->bounded),
           *loss = eg_sheet_cell(e, p->loss), *lost = eg_sheet_cell(e, p->lost);
    int mode = s->mode[p->number];
    if (of->ops->forces) {
        of->ops->forces(k, mode, count, s_rel, v_rel, f, bounded, loss);
        return;
    }
    for (int i = 0; i < count; i++) {
        eg_force at;
        eg_response response;
        if (of->friction)
            eg_friction_force(of->friction, of->p, mode, v_rel[i], p->u < 0 ? 1 : u[i], &at, &response);
        else if (of->ops->force_under)
            of->ops->force_under(k, mode, (eg_influence){p->u < 0 ? 1 : u[i], NAN}, s_rel[i], v_rel[i], &at,
                                 &response);
        else
            of->ops->force(k, mode, s_rel[i], v_rel[i], &at);
        f[i] = at.f;
        lost[i] = at.loss;
        if (of->ops->bound)
            of->ops->bound(k, mode, &at);
        bounded[i] = at.f;
        loss[i] = at.loss;
    }
}

/* 0*x is 0 for all but what is not finite; the last quad may hold what earlier rows have left there. */
EG_CLONES("avx2")
static bool any_unfit(const double *a, int count)
{
    eg_quad sum = 0.0 * *(const eg_quad *)a;
    for (int i = EG_QUAD; i < count; i += EG_QUAD)
        sum += 0.0 * *(const eg_quad *)(a + i);
    return eg_quad_sum(&sum) != 0.0;
}

void eg_sheet_end_before_unfit(eg_sheet *e, const double *a, int count)
{
    const bool may_be = any_unfit(a, count);
    for (int i = 0; i < e->good && may_be; i++)
        if (!isfinite(a[i]))
            e->good = i;
}

static void evaluate_signals(eg_sheet *e, eg_network *s, int first, int count, const double *t)
{
    int nets = s->m->net_count;
    for (int i = 0; i < (e->is_steady ? 1 : count); i++) {
        s->time = t[i];
        eg_network_evaluate_signals(s, t[i], s->scratch.zero, s->scratch.zero, true);
        for (int k = 0; k < nets; k++)
            eg_sheet_cell(e, first + k)[i] = s->signals.net[k].x;
    }
    for (int k = 0; k < nets && e->is_steady; k++)
        for (int i = 1; i < count; i++)
            eg_sheet_cell(e, first + k)[i] = s->signals.net[k].x;
    for (int k = 0; k < nets; k++)
        if (s->m->nets[k].kind == EG_SIGNAL_BLOCK)
            eg_sheet_end_before_unfit(e, eg_sheet_cell(e, first + k), count);
}

/* ---------------------------------------------------------------- what friction holds */

/* The rate of a row, as kinematics.h has it, where nothing is driven. */
static void pace(const eg_sheet *e, const eg_network *s, const eg_sheet_step *step, int count)
{
    const eg_relative_speed *p = &s->stick.pace[s->m->body_count + step->number];
    const bool is_summed = p->a == EG_PACE_SUMMED;
    const double *a = is_summed ? e->cells + step->a : eg_sheet_cell(e, p->a < 0 ? 0 : 1 + p->a);
    const double *b = is_summed ? e->cells + step->b : eg_sheet_cell(e, p->b < 0 ? 0 : 1 + p->b);
    const double by_a = is_summed ? step->c : p->by_a, by_b = is_summed ? -step->d : p->by_b;
    double *restrict to = e->cells + step->to;
    for (int i = 0; i < count; i++)
        to[i] = by_a * a[i] + by_b * b[i] + 0.0;
}

static void find_speeds(const eg_sheet *e, const eg_network *s, int count)
{
    for (int b = 1; b < e->rider_count; b++) {
        const int lead = s->stick.lead[b];
        const double *own = eg_sheet_cell(e, e->riders[lead].own), ratio = s->stick.ratio[b];
        double *restrict to = eg_sheet_cell(e, e->riders[b].speed);
        for (int i = 0; i < count; i++)
            to[i] = lead == b ? own[i] : ratio * own[i] + 0.0;
    }
}

/* The forces on what follows move to what leads; then accelerations. */
static void ride(eg_sheet *e, const eg_network *s, int count)
{
    const eg_stick *k = &s->stick;
    for (int b = 1; b < e->rider_count; b++)
        memcpy(eg_sheet_cell(e, e->riders[b].acceleration), eg_sheet_cell(e, e->riders[b].sum),
               (size_t)count * sizeof(double));
    for (int j = 0; j < k->follower_count; j++) {
        const int b = k->followers[j], lead = k->lead[b];
        const double *from = eg_sheet_cell(e, e->riders[b].acceleration);
        double *to = eg_sheet_cell(e, e->riders[lead].acceleration);
        for (int i = 0; i < count && lead > 0; i++)
            to[i] += k->ratio[b] * from[i];
    }
    for (int b = 1; b < e->rider_count; b++) {
        double *a = eg_sheet_cell(e, e->riders[b].acceleration);
        for (int i = 0; i < count && k->lead[b] == b; i++)
            a[i] = (0.0 - a[i]) / k->mass[b];
        eg_sheet_end_before_unfit(e, a, count);
    }
    for (int j = 0; j < k->follower_count; j++) {
        const int b = k->followers[j], lead = k->lead[b];
        const double *of = eg_sheet_cell(e, lead > 0 ? e->riders[lead].acceleration : 0);
        double *a = eg_sheet_cell(e, e->riders[b].acceleration);
        for (int i = 0; i < count; i++)
            a[i] = k->ratio[b] * of[i] + 0.0;
    }
}

/* Signals, as far as loads and losses are shared by them. */
static void set_signals(const eg_sheet *e, eg_network *s, int row)
{
    for (int k = 0; k < e->net_count; k++)
        s->signals.net[k].x = eg_sheet_cell(e, e->first_net + k)[row];
}

static void hold(eg_sheet *e, eg_network *s, int count)
{
    eg_stick *k = &s->stick;
    for (int row = 0; row < count && k->follower_count > 0; row++) {
        set_signals(e, s, row);
        for (int j = 0; j < k->follower_count; j++)
            k->balance[eg_v(s->m, k->followers[j])] =
                eg_sheet_cell(e, e->riders[k->followers[j]].balance)[row];
        if (eg_stick_share(s) != 0)
            e->good = row < e->good ? row : e->good;
        for (int i = 0; i < e->element_count; i++)
            if (k->is_tied[i])
                eg_sheet_cell(e, e->elements[i].bounded)[row] = s->force[i].f;
    }
}

/* ---------------------------------------------------------------- heat */

static void find_last_heat(eg_sheet *e, eg_network *s, int count)
{
    const eg_model *m = s->m;
    for (int row = 0; row < count; row++) {
        set_signals(e, s, row);
        for (int i = 0; i < e->element_count; i++)
            s->force[i].loss = eg_sheet_cell(e, e->elements[i].lost)[row];
        if (eg_network_find_last_heat(s, e->point) != 0)
            e->good = row < e->good ? row : e->good;
        for (int node = 0, k = 0; node < m->heat_count; node++)
            if (m->heat[node].last >= 0)
                eg_sheet_cell(e, e->last[k++])[row] = e->point[m->heat[node].unknown];
    }
}

static void flow(const eg_sheet *e, eg_network *s, const eg_sheet_flow *p, int count)
{
    const double *T_a = eg_sheet_cell(e, p->T_a), *T_b = eg_sheet_cell(e, p->T_b),
                 *G = eg_sheet_cell(e, p->G);
    double *restrict to = eg_sheet_cell(e, p->to);
    for (int i = 0; i < count; i++) {
        if (p->G > 0)
            s->signals.net[p->conductor->input].x = G[i];
        to[i] = eg_network_heat_flow(s, p->conductor, T_a[i], T_b[i]);
    }
}

/* ---------------------------------------------------------------- components */

/* From cells to a row, where `of` is what one number of the row comes from. */
static eg_sheet_move *move(eg_sheet_move *next, const eg_sheet *e, int of, double *to)
{
    if (of > 0)
        *next++ = (eg_sheet_move){eg_sheet_cell(e, of), to};
    return next;
}

/* What a component sees at its ports; the rest of that is 0. */
static eg_sheet_move *move_sights(eg_sheet_move *next, const eg_sheet *e, const eg_sheet_component *x,
                                  eg_port_values *port)
{
    for (int k = 0; k < x->sights; k++) {
        const eg_sheet_sight *p = &e->sights[x->first_sight + k];
        port[k] = (eg_port_values){0};
        next = move(next, e, p->s, &port[k].s);
        next = move(next, e, p->v, &port[k].v);
        next = move(next, e, p->a, &port[k].a);
        next = move(next, e, p->f, &port[k].f);
        next = move(next, e, p->T, &port[k].T);
        next = move(next, e, p->Q, &port[k].Q_flow);
        next = move(next, e, p->y, &port[k].y);
    }
    return next;
}

static eg_sheet_move *move_element(eg_sheet_move *next, const eg_sheet *e, const eg_sheet_component *x,
                                   eg_observation *o)
{
    if (x->element < 0)
        return next;
    const eg_sheet_element *p = &e->elements[x->element];
    o->u = 1;
    next = move(next, e, p->s_rel, &o->s_rel);
    next = move(next, e, p->v_rel, &o->v_rel);
    next = move(next, e, p->u, &o->u);
    next = move(next, e, p->bounded, &o->force.f);
    return move(next, e, p->loss, &o->force.loss);
}

/* Variables: those that have been filled in before go to the row, its own ones from there. */
static eg_sheet_move *move_variables(eg_sheet_move *next, const eg_sheet *e, const eg_sheet_component *x,
                                     bool own)
{
    const eg_sheet_variable *of = e->variables + x->first_variable;
    for (int k = 0; k < x->variables; k++)
        if (of[k].is_own == own)
            next = move(next, e, of[k].cell, &e->shown[k]);
    return next;
}

/* Row by row. */
static void observe_each(const eg_sheet *e, const eg_network *s, const eg_sheet_component *x, int count,
                         const double *t, eg_observation *o)
{
    eg_sheet_move *in = move_sights(e->moves, e, x, s->scratch.port_values);
    in = move_variables(move_element(in, e, x, o), e, x, false);
    const eg_sheet_move *out = move_variables(in, e, x, true);
    for (int row = 0; row < count; row++) {
        for (const eg_sheet_move *p = e->moves; p < in; p++)
            *p->value = p->cell[row];
        o->time = t[row];
        s->m->instances[x->instance].class->observe(o, e->shown);
        for (const eg_sheet_move *p = in; p < out; p++)
            p->cell[row] = *p->value;
    }
}

enum { MANY = 32 };

static bool observe_rows(const eg_sheet *e, const eg_network *s, const eg_sheet_component *x, int count)
{
    const eg_instance *instance = &s->m->instances[x->instance];
    double *out[MANY];
    if (!instance->class->observe_rows || x->element < 0 || x->variables > MANY)
        return false;
    const eg_sheet_element *p = &e->elements[x->element];
    for (int k = 0; k < x->variables; k++)
        out[k] = eg_sheet_cell(e, e->variables[x->first_variable + k].cell);
    eg_observed o = {count,
                     instance->p,
                     s->k + s->m->elements[p->number].coefficients,
                     s->mode[p->number],
                     eg_sheet_cell(e, p->s_rel),
                     eg_sheet_cell(e, p->v_rel),
                     eg_sheet_cell(e, p->bounded),
                     eg_sheet_cell(e, p->loss)};
    instance->class->observe_rows(&o, out);
    return true;
}

static void observe(const eg_sheet *e, const eg_network *s, const eg_sheet_component *x, int count,
                    const double *t)
{
    const eg_instance *instance = &s->m->instances[x->instance];
    if (observe_rows(e, s, x, count))
        return;
    eg_observation o = {.p = instance->p, .port = s->scratch.port_values};
    if (s->phase)
        o.phase = s->phase[x->instance];
    if (x->element >= 0) {
        const eg_element *element = &s->m->elements[e->elements[x->element].number];
        o.k = s->k + element->coefficients;
        o.mode = s->mode[e->elements[x->element].number];
    }
    observe_each(e, s, x, count, t, &o);
}

/* ---------------------------------------------------------------- */

/* Four rows at a time; those beyond the last one are of no use. */
#define EACH(expression)                                                                                     \
    _Pragma("GCC unroll 2") for (size_t i = 0; i < blocks; i++) to[i] = (expression);                        \
    break

/* The steps from this one on that make a cell of others alone; the first that does not, or the end. */
EG_CLONES("avx2")
static const eg_sheet_step *reckon(double *cells, const eg_sheet_step *p, const eg_sheet_step *end, int count)
{
    const size_t blocks = ((size_t)count + EG_QUAD - 1) / EG_QUAD;
    for (; p < end; p++) {
        const eg_quad *a = (const eg_quad *)(cells + p->a), *b = (const eg_quad *)(cells + p->b);
        eg_quad *to = (eg_quad *)(cells + p->to);
        const double c = p->c, d = p->d;
        switch (p->kind) {
        case EG_SHEET_TIMES: EACH(c * a[i]);
        case EG_SHEET_LINE: EACH(c * a[i] + d);
        case EG_SHEET_PLACE: EACH(c * a[i] + d + 0.0);
        case EG_SHEET_SHIFT: EACH(a[i] + d);
        case EG_SHEET_MINUS: EACH(a[i] - b[i]);
        case EG_SHEET_APART: EACH(c * a[i] - d * b[i] + 0.0);
        case EG_SHEET_BEGIN: EACH(0.0 + c * a[i]);
        case EG_SHEET_ADD: EACH(b[i] + c * a[i]);
        case EG_SHEET_REST: EACH((0.0 - a[i]) / c);
        case EG_SHEET_BOTH: EACH(c * a[i] + d * b[i]);
        default: return p;
        }
    }
    return p;
}

static int carry_out(eg_sheet *e, eg_network *s, int count, const double *t)
{
    e->good = count;
    const eg_sheet_step *end = e->steps + e->step_count;
    for (const eg_sheet_step *p = reckon(e->cells, e->steps, end, count); p < end;
         p = reckon(e->cells, p + 1, end, count))
        switch (p->kind) {
        case EG_SHEET_PACE: pace(e, s, p, count); break;
        case EG_SHEET_BODY: place(e, &e->bodies[p->number], count); break;
        case EG_SHEET_ELEMENT: act(e, s, &e->elements[p->number], count); break;
        case EG_SHEET_SIGNALS: evaluate_signals(e, s, p->number, count, t); break;
        case EG_SHEET_SPEEDS: find_speeds(e, s, count); break;
        case EG_SHEET_RIDE: ride(e, s, count); break;
        case EG_SHEET_HOLD: hold(e, s, count); break;
        case EG_SHEET_LAST_HEAT: find_last_heat(e, s, count); break;
        case EG_SHEET_FLOW: flow(e, s, &e->flows[p->number], count); break;
        case EG_SHEET_TIME: memcpy(e->cells + p->to, t, (size_t)count * sizeof *t); break;
        case EG_SHEET_MOTION: eg_sheet_run_motion(e, s, count); break;
        case EG_SHEET_SHOWN: eg_sheet_run_shown(e, count); break;
        case EG_SHEET_COMPONENT: observe(e, s, &e->components[p->number], count, t); break;
        default: break; /* reckoned */
        }
    return e->good;
}

int eg_sheet_fill(eg_sheet *e, eg_network *s, int count, const double *t, const double *y, size_t stride)
{
    for (int k = 0; k < e->unknown_count; k++)
        memcpy(eg_sheet_cell(e, 1 + k), y + (size_t)k * stride, (size_t)count * sizeof *y);
    return carry_out(e, s, count, t);
}

bool eg_sheet_fill_one(eg_sheet *e, eg_network *s, double t, const double *y)
{
    if (s->m->user && !eg_sheet_has_mode(e, s))
        return false;
    for (int k = 0; k < e->unknown_count; k++)
        *eg_sheet_cell(e, 1 + k) = y[e->unknowns[k]];
    return carry_out(e, s, 1, &t) == 1;
}
