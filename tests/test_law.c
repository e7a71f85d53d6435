/* law.h: the force laws against the literal formula and against their own properties.
 *
 * u = 2^-53 is the unit round-off. Tolerances are error bounds: what each operation can lose, counted. */
#include "elastogap/law.h"
#include "near.h"

#include <float.h>

#define U (0.5 * DBL_EPSILON)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* xorshift64*: the same numbers everywhere. */
static double uniform(uint64_t *seed, double low, double high)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    const uint64_t bits = (*seed * UINT64_C(2685821657736338717)) >> 11;
    return low + (high - low) * ((double)bits * 0x1p-53);
}

static const double exponents[] = {1.0, 1.5, 2.0, 2.5, 3.0, 7.0, 1.1, 2.75};

/* A law whose two clip edges lie well inside -1 < v_rel < 1 for penetrations up to 1 m. */
static eg_elasto_gap law_with(double n)
{
    return eg_elasto_gap_msl(2.0, 5.0, 0.25, 0.5, 1.25, n);
}

static double random_s(uint64_t *seed)
{
    return uniform(seed, -0.75, 0.5);
}

static double random_v(uint64_t *seed)
{
    return uniform(seed, -1.0, 1.0);
}

/* ---------------------------------------------------------------- the formula */

typedef struct literal {
    double ratio, f_c, f_d2, f_d, f, loss;
} literal;

/* MSL's equations, word for word. */
static literal literal_law(const eg_elasto_gap *k, double s_rel, double v_rel)
{
    literal l;
    const int contact = s_rel < k->s_rel0;
    l.ratio = (s_rel - k->s_rel0) / k->s_ref;
    l.f_c = contact ? -k->f_ref * pow(fabs(l.ratio), k->n) : 0.0;
    l.f_d2 = contact ? k->d * v_rel : 0.0;
    l.f_d = contact ? fmin(fmax(l.f_d2, l.f_c), -l.f_c) : 0.0;
    l.f = l.f_c + l.f_d;
    l.loss = l.f_d * v_rel;
    return l;
}

static void test_forms(void **state)
{
    (void)state;
    const eg_elasto_gap simple = eg_elasto_gap_simple(3.0, 0.5, 0.1, 1.5);
    const eg_elasto_gap msl = eg_elasto_gap_msl(3.0, 0.5, 0.1, 1.0, 3.0, 1.5);
    const eg_elasto_gap dyad = eg_elasto_gap_dyad(3.0, 0.5, 0.1, 1.0, 3.0, 1.5);
    const eg_elasto_gap other_c = eg_elasto_gap_msl(777.0, 0.5, 0.1, 1.0, 3.0, 1.5);
    const eg_elasto_gap longer = eg_elasto_gap_msl(3.0, 0.5, 0.1, 0.01, 3.0 * 0.001, 1.5);
    const double f = eg_elasto_gap_f(&simple, -0.3, 0.01);
    assert_same(eg_elasto_gap_f(&msl, -0.3, 0.01), f);
    assert_same(eg_elasto_gap_f(&dyad, -0.3, 0.01), f);
    assert_same(eg_elasto_gap_f(&other_c, -0.3, 0.01), f); /* f_ref rules */
    /* s_ref = 0.01 with f_ref = c*0.01^1.5 is the same law; |f| < 1, ten roundings at most. */
    assert_near(eg_elasto_gap_f(&longer, -0.3, 0.01), f, 10.0 * U);
    /* f_ref is the force at a compression of s_ref. */
    assert_same(eg_elasto_gap_f(&msl, 0.1 - 1.0, 0.0), -3.0);
    assert_near(eg_elasto_gap_f(&longer, 0.1 - 0.01, 0.0), -0.003, 0.003 * 20.0 * U);
}

static void test_literal_formula(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = law_with(exponents[e]);
        for (int i = 0; i < 20000; i++) {
            const double s = random_s(&seed), v = random_v(&seed);
            const literal l = literal_law(&k, s, v);
            const eg_gap_mode mode = eg_elasto_gap_mode(&k, s, v);
            double f_c, f_d2, f_d, ratio;
            eg_elasto_gap_parts(&k, mode, s, v, &f_c, &f_d2, &f_d, &ratio);
            /* x^n: n + 1 roundings by multiplication, one more for pow, one for f_ref; n = 1 is exact. */
            const double tolerance = k.n == 1.0 ? 0.0 : (k.n + 4.0) * U * fabs(l.f_c);
            assert_same(ratio, l.ratio);
            assert_same(f_d2, l.f_d2);
            assert_near(f_c, l.f_c, tolerance);
            assert_near(f_d, l.f_d, tolerance);
            assert_near(eg_elasto_gap_f(&k, s, v), l.f, 3.0 * tolerance);
            eg_law_force o;
            eg_elasto_gap_force(&k, mode, s, v, &o);
            assert_same(o.f, eg_elasto_gap_f(&k, s, v));
            assert_near(o.loss, l.loss, 3.0 * tolerance + U * fabs(l.loss));
        }
    }
}

