/* Users' equations on variables that native components compute for results only: the class's equations give
 * them, or the component is carried out by these. The native result is the truth. */
#include "equation_models.h"

#define BLOCKS "Modelica.Blocks."
#define HEAT "Modelica.Thermal.HeatTransfer."

/* y[i] = the variable of that name. */
static void check_all(const rig *r, const char *const *names, size_t count, double allowed)
{
    for (size_t k = 0; k < count; k++) {
        char own[32];
        snprintf(own, sizeof own, "y[%zu]", k + 1);
        for (size_t i = 0; i < rows(r); i++)
            NEAR(at(r, own, i), at(r, names[k], i), allowed);
    }
}

/* A brake that grips again and again, beside friction that comes to rest, behind a force sensor. */
static void friction_and_its_forces(void **state)
{
    (void)state;
    static const char *const names[] = {
        "br.mu",         "br.fn",         "br.f0",         "br.f0_max",         "br.sa",
        "br.v_relfric",  "br.a_relfric",  "br.flange_a.f", "br.flange_b.f",     "fr.sa",
        "fr.flange_a.f", "fr.flange_b.f", "fr.s_a",        "fr.heatPort.Q_flow"};
    rig r = run_text(
        "model A " USES "Brake br(mu_pos = [0, 0.4; 1, 0.3; 3, 0.25], fn_max = 10, peak = 1.2); Fixed w; "
        "SupportFriction fr(f_pos = [0, 2], peak = 1.5, useHeatPort = true); Spring k(c = 10), k2(c = 30); "
        "Mass m(m = 1, s(fixed = true), v(start = 2, fixed = true)); " HEAT
        "Sources.FixedTemperature room(T = 293); "
        "Mass m2(m = 1, s(fixed = true), v(start = 1, fixed = true)); " BLOCKS
        "Sources.Pulse u(period = 0.7); " T_LIB "Sensors.ForceSensor sensor; "
        "Real y[14] = {br.mu, br.fn, br.f0, br.f0_max, br.sa, br.v_relfric, br.a_relfric, br.flange_a.f, "
        "br.flange_b.f, fr.sa, fr.flange_a.f, fr.flange_b.f, fr.s_a, fr.heatPort.Q_flow}; "
        "Real twice = 2*fr.f_pos[1, 2]; Real z(start = 0, fixed = true), heat(start = 0, fixed = true); "
        "Boolean strong = abs(fr.sa) > 1; Integer n(start = 0); "
        "equation der(z) = br.mu; der(heat) = fr.heatPort.Q_flow; when strong then n = pre(n) + 1; end when; "
        "connect(m.flange_b, fr.flange_a); connect(fr.flange_b, k.flange_a); connect(k.flange_b, w.flange); "
        "connect(m2.flange_b, br.flange_a); connect(br.flange_b, sensor.flange_a); "
        "connect(sensor.flange_b, k2.flange_a); connect(k2.flange_b, w.flange); "
        "connect(u.y, br.f_normalized); connect(fr.heatPort, room.port); end A;",
        3, 1e-8);
    check_all(&r, names, EG_COUNT(names), 1e-9);
    NEAR(begin(&r, "twice"), 4, 0);
    TRUE(end(&r, "n") >= 1);
    TRUE(end(&r, "fr.locked") == 1);
    /* all that m had in speed and not in the spring at the end */
    double s = end(&r, "m.s");
    NEAR(-end(&r, "heat"), 0.5 * 4 - 0.5 * 10 * s * s, 1e-6);
    rig_end(&r);
}

