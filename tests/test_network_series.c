/* A gap and a spring in series with no mass between them, any exponent:
 *
 *     wall --- gap (c, d, n) --- spring k --- mass m
 *
 * x > 0: compression of the gap, delta: how far the mass has come since touch, so that delta - x is the
 * spring's. With P the push of the gap the node is in balance, k (delta - x) = P. While P = a c x^n depends
 * on x alone (a = 2: approach-limited; a = 1: no damper) the motion conserves energy:
 *
 *     delta(x) = x + a c x^n/k,
 *     m (v0^2 - v^2)/2 = a c x^(n+1)/(n+1) + (a c x^n)^2/(2 k),
 *     t(x) = integral of delta'(x)/v dx.
 *
 * At touch the gap's stiffness is 0 for n > 1, and for n < 2 its derivative is infinite. */
#include "build_model.h"

typedef struct series {
    double m, c, d, n, k, v0, a;
} series;

static double push_at(const series *s, double x)
{
    return s->a * s->c * pow(x, s->n);
}

/* d delta/dx: the gap gives more than the spring by this factor. */
static double slope_at(const series *s, double x)
{
    return 1 + s->a * s->c * s->n * pow(x, s->n - 1) / s->k;
}

/* v^2 at x; negative beyond the turning point. */
static double square_of_speed(const series *s, double x)
{
    double P = push_at(s, x);
    return s->v0 * s->v0 - 2 / s->m * (P * x / (s->n + 1) + P * P / (2 * s->k));
}

/* Where `falls`, positive at 0, falls through 0. */
static double root(const series *s, double (*falls)(const series *, double))
{
    double low = 0, high = 1;
    for (int i = 0; i < 200; i++) {
        double middle = 0.5 * (low + high);
        *(falls(s, middle) > 0 ? &low : &high) = middle;
    }
    return low;
}

/* t(x), or up to the turning point x_max when x is beyond: by the double exponential rule on
 * x (1 - q^2), q from 0 to 1, in which the inverse root at the turning point is smooth. */
static double duration(const series *s, double x)
{
    const double h = 1.0 / 64;
    double sum = 0;
    for (int i = -300; i <= 300; i++) {
        double u = 0.5 * PI * sinh(i * h);
        double q = 1 / (1 + exp(-2 * u)), p = 1 / (1 + exp(2 * u)); /* p = 1 - q */
        double weight = h * PI * cosh(i * h) * q * p;
        double at = x * p * (1 + q), v2 = square_of_speed(s, at);
        if (weight > 0 && v2 > 0)
            sum += weight * 2 * x * q * slope_at(s, at) / sqrt(v2);
    }
    return sum;
}

/* Approach ends where d times the speed of the node, v/delta', has fallen to the spring force c x^n. */
static double above_edge(const series *s, double x)
{
    double v2 = square_of_speed(s, x);
    return v2 <= 0 ? -1 : s->d * sqrt(v2) / slope_at(s, x) - s->c * pow(x, s->n);
}

static rig build_series(const series *s, bool mirrored)
{
    rig r = rig_begin("Series");
    double sign = mirrored ? -1 : 1;
    add_fixed(&r, "wall", 0);
    add(&r, "ElastoGap", "gap", "c", s->c, "d", s->d, "n", s->n, NULL);
    add(&r, "Spring", "spring", "c", s->k, "s_rel0", 0.05, NULL);
    add_mass(&r, "mass", s->m, sign * (0.05 + 0.1), -sign * s->v0); /* touch 0.1 m later */
    join(&r, "wall.flange", mirrored ? "gap.flange_b" : "gap.flange_a");
    join(&r, mirrored ? "gap.flange_a" : "gap.flange_b", mirrored ? "spring.flange_b" : "spring.flange_a");
    join(&r, mirrored ? "spring.flange_a" : "spring.flange_b", "mass.flange_a");
    return r;
}

static const double exponents[] = {1, 1.0001, 1.05, 1.2, 1.5, 1.9, 2, 2.5, 3, 5};
enum { EXPONENTS = sizeof exponents / sizeof *exponents };

/* The engine's error at tolerance 1e-10 is below 100 times that of the range (a metre, a metre a second). */
static const double TOLERANCE = 1e-10, ALLOWED = 1e-8;

/* Without a damper the mass comes back as fast as it came, and the contact lasts twice the way in. */
static void spring_behind_an_undamped_gap(void **state)
{
    (void)state;
    for (int i = 0; i < EXPONENTS * 2; i++) {
        series s = {.m = 1.3, .c = 1e5, .n = exponents[i / 2], .k = 3e3, .v0 = 0.8, .a = 1};
        double x_max = root(&s, square_of_speed), half = duration(&s, x_max), touch = 0.1 / s.v0;
        rig r = build_series(&s, i % 2);
        r.interval = touch + half; /* the turning point is a row */
        run(&r, 3 * (touch + half), TOLERANCE);
        NEAR(fabs(end(&r, "mass.v")), s.v0, ALLOWED);
        NEAR(event_time(&r, "gap", "contact begins", 0), touch, ALLOWED);
        NEAR(event_time(&r, "gap", "contact ends", 0), touch + 2 * half, ALLOWED);
        NEAR(-smallest(&r, "gap.f"), push_at(&s, x_max), ALLOWED * push_at(&s, x_max) * 100);
        AT_MOST(r.st.energy.error, ALLOWED);
        if (rig_failures > 0)
            print_error("  with n = %g, mirrored = %d\n", s.n, i % 2);
        rig_end(&r);
    }
}

/* With one, the approach is limited up to an edge that is known. */
static void spring_behind_a_damped_gap(void **state)
{
    (void)state;
    const double dampings[] = {3, 30, 1000};
    for (int i = 0; i < EXPONENTS * 3; i++) {
        series s = {
            .m = 1.3, .c = 1e5, .d = dampings[i % 3], .n = exponents[i / 3], .k = 3e3, .v0 = 0.8, .a = 2};
        double touch = 0.1 / s.v0, edge = touch + duration(&s, root(&s, above_edge));
        rig r = build_series(&s, false);
        run(&r, 3 * edge, TOLERANCE);
        NEAR(event_time(&r, "gap", "contact begins", 0), touch, ALLOWED);
        NEAR(event_time(&r, "gap", "approach limit ends", 0), edge, ALLOWED);
        AT_MOST(r.st.energy.error, ALLOWED);
        AT_MOST(largest(&r, "gap.f"), 0); /* never pulls */
        if (rig_failures > 0)
            print_error("  with n = %g, d = %g\n", s.n, s.d);
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spring_behind_an_undamped_gap),
        cmocka_unit_test(spring_behind_a_damped_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
