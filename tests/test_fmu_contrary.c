/* FMUs of others that answer with errors, discard steps, return early, end themselves or say what cannot be:
 * an FMU that does as its token asks (contrary/contrary.c) under both versions and kinds. What goes wrong is
 * said, with the time and the function, and nothing is called that may not be. And inputs that a table
 * drives. */
#include "base/file.h"
#include "fmi/archive.h"
#include "fmi/import/import.h"

#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct attempt {
    scratch *s;
    const char *attributes; /* of the element of its kind */
    const char *tool;       /* that needs it */
    const char *input;      /* text of a table */
    double stop, interval;
    bool is_apart; /* in a process of its own */
    eg_status status;
    eg_trajectory *run;
    eg_statistics st;
    const char *last;       /* the last message */
    size_t first, messages; /* in the list; errors */
} attempt;

static const char three[] =
    "<fmiModelDescription fmiVersion='3.0' modelName='M' instantiationToken='%s' generationTool='T'><%s "
    "modelIdentifier='M' %s/><ModelVariables>"
    "<Float64 name='time' valueReference='0' causality='independent' variability='continuous'/>"
    "<Float64 name='x' valueReference='1' causality='output' variability='continuous'/>"
    "<Float64 name='der(x)' valueReference='2' causality='local' variability='continuous' derivative='1'/>"
    "<Float64 name='z' valueReference='3' causality='local' variability='continuous'/>"
    "<Float64 name='u' valueReference='4' causality='input' variability='continuous' start='0'/>"
    "<Boolean name='on' valueReference='5' causality='input' variability='discrete' start='false'/>"
    "<Int32 name='k' valueReference='6' causality='input' variability='discrete' start='0'/>"
    "<Int32 name='changes' valueReference='7' causality='local' variability='discrete'/></ModelVariables>"
    "<ModelStructure><Output valueReference='1'/><ContinuousStateDerivative valueReference='2'/>"
    "<EventIndicator valueReference='3'/></ModelStructure></fmiModelDescription>";

static const char two[] =
    "<fmiModelDescription fmiVersion='2.0' modelName='M' guid='%s' generationTool='T' "
    "numberOfEventIndicators='1'><%s modelIdentifier='M' %s/><ModelVariables>"
    "<ScalarVariable name='x' valueReference='1' causality='output'><Real/></ScalarVariable>"
    "<ScalarVariable name='der(x)' valueReference='2'><Real derivative='1'/></ScalarVariable>"
    "<ScalarVariable name='u' valueReference='4' causality='input'><Real start='0'/></ScalarVariable>"
    "</ModelVariables><ModelStructure><Outputs><Unknown index='1'/></Outputs><Derivatives>"
    "<Unknown index='2'/></Derivatives></ModelStructure></fmiModelDescription>";

