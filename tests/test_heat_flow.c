/* Heat flows that are measured, and heat ports made of signals: against closed forms. */
#include "run_text.h"
#include "derivative_checks.h"
#include "network/solve/structure.h"

/* ---------------------------------------------------------------- HeatFlowSensor */

/* Two capacities of 10 and 5 J/K, joined by a sensor, cool over 3 W/K to 280 K: T = 280 + 20 exp(-t/5).
 * Through the sensor flows what the second one does not bring: 2/3 of all. Two in series in front of the
 * wall, one between a pair of conductors: all of it. */
static void heat_is_measured_on_its_way(void **state)
{
    (void)state;
    rig r = run_text(H_ "Components.HeatCapacitor big(C=10, T(start=300, fixed=true)), small(C=5);" H_
                        "Components.ThermalConductor g1(G=6), g2(G=6);" H_
                        "Sources.FixedTemperature wall(T=280);" H_
                        "Sensors.HeatFlowSensor between, middle, first, second, back, open;"
                        "equation connect(big.port, between.port_a); connect(between.port_b, small.port);"
                        "connect(small.port, g1.port_a); connect(g1.port_b, middle.port_a);"
                        "connect(middle.port_b, g2.port_a); connect(g2.port_b, first.port_a);"
                        "connect(first.port_b, second.port_a); connect(second.port_b, back.port_b);"
                        "connect(back.port_a, wall.port); connect(small.port, open.port_a);",
                     10);
    for (size_t row = 0; row < rows(&r); row++) {
        const double T = 20 * exp(-time_of(&r, row) / 5);
        NEAR(at(&r, "big.T", row), 280 + T, 1e3 * TOL);
        NEAR(at(&r, "small.T", row), at(&r, "big.T", row), 0);
        NEAR(at(&r, "between.Q_flow", row), 2 * T, 1e4 * TOL);
        NEAR(at(&r, "middle.Q_flow", row), 3 * T, 1e4 * TOL);
        NEAR(at(&r, "middle.port_a.T", row), 280 + T / 2, 1e3 * TOL);
        NEAR(at(&r, "first.Q_flow", row), 3 * T, 1e4 * TOL);
        NEAR(at(&r, "second.Q_flow", row), at(&r, "first.Q_flow", row), 0);
        NEAR(at(&r, "back.Q_flow", row), -at(&r, "first.Q_flow", row), 0);
        NEAR(at(&r, "wall.port.Q_flow", row), at(&r, "first.Q_flow", row), 1e-12);
        NEAR(at(&r, "between.port_a.Q_flow", row), at(&r, "between.Q_flow", row), 0);
        NEAR(at(&r, "between.port_b.Q_flow", row), -at(&r, "between.Q_flow", row), 0);
        NEAR(at(&r, "open.Q_flow", row), 0, 0);
    }
    rig_end(&r);
}

/* What leaves is measured, and a quarter of it brought back: C der(T) = -(1 - k) G (T - 280). */
static void what_is_measured_acts_back(void **state)
{
    (void)state;
    rig r = run_text(
        H_ "Components.HeatCapacitor body(C=10, T(start=300, fixed=true));" H_
           "Components.ThermalConductor g(G=4);" H_ "Sources.FixedTemperature wall(T=280);" H_
           "Sensors.HeatFlowSensor sensor;" H_ "Sources.PrescribedHeatFlow back;" B_ "Math.Gain k(k=0.25);"
           "equation connect(body.port, g.port_a); connect(g.port_b, sensor.port_a);"
           "connect(sensor.port_b, wall.port); connect(sensor.Q_flow, k.u); connect(k.y, back.Q_flow);"
           "connect(back.port, body.port);",
        5);
    for (size_t row = 0; row < rows(&r); row++) {
        const double T = 20 * exp(-0.3 * time_of(&r, row));
        NEAR(at(&r, "body.T", row), 280 + T, 1e3 * TOL);
        NEAR(at(&r, "sensor.Q_flow", row), 4 * T, 1e4 * TOL);
    }
    rig_end(&r);
}

