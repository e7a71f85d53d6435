model HardStop "A force pushes a mass that rubs against a hard stop and back"
  import Modelica.Mechanics.Translational.{Components, Sources};
  parameter Real m(unit = "kg") = 0.5;
  parameter Real friction(unit = "N") = 2;
  parameter Real amplitude(unit = "N") = 8;
  parameter Real f(unit = "Hz") = 1;
  parameter Real reach(unit = "m") = 0.15;
  Components.MassWithStopAndFriction slider(m = m, L = 0, smin = -reach, smax = reach, F_prop = 0,
    F_Coulomb = friction, F_Stribeck = 0, fexp = 0, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Sources.Force push;
  Modelica.Blocks.Sources.Sine shake(amplitude = amplitude, f = f);
equation
  connect(shake.y, push.f);
  connect(push.flange, slider.flange_a);
  annotation(experiment(StopTime = 1.25, Interval = 0.03125, Tolerance = 1e-9));
end HardStop;
