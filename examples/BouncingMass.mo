// A mass falls on a stop, bounces a few times and comes to rest.
//
// s points upwards; the weight is a constant force downwards. Each bounce keeps the same share of the speed,
// because for n = 1 the restitution of an ElastoGap depends on zeta = d/(2*sqrt(c*m)) alone (here 0.1:
// about 0.76). At rest the stop is compressed by m*g_n/c.
model BouncingMass "A mass over a stop"
  import Modelica.Mechanics.Translational.{Components, Sources};
  import Modelica.Units.SI;
  import Modelica.Constants.g_n;

  parameter SI.Mass m = 2 "Of the falling body";
  parameter SI.TranslationalSpringConstant c = 2e4 "Stiffness of the stop";
  parameter Real zeta = 0.1 "Damping ratio of the stop";
  final parameter SI.TranslationalDampingConstant d = 2*zeta*sqrt(c*m) "Damping of the stop";
  parameter SI.Position height = 0.5 "From which it falls";

  Components.Fixed ground;
  Components.ElastoGap stop(c = c, d = d);
  Components.Mass mass(m = m, s(start = height, fixed = true), v(fixed = true));
  Sources.ConstantForce weight(f_constant = -m*g_n);

equation
  connect(ground.flange, stop.flange_a);
  connect(stop.flange_b, mass.flange_a);
  connect(weight.flange, mass.flange_b);

  annotation(experiment(StopTime = 3, Interval = 0.002));
end BouncingMass;
