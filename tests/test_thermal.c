/* Heat: radiation against closed forms, ports that come together, scales of temperature. */
#include "run_text.h"
#include "derivative_checks.h"
#include "network/solve/structure.h"

static const double SIGMA = 5.670374419184429e-8;

/* ---------------------------------------------------------------- radiation */

/* Into space at 0 K: C T' = -k T^4, so T = (T0^-3 + 3 k t/C)^(-1/3). */
static void a_body_cools_into_space(void **state)
{
    (void)state;
    rig r = run_text(H_ "Components.HeatCapacitor body(C=100, T(start=900, fixed=true));" H_
                        "Components.BodyRadiation out(Gr=0.5);" H_ "Sources.FixedTemperature space(T=0);"
                        "equation connect(body.port, out.port_a); connect(out.port_b, space.port);",
                     60);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), k = 0.5 * SIGMA;
        const double T = pow(pow(900, -3) + 3 * k * t / 100, -1 / 3.0);
        NEAR(at(&r, "body.T", row), T, 100 * TOL * 900);
        NEAR(at(&r, "out.Q_flow", row), k * pow(at(&r, "body.T", row), 4), 1e-12 * k * pow(900, 4));
        NEAR(at(&r, "out.port_b.Q_flow", row), -at(&r, "out.port_a.Q_flow", row), 0);
        NEAR(at(&r, "out.dT", row), at(&r, "body.T", row), 0);
    }
    rig_end(&r);
}

/* A thin sheet between 800 K and 300 K, with Gr of 1 and 3 to either side: x = T^4 is at (x1 + 3 x2)/4, and
 * the heat flow that of Gr = 3/4. The temperature is algebraic. */
static void a_sheet_is_in_balance(void **state)
{
    (void)state;
    rig r = run_text(H_ "Sources.FixedTemperature hot(T=800), cold(T=300);" H_
                        "Components.BodyRadiation a(Gr=1), b(Gr=3);"
                        "equation connect(hot.port, a.port_a); connect(a.port_b, b.port_a);"
                        "connect(b.port_b, cold.port);",
                     1);
    const double x1 = pow(800, 4), x2 = pow(300, 4);
    NEAR(end(&r, "a.port_b.T"), pow((x1 + 3 * x2) / 4, 0.25), 1e-9);
    NEAR(end(&r, "b.Q_flow"), 0.75 * SIGMA * (x1 - x2), 1e-7);
    NEAR(end(&r, "cold.port.Q_flow"), 0.75 * SIGMA * (x1 - x2), 1e-7);
    rig_end(&r);
}

/* The same beside a store that a huge conductance cools: the flow of 1e14 W there hides that Newton's method
 * is not at its end here, where each step with an old matrix is one to a root below 0 K. */
static void a_sheet_beside_a_huge_flow(void **state)
{
    (void)state;
    rig r = run_text(H_ "Components.HeatCapacitor hot(C=5000, T(start=1100, fixed=true));" H_
                        "Components.HeatCapacitor cold(C=4e4, T(start=600, fixed=true));" H_
                        "Components.BodyRadiation a(Gr=0.2), b(Gr=0.15);" H_
                        "Components.ThermalConductor lid(G=1e12);" H_ "Sources.FixedTemperature roof(T=303);"
                        "equation connect(hot.port, a.port_a); connect(a.port_b, b.port_a);"
                        "connect(b.port_b, cold.port); connect(cold.port, lid.port_a);"
                        "connect(lid.port_b, roof.port);",
                     1);
    for (size_t row = 0; row < rows(&r); row++) {
        const double x1 = pow(at(&r, "hot.T", row), 4), x2 = pow(at(&r, "cold.T", row), 4);
        NEAR(at(&r, "a.port_b.T", row), pow((0.2 * x1 + 0.15 * x2) / 0.35, 0.25), 1e-9);
    }
    rig_end(&r);
}

/* Nearly as warm as each other: no digit is lost, Q = 4 k T^3 dT to first order. */
static void a_small_difference_keeps_its_digits(void **state)
{
    (void)state;
    rig r = run_text(H_ "Sources.FixedTemperature a(T=300.00000000001), b(T=300);" H_
                        "Components.BodyRadiation g(Gr=1/Modelica.Constants.sigma);"
                        "equation connect(a.port, g.port_a); connect(g.port_b, b.port);",
                     1);
    const double T = 300, dT = 300.00000000001 - 300;
    NEAR(end(&r, "g.Q_flow"), 4 * T * T * T * dT, 1e-10 * 4 * T * T * T * dT);
    rig_end(&r);
}

/* The Jacobian against differences, with temperatures that store heat, that balance, that are given by a
 * number, by a signal, and by a signal that follows another temperature. */
