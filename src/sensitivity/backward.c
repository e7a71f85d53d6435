/* A run gone through backward: what each number has at the end, at instants on the way, in integrals and by
 * events is laid down first, and gathered in one pass from the end to the start. */
#include "sensitivity/backward.h"

#include "base/arena.h"
#include "sensitivity/adjoint.h"
#include "sensitivity/retrace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Gradients are solved this much closer than the run, whose own error they follow. */
static const double closer = 0.1;
/* Instants that differ by less, beside what they move by, are the same; less of a number is nothing. */
static const double same_part = 1e-9, nothing_part = 1e-12;

/* What one pass finds the gradient of: an expression; the same with another side of an event, or another
 * instant, for one of its reductions, or for the end of the run; or how an event moves. */
typedef struct number {
    size_t expression;
    long other;       /* the reduction, among the measures' items; -1: none */
    bool is_left_end; /* what looks at the end looks at the left of the event there */
    bool is_move;
} number;

/* The value of an item at an instant has a part in a number: in the step that ends at or behind t, or on the
 * right of an event there. */
typedef struct seed {
    size_t number, item;
    double t, factor;
    bool is_behind, is_done;
} seed;

/* How an event moves has a part in a number. */
typedef struct move {
    size_t number, crossing;
    double factor;
    bool is_own;       /* as this says, whatever else the event moves by */
    eg_moved_by mover; /* a rate of 0: what falls through 0 is meant, and not when */
} move;

typedef struct gathering {
    eg_following *r;
    eg_retrace x;
    eg_adjoint a;
    eg_adjoint_source source;
    number *numbers;
    size_t count, capacity;
    seed *seeds;
    size_t seed_count, seed_capacity;
    move *moves;
    size_t move_count, move_capacity;
    eg_sensitivity_item *items;    /* (of x by) the answer */
    eg_arena *words;               /* of its texts */
    double *s0, *m0;               /* (by x n), (by x memories) at the start */
    double *factor;                /* (numbers x items) of integrals */
    double *outcomes, *item_parts; /* (items) of one expression */
    double *end_weights;           /* (expressions x width) of columns at the end */
    double *columns, *weights;     /* (width) at a point; of a number there */
    double *room, *adjoint;        /* of tapes */
    double *before, *now;          /* (items) on both sides of an event */
    double *carried, *shift;       /* (numbers) what events before are to move by; by this one */
    double *scale;                 /* (parameters) */
    double *y_end, *yp_end;        /* (n) */
    double *gy, *gyp, *gtheta, *gmemory, *edges;
    const eg_state *present; /* the mode of the network; NULL: another one */
    size_t width;
    double *block;
} gathering;

/* ---------------------------------------------------------------- expressions, backward */

static double clock_of(const gathering *b, double t)
{
    return b->r->network->base.origin + t;
}

static int observe(gathering *b, double t, const double *y, const double *yp)
{
    eg_network *s = b->r->network;
    memcpy(b->columns, b->r->m.columns, b->width * sizeof *b->columns); /* parameters among them */
    eg_network_observe(s, clock_of(b, t), y, yp, b->r->m.view, b->columns);
    return eg_network_has_values(s, clock_of(b, t)) ? 0 : EG_ERROR_SIMULATION;
}

/* From adjoints of an expression's instructions, which has been run into b->room: weights of columns, added;
 * and of its reductions, where they are wanted. */
static void go_back(gathering *b, const eg_expression *e, const double *values, double *weights,
                    double *outcomes)
{
    (void)eg_tape_adjoint(&e->tape, values, b->adjoint);
    for (int i = 0; i < e->tape.count; i++) {
        const eg_instruction *x = &e->tape.code[i];
        if (x->op != EG_OP_INPUT || x->a < 1)
            continue;
        if (x->a <= e->column_count)
            weights[e->columns[x->a - 1]] += b->adjoint[i];
        else if (outcomes)
            outcomes[x->a - 1 - e->column_count] += b->adjoint[i];
    }
}

/* The weights of columns that one item has at the point that has been observed. */
static void weigh_item(gathering *b, double t, size_t item)
{
    const eg_measured *of = &b->r->m.items[item];
    const eg_expression *e = &b->r->of->readout.expressions[of->expression];
    const double *v = eg_expression_run(e, clock_of(b, t), b->columns, NULL, b->room);
    memset(b->weights, 0, b->width * sizeof *b->weights);
    memset(b->adjoint, 0, (size_t)e->tape.count * sizeof *b->adjoint);
    b->adjoint[e->reductions[of->index].node] = 1.0;
    go_back(b, e, v, b->weights, NULL);
}

/* What parameters have that expressions name, in theta of the facet's parameters. */
static void add_named(const gathering *b, const double *weights, double factor, double *theta)
{
    const eg_measure_plan *plan = &b->r->of->plan;
    for (size_t i = 0; i < plan->moved_count; i++)
        theta[b->r->of->place[plan->moved[i].direction]] += factor * weights[plan->moved[i].column];
}