/* The FMU of that token runs from 0 to 1. */
static void run(attempt *a, const char *token, int version, eg_import_kind kind)
{
    char text[3000], path[200], table[200], *library = NULL;
    size_t length = 0;
    const char *element = kind == EG_IMPORT_EXCHANGE ? "ModelExchange" : "CoSimulation";
    eg_trajectory_free(a->run);
    a->run = NULL;
    snprintf(text, sizeof text, version == 2 ? two : three, token, element,
             a->attributes ? a->attributes : "");
    assert_int_equal(eg_file_read(EG_CONTRARY, 1 << 24, a->s->diagnostics, &library, &length), EG_OK);
    const eg_member_file members[] = {
        {.name = "modelDescription.xml", .bytes = text, .length = strlen(text)},
        {.name = version == 2 ? "binaries/linux64/M.so" : "binaries/x86_64-linux/M.so",
         .bytes = library,
         .length = length}};
    snprintf(path, sizeof path, "%s/x.fmu", a->s->directory);
    assert_int_equal(eg_archive_write(path, members, 2, a->s->diagnostics), EG_OK);
    free(library);
    eg_import_options o = {.kind = kind,
                           .start_time = 0,
                           .stop_time = a->stop,
                           .interval = a->interval,
                           .tolerance = 1e-6,
                           .max_events = 1000,
                           .is_apart = a->is_apart,
                           .patience = 1};
    if (a->input) {
        snprintf(table, sizeof table, "%s/in.csv", a->s->directory);
        FILE *out = fopen(table, "w");
        assert_non_null(out);
        assert_true(fputs(a->input, out) >= 0);
        assert_int_equal(fclose(out), 0);
        o.input = table;
    }
    eg_import *import;
    size_t before = eg_diagnostics_errors(a->s->diagnostics);
    a->first = eg_diagnostics_count(a->s->diagnostics);
    a->status = eg_import_open(path, a->s->diagnostics, &import);
    assert_int_equal(a->status, EG_OK);
    a->status = eg_import_complete(import, &o);
    if (a->status == EG_OK)
        a->status = eg_import_run(import, &o, &a->run, &a->st);
    eg_import_close(import);
    size_t count = eg_diagnostics_count(a->s->diagnostics);
    a->messages = eg_diagnostics_errors(a->s->diagnostics) - before;
    a->last = count > 0 ? eg_diagnostics_get(a->s->diagnostics, count - 1)->message : "";
}

static double last_of(const attempt *a, const char *name)
{
    long signal = eg_trajectory_find(a->run, name);
    assert_true(signal >= 0);
    return eg_trajectory_value(a->run, (size_t)signal, eg_trajectory_rows(a->run) - 1);
}

static double value_at(const attempt *a, const char *name, double t, bool left)
{
    size_t row = 0, rows = eg_trajectory_rows(a->run);
    long signal = eg_trajectory_find(a->run, name);
    assert_true(signal >= 0);
    while (row < rows && eg_trajectory_time(a->run, row) != t)
        row++;
    if (row == rows)
        fail_msg("no row at %g", t);
    while (!left && row + 1 < rows && eg_trajectory_time(a->run, row + 1) == t)
        row++;
    return eg_trajectory_value(a->run, (size_t)signal, row);
}

static attempt begin(scratch *s)
{
    return (attempt){.s = s, .stop = 1, .interval = 0.2};
}

/* It failed, and a message says what did; at most one more says where the run has stopped. */
static void failed(const attempt *a, const char *token, eg_status expected, const char *what)
{
    bool is_said = false;
    for (size_t i = a->first; i < eg_diagnostics_count(a->s->diagnostics); i++)
        is_said = is_said || strstr(eg_diagnostics_get(a->s->diagnostics, i)->message, what);
    if (a->status != expected || a->messages < 1 || a->messages > 2 || !is_said)
        fail_msg("%s: %s, %zu messages, '%s' does not speak of '%s'", token, eg_status_text(a->status),
                 a->messages, a->last, what);
}

/* ---------------------------------------------------------------- answers */

