/* Every order condition of the coefficients of the engine `erk`, for all 200 rooted trees of up to eight
 * nodes.
 *
 * For a tree t of order r(t) with density gamma(t), the elementary weight of a stage is Phi(t) = product over
 * the branches of (sum over j of a_ij Phi_j(branch)); a point at the part x of the step has order p if sum
 * over i of b_i Phi_i(t) = x^r/gamma for all trees of order up to p (Butcher 1963; Hairer, Noersett and
 * Wanner, Solving Ordinary Differential Equations I, section II.2). Rounding: the same sums over absolute
 * values bound what the rounding of the coefficients, to half an ulp each, and of the sums can do; a branch
 * adds no more than the number of terms plus its depth, below 64 ulp altogether. */
#include "engine/erk/table.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { ORDER = 9, MOST_TREES = 500, BRANCHES = 8 };

typedef struct tree {
    int order, branches, branch[BRANCHES]; /* indices of smaller trees, descending */
    double density;
} tree;

static tree trees[MOST_TREES];
static int tree_count, first_of[ORDER + 2];
/* Elementary weights of the stages, and the sums of absolute values. */
static double phi[EG_ERK_STAGES][MOST_TREES], size[EG_ERK_STAGES][MOST_TREES];

/* ---------------------------------------------------------------- trees */

/* Adds all trees that complete `t` with branches of `rest` nodes, none of a higher index than `most`. */
static void grow(tree t, int rest, int most)
{
    if (rest == 0) {
        t.density = t.order;
        for (int i = 0; i < t.branches; i++)
            t.density *= trees[t.branch[i]].density;
        trees[tree_count++] = t;
        return;
    }
    for (int k = most; k >= 0; k--)
        if (trees[k].order <= rest) {
            tree next = t;
            next.branch[next.branches++] = k;
            grow(next, rest - trees[k].order, k);
        }
}

static void make_trees(void)
{
    tree_count = 0;
    for (int order = 1; order <= ORDER; order++) {
        first_of[order] = tree_count;
        grow((tree){.order = order}, order - 1, tree_count - 1);
    }
    first_of[ORDER + 1] = tree_count;
}

/* ---------------------------------------------------------------- elementary weights */

static void weigh_stage(int i)
{
    for (int t = 0; t < tree_count; t++) {
        phi[i][t] = size[i][t] = 1.0;
        for (int b = 0; b < trees[t].branches; b++) {
            double sum = 0.0, sizes = 0.0;
            for (int k = eg_erk_start[i]; k < eg_erk_start[i + 1]; k++) {
                sum += eg_erk_a[k].a * phi[eg_erk_a[k].stage][trees[t].branch[b]];
                sizes += fabs(eg_erk_a[k].a) * size[eg_erk_a[k].stage][trees[t].branch[b]];
            }
            phi[i][t] *= sum;
            size[i][t] *= sizes;
        }
    }
}

static int set_up(void **state)
{
    (void)state;
    make_trees();
    for (int i = 0; i < EG_ERK_STAGES; i++)
        weigh_stage(i);
    return 0;
}

/* How far the weights b are from order `order` at x, in units of rounding: at most 1 when they have it. */
static double off(const double *b, int order, double x)
{
    double most = 0.0;
    for (int t = first_of[order]; t < first_of[order + 1]; t++) {
        double sum = 0.0, sizes = 0.0;
        for (int i = 0; i < EG_ERK_STAGES; i++) {
            sum += b[i] * phi[i][t];
            sizes += fabs(b[i]) * size[i][t];
        }
        double error = fabs(sum - pow(x, order) / trees[t].density);
        most = fmax(most, error / (64.0 * DBL_EPSILON * fmax(sizes, 1e-300)));
    }
    return most;
}

static void check_order(const double *b, int order, double x, const char *what, int i)
{
    for (int r = 1; r <= order; r++)
        if (!(off(b, r, x) <= 1.0)) {
            print_error("%s %d: order %d at %g is %g roundings off\n", what, i, r, x, off(b, r, x));
            fail();
        }
}

static void row(int i, double *b)
{
    memset(b, 0, EG_ERK_STAGES * sizeof *b);
    for (int k = eg_erk_start[i]; k < eg_erk_start[i + 1]; k++)
        b[eg_erk_a[k].stage] = eg_erk_a[k].a;
}

/* ---------------------------------------------------------------- */

