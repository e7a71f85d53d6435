#include "fmi/entry/entry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- every call */

/* A message as an importer's log takes it: in one text with its remedy. */
static void log_one(eg_entry_instance *i, const eg_diagnostic *m)
{
    char text[4000];
    snprintf(text, sizeof text, "%s%s%s", m->message, m->remedy ? "; remedy: " : "",
             m->remedy ? m->remedy : "");
    i->log(i, m->severity == EG_ERROR ? EG_ENTRY_ERROR : EG_ENTRY_WARNING, text);
}

/* Tells what has come up since the last call, and keeps none of it: an importer may go on being refused. */
static void tell(eg_entry_instance *i)
{
    eg_diagnostics *d = i->fmu->diagnostics;
    for (; i->told < eg_diagnostics_count(d); i->told++) {
        const eg_diagnostic *m = eg_diagnostics_get(d, i->told);
        bool is_error = m->severity == EG_ERROR;
        i->has_told_refusal = i->has_told_refusal || is_error;
        if (is_error || i->is_logging)
            log_one(i, m);
    }
    eg_diagnostics_forget(d, 0);
    i->told = eg_diagnostics_count(d); /* those for which there was no memory */
}

static const char *name_of_place(int at)
{
    switch (at) {
    case EG_AT_INSTANTIATED: return "not initialized yet";
    case EG_AT_INITIALIZATION: return "being initialized";
    case EG_AT_EVENT: return "in event mode";
    case EG_AT_CONTINUOUS: return "in continuous-time mode";
    case EG_AT_STEP: return "in step mode";
    case EG_AT_TERMINATED: return "terminated";
    case EG_AT_INTERMEDIATE: return "calling back from a step";
    case EG_AT_ASKED: return "calling back for inputs of a step";
    default: return "in error: free or reset it";
    }
}

eg_entry_instance *eg_entry_enter(void *who, int where, const char *function)
{
    eg_entry_instance *i = who;
    if (!i)
        return NULL;
    i->function = function;
    i->has_told_refusal = false;
    if (i->fmu->at & where)
        return i;
    eg_report(i->fmu->diagnostics, EG_ERROR, EG_NOWHERE, "%s cannot be called now: the instance is %s",
              function, name_of_place(i->fmu->at));
    eg_remedy(i->fmu->diagnostics, "call it in the order of the standard's state machine");
    tell(i);
    return NULL;
}

int eg_entry_leave(eg_entry_instance *i, bool is_done, bool is_fatal)
{
    tell(i);
    if (!is_done && !i->has_told_refusal) {
        eg_report(i->fmu->diagnostics, EG_ERROR, EG_NOWHERE, "%s has failed at t = %.15g s", i->function,
                  i->fmu->time);
        eg_remedy(i->fmu->diagnostics, "free the instance; what failed is in the messages before this one");
        tell(i);
    }
    if (!is_done && is_fatal)
        i->fmu->at = EG_AT_ERROR;
    return is_done ? EG_ENTRY_OK : EG_ENTRY_ERROR;
}

int eg_entry_refuse(eg_entry_instance *i, const char *why)
{
    eg_report(i->fmu->diagnostics, EG_ERROR, EG_NOWHERE, "%s: %s", i->function, why);
    eg_remedy(i->fmu->diagnostics, "call it as the FMI standard describes for this kind of FMU");
    return eg_entry_leave(i, false, false);
}

/* ---------------------------------------------------------------- life */

bool eg_entry_open(eg_entry_instance *i, const char *name, const char *token, const char *resources,
                   bool is_cosimulation)
{
    i->name = strdup(name ? name : "");
    resources = eg_fmu_place(resources);
    if (!token || !resources) {
        i->log(i, EG_ENTRY_ERROR, "an instance needs its token and the place of the resources");
        return false;
    }
    i->fmu = eg_fmu_open(resources, token, is_cosimulation);
    if (!i->fmu || !i->name) {
        i->log(i, EG_ENTRY_ERROR, "out of memory");
        return false;
    }
    bool is_open = eg_diagnostics_errors(i->fmu->diagnostics) == 0;
    tell(i);
    return is_open;
}

