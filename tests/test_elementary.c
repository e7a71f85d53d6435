/* Exponentials and waves of many numbers (base/elementary.h) against the C library's in more digits, and each
 * number's bits alone against those that it has beside others. */
#include "base/elementary.h"

#include "build_model.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Numbers between 0 and 1 that look random. */
static double draw(long i, double step)
{
    const double x = 0.6 + (double)i * step;
    return x - floor(x);
}

/* The distance of two neighbours at x. */
static double ulp(double x)
{
    int power;
    (void)frexp(x, &power);
    return ldexp(1.0, (x == 0.0 ? DBL_MIN_EXP : power) - DBL_MANT_DIG);
}

/* Sizes from 1e-9 up to `most`, of either sign. */
static double number(long i, double most)
{
    const double size = most * pow(1e-9 / most, draw(i, 0.6180339887498949));
    return draw(i, 0.7548776662466927) < 0.5 ? -size : size;
}

/* Of exp(x) = 2^k (1 + (r + q)), |r + q| < 0.42: half an ulp of the last sum, which is at least 0.7, so that
 * an ulp is DBL_EPSILON/2; of r + q half an ulp of less than 0.5, a quarter of that; of q, less than 0.07
 * and made of some twelve roundings that each count by what is left of the series, less than an eighth.
 * The oracle has eleven more bits. */
static void exponentials(void **state)
{
    (void)state;
    const double bound = 0.5 + 0.25 + 0.125 + 0x1p-10;
    for (long i = 0; i < 400000; i++) {
        const double x = number(i, 700.0);
        double e;
        eg_exponentials(1, &x, &e);
        const long double off = fabsl((long double)e - expl(x));
        if (off > (long double)(bound * ulp(e)))
            fail_msg("exp(%.17g) is %.17g, %.3Lf ulp off", x, e, off / ulp(e));
    }
}

/* The same count: of sin(r) = r + q, |q| < 0.08, half an ulp, and of q's roundings less than 0.08*3 ulp of
 * what may be half as large as the sum's; cos(r) keeps what 1 - r^2/2 rounds off. What r is off by beside
 * its rest is some 2^-70, of which nothing is left beside an ulp but next to a root. */
static void waves(void **state)
{
    (void)state;
    const double bound = 0.5 + 0.3 + 0x1p-10;
    const long double pi = 3.14159265358979323846264338327950288L;
    for (long i = 0; i < 400000; i++) {
        const double near = (double)(pi / 4 * floorl(draw(i, 0.5698402909980532) * 1e6L));
        const double x = i % 4 == 0 ? near : number(i, 0x1p20);
        double c, s;
        eg_waves(1, &x, &c, &s);
        const long double off_c = fabsl((long double)c - cosl(x)), off_s = fabsl((long double)s - sinl(x));
        if (off_c > (long double)fmax(bound * ulp(c), 0x1p-69))
            fail_msg("cos(%.17g) is %.17g, %.3Lf ulp off", x, c, off_c / ulp(c));
        if (off_s > (long double)fmax(bound * ulp(s), 0x1p-69))
            fail_msg("sin(%.17g) is %.17g, %.3Lf ulp off", x, s, off_s / ulp(s));
    }
}

/* Beyond what is reckoned, and what is no number. */
static void beyond(void **state)
{
    (void)state;
    const double x[] = {710.0, -710.0, -745.0, -1e300, 1e300, INFINITY, -INFINITY, NAN, 0.0, 1.5e6, -1e22};
    enum { COUNT = sizeof x / sizeof *x };
    double e[COUNT], c[COUNT], s[COUNT];
    eg_exponentials(COUNT, x, e);
    eg_waves(COUNT, x, c, s);
    for (int i = 0; i < COUNT; i++) {
        TRUE(e[i] == exp(x[i]) || isnan(x[i]));
        TRUE(isnan(e[i]) == isnan(x[i]) && isnan(c[i]) == !isfinite(x[i]) && isnan(s[i]) == !isfinite(x[i]));
        if (isfinite(x[i])) {
            TRUE(fabsl((long double)c[i] - cosl(x[i])) <= 1e-16L);
            TRUE(fabsl((long double)s[i] - sinl(x[i])) <= 1e-16L);
        }
    }
    TRUE(e[8] == 1.0 && c[8] == 1.0 && s[8] == 0.0);
}

/* Alone, and at each place among others, one of which is out of reach. */
static void bits_are_ones_own(void **state)
{
    (void)state;
    enum { MOST = 37 };
    double x[MOST], e[MOST], c[MOST], s[MOST];
    for (int count = 1; count <= MOST; count++)
        for (long round = 0; round < 50; round++) {
            for (int i = 0; i < count; i++)
                x[i] = number(100 * round + i, 600.0);
            x[round % count] = round % 2 == 0 ? 1e9 : x[round % count];
            eg_exponentials(count, x, e);
            eg_waves(count, x, c, s);
            for (int i = 0; i < count; i++) {
                double alone[3];
                alone[0] = eg_exponential(x[i]);
                eg_wave(x[i], &alone[1], &alone[2]);
                TRUE(memcmp(&alone[0], &e[i], sizeof e[i]) == 0);
                TRUE(memcmp(&alone[1], &c[i], sizeof c[i]) == 0);
                TRUE(memcmp(&alone[2], &s[i], sizeof s[i]) == 0);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponentials),
        cmocka_unit_test(waves),
        cmocka_unit_test(beyond),
        cmocka_unit_test(bits_are_ones_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
