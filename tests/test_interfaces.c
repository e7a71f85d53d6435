/* Partial classes and connectors, used as a library's author uses them: a class of the user's own extends
 * or declares them, and what it does beside native components has a closed form. */
#include "closed_runs.h"

/* ".s" is no beginning of ".support". */
static bool begins_with_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    char next = strncmp(text, word, length) == 0 ? text[length] : 'x';
    return strncmp(text, word, length) == 0 &&
           (word[0] != '.' || !((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '_'));
}

/* In a text the words of the rotational library stand for those of the translational one. */
static void turn(const char *text, char *out)
{
    static const char *const words[][2] = {
        {"Translational", "Rotational"},
        {".s", ".phi"},
        {".f", ".tau"},
        {"Mass", "Inertia"},
        {"m=", "J="},
        {"(f=", "(tau="},
        {"s_a", "phi_a"},
        {"s_b", "phi_b"},
        {"s(", "phi("},
        {"v(", "w("},
        {"SI.Position", "SI.Angle"},
    };
    while (*text) {
        size_t i = 0;
        while (i < EG_COUNT(words) && !begins_with_word(text, words[i][0]))
            i++;
        if (i < EG_COUNT(words)) {
            out = stpcpy(out, words[i][1]);
            text += strlen(words[i][0]);
        } else {
            *out++ = *text++;
        }
    }
    *out = '\0';
}

/* Both as written and turned. */
static void run_both(const char *text, const expectation *expected, size_t count)
{
    static char turned[6000];
    expectation other[8];
    static char names[8][60];
    run(text, expected, count);
    turn(text, turned);
    for (size_t i = 0; i < count; i++) {
        turn(expected[i].name, names[i]);
        other[i] = (expectation){names[i], expected[i].of};
    }
    run(turned, other, count);
}

static double t2(double t)
{
    return t * t;
}
static double minus_t2(double t)
{
    return -t * t;
}
static double decay2(double t)
{
    return exp(-2 * t);
}
static double one(double t)
{
    (void)t;
    return 1;
}
static double identity(double t)
{
    return t;
}
static double cosine3(double t)
{
    return cos(3 * t);
}
static double lift3(double t)
{
    return 9 * cos(3 * t);
}

/* ---------------------------------------------------------------- translational and rotational
 *
 * Each text is also run with Rotational for Translational: PartialElementaryOneFlangeAndSupport2, ... are the
 * same there. */

#define MODEL "model M\n  import Modelica.Mechanics.Translational;\n  import Modelica.Units.SI;\n"
#define STARTS "s(start=0, fixed=true), v(start=0, fixed=true)"
#define STOP "  annotation(experiment(StopTime=1));\nend M;\n"

/* A push of 6 between a body and one three times as heavy: 4 and -4/3 of acceleration, with 1.5 and 4.5. */
static void a_source_stands_on_its_support(void **state)
{
    (void)state;
    static const char text[] = MODEL
        "  model Push\n    extends Translational.Interfaces.PartialElementaryOneFlangeAndSupport2;\n"
        "  equation\n    flange.f = -6;\n  end Push;\n"
        "  Push push(useSupport=true);\n"
        "  Translational.Components.Mass body(m=3, " STARTS "), cart(m=3, " STARTS ");\n"
        "equation\n  connect(push.flange, body.flange_a);\n  connect(push.support, cart.flange_a);\n" STOP;
    static const expectation expected[] = {{"body.s", t2}, {"cart.s", minus_t2}};
    run_both(text, expected, EG_COUNT(expected));
}

/* A piston pushes with 6 between the flange and what the parts inside stand on: a body and a cart three
 * times as heavy, felt as one with the rod; or the ground. */
