/* Constraints that users write at flanges of native bodies: fixed parts, rods, masses, sensors, levers and
 * exact drives of their own, each against what it must do. */
#include "equation_models.h"

#define FLANGES "Interfaces.Flange_a flange_a; Interfaces.Flange_b flange_b; "
#define OWN_CLASSES                                                                                          \
    "import Modelica.Mechanics.Translational.*; "                                                            \
    "model OwnFixed Interfaces.Flange_b flange; parameter Real s0 = 0.2; equation flange.s = s0; "           \
    "end OwnFixed; "                                                                                         \
    "model OwnMass " FLANGES "parameter Real m = 2, L = 0.1; Real s(start = 0.5, fixed = true), "            \
    "v(start = 0, fixed = true); equation flange_a.s = s - L/2; flange_b.s = s + L/2; v = der(s); "          \
    "m*der(v) = flange_a.f + flange_b.f; end OwnMass; "                                                      \
    "model OwnSensor " FLANGES "Real f; equation flange_a.s = flange_b.s; f = flange_a.f; "                  \
    "0 = flange_a.f + flange_b.f; end OwnSensor; "                                                           \
    "model OwnLever " FLANGES "equation flange_b.s = 0.3 - 2*flange_a.s; flange_a.f = 2*flange_b.f; "        \
    "end OwnLever; "                                                                                         \
    "model OwnDrive Interfaces.Flange_b flange; Real s, f; equation s = flange.s; s = 0.1*sin(5*time); "     \
    "f = flange.f; end OwnDrive; "                                                                           \
    "model OwnLag Interfaces.Flange_b flange; Real x(start = 0, fixed = true), y(start = 0, fixed = true); " \
    "equation der(x) = y; der(y) = 100*(0.3 - x) - 8*y; flange.s = x; end OwnLag; "

static double largest_difference(const rig *a, const rig *b, const char *name, const char *other)
{
    double most = 0;
    for (size_t i = 0; i < rows(a) && i < rows(b); i++)
        most = fmax(most, fabs(at(a, name, i) - at(b, other, i)));
    return most;
}

/* A mass between a spring and a damper, with a force sensor in line: of users' classes, and native. */
static void own_parts_are_what_native_ones_are(void **state)
{
    (void)state;
    static const char *const connects =
        "equation connect(w.flange, sp.flange_a); connect(sp.flange_b, m.flange_a); "
        "connect(m.flange_b, q.flange_a); connect(q.flange_b, d.flange_a); "
        "connect(d.flange_b, g.flange); end A;";
    char text[4000];
    snprintf(text, sizeof text,
             "model A %s OwnFixed w; Components.Spring sp(c = 100, s_rel0 = 0.1); OwnMass m; OwnSensor q; "
             "Components.Damper d(d = 3); OwnFixed g(s0 = 2); %s",
             OWN_CLASSES, connects);
    rig own = run_text(text, 1, 1e-10);
    snprintf(text, sizeof text,
             "model A import Modelica.Mechanics.Translational.*; Components.Fixed w(s0 = 0.2); "
             "Components.Spring sp(c = 100, s_rel0 = 0.1); Components.Mass m(m = 2, L = 0.1, s(start = 0.5, "
             "fixed = true), v(start = 0, fixed = true)); Sensors.ForceSensor q; Components.Damper d(d = 3); "
             "Components.Fixed g(s0 = 2); %s",
             connects);
    rig native = run_text(text, 1, 1e-10);
    static const char *const names[] = {"m.s",        "m.v",        "m.flange_a.f", "m.flange_b.f", "q.f",
                                        "w.flange.f", "g.flange.f", "sp.s_rel",     "q.flange_b.s"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        AT_MOST(largest_difference(&own, &native, names[i], names[i]), 1e-8);
    TRUE(eg_diagnostics_count(own.d) == 0);
    rig_end(&own);
    rig_end(&native);
}

/* The force that an exact drive takes is what the mass and the spring behind it ask for. */
static void own_exact_drives(void **state)
{
    (void)state;
    rig r =
        run_text("model A " OWN_CLASSES "OwnDrive d; Components.Mass m(m = 2); Components.Spring sp(c = 50); "
                 "Components.Mass m2(m = 1, s(start = 0.2, fixed = true), v(start = 0, fixed = true)); "
                 "OwnLag g; Components.Mass m3(m = 3); "
                 "equation connect(d.flange, m.flange_a); connect(m.flange_b, sp.flange_a); "
                 "connect(sp.flange_b, m2.flange_a); connect(g.flange, m3.flange_a); end A;",
                 1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        NEAR(at(&r, "m.s", i), 0.1 * sin(5 * t), 1e-15);
        NEAR(at(&r, "m.v", i), 0.5 * cos(5 * t), 1e-14);
        NEAR(at(&r, "m.a", i), -2.5 * sin(5 * t), 1e-13);
        NEAR(at(&r, "d.f", i), 5 * sin(5 * t) + at(&r, "sp.f", i), 1e-13);
        NEAR(at(&r, "m3.s", i), at(&r, "g.x", i), 1e-15);
        NEAR(at(&r, "m3.v", i), at(&r, "g.y", i), 1e-14);
        NEAR(at(&r, "m3.flange_a.f", i), 3 * (100 * (0.3 - at(&r, "g.x", i)) - 8 * at(&r, "g.y", i)), 1e-12);
    }
    rig_end(&r);
}

/* A lever, s_b = 0.3 - 2 s_a, between two masses: m_a + 4 m_b on a spring of stiffness 4 c. */
static double levered(double t)
{
    return 0.1 + 0.3 / 10 * sin(10 * t); /* c/m = 4*150/(2 + 4) = 100 */
}

static void an_own_lever(void **state)
{
    (void)state;
    rig r = run_text("model A " OWN_CLASSES "Components.Mass a(m = 2, s(start = 0.1, fixed = true), "
                     "v(start = 0.3, fixed = true)); OwnLever lever; Components.Mass b(m = 1); "
                     "Components.Spring sp(c = 150, s_rel0 = 0.1); Components.Fixed w; "
                     "equation connect(a.flange_b, lever.flange_a); connect(lever.flange_b, b.flange_a); "
                     "connect(w.flange, sp.flange_a); connect(sp.flange_b, b.flange_a); end A;",
                     1, 1e-10);
    AT_MOST(largest_error(&r, "a.s", levered), 1e-8);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "b.s", i), 0.3 - 2 * at(&r, "a.s", i), 1e-15);
        NEAR(at(&r, "lever.flange_a.f", i), 2 * at(&r, "lever.flange_b.f", i), 1e-13);
        NEAR(at(&r, "lever.flange_a.f", i), -2 * at(&r, "a.a", i), 1e-12);
    }
    rig_end(&r);
}

