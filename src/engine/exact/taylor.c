/* Polynomials on [0, 1]; taylor.h says what is done and why it is certain. */
#include "engine/exact/taylor.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static const double rounding = 16 * DBL_EPSILON;
static const double none = 2;

const double eg_taylor_inverse[2 * EG_TAYLOR_MAX + 2] = {
    0,        1,        1.0 / 2,  1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6,  1.0 / 7,  1.0 / 8,
    1.0 / 9,  1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13, 1.0 / 14, 1.0 / 15, 1.0 / 16, 1.0 / 17,
    1.0 / 18, 1.0 / 19, 1.0 / 20, 1.0 / 21, 1.0 / 22, 1.0 / 23, 1.0 / 24, 1.0 / 25, 1.0 / 26,
    1.0 / 27, 1.0 / 28, 1.0 / 29, 1.0 / 30, 1.0 / 31, 1.0 / 32, 1.0 / 33, 1.0 / 34, 1.0 / 35,
    1.0 / 36, 1.0 / 37, 1.0 / 38, 1.0 / 39, 1.0 / 40, 1.0 / 41, 1.0 / 42, 1.0 / 43, 1.0 / 44,
    1.0 / 45, 1.0 / 46, 1.0 / 47, 1.0 / 48, 1.0 / 49, 1.0 / 50, 1.0 / 51, 1.0 / 52, 1.0 / 53};

/* Horner's rule, even and odd powers side by side. */
double eg_taylor_value(const double *a, int degree, double x)
{
    int top = degree & 1 ? degree : degree - 1;
    double square = x * x, odd = 0, even = degree & 1 ? 0 : a[degree];
    for (int k = top; k > 0; k -= 2) {
        odd = odd * square + a[k];
        even = even * square + a[k - 1];
    }
    return even + x * odd;
}

double eg_taylor_slope(const double *a, int degree, double x)
{
    double sum = 0;
    for (int k = degree; k > 0; k--)
        sum = sum * x + k * a[k];
    return sum;
}

