/* Digits: far from the origin, in long chains, in the energy balance, and with tighter tolerances. */
#include "network_models.h"

#include <float.h>

/* ---------------------------------------------------------------- far away
 *
 * Three masses in a row between stops, everything in binary fractions of a metre, at the origin and 2^20 m
 * away: the unknowns are distances, which are the same numbers. */

static rig run_row(double shift, double tolerance)
{
    rig r = rig_begin("Row");
    char mass[20], gap[20], from[40], to[40];
    add_fixed(&r, "left", shift);
    add_fixed(&r, "right", shift + 2);
    for (int i = 1; i <= 4; i++) {
        snprintf(gap, sizeof gap, "gap%d", i);
        add(&r, "ElastoGap", gap, "c", 2000.0, "d", 3.0, NULL);
        snprintf(from, sizeof from, i > 1 ? "mass%d.flange_b" : "left.flange", i - 1);
        snprintf(to, sizeof to, "%s.flange_a", gap);
        join(&r, from, to);
        snprintf(from, sizeof from, "%s.flange_b", gap);
        snprintf(mass, sizeof mass, "mass%d", i);
        if (i == 4) {
            join(&r, from, "right.flange");
            break;
        }
        add(&r, "Mass", mass, "m", 0.5 * i, "L", 0.125, NULL);
        snprintf(to, sizeof to, "%s.s", mass);
        fix(&r, to, shift + 0.5 * i);
        snprintf(to, sizeof to, "%s.v", mass);
        fix(&r, to, i == 1 ? 3 : i == 2 ? -0.5 : 1);
        snprintf(to, sizeof to, "%s.flange_a", mass);
        join(&r, from, to);
    }
    run(&r, 1, tolerance);
    return r;
}

static void distances_keep_their_digits_far_away(void **state)
{
    (void)state;
    rig a = run_row(0, 1e-9), b = run_row(1048576, 1e-9), c = run_row(-1048576, 1e-9);
    TRUE(a.st.events > 10);
    TRUE(rows(&a) == rows(&b) && rows(&a) == rows(&c));
    for (size_t i = 0; i < rows(&a) && i < rows(&b) && i < rows(&c); i++) {
        char name[20];
        for (int k = 1; k <= 4; k++) {
            snprintf(name, sizeof name, "gap%d.s_rel", k);
            NEAR(at(&b, name, i), at(&a, name, i), 0);
            NEAR(at(&c, name, i), at(&a, name, i), 0);
            snprintf(name, sizeof name, "gap%d.f", k);
            NEAR(at(&b, name, i), at(&a, name, i), 0);
        }
        for (int k = 1; k <= 3;
             k++) { /* positions are summed along the row, and rounded as their size demands */
            snprintf(name, sizeof name, "mass%d.s", k);
            NEAR(at(&b, name, i), 1048576 + at(&a, name, i), 3 * 1048576 * ULP);
        }
    }
    rig_release(&a);
    rig_release(&b);
    rig_end(&c);
}

/* Two free bodies a thousand kilometres out, a micrometre apart: only their distance as a state keeps its
 * digits. */
static void relative_states_keep_their_digits(void **state)
{
    (void)state;
    rig r = rig_begin("Pair");
    add_mass(&r, "one", 1, 1048576, 7);
    add(&r, "Mass", "two", "m", 1.0, NULL);
    add(&r, "RelativeStates", "apart", NULL);
    fix(&r, "apart.s_rel", 1e-6);
    fix(&r, "apart.v_rel", 1e-7);
    join(&r, "one.flange_a", "apart.flange_a");
    join(&r, "two.flange_a", "apart.flange_b");
    run(&r, 8, 1e-9);
    NEAR(begin(&r, "apart.s_rel"), 1e-6, 0);
    /* the speeds are absolute: 7 + 1e-7 is rounded to an ulp of 7, which 8 seconds make a distance */
    NEAR(end(&r, "apart.s_rel"), 1.8e-6, 8 * 8 * ULP);
    NEAR(end(&r, "two.s") - 1048576 - 56, 1.8e-6, 2 * 1048576 * ULP);
    rig_end(&r);
}