static void functions_fail(void **state)
{
    static const char *const exchange[] = {"EnterInitializationMode",
                                           "ExitInitializationMode",
                                           "UpdateDiscreteStates",
                                           "EnterContinuousTimeMode",
                                           "SetTime",
                                           "SetContinuousStates",
                                           "GetContinuousStates",
                                           "GetContinuousStateDerivatives",
                                           "GetEventIndicators",
                                           "GetNominalsOfContinuousStates",
                                           "CompletedIntegratorStep",
                                           "GetFloat64",
                                           "GetInt32",
                                           "GetNumberOfEventIndicators"};
    static const char *const cosimulation[] = {"EnterInitializationMode", "ExitInitializationMode", "DoStep",
                                               "GetFloat64", "GetBoolean"};
    static const char *const statuses[] = {"error", "fatal"};
    char token[60], what[80];
    attempt a = begin(*state);
    for (size_t i = 0; i < 28; i++) {
        snprintf(token, sizeof token, "%s:%s", exchange[i / 2], statuses[i % 2]);
        snprintf(what, sizeof what, "fmi3%s with a%s", exchange[i / 2], i % 2 ? " fatal error" : "n error");
        a.attributes = "needsCompletedIntegratorStep='true'";
        run(&a, token, 3, EG_IMPORT_EXCHANGE);
        failed(&a, token, a.run ? EG_ERROR_SIMULATION : EG_ERROR_MODEL, what);
    }
    for (size_t i = 0; i < 10; i++) {
        snprintf(token, sizeof token, "%s:%s", cosimulation[i / 2], statuses[i % 2]);
        snprintf(what, sizeof what, "fmi3%s with a%s", cosimulation[i / 2],
                 i % 2 ? " fatal error" : "n error");
        a.attributes = "canHandleVariableCommunicationStepSize='true'";
        run(&a, token, 3, EG_IMPORT_COSIMULATION);
        failed(&a, token, a.run ? EG_ERROR_SIMULATION : EG_ERROR_MODEL, what);
    }
    run(&a, "GetReal:error", 2, EG_IMPORT_COSIMULATION);
    failed(&a, "GetReal", EG_ERROR_SIMULATION, "fmi2GetReal with an error");
    run(&a, "DoStep:fatal", 2, EG_IMPORT_COSIMULATION);
    failed(&a, "DoStep", EG_ERROR_SIMULATION, "fmi2DoStep with a fatal error");
    eg_trajectory_free(a.run);
}

static void warnings_pass(void **state)
{
    attempt a = begin(*state);
    run(&a, "DoStep:warning", 3, EG_IMPORT_COSIMULATION);
    assert_int_equal(a.status, EG_OK);
    run(&a, "SetTime:warning", 3, EG_IMPORT_EXCHANGE);
    assert_int_equal(a.status, EG_OK);
    assert_non_null(strstr(a.last, "I am contrary (100 %s)"));
    run(&a, "GetReal:warning", 2, EG_IMPORT_COSIMULATION);
    assert_int_equal(a.status, EG_OK);
    assert_non_null(strstr(a.last, "I am contrary (100 %)"));
    run(&a, "Terminate:error", 3, EG_IMPORT_COSIMULATION); /* the run is there */
    assert_int_equal(a.status, EG_OK);
    assert_non_null(strstr(a.last, "failed to terminate"));
    assert_true(eg_trajectory_time(a.run, eg_trajectory_rows(a.run) - 1) == 1);
    eg_trajectory_free(a.run);
}

/* A point that cannot be evaluated stops the engine where it has come to. */
static void points_are_discarded(void **state)
{
    static const char *const tokens[] = {"GetContinuousStateDerivatives:discard",
                                         "GetEventIndicators:discard", "nan", "infinite"};
    attempt a = begin(*state);
    for (size_t i = 0; i < 4; i++) {
        run(&a, tokens[i], 3, EG_IMPORT_EXCHANGE);
        if (a.status != EG_ERROR_SIMULATION || a.messages < 1 || !a.run)
            fail_msg("%s: %s, '%s'", tokens[i], eg_status_text(a.status), a.last);
        double reached = eg_trajectory_time(a.run, eg_trajectory_rows(a.run) - 1);
        if (!(reached <= 0.5))
            fail_msg("%s: ends at %g", tokens[i], reached);
    }
    eg_trajectory_free(a.run);
}

static void instances_are_refused(void **state)
{
    attempt a = begin(*state);
    run(&a, "null", 3, EG_IMPORT_EXCHANGE);
    failed(&a, "null", EG_ERROR_MODEL, "refused to be instantiated (its token is null)");
    a.attributes = "needsExecutionTool='true'";
    run(&a, "null", 2, EG_IMPORT_COSIMULATION);
    failed(&a, "null", EG_ERROR_MODEL, "refused to be instantiated");
    size_t count = eg_diagnostics_count(a.s->diagnostics);
    assert_string_equal(eg_diagnostics_get(a.s->diagnostics, count - 1)->remedy,
                        "it needs the program that made it: T");
    assert_int_equal(setenv("CONTRARY_VERSION", "1.0", 1), 0);
    run(&a, "version", 3, EG_IMPORT_EXCHANGE);
    failed(&a, "version", EG_ERROR_MODEL, "library of the FMU is of FMI 1.0");
    assert_int_equal(unsetenv("CONTRARY_VERSION"), 0);
    eg_trajectory_free(a.run);
}

