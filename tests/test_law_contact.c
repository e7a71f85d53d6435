/* law_contact.h: every law against its formula, its table of properties, and the tables of restitution.
 *
 * u = 2^-53 is the unit round-off; tolerances count what each operation can lose. */
#include "elastogap/law_contact.h"
#include "near.h"

#include <float.h>
#include <stdbool.h>

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

static const double exponents[] = {1.0, 1.5, 2.0, 2.5, 1.1, 2.75};

/* Penetrations up to 1 m, speeds up to 1 m/s: every mode of every law is met. */
static eg_contact law_with(eg_contact_law law, double n)
{
    const eg_elasto_gap gap = eg_elasto_gap_msl(2.0, 1.25, 0.25, 0.5, 1.25, n);
    return eg_contact_make(law, &gap, 1.7, 0.3);
}

static double random_s(uint64_t *seed)
{
    return uniform(seed, -0.75, 0.5);
}

static double random_v(uint64_t *seed)
{
    return uniform(seed, -1.0, 1.0);
}

static int clips(eg_contact_law law)
{
    return law == EG_CONTACT_KELVIN_VOIGT_CLIPPED || law == EG_CONTACT_SMOOTH_TRANSITION;
}

/* ---------------------------------------------------------------- the formulas of the header, word for
 * word */

static double literal_push(const eg_contact *k, double v0, double s_rel, double v_rel)
{
    const double x = k->gap.s_rel0 - s_rel, xd = -v_rel;
    if (!(x > 0.0))
        return 0.0;
    const double K = k->gap.f_ref * pow(x / k->gap.s_ref, k->gap.n), d = k->gap.d;
    const double u = fmin(x / k->transition, 1.0);
    switch (k->law) {
    case EG_CONTACT_ELASTO_GAP: return K + fmin(fmax(d * xd, -K), K);
    case EG_CONTACT_KELVIN_VOIGT: return K + d * xd;
    case EG_CONTACT_KELVIN_VOIGT_CLIPPED: return fmax(0.0, K + d * xd);
    case EG_CONTACT_UNDAMPED_REBOUND: return K + d * fmax(0.0, xd);
    case EG_CONTACT_SMOOTH_TRANSITION: return fmax(0.0, K + d * u * u * (3.0 - 2.0 * u) * xd);
    case EG_CONTACT_HERTZ: return K;
    case EG_CONTACT_LANKARANI_NIKRAVESH_1994: return K + d * pow(x / k->gap.s_ref, k->gap.n) * xd;
    default: return K * (1.0 + k->D / v0 * xd);
    }
}

static void test_formulas(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int l = 0; l < EG_CONTACT_FORCE_COUNT; l++) {
        for (size_t e = 0; e < COUNT(exponents); e++) {
            const eg_contact k = law_with((eg_contact_law)l, exponents[e]);
            for (int i = 0; i < 4000; i++) {
                const double s = random_s(&seed), v = random_v(&seed), v0 = uniform(&seed, 0.1, 2.0);
                const eg_contact_mode mode = eg_contact_mode_at(&k, s, v);
                eg_law_force o;
                eg_contact_force(&k, mode, v0, s, v, &o);
                /* K <= 1.25*2^2.75 < 9, times 1 + 1.7/0.1; n + 8 roundings */
                assert_near(eg_contact_f(&k, v0, s, v), -literal_push(&k, v0, s, v), 12.0 * U * 9.0 * 18.0);
                /* in the mode of the point the force is that of the point */
                assert_same(eg_contact_f(&k, v0, s, v) + 0.0, o.f + 0.0);
            }
        }
    }
}

/* ---------------------------------------------------------------- can it pull, jump, gain energy? */

static int pulls(eg_contact_law law)
{
    return law == EG_CONTACT_KELVIN_VOIGT || law == EG_CONTACT_LANKARANI_NIKRAVESH_1994 ||
           eg_contact_is_hysteresis(law);
}

