/* Users' equations on what changes at events only in native components: modes of friction, contacts, stops;
 * and on the force with which friction holds. Closed forms. */
#include "equation_models.h"

/* 2 kg at 1 m/s against 2 N of friction: at rest from 1 s on at 0.5 m; a push that grows by 1 N/s from 2 s on
 * moves it again at 4 s. */
#define PUSHED                                                                                               \
    USES "SupportFriction fr(f_pos = [0, 2]); Force drive; "                                                 \
         "Mass m(m = 2, s(start = 0, fixed = true), v(start = 1, fixed = true)); "                           \
         "Modelica.Blocks.Sources.Ramp r(height = 10, duration = 10, startTime = 2); "
#define PUSHED_EQUATIONS                                                                                     \
    "connect(fr.flange_a, m.flange_b); connect(r.y, drive.f); connect(drive.flange, m.flange_a); "

static void friction_tells_its_modes(void **state)
{
    (void)state;
    rig r = run_text(
        "model A " PUSHED "Real held(start = 0, fixed = true), way(start = 0, fixed = true); Boolean stands; "
        "Integer mode = fr.mode, before = pre(fr.mode), n(start = 0), k(start = 0), dir(start = 0); "
        "discrete Real since(start = -1), until(start = -1); "
        "equation " PUSHED_EQUATIONS
        "der(held) = if fr.locked then 1 else 0; stands = fr.locked and not fr.free; "
        "der(way) = if fr.mode == fr.Forward then m.v else 0; "
        "dir = if fr.startForward then 1 elseif fr.startBackward then -1 else pre(dir); "
        "when fr.locked then n = pre(n) + 1; since = time; "
        "elsewhen fr.startForward then until = time; end when; "
        "when change(fr.mode) then k = pre(k) + 1; end when; end A;",
        6, 1e-10);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "mode", i), at(&r, "fr.mode", i), 0);
        NEAR(at(&r, "stands", i), at(&r, "fr.locked", i), 0);
    }
    NEAR(begin(&r, "before"), 1, 0); /* the start itself is no event */
    NEAR(end(&r, "held"), 3, 1e-9);
    NEAR(end(&r, "way"), end(&r, "m.s"), 1e-9);
    NEAR(end(&r, "since"), 1, 1e-9);
    NEAR(end(&r, "until"), 4, 1e-9);
    NEAR(end(&r, "n"), 1, 0);
    NEAR(end(&r, "k"), 2, 0);
    NEAR(end(&r, "dir"), 1, 0);
    rig_end(&r);
}

/* While it holds its force is the push: z = 2*1 + 2 + 2*2. */
static void the_force_that_holds_is_known(void **state)
{
    (void)state;
    const char *const text = "model A " PUSHED "Real z(start = 0, fixed = true), f = fr.f; "
                             "Boolean much = fr.f > 1.5; discrete Real at(start = 0); "
                             "equation " PUSHED_EQUATIONS "der(z) = fr.f; "
                             "when much and time > 1.5 then at = time; end when; end A;";
    const char *const engines[] = {"erk", "ida"};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(setenv("EG_TEST_ENGINE", engines[k], 1), 0);
        rig r = run_text(text, 6, 1e-10);
        assert_int_equal(unsetenv("EG_TEST_ENGINE"), 0);
        for (size_t i = 0; i < rows(&r); i++)
            NEAR(at(&r, "f", i), at(&r, "fr.f", i), 1e-12);
        NEAR(value(&r, "f", 3), 1, 1e-9);
        NEAR(end(&r, "z"), 8, 1e-8);
        NEAR(end(&r, "at"), 3.5, 1e-8);
        rig_end(&r);
    }
}

/* Two shafts that a clutch holds together share a torque 9 sin(pi t) as 1 to 2; what follows the clutch's
 * torque: an algebraic unknown, an output into a lag, heat, relations. The heat is the integral of 36 sin^2.
 */