static void parts_inside_stand_on_the_support(void **state)
{
    (void)state;
    static const char text[] = MODEL
        "  model Piston\n    extends Translational.Interfaces.PartialOneFlangeAndSupport;\n"
        "    Translational.Components.Damper none(d=0);\n"
        "    Push push(useSupport=true);\n"
        "  equation\n    connect(push.flange, flange);\n    connect(push.support, internalSupport);\n"
        "    connect(none.flange_a, internalSupport);\n    connect(none.flange_b, flange);\n  end Piston;\n"
        "  model Push\n    extends Translational.Interfaces.PartialElementaryOneFlangeAndSupport2;\n"
        "  equation\n    flange.f = -6;\n  end Push;\n"
        "  Piston piston(useSupport=true), other;\n"
        "  Translational.Components.Mass body(m=3, " STARTS "), cart(m=3, " STARTS "), lone(m=3, " STARTS
        ");\n"
        "equation\n  connect(piston.flange, body.flange_a);\n  connect(piston.support, cart.flange_a);\n"
        "  connect(other.flange, lone.flange_a);\n" STOP;
    static const expectation expected[] = {{"body.s", t2}, {"cart.s", minus_t2}, {"lone.s", t2}};
    run_both(text, expected, EG_COUNT(expected));
}

/* PartialTwoFlangesAndSupport: a shaft that rubs against the ground, 2 on a mass of 1, v = exp(-2 t); on a
 * support that is as heavy, v = (1 + exp(-4 t))/2. */
static double half_decay4(double t)
{
    return (1 + exp(-4 * t)) / 2;
}
static double half_rise4(double t)
{
    return (1 - exp(-4 * t)) / 2;
}

static void a_shaft_rubs_in_its_housing(void **state)
{
    (void)state;
    static const char text[] =
        MODEL "  model Shaft\n    extends Translational.Interfaces.PartialTwoFlangesAndSupport;\n"
              "    Translational.Components.Damper brake(d=2);\n"
              "  equation\n    connect(flange_a, flange_b);\n    connect(brake.flange_b, flange_a);\n"
              "    connect(brake.flange_a, internalSupport);\n  end Shaft;\n"
              "  Shaft shaft, other(useSupport=true);\n"
              "  Translational.Components.Mass a(m=0.25, s(start=0, fixed=true), v(start=1, fixed=true)), "
              "b(m=0.75);\n"
              "  Translational.Components.Mass c(m=1, s(start=0, fixed=true), v(start=1, fixed=true));\n"
              "  Translational.Components.Mass house(m=1, " STARTS ");\n"
              "equation\n  connect(a.flange_b, shaft.flange_a);\n  connect(shaft.flange_b, b.flange_a);\n"
              "  connect(c.flange_b, other.flange_a);\n  connect(other.support, house.flange_a);\n" STOP;
    static const expectation expected[] = {{"b.v", decay2}, {"c.v", half_decay4}, {"house.v", half_rise4}};
    run(text, expected, EG_COUNT(expected));
    static char turned[6000];
    static const expectation rotational[] = {{"b.w", decay2}, {"c.w", half_decay4}, {"house.w", half_rise4}};
    turn(text, turned);
    run(turned, rotational, EG_COUNT(rotational));
}

/* A spring of 9 N/m that is written as an equation, with InternalSupport for what it stands on: a mass of
 * 1 swings with 3 rad/s. On a support that moves freely, both of mass 2: the same. */
static double half_cosine3(double t)
{
    return (1 + cos(3 * t)) / 2;
}
static double half_lift3(double t)
{
    return (1 - cos(3 * t)) / 2;
}

static void an_equation_asks_its_support(void **state)
{
    (void)state;
    static const char text[] = MODEL
        "  model Hold\n    parameter Boolean useSupport = false;\n"
        "    Translational.Interfaces.Flange_b flange;\n"
        "    Translational.Interfaces.Support support if useSupport;\n"
        "    Translational.Interfaces.InternalSupport internalSupport(f=-flange.f);\n"
        "    Translational.Components.Fixed fixed if not useSupport;\n"
        "  equation\n    flange.f = 9*(flange.s - internalSupport.s);\n"
        "    connect(internalSupport.flange, support);\n    connect(internalSupport.flange, fixed.flange);\n"
        "  end Hold;\n"
        "  Hold hold, other(useSupport=true);\n"
        "  Translational.Components.Mass a(m=1, s(start=1, fixed=true), v(start=0, fixed=true));\n"
        "  Translational.Components.Mass b(m=2, s(start=1, fixed=true), v(start=0, fixed=true));\n"
        "  Translational.Components.Mass c(m=2, " STARTS ");\n"
        "equation\n  connect(hold.flange, a.flange_a);\n  connect(other.flange, b.flange_a);\n"
        "  connect(other.support, c.flange_a);\n" STOP;
    static const expectation expected[] = {{"a.s", cosine3}, {"b.s", half_cosine3}, {"c.s", half_lift3}};
    run_both(text, expected, EG_COUNT(expected));
}

