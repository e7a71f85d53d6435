/* Sensitivities of models whose motion is known in closed form. */
#include "sensitivity_cases.h"

#include "near.h"

/* Runs of engines with a tolerance are made at 1e-10, and are to be good to a hundred of these; the engine
 * exact has nothing but the round-off of some thousand operations, which events may multiply by some ten. */
static const double tolerance = 1e-10, by_tolerance = 1e-8, by_exact = 1e-11;

static void tell(const eg_diagnostics *d)
{
    char text[1000];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        print_error("%s\n", text);
    }
}

static int check(const truth_case *c, const char *engine, int adjoint, double most)
{
    eg_diagnostics *d = eg_diagnostics_create();
    const double error = truth_error(c, engine, adjoint, tolerance, d);
    const int is_wrong = !(error >= 0 && error <= most);
    if (is_wrong) {
        print_error("%s, %s%s: %.3g, at most %.3g\n", c->name, engine, adjoint ? " backward" : "", error,
                    most);
        tell(d);
    }
    eg_diagnostics_free(d);
    return is_wrong;
}

static void all_by(const char *engine, int adjoint, double most)
{
    int wrong = 0;
    for (int i = 0; i < TRUTH_CASES; i++)
        if (truth_takes(&truth_cases[i], engine))
            wrong += check(&truth_cases[i], engine, adjoint, most);
    assert_int_equal(wrong, 0);
}

static void by_the_engine_exact(void **state)
{
    (void)state;
    all_by("exact", 0, by_exact);
}

static void by_the_engine_erk(void **state)
{
    (void)state;
    all_by("erk", 0, by_tolerance);
}

static void by_the_engine_irk(void **state)
{
    (void)state;
    all_by("irk", 0, by_tolerance);
}

static void by_the_engine_auto(void **state)
{
    (void)state;
    all_by("auto", 0, by_tolerance);
}

static void backward(void **state)
{
    (void)state;
    all_by("exact", 1, by_exact);
    all_by("erk", 1, by_tolerance);
    all_by("auto", 1, by_tolerance);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_the_engine_exact),
        cmocka_unit_test(by_the_engine_erk),
        cmocka_unit_test(by_the_engine_irk),
        cmocka_unit_test(by_the_engine_auto),
        cmocka_unit_test(backward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
