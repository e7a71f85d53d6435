/* Reducers: one run's readout, taken as it goes by. */
#include "simulate/reduce.h"

#include "base/clock.h"
#include "network/motion/local.h"
#include "simulate/choose.h"
#include "simulate/state.h"
#include "simulate/tell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HALVINGS = 24 };
static const double integral_part = 1e-12; /* of an integral without signs: errors that do not matter */

static bool is_integral(const eg_reduced *i)
{
    return i->kind == EG_REDUCE_INTEGRAL || i->kind == EG_REDUCE_MEAN || i->kind == EG_REDUCE_RMS;
}

/* ---------------------------------------------------------------- values */

/* Of all items, at a point that has been observed. */
static void fill(eg_reducer *x, double t, double *values)
{
    for (size_t i = 0; i < x->item_count;) {
        const size_t k = x->items[i].expression;
        const eg_expression *e = &x->of->expressions[k];
        const double *v = eg_expression_run(e, t, x->columns, NULL, x->room);
        for (; i < x->item_count && x->items[i].expression == k; i++)
            values[i] = v[e->reductions[x->items[i].index].node];
    }
}

/* All columns. False: some have no values (reported). */
static bool observe(eg_reducer *x, double t, const double *y, const double *yp)
{
    eg_network_observe(x->network, eg_reducer_clock(x, t), y, yp, x->view, x->columns);
    return eg_network_has_values(x->network, eg_reducer_clock(x, t));
}

/* Those that reductions follow from. */
static bool observe_on_way(eg_reducer *x, double t, const double *y, const double *yp)
{
    if (!x->glance)
        return observe(x, t, y, yp);
    eg_glance_fill(x->glance, x->network, y, x->columns); /* what it sees has values */
    return true;
}

static void keep_taken(eg_reducer *x)
{
    memcpy(x->taken, x->columns, ((size_t)x->of->columns + x->of->source_count) * sizeof *x->taken);
    x->has_taken = true;
}

void eg_reducer_take(eg_reducer *x, const double *values)
{
    for (size_t i = 0; i < x->item_count; i++)
        if (eg_is_extreme(x->items[i].kind))
            x->items[i].value = eg_reduction_better(x->items[i].kind, x->items[i].value, values[i]);
        else if (x->items[i].kind == EG_REDUCE_FIRST && !x->has_begun)
            x->items[i].value = values[i];
}

/* At a point of the run: what is asked for at this very time. */
static void take_now(eg_reducer *x, double t, const double *values)
{
    for (size_t i = 0; i < x->item_count && x->has_times; i++)
        if (x->items[i].kind == EG_REDUCE_AT && x->items[i].at == eg_reducer_clock(x, t))
            x->items[i].value = values[i];
}

static void begin_at(eg_reducer *x, double t)
{
    x->begun = x->has_begun ? x->begun : t;
    x->has_begun = true;
}

void eg_reducer_take_seen(eg_reducer *x)
{
    if (!x->is_untaken)
        return;
    fill(x, eg_reducer_clock(x, x->seen_at), x->sample);
    eg_reducer_take(x, x->sample);
    x->is_untaken = false;
}

int eg_reducer_look(eg_reducer *x, eg_engine *e, double part, double *values)
{
    double t = eg_engine_time(e, part);
    eg_system *s = &x->network->base;
    eg_reducer_take_seen(x);
    const bool takes_rates = !e->is_apart && !x->glance;
    if (e->ops->dense(e, t, x->y, NULL) != 0 || (takes_rates && s->ops->derivatives(s, t, x->y, x->yp) != 0))
        return EG_ERROR_SIMULATION;
    if (!observe_on_way(x, t, x->y, takes_rates ? x->yp : NULL))
        return EG_ERROR_SIMULATION;
    fill(x, eg_reducer_clock(x, t), values);
    return 0;
}

/* ---------------------------------------------------------------- integrals */

/* Adds with what rounding has left over (Neumaier (1974), ZAMM 54, 39-51). */
static void add(eg_reduced *item, double term)
{
    const double sum = item->value + term;
    item->rounding +=
        fabs(item->value) >= fabs(term) ? (item->value - sum) + term : (term - sum) + item->value;
    item->value = sum;
}

/* From part a to part b of the step. Kronrod's extension has the nodes 0, sqrt(2/3) and sqrt(1/5) of each
 * half, of which Lobatto's rule of 4 points takes the last and the ends. Where both agree the first is the
 * integral: it is exact to degree 9. */
