/* A rotor on an elastic shaft, by the names that Dyad gives them.
 *
 * A torque that swings drives a rotor, which winds up a torsion spring and is braked by a damper; an elastic shaft and a
 * gear lead on to a flywheel, a wheel to a sledge, and a rack and its pinion to another mass. */
model ShaftsDyad "Shafts and a gear in Dyad's names"
  import R = RotationalComponents;
  R.Components.Inertia rotor(J=0.02, phi(start=0, fixed=true), w(start=5, fixed=true));
  R.Components.Inertia hub(J=0.05, phi(start=0, fixed=true), w(start=5, fixed=true)), flywheel(J=0.2);
  R.Components.Fixed housing;
  R.Components.SpringDamper shaft(c=80, d=0.3);
  R.Components.Spring winding(c=3);
  R.Components.Damper brake(d=0.05);
  R.Components.IdealGear gear(ratio=3);
  R.Components.IdealRollingWheel wheel(radius=0.3);
  R.Components.IdealGearR2T rack(ratio=8);
  TranslationalComponents.Components.Mass sledge(m=0.4), weight(m=0.1);
  TranslationalComponents.Components.Fixed road;
  R.Sources.TorqueSource motor;
  R.Sensors.AngleSensor angle;
  R.Sensors.VelocitySensor speed;
  BlockComponents.Sources.Sine wave(amplitude=2, frequency=1.5);
equation
  connect(wave.y, motor.tau);
  connect(motor.support, housing.spline);
  connect(motor.spline, rotor.spline_a);
  connect(winding.spline_a, housing.spline);
  connect(winding.spline_b, rotor.spline_a);
  connect(brake.spline_a, housing.spline);
  connect(brake.spline_b, rotor.spline_a);
  connect(rotor.spline_b, shaft.spline_a);
  connect(shaft.spline_b, hub.spline_a);
  connect(hub.spline_b, gear.spline_a);
  connect(gear.support, housing.spline);
  connect(gear.spline_b, flywheel.spline_a);
  connect(wheel.spline, flywheel.spline_b);
  connect(wheel.support_r, housing.spline);
  connect(wheel.support_t, road.flange);
  connect(wheel.flange, sledge.flange_a);
  connect(rack.spline, hub.spline_b);
  connect(rack.support_r, housing.spline);
  connect(rack.support_t, road.flange);
  connect(rack.flange, weight.flange_a);
  connect(angle.spline, rotor.spline_b);
  connect(speed.spline, hub.spline_b);
  annotation (experiment(StopTime=1.5, Interval=0.01));
end ShaftsDyad;
