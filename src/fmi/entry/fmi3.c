/* The functions of FMI 3.0: each checks that it may be called where the instance is, and does its part by the
 * functions of core.h. A call that may not be made answers fmi3Error, is told to the importer, and changes
 * nothing; one that fails leaves the instance in error. */
#include "fmi/fmi3.h"
#include "fmi/entry/entry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

FMI3_FUNCTIONS(FMI3_DECLARE)

typedef struct instance {
    eg_entry_instance base; /* first */
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
    fmi3IntermediateUpdateCallback update;
    bool event_mode_used, early_return_allowed;
} instance;

enum { AT_RUN = EG_AT_EVENT | EG_AT_CONTINUOUS | EG_AT_STEP };

static void pass_on(eg_entry_instance *i, bool is_error, const char *text)
{
    const instance *x = (const instance *)i;
    if (x->log)
        x->log(x->environment, is_error ? fmi3Error : fmi3Warning,
               is_error ? "logStatusError" : "logStatusWarning", text);
}

static instance *enter(fmi3Instance who, int where, const char *function)
{
    instance *x = who;
    if (!x)
        return NULL;
    if (eg_entry_is_legal(&x->base, where, function))
        return x;
    eg_entry_tell(&x->base);
    return NULL;
}

#define ENTER(where)                                                                                         \
    instance *x = enter(instance_, (where), __func__);                                                       \
    if (!x)                                                                                                  \
        return fmi3Error;                                                                                    \
    eg_fmu *f = x->base.fmu;                                                                                 \
    (void)f

/* Passes messages on; what failed for good is in error from now on. */
static fmi3Status leave(instance *x, bool is_done, bool is_fatal)
{
    eg_entry_tell(&x->base);
    if (!is_done && is_fatal)
        x->base.fmu->at = EG_AT_ERROR;
    return is_done ? fmi3OK : fmi3Error;
}

static fmi3Status wrong(instance *x, const char *why)
{
    eg_report(x->base.fmu->diagnostics, EG_ERROR, EG_NOWHERE, "%s", why);
    return leave(x, false, false);
}

/* ---------------------------------------------------------------- life */

const char *fmi3GetVersion(void)
{
    return "3.0";
}

static void free_instance(instance *x)
{
    if (x) {
        eg_fmu_close(x->base.fmu);
        free(x->base.name);
    }
    free(x);
}

static instance *instantiate(fmi3String name, fmi3String token, fmi3String resources, bool logging,
                             fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                             bool is_cosimulation)
{
    instance *x = calloc(1, sizeof *x);
    if (!x)
        return NULL;
    x->environment = environment;
    x->log = log;
    x->base.log = pass_on;
    x->base.is_logging = logging;
    x->base.name = strdup(name ? name : "");
    if (!token || !resources) {
        pass_on(&x->base, true, "an instance needs the token and the path of the resources");
        free_instance(x);
        return NULL;
    }
    x->base.fmu = eg_fmu_open(resources, token, is_cosimulation);
    if (x->base.fmu)
        eg_entry_tell(&x->base);
    if (!x->base.fmu || !x->base.name || eg_diagnostics_errors(x->base.fmu->diagnostics) > 0) {
        free_instance(x);
        return NULL;
    }
    return x;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging_on,
                                          fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    (void)visible;
    return instantiate(name, token, resources, logging_on, environment, log, false);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging_on,
                                         fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,
                                         const fmi3ValueReference required[], size_t required_count,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update)
{
    (void)visible, (void)required;
    if (event_mode_used || required_count > 0) {
        if (log)
            log(environment, fmi3Error, "logStatusError",
                event_mode_used ? "this FMU has no event mode under Co-Simulation"
                                : "this FMU has no intermediate variables");
        return NULL;
    }
    instance *x = instantiate(name, token, resources, logging_on, environment, log, true);
    if (x) {
        x->early_return_allowed = early_return_allowed;
        x->update = update;
    }
    return x;
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging_on,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback clock_update,
    fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging_on, (void)clock_update;
    (void)lock, (void)unlock;
    if (log)
        log(environment, fmi3Error, "logStatusError", "this FMU has no Scheduled Execution");
    return NULL;
}

void fmi3FreeInstance(fmi3Instance instance_)
{
    free_instance(instance_);
}

