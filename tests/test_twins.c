/* Rotational classes that share their physics with translational ones: the same model in both domains gives
 * the same bits. What only rotation has, clutches, planetary gears and adaptors, against closed forms. */
#include "run_text.h"

static rig run_example(const char *file, double stop, double tolerance)
{
    char path[1000];
    rig r = {.d = eg_diagnostics_create()};
    snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, file);
    if (eg_spec_read(path, NULL, r.d, &r.spec) != EG_OK)
        rig_demand(&r, 0, "the example");
    run(&r, stop, tolerance);
    return r;
}

/* ---------------------------------------------------------------- twins */

/* sign*(translational) = rotational */
typedef struct pair {
    const char *translational, *rotational;
    double sign;
} pair;

static void same_bits(rig *a, rig *b, const pair *pairs, size_t count)
{
    TRUE(rows(a) == rows(b) && a->st.events == b->st.events);
    for (size_t i = 0; i < count; i++)
        for (size_t row = 0; row < rows(a) && row < rows(b); row++)
            if (!NEAR(at(b, pairs[i].rotational, row), pairs[i].sign * at(a, pairs[i].translational, row),
                      0)) {
                print_error("  %s at row %zu\n", pairs[i].rotational, row);
                break;
            }
}

/* Translational forces count f = flange.f; rotational ones tau = -flange.tau, but for eddy currents. */
static void sources_are_the_same_in_both_domains(void **state)
{
    (void)state;
    /* Modelica.Mechanics.Rotational: Accelerate, Move, ConstantSpeed, Torque2, EddyCurrentTorque;
     * MultiSensor, PowerSensor */
    static const pair pairs[] = {
        {"trolley.s", "table.phi", 1},
        {"accelerate.v", "accelerate.w", 1},
        {"accelerate.a", "accelerate.a", 1},
        {"accelerate.flange.f", "accelerate.flange.tau", 1},
        {"slide.s", "swing.phi", 1},
        {"slide.support.f", "swing.support.tau", 1},
        {"tool.a", "spindle.a", 1},
        {"cart[1].s", "wheel[1].phi", 1},
        {"cart[2].v", "wheel[2].w", 1},
        {"cart[3].v", "wheel[3].w", 1},
        {"cart[4].v", "wheel[4].w", 1},
        {"cart[5].v", "wheel[5].w", 1},
        {"viscous.f", "viscous.tau", -1},
        {"viscous.f", "viscous.flange.tau", 1},
        {"drag.f", "fan.tau", -1},
        {"drag.v", "fan.w", 1},
        {"power.f", "power.tau", -1},
        {"dry.f", "dry.tau", -1},
        {"dry.flange.f", "dry.flange.tau", 1},
        {"eddy.f", "eddy.tau", 1},
        {"eddy.v_normalized", "eddy.w_normalized", 1},
        {"eddy.lossPower", "eddy.lossPower", 1},
        {"fin.T", "disc.T", 1},
        {"apart.flange_a.f", "apart.flange_a.tau", 1},
        {"multi.f", "multi.tau", 1},
        {"multi.v", "multi.w", 1},
        {"multi.power", "multi.power", 1},
        {"meter.power", "meter.power", 1},
        {"belt.s", "motor.phi", 1},
        {"belt.f", "motor.flange.tau", 1},
        {"box.s", "load.phi", 1},
    };
    rig a = run_example("Sources.mo", 2, 1e-8), b = run_example("Turning.mo", 2, 1e-8);
    same_bits(&a, &b, pairs, EG_COUNT(pairs));
    for (size_t row = 0; row < rows(&b); row++)
        NEAR(at(&b, "viscous.tau", row), -at(&b, "viscous.flange.tau", row), 0);
    rig_release(&a);
    rig_end(&b);
}

/* Puts the words of a domain in. */
static void translate(const char *law, const char *speed, const char *force, char out[300])
{
    size_t length = 0;
    for (; *law && length < 280; law++) {
        const char one[] = {*law, '\0'}, *word = *law == '@' ? speed : *law == '$' ? force : one;
        length += (size_t)snprintf(out + length, 300 - length, "%s", word);
    }
}

