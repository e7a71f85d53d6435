/* Sensors, simple sources and rigid parts of three libraries, in closed form: a body of inertia 1 under a
 * load of 2 from rest (s = t^2, v = 2 t, a = 2), one that a damper brakes (v = exp(-2 t)), one that swings
 * (cos(3 t)). */
#include "closed_runs.h"

static double t2(double t)
{
    return t * t;
}
static double t2_less(double t)
{
    return t * t - 0.3;
}
static double two_t(double t)
{
    return 2 * t;
}
static double two(double t)
{
    return t >= 0 ? 2 : 0;
}
static double half_t2(double t)
{
    return t * t / 2;
}
static double identity(double t)
{
    return t;
}
static double decay2(double t)
{
    return exp(-2 * t);
}
static double cosine3(double t)
{
    return cos(3 * t);
}
static double late(double t)
{
    return t > 0.25 ? (t - 0.25) * (t - 0.25) : 0;
}
static double cools(double t)
{
    return 300 + 50 * exp(-t);
}

#define STOP "  annotation(experiment(StopTime=1, Tolerance=1e-10));\nend M;\n"

/* ---------------------------------------------------------------- rotational */

#define ROT                                                                                                  \
    "model M\n  import Modelica.Mechanics.Rotational.{Components, Sources, Sensors};\n"                      \
    "  Components.Fixed wall;\n"
#define ROTOR(name) "  Components.Inertia " name "(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));\n"

/* The torque passes a sensor and a disc, whose flanges are 0.3 rad apart. */
static void rotational_sensors_read_what_turns(void **state)
{
    (void)state;
    static const char text[] = ROT ROTOR(
        "rotor") "  Sources.ConstantTorque load(tau_constant=2);\n  Components.Disc disc(deltaPhi=0.3);\n"
                 "  Sensors.TorqueSensor torque;\n  Sensors.AngleSensor angle, behind;\n  "
                 "Sensors.SpeedSensor speed;\n"
                 "  Sensors.AccSensor acc;\n  Sensors.RelAngleSensor relAngle;\n  "
                 "Sensors.RelSpeedSensor relSpeed;\n"
                 "  Sensors.RelAccSensor relAcc;\n  Components.RelativeStates states;\n"
                 "equation\n  connect(load.flange, torque.flange_a);\n  connect(torque.flange_b, "
                 "disc.flange_a);\n"
                 "  connect(disc.flange_b, rotor.flange_a);\n  connect(rotor.flange_b, angle.flange);\n"
                 "  connect(disc.flange_a, behind.flange);\n  connect(rotor.flange_b, speed.flange);\n"
                 "  connect(rotor.flange_b, acc.flange);\n  connect(wall.flange, relAngle.flange_a);\n"
                 "  connect(rotor.flange_b, relAngle.flange_b);\n  connect(wall.flange, "
                 "relSpeed.flange_a);\n"
                 "  connect(rotor.flange_b, relSpeed.flange_b);\n  connect(wall.flange, relAcc.flange_a);\n"
                 "  connect(rotor.flange_b, relAcc.flange_b);\n  connect(wall.flange, states.flange_a);\n"
                 "  connect(rotor.flange_b, states.flange_b);\n" STOP;
    static const expectation expected[] = {
        {"angle.phi", t2},      {"behind.phi", t2_less},  {"speed.w", two_t},        {"acc.a", two},
        {"torque.tau", two},    {"relAngle.phi_rel", t2}, {"relSpeed.w_rel", two_t}, {"relAcc.a_rel", two},
        {"states.phi_rel", t2}, {"states.w_rel", two_t}};
    run(text, expected, EG_COUNT(expected));
}

static void rotational_sources_turn(void **state)
{
    (void)state;
    static const char text[] = ROT ROTOR("a")
        ROTOR("b") "  Components.Inertia c(J=1), d(J=1);\n"
                   "  Sources.Torque push;\n  Modelica.Blocks.Sources.Constant load(k=2);\n"
                   "  Sources.TorqueStep step(stepTorque=2, startTime=0.25);\n"
                   "  Sources.Position place(exact=true);\n  Sources.Speed rate(exact=true);\n"
                   "  Modelica.Blocks.Sources.ContinuousClock clock;\n"
                   "equation\n  connect(load.y, push.tau);\n  connect(push.flange, a.flange_a);\n"
                   "  connect(step.flange, b.flange_a);\n  connect(clock.y, place.phi_ref);\n"
                   "  connect(place.flange, c.flange_a);\n  connect(clock.y, rate.w_ref);\n  "
                   "connect(rate.flange, d.flange_a);\n" STOP;
    static const expectation expected[] = {
        {"a.phi", t2}, {"b.phi", late}, {"c.phi", identity}, {"d.phi", half_t2}};
    run(text, expected, EG_COUNT(expected));
}

