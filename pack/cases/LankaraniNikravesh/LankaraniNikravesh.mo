model LankaraniNikravesh "Hysteresis damping by Lankarani and Nikravesh, exponent 2"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 10000;
  parameter Real e = 0.6;
  parameter Real m(unit = "kg") = 2;
  parameter Real s0(unit = "m") = 0.05;
  parameter Real v0(unit = "m/s") = 1;
  Components.Fixed ground;
  Elastogap.Contact.Gap gap(law = "lankarani-nikravesh", c = c, e = e, n = 2);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = -v0, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end LankaraniNikravesh;