/* ---------------------------------------------------------------- what nobody can answer */

/* A message speaks of both. */
static bool is_said(const attempt *a, const char *what, const char *how)
{
    for (size_t i = a->first; i < eg_diagnostics_count(a->s->diagnostics); i++) {
        const char *text = eg_diagnostics_get(a->s->diagnostics, i)->message;
        if (strstr(text, what) && strstr(text, how))
            return true;
    }
    return false;
}

/* A run with what goes wrong at t = 0.5, or before or behind all of it: rows up to there, and a message. */
static void check_loss(attempt *a, int version, const char *function, const char *how)
{
    static const char *const said[][2] = {{"crash", "crashed"},
                                          {"exit", "with status 7"},
                                          {"leave", "with status 0"},
                                          {"hang", "has not come back within 1 s"}};
    char token[60], what[60];
    bool is_exchange = version == 3 && strcmp(function, "DoStep") != 0;
    bool is_late = strcmp(function, "Terminate") == 0 || strcmp(function, "FreeInstance") == 0;
    bool is_early = strstr(function, "Initialization") || strcmp(function, "EnterContinuousTimeMode") == 0;
    snprintf(token, sizeof token, "%s:%s", function, how);
    snprintf(what, sizeof what, "fmi%d%s", version, function);
    run(a, token, version, is_exchange ? EG_IMPORT_EXCHANGE : EG_IMPORT_COSIMULATION);
    size_t rows = a->run ? eg_trajectory_rows(a->run) : 0;
    double end = rows > 0 ? eg_trajectory_time(a->run, rows - 1) : NAN;
    eg_status expected = is_late ? EG_OK : is_early ? EG_ERROR_MODEL : EG_ERROR_SIMULATION;
    if (a->status != expected || (is_late ? end != 1 : is_early ? rows != 0 : !(end >= 0 && end <= 0.5)))
        fail_msg("FMI %d, %s: %s, %zu rows to %g: %s", version, token, eg_status_text(a->status), rows, end,
                 a->last);
    for (size_t i = 0; i < 4; i++)
        if (strcmp(how, said[i][0]) == 0 && !is_said(a, what, said[i][1]))
            fail_msg("FMI %d, %s: '%s' does not speak of it", version, token, a->last);
    assert_true(a->messages == (is_late ? 0 : 1));
    for (size_t i = 0; i < rows;
         i++) /* whatever has become of the other process, rows are those of the model */
        assert_true(fabs(eg_trajectory_value(a->run, (size_t)eg_trajectory_find(a->run, "x"), i) - 1) <
                    1e-12);
}

static void processes_are_lost(void **state)
{
    static const char *const functions[] = {"EnterInitializationMode",
                                            "ExitInitializationMode",
                                            "EnterContinuousTimeMode",
                                            "SetTime",
                                            "GetEventIndicators",
                                            "DoStep",
                                            "Terminate",
                                            "FreeInstance"};
    static const char *const how[] = {"crash", "exit", "leave"};
    attempt a = begin(*state);
    a.is_apart = true;
    for (size_t i = 0; i < 24; i++)
        for (int version = 2; version <= 3; version++)
            if (version == 3 || i / 3 >= 5) /* it has no more of FMI 2 */
                check_loss(&a, version, functions[i / 3], how[i % 3]);
    check_loss(&a, 3, "ExitInitializationMode", "hang");
    check_loss(&a, 2, "DoStep", "hang");
    check_loss(&a, 3, "Terminate", "hang");
    eg_trajectory_free(a.run);
}