/* PartialElementaryRotationalToTranslational, under both of its names: a rack of the user's. 1 N.m on a
 * pinion of radius 0.5 m pushes 2 N; the mass of 1 kg is felt as 0.25 kg.m2. */
static void a_rack_of_ones_own(void **state)
{
    (void)state;
    static const char *const rooms[] = {"Rotational", "Translational"};
    for (int i = 0; i < 2; i++) {
        char text[2500];
        snprintf(
            text, sizeof text,
            "model M\n  import Modelica.Mechanics.Translational;\n  import Modelica.Mechanics.Rotational;\n"
            "  model Rack\n    extends %s.Interfaces.PartialElementaryRotationalToTranslational;\n"
            "  equation\n    flangeT.s = 0.5*flangeR.phi;\n    0 = flangeR.tau + 0.5*flangeT.f;\n  "
            "end Rack;\n"
            "  Rack rack;\n  Rotational.Sources.ConstantTorque push(tau_constant=1);\n"
            "  Translational.Components.Mass mass(m=1, " STARTS ");\n"
            "equation\n  connect(push.flange, rack.flangeR);\n  connect(rack.flangeT, mass.flange_a);\n" STOP,
            rooms[i]);
        const expectation expected[] = {{"mass.s", t2}, {"rack.flangeR.tau", one}};
        run(text, expected, EG_COUNT(expected));
    }
}

/* A viscous brake of the user's on a mass of 1: v = exp(-2 t). */
static void a_brake_has_two_flanges_and_a_support(void **state)
{
    (void)state;
    static const char text[] = MODEL
        "  model Brake\n    extends Translational.Interfaces.PartialElementaryTwoFlangesAndSupport2;\n"
        "  equation\n    flange_a.f = der(flange_a.s);\n    flange_b.f = der(flange_b.s);\n  end Brake;\n"
        "  Brake brake;\n"
        "  Translational.Components.Mass body(m=1, s(start=0, fixed=true), v(start=1, fixed=true));\n"
        "equation\n  connect(body.flange_b, brake.flange_a);\n  connect(body.flange_a, "
        "brake.flange_b);\n" STOP;
    expectation expected[] = {{"body.v", decay2}};
    run(text, expected, 1);
    static char turned[6000];
    turn(text, turned);
    expected[0].name = "body.w";
    run(turned, expected, 1);
}

/* Distance of a body that flies with 1 from one at rest, as the user's sensors see it. */
static void sensors_take_no_force(void **state)
{
    (void)state;
    static const char text[] =
        MODEL "  model Distance\n    extends Translational.Interfaces.PartialRelativeSensor;\n"
              "    Modelica.Blocks.Interfaces.RealOutput d;\n"
              "  equation\n    d = flange_b.s - flange_a.s;\n    0 = flange_a.f;\n  end Distance;\n"
              "  model Place\n    extends Translational.Interfaces.PartialAbsoluteSensor;\n"
              "    Modelica.Blocks.Interfaces.RealOutput d;\n  equation\n    d = flange.s;\n  end Place;\n"
              "  Distance distance;\n  Place place;\n  Translational.Components.Fixed wall;\n"
              "  Translational.Components.Mass body(m=1, s(start=0, fixed=true), v(start=1, fixed=true));\n"
              "equation\n  connect(wall.flange, distance.flange_a);\n  connect(body.flange_b, "
              "distance.flange_b);\n"
              "  connect(body.flange_b, place.flange);\n" STOP;
    static const expectation expected[] = {{"distance.d", identity}, {"place.d", identity}};
    run_both(text, expected, EG_COUNT(expected));
}

/* Springs of the user's, with the flanges of a partial class and with flanges declared one by one: omega =
 * 3. */