static int integrate(eg_reducer *x, eg_engine *e, double a, double b, int halvings)
{
    enum { NODES = 7 };
    static const double node[NODES] = {
        -1, -0.81649658092772603, -0.44721359549995794, 0, 0.44721359549995794, 0.81649658092772603, 1};
    static const double fine[NODES] = {77.0 / 1470,  432.0 / 1470, 625.0 / 1470, 672.0 / 1470,
                                       625.0 / 1470, 432.0 / 1470, 77.0 / 1470};
    static const double coarse[NODES] = {1.0 / 6, 0, 5.0 / 6, 0, 5.0 / 6, 0, 1.0 / 6};
    const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
    const size_t n = x->item_count;
    double *values = x->sample, *sum = values + n, *size = sum + n, *other = size + n;
    memset(sum, 0, 3 * n * sizeof *sum);
    for (int k = 0; k < NODES; k++) {
        const double part = middle + half * node[k], pace = half * eg_engine_pace(e, part);
        int status = eg_reducer_look(x, e, part, values);
        if (status != 0)
            return status;
        for (size_t i = 0; i < n; i++) {
            const double value =
                pace * (x->items[i].kind == EG_REDUCE_RMS ? values[i] * values[i] : values[i]);
            sum[i] += fine[k] * value;
            size[i] += fine[k] * fabs(value);
            other[i] += coarse[k] * value;
        }
    }
    bool agree = true;
    for (size_t i = 0; i < n; i++)
        if (is_integral(&x->items[i]) &&
            fabs(sum[i] - other[i]) > integral_part * (x->items[i].magnitude + size[i]))
            agree = false;
    if (!agree && halvings < MOST_HALVINGS) {
        int status = integrate(x, e, a, middle, halvings + 1);
        return status == 0 ? integrate(x, e, middle, b, halvings + 1) : status;
    }
    for (size_t i = 0; i < n; i++)
        if (is_integral(&x->items[i])) {
            add(&x->items[i], sum[i]);
            x->items[i].magnitude += size[i];
        }
    return 0;
}

/* ---------------------------------------------------------------- a run */

/* What is asked for at times within the last step. At an event the step behind it has the last word. */
static int take_times(eg_reducer *x, eg_engine *e, double t)
{
    for (size_t i = 0; i < x->item_count; i++) {
        const double at =
            x->items[i].kind == EG_REDUCE_AT ? eg_system_since(&x->network->base, x->items[i].at) : NAN;
        if (!(at >= e->t0 && at <= t))
            continue;
        int status = eg_reducer_look(x, e, eg_engine_part(e, at), x->sample);
        if (status != 0)
            return status;
        x->items[i].value = x->sample[i];
    }
    return 0;
}

/* A glance of what is asked for on the way; without it, or without memory, there is the view. */
static void make_glance(eg_reducer *x)
{
    size_t room = 1, count = 0;
    for (size_t i = 0; i < x->of->count; i++)
        room += (size_t)x->of->expressions[i].column_count;
    int *columns = malloc(room * sizeof *columns);
    for (size_t i = 0; i < x->of->count && columns; i++) {
        const eg_expression *e = &x->of->expressions[i];
        for (int k = 0; k < e->column_count && e->reduction_count > 0; k++)
            if (e->columns[k] < x->of->columns)
                columns[count++] = (int)e->columns[k];
    }
    if (columns)
        (void)eg_glance_create(x->network, columns, (int)count, &x->glance);
    free(columns);
    if (x->glance && !eg_reducer_make_reach(x)) {
        eg_glance_free(x->glance);
        x->glance = NULL;
        eg_reducer_release_reach(x);
    }
}

void eg_reducer_concerns(eg_reducer *x, bool *bodies, bool *unknowns)
{
    const size_t count = (size_t)x->network->m->body_count;
    eg_network_mark_bodies(x->network, x->of->needed, bodies);
    if (!x->view->is_narrow && memchr(bodies + 1, 0, count - 1))
        (void)eg_view_narrow(x->view, x->network, x->of->needed); /* or it stays as wide as it is */
    eg_view_mark_unknowns(x->view, x->network, unknowns);
}

