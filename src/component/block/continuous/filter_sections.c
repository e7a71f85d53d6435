/* Prototypes are low passes for 1 rad/s, with sections 1/(den1*s + 1) and 1/(den2*s^2 + den1*s + 1).
 *
 * Critical damping: equal real poles. Butterworth: poles equally spaced on the unit circle. Chebyshev: on
 * an ellipse, from the ripple. Bessel: the roots of the reverse Bessel polynomials, theta[n] = (2n -
 * 1)*theta[n-1] + s^2*theta[n-2], theta[n]' = theta[n] - s*theta[n-1] (J.-P. Thiran, W. E. Thomson), found
 * together by Aberth's iteration.
 *
 * A high pass follows by s -> 1/s, a band pass by s -> (s + 1/s)/w with w = (f_cut - f_min)/f0, f0 =
 * sqrt(f_min*f_cut), and a band stop by the inverse of that. There a section s^2 + c1*s + c0 becomes two,
 * with the frequencies f0*alpha and f0/alpha; x = alpha + 1/alpha obeys x^4 - (4 + c0*w^2)*x^2 + (c1*w)^2
 * = 0. */
#include "component/block/continuous/filter_sections.h"

#include "base/complex_number.h"

#include <stdlib.h>

#define PI 3.14159265358979323846

/* The prototype: denominators square*s^2 + linear*s + 1; square is 0 where the order is one. */
typedef struct prototype {
    int count;
    double linear[EG_FILTER_MAX_ORDER], square[EG_FILTER_MAX_ORDER];
} prototype;

static void add(prototype *p, double square, double linear)
{
    p->square[p->count] = square;
    p->linear[p->count++] = linear;
}

/* ---------------------------------------------------------------- prototypes */

static void critical_damping(prototype *p, int order, bool normalized)
{
    double alpha = normalized ? sqrt(pow(10, 0.3 / order) - 1) : 1;
    for (int i = 0; i < order; i++)
        add(p, 0, alpha);
}

static void butterworth(prototype *p, int order)
{
    if (order % 2 == 1)
        add(p, 0, 1);
    for (int i = 1; i <= order / 2; i++)
        add(p, 1, -2 * cos(PI * (0.5 + (i - 0.5) / order)));
}

static void chebyshev(prototype *p, int order, double ripple)
{
    double width = asinh(1 / sqrt(pow(10, ripple / 10) - 1)) / order;
    bool odd = order % 2 == 1;
    if (odd)
        add(p, 0, 1 / sinh(width));
    for (int i = 1; i <= order / 2; i++) {
        double c = cos(odd ? i * PI / order : (2 * i - 1) * PI / (2 * order));
        double square = 1 / (cosh(width) * cosh(width) - c * c);
        add(p, square, 2 * square * sinh(width) * c);
    }
}

/* theta[n](s)/theta[n]'(s) */
static eg_complex newton_step(int n, eg_complex s)
{
    eg_complex before = {1, 0}, now = {s.re + 1, s.im}, square = eg_complex_mul(s, s);
    for (int k = 2; k <= n; k++) {
        eg_complex next = eg_complex_add(eg_complex_scale(2 * k - 1, now), eg_complex_mul(square, before));
        before = now;
        now = next;
    }
    return eg_complex_div(now, eg_complex_sub(now, eg_complex_mul(s, before)));
}

static eg_complex inverse_of(eg_complex a)
{
    return eg_complex_div(eg_complex_of(1, 0), a);
}

static void bessel_roots(int n, eg_complex *root)
{
    for (int i = 0; i < n; i++) {
        double angle = PI * (0.5 + (i + 0.4) / n);
        root[i] = eg_complex_of(0.8 * n * cos(angle), 0.8 * n * sin(angle));
    }
    for (int round = 0; round < 200; round++) {
        double largest = 0;
        for (int i = 0; i < n; i++) {
            eg_complex step = newton_step(n, root[i]), push = {0, 0};
            for (int k = 0; k < n; k++)
                if (k != i)
                    push = eg_complex_add(push, inverse_of(eg_complex_sub(root[i], root[k])));
            step = eg_complex_div(step, eg_complex_sub(eg_complex_of(1, 0), eg_complex_mul(step, push)));
            root[i] = eg_complex_sub(root[i], step);
            largest = fmax(largest, eg_complex_abs(step) / eg_complex_abs(root[i]));
        }
        if (largest < 1e-15)
            break;
    }
}

static void swap(eg_complex *a, eg_complex *b)
{
    eg_complex kept = *a;
    *a = *b;
    *b = kept;
}

