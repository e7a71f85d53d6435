/* The functions of FMI 2.0, on the same instances as those of FMI 3.0. */
#include "fmi/fmi2.h"
#include "fmi/entry/entry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

FMI2_FUNCTIONS(FMI2_DECLARE)

typedef struct instance {
    eg_entry_instance base; /* first */
    fmi2CallbackLogger log;
    fmi2ComponentEnvironment environment;
} instance;

enum { AT_RUN = EG_AT_EVENT | EG_AT_CONTINUOUS | EG_AT_STEP };

/* The message is a format, and # has a meaning of its own: both signs are doubled. */
static void pass_on(eg_entry_instance *i, bool is_error, const char *text)
{
    const instance *x = (const instance *)i;
    char escaped[1000], *to = escaped;
    for (; x->log && *text && to < escaped + sizeof escaped - 3; text++) {
        *to++ = *text;
        if (*text == '%' || *text == '#')
            *to++ = *text;
    }
    *to = '\0';
    if (x->log)
        x->log(x->environment, i->name ? i->name : "", is_error ? fmi2Error : fmi2Warning,
               is_error ? "logStatusError" : "logStatusWarning", escaped);
}

static instance *enter(fmi2Component who, int where, const char *function)
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
    instance *x = enter(component, (where), __func__);                                                       \
    if (!x)                                                                                                  \
        return fmi2Error;                                                                                    \
    eg_fmu *f = x->base.fmu;                                                                                 \
    (void)f

static fmi2Status leave(instance *x, bool is_done, bool is_fatal)
{
    eg_entry_tell(&x->base);
    if (!is_done && is_fatal)
        x->base.fmu->at = EG_AT_ERROR;
    return is_done ? fmi2OK : fmi2Error;
}

static fmi2Status wrong(instance *x, const char *why)
{
    eg_report(x->base.fmu->diagnostics, EG_ERROR, EG_NOWHERE, "%s", why);
    return leave(x, false, false);
}

/* ---------------------------------------------------------------- life */

const char *fmi2GetTypesPlatform(void)
{
    return fmi2TypesPlatform;
}

const char *fmi2GetVersion(void)
{
    return "2.0";
}

static int hexadecimal(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* "file:///a%20b" to "/a b"; what is no such URI is taken as a path. */
static char *path_of(const char *uri)
{
    if (strncmp(uri, "file:", 5) == 0) {
        uri += 5;
        if (strncmp(uri, "//", 2) == 0)
            uri += 2 + strcspn(uri + 2, "/"); /* and the host */
    }
    char *path = malloc(strlen(uri) + 1), *to = path;
    for (; path && *uri; uri++) {
        bool is_code = *uri == '%' && hexadecimal(uri[1]) >= 0 && hexadecimal(uri[2]) >= 0;
        *to++ = is_code ? (char)(16 * hexadecimal(uri[1]) + hexadecimal(uri[2])) : *uri;
        uri += is_code ? 2 : 0;
    }
    if (path)
        *to = '\0';
    return path;
}

void fmi2FreeInstance(fmi2Component component)
{
    instance *x = component;
    if (x) {
        eg_fmu_close(x->base.fmu);
        free(x->base.name);
    }
    free(x);
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *callbacks, fmi2Boolean visible,
                              fmi2Boolean logging_on)
{
    (void)visible;
    instance *x = calloc(1, sizeof *x);
    char *path = resources ? path_of(resources) : NULL;
    if (!x) {
        free(path);
        return NULL;
    }
    x->log = callbacks ? callbacks->logger : NULL;
    x->environment = callbacks ? callbacks->componentEnvironment : NULL;
    x->base.log = pass_on;
    x->base.is_logging = logging_on;
    x->base.name = strdup(name ? name : "");
    if (guid && path)
        x->base.fmu = eg_fmu_open(path, guid, type == fmi2CoSimulation);
    else
        pass_on(&x->base, true, "an instance needs the guid and the place of the resources");
    free(path);
    if (x->base.fmu)
        eg_entry_tell(&x->base);
    if (x->base.fmu && x->base.name && eg_diagnostics_errors(x->base.fmu->diagnostics) == 0)
        return x;
    fmi2FreeInstance(x);
    return NULL;
}

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean logging_on, size_t count,
                               const fmi2String categories[])
{
    ENTER(EG_AT_ANY | EG_AT_ERROR);
    for (size_t i = 0; i < count; i++)
        if (!categories || !categories[i] ||
            (strcmp(categories[i], "logStatusError") != 0 && strcmp(categories[i], "logStatusWarning") != 0))
            return wrong(x, "there is no such log category");
    x->base.is_logging = logging_on;
    return fmi2OK;
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start_time, fmi2Boolean has_stop_time, fmi2Real stop_time)
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
    return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component)
{
    ENTER(EG_AT_INSTANTIATED);
    f->at = EG_AT_INITIALIZATION;
    return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component)
{
    ENTER(EG_AT_INITIALIZATION);
    bool done = eg_fmu_start(f);
    if (done)
        f->at = f->is_cosimulation ? EG_AT_STEP : EG_AT_EVENT;
    return leave(x, done, true);
}

