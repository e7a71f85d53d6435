model Rattle "A mass between two stops"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 2000;
  parameter Real d(unit = "N.s/m") = 2;
  parameter Real m(unit = "kg") = 0.5;
  parameter Real v0(unit = "m/s") = 2;
  parameter Real play(unit = "m") = 0.05;
  Components.Fixed wall1(s0 = -play), wall2(s0 = play);
  Components.ElastoGap gap1(c = c, d = d), gap2(c = c, d = d);
  Components.Mass ball(m = m, L = 0, s(start = 0, fixed = true), v(start = v0, fixed = true));
equation
  connect(wall1.flange, gap1.flange_a);
  connect(gap1.flange_b, ball.flange_a);
  connect(ball.flange_b, gap2.flange_a);
  connect(gap2.flange_b, wall2.flange);
  annotation(experiment(StopTime = 0.75, Interval = 0.015625, Tolerance = 1e-9));
end Rattle;
