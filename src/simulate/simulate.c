/* One run: joins a model, an engine and a recorder. */
#include "base/clock.h"
#include "base/span.h"
#include "network/motion/accounts.h"
#include "simulate/balance.h"
#include "simulate/choose.h"
#include "simulate/doubt.h"
#include "simulate/recorder.h"
#include "simulate/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

eg_simulate_options eg_simulate_options_default(const eg_model *model)
{
    eg_experiment e = eg_model_experiment(model);
    eg_simulate_options o = {.size = sizeof o};
    o.start_time = isnan(e.start_time) ? 0 : e.start_time;
    o.stop_time = isnan(e.stop_time) ? o.start_time + 1 : e.stop_time;
    o.interval = isnan(e.interval) ? (o.stop_time - o.start_time) / 500 : e.interval;
    o.tolerance = isnan(e.tolerance) ? 1e-6 : e.tolerance;
    o.max_events = 1000;
    o.max_steps = 500000;
    return o;
}

static void complain(eg_diagnostics *d, const eg_complaint *c)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s", c->message);
    eg_remedy(d, "%s", c->remedy);
}

/* Each complaint names the value and what it should be. A span without length needs no interval. */
eg_status eg_simulate_check(const eg_simulate_options *o, eg_diagnostics *d)
{
    size_t errors = eg_diagnostics_errors(d);
    eg_complaint c;
    if (!eg_options_fit(o->size, sizeof *o, "eg_simulate_options", d))
        return EG_ERROR_USAGE;
    if (!eg_span_is_right(o->start_time, o->stop_time, true, &c) ||
        (o->stop_time > o->start_time && !eg_interval_is_right(o->start_time, o->stop_time, o->interval, &c)))
        complain(d, &c);
    if (!eg_tolerance_is_right(o->tolerance, &c))
        complain(d, &c);
    if (o->max_events < 1) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "max_events is %ld, but must be positive", o->max_events);
        eg_remedy(d, "write a number from 1 on");
    }
    if (o->max_steps < 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "max_steps is %ld, but must not be negative", o->max_steps);
        eg_remedy(d, "write 0, which sets no limit, or a number above");
    }
    if (!(o->time_limit >= 0)) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "time_limit is %g s, but must not be negative", o->time_limit);
        eg_remedy(d, "write 0, which sets no limit, or a number above");
    }
    if (o->start_from && eg_state_time(o->start_from) != o->start_time) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "the state to begin with is at %.17g s, but the run begins at %.17g s",
                  eg_state_time(o->start_from), o->start_time);
        eg_remedy(d, "let the run begin at the time of the state");
    }
    return eg_diagnostics_errors(d) > errors ? EG_ERROR_USAGE : EG_OK;
}

const eg_engine_ops *eg_simulate_engine(const eg_model *model, const eg_simulate_options *o,
                                        eg_diagnostics *d, const char **reason)
{
    bool automatic = !o->engine || strcmp(o->engine, "auto") == 0;
    bool at_rest = o->stop_time == o->start_time;
    if ((model->n == 0 || at_rest) && (automatic || eg_engine_find(o->engine))) {
        *reason = at_rest ? "there is no time to pass" : "the model has no unknowns";
        return &eg_engine_direct;
    }
    *reason = "";
    const eg_engine_ops *engine = automatic ? &eg_engine_auto : eg_engine_find(o->engine);
    if (engine && engine != &eg_engine_direct && engine->create)
        return eg_engine_takes(engine, model->n, d) ? engine : NULL;
    if (engine && engine != &eg_engine_direct) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "the engine %s is %s", engine->name, engine->doc);
        eg_remedy(d, "install libsundials-dev and libsuitesparse-dev, then build elastogap anew");
        return engine;
    }
    eg_report(d, EG_ERROR, EG_NOWHERE, "there is no engine '%s'", o->engine);
    eg_remedy(d, "use auto, erk, exact, fixed, ida or irk");
    return NULL;
}