/* Memory of the other process alone: it ends in whatever way, or lives; rows are those that it has sent. */
static void memory_is_damaged(void **state)
{
    static const char *const tokens[] = {"SetTime:corrupt", "GetEventIndicators:corrupt", "DoStep:corrupt"};
    attempt a = begin(*state);
    a.is_apart = true;
    for (size_t i = 0; i < 3; i++) {
        run(&a, tokens[i], 3, i < 2 ? EG_IMPORT_EXCHANGE : EG_IMPORT_COSIMULATION);
        size_t rows = a.run ? eg_trajectory_rows(a.run) : 0;
        if (rows < 1 || (a.status != EG_OK && a.messages == 0))
            fail_msg("%s: %s, %zu rows: %s", tokens[i], eg_status_text(a.status), rows, a.last);
        for (size_t k = 0; k < rows && eg_trajectory_time(a.run, k) < 0.5; k++)
            assert_true(eg_trajectory_value(a.run, (size_t)eg_trajectory_find(a.run, "x"), k) == 1);
    }
    assert_int_equal(setenv("CONTRARY_LOAD", "crash", 1), 0);
    run(&a, "well", 3, EG_IMPORT_EXCHANGE);
    assert_int_equal(a.status, EG_ERROR_MODEL);
    assert_true(!a.run && is_said(&a, "crashed", "being loaded"));
    assert_int_equal(unsetenv("CONTRARY_LOAD"), 0);
    eg_trajectory_free(a.run);
}

static void wires_are_cut(void **state)
{
    attempt a = begin(*state);
    a.is_apart = true;
    for (int version = 2; version <= 3; version++) {
        run(&a, "DoStep:close", version, EG_IMPORT_COSIMULATION);
        failed(&a, "DoStep:close", EG_ERROR_SIMULATION, "has closed files that are not its own");
        assert_true(eg_trajectory_rows(a.run) >= 3);
    }
    eg_trajectory_free(a.run);
}

/* What a call leaves behind of the processor's settings is none of the run's: the same bits. */
static void rounding_stays(void **state)
{
    static const char *const tokens[] = {"ExitInitializationMode:round", "GetFloat64:round", "SetTime:round"};
    attempt a = begin(*state), b = begin(*state);
    a.input = b.input = "time,u\n0,0.1\n0.3,0.7\n9,0.2\n";
    for (size_t i = 0; i < 3; i++) {
        run(&a, "well", 3, EG_IMPORT_EXCHANGE);
        run(&b, tokens[i], 3, EG_IMPORT_EXCHANGE);
        assert_int_equal(b.status, EG_OK);
        assert_int_equal(eg_trajectory_rows(a.run), eg_trajectory_rows(b.run));
        for (size_t row = 0; row < eg_trajectory_rows(a.run); row++)
            assert_true(eg_trajectory_value(a.run, (size_t)eg_trajectory_find(a.run, "x"), row) ==
                        eg_trajectory_value(b.run, (size_t)eg_trajectory_find(b.run, "x"), row));
    }
    eg_trajectory_free(a.run);
    eg_trajectory_free(b.run);
}

/* Under Co-Simulation nobody else looks at the values: the first that is not finite is told, once. */
static void values_that_are_none(void **state)
{
    static const char *const tokens[] = {"nan", "infinite"};
    static const char *const said[] = {"der(x) of the FMU is nan at t = 0.6 s",
                                       "der(x) of the FMU is inf at t = 0.6 s"};
    attempt a = begin(*state);
    for (size_t i = 0; i < 4; i++) {
        a.is_apart = i >= 2;
        run(&a, tokens[i % 2], 3, EG_IMPORT_COSIMULATION);
        assert_int_equal(a.status, EG_OK);
        if (!is_said(&a, said[i % 2], "") || is_said(&a, "t = 0.8 s", ""))
            fail_msg("%s: '%s'", tokens[i % 2], a.last);
    }
    eg_trajectory_free(a.run);
}

/* Nothing else differs: rows, events, constants, statistics and messages are those of a run in this process.
 */