/* With one direction for the force, in both directions of motion, through v = 0; every regularization. */
static void speed_dependent_twins_agree_in_every_form(void **state)
{
    (void)state;
    /* Modelica.Mechanics.Rotational: LinearSpeedDependentTorque, QuadraticSpeedDependentTorque,
     * InverseSpeedDependentTorque, SignTorque */
    /* "@" stands for v or w, "$" for Force or Torque */
    static const char *const laws[][2] = {
        {"LinearSpeedDependent", "@_nominal=2"},
        {"LinearSpeedDependent", "@_nominal=2, $Direction=false"},
        {"QuadraticSpeedDependent", "@_nominal=2"},
        {"QuadraticSpeedDependent", "@_nominal=2, $Direction=false"},
        {"InverseSpeedDependent", "@_nominal=2, @0=2"},
        {"InverseSpeedDependent", "@_nominal=2, @0=2, $Direction=false"},
        {"Sign", "@0=0.5, reg=" B_ "Types.Regularization.Exp"},
        {"Sign", "@0=0.5, reg=" B_ "Types.Regularization.Sine"},
        {"Sign", "@0=0.5, reg=" B_ "Types.Regularization.Linear"},
        {"Sign", "@0=0.5, reg=" B_ "Types.Regularization.Cosine"},
    };
    for (size_t i = 0; i < EG_COUNT(laws); i++) {
        char law[2][300], translational[2000], rotational[2000];
        translate(laws[i][1], "v", "Force", law[0]);
        translate(laws[i][1], "w", "Torque", law[1]);
        snprintf(
            translational, sizeof translational,
            T_ "Components.Mass m(m=2, s(fixed=true), v(start=-3, fixed=true));" T_
               "Sources.%sForce f(f_nominal=-4, %s, useSupport=true);" T_
               "Sources.ConstantForce g(f_constant=14);" T_
               "Components.Fixed wall; equation connect(f.flange, m.flange_a); connect(g.flange, m.flange_b);"
               "connect(f.support, wall.flange);",
            laws[i][0], law[0]);
        snprintf(
            rotational, sizeof rotational,
            R_ "Components.Inertia m(J=2, phi(fixed=true), w(start=-3, fixed=true));" R_
               "Sources.%sTorque f(tau_nominal=-4, %s, useSupport=true);" R_
               "Sources.ConstantTorque g(tau_constant=14);" R_
               "Components.Fixed wall; equation connect(f.flange, m.flange_a); connect(g.flange, m.flange_b);"
               "connect(f.support, wall.flange);",
            laws[i][0], law[1]);
        static const pair pairs[] = {{"m.v", "m.w", 1},
                                     {"m.s", "m.phi", 1},
                                     {"f.f", "f.tau", -1},
                                     {"f.support.f", "f.support.tau", 1},
                                     {"f.v", "f.w", 1}};
        rig a = run_text_at(translational, 3, 1e-8), b = run_text_at(rotational, 3, 1e-8);
        TRUE(largest(&b, "m.w") > 0.5 && smallest(&b, "m.w") < -2.9);
        same_bits(&a, &b, pairs, EG_COUNT(pairs));
        rig_release(&a);
        rig_release(&b);
    }
    ALL_WELL();
}

/* A rider held by a brake on a carriage that rubs on the ground, both breaking away; MSL's two values of
 * v_small, w_small play no part where speeds do not jump. */
