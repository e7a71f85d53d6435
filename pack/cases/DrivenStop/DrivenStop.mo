model DrivenStop "A sprung mass driven against a stop by a sine"
  import Modelica.Mechanics.Translational.{Components, Sources};
  parameter Real k(unit = "N/m") = 100;
  parameter Real c(unit = "N/m") = 5000;
  parameter Real d(unit = "N.s/m") = 20;
  parameter Real m(unit = "kg") = 1;
  parameter Real amplitude(unit = "N") = 8;
  parameter Real f(unit = "Hz") = 1.5;
  parameter Real s0(unit = "m") = 0.02;
  Components.Fixed ground;
  Components.Spring spring(c = k, s_rel0 = 0);
  Components.ElastoGap gap(c = c, d = d, s_rel0 = -s0);
  Components.Mass ball(m = m, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Sources.Force push;
  Modelica.Blocks.Sources.Sine wave(amplitude = amplitude, f = f);
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(ground.flange, spring.flange_a);
  connect(spring.flange_b, ball.flange_a);
  connect(wave.y, push.f);
  connect(push.flange, ball.flange_b);
  annotation(experiment(StopTime = 2, Interval = 0.0625, Tolerance = 1e-9));
end DrivenStop;
