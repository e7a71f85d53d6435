/* Every function of both versions in every state of an instance: answered where the standard allows it,
 * refused with a message and without any effect where not, and refused everywhere with arguments that mean
 * nothing. Tables of calls with the states in which each is answered; each function of the standards is in
 * one. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/variables.h"

/* Where an instance is; of Co-Simulation with event mode, and without. */
enum {
    I = 1,
    N = 2,
    E = 4,
    C = 8,
    T = 16, /* Model Exchange: instantiated, initialization, event, continuous, terminated */
    CI = 32,
    CN = 64,
    CE = 128,
    CS = 256,
    CT = 512,
    PLAIN = 1024,  /* stepping without event mode */
    BROKEN = 2048, /* in error */
    STATES = 12,
    EXCHANGE = I | N | E | C | T,
    COSIMULATION = CI | CN | CE | CS | CT | PLAIN,
    SOUND = EXCHANGE | COSIMULATION,
    ANY = SOUND | BROKEN,
    NEVER = 0,
    RUN = E | C | CE | CS | PLAIN,
    SETTABLE = SOUND & ~T & ~CT,
    POINT = N | E | C | T
};
static const char *const names[STATES] = {
    "instantiated", "initialization",  "event mode",         "continuous-time mode",
    "terminated",   "CS instantiated", "CS initialization",  "CS event mode",
    "CS step mode", "CS terminated",   "CS plain step mode", "error",
};

/* What the calls write to and read from. */
typedef struct places {
    void *i;
    runtime *r;
    uint32_t real, mass, yes, far, state, derivative; /* value references */
    double number, room[64], nan[64];
    int32_t count;
    bool flag[8];
    int flag2[8];
    size_t size, nx, nz;
    void *saved, *copy; /* states */
    unsigned char *bytes;
    size_t length;
    const char *text;
    fmi2EventInfo info;
    double now;
} places;

/* One row of a table: asked for its text, or called. */
typedef struct row {
    int at, wanted;
    bool is_called;
    const char *text;
    unsigned where;
    int answer;
} row;

#define ROW(states, call)                                                                                    \
    if (x->at++ == x->wanted) {                                                                              \
        x->text = #call;                                                                                     \
        x->where = (unsigned)(states);                                                                       \
        x->answer = x->is_called ? (int)f->call : 0;                                                         \
    }

/* ---------------------------------------------------------------- FMI 3 */

static void life_3(row *x, places *p)
{
    const fmi3_calls *f = &p->r->three;
    ROW(ANY, SetDebugLogging(p->i, true, 0, NULL))
    ROW(NEVER, SetDebugLogging(p->i, true, 1, NULL))
    ROW(NEVER, SetDebugLogging(p->i, true, 1, (fmi3String[]){"%s#"}))
    ROW(I | CI, EnterInitializationMode(p->i, true, 1e-6, 0, true, 2))
    ROW(NEVER, EnterInitializationMode(p->i, true, -1, 0, false, 0))
    ROW(NEVER, EnterInitializationMode(p->i, false, 0, NAN, false, 0))
    ROW(NEVER, EnterInitializationMode(p->i, false, 0, 1, true, 0))
    ROW(N | CN, ExitInitializationMode(p->i))
    ROW(C | CS, EnterEventMode(p->i))
    ROW(E, EnterContinuousTimeMode(p->i))
    ROW(CE, EnterStepMode(p->i))
    ROW(RUN, Terminate(p->i))
    ROW(ANY, Reset(p->i))
    ROW(NEVER, EnterConfigurationMode(p->i))
    ROW(NEVER, ExitConfigurationMode(p->i))
    ROW(N | E | CN | CE, EvaluateDiscreteStates(p->i))
    ROW(E | CE, UpdateDiscreteStates(p->i, &p->flag[0], &p->flag[1], &p->flag[2], &p->flag[3], &p->flag[4],
                                     &p->number))
    ROW(E | CE, UpdateDiscreteStates(p->i, NULL, NULL, NULL, NULL, NULL, NULL))
    ROW(NEVER, ActivateModelPartition(p->i, 0, 0))
    ROW(NEVER, GetNumberOfVariableDependencies(p->i, p->derivative, &p->size))
    ROW(NEVER, GetVariableDependencies(p->i, 0, NULL, NULL, NULL, NULL, 0))
}

