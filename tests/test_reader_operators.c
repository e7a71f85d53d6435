/* Operators and functions of arrays: "and", "or", "not" element by element, powers of matrices, matrices of
 * truth values, skew; in parameters and in equations. */
#include "reading.h"
#include "run_text.h"

static void truth_values_are_joined_element_by_element(void **state)
{
    (void)state;
    reading r =
        read_good("model A parameter Boolean p[3] = {true, false, true}; parameter Boolean q[3] = not p; "
                  "parameter Boolean both[3] = p and {true, true, false}; "
                  "parameter Boolean one[2, 2] = [true, false; false, false] or not fill(true, 2, 2); "
                  "parameter Boolean decided = false and 1 / 0 > 1; end A;");
    static const double q[] = {0, 1, 0}, both[] = {1, 0, 0}, one[] = {1, 0, 0, 0};
    char path[40];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "q[%d]", i + 1);
        assert_true(value_of(&r, path) == q[i]);
        snprintf(path, sizeof path, "both[%d]", i + 1);
        assert_true(value_of(&r, path) == both[i]);
    }
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "one[%d,%d]", i / 2 + 1, i % 2 + 1);
        assert_true(value_of(&r, path) == one[i]);
    }
    done(&r);
}

/* x = exp(-t) falls through 0.5 at t = log(2). */
static void and_in_equations(void **state)
{
    (void)state;
    rig r = run_text("Real x(start = 1, fixed = true); Boolean b[2] = {x > 0.5, time > 0.25} and "
                     "not {false, x < 0.5}; Boolean c[2, 1] = [x > 0.5; false] or [false; time > 0.25]; "
                     "equation der(x) = -x;",
                     1.0);
    static const struct {
        double time, b1, b2, c1, c2;
    } rows[] = {{0.1, 1, 0, 1, 0}, {0.5, 1, 1, 1, 1}, {0.8, 0, 0, 0, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(value(&r, "b[1]", rows[i].time) == rows[i].b1);
        assert_true(value(&r, "b[2]", rows[i].time) == rows[i].b2);
        assert_true(value(&r, "c[1,1]", rows[i].time) == rows[i].c1);
        assert_true(value(&r, "c[2,1]", rows[i].time) == rows[i].c2);
    }
    rig_release(&r);
}

/* Fibonacci's numbers; and a rotation by t, five times, is one by 5 t. */
static void matrices_have_powers(void **state)
{
    (void)state;
    rig r =
        run_text("parameter Integer m[2, 2] = [1, 1; 1, 0]^30; parameter Real one[2, 2] = [2, 3; 4, 5]^0; "
                 "Real turned[2, 2] = [cos(time), -sin(time); sin(time), cos(time)]^5; "
                 "Real same[2, 2] = [time, 1; 2, 3]^1; Real none[2, 2] = [time, 1; 2, 3]^0;",
                 1.0);
    reading p = read_good("model A parameter Integer m[2, 2] = [1, 1; 1, 0]^30; "
                          "parameter Real one[2, 2] = [2, 3; 4, 5]^0; end A;");
    assert_true(value_of(&p, "m[1,1]") == 1346269.0 && value_of(&p, "m[2,1]") == 832040.0);
    assert_true(value_of(&p, "one[1,1]") == 1.0 && value_of(&p, "one[1,2]") == 0.0);
    done(&p);
    /* five products of numbers up to 1, two sums each */
    NEAR(value(&r, "turned[1,1]", 1.0), cos(5.0), 20 * 2.3e-16);
    NEAR(value(&r, "turned[2,1]", 1.0), sin(5.0), 20 * 2.3e-16);
    assert_true(value(&r, "same[1,1]", 1.0) == 1.0 && value(&r, "same[2,2]", 1.0) == 3.0);
    assert_true(value(&r, "none[1,1]", 1.0) == 1.0 && value(&r, "none[1,2]", 1.0) == 0.0);
    ALL_WELL();
    rig_release(&r);
}

static void skew_is_the_cross_product(void **state)
{
    (void)state;
    reading r = read_good("model A parameter Real x[3] = {2, 3, 5}, y[3] = {7, 11, 13}, s[3] = skew(x)*y; "
                          "parameter Real flat[1, 2] = matrix(fill(4, 1, 2, 1)); end A;");
    assert_true(value_of(&r, "s[1]") == 3 * 13 - 5 * 11);
    assert_true(value_of(&r, "s[2]") == 5 * 7 - 2 * 13);
    assert_true(value_of(&r, "s[3]") == 2 * 11 - 3 * 7);
    assert_true(value_of(&r, "flat[1,2]") == 4);
    done(&r);
}

static void homotopy_takes_names(void **state)
{
    (void)state;
    reading r = read_good("model A parameter Real p = homotopy(simplified = 2, actual = 3); end A;");
    assert_true(value_of(&r, "p") == 3);
    done(&r);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const bad_text table[] = {
        {"model A parameter Boolean b[2] = {true, false} and @{true, true, true}; end A;", "cannot join",
         NULL},
        {"model A Boolean b[2] = {time > 1, false} or (time @> 2); end A;", "cannot join", NULL},
        {"model A parameter Boolean b[2] = not @{1, 2}; end A;", "Integer array", NULL},
        {"model A parameter Real m[2, 2] = [1, 2; 3, 4]@^0.5; end A;", "cannot join", NULL},
        {"model A parameter Real m[2, 2] = [1, 2; 3, 4]@^(-1); end A;", "cannot join", NULL},
        {"model A parameter Real m[2, 3] = [1, 2, 3; 4, 5, 6]@^2; end A;", "cannot join", NULL},
        {"model A parameter Boolean m[1, 2] = [true, @1]; end A;", "does not fit", NULL},
    };
    expect_refused(table, sizeof table / sizeof *table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truth_values_are_joined_element_by_element),
        cmocka_unit_test(and_in_equations),
        cmocka_unit_test(matrices_have_powers),
        cmocka_unit_test(skew_is_the_cross_product),
        cmocka_unit_test(homotopy_takes_names),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
