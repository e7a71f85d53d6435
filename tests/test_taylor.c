/* Polynomials of the engine exact: values, integrals, and where they fall through 0; its long steps; and its
 * queue. */
#include "engine/exact/long.h"
#include "engine/exact/queue.h"
#include "engine/exact/taylor.h"

#include "build_model.h"

#include <float.h>

/* (x - r_0)(x - r_1) ... times factor; sizes are those of the coefficients themselves. Returns the
 * degree. */
static int from_roots(double factor, const double *roots, int count, double *a, double *size)
{
    memset(a, 0, sizeof *a * (EG_TAYLOR_MAX + 1));
    a[0] = factor;
    for (int i = 0; i < count; i++) {
        for (int k = i + 1; k > 0; k--)
            a[k] = a[k - 1] - roots[i] * a[k];
        a[0] *= -roots[i];
    }
    for (int k = 0; k <= count; k++)
        size[k] = fabs(a[k]);
    return count;
}

static double fall_of(double factor, const double *roots, int count)
{
    double a[EG_TAYLOR_MAX + 1], size[EG_TAYLOR_MAX + 1];
    int degree = from_roots(factor, roots, count, a, size);
    return eg_taylor_fall(a, degree, size, degree, 0, 0);
}

static void finds_the_first_fall(void **state)
{
    (void)state;
    const double pair[] = {0.3, 0.30001}, late[] = {1.5, 2.0, -0.5}, one[] = {0.7}, both[] = {0.2, 0.6};
    NEAR(fall_of(1, pair, 2), 0.3, 1e-10); /* 1e-5 apart: an ulp of 1 over the slope */
    NEAR(fall_of(-1, one, 1), 0.7, 4 * DBL_EPSILON);
    TRUE(fall_of(1, one, 1) == 0); /* is below from the beginning */
    TRUE(fall_of(1, late, 3) > 1);
    NEAR(fall_of(1, both, 2), 0.2, 8 * DBL_EPSILON);
    ALL_WELL();
}

/* A double root is none; what gets below 0 by more than round-off is one. */
static void grazing_is_no_fall(void **state)
{
    (void)state;
    const double twice[] = {0.5, 0.5}, apart[] = {0.5 - 1e-6, 0.5 + 1e-6};
    TRUE(fall_of(1, twice, 2) > 1);
    NEAR(fall_of(1, apart, 2), 0.5 - 1e-6, 1e-9);
    ALL_WELL();
}

/* What is 0 at the beginning goes where its first coefficient says. */
static void leaves_or_rests_at_zero(void **state)
{
    (void)state;
    const double up[] = {1e-17, 1, -8}, down[] = {-1e-17, -1, 8}, flat[] = {0, 0, 1}, sinks[] = {0, 0, -1};
    const double none[] = {0, 0, 0}, size[] = {1, 8, 8}, back[] = {0, 1, -4};
    TRUE(eg_taylor_fall(up, 2, size, 2, 0, 0) <= 0.125 + 1e-15); /* x - 8 x^2 */
    NEAR(eg_taylor_fall(back, 2, size, 2, 0, 0), 0.25, 4 * DBL_EPSILON);
    TRUE(eg_taylor_fall(down, 2, size, 2, 0, 0) == 0);
    TRUE(eg_taylor_fall(flat, 2, size, 2, 0, 0) > 1);
    TRUE(eg_taylor_fall(sinks, 2, size, 2, 0, 0) == 0);
    TRUE(eg_taylor_fall(none, 2, size, 2, 0, 0) > 1);
    const double exact[] = {0, 8, 8}, sinks_later[] = {0, 1, -4}; /* no round-off at all at the beginning */
    TRUE(eg_taylor_fall(sinks, 2, exact, 2, 0, 0) == 0);
    NEAR(eg_taylor_fall(sinks_later, 2, exact, 2, 0, 0), 0.25, 4 * DBL_EPSILON);
    ALL_WELL();
}

/* A force within round-off draws it down, and a later one up: it has not fallen, and does where it comes down
 * again. */
