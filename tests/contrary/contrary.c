/* An FMU that misbehaves as its token says: der(x) = u, x(0) = 1, with the inputs u, on and k; when on or k
 * change in Event Mode it counts `changes`. Tokens:
 *
 *     FUNCTION:STATUS    that function answers so from t = 0.5 on, or at once where no time passes:
 *                        "warning", "discard", "error", "fatal"
 *     FUNCTION:crash     it does not answer at all: a segmentation fault,
 *     FUNCTION:exit      the end of the process, with status 7,
 *     FUNCTION:hang      nothing, for ever,
 *     FUNCTION:corrupt   it answers, but memory around it is overwritten
 *     FUNCTION:leave     the end of the process, with status 0,
 *     FUNCTION:round     it answers, but from then on all is rounded upwards
 *     FUNCTION:close     it answers, but has closed files that are not its own
 *     nan, infinite      derivatives from t = 0.5 on
 *     null               no instance
 *     version            of another standard
 *     endless            discrete states need an update, for ever
 *     restless           the next time event is always now
 *     ends               the model ends at 0.5: by an event, or in the step that passes it
 *     wish               completed steps ask for events
 *     partial            the first step beyond 0.5 is discarded there, the next one goes on
 *     early              the same, as an early return
 *     stuck              a step is discarded where it begins
 *     back, beyond, odd  a step is said to end before it begins, behind its end, at no number
 *     event              steps ask for events, though there is no Event Mode
 *
 * FreeInstance can do so too, and the library as it is loaded, where CONTRARY_LOAD names what. Once it has
 * answered with an error, or terminated, it may only be freed, and after a fatal error not even that: else
 * it aborts. */
#include "fmi/fmi2.h"
#include "fmi/fmi3.h"

#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

FMI3_FUNCTIONS(FMI3_DECLARE)
FMI2_FUNCTIONS(FMI2_DECLARE)

typedef struct contrary {
    char how[40];
    double t, x, u, last;
    bool on, was_on, is_dead, is_done, has_ended;
    int k, was_k, changes, worst;
} contrary;

enum { X = 1, RATE, Z, U, ON, K, CHANGES };

/* There where the leak sanitizer is. */
extern void __lsan_ignore_object(const void *object) __attribute__((weak));

static bool is(const contrary *c, const char *how)
{
    return strcmp(c->how, how) == 0;
}

/* What no importer can answer. */
static void misbehave(void *near, const char *how)
{
    if (strcmp(how, "crash") == 0) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    } else if (strcmp(how, "exit") == 0) {
        _exit(7);
    } else if (strcmp(how, "leave") == 0) {
        exit(0);
    } else if (strcmp(how, "round") == 0) {
        fesetround(FE_UPWARD);
    } else if (strcmp(how, "close") == 0) {
        for (int i = 3; i < 100; i++)
            close(i);
    } else if (strcmp(how, "hang") == 0) {
        for (;;)
            pause();
    } else if (strcmp(how, "corrupt") == 0) {
        for (char *p = (char *)near - 4096; p < (char *)near + 65536; p++)
            *(volatile char *)p = 0x55;
    }
}

__attribute__((constructor)) static void load(void)
{
    const char *how = getenv("CONTRARY_LOAD");
    if (how)
        misbehave(&how, how);
}

/* The status of a call. */
static int at(contrary *c, const char *function, bool takes_time)
{
    static const char *const names[] = {"", "warning", "discard", "error", "fatal"};
    size_t length = strlen(function);
    if (c->worst > 2 || c->has_ended)
        abort();
    if (strncmp(c->how, function, length) != 0 || c->how[length] != ':' || (takes_time && c->t < 0.5))
        return 0;
    misbehave(c, c->how + length + 1);
    for (int status = 1; status < 5; status++)
        if (strcmp(c->how + length + 1, names[status]) == 0)
            c->worst = status;
    if (c->worst > 3 && __lsan_ignore_object)
        __lsan_ignore_object(c); /* nobody may free it now: that is no leak of the importer's */
    return c->worst;
}

static void *make(const char *token)
{
    contrary *c = strcmp(token, "null") != 0 ? calloc(1, sizeof *c) : NULL;
    if (c) {
        snprintf(c->how, sizeof c->how, "%s", token);
        c->x = 1;
    }
    return c;
}

static void release(contrary *c)
{
    if (c->worst > 3)
        abort();
    if (strncmp(c->how, "FreeInstance:", 13) == 0)
        misbehave(c, c->how + 13);
    free(c);
}

static const char *version(const char *right)
{
    const char *asked = getenv("CONTRARY_VERSION");
    return asked ? asked : right;
}

