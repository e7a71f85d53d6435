/* Models in which signals do more than pass through: blocks with states, products, kinks, forces that follow
 * speeds, signals and temperatures, motions given by several signals, heat that follows signals. As text. */
#ifndef SIGNAL_MODELS_H
#define SIGNAL_MODELS_H

typedef struct signal_model {
    const char *name, *text;
    double stop;
} signal_model;

#define T_ "  Modelica.Mechanics.Translational."
#define B_ "  Modelica.Blocks."
#define H_ "  Modelica.Thermal.HeatTransfer."
#define FIXED "s(fixed=true), v(fixed=true)"

static const signal_model signal_models[] = {
    {"Controlled",
     "model Controlled\n" T_ "Components.Mass mass(m=2, " FIXED ");\n" T_ "Sources.Force force;\n" T_
     "Sensors.PositionSensor pos;\n" B_ "Sources.Step ref(height=1, startTime=0.1);\n" B_
     "Math.Feedback error, sum;\n" B_ "Continuous.PI pi(k=40, T=2);\n" B_
     "Continuous.Derivative d(k=15, T=0.02);\n" B_ "Nonlinear.Limiter limiter(uMax=5, uMin=-4);\n" B_
     "Continuous.FirstOrder actuator(T=0.01);\n"
     "equation\n"
     "  connect(ref.y, error.u1); connect(pos.flange, mass.flange_b); connect(pos.s, error.u2);\n"
     "  connect(error.y, pi.u); connect(pos.s, d.u); connect(pi.y, sum.u1); connect(d.y, sum.u2);\n"
     "  connect(sum.y, limiter.u); connect(limiter.y, actuator.u); connect(actuator.y, force.f);\n"
     "  connect(force.flange, mass.flange_a);\nend Controlled;\n",
     2.0},
    {"Nonlinear", /* squares of motions and states act back, on a body without mass too */
     "model Nonlinear\n" T_
     "Components.Mass mass(m=2, s(start=0.4, fixed=true), v(start=1, fixed=true));\n" T_
     "Components.Fixed wall;\n" T_ "Components.Damper damper(d=20);\n" T_
     "Components.Spring spring(c=60);\n" T_ "Sensors.PositionSensor pos;\n" T_
     "Sensors.SpeedSensor speed;\n" T_ "Sources.Force force, pull;\n" B_ "Math.Product square, drag;\n" B_
     "Math.Abs size;\n" B_ "Math.Gain minus(k=-3), soft(k=0.2);\n" B_ "Math.Sin sine;\n" B_
     "Continuous.SecondOrder filter(w=9, D=0.4);\n" B_ "Sources.Sine wave(f=1.5);\n" B_
     "Math.Product modulated;\n"
     "equation\n"
     "  connect(wall.flange, damper.flange_a); connect(damper.flange_b, spring.flange_a);\n"
     "  connect(spring.flange_b, mass.flange_a); connect(mass.flange_b, force.flange);\n"
     "  connect(pos.flange, mass.flange_b); connect(speed.flange, mass.flange_b);\n"
     "  connect(speed.v, size.u); connect(size.y, drag.u1); connect(speed.v, drag.u2);\n"
     "  connect(drag.y, minus.u); connect(minus.y, force.f);\n"
     "  connect(pos.s, square.u1); connect(pos.s, square.u2); connect(square.y, filter.u);\n"
     "  connect(filter.y, sine.u); connect(wave.y, modulated.u1); connect(sine.y, modulated.u2);\n"
     "  connect(modulated.y, soft.u); connect(soft.y, pull.f); connect(pull.flange, damper.flange_b);\n"
     "end Nonlinear;\n",
     2.0},
    {"Driven", /* an exact position along filtered and multiplied signals */
     "model Driven\n" T_
     "Components.Mass mass(m=1, s(start=1, fixed=true), v(start=1, fixed=true)), carried(m=3), "
     "trolley(m=2);\n" T_ "Sources.Force force;\n" T_ "Sources.Position drive(exact=true);\n" T_
     "Sources.Speed follow(exact=true);\n" B_ "Sources.Sine a(f=1), b(f=0.7, amplitude=0.3);\n" B_
     "Math.Product wave;\n" B_ "Continuous.SecondOrder filter(w=12, D=0.7);\n" T_
     "Sensors.PositionSensor pos;\n" T_ "Components.SpringDamper sd(c=50, d=2);\n" T_
     "Sensors.PowerSensor power;\n" B_ "Continuous.Integrator energy;\n"
     "equation\n"
     "  connect(a.y, wave.u1); connect(b.y, wave.u2); connect(wave.y, drive.s_ref); connect(a.y, force.f);\n"
     "  connect(drive.flange, power.flange_a); connect(power.flange_b, carried.flange_a);\n"
     "  connect(carried.flange_b, sd.flange_a); connect(sd.flange_b, mass.flange_a);\n"
     "  connect(force.flange, mass.flange_b); connect(pos.flange, mass.flange_b); connect(a.y, filter.u);\n"
     "  connect(filter.y, follow.v_ref); connect(follow.flange, trolley.flange_a);\n"
     "  connect(power.power, energy.u);\nend Driven;\n",
     2.0},
    {"SpeedForces",
     "model SpeedForces\n" T_ "Components.Mass m1(m=1, s(fixed=true), v(start=3, fixed=true)),\n"
     "    m2(m=2, s(fixed=true), v(start=3, fixed=true)), m3(m=3, s(fixed=true), v(start=3, fixed=true)),\n"
     "    m4(m=4, s(fixed=true), v(start=3, fixed=true));\n" T_
     "Sources.LinearSpeedDependentForce linear(f_nominal=-3, v_nominal=2, ForceDirection=false, "
     "useSupport=true);\n" T_
     "Sources.QuadraticSpeedDependentForce quadratic(f_nominal=-2, v_nominal=1.5, ForceDirection=false);\n" T_
     "Sources.InverseSpeedDependentForce inverse(f_nominal=-4, v_nominal=0.5, v0=0.5, "
     "ForceDirection=false);\n" T_
     "Sources.SignForce sign(f_nominal=-5, v0=0.6, reg=Modelica.Blocks.Types.Regularization.Cosine);\n" T_
     "Components.Spring spring(c=30);\n"
     "equation\n"
     "  connect(linear.flange, m1.flange_a); connect(linear.support, m2.flange_b);\n"
     "  connect(quadratic.flange, m2.flange_a); connect(inverse.flange, m3.flange_a);\n"
     "  connect(sign.flange, m4.flange_a); connect(m3.flange_b, spring.flange_a);\n"
     "  connect(spring.flange_b, m4.flange_b);\nend SpeedForces;\n",
     2.0},
    {"EddyCurrent",
     "model EddyCurrent\n" T_ "Components.Mass mass(m=1, s(fixed=true), v(start=20, fixed=true));\n" T_
     "Sources.EddyCurrentForce brake(f_nominal=60, v_nominal=8, useHeatPort=true, TRef=300, alpha20=4e-3,\n"
     "    useExcitationInput=true);\n" B_ "Sources.Sine field(f=0.9, offset=1, amplitude=0.4);\n" H_
     "Components.HeatCapacitor fin(C=2, T(start=320, fixed=true));\n"
     "equation\n"
     "  connect(brake.flange, mass.flange_a); connect(field.y, brake.excitation);\n"
     "  connect(brake.heatPort, fin.port);\nend EddyCurrent;\n",
     1.0},
    {"Adaptors",
     "model Adaptors\n" B_ "Sources.Sine sine(f=2, amplitude=10);\n" T_ "Components.Mass direct(m=1.1, " FIXED
     "), inverse(m=2.2), m2(m=1.1, " FIXED ");\n" T_ "Sources.Force f1, f2;\n" T_
     "Components.GeneralForceToPositionAdaptor out1, out2(use_pder2=false);\n" T_
     "Components.GeneralPositionToForceAdaptor in1, in2(use_pder2=false);\n" T_
     "Components.SpringDamper sd(c=1e3, d=10);\n" T_ "Components.Mass m3(m=1, " FIXED ");\n"
     "equation\n"
     "  connect(sine.y, f1.f); connect(f1.flange, direct.flange_a); connect(direct.flange_b, out1.flange);\n"
     "  connect(out1.p, in1.p); connect(out1.pder, in1.pder); connect(out1.pder2, in1.pder2);\n"
     "  connect(in1.f, out1.f); connect(in1.flange, inverse.flange_a);\n"
     "  connect(sine.y, f2.f); connect(f2.flange, m2.flange_a); connect(m2.flange_b, out2.flange);\n"
     "  connect(out2.p, in2.p); connect(out2.pder, in2.pder); connect(in2.f, out2.f);\n"
     "  connect(in2.flange, sd.flange_a); connect(sd.flange_b, m3.flange_a);\nend Adaptors;\n",
     1.0},
    {"Moved",
     "model Moved\n" T_ "Components.Mass m1(m=1), m2(m=2), m3(m=3), m4(m=1, " FIXED ");\n" T_
     "Sources.Move move;\n" T_ "Sources.Accelerate accelerate(useSupport=true);\n" T_
     "Sources.ConstantSpeed steady(v_fixed=0.5);\n" T_ "Components.SpringDamper sd(c=40, d=1);\n" B_
     "Sources.Sine s(f=0.5, amplitude=2), v(f=0.5, phase=1.5707963267948966, amplitude=6.283185307179586),\n"
     "    a(f=0.5, amplitude=-19.739208802178716);\n" B_ "Continuous.FirstOrder lag(T=0.3);\n"
     "equation\n"
     "  connect(s.y, move.u[1]); connect(v.y, move.u[2]); connect(a.y, move.u[3]);\n"
     "  connect(move.flange, m1.flange_a); connect(accelerate.support, m1.flange_b);\n"
     "  connect(accelerate.flange, m2.flange_a); connect(a.y, lag.u); connect(lag.y, accelerate.a_ref);\n"
     "  connect(steady.flange, m3.flange_a); connect(m2.flange_b, sd.flange_a);\n"
     "  connect(sd.flange_b, m4.flange_a);\nend Moved;\n",
     2.0},
};
enum { SIGNAL_MODELS = sizeof signal_models / sizeof *signal_models };

#endif
