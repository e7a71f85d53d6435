model RubbingBounce "A mass that rubs meets a stop and slides to rest"
  import Modelica.Mechanics.Translational.Components;
  parameter Real c(unit = "N/m") = 800;
  parameter Real d(unit = "N.s/m") = 8;
  parameter Real m(unit = "kg") = 2;
  parameter Real s0(unit = "m") = 0.05;
  parameter Real v0(unit = "m/s") = 1;
  parameter Real friction(unit = "N") = 3;
  Components.Fixed ground;
  Components.ElastoGap gap(c = c, d = d);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = -v0, fixed = true));
  Components.SupportFriction rub(f_pos = [0, friction]);
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(ball.flange_b, rub.flange_a);
  annotation(experiment(StopTime = 1, Interval = 0.03125, Tolerance = 1e-9));
end RubbingBounce;