static void test_half_integer_powers(void **state)
{
    (void)state;
    /* Exact in binary: (1/4)^(k/2) = 2^-k. */
    for (int halves = 2; halves <= 60; halves++) {
        const eg_elasto_gap k = eg_elasto_gap_msl(1.0, 0.0, 0.0, 1.0, 1.0, 0.5 * halves);
        eg_law_force o;
        eg_elasto_gap_force(&k, EG_GAP_LINEAR, -0.25, 0.0, &o);
        assert_same(o.f, -ldexp(1.0, -halves));
        assert_near(o.df_ds, 0.5 * halves * ldexp(1.0, 2 - halves), 0.0);
    }
}

/* ---------------------------------------------------------------- properties of the force */

static void test_never_pulls_and_dissipates(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = law_with(exponents[e]);
        for (int i = 0; i < 20000; i++) {
            const double s = random_s(&seed), v = random_v(&seed);
            const eg_gap_mode mode = eg_elasto_gap_mode(&k, s, v);
            double f_c, f_d2, f_d, ratio;
            eg_law_force o;
            eg_elasto_gap_parts(&k, mode, s, v, &f_c, &f_d2, &f_d, &ratio);
            eg_elasto_gap_force(&k, mode, s, v, &o);
            assert_at_most(eg_elasto_gap_f(&k, s, v), 0.0);
            assert_at_most(fabs(f_d), fabs(f_c));
            assert_at_most(-o.loss, 0.0);
            assert_at_most(0.0, eg_elasto_gap_energy(&k, mode, s));
        }
    }
}

static void test_continuous_across_clip_edges(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = law_with(exponents[e]);
        for (int i = 0; i < 2000; i++) {
            const double s = uniform(&seed, -0.75, 0.25);
            double f_c, f_d2, f_d, ratio;
            eg_elasto_gap_parts(&k, EG_GAP_LINEAR, s, 0.0, &f_c, &f_d2, &f_d, &ratio);
            /* v on the edge is known to u|v|, so d*v is off by 2 u|f_c| and the sum by one more. */
            const double tolerance = 4.0 * U * fabs(f_c);
            eg_law_force one, other;
            eg_elasto_gap_force(&k, EG_GAP_APPROACH_LIMITED, s, f_c / k.d, &one);
            eg_elasto_gap_force(&k, EG_GAP_LINEAR, s, f_c / k.d, &other);
            assert_near(one.f, other.f, tolerance);
            assert_near(one.loss, other.loss, 2.0 * tolerance * fabs(f_c / k.d));
            eg_elasto_gap_force(&k, EG_GAP_REBOUND_LIMITED, s, -f_c / k.d, &one);
            eg_elasto_gap_force(&k, EG_GAP_LINEAR, s, -f_c / k.d, &other);
            assert_near(one.f, other.f, tolerance);
            assert_near(one.loss, other.loss, 2.0 * tolerance * fabs(f_c / k.d));
        }
    }
}

static void test_continuous_at_touch(void **state)
{
    (void)state;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = law_with(exponents[e]);
        const double inside = nextafter(k.s_rel0, -1.0), x = k.s_rel0 - inside;
        for (double v = -1.0; v <= 1.0; v += 0.25) {
            assert_int_equal(eg_elasto_gap_mode(&k, k.s_rel0, v), EG_GAP_APART);
            assert_same(eg_elasto_gap_f(&k, k.s_rel0, v), 0.0);
            assert_at_most(fabs(eg_elasto_gap_f(&k, inside, v)), 2.0 * k.f_ref * x / k.s_ref);
            assert_int_equal(eg_elasto_gap_mode(&k, inside, v), v > 0.0   ? EG_GAP_REBOUND_LIMITED
                                                                : v < 0.0 ? EG_GAP_APPROACH_LIMITED
                                                                          : EG_GAP_LINEAR);
        }
    }
}