static void the_jacobian_of_radiation_is_exact(void **state)
{
    (void)state;
    rig r =
        read_text(H_ "Components.HeatCapacitor a(C=3, T(start=500)), b(C=2, T(start=350));" H_
                     "Components.BodyRadiation ab(Gr=2), bc(Gr=5), cd(Gr=1), ae(Gr=4), fb(Gr=3);" H_
                     "Components.ThermalConductor ac(G=0.5);" H_ "Sources.FixedTemperature d(T=290);" H_
                     "Fahrenheit.PrescribedTemperature e;" H_ "Fahrenheit.TemperatureSensor s;" B_
                     "Math.Gain half(k=0.5);" H_ "Sources.PrescribedTemperature f;" B_
                     "Sources.Sine wave(amplitude=20, f=1, offset=300);"
                     "equation connect(a.port, ab.port_a); connect(ab.port_b, b.port);"
                     "connect(b.port, bc.port_a); connect(bc.port_b, cd.port_a); connect(cd.port_b, d.port);"
                     "connect(a.port, ac.port_a); connect(ac.port_b, cd.port_a); connect(a.port, ae.port_a);"
                     "connect(ae.port_b, e.port); connect(b.port, s.port); connect(s.T, half.u);"
                     "connect(half.y, e.T); connect(f.port, fb.port_a); connect(fb.port_b, b.port);"
                     "connect(wave.y, f.T);");
    derivatives d = begin_derivatives(&r);
    uint64_t seed = 5;
    assert_int_equal(eg_network_update_structure(d.s, 0.3), 0);
    for (int trial = 0; trial < 5; trial++) {
        for (int i = 0; i < d.n; i++) {
            d.y[i] = 300 + 200 * random_number(&seed);
            d.yp[i] = random_number(&seed);
        }
        check_jacobian(&d, 0.3, "radiation");
    }
    end_derivatives(&d);
    rig_end(&r);
}

/* ---------------------------------------------------------------- collectors */

