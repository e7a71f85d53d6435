/* The functions of FMI 3.0: each checks that it may be called where the instance is, and does its part by the
 * functions of core.h. A call that may not be made answers fmi3Error, is told to the importer, and changes
 * nothing; one that fails leaves the instance in error. */
#include "fmi/fmi3.h"
#include "fmi/entry/entry.h"

#include <math.h>
#include <stdlib.h>

FMI3_FUNCTIONS(FMI3_DECLARE)

typedef struct instance {
    eg_entry_instance base; /* first */
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log;
    fmi3IntermediateUpdateCallback update;
    bool event_mode_used, early_return_allowed;
} instance;

static void pass_on(eg_entry_instance *i, int status, const char *text)
{
    const instance *x = (const instance *)i;
    if (x->log)
        x->log(x->environment, (fmi3Status)status,
               status == EG_ENTRY_ERROR ? "logStatusError" : "logStatusWarning", text);
}

#define ENTER(where)                                                                                         \
    eg_entry_instance *x = eg_entry_enter(instance_, (where), __func__);                                     \
    if (!x)                                                                                                  \
        return fmi3Error;                                                                                    \
    eg_fmu *f = x->fmu;                                                                                      \
    (void)f

static fmi3Status wrong(eg_entry_instance *x, const char *why)
{
    return (fmi3Status)eg_entry_refuse(x, why);
}

/* ---------------------------------------------------------------- life */

const char *fmi3GetVersion(void)
{
    return "3.0";
}

void fmi3FreeInstance(fmi3Instance instance_)
{
    eg_entry_close(instance_);
    free(instance_);
}

static instance *instantiate(fmi3String name, fmi3String token, fmi3String resources, bool logging,
                             fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                             bool is_cosimulation)
{
    instance *x = calloc(1, sizeof *x);
    if (!x) {
        if (log)
            log(environment, fmi3Error, "logStatusError", "out of memory");
        return NULL;
    }
    x->environment = environment;
    x->log = log;
    x->base.log = pass_on;
    x->base.is_logging = logging;
    if (eg_entry_open(&x->base, name, token, resources, is_cosimulation))
        return x;
    fmi3FreeInstance(x);
    return NULL;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging_on,
                                          fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    (void)visible;
    return instantiate(name, token, resources, logging_on, environment, log, false);
}

/* Between two steps of a doStep the importer may read, and ask it to end sooner. */
static bool look_between(eg_fmu *f, double t, double *until)
{
    instance *x = f->importer;
    fmi3Boolean returns = false;
    fmi3Float64 at = t;
    f->at = EG_AT_INTERMEDIATE;
    x->update(x->environment, t, false, true, true, x->early_return_allowed, &returns, &at);
    f->at = EG_AT_STEP;
    *until = at > t ? at : t;
    return returns && x->early_return_allowed;
}

/* Before a step: the importer is asked for inputs of a time in it. */
static void ask_for_inputs(eg_fmu *f, double t)
{
    instance *x = f->importer;
    fmi3Boolean returns = false;
    fmi3Float64 at = t;
    f->at = EG_AT_ASKED;
    x->update(x->environment, t, true, false, false, false, &returns, &at);
    f->at = EG_AT_STEP;
}