/* Positions of two bodies in place of s_rel: mirrored, the forces on both change sign and nothing else. */
static void test_mirror_and_shift(void **state)
{
    (void)state;
    uint64_t seed = 4;
    const eg_elasto_gap k = law_with(1.5);
    const eg_spring_damper spring = eg_spring_damper_make(10.0, 1.5, 1.0);
    for (int i = 0; i < 2000; i++) {
        const double s_a = uniform(&seed, -1.0, 1.0), s_b = uniform(&seed, -1.0, 1.0), v = random_v(&seed);
        /* Mirrored, the right body becomes the left one: a' = -b, b' = -a. */
        assert_same(eg_elasto_gap_f(&k, -s_a - -s_b, v), eg_elasto_gap_f(&k, s_b - s_a, v));
        assert_same(eg_spring_damper_f(&spring, -s_a - -s_b, v), eg_spring_damper_f(&spring, s_b - s_a, v));
        /* A law moved by a power of two is the same law where the sums are exact. */
        const double x = ldexp(rint(ldexp(random_s(&seed), 20)), -20);
        const eg_elasto_gap moved = eg_elasto_gap_msl(2.0, 5.0, 0.25 + 1024.0, 0.5, 1.25, 1.5);
        assert_same(eg_elasto_gap_f(&moved, 1024.0 + x, v), eg_elasto_gap_f(&k, x, v));
    }
}

/* A frozen contact mode is odd about the point of touch. */
static void test_odd_extension(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = eg_elasto_gap_msl(2.0, 5.0, 0.0, 0.5, 1.25, exponents[e]);
        for (int i = 0; i < 2000; i++) {
            const double s = random_s(&seed), v = random_v(&seed);
            for (int m = EG_GAP_APPROACH_LIMITED; m <= EG_GAP_REBOUND_LIMITED; m++) {
                eg_law_force one, other;
                eg_elasto_gap_force(&k, (eg_gap_mode)m, s, v, &one);
                eg_elasto_gap_force(&k, (eg_gap_mode)m, -s, -v, &other);
                assert_near(one.f, -other.f, 0.0);
                assert_near(one.df_ds, other.df_ds, 0.0);
                assert_near(one.d2f_ds2, -other.d2f_ds2, 0.0);
                assert_near(one.loss, other.loss, 0.0);
                assert_same(eg_elasto_gap_energy(&k, (eg_gap_mode)m, s),
                            eg_elasto_gap_energy(&k, (eg_gap_mode)m, -s));
            }
        }
    }
}

/* Without force f is 0, not -0, on either side of the edges of the frozen mode. */
static void test_no_negative_zero(void **state)
{
    (void)state;
    const eg_elasto_gap k = law_with(1.0);
    for (double s = 0.0; s <= 0.5; s += 0.125) {
        for (double v = -1.0; v <= 1.0; v += 0.5) {
            eg_law_force o;
            eg_elasto_gap_force(&k, EG_GAP_REBOUND_LIMITED, s, v, &o);
            assert_same(o.f, 0.0);
            eg_elasto_gap_force(&k, EG_GAP_APART, s, v, &o);
            assert_same(o.f, 0.0);
            assert_same(o.loss, 0.0);
        }
    }
}

/* ---------------------------------------------------------------- derivatives */

/* Central difference of f (and loss) over x*(1 +- delta), x = s_rel - s_rel0 with s_rel0 = 0.
 * f ~ x^n: the truncation error relative to f' is (n-1)(n-2)/6 delta^2 and less than n^2 delta^2; each value
 * has n + 4 roundings, which the difference divides by 2 delta n. */
static double difference_tolerance(double n, double delta)
{
    return n * n * delta * delta + (n + 4.0) * U / (delta * n) * 2.0;
}

static void test_partial_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 6;
    const double delta = 1e-5;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const double n = exponents[e], relative = difference_tolerance(n, delta);
        const eg_elasto_gap k = eg_elasto_gap_msl(2.0, 5.0, 0.0, 0.5, 1.25, n);
        for (int i = 0; i < 2000; i++) {
            const double x = random_s(&seed), v = random_v(&seed);
            const double right = x * (1.0 + delta), left = x * (1.0 - delta), dx = right - left;
            for (int m = EG_GAP_APART; m <= EG_GAP_REBOUND_LIMITED; m++) {
                eg_law_force o, r, l, up, down;
                eg_elasto_gap_force(&k, (eg_gap_mode)m, x, v, &o);
                eg_elasto_gap_force(&k, (eg_gap_mode)m, right, v, &r);
                eg_elasto_gap_force(&k, (eg_gap_mode)m, left, v, &l);
                eg_elasto_gap_force(&k, (eg_gap_mode)m, x, v + 0.5, &up);
                eg_elasto_gap_force(&k, (eg_gap_mode)m, x, v - 0.5, &down);
                /* The damper's share of f and loss is rounded too: 4 u of it over dx. */
                const double rounding = 4.0 * U * (fabs(k.d * v) + k.d * v * v) / fabs(dx);
                assert_near((r.f - l.f) / dx, o.df_ds, relative * fabs(o.df_ds) + rounding);
                assert_near((r.loss - l.loss) / dx, o.dloss_ds, relative * fabs(o.dloss_ds) + rounding);
                assert_near((r.df_ds - l.df_ds) / dx, o.d2f_ds2,
                            2.0 * relative * fabs(o.d2f_ds2) + 8.0 * (n + 4.0) * U / delta);
                /* f is linear in v and loss quadratic: central differences are exact but for rounding. */
                const double scale = fabs(up.f) + fabs(down.f) + fabs(up.loss) + fabs(down.loss);
                assert_near(up.f - down.f, o.df_dv, 8.0 * U * scale);
                assert_near(up.loss - down.loss, o.dloss_dv, 8.0 * U * scale);
            }
        }
    }
}