void eg_entry_close(eg_entry_instance *i)
{
    if (!i)
        return;
    eg_fmu_close(i->fmu);
    free(i->name);
}

int eg_entry_set_logging(void *who, const char *function, bool is_on, size_t count,
                         const char *const categories[])
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_ANY | EG_AT_ERROR, function);
    if (!i)
        return EG_ENTRY_ERROR;
    for (size_t k = 0; k < count; k++)
        if (!categories || !categories[k] ||
            (strcmp(categories[k], "logStatusError") != 0 && strcmp(categories[k], "logStatusWarning") != 0 &&
             strcmp(categories[k], "logStatusDiscard") != 0))
            return eg_entry_refuse(i, "there is no such log category");
    i->is_logging = is_on;
    return EG_ENTRY_OK;
}

int eg_entry_terminate(void *who, const char *function)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_RUN, function);
    if (!i)
        return EG_ENTRY_ERROR;
    bool done = eg_fmu_end(i->fmu) && eg_fmu_tell_balance(i->fmu);
    i->fmu->at = EG_AT_TERMINATED;
    return eg_entry_leave(i, done, true);
}

int eg_entry_reset(void *who, const char *function)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_ANY | EG_AT_ERROR, function);
    if (!i)
        return EG_ENTRY_ERROR;
    eg_fmu_reset(i->fmu);
    return EG_ENTRY_OK;
}

/* ---------------------------------------------------------------- initialization and modes */

int eg_entry_set_experiment(void *who, const char *function, const eg_entry_experiment *e)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_INSTANTIATED, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!isfinite(e->start) || (e->has_stop && !(e->stop > e->start && isfinite(e->stop))) ||
        (e->has_tolerance && !(e->tolerance > 0)))
        return eg_entry_refuse(i, "start time, stop time and tolerance do not fit together");
    if (e->has_tolerance)
        i->fmu->tolerance = fmin(fmax(e->tolerance, 1e-12), 1e-2);
    i->fmu->start = i->fmu->time = i->fmu->point = e->start;
    i->fmu->has_stop = e->has_stop;
    i->fmu->stop = e->stop;
    i->fmu->is_ready = false;
    return EG_ENTRY_OK;
}

int eg_entry_exit_initialization(void *who, const char *function)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_INITIALIZATION, function);
    if (!i)
        return EG_ENTRY_ERROR;
    bool done = eg_fmu_start(i->fmu);
    if (done)
        i->fmu->at = i->fmu->is_cosimulation && !i->fmu->has_event_mode ? EG_AT_STEP : EG_AT_EVENT;
    return eg_entry_leave(i, done, true);
}

int eg_entry_enter_event(void *who, const char *function)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_CONTINUOUS | EG_AT_STEP, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (i->fmu->is_cosimulation && !i->fmu->has_event_mode)
        return eg_entry_refuse(i, "the instance has been made without event mode");
    i->fmu->at = EG_AT_EVENT;
    return EG_ENTRY_OK;
}

int eg_entry_enter_continuous(void *who, const char *function)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_EVENT, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (i->fmu->is_cosimulation)
        return eg_entry_refuse(i, "continuous-time mode belongs to Model Exchange");
    const bool done = eg_fmu_has_finite_energy(i->fmu);
    if (done)
        i->fmu->at = EG_AT_CONTINUOUS;
    return eg_entry_leave(i, done, true);
}

int eg_entry_enter_step(void *who, const char *function)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_EVENT, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!i->fmu->is_cosimulation)
        return eg_entry_refuse(i, "step mode belongs to Co-Simulation");
    i->fmu->at = EG_AT_STEP;
    return EG_ENTRY_OK;
}

int eg_entry_handle_event(void *who, const char *function, eg_entry_news *news)
{
    bool jumped = false;
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_EVENT, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!(i->fmu->is_cosimulation ? eg_fmu_event_between : eg_fmu_event)(i->fmu, &jumped))
        return eg_entry_leave(i, false, true);
    double next = eg_fmu_next_time(i->fmu);
    *news = (eg_entry_news){.is_final = i->fmu->network->base.finished,
                            .has_jumped = jumped,
                            .has_next = next < INFINITY,
                            .next = next < INFINITY ? next : 0};
    return eg_entry_leave(i, true, false);
}