static void runs_apart_are_the_same(void **state)
{
    attempt a = begin(*state), b = begin(*state);
    b.is_apart = true;
    a.input = b.input =
        "\"time\",\"u\",\"k\",\"on\"\n0,0,1,false\n0.25,1,1,false\n0.5,1,1,true\n0.5,3,2,true\n2,3,2,false\n";
    for (int kind = 0; kind < 4; kind++) {
        a.attributes = b.attributes = kind < 2 ? "" : "canHandleVariableCommunicationStepSize='true'";
        const char *token = kind % 2 ? "GetFloat64:warning" : "well";
        run(&a, token, 3, kind < 2 ? EG_IMPORT_EXCHANGE : EG_IMPORT_COSIMULATION);
        size_t first = a.first, messages = eg_diagnostics_count(a.s->diagnostics) - first;
        run(&b, token, 3, kind < 2 ? EG_IMPORT_EXCHANGE : EG_IMPORT_COSIMULATION);
        if (a.status != EG_OK || b.status != EG_OK)
            fail_msg("%s: %s, %s: %s", token, eg_status_text(a.status), eg_status_text(b.status), b.last);
        assert_int_equal(eg_diagnostics_count(b.s->diagnostics) - b.first, messages);
        for (size_t i = 0; i < messages; i++)
            assert_string_equal(eg_diagnostics_get(a.s->diagnostics, first + i)->message,
                                eg_diagnostics_get(b.s->diagnostics, b.first + i)->message);
        assert_int_equal(a.st.steps, b.st.steps);
        assert_true(a.st.events == b.st.events && a.st.time_events == b.st.time_events);
        assert_true(a.st.end_time == b.st.end_time);
        size_t rows = eg_trajectory_rows(a.run), signals = eg_trajectory_signals(a.run);
        assert_int_equal(eg_trajectory_rows(b.run), rows);
        assert_int_equal(eg_trajectory_signals(b.run), signals);
        for (size_t i = 0; i < signals; i++)
            for (size_t k = 0; k < rows; k++)
                assert_true(eg_trajectory_value(a.run, i, k) == eg_trajectory_value(b.run, i, k));
        assert_int_equal(eg_trajectory_events(a.run), eg_trajectory_events(b.run));
        for (size_t i = 0; i < eg_trajectory_events(a.run); i++) {
            eg_event x = eg_trajectory_event(a.run, i), y = eg_trajectory_event(b.run, i);
            assert_true(x.time == y.time && x.row == y.row);
            assert_string_equal(x.component, y.component);
            assert_string_equal(x.name, y.name);
        }
    }
    eg_trajectory_free(a.run);
    eg_trajectory_free(b.run);
}

/* ---------------------------------------------------------------- time and events */

static void events_without_end(void **state)
{
    attempt a = begin(*state);
    run(&a, "endless", 3, EG_IMPORT_EXCHANGE);
    failed(&a, "endless", EG_ERROR_MODEL, "find no end");
    run(&a, "restless", 3, EG_IMPORT_EXCHANGE);
    failed(&a, "restless", EG_ERROR_MODEL, "again and again");
    a.attributes = "needsCompletedIntegratorStep='true'";
    run(&a, "wish", 3, EG_IMPORT_EXCHANGE); /* an event a step is none too many */
    assert_int_equal(a.status, EG_OK);
    assert_true(a.st.events + a.st.time_events > 0);
    eg_trajectory_free(a.run);
}

static void models_end_themselves(void **state)
{
    static const eg_import_kind kinds[] = {EG_IMPORT_EXCHANGE, EG_IMPORT_COSIMULATION,
                                           EG_IMPORT_COSIMULATION};
    static const int versions[] = {3, 2, 3};
    attempt a = begin(*state);
    a.attributes = "canHandleVariableCommunicationStepSize='true'";
    for (size_t i = 0; i < 3; i++) {
        run(&a, "ends", versions[i], kinds[i]);
        if (a.status != EG_OK || fabs(a.st.end_time - 0.5) > 1e-12)
            fail_msg("%zu: %s, ends at %g: %s", i, eg_status_text(a.status), a.st.end_time, a.last);
    }
    eg_trajectory_free(a.run);
}

