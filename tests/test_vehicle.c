/* RollingResistance and Vehicle against closed forms. Tolerances: a run at tolerance tol is within 100 tol of
 * the range of a signal. */
#include "run_text.h"

static const double G = 9.80665;

/* ---------------------------------------------------------------- rolling resistance */

/* F = 0.05*80*cos(atan(0.75)) = 3.2 N brakes 2 kg from 4 m/s: v = 4 - 1.6 t down to v0 = 0.8 at 2 s, then
 * v' = -1.6 v/0.8; and the same backward. */
static void a_wheel_rolls_out(void **state)
{
    (void)state;
    rig r =
        run_text(T_ "Components.Mass m(m=2, s(fixed=true), v(start=4, fixed=true)), n(m=2, s(fixed=true),"
                    "v(start=-4, fixed=true));" T_
                    "Components.RollingResistance f(fWeight=80, CrConstant=0.05, inclinationConstant=0.75,"
                    "v0=0.8, reg=" B_ "Types.Regularization.Linear), g(fWeight=80, CrConstant=0.05,"
                    "inclinationConstant=-0.75, v0=0.8, reg=" B_ "Types.Regularization.Linear,"
                    "useSupport=true);" T_ "Components.Fixed road(s0=1);"
                    "equation connect(f.flange, m.flange_a); connect(g.flange, n.flange_b);"
                    "connect(g.support, road.flange);",
                 4);
    NEAR(event_time(&r, "f", "speed falls to the next range", 0), 2, 1e-9);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), v = t < 2 ? 4 - 1.6 * t : 0.8 * exp(-2 * (t - 2));
        NEAR(at(&r, "m.v", row), v, 100 * TOL * 4);
        NEAR(at(&r, "n.v", row), -v, 100 * TOL * 4);
        NEAR(at(&r, "f.f", row), t < 2 ? 3.2 : 4 * v, 100 * TOL * 4);
        NEAR(at(&r, "f.f", row), at(&r, "f.flange.f", row), 0);
        NEAR(at(&r, "g.support.f", row), -at(&r, "g.flange.f", row), 0);
        NEAR(at(&r, "f.f_nominal", row), -3.2, 1e-15);
        NEAR(at(&r, "g.s_support", row), 1, 0);
    }
    rig_end(&r);
}

/* With signals for both: the force is what they say at every instant, and p = m v the integral of it. */
static void coefficient_and_inclination_are_signals(void **state)
{
    (void)state;
    rig r = run_text(
        T_
        "Components.Mass m(m=2, s(fixed=true), v(start=50, fixed=true));" T_
        "Components.RollingResistance f(fWeight=40, useCrInput=true, useInclinationInput=true);" B_
        "Sources.Ramp cr(height=0.5, duration=2);" B_ "Sources.Sine grade(f=0.5, amplitude=0.6);" B_
        "Continuous.Integrator impulse;" T_ "Sensors.ForceSensor sensor;"
        "equation connect(cr.y, f.cr); connect(grade.y, f.inclination); connect(sensor.flange_b, m.flange_a);"
        "connect(f.flange, sensor.flange_a); connect(sensor.f, impulse.u);",
        2);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), grade = 0.6 * sin(3.14159265358979324 * t);
        const double force = 40 * 0.25 * t * cos(atan(grade));
        NEAR(at(&r, "f.f", row), force, 1e-13 * 40);
        NEAR(at(&r, "f.Cr_internal", row), 0.25 * t, 1e-15);
        NEAR(at(&r, "f.inclination_internal", row), grade, 1e-14);
        NEAR(2 * (at(&r, "m.v", row) - 50), at(&r, "impulse.y", row), 100 * TOL * 100);
    }
    rig_end(&r);
}

/* Every regularization at a fixed speed below v0. */
static void regularizations_are_those_of_sign_force(void **state)
{
    (void)state;
    const double pi = 3.14159265358979324, v = 0.3, v0 = 0.5;
    const struct {
        const char *name;
        double g;
    } cases[] = {{"Exp", 2 / (1 + exp(-v / (0.01 * v0))) - 1},
                 {"Sine", sin(pi / 2 * v / v0)},
                 {"Linear", v / v0},
                 {"Cosine", 1 - cos(pi / 2 * v / v0)}};
    for (size_t i = 0; i < EG_COUNT(cases); i++)
        for (int side = -1; side <= 1; side += 2) {
            char text[1000];
            snprintf(text, sizeof text,
                     T_ "Sources.ConstantSpeed belt(v_fixed=%g);" T_
                        "Components.RollingResistance f(fWeight=100, v0=0.5, reg=" B_
                        "Types.Regularization.%s); equation connect(belt.flange, f.flange);",
                     side * v, cases[i].name);
            rig r = run_text(text, 1);
            NEAR(end(&r, "f.f"), side * cases[i].g, 1e-14);
            rig_release(&r);
        }
    ALL_WELL();
}

