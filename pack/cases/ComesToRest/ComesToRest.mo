model ComesToRest "A mass falls on an overdamped stop and comes to rest"
  import Modelica.Mechanics.Translational.{Components, Sources};
  parameter Real c(unit = "N/m") = 800;
  parameter Real d(unit = "N.s/m") = 200;
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
  annotation(experiment(StopTime = 2, Interval = 0.0625, Tolerance = 1e-9));
end ComesToRest;
