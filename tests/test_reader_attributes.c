/* Attributes that are arrays, one for each element; what is outer and inner nowhere. */
#include "reading.h"
#include "run_text.h"

/* x[i] = start[i] exp(-t), of those that are fixed; x[3] is what makes the sum 10 at the start. */
static void elements_begin_as_their_attributes_say(void **state)
{
    (void)state;
    rig r =
        run_text("Real x[3](start = {1, 2, 3}, fixed = {true, true, false}, nominal = {1, 10, 100}, unit = "
                 "{\"1\", \"1\", \"1\"}, stateSelect = fill(StateSelect.always, 3)); "
                 "Boolean b[2](start = {true, false}, fixed = {true, true}); "
                 "type V = Real[2](start = {5, 6}, displayUnit = {\"1\", \"1\"}); V v(each fixed = true); "
                 "initial equation sum(x) = 10; equation der(x) = -x; der(v) = -v; "
                 "when time > 0.5 then b = not pre(b); end when;",
                 1.0);
    static const double start[] = {1, 2, 7};
    for (int i = 0; i < 3; i++) {
        char name[8];
        snprintf(name, sizeof name, "x[%d]", i + 1);
        NEAR(begin(&r, name), start[i], 1e-14);
        NEAR(end(&r, name), start[i] * exp(-1.0), 100 * TOL * 10);
    }
    NEAR(begin(&r, "v[2]"), 6, 0);
    NEAR(begin(&r, "b[1]"), 1, 0);
    NEAR(end(&r, "b[2]"), 1, 0);
    ALL_WELL();
    rig_release(&r);
}

static void elements_of_parameters_have_ranges(void **state)
{
    (void)state;
    reading r = read_good(
        "model A parameter Integer n = 2; parameter Real p[n](min = {0, 1}, max = fill(3, n)) = {0.5, 2}; "
        "parameter Real z[2, 2](final min = zeros(2, 2), each unit = \"m\") = [1, 2; 3, 4]; end A;");
    assert_true(value_of(&r, "p[2]") == 2);
    done(&r);
    static const bad_text table[] = {
        {"model A parameter Real p[2](min = {0, 1}) = @{1, 0.5}; end A;", "at least 1", NULL},
        {"model A parameter Real p[2](max = {0, 1}) = @{1, 0.5}; end A;", "at most 0", NULL},
        {"model A parameter Real p[2](min = @{0, 1, 2}) = {1, 0.5}; end A;", "the attribute \"min\"",
         "elements"},
        {"model A Real x[2](fixed = @{true, false, true}); equation der(x) = x; end A;", "\"fixed\"",
         "elements"},
        {"model A Real x(fixed = @{true, false}); equation der(x) = x; end A;", "\"fixed\"", NULL},
    };
    expect_refused(table, sizeof table / sizeof *table);
}

static void fill_takes_arrays(void **state)
{
    (void)state;
    reading r =
        read_good("model A parameter Real p[2, 3] = fill({1, 2, 3}, 2); "
                  "parameter Boolean b[2, 1, 2] = fill(true, 2, 1, 2) and fill({{true, false}}, 2); end A;");
    assert_true(value_of(&r, "p[2,3]") == 3 && value_of(&r, "p[1,2]") == 2);
    assert_true(value_of(&r, "b[2,1,2]") == 0 && value_of(&r, "b[2,1,1]") == 1);
    done(&r);
    rig x = run_text("Real p[2, 2] = fill({time, 2}, 2);", 1.0);
    NEAR(end(&x, "p[2,1]"), 1, 0);
    NEAR(end(&x, "p[1,2]"), 2, 0);
    ALL_WELL();
    rig_release(&x);
}

#define WORLD                                                                                                \
    "model World parameter Real g = 2; Real t = time; end World; model B outer World world; "                \
    "Real x(start = 1, fixed = true); equation der(x) = -world.g*x; end B; "

/* Once for all that ask for it, in the model, with the defaults of its class, and a warning. */
static void what_is_inner_nowhere_stands_in_the_model(void **state)
{
    (void)state;
    rig r = run_text(WORLD "model Two B a, b; end Two; Two two[2];", 1.0);
    NEAR(end(&r, "two[2].b.x"), exp(-2.0), 100 * TOL);
    NEAR(end(&r, "world.t"), 1, 0);
    TRUE(says(&r, EG_WARNING, "nothing declares it inner"));
    rig_release(&r);
    r = run_text(WORLD "inner World world(g = 3); B b;", 1.0);
    NEAR(end(&r, "b.x"), exp(-3.0), 100 * TOL);
    TRUE(!says(&r, EG_WARNING, "inner"));
    ALL_WELL();
    rig_release(&r);
    static const bad_text table[] = {
        {"model A partial model W parameter Real g = 1; end W; outer W @w; Real y = w.g; end A;",
         "nothing around", NULL},
        {"model A outer Real @w; Real y = w; end A;", "nothing around", NULL},
    };
    expect_refused(table, sizeof table / sizeof *table);
}

/* Settings speak of it by its name, as of any other component; of what it lacks, and of names that nothing
 * has, they are refused. */
static void settings_reach_what_is_inner_nowhere(void **state)
{
    (void)state;
    static const char text[] = "model A " WORLD "model Two B a, b; end Two; Two two[2]; end A;";
    reading r = read_set(text, "world.g=3");
    assert_int_equal(r.status, EG_OK);
    assert_true(value_of(&r, "world.g") == 3);
    done(&r);
    r = read_set("model A model W Modelica.Blocks.Sources.Sine wave(amplitude = 1, f = 1); end W; "
                 "model B outer W w; Real y = w.wave.y; end B; B b; end A;",
                 "w.wave.amplitude=4");
    assert_int_equal(r.status, EG_OK);
    assert_true(given(&r, "w.wave.amplitude") == 4);
    done(&r);
    static const struct {
        const char *setting, *message;
    } refused[] = {{"world.h=3", "World has no \"h\""},
                   {"world=3", "\"world\" is a component"},
                   {"wordl.g=3", "A has no \"wordl\""},
                   {"two[1].a.world.g=3", "\"world\" is outer; it cannot be modified here"}};
    for (size_t i = 0; i < EG_COUNT(refused); i++) {
        r = read_set(text, refused[i].setting);
        assert_int_equal(r.status, EG_ERROR_MODEL);
        size_t told = 0;
        for (size_t k = 0; k < eg_diagnostics_count(r.diagnostics); k++)
            told += strstr(eg_diagnostics_get(r.diagnostics, k)->message, refused[i].message) != NULL;
        assert_int_equal(told, 1);
        assert_int_equal(eg_diagnostics_errors(r.diagnostics), 1);
        done(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_begin_as_their_attributes_say),
        cmocka_unit_test(elements_of_parameters_have_ranges),
        cmocka_unit_test(fill_takes_arrays),
        cmocka_unit_test(what_is_inner_nowhere_stands_in_the_model),
        cmocka_unit_test(settings_reach_what_is_inner_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
