/* Connectors that users write, and flanges of which nothing but users' equations speak. */
#include "closed_runs.h"

#define RUN(text, ...)                                                                                       \
    do {                                                                                                     \
        static const expectation expected[] = {__VA_ARGS__};                                                 \
        run(text, expected, sizeof expected / sizeof *expected);                                             \
    } while (0)

#define CIRCUIT                                                                                              \
    "connector Pin Real v(unit = \"V\"); flow Real i(unit = \"A\"); end Pin; "                               \
    "partial model TwoPin Pin p, n; Real v, i; equation v = p.v - n.v; 0 = p.i + n.i; i = p.i; end TwoPin; " \
    "model Resistor extends TwoPin; parameter Real R = 1; equation v = R*i; end Resistor; "                  \
    "model Coil extends TwoPin; parameter Real L = 1; equation L*der(i) = v; end Coil; "                     \
    "model Capacitor extends TwoPin; parameter Real C = 1; equation C*der(v) = i; end Capacitor; "           \
    "model Ground Pin p; equation p.v = 0; end Ground; "

/* L = 0.5, C = 0.1 + 0.1, R = 2 || 2 = 1, v(0) = 1: w0^2 = 10, d = R/(2 L) = 1. */
static double ringing(double t)
{
    return exp(-t) * (cos(3 * t) + sin(3 * t) / 3);
}
static double ringing_current(double t) /* -C dv/dt */
{
    return 0.2 * exp(-t) * 10.0 / 3 * sin(3 * t);
}
static double half_current(double t)
{
    return ringing_current(t) / 2;
}
static double nothing(double t)
{
    (void)t;
    return 0;
}

/* Potentials are equal, flows sum to zero, through a model with pins of its own, open ones among them. */
static void a_circuit_rings(void **state)
{
    (void)state;
    RUN("model A " CIRCUIT
        "model Pair Pin a, b, open; Resistor r1(R = 2), r2(R = 2); equation connect(a, r1.p); "
        "connect(r2.p, r1.p); connect(r1.n, r2.n); connect(r2.n, b); connect(open, r1.n); end Pair; "
        "Pair r; Coil l(L = 0.5, i(start = 0, fixed = true)); Capacitor c(C = 0.1, v(start = 1, fixed = "
        "true)), "
        "d(C = 0.1); Ground g; Resistor loose; equation connect(c.p, r.a); connect(r.b, l.p); "
        "connect(l.n, c.n); connect(g.p, c.n); connect(d.p, c.p); connect(d.n, g.p); connect(loose.p, "
        "r.open); "
        "end A;",
        {"c.v", ringing}, {"d.v", ringing}, {"l.i", ringing_current}, {"r.r1.i", half_current},
        {"r.r2.i", half_current}, {"r.a.i", ringing_current}, {"g.p.i", nothing}, {"loose.i", nothing},
        {"r.open.i", nothing});
}

static double line(double t)
{
    return 1 + t;
}
static double twice(double t)
{
    return 2 * (1 + t);
}
static double one(double t)
{
    (void)t;
    return 1;
}

/* Arrays of variables, connectors inside connectors, arrays of connectors, truth values. */
static void connectors_of_many_parts(void **state)
{
    (void)state;
    RUN("model A connector Inner Real x[2]; Boolean on; end Inner; "
        "connector Plug Inner a[2]; flow Real q[2]; parameter Real k = 1; end Plug; "
        "model Source Plug p; equation p.a[1].x = {1 + time, 2*(1 + time)}; p.a[2].x = 3*p.a[1].x; "
        "p.a[1].on = time > -1; p.a[2].on = not p.a[1].on; end Source; "
        "model Sink Plug p; equation p.q = p.a[1].x; end Sink; Source s; Sink k[2]; "
        "equation for i in 1:2 loop connect(s.p, k[i].p); end for; end A;",
        {"k[2].p.a[1].x[1]", line}, {"k[1].p.a[1].x[2]", twice}, {"k[2].p.a[1].on", one},
        {"k[1].p.q[1]", line}, {"k[2].p.q[2]", twice});
}