static void rotational_elements_brake_and_swing(void **state)
{
    (void)state;
    static const char text[] =
        ROT "  Components.Inertia a(J=1, phi(start=0, fixed=true), w(start=1, fixed=true));\n"
            "  Components.Inertia b(J=1, phi(start=1, fixed=true), w(start=0, fixed=true));\n"
            "  Components.Inertia c(J=1, phi(start=1, fixed=true), w(start=0, fixed=true));\n"
            "  Components.Inertia e(J=4, phi(start=1, fixed=true), w(start=0, fixed=true));\n"
            "  Components.Damper damper(d=2);\n  Components.Spring spring(c=9);\n"
            "  Components.SpringDamper both(c=9, d=0);\n  Components.Spring soft(c=9);\n"
            "  Components.IdealGear gear(ratio=2);\n"
            "equation\n  connect(wall.flange, damper.flange_a);\n  connect(damper.flange_b, a.flange_a);\n"
            "  connect(wall.flange, spring.flange_a);\n  connect(spring.flange_b, b.flange_a);\n"
            "  connect(wall.flange, both.flange_a);\n  connect(both.flange_b, c.flange_a);\n"
            "  connect(wall.flange, soft.flange_a);\n  connect(soft.flange_b, gear.flange_a);\n"
            "  connect(gear.flange_b, e.flange_a);\n" STOP;
    static const expectation expected[] = {
        {"a.w", decay2}, {"b.phi", cosine3}, {"c.phi", cosine3}, {"e.phi", cosine3}};
    run(text, expected, EG_COUNT(expected));
}

/* ---------------------------------------------------------------- translational */

#define LOADED(name) "  Components.Mass " name "(m=1, L=0, s(start=0, fixed=true), v(start=0, fixed=true));\n"

static const char sensors[] =
    "equation\n  connect(load.flange, force.flange_a);\n  connect(force.flange_b, rod.flange_a);\n"
    "  connect(rod.flange_b, body.flange_a);\n  connect(body.flange_b, place.flange);\n"
    "  connect(body.flange_b, speed.flange);\n  connect(body.flange_b, acc.flange);\n"
    "  connect(wall.flange, relPlace.flange_a);\n  connect(body.flange_b, relPlace.flange_b);\n"
    "  connect(wall.flange, relSpeed.flange_a);\n  connect(body.flange_b, relSpeed.flange_b);\n"
    "  connect(wall.flange, relAcc.flange_a);\n  connect(body.flange_b, relAcc.flange_b);\n"
    "  connect(wall.flange, states.flange_a);\n  connect(body.flange_b, states.flange_b);\n";

static const expectation moved[] = {
    {"place.s", t2},       {"speed.v", two_t},     {"acc.a", two},
    {"force.f", two},      {"relPlace.s_rel", t2}, {"relSpeed.v_rel", two_t},
    {"relAcc.a_rel", two}, {"states.s_rel", t2},   {"rod.s", t2_less},
};

static void translational_sensors_read_what_moves(void **state)
{
    (void)state;
    char text[4000];
    snprintf(text, sizeof text,
             "model M\n  import Modelica.Mechanics.Translational.{Components, Sources, Sensors};\n"
             "  Components.Fixed wall;\n  Sources.ConstantForce load(f_constant=2);\n"
             "  Components.Rod rod(L=0.6);\n" LOADED(
                 "body") "  Sensors.ForceSensor force;\n  Sensors.PositionSensor place;\n  "
                         "Sensors.SpeedSensor speed;\n"
                         "  Sensors.AccSensor acc;\n  Sensors.RelPositionSensor relPlace;\n  "
                         "Sensors.RelSpeedSensor relSpeed;\n"
                         "  Sensors.RelAccSensor relAcc;\n  Components.RelativeStates states;\n%s" STOP,
             sensors);
    run(text, moved, EG_COUNT(moved));
}