/* ---------------------------------------------------------------- vehicle */

/* Coasting uphill against air at rest: (m + J/R^2) v' = -F - k v^2 with F = m g (sin + Cr cos) and k = Cd A
 * rho/2, so that v = sqrt(F/k) tan(atan(v0 sqrt(k/F)) - t sqrt(F k)/M). */
static void a_vehicle_coasts_uphill(void **state)
{
    (void)state;
    const double m = 1200, M = m + 1.5 / (0.3 * 0.3), alpha = atan(0.05), k = 0.4 * 2 * 1.2 / 2;
    const double F = m * G * (sin(alpha) + 0.015 * cos(alpha));
    rig r = run_text(T_ "Components.Vehicle car(m=1200, J=1.5, R=0.3, A=2, Cd=0.4, inclinationConstant=0.05,"
                        "s(fixed=true), v(start=30, fixed=true));",
                     20);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row),
                     v = sqrt(F / k) * tan(atan(30 * sqrt(k / F)) - t * sqrt(F * k) / M);
        NEAR(at(&r, "car.v", row), v, 100 * TOL * 30);
        NEAR(at(&r, "car.a", row), -(F + k * v * v) / M, 1e-7);
        NEAR(at(&r, "car.fDrag.f", row), k * v * v, 1e-6);
        NEAR(at(&r, "car.fRoll.f", row), m * G * 0.015 * cos(alpha), 1e-10);
        NEAR(at(&r, "car.fGrav.f", row), -m * G * sin(alpha), 1e-10);
        NEAR(at(&r, "car.inertia.w", row) * 0.3, v, 100 * TOL * 30);
        NEAR(at(&r, "car.s", row), at(&r, "car.mass.s", row), 0);
    }
    AT_MOST(r.st.energy.error, 1e-9);
    rig_end(&r);
}

/* With the wind from behind as fast as the vehicle there is no drag; towed at constant speed, the coupling
 * carries what is left, and the signals mean what the parameters do. */
static void a_trailer_is_towed_in_the_wind(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "car(m=500, J=1, R=0.25, vWindConstant=12, CrConstant=0.02, inclinationConstant=0.03); equation",
        "car(m=500, J=1, R=0.25, useWindInput=true, useCrInput=true, useInclinationInput=true);" B_
        "Sources.Constant w(k=12), c(k=0.02), i(k=0.03); equation connect(w.y, car.vWind);"
        "connect(c.y, car.cr); connect(i.y, car.inclination);"};
    for (size_t i = 0; i < EG_COUNT(forms); i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 T_ "Sources.ConstantSpeed tow(v_fixed=12);" T_
                    "Components.Vehicle %s connect(tow.flange, car.flangeT);",
                 forms[i]);
        rig r = run_text(text, 2);
        for (size_t row = 0; row < rows(&r); row++) {
            NEAR(at(&r, "car.fDrag.f", row), 0, 1e-12);
            NEAR(at(&r, "tow.f", row), -500 * G * (sin(atan(0.03)) + 0.02 * cos(atan(0.03))), 1e-9);
            NEAR(at(&r, "car.flangeT.f", row), -at(&r, "tow.f", row), 1e-9);
        }
        rig_release(&r);
    }
    ALL_WELL();
}

/* A class that is built in is so when its text is found too, and from there on nothing else is asked. */
static void a_vehicle_stays_built_in(void **state)
{
    (void)state;
    rig r = {.d = eg_diagnostics_create()};
    const char *text = "within Modelica.Mechanics.Translational.Components;\n"
                       "model Vehicle Mass m(m=1, s(fixed=true), v(fixed=true)); end Vehicle;\n"
                       "model Case Vehicle car(m=5, J=0, R=1, s(fixed=true), v(fixed=true)); end Case;";
    if (eg_spec_read_text(text, strlen(text), "case.mo", NULL, r.d, &r.spec) != EG_OK)
        rig_demand(&r, 0, "the text");
    run(&r, 1, TOL);
    TRUE(eg_trajectory_find(r.t, "car.fRoll.f") >= 0);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wheel_rolls_out),
        cmocka_unit_test(coefficient_and_inclination_are_signals),
        cmocka_unit_test(regularizations_are_those_of_sign_force),
        cmocka_unit_test(a_vehicle_coasts_uphill),
        cmocka_unit_test(a_trailer_is_towed_in_the_wind),
        cmocka_unit_test(a_vehicle_stays_built_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