static int jumps(eg_contact_law law)
{
    return law == EG_CONTACT_KELVIN_VOIGT || law == EG_CONTACT_KELVIN_VOIGT_CLIPPED ||
           law == EG_CONTACT_UNDAMPED_REBOUND;
}

static void test_pull_and_jump(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int l = 0; l < EG_CONTACT_FORCE_COUNT; l++) {
        double largest_pull = 0.0, largest_jump = 0.0;
        for (int i = 0; i < 20000; i++) {
            const eg_contact k = law_with((eg_contact_law)l, exponents[i % COUNT(exponents)]);
            const double v0 = uniform(&seed, 0.1, 2.0), v = 2.0 * random_v(&seed);
            largest_pull = fmax(largest_pull, eg_contact_f(&k, v0, random_s(&seed), v));
            largest_jump = fmax(largest_jump, fabs(eg_contact_f(&k, v0, nextafter(0.25, 0.0), v)));
        }
        assert_int_equal(largest_pull > 0.0, pulls((eg_contact_law)l));
        /* without a jump: |f| <= 2*f_ref*(x/s_ref)^n*(1 + D/v0), x the distance to the next double, and the
           ramp of smooth-transition 3*(x/w)^2*d */
        assert_int_equal(largest_jump > 1e-14, jumps((eg_contact_law)l));
    }
}

/* Of the family the force pulls where the bodies are torn apart faster than v0/D, and nowhere else. */
static void test_family_pulls_when_torn(void **state)
{
    (void)state;
    for (int l = EG_CONTACT_LANKARANI_NIKRAVESH_1994; l < EG_CONTACT_FORCE_COUNT; l++) {
        const eg_contact k = law_with((eg_contact_law)l, 1.5);
        const double limit = l == EG_CONTACT_LANKARANI_NIKRAVESH_1994 ? 1.25 / 1.25 : 0.8 / 1.7;
        assert_at_most(eg_contact_f(&k, 0.8, -0.2, limit * (1.0 - 1e-12)), -DBL_MIN);
        assert_at_most(DBL_MIN, eg_contact_f(&k, 0.8, -0.2, limit * (1.0 + 1e-12)));
    }
}

/* No energy comes from nowhere: the loss is >= 0, and force times speed is the rate of the stored energy
 * plus the loss (with f as flange_b.f, power f*v_rel goes into the element). */
static void test_energy(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int l = 0; l < EG_CONTACT_FORCE_COUNT; l++) {
        for (size_t e = 0; e < COUNT(exponents); e++) {
            const eg_contact k = law_with((eg_contact_law)l, exponents[e]);
            for (int i = 0; i < 2000; i++) {
                const double s = random_s(&seed), v = random_v(&seed), v0 = uniform(&seed, 0.1, 2.0);
                const eg_contact_mode mode = eg_contact_mode_at(&k, s, v);
                const eg_contact spring = law_with(EG_CONTACT_HERTZ, exponents[e]);
                eg_law_force o;
                eg_contact_force(&k, mode, v0, s, v, &o);
                assert_at_most(0.0, o.loss);
                assert_at_most(0.0, eg_contact_energy(&k, mode, s));
                const double f_c = eg_contact_f(&spring, 1.0, s, 0.0);
                assert_near((o.f - f_c) * v, o.loss, 8.0 * U * (fabs(f_c) + fabs(o.f)) * fabs(v));
            }
        }
    }
}

/* ---------------------------------------------------------------- derivatives */

/* Central differences over delta = 1e-6: truncation f'''*delta^2/6 (f''' < 2e4 away from touch, for the
 * second derivative f'''' < 4e5 likewise), rounding 200*u/delta. */