static void friction_is_the_same_in_both_domains(void **state)
{
    (void)state;
    static const pair pairs[] = {
        {"rider.s", "rider.phi", 1},
        {"carriage.v", "carriage.w", 1},
        {"brake.f", "brake.tau", 1},
        {"brake.mode", "brake.mode", 1},
        {"brake.sa", "brake.sa", 1},
        {"brake.f0_max", "brake.tau0_max", 1},
        {"brake.mu", "brake.mu", 1},
        {"brake.locked", "brake.locked", 1},
        {"ground.f", "ground.tau", 1},
        {"ground.startForward", "ground.startForward", 1},
        {"ground.lossPower", "ground.lossPower", 1},
        {"ground.table_signs[2]", "ground.table_signs[2]", 1},
        {"brake.s_support", "brake.phi_support", 1},
    };
    rig a = run_text_at(
        T_ "Components.Mass rider(m=1, s(fixed=true), v(fixed=true)), carriage(m=3, s(fixed=true),"
           "v(fixed=true));" T_
           "Components.Brake brake(useSupport=true, fn_max=12, mu_pos=[0, 0.5; 1, 0.4; 3, 0.6], peak=1.1);" T_
           "Components.SupportFriction ground(f_pos=[0, 4; 2, 5]);" T_ "Sources.Force push;" B_
           "Sources.Sine load(amplitude=12, f=0.2);" B_ "Sources.Step hand(offset=1, height=-1, startTime=4);"
           "equation connect(load.y, push.f); connect(push.flange, rider.flange_a);"
           "connect(rider.flange_b, brake.flange_a); connect(hand.y, brake.f_normalized);"
           "connect(brake.support, carriage.flange_a); connect(carriage.flange_b, ground.flange_a);",
        5, 1e-8);
    rig b = run_text_at(
        R_ "Components.Inertia rider(J=1, phi(fixed=true), w(fixed=true)), carriage(J=3, phi(fixed=true),"
           "w(fixed=true));" R_
           "Components.Brake brake(useSupport=true, fn_max=12, mu_pos=[0, 0.5; 1, 0.4; 3, 0.6], peak=1.1);" R_
           "Components.BearingFriction ground(tau_pos=[0, 4; 2, 5]);" R_ "Sources.Torque push;" B_
           "Sources.Sine load(amplitude=12, f=0.2);" B_ "Sources.Step hand(offset=1, height=-1, startTime=4);"
           "equation connect(load.y, push.tau); connect(push.flange, rider.flange_a);"
           "connect(rider.flange_b, brake.flange_a); connect(hand.y, brake.f_normalized);"
           "connect(brake.support, carriage.flange_a); connect(carriage.flange_b, ground.flange_a);",
        5, 1e-8);
    TRUE(a.st.events > 6);
    same_bits(&a, &b, pairs, EG_COUNT(pairs));
    rig_release(&a);
    rig_end(&b);
}

/* ---------------------------------------------------------------- names of modes */

/* The constants of PartialFriction: of an instance, of a class, of a class that inherits them; they have one
 * value. */
static void modes_have_names(void **state)
{
    (void)state;
    rig r = run_text_at("model Own extends " T_ "Interfaces.PartialFriction(v_small=Forward); end Own;" T_
                        "Components.Mass m(m=1, s(fixed=true), v(start=1, fixed=true));" T_
                        "Components.SupportFriction f(f_pos=[0, 2]);"
                        "Real k = f.Unknown + 10*" T_ "Components.Brake.Free + 100*Own.Forward + 1000*" R_
                        "Components.Clutch.Backward;"
                        "Boolean still(start=false) = m.v <= f.Stuck;"
                        "equation connect(m.flange_a, f.flange_a);",
                        1, 1e-8);
    NEAR(end(&r, "k"), 3 + 20 + 100 - 1000, 0);
    NEAR(begin(&r, "still"), 0, 0);
    NEAR(end(&r, "still"), 1, 0);
    NEAR(begin(&r, "f.table_signs[1]"), 1, 0);
    NEAR(end(&r, "f.table_signs[1]"), -1, 0);
    eg_diagnostics *d = eg_diagnostics_create();
    TRUE(eg_spec_set(r.spec, "f.Forward", 5, d) == EG_ERROR_MODEL);
    eg_diagnostics_free(d);
    rig_end(&r);
}

static void constants_cannot_be_modified(void **state)
{
    (void)state;
    const char *text = "model Case " T_ "Components.SupportFriction f(Forward=2); end Case;";
    rig r = {.d = eg_diagnostics_create()};
    TRUE(eg_spec_read_text(text, strlen(text), "case.mo", NULL, r.d, &r.spec) == EG_ERROR_MODEL);
    TRUE(says(&r, EG_ERROR, "\"Forward\" is a constant of " T_ "Components.SupportFriction"));
    rig_end(&r);
}

