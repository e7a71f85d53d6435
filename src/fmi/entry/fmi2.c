/* The functions of FMI 2.0, on the same instances as those of FMI 3.0. */
#include "fmi/fmi2.h"
#include "fmi/entry/entry.h"

#include <stdlib.h>
#include <string.h>

FMI2_FUNCTIONS(FMI2_DECLARE)

typedef struct instance {
    eg_entry_instance base; /* first */
    fmi2CallbackLogger log;
    fmi2ComponentEnvironment environment;
} instance;

/* The message is a format, and # has a meaning of its own: both signs are doubled. */
static void pass_on(eg_entry_instance *i, int status, const char *text)
{
    static const char *const categories[] = {"", "logStatusWarning", "logStatusDiscard", "logStatusError"};
    const instance *x = (const instance *)i;
    char escaped[1000], *to = escaped;
    for (; x->log && *text && to < escaped + sizeof escaped - 3; text++) {
        *to++ = *text;
        if (*text == '%' || *text == '#')
            *to++ = *text;
    }
    *to = '\0';
    if (x->log)
        x->log(x->environment, i->name ? i->name : "", (fmi2Status)status, categories[status], escaped);
}

#define ENTER(where)                                                                                         \
    eg_entry_instance *x = eg_entry_enter(component, (where), __func__);                                     \
    if (!x)                                                                                                  \
        return fmi2Error;                                                                                    \
    eg_fmu *f = x->fmu;                                                                                      \
    (void)f

static fmi2Status wrong(eg_entry_instance *x, const char *why)
{
    return (fmi2Status)eg_entry_refuse(x, why);
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
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
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
    eg_entry_close(component);
    free(component);
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *callbacks, fmi2Boolean visible,
                              fmi2Boolean logging_on)
{
    (void)visible;
    instance *x = calloc(1, sizeof *x);
    char *path = resources ? path_of(resources) : NULL;
    if (!x) {
        if (callbacks && callbacks->logger)
            callbacks->logger(callbacks->componentEnvironment, name ? name : "", fmi2Error, "logStatusError",
                              "out of memory");
        free(path);
        return NULL;
    }
    x->log = callbacks ? callbacks->logger : NULL;
    x->environment = callbacks ? callbacks->componentEnvironment : NULL;
    x->base.log = pass_on;
    x->base.is_logging = logging_on;
    bool is_open = eg_entry_open(&x->base, name, guid, path, type == fmi2CoSimulation);
    free(path);
    if (is_open)
        return x;
    fmi2FreeInstance(x);
    return NULL;
}

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean logging_on, size_t count,
                               const fmi2String categories[])
{
    return (fmi2Status)eg_entry_set_logging(component, __func__, logging_on, count, categories);
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start_time, fmi2Boolean has_stop_time, fmi2Real stop_time)
{
    eg_entry_experiment e = {has_tolerance, has_stop_time, tolerance, start_time, stop_time};
    return (fmi2Status)eg_entry_set_experiment(component, __func__, &e);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component)
{
    ENTER(EG_AT_INSTANTIATED);
    f->at = EG_AT_INITIALIZATION;
    return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component)
{
    return (fmi2Status)eg_entry_exit_initialization(component, __func__);
}

fmi2Status fmi2Terminate(fmi2Component component)
{
    return (fmi2Status)eg_entry_terminate(component, __func__);
}

fmi2Status fmi2Reset(fmi2Component component)
{
    return (fmi2Status)eg_entry_reset(component, __func__);
}

/* ---------------------------------------------------------------- values */

/* Enumerations are Integers here. */
static eg_type type_of_integer(const eg_fmu *f, fmi2ValueReference reference)
{
    bool is_item = reference < f->list.count && f->list.items[reference].type == EG_ENUMERATION;
    return is_item ? EG_ENUMERATION : EG_INTEGER;
}

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
                return (fmi2Status)eg_entry_leave(x, false, false);                                          \
            values[i] = to_value;                                                                            \
        }                                                                                                    \
        return (fmi2Status)eg_entry_leave(x, true, false);                                                   \
    }                                                                                                        \
    fmi2Status fmi2Set##type_name(fmi2Component component, const fmi2ValueReference references[],            \
                                  size_t count, const fmi2##type_name values[])                              \
    {                                                                                                        \
        ENTER(EG_AT_SET);                                                                                    \
        for (size_t i = 0; i < count; i++) {                                                                 \
            if (!references || !values)                                                                      \
                return wrong(x, "there are no values");                                                      \
            if (!eg_fmu_set(f, references[i], type, (double)values[i]))                                      \
                return (fmi2Status)eg_entry_leave(x, eg_fmu_tune(f) && false, false);                        \
        }                                                                                                    \
        return (fmi2Status)eg_entry_leave(x, eg_fmu_tune(f), false);                                         \
    }