fmi3Status fmi3SetDebugLogging(fmi3Instance instance_, fmi3Boolean logging_on, size_t count,
                               const fmi3String categories[])
{
    ENTER(EG_AT_ANY | EG_AT_ERROR);
    for (size_t i = 0; i < count; i++)
        if (!categories || !categories[i] ||
            (strcmp(categories[i], "logStatusError") != 0 && strcmp(categories[i], "logStatusWarning") != 0))
            return wrong(x, "there is no such log category");
    x->base.is_logging = logging_on;
    return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance instance_)
{
    ENTER(EG_AT_ANY | EG_AT_ERROR);
    eg_fmu_reset(f);
    return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance instance_)
{
    ENTER(AT_RUN);
    f->at = EG_AT_TERMINATED;
    return fmi3OK;
}

/* ---------------------------------------------------------------- initialization and modes */

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance_, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start_time,
                                       fmi3Boolean has_stop_time, fmi3Float64 stop_time)
{
    ENTER(EG_AT_INSTANTIATED);
    if (!isfinite(start_time) || (has_stop_time && !(stop_time > start_time && isfinite(stop_time))) ||
        (has_tolerance && !(tolerance > 0)))
        return wrong(x, "start time, stop time and tolerance do not fit together");
    if (has_tolerance)
        f->tolerance = fmin(fmax(tolerance, 1e-12), 1e-2);
    f->start = f->time = start_time;
    f->has_stop = has_stop_time;
    f->stop = stop_time;
    f->is_ready = false;
    f->at = EG_AT_INITIALIZATION;
    return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance_)
{
    ENTER(EG_AT_INITIALIZATION);
    bool done = eg_fmu_start(f);
    if (done)
        f->at = f->is_cosimulation ? EG_AT_STEP : EG_AT_EVENT;
    return leave(x, done, true);
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance_)
{
    ENTER(EG_AT_CONTINUOUS);
    f->at = EG_AT_EVENT;
    return fmi3OK;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance_)
{
    ENTER(EG_AT_EVENT);
    if (f->is_cosimulation)
        return wrong(x, "fmi3EnterContinuousTimeMode belongs to Model Exchange");
    f->at = EG_AT_CONTINUOUS;
    return fmi3OK;
}

fmi3Status fmi3EnterStepMode(fmi3Instance instance_)
{
    ENTER(0);
    return fmi3Error;
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance_)
{
    ENTER(EG_AT_ANY);
    return wrong(x, "this FMU has no structural parameters");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance_)
{
    ENTER(0);
    return fmi3Error;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance_)
{
    ENTER(EG_AT_EVENT | EG_AT_INITIALIZATION);
    return leave(x, eg_fmu_settle(f), true);
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance_, fmi3Boolean *need_update, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *values_changed,
                                    fmi3Boolean *has_next_time, fmi3Float64 *next_time)
{
    bool jumped = false;
    ENTER(EG_AT_EVENT);
    if (!eg_fmu_event(f, &jumped))
        return leave(x, false, true);
    double next = eg_fmu_next_time(f);
    if (need_update)
        *need_update = false;
    if (terminate)
        *terminate = f->network->base.finished;
    if (nominals_changed)
        *nominals_changed = false;
    if (values_changed)
        *values_changed = jumped;
    if (has_next_time)
        *has_next_time = next < INFINITY;
    if (next_time && next < INFINITY)
        *next_time = next;
    return leave(x, true, false);
}

/* ---------------------------------------------------------------- values */

enum { AT_SET = EG_AT_INSTANTIATED | EG_AT_INITIALIZATION | AT_RUN };

static bool is_list(instance *x, const fmi3ValueReference references[], size_t count, const void *values,
                    size_t value_count)
{
    if (count == value_count && (count == 0 || (references && values)))
        return true;
    wrong(x, "as many values as value references are needed");
    return false;
}