/* What blocks have inside: those of them whose equations do not say it are carried out by these. */
static void blocks_and_conductors(void **state)
{
    (void)state;
    static const char *const names[] = {"pi.x",   "pid.I.y",      "pid.controlError", "pid.limiter.u",
                                        "so.yd",  "con.dT",       "con.Q_flow",       "con.port_b.Q_flow",
                                        "step.f", "step.flange.f"};
    rig r = run_text(
        "model A " USES BLOCKS "Sources.Sine u(f = 0.5); " BLOCKS "Continuous.PI pi(T = 0.3, k = 2); " BLOCKS
        "Continuous.SecondOrder so(w = 10, D = 0.5); " BLOCKS
        "Continuous.LimPID pid(Ti = 0.3, Td = 0.1, yMax = 3); " HEAT
        "Components.ThermalConductor con(G = 2); " HEAT
        "Components.HeatCapacitor cap(C = 5, T(start = 300, fixed = true)); " HEAT
        "Sources.FixedTemperature room(T = 280); Mass m(s(fixed = true), v(fixed = true)); "
        "ForceStep step(stepForce = 2, startTime = 0.5); "
        "Real y[10] = {pi.x, pid.I.y, pid.controlError, pid.limiter.u, so.yd, con.dT, con.Q_flow, "
        "con.port_b.Q_flow, step.f, step.flange.f}; Real z(start = 0, fixed = true); "
        "equation der(z) = pi.x; connect(u.y, pi.u); connect(u.y, pid.u_s); connect(so.y, pid.u_m); "
        "connect(pid.y, so.u); connect(cap.port, con.port_a); connect(con.port_b, room.port); "
        "connect(step.flange, m.flange_a); end A;",
        3, 1e-9);
    check_all(&r, names, EG_COUNT(names), 1e-9);
    /* pi.x = (1 - cos(pi t))/(0.3 pi) */
    NEAR(end(&r, "pi.x"), 2 / (0.3 * 3.14159265358979), 1e-7);
    NEAR(end(&r, "z"), 3 / (0.3 * 3.14159265358979), 1e-6);
    rig_end(&r);
}

/* Of arrays of components, and of what a class inherits. */
static void in_arrays_and_classes(void **state)
{
    (void)state;
    rig r =
        run_text("model A " USES "model Pad extends SupportFriction(f_pos = [0, k]); parameter Real k = 2; "
                 "Real half = f0_max/2; end Pad; Pad pad(k = 3); "
                 "SupportFriction fr[3](each f_pos = [0, 2; 1, 1], peak = {1, 1.5, 2}); "
                 "Mass m[3](m = {1, 2, 3}, each s(fixed = true), v(start = {0.1, 0.2, 0.3}, "
                 "each fixed = true)); Real total = sum(fr.f0_max), y[3] = fr.sa; "
                 "equation for i in 1:3 loop connect(m[i].flange_b, fr[i].flange_a); end for; end A;",
                 3, 1e-9);
    static const char *const names[] = {"fr[1].sa", "fr[2].sa", "fr[3].sa"};
    check_all(&r, names, 3, 1e-12);
    NEAR(end(&r, "total"), 9, 0);
    NEAR(end(&r, "pad.half"), 1.5, 0);
    rig_end(&r);
}

/* MSL's external tables, in parameters too: held at their ends, or going on; a column of several. */
static void tables_as_external_objects(void **state)
{
    (void)state;
    rig r = run_text(
        "model A import " BLOCKS "Types.*; import " BLOCKS "Tables.Internal.*; "
        "parameter Real points[:, :] = [0, 0, 1; 1, 2, 5; 3, 3, 4]; "
        "final parameter ExternalCombiTable1D held = ExternalCombiTable1D(\"NoName\", \"NoName\", "
        "points, {2}, "
        "Smoothness.LinearSegments, Extrapolation.HoldLastPoint, false); "
        "final parameter ExternalCombiTable1D on = ExternalCombiTable1D(tableName = \"NoName\", "
        "fileName = \"NoName\", table = points, columns = {3, 2}, smoothness = Smoothness.LinearSegments, "
        "extrapolation = Extrapolation.LastTwoPoints, verboseRead = false); "
        "parameter Real p = getTable1DValueNoDer2(on, 2, 0.25); "
        "Real y = getTable1DValueNoDer2(held, 1, time), z = getTable1DValue(on, 1, time - 1); "
        "Real q = p*time; end A;",
        4, 1e-9);
    NEAR(end(&r, "q"), 2, 1e-12);
    NEAR(value(&r, "y", 0.4), 0.8, 1e-12);
    NEAR(value(&r, "y", 2), 2.5, 1e-12);
    NEAR(end(&r, "y"), 3, 1e-12);
    NEAR(begin(&r, "z"), -3, 1e-12);
    NEAR(end(&r, "z"), 4, 1e-12);
    rig_end(&r);
    r = rig_read("model A Real x = 2*" BLOCKS "Tables.Internal.getTable1DValue(time, 1, time); end A;");
    SAYS_ERROR(&r, "ExternalCombiTable1D must stand");
    rig_end(&r);
}

/* What is known with the rows only: forces through masses that friction may hold or stops may strike, heat
 * into what stores it. Nothing else changes by looking. */