/* What a run holds; released in one place. */
typedef struct run {
    eg_recorder recorder; /* first: its observer * is a run * */
    const eg_model *model;
    const eg_simulate_options *o;
    eg_network *network;
    eg_engine *engine;
    double *y, *yp;
    eg_march_result march;
    eg_simulate_options leg; /* those of the part of the run up to where it begins anew, or of all of it */
    double rows_from;        /* rows are counted from here [s] */
    size_t saved;            /* states so far */
    size_t begun;            /* times of restarts that have passed */
    eg_state *end;           /* of fixed steps, at the end of the part; NULL: not yet */
    bool goes_on;            /* something is to be done at the end of the part before the run may end */
    eg_counters counters;    /* of the engines of parts that have ended */
    eg_roughness *roughness; /* NULL: nothing to look at */
    int (*right)(eg_observer *o, double t, const double *y, const double *yp); /* the recorder's own */
} run;

/* The start of the part as the engine counts time. */
static double begin_of(const run *r)
{
    return eg_system_since(&r->network->base, r->leg.start_time);
}

/* Steps of one length go on from where they end, which is where their states are taken. */
static bool has_fixed_steps(const run *r)
{
    return r->o->engine && strcmp(r->o->engine, eg_engine_fixed.name) == 0;
}

/* Where the part that begins now ends: where the engine is to begin anew, or the run. */
static double end_of_part(const run *r)
{
    const eg_simulate_options *o = r->o;
    double end = r->begun < o->restart_count ? o->restart_times[r->begun] : o->stop_time;
    /* a past is kept up to the ends of steps */
    if (r->saved < o->save_count && r->network->base.has_past && !has_fixed_steps(r))
        end = fmin(end, o->save_times[r->saved]);
    return end;
}

/* The part that begins at `start`. */
static void set_part(run *r, double start)
{
    const eg_simulate_options *o = r->o;
    r->leg = *o;
    r->leg.start_time = start;
    r->leg.save_count = 0;
    r->leg.stop_time = end_of_part(r);
    r->recorder.stop = r->leg.stop_time;
}

/* The next state that is taken in passing: one at the end of a part is its y, but with fixed steps. */
static void seek_aside(run *r)
{
    const eg_simulate_options *o = r->o;
    const bool is_fixed = has_fixed_steps(r);
    double next = is_fixed && !r->end ? r->leg.stop_time : INFINITY;
    if (r->saved < o->save_count && (is_fixed || o->save_times[r->saved] < r->leg.stop_time))
        next = fmin(next, o->save_times[r->saved]);
    r->recorder.observer.next_aside = isinf(next) ? next : eg_system_since(&r->network->base, next);
}

/* The state at the absolute time t; NULL: out of memory. */
static eg_state *take_state(const run *r, double t, const double *y, const double *yp)
{
    eg_state *state = eg_state_take(r->network, t, y, yp);
    if (!state)
        return NULL;
    state->interval = r->o->interval;
    state->tolerance = r->o->tolerance;
    state->step = r->o->step;
    state->rows_from = r->rows_from;
    state->engine = r->o->engine ? eg_arena_copy(state->arena, r->o->engine) : "auto";
    if (state->engine)
        return state;
    eg_state_free(state);
    return NULL;
}

static int on_aside(eg_observer *o, double since, const double *y, const double *yp, const double *steps,
                    size_t count)
{
    run *r = (run *)o;
    const bool is_end = o->next_aside >= eg_system_since(&r->network->base, r->leg.stop_time);
    const bool is_saved = r->saved < r->o->save_count &&
                          eg_system_since(&r->network->base, r->o->save_times[r->saved]) == o->next_aside;
    double t = is_end ? r->leg.stop_time : r->network->base.origin + since;
    if (is_saved && !has_fixed_steps(r))
        t = r->o->save_times[r->saved];
    eg_state *state = take_state(r, t, y, yp);
    if (!state || eg_state_add_steps(state, steps, count) < 0) {
        eg_state_free(state);
        return EG_ERROR_MEMORY;
    }
    if (is_end && !r->end)
        r->end = eg_state_copy(state);
    if (is_saved)
        r->o->saved[r->saved++] = eg_state_copy(state);
    eg_state_free(state);
    seek_aside(r);
    return 0;
}

