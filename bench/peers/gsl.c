/* The bench's models by hand on the GNU Scientific Library, which knows no events: its steppers rk8pd
 * (Prince and Dormand's order 8) and msbdf (multistep BDF) are watched from outside.
 *
 *     peer_gsl rk8pd|msbdf edge|frozen MODEL RTOL [REFERENCE.csv]
 *
 * After a step in which a kink function changes its sign, the step is taken back and the first crossing
 * found by regula falsi on shorter ones from the same point; there the stepper begins anew, as for every
 * value within a step that is asked for, since there is no dense output. Tolerances and output are those
 * of sundials.c. */
#include "model.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <stdlib.h>

enum { REPEAT = 5 };

typedef struct solver {
    model m;
    double t, h, y[MOST_STATES], begun, rtol;
    gsl_odeiv2_system system;
    gsl_odeiv2_driver *driver, *probe; /* probe: from one point to another within a step */
} solver;

static int f(double t, const double *y, double *yp, void *data)
{
    solver *s = data;
    if (s->m.evaluations % 1000 == 999 && now() - s->begun > 3)
        return GSL_EBADFUNC;
    rates(&s->m, t, y, yp);
    return GSL_SUCCESS;
}

static int derivatives(double t, const double *y, double *by_y, double *by_t, void *data)
{
    const solver *s = data;
    double J[MOST_STATES][MOST_STATES];
    int n = 2 * s->m.bodies;
    jacobian(&s->m, y, J);
    for (int i = 0; i < n; i++) {
        by_t[i] = 0;
        for (int k = 0; k < n; k++)
            by_y[i * n + k] = J[k][i];
    }
    by_t[1] = s->m.amplitude * 2 * M_PI * s->m.frequency * cos(2 * M_PI * s->m.frequency * t) / s->m.mass[0];
    return GSL_SUCCESS;
}

static bool begin(solver *s, const model *m, bool bdf, double rtol)
{
    memset(s, 0, sizeof *s);
    s->m = *m;
    s->begun = now();
    s->h = 1e-6;
    s->rtol = rtol;
    for (int i = 0; i < m->bodies; i++)
        s->y[2 * i] = m->start[i];
    s->system = (gsl_odeiv2_system){f, derivatives, (size_t)(2 * m->bodies), s};
    const gsl_odeiv2_step_type *type = bdf ? gsl_odeiv2_step_msbdf : gsl_odeiv2_step_rk8pd;
    s->driver = gsl_odeiv2_driver_alloc_y_new(&s->system, type, s->h, rtol * 1e-2, rtol);
    s->probe = gsl_odeiv2_driver_alloc_y_new(&s->system, type, s->h, rtol * 1e-2, rtol);
    return s->driver && s->probe;
}

static void end(solver *s)
{
    gsl_odeiv2_driver_free(s->driver);
    gsl_odeiv2_driver_free(s->probe);
}

/* y at t, from the point at t0. */
static bool within(solver *s, double t0, const double *y0, double t, double *y)
{
    memcpy(y, y0, sizeof s->y);
    return t <= t0 || (!gsl_odeiv2_driver_reset_hstart(s->probe, t - t0) &&
                       !gsl_odeiv2_driver_apply(s->probe, &t0, t, y));
}

/* Where kink k crosses between t0 (h0) and t1 (h1): Illinois' regula falsi, to round-off. */
static double crossing(solver *s, int k, double t0, const double *y0, double t1, double h0, double h1)
{
    double low = t0, high = t1, y[MOST_STATES], h[MOST_KINKS];
    for (int i = 0; i < 60 && high - low > 4e-16 * high; i++) {
        double t = low + (high - low) * (h0 / (h0 - h1));
        if (!(t > low && t < high))
            t = 0.5 * (low + high);
        if (!within(s, t0, y0, t, y))
            return high;
        kinks(&s->m, y, h);
        if (h[k] == 0)
            return t;
        if ((h[k] > 0) == (h0 > 0)) {
            low = t;
            h0 = h[k];
            h1 *= 0.5;
        } else {
            high = t;
            h1 = h[k];
            h0 *= 0.5;
        }
    }
    return high;
}

