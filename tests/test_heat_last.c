/* Temperatures that come last: where nothing stores heat, and nothing that moves follows the temperature. */
#include "engine/engine.h"
#include "run_text.h"

static const double M = 1.5, D = 6, V0 = 2;

/* v = v0 e^(-d t/m) loses d v^2. */
static double loss(double t)
{
    return D * V0 * V0 * exp(-2 * D * t / M);
}

#define BRAKED_                                                                                              \
    T_ "Components.Fixed wall;" T_ "Components.Damper brake(d=6, useHeatPort=true);" T_                      \
       "Components.Mass mass(m=1.5, s(start=0, fixed=true), v(start=2, fixed=true));"
#define SPRUNG_ T_ "Components.ElastoGap gap(c=1e3, d=2, n=1.5, s_rel0=0.1);"
#define PULLED_ "connect(wall.flange, gap.flange_a); connect(gap.flange_b, mass.flange_a);"
#define UNHEATED_                                                                                            \
    T_ "Components.Fixed wall;" T_ "Components.Damper brake(d=6);" T_                                        \
       "Components.Mass mass(m=1.5, s(start=0, fixed=true), v(start=2, fixed=true));"
#define JOINED_                                                                                              \
    "connect(wall.flange, brake.flange_a); connect(brake.flange_b, mass.flange_a);"                          \
    "connect(brake.heatPort, a.port_a);"

static rig run_by(const char *engine, const char *body)
{
    rig r = read_text(body);
    r.engine = engine;
    run(&r, 1, TOL);
    return r;
}

/* brake - a - b - cold, with a side way from between a and b to warm, where a heater gives 7 W. Balances:
 *     G_a (T_1 - T_2) = Q,   G_b (T_2 - T_3) + G_c (T_2 - 330) = Q,   G_b (T_2 - T_3) + 7 = G_d (T_3 - 280).
 * All engines find them, erk and exact without an unknown for any. */
static void a_row_of_nodes_is_in_balance(void **state)
{
    (void)state;
    static const char *const engines[] = {"auto", "erk", "exact", "irk", "ida"};
    const double a = 2, b = 0.7, c = 1.3, d = 0.4;
    for (size_t k = 0; k < EG_COUNT(engines) - (eg_engine_ida.create ? 0 : 1); k++) {
        rig r = run_by(engines[k], BRAKED_ H_
                       "Components.ThermalConductor a(G=2), b(G=0.7), c(G=1.3), d(G=0.4);" H_
                       "Sources.FixedTemperature cold(T=280), warm(T=330);" H_
                       "Sources.FixedHeatFlow heater(Q_flow=7);" H_ "Sensors.TemperatureSensor sensor;" H_
                       "Sensors.HeatFlowSensor meter;"
                       "equation " JOINED_ "connect(a.port_b, meter.port_a); connect(meter.port_b, b.port_a);"
                       "connect(meter.port_b, c.port_a); connect(c.port_b, warm.port);"
                       "connect(b.port_b, d.port_a); connect(heater.port, b.port_b);"
                       "connect(d.port_b, cold.port); connect(sensor.port, d.port_a);");
        for (size_t row = 0; row < rows(&r); row++) {
            const double Q = loss(time_of(&r, row));
            /* (G_b + G_c) T2 - G_b T3 = Q + 330 G_c;  (G_b + G_d) T3 - G_b T2 = 7 + 280 G_d */
            const double p = Q + 330 * c, q = 7 + 280 * d, det = (b + c) * (b + d) - b * b;
            const double T2 = ((b + d) * p + b * q) / det, T3 = ((b + c) * q + b * p) / det;
            const double most = 100 * TOL * loss(0) / d + 1e-12 * 330;
            NEAR(at(&r, "b.port_a.T", row), T2, most);
            NEAR(at(&r, "sensor.T", row), T3, most);
            NEAR(at(&r, "brake.heatPort.T", row), T2 + Q / a, most);
            NEAR(at(&r, "meter.Q_flow", row), at(&r, "brake.lossPower", row), 1e-11);
            NEAR(at(&r, "warm.port.Q_flow", row) + at(&r, "cold.port.Q_flow", row),
                 at(&r, "brake.lossPower", row) + 7, 1e-10);
        }
        rig_end(&r);
    }
}

/* Nor does irk solve for them in its steps: with them or without it comes to the same bits in as many
 * iterations. */
static void steps_know_nothing_of_them(void **state)
{
    (void)state;
    rig with =
        run_by("irk", BRAKED_ SPRUNG_ H_ "Components.ThermalConductor a(G=2);" H_
                                         "Sources.FixedTemperature room(T=290); equation " JOINED_ PULLED_
                                         "connect(a.port_b, room.port);");
    rig without = run_by("irk", UNHEATED_ SPRUNG_ "equation connect(wall.flange, brake.flange_a);"
                                                  "connect(brake.flange_b, mass.flange_a);" PULLED_);
    TRUE(with.st.newton_iterations == without.st.newton_iterations);
    TRUE(rows(&with) == rows(&without));
    for (size_t row = 0; row < rows(&with); row++)
        NEAR(at(&with, "mass.s", row), at(&without, "mass.s", row), 0);
    rig_end(&with);
    rig_end(&without);
}

/* A conductance that passes 0 leaves nothing determined there: the run ends, and says so. */
static void without_conductance_nothing_is_determined(void **state)
{
    (void)state;
    rig r = read_text(BRAKED_ H_ "Components.Convection a;" H_ "Sources.FixedTemperature room(T=290);" B_
                                 "Sources.Pulse wind(amplitude=1, period=1, width=50);"
                                 "equation connect(wall.flange, brake.flange_a);"
                                 "connect(brake.flange_b, mass.flange_a); connect(brake.heatPort, a.solid);"
                                 "connect(a.fluid, room.port); connect(wind.y, a.Gc);");
    r.engine = "auto";
    try_run(&r, 1, TOL);
    TRUE(r.status == EG_ERROR_SIMULATION);
    TRUE(says(&r, EG_ERROR, "do not determine the temperature of"));
    rig_end(&r);
}

/* Who reads the temperature, or stores heat on the way, keeps it an unknown; the answers are the same. */
static void readers_keep_it_an_unknown(void **state)
{
    (void)state;
    rig r = run_by("auto", BRAKED_ H_ "Components.ThermalConductor a(G=2), b(G=0.5);" H_
                                      "Components.HeatCapacitor body(C=0.8, T(start=290, fixed=true));" H_
                                      "Sources.FixedTemperature room(T=290); Real hot = a.port_a.T - 290;"
                                      "equation " JOINED_
                                      "connect(a.port_b, body.port); connect(body.port, b.port_a);"
                                      "connect(b.port_b, room.port);");
    /* C T' = Q - G (T - 290): T - 290 = k (e^(-G t/C) - e^(-a t)), k = d v0^2/(C a - G) */
    const double rate = 2 * D / M, k = loss(0) / (0.8 * rate - 0.5);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), T = k * (exp(-0.5 * t / 0.8) - exp(-rate * t));
        NEAR(at(&r, "body.T", row), 290 + T, 1e-7);
        NEAR(at(&r, "hot", row), T + loss(t) / 2, 1e-7);
    }
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_of_nodes_is_in_balance),
        cmocka_unit_test(steps_know_nothing_of_them),
        cmocka_unit_test(without_conductance_nothing_is_determined),
        cmocka_unit_test(readers_keep_it_an_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
