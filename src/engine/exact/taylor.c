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

/* Four at once, side by side. */
static void four_values(const double *a, int degree, const double *x, double *value)
{
    int top = degree & 1 ? degree : degree - 1;
    double square[4], odd[4], even[4];
    for (int i = 0; i < 4; i++) {
        square[i] = x[i] * x[i];
        odd[i] = 0;
        even[i] = degree & 1 ? 0 : a[degree];
    }
    for (int k = top; k > 0; k -= 2)
        for (int i = 0; i < 4; i++) {
            odd[i] = odd[i] * square[i] + a[k];
            even[i] = even[i] * square[i] + a[k - 1];
        }
    for (int i = 0; i < 4; i++)
        value[i] = even[i] + x[i] * odd[i];
}

void eg_taylor_values(const double *a, int degree, int count, const double *x, double *value)
{
    int i = 0;
    for (; i + 4 <= count; i += 4)
        four_values(a, degree, x + i, value + i);
    for (; i < count; i++)
        value[i] = eg_taylor_value(a, degree, x[i]);
}

double eg_taylor_slope(const double *a, int degree, double x)
{
    double sum = 0;
    for (int k = degree; k > 0; k--)
        sum = sum * x + k * a[k];
    return sum;
}

double eg_taylor_integral(const double *a, int degree, double x)
{
    const double *inverse = eg_taylor_inverse + 1;
    int top = degree & 1 ? degree : degree - 1;
    double square = x * x, odd = 0, even = degree & 1 ? 0 : a[degree] * inverse[degree];
    for (int k = top; k > 0; k -= 2) {
        odd = odd * square + a[k] * inverse[k];
        even = even * square + a[k - 1] * inverse[k - 1];
    }
    return x * (even + x * odd);
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
    int i = 0, divisions = from == 0 ? 0 : needed + 1 < degree ? needed + 1 : degree;
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
static const double nodes_13[13] = {0.0079084726407059253,
                                    0.041200800388511017,
                                    0.099210954633345044,
                                    0.17882533027982989,
                                    0.27575362448177657,
                                    0.3847708420224326,
                                    0.5,
                                    0.6152291579775674,
                                    0.72424637551822343,
                                    0.82117466972017011,
                                    0.90078904536665496,
                                    0.95879919961148898,
                                    0.99209152735929407};
static const double weights_13[13] = {0.02024200238265794,  0.046060749918864224, 0.069436755109893619,
                                      0.089072990380972869, 0.10390802376844425,  0.11314159013144862,
                                      0.11627577661543696,  0.11314159013144862,  0.10390802376844425,
                                      0.089072990380972869, 0.069436755109893619, 0.046060749918864224,
                                      0.02024200238265794};

/* All points side by side. */
static inline double square_at(const double *rate, int degree, const double *node, const double *weight,
                               int count)
{
    double value[16] = {0}, sum = 0;
    for (int k = degree; k >= 0; k--)
        for (int j = 0; j < count; j++)
            value[j] = value[j] * node[j] + rate[k];
    for (int j = 0; j < count; j++)
        sum += weight[j] * (value[j] * value[j]);
    return sum;
}

double eg_taylor_square_of_slope(const double *a, int degree, double x, double rho)
{
    double rate[EG_TAYLOR_MAX + 1], power = 1, order = 1, most = 0;
    for (int k = 0; k < degree; k++, power *= x, order += 1) {
        rate[k] = order * a[k + 1] * power;
        most = fabs(rate[k]) > most ? fabs(rate[k]) : most;
    }
    while (degree > 1 && fabs(rate[degree - 1]) < 1e-19 * most)
        degree--;
    if (degree < 1)
        return 0;
    if (rho * x <= 1 || degree <= 8)
        return x * square_at(rate, degree - 1, nodes_8, weights_8, 8);
    if (rho * x <= 2 || degree <= 10)
        return x * square_at(rate, degree - 1, nodes_10, weights_10, 10);
    return x * square_at(rate, degree - 1, nodes_13, weights_13, 13);
}

/* ---------------------------------------------------------------- roots */

/* What is looked at: p/x^lifted, and what of it is round-off. */
typedef struct search {
    const double *a, *size;
    int degree, size_degree, lifted;
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
    double p = rounding * eg_taylor_value(s->size, s->size_degree, x);
    for (int k = 0; k < s->lifted; k++)
        p /= x;
    return p;
}

/* Changes of sign of the coefficients in Bernstein form, below counting from -slack on. */
static int variations(const double *a, int degree, double slack)
{
    double b[EG_TAYLOR_MAX + 1];
    int changes = 0;
    bool below = false;
    to_bernstein(a, degree, b);
    for (int k = 0; k <= degree; k++) {
        bool is_below = b[k] < -slack;
        changes += is_below != below;
        below = is_below;
    }
    return changes;
}

/* p and its derivative at x: even and odd powers side by side, p = E(x^2) + x O(x^2). */
static double value_and_slope(const double *a, int degree, double x, double *slope)
{
    int top = degree & 1 ? degree : degree - 1;
    double square = x * x, odd = 0, even = degree & 1 ? 0 : a[degree], odd_rate = 0, even_rate = 0;
    for (int k = top; k > 0; k -= 2) {
        odd_rate = odd_rate * square + odd;
        even_rate = even_rate * square + even;
        odd = odd * square + a[k];
        even = even * square + a[k - 1];
    }
    *slope = odd + 2 * (square * odd_rate + x * even_rate);
    return even + x * odd;
}

/* Where a[0] + a[1] x + a[2] x^2, above 0 at 0, is 0 first; 2 where it is not on [0, 1]. */
static double fall_of_parabola(const double *a, int degree)
{
    if (degree < 2)
        return -a[0] / a[1];
    double rest = a[1] * a[1] - 4 * a[0] * a[2], root = rest > 0 ? sqrt(rest) : 0, x = none;
    if (rest >= 0 && a[1] < root) /* without difference */
        x = a[1] < 0 ? 2 * a[0] / (root - a[1]) : a[2] < 0 ? (a[1] + root) / (-2 * a[2]) : none;
    return x <= 1 ? x : none;
}

/* A place in (low, high] at which the polynomial is not above 0, no more than the resolution, or some
 * ulp, behind the root; it is above at low and not at high, and there is no other root between. Newton's
 * method from x on, kept in the bracket. */
static double refine(const search *s, double low, double high, double x, double resolution)
{
    double slope, value;
    if (!(x > low && x < high))
        x = 0.5 * (low + high);
    double before = high - low;
    for (int round = 0; round < 100; round++) {
        value = value_and_slope(s->a, s->degree, x, &slope);
        *(value > 0 ? &low : &high) = x;
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
    }
    return high;
}

/* Cannot get below 0: the sum of what pulls down is less than where it begins. */
static bool stays_above(const search *s)
{
    double sum = s->a[0];
    for (int k = 1; k <= s->degree; k++)
        sum += s->a[k] < 0 ? s->a[k] : 0;
    return sum > 0;
}

/* Is a[0] + a[1] + ... on all of [0, 1] of one sign, as its coefficients tell? That, or 0. */
static int sign_throughout(double first, double least, double most)
{
    return first + least > 0 ? 1 : first + most < 0 ? -1 : 0;
}

/* What the coefficients from `from` on of p'' come to at most. */
static double bend_of_tail(const double *a, int from, int degree)
{
    double sum[2] = {0, 0}, order = from;
    int k = from;
    for (; k < degree; k += 2, order += 2) { /* even and odd ones side by side */
        sum[0] += order * (order - 1) * fabs(a[k]);
        sum[1] += (order + 1) * order * fabs(a[k + 1]);
    }
    return sum[0] + sum[1] + (k == degree ? order * (order - 1) * fabs(a[k]) : 0);
}

/* The signs of p' and p'' on [0, 1], where their coefficients tell; else 0. Those beyond HEAD are small:
 * their sum tells, and of p' it is less than 1/HEAD of that of p''. */
static void find_signs(const search *s, int *slope, int *bend)
{
    enum { HEAD = 7 };
    int head = s->degree < HEAD ? s->degree : HEAD;
    double rate = s->degree > 1 ? 2 * s->a[2] : 0, order = 3, tail = bend_of_tail(s->a, head + 1, s->degree);
    double least[2] = {(rate < 0 ? rate : 0) - tail / HEAD, -tail};
    double most[2] = {(rate > 0 ? rate : 0) + tail / HEAD, tail};
    for (int k = 3; k <= head; k++, order += 1) { /* without branches; slope and bend side by side */
        double x[2] = {order * s->a[k], (order - 1) * order * s->a[k]};
        for (int j = 0; j < 2; j++) {
            least[j] += x[j] < 0 ? x[j] : 0;
            most[j] += x[j] > 0 ? x[j] : 0;
        }
    }
    *slope = sign_throughout(s->degree > 0 ? s->a[1] : 0, least[0], most[0]);
    *bend = sign_throughout(rate, least[1], most[1]);
}

/* The place in [0, 1] at which p, whose derivative rises throughout, is least. */
static double lowest(const search *s)
{
    double rate[EG_TAYLOR_MAX + 1], low = 0, high = 1, bend;
    rate[0] = s->a[1];
    for (int k = 2; k <= s->degree; k++)
        rate[k - 1] = k * s->a[k];
    if (rate[0] >= 0 || eg_taylor_value(rate, s->degree - 1, 1) <= 0)
        return rate[0] >= 0 ? 0 : 1;
    double x = -0.5 * s->a[1] / s->a[2];
    x = x < 1 ? x : 0.5;
    for (int round = 0; round < 60 && high - low > 1e-9; round++) {
        double slope = value_and_slope(rate, s->degree - 1, x, &bend), next = x - slope / bend;
        *(slope < 0 ? &low : &high) = x;
        if (fabs(next - x) < 1e-9)
            break;
        x = next > low && next < high ? next : 0.5 * (low + high);
    }
    return x;
}

/* The fall of p, whose derivative changes its sign once at most: from rising to falling (bend <= 0), or from
 * falling to rising. */
static double only_fall(const search *s, int bend, double resolution)
{
    double low = bend > 0 ? lowest(s) : 1;
    bool falls = eg_taylor_value(s->a, s->degree, low) < -slack_at(s, low);
    return falls ? refine(s, 0, low, fall_of_parabola(s->a, s->degree), resolution) : none;
}

/* From the left, parts that leave doubt halved. */
static double first_root(const search *s, double resolution)
{
    const double least = 0x1p-45, wide = 0.2;
    double from = 0, guess = 1.1 * fall_of_parabola(s->a, s->degree), moved[EG_TAYLOR_MAX + 1];
    double width = guess > 0 && guess < 1 ? guess : 0.5;
    while (from < 1) {
        double to = fmin(from + width, 1), slack = slack_at(s, to);
        search part = *s;
        part.a = moved;
        eg_taylor_move(s->a, s->degree, from, to - from, s->degree, moved);
        int slope, bend, changes = 0;
        if (!stays_above(&part)) {
            find_signs(&part, &slope, &bend);
            if (slope == 0 && bend == 0)
                changes = width > wide ? s->degree : variations(moved, s->degree, slack);
            if (changes > 1 && width > least) {
                width *= 0.5;
                continue;
            }
            double x = slope < 0 || changes > 0 || bend < 0 ? 1 : bend > 0 ? lowest(&part) : 0;
            if (x > 0 && eg_taylor_value(moved, s->degree, x) < -slack)
                return refine(s, from, from + (to - from) * x,
                              from + (to - from) * fall_of_parabola(moved, s->degree), resolution);
        }
        from = to;
        width *= 2;
    }
    return none;
}

/* Where p, which begins within round-off of 0, first gets below -level (side = 1) or above it (side = -1). */
static double leaves(const double *a, int degree, const double *size, int size_degree, double side,
                     double level, double resolution)
{
    double h[EG_TAYLOR_MAX + 1] = {level + side * a[0]};
    for (int k = 1; k <= degree; k++)
        h[k] = side * a[k];
    return eg_taylor_fall(h, degree, size, size_degree, 0, resolution);
}

/* The fall of p, which begins within round-off of 0 and goes down by its first coefficient. That may be what
 * speeds and forces within round-off make of it: what counts is which way it leaves. */
static double fall_from_round_off(const double *a, int degree, const double *size, int size_degree,
                                  double blur, double resolution)
{
    double level = 2 * (blur + rounding * size[0]), moved[EG_TAYLOR_MAX + 1] = {0};
    if (level == 0) /* it begins at 0 exactly, as what starts at a place of 0 does */
        return 0;
    double down = leaves(a, degree, size, size_degree, 1, level, resolution);
    double up = leaves(a, degree, size, size_degree, -1, level, resolution);
    if (down > 1 && up > 1)
        return none;
    if (down <= up) {
        /* What is blurred by more than its own sum is taken at its word, if that is not now anyway. */
        const double now = 1e-6;
        double root = a[0] > rounding * size[0] ? leaves(a, degree, size, size_degree, 1, 0, resolution) : 0;
        return root > now ? root : 0;
    }
    eg_taylor_move(a, degree, up, 1 - up, degree, moved);
    double later = eg_taylor_fall(moved, degree, size, size_degree, blur, resolution);
    return later <= 1 ? up + (1 - up) * later : none;
}

double eg_taylor_fall(const double *a, int degree, const double *size, int size_degree, double blur,
                      double resolution)
{
    int lifted = 0;
    while (lifted <= degree && fabs(a[lifted]) <= rounding * size[lifted] + (lifted == 0 ? blur : 0))
        lifted++;
    if (lifted > degree)
        return none;
    search s = {a + lifted, size, degree - lifted, size_degree, lifted};
    if (s.a[0] < 0)
        return lifted == 0 ? 0 : fall_from_round_off(a, degree, size, size_degree, blur, resolution);
    if (stays_above(&s))
        return none;
    int slope, bend;
    find_signs(&s, &slope, &bend);
    if (slope > 0)
        return none;
    return slope < 0 || bend != 0 ? only_fall(&s, slope < 0 ? 0 : bend, resolution)
                                  : first_root(&s, resolution);
}
