/* Each lane holds an instance: its network, an engine `erk` and its march. A turn makes one trial of a step
 * for all lanes together (kernel.c); each then judges its own, takes the step if it is good, looks for
 * events in it and handles them, while the others wait for their next trial. A lane whose instance has
 * arrived takes the next one, so that vectors stay full. Callbacks of the engine and the watch go to the
 * lane's own numbers, events to the network itself. */
#include "ensemble/lanes.h"

#include "engine/erk/erk.h"
#include "engine/erk/table.h"
#include "engine/nodes.h"
#include "network/motion/kinematics.h"
#include "network/user/slide.h"
#include "simulate/balance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct lane {
    eg_convoy *convoy;
    int index;
    bool is_busy, wants_step; /* wants_step: a step is to begin */
    eg_system_ops ops;        /* the network's, but for three callbacks */
    int (*handle_event)(eg_system *s, double t, const bool *fired, double *y, double *yp, bool *jumped,
                        eg_event_sink *sink);
    eg_network *network;
    eg_engine *engine;
    eg_marcher *march;
    eg_march_result result;
    eg_watcher *watcher;
    eg_erk_trial trial;
    double *y, *yp;
    /* The energy balance: works so far, the powers where the next step begins, and what elements have stored
     * since their mode began. */
    double work[EG_LANES_WORKS], power[EG_LANES_WORKS], stored;
    bool is_booked; /* the works of the step made last are among them */
    eg_balance_start start;
} lane;

struct eg_convoy {
    eg_lanes lanes;
    const eg_simulate_options *o;
    eg_march_options march;
    eg_nodes nodes;
    lane lane[EG_LANES_MOST];
    eg_lanes_trial trial;
    double *memory, *sample; /* sample (n x W) */
};

/* ---------------------------------------------------------------- callbacks */

static lane *lane_of(eg_system *s)
{
    return (lane *)((char *)s->ops - offsetof(lane, ops));
}

static int derivatives(eg_system *s, double t, const double *y, double *yp)
{
    lane *x = lane_of(s);
    return eg_lanes_derivatives(&x->convoy->lanes, x->index, t, y, yp);
}

static int switching(eg_system *s, double t, const double *y, double *h)
{
    lane *x = lane_of(s);
    eg_lanes_switching(&x->convoy->lanes, x->index, t, y, h);
    return 0;
}

static int switching_rates(eg_system *s, double t, const double *y, const double *yp, double *dh)
{
    lane *x = lane_of(s);
    eg_lanes_switching_rates(&x->convoy->lanes, x->index, t, y, yp, dh);
    return 0;
}

/* What elements store at y in their present modes [J]. */
static double stored_energy(const eg_network *s, const double *y)
{
    double sum = 0;
    for (int i = 0; i < s->m->element_count; i++) {
        const eg_element *e = &s->m->elements[i];
        if (e->ops->energy)
            sum += e->ops->energy(s->k + e->coefficients, s->mode[i],
                                  eg_row_value(s, &s->m->row.list[e->row], y));
    }
    return sum;
}

/* A mode begins at (t, y, y'). */
static void freeze(lane *x, double t, const double *y, const double *yp)
{
    eg_lanes *l = &x->convoy->lanes;
    eg_lanes_freeze(l, x->index, t, y, yp);
    if (!l->p->works)
        return;
    eg_lanes_powers(l, x->index, t, y, x->power);
    x->stored = stored_energy(x->network, y);
}

/* What elements have taken in the mode that ends at y and do not store is lost. */
static void end_mode(lane *x, const double *y)
{
    if (x->convoy->lanes.p->works)
        x->work[EG_POWER_DISSIPATED] -= stored_energy(x->network, y) - x->stored;
}

/* The works of the step made last up to t, which is not beyond its end. */
static void book_until(lane *x, double t)
{
    const eg_lanes *l = &x->convoy->lanes;
    double work[EG_LANES_WORKS] = {0};
    if (x->is_booked || !l->p->works)
        return;
    x->is_booked = true;
    const bool is_cut = t < x->engine->t1;
    if (is_cut)
        eg_lanes_work_until(l, x->index, x->convoy->trial.length[x->index], eg_engine_part(x->engine, t),
                            work);
    for (int q = 0; q < EG_LANES_WORKS; q++)
        x->work[q] += is_cut ? work[q] : l->work[(q * l->width) + x->index];
}

