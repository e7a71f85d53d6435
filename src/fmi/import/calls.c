/* The calls of FMI 2 and 3 behind one set of functions. */
#include "fmi/import/mockup.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *eg_mockup_call_name(int call)
{
#define EG_NAME(version, name) [EG_CALL_##version##_##name] = "fmi" #version #name,
#define NAME_2(answer, name, arguments) EG_NAME(2, name)
#define NAME_3(answer, name, arguments) EG_NAME(3, name)
    static const char *const names[EG_CALL_COUNT] = {[EG_CALL_LOAD] = "its library, which is being loaded,",
                                                     [EG_CALL_UNLOAD] =
                                                         "its library, which is being unloaded,",
                                                     FMI2_FUNCTIONS(NAME_2) FMI3_FUNCTIONS(NAME_3)};
#undef EG_NAME
#undef NAME_2
#undef NAME_3
    bool is_known = call > EG_CALL_NONE && call < EG_CALL_COUNT && names[call];
    return is_known ? names[call] : "one of its functions";
}

/* A status above Warning is a failure. */
static bool good(eg_mockup *u, int status, const char *function)
{
    if (status == 0 || status == 1)
        return true;
    u->is_broken = u->is_broken || status > 2;
    u->is_dead = u->is_dead || status > 3;
    static const char *const answers[] = {[2] = "'discard'", [3] = "an error", [4] = "a fatal error"};
    const char *answer = status >= 2 && status <= 4 ? answers[status] : "an unknown status";
    eg_report(u->d, EG_ERROR, EG_NOWHERE, "at t = %.15g s the FMU answered fmi%d%s with %s", u->time,
              u->facts.version, function, answer);
    eg_remedy(u->d, "look at what the FMU said before, or run it as the other kind: --fmi-kind me or cs");
    return false;
}

/* ---------------------------------------------------------------- values */

/* "GetFloat64" and so on. */
static bool good_access(eg_mockup *u, int status, const char *verb, eg_port_type type)
{
    static const char *const three[] = {"Float64", "Float32", "Int8",  "UInt8",  "Int16",  "UInt16",
                                        "Int32",   "UInt32",  "Int64", "UInt64", "Boolean"};
    char function[40];
    const char *name;
    if (u->facts.version == 3)
        name = three[type];
    else if (type == EG_PORT_FLOAT64)
        name = "Real";
    else if (type == EG_PORT_BOOLEAN)
        name = "Boolean";
    else
        name = "Integer";
    snprintf(function, sizeof function, "%s%s", verb, name);
    return good(u, status, function);
}

static size_t size_of_type(const eg_mockup *u, eg_port_type type)
{
    static const size_t sizes[] = {8, 4, 1, 1, 2, 2, 4, 4, 8, 8, sizeof(bool)};
    return u->facts.version == 2 && type == EG_PORT_BOOLEAN ? sizeof(fmi2Boolean) : sizes[type];
}

/* What differs from type to type: its function, and how its values become doubles. */
#define NUMBERS(X)                                                                                           \
    X(EG_PORT_FLOAT64, Float64)                                                                              \
    X(EG_PORT_FLOAT32, Float32)                                                                              \
    X(EG_PORT_INT8, Int8)                                                                                    \
    X(EG_PORT_UINT8, UInt8)                                                                                  \
    X(EG_PORT_INT16, Int16)                                                                                  \
    X(EG_PORT_UINT16, UInt16)                                                                                \
    X(EG_PORT_INT32, Int32)                                                                                  \
    X(EG_PORT_UINT32, UInt32)                                                                                \
    X(EG_PORT_INT64, Int64)                                                                                  \
    X(EG_PORT_UINT64, UInt64)                                                                                \
    X(EG_PORT_BOOLEAN, Boolean)

