/* A flywheel runs ahead of the shaft that has driven it, and is caught.
 *
 * The freewheel lets it; after 0.3 s its clutch is pressed and brakes what has run ahead, while the motor brings the
 * shaft up to speed. When both are equally fast the freewheel takes the flywheel along. */
model Freewheel "A freewheel with a clutch"
  import Modelica.Mechanics.Rotational;
  Rotational.Sources.Torque motor;
  Modelica.Blocks.Sources.Sine drive(amplitude=0.5, f=0.4, offset=2);
  Rotational.Components.Inertia shaft(J=0.5, phi(start=0, fixed=true), w(start=0, fixed=true));
  Rotational.Components.OneWayClutch freewheel(fn_max=20, mu_pos=[0, 0.3; 10, 0.2], useHeatPort=true);
  Modelica.Blocks.Sources.Ramp press(height=0.5, duration=0.2, startTime=0.3);
  Rotational.Components.Inertia flywheel(J=0.4, phi(start=0, fixed=true), w(start=6, fixed=true));
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor lining(C=30, T(start=300, fixed=true));
equation
  connect(drive.y, motor.tau);
  connect(motor.flange, shaft.flange_a);
  connect(shaft.flange_b, freewheel.flange_a);
  connect(freewheel.flange_b, flywheel.flange_a);
  connect(press.y, freewheel.f_normalized);
  connect(freewheel.heatPort, lining.port);
  annotation (experiment(StopTime=2, Interval=0.01));
end Freewheel;