static int on_right(eg_observer *o, double t, const double *y, const double *yp)
{
    run *r = (run *)o;
    if (yp) /* NULL: piece by piece */
        eg_roughness_look_behind(r->roughness, r->network, t, y, yp);
    return r->right(o, t, y, yp);
}

static void watch_rounding(run *r)
{
    r->roughness = eg_roughness_create(r->model, r->o->stop_time - r->o->start_time);
    if (!r->roughness)
        return;
    r->right = r->recorder.observer.right;
    r->recorder.observer.right = on_right;
    eg_roughness_look(r->roughness, r->network, begin_of(r), r->y, r->yp);
}

static eg_status prepare(run *r, const eg_engine_ops *engine, eg_diagnostics *d)
{
    size_t n = (size_t)r->model->n + 1;
    r->network = eg_network_create(r->model, d);
    r->y = calloc(n, sizeof(double));
    r->yp = calloc(n, sizeof(double));
    if (!r->network || !r->y || !r->yp)
        return EG_ERROR_MEMORY;
    eg_status status = eg_recorder_init(&r->recorder, r->network, r->o->signals, r->o->signal_count);
    r->recorder.observer.aside = on_aside;
    r->recorder.teller = eg_teller_begin(r->o);
    if (r->o->memory_limit > 0)
        r->recorder.most_numbers =
            fmin(r->recorder.most_numbers, (double)r->o->memory_limit / sizeof(double));
    r->recorder.close = 1e-14 * (r->o->stop_time - r->o->start_time); /* as eg_march counts progress */
    if (status == EG_OK && r->o->stop_time > r->o->start_time)
        status = eg_recorder_expect(&r->recorder, r->o->start_time, r->o->stop_time, r->o->interval);
    set_part(r, r->o->start_time);
    if (status == EG_OK)
        status = eg_simulate_begin(r->network, &r->leg, r->y, r->yp);
    if (status == EG_OK)
        watch_rounding(r);
    if (status == EG_OK && !(r->engine = engine->create(&r->network->base, r->o->tolerance)))
        status = EG_ERROR_MEMORY;
    return status;
}

static void add_counters(eg_counters *sum, const eg_counters *c)
{
    sum->steps += c->steps;
    sum->evaluations += c->evaluations;
    sum->jacobians += c->jacobians;
    sum->factorizations += c->factorizations;
    sum->newton_iterations += c->newton_iterations;
    sum->rejected_steps += c->rejected_steps;
    sum->clusters += c->clusters;
    sum->cluster_bodies += c->cluster_bodies;
    sum->largest_cluster =
        c->largest_cluster > sum->largest_cluster ? c->largest_cluster : sum->largest_cluster;
}

