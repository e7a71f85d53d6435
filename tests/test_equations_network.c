/* Users' classes beside native components: signals, flanges, masses, heat; and derivatives against
 * differences. */
#include "network/network.h"

#include "equation_models.h"
#include "network/motion/evaluate.h"
#include "network/solve/derivatives.h"
#include "network/solve/structure.h"

static double largest_difference(const rig *r, const char *a, const char *b)
{
    double most = 0;
    for (size_t i = 0; i < rows(r); i++)
        most = fmax(most, fabs(at(r, a, i) - at(r, b, i)));
    return most;
}

/* ---------------------------------------------------------------- signals */

/* x'' = -k x - d x' by a user's block with two inputs: a damped oscillation. */
static double damped(double t)
{
    double w = sqrt(4 - 0.25);
    return exp(-0.5 * t) * (cos(w * t) + 0.5 / w * sin(w * t));
}

static void a_block_closes_a_loop(void **state)
{
    (void)state;
    rig r = run_text(
        "model A block Controller extends Modelica.Blocks.Interfaces.SI2SO; parameter Real k = 4, d = 1; "
        "equation y = -k*u1 - d*u2; end Controller; " USES
        "Mass m(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true)); Force f; Controller c; " T_LIB
        "Sensors.PositionSensor p; " T_LIB "Sensors.SpeedSensor v; Real twice = 2*c.y; "
        "equation connect(m.flange_b, p.flange); connect(m.flange_b, v.flange); connect(p.s, c.u1); "
        "connect(v.v, c.u2); connect(c.y, f.f); connect(f.flange, m.flange_a); end A;",
        4, 1e-9);
    AT_MOST(largest_error(&r, "m.s", damped), 1e-7);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "twice", i), 2 * at(&r, "f.f", i), 1e-14);
    AT_MOST(r.st.energy.error, 1e-9);
    rig_end(&r);
}

/* A block with a state: y' = (u - y)/T after a step of a native block. */
static void a_block_with_a_state(void **state)
{
    (void)state;
    rig r = run_text("model A block Lag extends Modelica.Blocks.Interfaces.SISO; parameter Real T = 0.5; "
                     "Real x(start = 0, fixed = true); equation T*der(x) = u - x; y = x; end Lag; "
                     "Modelica.Blocks.Interfaces.RealOutput double = 2*lag.y; "
                     "Modelica.Blocks.Sources.Step step(height = 2, startTime = 0.25); Lag lag; "
                     "equation connect(step.y, lag.u); end A;",
                     1, 1e-9);
    NEAR(end(&r, "lag.y"), 2 * (1 - exp(-0.75 / 0.5)), 1e-7);
    NEAR(value(&r, "lag.y", 0.25), 0, 1e-15);
    NEAR(end(&r, "double"), 2 * end(&r, "lag.y"), 1e-14);
    rig_end(&r);
}

/* An input that is there on a condition hands its signal to a variable that has another value without it. */
static void inputs_on_a_condition(void **state)
{
    (void)state;
    rig r = run_text("model A block Twice parameter Boolean use = false; "
                     "Modelica.Blocks.Interfaces.RealInput u = inside if use; "
                     "Modelica.Blocks.Interfaces.RealOutput y = 2*inside; protected Real inside; "
                     "equation if not use then inside = 3; end if; end Twice; "
                     "Twice alone; Twice driven(use = true); Modelica.Blocks.Sources.Ramp ramp(height = 4); "
                     "equation connect(ramp.y, driven.u); end A;",
                     1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "alone.y", i), 6, 0);
        NEAR(at(&r, "driven.y", i), 2 * at(&r, "ramp.y", i), 1e-14);
    }
    rig_end(&r);
}

/* A user's force through a native lag, x + T x' = -k s, and the rate of that: as in three equations. */
static void native_blocks_with_states(void **state)
{
    (void)state;
    rig r = run_text(
        "model A block Law extends Modelica.Blocks.Interfaces.SISO; equation y = -4*u; end Law; " USES
        "Mass m(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true)); Force f; Law law; " T_LIB
        "Sensors.PositionSensor p; "
        "Modelica.Blocks.Continuous.FirstOrder lag(T = 0.5, "
        "initType = Modelica.Blocks.Types.Init.InitialOutput); "
        "Real rate = der(lag.y), s(start = 1, fixed = true), v(start = 0, fixed = true), "
        "x(start = 0, fixed = true); "
        "equation der(s) = v; der(v) = x; 0.5*der(x) = -4*s - x; connect(m.flange_b, p.flange); "
        "connect(p.s, law.u); connect(law.y, lag.u); connect(lag.y, f.f); "
        "connect(f.flange, m.flange_a); end A;",
        2, 1e-9);
    AT_MOST(largest_difference(&r, "m.s", "s"), 1e-7);
    AT_MOST(largest_difference(&r, "lag.y", "x"), 1e-7);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "rate", i), (at(&r, "law.y", i) - at(&r, "lag.y", i)) / 0.5, 1e-12);
    rig_end(&r);
}