static void what_results_alone_know(void **state)
{
    (void)state;
    static const char *const names[] = {"m.flange_a.f",    "m.flange_b.f",   "stop.flange_a.f",
                                        "stop.flange_b.f", "fr.flange_b.f",  "cap.port.Q_flow",
                                        "cap.der_T",       "w.flange.f",     "stop.lossPower",
                                        "weight.f",        "weight.flange.f"};
    rig r = run_text(
        "model A " USES "Mass m(m = 1, s(fixed = true), v(start = 3, fixed = true)); Fixed w(s0 = 0.6); "
        "SupportFriction fr(f_pos = [0, 1.5], useHeatPort = true); "
        "MassWithStopAndFriction stop(m = 2, L = 0, smin = -0.2, smax = 0.5, F_prop = 1, F_Coulomb = 2, "
        "F_Stribeck = 1, fexp = 2, s(fixed = true), v(start = 1, fixed = true)); "
        "Spring k(c = 40), k2(c = 60); "
        "ConstantForce weight(f_constant = 2.5); " HEAT
        "Components.HeatCapacitor cap(C = 3, T(start = 300, fixed = true)); " HEAT
        "Components.ThermalConductor out(G = 0.2); " HEAT "Sources.FixedTemperature room(T = 293); "
        "Real y[11] = {m.flange_a.f, m.flange_b.f, stop.flange_a.f, stop.flange_b.f, fr.flange_b.f, "
        "cap.port.Q_flow, cap.der_T, w.flange.f, stop.lossPower, weight.f, weight.flange.f}; "
        "Real twice = 2*y[1] + der(cap.T); "
        "equation connect(weight.flange, m.flange_a); connect(m.flange_b, fr.flange_a); "
        "connect(fr.flange_b, k.flange_a); connect(k.flange_b, w.flange); "
        "connect(stop.flange_b, k2.flange_a); connect(k2.flange_b, w.flange); "
        "connect(fr.heatPort, cap.port); "
        "connect(cap.port, out.port_a); connect(out.port_b, room.port); end A;",
        1, 1e-9);
    check_all(&r, names, EG_COUNT(names), 1e-12);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "twice", i), 2 * at(&r, "m.flange_a.f", i) + at(&r, "cap.der_T", i), 1e-12);
    rig_end(&r);
}

/* Heat into a given temperature follows from the others at its node: it may be summed up, and be an event. */
static void heat_into_given_temperatures(void **state)
{
    (void)state;
    static const char *const names[] = {"room.port.Q_flow", "sky.port.Q_flow", "cap.port.Q_flow"};
    rig r = run_text(
        "model A " HEAT "Components.HeatCapacitor cap(C = 3, T(start = 400, fixed = true)); " HEAT
        "Components.ThermalConductor a(G = 0.2); " HEAT "Components.Convection b; " HEAT
        "Components.BodyRadiation c(Gr = 0.01); " HEAT
        "Sources.FixedTemperature room(T = 293), sky(T = 280); " HEAT
        "Sources.FixedHeatFlow f(Q_flow = 5, alpha = 0.01, T_ref = 300); " BLOCKS
        "Sources.Constant Gc(k = 0.3); Real y[3] = {room.port.Q_flow, sky.port.Q_flow, cap.port.Q_flow}; "
        "Real E(start = 0, fixed = true); Boolean hot = room.port.Q_flow > 35; "
        "equation der(E) = room.port.Q_flow + sky.port.Q_flow - 5*(1 + 0.01*(cap.T - 300)); connect(f.port, "
        "cap.port); connect(cap.port, a.port_a); connect(a.port_b, room.port); connect(cap.port, b.solid); "
        "connect(b.fluid, room.port); connect(Gc.y, b.Gc); connect(cap.port, c.port_a); "
        "connect(c.port_b, sky.port); end A;",
        5, 1e-10);
    int edges = 0;
    check_all(&r, names, EG_COUNT(names), 1e-11);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "E", i), 3 * (400 - at(&r, "cap.T", i)), 1e-6);
        double over = at(&r, "room.port.Q_flow", i) - 35;
        if (fabs(over) > 1e-9)
            NEAR(at(&r, "hot", i), over > 0, 0);
        if (i > 0 && at(&r, "hot", i) < at(&r, "hot", i - 1)) {
            NEAR(time_of(&r, i), time_of(&r, i - 1), 0);
            NEAR(over, 0, 1e-9);
            edges++;
        }
    }
    NEAR(edges, 1, 0);
    rig_end(&r);
}

