// A loose coupling rattles.
//
// A load swings on a spring and takes a rotor along through a coupling with 20 mrad of backlash: the flanks
// part and meet again, on one side and on the other. Plot coupling.phi_rel and coupling.tau. RelativeStates keeps
// the digits of the small angle however far both have turned.
model Backlash "A swinging load and a rotor, loosely coupled"
  import Modelica.Mechanics.Rotational.{Components, Sources, Sensors};

  Sources.ConstantTorque motor(tau_constant = 0.2);
  Components.Inertia rotor(J = 0.01, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Components.Disc hub(deltaPhi = 0.5);
  Components.ElastoBacklash coupling(c = 5000, d = 1, b = 0.02, phi_rel(start = 0, fixed = true),
    w_rel(start = 0, fixed = true));
  Components.RelativeStates angle;
  Components.Inertia load(J = 0.02);
  Components.SpringDamper spring(c = 20, d = 0.05, phi_rel0 = -0.2);
  Components.Fixed housing;
  Sensors.RelAngleSensor twist;
  Sensors.RelSpeedSensor slip;
  Sensors.RelAccSensor jolt;

equation
  connect(motor.flange, rotor.flange_a);
  connect(rotor.flange_b, hub.flange_a);
  connect(hub.flange_b, coupling.flange_a);
  connect(coupling.flange_b, load.flange_a);
  connect(load.flange_b, spring.flange_a);
  connect(spring.flange_b, housing.flange);
  connect(hub.flange_b, angle.flange_a);
  connect(load.flange_a, angle.flange_b);
  connect(hub.flange_b, twist.flange_a);
  connect(load.flange_a, twist.flange_b);
  connect(hub.flange_b, slip.flange_a);
  connect(load.flange_a, slip.flange_b);
  connect(hub.flange_b, jolt.flange_a);
  connect(load.flange_a, jolt.flange_b);

  annotation(experiment(StopTime = 1, Interval = 0.0005));
end Backlash;
