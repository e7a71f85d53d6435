/* FMUs that nobody should trust: archives and descriptions that are wrong or hostile. And the table that
 * drives inputs. */
#include "fmi/archive.h"
#include "fmi/import/facts.h"
#include "fmi/import/import.h"
#include "simulate/stimulus.h"

#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* ---------------------------------------------------------------- archives */

#define VARIABLES                                                                                            \
    "<ModelVariables><Float64 name='time' valueReference='0' causality='independent' "                       \
    "variability='continuous'/></ModelVariables><ModelStructure/></fmiModelDescription>"
#define HEAD "<fmiModelDescription fmiVersion='3.0' modelName='M' instantiationToken='t'>"
#define GOOD HEAD "<ModelExchange modelIdentifier='M'/>" VARIABLES

static const char *put(scratch *s, const eg_member_file *members, size_t count)
{
    snprintf(s->path, sizeof s->path, "%s/x.fmu", s->directory);
    assert_int_equal(eg_archive_write(s->path, members, count, s->diagnostics), EG_OK);
    return s->path;
}

/* The last message speaks of `what`, and nothing is left in the folder for temporary files. */
static void refused(scratch *s, const char *path, eg_status expected, const char *what)
{
    eg_import *import;
    size_t before = eg_diagnostics_count(s->diagnostics);
    eg_status status = eg_import_open(path, s->diagnostics, &import);
    if (status == EG_OK) { /* it shows only when it is to run */
        eg_import_options o = {.start_time = 0, .stop_time = 1, .interval = 0.1, .tolerance = 1e-6};
        eg_trajectory *trajectory;
        eg_statistics statistics;
        status = eg_import_run(import, &o, &trajectory, &statistics);
        assert_null(trajectory);
    }
    eg_import_close(import);
    size_t count = eg_diagnostics_count(s->diagnostics);
    assert_true(count > before);
    const char *message = eg_diagnostics_get(s->diagnostics, count - 1)->message;
    if (status != expected || !strstr(message, what))
        fail_msg("%s (%d): '%s' does not speak of '%s'", eg_status_text(status), status, message, what);
    assert_int_equal(scratch_files(s, 0), 1); /* the archive */
}

static void member_is_refused(scratch *s, const char *name, const char *what)
{
    const eg_member_file members[] = {{.name = "modelDescription.xml", .bytes = GOOD, .length = strlen(GOOD)},
                                      {.name = name, .bytes = "x", .length = 1}};
    refused(s, put(s, members, 2), EG_ERROR_FILE, what);
}

