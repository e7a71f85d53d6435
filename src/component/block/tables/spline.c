/* Cubic pieces between points, with d[i] the slope of the line from point i to the next one.
 *
 * Akima (J. ACM 17 (1970) 589, doi:10.1145/321607.321609): the slope at point i is the mean of d[i-1] and
 * d[i] with the weights |d[i+1] - d[i]| and |d[i-1] - d[i-2]|, the plain mean where both are 0; beyond the
 * ends d goes on in a line. Modified: the weights are |d[i+1] - d[i]| + |d[i+1] + d[i]|/2, and so on.
 *
 * Fritsch and Butland (SIAM J. Sci. Stat. Comput. 5 (1984) 300, doi:10.1137/0905021): 0 where d[i-1] and d[i]
 * differ in sign, else their harmonic mean weighted by the distances. Steffen (Astron. Astrophys. 239 (1990)
 * 443): the slope of the parabola through three points, no more than twice the lesser of |d[i-1]|, |d[i]|.
 * Both keep what rises rising; at the ends the slope is that of the line. */
#include "component/block/tables/spline.h"

bool eg_smoothness_is_spline(int smoothness)
{
    return smoothness != EG_LINEAR_SEGMENTS && smoothness != EG_CONSTANT_SEGMENTS;
}

static double x_of(const eg_spline *s, long k)
{
    return s->e[k * s->columns];
}

static double y_of(const eg_spline *s, long k)
{
    return s->e[k * s->columns + s->column];
}

/* d[i]; beyond the ends it goes on in a line. */
static double line_slope(const eg_spline *s, long i)
{
    long last = s->rows - 2;
    if (i >= 0 && i <= last)
        return (y_of(s, i + 1) - y_of(s, i)) / (x_of(s, i + 1) - x_of(s, i));
    double end = line_slope(s, i < 0 ? 0 : last), next = line_slope(s, i < 0 ? 1 : last - 1);
    return end + (double)(i < 0 ? -i : i - last) * (end - next);
}

static double weight(double a, double b, bool modified)
{
    return fabs(a - b) + (modified ? 0.5 * fabs(a + b) : 0.0);
}

static double akima(const eg_spline *s, long k)
{
    bool modified = s->smoothness == EG_MODIFIED_DERIVATIVE;
    double left = line_slope(s, k - 1), right = line_slope(s, k);
    double of_left = weight(line_slope(s, k + 1), right, modified);
    double of_right = weight(left, line_slope(s, k - 2), modified), sum = of_left + of_right;
    return sum > 0.0 ? (of_left * left + of_right * right) / sum : 0.5 * left + 0.5 * right;
}

static double monotone(const eg_spline *s, long k)
{
    if (k == 0 || k == s->rows - 1)
        return line_slope(s, k == 0 ? 0 : k - 1);
    double left = line_slope(s, k - 1), right = line_slope(s, k);
    double before = x_of(s, k) - x_of(s, k - 1), after = x_of(s, k + 1) - x_of(s, k);
    if (!(left * right > 0.0))
        return 0.0;
    if (s->smoothness == EG_MONOTONE_DERIVATIVE1)
        return 3.0 * (before + after) / ((before + 2.0 * after) / left + (after + 2.0 * before) / right);
    double parabola = fabs(left * after + right * before) / (before + after);
    return copysign(fmin(parabola, 2.0 * fmin(fabs(left), fabs(right))), left);
}

double eg_spline_slope(const eg_spline *s, long k)
{
    if (s->rows < 3)
        return s->rows == 2 ? line_slope(s, 0) : 0.0;
    bool is_akima = s->smoothness == EG_CONTINUOUS_DERIVATIVE || s->smoothness == EG_MODIFIED_DERIVATIVE;
    return is_akima ? akima(s, k) : monotone(s, k);
}

eg_jet eg_spline_piece(const eg_spline *s, long k, double x)
{
    if (s->rows == 1)
        return eg_jet_of(y_of(s, 0));
    double h = x_of(s, k + 1) - x_of(s, k), v = x - x_of(s, k), d = line_slope(s, k);
    double m0 = eg_spline_slope(s, k), m1 = eg_spline_slope(s, k + 1);
    double c2 = (3.0 * d - 2.0 * m0 - m1) / h, c3 = (m0 + m1 - 2.0 * d) / (h * h);
    return (eg_jet){y_of(s, k) + v * (m0 + v * (c2 + v * c3)), m0 + v * (2.0 * c2 + 3.0 * v * c3),
                    2.0 * c2 + 6.0 * v * c3};
}

/* The least value of the cubic behind point i, at x >= from: at an end, or where its slope
 * a + 2*b*z + 3*c*z^2, z the share of the way, is 0. */
static double least_behind(const eg_spline *s, long i, double from)
{
    const double begin = x_of(s, i), h = x_of(s, i + 1) - begin, rise = y_of(s, i + 1) - y_of(s, i);
    const double a = h * eg_spline_slope(s, i), b = 3.0 * rise - 2.0 * a - h * eg_spline_slope(s, i + 1);
    const double c = rise - a - b, root = sqrt(fmax(b * b - 3.0 * a * c, 0.0));
    const double q = -b - copysign(root, b); /* no digits are lost, and a = 0 leaves the other root */
    const double at[] = {0.0, 1.0, (from - begin) / h, q / (3.0 * c), a / q};
    double least = INFINITY;
    for (size_t k = 0; k < EG_COUNT(at); k++)
        if (at[k] >= 0.0 && at[k] <= 1.0 && begin + at[k] * h >= from)
            least = fmin(least, eg_spline_piece(s, i, begin + at[k] * h).x);
    return least;
}

double eg_spline_least(const eg_spline *s, double from)
{
    double least = s->rows == 1 && x_of(s, 0) >= from ? y_of(s, 0) : INFINITY;
    for (long i = 0; i + 1 < s->rows; i++)
        least = fmin(least, least_behind(s, i, from));
    return least;
}
