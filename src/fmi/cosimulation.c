/* Co-Simulation: an engine of the project's own steps from point to point. */
#include "fmi/core_parts.h"

#include "network/motion/events.h"
#include "network/motion/observe.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The event that waits, or one for inputs. */
static bool handle_waiting(eg_fmu *f)
{
    f->inputs_changed = f->waits = false;
    if ((!f->journey && !eg_fmu_begin_journey(f, f->time)) || eg_journey_event(f->journey) != EG_OK)
        return false;
    size_t bytes = sizeof(double) * (size_t)f->network->base.n;
    memcpy(f->y, f->y_run, bytes);
    memcpy(f->yp, f->yp_run, bytes);
    f->is_observed = false;
    return true;
}

/* Under Co-Simulation inputs that were set come into force before anything else is asked for. */
bool eg_fmu_apply_inputs(eg_fmu *f)
{
    if (!f->inputs_changed || !f->journey || f->waits)
        return true;
    return handle_waiting(f);
}

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_fmu *f = (eg_fmu *)o;
    size_t bytes = sizeof(double) * (size_t)f->network->base.n;
    memcpy(f->y, y, bytes);
    memcpy(f->yp, yp, bytes);
    f->time = eg_fmu_clock(f, t);
    f->is_observed = false;
    eg_fmu_observe(f);
    return eg_network_has_values(f->network, f->time) ? 0 : EG_ERROR_SIMULATION;
}

/* Where an event falls on a communication point its right side is what the importer sees. */
static int on_side(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)o, (void)t, (void)y, (void)yp;
    return 0;
}

/* Inputs stay what they are meant to be meanwhile. */
static int on_progress(eg_observer *o, double t)
{
    eg_fmu *f = (eg_fmu *)o;
    double until = INFINITY;
    if (!f->journey || !f->intermediate(f, eg_fmu_clock(f, t), &until))
        return 0;
    eg_journey_shorten(f->journey, eg_fmu_since(f, until));
    return 1;
}

static const eg_engine_ops *engine_of(const eg_fmu *f)
{
    const char *name = f->manifest.engine;
    if (eg_fmu_model(f)->n == 0)
        return &eg_engine_direct;
    const eg_engine_ops *named = name && strcmp(name, "auto") != 0 ? eg_engine_find(name) : NULL;
    return named && named->create ? named : &eg_engine_auto;
}

/* Steps reach to the end of the run, or of the experiment while nobody says when that is. */
bool eg_fmu_begin_journey(eg_fmu *f, double beyond)
{
    eg_simulate_options o = eg_simulate_options_default(eg_fmu_model(f));
    double span = fmax(o.stop_time - o.start_time, 1e-9);
    size_t bytes = sizeof(double) * (size_t)f->network->base.n;
    eg_fmu_close_account(f);
    eg_journey_end(f->journey);
    f->journey = NULL;
    if (f->engine)
        f->engine->ops->free(f->engine);
    const double begin = eg_fmu_since(f, f->time);
    f->options = (eg_march_options){.start_time = begin, .interval = o.interval, .max_events = o.max_events};
    f->options.stop_time =
        f->has_stop ? eg_fmu_since(f, f->stop) : fmax(eg_fmu_since(f, beyond), begin) + span;
    f->engine = engine_of(f)->create(&f->network->base, f->tolerance);
    if (!f->engine)
        return eg_fmu_out_of_memory(f);
    f->observer =
        (eg_observer){.point = on_point, .left = on_side, .right = on_point, .sink.happened = eg_fmu_heard};
    if (f->intermediate)
        f->observer.progress = on_progress;
    memcpy(f->y_run, f->y, bytes);
    memcpy(f->yp_run, f->yp, bytes);
    f->account = eg_balance_begin(f->network, begin, f->y_run);
    eg_status status;
    f->journey = eg_journey_begin(f->engine, &f->options, f->list.inputs > 0, f->y_run, f->yp_run,
                                  &f->observer, &status);
    if (f->journey)
        eg_journey_stop_at_events(f->journey, f->stops_at_events);
    f->is_accounted = f->journey != NULL;
    return f->journey != NULL;
}