static void dyads_sensors_read_what_moves(void **state)
{
    (void)state;
    char text[4000];
    snprintf(
        text, sizeof text,
        "model M\n  import TranslationalComponents.{Components, Sources, Sensors};\n"
        "  Components.Fixed wall(s0=0);\n  Sources.ConstantForce load(f_constant=2);\n"
        "  Components.Rod rod(L=0.6);\n" LOADED(
            "body") "  Sensors.ForceSensor force;\n  Sensors.PositionSensor place;\n"
                    "  Sensors.SpeedSensor speed;\n  Sensors.VelocitySensor velocity;\n  "
                    "Sensors.AccelerationSensor acc;\n"
                    "  Sensors.RelativePositionSensor relPlace;\n  Sensors.RelativeSpeedSensor relSpeed;\n"
                    "  Sensors.RelativeVelocitySensor relVelocity;\n  "
                    "Sensors.RelativeAccelerationSensor relAcc;\n"
                    "  Components.RelativeStates states;\n%s  connect(load.support, wall.flange);\n"
                    "  connect(body.flange_b, velocity.flange);\n  connect(wall.flange, "
                    "relVelocity.flange_a);\n"
                    "  connect(body.flange_b, relVelocity.flange_b);\n" STOP,
        sensors);
    static const expectation more[] = {{"velocity.v", two_t}, {"relVelocity.v_rel", two_t}};
    run(text, moved, EG_COUNT(moved));
    run(text, more, EG_COUNT(more));
}

static void dyads_sources_move(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import TranslationalComponents.{Components, Sources};\n  Components.Fixed "
        "wall(s0=0);\n" LOADED("a")
            LOADED("b") "  Components.Mass c(m=1, L=0), d(m=1, L=0);\n"
                        "  Sources.Force push;\n  BlockComponents.Sources.Constant load(k=2);\n"
                        "  Sources.ForceStep step(stepForce=2, startTime=0.25);\n"
                        "  Sources.Position place(ref_type=Sources.ReferenceType.Exact);\n"
                        "  Sources.Speed rate(ref_type=Sources.ReferenceType.Exact);\n"
                        "  BlockComponents.Sources.Ramp clock(height=2, duration=2);\n"
                        "equation\n  connect(load.y, push.f);\n  connect(wall.flange, "
                        "push.flange_a);\n"
                        "  connect(push.flange_b, a.flange_a);\n  connect(step.support, "
                        "wall.flange);\n"
                        "  connect(step.flange, b.flange_a);\n  connect(clock.y, place.s_ref);\n"
                        "  connect(place.support, wall.flange);\n  connect(place.flange, "
                        "c.flange_a);\n"
                        "  connect(clock.y, rate.v_ref);\n  connect(rate.support, wall.flange);\n"
                        "  connect(rate.flange, d.flange_a);\n" STOP;
    static const expectation expected[] = {{"a.s", t2}, {"b.s", late}, {"c.s", identity}, {"d.s", half_t2}};
    run(text, expected, EG_COUNT(expected));
}

static void dyads_elements_brake_and_swing(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import TranslationalComponents.Components;\n  Components.Fixed wall(s0=0);\n"
        "  Components.Mass a(m=1, L=0, s(start=0, fixed=true), v(start=1, fixed=true));\n"
        "  Components.Mass b(m=1, L=0, s(start=1, fixed=true), v(start=0, fixed=true));\n"
        "  Components.Mass c(m=1, L=0, s(start=1, fixed=true), v(start=0, fixed=true));\n"
        "  Components.Damper damper(d=2);\n  Components.Spring spring(c=9, s_rel0=0);\n"
        "  Components.SpringDamper both(c=9, d=0, s_rel0=0);\n"
        "  ThermalComponents.Sources.FixedTemperature room(T=300);\n"
        "  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor store(C=1, T(start=350, fixed=true));\n"
        "  Modelica.Thermal.HeatTransfer.Components.ThermalConductor wire(G=1);\n"
        "equation\n  connect(wall.flange, damper.flange_a);\n  connect(damper.flange_b, a.flange_a);\n"
        "  connect(wall.flange, spring.flange_a);\n  connect(spring.flange_b, b.flange_a);\n"
        "  connect(wall.flange, both.flange_a);\n  connect(both.flange_b, c.flange_a);\n"
        "  connect(store.port, wire.port_a);\n  connect(wire.port_b, room.%s);\n" STOP;
    static const expectation expected[] = {
        {"a.v", decay2}, {"b.s", cosine3}, {"c.s", cosine3}, {"store.T", cools}};
    char whole[3000];
    snprintf(whole, sizeof whole, text,
             eg_class_find("ThermalComponents.Sources.FixedTemperature")->ports[0].name);
    run(whole, expected, EG_COUNT(expected));
}