static int handle_event(eg_system *s, double t, const bool *fired, double *y, double *yp, bool *jumped,
                        eg_event_sink *sink)
{
    lane *x = lane_of(s);
    book_until(x, t);
    end_mode(x, y);
    int status = x->handle_event(s, t, fired, y, yp, jumped, sink);
    if (status == 0 && eg_slides(x->network)) /* no program of the lanes does that */
        return EG_ERROR_SIMULATION;
    if (status == 0)
        freeze(x, t, y, yp);
    return status;
}

static void take_callbacks(lane *x)
{
    eg_system *s = &x->network->base;
    x->ops = *s->ops;
    x->handle_event = s->ops->handle_event;
    x->ops.derivatives = derivatives;
    x->ops.switching = switching;
    if (!x->network->m->user)
        x->ops.switching_rates = switching_rates;
    x->ops.handle_event = handle_event;
    s->ops = &x->ops;
}

/* ---------------------------------------------------------------- coming and going */

/* The model is of the program's structure, down to its terms? Then the lane has it. */
static eg_status embark(lane *x, const eg_model *model, eg_diagnostics *d)
{
    eg_convoy *c = x->convoy;
    x->network = eg_network_create(model, d);
    if (!x->network)
        return EG_ERROR_MEMORY;
    eg_system *s = &x->network->base;
    eg_system_set_span(s, c->o->start_time, c->o->stop_time);
    eg_status status = s->ops->initialize(s, c->march.start_time, x->y, x->yp);
    if (status != EG_OK)
        return status;
    if (!eg_lanes_load(&c->lanes, x->index, x->network))
        return (eg_status)EG_RUNS_ALONE;
    take_callbacks(x);
    x->start = eg_balance_begin(x->network, c->march.start_time, x->y);
    x->is_booked = true;
    memset(x->work, 0, sizeof x->work);
    freeze(x, c->march.start_time, x->y, x->yp);
    x->engine = eg_engine_erk.create(s, c->o->tolerance);
    if (!x->engine)
        return EG_ERROR_MEMORY;
    eg_erk_be_quiet(x->engine);
    return EG_OK;
}

static eg_status set_out(lane *x, double *results)
{
    eg_convoy *c = x->convoy;
    if (!eg_watcher_begin(x->watcher, x->network, results))
        return EG_ERROR_MEMORY;
    x->result = (eg_march_result){.end_time = c->march.start_time};
    x->march = eg_march_begin(x->engine, &c->march, x->y, x->yp, &x->watcher->observer, &x->result);
    return x->march ? EG_OK : EG_ERROR_MEMORY;
}

/* Where the balance does not close, or is no number, a run alone has the last word. */
static eg_status close_balance(lane *x, eg_energy *energy)
{
    const double asked = x->convoy->o->tolerance;
    end_mode(x, x->y);
    for (int q = 0; q < EG_LANES_WORKS; q++)
        x->result.work[q] = x->work[q];
    eg_balance_fill(x->network, x->y, &x->result, &x->start, eg_balance_tolerance(x->engine, asked), energy);
    const bool closes = isfinite(energy->error) && !eg_balance_is_open(energy);
    return closes ? EG_OK : (eg_status)EG_RUNS_ALONE;
}

/* Whatever became of it: what it held is released, and the harbour told. */
static void disembark(lane *x, eg_harbour *harbour, eg_status status)
{
    eg_run_counts counts = {.engine = "erk"};
    if (x->march) {
        eg_status end = eg_march_end(x->march);
        status = status == EG_OK ? end : status;
    }
    if (status == EG_OK && x->watcher->is_cut)
        status = (eg_status)EG_CUT_OFF;
    if (status == EG_ERROR_SIMULATION) /* alone it says what is wrong, or another engine takes it */
        status = (eg_status)EG_RUNS_ALONE;
    if (status == EG_OK)
        status = close_balance(x, &counts.energy);
    if (status == EG_OK && eg_watcher_end(x->watcher, x->result.end_time, x->y, x->yp) != 0)
        status = EG_ERROR_SIMULATION;
    if (x->engine) {
        eg_counters n = {0};
        x->engine->ops->counters(x->engine, &n);
        counts.steps = n.steps;
        counts.rejected_steps = n.rejected_steps;
        counts.events = x->watcher->events;
        x->engine->ops->free(x->engine);
    }
    eg_network_free(x->network);
    x->convoy->lanes.network[x->index] = NULL;
    x->network = NULL;
    x->engine = NULL;
    x->march = NULL;
    x->is_busy = false;
    harbour->done(harbour, x->index, status, &counts);
}