/* der() of signals: of a source, twice, and of what a sensor measures. */
static void signals_have_derivatives(void **state)
{
    (void)state;
    rig r =
        run_text("model A Modelica.Blocks.Sources.Sine s(f = 1); Real v = der(s.y), a = der(v), w, b; " USES
                 "Mass m(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true)); Force f; " T_LIB
                 "Sensors.PositionSensor p; equation w = der(p.s); b = der(w); connect(s.y, f.f); "
                 "connect(f.flange, m.flange_a); connect(m.flange_b, p.flange); end A;",
                 1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        NEAR(at(&r, "v", i), 2 * PI * cos(2 * PI * t), 1e-13);
        NEAR(at(&r, "a", i), -4 * PI * PI * sin(2 * PI * t), 1e-12);
        NEAR(at(&r, "w", i), at(&r, "m.v", i), 0);
        NEAR(at(&r, "b", i), sin(2 * PI * t), 1e-13);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- flanges */

/* The same scene with native classes (1) and users' (2), side by side. */
static void users_classes_move_as_native_ones(void **state)
{
    (void)state;
    rig r = run_text(
        "model A " USER_CLASSES USES
        "Fixed w; Mass m1(m = 1.5, s(start = 2, fixed = true), v(start = -1, fixed = true)); "
        "Mass m2(m = 1.5, s(start = 2, fixed = true), v(start = -1, fixed = true)); "
        "Spring s1(c = 2, s_rel0 = 1.5); MySpring s2(c = 2, s_rel0 = 1.5); "
        "Damper d1(d = 0.1); MyDamper d2(d = 0.1); "
        "ElastoGap g1(c = 10, d = 1.5, s_rel0 = 1); MyGap g2(c = 10, d = 1.5, s_rel0 = 1); "
        "ElastoGap h1(c = 1e4, d = 9, s_rel0 = 1, n = 1.5); MyGap h2(c = 1e4, d = 9, s_rel0 = 1, n = 1.5); "
        "equation connect(w.flange, s1.flange_a); connect(s1.flange_b, m1.flange_a); "
        "connect(w.flange, s2.flange_a); connect(s2.flange_b, m2.flange_a); "
        "connect(w.flange, d1.flange_a); connect(d1.flange_b, m1.flange_a); "
        "connect(w.flange, d2.flange_a); connect(d2.flange_b, m2.flange_a); "
        "connect(w.flange, g1.flange_a); connect(g1.flange_b, m1.flange_a); "
        "connect(w.flange, g2.flange_a); connect(g2.flange_b, m2.flange_a); "
        "connect(w.flange, h1.flange_a); connect(h1.flange_b, m1.flange_a); "
        "connect(w.flange, h2.flange_a); connect(h2.flange_b, m2.flange_a); end A;",
        10, 1e-9);
    AT_MOST(largest_difference(&r, "m1.s", "m2.s"), 1e-9);
    AT_MOST(largest_difference(&r, "m1.v", "m2.v"), 1e-9);
    AT_MOST(largest_difference(&r, "s1.f", "s2.f"), 1e-9);
    AT_MOST(largest_difference(&r, "g1.f", "g2.f"), 1e-8);
    AT_MOST(largest_difference(&r, "d1.flange_b.f", "d2.flange_b.f"), 1e-9);
    AT_MOST(largest_difference(&r, "d1.lossPower", "d2.lossPower"), 1e-9);
    AT_MOST(r.st.energy.error, 1e-7);
    rig_end(&r);
}

/* A user's mass between a native spring and a native mass: 1 + 2 kg on c = 12 N/m. */
static double swing(double t)
{
    return cos(2 * t);
}

static void a_users_mass_is_welded_to_a_native_one(void **state)
{
    (void)state;
    rig r =
        run_text("model A " USER_CLASSES USES
                 "MyMass m(m = 2, s(start = 1, fixed = true), v(start = 0, fixed = true)); Mass n(m = 1); "
                 "Spring s(c = 12); Fixed w; Real inside = n.flange_a.f; "
                 "equation connect(w.flange, s.flange_a); connect(s.flange_b, m.flange_a); "
                 "connect(m.flange_b, n.flange_a); end A;",
                 3, 1e-9);
    AT_MOST(largest_error(&r, "m.s", swing), 1e-7);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "n.s", i), at(&r, "m.s", i), 1e-15);
        NEAR(at(&r, "inside", i), at(&r, "n.a", i), 1e-12); /* 1 kg */
        NEAR(at(&r, "m.flange_a.f", i), -at(&r, "s.f", i), 1e-11);
        NEAR(at(&r, "m.flange_b.f", i), -at(&r, "inside", i), 1e-11);
        NEAR(at(&r, "m.a", i), -4 * at(&r, "m.s", i), 1e-11);
    }
    rig_end(&r);
}