fmi2Status fmi2Terminate(fmi2Component component)
{
    ENTER(AT_RUN);
    f->at = EG_AT_TERMINATED;
    return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component component)
{
    ENTER(EG_AT_ANY | EG_AT_ERROR);
    eg_fmu_reset(f);
    return fmi2OK;
}

/* ---------------------------------------------------------------- values */

enum { AT_SET = EG_AT_INSTANTIATED | EG_AT_INITIALIZATION | AT_RUN };

#define ACCESS(type_name, type, to_value)                                                                    \
    fmi2Status fmi2Get##type_name(fmi2Component component, const fmi2ValueReference references[],            \
                                  size_t count, fmi2##type_name values[])                                    \
    {                                                                                                        \
        ENTER(EG_AT_ANY);                                                                                    \
        for (size_t i = 0; i < count; i++) {                                                                 \
            double value;                                                                                    \
            if (!references || !values)                                                                      \
                return wrong(x, "there is no place for the values");                                         \
            if (!eg_fmu_get(f, references[i], type, &value))                                                 \
                return leave(x, false, false);                                                               \
            values[i] = to_value;                                                                            \
        }                                                                                                    \
        return leave(x, true, false);                                                                        \
    }                                                                                                        \
    fmi2Status fmi2Set##type_name(fmi2Component component, const fmi2ValueReference references[],            \
                                  size_t count, const fmi2##type_name values[])                              \
    {                                                                                                        \
        ENTER(AT_SET);                                                                                       \
        for (size_t i = 0; i < count; i++) {                                                                 \
            if (!references || !values)                                                                      \
                return wrong(x, "there are no values");                                                      \
            if (!eg_fmu_set(f, references[i], type, (double)values[i]))                                      \
                return leave(x, false, false);                                                               \
        }                                                                                                    \
        return leave(x, true, false);                                                                        \
    }

ACCESS(Real, EG_REAL, value)
ACCESS(Integer, EG_INTEGER, (fmi2Integer)value)
ACCESS(Boolean, EG_BOOLEAN, value != 0)

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference references[], size_t count,
                         fmi2String values[])
{
    (void)references, (void)values;
    ENTER(EG_AT_ANY);
    return count == 0 ? fmi2OK : wrong(x, "no variable is a string");
}

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference references[], size_t count,
                         const fmi2String values[])
{
    (void)references, (void)values;
    ENTER(AT_SET);
    return count == 0 ? fmi2OK : wrong(x, "no variable is a string");
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknowns[],
                                        size_t unknown_count, const fmi2ValueReference knowns[],
                                        size_t known_count, const fmi2Real seed[], fmi2Real sensitivity[])
{
    (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed, (void)sensitivity;
    ENTER(EG_AT_ANY);
    return wrong(x, "this FMU provides no directional derivatives");
}

/* ---------------------------------------------------------------- the whole state */

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state)
{
    ENTER(EG_AT_ANY);
    if (!state)
        return wrong(x, "there is no place for the state");
    return leave(x, eg_fmu_save(f, (eg_fmu_state **)state), false);
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state)
{
    ENTER(EG_AT_ANY | EG_AT_ERROR);
    if (!state)
        return wrong(x, "there is no state");
    return leave(x, eg_fmu_restore(f, state), false);
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state)
{
    ENTER(EG_AT_ANY | EG_AT_ERROR);
    if (state) {
        eg_fmu_state_free(*state);
        *state = NULL;
    }
    return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t *size)
{
    ENTER(EG_AT_ANY);
    if (!state || !size)
        return wrong(x, "there is no state");
    *size = ((const eg_fmu_state *)state)->length;
    return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    ENTER(EG_AT_ANY);
    const eg_fmu_state *s = state;
    if (!s || !bytes || size < s->length)
        return wrong(x, "there is no state, or too little room for it");
    memcpy(bytes, s->bytes, s->length);
    return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state)
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
    return fmi2OK;
}

/* ---------------------------------------------------------------- Model Exchange */

enum { AT_POINT = EG_AT_INITIALIZATION | EG_AT_EVENT | EG_AT_CONTINUOUS | EG_AT_TERMINATED };

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