static void check_partials(const eg_contact *k, eg_contact_mode mode, double v0, double s, double v)
{
    const double delta = 1e-6, tolerance = 4e5 * delta * delta + 400.0 * U / delta;
    eg_law_force o, r, l, up, down;
    eg_contact_force(k, mode, v0, s, v, &o);
    eg_contact_force(k, mode, v0, s + delta, v, &r);
    eg_contact_force(k, mode, v0, s - delta, v, &l);
    eg_contact_force(k, mode, v0, s, v + delta, &up);
    eg_contact_force(k, mode, v0, s, v - delta, &down);
    assert_near((r.f - l.f) / (2.0 * delta), o.df_ds, tolerance);
    assert_near((r.df_ds - l.df_ds) / (2.0 * delta), o.d2f_ds2, 10.0 * tolerance);
    assert_near((r.loss - l.loss) / (2.0 * delta), o.dloss_ds, tolerance);
    assert_near((up.f - down.f) / (2.0 * delta), o.df_dv, tolerance);
    assert_near((up.loss - down.loss) / (2.0 * delta), o.dloss_dv, tolerance);
    double h[3], a[3], b[3], c[3], d[3], dh_ds[3], dh_dv[3];
    eg_contact_switching(k, mode, s, v, h, dh_ds, dh_dv);
    eg_contact_switching(k, mode, s + delta, v, a, NULL, NULL);
    eg_contact_switching(k, mode, s - delta, v, b, NULL, NULL);
    eg_contact_switching(k, mode, s, v + delta, c, NULL, NULL);
    eg_contact_switching(k, mode, s, v - delta, d, NULL, NULL);
    for (int i = 0; i < 3; i++) {
        assert_near((a[i] - b[i]) / (2.0 * delta), dh_ds[i], tolerance);
        assert_near((c[i] - d[i]) / (2.0 * delta), dh_dv[i], tolerance);
    }
}

static void test_partials(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int l = EG_CONTACT_KELVIN_VOIGT; l < EG_CONTACT_FORCE_COUNT; l++)
        for (size_t e = 0; e < COUNT(exponents); e++)
            for (int i = 0; i < 500; i++) {
                const eg_contact k = law_with((eg_contact_law)l, exponents[e]);
                const double s = uniform(&seed, -0.75, 0.2), v = random_v(&seed);
                const eg_contact_mode mode = eg_contact_mode_at(&k, s, v);
                if (fabs(0.25 - s - k.transition) > 1e-5) /* where the ramp ends its curvature jumps */
                    check_partials(&k, mode, 0.7, s, v);
            }
}

/* ---------------------------------------------------------------- modes */

/* Inside the mode of a point every switching function is >= 0; in a mode that a law has but that is not the
 * point's, one is < 0. */
static void test_switching_bounds_the_mode(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int l = 0; l < EG_CONTACT_FORCE_COUNT; l++) {
        bool met[EG_CONTACT_MODE_COUNT] = {false};
        for (int pass = 0; pass < 2; pass++)
            for (int i = 0; i < 20000; i++) {
                const eg_contact k = law_with((eg_contact_law)l, exponents[i % COUNT(exponents)]);
                const double s = random_s(&seed), v = random_v(&seed);
                const eg_contact_mode mode = eg_contact_mode_at(&k, s, v);
                met[mode] = true;
                for (int m = 0; m < EG_CONTACT_MODE_COUNT && pass == 1; m++) {
                    double h[3];
                    if (!met[m])
                        continue;
                    eg_contact_switching(&k, (eg_contact_mode)m, s, v, h, NULL, NULL);
                    assert_int_equal(h[0] >= 0.0 && h[1] >= 0.0 && h[2] >= 0.0, m == (int)mode);
                }
            }
        assert_int_equal(met[EG_CONTACT_REBOUND_LIMITED], clips((eg_contact_law)l) || l == 0);
        assert_int_equal(met[EG_CONTACT_UNDAMPED], l == EG_CONTACT_UNDAMPED_REBOUND);
        assert_int_equal(met[EG_CONTACT_TRANSITION], l == EG_CONTACT_SMOOTH_TRANSITION);
    }
}

