/* One run: joins a model, an engine and a recorder. */
#include "base/clock.h"
#include "base/span.h"
#include "simulate/balance.h"
#include "simulate/choose.h"
#include "simulate/recorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

eg_simulate_options eg_simulate_options_default(const eg_model *model)
{
    eg_experiment e = eg_model_experiment(model);
    eg_simulate_options o = {0};
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
    if (*c->remedy)
        eg_remedy(d, "%s", c->remedy);
}

/* Each complaint names the value and what it should be. A span without length needs no interval. */
eg_status eg_simulate_check(const eg_simulate_options *o, eg_diagnostics *d)
{
    size_t errors = eg_diagnostics_errors(d);
    eg_complaint c;
    if (!eg_span_is_right(o->start_time, o->stop_time, true, &c) ||
        (o->stop_time > o->start_time && !eg_interval_is_right(o->start_time, o->stop_time, o->interval, &c)))
        complain(d, &c);
    if (!eg_tolerance_is_right(o->tolerance, &c))
        complain(d, &c);
    if (o->max_events < 1)
        eg_report(d, EG_ERROR, EG_NOWHERE, "max_events is %ld, but must be positive", o->max_events);
    if (o->max_steps < 0)
        eg_report(d, EG_ERROR, EG_NOWHERE, "max_steps is %ld, but must not be negative", o->max_steps);
    if (!(o->time_limit >= 0))
        eg_report(d, EG_ERROR, EG_NOWHERE, "time_limit is %g s, but must not be negative", o->time_limit);
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
    const eg_model *model;
    const eg_simulate_options *o;
    eg_network *network;
    eg_engine *engine;
    eg_recorder recorder;
    double *y, *yp;
    eg_march_result march;
} run;

/* The start as the engine counts time. */
static double begin_of(const run *r)
{
    return eg_system_since(&r->network->base, r->o->start_time);
}

static eg_status prepare(run *r, const eg_engine_ops *engine, eg_diagnostics *d)
{
    size_t n = (size_t)r->model->n + 1;
    r->network = eg_network_create(r->model, d);
    r->y = calloc(n, sizeof(double));
    r->yp = calloc(n, sizeof(double));
    if (!r->network || !r->y || !r->yp)
        return EG_ERROR_MEMORY;
    for (int i = 0; r->o->inputs && i < r->model->input_count; i++)
        eg_network_hold_input(r->network, i, r->o->inputs[i]);
    eg_status status = eg_recorder_init(&r->recorder, r->network, r->o->signals, r->o->signal_count);
    r->recorder.teller = eg_teller_begin(r->o);
    if (r->o->memory_limit > 0)
        r->recorder.most_numbers =
            fmin(r->recorder.most_numbers, (double)r->o->memory_limit / sizeof(double));
    r->recorder.close = 1e-14 * (r->o->stop_time - r->o->start_time); /* as eg_march counts progress */
    if (status == EG_OK && r->o->stop_time > r->o->start_time)
        status = eg_recorder_expect(&r->recorder, r->o->start_time, r->o->stop_time, r->o->interval);
    eg_system_set_span(&r->network->base, r->o->start_time, r->o->stop_time);
    r->recorder.stop = r->o->stop_time;
    if (status == EG_OK)
        status = r->network->base.ops->initialize(&r->network->base, begin_of(r), r->y, r->yp);
    if (status == EG_OK && !(r->engine = engine->create(&r->network->base, r->o->tolerance)))
        status = EG_ERROR_MEMORY;
    return status;
}

static void fill_statistics(run *r, const eg_balance_start *start, eg_statistics *st)
{
    eg_counters c = {0};
    const eg_network *s = r->network;
    const eg_trajectory *t = r->recorder.trajectory;
    r->engine->ops->counters(r->engine, &c);
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
    st->state_bytes = s->bytes + s->scratch_bytes + sizeof(int) * 2 * (size_t)s->slot_count;
    eg_balance_fill(r->network, r->y, &r->march, start, eg_balance_tolerance(r->engine, r->o->tolerance),
                    &st->energy);
}

static void release(run *r)
{
    if (r->engine)
        r->engine->ops->free(r->engine);
    eg_recorder_release(&r->recorder);
    eg_network_free(r->network);
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
    return eg_balance_tell(&st->energy, d);
}

static eg_status march(run *r, eg_statistics *st)
{
    /* A span without length, which looks for the initial state only, needs no interval. */
    double interval = r->o->interval > 0 ? r->o->interval : 1;
    eg_march_options options = {.start_time = begin_of(r),
                                .stop_time = eg_system_since(&r->network->base, r->o->stop_time),
                                .interval = interval,
                                .step = r->o->step,
                                .max_events = r->o->max_events,
                                .max_steps = r->o->max_steps,
                                .time_limit = r->o->time_limit};
    if (options.time_limit > 0)
        options.deadline = eg_clock_seconds() + options.time_limit;
    const eg_balance_start start = eg_balance_begin(r->network, begin_of(r), r->y);
    double began = eg_clock_seconds();
    r->march.end_time = begin_of(r);
    eg_status status = eg_march(r->engine, &options, r->y, r->yp, &r->recorder.observer, &r->march);
    st->integrate_seconds = eg_clock_seconds() - began;
    if (status == EG_OK || status == EG_ERROR_SIMULATION)
        fill_statistics(r, &start, st);
    return status;
}

static eg_status simulate(run *r, eg_diagnostics *d, eg_statistics *st)
{
    double began = eg_clock_seconds();
    const char *reason;
    const eg_engine_ops *engine = eg_simulate_engine(r->model, r->o, d, &reason);
    if (!engine || !engine->create)
        return engine ? EG_ERROR_UNAVAILABLE : EG_ERROR_USAGE;
    st->engine = engine->name;
    st->engine_reason = reason;
    st->tolerance = r->o->tolerance;
    st->compile_seconds = r->model->compile_seconds;
    eg_status status = prepare(r, engine, d);
    st->initialize_seconds = eg_clock_seconds() - began;
    if (status == EG_OK)
        status = march(r, st);
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
        eg_report(d, EG_ERROR, EG_NOWHERE, "out of memory while simulating %s", model->name);
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
