model SmallAndFast "A nanogram meets a micrometre stop within microseconds"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 1000;
  parameter Real d(unit = "N.s/m") = 1e-5;
  parameter Real m(unit = "kg") = 1e-12;
  parameter Real s0(unit = "m") = 2e-8;
  parameter Real v0(unit = "m/s") = 1;
  Components.Fixed ground;
  Components.ElastoGap gap(c = c, d = d);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = -v0, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 2.5e-7, Interval = 1.25e-8, Tolerance = 1e-9));
end SmallAndFast;