/* What follows an edge is the mode on its other side. */
static void test_transitions(void **state)
{
    (void)state;
    for (int l = EG_CONTACT_KELVIN_VOIGT; l < EG_CONTACT_FORCE_COUNT; l++) {
        const eg_contact k = law_with((eg_contact_law)l, 1.0);
        const double s0 = 0.25, v[] = {-0.5, 0.5};
        for (int i = 0; i < 2; i++) {
            const eg_contact_mode inside = eg_contact_mode_at(&k, nextafter(s0, 0.0), v[i]);
            for (double s = nextafter(s0, 0.0); s <= nextafter(s0, 1.0); s = nextafter(s, 1.0)) {
                assert_int_equal(eg_contact_next(&k, EG_CONTACT_APART, 0, s, v[i]), inside);
                assert_int_equal(eg_contact_next(&k, inside, 0, s, v[i]), EG_CONTACT_APART);
            }
        }
    }
    const eg_contact kv = law_with(EG_CONTACT_KELVIN_VOIGT_CLIPPED, 1.0);
    assert_int_equal(eg_contact_next(&kv, EG_CONTACT_LINEAR, 2, 0.0, 0.5), EG_CONTACT_REBOUND_LIMITED);
    assert_int_equal(eg_contact_next(&kv, EG_CONTACT_REBOUND_LIMITED, 2, 0.0, 0.5), EG_CONTACT_LINEAR);
    const eg_contact undamped = law_with(EG_CONTACT_UNDAMPED_REBOUND, 1.0);
    assert_int_equal(eg_contact_next(&undamped, EG_CONTACT_LINEAR, 1, 0.0, 0.0), EG_CONTACT_UNDAMPED);
    assert_int_equal(eg_contact_next(&undamped, EG_CONTACT_UNDAMPED, 1, 0.0, 0.0), EG_CONTACT_LINEAR);
    const eg_contact smooth = law_with(EG_CONTACT_SMOOTH_TRANSITION, 1.0);
    assert_int_equal(eg_contact_next(&smooth, EG_CONTACT_TRANSITION, 1, -0.05, 0.0), EG_CONTACT_LINEAR);
    assert_int_equal(eg_contact_next(&smooth, EG_CONTACT_LINEAR, 1, -0.05, 0.0), EG_CONTACT_TRANSITION);
    assert_int_equal(eg_contact_next(&smooth, EG_CONTACT_REBOUND_LIMITED, 2, -0.2, 0.0), EG_CONTACT_LINEAR);
    assert_int_equal(eg_contact_next(&smooth, EG_CONTACT_REBOUND_LIMITED, 2, 0.2, 0.0),
                     EG_CONTACT_TRANSITION);
}

/* The force depends on what the mode says it depends on. */
static void test_dependence(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int l = 0; l < EG_CONTACT_FORCE_COUNT; l++)
        for (int i = 0; i < 2000; i++) {
            const eg_contact k = law_with((eg_contact_law)l, exponents[i % COUNT(exponents)]);
            const double s = random_s(&seed), v = random_v(&seed);
            const eg_contact_mode mode = eg_contact_mode_at(&k, s, v);
            eg_law_force o;
            eg_contact_force(&k, mode, 0.7, s, v, &o);
            assert_int_equal((eg_contact_dependence(&k, mode) & 2) != 0, o.df_dv != 0.0);
            assert_int_equal((eg_contact_dependence(&k, mode) & 1) != 0, o.df_ds != 0.0);
        }
}

/* ---------------------------------------------------------------- the hysteresis family */

static void test_factors(void **state)
{
    (void)state;
    static const struct {
        double e, exact, delivered[5];
    } table[] = {
        {0.1, 9.998159, {0.5158, 0.6653, 0.1010, 0.0694, 0.0741}},
        {0.3, 3.087082, {0.5813, 0.6842, 0.3042, 0.2562, 0.2707}},
        {0.5, 1.432751, {0.6630, 0.7252, 0.4877, 0.4704, 0.4877}},
        {0.7, 0.634828, {0.7680, 0.7960, 0.6696, 0.6832, 0.6973}},
        {0.9, 0.166482, {0.9090, 0.9132, 0.8764, 0.8939, 0.8999}},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        assert_near(eg_contact_factor(EG_CONTACT_EXACT_RESTITUTION, table[i].e), table[i].exact, 0.5e-6);
        for (int l = 0; l < 5; l++) {
            const eg_contact_law law = (eg_contact_law)(EG_CONTACT_HUNT_CROSSLEY + l);
            assert_near(eg_contact_delivered(eg_contact_factor(law, table[i].e)), table[i].delivered[l],
                        0.5e-4);
        }
    }
}

