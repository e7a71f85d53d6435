/* A test bench for rotational drives and brakes: Sources.mo, turned.
 *
 * A table is accelerated, a spindle turns on it along a given motion; five wheels of 2 kg.m2 run free at 10 rad/s and
 * are braked: by a torque in proportion to the speed, to its square, to its inverse, by one of constant magnitude, and
 * by eddy currents in a disc that grows warm. Two of the wheels are turned against each other by a torque between
 * them, behind sensors that read its power. A motor of constant speed drags a wheel along. */
model Turning "Every source that turns, and the sensors of power"
  Modelica.Mechanics.Rotational.Components.Inertia table(J=5);
  Modelica.Mechanics.Rotational.Sources.Accelerate accelerate;
  Modelica.Blocks.Sources.Sine push(f=0.5, amplitude=2);
  Modelica.Mechanics.Rotational.Sources.Move swing(useSupport=true);
  Modelica.Mechanics.Rotational.Components.Inertia spindle(J=1);
  Modelica.Blocks.Sources.Sine motion[3](each f=1, amplitude={0.05, 0.05*2*pi, -0.05*(2*pi)^2}, phase={0, pi/2, 0});
  Modelica.Mechanics.Rotational.Components.Inertia wheel[5](each J=2, each phi(fixed=true), each w(start=10, fixed=true));
  Modelica.Mechanics.Rotational.Sources.LinearSpeedDependentTorque viscous(tau_nominal=-4, w_nominal=10, TorqueDirection=false);
  Modelica.Mechanics.Rotational.Sources.QuadraticSpeedDependentTorque fan(tau_nominal=-8, w_nominal=10, TorqueDirection=false);
  Modelica.Mechanics.Rotational.Sources.InverseSpeedDependentTorque power(tau_nominal=-2, w_nominal=5, w0=5, TorqueDirection=false);
  Modelica.Mechanics.Rotational.Sources.SignTorque dry(tau_nominal=-6, w0=0.5, reg=Modelica.Blocks.Types.Regularization.Sine);
  Modelica.Mechanics.Rotational.Sources.EddyCurrentTorque eddy(tau_nominal=12, w_nominal=4, useHeatPort=true, TRef=293.15, alpha20=3.92e-3, useExcitationInput=true);
  Modelica.Blocks.Sources.Ramp field(height=1, duration=0.5, startTime=0.2);
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor disc(C=3, T(start=293.15, fixed=true));
  Modelica.Mechanics.Rotational.Sources.Torque2 apart;
  Modelica.Mechanics.Rotational.Sensors.MultiSensor multi;
  Modelica.Mechanics.Rotational.Sensors.PowerSensor meter;
  Modelica.Blocks.Sources.Sine between(f=1, amplitude=3);
  Modelica.Mechanics.Rotational.Sources.ConstantSpeed motor(w_fixed=0.5);
  Modelica.Mechanics.Rotational.Components.SpringDamper coupling(c=400, d=20);
  Modelica.Mechanics.Rotational.Components.Inertia load(J=3, phi(start=0, fixed=true), w(start=0, fixed=true));
  constant Real pi=Modelica.Constants.pi;
equation
  connect(push.y, accelerate.a_ref);
  connect(accelerate.flange, table.flange_a);
  connect(swing.support, table.flange_b);
  connect(motion.y, swing.u);
  connect(swing.flange, spindle.flange_a);
  connect(viscous.flange, wheel[1].flange_a);
  connect(fan.flange, wheel[2].flange_a);
  connect(power.flange, wheel[3].flange_a);
  connect(dry.flange, wheel[4].flange_a);
  connect(eddy.flange, wheel[5].flange_a);
  connect(field.y, eddy.excitation);
  connect(eddy.heatPort, disc.port);
  connect(between.y, apart.tau);
  connect(apart.flange_a, multi.flange_a);
  connect(multi.flange_b, wheel[1].flange_b);
  connect(apart.flange_b, meter.flange_a);
  connect(meter.flange_b, wheel[2].flange_b);
  connect(motor.flange, coupling.flange_a);
  connect(coupling.flange_b, load.flange_a);
  annotation (experiment(StopTime=2, Interval=0.01));
end Turning;