/* Weights of columns at an instant have a part in number k; the adjoint stands there. */
static int add_weights(gathering *b, size_t k, double t, const double *y, const double *yp,
                       const double *weights, double factor)
{
    eg_system *s = &b->r->network->base;
    const eg_backward g = {b->gy, b->gyp, b->gtheta, b->gmemory};
    const int status = s->parametric->outputs_back(s, t, y, yp, weights, &g);
    if (status != 0)
        return status;
    add_named(b, weights, factor, b->a.theta + k * b->a.parameters);
    return eg_adjoint_add(&b->a, k, t, y, yp, factor, &g);
}

/* ---------------------------------------------------------------- integrands */

/* Number k's integrand at the point observed: its gradient. */
static int add_integrand(gathering *b, size_t k, double t, const double *y, const double *yp,
                         const eg_backward *g)
{
    const eg_measures *m = &b->r->m;
    const size_t n = b->a.n;
    eg_system *s = &b->r->network->base;
    const size_t q = b->numbers[k].expression;
    const eg_expression *e = &b->r->of->readout.expressions[q];
    const eg_backward own = {g->y + k * n, g->yp + k * n, g->theta + k * b->a.parameters,
                             g->memory + k * b->a.memories};
    const double *v = eg_expression_run(e, clock_of(b, t), b->columns, NULL, b->room);
    memset(b->weights, 0, b->width * sizeof *b->weights);
    memset(b->adjoint, 0, (size_t)e->tape.count * sizeof *b->adjoint);
    for (size_t i = 0; i < m->item_count; i++) {
        const int node = m->items[i].expression == q ? e->reductions[m->items[i].index].node : -1;
        const double slope = node >= 0 && m->items[i].kind == EG_REDUCE_RMS ? 2.0 * v[node] : 1.0;
        if (node >= 0)
            b->adjoint[node] += slope * b->factor[k * m->item_count + i];
    }
    go_back(b, e, v, b->weights, NULL);
    const int status = s->parametric->outputs_back(s, t, y, yp, b->weights, &own);
    add_named(b, b->weights, 1.0, own.theta);
    return status;
}

static bool has_integrals(const gathering *b, size_t k)
{
    const size_t items = b->r->m.item_count;
    for (size_t i = 0; i < items; i++)
        if (b->factor[k * items + i] != 0.0)
            return true;
    return false;
}

static int look_at_integrands(void *context, double t, const double *y, const double *yp,
                              const eg_backward *g)
{
    gathering *b = context;
    const eg_adjoint *a = &b->a;
    memset(g->y, 0, a->count * a->n * sizeof *g->y);
    memset(g->yp, 0, a->count * a->n * sizeof *g->yp);
    memset(g->theta, 0, a->count * a->parameters * sizeof *g->theta);
    memset(g->memory, 0, a->count * a->memories * sizeof *g->memory);
    int status = observe(b, t, y, yp);
    for (size_t k = 0; k < b->count && status == 0; k++)
        if (has_integrals(b, k))
            status = add_integrand(b, k, t, y, yp, g);
    return status;
}

/* The values of all items at a point. */
static int find_values(gathering *b, double t, const double *y, const double *yp, double *values)
{
    const eg_measures *m = &b->r->m;
    const int status = observe(b, t, y, yp);
    for (size_t i = 0; i < m->item_count && status == 0; i++) {
        const eg_expression *e = &b->r->of->readout.expressions[m->items[i].expression];
        const double *v = eg_expression_run(e, clock_of(b, t), b->columns, NULL, b->room);
        values[i] = v[e->reductions[m->items[i].index].node];
    }
    return status;
}

/* ---------------------------------------------------------------- what is laid down */

static eg_status add_number(gathering *b, number x)
{
    if (eg_grow((void **)&b->numbers, &b->capacity, b->count + 1, sizeof *b->numbers) < 0)
        return EG_ERROR_MEMORY;
    b->numbers[b->count++] = x;
    return EG_OK;
}

static eg_status add_seed(gathering *b, seed x)
{
    if (eg_grow((void **)&b->seeds, &b->seed_capacity, b->seed_count + 1, sizeof *b->seeds) < 0)
        return EG_ERROR_MEMORY;
    b->seeds[b->seed_count++] = x;
    return EG_OK;
}

static eg_status add_move(gathering *b, move x)
{
    if (eg_grow((void **)&b->moves, &b->move_capacity, b->move_count + 1, sizeof *b->moves) < 0)
        return EG_ERROR_MEMORY;
    b->moves[b->move_count++] = x;
    return EG_OK;
}

/* The first event at t, or the last one; there is one. */
static size_t crossing_at(const gathering *b, double t, bool is_last)
{
    const eg_following *r = b->r;
    size_t found = 0;
    bool is_found = false;
    for (size_t i = 0; i < r->crossings; i++)
        if (r->instants[i] == t && (is_last || !is_found)) {
            found = i;
            is_found = true;
        }
    return found;
}