static void test_derivatives_at_touch(void **state)
{
    (void)state;
    eg_law_force o;
    const eg_elasto_gap plate = law_with(1.0), sphere = law_with(1.5);
    eg_elasto_gap_force(&plate, EG_GAP_LINEAR, plate.s_rel0, -0.5, &o);
    assert_same(o.df_ds, plate.f_ref / plate.s_ref);
    assert_same(o.df_dv, plate.d);
    eg_elasto_gap_force(&plate, EG_GAP_APPROACH_LIMITED, plate.s_rel0, -0.5, &o);
    assert_same(o.df_ds, 2.0 * plate.f_ref / plate.s_ref);
    eg_elasto_gap_force(&sphere, EG_GAP_LINEAR, sphere.s_rel0, -0.5, &o);
    assert_same(o.df_ds, 0.0);
    assert_same(o.d2f_ds2, 0.0);
}

/* At touch, and a round-off to either side of it, every answer of every mode is finite. */
static void test_edge_of_touch_is_harmless(void **state)
{
    (void)state;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        for (int shift = 0; shift < 2; shift++) {
            const double s0 = shift ? 0.25 : 0.0;
            const eg_elasto_gap k = eg_elasto_gap_msl(2.0, 5.0, s0, 0.5, 1.25, exponents[e]);
            const double points[] = {s0, nextafter(s0, -1.0), nextafter(s0, 1.0)};
            for (size_t i = 0; i < COUNT(points) * 4 * 3; i++) {
                const double s = points[i % 3], v = (double)(i / 12) - 1.0;
                const eg_gap_mode mode = (eg_gap_mode)(i / 3 % 4);
                double h[3], dh_ds[3], dh_dv[3];
                eg_law_force o;
                eg_elasto_gap_force(&k, mode, s, v, &o);
                eg_elasto_gap_switching(&k, mode, s, v, h, dh_ds, dh_dv);
                const double all[] = {o.f,  o.df_ds, o.df_dv, o.d2f_ds2, o.loss,   o.dloss_ds, o.dloss_dv,
                                      h[0], h[1],    h[2],    dh_ds[1],  dh_ds[2], dh_dv[1],   dh_dv[2]};
                for (size_t j = 0; j < COUNT(all); j++) {
                    assert_true(isfinite(all[j]));
                }
            }
        }
    }
}

/* ---------------------------------------------------------------- energy */

static void test_energy(void **state)
{
    (void)state;
    const eg_elasto_gap plate = eg_elasto_gap_simple(10.0, 1.5, 1.5, 1.0);
    const eg_spring_damper spring = eg_spring_damper_make(10.0, 1.5, 1.5);
    assert_same(eg_elasto_gap_energy(&plate, EG_GAP_LINEAR, 1.0), 0.5 * 10.0 * 0.25);
    assert_same(eg_elasto_gap_energy(&plate, EG_GAP_APART, 2.0), 0.0);
    assert_same(eg_spring_damper_energy(&spring, 1.0), 0.5 * 10.0 * 0.25);
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = law_with(exponents[e]);
        for (double x = 0.01; x < 1.0; x *= 1.7) {
            const double r = x / k.s_ref, s = k.s_rel0 - x;
            /* x itself is off by u*(0.25 + x), which x^(n+1) amplifies n + 1 times; then n + 6 roundings. */
            const double tolerance = ((k.n + 1.0) * (0.25 + x) / x + k.n + 6.0) * U;
            const double expected = k.f_ref * k.s_ref * pow(r, k.n + 1.0) / (k.n + 1.0);
            assert_near(eg_elasto_gap_energy(&k, EG_GAP_LINEAR, s), expected, tolerance * expected);
        }
    }
}