static void fill_statistics(run *r, const eg_balance_start *start, eg_statistics *st)
{
    eg_counters c = {0};
    const eg_network *s = r->network;
    const eg_trajectory *t = r->recorder.trajectory;
    r->engine->ops->counters(r->engine, &c);
    add_counters(&c, &r->counters);
    if (r->engine->ops == &eg_engine_auto)
        st->engine = eg_auto_choice(r->engine, &st->engine_reason);
    bool is_exact = strcmp(st->engine, eg_engine_exact.name) == 0;
    st->engine_tolerance = is_exact || r->engine->ops == &eg_engine_fixed ? 0 : r->engine->tolerance;
    for (int i = 0; i < r->model->n; i++) {
        st->states += s->differential[i];
        st->algebraic += !s->differential[i];
    }
    st->steps = c.steps;
    st->evaluations = c.evaluations;
    st->jacobians = c.jacobians;
    st->factorizations = c.factorizations;
    st->newton_iterations = c.newton_iterations;
    st->rejected_steps = c.rejected_steps;
    st->clusters = c.clusters;
    st->largest_cluster = c.largest_cluster;
    st->mean_cluster = c.clusters > 0 ? (double)c.cluster_bodies / (double)c.clusters : 0;
    st->events = r->recorder.events;
    st->time_events = r->recorder.time_events;
    st->end_time = fmin(r->network->base.origin + r->march.end_time, r->o->stop_time);
    st->trajectory_bytes = t->row_capacity * (1 + t->column_count) * sizeof(double) + eg_arena_used(t->arena);
    st->model_bytes = r->model->bytes;
    st->state_bytes = s->bytes + s->scratch.bytes + sizeof(int) * 2 * (size_t)s->jacobian.slot_count;
    eg_balance_fill(r->network, r->y, &r->march, start, eg_balance_tolerance(r->engine, r->o->tolerance),
                    &st->energy);
}

static void release(run *r)
{
    if (r->engine)
        r->engine->ops->free(r->engine);
    eg_recorder_release(&r->recorder);
    eg_network_free(r->network);
    eg_roughness_free(r->roughness);
    eg_state_free(r->end);
    free(r->y);
    free(r->yp);
}

/* The component whose energy is no finite number at the end, or else the one with the most. */
static const char *largest_stock(run *r)
{
    const int count = eg_network_account_count(r->network);
    double *stock = calloc((size_t)count + 1, sizeof *stock);
    int largest = 0;
    if (!stock || count == 0) {
        free(stock);
        return NULL;
    }
    eg_network_account_stocks(r->network, r->network->base.origin + r->march.end_time, r->y, stock);
    for (int i = count - 1; i >= 0; i--)
        if (!(fabs(stock[i]) <= fabs(stock[largest])))
            largest = i;
    free(stock);
    return eg_network_account_name(r->network, largest);
}

/* What is said of the balance of a run that has ended. One that was cut short is not repeated. */
static eg_status tell_balance(run *r, eg_statistics *st, eg_diagnostics *d)
{
    if (eg_balance_is_open(&st->energy) && st->end_time >= r->o->stop_time)
        st->energy.likely = eg_balance_suspect(r->model, r->o, st);
    else if (!isfinite(st->energy.error))
        st->energy.likely = largest_stock(r);
    const eg_status status = eg_balance_tell(&st->energy, d);
    const bool has_ended = st->end_time >= r->o->stop_time && r->o->save_count == 0;
    if (status != EG_OK || !has_ended || eg_balance_is_open(&st->energy))
        return status;
    /* Piece by piece, accelerations are sums over contacts, not what operations of equations come to. */
    const bool is_apart = strcmp(st->engine, eg_engine_exact.name) == 0 && st->clusters > 0;
    int rough = -1;
    if (r->roughness && !is_apart) {
        eg_roughness_look(r->roughness, r->network, eg_system_since(&r->network->base, st->end_time), r->y,
                          r->yp);
        rough = eg_roughness_most(r->roughness, r->recorder.trajectory);
    }
    if (r->network->rounding.is_doubtful || rough >= 0)
        eg_balance_confirm(r->network, r->o, st, r->y, rough, d);
    return EG_OK;
}

/* ---------------------------------------------------------------- parts between restarts */

static bool ends_run(const run *r)
{
    return r->leg.stop_time >= r->o->stop_time;
}

/* Is the end of the part not that of the run, or is something to be done there before it is? */
static bool goes_on(const run *r)
{
    const eg_simulate_options *o = r->o;
    return !ends_run(r) || r->begun < o->restart_count ||
           (r->saved < o->save_count && o->save_times[o->save_count - 1] >= o->stop_time);
}

