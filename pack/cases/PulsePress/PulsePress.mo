model PulsePress "A pulse of force presses a mass against a stop"
  import Modelica.Mechanics.Translational.{Components, Sources};
  parameter Real c(unit = "N/m") = 800;
  parameter Real d(unit = "N.s/m") = 24;
  parameter Real m(unit = "kg") = 2;
  parameter Real s0(unit = "m") = 0.02;
  parameter Real height(unit = "N") = 40;
  Components.Fixed ground;
  Components.ElastoGap gap(c = c, d = d);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = 0, fixed = true));
  Sources.Force push;
  Modelica.Blocks.Sources.Pulse pulse(amplitude = -height, width = 40, period = 0.5, nperiod = 1,
    startTime = 0.1);
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(pulse.y, push.f);
  connect(push.flange, ball.flange_b);
  annotation(experiment(StopTime = 0.75, Interval = 0.03125, Tolerance = 1e-9));
end PulsePress;
