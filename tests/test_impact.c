/* Impacts: Runge-Kutta on the frozen modes of law.h, ended by its switching functions, against closed forms;
 * and the closed forms of closed_form.h against published numbers and each other.
 *
 * u = 2^-53 is the unit round-off. Tolerances are error bounds: what each operation can lose, counted. */
#include "closed_form.h"
#include "elastogap/law.h"
#include "near.h"

#include <float.h>

#define U (0.5 * DBL_EPSILON)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void test_closed_form_table(void **state)
{
    (void)state;
    /* zeta, e, omega T, omega x_max/v0, F_max/(m omega v0), rounded to 8 and 6 decimals. For 8 zeta^2 >= 1
     * the force peaks at the end of the first phase: F_max = 4 zeta/sqrt(1 + 8 zeta^2), 4/3 for zeta = 1. */
    const double table[][5] = {
        {0.01, 0.96945856, 3.141750, 0.984709, 0.984906}, {0.1, 0.75862861, 3.157338, 0.879467, 0.897354},
        {0.3, 0.51979818, 3.278597, 0.774031, 0.937535},  {0.5, 0.40377411, 3.489310, 0.739116, 1.154701},
        {1.0, 0.26359714, 4.203753, 0.716531, 1.333333},  {2.0, 0.15508576, 5.918887, 0.709578, 1.392621},
        {5.0, 0.06817277, 11.597946, 0.707508, 1.410691},
    };
    const double inverse[][2] = {
        {0.2, 1.457604727}, {0.5, 0.326705219}, {0.8, 0.078585940}, {0.9, 0.035079994}};
    const double m = 0.25, c = 400.0, v0 = 3.0, omega = 40.0;
    for (size_t i = 0; i < COUNT(table); i++) {
        const closed_impact k = closed_elasto_gap(m, c, 2.0 * table[i][0] * sqrt(c * m), v0);
        assert_near(k.restitution, table[i][1], 0.51e-8);
        assert_near(k.contact_time * omega, table[i][2], 0.51e-6);
        assert_near(k.max_penetration * omega / v0, table[i][3], 0.51e-6);
        assert_near(k.max_push / (m * omega * v0), table[i][4], 0.51e-6);
        if (8.0 * k.zeta * k.zeta >= 1.0) {
            const double peak = 4.0 * k.zeta / sqrt(1.0 + 8.0 * k.zeta * k.zeta);
            assert_near(k.max_push / (m * omega * v0), peak, 16.0 * U);
        }
    }
    /* |de/dzeta| < 3, so zeta to 0.5e-9 gives e to 1.5e-9 */
    for (size_t i = 0; i < COUNT(inverse); i++) {
        assert_near(closed_elasto_gap(1.0, 1.0, 2.0 * inverse[i][1], 1.0).restitution, inverse[i][0], 1.5e-9);
    }
}

static void test_closed_form_is_smooth_at_critical_damping(void **state)
{
    (void)state;
    const closed_impact at = closed_elasto_gap(1.0, 1.0, 2.0, 1.0);
    assert_near(at.restitution, exp(-4.0 / 3.0), 4.0 * U);
    assert_near(at.max_push, 4.0 / 3.0, 8.0 * U);
    for (int side = -1; side <= 1; side += 2) {
        /* all derivatives with respect to zeta are below 4 here */
        const double step = 1e-9;
        const closed_impact k = closed_elasto_gap(1.0, 1.0, 2.0 * (1.0 + side * step), 1.0);
        assert_near(k.restitution, at.restitution, 4.0 * step);
        assert_near(k.contact_time, at.contact_time, 4.0 * step);
        assert_near(k.max_penetration, at.max_penetration, 4.0 * step);
        assert_near(k.max_push, at.max_push, 4.0 * step);
    }
    assert_near(closed_elasto_gap(1.0, 1.0, 0.0, 1.0).contact_time, CLOSED_PI, 4.0 * U);
    assert_near(closed_cut_kelvin_voigt_restitution(1.0), exp(-2.0), 4.0 * U);
}

/* A body of mass m at flange_b, flange_a fixed at 0; y = (s_rel, v_rel, energy lost). */
typedef struct body {
    const eg_elasto_gap *law;
    double m;
    eg_gap_mode mode;
    double t, y[3];
} body;

static void slope_of(const body *b, const double y[3], double out[3])
{
    eg_law_force o;
    eg_elasto_gap_force(b->law, b->mode, y[0], y[1], &o);
    out[0] = y[1];
    out[1] = -o.f / b->m;
    out[2] = o.loss;
}

