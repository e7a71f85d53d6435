model Flores "Hysteresis damping by Flores and others, exponent 1.5"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 4000;
  parameter Real e = 0.6;
  parameter Real n = 1.5;
  parameter Real m(unit = "kg") = 2;
  parameter Real s0(unit = "m") = 0.05;
  parameter Real v0(unit = "m/s") = 1;
  Components.Fixed ground;
  Elastogap.Contact.Gap gap(law = "flores", c = c, e = e, n = n);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = -v0, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end Flores;