/* A number for each expression, and those that tell why one has no derivative, or others to either side. The
 * movers of doubts come in pairs, one behind the other, at the end. */
static eg_status list_numbers(gathering *b)
{
    const eg_following *r = b->r;
    const bool is_end = b->x.end == r->c.instant;
    eg_status status = EG_OK;
    for (size_t q = 0; q < r->of->of_count && status == EG_OK; q++)
        status = add_number(b, (number){.expression = q, .other = -1});
    for (size_t q = 0; q < r->of->of_count && status == EG_OK; q++)
        if (is_end && isinf(eg_measures_until(&r->m, q)))
            status = add_number(b, (number){.expression = q, .other = -1, .is_left_end = true});
    for (size_t i = 0; i < r->m.item_count && status == EG_OK; i++)
        if (!isnan(r->m.items[i].tie))
            status = add_number(b, (number){.expression = r->m.items[i].expression, .other = (long)i});
    const size_t movers = 2 * b->x.doubt_count + 1 + r->m.item_count;
    for (size_t k = 0; k < movers && status == EG_OK; k++)
        status = add_number(b, (number){.other = -1, .is_move = true});
    return status;
}

/* The first of the numbers that are movers: two of each doubt, that of the last event, that of each item. */
static size_t first_mover(const gathering *b)
{
    return b->count - (2 * b->x.doubt_count + 1 + b->r->m.item_count);
}

static eg_status lay_mover(gathering *b, size_t k, eg_moved_by mover, bool touches)
{
    if (mover.function == EG_MOVED_BY_NOTHING)
        return EG_OK;
    mover.rate = touches ? 0.0 : mover.rate;
    return add_move(b, (move){k, mover.crossing, 1.0, true, mover});
}

static eg_status lay_movers(gathering *b)
{
    const eg_retrace *x = &b->x;
    size_t next = first_mover(b);
    eg_status status = EG_OK;
    for (size_t i = 0; i < x->doubt_count && status == EG_OK; i++) {
        const bool touches = x->doubts[i].doubt.kind == EG_DOUBT_GRAZING;
        status = lay_mover(b, next++, x->doubts[i].one, touches);
        if (status == EG_OK && !touches)
            status = lay_mover(b, next, x->doubts[i].other, false);
        next++;
    }
    if (status == EG_OK && x->end == b->r->c.instant)
        status = lay_mover(b, next, x->mover, false);
    next++;
    for (size_t i = 0; i < b->r->m.item_count && status == EG_OK; i++, next++)
        if (b->r->m.items[i].kind == EG_REDUCE_AT && !isnan(b->r->m.items[i].tie))
            status = lay_mover(b, next, x->ties[i], false);
    return status;
}

/* An extreme, or a value at an instant, of weight `part` in number k. */
static eg_status lay_instant(gathering *b, size_t k, size_t i, double part)
{
    const eg_measured *item = &b->r->m.items[i];
    const bool is_other = b->numbers[k].other == (long)i, is_at = item->kind == EG_REDUCE_AT;
    const double t = is_other ? item->tie : item->until;
    double drift = is_other ? item->tie_drift : item->drift;
    bool is_behind = is_other ? item->tie_is_behind : item->is_behind;
    if (is_at) { /* a tie is an event there */
        drift = 0.0;
        is_behind = !isnan(item->tie) && !is_other;
    }
    is_behind = is_behind || (t == b->r->begun && item->kind != EG_REDUCE_AT);
    eg_status status = add_seed(b, (seed){k, i, t, part, is_behind, false});
    if (status == EG_OK && drift != 0.0)
        status = add_move(
            b, (move){.number = k, .crossing = crossing_at(b, t, is_behind), .factor = part * drift});
    return status;
}

/* Item i has the weight `part` in number k. */
static eg_status lay_item(gathering *b, size_t k, size_t i, double part)
{
    const eg_measured *item = &b->r->m.items[i];
    const double length = b->x.end - b->r->begun;
    double *factor = &b->factor[k * b->r->m.item_count + i];
    eg_status status = EG_OK;
    if (part == 0.0)
        return EG_OK;
    switch (item->kind) {
    case EG_REDUCE_MINIMUM:
    case EG_REDUCE_MAXIMUM:
    case EG_REDUCE_AT: return lay_instant(b, k, i, part);
    case EG_REDUCE_FIRST: return add_seed(b, (seed){k, i, b->r->begun, part, true, false});
    case EG_REDUCE_INTEGRAL: *factor = part; break;
    case EG_REDUCE_MEAN: *factor = length > 0 ? part / length : 0.0; break;
    case EG_REDUCE_RMS: *factor = length > 0 ? part / (2.0 * length * b->outcomes[item->index]) : 0.0; break;
    case EG_REDUCE_EVENT: {
        const eg_event_ask *ask =
            &b->r->of->readout.expressions[item->expression].reductions[item->index].ask;
        if (ask->kind == EG_ASK_COUNT || isnan(item->tally.value))
            return EG_OK;
        status =
            add_move(b, (move){.number = k, .crossing = crossing_at(b, item->until, false), .factor = part});
        if (status == EG_OK && ask->kind == EG_ASK_DURATION)
            status = add_move(
                b, (move){.number = k, .crossing = crossing_at(b, item->from, false), .factor = -part});
        break;
    }
    default: break;
    }
    return status;
}