fmi2Status fmi2EnterEventMode(fmi2Component component)
{
    ENTER(EG_AT_CONTINUOUS);
    f->at = EG_AT_EVENT;
    return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component)
{
    ENTER(EG_AT_EVENT);
    if (f->is_cosimulation)
        return wrong(x, "fmi2EnterContinuousTimeMode belongs to Model Exchange");
    f->at = EG_AT_CONTINUOUS;
    return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo *info)
{
    bool jumped = false;
    ENTER(EG_AT_EVENT);
    if (!info)
        return wrong(x, "there is no place for what is new");
    if (!eg_fmu_event(f, &jumped))
        return leave(x, false, true);
    double next = eg_fmu_next_time(f);
    *info = (fmi2EventInfo){.terminateSimulation = f->network->base.finished,
                            .valuesOfContinuousStatesChanged = jumped,
                            .nextEventTimeDefined = next < INFINITY,
                            .nextEventTime = next < INFINITY ? next : 0};
    return leave(x, true, false);
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean no_way_back,
                                       fmi2Boolean *enter_event_mode, fmi2Boolean *terminate)
{
    (void)no_way_back;
    ENTER(EG_AT_CONTINUOUS);
    if (enter_event_mode)
        *enter_event_mode = 0;
    if (terminate)
        *terminate = 0;
    return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component component, fmi2Real time)
{
    ENTER(EG_AT_EVENT | EG_AT_CONTINUOUS);
    if (!isfinite(time) || f->is_cosimulation)
        return wrong(x, "the time is not a finite number, or this is no Model Exchange");
    if (time != f->time)
        f->is_consistent = f->is_observed = false;
    f->time = time;
    return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real states[], size_t count)
{
    ENTER(EG_AT_CONTINUOUS);
    if (!is_exchange(x, f->list.states, states, count))
        return fmi2Error;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(states[i]))
            return wrong(x, "a state is not a finite number");
    eg_fmu_set_states(f, states);
    return fmi2OK;
}

fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real states[], size_t count)
{
    ENTER(AT_POINT);
    if (!is_exchange(x, f->list.states, states, count))
        return fmi2Error;
    eg_fmu_get_states(f, states);
    return leave(x, true, false);
}

fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real derivatives[], size_t count)
{
    ENTER(AT_POINT);
    if (!is_exchange(x, f->list.states, derivatives, count))
        return fmi2Error;
    return leave(x, eg_fmu_derivatives(f, derivatives), false);
}

fmi2Status fmi2GetEventIndicators(fmi2Component component, fmi2Real indicators[], size_t count)
{
    ENTER(AT_POINT);
    if (!is_exchange(x, f->list.indicators, indicators, count))
        return fmi2Error;
    return leave(x, eg_fmu_indicators(f, indicators), false);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real nominals[], size_t count)
{
    ENTER(AT_POINT);
    if (!is_exchange(x, f->list.states, nominals, count))
        return fmi2Error;
    eg_fmu_nominals(f, nominals);
    return leave(x, true, false);
}

/* ---------------------------------------------------------------- Co-Simulation */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference references[],
                                       size_t count, const fmi2Integer orders[], const fmi2Real values[])
{
    (void)references, (void)orders, (void)values;
    ENTER(AT_SET);
    return count == 0 ? fmi2OK : wrong(x, "this FMU does not interpolate its inputs");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference references[],
                                        size_t count, const fmi2Integer orders[], fmi2Real values[])
{
    (void)references, (void)orders, (void)values;
    ENTER(EG_AT_ANY);
    return count == 0 ? fmi2OK : wrong(x, "this FMU gives no derivatives of outputs");
}

/* A model that ends itself discards what would come behind its end. */
fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean no_way_back)
{
    (void)no_way_back;
    double reached;
    bool ended;
    ENTER(EG_AT_STEP);
    if (!(step > 0) || !isfinite(time + step))
        return wrong(x, "the step must be positive and finite");
    if (fabs(time - f->time) > 1e-6 * step + 1e-12 * fabs(f->time))
        return wrong(x, "the step does not begin where the last one ended");
    if (f->has_stop && time + step > f->stop + 1e-9 * step)
        return wrong(x, "the step would end behind the stop time");
    bool done = eg_fmu_step(f, f->has_stop ? fmin(time + step, f->stop) : time + step, &reached, &ended);
    fmi2Status status = leave(x, done, true);
    return done && ended ? fmi2Discard : status;
}

fmi2Status fmi2CancelStep(fmi2Component component)
{
    ENTER(EG_AT_ANY);
    return wrong(x, "no step goes on in the background");
}

fmi2Status fmi2GetStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Status *value)
{
    ENTER(EG_AT_ANY);
    if (kind != fmi2DoStepStatus || !value)
        return wrong(x, "there is no such status");
    *value = fmi2OK;
    return fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value)
{
    ENTER(EG_AT_ANY);
    if (kind != fmi2LastSuccessfulTime || !value)
        return wrong(x, "there is no such status");
    *value = f->time;
    return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Integer *value)
{
    (void)kind, (void)value;
    ENTER(EG_AT_ANY);
    return wrong(x, "there is no such status");
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value)
{
    ENTER(EG_AT_ANY);
    if (kind != fmi2Terminated || !value)
        return wrong(x, "there is no such status");
    *value = f->network && f->network->base.finished;
    return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component component, const fmi2StatusKind kind, fmi2String *value)
{
    ENTER(EG_AT_ANY);
    if (kind != fmi2PendingStatus || !value)
        return wrong(x, "there is no such status");
    *value = "";
    return fmi2OK;
}