/* One step, to the first kink in it at the most. */
static bool step(solver *s, double stop)
{
    double t0 = s->t, y0[MOST_STATES], before[MOST_KINKS], after[MOST_KINKS];
    model changed = s->m;
    memcpy(y0, s->y, sizeof y0);
    kinks(&s->m, y0, before);
    if (gsl_odeiv2_evolve_apply(s->driver->e, s->driver->c, s->driver->s, &s->system, &s->t, stop, &s->h,
                                s->y))
        return false;
    kinks(&s->m, s->y, after);
    double t1 = s->t, at = INFINITY;
    for (int k = 0; k < kink_count(&s->m); k++) {
        int root[MOST_KINKS] = {0};
        model other = s->m;
        root[k] = after[k] > 0 ? 1 : -1;
        if (!(fabs(before[k]) > 1e-15) || (before[k] > 0) == (after[k] > 0) || !change_modes(&other, root))
            continue;
        double t = crossing(s, k, t0, y0, t1, before[k], after[k]);
        if (t < at) {
            changed = other;
            at = t;
        }
    }
    if (at == INFINITY)
        return true;
    if (!within(s, t0, y0, at, s->y))
        return false;
    changed.evaluations = s->m.evaluations;
    s->m = changed;
    s->t = at;
    s->h = 1e-6;
    return !gsl_odeiv2_evolve_reset(s->driver->e) && !gsl_odeiv2_step_reset(s->driver->s);
}

static bool compare(solver *s, const char *path, double *error)
{
    FILE *file = fopen(path, "r");
    char line[200];
    double time, position, t0 = 0, y0[MOST_STATES], y[MOST_STATES];
    bool good = file && fgets(line, sizeof line, file);
    model was = s->m;
    memcpy(y0, s->y, sizeof y0);
    *error = 0;
    while (good && fgets(line, sizeof line, file) && sscanf(line, "%lf,%lf", &time, &position) == 2) {
        while (good && s->t < time) {
            t0 = s->t;
            was = s->m;
            memcpy(y0, s->y, sizeof y0);
            good = step(s, s->m.stop);
        }
        model is = s->m;
        s->m = was; /* the modes of the step */
        good = good && within(s, t0, y0, time, y);
        s->m = is;
        *error = fmax(*error, fabs(y[2 * s->m.shown] - position));
    }
    if (file)
        fclose(file);
    return good && *error < 1e3;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static solver s;
    model m;
    if (argc < 5 || !model_named(argv[3], strcmp(argv[2], "frozen") == 0, &m)) {
        fprintf(stderr, "usage: peer_gsl rk8pd|msbdf edge|frozen MODEL RTOL [REFERENCE.csv]\n");
        return 2;
    }
    bool bdf = strcmp(argv[1], "msbdf") == 0, good = true;
    int runs = 0;
    double rtol = atof(argv[4]), seconds[REPEAT], error = NAN;
    gsl_set_error_handler_off();
    for (; runs < REPEAT && good && (runs == 0 || seconds[0] < 0.3); runs++) {
        good = begin(&s, &m, bdf, rtol);
        double began = now();
        while (good && s.t < m.stop)
            good = step(&s, m.stop);
        seconds[runs] = now() - began;
        end(&s);
    }
    qsort(seconds, (size_t)runs, sizeof *seconds, ascending);
    model counted = s.m;
    if (good && argc > 5) {
        good = begin(&s, &m, bdf, rtol) && compare(&s, argv[5], &error);
        end(&s);
    }
    print_result("gsl", argv[1], rtol, good, good ? seconds[runs / 2] : 0, &counted, error);
    return good ? 0 : 3;
}