/* ---------------------------------------------------------------- long chains
 *
 * 200 equal masses and springs between two walls swing in a mode k as x_i = A sin(pi k i/201) cos(w t), w = 2
 * sqrt(c/m) sin(pi k/402), and go on doing so. */

static rig build_long_chain(int count, const char *class_name, double c, double d, double pitch)
{
    rig r = rig_begin("Long");
    char mass[20], link[20], from[40], to[40];
    add_fixed(&r, "left", 0);
    for (int i = 1; i <= count + 1; i++) {
        snprintf(link, sizeof link, "link%d", i);
        add(&r, class_name, link, "c", c, "d", d, "s_rel0", class_name[0] == 'S' ? pitch : 0.0, NULL);
        snprintf(from, sizeof from, i > 1 ? "mass%d.flange_b" : "left.flange", i - 1);
        snprintf(to, sizeof to, "%s.flange_a", link);
        join(&r, from, to);
        snprintf(from, sizeof from, "%s.flange_b", link);
        snprintf(mass, sizeof mass, "mass%d", i);
        if (i <= count)
            add(&r, "Mass", mass, "m", 0.5, NULL);
        else
            add_fixed(&r, mass, (count + 1) * pitch);
        snprintf(to, sizeof to, i <= count ? "%s.flange_a" : "%s.flange", mass);
        join(&r, from, to);
    }
    return r;
}

static void a_mode_of_200_masses(void **state)
{
    (void)state;
    enum { N = 200, K = 9 };
    rig r = build_long_chain(N, "SpringDamper", 800, 0, 0.25);
    char name[20];
    for (int i = 1; i <= N; i++) {
        snprintf(name, sizeof name, "mass%d.s", i);
        fix(&r, name, 0.25 * i + 0.05 * sin(PI * K * i / (N + 1)));
        snprintf(name, sizeof name, "mass%d.v", i);
        fix(&r, name, 0);
    }
    r.interval = 0.25;
    run(&r, 1, 1e-9);
    double w = 2 * sqrt(800 / 0.5) * sin(PI * K / (2.0 * (N + 1)));
    for (size_t row = 0; row < rows(&r); row++)
        for (int i = 1; i <= N; i++) {
            snprintf(name, sizeof name, "mass%d.s", i);
            NEAR(at(&r, name, row), 0.25 * i + 0.05 * sin(PI * K * i / (N + 1)) * cos(w * time_of(&r, row)),
                 1e-8);
        }
    AT_MOST(r.st.energy.error, 1e-7);
    rig_end(&r);
}

/* The last ball of a row of equal ones, apart: each gives its whole speed to the next (d = 0, one contact at
 * a time). */
static void momentum_runs_through_a_row(void **state)
{
    (void)state;
    enum { N = 30 };
    rig r = build_long_chain(N, "ElastoGap", 1e5, 0, 0.25);
    char name[20];
    for (int i = 1; i <= N; i++) {
        snprintf(name, sizeof name, "mass%d.s", i);
        fix(&r, name, 0.25 * i);
        snprintf(name, sizeof name, "mass%d.v", i);
        fix(&r, name, i == 1 ? 10 : 0);
    }
    run(&r, 0.25 / 10 * (N - 0.5), 1e-9); /* contacts take time, so the last but one is under way */
    double momentum = 0;
    for (int i = 1; i <= N; i++) {
        snprintf(name, sizeof name, "mass%d.v", i);
        momentum += end(&r, name);
    }
    NEAR(momentum, 10, 1e-8);
    NEAR(end(&r, "mass1.v"), 0, 1e-7);
    AT_MOST(r.st.energy.error, 1e-8);
    TRUE(r.st.events >= N);
    rig_end(&r);
}