/* One classical Runge-Kutta step in the frozen mode. */
static void step_of(const body *b, double h, double out[3])
{
    double k[4][3], y[3];
    const double at[4] = {0.0, 0.5, 0.5, 1.0};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 3; j++) {
            y[j] = b->y[j] + (i ? at[i] * h * k[i - 1][j] : 0.0);
        }
        slope_of(b, y, k[i]);
    }
    for (int j = 0; j < 3; j++) {
        out[j] = b->y[j] + h / 6.0 * (k[0][j] + 2.0 * (k[1][j] + k[2][j]) + k[3][j]);
    }
}

/* The switching function that has fallen below 0, or -1. */
static int fallen(const body *b, const double y[3])
{
    double h[3];
    eg_elasto_gap_switching(b->law, b->mode, y[0], y[1], h, NULL, NULL);
    return h[0] < 0.0 ? 0 : h[1] < 0.0 ? 1 : h[2] < 0.0 ? 2 : -1;
}

/* Steps by h, or up to the end of the mode (bisection on the length of the step); returns what ended it. */
static int advance(body *b, double h)
{
    double y[3], low = 0.0, high = h;
    step_of(b, h, y);
    int fired = fallen(b, y);
    if (fired >= 0) {
        for (int i = 0; i < 60; i++) {
            const double middle = 0.5 * (low + high);
            step_of(b, middle, y);
            const int now = fallen(b, y);
            fired = now >= 0 ? now : fired;
            *(now >= 0 ? &high : &low) = middle;
        }
        step_of(b, high, y);
    }
    b->t += high;
    memcpy(b->y, y, sizeof y);
    return fired;
}

typedef struct impact {
    double e, time, loss, deepest, strongest, worst; /* worst: largest deviation from the closed trajectory */
} impact;

/* From touch to lift-off with steps of h; checks the sequence of modes. */
static impact simulate_impact(const eg_elasto_gap *law, double m, double v0, double h,
                              const closed_impact *truth)
{
    body b = {law, m, EG_GAP_APART, 0.0, {law->s_rel0, -v0, 0.0}};
    impact r = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    b.mode = eg_elasto_gap_next(law, b.mode, 0, b.y[0], b.y[1]);
    while (b.mode != EG_GAP_APART) {
        const int fired = advance(&b, h);
        if (fired >= 0) {
            const eg_gap_mode next = eg_elasto_gap_next(law, b.mode, fired, b.y[0], b.y[1]);
            assert_int_equal(next, law->d > 0.0 ? ((int)b.mode + 1) % 4 : (int)EG_GAP_APART);
            b.mode = next;
        }
        const double x = law->s_rel0 - b.y[0], push = -eg_elasto_gap_f(law, b.y[0], b.y[1]);
        r.deepest = fmax(r.deepest, x);
        r.strongest = fmax(r.strongest, push);
        if (truth) {
            const closed_state s = closed_elasto_gap_at(truth, b.t);
            const double force_scale = truth->m * truth->omega * truth->v0;
            r.worst = fmax(r.worst, fabs(s.x - x) * truth->omega / v0);
            r.worst = fmax(r.worst, fabs(s.v + b.y[1]) / v0);
            r.worst = fmax(r.worst, fabs(s.push - push) / force_scale);
        }
    }
    r.e = b.y[1] / v0;
    r.time = b.t;
    r.loss = b.y[2];
    return r;
}

/* Runge-Kutta in frozen modes, ended by the switching functions, against the closed form: the phases, the
 * restitution, the time, the loss, and the whole trajectory. Halving the step divides the error by 16; what
 * the coarse run is off from the fine one therefore bounds the error of the fine one 15 times over. To this
 * comes the round-off of N steps, 4 u N of the largest value, and of s_rel0 = 0.25 in the penetration. */