#define ACCESS(type_name, type, to_value)                                                                    \
    fmi3Status fmi3Get##type_name(fmi3Instance instance_, const fmi3ValueReference references[],             \
                                  size_t count, fmi3##type_name values[], size_t value_count)                \
    {                                                                                                        \
        ENTER(EG_AT_ANY);                                                                                    \
        if (!is_list(x, references, count, values, value_count))                                             \
            return fmi3Error;                                                                                \
        for (size_t i = 0; i < count; i++) {                                                                 \
            double value;                                                                                    \
            if (!eg_fmu_get(f, references[i], type, &value))                                                 \
                return leave(x, false, false);                                                               \
            values[i] = to_value;                                                                            \
        }                                                                                                    \
        return leave(x, true, false);                                                                        \
    }                                                                                                        \
    fmi3Status fmi3Set##type_name(fmi3Instance instance_, const fmi3ValueReference references[],             \
                                  size_t count, const fmi3##type_name values[], size_t value_count)          \
    {                                                                                                        \
        ENTER(AT_SET);                                                                                       \
        if (!is_list(x, references, count, values, value_count))                                             \
            return fmi3Error;                                                                                \
        for (size_t i = 0; i < count; i++)                                                                   \
            if (!eg_fmu_set(f, references[i], type, (double)values[i]))                                      \
                return leave(x, false, false);                                                               \
        return leave(x, true, false);                                                                        \
    }

ACCESS(Float64, EG_REAL, value)
ACCESS(Int32, EG_INTEGER, (fmi3Int32)value)
ACCESS(Boolean, EG_BOOLEAN, value != 0)