ACCESS(Real, EG_REAL, value)
ACCESS(Integer, type_of_integer(f, references[i]), (fmi2Integer)value)
ACCESS(Boolean, EG_BOOLEAN, value != 0)

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference references[], size_t count,
                         fmi2String values[])
{
    return (fmi2Status)eg_entry_get_texts(component, __func__, references, count, values);
}

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference references[], size_t count,
                         const fmi2String values[])
{
    return (fmi2Status)eg_entry_set_texts(component, __func__, references, count, values);
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknowns[],
                                        size_t unknown_count, const fmi2ValueReference knowns[],
                                        size_t known_count, const fmi2Real seed[], fmi2Real sensitivity[])
{
    eg_entry_partial p = {unknowns,    knowns,      unknown_count, known_count, seed,
                          sensitivity, known_count, unknown_count, false};
    return (fmi2Status)eg_entry_get_partial(component, __func__, &p);
}

/* ---------------------------------------------------------------- the whole state */

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state)
{
    return (fmi2Status)eg_entry_get_state(component, __func__, state);
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state)
{
    return (fmi2Status)eg_entry_set_state(component, __func__, state);
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state)
{
    return (fmi2Status)eg_entry_free_state(component, __func__, state);
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t *size)
{
    return (fmi2Status)eg_entry_size_of_state(component, __func__, state, size);
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    return (fmi2Status)eg_entry_serialize(component, __func__, state, bytes, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state)
{
    return (fmi2Status)eg_entry_deserialize(component, __func__, bytes, size, state);
}

/* ---------------------------------------------------------------- Model Exchange */

fmi2Status fmi2EnterEventMode(fmi2Component component)
{
    return (fmi2Status)eg_entry_enter_event(component, __func__);
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component)
{
    return (fmi2Status)eg_entry_enter_continuous(component, __func__);
}

fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo *info)
{
    eg_entry_news news = {0};
    ENTER(EG_AT_EVENT);
    if (!info)
        return wrong(x, "there is no place for what is new");
    int status = eg_entry_handle_event(component, __func__, &news);
    if (status == EG_ENTRY_OK)
        *info = (fmi2EventInfo){.terminateSimulation = news.is_final,
                                .valuesOfContinuousStatesChanged = news.has_jumped,
                                .nextEventTimeDefined = news.has_next,
                                .nextEventTime = news.next};
    return (fmi2Status)status;
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
    return (fmi2Status)eg_entry_set_time(component, __func__, time);
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real states[], size_t count)
{
    return (fmi2Status)eg_entry_set_states(component, __func__, states, count);
}

fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real states[], size_t count)
{
    return (fmi2Status)eg_entry_get_states(component, __func__, states, count);
}

fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real derivatives[], size_t count)
{
    return (fmi2Status)eg_entry_get_derivatives(component, __func__, derivatives, count);
}

fmi2Status fmi2GetEventIndicators(fmi2Component component, fmi2Real indicators[], size_t count)
{
    return (fmi2Status)eg_entry_get_indicators(component, __func__, indicators, count);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real nominals[], size_t count)
{
    return (fmi2Status)eg_entry_get_nominals(component, __func__, nominals, count);
}

/* ---------------------------------------------------------------- Co-Simulation */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference references[],
                                       size_t count, const fmi2Integer orders[], const fmi2Real values[])
{
    ENTER(EG_AT_SET);
    if (!f->is_cosimulation && count > 0)
        return wrong(x, "derivatives of inputs belong to Co-Simulation");
    if (count > 0 && (!references || !orders || !values))
        return wrong(x, "there are no derivatives");
    bool is_complete = true;
    for (size_t i = 0; i < count; i++) {
        if (!eg_fmu_set_rate(f, references[i], orders[i], values[i]))
            return (fmi2Status)eg_entry_leave(x, false, false);
        is_complete = is_complete && orders[i] <= 2;
    }
    (void)eg_entry_leave(x, true, false);
    return is_complete ? fmi2OK : fmi2Warning;
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
    bool ended = false;
    int status = eg_entry_step(component, __func__, time, step, &reached, &ended);
    if (status != EG_ENTRY_OK || !ended)
        return (fmi2Status)status;
    pass_on(component, EG_ENTRY_DISCARD, "fmi2DoStep: the model has ended the simulation");
    return fmi2Discard;
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
    *value = f->point;
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
