/* Friction and hard stops behind gears, against what theory says. A gear ratio takes part in what sticks to
 * what, in the load that breaks it loose and in what a hard stop stops. Tolerances as in test_friction.c;
 * v_rel of two motions that gears and friction tie is 0 to rounding. */
#include "build_model.h"

/* SupportFriction with the constant force f, sliding and at rest. */
static void add_friction(rig *r, const char *path, double f)
{
    char text[100];
    const double table[] = {0, f};
    add(r, "SupportFriction", path, NULL);
    snprintf(text, sizeof text, "%s.f_pos", path);
    rig_demand(r, eg_spec_set_matrix(r->spec, text, table, 1, r->d) == EG_OK, text);
}

/* Against another flange. */
static void add_friction_on(rig *r, const char *path, double f, const char *flange, const char *support)
{
    char text[100];
    add_friction(r, path, f);
    snprintf(text, sizeof text, "%s.useSupport", path);
    rig_demand(r, eg_spec_set(r->spec, text, 1, r->d) == EG_OK, text);
    snprintf(text, sizeof text, "%s.flange_a", path);
    join(r, flange, text);
    snprintf(text, sizeof text, "%s.support", path);
    join(r, support, text);
}

/* The torque t [N.m] on a rotational flange. */
static void add_ramp_torque(rig *r, const char *flange)
{
    add(r, "Ramp", "load", "height", 100.0, "duration", 100.0, NULL);
    add(r, "Torque", "turn", NULL);
    join(r, "load.y", "turn.tau");
    join(r, "turn.flange", flange);
}

/* Torque t - shaft J1 - gear i - wheel J2 - rack n - mass m with friction f: the friction feels the force
 * i n t. It gives way at t0 = f/(i n); then M v' = i n (t - t0) with all inertias felt at the mass. Whichever
 * inertia is declared first, and so counts as the body. */
static void a_geared_mass_sticks_and_breaks_away(void **state)
{
    (void)state;
    const double J1 = 0.1, J2 = 0.4, m = 3, i = -2.5, n = 4, f = 25, M = m + n * n * (J2 + i * i * J1);
    const double t0 = f / fabs(i * n);
    for (int mass_first = 0; mass_first < 2; mass_first++) {
        rig r = rig_begin("Geared");
        for (int k = 0; k < 2; k++)
            if (k != mass_first)
                add_mass(&r, "mass", m, 0.3, 0);
            else
                add(&r, "Inertia", "shaft", "J", J1, NULL);
        add(&r, "Inertia", "wheel", "J", J2, NULL);
        add(&r, "IdealGear", "gear", "ratio", i, NULL);
        add(&r, "IdealGearR2T", "rack", "ratio", n, NULL);
        add_friction(&r, "friction", f);
        add_ramp_torque(&r, "shaft.flange_a");
        join(&r, "shaft.flange_b", "gear.flange_a");
        join(&r, "gear.flange_b", "wheel.flange_a");
        join(&r, "wheel.flange_b", "rack.flangeR");
        join(&r, "rack.flangeT", "mass.flange_a");
        join(&r, "mass.flange_b", "friction.flange_a");
        run(&r, 2 * t0, 1e-10);
        NEAR(event_time(&r, "friction", "breaks away", 0), t0, 1e-9);
        for (size_t row = 0; row < rows(&r); row++) {
            double t = time_of(&r, row), sliding = fmax(t - t0, 0);
            NEAR(at(&r, "mass.v", row), i * n * sliding * sliding / (2 * M), 1e-8);
            if (t < t0)
                TRUE(at(&r, "mass.s", row) == begin(&r, "mass.s") && at(&r, "shaft.w", row) == 0);
            if (t < t0)
                NEAR(at(&r, "friction.f", row), i * n * t, 1e-9);
        }
        AT_MOST(r.st.energy.error, 1e-9);
        rig_release(&r);
    }
    ALL_WELL();
}

/* Two shafts, each behind a rack of its own; friction f between the racks. While it holds the two move as
 * one, M1 + M2 at the racks, and it carries M2 a. It gives way at f = M2 n1 t/(M1 + M2). */