static void springs_swing(void **state)
{
    (void)state;
    static const char text[] =
        MODEL "  model Bare\n    extends Translational.Interfaces.PartialTwoFlanges;\n"
              "  equation\n    flange_b.f = 9*(flange_b.s - flange_a.s);\n    flange_a.f + flange_b.f = "
              "0;\n  end Bare;\n"
              "  model Own\n    Translational.Interfaces.Flange_a flange_a;\n    "
              "Translational.Interfaces.Flange_b flange_b;\n"
              "    Translational.Interfaces.Support support;\n"
              "  equation\n    flange_b.f = 9*(flange_b.s - support.s);\n    flange_a.f = 0;\n"
              "    support.f = -flange_b.f;\n  end Own;\n"
              "  Bare bare;\n  Own own;\n  Translational.Components.Fixed wall;\n"
              "  Translational.Components.Mass one(m=1, s(start=1, fixed=true), v(start=0, fixed=true));\n"
              "  Translational.Components.Mass two(m=1, s(start=1, fixed=true), v(start=0, fixed=true));\n"
              "equation\n  connect(wall.flange, bare.flange_a);\n  connect(bare.flange_b, one.flange_a);\n"
              "  connect(wall.flange, own.support);\n  connect(wall.flange, own.flange_a);\n  "
              "connect(own.flange_b, two.flange_a);\n" STOP;
    static const expectation expected[] = {
        {"one.s", cosine3}, {"two.s", cosine3}, {"bare.flange_b.f", lift3}};
    run_both(text, expected, EG_COUNT(expected));
}

/* The same by the partial classes of compliant elements, whose variables have names of their own. */
static void compliant_partials_swing(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import R = Modelica.Mechanics.Rotational;\n"
        "  model Plain extends R.Interfaces.PartialCompliant; equation tau = 9*phi_rel; end Plain;\n"
        "  model States extends R.Interfaces.PartialCompliantWithRelativeStates; equation tau = "
        "9*phi_rel; end States;\n"
        "  Plain plain;\n  States states;\n  R.Components.Fixed wall;\n"
        "  R.Components.Inertia one(J=1, phi(start=1, fixed=true), w(start=0, fixed=true));\n"
        "  R.Components.Inertia two(J=1, phi(start=1, fixed=true), w(start=0, fixed=true));\n"
        "equation\n  connect(wall.flange, plain.flange_a);\n  connect(plain.flange_b, one.flange_a);\n"
        "  connect(wall.flange, states.flange_a);\n  connect(states.flange_b, two.flange_a);\n" STOP;
    static const expectation expected[] = {
        {"one.phi", cosine3}, {"plain.phi_rel", cosine3}, {"two.phi", cosine3}, {"states.tau", lift3}};
    run(text, expected, EG_COUNT(expected));
}

/* 2 on an inertia of 1: phi = t^2. */
static void a_torque_of_ones_own(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import R = Modelica.Mechanics.Rotational;\n"
        "  model Push extends R.Interfaces.PartialTorque; equation flange.tau = -2; end Push;\n"
        "  Push push;\n  R.Components.Inertia one(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));\n"
        "equation\n  connect(push.flange, one.flange_a);\n" STOP;
    static const expectation expected[] = {{"one.phi", t2}, {"push.phi", t2}};
    run(text, expected, EG_COUNT(expected));
}

static double slips(double t)
{
    return 0.5 * (1 + exp(-2 * t));
}

/* A roller of the user's that slips, 1 N.s/m: a mass of 1 at 1 m/s takes an inertia of 1 along. What is
 * between them decays as exp(-2 t), their sum stays. */
static void a_roller_of_ones_own(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import Modelica.Mechanics.Rotational;\n  import Modelica.Mechanics.Translational;\n"
        "  model Roller\n    extends Rotational.Interfaces.PartialElementaryRotationalToTranslational;\n"
        "  equation\n    flangeT.f = der(flangeT.s) - der(flangeR.phi);\n    flangeR.tau = -flangeT.f;\n"
        "  end Roller;\n"
        "  Roller roller;\n"
        "  Rotational.Components.Inertia wheel(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));\n"
        "  Translational.Components.Mass body(m=1, s(start=0, fixed=true), v(start=1, fixed=true));\n"
        "equation\n  connect(wheel.flange_b, roller.flangeR);\n  connect(roller.flangeT, "
        "body.flange_a);\n" STOP;
    static const expectation expected[] = {{"body.v", slips}};
    run(text, expected, EG_COUNT(expected));
}