/* Takes instances until one is on its way. */
static void board(lane *x, eg_harbour *harbour)
{
    const eg_model *model;
    double *results;
    eg_diagnostics *d;
    while (!x->is_busy && harbour->next(harbour, x->index, &model, &x->watcher, &results, &d)) {
        eg_status status = embark(x, model, d);
        if (status == EG_OK)
            status = set_out(x, results);
        x->is_busy = x->wants_step = status == EG_OK;
        if (!x->is_busy)
            disembark(x, harbour, status);
    }
}

/* ---------------------------------------------------------------- a turn */

/* A lane's column of rows, and back. */
static void put(const eg_convoy *c, const lane *x, const double *from, int count, double *rows)
{
    const size_t width = (size_t)c->lanes.width;
    rows += x->index;
    for (int j = 0; j < count; j++)
        rows[(size_t)j * width] = from[j];
}

static void get(const eg_convoy *c, const lane *x, const double *rows, int count, double *to)
{
    const size_t width = (size_t)c->lanes.width;
    rows += x->index;
    for (int j = 0; j < count; j++)
        to[j] = rows[(size_t)j * width];
}

/* The lane's next trial into the vectors. */
static void load_trial(lane *x)
{
    eg_convoy *c = x->convoy;
    const eg_erk_trial *t = &x->trial;
    eg_lanes_trial *r = &c->trial;
    r->begin[x->index] = t->begin;
    r->end[x->index] = t->end;
    r->length[x->index] = t->length;
    r->tolerance[x->index] = t->tolerance;
    r->stretch[x->index] = t->stretch;
    const int n = c->lanes.p->n;
    put(c, x, t->y, n, c->lanes.start);
    put(c, x, t->rate, n, c->lanes.rate);
    put(c, x, t->low, n, r->low);
    put(c, x, t->high, n, r->high);
    put(c, x, t->nominal, n, r->nominal);
    put(c, x, t->noise, n, r->noise);
    put(c, x, x->power, EG_LANES_WORKS, c->lanes.power_begin);
}

/* Goes on to where a trial is to be made, by way of the harbour if need be. */
static void prepare(lane *x, eg_harbour *harbour)
{
    for (;;) {
        double limit;
        if (!x->is_busy)
            board(x, harbour);
        if (!x->is_busy)
            return;
        if (x->wants_step) {
            if (!eg_march_goes_on(x->march, &limit)) {
                disembark(x, harbour, EG_OK);
                continue;
            }
            if (eg_erk_begin_step(x->engine, limit) != 0) {
                disembark(x, harbour, (eg_status)EG_RUNS_ALONE);
                continue;
            }
            x->wants_step = false;
        }
        if (eg_erk_next_trial(x->engine, &x->trial) == 0)
            break;
        disembark(x, harbour, (eg_status)EG_RUNS_ALONE);
    }
    load_trial(x);
}

static void take_trial(lane *x)
{
    const eg_convoy *c = x->convoy;
    const eg_lanes *l = &c->lanes;
    const int n = l->p->n;
    const size_t stage = (size_t)n * (size_t)l->width;
    get(c, x, l->after, n, x->trial.after);
    get(c, x, l->arg, n, x->trial.inner);
    get(c, x, l->k + (EG_ERK_STEP - 1) * stage, n, x->trial.last);
    get(c, x, l->k + EG_ERK_STEP * stage, n, x->trial.ending);
    get(c, x, l->polynomial, (EG_ERK_DEGREE + 1) * n, x->trial.polynomial);
}

/* The switching functions of all lanes at the nodes of their trials; those whose steps are good take
 * theirs. */
