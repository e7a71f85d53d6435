/* Linear systems that come again: with the same values, with others, singular in between. */
#include "network/solve/linear.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* (a, 1; 1, b), by columns. */
static const int start[] = {0, 2, 4}, row[] = {0, 1, 0, 1};
static const eg_pattern full = {2, 4, start, row};

/* Solves for (1, 0): with the determinant ab - 1 that is (b, -1)/(ab - 1), exact for such numbers. */
static void assert_solves(eg_linear *l, double a, double b)
{
    const double values[] = {a, 1.0, 1.0, b};
    double x[] = {1.0, 0.0};
    int column = -1;
    assert_int_equal(eg_linear_factor(l, &full, 1, values, &column), 0);
    eg_linear_solve(l, x);
    assert_true(x[0] == b / (a * b - 1.0) && x[1] == -1.0 / (a * b - 1.0));
}

static void what_is_solved_is_the_matrix_of_the_last_call(void **state)
{
    (void)state;
    const double singular[] = {1.0, 1.0, 1.0, 1.0};
    eg_linear *l = eg_linear_create();
    assert_non_null(l);
    assert_solves(l, 2.0, 1.0);
    assert_solves(l, 2.0, 1.0);
    assert_solves(l, 4.0, 0.75);
    for (int turn = 0; turn < 2; turn++) {
        int column = -1;
        assert_int_equal(eg_linear_factor(l, &full, 1, singular, &column), 1);
        assert_in_range(column, 0, 1);
    }
    assert_solves(l, 4.0, 0.75);
    assert_solves(l, 2.0, 1.0);
    eg_linear_free(l);
}

/* Another structure with the same entries: (0, 2; 1, 0). */
static void another_pattern_is_another_matrix(void **state)
{
    (void)state;
    const int diagonal_start[] = {0, 1, 2}, diagonal_row[] = {0, 1}, crossed_row[] = {1, 0};
    const eg_pattern diagonal = {2, 2, diagonal_start, diagonal_row},
                     crossed = {2, 2, diagonal_start, crossed_row};
    const double values[] = {1.0, 2.0};
    double x[] = {4.0, 6.0};
    int column = -1;
    eg_linear *l = eg_linear_create();
    assert_non_null(l);
    assert_int_equal(eg_linear_factor(l, &diagonal, 1, values, &column), 0);
    assert_int_equal(eg_linear_factor(l, &crossed, 2, values, &column), 0);
    eg_linear_solve(l, x);
    assert_true(x[0] == 6.0 && x[1] == 2.0);
    eg_linear_free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_solved_is_the_matrix_of_the_last_call),
        cmocka_unit_test(another_pattern_is_another_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
