/* Polynomials on [0, 1]; taylor.h says what is done and why it is certain. */
#include "engine/exact/taylor.h"

#include "engine/exact/four.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

const double eg_taylor_inverse[2 * EG_TAYLOR_MAX + 2] = {
    0,        1,        1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,  1.0 / 8,
    1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15, 1.0 / 16, 1.0 / 17,
    1.0 / 18, 1.0 / 19, 1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23, 1.0 / 24, 1.0 / 25, 1.0 / 26,
    1.0 / 27, 1.0 / 28, 1.0 / 29, 1.0 / 30, 1.0 / 31, 1.0 / 32, 1.0 / 33, 1.0 / 34, 1.0 / 35,
    1.0 / 36, 1.0 / 37, 1.0 / 38, 1.0 / 39, 1.0 / 40, 1.0 / 41, 1.0 / 42, 1.0 / 43, 1.0 / 44,
    1.0 / 45, 1.0 / 46, 1.0 / 47, 1.0 / 48, 1.0 / 49, 1.0 / 50, 1.0 / 51, 1.0 / 52, 1.0 / 53};

double eg_taylor_value(const double *a, int degree, double x)
{
    double value = 0;
    int k = degree + 1;
    if (degree >= 3) {
        double square = x * x;
        eg_two fourth = eg_two_both(square * square);
        eg_four sum = eg_four_load(a + (k -= 4));
        for (; k >= 4; k -= 4)
            sum = eg_four_next(sum, fourth, eg_four_load(a + k - 4));
        value = eg_four_join(sum, x, square);
    }
    while (k > 0)
        value = value * x + a[--k];
    return value;
}

/* At two places, to the bit the same. */
static eg_two two_values(const double *a, int degree, eg_two x)
{
    eg_two value = eg_two_both(0);
    int k = degree + 1;
    if (degree >= 3) {
        eg_two square = eg_two_times(x, x), fourth = eg_two_times(square, square), sum[4];
        k -= 4;
        for (int j = 0; j < 4; j++)
            sum[j] = eg_two_both(a[k + j]);
        for (; k >= 4; k -= 4)
            for (int j = 0; j < 4; j++)
                sum[j] = eg_two_plus(eg_two_times(sum[j], fourth), eg_two_both(a[k - 4 + j]));
        for (int j = 0; j < 2; j++)
            sum[j] = eg_two_plus(sum[j], eg_two_times(sum[j + 2], square));
        value = eg_two_plus(sum[0], eg_two_times(x, sum[1]));
    }
    while (k > 0)
        value = eg_two_plus(eg_two_times(value, x), eg_two_both(a[--k]));
    return value;
}

void eg_taylor_values(const double *a, int degree, int count, const double *x, double *value)
{
    int i = 0;
    for (; i + 2 <= count; i += 2) {
        eg_two both = two_values(a, degree, eg_two_load(x + i));
        value[i] = eg_two_first(both);
        value[i + 1] = eg_two_second(both);
    }
    if (i < count)
        value[i] = eg_taylor_value(a, degree, x[i]);
}

/* Coefficient k + 1 of the integral. */
static inline eg_four load_four_integrals(const double *a, int k)
{
    eg_four p = eg_four_load(a + k), inverse = eg_four_load(eg_taylor_inverse + k + 1);
    return (eg_four){eg_two_times(p.low, inverse.low), eg_two_times(p.high, inverse.high)};
}

double eg_taylor_integral(const double *a, int degree, double x)
{
    double value = 0;
    int k = degree + 1;
    if (degree >= 3) {
        double square = x * x;
        eg_two fourth = eg_two_both(square * square);
        eg_four sum = load_four_integrals(a, k -= 4);
        for (; k >= 4; k -= 4)
            sum = eg_four_next(sum, fourth, load_four_integrals(a, k - 4));
        value = eg_four_join(sum, x, square);
    }
    for (; k > 0; k--)
        value = value * x + a[k - 1] * eg_taylor_inverse[k];
    return x * value;
}