static void test_impacts(void **state)
{
    (void)state;
    const double zetas[] = {0.0, 0.01, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0};
    const double m = 0.25, c = 400.0, v0 = 3.0, omega = 40.0, h = 2e-3 / omega;
    for (size_t i = 0; i < COUNT(zetas); i++) {
        const double d = 2.0 * zetas[i] * sqrt(c * m);
        const eg_elasto_gap law = eg_elasto_gap_simple(c, d, 0.25, 1.0);
        const closed_impact k = closed_elasto_gap(m, c, d, v0);
        const impact coarse = simulate_impact(&law, m, v0, h, &k);
        const impact fine = simulate_impact(&law, m, v0, 0.5 * h, &k);
        const double rounding = 4.0 * U * 2.0 * k.contact_time / h * 10.0;
        const double energy = 0.5 * m * v0 * v0;
        assert_near(fine.e, k.restitution, fabs(fine.e - coarse.e) + rounding);
        assert_near(fine.time, k.contact_time,
                    fabs(fine.time - coarse.time) + rounding * k.contact_time / k.restitution);
        assert_near(fine.loss, k.loss, fabs(fine.loss - coarse.loss) + rounding * energy);
        assert_at_most(fine.worst, coarse.worst + rounding);
        assert_at_most(coarse.worst, 1e-9);
        /* A maximum sampled in steps of tau = omega h is missed by at most y'' tau^2/8 in smooth phases. At
         * the kink between two phases it is sampled, since a step ends there. |y''| < 1 + 4 zeta. */
        const double missed = (1.0 + 4.0 * k.zeta) * (omega * h) * (omega * h) / 8.0;
        assert_near(fine.deepest * omega / v0, k.max_penetration * omega / v0, missed);
        assert_near(fine.strongest / (m * omega * v0), k.max_push / (m * omega * v0), 2.0 * missed);
    }
}

/* Hertz' contact without damping: rebound at full speed after a time that is a beta function. x^1.5 is not
 * smooth at touch, so the order of Runge-Kutta falls to 2.5: halving divides the error by 5 at least. */
static void test_hertz_impact(void **state)
{
    (void)state;
    const double m = 0.2, c = 1e4, v0 = 2.0;
    const eg_elasto_gap law = eg_elasto_gap_simple(c, 0.0, 0.0, 1.5);
    const double time = closed_undamped_contact_time(m, c, 1.5, v0);
    const double deepest = closed_undamped_penetration(m, c, 1.5, v0);
    const double h = time / 3000.5;
    const impact coarse = simulate_impact(&law, m, v0, h, NULL);
    const impact fine = simulate_impact(&law, m, v0, 0.5 * h, NULL);
    const double rounding = 4.0 * U * 6000.0;
    assert_near(fine.e, 1.0, fabs(fine.e - coarse.e) + rounding);
    assert_near(fine.time, time, fabs(fine.time - coarse.time) + rounding * time);
    /* near the top x = x_max (1 - a t^2/2), a = c x_max^1.5/(m x_max); sampled half a step off at most */
    const double missed = c * sqrt(deepest) / m * h * h / 8.0;
    assert_near(fine.deepest, deepest, missed * deepest);
    assert_near(closed_undamped_contact_time(1.0, 1.0, 1.0, 1.0), CLOSED_PI, 1e-14); /* lgamma: some u */
}

/* The other closed forms of linear contacts, against the free oscillator they come from. */
static void test_other_linear_contacts(void **state)
{
    (void)state;
    for (double z = 0.05; z < 1.0; z += 0.1) {
        const double w = sqrt(1.0 - z * z), t = closed_kelvin_voigt_contact_time(1.0, z);
        /* x(0) = 0, x'(0) = 1: back at 0 after pi/w with speed -e. Values below 1, a few roundings each. */
        assert_near(closed_free(z, 0.0, 1.0, t), 0.0, 16.0 * U);
        assert_near(closed_free(z, 1.0, -2.0 * z, t), -closed_kelvin_voigt_restitution(z), 16.0 * U);
        assert_near(closed_approach_damped_restitution(z), exp(-z / w * acos(z)), 16.0 * U);
    }
    for (double z = 0.05; z < 3.0; z += 0.1) {
        /* cut where x + 2 zeta x' = 0; its speed there is -e */
        const double e = closed_cut_kelvin_voigt_restitution(z), t = -log(e) / z;
        const double x = closed_free(z, 0.0, 1.0, t), v = closed_free(z, 1.0, -2.0 * z, t);
        /* t is off by 2u/z, cosh and sinh grow as e^(zeta t) */
        const double tolerance = 32.0 * U * (1.0 + 1.0 / z) * exp(z * t);
        assert_near(x + 2.0 * z * v, 0.0, tolerance);
        assert_near(v, -e, tolerance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_form_table),
        cmocka_unit_test(test_closed_form_is_smooth_at_critical_damping),
        cmocka_unit_test(test_impacts),
        cmocka_unit_test(test_hertz_impact),
        cmocka_unit_test(test_other_linear_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
