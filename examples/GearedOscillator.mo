// A mass on a spring drives a flywheel through a rack and a gear.
//
// The rack turns the pinion, the gear turns the flywheel the other way. For the solver all of it is one body:
// it swings as a mass m + (J1 + J2/ratio^2)*rack.ratio^2 would, see mass.s. The housing of the gear takes the
// difference of the torques: housing.flange.tau. A damper brakes the flywheel through a soft shaft.
model GearedOscillator "A sprung mass with a geared flywheel"
  import Modelica.Mechanics.Translational;
  import Modelica.Mechanics.Rotational;

  Translational.Components.Fixed wall;
  Translational.Components.Spring spring(c = 800);
  Translational.Components.Mass mass(m = 1, s(start = 0.1, fixed = true), v(start = 0, fixed = true));
  Translational.Components.IdealGearR2T rack(ratio = 20) "A pinion of 50 mm";
  Rotational.Components.Inertia pinion(J = 1e-3);
  Rotational.Components.IdealGear gear(ratio = -0.5, useSupport = true);
  Rotational.Components.Fixed housing;
  Rotational.Components.Inertia flywheel(J = 5e-4);
  Rotational.Components.Spring shaft(c = 2);
  Rotational.Components.Inertia brakeDisc(J = 1e-4, phi(start = -4, fixed = true), w(start = 0, fixed = true));
  Rotational.Components.Damper brake(d = 1e-3);

equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(mass.flange_b, rack.flangeT);
  connect(rack.flangeR, pinion.flange_a);
  connect(pinion.flange_b, gear.flange_a);
  connect(gear.support, housing.flange);
  connect(gear.flange_b, flywheel.flange_a);
  connect(flywheel.flange_b, shaft.flange_a);
  connect(shaft.flange_b, brakeDisc.flange_a);
  connect(brakeDisc.flange_b, brake.flange_b);
  connect(brake.flange_a, housing.flange);

  annotation(experiment(StopTime = 3, Interval = 0.002));
end GearedOscillator;