static void noise_at_rest_is_no_fall(void **state)
{
    (void)state;
    const double size[] = {1, 1, 1e-24, 1, 1}, up[] = {1e-17, 0, -1e-24, 1, 0},
                 back[] = {1e-17, 0, -1e-24, 1, -2};
    TRUE(eg_taylor_fall(up, 4, size, 4, 0, 0) > 1);
    NEAR(eg_taylor_fall(back, 4, size, 4, 0, 0), 0.5, 16 * DBL_EPSILON);
    const double faint[] = {1e-17, 0, -1e-24, 0, 0}, down[] = {1e-17, 0, -1e-24, -1, 0};
    TRUE(eg_taylor_fall(faint, 4, size, 4, 0, 0) > 1);
    TRUE(eg_taylor_fall(down, 4, size, 4, 0, 0) == 0);
    const double still[] = {1e-17, -1e-40, 0, 0, 0}, speeds[] = {1, 1e-40, 1, 1, 1};
    TRUE(eg_taylor_fall(still, 4, speeds, 4, 0, 0) > 1);
    ALL_WELL();
}

/* Random polynomials: no sample of the part before the answer lies below 0. */
static void misses_no_root(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int run = 0; run < 3000; run++) {
        double roots[12], a[EG_TAYLOR_MAX + 1], size[EG_TAYLOR_MAX + 1], total = 0;
        int count = 1 + run % 12;
        for (int i = 0; i < count; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            roots[i] = (double)(seed >> 40) / (double)(1 << 23) - 0.5;
        }
        int degree = from_roots(count % 2 ? -1 : 1, roots, count, a, size);
        if (a[0] < 0)
            for (int k = 0; k <= degree; k++)
                a[k] = -a[k];
        for (int k = 0; k <= degree; k++)
            total += size[k];
        double x = eg_taylor_fall(a, degree, size, degree, 0, 0), end = x < 1 ? x : 1;
        for (int i = 0; i < 400; i++)
            AT_MOST(-eg_taylor_value(a, degree, end * i / 400), 100 * DBL_EPSILON * total);
        if (x <= 1)
            AT_MOST(fabs(eg_taylor_value(a, degree, x)), 100 * DBL_EPSILON * total);
    }
    ALL_WELL();
}

static void integrates_products(void **state)
{
    (void)state;
    const double p[] = {1, -4, 1}, q[] = {2, 3}, one[] = {1}, line[] = {-0.25, 1};
    double turnover, moved[3];
    /* (1 - 4x + x^2)(2 + 3x) = 2 - 5x - 10x^2 + 3x^3 */
    NEAR(eg_taylor_turnover(p, 2, q, 1, 0.5, &turnover),
         2 * 0.5 - 2.5 * 0.25 - 10.0 / 3 * 0.125 + 0.75 * 0.0625, 4 * ULP);
    NEAR(eg_taylor_turnover(one, 0, line, 1, 1, &turnover), 0.25, 4 * ULP);
    NEAR(turnover, 0.03125 + 0.28125, 1e-9);
    eg_taylor_move(p, 2, 0.5, 2, 2, moved); /* p(0.5 + 2x) = -0.75 - 6x + 4x^2 */
    NEAR(moved[0], -0.75, 4 * ULP);
    NEAR(moved[1], -6, 16 * ULP);
    NEAR(moved[2], 4, 4 * ULP);
    eg_taylor_move(p, 2, 0.5, 2, 1, moved);
    NEAR(moved[0], -0.75, 4 * ULP);
    NEAR(moved[1], -6, 16 * ULP);
    ALL_WELL();
}

/* exp(-x) by 24 terms: its slope squared is exp(-2 x). A cosine of twice the frequency needs more points, and
 * of what is not known how fast it changes the degree is low. */
static void integrates_squares_of_slopes(void **state)
{
    (void)state;
    double fades[25], swings[25], term = 1, power = 1;
    const double low[] = {3, -1, 0.5, 2}; /* (-1 + x + 6 x^2)^2 = 1 - 2x - 11x^2 + 12x^3 + 36x^4 */
    for (int k = 0; k <= 24; k++) {
        fades[k] = k % 2 ? -term : term;
        swings[k] = k % 2 ? 0 : (k % 4 ? -term : term) * power;
        term /= k + 1;
        power *= 2;
    }
    for (double x = 0.125; x <= 1; x += 0.125) {
        double polynomial = x * (1 + x * (-1 + x * (-11.0 / 3 + x * (3 + x * 7.2))));
        NEAR(eg_taylor_square_of_slope(fades, 24, x, 1), -0.5 * expm1(-2 * x), 4 * DBL_EPSILON);
        NEAR(eg_taylor_square_of_slope(swings, 24, x, 2), 2 * x - 0.5 * sin(4 * x), 16 * DBL_EPSILON);
        NEAR(eg_taylor_square_of_slope(low, 3, x, INFINITY), polynomial, 64 * DBL_EPSILON);
        NEAR(eg_taylor_integral(fades, 24, x), -expm1(-x), 4 * DBL_EPSILON);
        NEAR(eg_taylor_integral(low, 3, x), x * (3 + x * (-0.5 + x * (0.5 / 3 + x * 0.5))), 8 * DBL_EPSILON);
    }
    ALL_WELL();
}