/* A capacity of 5 J/K that is held at 300 + 4 sin(t) takes 20 cos(t); a capacity of 3 beyond a sensor
 * likewise, and the user's own heater on that side brings 7 W. All is seen at the source, from both of its
 * sides. */
static void a_given_temperature_takes_heat(void **state)
{
    (void)state;
    rig r = run_text(
        "model Heater Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b port; equation port.Q_flow = -7;"
        "end Heater; Heater heater;" H_ "Components.HeatCapacitor near(C=5), far(C=3);" H_
        "Sources.PrescribedTemperature given;" H_ "Sensors.HeatFlowSensor sensor, source;" B_
        "Sources.Sine wave(amplitude=4, f=0.15915494309189535, offset=300);"
        "equation connect(wave.y, given.T); connect(given.port, source.port_a);"
        "connect(source.port_b, near.port); connect(near.port, sensor.port_a);"
        "connect(sensor.port_b, far.port); connect(heater.port, far.port);",
        6);
    for (size_t row = 0; row < rows(&r); row++) {
        const double slope = 4 * cos(time_of(&r, row));
        NEAR(at(&r, "near.port.Q_flow", row), 5 * slope, 1e-11);
        NEAR(at(&r, "sensor.Q_flow", row), 3 * slope - 7, 1e-11);
        NEAR(at(&r, "source.Q_flow", row), 8 * slope - 7, 1e-11);
        NEAR(at(&r, "given.port.Q_flow", row), -at(&r, "source.Q_flow", row), 1e-11);
    }
    rig_end(&r);
}

static void loops_of_sensors_are_refused(void **state)
{
    (void)state;
    rig r =
        read_text(H_ "Components.HeatCapacitor a(C=1), b(C=1);" H_ "Sensors.HeatFlowSensor one, two, three;"
                     "equation connect(a.port, one.port_a); connect(one.port_b, two.port_a);"
                     "connect(two.port_b, b.port); connect(three.port_a, a.port);"
                     "connect(three.port_b, b.port);");
    try_run(&r, 1, TOL);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "three joins heat ports that are joined already");
    rig_release(&r);
    r = read_text(H_ "Sensors.HeatFlowSensor lone;");
    try_run(&r, 1, TOL);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "nothing determines the temperature of the heat port lone.port_a");
    rig_release(&r);
    r = read_text(H_ "Sensors.HeatFlowSensor s;" H_ "Sources.FixedTemperature a(T=300), b(T=300);"
                     "equation connect(a.port, s.port_a); connect(b.port, s.port_b);");
    try_run(&r, 1, TOL);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "fix the same temperature");
    rig_end(&r);
}

/* The Jacobian against differences, with sensors whose signals act: between capacities, towards
 * temperatures that are given by a number and by a signal, beside radiation, losses and users' heat flows. */
static void the_jacobian_of_sensors_is_exact(void **state)
{
    (void)state;
    rig r = read_text(
        "model Lamp parameter Real k; Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b port;"
        "equation port.Q_flow = -k*port.T^2; end Lamp; Lamp lamp(k=1e-3);" H_
        "Components.HeatCapacitor a(C=3, T(start=500)), b(C=2), c(C=4), d(C=1.5);" H_
        "Components.BodyRadiation ac(Gr=2);" H_ "Components.ThermalConductor cd(G=2);" H_
        "Components.Convection ad;" H_ "Sensors.HeatFlowSensor ab, cw, dg, after;" H_
        "Sources.FixedTemperature wall(T=290);" H_ "Sources.PrescribedTemperature given;" H_
        "Sources.PrescribedHeatFlow back(alpha=1e-3);" B_ "Math.Gain k1(k=0.1), k2(k=-0.2), k3(k=0.05);" B_
        "Math.Add3 sum;" B_ "Sources.Sine wave(amplitude=20, f=1, offset=300);" B_
        "Sources.Constant two(k=2);"
        "equation connect(a.port, ab.port_a); connect(ab.port_b, b.port); connect(lamp.port, b.port);"
        "connect(a.port, ac.port_a); connect(ac.port_b, c.port); connect(a.port, ad.solid);"
        "connect(ad.fluid, d.port); connect(two.y, ad.Gc); connect(c.port, cd.port_a);"
        "connect(cd.port_b, cw.port_a); connect(cw.port_b, wall.port); connect(d.port, dg.port_a);"
        "connect(dg.port_b, after.port_a); connect(after.port_b, given.port); connect(wave.y, given.T);"
        "connect(ab.Q_flow, k1.u); connect(cw.Q_flow, k2.u); connect(dg.Q_flow, k3.u);"
        "connect(k1.y, sum.u1); connect(k2.y, sum.u2); connect(k3.y, sum.u3);"
        "connect(sum.y, back.Q_flow); connect(back.port, c.port);");
    derivatives d = begin_derivatives(&r);
    uint64_t seed = 7;
    assert_int_equal(eg_network_update_structure(d.s, 0.3), 0);
    for (int trial = 0; trial < 5; trial++) {
        for (int i = 0; i < d.n; i++) {
            d.y[i] = 300 + 200 * random_number(&seed);
            d.yp[i] = random_number(&seed);
        }
        check_jacobian(&d, 0.3, "heat flow sensors");
    }
    end_derivatives(&d);
    rig_end(&r);
}