void eg_fmu_close_account(eg_fmu *f)
{
    eg_march_result march = {0};
    eg_energy e;
    if (!f->is_accounted)
        return;
    f->is_accounted = false;
    if (!eg_journey_account(f->journey, &march))
        return;
    eg_balance_fill(f->network, f->y_run, &march, &f->account, eg_balance_tolerance(f->engine, f->tolerance),
                    &e);
    if (!isfinite(e.error))
        f->has_infinite_energy = eg_balance_tell(&e, f->diagnostics) != EG_OK;
    f->missing += eg_balance_missing(&e);
    f->in_play = fmax(f->in_play, eg_balance_largest(&e));
    f->allowed = fmax(f->allowed, e.allowed);
}

bool eg_fmu_tell_balance(eg_fmu *f)
{
    if (!f->is_cosimulation)
        return eg_fmu_has_finite_energy(f);
    eg_fmu_close_account(f);
    if (f->has_infinite_energy)
        return false;
    eg_energy e = {.supplied = f->missing, .turnover = f->in_play, .allowed = f->allowed};
    e.error = f->missing == 0 ? 0 : fabs(f->missing) / f->in_play;
    return eg_balance_tell(&e, f->diagnostics) == EG_OK;
}

bool eg_fmu_start(eg_fmu *f)
{
    if (!eg_fmu_settle(f))
        return false;
    return !f->is_cosimulation || eg_fmu_begin_journey(f, f->time);
}

/* ---------------------------------------------------------------- inputs on the way
 *
 * In a step an input is a polynomial of degree 2: through its value at the communication point, with
 * derivatives that the importer has set (FMI 2), or through what it answers for the middle and the end of
 * the step (FMI 3); where it says nothing the value is held. Held inputs make an error of order 1 in the
 * step, such ones of order 3 where they are smooth. */

/* Slope and bend at the beginning of a step of length h, from values at its middle and its end. */
static void fit(double u0, double middle, double end, double h, double *rates)
{
    double slope = (4 * (middle - u0) - (end - u0)) / h, bend = 4 * ((end - middle) - (middle - u0)) / h / h;
    bool is_number = isfinite(slope) && isfinite(bend); /* else the step is too short for one */
    rates[0] = is_number ? slope : 0;
    rates[1] = is_number ? bend : 0;
}

static void ask(eg_fmu *f, double t)
{
    const double *values = f->value + f->list.first_input;
    const double h = t - f->point;
    for (size_t i = 0; i < f->list.inputs; i++)
        f->answers[2 * i] = f->answers[2 * i + 1] = values[i];
    for (f->question = 0; f->question < 2; f->question++)
        f->ask(f, f->question == 0 ? f->point + 0.5 * h : t);
    for (size_t i = 0; i < f->list.inputs; i++)
        fit(values[i], f->answers[2 * i], f->answers[2 * i + 1], h, f->rates + 2 * i);
}

/* Laws of inputs for a step from here. What is held already stays as it is. */
static void begin_inputs(eg_fmu *f)
{
    for (size_t i = 0; i < f->list.inputs; i++) {
        double *law = eg_network_input_next(f->network, f->list.items[f->list.first_input + i].index);
        const double *rates = f->rates + 2 * i;
        if (eg_input_is_held(law) && rates[0] == 0 && rates[1] == 0)
            continue;
        law[EG_INPUT_START] = f->value[f->list.first_input + i];
        law[EG_INPUT_SLOPE] = rates[0];
        law[EG_INPUT_BEND] = rates[1];
        law[EG_INPUT_SINCE] = f->point;
        f->inputs_changed = true;
    }
}