static void translational_sources_move(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import Modelica.Mechanics.Translational.{Components, Sources};\n" LOADED("a")
            LOADED("b") "  Components.Mass c(m=1, L=0), d(m=1, L=0), e(m=1, L=0), f(m=1, L=0);\n"
                        "  Sources.Force push;\n  Modelica.Blocks.Sources.Constant load(k=2);\n"
                        "  Sources.ForceStep step(stepForce=2, startTime=0.25);\n"
                        "  Sources.Position place(exact=true);\n  Sources.Speed rate(exact=true);\n"
                        "  Modelica.Blocks.Sources.ContinuousClock clock;\n"
                        "  Components.InitializeFlange start(use_a_start=false);\n  Components.Damper "
                        "damper(d=2);\n"
                        "  Components.Fixed wall;\n  Modelica.Blocks.Sources.Constant at(k=0), going(k=1);\n"
                        "  Sources.ConstantForce steady(f_constant=2);\n  Components.InitializeFlange "
                        "rest(use_a_start=false);\n"
                        "equation\n  connect(load.y, push.f);\n  connect(push.flange, a.flange_a);\n"
                        "  connect(step.flange, b.flange_a);\n  connect(clock.y, place.s_ref);\n"
                        "  connect(place.flange, c.flange_a);\n  connect(clock.y, rate.v_ref);\n  "
                        "connect(rate.flange, d.flange_a);\n"
                        "  connect(wall.flange, damper.flange_a);\n  connect(damper.flange_b, e.flange_a);\n"
                        "  connect(start.flange, e.flange_b);\n  connect(at.y, start.s_start);\n  "
                        "connect(going.y, start.v_start);\n"
                        "  connect(steady.flange, f.flange_a);\n  connect(rest.flange, f.flange_b);\n"
                        "  connect(at.y, rest.s_start);\n  connect(at.y, rest.v_start);\n" STOP;
    static const expectation expected[] = {{"a.s", t2},      {"b.s", late},   {"c.s", identity},
                                           {"d.s", half_t2}, {"e.v", decay2}, {"f.s", t2}};
    run(text, expected, EG_COUNT(expected));
}

static void translational_elements_brake_and_swing(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import Modelica.Mechanics.Translational.Components;\n  Components.Fixed wall;\n"
        "  Components.Mass a(m=1, s(start=0, fixed=true), v(start=1, fixed=true));\n"
        "  Components.Mass b(m=1, s(start=1, fixed=true), v(start=0, fixed=true));\n"
        "  Components.Mass c(m=1, s(start=1, fixed=true), v(start=0, fixed=true));\n"
        "  Components.Damper damper(d=2);\n  Components.Spring spring(c=9);\n"
        "  Components.SpringDamper both(c=9, d=0);\n"
        "equation\n  connect(wall.flange, damper.flange_a);\n  connect(damper.flange_b, a.flange_a);\n"
        "  connect(wall.flange, spring.flange_a);\n  connect(spring.flange_b, b.flange_a);\n"
        "  connect(wall.flange, both.flange_a);\n  connect(both.flange_b, c.flange_a);\n" STOP;
    static const expectation expected[] = {{"a.v", decay2}, {"b.s", cosine3}, {"c.s", cosine3}};
    run(text, expected, EG_COUNT(expected));
}

/* A mass of 1 kg at 1 m/s on 20-sim's Damper: compression is positive there. */
static void iconic_diagrams_brake(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import IconicDiagrams.Mechanical.Translation.Components;\n"
        "  Components.Mass body(m=1, p.v_initial=1);\n  Components.Damper damper(d=2);\n"
        "  Modelica.Mechanics.Translational.Components.Fixed wall;\n"
        "equation\n  connect(damper.p_low, wall.flange);\n  connect(damper.p_high, body.p);\n" STOP;
    static const expectation expected[] = {{"body.p.v", decay2}, {"damper.p.v", decay2}};
    run(text, expected, EG_COUNT(expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotational_sensors_read_what_turns),
        cmocka_unit_test(rotational_sources_turn),
        cmocka_unit_test(rotational_elements_brake_and_swing),
        cmocka_unit_test(translational_sensors_read_what_moves),
        cmocka_unit_test(translational_sources_move),
        cmocka_unit_test(translational_elements_brake_and_swing),
        cmocka_unit_test(dyads_sensors_read_what_moves),
        cmocka_unit_test(dyads_sources_move),
        cmocka_unit_test(dyads_elements_brake_and_swing),
        cmocka_unit_test(iconic_diagrams_brake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