static eg_status march_part(run *r, double deadline)
{
    r->goes_on = goes_on(r);
    /* A span without length, which looks for the initial state only, needs no interval. */
    const double interval = r->o->interval > 0 ? r->o->interval : 1, origin = r->network->base.origin;
    eg_march_options options = {.start_time = begin_of(r),
                                .stop_time = eg_system_since(&r->network->base, r->leg.stop_time),
                                .interval = interval,
                                .step = r->o->step,
                                .max_events = r->o->max_events,
                                .max_steps = r->o->max_steps,
                                .time_limit = r->o->time_limit,
                                .deadline = deadline,
                                .has_rows_from = r->rows_from < r->leg.start_time,
                                .rows_from = r->rows_from - origin,
                                .goes_on = r->goes_on};
    eg_march_result part;
    const eg_state *from = r->leg.start_from;
    if (from && from->step == r->o->step && !r->leg.inputs)
        options.memory = eg_state_steps(from, r->model, &options.memory_count);
    seek_aside(r);
    r->march.end_time = begin_of(r);
    eg_status status = eg_march(r->engine, &options, r->y, r->yp, &r->recorder.observer, &part);
    r->march.end_time = part.end_time;
    r->march.has_heat = part.has_heat;
    r->march.instants += part.instants;
    for (int p = 0; p < EG_POWER_COUNT; p++)
        r->march.work[p] += part.work[p];
    return status;
}

/* From a state, as another run would, in a network and with an engine of its own. What has happened so far
 * stays on the account. */
static eg_status go_on(run *r, const eg_state *state, eg_diagnostics *d)
{
    const eg_network *before = r->network;
    const eg_engine_ops *engine = r->engine->ops;
    eg_counters c = {0};
    r->engine->ops->counters(r->engine, &c);
    add_counters(&r->counters, &c);
    r->engine->ops->free(r->engine);
    r->engine = NULL;
    eg_network *next = eg_network_create(r->model, d);
    if (!next)
        return EG_ERROR_MEMORY;
    next->jumped.work = before->jumped.work;
    next->jumped.turnover = before->jumped.turnover;
    next->jumped.loss = before->jumped.loss;
    eg_network_free(r->network);
    r->network = next;
    set_part(r, state->time);
    r->leg.start_from = state;
    r->leg.inputs = NULL; /* they are in the state */
    eg_status status = eg_recorder_go_on(&r->recorder, next, state->time);
    if (status == EG_OK)
        status = eg_simulate_begin(next, &r->leg, r->y, r->yp);
    if (status == EG_OK && !(r->engine = engine->create(&next->base, r->o->tolerance)))
        status = EG_ERROR_MEMORY;
    return status;
}

/* At the end of a part: saves the state as often as asked for, and goes on from it. */
static eg_status begin_anew(run *r, double deadline, eg_diagnostics *d)
{
    const eg_simulate_options *o = r->o;
    const double t = r->leg.stop_time;
    const bool is_last = ends_run(r);
    eg_state *state = r->end ? r->end : take_state(r, t, r->y, r->yp);
    r->end = NULL;
    r->goes_on = false;
    if (!state)
        return EG_ERROR_MEMORY;
    while (r->saved < o->save_count && o->save_times[r->saved] <= t)
        o->saved[r->saved++] = eg_state_copy(state);
    while (r->begun < o->restart_count && o->restart_times[r->begun] <= t)
        r->begun++;
    /* at the very end nothing follows but what the model does when terminal() */
    eg_status status = EG_OK;
    if (!is_last || r->network->base.has_terminal) {
        status = go_on(r, state, d);
        if (status == EG_OK)
            status = march_part(r, deadline);
        r->leg.start_from = NULL;
    }
    eg_state_free(state);
    return status;
}

static bool is_whole(const run *r)
{
    return r->network->base.origin + r->march.end_time >= r->leg.stop_time && !r->network->base.finished;
}