/* Six heaters of 1 to 6 W and one of 10 W warm 7 J/K: 31/7 K/s. */
static void heat_flows_come_together(void **state)
{
    (void)state;
    rig r = run_text(H_ "Components.ThermalCollectorMatrix matrix(Ns=2, Np=3);" H_
                        "Components.ThermalCollector two(m=2);" H_
                        "Sources.FixedHeatFlow q[2, 3](Q_flow={{1, 2, 3}, {4, 5, 6}}), more(Q_flow=10);" H_
                        "Components.HeatCapacitor body(C=7, T(start=300, fixed=true));"
                        "equation for i in 1:2, j in 1:3 loop connect(q[i, j].port, matrix.port_a[i, j]);"
                        "end for; connect(matrix.port_b, two.port_a[1]); connect(more.port, two.port_a[2]);"
                        "connect(two.port_b, body.port);",
                     2);
    NEAR(end(&r, "body.T"), 300 + 2 * 31 / 7.0, 1e-9);
    NEAR(end(&r, "matrix.port_a[2,3].Q_flow"), 6, 1e-12);
    NEAR(end(&r, "two.port_a[1].Q_flow"), 21, 1e-12);
    NEAR(end(&r, "two.port_b.Q_flow"), -31, 1e-12);
    NEAR(end(&r, "matrix.port_a[1,1].T"), end(&r, "body.T"), 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- losses */

/* The structure of MSL's example HeatLosses: everything that loses power, on one heat port without capacity.
 * What leaves through `convection` is the sum of all losses at every instant, to round-off: the conductor's
 * flow Gc dT is that of a temperature near 300 K, known to an ulp, and each loss is known to an ulp. The heat
 * ports say the same, and the friction of a stuck element loses nothing. */
static void all_losses_leave_by_convection(void **state)
{
    (void)state;
    static const char *const names[] = {"elastic", "damper", "pad", "friction", "brake", "stop", "stiff"};
    rig r = run_text(
        T_
        "Components.Mass m1(m=1, L=0.1, s(fixed=true), v(fixed=true)), m2(m=1, L=0.1), m3(m=1, L=0.1,"
        "v(fixed=true));" T_ "Components.SpringDamper elastic(c=100, d=10, useHeatPort=true,"
        "s_rel(fixed=true), v_rel(fixed=true)), stiff(c=10000, d=1000, useHeatPort=true,"
        "s_rel(fixed=true));" T_ "Components.Damper damper(d=10, useHeatPort=true);" T_
        "Components.ElastoGap pad(c=100, d=20, s_rel0=-0.02, useHeatPort=true);" T_
        "Components.Fixed left, wall;" T_ "Sources.Force force;" B_ "Sources.Sine push(f=1, amplitude=20),"
        "hand(f=2, amplitude=10);" T_ "Components.SupportFriction friction(useHeatPort=true);" T_
        "Components.Spring spring(c=100, s_rel(fixed=true));" T_
        "Components.Brake brake(fn_max=10, useHeatPort=true);" T_
        "Components.MassWithStopAndFriction stop(L=0.1, m=1, F_prop=0.5, F_Coulomb=1, F_Stribeck=2, fexp=2,"
        "smin=0, smax=0.4, v(fixed=true), useHeatPort=true);" H_ "Components.Convection convection;" B_
        "Sources.Constant Gc(k=20);" H_ "Celsius.FixedTemperature ambient(T=25);"
        "equation connect(push.y, force.f); connect(force.flange, m1.flange_a);"
        "connect(m1.flange_b, elastic.flange_a); connect(m1.flange_a, damper.flange_a);"
        "connect(damper.flange_b, left.flange); connect(elastic.flange_b, m2.flange_a);"
        "connect(m2.flange_b, friction.flange_a); connect(friction.flange_b, spring.flange_a);"
        "connect(spring.flange_b, m3.flange_a); connect(m3.flange_b, brake.flange_a);"
        "connect(hand.y, brake.f_normalized); connect(pad.flange_b, m1.flange_a);"
        "connect(pad.flange_a, wall.flange); connect(brake.flange_b, stiff.flange_a);"
        "connect(stiff.flange_b, stop.flange_a); connect(Gc.y, convection.Gc);"
        "connect(ambient.port, convection.fluid); connect(pad.heatPort, convection.solid);"
        "connect(damper.heatPort, convection.solid); connect(elastic.heatPort, convection.solid);"
        "connect(friction.heatPort, convection.solid); connect(brake.heatPort, convection.solid);"
        "connect(stop.heatPort, convection.solid); connect(stiff.heatPort, convection.solid);",
        2);
    const double ulp_of_T = 5.7e-14;
    double most = 0;
    for (size_t row = 0; row < rows(&r); row++) {
        double sum = 0, size = 0;
        for (size_t i = 0; i < EG_COUNT(names); i++) {
            char loss[60], port[60];
            snprintf(loss, sizeof loss, "%s.lossPower", names[i]);
            snprintf(port, sizeof port, "%s.heatPort.Q_flow", names[i]);
            sum += at(&r, loss, row);
            size += fabs(at(&r, loss, row));
            NEAR(at(&r, port, row), -at(&r, loss, row), 0);
        }
        most = fmax(most, sum);
        NEAR(at(&r, "convection.Q_flow", row), sum, 20 * 4 * ulp_of_T + 1e-14 * size);
        NEAR(at(&r, "ambient.port.Q_flow", row), at(&r, "convection.Q_flow", row), 0);
        if (at(&r, "friction.locked", row) == 1)
            NEAR(at(&r, "friction.lossPower", row), 0, 0);
    }
    TRUE(most > 1 && r.st.events > 10);
    rig_end(&r);
}

/* ---------------------------------------------------------------- scales */

/* Water freezes at 0 degC, 32 degF, 491.67 degRk, and boils at 100, 212, 671.67. */
static void scales_agree_at_the_points_of_water(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double freezes, boils;
    } scales[] = {{"Celsius", 0, 100}, {"Fahrenheit", 32, 212}, {"Rankine", 491.67, 671.67}};
    for (size_t i = 0; i < EG_COUNT(scales); i++) {
        const char *s = scales[i].name;
        char text[3000];
        snprintf(text, sizeof text,
                 H_ "%s.FixedTemperature fixed(T=%.17g);" H_ "%s.PrescribedTemperature given;" B_
                    "Sources.Ramp ramp(offset=%.17g, height=%.17g, duration=1);" H_
                    "%s.TemperatureSensor a, b;" H_ "%s.ToKelvin to;" H_ "%s.FromKelvin from;" H_
                    "Sensors.TemperatureSensor k;"
                    "equation connect(ramp.y, given.T); connect(ramp.y, to.%s); connect(k.T, from.Kelvin);"
                    "connect(given.port, k.port); connect(given.port, b.port); connect(fixed.port, a.port);",
                 s, scales[i].boils, s, scales[i].freezes, scales[i].boils - scales[i].freezes, s, s, s, s);
        rig r = run_text(text, 1);
        char name[40];
        snprintf(name, sizeof name, "from.%s", s);
        NEAR(end(&r, "fixed.port.T"), 373.15, 1e-12);
        NEAR(end(&r, "a.T"), scales[i].boils, 1e-12);
        NEAR(begin(&r, "k.T"), 273.15, 1e-12);
        NEAR(end(&r, "given.port.T"), 373.15, 1e-12);
        NEAR(value(&r, "to.Kelvin", 0.5), 323.15, 1e-12);
        NEAR(begin(&r, name), scales[i].freezes, 1e-12);
        NEAR(end(&r, "b.T"), scales[i].boils, 1e-12);
        rig_release(&r);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- Dyad's names */

/* FurnaceDyad again, in the names of the Modelica Standard Library: the same bits. */
static void dyad_names_are_the_same_physics(void **state)
{
    (void)state;
    /* ThermalComponents: HeatCapacitor, BodyRadiation, Convection, ConvectiveResistor, ThermalConductor,
     * ThermalResistor; FixedHeatFlow, PrescribedHeatFlow, PrescribedTemperature; TemperatureSensor,
     * RelativeTemperatureSensor, HeatFlowSensor */
    static const char *const names[] = {
        "piece.T",        "wall.T",           "a.Q_flow",           "b.Q_flow",          "air.Q_flow",
        "chimney.Q_flow", "feet.Q_flow",      "bolts.Q_flow",       "pilot.port.Q_flow", "burner.port.Q_flow",
        "ofWall.T",       "difference.T_rel", "ground.port.Q_flow", "draught.port.T",    "intoGround.Q_flow"};
    char path[1000];
    rig a = {.d = eg_diagnostics_create()};
    snprintf(path, sizeof path, "%s/examples/FurnaceDyad.mo", EG_SOURCE_DIR);
    if (eg_spec_read(path, NULL, a.d, &a.spec) != EG_OK)
        rig_demand(&a, 0, "the example");
    run(&a, 1800, 1e-8);
    rig b = read_text(
        H_
        "Components.HeatCapacitor piece(C=500, T(start=900, fixed=true)), wall(C=4000, T(start=400,"
        "fixed=true));" H_ "Components.BodyRadiation a(Gr=0.05), b(Gr=0.04);" H_
        "Components.Convection air;" H_ "Components.ConvectiveResistor chimney;" H_
        "Components.ThermalConductor feet(G=1.5);" H_ "Components.ThermalResistor bolts(R=4);" H_
        "Sources.FixedTemperature ground(T=285), room(T=293.15);" H_
        "Sources.PrescribedTemperature draught;" H_ "Sources.FixedHeatFlow pilot(Q_flow=50, alpha=-1e-4);" H_
        "Sources.PrescribedHeatFlow burner;" H_ "Sensors.TemperatureSensor ofWall;" H_
        "Sensors.RelTemperatureSensor difference;" H_ "Sensors.HeatFlowSensor intoGround;" B_
        "Sources.Ramp wind(height=8, duration=600, offset=4);" B_
        "Sources.Sine weather(amplitude=5, f=1e-3, offset=290);" B_
        "Sources.Constant resistance(k=0.3), goal(k=450);" B_ "Math.Feedback error;" B_
        "Math.Gain controller(k=6); equation connect(piece.port, a.port_a); connect(a.port_b, b.port_a);"
        "connect(b.port_b, wall.port); connect(wall.port, air.solid); connect(air.fluid, room.port);"
        "connect(wind.y, air.Gc); connect(wall.port, chimney.solid); connect(chimney.fluid, draught.port);"
        "connect(resistance.y, chimney.Rc); connect(weather.y, draught.T); connect(wall.port, feet.port_a);"
        "connect(feet.port_b, intoGround.port_a); connect(wall.port, bolts.port_a);"
        "connect(intoGround.port_b, ground.port); connect(bolts.port_b, intoGround.port_a); "
        "connect(pilot.port, wall.port); connect(burner.port, wall.port);"
        "connect(wall.port, ofWall.port); connect(piece.port, difference.port_a);"
        "connect(wall.port, difference.port_b); connect(goal.y, error.u1); connect(ofWall.T, error.u2);"
        "connect(error.y, controller.u); connect(controller.y, burner.Q_flow);");
    run(&b, 1800, 1e-8);
    TRUE(rows(&a) == rows(&b));
    for (size_t i = 0; i < EG_COUNT(names); i++)
        for (size_t row = 0; row < rows(&a) && row < rows(&b); row++)
            if (!NEAR(at(&a, names[i], row), at(&b, names[i], row), 0)) {
                print_error("  %s at row %zu\n", names[i], row);
                break;
            }
    NEAR(begin(&a, "piece.T"), 900, 0);
    NEAR(begin(&a, "piece.dT"), -begin(&a, "a.Q_flow") / 500, 1e-12);
    rig_release(&a);
    rig_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_cools_into_space),
        cmocka_unit_test(a_sheet_is_in_balance),
        cmocka_unit_test(a_sheet_beside_a_huge_flow),
        cmocka_unit_test(a_small_difference_keeps_its_digits),
        cmocka_unit_test(the_jacobian_of_radiation_is_exact),
        cmocka_unit_test(heat_flows_come_together),
        cmocka_unit_test(all_losses_leave_by_convection),
        cmocka_unit_test(scales_agree_at_the_points_of_water),
        cmocka_unit_test(dyad_names_are_the_same_physics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