/* What an item of an expression that looks at the end has there. */
static bool is_at_end(const gathering *b, const eg_measured *item)
{
    const bool is_empty = !(b->x.end > b->r->begun);
    return item->kind == EG_REDUCE_LAST ||
           (is_empty && (item->kind == EG_REDUCE_MEAN || item->kind == EG_REDUCE_RMS));
}

/* Expression q at the end, whose columns have been observed: the weights of these, and of its items. */
static void weigh_end(gathering *b, size_t q)
{
    const eg_measures *m = &b->r->m;
    const eg_expression *e = &b->r->of->readout.expressions[q];
    double *weights = b->end_weights + q * b->width;
    eg_measures_outcomes(m, q, b->x.end, b->outcomes);
    const double *v = eg_expression_run(e, clock_of(b, b->x.end), b->columns, b->outcomes, b->room);
    memset(b->adjoint, 0, (size_t)e->tape.count * sizeof *b->adjoint);
    memset(b->item_parts, 0, (m->item_count + 1) * sizeof *b->item_parts);
    b->adjoint[e->root] = 1.0;
    go_back(b, e, v, weights, b->item_parts);
    memset(b->adjoint, 0, (size_t)e->tape.count * sizeof *b->adjoint);
    for (size_t i = 0; i < m->item_count; i++)
        if (m->items[i].expression == q && is_at_end(b, &m->items[i])) {
            const int node = e->reductions[m->items[i].index].node;
            const double sign = m->items[i].kind == EG_REDUCE_RMS && v[node] < 0.0 ? -1.0 : 1.0;
            b->adjoint[node] += sign * b->item_parts[m->items[i].index];
        }
    go_back(b, e, v, weights, NULL);
}

static eg_status lay_down(gathering *b)
{
    const eg_measures *m = &b->r->m;
    int answer = observe(b, b->x.end, b->y_end, b->yp_end);
    eg_status status = answer == 0 ? lay_movers(b) : (eg_status)answer;
    for (size_t q = 0; q < b->r->of->of_count && status == EG_OK; q++) {
        weigh_end(b, q);
        for (size_t k = 0; k < b->count && status == EG_OK; k++)
            for (size_t i = 0; i < m->item_count && status == EG_OK; i++)
                if (!b->numbers[k].is_move && b->numbers[k].expression == q && m->items[i].expression == q)
                    status = lay_item(b, k, i, b->item_parts[m->items[i].index]);
    }
    b->source = (eg_adjoint_source){look_at_integrands, b};
    for (size_t k = 0; k < b->count; k++)
        if (has_integrals(b, k))
            b->a.source = &b->source;
    return status;
}

/* ---------------------------------------------------------------- backward */

/* What looks at the end, at its right or its left side. */
static int gather_end(gathering *b, double t, const double *y, const double *yp, bool is_left)
{
    int status = eg_adjoint_stand(&b->a, t, y, yp);
    for (size_t k = 0; k < b->count && status == 0; k++)
        if (!b->numbers[k].is_move && b->numbers[k].is_left_end == is_left)
            status = add_weights(b, k, t, y, yp, b->end_weights + b->numbers[k].expression * b->width, 1.0);
    return status;
}

/* What looks at an instant that has been reached: on the right of an event, or else in a step. */
static int gather_seeds(gathering *b, double t, const double *y, const double *yp, bool is_behind)
{
    int status = 0;
    bool stands = false;
    for (size_t i = 0; i < b->seed_count && status == 0; i++) {
        seed *own = &b->seeds[i];
        if (own->is_done || own->t != t || own->is_behind != is_behind)
            continue;
        own->is_done = true;
        if (!stands)
            status = eg_adjoint_stand(&b->a, t, y, yp);
        stands = true;
        if (status == 0)
            status = observe(b, t, y, yp);
        if (status != 0)
            return status;
        weigh_item(b, t, own->item);
        status = add_weights(b, own->number, t, y, yp, b->weights, own->factor);
    }
    return status;
}

/* The latest instant in a step before `before`, at which something is looked at; NAN: there is none. */
static double next_seed(const gathering *b, double t0, double before)
{
    double next = NAN;
    for (size_t i = 0; i < b->seed_count; i++) {
        const double t = b->seeds[i].t;
        if (!b->seeds[i].is_behind && t > t0 && t < before && !(t <= next))
            next = t;
    }
    return next;
}

