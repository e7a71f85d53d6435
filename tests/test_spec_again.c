/* Specs that came from a text, changed by calls: after any sequence of calls the spec is, to the letter of
 * its flat text, the one that the same settings make. Every other oracle would only look at some of it. */
#include "reading.h"

#include "elastogap/elastogap.h"

#define MODEL                                                                                                \
    "package P type Kind = enumeration(soft, hard); "                                                        \
    "model S " IMPORTS "import Modelica.Mechanics.Translational.Sources.ConstantForce; "                     \
    "import Modelica.Blocks.Sources.TimeTable; "                                                             \
    "parameter Real k = 2; parameter Real v[3] = {1, 2, k}; final parameter Real f = 2*k; "                  \
    "parameter Kind kind = Kind.soft; parameter Integer n = 2; parameter Boolean b = false; "                \
    "parameter Real M[2, 2] = [k, 1; 2, 3]; parameter String name = \"a\"; "                                 \
    "Mass ball(m = k, s(start = 0.5, fixed = true)); Mass chain[n](each m = v[2]); "                         \
    "Fixed ground(s0 = if name == \"a\" then 0 else 1); "                                                    \
    "ElastoGap gap(c = k*10, d = v[3], useHeatPort = b, n = if kind == Kind.soft then 1 else 2); "           \
    "ElastoGap other if b; TimeTable table(table = [0, 0; 1, k]); "                                          \
    "ConstantForce weight(f_constant = -ball.m*9.81); Real x(start = k, fixed = true); "                     \
    "equation connect(weight.flange, ball.flange_a); connect(ground.flange, gap.flange_a); "                 \
    "connect(gap.flange_b, ball.flange_b); for i in 1:n loop connect(chain[i].flange_a, ball.flange_b); "    \
    "end for; if b then connect(other.flange_a, ground.flange); "                                            \
    "connect(other.flange_b, ball.flange_a); end if; der(x) = -M[1, 1]*x; end S; end P;"

static char *flat_text(eg_spec *spec)
{
    char *text = NULL;
    size_t length;
    reading r = {.diagnostics = eg_diagnostics_create()};
    eg_status status = eg_spec_flatten(spec, r.diagnostics, &text, &length);
    if (status != EG_OK)
        show(&r);
    assert_int_equal(status, EG_OK);
    eg_diagnostics_free(r.diagnostics);
    return text;
}

/* The flat text that the settings make. */
static char *flat_of_settings(const char *const *settings, size_t count)
{
    eg_read_options options = eg_read_options_default();
    options.settings = settings;
    options.setting_count = count;
    reading r = read_with(MODEL, &options);
    if (r.status != EG_OK)
        show(&r);
    assert_int_equal(r.status, EG_OK);
    char *text = flat_text(r.spec);
    done(&r);
    return text;
}

static void expect_same(eg_spec *spec, const char *const *settings, size_t count)
{
    char *is = flat_text(spec), *wanted = flat_of_settings(settings, count);
    assert_string_equal(is, wanted);
    free(is);
    free(wanted);
}

static void calls_set_what_settings_set(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double value;
        const char *setting;
    } table[] = {
        {"ball.m", 20, "ball.m=20"},
        {"k", 5, "k=5"},
        {"v[3]", 7, "v[3]=7"},
        {"kind", 1, "kind=P.Kind.hard"},
        {"n", 3, "n=3"},
        {"b", 1, "b=true"},
        {"gap.useHeatPort", 0, "gap.useHeatPort=false"},
        {"chain[2].m", 0.1, "chain[2].m=0.1"},
        {"M[1,1]", -3e-5, "M[1,1]=-3e-5"},
        {"gap.n", 1.5, "gap.n=1.5"},
        {"chain.m", 4, "chain.m=4"},
        {"ball.m", 1e-320, "ball.m=1e-320"},
        {"k", 1e300, "k=1e300"},
    };
    const char *settings[EG_COUNT(table)];
    reading all = read_good(MODEL);
    for (size_t i = 0; i < EG_COUNT(table); i++) {
        reading r = read_good(MODEL);
        eg_status status = eg_spec_set(r.spec, table[i].path, table[i].value, r.diagnostics);
        if (status != EG_OK)
            show(&r);
        assert_int_equal(status, EG_OK);
        assert_int_equal(eg_diagnostics_count(r.diagnostics), 0);
        expect_same(r.spec, &table[i].setting, 1);
        done(&r);
        settings[i] = table[i].setting;
        assert_int_equal(eg_spec_set(all.spec, table[i].path, table[i].value, NULL), EG_OK);
        expect_same(all.spec, settings, i + 1);
    }
    done(&all);
}