static double value_of(const contrary *c, unsigned reference)
{
    double rate = is(c, "nan") && c->t >= 0.5 ? NAN : is(c, "infinite") && c->t >= 0.5 ? INFINITY : c->u;
    return reference == X ? c->x : reference == RATE ? rate : reference == Z ? 10 - c->x : c->u;
}

/* What follows in Event Mode. */
typedef struct news {
    bool again, ends, has_next;
    double next;
} news;

static news iterate(contrary *c)
{
    news n = {.again = is(c, "endless"), .ends = is(c, "ends") && c->t >= 0.5};
    c->changes += c->on != c->was_on;
    c->changes += c->k != c->was_k;
    c->was_on = c->on;
    c->was_k = c->k;
    n.has_next = (is(c, "ends") && c->t < 0.5) || is(c, "restless");
    n.next = is(c, "restless") ? c->t : 0.5;
    return n;
}

/* A step of Co-Simulation: how far it goes, and whether it is discarded there. */
typedef struct outcome {
    bool is_partial, ends;
} outcome;

static outcome go(contrary *c, double t, double step)
{
    outcome o = {false, is(c, "ends") && t + step >= 0.5};
    bool passes = t < 0.5 && t + step > 0.5 && !c->is_done;
    double to = is(c, "stuck") ? t : t + step;
    if (passes && (is(c, "partial") || is(c, "early") || is(c, "ends"))) {
        to = 0.5;
        o.is_partial = c->is_done = true;
    }
    c->x += c->u * (to - t);
    c->t = c->last = to;
    (void)iterate(c);
    if (is(c, "back"))
        c->last = t - 1;
    if (is(c, "beyond"))
        c->last = to + 1;
    if (is(c, "odd"))
        c->last = NAN;
    return o;
}

/* ---------------------------------------------------------------- FMI 3 */

#define ANSWER(function, takes_time) return (fmi3Status)at(instance, function, takes_time)

const char *fmi3GetVersion(void)
{
    return version("3.0");
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging_on,
                                          fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    (void)name, (void)resources, (void)visible, (void)logging_on;
    log(environment, fmi3Warning, "logStatusWarning", "I am contrary (100 %s)");
    return make(token);
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean logging_on, fmi3Boolean event_mode,
                                         fmi3Boolean early_return, const fmi3ValueReference required[],
                                         size_t count, fmi3InstanceEnvironment environment,
                                         fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update)
{
    (void)name, (void)resources, (void)visible, (void)logging_on, (void)event_mode, (void)early_return;
    (void)required, (void)count, (void)environment, (void)log, (void)update;
    return make(token);
}

void fmi3FreeInstance(fmi3Instance instance)
{
    release(instance);
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start_time,
                                       fmi3Boolean has_stop_time, fmi3Float64 stop_time)
{
    (void)has_tolerance, (void)tolerance, (void)start_time, (void)has_stop_time, (void)stop_time;
    ANSWER("EnterInitializationMode", false);
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance)
{
    contrary *c = instance;
    c->was_on = c->on;
    c->was_k = c->k;
    ANSWER("ExitInitializationMode", false);
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance)
{
    ANSWER("EnterEventMode", false);
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
    ANSWER("EnterContinuousTimeMode", false);
}

static int terminate(contrary *c)
{
    int status = at(c, "Terminate", false);
    c->has_ended = true;
    return status;
}

fmi3Status fmi3Terminate(fmi3Instance instance)
{
    return (fmi3Status)terminate(instance);
}

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          fmi3Float64 values[], size_t value_count)
{
    (void)value_count;
    for (size_t i = 0; i < count; i++)
        values[i] = value_of(instance, references[i]);
    ANSWER("GetFloat64", true);
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          const fmi3Float64 values[], size_t value_count)
{
    (void)references, (void)count, (void)value_count;
    ((contrary *)instance)->u = values[0];
    ANSWER("SetFloat64", false);
}

fmi3Status fmi3GetBoolean(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          fmi3Boolean values[], size_t value_count)
{
    (void)references, (void)count, (void)value_count;
    values[0] = ((contrary *)instance)->on;
    ANSWER("GetBoolean", true);
}

fmi3Status fmi3SetBoolean(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                          const fmi3Boolean values[], size_t value_count)
{
    (void)references, (void)count, (void)value_count;
    ((contrary *)instance)->on = values[0];
    ANSWER("SetBoolean", false);
}

