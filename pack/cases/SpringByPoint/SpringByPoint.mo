model SpringByPoint "The spring stated by one point of its curve, exponent 2"
  import Modelica.Mechanics.Translational.Components;
  parameter Real fRef(unit = "N") = 40;
  parameter Real sRef(unit = "m") = 0.0625;
  parameter Real d(unit = "N.s/m") = 20;
  parameter Real m(unit = "kg") = 2;
  parameter Real s0(unit = "m") = 0.05;
  parameter Real v0(unit = "m/s") = 1;
  Components.Fixed ground;
  Elastogap.Contact.Gap gap(law = "elasto-gap", f_ref = fRef, s_ref = sRef, d = d, n = 2);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = -v0, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end SpringByPoint;