/* ---------------------------------------------------------------- modes and switching functions */

static void test_switching_bounds_the_mode(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = law_with(exponents[e]);
        for (int i = 0; i < 20000; i++) {
            const double s = random_s(&seed), v = random_v(&seed);
            const eg_gap_mode mode = eg_elasto_gap_mode(&k, s, v);
            for (int m = EG_GAP_APART; m <= EG_GAP_REBOUND_LIMITED; m++) {
                double h[3];
                eg_elasto_gap_switching(&k, (eg_gap_mode)m, s, v, h, NULL, NULL);
                const int inside = h[0] >= 0.0 && h[1] >= 0.0 && h[2] >= 0.0;
                assert_int_equal(inside, (eg_gap_mode)m == mode);
            }
        }
    }
}

static void test_switching_derivatives(void **state)
{
    (void)state;
    uint64_t seed = 8;
    const double delta = 1e-5;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const double n = exponents[e], relative = difference_tolerance(n, delta);
        const eg_elasto_gap k = eg_elasto_gap_msl(2.0, 5.0, 0.0, 0.5, 1.25, n);
        for (int i = 0; i < 4000; i++) {
            const double x = random_s(&seed), v = random_v(&seed);
            const double right = x * (1.0 + delta), left = x * (1.0 - delta);
            const eg_gap_mode mode = (eg_gap_mode)(i % 4);
            double h[3], r[3], l[3], up[3], down[3], dh_ds[3], dh_dv[3];
            eg_elasto_gap_switching(&k, mode, x, v, h, dh_ds, dh_dv);
            eg_elasto_gap_switching(&k, mode, right, v, r, NULL, NULL);
            eg_elasto_gap_switching(&k, mode, left, v, l, NULL, NULL);
            eg_elasto_gap_switching(&k, mode, x, v + 0.5, up, NULL, NULL);
            eg_elasto_gap_switching(&k, mode, x, v - 0.5, down, NULL, NULL);
            for (int j = 0; j < 3; j++) {
                const double scale = 1.0 + fabs(h[j]) + fabs(k.d * v);
                assert_near((r[j] - l[j]) / (right - left), dh_ds[j],
                            relative * fabs(dh_ds[j]) + 4.0 * U * scale / fabs(right - left));
                assert_near(up[j] - down[j], dh_dv[j], 8.0 * U * (scale + k.d));
            }
        }
    }
}

static void test_transitions(void **state)
{
    (void)state;
    const eg_elasto_gap k = law_with(1.0), undamped = eg_elasto_gap_simple(10.0, 0.0, 0.0, 1.0);
    const double s0 = k.s_rel0, s = s0 - 0.1, v = 1.25 / 0.5 * 0.1 / k.d; /* d*v = -f_c at s */
    /* touch, linear, rebound, lift-off, each as an event locator meets it: at the edge, either side */
    assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_APART, 0, s0, -0.1), EG_GAP_APPROACH_LIMITED);
    assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_APART, 0, s0, 0.0), EG_GAP_APPROACH_LIMITED);
    assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_APART, 0, nextafter(s0, 1.0), -0.1),
                     EG_GAP_APPROACH_LIMITED);
    for (int side = -1; side <= 1; side++) {
        const double near = v * (1.0 + 1e-15 * side);
        assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_APPROACH_LIMITED, 1, s, -near), EG_GAP_LINEAR);
        assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_LINEAR, 1, s, -near), EG_GAP_APPROACH_LIMITED);
        assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_LINEAR, 2, s, near), EG_GAP_REBOUND_LIMITED);
        assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_REBOUND_LIMITED, 2, s, near), EG_GAP_LINEAR);
    }
    for (int m = EG_GAP_APPROACH_LIMITED; m <= EG_GAP_REBOUND_LIMITED; m++) {
        assert_int_equal(eg_elasto_gap_next(&k, (eg_gap_mode)m, 0, s0, 0.1), EG_GAP_APART);
    }
    /* so close to touch that both clip edges lie within the round-off of v */
    const double inside = nextafter(s0, -1.0);
    assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_APPROACH_LIMITED, 1, inside, 1e-9),
                     EG_GAP_REBOUND_LIMITED);
    assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_REBOUND_LIMITED, 2, inside, -1e-9),
                     EG_GAP_APPROACH_LIMITED);
    /* an ulp outside, where the spring would pull: the speed tells, and no edge leads to the other */
    const double outside = nextafter(s0, 1.0);
    assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_APPROACH_LIMITED, 1, outside, -1e-20), EG_GAP_LINEAR);
    assert_int_equal(eg_elasto_gap_next(&k, EG_GAP_REBOUND_LIMITED, 2, outside, 1e-20), EG_GAP_LINEAR);
    assert_int_equal(eg_elasto_gap_next(&undamped, EG_GAP_APART, 0, 0.0, -1.0), EG_GAP_LINEAR);
    assert_int_equal(eg_elasto_gap_next(&undamped, EG_GAP_LINEAR, 0, 0.0, 1.0), EG_GAP_APART);
}

