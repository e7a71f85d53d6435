/* Every function of both versions called in every state of an instance, with arguments that are wrong in all
 * the ways that the signatures allow: answered by an error and a message, never by a crash. Run under the
 * address sanitizer this test is worth most. */
#include "fmu_calls.h"

enum { STATES = 6 };
static const char *const state_names[STATES] = {"instantiated", "initialization", "event",
                                                "continuous",   "step",           "terminated"};

static void log_2(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                  fmi2String category, fmi2String message, ...)
{
    runtime *r = environment;
    va_list arguments;
    assert_non_null(name);
    assert_non_null(category);
    r->errors += status == fmi2Error;
    r->messages++;
    va_start(arguments, message);
    vsnprintf(r->last, sizeof r->last, message, arguments);
    va_end(arguments);
}

/* An instance in a state; `step` and `terminated` under Co-Simulation. */
static fmi3Instance instance_3(runtime *r, int state)
{
    bool again, terminate, nominals, values, has_next;
    double next;
    fmi3Instance i = state >= 4 ? cosimulation(r) : exchange(r);
    assert_non_null(i);
    if (state >= 1)
        assert_int_equal(r->three.EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    if (state >= 2)
        assert_int_equal(r->three.ExitInitializationMode(i), fmi3OK);
    if (state == 3) {
        assert_int_equal(
            r->three.UpdateDiscreteStates(i, &again, &terminate, &nominals, &values, &has_next, &next),
            fmi3OK);
        assert_int_equal(r->three.EnterContinuousTimeMode(i), fmi3OK);
    }
    if (state == 5)
        assert_int_equal(r->three.Terminate(i), fmi3OK);
    return i;
}

static fmi2Component instance_2(runtime *r, int state)
{
    fmi2CallbackFunctions callbacks = {log_2, NULL, NULL, NULL, r};
    fmi2EventInfo info;
    char uri[300];
    snprintf(uri, sizeof uri, "file://%s", r->directory);
    fmi2Component i = r->two.Instantiate("two", state >= 4 ? fmi2CoSimulation : fmi2ModelExchange, "T", uri,
                                         &callbacks, 0, 1);
    assert_non_null(i);
    if (state >= 1) {
        assert_int_equal(r->two.SetupExperiment(i, 0, 0, 0, 0, 0), fmi2OK);
        assert_int_equal(r->two.EnterInitializationMode(i), fmi2OK);
    }
    if (state >= 2)
        assert_int_equal(r->two.ExitInitializationMode(i), fmi2OK);
    if (state == 3) {
        assert_int_equal(r->two.NewDiscreteStates(i, &info), fmi2OK);
        assert_int_equal(r->two.EnterContinuousTimeMode(i), fmi2OK);
    }
    if (state == 5)
        assert_int_equal(r->two.Terminate(i), fmi2OK);
    return i;
}

/* Each call is made on an instance of its own, so that none profits from what another one did. */
#define ON_3(call)                                                                                           \
    do {                                                                                                     \
        fmi3Instance i = instance_3(r, state);                                                               \
        fmi3Status answer = r->three.call;                                                                   \
        assert_in_range(answer, fmi3OK, fmi3Error);                                                          \
        if (answer != fmi3OK) /* whatever it is, there is a word on it */                                    \
            assert_true(answer == fmi3Error ? r->errors > 0 : r->messages > 0);                              \
        r->errors = r->messages = 0;                                                                         \
        r->three.FreeInstance(i);                                                                            \
    } while (0)
#define ON_2(call)                                                                                           \
    do {                                                                                                     \
        fmi2Component i = instance_2(r, state);                                                              \
        fmi2Status answer = r->two.call;                                                                     \
        assert_in_range(answer, fmi2OK, fmi2Error);                                                          \
        if (answer != fmi2OK)                                                                                \
            assert_true(answer == fmi2Error ? r->errors > 0 : r->messages > 0);                              \
        r->errors = r->messages = 0;                                                                         \
        r->two.FreeInstance(i);                                                                              \
    } while (0)

#define VALUES_3(type)                                                                                       \
    ON_3(Get##type(i, &far, 1, (fmi3##type *)room, 1));                                                      \
    ON_3(Get##type(i, &zero, 1, (fmi3##type *)room, 7));                                                     \
    ON_3(Get##type(i, NULL, 1, NULL, 1));                                                                    \
    ON_3(Get##type(i, NULL, 0, NULL, 0));                                                                    \
    ON_3(Set##type(i, &far, 1, (const fmi3##type *)room, 1));                                                \
    ON_3(Set##type(i, &zero, 1, (const fmi3##type *)room, 1));                                               \
    ON_3(Set##type(i, NULL, 3, NULL, 3));                                                                    \
    ON_3(Set##type(i, NULL, 0, NULL, 0));

static void values_in_every_state(void **test)
{
    runtime *r = *test;
    fmi3ValueReference far = 1000000, zero = 0;
    double room[16] = {0}, nan[1] = {NAN};
    put_model(r, FALLING, "auto");
    for (int state = 0; state < STATES; state++) {
        print_message("%s\n", state_names[state]);
        VALUES_3(Float64)
        VALUES_3(Float32)
        VALUES_3(Int8)
        VALUES_3(UInt16)
        VALUES_3(Int32)
        VALUES_3(UInt64)
        VALUES_3(Boolean)
        for (fmi3ValueReference v = 0; v < 6; v++)
            ON_3(SetFloat64(i, &v, 1, nan, 1));
        ON_3(GetString(i, &zero, 1, (fmi3String *)room, 1));
        ON_3(GetBinary(i, &zero, 1, (size_t *)room, (fmi3Binary *)room, 1));
        ON_3(SetBinary(i, NULL, 1, NULL, NULL, 1));
        ON_3(GetClock(i, &zero, 1, (fmi3Clock *)room));
        ON_3(SetClock(i, NULL, 1, NULL));
    }
}

static void modes_in_every_state(void **test)
{
    runtime *r = *test;
    double room[64] = {0}, nan[64];
    bool b[5];
    size_t size;
    for (int k = 0; k < 64; k++)
        nan[k] = NAN;
    put_model(r, FALLING, "auto");
    for (int state = 0; state < STATES; state++) {
        fmi3FMUState none = NULL;
        ON_3(EnterInitializationMode(i, true, -1, NAN, true, -INFINITY));
        ON_3(EnterInitializationMode(i, false, 0, 1, true, 0));
        ON_3(ExitInitializationMode(i));
        ON_3(EnterEventMode(i));
        ON_3(EnterContinuousTimeMode(i));
        ON_3(EnterStepMode(i));
        ON_3(EnterConfigurationMode(i));
        ON_3(ExitConfigurationMode(i));
        ON_3(EvaluateDiscreteStates(i));
        ON_3(UpdateDiscreteStates(i, NULL, NULL, NULL, NULL, NULL, NULL));
        ON_3(Terminate(i));
        ON_3(Reset(i));
        ON_3(SetDebugLogging(i, true, 1, NULL));
        ON_3(SetDebugLogging(i, true, 1, (fmi3String[]){"no such category"}));
        ON_3(CompletedIntegratorStep(i, false, NULL, NULL));
        ON_3(SetTime(i, NAN));
        ON_3(SetContinuousStates(i, nan, 2));
        ON_3(SetContinuousStates(i, NULL, 2));
        ON_3(SetContinuousStates(i, room, 64));
        ON_3(GetContinuousStates(i, room, 1));
        ON_3(GetContinuousStateDerivatives(i, NULL, 2));
        ON_3(GetEventIndicators(i, room, 64));
        ON_3(GetNominalsOfContinuousStates(i, room, 0));
        ON_3(GetNumberOfContinuousStates(i, NULL));
        ON_3(GetNumberOfEventIndicators(i, NULL));
        ON_3(GetOutputDerivatives(i, NULL, 1, NULL, NULL, 1));
        ON_3(DoStep(i, 0, -1, true, NULL, NULL, NULL, NULL));
        ON_3(DoStep(i, NAN, NAN, true, &b[0], &b[1], &b[2], room));
        ON_3(DoStep(i, 5, 1, true, &b[0], &b[1], &b[2], room));
        ON_3(ActivateModelPartition(i, 0, 0));
        ON_3(GetNumberOfVariableDependencies(i, 0, NULL));
        ON_3(GetVariableDependencies(i, 0, NULL, NULL, NULL, NULL, 0));
        ON_3(GetDirectionalDerivative(i, NULL, 1, NULL, 1, NULL, 1, NULL, 1));
        ON_3(GetAdjointDerivative(i, NULL, 1, NULL, 1, NULL, 1, NULL, 1));
        ON_3(GetFMUState(i, NULL));
        ON_3(SetFMUState(i, NULL));
        ON_3(FreeFMUState(i, NULL));
        ON_3(FreeFMUState(i, &none));
        ON_3(SerializedFMUStateSize(i, NULL, &size));
        ON_3(SerializeFMUState(i, NULL, (fmi3Byte *)room, 3));
        ON_3(DeserializeFMUState(i, NULL, 3, &none));
        ON_3(DeserializeFMUState(i, (fmi3Byte *)room, 3, NULL));
        ON_3(GetIntervalDecimal(i, NULL, 1, NULL, NULL));
        ON_3(GetIntervalFraction(i, NULL, 1, NULL, NULL, NULL));
        ON_3(GetShiftDecimal(i, NULL, 1, NULL));
        ON_3(GetShiftFraction(i, NULL, 1, NULL, NULL));
        ON_3(SetIntervalDecimal(i, NULL, 1, NULL));
        ON_3(SetIntervalFraction(i, NULL, 1, NULL, NULL));
        ON_3(SetShiftDecimal(i, NULL, 1, NULL));
        ON_3(SetShiftFraction(i, NULL, 1, NULL, NULL));
    }
}

static void version_2_in_every_state(void **test)
{
    runtime *r = *test;
    fmi2ValueReference far = 1000000, zero = 0;
    double room[64] = {NAN};
    size_t size;
    put_model(r, FALLING, "auto");
    for (int state = 0; state < STATES; state++) {
        fmi2FMUstate none = NULL;
        ON_2(GetReal(i, &far, 1, room));
        ON_2(GetReal(i, NULL, 1, NULL));
        ON_2(GetInteger(i, &zero, 1, (int *)room));
        ON_2(GetBoolean(i, &zero, 1, (int *)room));
        ON_2(GetString(i, &zero, 1, (fmi2String *)room));
        ON_2(SetReal(i, &(fmi2ValueReference){1}, 1, &(double){NAN}));
        ON_2(SetReal(i, &far, 1, room));
        ON_2(SetInteger(i, &far, 1, (int *)room));
        ON_2(SetBoolean(i, NULL, 1, NULL));
        ON_2(SetString(i, NULL, 1, NULL));
        ON_2(SetDebugLogging(i, 1, 1, (fmi2String[]){"100 % #"}));
        ON_2(SetupExperiment(i, 1, -1, 0, 1, -1));
        ON_2(EnterInitializationMode(i));
        ON_2(ExitInitializationMode(i));
        ON_2(Terminate(i));
        ON_2(Reset(i));
        ON_2(EnterEventMode(i));
        ON_2(NewDiscreteStates(i, NULL));
        ON_2(EnterContinuousTimeMode(i));
        ON_2(CompletedIntegratorStep(i, 0, NULL, NULL));
        ON_2(SetTime(i, INFINITY));
        ON_2(SetContinuousStates(i, room, 2));
        ON_2(GetContinuousStates(i, NULL, 2));
        ON_2(GetDerivatives(i, room, 64));
        ON_2(GetEventIndicators(i, room, 0));
        ON_2(GetNominalsOfContinuousStates(i, NULL, 2));
        ON_2(SetRealInputDerivatives(i, NULL, 1, NULL, NULL));
        ON_2(GetRealOutputDerivatives(i, NULL, 1, NULL, NULL));
        ON_2(DoStep(i, 3, -1, 1));
        ON_2(CancelStep(i));
        ON_2(GetStatus(i, fmi2Terminated, NULL));
        ON_2(GetRealStatus(i, fmi2DoStepStatus, NULL));
        ON_2(GetIntegerStatus(i, fmi2DoStepStatus, NULL));
        ON_2(GetBooleanStatus(i, fmi2DoStepStatus, NULL));
        ON_2(GetStringStatus(i, fmi2DoStepStatus, NULL));
        ON_2(GetDirectionalDerivative(i, NULL, 1, NULL, 1, NULL, NULL));
        ON_2(GetFMUstate(i, NULL));
        ON_2(SetFMUstate(i, NULL));
        ON_2(FreeFMUstate(i, &none));
        ON_2(SerializedFMUstateSize(i, NULL, &size));
        ON_2(SerializeFMUstate(i, NULL, NULL, 3));
        ON_2(DeSerializeFMUstate(i, NULL, 3, NULL));
    }
}

/* No instance without token, resources, or with what this FMU does not have; functions on no instance. */
static void instances_are_refused(void **test)
{
    runtime *r = *test;
    fmi2CallbackFunctions silent = {NULL, NULL, NULL, NULL, NULL};
    put_model(r, FALLING, "auto");
    assert_string_equal(r->three.GetVersion(), "3.0");
    assert_string_equal(r->two.GetVersion(), "2.0");
    assert_string_equal(r->two.GetTypesPlatform(), "default");
    assert_null(r->three.InstantiateModelExchange("x", "other", r->directory, 0, 0, r, log_3));
    assert_true(r->errors > 0);
    assert_null(r->three.InstantiateModelExchange("x", NULL, r->directory, 0, 0, r, log_3));
    assert_null(r->three.InstantiateModelExchange("x", "T", NULL, 0, 0, r, log_3));
    assert_null(r->three.InstantiateModelExchange("x", "T", "/does/not/exist", 0, 0, r, log_3));
    assert_null(r->three.InstantiateModelExchange(NULL, NULL, NULL, 0, 0, NULL, NULL));
    fmi3ValueReference time = 0; /* is no intermediate variable */
    assert_null(
        r->three.InstantiateCoSimulation("x", "T", r->directory, 0, 0, true, true, &time, 1, r, log_3, NULL));
    assert_null(
        r->three.InstantiateCoSimulation("x", "T", r->directory, 0, 0, true, true, NULL, 1, r, log_3, NULL));
    assert_null(
        r->three.InstantiateScheduledExecution("x", "T", r->directory, 0, 0, r, log_3, NULL, NULL, NULL));
    assert_null(r->two.Instantiate("x", fmi2CoSimulation, "other", r->directory, &silent, 0, 0));
    assert_null(r->two.Instantiate(NULL, fmi2CoSimulation, NULL, NULL, NULL, 0, 0));
    assert_int_equal(r->three.Reset(NULL), fmi3Error);
    assert_int_equal(r->three.DoStep(NULL, 0, 1, 0, NULL, NULL, NULL, NULL), fmi3Error);
    assert_int_equal(r->two.Terminate(NULL), fmi2Error);
    r->three.FreeInstance(NULL);
    r->two.FreeInstance(NULL);
    put_model(r, "model M parameter Real x = ; end M;", "auto"); /* broken since the export */
    assert_null(exchange(r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(values_in_every_state, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(modes_in_every_state, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(version_2_in_every_state, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(instances_are_refused, begin_runtime, end_runtime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