/* ---------------------------------------------------------------- strings */

int eg_entry_get_texts(void *who, const char *function, const uint32_t *references, size_t count,
                       const char **values)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_GET, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (count > 0 && (!references || !values))
        return eg_entry_refuse(i, "there is no place for the values");
    bool done = true;
    for (size_t k = 0; k < count && done; k++)
        done = eg_fmu_get_text(i->fmu, references[k], &values[k]);
    return eg_entry_leave(i, done, false);
}

int eg_entry_set_texts(void *who, const char *function, const uint32_t *references, size_t count,
                       const char *const *values)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_SET, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (count > 0 && (!references || !values))
        return eg_entry_refuse(i, "there are no values");
    bool done = true;
    for (size_t k = 0; k < count && done; k++)
        done = eg_fmu_set_text(i->fmu, references[k], values[k]);
    return eg_entry_leave(i, done, false);
}

/* ---------------------------------------------------------------- the whole state */

int eg_entry_get_state(void *who, const char *function, void **state)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_ANY, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!state)
        return eg_entry_refuse(i, "there is no place for the state");
    eg_fmu_state *s = *state;
    bool done = eg_fmu_save(i->fmu, &s);
    *state = s;
    return eg_entry_leave(i, done, false);
}

int eg_entry_set_state(void *who, const char *function, const void *state)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_ANY | EG_AT_ERROR, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!state)
        return eg_entry_refuse(i, "there is no state");
    return eg_entry_leave(i, eg_fmu_restore(i->fmu, state), false);
}

int eg_entry_free_state(void *who, const char *function, void **state)
{
    if (!eg_entry_enter(who, EG_AT_ANY | EG_AT_ERROR, function))
        return EG_ENTRY_ERROR;
    if (state) {
        eg_fmu_state_free(*state);
        *state = NULL;
    }
    return EG_ENTRY_OK;
}

int eg_entry_size_of_state(void *who, const char *function, const void *state, size_t *size)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_ANY, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!state || !size)
        return eg_entry_refuse(i, "there is no state");
    *size = ((const eg_fmu_state *)state)->length;
    return EG_ENTRY_OK;
}

int eg_entry_serialize(void *who, const char *function, const void *state, void *bytes, size_t size)
{
    const eg_fmu_state *s = state;
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_ANY, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!s || !bytes || size < s->length)
        return eg_entry_refuse(i, "there is no state, or too little room for it");
    eg_fmu_state_write(s, bytes);
    return EG_ENTRY_OK;
}

int eg_entry_deserialize(void *who, const char *function, const void *bytes, size_t size, void **state)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_ANY, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!bytes || !state)
        return eg_entry_refuse(i, "there is no state, or no place for it");
    eg_fmu_state *made = eg_fmu_state_read(i->fmu, bytes, size);
    if (!made)
        return eg_entry_leave(i, false, false);
    eg_fmu_state_free(*state);
    *state = made;
    return EG_ENTRY_OK;
}

/* ---------------------------------------------------------------- partial derivatives */

int eg_entry_get_partial(void *who, const char *function, const eg_entry_partial *p)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_POINT | EG_AT_STEP, function);
    if (!i)
        return EG_ENTRY_ERROR;
    size_t seeds = p->is_adjoint ? p->unknown_count : p->known_count;
    size_t answers = p->is_adjoint ? p->known_count : p->unknown_count;
    if (p->seed_count != seeds || p->sensitivity_count != answers || (p->unknown_count > 0 && !p->unknowns) ||
        (p->known_count > 0 && !p->knowns) || (seeds > 0 && !p->seed) || (answers > 0 && !p->sensitivity))
        return eg_entry_refuse(i, "as many seeds and sensitivities as value references are needed");
    for (size_t k = 0; k < seeds; k++)
        if (!isfinite(p->seed[k]))
            return eg_entry_refuse(i, "a seed is not a finite number");
    bool done = (p->is_adjoint ? eg_fmu_adjoint : eg_fmu_directional)(
        i->fmu, p->unknowns, p->unknown_count, p->knowns, p->known_count, p->seed, p->sensitivity);
    return eg_entry_leave(i, done, false);
}