static int fetch(eg_mockup *u, eg_port_type type, const uint32_t *vr, size_t count, size_t values, void *to)
{
    if (u->facts.version == 2) {
        if (type == EG_PORT_FLOAT64)
            return EG_CALL_2(u, GetReal, (u->instance, vr, count, to));
        if (type == EG_PORT_INT32)
            return EG_CALL_2(u, GetInteger, (u->instance, vr, count, to));
        return EG_CALL_2(u, GetBoolean, (u->instance, vr, count, to));
    }
    switch (type) {
#define GET(name, function)                                                                                  \
    case name: return EG_CALL_3(u, Get##function, (u->instance, vr, count, to, values));
        NUMBERS(GET)
#undef GET
    default: return 3;
    }
}

static void widen(const eg_mockup *u, eg_port_type type, const void *from, size_t values, double *to)
{
    for (size_t i = 0; i < values; i++) {
        if (u->facts.version == 2 && type == EG_PORT_BOOLEAN) {
            to[i] = ((const fmi2Boolean *)from)[i] != 0;
            continue;
        }
        switch (type) {
#define WIDEN(name, function)                                                                                \
    case name: to[i] = (double)((const fmi3##function *)from)[i]; break;
            NUMBERS(WIDEN)
#undef WIDEN
        default: to[i] = NAN;
        }
    }
}

bool eg_mockup_get(eg_mockup *u, eg_port_type type, const uint32_t *vr, size_t count, size_t values,
                   double *to)
{
    if (values == 0)
        return true;
    void *room = type == EG_PORT_FLOAT64 ? to : calloc(values, size_of_type(u, type));
    if (!room)
        return false;
    bool ok = good_access(u, fetch(u, type, vr, count, values, room), "Get", type);
    if (room != to) {
        if (ok)
            widen(u, type, room, values, to);
        free(room);
    }
    return ok;
}

static int put(eg_mockup *u, eg_port_type type, const uint32_t *vr, size_t values, const void *from)
{
    if (u->facts.version == 2) {
        if (type == EG_PORT_FLOAT64)
            return EG_CALL_2(u, SetReal, (u->instance, vr, 1, from));
        if (type == EG_PORT_INT32)
            return EG_CALL_2(u, SetInteger, (u->instance, vr, 1, from));
        return EG_CALL_2(u, SetBoolean, (u->instance, vr, 1, from));
    }
    switch (type) {
#define SET(name, function)                                                                                  \
    case name: return EG_CALL_3(u, Set##function, (u->instance, vr, 1, from, values));
        NUMBERS(SET)
#undef SET
    default: return 3;
    }
}

bool eg_mockup_set_integer(eg_mockup *u, eg_port_type type, const uint32_t *vr, size_t values,
                           const int64_t *from)
{
    char *room = calloc(values + 1, 8);
    bool two_boolean = u->facts.version == 2 && type == EG_PORT_BOOLEAN;
    for (size_t i = 0; room && i < values; i++) {
        if (two_boolean) {
            ((fmi2Boolean *)(void *)room)[i] = from[i] != 0;
            continue;
        }
        switch (type) {
#define NARROW(name, function)                                                                               \
    case name: ((fmi3##function *)(void *)room)[i] = (fmi3##function)from[i]; break;
            NUMBERS(NARROW)
#undef NARROW
        default: break;
        }
    }
    bool ok = room && good_access(u, put(u, type, vr, values, room), "Set", type);
    free(room);
    return ok;
}

/* The nearest whole number of 64 bits; those of UInt64 pass as the signed ones of the same bits. */
static int64_t whole_of(eg_port_type type, double value)
{
    if (type == EG_PORT_UINT64 && value >= 0x1p64)
        return (int64_t)UINT64_MAX;
    if (type == EG_PORT_UINT64)
        return (int64_t)(value > 0 ? (uint64_t)value : 0);
    if (value >= 0x1p63)
        return INT64_MAX;
    if (value <= -0x1p63)
        return INT64_MIN;
    return (int64_t)value;
}

bool eg_mockup_set(eg_mockup *u, eg_port_type type, const uint32_t *vr, size_t values, const double *from)
{
    if (type == EG_PORT_FLOAT64)
        return good_access(u, put(u, type, vr, values, from), "Set", type);
    float *narrow = type == EG_PORT_FLOAT32 ? calloc(values + 1, sizeof *narrow) : NULL;
    int64_t *whole = type != EG_PORT_FLOAT32 ? calloc(values + 1, sizeof *whole) : NULL;
    bool ok = false;
    for (size_t i = 0; i < values && (narrow || whole); i++) {
        if (narrow)
            narrow[i] = (float)from[i];
        else
            whole[i] = whole_of(type, from[i]);
    }
    if (narrow)
        ok = good_access(u, put(u, type, vr, values, narrow), "Set", type);
    else if (whole)
        ok = eg_mockup_set_integer(u, type, vr, values, whole);
    free(narrow);
    free(whole);
    return ok;
}

bool eg_mockup_set_text(eg_mockup *u, const uint32_t *vr, size_t values, const char *const *from)
{
    int status = u->facts.version == 2 ? EG_CALL_2(u, SetString, (u->instance, vr, 1, from))
                                       : EG_CALL_3(u, SetString, (u->instance, vr, 1, from, values));
    return good(u, status, "SetString");
}

bool eg_mockup_set_slope(eg_mockup *u, uint32_t reference, double slope)
{
    const fmi2Integer order = 1;
    return good(u, EG_CALL_2(u, SetRealInputDerivatives, (u->instance, &reference, 1, &order, &slope)),
                "SetRealInputDerivatives");
}

bool eg_mockup_configure(eg_mockup *u, bool begin)
{
    return begin ? good(u, EG_CALL_3(u, EnterConfigurationMode, (u->instance)), "EnterConfigurationMode")
                 : good(u, EG_CALL_3(u, ExitConfigurationMode, (u->instance)), "ExitConfigurationMode");
}

/* ---------------------------------------------------------------- modes */

bool eg_mockup_enter_initialization(eg_mockup *u, double tolerance, double start, double stop)
{
    bool has_tolerance = !isnan(tolerance), has_stop = !isnan(stop);
    double tol = has_tolerance ? tolerance : 0, end = has_stop ? stop : 0;
    u->time = start;
    if (u->facts.version == 3)
        return good(
            u, EG_CALL_3(u, EnterInitializationMode, (u->instance, has_tolerance, tol, start, has_stop, end)),
            "EnterInitializationMode");
    return good(u, EG_CALL_2(u, SetupExperiment, (u->instance, has_tolerance, tol, start, has_stop, end)),
                "SetupExperiment") &&
           good(u, EG_CALL_2(u, EnterInitializationMode, (u->instance)), "EnterInitializationMode");
}

bool eg_mockup_exit_initialization(eg_mockup *u)
{
    int status = u->facts.version == 3 ? EG_CALL_3(u, ExitInitializationMode, (u->instance))
                                       : EG_CALL_2(u, ExitInitializationMode, (u->instance));
    u->is_initialized = good(u, status, "ExitInitializationMode");
    return u->is_initialized;
}

bool eg_mockup_enter_event(eg_mockup *u)
{
    int status = u->facts.version == 3 ? EG_CALL_3(u, EnterEventMode, (u->instance))
                                       : EG_CALL_2(u, EnterEventMode, (u->instance));
    return good(u, status, "EnterEventMode");
}

static bool update(eg_mockup *u, eg_mockup_news *news, bool *again)
{
    bool terminate = false, nominals = false, values = false, has_next = false;
    double next = INFINITY;
    if (u->facts.version == 3) {
        int status = EG_CALL_3(u, UpdateDiscreteStates,
                               (u->instance, again, &terminate, &nominals, &values, &has_next, &next));
        if (!good(u, status, "UpdateDiscreteStates"))
            return false;
    } else {
        fmi2EventInfo info = {0};
        if (!good(u, EG_CALL_2(u, NewDiscreteStates, (u->instance, &info)), "NewDiscreteStates"))
            return false;
        *again = info.newDiscreteStatesNeeded;
        terminate = info.terminateSimulation;
        nominals = info.nominalsOfContinuousStatesChanged;
        values = info.valuesOfContinuousStatesChanged;
        has_next = info.nextEventTimeDefined;
        next = info.nextEventTime;
    }
    news->terminate = news->terminate || terminate;
    news->nominals_changed = news->nominals_changed || nominals;
    news->values_changed = news->values_changed || values;
    news->next_time = has_next && !isnan(next) ? next : INFINITY;
    return true;
}

bool eg_mockup_iterate(eg_mockup *u, eg_mockup_news *news)
{
    enum { MOST = 1000 };
    *news = (eg_mockup_news){.next_time = INFINITY};
    bool again = true;
    for (int round = 0; again && !news->terminate; round++) {
        if (round == MOST) {
            eg_report(u->d, EG_ERROR, EG_NOWHERE,
                      "at t = %.15g s the discrete states of the FMU find no end after %d rounds", u->time,
                      MOST);
            eg_remedy(u->d, "ask who made the FMU to mend them, or run it as Co-Simulation: --fmi-kind cs");
            return false;
        }
        if (!update(u, news, &again))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- Model Exchange */

bool eg_mockup_enter_continuous(eg_mockup *u)
{
    int status = u->facts.version == 3 ? EG_CALL_3(u, EnterContinuousTimeMode, (u->instance))
                                       : EG_CALL_2(u, EnterContinuousTimeMode, (u->instance));
    return good(u, status, "EnterContinuousTimeMode");
}

bool eg_mockup_set_time(eg_mockup *u, double t)
{
    u->time = t;
    int status = u->facts.version == 3 ? EG_CALL_3(u, SetTime, (u->instance, t))
                                       : EG_CALL_2(u, SetTime, (u->instance, t));
    return good(u, status, "SetTime");
}

bool eg_mockup_set_states(eg_mockup *u, const double *x, size_t count)
{
    if (count == 0)
        return true;
    int status = u->facts.version == 3 ? EG_CALL_3(u, SetContinuousStates, (u->instance, x, count))
                                       : EG_CALL_2(u, SetContinuousStates, (u->instance, x, count));
    return good(u, status, "SetContinuousStates");
}

bool eg_mockup_get_states(eg_mockup *u, double *x, size_t count)
{
    if (count == 0)
        return true;
    int status = u->facts.version == 3 ? EG_CALL_3(u, GetContinuousStates, (u->instance, x, count))
                                       : EG_CALL_2(u, GetContinuousStates, (u->instance, x, count));
    return good(u, status, "GetContinuousStates");
}

bool eg_mockup_get_nominals(eg_mockup *u, double *x, size_t count)
{
    if (count == 0)
        return true;
    int status = u->facts.version == 3 ? EG_CALL_3(u, GetNominalsOfContinuousStates, (u->instance, x, count))
                                       : EG_CALL_2(u, GetNominalsOfContinuousStates, (u->instance, x, count));
    return good(u, status, "GetNominalsOfContinuousStates");
}

static int judged(eg_mockup *u, int status, const char *function)
{
    if (status == 2)
        return 1;
    if (good(u, status, function))
        return 0;
    return EG_ERROR_SIMULATION;
}

int eg_mockup_derivatives(eg_mockup *u, double *x, size_t count)
{
    if (count == 0)
        return 0;
    int status = u->facts.version == 3 ? EG_CALL_3(u, GetContinuousStateDerivatives, (u->instance, x, count))
                                       : EG_CALL_2(u, GetDerivatives, (u->instance, x, count));
    return judged(u, status, u->facts.version == 3 ? "GetContinuousStateDerivatives" : "GetDerivatives");
}

int eg_mockup_indicators(eg_mockup *u, double *z, size_t count)
{
    if (count == 0)
        return 0;
    int status = u->facts.version == 3 ? EG_CALL_3(u, GetEventIndicators, (u->instance, z, count))
                                       : EG_CALL_2(u, GetEventIndicators, (u->instance, z, count));
    return judged(u, status, "GetEventIndicators");
}

int eg_mockup_directional(eg_mockup *u, const uint32_t *unknowns, size_t count, uint32_t known,
                          double *column)
{
    const double seed = 1;
    int status = u->facts.version == 3
                     ? EG_CALL_3(u, GetDirectionalDerivative,
                                 (u->instance, unknowns, count, &known, 1, &seed, 1, column, count))
                     : EG_CALL_2(u, GetDirectionalDerivative,
                                 (u->instance, unknowns, count, &known, 1, &seed, column));
    return judged(u, status, "GetDirectionalDerivative");
}

bool eg_mockup_complete_step(eg_mockup *u, bool *wants_event, bool *terminate)
{
    *wants_event = *terminate = false;
    if (u->facts.version == 3)
        return good(u, EG_CALL_3(u, CompletedIntegratorStep, (u->instance, true, wants_event, terminate)),
                    "CompletedIntegratorStep");
    fmi2Boolean event = 0, end = 0;
    bool ok = good(u, EG_CALL_2(u, CompletedIntegratorStep, (u->instance, 1, &event, &end)),
                   "CompletedIntegratorStep");
    *wants_event = event != 0;
    *terminate = end != 0;
    return ok;
}

bool eg_mockup_sizes(eg_mockup *u, size_t *states, size_t *indicators)
{
    const eg_facts *f = &u->facts;
    *states = 0;
    *indicators = f->indicators_said;
    if (f->version == 3)
        return good(u, EG_CALL_3(u, GetNumberOfContinuousStates, (u->instance, states)),
                    "GetNumberOfContinuousStates") &&
               good(u, EG_CALL_3(u, GetNumberOfEventIndicators, (u->instance, indicators)),
                    "GetNumberOfEventIndicators");
    *states = f->derivative_count;
    return true;
}

/* ---------------------------------------------------------------- Co-Simulation */

bool eg_mockup_enter_step(eg_mockup *u)
{
    return good(u, EG_CALL_3(u, EnterStepMode, (u->instance)), "EnterStepMode");
}

static bool step_3(eg_mockup *u, double from, double to, eg_mockup_step *o)
{
    bool early = false;
    double last = to;
    int status = EG_CALL_3(
        u, DoStep, (u->instance, from, to - from, true, &o->needs_event, &o->terminate, &early, &last));
    o->is_discarded = status == 2;
    o->reached = early || o->terminate || o->is_discarded ? last : to;
    return o->is_discarded || good(u, status, "DoStep");
}

/* A step that is discarded may have come some way; the model may have ended itself. */
static bool step_2(eg_mockup *u, double from, double to, eg_mockup_step *o)
{
    int status = EG_CALL_2(u, DoStep, (u->instance, from, to - from, 1));
    o->reached = to;
    if (status != fmi2Discard)
        return good(u, status, "DoStep");
    fmi2Boolean ended = 0;
    o->is_discarded = true;
    o->reached = from;
    if (EG_CALL_2(u, GetBooleanStatus, (u->instance, fmi2Terminated, &ended)) <= fmi2Warning)
        o->terminate = ended != 0;
    double last = from;
    if (EG_CALL_2(u, GetRealStatus, (u->instance, fmi2LastSuccessfulTime, &last)) <= fmi2Warning)
        o->reached = last;
    return true;
}

bool eg_mockup_step_to(eg_mockup *u, double from, double to, eg_mockup_step *o)
{
    *o = (eg_mockup_step){.reached = to};
    u->time = from;
    bool ok = u->facts.version == 3 ? step_3(u, from, to, o) : step_2(u, from, to, o);
    if (ok && fabs(o->reached - to) <= 4 * DBL_EPSILON * fmax(fabs(from), fabs(to))) /* from + (to - from) */
        o->reached = to;
    if (ok && !(o->reached >= from && o->reached <= to)) { /* also NaN */
        eg_report(u->d, EG_ERROR, EG_NOWHERE,
                  "a step of the FMU from %.15g s to %.15g s is said to have ended at %.15g s", from, to,
                  o->reached);
        eg_remedy(u->d, "ask who made the FMU to mend its steps, or run it as Model Exchange: --fmi-kind me");
        return false;
    }
    if (ok)
        u->time = o->reached;
    return ok;
}