/* ---------------------------------------------------------------- clutch */

/* J1 = 2 at 10 rad/s is pressed on J2 = 3 at rest with tau0 = mu cgeo fn = 0.5*0.4*60 = 12 N.m. The relative
 * speed 10 falls by 12/2 + 12/3 = 10 rad/s2: they meet at 1 s, at w = 4. From 2 s on a torque of 5 (t - 2)
 * turns J2; the clutch carries J1/(J1 + J2) of it and lets go where that is peak*12 = 13.2 N.m: 33 N.m, at
 * 8.6 s. What is lost until they stick is 12 N.m times the relative angle, 12*10*1/2 J. */
static void clutch_slips_sticks_and_lets_go(void **state)
{
    (void)state;
    rig r = run_text_at(
        R_ "Components.Inertia a(J=2, phi(fixed=true), w(start=10, fixed=true)),"
           "b(J=3, phi(fixed=true), w(fixed=true));" R_
           "Components.Clutch clutch(fn_max=60, cgeo=0.4, peak=1.1);" R_ "Sources.Torque pull;" B_
           "Sources.Constant press(k=1);" B_ "Sources.Ramp load(height=50, duration=10, startTime=2);"
           "equation connect(a.flange_b, clutch.flange_a); connect(clutch.flange_b, b.flange_a);"
           "connect(press.y, clutch.f_normalized); connect(load.y, pull.tau);"
           "connect(pull.flange, b.flange_b);",
        9, 1e-10);
    NEAR(event_time(&r, "clutch", "comes to rest", 0), 1, 1e-9);
    NEAR(event_time(&r, "clutch", "breaks away", 0), 8.6, 1e-9);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), tau = at(&r, "clutch.tau", row);
        if (t < 1 - 1e-9) {
            NEAR(tau, -12, 1e-12);
            NEAR(at(&r, "clutch.w_rel", row), -10 + 10 * t, 1e-8);
            NEAR(at(&r, "clutch.lossPower", row), 12 * (10 - 10 * t), 1e-7);
            TRUE(at(&r, "clutch.mode", row) == -1);
            TRUE(at(&r, "clutch.table_signs[1]", row) == -1);
        } else if (t > 1 + 1e-9 && t < 8.6 - 1e-9) {
            NEAR(at(&r, "clutch.w_rel", row), 0, 0);
            NEAR(at(&r, "clutch.phi_rel", row), -5, 1e-8);
            NEAR(tau, t < 2 ? 0 : 2 * (t - 2), 1e-8);
            TRUE(at(&r, "clutch.locked", row) == 1);
        } else if (t > 8.6 + 1e-9) {
            NEAR(tau, 12, 1e-12); /* J2 runs ahead */
        }
    }
    NEAR(r.st.energy.dissipated, 12 * 5 + 12 * end(&r, "clutch.phi_rel") + 12 * 5, 1e-6);
    AT_MOST(r.st.energy.error, 1e-9);
    rig_end(&r);
}

/* An open clutch is free, whatever its signal below 0. */
static void clutch_is_free_when_open(void **state)
{
    (void)state;
    rig r =
        run_text_at(R_ "Components.Inertia a(J=2, phi(fixed=true), w(start=10, fixed=true)),"
                       "b(J=3, phi(fixed=true), w(fixed=true));" R_ "Components.Clutch clutch(fn_max=60);" B_
                       "Sources.Constant press(k=-0.5);"
                       "equation connect(a.flange_b, clutch.flange_a); connect(clutch.flange_b, b.flange_a);"
                       "connect(press.y, clutch.f_normalized);",
                    1, 1e-8);
    NEAR(end(&r, "a.w"), 10, 0);
    NEAR(end(&r, "clutch.tau"), 0, 0);
    TRUE(end(&r, "clutch.mode") == 2 && end(&r, "clutch.free") == 1);
    rig_end(&r);
}

/* ---------------------------------------------------------------- planetary gear */

/* Torques on sun (Js) and carrier (Jc), the ring (Jr) free. With Willis' relation ring = ((1 + q) c - s)/q
 * the kinetic energy is (Js s'^2 + Jc c'^2 + Jr ring'^2)/2; Lagrange gives two linear equations for the
 * constant accelerations. */
