#include "fmi/import/import_parts.h"

#include "base/clock.h"
#include "base/span.h"
#include "fmi/import/cosimulation.h"
#include "fmi/import/exchange.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

eg_status eg_import_open(const char *path, eg_diagnostics *d, eg_import **out)
{
    eg_import *i = calloc(1, sizeof *i);
    *out = NULL;
    if (!i)
        return EG_ERROR_MEMORY;
    i->d = d;
    eg_status status = eg_mockup_open(&i->unit, path, d);
    if (status == EG_OK)
        *out = i;
    else
        eg_import_close(i);
    return status;
}

void eg_import_close(eg_import *i)
{
    if (!i)
        return;
    eg_mockup_inputs_release(&i->inputs);
    eg_mockup_rows_release(&i->rows);
    eg_trajectory_free(i->rows.trajectory);
    eg_mockup_close(&i->unit);
    free(i);
}

const char *eg_import_name(const eg_import *i)
{
    return i->unit.facts.model;
}

const char *eg_import_unit(const eg_import *i, const char *name, size_t length)
{
    char *copy = strndup(name, length);
    const long port = copy ? eg_facts_find(&i->unit.facts, copy) : -1;
    free(copy);
    return port < 0 ? NULL : i->unit.facts.ports[port].unit;
}

/* ---------------------------------------------------------------- options */

static eg_status complain(eg_diagnostics *d, const eg_complaint *c)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s", c->message);
    eg_remedy(d, "%s", c->remedy);
    return EG_ERROR_USAGE;
}

/* Steps that an FMU takes as they are: the whole multiple of them that comes next to 1/500 of the span. */
static double interval_for(const eg_facts *f, double span)
{
    double wanted = span / 500;
    if (!isnan(f->interval) && f->interval > 0)
        return f->interval;
    return f->fixed_step > 0 ? fmax(1, rint(wanted / f->fixed_step)) * f->fixed_step : wanted;
}

eg_status eg_import_complete(const eg_import *i, eg_import_options *o)
{
    const eg_facts *f = &i->unit.facts;
    eg_complaint c;
    double stop = f->stop;
    if (isnan(o->start_time))
        o->start_time = isnan(f->start) ? 0 : f->start;
    if (isnan(o->stop_time))
        o->stop_time = !isnan(stop) && stop >= o->start_time ? stop : o->start_time + 1;
    if (isnan(o->interval))
        o->interval = interval_for(f, o->stop_time - o->start_time);
    if (isnan(o->tolerance))
        o->tolerance = f->tolerance >= 1e-12 && f->tolerance <= 1e-2 ? f->tolerance : 1e-6;
    if (!eg_span_is_right(o->start_time, o->stop_time, true, &c) ||
        (o->stop_time > o->start_time &&
         !eg_interval_is_right(o->start_time, o->stop_time, o->interval, &c)) ||
        !eg_tolerance_is_right(o->tolerance, &c))
        return complain(i->d, &c);
    return EG_OK;
}

static eg_status choose_kind(eg_import *i, const eg_import_options *o)
{
    const eg_facts *f = &i->unit.facts;
    bool cs = o->kind == EG_IMPORT_COSIMULATION || (o->kind == EG_IMPORT_ANY && !f->exchange);
    i->is_cosimulation = cs;
    if (cs ? !f->cosimulation : !f->exchange) {
        eg_report(i->d, EG_ERROR, EG_NOWHERE, "the FMU is not for %s, but for %s",
                  cs ? "Co-Simulation" : "Model Exchange", cs ? "Model Exchange" : "Co-Simulation");
        eg_remedy(i->d, "leave --fmi-kind out, or write --fmi-kind %s", cs ? "me" : "cs");
        return EG_ERROR_USAGE;
    }
    if (cs && o->engine) {
        eg_report(i->d, EG_ERROR, EG_NOWHERE,
                  "an FMU for Co-Simulation has an engine of its own; '%s' cannot "
                  "take its place",
                  o->engine);
        if (f->exchange)
            eg_remedy(i->d, "use --fmi-kind me");
        else
            eg_remedy(i->d, "leave --engine out");
        return EG_ERROR_USAGE;
    }
    return EG_OK;
}

/* NULL: reported. */
static const eg_engine_ops *choose_engine(eg_import *i, const eg_import_options *o, size_t states,
                                          const char **reason)
{
    const char *name = o->engine ? o->engine : "auto";
    bool is_auto = strcmp(name, "auto") == 0;
    bool at_rest = o->stop_time == o->start_time;
    *reason = "";
    if (strcmp(name, "exact") == 0 || strcmp(name, "fixed") == 0) {
        eg_report(i->d, EG_ERROR, EG_NOWHERE,
                  "the engine %s looks into a model's components, and an FMU shows none", name);
        eg_remedy(i->d, "use auto, erk, ida or irk");
        return NULL;
    }
    if (states == 0 || at_rest) {
        *reason = at_rest ? "there is no time to pass" : "the FMU has no states";
        return &eg_engine_direct;
    }
    const eg_engine_ops *engine = is_auto ? &eg_engine_auto : eg_engine_find(name);
    if (engine && engine->create)
        return eg_engine_takes(engine, (int)states, i->d) ? engine : NULL;
    if (engine) {
        eg_report(i->d, EG_ERROR, EG_NOWHERE, "the engine %s is %s", engine->name, engine->doc);
        eg_remedy(i->d, "leave --engine out, or write erk, irk or ida");
    } else {
        eg_report(i->d, EG_ERROR, EG_NOWHERE, "there is no engine '%s'", name);
        eg_remedy(i->d, "leave --engine out, or write erk, irk or ida");
    }
    return NULL;
}