/* ---------------------------------------------------------------- degenerate laws */

static void test_no_damper(void **state)
{
    (void)state;
    const eg_elasto_gap k = eg_elasto_gap_simple(10.0, 0.0, 0.0, 1.5);
    for (double v = -1e3; v <= 1e3; v += 250.0) {
        double h[3];
        assert_int_equal(eg_elasto_gap_mode(&k, -0.1, v), EG_GAP_LINEAR);
        eg_elasto_gap_switching(&k, EG_GAP_LINEAR, -0.1, v, h, NULL, NULL);
        assert_same(h[1], 1.0);
        assert_same(h[2], 1.0);
        assert_same(eg_elasto_gap_f(&k, -0.1, v), eg_elasto_gap_f(&k, -0.1, 0.0));
    }
}

/* No spring force in contact: no force, no clip event, whatever the speed does. */
static void check_no_force(const eg_elasto_gap *k, double s)
{
    for (double v0 = -1.0; v0 <= 1.0; v0 += 0.5) {
        const eg_gap_mode mode = eg_elasto_gap_mode(k, s, v0);
        assert_int_not_equal(mode, EG_GAP_APART);
        for (double v = -1.0; v <= 1.0; v += 0.25) {
            double h[3];
            eg_law_force o;
            eg_elasto_gap_force(k, mode, s, v, &o);
            eg_elasto_gap_switching(k, mode, s, v, h, NULL, NULL);
            assert_same(o.f, 0.0);
            assert_near(o.loss, 0.0, 0.0);
            assert_at_most(0.0, h[1]);
            assert_at_most(0.0, h[2]);
            assert_same(eg_elasto_gap_f(k, s, v), 0.0);
        }
    }
}

static void test_no_spring(void **state)
{
    (void)state;
    const eg_elasto_gap none = eg_elasto_gap_simple(0.0, 5.0, 0.0, 1.0);
    const eg_elasto_gap zero = eg_elasto_gap_msl(3.0, 5.0, 0.0, 1.0, 0.0, 2.0);
    const eg_elasto_gap underflow = eg_elasto_gap_simple(3.0, 5.0, 0.0, 40.0); /* (1e-9)^40 = 0 */
    double h[3];
    check_no_force(&none, -0.1);
    check_no_force(&zero, -0.1);
    eg_elasto_gap_switching(&none, EG_GAP_APPROACH_LIMITED, -0.1, 0.0, h, NULL, NULL);
    assert_same(h[1], 1.0);
    check_no_force(&underflow, -1e-9);
    assert_at_most(eg_elasto_gap_f(&underflow, -1.0, 0.0), -3.0);
}

static void test_nan(void **state)
{
    (void)state;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = law_with(exponents[e]);
        const double points[][2] = {{NAN, 0.1}, {0.0, NAN}, {NAN, NAN}, {0.5, NAN}};
        for (size_t i = 0; i < COUNT(points); i++) {
            const double s = points[i][0], v = points[i][1];
            assert_true(isnan(eg_elasto_gap_f(&k, s, v)));
            for (int m = EG_GAP_APART; m <= EG_GAP_REBOUND_LIMITED; m++) {
                eg_law_force o;
                eg_elasto_gap_force(&k, (eg_gap_mode)m, s, v, &o);
                assert_true(isnan(o.f));
            }
        }
    }
}

/* Nothing overflows before the formula does: |r|^n and f_ref*|r|^n are all that counts. */
static void test_large_compressions(void **state)
{
    (void)state;
    const struct {
        double n, r, f_ref, f;
    } table[] = {
        {1.0, 1e300, 1e-10, 1e290}, {1.5, 1e200, 1e-10, 1e290},  {2.0, 1e150, 1e-10, 1e290},
        {2.5, 1e120, 1e-10, 1e290}, {3.0, 1e100, 1e-10, 1e290},  {4.0, 1e75, 1e-10, 1e290},
        {5.5, 1e50, 1e-10, 1e265},  {1.25, 1e240, 1e-10, 1e290},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        const eg_elasto_gap k = eg_elasto_gap_msl(1.0, 1.0, 0.0, 1.0, table[i].f_ref, table[i].n);
        eg_law_force o;
        eg_elasto_gap_force(&k, EG_GAP_APPROACH_LIMITED, -table[i].r, -1.0, &o);
        /* the decimal constants are each off by u, which n amplifies */
        assert_near(eg_elasto_gap_f(&k, -table[i].r, 0.0), -table[i].f, 16.0 * U * table[i].f);
        assert_near(o.f, -2.0 * table[i].f, 32.0 * U * table[i].f);
        assert_true(isfinite(o.df_ds) && isfinite(o.d2f_ds2) && isfinite(o.loss));
    }
}