static void two_geared_masses_stick_to_each_other(void **state)
{
    (void)state;
    const double J1 = 0.2, m1 = 1, n1 = 2, J2 = 0.1, m2 = 0.5, n2 = -5, f = 2;
    const double M1 = m1 + n1 * n1 * J1, M2 = m2 + n2 * n2 * J2, t0 = f * (M1 + M2) / (M2 * n1);
    rig r = rig_begin("Two");
    add(&r, "Inertia", "shaft1", "J", J1, NULL);
    add(&r, "Inertia", "shaft2", "J", J2, NULL);
    add_mass(&r, "mass1", m1, 0, 0);
    add_mass(&r, "mass2", m2, 0, 0);
    add(&r, "IdealGearR2T", "rack1", "ratio", n1, NULL);
    add(&r, "IdealGearR2T", "rack2", "ratio", n2, NULL);
    add_ramp_torque(&r, "shaft1.flange_a");
    join(&r, "shaft1.flange_b", "rack1.flangeR");
    join(&r, "rack1.flangeT", "mass1.flange_a");
    join(&r, "shaft2.flange_b", "rack2.flangeR");
    join(&r, "rack2.flangeT", "mass2.flange_a");
    add_friction_on(&r, "friction", f, "mass1.flange_b", "mass2.flange_b");
    run(&r, 2 * t0, 1e-10);
    NEAR(event_time(&r, "friction", "breaks away", 0), t0, 1e-9);
    const double v0 = n1 * t0 * t0 / (2 * (M1 + M2));
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row), common = n1 * t * t / (2 * (M1 + M2)), after = t - t0;
        double v1 = v0 + (n1 * (t * t - t0 * t0) / 2 - f * after) / M1, v2 = v0 + f * after / M2;
        NEAR(at(&r, "mass1.v", row), t < t0 ? common : v1, 1e-8);
        NEAR(at(&r, "mass2.v", row), t < t0 ? common : v2, 1e-8);
        NEAR(at(&r, "shaft2.w", row), n2 * at(&r, "mass2.v", row), 1e-12);
        NEAR(at(&r, "friction.f", row), t < t0 ? M2 * n1 * t / (M1 + M2) : f, 1e-9);
        if (t < t0)
            NEAR(at(&r, "mass1.v", row), at(&r, "mass2.v", row), 4 * ULP * v0);
    }
    AT_MOST(r.st.energy.error, 1e-9);
    rig_end(&r);
}

/* Two racks of different ratio on one shaft, and friction between them: it brakes the shaft, with the torque
 * f (1/n1 - 1/n2). Both of its flanges move with one body. */
static void friction_across_a_gear_brakes_it(void **state)
{
    (void)state;
    const double J = 0.3, m = 2, n1 = 2, n2 = 8, f = 4, brake = f * (1 / n1 - 1 / n2);
    const double M = J + m / (n1 * n1) + m / (n2 * n2);
    for (int swap = 0; swap < 2; swap++) {
        rig r = rig_begin("Across");
        add_inertia(&r, "shaft", J, 0, 0);
        add(&r, "Mass", "mass1", "m", m, NULL);
        add(&r, "Mass", "mass2", "m", m, NULL);
        add(&r, "IdealGearR2T", "rack1", "ratio", n1, NULL);
        add(&r, "IdealGearR2T", "rack2", "ratio", n2, NULL);
        add_ramp_torque(&r, "shaft.flange_a");
        join_all(&r, "shaft.flange_b", "rack1.flangeR", "rack2.flangeR", NULL);
        join(&r, "rack1.flangeT", "mass1.flange_a");
        join(&r, "rack2.flangeT", "mass2.flange_a");
        add_friction_on(&r, "friction", f, swap ? "mass2.flange_b" : "mass1.flange_b",
                        swap ? "mass1.flange_b" : "mass2.flange_b");
        run(&r, 2 * brake, 1e-10);
        NEAR(event_time(&r, "friction", "breaks away", 0), brake, 1e-9);
        for (size_t row = 0; row < rows(&r); row++) {
            double t = time_of(&r, row), sliding = fmax(t - brake, 0);
            NEAR(at(&r, "shaft.w", row), sliding * sliding / (2 * M), 1e-8);
            if (t < brake)
                TRUE(at(&r, "shaft.phi", row) == 0 && at(&r, "shaft.w", row) == 0);
            NEAR(at(&r, "friction.f", row), (swap ? -1 : 1) * f * fmin(t / brake, 1), 1e-9);
        }
        AT_MOST(r.st.energy.error, 1e-9);
        rig_release(&r);
    }
    ALL_WELL();
}

/* Whatever order of declaration makes b the shaft that moves with the other two. */
static void add_gear_on_a_housing(rig *r, const char *order, double Ja, double Jb, double Jh, double ratio)
{
    for (int k = 0; k < 3; k++) {
        const char name[2] = {order[k], '\0'};
        add(r, "Inertia", name, "J", *name == 'a' ? Ja : *name == 'b' ? Jb : Jh, NULL);
    }
    fix(r, "b.phi", 0);
    fix(r, "b.w", 0);
    fix(r, "h.phi", 0);
    fix(r, "h.w", 0);
    add(r, "IdealGear", "gear", "ratio", ratio, "useSupport", 1.0, NULL);
    add(r, "IdealGearR2T", "rack", "ratio", 2.0, NULL);
    join(r, "a.flange_b", "gear.flange_a");
    join(r, "b.flange_a", "gear.flange_b");
    join(r, "h.flange_a", "gear.support");
    join(r, "b.flange_b", "rack.flangeR");
}