/* *a -= b c */
static void take_product(eg_complex *a, eg_complex b, eg_complex c)
{
    *a = eg_complex_sub(*a, eg_complex_mul(b, c));
}

/* Solves m*x = x in place, by Gauss's elimination with pivots; m is (n x n). */
static void solve(int n, eg_complex *m, eg_complex *x)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            pivot = eg_complex_abs(m[i * n + k]) > eg_complex_abs(m[pivot * n + k]) ? i : pivot;
        for (int j = k; j < n; j++)
            swap(&m[k * n + j], &m[pivot * n + j]);
        swap(&x[k], &x[pivot]);
        for (int i = k + 1; i < n; i++) {
            eg_complex factor = eg_complex_div(m[i * n + k], m[k * n + k]);
            for (int j = k; j < n; j++)
                take_product(&m[i * n + j], factor, m[k * n + j]);
            take_product(&x[i], factor, x[k]);
        }
    }
    for (int k = n; k-- > 0;) {
        for (int j = k + 1; j < n; j++)
            take_product(&x[k], m[k * n + j], x[j]);
        x[k] = eg_complex_div(x[k], m[k * n + k]);
    }
}

/* Polynomials of high order tell their roots to few digits. But s*theta'' = 2*(s + n)*theta' - 2*n*theta
 * makes the roots obey, for each k, sum of 1/(root[k] - root[i]) over all others = 1 + n/root[k], which
 * tells them to all digits: Newton's method. */
static void polish_roots(int n, eg_complex *root)
{
    eg_complex m[EG_FILTER_MAX_ORDER * EG_FILTER_MAX_ORDER], f[EG_FILTER_MAX_ORDER];
    for (int round = 0; round < 30; round++) {
        double largest = 0;
        for (int k = 0; k < n; k++) {
            eg_complex ratio = eg_complex_scale(n, inverse_of(root[k]));
            f[k] = eg_complex_of(1 + ratio.re, ratio.im);
            m[k * n + k] = eg_complex_div(ratio, root[k]);
            for (int i = 0; i < n; i++) {
                if (i == k)
                    continue;
                eg_complex inverse = inverse_of(eg_complex_sub(root[k], root[i]));
                f[k] = eg_complex_sub(f[k], inverse);
                m[k * n + i] = eg_complex_mul(inverse, inverse);
                m[k * n + k] = eg_complex_sub(m[k * n + k], m[k * n + i]);
            }
        }
        solve(n, m, f);
        for (int k = 0; k < n; k++) {
            root[k] = eg_complex_add(root[k], f[k]);
            largest = fmax(largest, eg_complex_abs(f[k]) / eg_complex_abs(root[k]));
        }
        if (largest < 1e-14)
            break;
    }
}

static int by_imaginary(const void *a, const void *b)
{
    double x = ((const eg_complex *)a)->im, y = ((const eg_complex *)b)->im;
    return (x > y) - (x < y);
}

/* All roots, by imaginary part. From order to order they move little: those of the order before, scaled
 * and put between each other, are where Newton's method begins. */
static void all_roots(int n, eg_complex *root)
{
    enum { BY_ABERTH = 10 };
    int first = n < BY_ABERTH ? n : BY_ABERTH;
    bessel_roots(first, root);
    polish_roots(first, root);
    qsort(root, (size_t)first, sizeof *root, by_imaginary);
    for (int order = first + 1; order <= n; order++) {
        eg_complex next[EG_FILTER_MAX_ORDER];
        for (int i = 0; i < order; i++) {
            double place = (i + 0.5) * (order - 1) / order - 0.5;
            int k;
            if (place < 0)
                k = 0;
            else if (place > order - 3)
                k = order - 3;
            else
                k = (int)place;
            eg_complex beyond = eg_complex_scale(place - k, eg_complex_sub(root[k + 1], root[k]));
            next[i] = eg_complex_scale((double)order / (order - 1), eg_complex_add(root[k], beyond));
        }
        for (int i = 0; i < order; i++)
            root[i] = next[i];
        polish_roots(order, root);
        qsort(root, (size_t)order, sizeof *root, by_imaginary);
    }
}

static void bessel(prototype *p, int order)
{
    eg_complex root[EG_FILTER_MAX_ORDER];
    all_roots(order, root);
    if (order % 2 == 1)
        add(p, 0, -1 / root[order / 2].re);
    for (int i = (order + 1) / 2; i < order; i++) {
        double square = root[i].re * root[i].re + root[i].im * root[i].im;
        add(p, 1 / square, -2 * root[i].re / square);
    }
}