/* ---------------------------------------------------------------- Model Exchange */

static void fill_counters(eg_statistics *st, const eg_engine *engine)
{
    eg_counters c = {0};
    engine->ops->counters(engine, &c);
    st->engine_tolerance = engine->tolerance;
    st->steps = c.steps;
    st->evaluations = c.evaluations;
    st->jacobians = c.jacobians;
    st->factorizations = c.factorizations;
    st->newton_iterations = c.newton_iterations;
    st->rejected_steps = c.rejected_steps;
    if (engine->ops == &eg_engine_auto)
        st->engine = eg_auto_choice(engine, &st->engine_reason);
}

static eg_status march(eg_exchange *e, const eg_import_options *o, const eg_engine_ops *ops,
                       eg_statistics *st)
{
    double *y = calloc(2 * e->n + 1, sizeof *y), *yp = y ? y + e->n : NULL;
    eg_engine *engine = NULL;
    eg_system *s = &e->base;
    eg_system_set_span(s, o->start_time, o->stop_time);
    eg_march_options options = {.start_time = eg_system_since(s, o->start_time),
                                .stop_time = eg_system_since(s, o->stop_time),
                                .interval = o->interval > 0 ? o->interval : 1,
                                .max_events = o->max_events,
                                .max_steps = o->max_steps,
                                .without_work = true};
    eg_march_result result = {.end_time = options.start_time};
    double began = eg_clock_seconds();
    eg_status status = y ? s->ops->initialize(s, options.start_time, y, yp) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_mockup_rows_add_constants(e->rows);
    st->initialize_seconds = eg_clock_seconds() - began;
    if (status == EG_OK && !(engine = ops->create(s, o->tolerance)))
        status = EG_ERROR_MEMORY;
    if (engine) {
        began = eg_clock_seconds();
        status = eg_march(engine, &options, y, yp, &e->observer, &result);
        st->integrate_seconds = eg_clock_seconds() - began;
        fill_counters(st, engine);
        engine->ops->free(engine);
    }
    st->end_time = s->origin + result.end_time;
    st->states = (long)e->n;
    free(y);
    return status;
}

static eg_status run_exchange(eg_import *i, const eg_import_options *o, eg_statistics *st)
{
    eg_exchange e;
    eg_status status = eg_exchange_init(&e, &i->unit, &i->inputs, &i->rows);
    const eg_engine_ops *ops = status == EG_OK ? choose_engine(i, o, e.n, &st->engine_reason) : NULL;
    if (status == EG_OK && !ops)
        status = EG_ERROR_USAGE;
    if (status == EG_OK) {
        st->engine = ops->name;
        e.start = o->start_time;
        e.stop = o->stop_time;
        e.tolerance = o->tolerance;
        e.progress = o->progress;
        e.context = o->context;
        status = march(&e, o, ops, st);
    }
    eg_exchange_release(&e);
    return status;
}

/* ---------------------------------------------------------------- either */

static eg_status prepare(eg_import *i, const eg_import_options *o)
{
    eg_status status = choose_kind(i, o);
    if (status == EG_OK)
        status = eg_mockup_instantiate(&i->unit, i->is_cosimulation, o->input != NULL);
    if (status == EG_OK)
        status = eg_mockup_apply(&i->unit, o->settings, o->setting_count);
    if (status == EG_OK)
        status = eg_mockup_inputs_read(&i->inputs, &i->unit, o->input);
    double rows = o->interval > 0 ? (o->stop_time - o->start_time) / o->interval + 2 : 2;
    if (status == EG_OK)
        status = eg_mockup_rows_init(&i->rows, &i->unit, o->signals, o->signal_count, rows);
    return status;
}

eg_status eg_import_run_here(eg_import *i, const eg_import_options *o, eg_statistics *st)
{
    double began = eg_clock_seconds();
    eg_status status = prepare(i, o);
    if (status == EG_OK)
        status = i->is_cosimulation ? eg_cosimulate(&i->unit, &i->inputs, &i->rows, o, st)
                                    : run_exchange(i, o, st);
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(i->d, "while running the FMU");
    st->events = i->rows.events;
    st->time_events = i->rows.time_events;
    st->total_seconds = eg_clock_seconds() - began;
    return status;
}

eg_status eg_import_run(eg_import *i, const eg_import_options *o, eg_trajectory **trajectory,
                        eg_statistics *st)
{
    *trajectory = NULL;
    *st = (eg_statistics){.engine = "of the FMU", .engine_reason = "", .tolerance = o->tolerance};
    eg_status status = (o->is_apart ? eg_import_run_apart : eg_import_run_here)(i, o, st);
    if (status == EG_OK || status == EG_ERROR_SIMULATION) {
        (void)eg_trajectory_end_events(i->rows.trajectory); /* as in eg_mockup_rows_note */
        *trajectory = i->rows.trajectory;
        i->rows.trajectory = NULL;
        st->trajectory_bytes =
            (*trajectory)->row_capacity * (1 + (*trajectory)->column_count) * sizeof(double);
    }
    eg_mockup_leave(&i->unit);
    return status;
}
