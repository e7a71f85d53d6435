/* Amplitude spectra: a trajectory as masses on a grid of samples, a window, and a fast Fourier transform.
 *
 * With weights q_k of the trapezoidal rule, w_k of the window and x_k the variable,
 *
 *     mean = sum(w_k*q_k*x_k)/sum(w_k*q_k)
 *     X(f) = 2*|sum(w_k*q_k*(x_k - mean)*exp(-2*pi*i*f*t_k))|/sum(w_k*q_k)
 *
 * is the amplitude of a sine of frequency f, but for what leaks over from others. Rows beside the grid,
 * the sides of events, are points of the rule as well; q*x of each is shared between the two samples beside
 * it such that its sum and its moment stay. What that changes of X is (2*pi*f*h)^2/8 of a jump's h/(to -
 * from), h between samples. Zeros behind the samples let the transform be asked at a part of 1/(to - from),
 * where a line's top is, whatever its frequency. */
#include "elastogap/spectrum.h"

#include "base/report.h"
#include "base/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

enum { MOST_SAMPLES = 1 << 20, LEAST_SAMPLES = 8 };

/* Samples on a grid and what they weigh. */
typedef struct grid {
    double from, h;
    size_t n;      /* intervals; n + 1 samples */
    int exponent;  /* of 2: values are taken over that, so that sums of the largest are numbers */
    double *moved; /* (n + 1) q*x/h */
} grid;

eg_spectrum_options eg_spectrum_options_default(void)
{
    return (eg_spectrum_options){.size = sizeof(eg_spectrum_options), .from = NAN, .to = NAN};
}

void eg_spectrum_release(eg_spectrum *s)
{
    free(s->frequency);
    free(s->amplitude);
    *s = (eg_spectrum){0};
}

/* ---------------------------------------------------------------- the grid */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How far apart most rows of the span are: the median of what is not 0, by the time that it takes, so that
 * events that crowd do not count. 0: there are none. */
static double usual_distance(const eg_trajectory *t, double from, double to, double *room)
{
    size_t count = 0;
    double sum = 0.0, all = 0.0;
    for (size_t row = 1; row < t->row_count; row++) {
        const double a = eg_trajectory_time(t, row - 1), b = eg_trajectory_time(t, row);
        if (b > a && b > from && a < to) {
            room[count++] = b - a;
            all += b - a;
        }
    }
    qsort(room, count, sizeof *room, by_size);
    for (size_t i = 0; i < count; i++)
        if ((sum += room[i]) >= 0.5 * all)
            return room[i];
    return 0.0;
}

static eg_status refuse_span(const eg_trajectory *t, double from, double to, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE,
              "there is no spectrum from %.9g s to %.9g s: the run is from %.9g s to %.9g s", from, to,
              eg_trajectory_time(t, 0), eg_trajectory_time(t, t->row_count - 1));
    eg_remedy(d, "choose times within the run, the earlier one first");
    return EG_ERROR_USAGE;
}

/* Lays the grid. */
static eg_status lay_grid(const eg_trajectory *t, const eg_spectrum_options *o, eg_diagnostics *d, grid *g)
{
    if (t->row_count < 2) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "there is no spectrum of a run of %zu rows", t->row_count);
        eg_remedy(d, "make a run with two rows at least");
        return EG_ERROR_USAGE;
    }
    const double first = eg_trajectory_time(t, 0), last = eg_trajectory_time(t, t->row_count - 1);
    const double from = isnan(o->from) ? first : o->from, to = isnan(o->to) ? last : o->to;
    const double slack = 1e-9 * (last - first);
    if (!(from < to) || from < first - slack || to > last + slack)
        return refuse_span(t, from, to, d);
    double *room = malloc(t->row_count * sizeof *room);
    if (!room)
        return EG_ERROR_MEMORY;
    const double h = usual_distance(t, from, to, room), samples = h > 0.0 ? round((to - from) / h) : 0.0;
    free(room);
    if (samples < LEAST_SAMPLES || samples > MOST_SAMPLES) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "a spectrum is of %d to %d samples, but from %.9g s to %.9g s are %.0f", LEAST_SAMPLES,
                  MOST_SAMPLES, from, to, samples);
        eg_remedy(d, samples < LEAST_SAMPLES ? "look at a longer span, or store more rows"
                                             : "look at a part of the run");
        return EG_ERROR_USAGE;
    }
    g->n = (size_t)samples;
    g->from = from;
    g->h = (to - from) / samples;
    g->moved = calloc(g->n + 1, sizeof *g->moved);
    return g->moved ? EG_OK : EG_ERROR_MEMORY;
}

/* Adds what a point at `place` [samples] weighs. */
static void add_mass(grid *g, double place, double mass)
{
    const double low = fmin(fmax(floor(place), 0.0), (double)g->n - 1.0), share = place - low;
    g->moved[(size_t)low] += mass * (1.0 - share);
    g->moved[(size_t)low + 1] += mass * share;
}