/* A step that comes some way is gone on with, whether it says so by a discard or by an early return. */
static void steps_come_some_way(void **state)
{
    attempt a = begin(*state);
    a.attributes = "canHandleVariableCommunicationStepSize='true'";
    a.input = "time,u\n0,2\n9,2\n";
    static const char *const tokens[] = {"partial", "early", "partial"};
    for (size_t i = 0; i < 3; i++) {
        run(&a, tokens[i], i < 2 ? 3 : 2, EG_IMPORT_COSIMULATION);
        if (a.status != EG_OK || fabs(last_of(&a, "x") - 3) > 1e-12 || a.st.steps != 6)
            fail_msg("%s: %s, %ld steps: %s", tokens[i], eg_status_text(a.status), a.st.steps, a.last);
    }
    for (int version = 2; version <= 3; version++) {
        run(&a, "stuck", version, EG_IMPORT_COSIMULATION);
        failed(&a, "stuck", EG_ERROR_SIMULATION, "discarded the step from 0 s to 0.2 s");
    }
    eg_trajectory_free(a.run);
}

static void times_that_cannot_be(void **state)
{
    static const char *const tokens[] = {"back", "beyond", "odd"};
    attempt a = begin(*state);
    for (size_t i = 0; i < 6; i++) {
        run(&a, tokens[i % 3], i < 3 ? 3 : 2, EG_IMPORT_COSIMULATION);
        failed(&a, tokens[i % 3], EG_ERROR_SIMULATION, "is said to have ended at");
    }
    run(&a, "event", 3, EG_IMPORT_COSIMULATION); /* nobody has agreed on events */
    assert_int_equal(a.status, EG_OK);
    assert_int_equal(a.st.events, 0);
    eg_trajectory_free(a.run);
}

/* Steps of one length: what does not fit into them is refused before the first one. */
static void steps_of_one_length(void **state)
{
    attempt a = begin(*state);
    run(&a, "well", 3, EG_IMPORT_COSIMULATION);
    assert_int_equal(a.status, EG_OK);
    a.interval = 0.3;
    run(&a, "well", 3, EG_IMPORT_COSIMULATION);
    failed(&a, "well", EG_ERROR_USAGE, "no whole number of steps");
    a.interval = 0.2;
    a.input = "time,u\n0,1\n0.4,1\n0.4,3\n1,3\n";
    run(&a, "well", 3, EG_IMPORT_COSIMULATION);
    assert_int_equal(a.status, EG_OK);
    assert_true(fabs(last_of(&a, "x") - (1 + 0.4 + 0.6 * 3)) < 1e-12);
    a.input = "time,u\n0,1\n0.5,1\n0.5,3\n1,3\n";
    run(&a, "well", 3, EG_IMPORT_COSIMULATION);
    failed(&a, "well", EG_ERROR_USAGE, "inputs step between them at 0.5 s");
    a.attributes = "canHandleVariableCommunicationStepSize='true'";
    run(&a, "well", 3, EG_IMPORT_COSIMULATION);
    assert_int_equal(a.status, EG_OK);
    assert_true(fabs(last_of(&a, "x") - (1 + 0.5 + 0.5 * 3)) < 1e-12);
    eg_trajectory_free(a.run);
}

/* ---------------------------------------------------------------- inputs */

