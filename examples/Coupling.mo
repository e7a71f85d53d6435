/* A motor turns to and fro and drives a mixer through a coupling with play.
 *
 * The flanks damp from the first touch on, so that the torque jumps there: ElastoBacklash2. What the damper loses
 * warms the coupling. */
model Coupling "A backlash whose torque jumps at the touch"
  import Modelica.Mechanics.Rotational;
  Rotational.Sources.Torque motor;
  Modelica.Blocks.Sources.Sine drive(amplitude=6, f=1.1);
  Rotational.Components.Inertia wheel(J=0.2, phi(start=0, fixed=true), w(start=0, fixed=true));
  Rotational.Components.ElastoBacklash2 coupling(
    c=50, d=0.4, b=0.05, useHeatPort=true, phi_rel(start=0, fixed=true), w_rel(start=0, fixed=true));
  Rotational.Components.Inertia mixer(J=0.1);
  Rotational.Components.Damper stirs(d=0.3);
  Rotational.Components.Fixed floor;
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor steel(C=30, T(start=300, fixed=true));
equation
  connect(drive.y, motor.tau);
  connect(motor.flange, wheel.flange_a);
  connect(wheel.flange_b, coupling.flange_a);
  connect(coupling.flange_b, mixer.flange_a);
  connect(mixer.flange_b, stirs.flange_b);
  connect(stirs.flange_a, floor.flange);
  connect(coupling.heatPort, steel.port);
  annotation (experiment(StopTime=1.5, Interval=0.01));
end Coupling;