/* Four divisions of what is left from coefficient i on by x - from, those of one place behind each other. */
static void divide_four_times(double *q, int degree, int i, double from)
{
    double first = q[degree], second = first, third = first, fourth = first;
    int k = degree - 1;
    for (; k >= i + 3; k--) {
        first = q[k] + from * first;
        second = first + from * second;
        third = second + from * third;
        q[k] = fourth = third + from * fourth;
    }
    first = q[k] + from * first;
    second = first + from * second;
    q[k] = second + from * third;
    first = q[k - 1] + from * first;
    q[k - 1] = first + from * second;
    q[k - 2] += from * first;
}

/* Synthetic division by x - from, once for each coefficient. */
void eg_taylor_move(const double *a, int degree, double from, double scale, int needed, double *q)
{
    double power = 1;
    int i = 0, divisions = needed + 1 < degree ? needed + 1 : degree;
    if (from == 0)
        divisions = 0;
    memcpy(q, a, sizeof *q * (size_t)(degree + 1));
    for (; i + 4 <= divisions; i += 4)
        divide_four_times(q, degree, i, from);
    for (; i < divisions; i++)
        for (int k = degree; k-- > i;)
            q[k] += from * q[k + 1];
    for (int k = 1; k <= needed; k++) {
        power *= scale;
        q[k] *= power;
    }
}

/* The antiderivative of p q that is 0 at 0: as many coefficients as the answer says, plus one. */
static int antiderivative(const double *restrict p, int p_degree, const double *restrict q, int q_degree,
                          double *restrict sum)
{
    int degree = p_degree + q_degree + 1;
    memset(sum, 0, sizeof *sum * (size_t)(degree + 1));
    for (int i = 0; i <= p_degree; i++) {
        double *restrict at = sum + i + 1, factor = p[i];
        for (int k = 0; k <= q_degree; k++)
            at[k] += factor * q[k];
    }
    for (int k = 2; k <= degree; k++)
        sum[k] *= eg_taylor_inverse[k];
    return degree;
}

/* Of one sign on [0, 1], as the sizes of its coefficients tell. */
static bool has_one_sign(const double *a, int degree)
{
    double sum = 0;
    for (int k = 1; k <= degree; k++)
        sum += fabs(a[k]);
    return fabs(a[0]) >= sum;
}

static double product(const double *p, int p_degree, const double *q, int q_degree, double x)
{
    return (p_degree > 0 ? eg_taylor_value(p, p_degree, x) : p[0]) * eg_taylor_value(q, q_degree, x);
}

/* Between low and high, by secants; an end that stays loses half its weight (the Illinois rule). */
static double change_of_sign(const double *p, int p_degree, const double *q, int q_degree, double low,
                             double at_low, double high, double at_high)
{
    enum { ROUNDS = 20 };
    double wide = high - low, x = high;
    for (int round = 0; round < ROUNDS && high - low > 1e-9 * wide; round++) {
        double last = x, value;
        x = low + (high - low) * (at_low / (at_low - at_high));
        value = product(p, p_degree, q, q_degree, x);
        if (fabs(x - last) < 1e-6 * wide)
            return x;
        if (value * at_high > 0) {
            high = x;
            at_high = value;
            at_low *= 0.5;
        } else {
            low = x;
            at_low = value;
            at_high *= 0.5;
        }
    }
    return x;
}

/* Of a constant and a straight line: triangles. */
static double turnover_of_line(double p, double q, double slope, double x, double *turnover)
{
    double end = q + slope * x, root = -q / slope;
    double work = p * x * (0.5 * (q + end));
    *turnover = q * end < 0 ? 0.5 * fabs(p) * (fabs(q) * root + fabs(end) * (x - root)) : fabs(work);
    return work;
}

double eg_taylor_turnover(const double *p, int p_degree, const double *q, int q_degree, double x,
                          double *turnover)
{
    enum { SAMPLES = 4 };
    if (p_degree == 0 && q_degree <= 1)
        return turnover_of_line(p[0], q[0], q_degree > 0 ? q[1] : 0, x, turnover);
    double sum[2 * EG_TAYLOR_MAX + 2], begin = 0;
    int degree = antiderivative(p, p_degree, q, q_degree, sum);
    double whole = eg_taylor_value(sum, degree, x), before = p[0] * q[0];
    *turnover = fabs(whole);
    if (has_one_sign(p, p_degree) && has_one_sign(q, q_degree))
        return whole;
    *turnover = 0;
    for (int i = 1; i <= SAMPLES; i++) {
        double low = x * (i - 1) / SAMPLES, high = x * i / SAMPLES;
        double now = product(p, p_degree, q, q_degree, high);
        if (before * now < 0) {
            double root = change_of_sign(p, p_degree, q, q_degree, low, before, high, now);
            double work = eg_taylor_value(sum, degree, root);
            *turnover += fabs(work - begin);
            begin = work;
        }
        before = now != 0 ? now : before;
    }
    *turnover += fabs(whole - begin);
    return whole;
}