fmi3Status fmi3GetInt32(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                        fmi3Int32 values[], size_t value_count)
{
    const contrary *c = instance;
    (void)value_count;
    for (size_t i = 0; i < count; i++)
        values[i] = references[i] == K ? c->k : c->changes;
    ANSWER("GetInt32", true);
}

fmi3Status fmi3SetInt32(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                        const fmi3Int32 values[], size_t value_count)
{
    (void)references, (void)count, (void)value_count;
    ((contrary *)instance)->k = values[0];
    ANSWER("SetInt32", false);
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *need_update, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *values_changed,
                                    fmi3Boolean *has_next_time, fmi3Float64 *next_time)
{
    news n = iterate(instance);
    *need_update = n.again;
    *terminate = n.ends;
    *nominals_changed = *values_changed = false;
    *has_next_time = n.has_next;
    *next_time = n.next;
    ANSWER("UpdateDiscreteStates", false);
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *count)
{
    *count = 1;
    ANSWER("GetNumberOfContinuousStates", false);
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *count)
{
    *count = 1;
    ANSWER("GetNumberOfEventIndicators", false);
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time)
{
    ((contrary *)instance)->t = time;
    ANSWER("SetTime", true);
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 states[], size_t count)
{
    (void)count;
    ((contrary *)instance)->x = states[0];
    ANSWER("SetContinuousStates", true);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 states[], size_t count)
{
    (void)count;
    states[0] = ((contrary *)instance)->x;
    ANSWER("GetContinuousStates", false);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 derivatives[], size_t count)
{
    (void)count;
    derivatives[0] = value_of(instance, RATE);
    ANSWER("GetContinuousStateDerivatives", true);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 indicators[], size_t count)
{
    (void)count;
    indicators[0] = value_of(instance, Z);
    ANSWER("GetEventIndicators", true);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[], size_t count)
{
    (void)count;
    nominals[0] = 0;
    ANSWER("GetNominalsOfContinuousStates", false);
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean no_way_back, fmi3Boolean *enter,
                                       fmi3Boolean *terminate)
{
    (void)no_way_back;
    *enter = is(instance, "wish");
    *terminate = false;
    ANSWER("CompletedIntegratorStep", true);
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 time, fmi3Float64 step, fmi3Boolean no_way_back,
                      fmi3Boolean *event_needed, fmi3Boolean *terminate, fmi3Boolean *returned_early,
                      fmi3Float64 *last_time)
{
    contrary *c = instance;
    (void)no_way_back;
    outcome o = go(c, time, step);
    *event_needed = is(c, "event");
    *terminate = o.ends;
    *returned_early = is(c, "early") ? o.is_partial : is(c, "back") || is(c, "beyond") || is(c, "odd");
    *last_time = c->last;
    if ((is(c, "partial") && o.is_partial) || is(c, "stuck"))
        return fmi3Discard;
    ANSWER("DoStep", true);
}

/* ---------------------------------------------------------------- FMI 2, where it is different */

const char *fmi2GetVersion(void)
{
    return version("2.0");
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *callbacks, fmi2Boolean visible,
                              fmi2Boolean logging_on)
{
    (void)type, (void)resources, (void)visible, (void)logging_on;
    callbacks->logger(callbacks->componentEnvironment, name, fmi2Warning, "logStatusWarning",
                      "I am contrary (%d %%)", 100);
    return make(guid);
}

void fmi2FreeInstance(fmi2Component component)
{
    release(component);
}

fmi2Status fmi2Terminate(fmi2Component component)
{
    return (fmi2Status)terminate(component);
}

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference references[], size_t count,
                       fmi2Real values[])
{
    for (size_t i = 0; i < count; i++)
        values[i] = value_of(component, references[i]);
    return (fmi2Status)at(component, "GetReal", true);
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference references[], size_t count,
                       const fmi2Real values[])
{
    (void)references, (void)count;
    ((contrary *)component)->u = values[0];
    return (fmi2Status)at(component, "SetReal", false);
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean no_way_back)
{
    contrary *c = component;
    (void)no_way_back;
    outcome o = go(c, time, step);
    if ((o.is_partial) || o.ends || is(c, "stuck") || is(c, "back") || is(c, "beyond") || is(c, "odd"))
        return fmi2Discard;
    return (fmi2Status)at(c, "DoStep", true);
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real *value)
{
    (void)kind;
    *value = ((contrary *)component)->last;
    return (fmi2Status)at(component, "GetRealStatus", true);
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean *value)
{
    const contrary *c = component;
    (void)kind;
    *value = is(c, "ends") && c->t >= 0.5;
    return (fmi2Status)at(component, "GetBooleanStatus", true);
}