/* Temperatures: C der(T) = G (T1 - T) + G (T2 - T). */
static void own_temperatures(void **state)
{
    (void)state;
    rig r = run_text(
        "model A import Modelica.Thermal.HeatTransfer.*; "
        "model Hot Interfaces.HeatPort_a node; parameter Real T = 350; equation node.T = T; end Hot; "
        "model Warm Interfaces.HeatPort_a node; equation node.T = 300 + 10*time; end Warm; Hot a; "
        "Warm p; Components.ThermalConductor c(G = 2), e(G = 2); "
        "Components.HeatCapacitor h(C = 4, T(start = 300, fixed = true)); "
        "equation connect(a.node, c.port_a); connect(c.port_b, h.port); "
        "connect(p.node, e.port_a); connect(e.port_b, h.port); end A;",
        1, 1e-10);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i); /* T' + T = 325 + 5 t */
        NEAR(at(&r, "h.T", i), 320 + 5 * t - 20 * exp(-t), 1e-6);
        NEAR(at(&r, "a.node.Q_flow", i), -2 * (350 - at(&r, "h.T", i)), 1e-10);
    }
    rig_end(&r);
}

static void expect_error(const char *text, const char *message)
{
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, message);
    rig_end(&r);
}

/* A class that is rigid says what its forces add up to; native parts tie no positions by equations alone. */
static void what_is_missing_is_named(void **state)
{
    (void)state;
    expect_error("model A " OWN_CLASSES "model R extends Interfaces.PartialRigid; end R; R r(L = 1); "
                 "Components.Mass m(m = 1); equation connect(r.flange_b, m.flange_a); end A;",
                 "nothing says which force acts on r.flange_a");
    expect_error("model A " OWN_CLASSES "model R " FLANGES "equation flange_a.s = flange_b.s; end R; R r; "
                 "Components.Mass m(m = 1); equation connect(r.flange_b, m.flange_a); end A;",
                 "nothing says which force acts on r.flange_a");
    expect_error("model A " OWN_CLASSES "Components.Mass m(m = 1), n(m = 2); equation m.s + n.s = 1; end A;",
                 "m.s + n.s = 1 determines nothing");
}

/* A motion that jumps would take an infinite speed. */
static void a_motion_that_jumps(void **state)
{
    (void)state;
    rig r = rig_read("model A " OWN_CLASSES "model D Interfaces.Flange_b flange; "
                     "equation flange.s = if time < 0.5 then 0 else 1; end D; D d; Components.Mass m(m = 1); "
                     "equation connect(d.flange, m.flange_a); end A;");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "would have to jump by 1 m at time 0.5 s");
    rig_end(&r);
}

