model GearedStop "A shaft drives a rack through a pinion against a stop"
  import Modelica.Mechanics.Translational.{Components, Sources};
  parameter Real c(unit = "N/m") = 20000;
  parameter Real d(unit = "N.s/m") = 100;
  parameter Real J(unit = "kg.m2") = 0.01;
  parameter Real m(unit = "kg") = 1;
  parameter Real ratio(unit = "rad/m") = 20;
  parameter Real torque(unit = "N.m") = 0.5;
  parameter Real s0(unit = "m") = 0.05;
  Modelica.Mechanics.Rotational.Components.Inertia shaft(J = J);
  Modelica.Mechanics.Rotational.Sources.ConstantTorque motor(tau_constant = -torque);
  Components.IdealGearR2T pinion(ratio = ratio);
  Components.Mass rack(m = m, L = 0, s(start = s0, fixed = true), v(start = 0, fixed = true));
  Components.ElastoGap gap(c = c, d = d);
  Components.Fixed ground;
equation
  connect(motor.flange, shaft.flange_a);
  connect(shaft.flange_b, pinion.flangeR);
  connect(pinion.flangeT, rack.flange_b);
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, rack.flange_a);
  annotation(experiment(StopTime = 1.5, Interval = 0.0625, Tolerance = 1e-9));
end GearedStop;
