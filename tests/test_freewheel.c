/* OneWayClutch of Rotational against closed forms. */
#include "run_text.h"

#define STARTS(w) "(J=2, phi(start=0, fixed=true), w(start=" w ", fixed=true))"

/* 4 N.m turn two inertias of 2 kg.m2 together, 1 rad/s2, through the freewheel, which transmits 2 N.m
 * backward. From 1 s on -4 N.m: the first slows down with 2 rad/s2, the second runs ahead with 1 rad/s;
 * from 1.5 s on the clutch brakes it with 1 N.m, 0.5 rad/s2. */
static double first_speed(double t)
{
    return t < 1 ? t : t < 1.5 ? 1 - 2 * (t - 1) : -1.5 * (t - 1.5);
}
static double second_speed(double t)
{
    return t < 1 ? t : t < 1.5 ? 1 : 1 - 0.5 * (t - 1.5);
}

static void a_freewheel_runs_ahead_only(void **state)
{
    (void)state;
    rig r = run_text(
        R_ "Components.Inertia a" STARTS(
            "0") ", b(J=2);" R_ "Components.OneWayClutch clutch(mu_pos=[0, 0.5], cgeo=0.5, fn_max=8, "
                 "w_rel(start=0, fixed=true),"
                 "phi_rel(start=0, fixed=true));" R_ "Sources.Torque torque;" B_
                 "Sources.Step drive(offset=4, height=-8, startTime=1), press(height=0.5, startTime=1.5);"
                 "equation connect(drive.y, torque.tau); connect(torque.flange, a.flange_a);"
                 "connect(a.flange_b, clutch.flange_a); connect(clutch.flange_b, b.flange_a);"
                 "connect(press.y, clutch.f_normalized);",
        2);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row);
        NEAR(at(&r, "a.w", row), first_speed(t), 1e3 * TOL);
        NEAR(at(&r, "b.w", row), second_speed(t), 1e3 * TOL);
        TRUE(at(&r, "clutch.w_rel", row) >= -1e-12);
        if (fabs(t - 1) > 1e-6 && fabs(t - 1.5) > 1e-6) {
            NEAR(at(&r, "clutch.tau", row), t < 1 ? -2 : t < 1.5 ? 0 : 1, 1e3 * TOL);
            NEAR(at(&r, "clutch.locked", row), t < 1, 0);
            NEAR(at(&r, "clutch.fn", row), t < 1.5 ? 0 : 4, 0);
        }
    }
    rig_end(&r);
}

/* What the clutch holds: cgeo*mu0*fn = 2 N.m, times the peak of 1.5 before it slides. The load rises by
 * 1 N.m a second on the second inertia and is let go at 3 s, where 2 N.m brake it: a = (t - 2)/2. */
static void a_clutch_lets_go_forward(void **state)
{
    (void)state;
    rig r = run_text(R_ "Components.Fixed wall;" R_ "Components.Inertia b" STARTS(
                         "0") ";" R_ "Components.OneWayClutch clutch(mu_pos=[0, 0.5], peak=1.5, fn_max=4);" R_
                              "Sources.Torque torque;" B_ "Sources.Ramp load(height=4, duration=4);" B_
                              "Sources.Constant one(k=1);"
                              "equation connect(load.y, torque.tau); connect(torque.flange, b.flange_b);"
                              "connect(wall.flange, clutch.flange_a); connect(clutch.flange_b, b.flange_a);"
                              "connect(one.y, clutch.f_normalized);",
                     4);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), s = t > 3 ? t - 3 : 0;
        NEAR(at(&r, "b.w", row), s / 2 + s * s / 4, 1e4 * TOL);
        if (fabs(t - 3) > 1e-6)
            NEAR(at(&r, "clutch.tau", row), t < 3 ? t : 2, 1e4 * TOL);
        if (t < 2.9)
            NEAR(at(&r, "b.phi", row), 0, 1e-12);
    }
    NEAR(end(&r, "clutch.lossPower"), 2 * 0.75, 1e4 * TOL);
    rig_end(&r);
}

/* a swings on a spring, which turns it back; b goes on with 0.23 rad/s until a has become as fast. From there
 * on they swing together, and no speed jumps, though round-off may leave a difference. */
static void a_freewheel_that_is_caught_up_moves_on(void **state)
{
    (void)state;
    rig r = run_text(
        R_ "Components.Fixed wall;" R_ "Components.Spring spring(c=5652);" R_
           "Components.Inertia a(J=0.06, phi(start=0.05, fixed=true), w(start=0, fixed=true)), "
           "b(J=0.3, phi(start=0.1, fixed=true), w(start=0.23, fixed=true));" R_
           "Components.OneWayClutch clutch(mu_pos=[0, 0.5], fn_max=8);" B_ "Sources.Constant off(k=0);"
           "equation connect(wall.flange, spring.flange_a); connect(spring.flange_b, a.flange_a);"
           "connect(a.flange_b, clutch.flange_a); connect(clutch.flange_b, b.flange_a);"
           "connect(off.y, clutch.f_normalized);",
        0.0115);
    const double alone = sqrt(5652 / 0.06), together = sqrt(5652 / 0.36);
    const double caught = (acos(-1) + asin(0.23 / (0.05 * alone))) / alone, phi = 0.05 * cos(alone * caught);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), s = t - caught;
        const double speed = 0.23 * cos(together * s) - phi * together * sin(together * s);
        NEAR(at(&r, "a.w", row), s > 0 ? speed : -0.05 * alone * sin(alone * t), 1e4 * TOL);
        NEAR(at(&r, "b.w", row), s > 0 ? speed : 0.23, 1e4 * TOL);
    }
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_freewheel_runs_ahead_only),
        cmocka_unit_test(a_clutch_lets_go_forward),
        cmocka_unit_test(a_freewheel_that_is_caught_up_moves_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