/* ---------------------------------------------------------------- Model Exchange */

/* An array of the states or the indicators, of an instance for Model Exchange whose start is known. */
static bool is_exchange(eg_entry_instance *i, size_t expected, const double *values, size_t count)
{
    if (i->fmu->is_cosimulation)
        eg_entry_refuse(i, "this function belongs to Model Exchange");
    else if (count != expected || (count > 0 && !values))
        eg_entry_refuse(i, "the array has not the length that the description tells");
    else if (eg_fmu_settle(i->fmu))
        return true;
    else
        eg_entry_leave(i, false, true);
    return false;
}

int eg_entry_set_time(void *who, const char *function, double time)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_EVENT | EG_AT_CONTINUOUS, function);
    if (!i)
        return EG_ENTRY_ERROR;
    if (!isfinite(time) || i->fmu->is_cosimulation)
        return eg_entry_refuse(i, "the time is not a finite number, or this is no Model Exchange");
    if (time != i->fmu->time)
        i->fmu->is_consistent = i->fmu->is_observed = false;
    i->fmu->time = i->fmu->point = time;
    return EG_ENTRY_OK;
}

int eg_entry_set_states(void *who, const char *function, const double *states, size_t count)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_CONTINUOUS, function);
    if (!i || !is_exchange(i, i->fmu->list.states, states, count))
        return EG_ENTRY_ERROR;
    for (size_t k = 0; k < count; k++)
        if (!isfinite(states[k]))
            return eg_entry_refuse(i, "a state is not a finite number");
    eg_fmu_set_states(i->fmu, states);
    return EG_ENTRY_OK;
}

int eg_entry_get_states(void *who, const char *function, double *states, size_t count)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_POINT, function);
    if (!i || !is_exchange(i, i->fmu->list.states, states, count))
        return EG_ENTRY_ERROR;
    eg_fmu_get_states(i->fmu, states);
    return eg_entry_leave(i, true, false);
}

int eg_entry_get_derivatives(void *who, const char *function, double *derivatives, size_t count)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_POINT, function);
    if (!i || !is_exchange(i, i->fmu->list.states, derivatives, count))
        return EG_ENTRY_ERROR;
    return eg_entry_leave(i, eg_fmu_derivatives(i->fmu, derivatives), false);
}

int eg_entry_get_indicators(void *who, const char *function, double *indicators, size_t count)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_POINT, function);
    if (!i || !is_exchange(i, i->fmu->list.indicators, indicators, count))
        return EG_ENTRY_ERROR;
    return eg_entry_leave(i, eg_fmu_indicators(i->fmu, indicators), false);
}

int eg_entry_get_nominals(void *who, const char *function, double *nominals, size_t count)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_POINT, function);
    if (!i || !is_exchange(i, i->fmu->list.states, nominals, count))
        return EG_ENTRY_ERROR;
    eg_fmu_nominals(i->fmu, nominals);
    return eg_entry_leave(i, true, false);
}

/* ---------------------------------------------------------------- Co-Simulation */

/* Importers add up their steps: times are off by the round-off of so many sums, relatively. */
static const double SUMS = 1e-12;

int eg_entry_step(void *who, const char *function, double time, double step, double *reached, bool *ended)
{
    eg_entry_instance *i = eg_entry_enter(who, EG_AT_STEP, function);
    if (!i)
        return EG_ENTRY_ERROR;
    eg_fmu *f = i->fmu;
    *reached = f->point;
    *ended = false;
    if (!(step > 0) || !isfinite(time + step))
        return eg_entry_refuse(i, "the step must be positive and finite");
    if (fabs(time - f->point) > 1e-6 * step + SUMS * fabs(f->point))
        return eg_entry_refuse(i, "the step does not begin where the last one ended");
    if (f->has_stop && time + step > f->stop + 1e-9 * step + SUMS * fabs(f->stop))
        return eg_entry_refuse(i, "the step would end behind the stop time");
    bool done = eg_fmu_step(f, f->has_stop ? fmin(time + step, f->stop) : time + step, reached, ended);
    return eg_entry_leave(i, done, true);
}