static int gather_step(gathering *b, const eg_recorded_step *step)
{
    eg_playback p = eg_record_play(&b->x.record, step);
    double part = step->end;
    double *y = b->x.y, *yp = b->x.yp;
    double t = step->until;
    int status = 0;
    for (; !isnan(t) && status == 0; t = next_seed(b, step->t0, t)) {
        const double to = t == step->until ? part : eg_engine_part(&p.engine, t);
        status = eg_adjoint_pass(&b->a, &p.engine, to, part);
        part = to;
        if (status == 0)
            status = eg_variation_motion(&b->a.v, &p.engine, part, y, yp);
        if (status == 0)
            status = gather_seeds(b, t, y, yp, false);
    }
    return status == 0 ? eg_adjoint_pass(&b->a, &p.engine, 0.0, part) : status;
}

/* What all numbers have on the right of an event goes to its left: through what it does there, or as it is;
 * shift[k] becomes what they have of how it moves. y and y' on both sides stand in `numbers`. The adjoint
 * stands on the left, where mu is what is added. */
static int pass_event(gathering *b, const eg_recorded_event *e, const double *numbers)
{
    eg_adjoint *a = &b->a;
    const size_t n = a->n, by = b->r->of->by_count, memories = a->memories, width = n + memories;
    const double *jump = b->x.record.numbers + e->jump, *left = numbers + n, *right = numbers + 3 * n;
    int status = 0;
    memset(b->gyp, 0, n * sizeof *b->gyp);
    for (size_t k = 0; k < a->count && status == 0; k++) {
        double *mu = a->mu + k * n, *memory = a->memory + k * memories;
        memcpy(b->gy, mu, n * sizeof *mu);
        for (size_t c = 0; c < n && !b->x.acts; c++)
            b->shift[k] += mu[c] * (left[c] - right[c]);
        if (b->x.acts) {
            const double *behind = b->gtheta; /* of y, then of what is remembered */
            memcpy(b->gtheta, mu, n * sizeof *mu);
            memcpy(b->gtheta + n, memory, memories * sizeof *memory);
            for (size_t d = 0; d < b->x.directions; d++) {
                double sum = 0.0;
                for (size_t c = 0; c < width; c++)
                    sum += jump[d * width + c] * behind[c];
                if (d < by)
                    a->theta[k * a->parameters + (size_t)b->r->of->place[d]] += sum;
                else if (d < by + memories)
                    memory[d - by] = sum;
                else if (d < by + width)
                    b->gy[d - by - memories] = sum;
                else
                    b->shift[k] += sum;
            }
        }
        memset(mu, 0, n * sizeof *mu);
        const eg_backward g = {b->gy, b->gyp, NULL, NULL};
        status = eg_adjoint_add(a, k, e->t, numbers, left, 1.0, &g);
    }
    return status;
}

/* Number k has `factor` of how the event moves by that, at its left; a rate of 0: of what falls there. */
static int add_mover(gathering *b, const eg_recorded_event *e, size_t k, eg_moved_by mover, double factor,
                     const double *y, const double *yp)
{
    eg_adjoint *a = &b->a;
    eg_system *s = &b->r->network->base;
    const size_t by = b->r->of->by_count;
    const double *moves = b->x.record.numbers + e->moves;
    if (factor == 0.0 || mover.function == EG_MOVED_BY_NOTHING)
        return 0;
    if (mover.function == EG_MOVED_BY_TIME) {
        for (size_t i = 0; i < by; i++)
            a->theta[k * a->parameters + (size_t)b->r->of->place[i]] += factor * moves[i];
        for (size_t i = 0; i < a->memories; i++)
            a->memory[k * a->memories + i] += factor * moves[by + i];
        return 0;
    }
    const eg_backward g = {b->gy, b->gyp, b->gtheta, b->gmemory};
    b->edges[mover.function] = 1.0;
    const int status = s->parametric->switching_back(s, e->t, y, yp, b->edges, &g);
    b->edges[mover.function] = 0.0;
    return status == 0
               ? eg_adjoint_add(a, k, e->t, y, yp, mover.rate != 0.0 ? -factor / mover.rate : factor, &g)
               : status;
}

/* What integrals have of how the event moves, from the values on both sides of it. */
static void shift_integrals(gathering *b, double t)
{
    const eg_measures *m = &b->r->m;
    for (size_t k = 0; k < b->count; k++)
        for (size_t i = 0; i < m->item_count; i++) {
            if (b->numbers[k].is_left_end && t == b->x.end) /* the event is not in it */
                continue;
            const bool is_square = m->items[i].kind == EG_REDUCE_RMS;
            const double before = is_square ? b->before[i] * b->before[i] : b->before[i];
            const double now = is_square ? b->now[i] * b->now[i] : b->now[i];
            if (b->factor[k * m->item_count + i] != 0.0)
                b->shift[k] += b->factor[k * m->item_count + i] * (before - now);
        }
}

/* Has anything a part in the event: does the motion change, does something look at it, or follow how it
 * moves? Most touches of elastic contacts are nothing but another mode. */