/* 1/|H|^2 at the frequency w. */
static double attenuation(const prototype *p, double w)
{
    double product = 1, w2 = w * w;
    for (int i = 0; i < p->count; i++) {
        double l = p->linear[i], s = p->square[i];
        product *= 1 + (l * l - 2 * s) * w2 + s * s * w2 * w2;
    }
    return product;
}

/* Scales the frequency so that the filter is 3 dB down at 1 rad/s. */
static void normalize(prototype *p)
{
    double low = 0, high = 1, wanted = pow(10, 0.3);
    while (attenuation(p, high) < wanted)
        high *= 1.1;
    for (int i = 0; i < 200 && low < high; i++) {
        double middle = 0.5 * (low + high);
        if (attenuation(p, middle) < wanted)
            low = middle;
        else
            high = middle;
    }
    for (int i = 0; i < p->count; i++) {
        p->linear[i] *= high;
        p->square[i] *= high * high;
    }
}

/* ---------------------------------------------------------------- sections */

/* Of s^2 + c1*s + c0; false when its poles are real. `numerator`: what stands above, beside s^2. */
static bool second_order(eg_filter_section *s, int type, double c1, double c0, double band)
{
    double a = -c1 / 2, rest = c0 - a * a, b = sqrt(rest);
    *s = (eg_filter_section){.a = a, .b = b, .ku = c0 / b};
    if (type == EG_HIGH_PASS) {
        s->k1 = 2 * a / s->ku;
        s->k2 = (a * a - b * b) / (a * a + b * b);
    } else if (type == EG_BAND_PASS) {
        s->k1 = band / s->ku;
        s->k2 = band * a / (b * s->ku);
    } else if (type == EG_BAND_STOP) {
        s->k1 = 2 * a / s->ku;
        s->k2 = (c0 + a * a - b * b) / (b * s->ku);
    }
    return rest > 0;
}

static int pass_sections(const prototype *p, int type, double w, eg_filter_section *out)
{
    for (int i = 0; i < p->count; i++) {
        double square = p->square[i], linear = p->linear[i];
        bool low = type == EG_LOW_PASS;
        if (square == 0)
            out[i] = (eg_filter_section){.a = low ? -w / linear : -w * linear};
        else if (!second_order(&out[i], type, low ? w * linear / square : w * linear,
                               low ? w * w / square : w * w * square, 0))
            return -1;
    }
    return p->count;
}

static int band_sections(const prototype *p, const eg_filter_design *d, eg_filter_section *out)
{
    double f0 = sqrt(d->f_min * d->f_cut), w0 = 2 * PI * f0, width = (d->f_cut - d->f_min) / f0;
    bool pass = d->type == EG_BAND_PASS;
    double band = width * w0;
    int count = 0;
    for (int i = 0; i < p->count; i++) {
        if (p->square[i] == 0) {
            double c1 = w0 * width * (pass ? 1 / p->linear[i] : p->linear[i]);
            if (!second_order(&out[count++], d->type, c1, w0 * w0, band))
                return -1;
            continue;
        }
        double c0 = 1 / p->square[i], c1 = p->linear[i] * c0, w = pass ? width : width / c0;
        double sum = 4 + c0 * w * w, x2 = 0.5 * (sum + sqrt(sum * sum - 4 * c1 * c1 * w * w)), x = sqrt(x2);
        double alpha = 2 / (x + sqrt(x2 - 4)), c = c1 * w / x;
        if (!second_order(&out[count++], d->type, w0 * c / alpha, w0 * w0 / (alpha * alpha), band) ||
            !second_order(&out[count++], d->type, w0 * c * alpha, w0 * w0 * alpha * alpha, band))
            return -1;
    }
    return count;
}

int eg_filter_sections(const eg_filter_design *d, eg_filter_section *sections)
{
    prototype p = {0};
    switch (d->analog) {
    case EG_CRITICAL_DAMPING: critical_damping(&p, d->order, d->normalized); break;
    case EG_BESSEL: bessel(&p, d->order); break;
    case EG_BUTTERWORTH: butterworth(&p, d->order); break;
    default: chebyshev(&p, d->order, d->ripple); break;
    }
    if (d->normalized && (d->analog == EG_BESSEL || d->analog == EG_CHEBYSHEV_I))
        normalize(&p);
    if (d->type == EG_LOW_PASS || d->type == EG_HIGH_PASS)
        return pass_sections(&p, d->type, 2 * PI * d->f_cut, sections);
    return band_sections(&p, d, sections);
}