static eg_status march(run *r, eg_statistics *st, eg_diagnostics *d)
{
    const double began = eg_clock_seconds();
    const double deadline = r->o->time_limit > 0 ? began + r->o->time_limit : 0;
    const eg_balance_start start = eg_balance_begin(r->network, begin_of(r), r->y);
    const double allowed = eg_balance_allowed(r->o->tolerance);
    const bool is_hidden = eg_hidden_tell(r->network, r->y, r->yp, allowed, d);
    eg_swings_tell(r->network, r->y, r->yp, allowed, d);
    eg_status status = march_part(r, deadline);
    while (status == EG_OK && r->goes_on && is_whole(r))
        status = begin_anew(r, deadline, d);
    st->integrate_seconds = eg_clock_seconds() - began;
    if ((status == EG_OK || status == EG_ERROR_SIMULATION) && r->engine)
        fill_statistics(r, &start, st);
    if (status == EG_OK && !is_hidden)
        eg_hidden_tell(r->network, r->y, r->yp, allowed, d);
    return status;
}

/* Times are in order and within the run. */
static eg_status check_times(const eg_simulate_options *o, const double *times, size_t count,
                             const char *what, eg_diagnostics *d)
{
    double before = o->start_time;
    for (size_t i = 0; i < count; i++) {
        if (!(times[i] >= before && times[i] <= o->stop_time)) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "%s at %.9g s, which is not from %.9g s to %.9g s, in order",
                      what, times[i], before, o->stop_time);
            eg_remedy(d, "write times within the run, in rising order");
            return EG_ERROR_USAGE;
        }
        before = times[i];
    }
    return EG_OK;
}

static eg_status check_states(const eg_simulate_options *o, eg_diagnostics *d)
{
    for (size_t i = 0; i < o->save_count; i++)
        o->saved[i] = NULL;
    const eg_status status = check_times(o, o->save_times, o->save_count, "a state is to be saved", d);
    return status != EG_OK
               ? status
               : check_times(o, o->restart_times, o->restart_count, "the run is to begin anew", d);
}

static eg_status simulate(run *r, eg_diagnostics *d, eg_statistics *st)
{
    double began = eg_clock_seconds();
    const char *reason;
    eg_status status = check_states(r->o, d);
    if (status != EG_OK)
        return status;
    const eg_engine_ops *engine = eg_simulate_engine(r->model, r->o, d, &reason);
    if (!engine || !engine->create)
        return engine ? EG_ERROR_UNAVAILABLE : EG_ERROR_USAGE;
    st->engine = engine->name;
    st->engine_reason = reason;
    st->tolerance = r->o->tolerance;
    st->compile_seconds = r->model->compile_seconds;
    r->rows_from = r->o->start_from ? r->o->start_from->rows_from : r->o->start_time;
    status = prepare(r, engine, d);
    st->initialize_seconds = eg_clock_seconds() - began;
    if (status == EG_OK)
        status = march(r, st, d);
    if (status == EG_OK)
        status = tell_balance(r, st, d);
    st->total_seconds = eg_clock_seconds() - began;
    return status;
}

eg_status eg_simulate(const eg_model *model, const eg_simulate_options *options, eg_diagnostics *diagnostics,
                      eg_trajectory **trajectory, eg_statistics *statistics)
{
    eg_statistics st = {0};
    *trajectory = NULL;
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create();
    eg_diagnostics *d = diagnostics ? diagnostics : own;
    if (!d)
        return EG_ERROR_MEMORY;
    run r = {.model = model, .o = options};
    eg_status status = eg_simulate_check(options, d);
    if (status == EG_OK)
        status = simulate(&r, d, &st);
    bool has_run = status == EG_OK || status == EG_ERROR_SIMULATION;
    if (has_run && eg_trajectory_end_events(r.recorder.trajectory) != 0)
        status = EG_ERROR_MEMORY;
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(d, "while simulating %s", model->name);
    if (status == EG_OK || status == EG_ERROR_SIMULATION)
        *trajectory = r.recorder.trajectory;
    else
        eg_trajectory_free(r.recorder.trajectory);
    release(&r);
    if (statistics)
        *statistics = st;
    eg_diagnostics_free(own);
    return status;
}