static bool matters(const gathering *b, const eg_recorded_event *e)
{
    if (!e->is_plain || b->a.source || e->t == b->x.end)
        return true;
    for (size_t k = 0; k < b->count; k++)
        if (b->carried[k] != 0.0)
            return true;
    for (size_t i = 0; i < b->move_count; i++)
        if (b->moves[i].crossing == e->number)
            return true;
    for (size_t i = 0; i < b->seed_count; i++)
        if (b->seeds[i].t == e->t && b->seeds[i].is_behind && !b->seeds[i].is_done)
            return true;
    return false;
}

/* The network is to be in the mode of a state, in which it may be; y and y' of that, where it is not and they
 * are wanted. */
static int enter(gathering *b, const eg_state *state, double *y, double *yp)
{
    if (state == b->present)
        return 0;
    const bool has_directions = b->present != NULL;
    eg_status status = eg_retrace_network(&b->x, state, y, yp, has_directions);
    if (status == EG_OK && !has_directions)
        status = eg_retrace_directions(&b->x, 0);
    if (status == EG_OK)
        eg_adjoint_move(&b->a, &b->r->network->base);
    b->present = state;
    return status;
}

static int gather_event(gathering *b, const eg_recorded_event *e, const eg_state *left)
{
    const size_t n = b->a.n;
    const double *y = b->x.record.numbers + e->first, *yp = y + n;
    if (!matters(b, e))
        return 0;
    int status = enter(b, e->state, NULL, NULL);
    if (status == 0)
        status = gather_seeds(b, e->t, y + 2 * n, y + 3 * n, true);
    memset(b->shift, 0, b->count * sizeof *b->shift);
    if (status == 0 && b->a.source)
        status = find_values(b, e->t, y + 2 * n, y + 3 * n, b->now);
    if (status == 0)
        status = enter(b, left, NULL, NULL);
    if (status == 0)
        status = eg_adjoint_stand(&b->a, e->t, y, yp);
    if (status == 0 && b->a.source)
        status = find_values(b, e->t, y, yp, b->before);
    if (status == 0 && b->a.source)
        shift_integrals(b, e->t);
    if (status == 0)
        status = pass_event(b, e, y);
    for (size_t i = 0; i < b->move_count && status == 0; i++) {
        const move *own = &b->moves[i];
        if (own->crossing == e->number && own->is_own)
            status = add_mover(b, e, own->number, own->mover, own->factor, y, yp);
        else if (own->crossing == e->number)
            b->shift[own->number] += own->factor;
    }
    for (size_t k = 0; k < b->count && status == 0; k++) {
        b->carried[k] += b->shift[k];
        if (e->mover.crossing == e->number) {
            status = add_mover(b, e, k, e->mover, b->carried[k], y, yp);
            b->carried[k] = 0.0;
        }
    }
    const bool is_first_of_end = e->t == b->x.end && e->number == crossing_at(b, e->t, false);
    return status == 0 && is_first_of_end ? gather_end(b, e->t, y, yp, true) : status;
}

/* The state behind which item i of the record was: that of the event before it, or of the part's begin. */
static const eg_state *state_before(const gathering *b, size_t part, size_t i)
{
    while (i-- > 0)
        if (b->x.record.items[i].is_event)
            return b->x.record.items[i].event.state;
    return b->x.points.items[part].state;
}

static eg_status gather_part(gathering *b, size_t part)
{
    int answer = eg_retrace_part(&b->x, part);
    b->present = NULL;
    for (size_t i = b->x.record.count; i > 0 && answer == 0; i--) {
        const struct eg_recorded *item = &b->x.record.items[i - 1];
        const double t = item->is_event ? item->event.t : item->step.until;
        const eg_state *before = state_before(b, part, i - 1);
        answer = item->is_event ? gather_event(b, &item->event, before) : enter(b, before, NULL, NULL);
        if (answer == 0 && !item->is_event)
            answer = gather_step(b, &item->step);
        answer = eg_following_answered(b->r, t, answer);
    }
    return (eg_status)answer;
}

/* What is known at the start: how it follows each parameter. */
static void gather_start(gathering *b)
{
    const eg_adjoint *a = &b->a;
    for (size_t k = 0; k < a->count; k++)
        for (size_t i = 0; i < b->r->of->by_count; i++) {
            double *theta = &a->theta[k * a->parameters + (size_t)b->r->of->place[i]];
            for (size_t c = 0; c < a->n; c++)
                *theta += a->mu[k * a->n + c] * b->s0[i * a->n + c];
            for (size_t c = 0; c < a->memories; c++)
                *theta += a->memory[k * a->memories + c] * b->m0[i * a->memories + c];
        }
}

