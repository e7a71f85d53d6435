/* The array forms of the contact laws against the machine: for n = 1 the speed at which it copies the same
 * bytes, for other n a plain loop of pow. One line a law and form: law, form, n, nanoseconds an element, the
 * reference's, and how fast the law is relative to it (1: as fast). Law and reference take turns; the best of
 * many passes each, all in one run. A copy of B bytes reads B/2 and writes B/2, where the law reads and
 * writes B in all.
 *
 *     bench_laws            prints "law,form,n,ns,reference_ns,speed"
 */
#include "elastogap/law_contact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT = 1000000, PASSES = 40, COLUMNS = 8 };

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
    double *s, *v, *v0, *f, *ds, *dv, *loss, *one;
    eg_contact_mode *mode;
    eg_gap_mode *gap_mode;
} arrays;

typedef enum form {
    FORCE_ALONE,
    MODE,
    FORCE_AND_PARTIALS,
    GAP_EACH, /* of law.h alone */
    GAP_MODE,
    GAP_FORCE,
    GAP_EDGES,
    SPRING_DAMPER,
    SPRING_DAMPER_FORCE,
    FORM_COUNT
} form;

static const struct {
    const char *name;
    size_t bytes; /* read and written for an element */
} forms[FORM_COUNT] = {
    {"f", 3 * sizeof(double)},
    {"mode", 2 * sizeof(double) + sizeof(eg_contact_mode)},
    {"force", 7 * sizeof(double) + sizeof(eg_contact_mode)},
    {"f_each", 7 * sizeof(double)},
    {"gap mode", 2 * sizeof(double) + sizeof(eg_gap_mode)},
    {"gap force", 6 * sizeof(double) + sizeof(eg_gap_mode)},
    {"gap switching", 5 * sizeof(double) + sizeof(eg_gap_mode)},
    {"f", 3 * sizeof(double)},
    {"force", 6 * sizeof(double)},
};

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

__attribute__((noinline)) static void pass(form what, const eg_contact *k, const arrays *a)
{
    const eg_elasto_gap_each each = {a->v0, a->one, a->v0, a->ds, NULL};
    const eg_spring_damper damper = eg_spring_damper_make(1e5, 60.0, 0.0);
    switch (what) {
    case FORCE_ALONE: eg_contact_f_array(COUNT, k, 1.0, a->s, a->v, a->f); break;
    case MODE: eg_contact_mode_array(COUNT, k, a->s, a->v, a->mode); break;
    case FORCE_AND_PARTIALS:
        eg_contact_force_array(COUNT, k, a->mode, a->v0, a->s, a->v, a->f, a->ds, a->dv, a->loss);
        break;
    case GAP_EACH: eg_elasto_gap_f_each(COUNT, &each, a->s, a->v, a->f); break;
    case GAP_MODE: eg_elasto_gap_mode_array(COUNT, &k->gap, a->s, a->v, a->gap_mode); break;
    case GAP_FORCE:
        eg_elasto_gap_force_array(COUNT, &k->gap, a->gap_mode, a->s, a->v, a->f, a->ds, a->dv, a->loss);
        break;
    case GAP_EDGES:
        eg_elasto_gap_switching_array(COUNT, &k->gap, a->gap_mode, a->s, a->v, a->f, a->ds, a->dv);
        break;
    case SPRING_DAMPER: eg_spring_damper_f_array(COUNT, &damper, a->s, a->v, a->f); break;
    case SPRING_DAMPER_FORCE:
        eg_spring_damper_force_array(COUNT, &damper, a->s, a->v, a->f, a->ds, a->dv, a->loss);
        break;
    case FORM_COUNT: break;
    }
}

/* For n = 1 a copy, else pow. */
__attribute__((noinline)) static void reference(form what, double n, const arrays *a)
{
    if (n == 1.0)
        memcpy(a->f, a->s, COUNT * forms[what].bytes / 2);
    else
        power_loop(a->s, a->v, n, a->f);
}

static void report(const char *law, form what, const eg_contact *k, const arrays *a)
{
    double best = 1e9, best_reference = 1e9;
    for (int i = 0; i < PASSES; i++) {
        const double begin = now();
        pass(what, k, a);
        const double between = now();
        reference(what, k->gap.n, a);
        const double taken = between - begin, reference_taken = now() - between;
        best = taken < best ? taken : best;
        best_reference = reference_taken < best_reference ? reference_taken : best_reference;
    }
    const double scale = 1e9 / COUNT;
    printf("%s,%s,%g,%.4g,%.4g,%.3g\n", law, forms[what].name, k->gap.n, scale * best, scale * best_reference,
           best_reference / best);
}

/* The arrays that are written are the last ones: a copy goes from the first to them, and overlaps nothing. */
static arrays fill(double *block, eg_contact_mode *mode, eg_gap_mode *gap_mode)
{
    arrays a = {.mode = mode, .gap_mode = gap_mode};
    double **all[COLUMNS] = {&a.s, &a.v, &a.v0, &a.one, &a.f, &a.ds, &a.dv, &a.loss};
    memset(block, 0, COLUMNS * (size_t)COUNT * sizeof *block);
    for (size_t i = 0; i < COLUMNS; i++)
        *all[i] = block + i * COUNT;
    for (size_t i = 0; i < COUNT; i++) {
        a.s[i] = 1e-4 * sin(12.9898 * (double)i);
        a.v[i] = sin(78.233 * (double)i);
        a.v0[i] = 1.0;
    }
    return a;
}

int main(void)
{
    double *block = malloc(COLUMNS * (size_t)COUNT * sizeof *block);
    eg_contact_mode *mode = malloc(COUNT * sizeof *mode);
    eg_gap_mode *gap_mode = malloc(COUNT * sizeof *gap_mode);
    if (!block || !mode || !gap_mode)
        return 1;
    const arrays a = fill(block, mode, gap_mode);
    for (int real = 0; real < 2; real++) {
        const eg_elasto_gap gap = eg_elasto_gap_simple(1e5, 60.0, 0.0, real ? 1.3 : 1.0);
        for (int law = 0; law < EG_CONTACT_FORCE_COUNT; law++) {
            const eg_contact k = eg_contact_make((eg_contact_law)law, &gap, 0.7, 5e-5);
            for (int what = FORCE_ALONE; what <= FORCE_AND_PARTIALS; what++)
                report(names[law], (form)what, &k, &a);
        }
        const eg_contact k = eg_contact_make(EG_CONTACT_ELASTO_GAP, &gap, 0.0, 0.0);
        for (int what = real ? GAP_MODE : GAP_EACH; what <= GAP_EDGES; what++)
            report("elasto-gap", (form)what, &k, &a);
        for (int what = SPRING_DAMPER; what <= SPRING_DAMPER_FORCE && !real; what++)
            report("spring-damper", (form)what, &k, &a);
    }
    free(block);
    free(mode);
    free(gap_mode);
    return 0;
}