/* ---------------------------------------------------------------- friction */

static double slides(double t)
{
    return t < 0.5 ? 2 - 4 * t : 0.0;
}

/* Dry friction of the user's, 4 N on 1 kg: 2 m/s are gone after 0.5 s, and then it sticks. */
static void friction_of_ones_own(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import Modelica.Mechanics.Translational;\n"
        "  model Rub\n    extends Translational.Interfaces.PartialElementaryTwoFlangesAndSupport2;\n"
        "    extends Translational.Interfaces.PartialFriction;\n    Real s; Real v; Real a; Real f;\n"
        "  equation\n    s = s_a;\n    flange_b.f = 0;\n    v = der(s);\n    a = der(v);\n    "
        "v_relfric = v;\n"
        "    a_relfric = a;\n    flange_a.f - f = 0;\n    f0 = 4;\n    f0_max = 4;\n    free = false;\n"
        "    f = if locked then sa else if startForward then 4 else if startBackward then -4\n"
        "      else if pre(mode) == 1 then 4 else if pre(mode) == -1 then -4 else 0;\n  end Rub;\n"
        "  Rub rub;\n  Translational.Components.Mass body(m=1, s(start=0, fixed=true), v(start=2, "
        "fixed=true));\n"
        "equation\n  connect(body.flange_b, rub.flange_a);\n  connect(body.flange_a, rub.flange_b);\n" STOP;
    static const expectation expected[] = {{"body.v", slides}};
    run(text, expected, EG_COUNT(expected));
}

/* ---------------------------------------------------------------- forces between two flanges */

/* Force2 pushes its flanges apart: 3 N between 1.5 kg each. */
static void force2_pushes_apart(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import Modelica.Mechanics.Translational;\n"
        "  Translational.Sources.Force2 push;\n  Modelica.Blocks.Sources.Constant three(k=3);\n"
        "  Translational.Components.Mass left(m=1.5, " STARTS "), right(m=1.5, " STARTS ");\n"
        "equation\n  connect(three.y, push.f);\n  connect(left.flange_b, push.flange_a);\n"
        "  connect(push.flange_b, right.flange_a);\n" STOP;
    static const expectation expected[] = {{"right.s", t2}, {"left.s", minus_t2}};
    run(text, expected, EG_COUNT(expected));
}

/* ---------------------------------------------------------------- heat */

static double warms(double t)
{
    return 300 + 10.0 / 3.0 * (1 - exp(-1.5 * t));
}

/* 10 W into 2 J/K, which lose 3 W/K to a room of 300 K: source and wires of the user's, with ports of all
 * kinds. */
static void heat_ports_of_ones_own(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import Modelica.Thermal.HeatTransfer;\n"
        "  model Fire\n    HeatTransfer.Interfaces.HeatPort port;\n  equation\n    port.Q_flow = "
        "-10;\n  end Fire;\n"
        "  model Wire\n    HeatTransfer.Interfaces.HeatPort_a a;\n    "
        "HeatTransfer.Interfaces.HeatPort_b b;\n"
        "  equation\n    a.Q_flow = 1*(a.T - b.T);\n    b.Q_flow = -a.Q_flow;\n  end Wire;\n"
        "  model Bar extends HeatTransfer.Interfaces.Element1D; equation Q_flow = 2*dT; end Bar;\n"
        "  Fire fire;\n  Wire wire;\n  Bar bar;\n  HeatTransfer.Sources.FixedTemperature room(T=300);\n"
        "  HeatTransfer.Components.HeatCapacitor store(C=2, T(start=300, fixed=true));\n"
        "equation\n  connect(fire.port, store.port);\n  connect(store.port, wire.a);\n  "
        "connect(wire.b, room.port);\n"
        "  connect(store.port, bar.port_a);\n  connect(bar.port_b, room.port);\n" STOP;
    static const expectation expected[] = {{"store.T", warms}};
    run(text, expected, EG_COUNT(expected));
}