/* der(der(flange.s)) of what moves with a native body is its acceleration. */
static void a_point_mass_without_a_state_of_its_own(void **state)
{
    (void)state;
    rig r = run_text("model A model Point " T_LIB "Interfaces.Flange_a flange; parameter Real m = 3; "
                     "equation m*der(der(flange.s)) = flange.f; end Point; " USES
                     "Point p; Mass n(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
                     "ConstantForce f(f_constant = 8); Point alone; Spring s(c = 27); "
                     "equation connect(p.flange, n.flange_a); connect(f.flange, n.flange_b); "
                     "connect(n.flange_b, s.flange_a); connect(s.flange_b, alone.flange); end A;",
                     1e-3, 1e-9);
    NEAR(begin(&r, "n.a"), 2, 1e-14);
    rig_end(&r);
}

/* A user's force, driven by a signal, and a user's sensor: s = t^2/2 with f = m = 2. */
static void a_users_force_and_a_users_sensor(void **state)
{
    (void)state;
    rig r = run_text(
        "model A " USER_CLASSES USES "MyForce f; MySpeed v; Modelica.Blocks.Sources.Constant c(k = 2); "
        "Mass m(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true)); Real moved = f.s; "
        "equation connect(c.y, f.u); connect(f.flange, m.flange_a); connect(m.flange_b, v.flange); end A;",
        2, 1e-9);
    NEAR(end(&r, "m.s"), 2, 1e-8);
    NEAR(end(&r, "v.v"), 2, 1e-8);
    NEAR(end(&r, "moved"), 2, 1e-8);
    NEAR(end(&r, "f.flange.f"), -2, 1e-15);
    NEAR(r.st.energy.supplied, 4, 1e-8);
    AT_MOST(r.st.energy.error, 1e-9);
    rig_end(&r);
}

/* force.f = -k*mass.v leaves an explicit equation: v = exp(-k t/m) and s = m/k (1 - v), by erk too; what else
 * takes the signal, a native gain, makes it an unknown, which erk refuses. The work of the force is lost. */
static void a_force_by_an_equation_is_no_unknown(void **state)
{
    (void)state;
    static const char text[] =
        "model A " USES
        "parameter Real k = 3; Mass m(m = 2, s(start = 0, fixed = true), v(start = 1, fixed = "
        "true)); Force f; %s equation connect(f.flange, m.flange_b); f.f = -k*m.v; %s end A;";
    char plain[1000], shared[1000];
    snprintf(plain, sizeof plain, text, "", "");
    snprintf(shared, sizeof shared, text, "Modelica.Blocks.Math.Gain g(k = 2);", "connect(g.u, f.f);");
    static const char *const engines[] = {"erk", "irk", "ida"};
    for (size_t i = 0; i < EG_COUNT(engines); i++) {
        rig r = rig_read(plain);
        r.engine = engines[i];
        run(&r, 1, 1e-10);
        NEAR(end(&r, "m.v"), exp(-1.5), 1e-8);
        NEAR(end(&r, "m.s"), 2.0 / 3 * (1 - exp(-1.5)), 1e-8);
        NEAR(end(&r, "f.f"), -3 * exp(-1.5), 1e-7);
        NEAR(r.st.energy.supplied, exp(-3) - 1, 1e-7);
        rig_release(&r);
    }
    rig r = rig_read(shared);
    run(&r, 1, 1e-10);
    NEAR(end(&r, "g.y"), -6 * exp(-1.5), 1e-7);
    rig_release(&r);
    r = rig_read(shared);
    r.engine = "erk";
    try_run(&r, 1, 1e-10);
    SAYS_ERROR(&r, "the signal f.f is algebraic");
    rig_end(&r);
}

