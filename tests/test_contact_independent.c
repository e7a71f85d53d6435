/* Single impacts against an integration that shares nothing with the library: the forces written down again
 * from their formulas, as functions of the point alone, and the classical Runge-Kutta method with steps that
 * end at each kink. Halving the steps tells how far its own result is to be trusted. */
#include "elastogap/contact.h"
#include "near.h"

#include <stdbool.h>

/* A unit mass meets a stop of unit stiffness at unit speed. */
typedef struct stop {
    eg_contact_law law;
    double n, damping, load, width; /* damping: d, or the D of the hysteresis family */
} stop;

typedef struct point {
    double x, v;
} point;

typedef struct outcome {
    double e, time, force, depth;
} outcome;

/* ---------------------------------------------------------------- the laws, once more */

static double spring(const stop *k, double x)
{
    return x > 0.0 ? pow(x, k->n) : 0.0;
}

static double ramp(double u)
{
    return u >= 1.0 ? 1.0 : u <= 0.0 ? 0.0 : u * u * (3.0 - 2.0 * u);
}

static double push(const stop *k, point p)
{
    const double K = spring(k, p.x), pull = k->damping * p.v;
    switch (k->law) {
    case EG_CONTACT_ELASTO_GAP: return K + (pull > K ? K : pull < -K ? -K : pull);
    case EG_CONTACT_KELVIN_VOIGT: return K + pull;
    case EG_CONTACT_KELVIN_VOIGT_CLIPPED: return fmax(0.0, K + pull);
    case EG_CONTACT_UNDAMPED_REBOUND: return K + fmax(0.0, pull);
    case EG_CONTACT_SMOOTH_TRANSITION: return fmax(0.0, K + ramp(p.x / k->width) * pull);
    case EG_CONTACT_HERTZ: return K;
    default: return K * (1.0 + pull); /* c = v0 = 1: d and D are one */
    }
}

/* What is 0 at the ends of the contact, at the largest penetration and at the kinks. */
enum { KINKS = 4 };
static void kinks(const stop *k, point p, double g[KINKS])
{
    const double K = spring(k, p.x), pull = k->damping * p.v;
    g[0] = p.x;
    g[1] = p.v;
    g[2] = g[3] = 1.0;
    if (k->law == EG_CONTACT_ELASTO_GAP) {
        g[2] = pull - K;
        g[3] = pull + K;
    } else if (k->law == EG_CONTACT_KELVIN_VOIGT_CLIPPED) {
        g[2] = K + pull;
    } else if (k->law == EG_CONTACT_SMOOTH_TRANSITION) {
        g[2] = K + ramp(p.x / k->width) * pull;
        g[3] = p.x - k->width;
    }
}

/* ---------------------------------------------------------------- the method */

static point slope(const stop *k, point p)
{
    return (point){p.v, k->load - push(k, p)};
}

static point along(point p, point by, double h)
{
    return (point){p.x + h * by.x, p.v + h * by.v};
}

static point stepped(const stop *k, point p, double h)
{
    const point a = slope(k, p), b = slope(k, along(p, a, 0.5 * h)), c = slope(k, along(p, b, 0.5 * h));
    const point d = slope(k, along(p, c, h));
    return (point){p.x + h / 6.0 * (a.x + 2.0 * b.x + 2.0 * c.x + d.x),
                   p.v + h / 6.0 * (a.v + 2.0 * b.v + 2.0 * c.v + d.v)};
}

static bool crosses(const stop *k, point from, point to)
{
    double a[KINKS], b[KINKS];
    kinks(k, from, a);
    kinks(k, to, b);
    for (int i = 0; i < KINKS; i++)
        if ((a[i] > 0.0) != (b[i] > 0.0))
            return true;
    return false;
}