static double lost(double t)
{
    return 300 + 0.25 * (1 - exp(-4 * t));
}

#define BODY_AND_STORE                                                                                       \
    "  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor store(C=2, T(start=300, fixed=true));\n"       \
    "  Translational.Components.Fixed wall;\n"                                                               \
    "  Translational.Components.Mass body(m=1, s(start=0, fixed=true), v(start=1, fixed=true));\n"

/* Dampers of the user's whose loss warms a capacity: half a joule, as exp(-2*2 t). */
static void losses_leave_through_the_port(void **state)
{
    (void)state;
    static const char *const ports[] = {"PartialElementaryConditionalHeatPortWithoutT",
                                        "PartialElementaryConditionalHeatPort"};
    for (int i = 0; i < 2; i++) {
        char text[2500];
        snprintf(text, sizeof text,
                 MODEL
                 "  model Rub\n    extends Translational.Interfaces.PartialCompliantWithRelativeStates;\n"
                 "    extends Modelica.Thermal.HeatTransfer.Interfaces.%s;\n"
                 "  equation\n    f = 2*v_rel;\n    lossPower = f*v_rel;\n  end Rub;\n"
                 "  Rub rub(useHeatPort=true);\n" BODY_AND_STORE
                 "equation\n  connect(wall.flange, rub.flange_a);\n  connect(rub.flange_b, "
                 "body.flange_a);\n"
                 "  connect(rub.heatPort, store.port);\n" STOP,
                 ports[i]);
        const expectation expected[] = {{"body.v", decay2}, {"store.T", lost}, {"rub.TheatPort", lost}};
        run(text, expected, i == 0 ? 2 : 3);
    }
}

/* The same with a native damper inside a model that collects the losses of its parts. */
static void losses_inside_are_collected(void **state)
{
    (void)state;
    static const char text[] = MODEL
        "  model Box\n    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialConditionalHeatPort;\n"
        "    Translational.Components.Damper damper(d=2, useHeatPort=true);\n"
        "    Translational.Interfaces.Flange_a flange_a;\n    Translational.Interfaces.Flange_b flange_b;\n"
        "  equation\n    connect(flange_a, damper.flange_a);\n    connect(damper.flange_b, flange_b);\n"
        "    connect(damper.heatPort, internalHeatPort);\n  end Box;\n"
        "  Box box(useHeatPort=true);\n" BODY_AND_STORE
        "equation\n  connect(wall.flange, box.flange_a);\n  connect(box.flange_b, body.flange_a);\n"
        "  connect(box.heatPort, store.port);\n" STOP;
    static const expectation expected[] = {{"body.v", decay2}, {"store.T", lost}};
    run(text, expected, EG_COUNT(expected));
}

/* ---------------------------------------------------------------- blocks */

/* Of the interfaces of Modelica.Blocks: a user's block that extends one has all its ports. Every input
 * takes a constant of its type, which the block keeps; every output is one. */
static const char *const interfaces[] = {
    "BooleanMIMOs",
    "BooleanSISO",
    "BooleanSignalSource",
    "IntegerSIBooleanSO",
    "IntegerSO",
    "IntegerSignalSource",
    "MI2MO",
    "MIMO",
    "MIMOs",
    "MISO",
    "MO",
    "PartialBooleanMISO",
    "PartialBooleanSISO_small",
    "PartialIntegerMISO",
    "PartialIntegerSISO",
    "PartialRealMISO",
    "SI2BooleanSO",
    "SI2SO",
    "SIMO",
    "SISO",
    "SO",
    "SVcontrol",
    "SignalSource",
    "partialBooleanComparison",
    "partialBooleanSI",
    "partialBooleanSI2SO",
    "partialBooleanSI3SO",
    "partialBooleanSISO",
    "partialBooleanSO",
    "partialBooleanSource",
    "partialBooleanThresholdComparison",
};

static bool is_input(eg_port_kind kind)
{
    return kind == EG_REAL_INPUT || kind == EG_BOOLEAN_INPUT || kind == EG_INTEGER_INPUT;
}