/* No variable has these types: nothing may be asked for nothing, something never. */
#define NO_VARIABLES(type)                                                                                   \
    ROW(SOUND, Get##type(p->i, NULL, 0, NULL, 0))                                                            \
    ROW(SETTABLE, Set##type(p->i, NULL, 0, NULL, 0))                                                         \
    ROW(NEVER, Get##type(p->i, &p->real, 1, (void *)p->room, 1))                                             \
    ROW(NEVER, Set##type(p->i, &p->real, 1, (void *)p->room, 1))

static void numbers_3(row *x, places *p)
{
    const fmi3_calls *f = &p->r->three;
    NO_VARIABLES(Float32)
    NO_VARIABLES(Int8)
    NO_VARIABLES(UInt8)
    NO_VARIABLES(Int16)
    NO_VARIABLES(UInt16)
    NO_VARIABLES(UInt32)
    NO_VARIABLES(Int64)
    NO_VARIABLES(UInt64)
    NO_VARIABLES(String)
    ROW(SOUND, GetBinary(p->i, NULL, 0, NULL, NULL, 0))
    ROW(SOUND, SetBinary(p->i, NULL, 0, NULL, NULL, 0))
    ROW(SOUND, GetClock(p->i, NULL, 0, NULL))
    ROW(SOUND, SetClock(p->i, NULL, 0, NULL))
    ROW(NEVER, GetBinary(p->i, &p->real, 1, &p->size, (void *)p->room, 1))
    ROW(NEVER, SetBinary(p->i, NULL, 1, NULL, NULL, 1))
    ROW(NEVER, GetClock(p->i, &p->real, 1, p->flag))
    ROW(NEVER, SetClock(p->i, NULL, 1, NULL))
    ROW(SOUND, GetIntervalDecimal(p->i, NULL, 0, NULL, NULL))
    ROW(SOUND, GetIntervalFraction(p->i, NULL, 0, NULL, NULL, NULL))
    ROW(SOUND, GetShiftDecimal(p->i, NULL, 0, NULL))
    ROW(SOUND, GetShiftFraction(p->i, NULL, 0, NULL, NULL))
    ROW(SOUND, SetIntervalDecimal(p->i, NULL, 0, NULL))
    ROW(SOUND, SetIntervalFraction(p->i, NULL, 0, NULL, NULL))
    ROW(SOUND, SetShiftDecimal(p->i, NULL, 0, NULL))
    ROW(SOUND, SetShiftFraction(p->i, NULL, 0, NULL, NULL))
    ROW(NEVER, GetIntervalDecimal(p->i, &p->real, 1, p->room, NULL))
    ROW(NEVER, SetShiftFraction(p->i, NULL, 2, NULL, NULL))
}

static void values_3(row *x, places *p)
{
    const fmi3_calls *f = &p->r->three;
    ROW(SOUND, GetFloat64(p->i, &p->real, 1, &p->number, 1))
    ROW(SOUND, GetFloat64(p->i, NULL, 0, NULL, 0))
    ROW(NEVER, GetFloat64(p->i, &p->far, 1, p->room, 1))
    ROW(NEVER, GetFloat64(p->i, &p->real, 1, p->room, 2))
    ROW(NEVER, GetFloat64(p->i, NULL, 1, NULL, 1))
    ROW(NEVER, GetFloat64(p->i, &p->yes, 1, p->room, 1))
    ROW(SETTABLE & ~C, SetFloat64(p->i, &p->real, 1, &p->number, 1)) /* tunable: no time for it in C */
    ROW(NEVER, SetFloat64(p->i, &p->real, 1, p->nan, 1))
    ROW(NEVER, SetFloat64(p->i, &p->derivative, 1, &p->number, 1))
    ROW(NEVER, SetFloat64(p->i, &p->far, 1, &p->number, 1))
    ROW(NEVER, SetFloat64(p->i, NULL, 2, NULL, 2))
    ROW(NEVER, SetFloat64(p->i, &p->real, 1, &p->number, 0))
    ROW(SOUND, GetBoolean(p->i, &p->yes, 1, p->flag, 1))
    ROW(NEVER, GetBoolean(p->i, &p->real, 1, p->flag, 1))
    ROW(NEVER, SetBoolean(p->i, &p->yes, 1, p->flag, 1))
    ROW(SETTABLE, SetBoolean(p->i, NULL, 0, NULL, 0))
    ROW(SOUND, GetInt32(p->i, NULL, 0, NULL, 0))
    ROW(NEVER, GetInt32(p->i, &p->real, 1, &p->count, 1))
    ROW(NEVER, SetInt32(p->i, &p->real, 1, &p->count, 1))
    ROW(POINT | (COSIMULATION & ~CI), GetDirectionalDerivative(p->i, NULL, 0, NULL, 0, NULL, 0, NULL, 0))
    ROW(POINT | (COSIMULATION & ~CI), GetAdjointDerivative(p->i, NULL, 0, NULL, 0, NULL, 0, NULL, 0))
    ROW(E | C | T | CE | CS | CT | PLAIN,
        GetDirectionalDerivative(p->i, &p->derivative, 1, &p->state, 1, &p->number, 1, p->room, 1))
    ROW(NEVER, GetDirectionalDerivative(p->i, &p->far, 1, &p->state, 1, &p->number, 1, p->room, 1))
    ROW(NEVER, GetDirectionalDerivative(p->i, &p->derivative, 1, &p->state, 1, p->nan, 1, p->room, 1))
    ROW(NEVER, GetDirectionalDerivative(p->i, NULL, 1, NULL, 1, NULL, 1, NULL, 1))
    ROW(NEVER, GetAdjointDerivative(p->i, &p->derivative, 1, &p->state, 1, &p->number, 2, p->room, 1))
}

static void states_3(row *x, places *p)
{
    const fmi3_calls *f = &p->r->three;
    ROW(SOUND, GetFMUState(p->i, &p->copy))
    ROW(NEVER, GetFMUState(p->i, NULL))
    ROW(ANY, SetFMUState(p->i, p->saved))
    ROW(NEVER, SetFMUState(p->i, NULL))
    ROW(ANY, FreeFMUState(p->i, &p->copy))
    ROW(ANY, FreeFMUState(p->i, NULL))
    ROW(SOUND, SerializedFMUStateSize(p->i, p->saved, &p->size))
    ROW(NEVER, SerializedFMUStateSize(p->i, NULL, &p->size))
    ROW(NEVER, SerializedFMUStateSize(p->i, p->saved, NULL))
    ROW(SOUND, SerializeFMUState(p->i, p->saved, p->bytes, p->length))
    ROW(NEVER, SerializeFMUState(p->i, p->saved, p->bytes, p->length - 1))
    ROW(NEVER, SerializeFMUState(p->i, p->saved, NULL, p->length))
    ROW(SOUND, DeserializeFMUState(p->i, p->bytes, p->length, &p->copy))
    ROW(NEVER, DeserializeFMUState(p->i, NULL, p->length, &p->copy))
    ROW(NEVER, DeserializeFMUState(p->i, p->bytes, p->length, NULL))
}

static void exchange_3(row *x, places *p)
{
    const fmi3_calls *f = &p->r->three;
    ROW(C, CompletedIntegratorStep(p->i, true, &p->flag[0], &p->flag[1]))
    ROW(C, CompletedIntegratorStep(p->i, false, NULL, NULL))
    ROW(E | C, SetTime(p->i, p->now))
    ROW(NEVER, SetTime(p->i, NAN))
    ROW(C, SetContinuousStates(p->i, p->room, p->nx))
    ROW(NEVER, SetContinuousStates(p->i, p->nan, p->nx))
    ROW(NEVER, SetContinuousStates(p->i, NULL, p->nx))
    ROW(NEVER, SetContinuousStates(p->i, p->room, p->nx + 1))
    ROW(POINT, GetContinuousStates(p->i, p->room, p->nx))
    ROW(NEVER, GetContinuousStates(p->i, p->room, p->nx - 1))
    ROW(POINT, GetContinuousStateDerivatives(p->i, p->room, p->nx))
    ROW(NEVER, GetContinuousStateDerivatives(p->i, NULL, p->nx))
    ROW(POINT, GetEventIndicators(p->i, p->room, p->nz))
    ROW(NEVER, GetEventIndicators(p->i, p->room, 64))
    ROW(POINT, GetNominalsOfContinuousStates(p->i, p->room, p->nx))
    ROW(NEVER, GetNominalsOfContinuousStates(p->i, p->room, 0))
    ROW(SOUND, GetNumberOfContinuousStates(p->i, &p->size))
    ROW(NEVER, GetNumberOfContinuousStates(p->i, NULL))
    ROW(SOUND, GetNumberOfEventIndicators(p->i, &p->size))
    ROW(NEVER, GetNumberOfEventIndicators(p->i, NULL))
    ROW(T | CS | CT | PLAIN, GetOutputDerivatives(p->i, NULL, 0, NULL, NULL, 0))
    ROW(NEVER, GetOutputDerivatives(p->i, &p->real, 1, &p->count, p->room, 1))
    ROW(CS | PLAIN, DoStep(p->i, p->now, 0.01, true, &p->flag[0], &p->flag[1], &p->flag[2], &p->number))
    ROW(CS | PLAIN, DoStep(p->i, p->now, 0.01, true, NULL, NULL, NULL, NULL))
    ROW(NEVER, DoStep(p->i, p->now, 0, true, &p->flag[0], &p->flag[1], &p->flag[2], &p->number))
    ROW(NEVER, DoStep(p->i, p->now + 1, 0.1, true, NULL, NULL, NULL, NULL))
    ROW(NEVER, DoStep(p->i, NAN, 0.1, true, NULL, NULL, NULL, NULL))
    ROW(NEVER, DoStep(p->i, p->now, INFINITY, true, NULL, NULL, NULL, NULL))
}

/* ---------------------------------------------------------------- FMI 2 */

static void life_2(row *x, places *p)
{
    const fmi2_calls *f = &p->r->two;
    ROW(ANY, SetDebugLogging(p->i, 1, 0, NULL))
    ROW(NEVER, SetDebugLogging(p->i, 1, 1, (fmi2String[]){"100 % #r1#"}))
    ROW(I | CI, SetupExperiment(p->i, 1, 1e-6, 0, 1, 2))
    ROW(NEVER, SetupExperiment(p->i, 1, -1, 0, 0, 0))
    ROW(NEVER, SetupExperiment(p->i, 0, 0, NAN, 0, 0))
    ROW(I | CI, EnterInitializationMode(p->i))
    ROW(N | CN, ExitInitializationMode(p->i))
    ROW(E | C | PLAIN, Terminate(p->i))
    ROW(ANY, Reset(p->i))
    ROW(C, EnterEventMode(p->i))
    ROW(E, EnterContinuousTimeMode(p->i))
    ROW(E, NewDiscreteStates(p->i, &p->info))
    ROW(NEVER, NewDiscreteStates(p->i, NULL))
    ROW(SOUND, GetFMUstate(p->i, &p->copy))
    ROW(NEVER, GetFMUstate(p->i, NULL))
    ROW(ANY, SetFMUstate(p->i, p->saved))
    ROW(NEVER, SetFMUstate(p->i, NULL))
    ROW(ANY, FreeFMUstate(p->i, &p->copy))
    ROW(SOUND, SerializedFMUstateSize(p->i, p->saved, &p->size))
    ROW(NEVER, SerializedFMUstateSize(p->i, NULL, &p->size))
    ROW(SOUND, SerializeFMUstate(p->i, p->saved, (fmi2Byte *)p->bytes, p->length))
    ROW(NEVER, SerializeFMUstate(p->i, p->saved, (fmi2Byte *)p->bytes, 3))
    ROW(SOUND, DeSerializeFMUstate(p->i, (const fmi2Byte *)p->bytes, p->length, &p->copy))
    ROW(NEVER, DeSerializeFMUstate(p->i, NULL, 3, &p->copy))
}

static void values_2(row *x, places *p)
{
    const fmi2_calls *f = &p->r->two;
    ROW(SOUND, GetReal(p->i, &p->real, 1, &p->number))
    ROW(NEVER, GetReal(p->i, &p->far, 1, p->room))
    ROW(NEVER, GetReal(p->i, NULL, 1, NULL))
    ROW(SOUND, GetInteger(p->i, NULL, 0, NULL))
    ROW(NEVER, GetInteger(p->i, &p->real, 1, &p->count))
    ROW(SOUND, GetBoolean(p->i, &p->yes, 1, p->flag2))
    ROW(NEVER, GetBoolean(p->i, &p->real, 1, p->flag2))
    ROW(SOUND, GetString(p->i, NULL, 0, NULL))
    ROW(NEVER, GetString(p->i, &p->real, 1, &p->text))
    ROW(SETTABLE & ~C, SetReal(p->i, &p->real, 1, &p->number))
    ROW(NEVER, SetReal(p->i, &p->real, 1, p->nan))
    ROW(NEVER, SetReal(p->i, &p->derivative, 1, &p->number))
    ROW(NEVER, SetReal(p->i, NULL, 1, NULL))
    ROW(SETTABLE, SetInteger(p->i, NULL, 0, NULL))
    ROW(NEVER, SetInteger(p->i, &p->real, 1, &p->count))
    ROW(SETTABLE, SetBoolean(p->i, NULL, 0, NULL))
    ROW(NEVER, SetBoolean(p->i, &p->yes, 1, p->flag2))
    ROW(SETTABLE, SetString(p->i, NULL, 0, NULL))
    ROW(NEVER, SetString(p->i, &p->real, 1, &p->text))
    ROW(E | C | T | CT | PLAIN,
        GetDirectionalDerivative(p->i, &p->derivative, 1, &p->state, 1, &p->number, p->room))
    ROW(NEVER, GetDirectionalDerivative(p->i, &p->far, 1, &p->state, 1, &p->number, p->room))
    ROW(NEVER, GetDirectionalDerivative(p->i, &p->derivative, 1, &p->state, 1, p->nan, p->room))
    ROW(NEVER, GetDirectionalDerivative(p->i, NULL, 1, NULL, 1, NULL, NULL))
    ROW(SETTABLE, SetRealInputDerivatives(p->i, NULL, 0, NULL, NULL))
    ROW(NEVER, SetRealInputDerivatives(p->i, &p->real, 1, &p->count, &p->number))
    ROW(SOUND, GetRealOutputDerivatives(p->i, NULL, 0, NULL, NULL))
    ROW(NEVER, GetRealOutputDerivatives(p->i, &p->real, 1, &p->count, p->room))
}

static void exchange_2(row *x, places *p)
{
    const fmi2_calls *f = &p->r->two;
    ROW(C, CompletedIntegratorStep(p->i, 1, &p->flag2[0], &p->flag2[1]))
    ROW(C, CompletedIntegratorStep(p->i, 0, NULL, NULL))
    ROW(E | C, SetTime(p->i, p->now))
    ROW(NEVER, SetTime(p->i, -INFINITY))
    ROW(C, SetContinuousStates(p->i, p->room, p->nx))
    ROW(NEVER, SetContinuousStates(p->i, p->nan, p->nx))
    ROW(NEVER, SetContinuousStates(p->i, NULL, p->nx))
    ROW(POINT, GetContinuousStates(p->i, p->room, p->nx))
    ROW(NEVER, GetContinuousStates(p->i, p->room, p->nx + 1))
    ROW(POINT, GetDerivatives(p->i, p->room, p->nx))
    ROW(NEVER, GetDerivatives(p->i, p->room, 64))
    ROW(POINT, GetEventIndicators(p->i, p->room, p->nz))
    ROW(NEVER, GetEventIndicators(p->i, NULL, p->nz))
    ROW(POINT, GetNominalsOfContinuousStates(p->i, p->room, p->nx))
    ROW(NEVER, GetNominalsOfContinuousStates(p->i, NULL, p->nx))
    ROW(PLAIN, DoStep(p->i, p->now, 0.01, 1))
    ROW(NEVER, DoStep(p->i, p->now, -0.01, 1))
    ROW(NEVER, DoStep(p->i, p->now + 1, 0.01, 1))
    ROW(NEVER, DoStep(p->i, p->now, NAN, 1))
    ROW(NEVER, CancelStep(p->i))
    ROW(SOUND, GetStatus(p->i, fmi2DoStepStatus, (fmi2Status *)p->room))
    ROW(NEVER, GetStatus(p->i, fmi2Terminated, (fmi2Status *)p->room))
    ROW(NEVER, GetStatus(p->i, fmi2DoStepStatus, NULL))
    ROW(SOUND, GetRealStatus(p->i, fmi2LastSuccessfulTime, p->room))
    ROW(NEVER, GetRealStatus(p->i, fmi2LastSuccessfulTime, NULL))
    ROW(NEVER, GetIntegerStatus(p->i, fmi2DoStepStatus, &p->count))
    ROW(SOUND, GetBooleanStatus(p->i, fmi2Terminated, p->flag2))
    ROW(NEVER, GetBooleanStatus(p->i, fmi2PendingStatus, p->flag2))
    ROW(SOUND, GetStringStatus(p->i, fmi2PendingStatus, &p->text))
    ROW(NEVER, GetStringStatus(p->i, fmi2DoStepStatus, &p->text))
}

/* ---------------------------------------------------------------- instances */

static void *three_in(places *p, unsigned state)
{
    const fmi3_calls *f = &p->r->three;

    bool is_begun = !(state & (I | CI)), is_run = is_begun && !(state & (N | CN));
    fmi3Instance i = state & COSIMULATION
                         ? f->InstantiateCoSimulation("one", "T", p->r->directory, false, true,
                                                      state != PLAIN, false, NULL, 0, p->r, log_3, NULL)
                         : exchange(p->r);
    assert_non_null(i);
    if (state == BROKEN) /* a mass below 0 */
        assert_int_equal(f->SetFloat64(i, &p->mass, 1, &(double){-1}, 1), fmi3OK);
    if (is_begun)
        assert_int_equal(f->EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    if (is_run)
        assert_int_equal(f->ExitInitializationMode(i), state == BROKEN ? fmi3Error : fmi3OK);
    if (state & (C | CS))
        assert_int_equal(f->UpdateDiscreteStates(i, NULL, NULL, NULL, NULL, NULL, NULL), fmi3OK);
    if (state == C)
        assert_int_equal(f->EnterContinuousTimeMode(i), fmi3OK);
    if (state == CS)
        assert_int_equal(f->EnterStepMode(i), fmi3OK);
    if (state & (T | CT))
        assert_int_equal(f->Terminate(i), fmi3OK);
    return i;
}

static void log_2(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                  fmi2String category, fmi2String message, ...)
{
    runtime *r = environment;
    assert_true(name && category && message);
    r->errors += status == fmi2Error;
}

static void *two_in(places *p, unsigned state)
{
    static fmi2CallbackFunctions callbacks;
    const fmi2_calls *f = &p->r->two;
    fmi2EventInfo info;
    char uri[300];
    bool is_begun = !(state & (I | CI)), is_run = is_begun && !(state & (N | CN));
    snprintf(uri, sizeof uri, "file://%s", p->r->directory);
    callbacks = (fmi2CallbackFunctions){log_2, NULL, NULL, NULL, p->r};
    fmi2Type type = state & COSIMULATION ? fmi2CoSimulation : fmi2ModelExchange;
    fmi2Component i = f->Instantiate("two", type, "T", uri, &callbacks, 0, 1);
    assert_non_null(i);
    if (state == BROKEN)
        assert_int_equal(f->SetReal(i, &p->mass, 1, &(double){-1}), fmi2OK);
    if (is_begun)
        assert_int_equal(f->EnterInitializationMode(i), fmi2OK);
    if (is_run)
        assert_int_equal(f->ExitInitializationMode(i), state == BROKEN ? fmi2Error : fmi2OK);
    if (state == C) {
        assert_int_equal(f->NewDiscreteStates(i, &info), fmi2OK);
        assert_int_equal(f->EnterContinuousTimeMode(i), fmi2OK);
    }
    if (state & (T | CT))
        assert_int_equal(f->Terminate(i), fmi2OK);
    return i;
}

/* ---------------------------------------------------------------- the tables, row by row */

typedef struct table {
    void (*parts[5])(row *, places *);
    void *(*in)(places *, unsigned);
    unsigned states; /* that there are in this version */
    int version;
} table;

/* Row number `wanted` of the whole table; false: there is none. */
static bool take_row(const table *t, places *p, int wanted, bool is_called, row *x)
{
    *x = (row){.wanted = wanted, .is_called = is_called};
    for (int k = 0; k < 5 && t->parts[k]; k++)
        t->parts[k](x, p);
    return x->text != NULL;
}

static void free_instance(const table *t, places *p)
{
    if (t->version == 3)
        p->r->three.FreeInstance(p->i);
    else
        p->r->two.FreeInstance(p->i);
}

static void save_one(const table *t, places *p, unsigned state)
{
    p->i = t->in(p, state);
    if (t->version == 3) {
        assert_int_equal(p->r->three.GetFMUState(p->i, &p->saved), fmi3OK);
        assert_int_equal(p->r->three.SerializedFMUStateSize(p->i, p->saved, &p->length), fmi3OK);
    } else {
        assert_int_equal(p->r->two.GetFMUstate(p->i, &p->saved), fmi2OK);
        assert_int_equal(p->r->two.SerializedFMUstateSize(p->i, p->saved, &p->length), fmi2OK);
    }
    p->bytes = malloc(p->length);
    assert_non_null(p->bytes);
    int done = t->version == 3
                   ? (int)p->r->three.SerializeFMUState(p->i, p->saved, p->bytes, p->length)
                   : (int)p->r->two.SerializeFMUstate(p->i, p->saved, (fmi2Byte *)p->bytes, p->length);
    assert_int_equal(done, 0);
}

static void forget_states(const table *t, places *p)
{
    if (t->version == 3) {
        assert_int_equal(p->r->three.FreeFMUState(p->i, &p->saved), fmi3OK);
        assert_int_equal(p->r->three.FreeFMUState(p->i, &p->copy), fmi3OK);
    } else {
        assert_int_equal(p->r->two.FreeFMUstate(p->i, &p->saved), fmi2OK);
        assert_int_equal(p->r->two.FreeFMUstate(p->i, &p->copy), fmi2OK);
    }
    free(p->bytes);
}

/* An instance that has refused is where it was, so that it serves for the next call too. */
static void try_state(const table *t, places *p, int state)
{
    row x;
    unsigned bit = 1u << state;
    save_one(t, p, bit & COSIMULATION ? CI : I);
    free_instance(t, p);
    p->i = t->in(p, bit);
    for (int k = 0; take_row(t, p, k, false, &x); k++) {
        p->number = 61;
        p->r->errors = 0;
        (void)take_row(t, p, k, true, &x);
        bool is_allowed = x.where & bit;
        if (is_allowed ? x.answer != 0 : x.answer != fmi3Error || p->r->errors == 0)
            fail_msg("FMI %d, %s: %s answers %d with %d messages", t->version, names[state], x.text, x.answer,
                     p->r->errors);
        if (!is_allowed)
            continue;
        free_instance(t, p);
        p->i = t->in(p, bit);
    }
    forget_states(t, p);
    free_instance(t, p);
}

static void try_table(runtime *r, const table *t)
{
    places p = {.r = r, .far = 1000000};
    eg_spec *spec;
    eg_model *model;
    eg_fmu_list list;
    row x;
    put_model(r, FALLING, "auto");
    assert_int_equal(eg_spec_read_text(FALLING, strlen(FALLING), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &model), EG_OK);
    assert_int_equal(eg_fmu_list_make(&list, model), 0);
    p.real = (uint32_t)eg_names_find(list.names, "stop.d");
    p.yes = (uint32_t)eg_names_find(list.names, "stop.contact");
    p.mass = (uint32_t)eg_names_find(list.names, "ball.m");
    p.state = (uint32_t)list.first_state;
    p.derivative = (uint32_t)list.first_derivative;
    p.nx = list.states;
    p.nz = list.indicators;
    for (int k = 0; k < 64; k++)
        p.nan[k] = NAN;
    for (int state = 0; state < STATES; state++)
        if (t->states & (1u << state))
            try_state(t, &p, state);
    p.i = NULL; /* no instance: refused, though nobody can be told */
    for (int k = 0; take_row(t, &p, k, false, &x); k++)
        if (take_row(t, &p, k, true, &x), x.answer != fmi3Error)
            fail_msg("FMI %d, no instance: %s answers %d", t->version, x.text, x.answer);
    eg_fmu_list_release(&list);
    eg_model_free(model);
    eg_spec_free(spec);
}

static const table three = {{life_3, numbers_3, values_3, states_3, exchange_3}, three_in, ANY, 3};
static const table two = {
    {life_2, values_2, exchange_2}, two_in, I | N | E | C | T | CI | CN | CT | PLAIN | BROKEN, 2};

static void version_3(void **state)
{
    try_table(*state, &three);
}

static void version_2(void **state)
{
    try_table(*state, &two);
}

/* ---------------------------------------------------------------- nothing is left out */

static bool is_in(const table *t, places *p, const char *name)
{
    static const char *const others[] = {"GetVersion", "GetTypesPlatform", "FreeInstance"};
    size_t length = strlen(name);
    row x;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(name, others[k]) == 0)
            return true;
    if (strncmp(name, "Instantiate", strlen("Instantiate")) == 0)
        return true; /* test_fmu_abuse.c */
    for (int k = 0; take_row(t, p, k, false, &x); k++)
        if (strncmp(x.text, name, length) == 0 && x.text[length] == '(')
            return true;
    return false;
}

static void all_functions(void **state)
{
#define NAME(answer, name, arguments) #name,
    static const char *const all_3[] = {FMI3_FUNCTIONS(NAME)}, *const all_2[] = {FMI2_FUNCTIONS(NAME)};
    places p = {.r = *state};
    assert_int_equal(sizeof all_3 / sizeof *all_3, 75);
    assert_int_equal(sizeof all_2 / sizeof *all_2, 44);
    for (size_t k = 0; k < 75; k++)
        if (!is_in(&three, &p, all_3[k]))
            fail_msg("fmi3%s is in no table", all_3[k]);
    for (size_t k = 0; k < 44; k++)
        if (!is_in(&two, &p, all_2[k]))
            fail_msg("fmi2%s is in no table", all_2[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_functions, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(version_3, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(version_2, begin_runtime, end_runtime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