static eg_status gather(gathering *b)
{
    int answer = gather_end(b, b->x.end, b->y_end, b->yp_end, false);
    answer = eg_following_answered(b->r, b->x.end, answer);
    for (size_t part = b->x.points.count; part > 0 && answer == 0; part--)
        answer = gather_part(b, part - 1);
    b->present = NULL;
    if (answer == 0)
        answer = enter(b, b->x.points.items[0].state, b->x.y, b->x.yp);
    if (answer != 0)
        return (eg_status)answer;
    answer = gather_seeds(b, b->r->begun, b->x.y, b->x.yp, true);
    gather_start(b);
    return (eg_status)eg_following_answered(b->r, b->r->begun, answer);
}

/* ---------------------------------------------------------------- what is known */

static double found(const gathering *b, size_t k, size_t by)
{
    return b->a.theta[k * b->a.parameters + (size_t)b->r->of->place[by]];
}

/* Do two events that fall together move otherwise along a parameter, or does what touches an edge move? */
static bool is_in_doubt(const gathering *b, size_t doubt, size_t by)
{
    const size_t one = first_mover(b) + 2 * doubt;
    const double scale = b->scale[b->r->of->place[by]], a = found(b, one, by), other = found(b, one + 1, by);
    const double span = b->r->network->base.span;
    if (b->x.doubts[doubt].doubt.kind == EG_DOUBT_GRAZING)
        return fabs(a) * scale > nothing_part * b->a.worth[one];
    return fabs(a - other) > same_part * fmax(fabs(a), fabs(other)) &&
           fabs(a - other) * scale > nothing_part * span;
}

/* The first doubt about parameter `by` that concerns what is known by `until`; NULL: there is none. */
static const eg_doubt *doubt_of(const gathering *b, size_t by, double until)
{
    const eg_doubt *first = NULL;
    for (size_t i = 0; i < b->x.doubt_count && !first; i++)
        if (is_in_doubt(b, i, by))
            first = &b->x.doubts[i].doubt;
    const eg_doubt *split = &b->x.splits[by];
    if (split->kind != EG_DOUBT_NONE && (!first || split->time < first->time))
        first = split;
    return first && first->time <= until ? first : NULL;
}

/* The number that is expression q with another value of a reduction, or of the end; b->count: none. */
static size_t other_number(const gathering *b, size_t q, bool is_left_end)
{
    for (size_t k = 0; k < b->count; k++)
        if (!b->numbers[k].is_move && b->numbers[k].expression == q &&
            b->numbers[k].is_left_end == is_left_end && (is_left_end || b->numbers[k].other >= 0))
            return k;
    return b->count;
}

static void judge(gathering *b, size_t q, size_t by, eg_sensitivity_item *item)
{
    eg_following *r = b->r;
    const double until = eg_measures_until(&r->m, q), value = r->values[q], own = found(b, q, by);
    const double parameter = r->of->parameters[by].value;
    const size_t movers = first_mover(b) + 2 * b->x.doubt_count;
    const size_t left = other_number(b, q, true), other = other_number(b, q, false);
    const eg_doubt *doubt = doubt_of(b, by, until);
    *item = (eg_sensitivity_item){own, own, own, NULL};
    if (doubt)
        *item = (eg_sensitivity_item){NAN, NAN, NAN, eg_following_why(r, doubt, b->words)};
    else if (left < b->count && eg_following_is_other(r, found(b, left, by), own, value, parameter))
        eg_following_split_by_event(r, b->x.end, found(b, movers, by), item, found(b, left, by), b->words);
    else if (other < b->count && eg_following_is_other(r, found(b, other, by), own, value, parameter)) {
        const size_t i = (size_t)b->numbers[other].other;
        const eg_measured *tie = &r->m.items[i];
        if (tie->kind == EG_REDUCE_AT)
            eg_following_split_by_event(r, tie->at, found(b, movers + 1 + i, by), item, found(b, other, by),
                                        b->words);
        else
            eg_following_split_by_extreme(r, tie, item, found(b, other, by), b->words);
    }
}

/* ---------------------------------------------------------------- from the run to the result */

/* The next `count` numbers of the block, or of none while its size is counted. */
static double *carve(double *block, size_t *used, size_t count)
{
    double *at = block ? block + *used : NULL;
    *used += count;
    return at;
}

static size_t carve_all(gathering *b, double *block)
{
    const eg_following *r = b->r;
    const size_t n = (size_t)r->of->model->n, items = r->m.item_count, of = r->of->of_count;
    const size_t room = eg_readout_room(&r->of->readout), switches = (size_t)r->network->base.switch_count;
    const size_t parameters = b->a.parameters, memories = b->a.memories;
    size_t used = 0;
    b->factor = carve(block, &used, b->count * items);
    b->outcomes = carve(block, &used, items + 1);
    b->item_parts = carve(block, &used, items + 1);
    b->end_weights = carve(block, &used, of * b->width);
    b->columns = carve(block, &used, b->width);
    b->weights = carve(block, &used, b->width);
    b->room = carve(block, &used, room);
    b->adjoint = carve(block, &used, room);
    b->before = carve(block, &used, items);
    b->now = carve(block, &used, items);
    b->carried = carve(block, &used, b->count);
    b->shift = carve(block, &used, b->count);
    b->scale = carve(block, &used, parameters);
    b->y_end = carve(block, &used, n);
    b->yp_end = carve(block, &used, n);
    b->gy = carve(block, &used, n);
    b->gyp = carve(block, &used, n);
    b->gtheta = carve(block, &used, parameters > n + memories ? parameters : n + memories);
    b->gmemory = carve(block, &used, memories);
    b->edges = carve(block, &used, switches);
    return used;
}