/* A body on a spring, and beside it two bodies that a spring ties: cosines. */
static void long_steps_follow_oscillators(void **state)
{
    (void)state;
    const double mass[] = {1, 1, 2}, length = 0.25;
    const eg_long_element e[] = {{.body = {-1, 0}, .factor = {-1, 1}, .s = 1, .f_s = 4},
                                 {.body = {1, 2}, .factor = {-1, 1}, .s = 1, .f_s = 6}};
    double push[3][EG_LONG_DEGREE + 1] = {{0}}, v[3][EG_LONG_DEGREE + 1] = {{1}, {3}, {0}};
    eg_long *l = eg_long_create();
    TRUE(eg_long_step(l, 3, mass, 2, e, length, push, v) <= 1);
    for (double x = 0; x <= 1; x += 0.25) { /* 1/(1 + 1/2) is the reduced mass, so that the frequency is 3 */
        double relative = -3 * cos(3 * length * x);
        NEAR(eg_taylor_value(v[0], EG_LONG_DEGREE, x), cos(2 * length * x), 64 * DBL_EPSILON);
        NEAR(eg_taylor_value(v[1], EG_LONG_DEGREE, x), 1 - relative * 2 / 3, 64 * DBL_EPSILON);
        NEAR(eg_taylor_value(v[2], EG_LONG_DEGREE, x), 1 + relative / 3, 64 * DBL_EPSILON);
    }
    eg_long_free(l);
    ALL_WELL();
}

/* m v' = u + w t - d v on its slow solution v = (u + w t)/d - m w/d^2, however stiff; off it the step is too
 * long. */
static void long_steps_follow_what_is_smooth(void **state)
{
    (void)state;
    const double mass[] = {2}, length = 10, d = 1e9;
    const eg_long_element e[] = {{.body = {-1, 0}, .factor = {-1, 1}, .f_v = d}};
    double push[1][EG_LONG_DEGREE + 1] = {{3, 5 * length}},
                                    v[1][EG_LONG_DEGREE + 1] = {{3 / d - 10 / (d * d)}};
    double off[1][EG_LONG_DEGREE + 1] = {{1}};
    eg_long_element balanced = e[0];
    eg_long *l = eg_long_create();
    balanced.f = d * v[0][0];
    TRUE(eg_long_step(l, 1, mass, 1, &balanced, length, push, v) <= 1);
    for (double x = 0; x <= 1; x += 0.25)
        NEAR(eg_taylor_value(v[0], EG_LONG_DEGREE, x), (3 + 50 * x - 10 / d) / d, 64 * DBL_EPSILON * 53 / d);
    balanced.f = d;
    TRUE(eg_long_step(l, 1, mass, 1, &balanced, length, push, off) > 1);
    TRUE(off[0][1] == 0); /* and changes nothing */
    eg_long_free(l);
    ALL_WELL();
}

static void queue_keeps_order(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    eg_queue q;
    uint64_t seed = 7;
    TRUE(eg_queue_create(&q, COUNT));
    for (int i = 0; i < 5000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        int number = (int)((seed >> 33) % COUNT);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        eg_queue_set(&q, number, (double)((seed >> 33) % 50));
        int first = 0;
        for (int k = 1; k < COUNT; k++)
            first = eg_queue_time(&q, k) < eg_queue_time(&q, first) ? k : first;
        TRUE(eg_queue_first(&q) == first && eg_queue_earliest(&q) == eg_queue_time(&q, first));
    }
    eg_queue_free(&q);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_first_fall),
        cmocka_unit_test(grazing_is_no_fall),
        cmocka_unit_test(leaves_or_rests_at_zero),
        cmocka_unit_test(noise_at_rest_is_no_fall),
        cmocka_unit_test(misses_no_root),
        cmocka_unit_test(integrates_products),
        cmocka_unit_test(integrates_squares_of_slopes),
        cmocka_unit_test(long_steps_follow_oscillators),
        cmocka_unit_test(long_steps_follow_what_is_smooth),
        cmocka_unit_test(queue_keeps_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