/* There and back, over the whole range, and the relation itself where it does not cancel. */
static void test_exact_relation(void **state)
{
    (void)state;
    for (double e = 1e-3; e < 1.0; e += 1e-3) {
        const double D = eg_contact_exact_factor(e);
        /* e moves by dD*(de/dD), and |de/dD| <= 2/3 throughout; D is right to a few ulp times 1/(1 - e) */
        assert_near(eg_contact_delivered(D), e, 64.0 * U);
        if (e > 0.1 && e < 0.8)
            assert_near(D * (1.0 + e), log((1.0 + D) / (1.0 - e * D)), 64.0 * U * (1.0 + D) / (1.0 - e * D));
        for (int l = EG_CONTACT_HUNT_CROSSLEY; l < EG_CONTACT_EXACT_RESTITUTION; l++)
            assert_near(eg_contact_parameter((eg_contact_law)l, eg_contact_factor((eg_contact_law)l, e)), e,
                        64.0 * U / e);
    }
    assert_same(eg_contact_exact_factor(1.0), 0.0);
    assert_same(eg_contact_delivered(0.0), 1.0);
    assert_true(isnan(eg_contact_exact_factor(0.0)) && isnan(eg_contact_exact_factor(1.5)));
    assert_true(isnan(eg_contact_delivered(-1.0)) && isnan(eg_contact_factor(EG_CONTACT_HERTZ, 0.5)));
    assert_true(isnan(eg_contact_parameter(EG_CONTACT_HUNT_CROSSLEY, 1.6)));
    assert_true(isnan(eg_contact_parameter(EG_CONTACT_LANKARANI_NIKRAVESH, 0.8)));
    assert_near(eg_contact_delivered(1e6), 1e-6, 1e-18);
}

static void test_touch_speed(void **state)
{
    (void)state;
    assert_same(eg_contact_touch_speed(-2.0, 1e-3), 2.0);
    assert_same(eg_contact_touch_speed(-1e-6, 1e-3), 1e-3);
    assert_same(eg_contact_touch_speed(3.0, 1e-3), 1e-3);
}

/* ---------------------------------------------------------------- degenerate laws, NaN, arrays */

static void test_degenerate(void **state)
{
    (void)state;
    const eg_elasto_gap soft = eg_elasto_gap_simple(0.0, 0.0, 0.25, 1.5);
    const eg_elasto_gap elastic = eg_elasto_gap_simple(2.0, 0.0, 0.25, 1.5);
    const eg_contact hertz = eg_contact_make(EG_CONTACT_HERTZ, &elastic, 0.0, 0.3);
    for (int l = 0; l < EG_CONTACT_FORCE_COUNT; l++) {
        const eg_contact none = eg_contact_make((eg_contact_law)l, &soft, 0.0, 0.3);
        const eg_contact spring = eg_contact_make((eg_contact_law)l, &elastic, 0.0, 0.3);
        for (double v = -1.0; v <= 1.0; v += 0.25) {
            assert_int_equal(eg_contact_mode_at(&spring, 0.0, v), EG_CONTACT_LINEAR);
            assert_same(eg_contact_f(&none, 0.5, 0.0, v) + 0.0, 0.0);
            assert_same(eg_contact_f(&spring, 0.5, 0.0, v), eg_contact_f(&hertz, 0.5, 0.0, v));
        }
    }
}