static void planetary_gear_obeys_willis(void **state)
{
    (void)state;
    const double ratios[] = {2, 3.5, -1.75, 0.4};
    for (size_t i = 0; i < EG_COUNT(ratios); i++) {
        const double q = ratios[i], Js = 0.5, Jc = 1.5, Jr = 2, ts = 3, tc = -1;
        const double A = Js + Jr / (q * q), B = -Jr * (1 + q) / (q * q),
                     C = Jc + Jr * (1 + q) * (1 + q) / (q * q);
        const double D = A * C - B * B, as = (ts * C - B * tc) / D, ac = (A * tc - B * ts) / D;
        char text[2000];
        snprintf(
            text, sizeof text,
            R_ "Components.IdealPlanetary g(ratio=%.17g);" R_
               "Components.Inertia s(J=0.5, phi(fixed=true), w(fixed=true)), c(J=1.5, phi(fixed=true),"
               "w(fixed=true)), r(J=2);" R_ "Sources.ConstantTorque ts(tau_constant=3), tc(tau_constant=-1);"
               "equation connect(ts.flange, s.flange_a); connect(s.flange_b, g.sun);"
               "connect(tc.flange, c.flange_a); connect(c.flange_b, g.carrier); connect(g.ring, r.flange_a);",
            q);
        rig r = run_text_at(text, 2, 1e-10);
        NEAR(end(&r, "s.w"), 2 * as, 1e-8 * fabs(as));
        NEAR(end(&r, "c.phi"), 2 * ac, 1e-8 * fabs(ac) + 1e-9);
        for (size_t row = 0; row < rows(&r); row++) {
            const double sun = at(&r, "g.sun.tau", row);
            NEAR((1 + q) * at(&r, "c.phi", row), at(&r, "s.phi", row) + q * at(&r, "r.phi", row), 1e-11);
            NEAR(sun, ts - Js * as, 1e-8);
            NEAR(at(&r, "g.ring.tau", row), q * sun, 1e-8);
            NEAR(at(&r, "g.carrier.tau", row), -(1 + q) * sun, 1e-8);
        }
        AT_MOST(r.st.energy.error, 1e-9);
        rig_release(&r);
    }
    ALL_WELL();
}

/* ratio = 0: sun and carrier are one, the ring turns freely; ratio = -1: sun and ring are one. */
static void planetary_gear_at_its_limits(void **state)
{
    (void)state;
    static const struct {
        double ratio, sun, carrier, ring;
    } cases[] = {{0, 3 / 2.0, 3 / 2.0, 0}, {-1, 3 / 2.5, 0, 3 / 2.5}};
    for (size_t i = 0; i < EG_COUNT(cases); i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 R_ "Components.IdealPlanetary g(ratio=%g);" R_
                    "Components.Inertia s(J=0.5, phi(fixed=true), w(fixed=true)), c(J=1.5%s), r(J=2%s);" R_
                    "Sources.ConstantTorque ts(tau_constant=3);"
                    "equation connect(ts.flange, s.flange_a); connect(s.flange_b, g.sun);"
                    "connect(c.flange_b, g.carrier); connect(g.ring, r.flange_a);",
                 cases[i].ratio, i == 1 ? ", phi(fixed=true), w(fixed=true)" : "",
                 i == 0 ? ", phi(fixed=true), w(fixed=true)" : "");
        rig r = run_text_at(text, 1, 1e-9);
        NEAR(end(&r, "s.w"), cases[i].sun, 1e-9);
        NEAR(end(&r, "c.w"), cases[i].carrier, 1e-9);
        NEAR(end(&r, "r.w"), cases[i].ring, 1e-9);
        rig_release(&r);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- adaptors, starts */

/* Three inertias of 2 kg.m2 in all, joined through both kinds of adaptors, turn as one:
 * phi'' = 20 sin(wt)/2. */
static void adaptors_join_shafts(void **state)
{
    (void)state;
    /* Modelica.Mechanics.Rotational.Components: TorqueToAngleAdaptor, AngleToTorqueAdaptor,
     * GeneralTorqueToAngleAdaptor, GeneralAngleToTorqueAdaptor */
    rig r = run_example("Adaptors.mo", 2, 1e-9);
    const double w = 2 * 3.14159265358979323846 * 1.3, a = 20 / 2.0;
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row);
        NEAR(at(&r, "last.phi", row), a / w * t - a / (w * w) * sin(w * t), 1e-7);
        NEAR(at(&r, "last.phi", row), at(&r, "shaft.phi", row), 1e-9);
        NEAR(at(&r, "outD.tau", row), 0.25 * a * sin(w * t) * 2, 1e-6);
        NEAR(at(&r, "inE.f", row), 0.25 * a * sin(w * t), 1e-6);
        NEAR(at(&r, "outD.a", row), a * sin(w * t), 1e-6);
    }
    rig_end(&r);
}