static const char *const types[] = {"Real", "Integer", "Boolean"};
static const char *const values[] = {"2.5", "7", "true"};
static const char *const sources[] = {"Constant(k=2.5)", "IntegerConstant(k=7)", "BooleanConstant(k=true)"};

static void add(char *text, const char *format, const char *a, const char *b, const char *c)
{
    size_t n = strlen(text);
    snprintf(text + n, 3000 - n, format, a, b, c);
}

/* Vectors have two elements. */
static void add_port(const eg_port *p, char *declared, char *inside, char *outside)
{
    char source[60], *bracket;
    int type = eg_port_type(p->kind) == EG_REAL ? 0 : eg_port_type(p->kind) == EG_INTEGER ? 1 : 2;
    snprintf(source, sizeof source, "%s", sources[type]);
    bracket = strchr(source, '(');
    *bracket++ = '\0';
    for (int k = 1; k <= (p->size ? 2 : 1); k++) {
        char name[60], plain[60];
        snprintf(name, sizeof name, p->size ? "%s[%d]" : "%s", p->name, k);
        snprintf(plain, sizeof plain, "%s_%d", p->name, k);
        if (!is_input(p->kind)) {
            add(inside, "    %s = %s;%s\n", name, values[type], "");
            continue;
        }
        add(declared, "    output %s kept_%s;%s\n", types[type], plain, "");
        add(inside, "    kept_%s = %s;%s\n", plain, name, "");
        add(outside, "  Modelica.Blocks.Sources.%s from_%s(%s;\n", source, plain, bracket);
    }
}

static void connect_port(const eg_port *p, char *text)
{
    for (int k = 1; k <= (p->size ? 2 : 1) && is_input(p->kind); k++) {
        char name[60], plain[60];
        snprintf(name, sizeof name, p->size ? "%s[%d]" : "%s", p->name, k);
        snprintf(plain, sizeof plain, "%s_%d", p->name, k);
        add(text, "  connect(from_%s.y, x.%s);%s\n", plain, name, "");
    }
}

static void add_sizes(const eg_class *c, char *text)
{
    const char *separator = "(";
    for (size_t i = 0; i < c->parameter_count; i++) {
        const char *name = c->parameters[i].name;
        bool is_size = false;
        for (size_t k = 0; k < c->port_count; k++)
            is_size |= c->ports[k].size && strcmp(c->ports[k].size, name) == 0;
        if (is_size)
            add(text, "%s%s=2%s", separator, name, "");
        separator = is_size ? ", " : separator;
    }
    add(text, *separator == '(' ? "%s;%s%s\n" : "%s);%s%s\n", "", "", "");
}

static const double numbers[] = {2.5, 7, 1};

static void check_values(const eg_trajectory *t, const eg_port *p)
{
    int type = eg_port_type(p->kind) == EG_REAL ? 0 : eg_port_type(p->kind) == EG_INTEGER ? 1 : 2;
    for (int k = 1; k <= (p->size ? 2 : 1); k++) {
        char name[60];
        if (is_input(p->kind))
            snprintf(name, sizeof name, "x.kept_%s_%d", p->name, k);
        else
            snprintf(name, sizeof name, p->size ? "x.%s[%d]" : "x.%s", p->name, k);
        long signal = eg_trajectory_find(t, name);
        if (signal < 0 || eg_trajectory_value(t, (size_t)signal, 0) != numbers[type])
            fail_msg("%s is not %g", name, numbers[type]);
    }
}