static double minus_two(double t)
{
    return -2 * (1 + t);
}

/* What flows in from two sinks flows out of the source. */
static void flows_add_up(void **state)
{
    (void)state;
    RUN("model A connector P Real v; flow Real i; end P; model Sink P p; equation p.i = p.v; end Sink; "
        "model Source P p; equation p.v = 1 + time; end Source; model Box P p; Sink a, b; "
        "equation connect(p, a.p); connect(p, b.p); end Box; Source s; Box b; equation connect(s.p, "
        "b.p); end A;",
        {"s.p.i", minus_two}, {"b.p.i", twice}, {"b.a.p.i", line});
}

#define OWN_FLANGES                                                                                          \
    "connector Flansch Modelica.Units.SI.Position s; flow Modelica.Units.SI.Force f; end Flansch; "          \
    "connector Left extends Flansch; end Left; connector In = input Real(unit = \"N\"); "                    \
    "connector Out = output Real; connector On = input Boolean; "                                            \
    "model Push Left flange; In f; On on; equation flange.f = if on then -f else 0; end Push; "              \
    "model Twice In u; Out y; equation y = 2*u; end Twice; "

static double pushed(double t) /* 2*(1 + t) N on 2 kg from 0.5 s on */
{
    double T = t - 0.5;
    return t < 0.5 ? 0 : 1.5 * T + T * T / 2;
}

/* A user's flange is a flange, a user's `input Real` a signal: they join those of the library. */
static void own_words_for_what_is_there(void **state)
{
    (void)state;
    RUN("model A " OWN_FLANGES "Push p; Twice g; " TRANSLATIONAL
        "Components.Mass m(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
        "Modelica.Blocks.Sources.Ramp r(height = 1, duration = 1, offset = 1); "
        "Modelica.Blocks.Sources.BooleanStep b(startTime = 0.5); equation connect(r.y, g.u); "
        "connect(g.y, p.f); "
        "connect(b.y, p.on); connect(p.flange, m.flange_a); end A;",
        {"m.v", pushed}, {"g.y", twice}, {"p.f", twice});
}

#define OWN_PARTS                                                                                            \
    "model OwnMass extends " TRANSLATIONAL "Interfaces.PartialRigid; parameter Real m = 1; Real v, a; "      \
    "equation v = der(s); a = der(v); m*a = flange_a.f + flange_b.f; end OwnMass; "                          \
    "model OwnSpring extends " TRANSLATIONAL "Interfaces.PartialCompliant; parameter Real c = 1, s0 = 0; "   \
    "equation f = c*(s_rel - s0); end OwnSpring; "                                                           \
    "model OwnFixed " TRANSLATIONAL "Interfaces.Flange_b flange; parameter Real s0 = 0; "                    \
    "equation flange.s = s0; end OwnFixed; "                                                                 \
    "model OwnSensor " TRANSLATIONAL "Interfaces.Flange_a a; " TRANSLATIONAL                                 \
    "Interfaces.Flange_b b; Real f; "                                                                        \
    "equation a.s = b.s; f = a.f; 0 = a.f + b.f; end OwnSensor; "

static double swing(double t) /* 4 kg on 2 springs of 50 in line, 0.1 m out of rest */
{
    return 0.1 * cos(2.5 * t);
}
static double swing_force(double t)
{
    return 25 * 0.1 * cos(2.5 * t);
}
static double swing_back(double t)
{
    return -swing_force(t);
}