static void texts_matrices_and_starts_follow_too(void **state)
{
    (void)state;
    const double matrix[] = {0, 2, 3, 4, 5, 6}, square[] = {7, 8, 9, 10};
    const char *const settings[] = {
        "name=\"b \\\" \\\\\"", "v={0,2,3}",       "M={{7,8},{9,10}}",  "x.start=3",
        "x.fixed=false",        "ball.s.start=-1", "ball.s.fixed=true", "table.table={{0,2},{3,4},{5,6}}"};
    reading r = read_good(MODEL);
    assert_int_equal(eg_spec_set_string(r.spec, "name", "b \" \\", r.diagnostics), EG_OK);
    expect_same(r.spec, settings, 1);
    assert_int_equal(eg_spec_set_matrix(r.spec, "v", matrix, 3, r.diagnostics), EG_OK);
    assert_int_equal(eg_spec_set_matrix(r.spec, "M", square, 2, r.diagnostics), EG_OK);
    expect_same(r.spec, settings, 3);
    assert_int_equal(eg_spec_set_start(r.spec, "x", 3, 0, r.diagnostics), EG_OK);
    assert_int_equal(eg_spec_set_start(r.spec, "ball.s", -1, 1, r.diagnostics), EG_OK);
    expect_same(r.spec, settings, 7);
    assert_int_equal(eg_spec_set_matrix(r.spec, "table.table", matrix, 3, r.diagnostics), EG_OK);
    expect_same(r.spec, settings, 8);
    done(&r);
}

/* What is refused says so and changes nothing. */
static void refusals_leave_the_spec_as_it_was(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double value;
        const char *message;
    } table[] = {
        {"f", 1, "\"f\" is final"},        {"kk", 1, "S has no \"kk\""},  {"ball.m", -1, "out of range"},
        {"ball.m", NAN, "not a number"},   {"k", NAN, "not a finite"},    {"k", INFINITY, "not a finite"},
        {"kind", 2, "is not the index"},   {"b", 0.5, "neither 0 nor 1"}, {"n", 2.5, "Integer"},
        {"k=1//", 2, "is not the name"},   {"", 2, "is not the name"},    {"v[4]", 1, "out of range"},
        {"gap.s_rel", 1, "is a variable"}, {"table.table", 1, "matrix"},  {"name", 1, "is of type String"},
        {"gap.lossPower", 1, "variable"},  {"n", -1, "negative number"},  {"k, b", 1, "expected"},
    };
    reading r = read_good(MODEL);
    char *before = flat_text(r.spec);
    for (size_t i = 0; i < EG_COUNT(table); i++) {
        eg_diagnostics *d = eg_diagnostics_create();
        assert_int_equal(eg_spec_set(r.spec, table[i].path, table[i].value, d), EG_ERROR_MODEL);
        assert_true(eg_diagnostics_count(d) > 0);
        if (!strstr(eg_diagnostics_get(d, 0)->message, table[i].message))
            print_message("%s: %s\n", table[i].path, eg_diagnostics_get(d, 0)->message);
        assert_non_null(strstr(eg_diagnostics_get(d, 0)->message, table[i].message));
        char *after = flat_text(r.spec);
        assert_string_equal(after, before);
        free(after);
        eg_diagnostics_free(d);
    }
    free(before);
    done(&r);
}

