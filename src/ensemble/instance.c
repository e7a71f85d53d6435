/* One set's run on its own, by any engine. */
#include "ensemble/ensemble.h"
#include "simulate/balance.h"

#include "base/clock.h"

#include <stdlib.h>

typedef struct run {
    eg_network *network;
    eg_engine *engine;
    double *y, *yp;
    eg_march_result march;
} run;

static eg_status begin(run *r, const eg_model *model, const eg_simulate_options *o,
                       const eg_engine_ops *engine, eg_diagnostics *d)
{
    size_t n = (size_t)model->n + 1;
    r->network = eg_network_create(model, d);
    r->y = calloc(2 * n, sizeof *r->y);
    if (!r->network || !r->y)
        return EG_ERROR_MEMORY;
    r->yp = r->y + n;
    eg_system *s = &r->network->base;
    eg_system_set_span(s, o->start_time, o->stop_time);
    eg_status status = s->ops->initialize(s, eg_system_since(s, o->start_time), r->y, r->yp);
    if (status == EG_OK && !(r->engine = engine->create(s, o->tolerance)))
        status = EG_ERROR_MEMORY;
    return status;
}

static eg_status march(run *r, const eg_simulate_options *o, eg_watcher *w, eg_energy *energy)
{
    const eg_system *s = &r->network->base;
    eg_march_options options = {.start_time = eg_system_since(s, o->start_time),
                                .stop_time = eg_system_since(s, o->stop_time),
                                .interval = o->stop_time > o->start_time ? o->stop_time - o->start_time : 1,
                                .step = o->step,
                                .max_events = o->max_events,
                                .max_steps = o->max_steps,
                                .time_limit = o->time_limit};
    if (o->time_limit > 0)
        options.deadline = eg_clock_seconds() + o->time_limit;
    if (w->looks && !r->engine->ops->step) /* steps of one length: their ends are all there is to see */
        options.interval = o->step > 0 ? o->step : 1e-3;
    const eg_balance_start start = eg_balance_begin(r->network, options.start_time, r->y);
    eg_status status = eg_march(r->engine, &options, r->y, r->yp, &w->observer, &r->march);
    if (status == EG_OK && w->is_cut)
        return (eg_status)EG_CUT_OFF;
    if (status == EG_OK)
        eg_balance_fill(r->network, r->y, &r->march, &start, eg_balance_tolerance(r->engine, o->tolerance),
                        energy);
    return status;
}

static void count(const run *r, const eg_watcher *w, eg_run_counts *counts)
{
    eg_counters c = {0};
    const char *reason;
    r->engine->ops->counters(r->engine, &c);
    counts->steps += c.steps;
    counts->rejected_steps += c.rejected_steps;
    counts->events += w->events;
    counts->engine =
        r->engine->ops == &eg_engine_auto ? eg_auto_choice(r->engine, &reason) : r->engine->ops->name;
}

eg_status eg_instance_run(const eg_model *model, const eg_simulate_options *o, const eg_engine_ops *engine,
                          eg_watcher *watcher, double *results, eg_diagnostics *d, eg_run_counts *counts)
{
    run r = {0};
    eg_status status = begin(&r, model, o, engine, d);
    if (status == EG_OK && !eg_watcher_begin(watcher, r.network, results))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = march(&r, o, watcher, &counts->energy);
    if (status == EG_OK)
        status = eg_balance_tell(&counts->energy, d);
    if (status == EG_OK && eg_watcher_end(watcher, r.march.end_time, r.y, r.yp) != 0)
        status = EG_ERROR_SIMULATION;
    if (r.engine) {
        count(&r, watcher, counts);
        r.engine->ops->free(r.engine);
    }
    eg_network_free(r.network);
    free(r.y);
    return status;
}
