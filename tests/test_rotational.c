/* Rotation and gears: a rotational model is a translational one in other units, gears tie bodies by factors,
 * wheels roll, housings take the difference of the torques, and what cannot move is said by name. */
#include "closed_form.h"
#include "network_checks.h"

#define ROT(name) "Modelica.Mechanics.Rotational." name

/* ---------------------------------------------------------------- the same model twice */

/* A sprung body with a damper, driven by a filtered motion, pushed, that runs against a stop. */
static rig build_twin(bool rotational)
{
    rig r = rig_begin(rotational ? "Rotational" : "Translational");
    const char *flange = "stop.flange_a";
    if (rotational) {
        add(&r, ROT("Components.Fixed"), "wall", "phi0", -0.5, NULL);
        add(&r, ROT("Components.SpringDamper"), "spring", "c", 30.0, "d", 0.25, "phi_rel0", 0.25, NULL);
        add_inertia(&r, "body", 2, 0.5, -3);
        add(&r, ROT("Sources.Position"), "drive", "f_crit", 5.0, NULL);
        add(&r, ROT("Components.Damper"), "damper", "d", 0.5, NULL);
        add(&r, "Torque", "push", NULL);
        add(&r, "ElastoBacklash", "stop", "c", 400.0, "d", 8.0, "b", 4.0, "phi_rel0", 2.25, NULL);
    } else {
        add_fixed(&r, "wall", -0.5);
        add(&r, "SpringDamper", "spring", "c", 30.0, "d", 0.25, "s_rel0", 0.25, NULL);
        add_mass(&r, "body", 2, 0.5, -3);
        add(&r, "Position", "drive", "f_crit", 5.0, NULL);
        add(&r, "Damper", "damper", "d", 0.5, NULL);
        add(&r, "Force", "push", NULL);
        add(&r, "ElastoGap", "stop", "c", 400.0, "d", 8.0, "s_rel0", 0.25, NULL);
    }
    add(&r, "Sine", "sine", "amplitude", 0.25, "f", 1.0, NULL);
    add(&r, "Sine", "wave", "amplitude", 8.0, "f", 2.0, NULL);
    join_all(&r, "wall.flange", "spring.flange_a", flange, NULL);
    join_all(&r, "body.flange_a", "spring.flange_b", "stop.flange_b", "push.flange", NULL);
    join(&r, "body.flange_b", "damper.flange_a");
    join(&r, "damper.flange_b", "drive.flange");
    join(&r, "sine.y", rotational ? "drive.phi_ref" : "drive.s_ref");
    join(&r, "wave.y", rotational ? "push.tau" : "push.f");
    run(&r, 2, 1e-9);
    return r;
}

/* The same operations on the same numbers: the same bits. (In results an ElastoGap cuts off the round-off of
 * its force at the edge of a mode; an ElastoBacklash, which pushes both ways, does so in tau only.) */
static void rotation_is_translation_in_other_units(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"body.s", "body.phi"},
        {"body.v", "body.w"},
        {"body.a", "body.a"},
        {"stop.f", "stop.tau"},
        {"stop.lossPower", "stop.lossPower"},
        {"spring.f_d", "spring.tau_d"},
        {"wall.flange.f", "wall.flange.tau"},
        {"drive.flange.f", "drive.flange.tau"},
        {"drive.a", "drive.a"},
    };
    rig a = build_twin(false), b = build_twin(true);
    TRUE(rows(&a) == rows(&b) && a.st.events == b.st.events && a.st.events > 3);
    for (size_t i = 0; i < EG_COUNT(names); i++)
        for (size_t row = 0; row < rows(&a) && row < rows(&b); row++)
            if (!NEAR(at(&b, names[i][1], row), at(&a, names[i][0], row),
                      strstr(names[i][0], "flange") ? 1e-12 : 0)) {
                print_error("  %s at row %zu\n", names[i][1], row);
                break;
            }
    AT_MOST(b.st.energy.error, 1e-8);
    rig_release(&a);
    rig_end(&b);
}

