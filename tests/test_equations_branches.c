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

/* What initial() asserts is about the start that has been found, not about what is tried on the way. */
static void assertions_about_the_start(void **state)
{
    (void)state;
    expect_failure(
        "model A Real x(start = 0); initial equation x^3 + x = 10; equation der(x) = 1; when initial() "
        "then assert(x > 1.9 and x < 2.1, \"not 2\"); end when; end A;",
        EG_OK, "");
    expect_failure(
        "model A Real x(start = 0); initial equation x^3 + x = 10; equation der(x) = 1; when initial() "
        "then assert(x > 3, \"below 3\"); end when; end A;",
        EG_ERROR_MODEL, "at time 0 s assertion failed: below 3");
}

static void what_is_no_number_ends_the_run(void **state)
{
    (void)state;
    expect_failure("model A Real x = sqrt(0.5 - time); end A;", EG_ERROR_SIMULATION,
                   "the variable x is not a number");
    expect_failure("model A Real y = 1/(0.5 - time); end A;", EG_ERROR_SIMULATION, "is infinite");
    expect_failure("model A function f input Real a; output Real n; algorithm n := 0; while n < a loop "
                   "n := n + (if a < 100 then 1 else 0); end while; end f; Real y = f(50 + 100*time); end A;",
                   EG_ERROR_SIMULATION, "this loop does not end: it has made 1000000 passes");
    /* jumps where nothing is an event, and more than the equation has a solution for */
    expect_failure("model A function f input Real x; output Real y = 0; protected Real r = x; algorithm "
                   "while r > 1 loop y := y + r; r := r/2; end while; end f; "
                   "Real x(start = 0.5, fixed = true), y; equation der(x) = 1; y = f(x) + 0.3*y^2; end A;",
                   EG_ERROR_SIMULATION, "the simulation stopped at t = 0.5");
}

static double told(double t)
{
    return 2 + 0 * t;
}
static double told_twice(double t)
{
    return 7 * t;
}
static double sine(double t)
{
    return sin(t);
}

/* derivative(noDerivative = ...): what is told of a function, not what follows from its statements. */
static void derivatives_that_are_told(void **state)
{
    (void)state;
    RUN("model A function p input Real q[3]; input Real d; output Real s; algorithm s := q[1]; "
        "annotation(Inline = false, derivative(noDerivative = q) = dp); end p; "
        "function dp input Real q[3]; input Real d, dd; output Real v; algorithm v := q[2]; "
        "annotation(derivative(noDerivative = q, order = 2) = ddp); end dp; "
        "function ddp input Real q[3]; input Real d, dd, d3; output Real a; algorithm a := q[3]*d*dd; "
        "end ddp; "
        "Real x = p({sin(time), 2, 7}, time), v = der(x), a = der(v); end A;",
        {"x", sine}, {"v", told}, {"a", told_twice});
}

static double sampled(double t) /* 1 from 0.1 s on: the sample at 0.1 sees the step at 0.1 */
{
    return t < 0.1 ? 0 : t - 0.1;
}

/* 10*0.01 is 0.1. An input of one's own class that nothing is connected to, given by an equation. */
static void samples_meet_steps(void **state)
{
    (void)state;
    RUN("model A block B Modelica.Blocks.Interfaces.RealInput u; Modelica.Blocks.Interfaces.RealInput w; "
        "discrete Real q(start = 0, fixed = true); equation w = 0; when sample(0.01, 0.01) then q = u + w; "
        "end when; end B; B b; Modelica.Blocks.Sources.Step s(startTime = 0.1); "
        "Real x(start = 0, fixed = true); equation connect(s.y, b.u); der(x) = b.q; end A;",
        {"x", sampled});
}

/* What has no value in a branch that is never taken, with rising = 0 and trapezoids, does no harm there. */
static double one_behind(double t)
{
    return t < 0.5 ? 2 * t : 1;
}
static double one_more(double t)
{
    return 1 + t;
}

static double one_in_all(double t)
{
    return t;
}
static double one_always(double t)
{
    (void)t;
    return 1;
}

static void branches_that_are_never_taken(void **state)
{
    (void)state;
    RUN("model A parameter Real rising = 0; Real y, w, a, x(start = 1, fixed = true); "
        "function f input Real u; input Real r; output Real z; "
        "algorithm if u < -1 then z := sqrt(-1 - r)/r; else z := u; end if; end f; "
        "equation y = if time < rising then time/rising elseif time < 0.5 then 2*time else 1; "
        "w = if time > 2 then 1/rising + sqrt(-1 - rising) + log(rising) + x/rising else f(x, rising); "
        "if time > 3 then a = x/rising; else a = x; end if; "
        "der(x) = if x > 9 then (1/rising)*x else a/x; end A;",
        {"y", one_behind}, {"w", one_more}, {"a", one_more}, {"x", one_more});
    /* whole numbers of what has no value are no steps, until they count */
    RUN("model A parameter Real T = 0; Real x(start = 0, fixed = true), y; Integer k, n; "
        "algorithm k := 1; if time > 2 then k := integer(time/T); end if; y := k; "
        "equation n = if x > 5 then integer(x/T) + mod(integer(x/T), 3) else 1; der(x) = y*n; end A;",
        {"x", one_in_all}, {"k", one_always});
    expect_failure("model A parameter Real T = 0; Real x(start = 0, fixed = true), y; "
                   "equation y = if time > 0.5 then floor(time/T) else 1; der(x) = y; end A;",
                   EG_ERROR_SIMULATION, "the variable y is infinite");
    reading r = read_set("model A parameter Real r = 0; Real y = time/r; end A;", NULL);
    assert_int_equal(r.status, EG_ERROR_MODEL);
    done(&r);
    expect_failure("model A parameter Real r = 0; Real y = if time < 0.5 then 1 else (1 + time)/r; end A;",
                   EG_ERROR_SIMULATION, "the variable y is infinite");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_in_when),
        cmocka_unit_test(assertions_in_branches),
        cmocka_unit_test(assertions_about_the_start),
        cmocka_unit_test(what_is_no_number_ends_the_run),
        cmocka_unit_test(derivatives_that_are_told),
        cmocka_unit_test(samples_meet_steps),
        cmocka_unit_test(branches_that_are_never_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