static void check_interface(const eg_class *c)
{
    char declared[3000] = "", inside[3000] = "", outside[3000] = "", connected[3000] = "", sizes[3000] = "";
    static char text[16000];
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    for (size_t i = 0; i < c->port_count; i++) {
        add_port(&c->ports[i], declared, inside, outside);
        connect_port(&c->ports[i], connected);
    }
    add_sizes(c, sizes);
    snprintf(text, sizeof text,
             "model M\n  block Own\n    extends %s;\n%s  equation\n%s  end Own;\n  Own x%s%sequation\n"
             "%send M;\n",
             c->name, declared, inside, sizes, outside, connected);
    reading r = read_set(text, NULL);
    bool fine = r.status == EG_OK && eg_model_compile(r.spec, r.diagnostics, &model) == EG_OK;
    if (fine) {
        eg_simulate_options o = eg_simulate_options_default(model);
        fine = eg_simulate(model, &o, r.diagnostics, &t, NULL) == EG_OK;
    }
    if (!fine) {
        show(&r);
        fail_msg("%s", text);
    }
    for (size_t i = 0; i < c->port_count; i++)
        check_values(t, &c->ports[i]);
    eg_trajectory_free(t);
    eg_model_free(model);
    done(&r);
}

static void interfaces_of_blocks_have_their_ports(void **state)
{
    (void)state;
    for (size_t i = 0; i < EG_COUNT(interfaces); i++) {
        char name[100];
        snprintf(name, sizeof name, "Modelica.Blocks.Interfaces.%s", interfaces[i]);
        const eg_class *c = eg_class_find(name);
        assert_non_null(c);
        check_interface(c);
    }
}

/* Connectors for vectors of signals: what goes in comes out. */
static void vectors_of_signals(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import Modelica.Blocks.Interfaces.*;\n"
        "  block Pass\n    RealVectorInput u[2];\n    RealVectorOutput y[2];\n    "
        "BooleanVectorInput b[2];\n"
        "    IntegerVectorInput i[2];\n    IntegerInput n;\n    IntegerOutput m;\n    BooleanInput p;\n"
        "    BooleanOutput q;\n"
        "  equation\n    y[1] = u[2];\n    y[2] = if b[1] and not b[2] then i[1] - i[2] else 0;\n   "
        " m = n + 1;\n"
        "    q = not p;\n  end Pass;\n"
        "  Pass pass;\n  Modelica.Blocks.Sources.Constant c[2](k={1, 4});\n"
        "  Modelica.Blocks.Sources.BooleanConstant d[2](k={true, false});\n"
        "  Modelica.Blocks.Sources.IntegerConstant e[2](k={9, 2});\n"
        "equation\n  connect(c.y, pass.u);\n  connect(d.y, pass.b);\n  connect(e.y, pass.i);\n"
        "  connect(e[1].y, pass.n);\n  connect(d[1].y, pass.p);\n" STOP;
    static const struct {
        const char *name;
        double value;
    } expected[] = {{"pass.y[1]", 4}, {"pass.y[2]", 7}, {"pass.m", 10}, {"pass.q", 0}};
    reading r = read_good(text);
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(model);
    assert_int_equal(eg_simulate(model, &o, r.diagnostics, &t, NULL), EG_OK);
    for (size_t i = 0; i < EG_COUNT(expected); i++) {
        long signal = eg_trajectory_find(t, expected[i].name);
        assert_true(signal >= 0);
        if (eg_trajectory_value(t, (size_t)signal, 0) != expected[i].value)
            fail_msg("%s is not %g", expected[i].name, expected[i].value);
    }
    eg_trajectory_free(t);
    eg_model_free(model);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_source_stands_on_its_support),
        cmocka_unit_test(parts_inside_stand_on_the_support),
        cmocka_unit_test(a_shaft_rubs_in_its_housing),
        cmocka_unit_test(an_equation_asks_its_support),
        cmocka_unit_test(a_rack_of_ones_own),
        cmocka_unit_test(a_brake_has_two_flanges_and_a_support),
        cmocka_unit_test(sensors_take_no_force),
        cmocka_unit_test(springs_swing),
        cmocka_unit_test(compliant_partials_swing),
        cmocka_unit_test(a_torque_of_ones_own),
        cmocka_unit_test(a_roller_of_ones_own),
        cmocka_unit_test(friction_of_ones_own),
        cmocka_unit_test(force2_pushes_apart),
        cmocka_unit_test(heat_ports_of_ones_own),
        cmocka_unit_test(losses_leave_through_the_port),
        cmocka_unit_test(losses_inside_are_collected),
        cmocka_unit_test(interfaces_of_blocks_have_their_ports),
        cmocka_unit_test(vectors_of_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