static bool is_intermediate(const eg_fmu *f, fmi3ValueReference reference)
{
    const eg_fmu_variable *v = reference < f->list.count ? &f->list.items[reference] : NULL;
    return v && eg_fmu_is_intermediate(v);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging_on,
                                         fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,
                                         const fmi3ValueReference required[], size_t required_count,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update)
{
    (void)visible;
    instance *x = instantiate(name, token, resources, logging_on, environment, log, true);
    if (!x)
        return NULL;
    eg_fmu *f = x->base.fmu;
    x->early_return_allowed = early_return_allowed;
    x->update = update;
    f->has_event_mode = event_mode_used;
    f->stops_at_events = event_mode_used && early_return_allowed;
    f->intermediate = update ? look_between : NULL;
    f->ask = update ? ask_for_inputs : NULL;
    f->importer = x;
    for (size_t i = 0; i < required_count; i++)
        if (!required || !is_intermediate(f, required[i])) {
            (void)wrong(&x->base, "an intermediate variable must be one with intermediateUpdate");
            fmi3FreeInstance(x);
            return NULL;
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

fmi3Status fmi3SetDebugLogging(fmi3Instance instance_, fmi3Boolean logging_on, size_t count,
                               const fmi3String categories[])
{
    return (fmi3Status)eg_entry_set_logging(instance_, __func__, logging_on, count, categories);
}

fmi3Status fmi3Reset(fmi3Instance instance_)
{
    return (fmi3Status)eg_entry_reset(instance_, __func__);
}

fmi3Status fmi3Terminate(fmi3Instance instance_)
{
    return (fmi3Status)eg_entry_terminate(instance_, __func__);
}

/* ---------------------------------------------------------------- initialization and modes */

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance_, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start_time,
                                       fmi3Boolean has_stop_time, fmi3Float64 stop_time)
{
    ENTER(EG_AT_INSTANTIATED);
    eg_entry_experiment e = {has_tolerance, has_stop_time, tolerance, start_time, stop_time};
    int status = eg_entry_set_experiment(instance_, __func__, &e);
    if (status == EG_ENTRY_OK)
        f->at = EG_AT_INITIALIZATION;
    return (fmi3Status)status;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance_)
{
    return (fmi3Status)eg_entry_exit_initialization(instance_, __func__);
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance_)
{
    return (fmi3Status)eg_entry_enter_event(instance_, __func__);
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance_)
{
    return (fmi3Status)eg_entry_enter_continuous(instance_, __func__);
}

fmi3Status fmi3EnterStepMode(fmi3Instance instance_)
{
    return (fmi3Status)eg_entry_enter_step(instance_, __func__);
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
    return (fmi3Status)eg_entry_leave(x, eg_fmu_settle(f), true);
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance_, fmi3Boolean *need_update, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *values_changed,
                                    fmi3Boolean *has_next_time, fmi3Float64 *next_time)
{
    eg_entry_news news = {0};
    int status = eg_entry_handle_event(instance_, __func__, &news);
    if (status != EG_ENTRY_OK)
        return (fmi3Status)status;
    if (need_update)
        *need_update = false;
    if (terminate)
        *terminate = news.is_final;
    if (nominals_changed)
        *nominals_changed = false;
    if (values_changed)
        *values_changed = news.has_jumped;
    if (has_next_time)
        *has_next_time = news.has_next;
    if (next_time && news.has_next)
        *next_time = news.next;
    return fmi3OK;
}

/* ---------------------------------------------------------------- values */

static bool is_list(eg_entry_instance *x, const fmi3ValueReference references[], size_t count,
                    const void *values, size_t value_count)
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
        ENTER(EG_AT_GET);                                                                                    \
        if (!is_list(x, references, count, values, value_count))                                             \
            return fmi3Error;                                                                                \
        for (size_t i = 0; i < count; i++) {                                                                 \
            double value;                                                                                    \
            if (!eg_fmu_get(f, references[i], type, &value))                                                 \
                return (fmi3Status)eg_entry_leave(x, false, false);                                          \
            values[i] = to_value;                                                                            \
        }                                                                                                    \
        return (fmi3Status)eg_entry_leave(x, true, false);                                                   \
    }                                                                                                        \
    fmi3Status fmi3Set##type_name(fmi3Instance instance_, const fmi3ValueReference references[],             \
                                  size_t count, const fmi3##type_name values[], size_t value_count)          \
    {                                                                                                        \
        ENTER(EG_AT_SET);                                                                                    \
        if (!is_list(x, references, count, values, value_count))                                             \
            return fmi3Error;                                                                                \
        for (size_t i = 0; i < count; i++)                                                                   \
            if (!eg_fmu_set(f, references[i], type, (double)values[i]))                                      \
                return (fmi3Status)eg_entry_leave(x, eg_fmu_tune(f) && false, false);                        \
        return (fmi3Status)eg_entry_leave(x, eg_fmu_tune(f), false);                                         \
    }

ACCESS(Float64, EG_REAL, value)
ACCESS(Int32, EG_INTEGER, (fmi3Int32)value)
ACCESS(Int64, EG_ENUMERATION, (fmi3Int64)value)
ACCESS(Boolean, EG_BOOLEAN, value != 0)

fmi3Status fmi3GetString(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                         fmi3String values[], size_t value_count)
{
    ENTER(EG_AT_GET);
    (void)f;
    return is_list(x, references, count, values, value_count)
               ? (fmi3Status)eg_entry_get_texts(instance_, __func__, references, count, values)
               : fmi3Error;
}

fmi3Status fmi3SetString(fmi3Instance instance_, const fmi3ValueReference references[], size_t count,
                         const fmi3String values[], size_t value_count)
{
    ENTER(EG_AT_SET);
    (void)f;
    return is_list(x, references, count, values, value_count)
               ? (fmi3Status)eg_entry_set_texts(instance_, __func__, references, count, values)
               : fmi3Error;
}

