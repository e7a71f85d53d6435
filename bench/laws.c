/* The array forms of the contact laws against the machine: for n = 1 the speed at which it copies the same
 * bytes, for other n a plain loop of pow. One line a law and form: law, form, n, nanoseconds an element, the
 * reference's, and how fast the law is relative to it (1: as fast). Best of many passes, all in one run.
 *
 *     bench_laws            prints "law,form,n,ns,reference_ns,speed"
 */
#include "elastogap/law_contact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT = 1000000, PASSES = 25 };

static const char *const names[] = {"elasto-gap",
                                    "kelvin-voigt",
                                    "kelvin-voigt-clipped",
                                    "undamped-rebound",
                                    "smooth-transition",
                                    "hertz",
                                    "lankarani-nikravesh-1994",
                                    "hunt-crossley",
                                    "lankarani-nikravesh",
                                    "gonthier",
                                    "flores",
                                    "hu-guo",
                                    "exact-restitution"};

typedef struct arrays {
    double *s, *v, *v0, *f, *ds, *dv, *loss;
    eg_contact_mode *mode;
} arrays;

typedef enum form { FORCE_ALONE, MODE, FORCE_AND_PARTIALS, COPY, POWER } form;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void power_loop(const double *restrict s, const double *restrict v, double n, double *restrict f)
{
    for (size_t i = 0; i < COUNT; i++)
        f[i] = -1e5 * pow(fabs(s[i]), n) + v[i];
}

/* One pass; `bytes` is what COPY moves, half of it read and half written. */
__attribute__((noinline)) static void pass(form what, const eg_contact *law, const arrays *a, size_t bytes)
{
    switch (what) {
    case FORCE_ALONE: eg_contact_f_array(COUNT, law, 1.0, a->s, a->v, a->f); break;
    case MODE: eg_contact_mode_array(COUNT, law, a->s, a->v, a->mode); break;
    case FORCE_AND_PARTIALS:
        eg_contact_force_array(COUNT, law, a->mode, a->v0, a->s, a->v, a->f, a->ds, a->dv, a->loss);
        break;
    case COPY: memcpy(a->f, a->s, bytes / 2); break;
    case POWER: power_loop(a->s, a->v, law->gap.n, a->f); break;
    }
}

/* Nanoseconds an element, of the fastest pass. */
static double time_of(form what, const eg_contact *law, const arrays *a, size_t bytes)
{
    double best = 1e9;
    for (int i = 0; i < PASSES; i++) {
        const double begin = now();
        pass(what, law, a, bytes);
        const double taken = now() - begin;
        best = taken < best ? taken : best;
    }
    return 1e9 * best / COUNT;
}

static void report(int law, const char *form_name, double n, double ns, double reference)
{
    printf("%s,%s,%g,%.4g,%.4g,%.3g\n", names[law], form_name, n, ns, reference, reference / ns);
}

int main(void)
{
    /* the copy's source and target are larger than any form needs: 8 doubles an element */
    double *block = malloc(16 * (size_t)COUNT * sizeof *block);
    eg_contact_mode *mode = malloc(COUNT * sizeof *mode);
    if (!block || !mode)
        return 1;
    memset(block, 0, 16 * (size_t)COUNT * sizeof *block);
    arrays a = {.mode = mode, .s = block};
    double **all[] = {&a.v, &a.v0, &a.ds, &a.dv, &a.loss};
    for (int i = 0; i < 5; i++)
        *all[i] = block + (size_t)(i + 1) * COUNT;
    a.f = block + 8 * (size_t)COUNT;
    for (size_t i = 0; i < COUNT; i++) {
        a.s[i] = 1e-4 * sin(12.9898 * (double)i);
        a.v[i] = sin(78.233 * (double)i);
        a.v0[i] = 1.0;
    }
    for (int law = 0; law < EG_CONTACT_FORCE_COUNT; law++)
        for (int real = 0; real < 2; real++) {
            const double n = real ? 1.3 : 1.0;
            const eg_elasto_gap gap = eg_elasto_gap_simple(1e5, 60.0, 0.0, n);
            const eg_contact k = eg_contact_make((eg_contact_law)law, &gap, 0.7, 5e-5);
            const double f = time_of(FORCE_ALONE, &k, &a, 0);
            if (real) {
                report(law, "f", n, f, time_of(POWER, &k, &a, 0));
                continue;
            }
            report(law, "f", n, f, time_of(COPY, &k, &a, COUNT * 3 * sizeof(double)));
            const double m = time_of(MODE, &k, &a, 0);
            report(law, "mode", n, m, time_of(COPY, &k, &a, COUNT * (2 * sizeof(double) + sizeof *mode)));
            const double p = time_of(FORCE_AND_PARTIALS, &k, &a, 0);
            report(law, "force", n, p, time_of(COPY, &k, &a, COUNT * (7 * sizeof(double) + sizeof *mode)));
        }
    free(block);
    free(mode);
    return 0;
}