/* ConditionalFixedHeatFlowSensor: 20 degC of its own over 2 W/K into 4 J/K; or what stands on the other
 * side. */
static void a_sensor_brings_its_surroundings(void **state)
{
    (void)state;
    rig r = run_text(
        H_ "Sensors.ConditionalFixedHeatFlowSensor own(useFixedTemperature=true),"
           "other(useFixedTemperature=false);" H_ "Components.ThermalConductor g1(G=2), g2(G=2);" H_
           "Components.HeatCapacitor c1(C=4, T(start=273.15, fixed=true)),"
           "c2(C=4, T(start=273.15, fixed=true));" H_ "Sources.FixedTemperature room(T=283.15);"
           "equation connect(own.port_b, g1.port_a); connect(g1.port_b, c1.port);"
           "connect(room.port, other.port_a); connect(other.port_b, g2.port_a); connect(g2.port_b, c2.port);",
        3);
    for (size_t row = 0; row < rows(&r); row++) {
        const double decay = exp(-0.5 * time_of(&r, row));
        NEAR(at(&r, "own.Q_flow", row), 40 * decay, 1e4 * TOL);
        NEAR(at(&r, "own.port_a.T", row), 293.15, 0);
        NEAR(at(&r, "other.Q_flow", row), 20 * decay, 1e4 * TOL);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- adaptors */

/* 12 W into 2 J/K here and 4 J/K there, which signals of temperature and heat flow tie, as
 * GeneralHeatFlowToTemperatureAdaptor and GeneralTemperatureToHeatFlowAdaptor make them: 2 K/s, and 8 W go
 * there. Beyond 1 W/K to 0 K over there more goes. */
static void adaptors_join_what_they_part(void **state)
{
    (void)state;
    static const char *const leak[] = {"0", "1"};
    for (int i = 0; i < 2; i++) {
        char text[3000];
        snprintf(text, sizeof text,
                 H_ "Components.HeatCapacitor here(C=2, T(start=300, fixed=true)), there(C=4);" H_
                    "Sources.FixedHeatFlow source(Q_flow=12);" H_
                    "Components.GeneralHeatFlowToTemperatureAdaptor out;" H_
                    "Components.GeneralTemperatureToHeatFlowAdaptor into;" H_
                    "Components.ThermalConductor leak(G=%s);" H_ "Sources.FixedTemperature cold(T=0);"
                    "equation connect(source.port, here.port); connect(here.port, out.heatPort);"
                    "connect(out.p, into.p); connect(out.pder, into.pder); connect(into.f, out.f);"
                    "connect(into.heatPort, there.port); connect(there.port, leak.port_a);"
                    "connect(leak.port_b, cold.port);",
                 leak[i]);
        rig r = run_text(text, 3);
        for (size_t row = 0; row < rows(&r); row++) {
            const double t = time_of(&r, row), T = i ? 12 + 288 * exp(-t / 6) : 300 + 2 * t;
            const double slope = i ? -48 * exp(-t / 6) : 2;
            NEAR(at(&r, "here.T", row), T, 1e4 * TOL);
            NEAR(at(&r, "there.T", row), at(&r, "here.T", row), 0);
            NEAR(at(&r, "out.pder", row), slope, 1e4 * TOL);
            NEAR(at(&r, "into.f", row), 4 * slope + (i ? T : 0), 1e5 * TOL);
            NEAR(at(&r, "out.heatPort.Q_flow", row), at(&r, "into.f", row), 1e-10);
            NEAR(at(&r, "into.heatPort.Q_flow", row), -at(&r, "into.f", row), 1e-10);
        }
        rig_release(&r);
    }
    ALL_WELL();
}

/* A conductor in other hands: temperatures go there, heat flows come back. No rate is needed; where one is
 * asked for it must be known. */
static void a_conductor_in_other_hands(void **state)
{
    (void)state;
    const char *text =
        H_ "Components.HeatCapacitor a(C=1, T(start=310, fixed=true)),"
           "b(C=1, T(start=290, fixed=true));" H_
           "Components.GeneralHeatFlowToTemperatureAdaptor outA(use_pder=false),"
           "outB(use_pder=false);" H_ "Components.GeneralTemperatureToHeatFlowAdaptor inA(use_pder=false),"
           "inB(use_pder=false);" H_ "Components.ThermalConductor g(G=0.5);"
           "equation connect(a.port, outA.heatPort); connect(outA.p, inA.p);"
           "connect(inA.f, outA.f); connect(inA.heatPort, g.port_a);"
           "connect(g.port_b, inB.heatPort); connect(outB.p, inB.p); connect(inB.f, outB.f);"
           "connect(outB.heatPort, b.port);";
    rig r = run_text(text, 2);
    for (size_t row = 0; row < rows(&r); row++) {
        const double decay = exp(-time_of(&r, row));
        NEAR(at(&r, "a.T", row), 300 + 10 * decay, 1e4 * TOL);
        NEAR(at(&r, "b.T", row), 300 - 10 * decay, 1e4 * TOL);
        NEAR(at(&r, "inA.f", row), 10 * decay, 1e4 * TOL);
        NEAR(at(&r, "inB.f", row), -10 * decay, 1e4 * TOL);
    }
    rig_release(&r);
    r = read_text(H_ "Components.GeneralHeatFlowToTemperatureAdaptor out;" H_
                     "Components.ThermalConductor g(G=1);" H_ "Sources.FixedTemperature wall(T=300);" B_
                     "Sources.Constant q(k=1);"
                     "equation connect(q.y, out.f); connect(out.heatPort, g.port_a);"
                     "connect(g.port_b, wall.port);");
    try_run(&r, 1, TOL);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "out differentiates the temperature of");
    rig_end(&r);
}

/* A start value that contradicts the temperature that a signal gives. */
static void given_temperatures_are_checked(void **state)
{
    (void)state;
    rig r = read_text(H_ "Components.HeatCapacitor c(C=1, T(start=310, fixed=true));" H_
                         "Sources.PrescribedTemperature given;" B_ "Sources.Constant T(k=300);"
                         "equation connect(T.y, given.T); connect(given.port, c.port);");
    try_run(&r, 1, TOL);
    TRUE(r.status != EG_OK);
    SAYS_ERROR(&r, "contradicts the 300 K");
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heat_is_measured_on_its_way),
        cmocka_unit_test(what_is_measured_acts_back),
        cmocka_unit_test(a_given_temperature_takes_heat),
        cmocka_unit_test(loops_of_sensors_are_refused),
        cmocka_unit_test(the_jacobian_of_sensors_is_exact),
        cmocka_unit_test(a_sensor_brings_its_surroundings),
        cmocka_unit_test(adaptors_join_what_they_part),
        cmocka_unit_test(a_conductor_in_other_hands),
        cmocka_unit_test(given_temperatures_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