/* Native drives along signals that equations give: of a block of one's own with a block behind it, of a
 * state, and differentiated twice. x = 1 - exp(-t), y = x^2. */
static void native_drives_along_equations(void **state)
{
    (void)state;
    rig r = run_text(
        "model A import B = Modelica.Blocks; " OWN_CLASSES
        "model Way extends B.Interfaces.SO; equation y = 2*sin(3*time); end Way; "
        "model Lag extends B.Interfaces.SO; Real x(start = 0, fixed = true); "
        "equation der(x) = 1 - x; y = x^2; end Lag; "
        "Way way; B.Math.Gain half(k = 0.5); Sources.Position p(exact = true); Components.Mass m(m = 2); "
        "Lag lag; Sources.Speed q(exact = true); Components.Mass n(m = 3); B.Continuous.Der d, dd; "
        "Sources.Position z(exact = true); Components.Mass o(m = 1); "
        "equation connect(way.y, half.u); connect(half.y, p.s_ref); connect(p.flange, m.flange_a); "
        "connect(lag.y, q.v_ref); connect(q.flange, n.flange_a); connect(lag.y, d.u); connect(d.y, dd.u); "
        "z.s_ref = lag.x; connect(z.flange, o.flange_a); end A;",
        1, 1e-10);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), e = exp(-t), rate = 2 * (1 - e) * e;
        NEAR(at(&r, "m.v", i), 3 * cos(3 * t), 1e-13);
        NEAR(at(&r, "p.flange.f", i), 18 * sin(3 * t), 1e-12);
        NEAR(at(&r, "n.a", i), rate, 1e-8);
        NEAR(at(&r, "q.flange.f", i), -3 * rate, 3e-8);
        NEAR(at(&r, "d.y", i), rate, 1e-8);
        NEAR(at(&r, "dd.y", i), -2 * e + 4 * e * e, 1e-8);
        NEAR(at(&r, "z.flange.f", i), e, 1e-8);
    }
    rig_end(&r);
    expect_error("model A " OWN_CLASSES "Sources.Position p(exact = true); Components.Mass m(m = 2); "
                 "Real z(start = 0); equation z^3 + z = sin(time); p.s_ref = z; "
                 "connect(p.flange, m.flange_a); end A;",
                 "z^3 + z = sin(time) needs the derivative of z");
    r = rig_read("model A " OWN_CLASSES "Sources.Position p(exact = true); Components.Mass m(m = 2); "
                 "Modelica.Blocks.Math.Gain g(k = 2); discrete Real x(start = 0, fixed = true); "
                 "equation when time > 0.5 then x = 1; end when; g.u = x; connect(g.y, p.s_ref); "
                 "connect(p.flange, m.flange_a); end A;");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_SIMULATION);
    SAYS_ERROR(&r, "would have to jump by 2 m at time 0.5 s");
    rig_end(&r);
}

/* A spec is compiled again and again, with the links of the first time. */
static void compiled_twice(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "model A " OWN_CLASSES "OwnDrive d; Components.Mass m(m = 2); "
        "equation connect(d.flange, m.flange_a); end A;",
        /* a link between a flange and a rotational one */
        "model A model Rack extends Modelica.Mechanics.Translational.Interfaces."
        "PartialElementaryRotationalToTranslational; parameter Real r(unit = \"m\") = 0.05; "
        "equation flangeT.s = r*flangeR.phi; 0 = flangeR.tau + r*flangeT.f; end Rack; Rack d; "
        "Modelica.Mechanics.Rotational.Sources.Torque f; "
        "Modelica.Mechanics.Translational.Components.Mass m(m = 2, s(start = 0, fixed = true), "
        "v(start = 0, fixed = true)); Modelica.Blocks.Sources.Constant k(k = 1); "
        "equation connect(k.y, f.tau); connect(f.flange, d.flangeR); connect(d.flangeT, m.flange_a); end A;"};
    for (int k = 0; k < 2; k++) {
        rig r = rig_read(texts[k]);
        double first = 0;
        for (int i = 0; i < 2; i++) {
            run(&r, 1, 1e-6);
            first = i == 0 ? end(&r, "m.v") : first;
        }
        NEAR(end(&r, "m.v"), first, 0);
        if (k == 1)
            NEAR(first, 10, 1e-9); /* 1 N.m on 0.05 m, 2 kg, for 1 s */
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_parts_are_what_native_ones_are),
        cmocka_unit_test(own_exact_drives),
        cmocka_unit_test(an_own_lever),
        cmocka_unit_test(own_temperatures),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(a_motion_that_jumps),
        cmocka_unit_test(native_drives_along_equations),
        cmocka_unit_test(compiled_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
