/* Blocks that are to stand still at the start, initType = SteadyState, in loops that have to bring that
 * about. */
#include "run_text.h"

#define STEADY "initType = Modelica.Blocks.Types.Init.SteadyState"
#define LOOP                                                                                                 \
    B_ "Math.Feedback difference; " B_ "Sources.Constant wanted(k = 1.2); "                                  \
       "equation connect(wanted.y, difference.u1); connect(plant.y, difference.u2); "                        \
       "connect(difference.y, control.u); connect(control.y, plant.u);"

static void stands_still(const rig *r, const char *signal, double value)
{
    for (size_t i = 0; i < rows(r); i++)
        NEAR(at(r, signal, i), value, 1e-9 * fabs(value));
}

/* At rest the plant's input is 1.2/3, and the controller gives that without an error. */
static void controllers_in_a_loop(void **state)
{
    (void)state;
    static const struct {
        const char *controller, *integral;
        double at_rest;
    } cases[] = {
        {B_ "Continuous.PI control(k = 2, T = 0.5, " STEADY "); ", "control.x", 0.2},
        {B_ "Continuous.PID control(k = 2, Ti = 0.5, Td = 0.1, " STEADY "); ", "control.I.y", 0.2},
        {B_ "Continuous.Integrator control(k = 2, " STEADY "); ", "control.y", 0.4},
        {B_ "Continuous.LimIntegrator control(k = 2, outMax = 9, " STEADY "); ", "control.y", 0.4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s", cases[i].controller,
                 B_ "Continuous.FirstOrder plant(k = 3, T = 0.3, " STEADY "); " LOOP);
        rig r = run_text(text, 1);
        stands_still(&r, cases[i].integral, cases[i].at_rest);
        stands_still(&r, "plant.y", 1.2);
        TRUE(eg_diagnostics_count(r.d) == 0);
        rig_end(&r);
    }
}

/* What is measured is the square of the output of the plant: 1.44, so that the plant rests at 1.2. */
static void a_loop_that_is_not_linear(void **state)
{
    (void)state;
    rig r =
        run_text(B_ "Continuous.PI control(k = 2, T = 0.5, x_start = 0.3, " STEADY "); " B_
                    "Continuous.SecondOrder plant(w = 5, D = 0.7, " STEADY "); " B_ "Math.Product square; " B_
                    "Math.Feedback difference; " B_ "Sources.Constant wanted(k = 1.44); "
                    "equation connect(wanted.y, difference.u1); connect(square.y, difference.u2); "
                    "connect(difference.y, control.u); connect(control.y, plant.u); "
                    "connect(plant.y, square.u1); connect(plant.y, square.u2);",
                 1);
    stands_still(&r, "control.x", 0.6);
    stands_still(&r, "plant.y", 1.2);
    rig_end(&r);
}

/* A limited controller holds a mass on a spring where it is wanted: c (s - s0) = k xi. */
static void a_mass_held_by_a_controller(void **state)
{
    (void)state;
    rig r = run_text(B_ "Continuous.LimPID control(k = 40, Ti = 0.1, Td = 0.05, yMax = 500, " STEADY "); " B_
                        "Sources.Constant wanted(k = 0.3); " T_ "Components.Fixed wall; " T_
                        "Components.SpringDamper spring(c = 700, d = 30, s_rel0 = 0.1); " T_
                        "Components.Mass mass(m = 2, "
                        "s(start = 0), v(start = 0, fixed = true), a(start = 0, fixed = true)); " T_
                        "Sources.Force force; " T_
                        "Sensors.PositionSensor sensor; equation connect(wall.flange, spring.flange_a); "
                        "connect(spring.flange_b, mass.flange_a); connect(force.flange, mass.flange_b); "
                        "connect(sensor.flange, mass.flange_b); connect(sensor.s, control.u_m); "
                        "connect(wanted.y, control.u_s); connect(control.y, force.f);",
                     1);
    stands_still(&r, "mass.s", 0.3);
    stands_still(&r, "control.y", 140);
    stands_still(&r, "control.I.y", 3.5);
    rig_end(&r);
}

/* An input that nothing in the model can change is no start at rest. */
static void what_cannot_rest_is_named(void **state)
{
    (void)state;
    rig r = read_text(B_ "Sources.Constant one(k = 1); " B_ "Continuous.PI control(k = 1, T = 1, " STEADY
                         "); equation connect(one.y, control.u);");
    try_run(&r, 1, TOL);
    TRUE(r.status != EG_OK);
    SAYS_ERROR(&r,
               "no start has been found at which control stands still, as its initType = SteadyState asks");
    ALL_WELL();
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controllers_in_a_loop),
        cmocka_unit_test(a_loop_that_is_not_linear),
        cmocka_unit_test(a_mass_held_by_a_controller),
        cmocka_unit_test(what_cannot_rest_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