/* Signals that do not exist are not needed: a missing speed or acceleration is the derivative of what is
 * given, and use_a alone asks for the speed as well, as in MSL. */
static void adaptors_do_without_derivatives(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "by(use_w=false, use_a=false); equation connect(p.y, by.phi);",
        "by(use_a=false); equation connect(p.y, by.phi); connect(v.y, by.w);",
        "by(use_w=false); equation connect(p.y, by.phi); connect(v.y, by.w); connect(a.y, by.a);",
    };
    for (size_t i = 0; i < EG_COUNT(bodies); i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 B_ "Sources.Sine p(f=0.5), v(f=0.5, amplitude=3.14159265358979, phase=1.5707963267948966),"
                    "a(f=0.5, amplitude=-9.8696044010893586);" R_ "Components.Inertia m(J=2);" R_
                    "Components.AngleToTorqueAdaptor %s connect(by.flange, m.flange_a);",
                 bodies[i]);
        rig r = run_text_at(text, 1, 1e-9);
        for (size_t row = 0; row < rows(&r); row++)
            NEAR(at(&r, "by.tau", row), -2 * 9.8696044010893586 * sin(3.14159265358979324 * time_of(&r, row)),
                 1e-11 * 20);
        rig_release(&r);
    }
    ALL_WELL();
}

static void initialize_flange_starts_shafts(void **state)
{
    (void)state;
    rig r = run_text_at(
        R_ "Components.Inertia m(J=2), n(J=1, phi(fixed=true));" R_
           "Components.InitializeFlange i(use_a_start=false), k(use_phi_start=false, use_w_start=false);" R_
           "Components.Damper d(d=4);" R_ "Components.Fixed f;" B_
           "Sources.Constant p(k=1.5), v(k=-2), a(k=6);"
           "equation connect(p.y, i.phi_start); connect(v.y, i.w_start); connect(a.y, k.a_start);"
           "connect(i.flange, m.flange_a); connect(k.flange, n.flange_a); connect(n.flange_b, d.flange_a);"
           "connect(d.flange_b, f.flange);",
        1, 1e-9);
    NEAR(begin(&r, "m.phi"), 1.5, 0);
    NEAR(begin(&r, "m.w"), -2, 0);
    NEAR(begin(&r, "n.w"), -1.5, 1e-12); /* a = -4 w */
    NEAR(begin(&r, "k.phi_flange"), 0, 0);
    NEAR(end(&r, "i.phi_flange"), -0.5, 1e-9);
    NEAR(end(&r, "i.w_flange"), -2, 1e-12);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_are_the_same_in_both_domains),
        cmocka_unit_test(speed_dependent_twins_agree_in_every_form),
        cmocka_unit_test(friction_is_the_same_in_both_domains),
        cmocka_unit_test(modes_have_names),
        cmocka_unit_test(constants_cannot_be_modified),
        cmocka_unit_test(clutch_slips_sticks_and_lets_go),
        cmocka_unit_test(clutch_is_free_when_open),
        cmocka_unit_test(planetary_gear_obeys_willis),
        cmocka_unit_test(planetary_gear_at_its_limits),
        cmocka_unit_test(adaptors_join_shafts),
        cmocka_unit_test(adaptors_do_without_derivatives),
        cmocka_unit_test(initialize_flange_starts_shafts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