static void archives_do_not_lead_astray(void **state)
{
    scratch *s = *state;
    static const char *const names[] = {"../out", "/tmp/out", "a/../../out", "./a",
                                        "a//b",   "a\\b",     "a:b",         ".."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        member_is_refused(s, names[i], i == 5 || i == 6 ? "characters" : "leads out");
    member_is_refused(s, "modelDescription.xml/a", "file and directory");
}

static void description_is_refused(scratch *s, const char *text, const char *what)
{
    const eg_member_file member = {.name = "modelDescription.xml", .bytes = text, .length = strlen(text)};
    refused(s, put(s, &member, 1), EG_ERROR_MODEL, what);
}

static void descriptions_are_judged(void **state)
{
    scratch *s = *state;
    const eg_member_file other = {.name = "description.xml", .bytes = GOOD, .length = strlen(GOOD)};
    refused(s, put(s, &other, 1), EG_ERROR_MODEL, "no modelDescription.xml");
    description_is_refused(s, "", "XML");
    description_is_refused(s, "<a", "XML");
    description_is_refused(s, "<a/>", "'a'");
    description_is_refused(s, "<fmiModelDescription fmiVersion='1.0'/>", "of FMI '1.0'");
    description_is_refused(s, "<fmiModelDescription fmiVersion='3.0'/>", "token");
    description_is_refused(s, HEAD VARIABLES, "neither");
    description_is_refused(s, HEAD "<ScheduledExecution modelIdentifier='M'/>" VARIABLES, "Scheduled");
    description_is_refused(s, HEAD "<ModelExchange modelIdentifier='../M'/>" VARIABLES, "identifier");
    description_is_refused(s, "<!DOCTYPE a [<!ENTITY b 'c'>]>" GOOD, "document type");
    description_is_refused(s, GOOD, "no library");
    description_is_refused(s,
                           HEAD "<ModelExchange modelIdentifier='M'/><ModelVariables>"
                                "<Float64 name='a' valueReference='1'/><Float64 name='b' valueReference='1'/>"
                                "</ModelVariables></fmiModelDescription>",
                           "same value reference");
    description_is_refused(s,
                           HEAD "<ModelExchange modelIdentifier='M'/><ModelVariables>"
                                "<Float64 name='a' valueReference='1'/><Float64 name='a' valueReference='2'/>"
                                "</ModelVariables></fmiModelDescription>",
                           "same name");
    description_is_refused(s,
                           HEAD
                           "<ModelExchange modelIdentifier='M'/><ModelVariables>"
                           "<Float64 name='a' valueReference='-1'/></ModelVariables></fmiModelDescription>",
                           "value reference");
    description_is_refused(s,
                           HEAD "<ModelExchange modelIdentifier='M'/><ModelVariables><Float64 name='a' "
                                "valueReference='1'><Dimension start='99999999999'/></Float64>"
                                "</ModelVariables></fmiModelDescription>",
                           "size");
    description_is_refused(s,
                           HEAD "<ModelExchange modelIdentifier='M'/><ModelVariables>"
                                "<Float64 name='a' valueReference='1'/></ModelVariables><ModelStructure>"
                                "<ContinuousStateDerivative valueReference='7'/></ModelStructure>"
                                "</fmiModelDescription>",
                           "'7'");
}

/* A library that is none, one that is no FMU's, and one whose token is another. */
static void libraries_are_judged(void **state)
{
    scratch *s = *state;
    const eg_member_file text[] = {{.name = "modelDescription.xml", .bytes = GOOD, .length = strlen(GOOD)},
                                   {.name = "binaries/x86_64-linux/M.so", .bytes = "text", .length = 4}};
    const eg_member_file elsewhere[] = {
        {.name = "modelDescription.xml", .bytes = GOOD, .length = strlen(GOOD)},
        {.name = "binaries/x86_64-windows/M.dll", .bytes = "text", .length = 4}};
#if defined(__x86_64__) && defined(__linux__)
    refused(s, put(s, text, 2), EG_ERROR_MODEL, "cannot be loaded");
#else
    (void)text;
#endif
    refused(s, put(s, elsewhere, 2), EG_ERROR_MODEL, "x86_64-windows");
}

/* ---------------------------------------------------------------- facts */

/* Of all ports together. */
static size_t elements_of(const eg_facts *f)
{
    size_t sum = 0;
    for (size_t i = 0; i < f->port_count; i++)
        sum += f->ports[i].size;
    return sum;
}

static const char arrays[] =
    HEAD "<CoSimulation modelIdentifier='M' hasEventMode='true'/><ModelVariables>"
         "<UInt64 name='n' valueReference='1' causality='structuralParameter' start='2'/>"
         "<Float64 name='A' valueReference='2' causality='parameter' start='1 2 3 4 5 6' unit='m'>"
         "<Dimension valueReference='1'/><Dimension start='3'/></Float64>"
         "<Float64 name='x' valueReference='3'><Alias name='y'/></Float64>"
         "<Float64 name='der(x)' valueReference='4' derivative='3'/></ModelVariables>"
         "<ModelStructure><ContinuousStateDerivative valueReference='4'/></ModelStructure>"
         "</fmiModelDescription>";

static void descriptions_are_understood(void **state)
{
    scratch *s = *state;
    eg_facts f;
    char name[40];
    assert_int_equal(eg_facts_read(arrays, strlen(arrays), "modelDescription.xml", s->diagnostics, &f),
                     EG_OK);
    assert_int_equal(f.version, 3);
    assert_true(f.has_event_mode && !f.exchange && f.cosimulation);
    assert_int_equal(f.port_count, 5);
    const eg_mockup_port *a = &f.ports[eg_names_find(f.names, "A")];
    assert_int_equal(a->size, 6);
    eg_mockup_port_element_name(a, 5, name, sizeof name);
    assert_string_equal(name, "A[2,3]");
    assert_string_equal(a->unit, "m");
    long x = eg_names_find(f.names, "x");
    assert_int_equal(f.ports[eg_names_find(f.names, "y")].same, x);
    assert_int_equal(f.derivative_count, 1);
    assert_int_equal(f.ports[f.derivatives[0]].derivative_of, x);
    assert_int_equal(elements_of(&f), 10);
    eg_facts_release(&f);
}

/* Whatever happens to its bytes: it is understood all the same, or refused with a reason. */
static void damaged_descriptions_are_judged(void **state)
{
    static const char odd[] = "<>&'\"=/ 0123456789-.eE[]abx";
    scratch *s = *state;
    char text[sizeof arrays];
    unsigned seed = 1;
    for (int k = 0; k < 300; k++) {
        eg_facts f;
        memcpy(text, arrays, sizeof arrays);
        for (int i = 0; i <= k % 4; i++) {
            seed = seed * 1664525u + 1013904223u;
            text[(seed >> 8) % (sizeof arrays - 1)] = odd[(seed >> 4) % (sizeof odd - 1)];
        }
        size_t before = eg_diagnostics_errors(s->diagnostics), length = strlen(arrays);
        length -= k % 7 == 0 ? (seed >> 12) % length : 0;
        eg_status status = eg_facts_read(text, length, "modelDescription.xml", s->diagnostics, &f);
        if (status != EG_OK && eg_diagnostics_errors(s->diagnostics) == before)
            fail_msg("nothing is said of %.*s", (int)length, text);
        if (status == EG_OK)
            assert_true(elements_of(&f) <= 10000000);
        eg_facts_release(&f);
    }
}

/* ---------------------------------------------------------------- inputs over time */

/* u: a line, a kink at 1, a jump at 2, a line that rows lie on; k is held. */
static void tables_fall_into_pieces(void **state)
{
    static const double rows[][3] = {{0, 0, 1}, {0.5, 1, 1}, {1, 2, 1},     {2, 2, 1},
                                     {2, 5, 1}, {3, 6, 1},   {3.5, 6.5, 2}, {4, 7, 2}};
    eg_trajectory *t = eg_trajectory_create();
    (void)state;
    assert_non_null(t);
    t->column_count = 2;
    assert_int_equal(eg_trajectory_add_signal(t, (eg_signal){"u", "", "", 0}, 0, 0), 0);
    assert_int_equal(eg_trajectory_add_signal(t, (eg_signal){"k", "", "", 1}, 1, 0), 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        memcpy(eg_trajectory_add_row(t), rows[i], sizeof rows[i]);
    eg_stimulus d;
    assert_true(eg_stimulus_init(&d, t, (size_t[]){0, 1}, (bool[]){false, true}, 2));
    static const double times[] = {0, 1, 2, 3.5, 4};
    static const bool steps[] = {false, false, true, true, false};
    assert_int_equal(d.break_count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(d.breaks[i].time == times[i]);
        assert_int_equal(d.breaks[i].is_step, steps[i]);
    }
    eg_stimulus_begin(&d, -1);
    assert_true(eg_stimulus_value(&d, 0, -1) == 0 && eg_stimulus_next(&d) == 0);
    eg_stimulus_begin(&d, 0.25);
    assert_true(eg_stimulus_value(&d, 0, 0.25) == 0.5 && eg_stimulus_value(&d, 1, 0.25) == 1);
    assert_true(eg_stimulus_value(&d, 0, 1) == 2);
    assert_false(eg_stimulus_advance(&d, 1));
    assert_true(eg_stimulus_value(&d, 0, 2) == 2); /* the left side */
    assert_true(eg_stimulus_advance(&d, 2));
    assert_true(eg_stimulus_steps(&d, 0) && !eg_stimulus_steps(&d, 1));
    assert_true(eg_stimulus_value(&d, 0, 2) == 5 && fabs(eg_stimulus_value(&d, 0, 3.25) - 6.25) < 1e-14);
    assert_true(eg_stimulus_advance(&d, 3.5));
    assert_true(eg_stimulus_steps(&d, 1) && !eg_stimulus_steps(&d, 0));
    assert_true(eg_stimulus_value(&d, 1, 3.6) == 2);
    assert_false(eg_stimulus_advance(&d, 9));
    assert_true(eg_stimulus_value(&d, 0, 9) == 7 && isinf(eg_stimulus_next(&d)));
    eg_stimulus_release(&d);
    eg_trajectory_free(t);
}

/* The folder for temporary files is the test's own. */
static int create(void **state)
{
    int outcome = scratch_create(state);
    return outcome == 0 ? setenv("TMPDIR", ((scratch *)*state)->directory, 1) : outcome;
}

int main(void)
{
#ifdef EG_HAVE_FMU_IMPORT
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(archives_do_not_lead_astray, create, scratch_free),
        cmocka_unit_test_setup_teardown(descriptions_are_judged, create, scratch_free),
        cmocka_unit_test_setup_teardown(libraries_are_judged, create, scratch_free),
        cmocka_unit_test_setup_teardown(descriptions_are_understood, create, scratch_free),
        cmocka_unit_test_setup_teardown(damaged_descriptions_are_judged, create, scratch_free),
        cmocka_unit_test(tables_fall_into_pieces),
    };
#else
    (void)archives_do_not_lead_astray, (void)descriptions_are_judged, (void)libraries_are_judged;
    (void)descriptions_are_understood, (void)damaged_descriptions_are_judged, (void)create;
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_fall_into_pieces)};
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