/* Apart, no distance is too great. */
static void test_far_apart(void **state)
{
    (void)state;
    const double s[] = {1e300, 1e300}, v[] = {1.0, -1.0};
    const eg_gap_mode mode[] = {EG_GAP_APART, EG_GAP_APART};
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap k = eg_elasto_gap_msl(1.0, 1.0, 0.0, 1.0, 1e10, exponents[e]);
        double f[2], df_ds[2], df_dv[2], loss[2], h0[2], h1[2], h2[2];
        eg_elasto_gap_force_array(2, &k, mode, s, v, f, df_ds, df_dv, loss);
        eg_elasto_gap_switching_array(2, &k, mode, s, v, h0, h1, h2);
        for (int i = 0; i < 2; i++) {
            assert_same(f[i], 0.0);
            assert_same(df_ds[i], 0.0);
            assert_same(loss[i], 0.0);
            assert_same(eg_elasto_gap_f(&k, s[i], v[i]), 0.0);
            assert_same(h0[i], 1e300);
            assert_same(h1[i], 1.0);
            assert_same(h2[i], 1.0);
        }
    }
}

/* ---------------------------------------------------------------- arrays */

enum { LONGEST = EG_LAW_BLOCK_ + 67 }; /* a whole block, and an odd remainder */

typedef struct points {
    double s[LONGEST], v[LONGEST];
    eg_gap_mode mode[LONGEST];
} points;

static void random_points(points *p, uint64_t *seed)
{
    for (size_t i = 0; i < LONGEST; i++) {
        p->s[i] = random_s(seed);
        p->v[i] = random_v(seed);
        p->mode[i] = (eg_gap_mode)(i % 4);
    }
    p->s[3] = 0.25;
    p->s[4] = p->s[5] = nextafter(0.25, -1.0);
    p->v[5] = 0.0;
    p->s[6] = nextafter(0.25, 1.0);
    p->v[7] = -0.0;
    p->s[8] = NAN;
    p->v[9] = NAN;
}

static void check_arrays(const eg_elasto_gap *k, const points *p, size_t count)
{
    double two[3][LONGEST]; /* of the form for two lanes */
    double f[LONGEST], df_ds[LONGEST], df_dv[LONGEST], loss[LONGEST], h0[LONGEST], h1[LONGEST], h2[LONGEST];
    eg_gap_mode mode[LONGEST];
    eg_elasto_gap_f_array(count, k, p->s, p->v, f);
    eg_elasto_gap_mode_array(count, k, p->s, p->v, mode);
    for (size_t i = 0; i < count; i++) {
        assert_same(f[i], eg_elasto_gap_f(k, p->s[i], p->v[i]));
        assert_int_equal(mode[i], eg_elasto_gap_mode(k, p->s[i], p->v[i]));
    }
    eg_elasto_gap_force_array(count, k, p->mode, p->s, p->v, f, df_ds, df_dv, loss);
    eg_elasto_gap_switching_array(count, k, p->mode, p->s, p->v, h0, h1, h2);
    eg_elasto_gap_switching_all_(count, k, p->mode, p->s, p->v, two[0], two[1], two[2]);
    for (size_t i = 0; i < count; i++) {
        eg_law_force o;
        double h[3];
        eg_elasto_gap_force(k, p->mode[i], p->s[i], p->v[i], &o);
        eg_elasto_gap_switching(k, p->mode[i], p->s[i], p->v[i], h, NULL, NULL);
        assert_same(f[i], o.f);
        assert_same(df_ds[i], o.df_ds);
        assert_same(df_dv[i], o.df_dv);
        assert_same(loss[i], o.loss);
        assert_same(h0[i], h[0]);
        assert_same(h1[i], h[1]);
        assert_same(h2[i], h[2]);
        for (int j = 0; j < 3; j++)
            assert_same(two[j][i], h[j]);
    }
}