/* Types that no variable of this FMU has: nothing can be asked for. */
#define NO_ACCESS(type_name)                                                                                 \
    fmi3Status fmi3Get##type_name(fmi3Instance instance_, const fmi3ValueReference references[],             \
                                  size_t count, fmi3##type_name values[], size_t value_count)                \
    {                                                                                                        \
        (void)references, (void)values;                                                                      \
        ENTER(EG_AT_GET);                                                                                    \
        return count + value_count == 0 ? fmi3OK : wrong(x, "no variable has the type " #type_name);         \
    }                                                                                                        \
    fmi3Status fmi3Set##type_name(fmi3Instance instance_, const fmi3ValueReference references[],             \
                                  size_t count, const fmi3##type_name values[], size_t value_count)          \
    {                                                                                                        \
        (void)references, (void)values;                                                                      \
        ENTER(EG_AT_SET);                                                                                    \
        return count + value_count == 0 ? fmi3OK : wrong(x, "no variable has the type " #type_name);         \
    }

NO_ACCESS(Float32)
NO_ACCESS(Int8)
NO_ACCESS(UInt8)
NO_ACCESS(Int16)
NO_ACCESS(UInt16)
NO_ACCESS(UInt32)
NO_ACCESS(UInt64)

static fmi3Status no_variables(fmi3Instance instance_, size_t count, const char *function)
{
    eg_entry_instance *x = eg_entry_enter(instance_, EG_AT_ANY, function);
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
    eg_entry_partial p = {unknowns,    knowns,     unknown_count,     known_count, seed,
                          sensitivity, seed_count, sensitivity_count, false};
    return (fmi3Status)eg_entry_get_partial(instance_, __func__, &p);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance_, const fmi3ValueReference unknowns[],
                                    size_t unknown_count, const fmi3ValueReference knowns[],
                                    size_t known_count, const fmi3Float64 seed[], size_t seed_count,
                                    fmi3Float64 sensitivity[], size_t sensitivity_count)
{
    eg_entry_partial p = {unknowns,    knowns,     unknown_count,     known_count, seed,
                          sensitivity, seed_count, sensitivity_count, true};
    return (fmi3Status)eg_entry_get_partial(instance_, __func__, &p);
}

/* ---------------------------------------------------------------- the whole state */

fmi3Status fmi3GetFMUState(fmi3Instance instance_, fmi3FMUState *state)
{
    return (fmi3Status)eg_entry_get_state(instance_, __func__, state);
}

fmi3Status fmi3SetFMUState(fmi3Instance instance_, fmi3FMUState state)
{
    return (fmi3Status)eg_entry_set_state(instance_, __func__, state);
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance_, fmi3FMUState *state)
{
    return (fmi3Status)eg_entry_free_state(instance_, __func__, state);
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance_, fmi3FMUState state, size_t *size)
{
    return (fmi3Status)eg_entry_size_of_state(instance_, __func__, state, size);
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance_, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    return (fmi3Status)eg_entry_serialize(instance_, __func__, state, bytes, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance_, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state)
{
    return (fmi3Status)eg_entry_deserialize(instance_, __func__, bytes, size, state);
}

/* ---------------------------------------------------------------- Model Exchange */

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
    return (fmi3Status)eg_entry_set_time(instance_, __func__, time);
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance_, const fmi3Float64 states[], size_t count)
{
    return (fmi3Status)eg_entry_set_states(instance_, __func__, states, count);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance_, fmi3Float64 states[], size_t count)
{
    return (fmi3Status)eg_entry_get_states(instance_, __func__, states, count);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance_, fmi3Float64 derivatives[], size_t count)
{
    return (fmi3Status)eg_entry_get_derivatives(instance_, __func__, derivatives, count);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance_, fmi3Float64 indicators[], size_t count)
{
    return (fmi3Status)eg_entry_get_indicators(instance_, __func__, indicators, count);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance_, fmi3Float64 nominals[], size_t count)
{
    return (fmi3Status)eg_entry_get_nominals(instance_, __func__, nominals, count);
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
    double reached = time;
    bool ended = false;
    int status = eg_entry_step(instance_, __func__, time, step, &reached, &ended);
    const instance *x = instance_;
    bool is_done = x && status == EG_ENTRY_OK;
    if (event_needed)
        *event_needed = is_done && x->base.fmu->waits;
    if (terminate)
        *terminate = ended;
    if (returned_early)
        *returned_early = is_done && x->early_return_allowed && reached < time + step &&
                          fabs(reached - (time + step)) > 1e-9 * step;
    if (last_time)
        *last_time = reached;
    return (fmi3Status)status;
}