static void what_follows_the_force_that_holds(void **state)
{
    (void)state;
    rig r = run_text(
        "model A import Modelica.Mechanics.Rotational.*; import Modelica.Thermal.HeatTransfer; "
        "Components.Inertia a(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true)); "
        "Components.Inertia b(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true)); "
        "Components.Clutch clutch(fn_max = 40, mu_pos = [0, 0.5]); Sources.Torque drive; "
        "Modelica.Blocks.Sources.Sine wave(amplitude = 9, f = 0.5); "
        "Modelica.Blocks.Sources.Constant one(k = 1); Modelica.Blocks.Interfaces.RealOutput y; "
        "Modelica.Blocks.Continuous.Integrator sum(y_start = 0); "
        "Real c(start = 0); Integer n(start = 0); "
        "HeatTransfer.Components.HeatCapacitor cap(C = 2, T(start = 300, fixed = true)); "
        "HeatTransfer.Sources.PrescribedHeatFlow q; "
        "equation connect(a.flange_b, clutch.flange_a); connect(clutch.flange_b, b.flange_a); "
        "connect(one.y, clutch.f_normalized); connect(wave.y, drive.tau); connect(drive.flange, a.flange_a); "
        "c^3 + c = clutch.tau; y = clutch.tau; connect(y, sum.u); q.Q_flow = noEvent(clutch.tau^2); "
        "connect(q.port, cap.port); when clutch.tau < -3 then n = pre(n) + 1; end when; end A;",
        4, 1e-9);
    const double pi = 3.14159265358979323846;
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), tau = -6 * sin(pi * t), c = at(&r, "c", i);
        NEAR(at(&r, "clutch.tau", i), tau, 1e-12);
        NEAR(c * c * c + c, tau, 1e-9);
        NEAR(at(&r, "sum.y", i), -6 / pi * (1 - cos(pi * t)), 1e-7);
        NEAR(at(&r, "cap.T", i), 300 + 9 * (t - sin(2 * pi * t) / (2 * pi)), 300 * 1e-7);
    }
    NEAR(end(&r, "n"), 2, 0); /* at 1/6 and 13/6 s */
    NEAR(value(&r, "n", 0.16), 0, 0);
    NEAR(value(&r, "n", 0.2), 1, 0);
    rig_end(&r);
}

/* With a lag between, f = 2 + w/2 on what stands, w' = f - w: w = 4 (1 - exp(-t/2)). Without one it is
 * refused. */
static void the_motion_follows_the_force_that_holds_with_a_lag_only(void **state)
{
    (void)state;
    rig r = run_text("model A " USES "SupportFriction fr(f_pos = [0, 5]); Force drive; "
                     "Mass m(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
                     "Real w(start = 0, fixed = true); "
                     "equation connect(fr.flange_a, m.flange_b); connect(drive.flange, m.flange_a); "
                     "der(w) = fr.f - w; drive.f = 2 + w/2; end A;",
                     3, 1e-10);
    NEAR(end(&r, "w"), 4 * (1 - exp(-1.5)), 1e-8);
    NEAR(end(&r, "m.s"), 0, 0);
    rig_end(&r);
    r = rig_read("model A " USES
                 "SupportFriction fr(f_pos = [0, 5]); Force drive; Mass m(m = 2); Real w(start = 1); "
                 "equation connect(fr.flange_a, m.flange_b); connect(drive.flange, m.flange_a); "
                 "w^3 + w = fr.f; drive.f = 0.5*w; end A;");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "drive.f follows at once the force of fr");
    rig_end(&r);
}

/* The clutch stops slipping at 2/3 s, w = 10/3; only then the brake is pressed: rest 2 s later. */
static void a_clause_waits_for_a_clutch(void **state)
{
    (void)state;
    rig r = run_text(
        "model A import Modelica.Mechanics.Rotational.*; "
        "Components.Inertia a(J = 1, phi(start = 0, fixed = true), w(start = 10, fixed = true)); "
        "Components.Inertia b(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true)); "
        "Components.Clutch clutch(fn_max = 20, mu_pos = [0, 0.5]); "
        "Components.Brake brake(fn_max = 10, mu_pos = [0, 0.5]); "
        "Modelica.Blocks.Interfaces.RealOutput u = 1, v; Boolean press(start = false, fixed = true); "
        "discrete Real stands(start = 0, fixed = true); "
        "equation connect(a.flange_b, clutch.flange_a); connect(clutch.flange_b, brake.flange_a); "
        "connect(brake.flange_b, b.flange_a); connect(u, clutch.f_normalized); "
        "connect(v, brake.f_normalized); "
        "when clutch.locked then press = true; end when; v = if press then 1 else 0; "
        "when brake.locked then stands = time; end when; end A;",
        4, 1e-9);
    NEAR(end(&r, "stands"), 8.0 / 3, 1e-8);
    NEAR(value(&r, "press", 0.64), 0, 0);
    NEAR(value(&r, "press", 0.68), 1, 0);
    NEAR(end(&r, "b.w"), 0, 0);
    rig_end(&r);
}