/* A wall, two springs in line, a mass of two pieces, a force sensor: without a single native part. */
static void an_oscillator_of_equations(void **state)
{
    (void)state;
    RUN("model A " OWN_PARTS "OwnFixed w(s0 = -2); OwnSpring a(c = 50, s0 = 1), b(c = 50, s0 = 1); "
        "OwnMass m(m = 3, L = 0, s(start = 0.1, fixed = true), v(start = 0, fixed = true)), n(m = 1, L = "
        "0.2); "
        "OwnSensor q; equation connect(w.flange, a.flange_a); connect(a.flange_b, b.flange_a); "
        "connect(b.flange_b, q.a); connect(q.b, m.flange_a); connect(m.flange_b, n.flange_a); end A;",
        {"m.s", swing}, {"b.f", swing_force}, {"a.f", swing_force}, {"w.flange.f", swing_force});
}

/* The same where the walls, a spring, the sensor or a mass are native: what is rigid goes with them. */
static void joined_to_the_library_anywhere(void **state)
{
    (void)state;
    RUN("model A " OWN_PARTS TRANSLATIONAL "Components.Fixed w(s0 = -2); OwnSpring a(c = 50, s0 = 1), "
        "b(c = 50, s0 = 1); OwnMass m(m = 3, L = 0, s(start = 0.1, fixed = true), v(start = 0, fixed = "
        "true)); " TRANSLATIONAL "Components.Mass n(m = 1); OwnSensor q, r, x; " TRANSLATIONAL
        "Components.Spring none(c = 0); "
        "equation connect(w.flange, x.a); connect(x.b, a.flange_a); connect(a.flange_b, b.flange_a); "
        "connect(b.flange_b, q.a); connect(q.b, r.a); connect(r.b, m.flange_a); connect(m.flange_b, "
        "n.flange_a); "
        "connect(none.flange_a, w.flange); connect(none.flange_b, q.a); end A;",
        {"m.s", swing}, {"b.f", swing_force}, {"r.f", swing_back}, {"x.f", swing_back});
}

static double cubic(double t) /* f = c x^3 with c = 8000 and 1000 in line: x1 = x2/2, that of the first */
{
    return (0.3 + 0.1 * t) / 3;
}
static double cubic_force(double t)
{
    return 8000 * pow(cubic(t), 3);
}

/* Two springs of a law with v_rel, in line without a mass between them: which of the two speeds follows from
 * the other must not be mixed up. */
static void progressive_springs_in_line(void **state)
{
    (void)state;
    RUN("model A model S extends " TRANSLATIONAL "Interfaces.PartialCompliantWithRelativeStates; "
        "parameter Real c = 1; Real p; equation f = c*s_rel^3; p = f*v_rel; end S; S k(c = 8000, "
        "s_rel(start = 0.1)), g(c = 1000); " TRANSLATIONAL
        "Components.Mass m(m = 1, s(start = 0.3, fixed = true), "
        "v(start = 0.1, fixed = true)); " TRANSLATIONAL
        "Components.Fixed w; Modelica.Mechanics.Translational."
        "Sources.Force f; Modelica.Blocks.Sources.RealExpression h(y = k.f); "
        "equation connect(w.flange, k.flange_a); connect(k.flange_b, g.flange_a); connect(g.flange_b, "
        "m.flange_a); "
        "connect(h.y, f.f); connect(f.flange, m.flange_b); end A;",
        {"k.s_rel", cubic}, {"g.f", cubic_force});
}

/* support(s = x, f = y): what a flange has may be given where it is declared. */
static void values_of_flanges(void **state)
{
    (void)state;
    RUN("model A model Pull " TRANSLATIONAL
        "Interfaces.Flange_b flange(f = -2*(1 + time)); Real x = flange.s; "
        "end Pull; model Hold " TRANSLATIONAL "Interfaces.Flange_b flange(s = 1 + time) if true; end Hold; "
        "Pull p; Hold h; equation connect(p.flange, h.flange); end A;",
        {"p.x", line}, {"h.flange.f", twice});
}

static double bent(double t) /* 1 + t on 1 kg */
{
    return t * t / 2 + t * t * t / 6;
}