static void test_arrays_equal_scalars(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (size_t e = 0; e < COUNT(exponents); e++) {
        const eg_elasto_gap laws[] = {law_with(exponents[e]),
                                      eg_elasto_gap_simple(2.0, 0.0, 0.25, exponents[e]),
                                      eg_elasto_gap_simple(0.0, 5.0, 0.25, exponents[e])};
        for (size_t l = 0; l < COUNT(laws); l++) {
            for (size_t count = 0; count <= LONGEST; count++) {
                points p;
                random_points(&p, &seed);
                check_arrays(&laws[l], &p, count);
            }
        }
    }
}

static void test_each_equals_scalars(void **state)
{
    (void)state;
    uint64_t seed = 10;
    double d[LONGEST], s_rel0[LONGEST], s_ref[LONGEST], f_ref[LONGEST], n[LONGEST], f[LONGEST];
    points p;
    random_points(&p, &seed);
    for (size_t i = 0; i < LONGEST; i++) {
        d[i] = uniform(&seed, 0.0, 5.0);
        s_rel0[i] = uniform(&seed, -0.5, 0.5);
        s_ref[i] = uniform(&seed, 0.1, 1.0);
        f_ref[i] = uniform(&seed, 0.0, 3.0);
        n[i] = exponents[i % COUNT(exponents)];
    }
    for (int linear = 0; linear < 2; linear++) {
        const eg_elasto_gap_each laws = {d, s_rel0, s_ref, f_ref, linear ? NULL : n};
        eg_elasto_gap_f_each(LONGEST, &laws, p.s, p.v, f);
        for (size_t i = 0; i < LONGEST; i++) {
            const eg_elasto_gap k =
                eg_elasto_gap_msl(0.0, d[i], s_rel0[i], s_ref[i], f_ref[i], linear ? 1.0 : n[i]);
            assert_same(f[i], eg_elasto_gap_f(&k, p.s[i], p.v[i]));
        }
    }
}

static void test_spring_damper(void **state)
{
    (void)state;
    uint64_t seed = 11;
    const eg_spring_damper k = eg_spring_damper_make(10.0, 1.5, 1.0);
    double f[LONGEST], df_ds[LONGEST], df_dv[LONGEST], loss[LONGEST];
    points p;
    random_points(&p, &seed);
    assert_same(eg_spring_damper_f(&k, 1.5, 2.0), 10.0 * 0.5 + 1.5 * 2.0);
    for (int partial = 0; partial < 2; partial++) {
        if (partial) {
            eg_spring_damper_force_array(LONGEST, &k, p.s, p.v, f, df_ds, df_dv, loss);
        } else {
            eg_spring_damper_f_array(LONGEST, &k, p.s, p.v, f);
        }
        for (size_t i = 0; i < LONGEST; i++) {
            eg_law_force o;
            eg_spring_damper_force(&k, p.s[i], p.v[i], &o);
            assert_same(f[i], eg_spring_damper_f(&k, p.s[i], p.v[i]));
            assert_same(f[i], o.f);
            assert_same(o.df_ds, 10.0);
            assert_same(o.df_dv, 1.5);
            assert_same(o.dloss_dv, 2.0 * 1.5 * p.v[i]);
            assert_same(o.d2f_ds2 + o.dloss_ds, 0.0);
            if (partial) {
                assert_same(df_ds[i], o.df_ds);
                assert_same(df_dv[i], o.df_dv);
                assert_same(loss[i], o.loss);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_literal_formula),
        cmocka_unit_test(test_half_integer_powers),
        cmocka_unit_test(test_never_pulls_and_dissipates),
        cmocka_unit_test(test_continuous_across_clip_edges),
        cmocka_unit_test(test_continuous_at_touch),
        cmocka_unit_test(test_mirror_and_shift),
        cmocka_unit_test(test_odd_extension),
        cmocka_unit_test(test_no_negative_zero),
        cmocka_unit_test(test_partial_derivatives),
        cmocka_unit_test(test_derivatives_at_touch),
        cmocka_unit_test(test_edge_of_touch_is_harmless),
        cmocka_unit_test(test_energy),
        cmocka_unit_test(test_switching_bounds_the_mode),
        cmocka_unit_test(test_switching_derivatives),
        cmocka_unit_test(test_transitions),
        cmocka_unit_test(test_no_damper),
        cmocka_unit_test(test_no_spring),
        cmocka_unit_test(test_nan),
        cmocka_unit_test(test_large_compressions),
        cmocka_unit_test(test_far_apart),
        cmocka_unit_test(test_arrays_equal_scalars),
        cmocka_unit_test(test_each_equals_scalars),
        cmocka_unit_test(test_spring_damper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