/* ---------------------------------------------------------------- squares
 *
 * Gauss' rule with N points leaves (N!)^4/((2N + 1) (2N)!^3) times the derivative of order 2N, and that of a
 * square is (2 rho)^(2N) times its size at most where the root of it changes as exp(rho x): with 8 points
 * less than 2e-18 for rho = 1, with 10 less than 7e-19 for rho = 2. With 13 it is exact up to degree 12. */

static const double nodes_8[8] = {0.019855071751231884, 0.10166676129318663, 0.23723379504183551,
                                  0.4082826787521751,   0.5917173212478249,  0.76276620495816449,
                                  0.89833323870681337,  0.98014492824876812};
static const double weights_8[8] = {0.05061426814518813, 0.11119051722668724, 0.15685332293894364,
                                    0.18134189168918099, 0.18134189168918099, 0.15685332293894364,
                                    0.11119051722668724, 0.05061426814518813};
static const double nodes_10[10] = {
    0.01304673574141414, 0.067468316655507745, 0.1602952158504878, 0.2833023029353764,  0.42556283050918439,
    0.57443716949081561, 0.7166976970646236,   0.8397047841495122, 0.93253168334449226, 0.98695326425858586};
static const double weights_10[10] = {0.033335672154344069, 0.074725674575290297, 0.10954318125799102,
                                      0.13463335965499818,  0.14776211235737644,  0.14776211235737644,
                                      0.13463335965499818,  0.10954318125799102,  0.074725674575290297,
                                      0.033335672154344069};
static const double nodes_13[14] = {0.0079084726407059253,
                                    0.041200800388511017,
                                    0.099210954633345044,
                                    0.17882533027982989,
                                    0.27575362448177657,
                                    0.3847708420224326,
                                    0.5,
                                    0.5,
                                    0.6152291579775674,
                                    0.72424637551822343,
                                    0.82117466972017011,
                                    0.90078904536665496,
                                    0.95879919961148898,
                                    0.99209152735929407};
static const double weights_13[14] = {0.02024200238265794,  0.046060749918864224, 0.069436755109893619,
                                      0.089072990380972869, 0.10390802376844425,  0.11314159013144862,
                                      0.058137888307718481, 0.058137888307718481, 0.11314159013144862,
                                      0.10390802376844425,  0.089072990380972869, 0.069436755109893619,
                                      0.046060749918864224, 0.02024200238265794};

/* The integral over [0, x], all points side by side; an odd one is looked at twice, with half its weight. */
static inline double square_of_slope_at(const double *a, int degree, double x, const double *node,
                                        const double *weight, int pairs)
{
    eg_two value[7], place[7], sum = eg_two_both(0);
    double order = degree;
    for (int j = 0; j < pairs; j++) {
        place[j] = eg_two_times(eg_two_both(x), eg_two_load(node + 2 * j));
        value[j] = eg_two_both(order * a[degree]);
    }
    for (int k = degree - 1; k > 0; k--) {
        eg_two rate = eg_two_both((order -= 1) * a[k]);
        for (int j = 0; j < pairs; j++)
            value[j] = eg_two_plus(eg_two_times(value[j], place[j]), rate);
    }
    for (int j = 0; j < pairs; j++)
        sum = eg_two_plus(sum, eg_two_times(eg_two_load(weight + 2 * j), eg_two_times(value[j], value[j])));
    return x * eg_two_sum(sum);
}

double eg_taylor_square_of_slope(const double *a, int degree, double x, double rho)
{
    if (degree < 1)
        return 0;
    if (rho * x <= 1 || degree <= 8)
        return square_of_slope_at(a, degree, x, nodes_8, weights_8, 4);
    if (rho * x <= 2 || degree <= 10)
        return square_of_slope_at(a, degree, x, nodes_10, weights_10, 5);
    return square_of_slope_at(a, degree, x, nodes_13, weights_13, 7);
}
