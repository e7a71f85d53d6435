/* Heat that users' equations store, C*der(T) = port.Q_flow with port.T = T, on what is native: against closed
 * forms. */
#include "run_text.h"

#define PORT H_ "Interfaces.HeatPort_a port;"
/* The temperature as a variable of its own, and the port's alone. */
#define OWN_                                                                                                 \
    "model Body parameter Real C=10; parameter Real T0=300;" PORT "Real T(start=T0, fixed=true);"            \
    "equation C*der(T) = port.Q_flow; port.T = T; end Body;"
#define PORTS_                                                                                               \
    "model Body parameter Real C=10; parameter Real T0=300;" PORT                                            \
    "initial equation port.T = T0; equation C*der(port.T) = port.Q_flow; end Body;"

/* Between results and closed forms of some hundred kelvin. */
static const double NEAR_K = 1e4 * 1e-10;

typedef double closed_form(double t);

/* The temperature of Body a in either writing. */
static void is_temperature(const char *rest, double stop, closed_form *T)
{
    static const char *const writings[] = {OWN_, PORTS_};
    for (int i = 0; i < 2; i++) {
        char text[4000];
        snprintf(text, sizeof text, "%s%s", writings[i], rest);
        rig r = run_text(text, stop);
        for (size_t row = 0; row < rows(&r); row++)
            NEAR(at(&r, "a.port.T", row), T(time_of(&r, row)), NEAR_K);
        rig_end(&r);
    }
}

static double two_bodies(double t)
{
    return 5500.0 / 15 + (400 - 5500.0 / 15) * exp(-2 * t * (1 / 10.0 + 1 / 5.0));
}

static double one_body(double t)
{
    return 400 - 100 * exp(-2 * t / 15);
}

static double measured(double t)
{
    return 300 + 0.7 * t;
}

/* 10 T' = 0.01 T (400 - T) */
static double logistic(double t)
{
    return 400 / (1 + exp(-0.4 * t) / 3);
}

static void two_stores_and_a_conductor(void **state)
{
    (void)state;
    is_temperature("Body a(T0=400), b(C=5);" H_ "Components.ThermalConductor g(G=2);"
                   "equation connect(a.port, g.port_a); connect(g.port_b, b.port);",
                   3, two_bodies);
}

/* Joined without a conductor the two are one of 15 J/K, both written or one of them native. */
static void stores_at_one_temperature(void **state)
{
    (void)state;
#define WALL H_ "Components.ThermalConductor g(G=2);" H_ "Sources.FixedTemperature wall(T=400);"
#define JOINED "equation connect(a.port, g.port_a); connect(a.port, b.port); connect(g.port_b, wall.port);"
    is_temperature("Body a, b(C=5);" WALL JOINED, 3, one_body);
    is_temperature("Body a;" H_ "Components.HeatCapacitor b(C=5, T(start=300, fixed=true));" WALL JOINED, 3,
                   one_body);
}

static void flows_and_sensors(void **state)
{
    (void)state;
    is_temperature("Body a;" H_ "Sources.FixedHeatFlow q(Q_flow=7);" H_ "Sensors.TemperatureSensor s;"
                   "equation connect(q.port, a.port); connect(s.port, a.port);",
                   3, measured);
    is_temperature("Body a;" H_ "Components.Convection c;" H_ "Sources.FixedTemperature wall(T=400);" H_
                   "Sensors.TemperatureSensor s;" B_ "Math.Gain k(k=0.01);"
                   "equation connect(s.port, a.port); connect(s.T, k.u); connect(k.y, c.Gc);"
                   "connect(c.solid, a.port); connect(c.fluid, wall.port);",
                   3, logistic);
}

/* What a HeatFlowSensor measures on its way into a store. */
static void a_sensor_before_a_store(void **state)
{
    (void)state;
    static const char *const writings[] = {OWN_, PORTS_};
    for (int i = 0; i < 2; i++) {
        char text[4000];
        snprintf(text, sizeof text,
                 "%s Body a(C=15); " WALL H_
                 "Sensors.HeatFlowSensor s; equation connect(wall.port, g.port_a);"
                 "connect(g.port_b, s.port_a); connect(s.port_b, a.port);",
                 writings[i]);
        rig r = run_text(text, 3);
        for (size_t row = 0; row < rows(&r); row++) {
            const double T = one_body(time_of(&r, row));
            NEAR(at(&r, "a.port.T", row), T, NEAR_K);
            NEAR(at(&r, "s.Q_flow", row), 2 * (400 - T), 2 * NEAR_K);
        }
        rig_end(&r);
    }
}

/* A damper of 3 N.s/m stops 2 kg from 4 m/s. All of the loss enters the store, and the balance of heat says
 * so: it leaves what is native. */
static void a_damper_heats(void **state)
{
    (void)state;
    static const char *const writings[] = {OWN_, PORTS_};
    for (int i = 0; i < 2; i++) {
        char text[4000];
        snprintf(text, sizeof text,
                 "%s Body a; " T_ "Components.Damper d(d=3, useHeatPort=true);" T_
                 "Components.Mass m(m=2, v(start=4, fixed=true), s(fixed=true));" T_ "Components.Fixed f;"
                 "equation connect(m.flange_b, d.flange_a); connect(d.flange_b, f.flange);"
                 "connect(d.heatPort, a.port);",
                 writings[i]);
        rig r = run_text(text, 3);
        for (size_t row = 0; row < rows(&r); row++)
            NEAR(at(&r, "a.port.T", row), 300 + 1.6 * (1 - exp(-3 * time_of(&r, row))), NEAR_K);
        NEAR(r.st.energy.heat_removed, 16 * (1 - exp(-9)), 1e-6);
        NEAR(r.st.energy.heat_removed, 10 * (at(&r, "a.port.T", rows(&r) - 1) - 300), 1e-6);
        rig_end(&r);
    }
}