static void trees_are_as_many_as_known(void **state)
{
    (void)state;
    const int known[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
    for (int r = 1; r <= ORDER; r++)
        assert_int_equal(first_of[r + 1] - first_of[r], known[r - 1]);
}

static void the_step_has_order_eight(void **state)
{
    (void)state;
    double b[EG_ERK_STAGES];
    row(EG_ERK_STEP, b);
    check_order(b, 8, 1.0, "row", EG_ERK_STEP);
    assert_true(off(b, 9, 1.0) > 1e6);
}

static void stages_stand_where_they_say(void **state)
{
    (void)state;
    double b[EG_ERK_STAGES];
    for (int i = 1; i < EG_ERK_STAGES; i++) {
        row(i, b);
        check_order(b, 1, eg_erk_c[i], "stage", i);
        for (int k = eg_erk_start[i]; k < eg_erk_start[i + 1]; k++)
            assert_true(eg_erk_a[k].stage < i);
    }
}

static void further_stages_have_order_six_and_seven(void **state)
{
    (void)state;
    double b[EG_ERK_STAGES];
    for (int i = EG_ERK_STEP + 1; i < EG_ERK_STAGES; i++) {
        row(i, b);
        check_order(b, i < 16 ? 6 : 7, eg_erk_c[i], "stage", i);
        assert_true(off(b, i < 16 ? 7 : 8, eg_erk_c[i]) > 1e3);
    }
}

/* The weights of the dense output at x, and those of its derivative, if asked for. */
static void dense_weights(double x, double *b, double *slope)
{
    double end[EG_ERK_STAGES], value[EG_ERK_DEGREE + 1], rate[EG_ERK_DEGREE + 1] = {0.0, 2.0};
    const double z = 2.0 * x - 1.0;
    row(EG_ERK_STEP, end);
    value[0] = 1.0;
    value[1] = z;
    for (int k = 2; k <= EG_ERK_DEGREE; k++) {
        value[k] = 2.0 * z * value[k - 1] - value[k - 2];
        rate[k] = 4.0 * value[k - 1] + 2.0 * z * rate[k - 1] - rate[k - 2];
    }
    memset(b, 0, EG_ERK_STAGES * sizeof *b);
    memset(slope, 0, EG_ERK_STAGES * sizeof *slope);
    for (int k = 0; k <= EG_ERK_DEGREE; k++) {
        for (int j = 0; j < EG_ERK_NODES; j++) {
            b[eg_erk_node[j]] += value[k] * eg_erk_dense[k][j];
            slope[eg_erk_node[j]] += rate[k] * eg_erk_dense[k][j];
        }
        for (int i = 0; i < EG_ERK_STAGES; i++) {
            b[i] += value[k] * eg_erk_dense[k][EG_ERK_NODES] * end[i];
            slope[i] += rate[k] * eg_erk_dense[k][EG_ERK_NODES] * end[i];
        }
    }
}

/* A polynomial of degree 8 that has an order at more than 9 points has it everywhere. */
static void the_dense_output_has_order_eight(void **state)
{
    (void)state;
    double b[EG_ERK_STAGES], slope[EG_ERK_STAGES];
    for (int j = 0; j <= 20; j++) {
        dense_weights(0.05 * j, b, slope);
        if (j == 0)
            for (int i = 0; i < EG_ERK_STAGES; i++)
                assert_true(fabs(b[i]) <= 64.0 * DBL_EPSILON);
        else
            check_order(b, 8, 0.05 * j, "dense output", j);
    }
}

/* It begins and ends as the step does, with its derivatives, and passes its nodes with theirs. */
static void the_dense_output_fits_its_data(void **state)
{
    (void)state;
    double b[EG_ERK_STAGES], slope[EG_ERK_STAGES], end[EG_ERK_STAGES];
    row(EG_ERK_STEP, end);
    dense_weights(1.0, b, slope);
    for (int i = 0; i < EG_ERK_STAGES; i++)
        assert_true(fabs(b[i] - end[i]) <= 64.0 * DBL_EPSILON * 6.0); /* the largest weight is 5.8 */
    for (int j = 0; j < EG_ERK_NODES; j++) {
        dense_weights(eg_erk_c[eg_erk_node[j]], b, slope);
        for (int i = 0; i < EG_ERK_STAGES; i++) /* rates of T_k grow like k^2: 64 at most */
            assert_true(fabs(slope[i] - (i == eg_erk_node[j])) <= 64.0 * 64.0 * DBL_EPSILON * 6.0);
    }
}

/* What the estimates measure: the difference from formulas of order 5 and 3. */
static void error_estimates_have_their_orders(void **state)
{
    (void)state;
    double fifth[EG_ERK_STAGES] = {0.0}, third[EG_ERK_STAGES] = {0.0}, end[EG_ERK_STAGES];
    row(EG_ERK_STEP, end);
    for (int m = 0; m < EG_ERK_ERRORS; m++) {
        fifth[eg_erk_error[m].stage] = end[eg_erk_error[m].stage] - eg_erk_error[m].fifth;
        third[eg_erk_error[m].stage] = end[eg_erk_error[m].stage] - eg_erk_error[m].third;
    }
    check_order(fifth, 5, 1.0, "estimate", 5);
    check_order(third, 3, 1.0, "estimate", 3);
    assert_true(off(fifth, 6, 1.0) > 1e3);
    assert_true(off(third, 4, 1.0) > 1e3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_as_many_as_known),
        cmocka_unit_test(the_step_has_order_eight),
        cmocka_unit_test(stages_stand_where_they_say),
        cmocka_unit_test(further_stages_have_order_six_and_seven),
        cmocka_unit_test(the_dense_output_has_order_eight),
        cmocka_unit_test(the_dense_output_fits_its_data),
        cmocka_unit_test(error_estimates_have_their_orders),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