static void sample(eg_convoy *c, const bool *good)
{
    const int switches = c->lanes.p->switches, width = c->lanes.width;
    eg_march_room room[EG_LANES_MOST] = {{0}};
    const eg_nodes *nodes = NULL;
    for (int i = 0; i < width; i++)
        if (good[i]) {
            room[i] = eg_march_samples(c->lane[i].march, EG_ERK_DEGREE);
            nodes = room[i].nodes;
            get(c, &c->lane[i], c->lanes.after, c->lanes.p->n, room[i].y);
        }
    for (int k = 1; nodes && k < nodes->count; k++) {
        const bool is_end = k == nodes->count - 1;
        double t[EG_LANES_MOST] = {0};
        for (int i = 0; i < width; i++)
            if (good[i])
                t[i] = is_end ? c->lane[i].engine->t1 : eg_engine_time(c->lane[i].engine, nodes->x[k]);
        if (!is_end)
            eg_lanes_dense(&c->lanes, nodes->x[k], c->sample);
        eg_lanes_watch_all(&c->lanes, t, is_end ? c->lanes.after : c->sample, c->lanes.h);
        for (int i = 0; i < width; i++)
            if (good[i])
                get(c, &c->lane[i], c->lanes.h, switches, room[i].samples + k * switches);
    }
}

/* The trial that was made last is the step. */
static void advance(lane *x)
{
    const eg_lanes *l = &x->convoy->lanes;
    x->is_booked = false;
    get(x->convoy, x, l->power_end, EG_LANES_WORKS, x->power);
    eg_march_advance(x->march, 0, true);
    book_until(x, INFINITY); /* where nothing happened in it */
    x->wants_step = true;
}

static void turn(eg_convoy *c, eg_harbour *harbour)
{
    bool good[EG_LANES_MOST] = {false}, failed[EG_LANES_MOST] = {false};
    eg_lanes_step(&c->lanes, &c->trial);
    for (int i = 0; i < c->lanes.width; i++) {
        lane *x = &c->lane[i];
        if (!x->is_busy)
            continue;
        take_trial(x);
        int outcome = eg_erk_judge(x->engine, c->trial.error[i]);
        good[i] = outcome == 0;
        failed[i] = outcome < 0;
    }
    sample(c, good);
    for (int i = 0; i < c->lanes.width; i++) {
        lane *x = &c->lane[i];
        if (failed[i])
            disembark(x, harbour, (eg_status)EG_RUNS_ALONE);
        if (!good[i])
            continue;
        advance(x);
        if (eg_erk_is_stiff(x->engine))
            disembark(x, harbour, (eg_status)EG_RUNS_ALONE);
    }
}

void eg_convoy_run(eg_convoy *c, eg_harbour *harbour)
{
    for (;;) {
        bool any = false;
        for (int i = 0; i < c->lanes.width; i++) {
            prepare(&c->lane[i], harbour);
            any = any || c->lane[i].is_busy;
        }
        if (!any)
            return;
        turn(c, harbour);
    }
}

/* ---------------------------------------------------------------- life */

eg_convoy *eg_convoy_create(const eg_program *program, int width, const eg_simulate_options *o)
{
    const size_t n = (size_t)program->n, w = (size_t)width;
    eg_convoy *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->o = o;
    c->memory = calloc(5 * n * w + 2 * n * w + 1, sizeof *c->memory);
    if (!c->memory || !eg_lanes_create(&c->lanes, program, width)) {
        eg_convoy_free(c);
        return NULL;
    }
    eg_nodes_make(&c->nodes, EG_ERK_DEGREE + 1);
    c->sample = c->memory;
    c->trial.low = c->sample + n * w;
    c->trial.high = c->trial.low + n * w;
    c->trial.nominal = c->trial.high + n * w;
    c->trial.noise = c->trial.nominal + n * w;
    eg_system span = {0};
    eg_system_set_span(&span, o->start_time, o->stop_time);
    c->lanes.origin = span.origin;
    c->march = (eg_march_options){.start_time = eg_system_since(&span, o->start_time),
                                  .stop_time = eg_system_since(&span, o->stop_time),
                                  .interval = o->stop_time > o->start_time ? o->stop_time - o->start_time : 1,
                                  .max_events = o->max_events,
                                  .max_steps = o->max_steps,
                                  .time_limit = o->time_limit,
                                  .nodes = &c->nodes,
                                  .without_work = true};
    for (int i = 0; i < width; i++) {
        c->lane[i].convoy = c;
        c->lane[i].index = i;
        c->lane[i].y = c->trial.noise + n * w + 2 * n * (size_t)i;
        c->lane[i].yp = c->lane[i].y + n;
    }
    return c;
}

void eg_convoy_free(eg_convoy *c)
{
    if (!c)
        return;
    eg_lanes_release(&c->lanes);
    free(c->memory);
    free(c);
}