/* ---------------------------------------------------------------- ElastoBacklash */

/* Thrown against a flank with the play of b behind it: speed after over speed before is that of ElastoGap. */
static void backlash_restores_as_elasto_gap_does(void **state)
{
    (void)state;
    const double J = 0.5, c = 800, b = 0.25, w0 = 2, zetas[] = {0.1, 0.3, 1, 2};
    for (size_t i = 0; i < EG_COUNT(zetas); i++)
        for (int side = -1; side <= 1; side += 2) {
            rig r = rig_begin("Backlash");
            add(&r, ROT("Components.Fixed"), "wall", NULL);
            add(&r, "ElastoBacklash", "play", "c", c, "d", 2 * zetas[i] * sqrt(c * J), "b", b, NULL);
            add_inertia(&r, "body", J, side * b / 4, side * w0);
            join(&r, "wall.flange", "play.flange_a");
            join(&r, "play.flange_b", "body.flange_a");
            run(&r, 0.06 + 14 / sqrt(c / J), 1e-11);
            const double ends = event_time(&r, "play", "contact ends", 0);
            NEAR(event_time(&r, "play", "contact begins", 0), b / 4 / w0, 1e-9);
            TRUE(ends > 0);
            NEAR(value(&r, "body.w", ends),
                 -side * closed_elasto_gap(J, c, 2 * zetas[i] * sqrt(c * J), w0).restitution * w0, 1e-7);
            TRUE(side * smallest(&r, "play.tau") >= 0 || side * largest(&r, "play.tau") >= 0);
            AT_MOST(r.st.energy.error, 1e-8);
            rig_release(&r);
        }
    ALL_WELL();
}