/* Dropped from 0.5 m on a spring without damping: in contact for (2 pi - 2 atan(v0 w/g))/w, w^2 = c/m. */
static void contacts_tell_when_they_touch(void **state)
{
    (void)state;
    rig r = run_text("model A " USES "Fixed ground; ElastoGap stop(c = 2000, d = 0); "
                     "Elastogap.Contact.TwoSidedGap far(law = \"hertz\", s_lower = -1, s_upper = 0.4, "
                     "c_lower = 1, c_upper = 1e-9); "
                     "Mass ball(m = 2, s(start = 0.5, fixed = true), v(start = 0, fixed = true)); "
                     "ConstantForce weight(f_constant = -2*9.81); "
                     "Real touched(start = 0, fixed = true); Integer n(start = 0), out(start = 0), side; "
                     "discrete Real first(start = -1); Boolean was = pre(stop.contact); "
                     "equation connect(ground.flange, stop.flange_a); connect(stop.flange_b, ball.flange_a); "
                     "connect(ground.flange, far.flange_a); connect(far.flange_b, ball.flange_a); "
                     "connect(weight.flange, ball.flange_b); "
                     "der(touched) = if stop.contact then 1 else 0; "
                     "side = if far.contact_upper then 1 elseif far.contact_lower then -1 else 0; "
                     "when stop.contact and pre(first) < 0 then first = time; end when; "
                     "when edge(stop.contact) then n = pre(n) + 1; end when; "
                     "when not stop.contact then out = pre(out) + 1; end when; end A;",
                     1, 1e-10);
    const double g = 9.81, w = sqrt(2000.0 / 2), v = sqrt(2 * g * 0.5), fall = v / g,
                 pi = 3.14159265358979323846;
    double contact = (2 * pi - 2 * atan(v * w / g)) / w;
    NEAR(end(&r, "first"), fall, 1e-7);
    NEAR(end(&r, "touched"), contact, 1e-6);
    NEAR(end(&r, "n"), 1, 0);
    NEAR(end(&r, "out"), 1, 0);
    NEAR(begin(&r, "side"), 1, 0);
    NEAR(value(&r, "side", 0.3), 0, 0);
    rig_end(&r);
}

/* At 2 m/s to the stop, 1 m away: there at 0.5 s; a push backward from 1 s on takes it away. A rigid contact
 * of another body closes when it falls on it, e = 0, after sqrt(2 h/g). */
static void stops_and_rigid_contacts(void **state)
{
    (void)state;
    rig r =
        run_text("model A " USES
                 "MassWithStopAndFriction m(m = 1, L = 0, smin = -1, smax = 1, F_prop = 0, F_Coulomb = 0, "
                 "F_Stribeck = 0, fexp = 1, s(start = 0, fixed = true), v(start = 2, fixed = true)); "
                 "Fixed ground; Elastogap.Contact.Gap floor(law = \"restitution\", e = 0, v_min = 1e-3); "
                 "Mass ball(m = 1, s(start = 0.2, fixed = true), v(start = 0, fixed = true)); "
                 "ConstantForce weight(f_constant = -10); Force push; Integer n(start = 0); "
                 "Real there(start = 0, fixed = true); discrete Real landed(start = -1), hit(start = -1); "
                 "equation connect(ground.flange, floor.flange_a); connect(floor.flange_b, ball.flange_a); "
                 "connect(weight.flange, ball.flange_a); connect(push.flange, m.flange_a); "
                 "push.f = if time > 1 then -1 else 0; "
                 "der(there) = m.stopped; when m.stopped == 1 then hit = time; n = pre(n) + 1; end when; "
                 "when floor.contact then landed = time; end when; end A;",
                 2, 1e-9);
    NEAR(end(&r, "hit"), 0.5, 1e-8);
    NEAR(end(&r, "n"), 1, 0);
    NEAR(end(&r, "there"), 0.5, 1e-8);
    NEAR(end(&r, "landed"), 0.2, 1e-8);
    rig_end(&r);
}

#define LOOPED(locked, moving)                                                                               \
    "model A " USES "SupportFriction fr(f_pos = [0, 5]); Force drive; "                                      \
    "Mass m(s(start = 0, fixed = true), v(start = 0, fixed = true)); "                                       \
    "equation connect(fr.flange_a, m.flange_b); connect(drive.flange, m.flange_a); "                         \
    "drive.f = if fr.locked then " locked " else " moving "; end A;"

/* A push that follows the mode itself: 4 N do not move it, so that 8 N never come; where it stands because it
 * is let go, and is let go because it stands, there is no answer. */
static void a_loop_through_the_mode(void **state)
{
    (void)state;
    rig r = run_text(LOOPED("4", "8"), 1, 1e-9);
    NEAR(end(&r, "m.s"), 0, 0);
    rig_end(&r);
    r = run_text(LOOPED("6", "7"), 1, 1e-9); /* 2 N are left */
    NEAR(end(&r, "m.s"), 1, 1e-9);
    rig_end(&r);
    r = rig_read(LOOPED("10", "0"));
    try_run(&r, 1, 1e-9);
    TRUE(r.status == EG_ERROR_SIMULATION || r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "the modes of fr and the equations that follow them switch without end");
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_tells_its_modes),
        cmocka_unit_test(the_force_that_holds_is_known),
        cmocka_unit_test(what_follows_the_force_that_holds),
        cmocka_unit_test(the_motion_follows_the_force_that_holds_with_a_lag_only),
        cmocka_unit_test(a_clause_waits_for_a_clutch),
        cmocka_unit_test(contacts_tell_when_they_touch),
        cmocka_unit_test(stops_and_rigid_contacts),
        cmocka_unit_test(a_loop_through_the_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
