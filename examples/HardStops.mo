// A slider with Stribeck friction between hard stops, shaken by a force.
//
// It sticks until the force is more than 1.001 * (2 N + 3 N), and once it moves friction fades: it shoots across
// and hits a stop, which takes all its speed in an instant. The event list tells the impulse; what is lost there is
// in the energy balance. At the stop it waits until the force turns and is large enough again.
model HardStops "A slider with friction between hard stops"
  import Modelica.Mechanics.Translational.Components;
  import Modelica.Mechanics.Translational.Sources;

  Components.MassWithStopAndFriction slider(
    m = 0.5, L = 0.1, smin = -0.3, smax = 0.3, F_prop = 1, F_Coulomb = 2, F_Stribeck = 3, fexp = 5,
    s(start = 0, fixed = true), v(start = 0, fixed = true));
  Sources.Force push;
  Modelica.Blocks.Sources.Sine shake(amplitude = 8, f = 1);

equation
  connect(shake.y, push.f);
  connect(push.flange, slider.flange_a);

  annotation(experiment(StopTime = 3, Interval = 0.001));
end HardStops;