/* A damper of users' equations holds a part without mass, as a native one does. */
static void a_users_damper_holds_a_part_without_mass(void **state)
{
    (void)state;
    rig r =
        run_text("model A " USER_CLASSES USES
                 "Mass m1(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true)); "
                 "Mass m2(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true)); "
                 "Fixed w; Spring s1(c = 10, s_rel(start = 1, fixed = true)); "
                 "Spring s2(c = 10, s_rel(start = 1, fixed = true)); Damper d1(d = 4); MyDamper d2(d = 4); "
                 "equation connect(w.flange, s1.flange_a); connect(s1.flange_b, d1.flange_a); "
                 "connect(d1.flange_b, m1.flange_a); connect(w.flange, s2.flange_a); "
                 "connect(s2.flange_b, d2.flange_a); connect(d2.flange_b, m2.flange_a); end A;",
                 3, 1e-9);
    TRUE(fabs(end(&r, "m1.v")) > 1e-3);
    AT_MOST(largest_difference(&r, "m1.s", "m2.s"), 1e-8);
    AT_MOST(largest_difference(&r, "s1.f", "s2.f"), 1e-7);
    rig_end(&r);
}

/* ---------------------------------------------------------------- heat */

/* A user's heat source of 3 W and a user's conductor of 2 W/K to 290 K: T = 291.5 + 8.5 exp(-t/5). */
static double warming(double t)
{
    return 291.5 + 8.5 * exp(-t / 5);
}

static void heat_flows_of_users_classes(void **state)
{
    (void)state;
    rig r = run_text(
        "model A model Source Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b port; "
        "parameter Real Q = 3; "
        "equation port.Q_flow = -Q; end Source; "
        "model Wall extends Modelica.Thermal.HeatTransfer.Interfaces.Element1D; parameter Real G = 2; "
        "equation Q_flow = G*dT; end Wall; "
        "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor c(C = 10, T(start = 300, fixed = true)); "
        "Modelica.Thermal.HeatTransfer.Sources.FixedTemperature out(T = 290); Source s; Wall w; "
        "Real T_C = c.T - 273.15; "
        "equation connect(s.port, c.port); connect(c.port, w.port_a); connect(w.port_b, out.port); end A;",
        5, 1e-9);
    AT_MOST(largest_error(&r, "c.T", warming), 1e-6);
    NEAR(end(&r, "T_C"), end(&r, "c.T") - 273.15, 1e-12);
    NEAR(end(&r, "out.port.Q_flow"), -end(&r, "w.Q_flow") * -1, 1e-12);
    rig_end(&r);
}

/* ---------------------------------------------------------------- derivatives */

static double random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

/* dF/dy and dF/dy' at a random point, against central differences. */
static void check_jacobian(const char *name, const char *text, uint64_t *seed)
{
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK && eg_model_compile(r.spec, r.d, &r.model) == EG_OK, name);
    eg_network *s = eg_network_create(r.model, r.d);
    int n = s->base.n;
    double *y = calloc(6 * (size_t)n, sizeof *y), *yp = y + n, *low = yp + n, *high = low + n;
    for (int i = 0; i < n; i++) {
        y[i] = 1.5 + 0.7 * random_number(seed);
        yp[i] = random_number(seed);
    }
    eg_network_evaluate(s, 0.3, y, yp, 0); /* blocks know where their states are */
    assert_int_equal(eg_network_update_structure(s, 0.3), 0);
    assert_int_equal(s->base.ops->find_pattern(&s->base), 0);
    double *values = calloc((size_t)s->base.pattern->entries + 1, sizeof *values);
    const double cj = 0.7;
    assert_int_equal(eg_network_jacobian(&s->base, 0.3, y, yp, cj, values), 0);
    for (int j = 0; j < n; j++) {
        double y0 = y[j], yp0 = yp[j], step = 1e-6;
        for (int side = -1; side <= 1; side += 2) {
            y[j] = y0 + side * step;
            yp[j] = yp0 + side * cj * step;
            assert_int_equal(eg_network_residual(&s->base, 0.3, y, yp, side < 0 ? low : high), 0);
        }
        y[j] = y0;
        yp[j] = yp0;
        for (int i = 0; i < n; i++) {
            double J = 0, D = (high[i] - low[i]) / (2 * step);
            for (int k = s->base.pattern->start[j]; k < s->base.pattern->start[j + 1]; k++)
                J = s->base.pattern->row[k] == i ? values[k] : J;
            char what[100];
            snprintf(what, sizeof what, "%s: entry %d, %d", name, i, j);
            rig_near(J, D, 1e-7 * (1 + fabs(J)), what, __FILE__, __LINE__);
        }
    }
    eg_network_free(s);
    free(values);
    free(y);
    rig_release(&r);
}

