/* ElastoBacklash2 of Rotational against closed forms. */
#include "run_text.h"

/* J = 1 meets the flank, at 0.01 rad after 0.01 s, with 1 rad/s; c = 100, d = 4: the torque begins with
 * d*w = 4 N.m, x = exp(-2 s) sin(b s)/b with b^2 = 96, and ends where c x + d x' = 0: tan(b s) = -b d/(c
 * - 2 d). Then it flies. */
static void the_torque_jumps_at_the_touch(void **state)
{
    (void)state;
    rig r =
        run_text(R_ "Components.Fixed wall;" R_ "Components.Inertia body(J=1);" R_
                    "Components.ElastoBacklash2 play(c=100, d=4, b=0.02, phi_rel(start=0, fixed=true),"
                    "w_rel(start=1, fixed=true));"
                    "equation connect(wall.flange, play.flange_a); connect(play.flange_b, body.flange_a);",
                 0.3);
    const double b = sqrt(96), parts = (PI - atan(b * 4 / (100 - 2 * 4))) / b;
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), s = fmin(t - 0.01, parts);
        const double x = exp(-2 * s) * sin(b * s) / b, v = exp(-2 * s) * (cos(b * s) - 2 * sin(b * s) / b);
        if (fabs(t - 0.01) < 1e-7 || fabs(t - 0.01 - parts) < 1e-7)
            continue;
        NEAR(at(&r, "body.w", row), t < 0.01 ? 1 : v, 1e4 * TOL);
        NEAR(at(&r, "play.tau", row), t < 0.01 || s >= parts ? 0 : 100 * x + 4 * v, 1e5 * TOL);
        /* then the spring unloads, x + v (t - 0.01 - parts), and what it held is lost */
        const double left = s < parts ? 0 : fmax(0, x + v * (t - 0.01 - parts));
        NEAR(at(&r, "play.lossPower", row),
             t < 0.01     ? 0
             : s >= parts ? -100 * left * v
                          : 4 * v * v,
             1e5 * TOL);
    }
    const double v = end(&r, "body.w"), lost = 0.5 * (1 - v * v) - r.st.energy.potential;
    NEAR(r.st.energy.dissipated, lost, 1e3 * TOL);
    NEAR(r.st.energy.supplied, 0, 0);
    rig_release(&r);
    /* without backlash it is a spring and a damper */
    r = run_text(R_ "Components.Fixed wall;" R_ "Components.Inertia body(J=1);" R_
                    "Components.ElastoBacklash2 play(c=100, d=0, phi_rel0=0.1, phi_rel(start=0, fixed=true),"
                    "w_rel(start=0, fixed=true));"
                    "equation connect(wall.flange, play.flange_a); connect(play.flange_b, body.flange_a);",
                 1);
    for (size_t row = 0; row < rows(&r); row++)
        NEAR(at(&r, "body.phi", row), 0.1 - 0.1 * cos(10 * time_of(&r, row)), 1e4 * TOL);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_torque_jumps_at_the_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
