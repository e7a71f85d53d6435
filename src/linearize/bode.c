/* Magnitude and phase over the frequency, as a table or a picture. */
#include "linearize/linearize.h"

#include "base/number.h"
#include "result/bode.h"
#include "result/formats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Points on a grid that is even in the logarithm; and beside the frequency of each mode that swings, where
 * the peak may be narrower than the grid, so many of its half widths away. */
enum { POINTS = 600, BESIDE = 5 };
static const double BESIDES[BESIDE] = {-3, -1, 0, 1, 3};
static const double PI = 3.14159265358979323846;

typedef struct sweep {
    const eg_linearization *l;
    double *frequency; /* [Hz] */
    double *omega, *response;
    double *magnitude, *phase; /* (curves x count) [dB], [degree] */
    size_t count, curves;
} sweep;

/* From a tenth of the least to ten times the largest; modes that are next to none beside the largest are
 * those of bodies that nothing holds. */
static void find_range(const eg_linearization *l, double *low, double *high)
{
    double least = INFINITY, largest = 0;
    for (size_t i = 0; i < l->state_count && l->eigenvalues; i++)
        largest = fmax(largest, l->eigenvalues[i].frequency);
    for (size_t i = 0; i < l->state_count && l->eigenvalues; i++)
        if (l->eigenvalues[i].frequency > 1e-6 * largest)
            least = fmin(least, l->eigenvalues[i].frequency);
    if (*high == 0)
        *high = largest > 0 ? 10 * largest : fmax(100, 1e4 * *low);
    if (*low == 0)
        *low = isfinite(least) && least / 10 < *high ? least / 10 : *high / 1e4;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static eg_status make_frequencies(sweep *s, double low, double high)
{
    const eg_linearization *l = s->l;
    s->frequency = malloc((POINTS + BESIDE * l->state_count) * sizeof *s->frequency);
    if (!s->frequency)
        return EG_ERROR_MEMORY;
    for (int k = 0; k < POINTS; k++)
        s->frequency[s->count++] = low * pow(high / low, (double)k / (POINTS - 1));
    s->frequency[POINTS - 1] = high;
    for (size_t i = 0; i < l->state_count && l->eigenvalues; i++)
        for (int k = 0; k < BESIDE && l->eigenvalues[i].imaginary > 0; k++) {
            const eg_linear_eigenvalue *e = &l->eigenvalues[i];
            const double f = (e->imaginary + BESIDES[k] * fabs(e->real)) / (2 * PI);
            if (f > low && f < high)
                s->frequency[s->count++] = f;
        }
    qsort(s->frequency, s->count, sizeof *s->frequency, ascending);
    return EG_OK;
}

/* Phases go on where they leave the range of atan2. */
static void find_phases(sweep *s, size_t curve)
{
    double last = NAN;
    for (size_t w = 0; w < s->count; w++) {
        const double *z = s->response + 2 * (w * s->curves + curve);
        const double size = hypot(z[0], z[1]);
        double phase = size > 0 ? atan2(z[1], z[0]) * (180 / PI) : NAN;
        if (isfinite(phase) && isfinite(last))
            phase += 360 * round((last - phase) / 360);
        last = isfinite(phase) ? phase : last;
        s->magnitude[curve * s->count + w] = size > 0 ? 20 * log10(size) : NAN;
        s->phase[curve * s->count + w] = phase;
    }
}

static eg_status respond(sweep *s, eg_diagnostics *d)
{
    s->omega = malloc(s->count * (1 + 4 * s->curves) * sizeof *s->omega);
    if (!s->omega)
        return EG_ERROR_MEMORY;
    s->response = s->omega + s->count;
    s->magnitude = s->response + 2 * s->count * s->curves;
    s->phase = s->magnitude + s->count * s->curves;
    for (size_t w = 0; w < s->count; w++)
        s->omega[w] = 2 * PI * s->frequency[w];
    eg_status status = eg_linearization_response(s->l, s->omega, s->count, d, s->response);
    for (size_t c = 0; c < s->curves && status == EG_OK; c++)
        find_phases(s, c);
    return status;
}

/* "stop.f / weight [m/N]" */
static char *name_curve(const sweep *s, size_t curve, const char *before)
{
    const eg_linear_variable *y = &s->l->outputs[curve / s->l->input_count],
                             *u = &s->l->inputs[curve % s->l->input_count];
    const size_t room =
        strlen(before) + strlen(y->name) + strlen(u->name) + strlen(y->unit) + strlen(u->unit) + 16;
    char *name = malloc(room);
    if (name && *y->unit && *u->unit)
        snprintf(name, room, strpbrk(u->unit, "./") ? "%s%s / %s [%s/(%s)]" : "%s%s / %s [%s/%s]", before,
                 y->name, u->name, y->unit, u->unit);
    else if (name)
        snprintf(name, room, "%s%s / %s", before, y->name, u->name);
    return name;
}

static void put(eg_file *f, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    eg_file_text(f, text);
}

static eg_status write_table(const sweep *s, const char *path, eg_diagnostics *d)
{
    static const char *const kinds[] = {"magnitude ", "magnitude_dB ", "phase_deg "};
    eg_status status;
    bool has_memory = true;
    eg_file *f = eg_file_create(path, d, &status);
    if (!f)
        return status;
    eg_file_quoted(f, "frequency [Hz]");
    for (size_t c = 0; c < 3 * s->curves && has_memory; c++) {
        char *name = name_curve(s, c / 3, kinds[c % 3]);
        has_memory = name != NULL;
        eg_file_text(f, ",");
        eg_file_quoted(f, name ? name : "");
        free(name);
    }
    eg_file_text(f, "\n");
    for (size_t w = 0; w < s->count; w++) {
        put(f, s->frequency[w]);
        for (size_t c = 0; c < s->curves; c++) {
            const double *z = s->response + 2 * (w * s->curves + c);
            const double of[3] = {hypot(z[0], z[1]), s->magnitude[c * s->count + w],
                                  s->phase[c * s->count + w]};
            for (int k = 0; k < 3; k++) {
                eg_file_text(f, ",");
                if (isfinite(of[k]))
                    put(f, of[k]);
            }
        }
        eg_file_text(f, "\n");
    }
    if (has_memory)
        return eg_file_commit(f, d);
    eg_file_discard(f);
    return EG_ERROR_MEMORY;
}

/* What an input does not reach has no line: a stop's force while it is apart. */
static eg_status warn_of_nothing(const sweep *s, eg_diagnostics *d)
{
    for (size_t c = 0; c < s->curves; c++) {
        size_t w = 0;
        while (w < s->count && !isfinite(s->magnitude[c * s->count + w]))
            w++;
        char *name = w == s->count ? name_curve(s, c, "") : NULL;
        if (w == s->count && !name)
            return EG_ERROR_MEMORY;
        if (name) {
            eg_report(d, EG_WARNING, EG_NOWHERE, "%s is 0 at every frequency: there is no curve to draw",
                      name);
            eg_remedy(d, "see the modes at that time: what is apart, or held, passes nothing on");
        }
        free(name);
    }
    return EG_OK;
}

static eg_status draw(const sweep *s, const char *path, eg_diagnostics *d)
{
    eg_bode_curve *curves = calloc(s->curves + 1, sizeof *curves);
    char title[200];
    eg_status status = curves ? EG_OK : EG_ERROR_MEMORY;
    snprintf(title, sizeof title, "%.150s, linear about %.9g s", s->l->model, s->l->time);
    for (size_t c = 0; c < s->curves && status == EG_OK; c++) {
        curves[c] =
            (eg_bode_curve){name_curve(s, c, ""), s->magnitude + c * s->count, s->phase + c * s->count};
        status = curves[c].name ? EG_OK : EG_ERROR_MEMORY;
    }
    if (status == EG_OK)
        status = eg_bode_plot(curves, s->curves, s->frequency, s->count, title, path, d);
    for (size_t c = 0; c < s->curves && curves; c++)
        free((char *)curves[c].name);
    free(curves);
    return status;
}

static eg_status check(const eg_linearization *l, double low, double high, eg_diagnostics *d)
{
    if (l->input_count == 0 || l->output_count == 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "a frequency response goes from inputs to outputs, of which %s has no %s", l->model,
                  l->input_count == 0 ? "inputs" : "outputs");
        eg_remedy(d, "name some: sources or their signals are inputs, any variable an output");
        return EG_ERROR_USAGE;
    }
    if (!(low >= 0) || !(high >= 0) || !isfinite(low) || !isfinite(high) || (high > 0 && low >= high)) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "from %g Hz to %g Hz is no range of frequencies", low, high);
        eg_remedy(d, "choose two finite frequencies of at least 0 Hz, the lower one first");
        return EG_ERROR_USAGE;
    }
    return EG_OK;
}

eg_status eg_linearization_bode(const eg_linearization *l, double low, double high, const char *path,
                                eg_diagnostics *diagnostics)
{
    sweep s = {.l = l, .curves = l->input_count * l->output_count};
    eg_status status = check(l, low, high, diagnostics);
    if (status != EG_OK)
        return status;
    find_range(l, &low, &high);
    if (low >= high)
        high = 1e4 * low;
    status = make_frequencies(&s, low, high);
    if (status == EG_OK)
        status = respond(&s, diagnostics);
    if (status == EG_OK)
        status = warn_of_nothing(&s, diagnostics);
    if (status == EG_OK)
        status =
            eg_path_ends(path, ".csv") ? write_table(&s, path, diagnostics) : draw(&s, path, diagnostics);
    free(s.frequency);
    free(s.omega);
    return status;
}
