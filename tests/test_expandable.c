/* Expandable connectors: what connections make of a bus, and what they leave open. */
#include "closed_runs.h"

#define RUN(text, ...)                                                                                       \
    do {                                                                                                     \
        static const expectation expected[] = {__VA_ARGS__};                                                 \
        run(text, expected, sizeof expected / sizeof *expected);                                             \
    } while (0)
#define REFUSED(...)                                                                                         \
    do {                                                                                                     \
        static const bad_text table[] = {__VA_ARGS__};                                                       \
        expect_refused(table, sizeof table / sizeof table[0]);                                               \
    } while (0)

#define REAL_SOURCE "Modelica.Blocks.Sources.RealExpression "
#define GAIN "Modelica.Blocks.Math.Gain "
#define BUS "expandable connector Bus end Bus; "
#define PIN                                                                                                  \
    "connector Pin Real v; flow Real i; end Pin; "                                                           \
    "model Source Pin p; equation p.v = 1 + time; end Source; "                                              \
    "model Resistor Pin p; parameter Real G = 1; equation p.i = G*p.v; end Resistor; "

static double nothing(double t)
{
    (void)t;
    return 0;
}
static double line(double t)
{
    return 1 + t;
}
static double twice(double t)
{
    return 2 * (1 + t);
}
static double thrice(double t)
{
    return 3 * (1 + t);
}
static double all_of_it(double t)
{
    return -3 * (1 + t);
}
static double minus_line(double t)
{
    return -1 - t;
}
static double late(double t)
{
    return t > 2 ? 1 : 0;
}

/* A signal that a sensor's model puts on its bus reaches the gain in another model over a third one's bus;
 * all of them have it. */
static void a_signal_goes_from_bus_to_bus(void **state)
{
    (void)state;
    RUN("model A " BUS "block S Bus bus; " REAL_SOURCE
        "e(y = 1 + time); Modelica.Blocks.Sources.BooleanStep s(startTime = 2); "
        "equation connect(e.y, bus.speed); connect(s.y, bus.on); end S; "
        "block G Bus b; " GAIN "g(k = 2); Modelica.Blocks.Logical.Not n; "
        "equation connect(b.speed, g.u); connect(b.on, n.u); connect(g.y, b.back); end G; "
        "block Empty Bus bus; end Empty; "
        "S s; G g; Bus between; Empty empty; Real z = between.back; Boolean on = empty.bus.on; equation "
        "connect(s.bus, between); connect(between, g.b); connect(empty.bus, between); end A;",
        {"g.g.y", twice}, {"s.bus.back", twice}, {"between.speed", line}, {"empty.bus.speed", line},
        {"z", twice}, {"on", late}, {"s.bus.on", late});
}

/* What is declared exists when it is connected, with its unit; buses stand in buses and in models that are
 * outer; loops and subscripts make arrays. */
static void parts_are_declared_nested_and_arrays(void **state)
{
    (void)state;
    RUN("model A expandable connector Inner Modelica.Units.SI.AngularVelocity w; Real never; end Inner; "
        "expandable connector Bus Inner inside; Real x[:]; end Bus; "
        "model S outer Bus bus; " REAL_SOURCE "e[3](y = {k*(1 + time) for k in 1:3}); equation "
        "connect(e[1].y, bus.inside.w); for k in 1:3 loop connect(e[k].y, bus.v[k]); end for; "
        "connect(e.y, bus.x); end S; "
        "inner Bus bus; S s; Modelica.Blocks.Math.Sum sum(nin = 3); " GAIN "g(k = 3), h(k = 1); equation "
        "connect(bus.v, sum.u); connect(bus.inside.w, g.u); connect(bus.x[2], h.u); end A;",
        {"bus.inside.w", line}, {"bus.v[1]", line}, {"bus.v[2]", twice}, {"bus.v[3]", thrice},
        {"g.y", thrice}, {"h.y", twice}, {"bus.x[3]", thrice});
    reading r =
        read_good("model A expandable connector Bus Modelica.Units.SI.Force f; end Bus; Bus bus; " REAL_SOURCE
                  "e(y = 1); equation connect(e.y, bus.f); end A;");
    long f = eg_names_find(r.spec->variable_paths, "bus.f");
    assert_true(f >= 0);
    assert_string_equal(r.spec->variables[f].unit, "N");
    done(&r);
}

/* Potentials of all are equal, and flows sum to zero over all buses that are connected: 1 + 1 + 1 times the
 * voltage leave the source; into a bus of a model flows what its parts take. */