/* Where on the grid a time is; what is beside a sample by rounding only is that sample. */
static double place_of(const grid *g, double time)
{
    const double place = (time - g->from) / g->h, whole = round(place);
    return fabs(place - whole) < 1e-6 ? whole : place;
}

/* A line from one row to the next, cut at the samples on the way. */
static void add_line(grid *g, double a, double b, double at_a, double at_b)
{
    const double low = fmax(a, 0.0), high = fmin(b, (double)g->n);
    for (double p = low; p < high;) {
        const double q = fmin(floor(p) + 1.0, high), half = 0.5 * (q - p);
        add_mass(g, p, half * (at_a + (at_b - at_a) * ((p - a) / (b - a))));
        add_mass(g, q, half * (at_a + (at_b - at_a) * ((q - a) / (b - a))));
        p = q;
    }
}

static eg_status take_samples(const eg_trajectory *t, size_t signal, eg_diagnostics *d, grid *g)
{
    double size = 0.0;
    for (size_t row = 0; row < t->row_count; row++)
        if (isfinite(eg_trajectory_value(t, signal, row)))
            size = fmax(size, fabs(eg_trajectory_value(t, signal, row)));
    frexp(size, &g->exponent);
    const bool held = t->signals[signal].info.is_discrete != 0;
    for (size_t row = 0; row + 1 < t->row_count; row++) {
        const double a = place_of(g, eg_trajectory_time(t, row)),
                     b = place_of(g, eg_trajectory_time(t, row + 1));
        if (!(a < b) || b <= 0.0 || a >= (double)g->n)
            continue;
        const double at_a = ldexp(eg_trajectory_value(t, signal, row), -g->exponent);
        const double at_b = held ? at_a : ldexp(eg_trajectory_value(t, signal, row + 1), -g->exponent);
        if (!isfinite(at_a) || !isfinite(at_b)) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "there is no spectrum of %s, which is no number at %.9g s",
                      t->signals[signal].info.name, eg_trajectory_time(t, isfinite(at_a) ? row + 1 : row));
            eg_remedy(d, "choose times at which it is one");
            return EG_ERROR_USAGE;
        }
        add_line(g, a, b, at_a, at_b);
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- the window */

static double weight_of(eg_window window, double share)
{
    const double angle = 2.0 * PI * share;
    switch (window) {
    case EG_WINDOW_RECTANGULAR: return 1.0;
    case EG_WINDOW_FLATTOP:
        return 0.21557895 - 0.41663158 * cos(angle) + 0.277263158 * cos(2.0 * angle) -
               0.083578947 * cos(3.0 * angle) + 0.006947368 * cos(4.0 * angle);
    default: return 0.5 - 0.5 * cos(angle);
    }
}

/* How far from a line, in 1/(to - from), its main lobe ends. */
static double half_lobe(eg_window window)
{
    switch (window) {
    case EG_WINDOW_RECTANGULAR: return 1.0;
    case EG_WINDOW_FLATTOP: return 5.0;
    default: return 2.0;
    }
}

/* What a line of amplitude 1 leaks at most, so far from it. */
static double leakage(eg_window window, double distance)
{
    if (distance < half_lobe(window))
        return 1.0;
    switch (window) {
    case EG_WINDOW_RECTANGULAR: return 1.0 / (PI * distance);
    case EG_WINDOW_FLATTOP: return 1e-4;
    default: return 1.0 / (PI * distance * (distance * distance - 1.0));
    }
}

/* ---------------------------------------------------------------- the transform */

/* In place, of 2^bits complex numbers (Cooley and Tukey 1965), with angles that are each computed as they
 * are: none is made of others. wave: cosines and sines of parts of a turn, (size/2) each. */
static void transform(double *z, const double *wave, size_t size)
{
    for (size_t i = 1, j = 0; i < size; i++) {
        size_t bit = size >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j |= bit;
        if (i < j)
            for (int part = 0; part < 2; part++) {
                const double held = z[2 * i + (size_t)part];
                z[2 * i + (size_t)part] = z[2 * j + (size_t)part];
                z[2 * j + (size_t)part] = held;
            }
    }
    for (size_t half = 1; half < size; half *= 2)
        for (size_t block = 0; block < size; block += 2 * half)
            for (size_t k = 0; k < half; k++) {
                const double *w = wave + 2 * (k * (size / (2 * half)));
                double *a = z + 2 * (block + k), *b = a + 2 * half;
                const double re = b[0] * w[0] - b[1] * w[1], im = b[0] * w[1] + b[1] * w[0];
                b[0] = a[0] - re;
                b[1] = a[1] - im;
                a[0] += re;
                a[1] += im;
            }
}