/* A source's own number is known with the results only. */
static void heat_of_fixed_sources(void **state)
{
    (void)state;
    static const char *const names[] = {"room.port.Q_flow", "f.port.Q_flow", "cap.port.Q_flow"};
    rig r = run_text(
        "model A " HEAT "Components.HeatCapacitor cap(C = 3, T(start = 400, fixed = true)); " HEAT
        "Components.ThermalConductor a(G = 0.2); " HEAT "Sources.FixedTemperature room(T = 293); " HEAT
        "Sources.FixedHeatFlow f(Q_flow = 5); Real y[3] = {room.port.Q_flow, f.port.Q_flow, "
        "cap.port.Q_flow}; equation connect(f.port, room.port); connect(cap.port, a.port_a); "
        "connect(a.port_b, room.port); end A;",
        1, 1e-8);
    check_all(&r, names, EG_COUNT(names), 1e-12);
    rig_end(&r);
}

/* What states follow: heat into a capacity, its heating rate, a constant force. T = 400 - 100 exp(-t/5). */
static void what_states_follow(void **state)
{
    (void)state;
    rig r = run_text(
        "model A " USES HEAT "Components.HeatCapacitor c(C = 10, T(start = 300, fixed = true)); " HEAT
        "Components.ThermalConductor g(G = 2); " HEAT "Sources.FixedTemperature hot(T = 400); "
        "ConstantForce F(f_constant = 3); Mass m(m = 2, s(start = 0, fixed = true), "
        "v(start = 0, fixed = true)); Real Q(start = 0, fixed = true), S(start = 0, fixed = true), "
        "R(start = 0, fixed = true), W(start = 0, fixed = true); "
        "equation connect(c.port, g.port_a); connect(g.port_b, hot.port); connect(F.flange, m.flange_a); "
        "der(Q) = c.port.Q_flow; der(S) = der(c.T); der(R) = c.der_T; der(W) = -F.flange.f*m.v; end A;",
        1, 1e-10);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), rise = 100 * (1 - exp(-t / 5));
        NEAR(at(&r, "Q", i), 10 * rise, 1e-6);
        NEAR(at(&r, "S", i), rise, 1e-7);
        NEAR(at(&r, "R", i), rise, 1e-7);
        NEAR(at(&r, "W", i), 2.25 * t * t, 1e-9);
    }
    rig_end(&r);
}

/* Forces that follow the speed count as what the flange takes, torques as what they give; both as their
 * columns do. */
static void forces_and_torques_that_follow_the_speed(void **state)
{
    (void)state;
    static const char *const names[] = {"f.f",   "f.flange.f",   "t.tau", "t.flange.tau",
                                        "q.tau", "q.flange.tau", "c.tau", "c.flange.tau"};
    rig r = run_text(
        "model A " USES "Mass m(m = 2, s(fixed = true), v(start = 3, fixed = true)); "
        "LinearSpeedDependentForce f(f_nominal = -2, v_nominal = 5); "
        "Modelica.Mechanics.Rotational.Components.Inertia j(J = 2, phi(fixed = true), "
        "w(start = 3, fixed = true)); "
        "Modelica.Mechanics.Rotational.Sources.LinearSpeedDependentTorque t(tau_nominal = -2, "
        "w_nominal = 5); "
        "Modelica.Mechanics.Rotational.Sources.QuadraticSpeedDependentTorque q(tau_nominal = -1, "
        "w_nominal = 5); "
        "Modelica.Mechanics.Rotational.Sources.ConstantTorque c(tau_constant = 0.3); "
        "Real y[8] = {f.f, f.flange.f, t.tau, t.flange.tau, q.tau, q.flange.tau, c.tau, c.flange.tau}; "
        "equation connect(f.flange, m.flange_a); connect(t.flange, j.flange_a); "
        "connect(q.flange, j.flange_b); connect(c.flange, j.flange_b); end A;",
        1, 1e-9);
    check_all(&r, names, EG_COUNT(names), 1e-12);
    NEAR(at(&r, "t.tau", 0), -2 * 3.0 / 5, 1e-15);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_results_alone_know),
        cmocka_unit_test(heat_into_given_temperatures),
        cmocka_unit_test(heat_of_fixed_sources),
        cmocka_unit_test(what_states_follow),
        cmocka_unit_test(friction_and_its_forces),
        cmocka_unit_test(blocks_and_conductors),
        cmocka_unit_test(in_arrays_and_classes),
        cmocka_unit_test(tables_as_external_objects),
        cmocka_unit_test(forces_and_torques_that_follow_the_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