/* They are held where the step has come to, until the importer says more. */
static void end_inputs(eg_fmu *f)
{
    for (size_t i = 0; i < f->list.inputs; i++) {
        const double *law = eg_network_input_next(f->network, f->list.items[f->list.first_input + i].index);
        if (!eg_input_is_held(law))
            f->value[f->list.first_input + i] = eg_input_value(law, f->point);
    }
    memset(f->rates, 0, 2 * f->list.inputs * sizeof *f->rates);
}

/* ---------------------------------------------------------------- steps */

/* Is t where the run is, or before it? Events within 4 ulp are one instant (engine/watch.h), and engines
 * cannot step by less, nor at t = 0 by what is nothing beside the span of the run, twice over; where an event
 * stands for a point the run is there already. */
static bool is_here(const eg_fmu *f, double t)
{
    double span = f->options.stop_time - f->options.start_time;
    return t <= f->time + fmax(4 * DBL_EPSILON * fabs(t), DBL_EPSILON * DBL_EPSILON * span);
}

/* Lets the run go on to t, or to where it stops before. */
static eg_status go(eg_fmu *f, double t, double *reached)
{
    if (eg_fmu_since(f, t) > f->options.stop_time && !eg_fmu_begin_journey(f, t))
        return EG_ERROR_MEMORY;
    f->options.interval = t - f->time;
    eg_status status = eg_journey_to(f->journey, eg_fmu_since(f, t));
    f->waits = status == EG_OK && eg_journey_waits(f->journey);
    double at = status == EG_OK ? eg_fmu_clock(f, eg_journey_reached(f->journey)) : f->time;
    *reached = fabs(at - t) <= 1e-9 * f->options.interval ? t : at; /* such an event stands for the point */
    return status;
}

/* An energy beyond the doubles ends a run: errors are squared, too, and nobody knows how large they are. */
bool eg_fmu_has_finite_energy(eg_fmu *f)
{
    if (f->has_infinite_energy)
        return false;
    eg_energy e = {.error = NAN};
    f->network->base.ops->energy(&f->network->base, eg_fmu_since(f, f->time), f->y, &e.kinetic, &e.potential);
    if (isfinite(e.kinetic + e.potential))
        return true;
    f->has_infinite_energy = true;
    return eg_balance_tell(&e, f->diagnostics) == EG_OK;
}

bool eg_fmu_step(eg_fmu *f, double t, double *reached, bool *ended)
{
    eg_status status = EG_OK;
    *reached = f->point;
    *ended = false;
    if (f->waits && !handle_waiting(f))
        return false;
    if (f->ask && f->list.inputs > 0 && !is_here(f, t))
        ask(f, t);
    begin_inputs(f);
    if (!eg_fmu_apply_inputs(f))
        return false;
    if (is_here(f, t))
        *reached = t;
    else
        status = go(f, t, reached);
    f->point = *reached;
    end_inputs(f);
    *ended = f->network->base.finished;
    if (status != EG_OK)
        return status == EG_DIFFERENT && *ended;
    if (!eg_fmu_has_finite_energy(f))
        return false;
    /* The importer has said that this is the end: values are those that end a run. */
    return f->waits || !f->has_stop || *reached < f->stop || eg_fmu_end(f);
}

bool eg_fmu_event_between(eg_fmu *f, bool *jumped)
{
    size_t bytes = sizeof(double) * (size_t)f->network->base.n;
    double *before = malloc(bytes + 1);
    *jumped = false;
    if (!before)
        return eg_fmu_out_of_memory(f);
    memcpy(before, f->y, bytes);
    bool done = !(f->waits || f->inputs_changed) || handle_waiting(f);
    for (size_t i = 0; i < f->list.states && done; i++) {
        int k = f->list.items[f->list.first_state + i].index;
        *jumped = *jumped || f->y[k] != before[k];
    }
    free(before);
    return done;
}
