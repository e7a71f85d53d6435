/* Conditions that change around assertions and inside when clauses; variables that are no numbers. */
#include "closed_runs.h"

#define RUN(text, ...)                                                                                       \
    do {                                                                                                     \
        static const expectation expected[] = {__VA_ARGS__};                                                 \
        run(text, expected, sizeof expected / sizeof *expected);                                             \
    } while (0)

/* 4 kg/s until 0.35 s, then 2, then 1 (the clause at 0.7 s keeps what it does not assign). */
static double filled(double t)
{
    return t < 0.35 ? 4 * t : t < 0.7 ? 1.4 + 2 * (t - 0.35) : 2.1 + (t - 0.7);
}
static double thrown(double t)
{
    return t < 0.7 ? t : 0.7 - 2 * (t - 0.7);
}

static void branches_in_when(void **state)
{
    (void)state;
    RUN("model A Real x(start = 0, fixed = true), s(start = 0, fixed = true), v(start = 1, fixed = true); "
        "discrete Real q(start = 4, fixed = true); Integer n(start = 0, fixed = true), k(start = 0, "
        "fixed = true); "
        "equation der(x) = q; der(s) = v; der(v) = 0; when sample(0.35, 0.35) then "
        "if time > 0.6 then q = 1; n = pre(n) + 1; if n > 0 then reinit(v, -2); assert(k == 1, \"k\"); "
        "end if; "
        "else q = 2; k = 1; end if; end when; end A;",
        {"x", filled}, {"s", thrown});
}

static void expect_failure(const char *text, eg_status wanted, const char *message)
{
    reading r = read_set(text, NULL);
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    bool found = false;
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(model);
    assert_int_equal(eg_simulate(model, &o, r.diagnostics, &t, NULL), wanted);
    for (size_t i = 0; i < eg_diagnostics_count(r.diagnostics); i++)
        found = found || strstr(eg_diagnostics_get(r.diagnostics, i)->message, message);
    if (*message && !found)
        fail_msg("no message says \"%s\"", message);
    eg_trajectory_free(t);
    eg_model_free(model);
    done(&r);
}

static void assertions_in_branches(void **state)
{
    (void)state;
    expect_failure("model A Real x = time; equation if x > 0.5 then assert(x < 0.7, \"too big\"); end "
                   "if; end A;",
                   EG_ERROR_SIMULATION, "at time 0.7 s assertion failed: too big");
    expect_failure("model A Real x = time; equation if x > 0.5 then assert(x < 2, \"big\"); else "
                   "assert(x < 0.6, \"small\"); end if; end A;",
                   EG_OK, "");
    expect_failure("model A Real x = time, y; equation if x > 0.5 then y = 1; assert(x < 2, \"big\"); else "
                   "assert(x > -1, \"small\"); y = 2; end if; end A;",
                   EG_OK, "");
}

static void what_is_no_number_ends_the_run(void **state)
{
    (void)state;
    expect_failure("model A Real x = sqrt(0.5 - time); end A;", EG_ERROR_SIMULATION,
                   "the variable x is not a number");
    expect_failure("model A Real y = 1/(0.5 - time); end A;", EG_ERROR_SIMULATION, "is infinite");
    expect_failure("model A function f input Real a; output Real n; algorithm n := 0; while n < a loop "
                   "n := n + 1; end while; end f; Real y = f(50 + 100*time); end A;",
                   EG_ERROR_SIMULATION, "a while loop needs more than 100 passes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_in_when),
        cmocka_unit_test(assertions_in_branches),
        cmocka_unit_test(what_is_no_number_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