static void inputs_are_driven(void **state)
{
    attempt a = begin(*state);
    a.input = "\"time\",\"u\",\"k\",\"on\"\n0,0,1,false\n0.5,1,1,true\n0.5,3,2,true\n2,3,2,false\n";
    run(&a, "well", 3, EG_IMPORT_EXCHANGE);
    assert_int_equal(a.status, EG_OK);
    assert_true(fabs(last_of(&a, "x") - (1 + 0.25 + 1.5)) < 1e-12);
    assert_true(fabs(value_at(&a, "der(x)", 0.5, true) - 1) < 1e-15 &&
                value_at(&a, "der(x)", 0.5, false) == 3);
    assert_true(value_at(&a, "k", 0.5, true) == 1 && value_at(&a, "k", 0.5, false) == 2);
    assert_true(value_at(&a, "on", 0.5, true) == 0 && value_at(&a, "on", 0.5, false) == 1);
    assert_true(value_at(&a, "changes", 0.5, true) == 0 && last_of(&a, "changes") == 2);
    a.input = "time,u\n0.25,1\n0.75,2\n"; /* values stay beyond both ends; a kink each */
    run(&a, "well", 3, EG_IMPORT_EXCHANGE);
    assert_int_equal(a.status, EG_OK);
    assert_true(fabs(last_of(&a, "x") - (1 + 0.25 + 0.75 + 0.5)) < 1e-12);
    assert_int_equal(last_of(&a, "changes"), 0);
    a.input = "time,u\n-5,1\n-4,7\n"; /* all of it before the start */
    run(&a, "well", 3, EG_IMPORT_EXCHANGE);
    assert_int_equal(a.status, EG_OK);
    assert_true(fabs(last_of(&a, "x") - 8) < 1e-12);
    a.input = "time,u\n5,2\n6,7\n"; /* and behind the end */
    run(&a, "well", 3, EG_IMPORT_EXCHANGE);
    assert_true(a.status == EG_OK && fabs(last_of(&a, "x") - 3) < 1e-12);
    a.input = "time,k\n0,0\n0.3,4\n"; /* u keeps its start value */
    run(&a, "well", 3, EG_IMPORT_EXCHANGE);
    assert_true(a.status == EG_OK && last_of(&a, "x") == 1 && last_of(&a, "changes") == 1);
    eg_trajectory_free(a.run);
}

static void inputs_are_judged(void **state)
{
    static const char *const tables[][2] = {
        {"time,k\n0,0.5\n", "whole numbers"},
        {"time,k\n0,3e9\n", "whole numbers"},
        {"time,on\n0,2\n", "true or false"},
        {"time,v\n0,2\n", "no input of that name"},
        {"time,x\n0,2\n", "no input of that name"},
        {"time,u\n0,nan\n", "finite"},
        {"time,u\n", "no row"},
        {"u\n0\n", "time"},
        {"time,u\n1,0\n0,0\n", ""},
        {"time,u\n0\n", ""},
        {"", ""},
    };
    attempt a = begin(*state);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        a.input = tables[i][0];
        run(&a, "well", 3, EG_IMPORT_EXCHANGE);
        if (a.status == EG_OK || a.messages != 1 || !strstr(a.last, tables[i][1]))
            fail_msg("'%s': %s, %zu messages: %s", tables[i][0], eg_status_text(a.status), a.messages,
                     a.last);
        assert_null(a.run);
    }
}

/* The folder for temporary files is the test's own, and nothing is left in it. */
static int create(void **state)
{
    int outcome = scratch_create(state);
    return outcome == 0 ? setenv("TMPDIR", ((scratch *)*state)->directory, 1) : outcome;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, create, scratch_free)
    const struct CMUnitTest tests[] = {
        TEST(functions_fail),        TEST(warnings_pass),        TEST(points_are_discarded),
        TEST(instances_are_refused), TEST(events_without_end),   TEST(models_end_themselves),
        TEST(steps_come_some_way),   TEST(times_that_cannot_be), TEST(steps_of_one_length),
        TEST(processes_are_lost),    TEST(memory_is_damaged),    TEST(wires_are_cut),
        TEST(rounding_stays),        TEST(values_that_are_none), TEST(runs_apart_are_the_same),
        TEST(inputs_are_driven),     TEST(inputs_are_judged),
    };
#if defined(EG_HAVE_FMU_IMPORT) && defined(__x86_64__) && defined(__linux__)
    return cmocka_run_group_tests(tests, NULL, NULL);
#else
    (void)tests;
    return 0;
#endif
}
