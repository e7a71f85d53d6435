model MasslessDamper "Spring and damper in line, with a node that has no mass, beside a stop"
  import Modelica.Mechanics.Translational.Components;
  parameter Real k(unit = "N/m") = 300;
  parameter Real dLine(unit = "N.s/m") = 20;
  parameter Real c(unit = "N/m") = 5000;
  parameter Real d(unit = "N.s/m") = 20;
  parameter Real m(unit = "kg") = 1;
  parameter Real s0(unit = "m") = 0.02;
  parameter Real v0(unit = "m/s") = 1;
  Components.Fixed ground;
  Components.Damper damper(d = dLine, s_rel(start = 0, fixed = true));
  Components.Spring spring(c = k, s_rel0 = 0);
  Components.ElastoGap gap(c = c, d = d, s_rel0 = -s0);
  Components.Mass ball(m = m, L = 0, s(start = 0, fixed = true), v(start = -v0, fixed = true));
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(ground.flange, damper.flange_a);
  connect(damper.flange_b, spring.flange_a);
  connect(spring.flange_b, ball.flange_a);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end MasslessDamper;