/* Integrals over a step up to its part `to`, at t, and what is asked for at times in it. */
static int take_step(eg_reducer *x, eg_engine *e, double to, double t)
{
    int status = 0;
    if (x->has_integrals)
        status = integrate(x, e, 0, to, 0);
    if (status == 0 && x->has_times)
        status = take_times(x, e, t);
    const double at = eg_system_since(&x->network->base, x->at);
    if (status == 0 && at >= e->t0 && at <= t) {
        status = eg_reducer_look(x, e, eg_engine_part(e, at), x->sample);
        if (status == 0)
            keep_taken(x);
    }
    return status;
}

/* The same of a window of pieces, part after part. */
static int take_window(eg_reducer *x, eg_engine *e)
{
    const double t0 = e->t0, t1 = e->t1;
    int status = 0;
    if (!x->has_integrals && !x->has_times && isnan(x->at))
        return 0;
    for (double from = t0; from < t1 && status == 0; from = e->t1) {
        const double to = e->ops->part_end(e, from);
        e->t0 = from;
        e->t1 = to < t1 && to > from ? to : t1;
        status = take_step(x, e, 1, e->t1);
    }
    e->t0 = t0;
    e->t1 = t1;
    return status;
}

int eg_reducer_passed(eg_reducer *x, eg_engine *e, double t)
{
    int status = 0;
    x->sees_steps = true;
    if (!x->has_begun) {
        status = eg_reducer_look(x, e, 0, x->sample);
        if (status == 0)
            eg_reducer_take(x, x->sample);
        begin_at(x, e->t0);
    }
    if (status == 0 && x->has_extremes)
        status = e->is_apart ? eg_reducer_search_window(x, e) : eg_reducer_search(x, e, eg_engine_part(e, t));
    x->passed_to = e->is_apart && x->glance && !x->has_times ? t : NAN;
    if (status != 0)
        return status;
    return e->is_apart ? take_window(x, e) : take_step(x, e, eg_engine_part(e, t), t);
}

/* What lies between this point and the last one, where no steps are seen: a line. */
static void add_line(eg_reducer *x, double t, const double *values)
{
    for (size_t i = 0; i < x->item_count; i++) {
        const bool is_square = x->items[i].kind == EG_REDUCE_RMS;
        const double now = is_square ? values[i] * values[i] : values[i];
        if (is_integral(&x->items[i]) && x->has_begun)
            add(&x->items[i], (t - x->last) * (0.5 * x->before[i] + 0.5 * now));
        const double at = eg_system_since(&x->network->base, x->items[i].at);
        if (x->items[i].kind == EG_REDUCE_AT && x->has_begun && at > x->last && at < t)
            x->items[i].value = x->before[i] + (at - x->last) / (t - x->last) * (now - x->before[i]);
        x->before[i] = now;
    }
    x->last = t;
}

int eg_reducer_point(eg_reducer *x, double t, const double *y, const double *yp)
{
    if (!x->looks)
        return 0;
    if (!yp && t == x->passed_to) { /* the end of a window, before an event: that has been seen */
        x->passed_to = NAN;
        return 0;
    }
    eg_reducer_take_seen(x);
    if (!observe_on_way(x, t, y, yp))
        return EG_ERROR_SIMULATION;
    x->seen_at = NAN;
    if (x->reach && !yp &&
        !x->has_times) { /* the window that begins here may tell that this is nothing new */
        eg_reducer_note_sums(x, y);
        x->seen_at = t;
        x->is_untaken = true;
        if (!x->has_begun)
            eg_reducer_take_seen(x);
        begin_at(x, t);
        return 0;
    }
    fill(x, eg_reducer_clock(x, t), x->sample);
    eg_reducer_take(x, x->sample);
    take_now(x, t, x->sample);
    if (!x->sees_steps)
        add_line(x, t, x->sample);
    begin_at(x, t);
    if (eg_reducer_clock(x, t) == x->at)
        keep_taken(x);
    return 0;
}

static const eg_event_ask *ask_of(const eg_reducer *x, const eg_reduced *item)
{
    return &x->of->expressions[item->expression].reductions[item->index].ask;
}

void eg_reducer_event(eg_reducer *x, double t, const char *component, const char *name)
{
    for (size_t i = 0; i < x->item_count; i++)
        if (x->items[i].kind == EG_REDUCE_EVENT)
            eg_tally_add(&x->items[i].tally, ask_of(x, &x->items[i]), t, component, name);
}

