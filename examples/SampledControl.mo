// A mass that a digital controller pushes to its place.
//
// The controller is a block of the user's own. Every 20 ms it samples the position and the speed, computes a
// force and holds it until the next sample: u changes at events only. The mass, the sensors and the force
// are native components; a spring-damper of the user's own holds the mass back.
model SampledControl "A sampled controller and a user's spring beside native components"
  import Modelica.Mechanics.Translational.{Components, Sensors, Sources, Interfaces};
  import Modelica.Units.SI;

  block Controller "Proportional and differential, sampled"
    extends Modelica.Blocks.Interfaces.SI2SO;
    parameter SI.Time period = 0.02 "Time between samples";
    parameter SI.Position target = 0.1 "Where the mass is to go";
    parameter Real k(unit = "N/m") = 60 "Gain of the position";
    parameter Real d(unit = "N.s/m") = 12 "Gain of the speed";
    discrete SI.Force u(start = 0, fixed = true) "Force that is held";
  equation
    when sample(0, period) then
      u = k*(target - u1) - d*u2;
    end when;
    y = u;
  end Controller;

  model HardeningSpring "f = c s_rel (1 + (s_rel/h)^2)"
    extends Interfaces.PartialCompliant;
    parameter SI.TranslationalSpringConstant c = 20 "Stiffness around s_rel = 0";
    parameter SI.Length h = 0.1 "Where it has become twice as stiff, as a secant";
  equation
    f = c*s_rel*(1 + (s_rel/h)^2);
  end HardeningSpring;

  Components.Fixed ground;
  HardeningSpring spring;
  Components.Mass mass(m = 0.8, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Sensors.PositionSensor position;
  Sensors.SpeedSensor speed;
  Sources.Force force;
  Controller controller;

equation
  connect(ground.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(mass.flange_b, position.flange);
  connect(mass.flange_b, speed.flange);
  connect(position.s, controller.u1);
  connect(speed.v, controller.u2);
  connect(controller.y, force.f);
  connect(force.flange, mass.flange_b);

  annotation(experiment(StopTime = 1, Interval = 0.002));
end SampledControl;
