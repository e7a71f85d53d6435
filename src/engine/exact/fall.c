/* The first fall of a polynomial through 0; taylor.h says what is done and why it is certain. */
#include "base/extremes.h"
#include "engine/exact/four.h"
#include "engine/exact/taylor.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

static const double rounding = 16 * DBL_EPSILON;
static const double none = 2;
enum { MOST_PARTS = 2000 }; /* of [0, 1]; more say that numbers are too far apart to tell */

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

/* p and its derivative at x. */
static double value_and_slope(const double *a, int degree, double x, double *slope)
{
    double value = 0, change = 0;
    int k = degree + 1;
    if (degree >= 3) {
        double square = x * x;
        eg_two fourth = eg_two_both(square * square), zero = eg_two_both(0);
        eg_four sum = eg_four_load(a + (k -= 4)), rate = {zero, zero};
        for (; k >= 4; k -= 4) {
            rate = eg_four_next(rate, fourth, sum);
            sum = eg_four_next(sum, fourth, eg_four_load(a + k - 4));
        }
        value = eg_four_join(sum, x, square);
        change = eg_two_second(sum.low) + x * (2 * eg_two_first(sum.high) + 3 * x * eg_two_second(sum.high));
        change += 4 * (x * square) * eg_four_join(rate, x, square);
    }
    for (; k > 0; k--) {
        change = change * x + value;
        value = value * x + a[k - 1];
    }
    *slope = change;
    return value;
}

/* Where a[0] + a[1] x + a[2] x^2, above 0 at 0, is 0 first; 2 where it is not on [0, 1]. */
static double fall_of_parabola(const double *a, int degree)
{
    if (degree < 2)
        return -a[0] / a[1];
    double rest = a[1] * a[1] - 4 * a[0] * a[2], root = rest > 0 ? sqrt(rest) : 0, x = none;
    if (rest >= 0 && a[1] < root && a[1] < 0) /* without difference */
        x = 2 * a[0] / (root - a[1]);
    else if (rest >= 0 && a[1] < root && a[2] < 0)
        x = (a[1] + root) / (-2 * a[2]);
    return x <= 1 ? x : none;
}

/* Closer to the root, as the first coefficients tell. */
static double approach_by_head(const search *s, double x)
{
    enum { HEAD = 7, ROUNDS = 2 };
    double slope, value;
    for (int round = 0; round < ROUNDS && s->degree > HEAD; round++) {
        value = value_and_slope(s->a, HEAD, x, &slope);
        x -= value / slope;
    }
    return x;
}

/* A place in (low, high] at which the polynomial is not above 0, no more than the resolution, or some
 * ulp, behind the root; it is above at low and not at high, and there is no other root between. Newton's
 * method from x on, kept in the bracket. */
static double refine(const search *s, double low, double high, double x, double resolution)
{
    double slope, value;
    if (!(x > low && x < high))
        x = 0.5 * (low + high);
    double guess = approach_by_head(s, x);
    x = guess > low && guess < high ? guess : x;
    double before = high - low;
    for (int round = 0; round < 100; round++) {
        value = value_and_slope(s->a, s->degree, x, &slope);
        *(value > 0 ? &low : &high) = x;
        double least = eg_larger(2 * DBL_EPSILON * high, resolution), next = x - value / slope;
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
    eg_two sum = eg_two_of(s->a[0], 0);
    int k = 1;
    for (; k < s->degree; k += 2)
        sum = eg_two_plus(sum, eg_two_below(eg_two_load(s->a + k)));
    return eg_two_sum(sum) + (k == s->degree && s->a[k] < 0 ? s->a[k] : 0) > 0;
}

/* Is a[0] + a[1] + ... on all of [0, 1] of one sign, as its coefficients tell? That, or 0. */
static int sign_throughout(double first, double least, double most)
{
    if (first + least > 0)
        return 1;
    return first + most < 0 ? -1 : 0;
}

/* What the coefficients from `from` on of p'' come to at most. */
static double bend_of_tail(const double *a, int from, int degree)
{
    const eg_two less = eg_two_both(-1), two = eg_two_both(2);
    eg_two sum = eg_two_both(0), order = eg_two_of(from, from + 1);
    int k = from;
    for (; k < degree; k += 2, order = eg_two_plus(order, two))
        sum = eg_two_plus(sum, eg_two_times(eg_two_times(order, eg_two_plus(order, less)),
                                            eg_two_size(eg_two_load(a + k))));
    return eg_two_sum(sum) + (k == degree ? (double)k * (k - 1) * fabs(a[k]) : 0);
}

/* The signs of p' and p'' on [0, 1], where their coefficients tell; else 0. Those beyond HEAD are small:
 * their sum tells, and of p' it is less than 1/HEAD of that of p''. */
static void find_signs(const search *s, int *slope, int *bend)
{
    enum { HEAD = 7 };
    int head = s->degree < HEAD ? s->degree : HEAD;
    double rate = s->degree > 1 ? 2 * s->a[2] : 0, tail = bend_of_tail(s->a, head + 1, s->degree);
    eg_two least = eg_two_of(eg_smaller(rate, 0) - tail / HEAD, -tail); /* slope and bend side by side */
    eg_two most = eg_two_of(eg_larger(rate, 0) + tail / HEAD, tail);
    for (int k = 3; k <= head; k++) {
        eg_two x = eg_two_times(eg_two_of(k, k * (k - 1)), eg_two_both(s->a[k]));
        least = eg_two_plus(least, eg_two_below(x));
        most = eg_two_plus(most, eg_two_above(x));
    }
    *slope = sign_throughout(s->degree > 0 ? s->a[1] : 0, eg_two_first(least), eg_two_first(most));
    *bend = sign_throughout(rate, eg_two_second(least), eg_two_second(most));
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

/* From the left, parts that leave doubt halved. NAN: there is no end to it. */
static double first_root(const search *s, double resolution)
{
    const double least = 0x1p-45, wide = 0.2;
    double from = 0, guess = 1.1 * fall_of_parabola(s->a, s->degree), moved[EG_TAYLOR_MAX + 1];
    double width = guess > 0 && guess < 1 ? guess : 0.5;
    for (int count = 0; from < 1; count++) {
        if (count == MOST_PARTS)
            return NAN;
        double to = eg_smaller(from + width, 1), slack = slack_at(s, to);
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
            double x = 0;
            if (slope < 0 || changes > 0 || bend < 0)
                x = 1;
            else if (bend > 0)
                x = lowest(&part);
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
    if (!(level < INFINITY))
        return NAN;
    double down = leaves(a, degree, size, size_degree, 1, level, resolution);
    double up = leaves(a, degree, size, size_degree, -1, level, resolution);
    if (isnan(down) || isnan(up))
        return NAN;
    if (down > 1 && up > 1)
        return none;
    if (down <= up) {
        /* What is blurred by more than its own sum is taken at its word, if that is not now anyway. */
        const double now = 1e-6;
        double root = a[0] > rounding * size[0] ? leaves(a, degree, size, size_degree, 1, 0, resolution) : 0;
        return root <= now ? 0 : root;
    }
    eg_taylor_move(a, degree, up, 1 - up, degree, moved);
    double later = eg_taylor_fall(moved, degree, size, size_degree, blur, resolution);
    return later > 1 ? none : up + (1 - up) * later;
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