/* Components and connections that calls have added outlive what is set later, with their values. */
static void what_calls_add_stays(void **state)
{
    (void)state;
    reading r = read_good(MODEL);
    const char *name = eg_spec_name(r.spec);
    eg_diagnostics *d = r.diagnostics;
    const double rows[] = {0, 1, 2, 3};
    assert_int_equal(eg_spec_add(r.spec, "Modelica.Mechanics.Translational.Components.Mass", "more", d),
                     EG_OK);
    assert_int_equal(eg_spec_add(r.spec, "Modelica.Blocks.Sources.TimeTable", "extra", d), EG_OK);
    assert_int_equal(eg_spec_set(r.spec, "more.m", 3, d), EG_OK);
    assert_int_equal(eg_spec_set_matrix(r.spec, "extra.table", rows, 2, d), EG_OK);
    assert_int_equal(eg_spec_set_start(r.spec, "more.s", 1.5, 1, d), EG_OK);
    assert_int_equal(eg_spec_connect(r.spec, "more.flange_a", "ball.flange_b", d), EG_OK);
    eg_experiment e = {1, 2, 0.1, 1e-5};
    eg_spec_set_experiment(r.spec, e);
    char *before = flat_text(r.spec);
    assert_int_equal(eg_spec_set(r.spec, "k", 4, d), EG_OK);
    assert_true(given(&r, "more.m") == 3 && given(&r, "ball.m") == 4);
    assert_true(given(&r, "weight.f_constant") == -4 * 9.81);
    assert_true(start_of(&r, "more", "s")->start == 1.5);
    assert_true(eg_spec_experiment(r.spec).stop_time == 2);
    assert_ptr_equal(eg_spec_name(r.spec), name);
    assert_int_equal(eg_spec_set(r.spec, "k", 2, d), EG_OK);
    char *after = flat_text(r.spec);
    assert_string_equal(after, before);
    free(before);
    free(after);
    done(&r);
}

/* A weight falls freely: its acceleration is f/m, whichever of the two was set in which order. The set of an
 * ensemble is made of the same spec. */
static void a_dependent_force_follows_its_mass(void **state)
{
    (void)state;
    static const char text[] =
        "model W " IMPORTS "Modelica.Mechanics.Translational.Sources.ConstantForce weight("
        "f_constant = -ball.m*9.81); Mass ball(m = 2); "
        "equation connect(weight.flange, ball.flange_b); end W;";
    const char *names[] = {"ball.m"};
    const eg_wanted wanted[] = {{EG_WANTED_FINAL, .signal = "ball.a"}};
    reading r = read_good(text);
    assert_int_equal(eg_spec_set(r.spec, "ball.m", 20, r.diagnostics), EG_OK);
    eg_model *model = NULL;
    eg_trajectory *run = NULL;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(model);
    assert_int_equal(eg_simulate(model, &o, r.diagnostics, &run, NULL), EG_OK);
    /* -ball.m*9.81 and its quotient by ball.m round once each: two half ulps of 9.81 */
    double a = eg_trajectory_at(run, (size_t)eg_trajectory_find(run, "ball.a"), 1);
    assert_true(fabs(a + 9.81) <= 2 * 9.81 * 0x1p-53);
    eg_trajectory_free(run);
    eg_model_free(model);
    eg_ensemble *e = NULL;
    assert_int_equal(eg_ensemble_create(r.spec, names, 1, wanted, 1, r.diagnostics, &e), EG_OK);
    eg_ensemble_options options = eg_ensemble_options_default(e);
    const double values[] = {1, 5, 1000};
    double results[3];
    assert_int_equal(eg_ensemble_run(e, &options, 3, values, results, NULL, r.diagnostics, NULL), EG_OK);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(results[i] + 9.81) <= 2 * 9.81 * 0x1p-53);
    eg_ensemble_free(e);
    done(&r);
}

/* A file that is gone was read before. */
static void files_are_as_they_were(void **state)
{
    (void)state;
    const char *path = "test_spec_again.mo";
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(MODEL, stream);
    fclose(stream);
    eg_spec *spec = NULL;
    assert_int_equal(eg_spec_read(path, NULL, NULL, &spec), EG_OK);
    remove(path);
    assert_int_equal(eg_spec_set(spec, "k", 5, NULL), EG_OK);
    const char *setting = "k=5";
    expect_same(spec, &setting, 1);
    eg_spec_free(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_set_what_settings_set),
        cmocka_unit_test(texts_matrices_and_starts_follow_too),
        cmocka_unit_test(refusals_leave_the_spec_as_it_was),
        cmocka_unit_test(what_calls_add_stays),
        cmocka_unit_test(a_dependent_force_follows_its_mass),
        cmocka_unit_test(files_are_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
