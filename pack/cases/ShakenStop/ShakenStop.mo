model ShakenStop "A stop that is moved by a sine throws a mass that falls on it"
  import Modelica.Mechanics.Translational.{Components, Sources};
  parameter Real c(unit = "N/m") = 5000;
  parameter Real d(unit = "N.s/m") = 10;
  parameter Real m(unit = "kg") = 1;
  parameter Real amplitude(unit = "m") = 0.01;
  parameter Real f(unit = "Hz") = 4;
  parameter Real s0(unit = "m") = 0.05;
  parameter Real weight(unit = "N") = 10;
  Sources.Position shaker(exact = true);
  Modelica.Blocks.Sources.Sine wave(amplitude = amplitude, f = f);
  Components.ElastoGap gap(c = c, d = d);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = 0, fixed = true));
  Sources.ConstantForce pull(f_constant = -weight);
equation
  connect(wave.y, shaker.s_ref);
  connect(shaker.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(pull.flange, ball.flange_b);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end ShakenStop;