/* ---------------------------------------------------------------- energy, and error with tolerance */

static void energy_closes(void **state)
{
    (void)state;
    for (int i = 0; i < NETWORK_MODELS; i++) {
        rig r = rig_begin(network_models[i].name);
        network_models[i].build(&r);
        run(&r, network_models[i].span, 1e-11);
        if (!(r.st.energy.error <= 1e-8)) {
            print_error("  %s: %g\n", network_models[i].name, r.st.energy.error);
            rig_fail(__FILE__, __LINE__, "the energy balance is open");
        }
        rig_release(&r);
    }
    ALL_WELL();
}

/* MSL's example. Truths of physics.md, by step-halved Runge-Kutta: four values at t = 5. */
static void error_falls_with_tolerance(void **state)
{
    (void)state;
    const char *const names[] = {"elastoGap1.v_rel", "elastoGap2.s_rel", "springDamper1.v_rel",
                                 "springDamper2.s_rel"};
    const double truth[] = {0.537529187722, 2.707885294080, -0.004196101198, 2.000350338939};
    for (double tolerance = 1e-4; tolerance > 5e-12; tolerance /= 10) {
        rig r = rig_begin("TwoMasses");
        model_two_masses(&r);
        run(&r, 5, tolerance);
        TRUE(r.st.events == 12);
        for (int i = 0; i < 4; i++) {
            double range = largest(&r, names[i]) - smallest(&r, names[i]);
            NEAR(end(&r, names[i]), truth[i], 100 * tolerance * range + 1e-12);
        }
        rig_release(&r);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- dampers that are far too stiff
 *
 * With zeta = d/(2 sqrt(c m)) large a body that meets a contact at v0 is let go at v0/(2 sqrt(2) zeta), but
 * for 10/zeta^2 of that, once spring and damper hold each other: beyond the edge at which the force ends by
 * 1/(4 zeta^2) of either. Who misses that edge sees the speed die out within some d/c. The speed between two
 * bodies is known to some ulp of theirs. */

static void check_release(double zeta, bool wall)
{
    const double c = 1e7, m = wall ? 1 : 2.0 / 3, d = 2 * zeta * sqrt(c * m), e = 1 / (2 * sqrt(2) * zeta);
    rig r = rig_begin("Release");
    add(&r, "Mass", "ball", "m", 1.0, "L", 0.0, NULL);
    add(&r, "ElastoGap", "gap", "c", c, "d", d, "s_rel0", 0.3, NULL);
    fix(&r, "ball.s", 0.71);
    fix(&r, "ball.v", wall ? -1 : -0.25);
    if (wall) {
        add_fixed(&r, "other", 0.3);
    } else {
        add(&r, "Mass", "other", "m", 2.0, "L", 0.0, NULL);
        fix(&r, "other.s", 0.3);
        fix(&r, "other.v", 0.75);
    }
    join(&r, wall ? "other.flange" : "other.flange_a", "gap.flange_a");
    join(&r, "gap.flange_b", "ball.flange_a");
    r.engine = "exact";
    run(&r, 3 * d / c, 1e-9);
    NEAR(end(&r, "gap.v_rel"), e, e * (10 / (zeta * zeta) + 1e-12) + (wall ? 0 : 64 * DBL_EPSILON));
    rig_end(&r);
}

static void stiff_dampers_let_go(void **state)
{
    (void)state;
    for (double zeta = 1e3; zeta < 1e9; zeta *= 10) {
        check_release(zeta, true);
        check_release(zeta, false);
    }
    check_release(1e12, true);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_keep_their_digits_far_away),
        cmocka_unit_test(relative_states_keep_their_digits),
        cmocka_unit_test(stiff_dampers_let_go),
        cmocka_unit_test(a_mode_of_200_masses),
        cmocka_unit_test(momentum_runs_through_a_row),
        cmocka_unit_test(energy_closes),
        cmocka_unit_test(error_falls_with_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