/* Synthetic division by x - from, once for each coefficient. */
void eg_taylor_move(const double *a, int degree, double from, double scale, int needed, double *q)
{
    double power = 1;
    memcpy(q, a, sizeof *q * (size_t)(degree + 1));
    for (int i = 0; i <= needed && i < degree && from != 0; i++)
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

double eg_taylor_work(const double *p, int p_degree, const double *q, int q_degree, double x)
{
    double sum[2 * EG_TAYLOR_MAX + 2];
    int degree = antiderivative(p, p_degree, q, q_degree, sum);
    return eg_taylor_value(sum, degree, x);
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

double eg_taylor_turnover(const double *p, int p_degree, const double *q, int q_degree, double x,
                          double *turnover)
{
    enum { SAMPLES = 4 };
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

/* ---------------------------------------------------------------- roots */

/* What is looked at: p/x^lifted, and what of it is round-off. */
typedef struct search {
    const double *a, *size;
    int degree, lifted;
} search;

/* sum = b, and from a place on with what stands before it. */
static void add_neighbours(const double *restrict b, double *restrict sum, int from, int to)
{
    sum[from - 1] = b[from - 1];
    for (int k = from; k <= to; k++)
        sum[k] = b[k] + b[k - 1];
}

/* b_k = sum over j of C(k, j) a_j/C(degree, j), the sums by Pascal's triangle. */
static void to_bernstein(const double *a, int degree, double *b)
{
    double binomial = 1, other[EG_TAYLOR_MAX + 1];
    b[0] = a[0];
    b[degree] = a[degree];
    for (int j = 1; 2 * j <= degree; j++) {
        binomial = binomial * (degree - j + 1) / j;
        b[j] = a[j] / binomial;
        b[degree - j] = a[degree - j] / binomial;
    }
    for (int i = 1; i <= degree; i += 2) {
        add_neighbours(b, other, i, degree);
        if (i < degree)
            add_neighbours(other, b, i + 1, degree);
        else
            b[degree] = other[degree];
    }
}

/* Round-off of p/x^lifted up to x. */
static double slack_at(const search *s, double x)
{
    double p = rounding * eg_taylor_value(s->size, s->degree + s->lifted, x);
    for (int k = 0; k < s->lifted; k++)
        p /= x;
    return p;
}

/* Changes of sign of the coefficients on [from, from + width], below counting from -slack on; *end is the
 * value at the end. */
static int variations(const search *s, double from, double width, double slack, double *end)
{
    double moved[EG_TAYLOR_MAX + 1], b[EG_TAYLOR_MAX + 1];
    int changes = 0;
    bool below = false;
    eg_taylor_move(s->a, s->degree, from, width, s->degree, moved);
    to_bernstein(moved, s->degree, b);
    for (int k = 0; k <= s->degree; k++) {
        bool is_below = b[k] < -slack;
        changes += is_below != below;
        below = is_below;
    }
    *end = b[s->degree];
    return changes;
}

/* p and its derivative at x. */
static double value_and_slope(const double *a, int degree, double x, double *slope)
{
    double value = a[degree], rate = 0;
    for (int k = degree; k-- > 0;) {
        rate = rate * x + value;
        value = value * x + a[k];
    }
    *slope = rate;
    return value;
}

/* A place in (low, high] at which the polynomial is not above 0, no more than the resolution, or some
 * ulp, behind the root; it is not above at high. Newton's method, kept in the bracket. */
static double refine(const search *s, double low, double high, double resolution)
{
    double slope, value = value_and_slope(s->a, s->degree, low, &slope);
    double x = low, before = high - low;
    if (!(value > 0))
        return low;
    for (int round = 0; round < 100; round++) {
        double least = fmax(2 * DBL_EPSILON * high, resolution), next = x - value / slope;
        if (high - low <= least)
            break;
        bool converged = fabs(next - x) <= 0.25 * least;
        if (converged) /* to the other side */
            next = value > 0 ? x + 0.5 * least : x - 0.5 * least;
        if (!(next > low && next < high) || (!converged && fabs(next - x) > 0.5 * before))
            next = 0.5 * (low + high);
        before = fabs(next - x);
        x = next;
        value = value_and_slope(s->a, s->degree, x, &slope);
        *(value > 0 ? &low : &high) = x;
    }
    return high;
}

/* From the left, parts that leave doubt halved. */
static double first_root(const search *s, double resolution)
{
    double from = 0, width = 1;
    const double least = ldexp(1, -45);
    while (from < 1) {
        double end, to = fmin(from + width, 1), slack = slack_at(s, to);
        int changes = variations(s, from, to - from, slack, &end);
        if (changes > 1 && width > least) {
            width *= 0.5;
            continue;
        }
        if (changes > 0 && end < -slack)
            return refine(s, from, to, resolution);
        from = to;
        width *= 2;
    }
    return none;
}

/* Cannot get below 0: the sum of what pulls down is less than where it begins. */
static bool stays_above(const search *s)
{
    double sum = s->a[0];
    for (int k = 1; k <= s->degree; k++)
        sum += s->a[k] < 0 ? s->a[k] : 0;
    return sum > 0;
}

/* Falls all the way: so does the sum of its rate's coefficients, those that rise alone counted in full. */
static bool falls_throughout(const search *s)
{
    double rate = s->degree > 0 ? s->a[1] : 0;
    for (int k = 2; k <= s->degree; k++)
        rate += s->a[k] > 0 ? k * s->a[k] : 0;
    return rate < 0;
}

double eg_taylor_fall(const double *a, const double *size, int degree, double blur, double resolution)
{
    int lifted = 0;
    while (lifted <= degree && fabs(a[lifted]) <= rounding * size[lifted] + (lifted == 0 ? blur : 0))
        lifted++;
    if (lifted > degree)
        return none;
    search s = {a + lifted, size, degree - lifted, lifted};
    if (s.a[0] < 0)
        return 0;
    if (stays_above(&s))
        return none;
    if (falls_throughout(&s))
        return eg_taylor_value(s.a, s.degree, 1) < -slack_at(&s, 1) ? refine(&s, 0, 1, resolution) : none;
    return first_root(&s, resolution);
}