static double outcome(const eg_reducer *x, const eg_reduced *item, double length, double last)
{
    const double sum = item->value + item->rounding;
    switch (item->kind) {
    case EG_REDUCE_LAST: return last;
    case EG_REDUCE_AT: return item->value;
    case EG_REDUCE_EVENT: return item->tally.value;
    case EG_REDUCE_INTEGRAL: return sum;
    case EG_REDUCE_MEAN: return length > 0 ? sum / length : last;
    case EG_REDUCE_RMS: return length > 0 ? sqrt(sum / length) : fabs(last);
    default: return x->has_begun ? item->value : last;
    }
}

int eg_reducer_end(eg_reducer *x, double t, const double *y, const double *yp, double *results)
{
    eg_reducer_take_seen(x);
    if (!observe(x, t, y, yp))
        return EG_ERROR_SIMULATION;
    double *last = x->sample;
    fill(x, eg_reducer_clock(x, t), last);
    eg_reducer_take(x, last);
    take_now(x, t, last);
    const double length = x->has_begun ? t - x->begun : 0;
    for (size_t k = 0, i = 0; k < x->of->count; k++) {
        const eg_expression *e = &x->of->expressions[k];
        for (int r = 0; r < e->reduction_count; r++, i++)
            x->outcomes[r] = outcome(x, &x->items[i], length, last[i]);
        const double *v = isnan(x->at) ? eg_expression_run(e, t, x->columns, x->outcomes, x->room)
                                       : eg_expression_run(e, x->at, x->taken, x->outcomes, x->room);
        results[k] = isnan(x->at) || x->has_taken ? v[e->root] : NAN;
    }
    return 0;
}

/* ---------------------------------------------------------------- life */

eg_status eg_reducer_init(eg_reducer *x, const eg_readout *of, double at, const eg_model *m)
{
    const size_t n = (size_t)m->n, columns = (size_t)of->columns + of->source_count;
    const size_t room = eg_readout_room(of);
    size_t most = 0;
    *x = (eg_reducer){.of = of, .at = at};
    for (size_t k = 0; k < of->count; k++) {
        const size_t reductions = (size_t)of->expressions[k].reduction_count;
        most = reductions > most ? reductions : most;
        x->item_count += reductions;
    }
    x->items = calloc(x->item_count + 1, sizeof *x->items);
    x->columns = calloc(2 * columns + 1, sizeof *x->columns);
    x->y = calloc(2 * n + (EG_SAMPLES + 2) * x->item_count + room + most + 1, sizeof *x->y);
    if (!x->items || !x->columns || !x->y)
        return EG_ERROR_MEMORY;
    x->taken = x->columns + columns;
    x->yp = x->y + n;
    x->sample = x->yp + n;
    x->before = x->sample + (EG_SAMPLES + 1) * x->item_count;
    x->room = x->before + x->item_count;
    x->outcomes = x->room + room;
    for (size_t k = 0, i = 0; k < of->count; k++)
        for (int r = 0; r < of->expressions[k].reduction_count; r++, i++) {
            const eg_reduction *reduction = &of->expressions[k].reductions[r];
            x->items[i] =
                (eg_reduced){.expression = k, .index = r, .kind = reduction->kind, .at = reduction->time};
            x->has_times = x->has_times || reduction->kind == EG_REDUCE_AT;
            x->has_extremes = x->has_extremes || eg_is_extreme(x->items[i].kind);
            x->has_integrals = x->has_integrals || is_integral(&x->items[i]);
            x->has_events = x->has_events || reduction->kind == EG_REDUCE_EVENT;
            x->looks = x->looks || (reduction->kind != EG_REDUCE_LAST && reduction->kind != EG_REDUCE_EVENT);
        }
    x->looks = x->looks || !isnan(at);
    return EG_OK;
}

void eg_reducer_release(eg_reducer *x)
{
    eg_view_free(x->view);
    eg_glance_free(x->glance);
    eg_reducer_release_reach(x);
    free(x->items);
    free(x->columns);
    free(x->y);
    *x = (eg_reducer){0};
}