/* How the start follows each parameter; the network follows them still. */
static eg_status look_at_start(gathering *b)
{
    eg_following *r = b->r;
    eg_system *s = &r->network->base;
    const size_t n = (size_t)r->of->model->n, by = r->of->by_count;
    const size_t memories = (size_t)s->parametric->remembered(s);
    const double t = eg_system_since(s, r->o->start_time);
    int status = 0;
    b->s0 = calloc(by * (n + memories) + 1, sizeof *b->s0);
    if (!b->s0)
        return EG_ERROR_MEMORY;
    b->m0 = b->s0 + by * n;
    for (size_t k = 0; k < by && status == 0; k++) {
        status = s->parametric->start(s, (int)k, t, r->y, r->yp, b->s0 + k * n);
        s->parametric->recall(s, (int)k, b->m0 + k * memories);
    }
    r->begun = t;
    return (eg_status)eg_following_answered(r, t, status);
}

static eg_status run_forward(gathering *b)
{
    eg_following *r = b->r;
    if (!eg_variation_init(&r->v, &r->network->base, 0, 1.0) || !eg_crossing_init(&r->c, &r->v))
        return EG_ERROR_MEMORY;
    r->c.has_memory = eg_following_has_memory(r->of->model);
    eg_status status = eg_measures_init(&r->m, &r->of->plan, r->network, &r->v, &r->c);
    if (status == EG_OK)
        status = eg_retrace_run(&b->x, r);
    if (status != EG_OK)
        return status;
    memcpy(r->y, b->x.y, (size_t)r->of->model->n * sizeof *r->y);
    memcpy(r->yp, b->x.yp, (size_t)r->of->model->n * sizeof *r->yp);
    r->reached = b->x.end;
    return eg_following_finish(r);
}

/* The gradients, and room for what goes into them. */
static eg_status prepare(gathering *b)
{
    eg_following *r = b->r;
    int count = 0;
    const eg_system_parameter *all = r->network->base.parametric->parameters(&r->network->base, &count);
    const double tolerance = closer * fmax(r->engine->tolerance, 1e-12);
    b->width = (size_t)r->of->readout.columns + r->of->readout.source_count;
    const eg_status status = list_numbers(b);
    if (status != EG_OK)
        return status;
    if (!eg_adjoint_init(&b->a, &r->network->base, b->count, tolerance) ||
        !(b->block = calloc(carve_all(b, NULL) + 1, sizeof *b->block)))
        return EG_ERROR_MEMORY;
    (void)carve_all(b, b->block);
    for (int i = 0; i < count; i++)
        b->scale[i] = all[i].value != 0.0 ? fabs(all[i].value) : 1.0;
    b->a.scale = b->scale;
    for (size_t k = 0; k < b->count; k++)
        b->a.worth[k] = b->numbers[k].is_move ? 0.0 : fabs(r->values[b->numbers[k].expression]);
    memcpy(b->y_end, b->x.y, b->a.n * sizeof *b->y_end);
    memcpy(b->yp_end, b->x.yp, b->a.n * sizeof *b->yp_end);
    b->a.place = r->of->place;
    b->a.by = r->of->by_count;
    eg_adjoint_move(&b->a, &r->network->base);
    return eg_retrace_directions(&b->x, 0);
}

static void tell(gathering *b)
{
    const eg_prepared *p = b->r->of;
    for (size_t q = 0; q < p->of_count; q++)
        for (size_t k = 0; k < p->by_count; k++)
            judge(b, q, k, &b->items[q * p->by_count + k]);
}

eg_status eg_following_backward(eg_following *f, eg_prepared *p, const eg_simulate_options *o,
                                eg_sensitivity_item *items, eg_arena *words, eg_diagnostics *d)
{
    gathering b = {.r = f, .items = items, .words = words};
    eg_status status = eg_following_begin(f, p, o, d);
    if (status == EG_OK)
        status = look_at_start(&b);
    if (status == EG_OK)
        status = run_forward(&b);
    if (status == EG_OK)
        status = prepare(&b);
    if (status == EG_OK)
        status = lay_down(&b);
    if (status == EG_OK)
        status = gather(&b);
    if (status == EG_OK)
        tell(&b);
    eg_adjoint_release(&b.a);
    eg_retrace_release(&b.x);
    free(b.numbers);
    free(b.seeds);
    free(b.moves);
    free(b.s0);
    free(b.block);
    return status;
}