static void jacobians_agree_with_differences(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
    } models[] = {
        {"alone",
         "model A Real x, z, w; equation z^3 + z*w = x; der(x) = -z*sin(w); w^2 + exp(-z) = 3*x; end A;"},
        {"rates",
         "model A Real x, y; equation sin(der(x)) + y*der(x) = x; der(y)*x + der(x)^2 = time; end A;"},
        {"flanges",
         "model A " USER_CLASSES USES
         "Fixed w; Mass m(m = 1); MySpring s; MyDamper d; MyGap g(c = 3, d = 2, s_rel0 = 4, n = 2.5); "
         "MyMass u(m = 2); Spring k(c = 4); "
         "equation connect(w.flange, s.flange_a); connect(s.flange_b, m.flange_a); "
         "connect(w.flange, d.flange_a); connect(d.flange_b, m.flange_a); "
         "connect(w.flange, g.flange_a); connect(g.flange_b, m.flange_a); "
         "connect(m.flange_b, k.flange_a); connect(k.flange_b, u.flange_a); end A;"},
        {"signals", "model A block B extends Modelica.Blocks.Interfaces.SISO; Real x; "
                    "equation der(x) = u*x; y = x^2 + u; end B; " USES "Mass m(m = 1); Force f; B b; " T_LIB
                    "Sensors.AccSensor a; Real q = m.flange_a.f*b.y; Real z; "
                    "equation connect(m.flange_b, a.flange); connect(a.a, b.u); connect(b.y, f.f); "
                    "connect(f.flange, m.flange_a); der(z) = q; end A;"},
        {"blocks", "model A block B extends Modelica.Blocks.Interfaces.SISO; Real x; "
                   "equation der(x) = -u*x; y = x^2 + u; end B; " USES "Mass m(m = 1); Force f; B b; " T_LIB
                   "Sensors.PositionSensor p; Modelica.Blocks.Continuous.FirstOrder lag(T = 0.3, k = 2); "
                   "Modelica.Blocks.Math.Product q; Real z; "
                   "equation connect(m.flange_b, p.flange); connect(p.s, lag.u); connect(lag.y, q.u1); "
                   "connect(p.s, q.u2); connect(q.y, b.u); connect(b.y, f.f); connect(f.flange, m.flange_a); "
                   "der(z) = lag.y*der(lag.y) + der(q.y)*z + q.y; end A;"},
        {"influences",
         "model A model Wall extends Modelica.Thermal.HeatTransfer.Interfaces.Element1D; parameter Real G = "
         "2; equation Q_flow = G*dT; end Wall; " USES "Mass m(m = 1); EddyCurrentForce e(useExcitationInput "
         "= true, f_nominal = 3, v_nominal = 2, TRef = 293.15, alpha20 = 4e-3, useHeatPort = true); " T_LIB
         "Sensors.PositionSensor p; Modelica.Thermal.HeatTransfer.Components.HeatCapacitor c(C = 10); "
         "Modelica.Thermal.HeatTransfer.Sources.PrescribedTemperature out; Wall w; Real z; "
         "Modelica.Blocks.Math.Gain one(k = 1.5); "
         "equation connect(m.flange_b, p.flange); connect(p.s, one.u); connect(one.y, e.excitation); "
         "connect(e.flange, m.flange_a); "
         "connect(e.heatPort, c.port); connect(c.port, w.port_a); connect(w.port_b, out.port); "
         "connect(one.y, out.T); der(z) = e.f*z + e.lossPower; end A;"},
    };
    uint64_t seed = 7;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int k = 0; k < 4; k++)
            check_jacobian(models[i].name, models[i].text, &seed);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_closes_a_loop),
        cmocka_unit_test(a_block_with_a_state),
        cmocka_unit_test(inputs_on_a_condition),
        cmocka_unit_test(native_blocks_with_states),
        cmocka_unit_test(signals_have_derivatives),
        cmocka_unit_test(users_classes_move_as_native_ones),
        cmocka_unit_test(a_users_mass_is_welded_to_a_native_one),
        cmocka_unit_test(a_point_mass_without_a_state_of_its_own),
        cmocka_unit_test(a_users_force_and_a_users_sensor),
        cmocka_unit_test(a_force_by_an_equation_is_no_unknown),
        cmocka_unit_test(a_users_damper_holds_a_part_without_mass),
        cmocka_unit_test(heat_flows_of_users_classes),
        cmocka_unit_test(jacobians_agree_with_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
