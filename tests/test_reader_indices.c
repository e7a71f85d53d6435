/* Loops and arrays whose indices are given by types or by use, and sizes that follow from values. */
#include "reading.h"

/* A text with one error, at the place that an @ marks. */
static void expect_error(const char *text, const char *message)
{
    const bad_text bad = {text, message, NULL};
    expect_refused(&bad, 1);
}

/* What a function of this body computes of {1, 2, 3}; beside it stand arrays whose indices are types. */
static double result_of(const char *body)
{
    char text[2000];
    snprintf(
        text, sizeof text,
        "model A type E = enumeration(a, b, c); function f input Real u[:]; output Real y = 0; %s end f; "
        "parameter Real v = f({1, 2, 3}); "
        "parameter Real by_type[E] = {10, 20, 30}; parameter Real truth[2, Boolean] = {{1, 2}, {3, 4}}; "
        "parameter Real b = by_type[E.b]; parameter Real t = truth[2, true]; "
        "parameter Real from[:] = by_type[E.b:E.c]; parameter Real all = sum(Integer(i) for i in E); end A;",
        body);
    reading r = read_good(text);
    double v = value_of(&r, "v");
    assert_true(value_of(&r, "b") == 20.0);
    assert_true(value_of(&r, "t") == 4.0);
    assert_true(value_of(&r, "from[2]") == 30.0);
    assert_true(value_of(&r, "all") == 6.0);
    done(&r);
    return v;
}

static void loops_without_a_range_run_through_the_indices(void **state)
{
    (void)state;
    assert_true(result_of("algorithm for i loop y := y + i*u[i]; end for;") == 14.0);
    /* the first place counts, also inside of other loops; a hidden name does not */
    assert_true(
        result_of("protected Real m[2, size(u, 1)]; algorithm for i in 1:2, j loop m[i, j] := i*u[j]; "
                  "end for; y := sum(m[i, j] for i, j);") == 18.0);
    assert_true(result_of("protected Real m[2]; algorithm for i loop for i in 1:2 loop m[i] := 1; end for; "
                          "y := y + u[i]; end for;") == 6.0);
    assert_true(result_of("algorithm y := sum(u[i]*u[size(u, 1) + 1 - i] for i);") == 10.0);
}

static void literals_and_truth_values_are_indices(void **state)
{
    (void)state;
    assert_true(
        result_of("protected Real m[Boolean]; algorithm for b in Boolean loop m[b] := if b then 5 else 2; "
                  "end for; y := m[false] + 10*m[true];") == 52.0);
    reading r = read_good("model A type E = enumeration(a, b, c); Real x[E, Boolean]; equation for i, j loop "
                          "x[i, j] = Integer(i)*(if j then 10 else 1); end for; "
                          "for e in E.a:E.b loop assert(x[e, true] > 5, \"x\"); end for; end A;");
    done(&r);
    expect_error("model A type E = enumeration(a, b, c); parameter Real x[4] = {1, 2, 3, 4}; "
                 "parameter Real y = x[@E.b]; end A;",
                 "a subscript is an Integer");
    expect_error("model A Real x[2]; equation for @i loop x[1] = i; end for; end A;", "needs a range");
}

static void open_dimensions_follow_from_values(void **state)
{
    (void)state;
    reading r = read_good(
        "model A parameter Integer n = 3; Real x[:] = {time, 2*time}; Real y[:, :] = fill(time, n, 2); "
        "Real z[:] = cat(1, x, y[:, 1]); parameter Real size_of_z = size(z, 1); "
        "model B Real w[:] = {1}; end B; B b(w = z); B c[2](w = {{1, 2}, {3, time}}); "
        "parameter Real of_b = size(b.w, 1), of_c = size(c[2].w, 1); end A;");
    assert_true(value_of(&r, "size_of_z") == 5.0);
    assert_true(value_of(&r, "of_b") == 5.0);
    assert_true(value_of(&r, "of_c") == 2.0);
    done(&r);
    expect_error("model A Real @x[:]; equation x[1] = 1; end A;", "no value from which it follows");
    expect_error("model A Real @x[:, :] = {1, time}; end A;", "fewer dimensions");
}

/* The message is made where the claim does not hold, and nowhere else. */
static void messages_of_claims_that_hold_are_not_made(void **state)
{
    (void)state;
#define CLAIM(condition)                                                                                     \
    "model A function f output String s = \"no\"; algorithm @assert(false, \"made\"); end f; "               \
    "parameter Real k = 1; equation assert(" condition ", f()); end A;"
    char text[] = CLAIM("k > 0");
    int line, column;
    take_mark(text, &line, &column);
    reading r = read_good(text);
    done(&r);
    expect_error(CLAIM("k < 0"), "made");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_without_a_range_run_through_the_indices),
        cmocka_unit_test(literals_and_truth_values_are_indices),
        cmocka_unit_test(open_dimensions_follow_from_values),
        cmocka_unit_test(messages_of_claims_that_hold_are_not_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