static void connectors_with_flows_are_shared(void **state)
{
    (void)state;
    RUN("model A " BUS PIN "model M Bus bus; Resistor r; equation connect(r.p, bus.pin); end M; "
        "model Idle Bus bus; end Idle; "
        "Source s; M m, n; Resistor r; Bus bus; Idle idle; equation connect(s.p, bus.pin); "
        "connect(bus, m.bus); connect(bus, n.bus); connect(r.p, bus.pin); connect(idle.bus, bus); end A;",
        {"s.p.i", all_of_it}, {"m.bus.pin.i", line}, {"n.r.p.v", line}, {"r.p.i", line},
        {"idle.bus.pin.i", nothing}, {"bus.pin.i", nothing});
}

/* A body pushes through a bus against a spring of 1 N/m whose end moves as 1 + t: the force that the
 * connector shows is the one that crosses it, as that of any connector. */
static void flanges_show_what_passes_through_them(void **state)
{
    (void)state;
    RUN("model A " BUS "connector Two Modelica.Mechanics.Translational.Interfaces.Flange_a tip; end Two; "
        "model M Bus bus; Two two; Modelica.Mechanics.Translational.Sources.Position p(exact = true), "
        "q(exact = true); " REAL_SOURCE "e(y = 1 + time); equation connect(e.y, p.s_ref); "
        "connect(e.y, q.s_ref); connect(p.flange, bus.tip); connect(q.flange, two.tip); end M; "
        "M m; Modelica.Mechanics.Translational.Components.Fixed f; "
        "Modelica.Mechanics.Translational.Components.Spring a(c = 1), b(c = 1); equation "
        "connect(f.flange, a.flange_a); connect(f.flange, b.flange_a); connect(m.bus.tip, a.flange_b); "
        "connect(m.two.tip, b.flange_b); end A;",
        {"m.bus.tip.s", line}, {"a.f", line}, {"m.two.tip.f", minus_line}, {"m.bus.tip.f", minus_line});
}

/* An input gets its value where it is declared, and is what its model's parts get then. */
static void an_input_may_have_a_value(void **state)
{
    (void)state;
    RUN("model A connector In = input Boolean; block B Modelica.Blocks.Interfaces.RealInput u = 1 + time; "
        "In on = time > 2; " GAIN
        "g(k = 2); equation connect(u, g.u); end B; B b, c(g(k = 3)), d(u = 0); end A;",
        {"b.g.y", twice}, {"c.g.y", thrice}, {"d.g.y", nothing}, {"b.on", late});
    reading r =
        read_good("model A block B Modelica.Blocks.Interfaces.RealInput u = 2; Real y = u; end B; B b; "
                  "Modelica.Blocks.Sources.Constant c(k = 1); equation connect(c.y, b.u); end A;");
    eg_model *model = NULL;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_ERROR_MODEL);
    done(&r);
    REFUSED(
        {"model A block B Modelica.Blocks.Interfaces.RealInput u = 2; block O "
         "Modelica.Blocks.Interfaces.RealOutput y; end O; O o; equation @connect(u, o.y); end B; B b; end A;",
         "b.u has a value, and b.o.y gives it another one", "leave the value"});
}

static void what_is_undetermined_is_refused(void **state)
{
    (void)state;
    REFUSED({"model A " BUS "Bus a, b; equation @connect(a.x, b.x); end A;", "nothing tells what \"a.x\" is",
             "declare it in the expandable connector"},
            {"model A " BUS GAIN "g(k = 1); Bus b; equation @connect(b.x, g.u); end A;",
             "nothing gives \"b.x\" its value", "connect an output"},
            {"model A " BUS PIN "Bus b; Resistor r; Pin p; equation @connect(b, r.p); end A;",
             "only one of which is expandable", "bus.name"},
            {"model A expandable connector Bus Real x; end Bus; Bus b; Real y = b.@x; end A;",
             "has no connection that leads to its \"x\"", "connect a signal"},
            {"model A " BUS "Bus b; Real y = b.@z; end A;", "has no part \"z\"", "connect a signal"},
            {"model A expandable connector Bus flow Real @x; end Bus; Bus b; end A;", "is declared flow",
             "declare it in a connector"},
            {"model A expandable connector Bus Real x; end Bus; Bus b(@x = 1); end A;", "has a value",
             "leave the value out"},
            {"model A " BUS PIN REAL_SOURCE "e(y = 1); Source s; Bus b; equation connect(s.p, b.x); "
             "@connect(e.y, b.x); end A;",
             "which are of different kinds", "component between them"},
            {"model A expandable connector Bus String @x; end Bus; Bus b; " REAL_SOURCE "e(y = 1); equation "
             "connect(e.y, b.x); end A;",
             "cannot be a part of an expandable connector", "declare it as Real"});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_goes_from_bus_to_bus),
        cmocka_unit_test(parts_are_declared_nested_and_arrays),
        cmocka_unit_test(connectors_with_flows_are_shared),
        cmocka_unit_test(flanges_show_what_passes_through_them),
        cmocka_unit_test(an_input_may_have_a_value),
        cmocka_unit_test(what_is_undetermined_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