static void test_nan(void **state)
{
    (void)state;
    const double s[] = {NAN, 0.0, 0.5, NAN}, v[] = {0.1, NAN, NAN, NAN};
    for (int l = 0; l < EG_CONTACT_FORCE_COUNT; l++)
        for (int i = 0; i < 8; i++) {
            const eg_contact k = law_with((eg_contact_law)l, i < 4 ? 1.0 : 2.75);
            assert_true(isnan(eg_contact_f(&k, 0.5, s[i % 4], v[i % 4])));
            for (int m = 0; m < EG_CONTACT_MODE_COUNT; m++) {
                eg_law_force o;
                eg_contact_force(&k, (eg_contact_mode)m, 0.5, s[i % 4], v[i % 4], &o);
                assert_true(isnan(o.f));
            }
        }
}

enum { LONGEST = 2 * EG_LAW_BLOCK_ + 67 }; /* whole blocks, and an odd remainder */

static void assert_all_same(const double *one, const double *other)
{
    for (size_t i = 0; i < LONGEST; i++)
        assert_same(one[i], other[i]);
}

/* The forms for two lanes make what those for four do, where this processor has them. */
static void check_two_lanes(const eg_contact *k, const eg_contact_mode *mode, const double *s,
                            const double *v)
{
    double a[LONGEST], b[LONGEST];
    eg_contact_mode modes[LONGEST];
    eg_contact_mode_all_(LONGEST, k, s, v, modes);
    assert_memory_equal(modes, mode, sizeof modes);
    eg_contact_f_array(LONGEST, k, 0.7, s, v, a);
    eg_contact_f_all_(LONGEST, k, 0.7, s, v, b);
    assert_all_same(a, b);
}

static void test_arrays_equal_scalars(void **state)
{
    (void)state;
    uint64_t seed = 7;
    double s[LONGEST], v[LONGEST], v0[LONGEST], f[LONGEST], df_ds[LONGEST], df_dv[LONGEST], loss[LONGEST];
    eg_contact_mode mode[LONGEST];
    for (int l = 0; l < EG_CONTACT_FORCE_COUNT; l++)
        for (size_t e = 0; e < COUNT(exponents); e++) {
            const eg_contact k = law_with((eg_contact_law)l, exponents[e]);
            for (size_t i = 0; i < LONGEST; i++) {
                s[i] = i == 3 ? NAN : i == 4 ? 0.25 : random_s(&seed);
                v[i] = i == 5 ? NAN : random_v(&seed);
                v0[i] = uniform(&seed, 0.1, 2.0);
            }
            eg_contact_f_array(LONGEST, &k, 0.7, s, v, f);
            eg_contact_mode_array(LONGEST, &k, s, v, mode);
            for (size_t i = 0; i < LONGEST; i++) {
                assert_same(f[i] + 0.0, eg_contact_f(&k, 0.7, s[i], v[i]) + 0.0);
                assert_int_equal(mode[i], eg_contact_mode_at(&k, s[i], v[i]));
            }
            check_two_lanes(&k, mode, s, v);
            eg_contact_force_array(LONGEST, &k, mode, v0, s, v, f, df_ds, df_dv, loss);
            for (size_t i = 0; i < LONGEST; i++) {
                eg_law_force o;
                eg_contact_force(&k, mode[i], v0[i], s[i], v[i], &o);
                assert_same(f[i], o.f);
                if (isnan(s[i]) || isnan(v[i]))
                    continue;
                assert_same(df_ds[i], o.df_ds);
                assert_same(df_dv[i], o.df_dv);
                assert_same(loss[i], o.loss);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_pull_and_jump),
        cmocka_unit_test(test_family_pulls_when_torn),
        cmocka_unit_test(test_energy),
        cmocka_unit_test(test_partials),
        cmocka_unit_test(test_switching_bounds_the_mode),
        cmocka_unit_test(test_transitions),
        cmocka_unit_test(test_dependence),
        cmocka_unit_test(test_factors),
        cmocka_unit_test(test_exact_relation),
        cmocka_unit_test(test_touch_speed),
        cmocka_unit_test(test_degenerate),
        cmocka_unit_test(test_nan),
        cmocka_unit_test(test_arrays_equal_scalars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