/* (1 + (T - 300)/100) der(T) = 1, whose solution is T - 300 + (T - 300)^2/200 = t. */
static void a_capacity_follows_its_temperature(void **state)
{
    (void)state;
    rig r = run_text("model Body " PORT "Real T(start=300, fixed=true);"
                     "equation (1 + (T - 300)/100)*der(T) = port.Q_flow; port.T = T; end Body; Body a;" H_
                     "Sources.FixedHeatFlow q(Q_flow=1); equation connect(q.port, a.port);",
                     50);
    for (size_t row = 0; row < rows(&r); row++)
        NEAR(at(&r, "a.T", row), 200 + 100 * sqrt(1 + time_of(&r, row) / 50), NEAR_K);
    rig_end(&r);
}

/* Two surfaces of one store, which lies between 400 K and 300 K. */
static void a_store_with_two_ports(void **state)
{
    (void)state;
    rig r = run_text("model Wall " H_ "Interfaces.HeatPort_a p, q; Real T(start=300, fixed=true);"
                     "equation 10*der(T) = p.Q_flow + q.Q_flow; p.T = T; q.T = T; end Wall; Wall w;" H_
                     "Components.ThermalConductor g(G=2), h(G=3);" H_
                     "Sources.FixedTemperature hot(T=400), cold(T=300);"
                     "equation connect(hot.port, g.port_a); connect(g.port_b, w.p);"
                     "connect(w.q, h.port_a); connect(h.port_b, cold.port);",
                     3);
    for (size_t row = 0; row < rows(&r); row++)
        NEAR(at(&r, "w.T", row), 340 - 40 * exp(-time_of(&r, row) / 2), NEAR_K);
    rig_end(&r);
}

/* The same store behind a collector, with what it is joined to before and behind that. */
static void stores_at_collectors(void **state)
{
    (void)state;
    static const char *const joined[] = {
        "Components.ThermalCollector col(m=2); equation connect(g.port_b, col.port_a[1]);"
        "connect(h.port_b, col.port_a[2]); connect(col.port_b, a.port);",
        "Components.ThermalCollector col(m=2); equation connect(a.port, col.port_a[1]);"
        "connect(h.port_b, col.port_a[2]); connect(col.port_b, g.port_b);",
        "Components.ThermalCollectorMatrix col(Ns=1, Np=2), other(Ns=1, Np=1); equation"
        " connect(g.port_b, col.port_a[1, 1]); connect(h.port_b, col.port_a[1, 2]);"
        "connect(col.port_b, other.port_a[1, 1]); connect(other.port_b, a.port);",
    };
    static const char *const writings[] = {OWN_, PORTS_};
    for (size_t i = 0; i < 2 * EG_COUNT(joined); i++) {
        char text[4000];
        snprintf(text, sizeof text,
                 "%s Body a;" H_ "Components.ThermalConductor g(G=2), h(G=3);" H_
                 "Sources.FixedTemperature hot(T=400), cold(T=300);" H_
                 "%s connect(hot.port, g.port_a); connect(cold.port, h.port_a);",
                 writings[i % 2], joined[i / 2]);
        rig r = run_text(text, 3);
        for (size_t row = 0; row < rows(&r); row++) {
            NEAR(at(&r, "a.port.T", row), 340 - 40 * exp(-time_of(&r, row) / 2), NEAR_K);
            NEAR(at(&r, "a.port.Q_flow", row), 200 * exp(-time_of(&r, row) / 2), 10 * NEAR_K);
        }
        rig_end(&r);
    }
}

/* A store that says nothing of its start beside a capacitor that does, and the other way round. */
static void a_start_beside_a_capacitor(void **state)
{
    (void)state;
    static const char *const starts[] = {
        "Body a(T(start=350, fixed=true));" H_ "Components.HeatCapacitor c(C=5);",
        "Body a;" H_ "Components.HeatCapacitor c(C=5, T(start=350, fixed=true));",
        "Body a(T(start=350, fixed=true));" H_ "Components.HeatCapacitor c(C=5, T(start=350, fixed=true));",
    };
    for (size_t i = 0; i < EG_COUNT(starts); i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "model Body " PORT "Real T; equation 10*der(T) = port.Q_flow; port.T = T; end Body; %s" H_
                 "Components.ThermalConductor g(G=2);" H_ "Sources.FixedTemperature hot(T=400);"
                 "equation connect(hot.port, g.port_a); connect(g.port_b, a.port); connect(a.port, c.port);",
                 starts[i]);
        rig r = run_text(text, 3);
        for (size_t row = 0; row < rows(&r); row++)
            NEAR(at(&r, "c.T", row), 400 - 50 * exp(-2 * time_of(&r, row) / 15), NEAR_K);
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_stores_and_a_conductor),
        cmocka_unit_test(stores_at_one_temperature),
        cmocka_unit_test(flows_and_sensors),
        cmocka_unit_test(a_sensor_before_a_store),
        cmocka_unit_test(a_damper_heats),
        cmocka_unit_test(a_capacity_follows_its_temperature),
        cmocka_unit_test(a_store_with_two_ports),
        cmocka_unit_test(stores_at_collectors),
        cmocka_unit_test(a_start_beside_a_capacitor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