/* The shortest step in 0..h that crosses a kink. */
static double up_to_kink(const stop *k, point p, double h)
{
    double low = 0.0, high = h;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (crosses(k, p, stepped(k, p, middle)))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* Steps near the largest push are looked at in so many parts. */
enum { PARTS = 16 };

/* Near touch x^n is not smooth: steps there go by the penetration. A body that creeps back without end has
 * e = 0. */
static outcome followed(const stop *k, double longest)
{
    outcome o = {0.0, 0.0, push(k, (point){0.0, 1.0}), 0.0};
    point p = {0.0, 1.0};
    for (long i = 0; i < 20000 && o.time < 30.0; i++) {
        double h = fmin(longest, 16.0 * longest * (p.x + 1e-8) / (fabs(p.v) + 1e-3));
        if (k->n == 1.0)
            h = longest;
        if (i > 0 && crosses(k, p, stepped(k, p, h)))
            h = up_to_kink(k, p, h);
        const point before = p;
        p = stepped(k, p, h);
        o.time += h;
        for (int j = 1; j <= PARTS && push(k, before) > 0.9 * o.force; j++)
            o.force = fmax(o.force, push(k, stepped(k, before, h * j / PARTS)));
        o.depth = fmax(o.depth, p.x);
        if (p.x <= 0.0) {
            o.e = -p.v;
            return o;
        }
    }
    return o;
}

/* ---------------------------------------------------------------- comparison */

static void check_impact(const stop *k)
{
    const double step = 1.0 / 512.0;
    const outcome coarse = followed(k, 2.0 * step), fine = followed(k, step);
    const bool family = eg_contact_is_hysteresis(k->law);
    const eg_elasto_gap gap = eg_elasto_gap_simple(1.0, family ? 0.0 : k->damping, 0.0, k->n);
    const eg_impact_problem problem = {eg_contact_make(k->law, &gap, family ? k->damping : 0.0, k->width),
                                       1.0, 1.0, k->load, 0.0};
    eg_impact o;
    assert_int_equal(eg_impact_compute(&problem, &o), EG_OK);
    if (!(fabs(o.e - fine.e) < 1e-8))
        print_error("%s n %g damping %g load %g\n", eg_contact_name(k->law), k->n, k->damping, k->load);
    /* of fourth order: the finer one is off by a fifteenth of the difference, and both by round-off */
    assert_at_most(fabs(coarse.e - fine.e), 1e-8);
    assert_near(o.e, fine.e, fabs(coarse.e - fine.e) / 8.0 + 1e-11);
    assert_int_equal(o.parts, fine.e > 0.0);
    if (!o.parts) {
        assert_true(k->law == EG_CONTACT_KELVIN_VOIGT || k->load > 0.0);
        return;
    }
    assert_near(o.contact_time, fine.time, fabs(coarse.time - fine.time) / 8.0 + 1e-11);
    assert_near(o.max_penetration, fine.depth, fabs(coarse.depth - fine.depth) / 8.0 + 1e-11);
    /* the largest of samples: below the peak by h^2 f''/8, and f'' < 6 d/w^2 = 660 */
    assert_near(o.peak_force, fine.force, 82.5 * step * step / (PARTS * PARTS) + 1e-9);
    assert_near(o.energy_lost, 0.5 * (1.0 - o.e * o.e), 1e-15);
}

static void test_all_laws(void **state)
{
    (void)state;
    static const double exponents[] = {1.0, 1.37, 1.5, 2.6}, loads[] = {0.0, 0.05}, damping[] = {0.2, 1.1};
    for (int law = 0; law < EG_CONTACT_FORCE_COUNT; law++)
        for (int n = 0; n < 4; n++)
            for (int load = 0; load < 2; load++)
                for (int d = 0; d < 2; d++) {
                    const stop k = {(eg_contact_law)law, exponents[n],
                                    law == EG_CONTACT_HERTZ ? 0.0 : damping[d], loads[load], 0.1};
                    check_impact(&k);
                }
}

/* The damping factor of each author, written down again. */
static void test_factors(void **state)
{
    (void)state;
    for (int i = 1; i <= 19; i += 2) {
        const double e = 0.05 * i;
        const double D[] = {1.5 * (1.0 - e), 0.75 * (1.0 - e * e), (1.0 - e * e) / e,
                            8.0 * (1.0 - e) / (5.0 * e), 3.0 * (1.0 - e) / (2.0 * e)};
        for (int j = 0; j < 5; j++) {
            const eg_contact_law law = (eg_contact_law)(EG_CONTACT_HUNT_CROSSLEY + j);
            assert_near(eg_contact_factor(law, e), D[j], 4e-15 * D[j]);
            const stop k = {law, 1.5, D[j], 0.0, 0.0};
            assert_near(eg_contact_delivered(D[j]), followed(&k, 1.0 / 512.0).e, 1e-8);
        }
        const stop exact = {EG_CONTACT_EXACT_RESTITUTION, 2.0, eg_contact_exact_factor(e), 0.0, 0.0};
        assert_near(followed(&exact, 1.0 / 1024.0).e, e, 1e-8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_laws),
        cmocka_unit_test(test_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