/* phi_a = r phi_b + (1 - r) phi_h with torques (1, -r, r - 1) lambda into the gear. While friction holds b, a
 * and h move, lambda = t Jh/(Jh + (1 - r)^2 Ja), and friction carries r lambda/... at the rack: 2 r
 * lambda. */
static void friction_on_a_gear_whose_support_moves(void **state)
{
    (void)state;
    const double Ja = 0.5, Jb = 2, Jh = 3, ratio = -1.5, f = 4, r1 = 1 - ratio;
    const double share = Jh / (Jh + r1 * r1 * Ja), t0 = f / (2 * fabs(ratio) * share);
    static const char *const orders[] = {"abh", "bha", "hab"};
    for (size_t i = 0; i < EG_COUNT(orders); i++) {
        rig r = rig_begin("Moving support");
        add_gear_on_a_housing(&r, orders[i], Ja, Jb, Jh, ratio);
        add_friction(&r, "friction", f);
        add_ramp_torque(&r, "a.flange_a");
        join(&r, "rack.flangeT", "friction.flange_a");
        run(&r, 1.25 * t0, 1e-10);
        NEAR(event_time(&r, "friction", "breaks away", 0), t0, 1e-9);
        for (size_t row = 0; row < rows(&r) && time_of(&r, row) < t0; row++) {
            double t = time_of(&r, row);
            NEAR(at(&r, "h.w", row), r1 * share / Jh * t * t / 2, 1e-8);
            NEAR(at(&r, "b.w", row), 0, 4 * ULP);
            NEAR(at(&r, "friction.f", row), 2 * ratio * share * t, 1e-8);
        }
        TRUE(end(&r, "b.w") < -1e-6);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_release(&r);
    }
    ALL_WELL();
}

/* A spring, driven by x = t, pulls a rack without mass; that sticks to another one, whose shaft a damper
 * brakes: d (n2/n1)^2 w1 = c (t - phi1). */
static void without_mass_gears_count_too(void **state)
{
    (void)state;
    const double c = 20, d = 0.5, n1 = 2, n2 = -6, T = d * (n2 / n1) * (n2 / n1) / c;
    rig r = rig_begin("Light");
    add(&r, "Ramp", "way", "height", 10.0, "duration", 10.0, NULL);
    add(&r, "Modelica.Mechanics.Rotational.Sources.Position", "drive", "exact", 1.0, NULL);
    add(&r, "Modelica.Mechanics.Rotational.Components.Spring", "spring", "c", c, NULL);
    add(&r, "Modelica.Mechanics.Rotational.Components.Damper", "damper", "d", d, NULL);
    add(&r, "Modelica.Mechanics.Rotational.Components.Fixed", "wall", NULL);
    add(&r, "IdealGearR2T", "rack1", "ratio", n1, NULL);
    add(&r, "IdealGearR2T", "rack2", "ratio", n2, NULL);
    join(&r, "way.y", "drive.phi_ref");
    join(&r, "drive.flange", "spring.flange_b");
    join(&r, "spring.flange_a", "rack1.flangeR");
    add_friction_on(&r, "friction", 1000, "rack1.flangeT", "rack2.flangeT");
    join(&r, "rack2.flangeR", "damper.flange_b");
    join(&r, "damper.flange_a", "wall.flange");
    fix(&r, "spring.phi_rel", 0);
    fix(&r, "damper.phi_rel", 0);
    run(&r, 1, 1e-10);
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row), phi1 = t - T * (1 - exp(-t / T));
        NEAR(at(&r, "rack1.flangeR.phi", row), phi1, 1e-8);
        NEAR(at(&r, "damper.phi_rel", row), n2 / n1 * phi1, 3e-8);
        NEAR(at(&r, "friction.f", row), n1 * c * (t - phi1), 1e-6);
    }
    AT_MOST(r.st.energy.error, 1e-7);
    rig_end(&r);
}

/* The mass and what is geared to it stops: the impulse M v, the loss M v^2/2. So does a wheel behind a
 * SpringDamper, whose w_rel is a state; across a gear of ratio g it loses g times the shaft's speed. */