bool eg_reducer_begin(eg_reducer *x, eg_network *network)
{
    x->network = network;
    if (!x->view)
        x->view = eg_view_create(network, x->of->needed);
    if (!x->has_tried_glance && x->looks && isnan(x->at)) /* at that time all columns are taken */
        make_glance(x);
    x->has_tried_glance = true;
    x->has_begun = x->has_taken = x->sees_steps = false;
    x->seen_at = x->passed_to = NAN;
    eg_reducer_forget_sums(x);
    x->is_untaken = false;
    for (size_t i = 0; i < x->item_count; i++) {
        eg_reduced *item = &x->items[i];
        item->value = item->rounding = item->magnitude = 0;
        if (eg_is_extreme(item->kind))
            item->value = item->kind == EG_REDUCE_MINIMUM ? INFINITY : -INFINITY;
        else if (item->kind == EG_REDUCE_AT)
            item->value = NAN;
        else if (item->kind == EG_REDUCE_EVENT)
            eg_tally_begin(&item->tally, ask_of(x, item));
    }
    for (size_t i = 0; i < x->of->source_count; i++)
        x->columns[(size_t)x->of->columns + i] = eg_readout_source_value(network->m, &x->of->sources[i]);
    return x->view != NULL;
}

/* ---------------------------------------------------------------- a run of its own */

typedef struct looker {
    eg_observer observer; /* first: an eg_observer * is a looker * */
    eg_reducer *x;
    const eg_simulate_options *o;
    eg_teller teller;
} looker;

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    return eg_reducer_point(((looker *)o)->x, t, y, yp);
}

static int on_passed(eg_observer *o, eg_engine *engine, double t)
{
    return eg_reducer_passed(((looker *)o)->x, engine, t);
}

static void on_concerns(eg_observer *o, bool *bodies, bool *unknowns)
{
    eg_reducer_concerns(((looker *)o)->x, bodies, unknowns);
}

static int on_progress(eg_observer *o, double t)
{
    looker *l = (looker *)o;
    return eg_teller_tell(&l->teller, eg_reducer_clock(l->x, t));
}

static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    looker *l = (looker *)((char *)sink - offsetof(eg_observer, sink));
    (void)is_time_event;
    if (l->x->has_events)
        eg_reducer_event(l->x, t, component, name);
}

static eg_status march(looker *l, eg_engine *engine, double *y, double *yp, double *results)
{
    const eg_simulate_options *o = l->o;
    const double span = o->stop_time - o->start_time;
    eg_march_result result;
    const eg_system *s = engine->system;
    eg_march_options options = {.start_time = eg_system_since(s, o->start_time),
                                .stop_time = eg_system_since(s, o->stop_time),
                                .interval = span > 0 ? span : 1,
                                .step = o->step,
                                .max_events = o->max_events,
                                .max_steps = o->max_steps,
                                .without_work = true,
                                .time_limit = o->time_limit};
    if (o->time_limit > 0)
        options.deadline = eg_clock_seconds() + o->time_limit;
    if (!engine->ops->step && span > 0) /* the points are all there is to see: those of the other run */
        options.interval = o->interval;
    eg_status status = eg_march(engine, &options, y, yp, &l->observer, &result);
    if (status == EG_OK && eg_reducer_end(l->x, result.end_time, y, yp, results) != 0)
        status = EG_ERROR_SIMULATION;
    return status;
}

eg_status eg_reducer_run(eg_reducer *x, const eg_model *model, const eg_simulate_options *options,
                         eg_diagnostics *diagnostics, double *results)
{
    const char *reason;
    const size_t n = (size_t)model->n + 1;
    looker l = {.x = x, .o = options, .teller = eg_teller_begin(options)};
    l.observer = (eg_observer){.point = on_point,
                               .left = on_point,
                               .right = on_point,
                               .progress = on_progress,
                               .passed = on_passed,
                               .concerns = on_concerns,
                               .sink = {on_event}};
    const eg_engine_ops *ops = eg_simulate_engine(model, options, diagnostics, &reason);
    if (!ops || !ops->create)
        return ops ? EG_ERROR_UNAVAILABLE : EG_ERROR_USAGE;
    if (x->has_events && strcmp(ops->name, "fixed") == 0) {
        eg_readout_refuse_fixed(eg_readout_asks(x->of)->component, diagnostics);
        return EG_ERROR_USAGE;
    }
    eg_network *network = eg_network_create(model, diagnostics);
    double *y = calloc(2 * n, sizeof *y);
    eg_engine *e = NULL;
    eg_status status = network && y ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_simulate_begin(network, options, y, y + n);
    if (status == EG_OK &&
        (!eg_reducer_begin(x, network) || !(e = ops->create(&network->base, options->tolerance))))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = march(&l, e, y, y + n, results);
    if (e)
        e->ops->free(e);
    eg_network_free(network);
    free(y);
    return status;
}