/* No backlash: a spring-damper that never lets go. J w' = -c phi - d w. */
static void without_backlash_it_is_a_spring_damper(void **state)
{
    (void)state;
    const double J = 0.5, c = 50, d = 2, w0 = 3;
    rig r = rig_begin("Tight");
    add(&r, ROT("Components.Fixed"), "wall", NULL);
    add(&r, "ElastoBacklash", "tight", "c", c, "d", d, NULL);
    add_inertia(&r, "body", J, 0, w0);
    join(&r, "wall.flange", "tight.flange_a");
    join(&r, "tight.flange_b", "body.flange_a");
    run(&r, 2, 1e-10);
    const double rate = d / (2 * J), own = sqrt(c / J - rate * rate);
    for (size_t i = 0; i < rows(&r); i++) {
        const double t = time_of(&r, i);
        NEAR(at(&r, "body.phi", i), w0 / own * exp(-rate * t) * sin(own * t), 1e-7);
    }
    TRUE(r.st.events == 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- gears */

/* mass - rack - gear - flywheel: M = m + (J1 + J2/i^2)*n^2 on a spring swings with sqrt(c/M). The flywheel
 * takes the torque J2*a; the gear's flange_a gives 1/i of it, the housing the difference. */
static void geared_oscillator(void **state)
{
    (void)state;
    const double m = 2, J1 = 0.125, J2 = 0.3, n = 5, ratios[] = {-2, 0.5, 1, 3.7}, c = 100, s0 = 0.1;
    for (size_t i = 0; i < EG_COUNT(ratios); i++)
        for (int support = 0; support < 2; support++) {
            const double ratio = ratios[i], M = m + (J1 + J2 / (ratio * ratio)) * n * n;
            rig r = rig_begin("Geared");
            add_fixed(&r, "wall", 0);
            add(&r, "Spring", "spring", "c", c, NULL);
            add_mass(&r, "mass", m, s0, 0);
            add(&r, "IdealGearR2T", "rack", "ratio", n, NULL);
            add(&r, "Inertia", "shaft", "J", J1, NULL);
            add(&r, "IdealGear", "gear", "ratio", ratio, "useSupport", (double)support, NULL);
            add(&r, ROT("Components.Fixed"), "housing", NULL);
            add(&r, "Inertia", "wheel", "J", J2, NULL);
            join(&r, "wall.flange", "spring.flange_a");
            join(&r, "spring.flange_b", "mass.flange_a");
            join(&r, "mass.flange_b", "rack.flangeT");
            join(&r, "rack.flangeR", "shaft.flange_a");
            join(&r, "shaft.flange_b", "gear.flange_a");
            join(&r, "gear.flange_b", "wheel.flange_a");
            if (support)
                join(&r, "gear.support", "housing.flange");
            run(&r, 3, 1e-10);
            for (size_t row = 0; row < rows(&r); row++) {
                const double w = sqrt(c / M), t = time_of(&r, row), s = s0 * cos(w * t), a = -w * w * s;
                const double torque = J2 * a * n / ratio;
                NEAR(at(&r, "mass.s", row), s, 1e-8);
                NEAR(at(&r, "wheel.phi", row), n / ratio * s, 1e-7);
                NEAR(at(&r, "gear.flange_b.tau", row), -torque, 1e-6);
                NEAR(at(&r, "gear.flange_a.tau", row), torque / ratio, 1e-6);
                NEAR(at(&r, "rack.flangeT.f", row) + n * at(&r, "rack.flangeR.tau", row), 0, 1e-12);
                NEAR(at(&r, "gear.phi_a", row), ratio * at(&r, "gear.phi_b", row), 1e-14);
                if (support)
                    NEAR(at(&r, "housing.flange.tau", row), -(torque - torque / ratio), 1e-6);
            }
            CHECK_BALANCE(&r, "geared oscillator");
            AT_MOST(r.st.energy.error, 1e-8);
            rig_release(&r);
        }
    ALL_WELL();
}

/* A torque T on an axle J with a wheel of radius R under a mass m: a = T/R/(m + J/R^2); no power is lost in
 * the wheel, and its torque is what accelerates the mass. */
static void a_wheel_rolls(void **state)
{
    (void)state;
    const double T = 3, J = 0.125, R = 0.25, m = 4, a = T / R / (m + J / (R * R));
    rig r = rig_begin("Cart");
    add(&r, "ConstantTorque", "motor", "tau_constant", T, NULL);
    add(&r, "Inertia", "axle", "J", J, NULL);
    add(&r, "IdealRollingWheel", "wheel", "radius", R, NULL);
    add_mass(&r, "cart", m, 1, 0.5);
    join(&r, "motor.flange", "axle.flange_a");
    join(&r, "axle.flange_b", "wheel.flangeR");
    join(&r, "wheel.flangeT", "cart.flange_a");
    run(&r, 2, 1e-10);
    for (size_t i = 0; i < rows(&r); i++) {
        const double t = time_of(&r, i), v = 0.5 + a * t;
        NEAR(at(&r, "cart.s", i), 1 + 0.5 * t + a * t * t / 2, 1e-9);
        NEAR(at(&r, "axle.w", i), v / R, 1e-8);
        NEAR(at(&r, "wheel.flangeR.tau", i), m * a * R, 1e-9);
        NEAR(at(&r, "wheel.flangeR.tau", i) * at(&r, "axle.w", i) +
                 at(&r, "wheel.flangeT.f", i) * at(&r, "cart.v", i),
             0, 1e-10);
        NEAR(at(&r, "motor.tau", i), T, 0);
    }
    AT_MOST(r.st.energy.error, 1e-10);
    rig_end(&r);
}

/* Both supports of a rack driven: s = s_T + (phi - phi_R)/n, and they take the reactions. */
static void supports_may_be_driven(void **state)
{
    (void)state;
    const double n = 4, m = 2, J = 0.25, c = 30, f = 0.5, A = 0.2, B = 0.6;
    rig r = rig_begin("Supports");
    add(&r, "IdealGearR2T", "rack", "ratio", n, "useSupportR", 1.0, "useSupportT", 1.0, NULL);
    add(&r, ROT("Sources.Position"), "turned", "exact", 1.0, NULL);
    add(&r, "Position", "moved", "exact", 1.0, NULL);
    add(&r, "Sine", "turn", "amplitude", B, "f", f, NULL);
    add(&r, "Sine", "move", "amplitude", A, "f", f, NULL);
    add(&r, "Inertia", "shaft", "J", J, NULL);
    add(&r, "Mass", "mass", "m", m, NULL);
    fix(&r, "mass.s", 0.0);
    fix(&r, "mass.v", 0.0);
    add(&r, "Spring", "spring", "c", c, NULL);
    add_fixed(&r, "wall", 0);
    join(&r, "turn.y", "turned.phi_ref");
    join(&r, "move.y", "moved.s_ref");
    join(&r, "turned.flange", "rack.supportR");
    join(&r, "moved.flange", "rack.supportT");
    join(&r, "shaft.flange_a", "rack.flangeR");
    join_all(&r, "rack.flangeT", "mass.flange_a", "spring.flange_b", NULL);
    join(&r, "wall.flange", "spring.flange_a");
    run(&r, 4, 1e-10);
    /* phi = phi_R + n (s - s_T); m s'' + c s + n J phi'' = 0; with M = m + n^2 J and the driven part
     * g = B - n A at W: M s'' + c s = n J W^2 g sin(W t) */
    const double W = 2 * PI * f, M = m + n * n * J, own = sqrt(c / M);
    const double gain = n * J * W * W * (B - n * A) / M / (own * own - W * W);
    for (size_t i = 0; i < rows(&r); i++) {
        const double t = time_of(&r, i), s = gain * (sin(W * t) - W / own * sin(own * t));
        NEAR(at(&r, "mass.s", i), s, 1e-8);
        NEAR(at(&r, "shaft.phi", i), B * sin(W * t) + n * (s - A * sin(W * t)), 1e-7);
        NEAR(at(&r, "rack.supportR.tau", i), -at(&r, "rack.flangeR.tau", i), 1e-12);
        NEAR(at(&r, "rack.supportT.f", i), -at(&r, "rack.flangeT.f", i), 1e-12);
        NEAR(at(&r, "rack.flangeR.tau", i), -J * at(&r, "shaft.a", i), 1e-10);
    }
    CHECK_BALANCE(&r, "driven supports");
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* A support on one of the shafts makes the gear rigid: phi_a = phi_b, whatever the ratio. */
static void a_support_on_a_shaft_locks_the_gear(void **state)
{
    (void)state;
    for (int on_b = 0; on_b < 2; on_b++) {
        rig r = rig_begin("Rigid");
        add(&r, "IdealGear", "gear", "ratio", 3.0, "useSupport", 1.0, NULL);
        add_inertia(&r, "a", 1, 0.5, 2);
        add(&r, "Inertia", "b", "J", 2.0, NULL);
        add(&r, "ConstantTorque", "torque", "tau_constant", 6.0, NULL);
        join_all(&r, "a.flange_b", "gear.flange_a", NULL);
        join_all(&r, "gear.flange_b", "b.flange_a", NULL);
        join(&r, "gear.support", on_b ? "gear.flange_b" : "gear.flange_a");
        join(&r, "torque.flange", "a.flange_a");
        run(&r, 1, 1e-10);
        NEAR(end(&r, "a.phi"), 0.5 + 2 + 1, 1e-9);
        NEAR(end(&r, "b.phi"), end(&r, "a.phi"), 1e-14);
        CHECK_BALANCE(&r, "rigid gear");
        rig_release(&r);
    }
    ALL_WELL();
}

/* phi_a = r*phi_b + (1 - r)*phi_h, torques (1, -r, r - 1)*lambda into the gear: a torque T on the shaft a
 * alone gives lambda = T/Ja/(1/Ja + r^2/Jb + (1 - r)^2/Jh), and constant accelerations. Whatever the order
 * in which the shafts are declared, that is, whichever of them is expressed by the other two. */
static void a_support_may_move(void **state)
{
    (void)state;
    const double Ja = 0.5, Jb = 2, Jh = 3, ratio = -1.5, T = 4;
    const double lambda = T / Ja / (1 / Ja + ratio * ratio / Jb + (1 - ratio) * (1 - ratio) / Jh);
    static const char *const orders[][3] = {{"a", "b", "h"}, {"b", "h", "a"}, {"h", "a", "b"}};
    for (size_t i = 0; i < EG_COUNT(orders); i++) {
        rig r = rig_begin("Moving support");
        for (int k = 0; k < 3; k++) {
            const char name = *orders[i][k];
            add(&r, "Inertia", orders[i][k], "J", name == 'a' ? Ja : name == 'b' ? Jb : Jh, NULL);
        }
        fix(&r, "a.phi", 0.25);
        fix(&r, "a.w", -1);
        fix(&r, "h.phi", 0.5);
        fix(&r, "h.w", 2);
        add(&r, "IdealGear", "gear", "ratio", ratio, "useSupport", 1.0, NULL);
        add(&r, "ConstantTorque", "torque", "tau_constant", T, NULL);
        join(&r, "a.flange_b", "gear.flange_a");
        join(&r, "b.flange_a", "gear.flange_b");
        join(&r, "h.flange_a", "gear.support");
        join(&r, "torque.flange", "a.flange_a");
        run(&r, 2, 1e-10);
        for (size_t row = 0; row < rows(&r); row++) {
            const double t = time_of(&r, row), a = (T - lambda) / Ja, h = (1 - ratio) * lambda / Jh;
            NEAR(at(&r, "a.phi", row), 0.25 - t + a * t * t / 2, 1e-8);
            NEAR(at(&r, "h.phi", row), 0.5 + 2 * t + h * t * t / 2, 1e-8);
            NEAR(at(&r, "gear.phi_a", row), ratio * at(&r, "gear.phi_b", row), 1e-13);
            NEAR(at(&r, "gear.flange_a.tau", row), lambda, 1e-9);
            NEAR(at(&r, "gear.flange_b.tau", row), -ratio * lambda, 1e-9);
            NEAR(at(&r, "gear.support.tau", row), (ratio - 1) * lambda, 1e-9);
            NEAR(at(&r, "b.a", row), ratio * lambda / Jb, 1e-9);
        }
        CHECK_BALANCE(&r, "moving support");
        AT_MOST(r.st.energy.error, 1e-9);
        rig_release(&r);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- the start */

/* A spring between two shafts of one body: its fixed phi_rel says where the body stands; a speed given there
 * likewise. */
static void start_values_reach_through_gears(void **state)
{
    (void)state;
    rig r = rig_begin("Start");
    add(&r, "IdealGear", "gear", "ratio", 4.0, NULL);
    add(&r, "Inertia", "a", "J", 1.0, NULL);
    add(&r, "Inertia", "b", "J", 1.0, NULL);
    add(&r, ROT("Components.SpringDamper"), "across", "c", 1.0, NULL);
    add(&r, "IdealGearR2T", "rack", "ratio", 2.0, NULL);
    add(&r, "Mass", "mass", "m", 1.0, NULL);
    fix(&r, "across.phi_rel", -0.75);
    fix(&r, "mass.v", 0.5);
    join_all(&r, "a.flange_b", "gear.flange_a", "across.flange_a", NULL);
    join_all(&r, "gear.flange_b", "b.flange_a", "across.flange_b", NULL);
    join(&r, "b.flange_b", "rack.flangeR");
    join(&r, "rack.flangeT", "mass.flange_a");
    run(&r, 1e-3, 1e-8);
    NEAR(begin(&r, "b.phi"), 0.25, 1e-15);
    NEAR(begin(&r, "a.phi"), 1, 1e-15);
    NEAR(begin(&r, "mass.s"), 0.125, 1e-15);
    NEAR(begin(&r, "a.w"), 4, 1e-14);
    rig_release(&r);

    r = rig_begin("Conflict");
    add(&r, "IdealGearR2T", "rack", "ratio", 2.0, NULL);
    add_mass(&r, "mass", 1, 0.5, 0);
    add_inertia(&r, "shaft", 1, 0.5, 0);
    join(&r, "rack.flangeT", "mass.flange_a");
    join(&r, "rack.flangeR", "shaft.flange_a");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "shaft.phi");
    rig_release(&r);
    ALL_WELL();
}

/* A weight on a drum hangs from a spring at rest: phi of the drum solves c*phi = m*g*R. */
static void steady_start_behind_a_gear(void **state)
{
    (void)state;
    rig r = rig_begin("Hanging");
    add(&r, "IdealRollingWheel", "drum", "radius", 0.25, NULL);
    add(&r, "Mass", "mass", "m", 2.0, NULL);
    guess(&r, "mass.s", 1);
    fix(&r, "mass.v", 0);
    fix(&r, "mass.a", 0);
    add(&r, "ConstantForce", "weight", "f_constant", -19.62, NULL);
    add(&r, ROT("Components.Spring"), "spring", "c", 40.0, NULL);
    add(&r, ROT("Components.Fixed"), "wall", NULL);
    join(&r, "wall.flange", "spring.flange_a");
    join(&r, "spring.flange_b", "drum.flangeR");
    join_all(&r, "drum.flangeT", "mass.flange_a", "weight.flange", NULL);
    run(&r, 1, 1e-8);
    NEAR(begin(&r, "spring.phi_rel"), -19.62 * 0.25 / 40, 1e-12);
    NEAR(end(&r, "mass.s"), -19.62 * 0.25 / 40 * 0.25, 1e-9);
    rig_end(&r);
}

/* Without any inertia between two springs behind a gear: c1*(s1 - s) = n*c2*n*s. */
static void springs_balance_through_a_massless_gear(void **state)
{
    (void)state;
    const double c1 = 60, c2 = 5, n = 3, m = 1.5;
    rig r = rig_begin("Massless");
    add_mass(&r, "mass", m, 0.5, 0);
    add(&r, "Spring", "first", "c", c1, NULL);
    add(&r, "IdealGearR2T", "rack", "ratio", n, NULL);
    add(&r, ROT("Components.Spring"), "second", "c", c2, NULL);
    add(&r, ROT("Components.Fixed"), "wall", NULL);
    join(&r, "mass.flange_a", "first.flange_b");
    join(&r, "first.flange_a", "rack.flangeT");
    join(&r, "rack.flangeR", "second.flange_b");
    join(&r, "second.flange_a", "wall.flange");
    run(&r, 2, 1e-10);
    const double C2 = c2 * n * n, c = c1 * C2 / (c1 + C2), w = sqrt(c / m);
    for (size_t i = 0; i < rows(&r); i++) {
        const double s = 0.5 * cos(w * time_of(&r, i));
        NEAR(at(&r, "mass.s", i), s, 1e-7);
        NEAR(at(&r, "second.phi_rel", i), n * c / C2 * s, 1e-6);
    }
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* ---------------------------------------------------------------- what is refused */

static void expect_error(rig *r, const char *text)
{
    try_run(r, 1, 1e-6);
    TRUE(r->status == EG_ERROR_MODEL);
    SAYS_ERROR(r, text);
    rig_release(r);
}

static rig two_gears(double first, double second)
{
    rig r = rig_begin("Loop");
    add_inertia(&r, "shaft", 1, 0, 0);
    add(&r, "IdealGear", "gear1", "ratio", first, NULL);
    add(&r, "IdealGear", "gear2", "ratio", second, NULL);
    add(&r, "Inertia", "wheel", "J", 1.0, NULL);
    join_all(&r, "shaft.flange_b", "gear1.flange_a", "gear2.flange_a", NULL);
    join_all(&r, "wheel.flange_a", "gear1.flange_b", "gear2.flange_b", NULL);
    return r;
}

static void what_cannot_work_is_named(void **state)
{
    (void)state;
    rig r = two_gears(2, 3);
    expect_error(&r, "gear2 forms a loop of gears with gear1 whose ratios contradict each other");
    r = two_gears(3, 3);
    expect_error(&r, "gear2 forms a rigid loop with gear1: how the force divides");

    r = rig_begin("Self");
    add_inertia(&r, "shaft", 1, 0, 0);
    add(&r, "IdealGear", "gear", "ratio", 2.0, NULL);
    join_all(&r, "shaft.flange_a", "gear.flange_a", "gear.flange_b", NULL);
    expect_error(&r, "both flanges of gear are connected to each other");

    r = rig_begin("Zero");
    add_inertia(&r, "shaft", 1, 0, 0);
    add(&r, "IdealGear", "gear", "ratio", 0.0, NULL);
    join(&r, "shaft.flange_a", "gear.flange_a");
    expect_error(&r, "ratio = 0");

    r = rig_begin("Twice");
    add_inertia(&r, "a", 1, 0, 0);
    add_inertia(&r, "housing", 1, 0, 0);
    add(&r, "Inertia", "b", "J", 1.0, NULL);
    add(&r, "IdealGear", "gear1", "ratio", 2.0, "useSupport", 1.0, NULL);
    add(&r, "IdealGear", "gear2", "ratio", 3.0, "useSupport", 1.0, NULL);
    join_all(&r, "a.flange_a", "gear1.flange_a", "gear2.flange_a", NULL);
    join_all(&r, "b.flange_a", "gear1.flange_b", "gear2.flange_b", NULL);
    join_all(&r, "housing.flange_a", "gear1.support", "gear2.support", NULL);
    expect_error(&r, "gear2 ties motions to each other that gears with moving supports tie already");

    r = rig_begin("Light");
    add_inertia(&r, "a", 1, 0, 0);
    add(&r, "IdealGear", "gear", "ratio", 2.0, "useSupport", 1.0, NULL);
    add(&r, ROT("Components.Spring"), "left", NULL);
    add(&r, ROT("Components.Spring"), "right", NULL);
    add(&r, ROT("Components.Fixed"), "wall", NULL);
    join(&r, "a.flange_a", "gear.flange_a");
    join(&r, "gear.flange_b", "left.flange_a");
    join(&r, "gear.support", "right.flange_a");
    join_all(&r, "wall.flange", "left.flange_b", "right.flange_b", NULL);
    expect_error(&r, "has no inertia, and a gear whose support moves ties it to other bodies");

    r = rig_begin("Angles");
    add(&r, ROT("Components.Fixed"), "one", NULL);
    add(&r, ROT("Components.Fixed"), "two", "phi0", 1.5, NULL);
    add(&r, "Disc", "disc", "deltaPhi", 1.0, NULL);
    join(&r, "one.flange", "disc.flange_a");
    join(&r, "disc.flange_b", "two.flange");
    expect_error(&r, "their positions differ by 0.5 rad");

    r = rig_begin("Adrift");
    add_inertia(&r, "shaft", 1, 0, 0);
    add(&r, "ConstantTorque", "torque", "tau_constant", 1.0, NULL);
    fix(&r, "shaft.a", 0);
    join(&r, "shaft.flange_a", "torque.flange");
    expect_error(&r, "too many start values");

    r = rig_begin("Kinds");
    add(&r, "Mass", "mass", NULL);
    add(&r, "Inertia", "shaft", NULL);
    eg_spec_connect(r.spec, "mass.flange_a", "shaft.flange_a", r.d);
    SAYS_ERROR(&r, "one is a flange, the other a rotational flange");
    SAYS_ERROR(&r, "IdealGearR2T");
    rig_end(&r);
}

/* ---------------------------------------------------------------- random networks */

enum { BODIES = 4, LINKS = 7 };

/* A chain and a ring of translational springs and gaps over bodies; geared: every body is an inertia behind a
 * rack of its own ratio, or half of it. */
static rig build_random(uint64_t seed, bool geared)
{
    static const double ratios[] = {0.3, -2, 7, -0.9, 1.5};
    rig r = rig_begin(geared ? "Geared" : "Plain");
    char name[40], path[60];
    uint64_t x = seed * 6364136223846793005u + 1442695040888963407u;
    add_fixed(&r, "wall", 0);
    for (int i = 0; i < BODIES; i++) {
        const double ratio = ratios[(seed + (uint64_t)i) % EG_COUNT(ratios)], share = geared ? 0.5 : 1;
        x = x * 6364136223846793005u + 1442695040888963407u;
        const double m = 0.5 + (double)(x >> 60) / 8, s = i + 1, v = ((double)(x >> 56 & 15) - 7) / 4;
        snprintf(name, sizeof name, "body%d", i);
        add(&r, "Mass", name, "m", m * share, NULL);
        fix(&r, (snprintf(path, sizeof path, "body%d.s", i), path), s);
        fix(&r, (snprintf(path, sizeof path, "body%d.v", i), path), v);
        if (!geared)
            continue;
        snprintf(path, sizeof path, "rack%d", i);
        add(&r, "IdealGearR2T", path, "ratio", ratio, NULL);
        snprintf(name, sizeof name, "shaft%d", i);
        add(&r, "Inertia", name, "J", m * (1 - share) / (ratio * ratio), NULL);
        snprintf(name, sizeof name, "body%d.flange_b", i);
        snprintf(path, sizeof path, "rack%d.flangeT", i);
        join(&r, name, path);
        snprintf(name, sizeof name, "shaft%d.flange_a", i);
        snprintf(path, sizeof path, "rack%d.flangeR", i);
        join(&r, name, path);
    }
    for (int k = 0; k < LINKS; k++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        const int to = k < BODIES ? k : (int)(x >> 62), from = k < BODIES ? k - 1 : (to + 2) % BODIES;
        const double rest = to - from + ((double)(x >> 58 & 15) - 8) / 32;
        snprintf(name, sizeof name, "link%d", k);
        add(&r, k % 2 ? "ElastoGap" : "SpringDamper", name, "c", 50.0 + (double)(x >> 57 & 63), "d",
            (double)(x >> 55 & 3) / 4, "s_rel0", rest, NULL);
        snprintf(path, sizeof path, "link%d.flange_a", k);
        char end_a[40], end_b[40];
        snprintf(end_a, sizeof end_a, from < 0 ? "wall.flange" : "body%d.flange_a", from);
        snprintf(end_b, sizeof end_b, "body%d.flange_a", to);
        join(&r, end_a, path);
        snprintf(path, sizeof path, "link%d.flange_b", k);
        join(&r, end_b, path);
    }
    run(&r, 1, 1e-10);
    return r;
}

static void random_networks_with_gears(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        rig a = build_random(seed, false), b = build_random(seed, true);
        char name[40];
        double off = a.st.events == b.st.events ? 0 : INFINITY;
        for (int i = 0; i < BODIES; i++) {
            snprintf(name, sizeof name, "body%d.s", i);
            for (double t = 0; t <= 1; t += 0.25)
                off = fmax(off, fabs(value(&b, name, t) - value(&a, name, t)));
        }
        AT_MOST(off, 1e-7); /* two runs at 1e-10, which may err by 100 tol of a range of some units */
        CHECK_BALANCE(&b, "random with gears");
        AT_MOST(b.st.energy.error, 1e-8);
        if (rig_failures > 0)
            print_error("  seed %d\n", (int)seed);
        rig_release(&a);
        rig_release(&b);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotation_is_translation_in_other_units),
        cmocka_unit_test(backlash_restores_as_elasto_gap_does),
        cmocka_unit_test(without_backlash_it_is_a_spring_damper),
        cmocka_unit_test(geared_oscillator),
        cmocka_unit_test(a_wheel_rolls),
        cmocka_unit_test(supports_may_be_driven),
        cmocka_unit_test(a_support_on_a_shaft_locks_the_gear),
        cmocka_unit_test(a_support_may_move),
        cmocka_unit_test(start_values_reach_through_gears),
        cmocka_unit_test(steady_start_behind_a_gear),
        cmocka_unit_test(springs_balance_through_a_massless_gear),
        cmocka_unit_test(what_cannot_work_is_named),
        cmocka_unit_test(random_networks_with_gears),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
