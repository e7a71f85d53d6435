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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_freewheel_runs_ahead_only),
        cmocka_unit_test(a_clutch_lets_go_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