/* Windows the samples, takes the mean off, and asks for all frequencies up to the largest. */
static eg_status weigh(const grid *g, const eg_spectrum_options *o, eg_spectrum *s)
{
    const size_t parts = g->n <= MOST_SAMPLES / 4 ? 8 : 4;
    size_t size = 1;
    while (size < parts * g->n)
        size *= 2;
    double *z = calloc(3 * size, sizeof *z), weights = 0.0, sum = 0.0;
    if (!z)
        return EG_ERROR_MEMORY;
    double *wave = z + 2 * size;
    for (size_t k = 0; k < size / 2; k++) {
        wave[2 * k] = cos(2.0 * PI * (double)k / (double)size);
        wave[2 * k + 1] = -sin(2.0 * PI * (double)k / (double)size);
    }
    for (size_t k = 0; k <= g->n; k++) {
        const double w = weight_of(o->window, (double)k / (double)g->n);
        weights += w * (k == 0 || k == g->n ? 0.5 : 1.0);
        sum += w * g->moved[k];
    }
    const double mean = sum / weights;
    s->mean = ldexp(mean, g->exponent);
    for (size_t k = 0; k <= g->n; k++)
        z[2 * k] = weight_of(o->window, (double)k / (double)g->n) *
                   (g->moved[k] - mean * (k == 0 || k == g->n ? 0.5 : 1.0));
    transform(z, wave, size);
    const double step = 1.0 / ((double)size * g->h), most = 0.5 / g->h;
    const double top = o->max_frequency > 0.0 ? fmin(o->max_frequency, most) : most;
    s->count = (size_t)floor(top / step * (1.0 + 1e-12)) + 1;
    s->frequency = malloc(s->count * sizeof *s->frequency);
    s->amplitude = malloc(s->count * sizeof *s->amplitude);
    for (size_t i = 0; i < s->count && s->frequency && s->amplitude; i++) {
        s->frequency[i] = (double)i * step;
        s->amplitude[i] = ldexp(2.0 * hypot(z[2 * i], z[2 * i + 1]) / weights, g->exponent);
    }
    if (s->amplitude)
        s->amplitude[0] = fabs(s->mean);
    free(z);
    return s->frequency && s->amplitude ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- peaks */

static bool is_maximum(const eg_spectrum *s, size_t i)
{
    return i >= 2 && i + 1 < s->count && s->frequency[i] * (s->to - s->from) >= 1.0 &&
           s->amplitude[i] > s->amplitude[i - 1] && s->amplitude[i] >= s->amplitude[i + 1];
}

/* Around its top the logarithm of a line is a parabola, to some 1e-5 at an eighth of 1/(to - from). */
static eg_spectrum_peak top_of(const eg_spectrum *s, size_t i)
{
    const double *a = s->amplitude + i, step = s->frequency[1];
    const double left = log(a[-1] / a[0]), right = log(a[1] / a[0]), curve = left + right;
    if (!isfinite(curve) || !(curve < 0.0))
        return (eg_spectrum_peak){s->frequency[i], a[0]};
    const double shift = 0.5 * (left - right) / curve;
    return (eg_spectrum_peak){s->frequency[i] + shift * step, a[0] * exp(-0.25 * (left - right) * shift)};
}

/* Is it more than twice of what larger lines, and their images at negative frequencies, leak? */
static bool stands_out(const eg_spectrum *s, eg_window window, size_t i)
{
    const double span = s->to - s->from;
    double leaked = 0.0;
    for (size_t k = 0; k < s->peak_count; k++) {
        const eg_spectrum_peak *p = &s->peaks[k];
        leaked += p->amplitude * leakage(window, fabs(s->frequency[i] - p->frequency) * span);
        leaked += p->amplitude * leakage(window, (s->frequency[i] + p->frequency) * span);
    }
    return s->amplitude[i] > 2.0 * leaked;
}

/* The largest ones, one by one. Rounding makes maxima, too: they are below 1e-12 of what values are. */
static void find_peaks(eg_spectrum *s, eg_window window)
{
    while (s->peak_count < EG_SPECTRUM_PEAKS) {
        size_t best = 0;
        for (size_t i = 2; i + 1 < s->count; i++)
            if (is_maximum(s, i) && (best == 0 || s->amplitude[i] > s->amplitude[best]) &&
                stands_out(s, window, i))
                best = i;
        if (best == 0 || s->amplitude[best] < 1e-12 * fabs(s->mean) ||
            (s->peak_count > 0 && s->amplitude[best] < 1e-3 * s->peaks[0].amplitude))
            return;
        s->peaks[s->peak_count] = top_of(s, best);
        s->peak_count++;
    }
}

eg_status eg_trajectory_spectrum(const eg_trajectory *t, size_t signal, const eg_spectrum_options *options,
                                 eg_diagnostics *diagnostics, eg_spectrum *out)
{
    grid g = {0};
    *out = (eg_spectrum){0};
    if (!eg_options_fit(options->size, sizeof *options, "eg_spectrum_options", diagnostics))
        return EG_ERROR_USAGE;
    eg_status status = lay_grid(t, options, diagnostics, &g);
    if (status == EG_OK)
        status = take_samples(t, signal, diagnostics, &g);
    if (status == EG_OK) {
        out->from = g.from;
        out->to = g.from + g.h * (double)g.n;
        out->interval = g.h;
        status = weigh(&g, options, out);
    }
    if (status == EG_OK)
        find_peaks(out, options->window);
    free(g.moved);
    return status;
}