/* What goes into an input of a component: an equation, or a value where it is declared. */
static void values_of_inputs(void **state)
{
    (void)state;
    RUN("model A " TRANSLATIONAL "Components.Mass m[3](each m = 1, each s(start = 0, fixed = true), "
        "each v(start = 0, fixed = true)); " TRANSLATIONAL "Sources.Force f, g[2](f = {1 + time, 1 + time}); "
        "equation f.f = 1 + time; connect(f.flange, m[1].flange_a); connect(g.flange, m[2:3].flange_a); "
        "end A;",
        {"m[1].s", bent}, {"m[2].s", bent}, {"m[3].s", bent}, {"f.f", line});
}

static double five(double t)
{
    return 5 * t;
}

/* fixed = true of what statements assign at events only says what it begins with. */
static void fixed_values_of_what_jumps(void **state)
{
    (void)state;
    RUN("model A discrete Real x(start = 5, fixed = true); Real y(start = 0, fixed = true); "
        "algorithm when time > 2 then x := time; end when; equation der(y) = x; end A;",
        {"y", five});
}

static double decays(double t)
{
    return exp(-t);
}
static double decays_from_3(double t)
{
    return 3 * exp(-t);
}
static double decays_from_6(double t)
{
    return 6 * exp(-t);
}
static double counts_from_4(double t)
{
    return t < 2 ? 4 : 5;
}

/* Signals begin as is said of them: outputs of the whole and of parts, a connector of one's own, elements of
 * arrays, what changes at events, and one that components of the library take. A start that is fixed
 * holds before guesses, wherever on a line of connections it is said. */
static void starts_of_signals(void **state)
{
    (void)state;
    RUN("model A connector Out = output Real; "
        "block B Modelica.Blocks.Interfaces.RealOutput y(start = 9); equation der(y) = -y; end B; "
        "Modelica.Blocks.Interfaces.RealOutput y(start = 1, fixed = true); Out own(start = 3, fixed = true); "
        "Modelica.Blocks.Interfaces.RealOutput z[2](start = {3, 6}, each fixed = true); "
        "discrete Modelica.Blocks.Interfaces.RealOutput d(start = 4, fixed = true); "
        "B b(y(start = 6, fixed = true)), c; "
        "Modelica.Blocks.Interfaces.RealOutput e(start = 3, fixed = true); "
        "equation der(y) = -y; der(own) = -own; for i in 1:2 loop der(z[i]) = -z[i]; end for; "
        "when time > 2 then d = pre(d) + 1; end when; connect(c.y, e); end A;",
        {"y", decays}, {"own", decays_from_3}, {"z[1]", decays_from_3}, {"z[2]", decays_from_6},
        {"d", counts_from_4}, {"b.y", decays_from_6}, {"e", decays_from_3});
    RUN("model A block B Modelica.Blocks.Interfaces.RealOutput y(start = 9); equation der(y) = -y; end B; "
        "B b; Modelica.Blocks.Interfaces.RealOutput y(start = 3, fixed = true); "
        "Modelica.Blocks.Math.Gain twice(k = 2); equation connect(b.y, y); connect(y, twice.u); end A;",
        {"y", decays_from_3}, {"b.y", decays_from_3}, {"twice.y", decays_from_6});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circuit_rings),
        cmocka_unit_test(connectors_of_many_parts),
        cmocka_unit_test(flows_add_up),
        cmocka_unit_test(own_words_for_what_is_there),
        cmocka_unit_test(an_oscillator_of_equations),
        cmocka_unit_test(joined_to_the_library_anywhere),
        cmocka_unit_test(progressive_springs_in_line),
        cmocka_unit_test(values_of_flanges),
        cmocka_unit_test(values_of_inputs),
        cmocka_unit_test(fixed_values_of_what_jumps),
        cmocka_unit_test(starts_of_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
