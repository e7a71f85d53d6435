model AsterShock "Test case V5.01.101 of code_aster: a sprung mass is thrown at a stop that it touches"
  import Modelica.Mechanics.Translational.Components;
  parameter Real m(unit = "kg") = 100;
  parameter Real k(unit = "N/m") = 1e4;
  parameter Real kShock(unit = "N/m") = 1e6;
  parameter Real v0(unit = "m/s") = 1;
  Components.Fixed ground;
  Components.Spring spring(c = k, s_rel0 = 0);
  Components.ElastoGap gap(c = kShock, d = 0);
  Components.Mass ball(m = m, L = 0, s(start = 0, fixed = true), v(start = -v0, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(ground.flange, spring.flange_a);
  connect(spring.flange_b, ball.flange_b);
  annotation(experiment(StopTime = 1, Interval = 0.03125, Tolerance = 1e-9));
end AsterShock;
