/* A gearbox that is shifted: a planetary gear set with a brake on its ring and a clutch to its carrier.
 *
 * The engine turns the sun. While the brake holds the ring, the carrier turns 1 + ratio = 3 times slower than the
 * sun; the brake lets go as the clutch takes over, and at the end all shafts turn as one. The load rubs in its
 * bearing and does not move before the torque at the carrier has grown beyond what that holds. */
model Clutching "Shifting a planetary gear set under load"
  import Modelica.Mechanics.Rotational.Components;
  Modelica.Mechanics.Rotational.Sources.Torque engine;
  Modelica.Blocks.Sources.Ramp throttle(height=12, duration=1);
  Components.Inertia rotor(J=0.1);
  Components.InitializeFlange idle(use_a_start=false);
  Modelica.Blocks.Sources.Constant angle(k=0), speed(k=0);
  Components.IdealPlanetary gears(ratio=2);
  Components.Inertia ring(J=0.05);
  Components.Brake brake(fn_max=200, mu_pos=[0, 0.5; 20, 0.4], cgeo=0.5, useHeatPort=true);
  Components.Clutch clutch(fn_max=150, mu_pos=[0, 0.5], peak=1.1, useHeatPort=true);
  Components.Inertia load(J=0.8, phi(fixed=true), w(fixed=true));
  Components.BearingFriction bearing(tau_pos=[0, 2; 10, 3; 40, 5], useHeatPort=true);
  Modelica.Blocks.Sources.Ramp release(height=-1, duration=0.4, startTime=1.5, offset=1);
  Modelica.Blocks.Sources.Ramp press(height=1, duration=0.4, startTime=1.5);
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor oil(C=2000, T(start=293.15, fixed=true));
equation
  connect(throttle.y, engine.tau);
  connect(engine.flange, rotor.flange_a);
  connect(angle.y, idle.phi_start);
  connect(speed.y, idle.w_start);
  connect(idle.flange, rotor.flange_a);
  connect(rotor.flange_b, gears.sun);
  connect(gears.ring, ring.flange_a);
  connect(ring.flange_b, brake.flange_a);
  connect(release.y, brake.f_normalized);
  connect(gears.carrier, load.flange_a);
  connect(rotor.flange_b, clutch.flange_a);
  connect(clutch.flange_b, load.flange_a);
  connect(press.y, clutch.f_normalized);
  connect(load.flange_b, bearing.flange_a);
  connect(brake.heatPort, oil.port);
  connect(clutch.heatPort, oil.port);
  connect(bearing.heatPort, oil.port);
  annotation (experiment(StopTime=4, Interval=0.01));
end Clutching;