static void a_hard_stop_stops_what_is_geared_to_it(void **state)
{
    (void)state;
    const double m = 2, n = 5, J = 0.1, Jw = 0.3, g = 2, v = 3, M = m + n * n * J;
    for (int wheel = 0; wheel < 2; wheel++) {
        rig r = rig_begin("Rack");
        char event[120];
        add(&r, "Inertia", "shaft", "J", J, NULL);
        add(&r, "MassWithStopAndFriction", "mass", "m", m, "L", 0.0, "smin", -1.0, "smax", 1.5, "F_prop", 0.0,
            "F_Coulomb", 0.0, "F_Stribeck", 0.0, "fexp", 1.0, NULL);
        fix(&r, "mass.s", 0);
        fix(&r, "mass.v", v);
        add(&r, "IdealGearR2T", "rack", "ratio", n, NULL);
        join(&r, "mass.flange_a", "rack.flangeT");
        join(&r, "rack.flangeR", "shaft.flange_a");
        if (wheel) { /* beyond the gear all turns at the wheel's speed, n v/g */
            add(&r, "IdealGear", "gear", "ratio", g, NULL);
            add(&r, "Inertia", "wheel", "J", Jw, NULL);
            add(&r, "Modelica.Mechanics.Rotational.Components.SpringDamper", "link", "c", 100.0, "d", 0.5,
                NULL);
            fix(&r, "link.phi_rel", 0);
            fix(&r, "link.w_rel", 0);
            join(&r, "shaft.flange_b", "gear.flange_a");
            join(&r, "gear.flange_b", "link.flange_a");
            join(&r, "link.flange_b", "wheel.flange_a");
        }
        run(&r, 1, 1e-10);
        const double all = M + (wheel ? Jw * n * n / (g * g) : 0);
        snprintf(event, sizeof event, "hits smax, impulse %.9g N.s, loss %.9g J", all * v, all * v * v / 2);
        NEAR(event_time(&r, "mass", event, 0), 0.5, 1e-9);
        NEAR(end(&r, "mass.s"), 1.5, 1e-9);
        NEAR(end(&r, "shaft.w"), 0, 1e-12);
        if (wheel)
            NEAR(end(&r, "wheel.w"), 0, 1e-7);
        NEAR(r.st.energy.dissipated, all * v * v / 2, 1e-6);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_release(&r);
    }
    ALL_WELL();
}

static void expect_error(rig *r, const char *text)
{
    try_run(r, 1, 1e-6);
    TRUE(r->status == EG_ERROR_MODEL || r->status == EG_ERROR_SIMULATION);
    SAYS_ERROR(r, text);
    rig_release(r);
}

static void what_gears_do_not_allow_is_refused(void **state)
{
    (void)state;
    static const char *const orders[] = {"abh", "bha", "hab"};
    int refused = 0;
    for (size_t i = 0; i < EG_COUNT(orders); i++) {
        rig r = rig_begin("Three");
        add_gear_on_a_housing(&r, orders[i], 1, 1, 1, 3);
        add_mass(&r, "sledge", 1, 0, 0);
        add_friction_on(&r, "friction", 1, "rack.flangeT", "sledge.flange_a");
        try_run(&r, 1, 1e-6);
        refused += r.status == EG_ERROR_MODEL &&
                   says(&r, EG_ERROR, "friction acts behind a gear whose support moves on its own");
        TRUE(r.status == EG_OK || r.status == EG_ERROR_MODEL);
        rig_release(&r);
    }
    TRUE(refused > 0);

    rig r = rig_begin("Ratios"); /* v1 = v2 and v1 = 2 v2 */
    add_mass(&r, "mass", 1, 0, 0);
    add_inertia(&r, "shaft", 1, 0, 0);
    add(&r, "IdealGearR2T", "rack1", "ratio", 1.0, NULL);
    add(&r, "IdealGearR2T", "rack2", "ratio", 2.0, NULL);
    join_all(&r, "shaft.flange_a", "rack1.flangeR", "rack2.flangeR", NULL);
    add_friction_on(&r, "friction1", 1, "rack1.flangeT", "mass.flange_a");
    add_friction_on(&r, "friction2", 1, "rack2.flangeT", "mass.flange_b");
    expect_error(&r, "holds what other friction holds too, but over gears of another ratio");
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_geared_mass_sticks_and_breaks_away),
        cmocka_unit_test(two_geared_masses_stick_to_each_other),
        cmocka_unit_test(friction_across_a_gear_brakes_it),
        cmocka_unit_test(friction_on_a_gear_whose_support_moves),
        cmocka_unit_test(without_mass_gears_count_too),
        cmocka_unit_test(a_hard_stop_stops_what_is_geared_to_it),
        cmocka_unit_test(what_gears_do_not_allow_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
