model Bounces "A mass bounces on a stop under its weight"
  import Modelica.Mechanics.Translational.{Components, Sources};
  parameter Real c(unit = "N/m") = 5000;
  parameter Real d(unit = "N.s/m") = 10;
  parameter Real m(unit = "kg") = 2;
  parameter Real s0(unit = "m") = 0.25;
  parameter Real v0(unit = "m/s") = 0;
  parameter Real weight(unit = "N") = 20;
  Components.Fixed ground;
  Components.ElastoGap gap(c = c, d = d);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = -v0, fixed = true));
  Sources.ConstantForce pull(f_constant = -weight);
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(pull.flange, ball.flange_b);
  annotation(experiment(StopTime = 1.5, Interval = 0.03125, Tolerance = 1e-9));
end Bounces;