/* Types that no variable of this FMU has: nothing can be asked for. */
#define NO_ACCESS(type_name)                                                                                 \
    fmi3Status fmi3Get##type_name(fmi3Instance instance_, const fmi3ValueReference references[],             \
                                  size_t count, fmi3##type_name values[], size_t value_count)                \
    {                                                                                                        \
        (void)references, (void)values;                                                                      \
        ENTER(EG_AT_ANY);                                                                                    \
        return count + value_count == 0 ? fmi3OK : wrong(x, "no variable has the type " #type_name);         \
    }                                                                                                        \
    fmi3Status fmi3Set##type_name(fmi3Instance instance_, const fmi3ValueReference references[],             \
                                  size_t count, const fmi3##type_name values[], size_t value_count)          \
    {                                                                                                        \
        (void)references, (void)values;                                                                      \
        ENTER(AT_SET);                                                                                       \
        return count + value_count == 0 ? fmi3OK : wrong(x, "no variable has the type " #type_name);         \
    }

NO_ACCESS(Float32)
NO_ACCESS(Int8)
NO_ACCESS(UInt8)
NO_ACCESS(Int16)
NO_ACCESS(UInt16)
NO_ACCESS(UInt32)
NO_ACCESS(Int64)
NO_ACCESS(UInt64)
NO_ACCESS(String)

static fmi3Status no_variables(fmi3Instance instance_, size_t count, const char *function)
{
    instance *x = enter(instance_, EG_AT_ANY, function);
    if (!x)
        return fmi3Error;
    return count == 0 ? fmi3OK : wrong(x, "this FMU has neither clocks nor binary variables");
}

fmi3Status fmi3GetBinary(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                         size_t sizes[], fmi3Binary values[], size_t value_count)
{
    (void)references, (void)sizes, (void)values;
    return no_variables(instance_, count + value_count, __func__);
}

fmi3Status fmi3SetBinary(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                         const size_t sizes[], const fmi3Binary values[], size_t value_count)
{
    (void)references, (void)sizes, (void)values;
    return no_variables(instance_, count + value_count, __func__);
}

fmi3Status fmi3GetClock(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                        fmi3Clock values[])
{
    (void)references, (void)values;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3SetClock(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                        const fmi3Clock values[])
{
    (void)references, (void)values;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                                  fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
{
    (void)references, (void)intervals, (void)qualifiers;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance instance_, const fmi3ValueReference references[],
                                   size_t count, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[])
{
    (void)references, (void)counters, (void)resolutions, (void)qualifiers;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                               fmi3Float64 shifts[])
{
    (void)references, (void)shifts;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3GetShiftFraction(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                                fmi3UInt64 counters[], fmi3UInt64 resolutions[])
{
    (void)references, (void)counters, (void)resolutions;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                                  const fmi3Float64 intervals[])
{
    (void)references, (void)intervals;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance instance_, const fmi3ValueReference references[],
                                   size_t count, const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)references, (void)counters, (void)resolutions;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                               const fmi3Float64 shifts[])
{
    (void)references, (void)shifts;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3SetShiftFraction(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                                const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)references, (void)counters, (void)resolutions;
    return no_variables(instance_, count, __func__);
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance_, fmi3ValueReference clock, fmi3Float64 time)
{
    (void)clock, (void)time;
    ENTER(EG_AT_ANY);
    return wrong(x, "this FMU has no Scheduled Execution");
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance_, fmi3ValueReference reference,
                                               size_t *count)
{
    (void)reference, (void)count;
    ENTER(EG_AT_ANY);
    return wrong(x, "this FMU tells dependencies in its description only");
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance_, fmi3ValueReference dependent,
                                       size_t dependent_elements[], fmi3ValueReference independents[],
                                       size_t independent_elements[], fmi3DependencyKind kinds[],
                                       size_t count)
{
    (void)dependent, (void)dependent_elements, (void)independents, (void)independent_elements;
    (void)kinds, (void)count;
    ENTER(EG_AT_ANY);
    return wrong(x, "this FMU tells dependencies in its description only");
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance_, const fmi3ValueReference unknowns[],
                                        size_t unknown_count, const fmi3ValueReference knowns[],
                                        size_t known_count, const fmi3Float64 seed[], size_t seed_count,
                                        fmi3Float64 sensitivity[], size_t sensitivity_count)
{
    (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count;
    (void)seed, (void)seed_count, (void)sensitivity, (void)sensitivity_count;
    ENTER(EG_AT_ANY);
    return wrong(x, "this FMU provides no directional derivatives");
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance_, const fmi3ValueReference unknowns[],
                                    size_t unknown_count, const fmi3ValueReference knowns[],
                                    size_t known_count, const fmi3Float64 seed[], size_t seed_count,
                                    fmi3Float64 sensitivity[], size_t sensitivity_count)
{
    (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count;
    (void)seed, (void)seed_count, (void)sensitivity, (void)sensitivity_count;
    ENTER(EG_AT_ANY);
    return wrong(x, "this FMU provides no adjoint derivatives");
}

/* ---------------------------------------------------------------- the whole state */

fmi3Status fmi3GetFMUState(fmi3Instance instance_, fmi3FMUState *state)
{
    ENTER(EG_AT_ANY);
    if (!state)
        return wrong(x, "there is no place for the state");
    return leave(x, eg_fmu_save(f, (eg_fmu_state **)state), false);
}

fmi3Status fmi3SetFMUState(fmi3Instance instance_, fmi3FMUState state)
{
    ENTER(EG_AT_ANY | EG_AT_ERROR);
    if (!state)
        return wrong(x, "there is no state");
    return leave(x, eg_fmu_restore(f, state), false);
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance_, fmi3FMUState *state)
{
    ENTER(EG_AT_ANY | EG_AT_ERROR);
    if (state) {
        eg_fmu_state_free(*state);
        *state = NULL;
    }
    return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance_, fmi3FMUState state, size_t *size)
{
    ENTER(EG_AT_ANY);
    if (!state || !size)
        return wrong(x, "there is no state");
    *size = ((const eg_fmu_state *)state)->length;
    return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance_, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    ENTER(EG_AT_ANY);
    const eg_fmu_state *s = state;
    if (!s || !bytes || size < s->length)
        return wrong(x, "there is no state, or too little room for it");
    memcpy(bytes, s->bytes, s->length);
    return fmi3OK;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance_, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state)
{
    ENTER(EG_AT_ANY);
    eg_fmu_state *made = bytes && state ? calloc(1, sizeof *made) : NULL;
    if (!made || !(made->bytes = malloc(size + 1))) {
        free(made);
        return wrong(x, "there is no state, or no memory for it");
    }
    memcpy(made->bytes, bytes, size);
    made->length = size;
    eg_fmu_state_free(*state);
    *state = made;
    return fmi3OK;
}

/* ---------------------------------------------------------------- Model Exchange */

enum { AT_POINT = EG_AT_INITIALIZATION | EG_AT_EVENT | EG_AT_CONTINUOUS | EG_AT_TERMINATED };

/* An array of the states or the indicators, of an instance for Model Exchange whose start is known. */
static bool is_exchange(instance *x, size_t expected, const double *values, size_t count)
{
    eg_fmu *f = x->base.fmu;
    if (f->is_cosimulation)
        wrong(x, "this function belongs to Model Exchange");
    else if (count != expected || (count > 0 && !values))
        wrong(x, "the array has not the length that the description tells");
    else if (eg_fmu_settle(f))
        return true;
    else
        leave(x, false, true);
    return false;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance_, fmi3Boolean no_way_back,
                                       fmi3Boolean *enter_event_mode, fmi3Boolean *terminate)
{
    (void)no_way_back;
    ENTER(EG_AT_CONTINUOUS);
    if (enter_event_mode)
        *enter_event_mode = false;
    if (terminate)
        *terminate = false;
    return fmi3OK;
}

fmi3Status fmi3SetTime(fmi3Instance instance_, fmi3Float64 time)
{
    ENTER(EG_AT_EVENT | EG_AT_CONTINUOUS);
    if (!isfinite(time) || f->is_cosimulation)
        return wrong(x, "the time is not a finite number, or this is no Model Exchange");
    if (time != f->time)
        f->is_consistent = f->is_observed = false;
    f->time = time;
    return fmi3OK;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance_, const fmi3Float64 states[], size_t count)
{
    ENTER(EG_AT_CONTINUOUS);
    if (!is_exchange(x, f->list.states, states, count))
        return fmi3Error;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(states[i]))
            return wrong(x, "a state is not a finite number");
    eg_fmu_set_states(f, states);
    return fmi3OK;
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance_, fmi3Float64 states[], size_t count)
{
    ENTER(AT_POINT);
    if (!is_exchange(x, f->list.states, states, count))
        return fmi3Error;
    eg_fmu_get_states(f, states);
    return leave(x, true, false);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance_, fmi3Float64 derivatives[], size_t count)
{
    ENTER(AT_POINT);
    if (!is_exchange(x, f->list.states, derivatives, count))
        return fmi3Error;
    return leave(x, eg_fmu_derivatives(f, derivatives), false);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance_, fmi3Float64 indicators[], size_t count)
{
    ENTER(AT_POINT);
    if (!is_exchange(x, f->list.indicators, indicators, count))
        return fmi3Error;
    return leave(x, eg_fmu_indicators(f, indicators), false);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance_, fmi3Float64 nominals[], size_t count)
{
    ENTER(AT_POINT);
    if (!is_exchange(x, f->list.states, nominals, count))
        return fmi3Error;
    eg_fmu_nominals(f, nominals);
    return leave(x, true, false);
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance_, size_t *count)
{
    ENTER(EG_AT_ANY);
    if (!count)
        return wrong(x, "there is no place for the number");
    *count = f->list.indicators;
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance_, size_t *count)
{
    ENTER(EG_AT_ANY);
    if (!count)
        return wrong(x, "there is no place for the number");
    *count = f->list.states;
    return fmi3OK;
}

/* ---------------------------------------------------------------- Co-Simulation */

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance_, const fmi3ValueReference references[],
                                    size_t count, const fmi3Int32 orders[], fmi3Float64 values[],
                                    size_t value_count)
{
    (void)references, (void)orders, (void)values;
    ENTER(EG_AT_STEP | EG_AT_TERMINATED);
    return count + value_count == 0 ? fmi3OK : wrong(x, "this FMU gives no derivatives of outputs");
}

fmi3Status fmi3DoStep(fmi3Instance instance_, fmi3Float64 time, fmi3Float64 step, fmi3Boolean no_way_back,
                      fmi3Boolean *event_needed, fmi3Boolean *terminate, fmi3Boolean *returned_early,
                      fmi3Float64 *last_time)
{
    (void)no_way_back;
    double reached;
    bool ended;
    ENTER(EG_AT_STEP);
    if (last_time)
        *last_time = f->time;
    if (!(step > 0) || !isfinite(time + step))
        return wrong(x, "the step must be positive and finite");
    if (fabs(time - f->time) > 1e-6 * step + 1e-12 * fabs(f->time))
        return wrong(x, "the step does not begin where the last one ended");
    if (f->has_stop && time + step > f->stop + 1e-9 * step)
        return wrong(x, "the step would end behind the stop time");
    double to = f->has_stop ? fmin(time + step, f->stop) : time + step;
    bool done = eg_fmu_step(f, to, &reached, &ended);
    if (event_needed)
        *event_needed = false;
    if (terminate)
        *terminate = ended;
    if (returned_early)
        *returned_early = false;
    if (last_time)
        *last_time = reached;
    return leave(x, done, true);
}
