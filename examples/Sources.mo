/* A test bench for drives and brakes.
 *
 * A trolley is accelerated, a slide moves on it along a given motion; five carts of 2 kg run free at 10 m/s and are
 * braked: by a force in proportion to the speed, to its square, to its inverse, by one of constant magnitude, and by
 * eddy currents in a fin that grows warm. Two of the carts are pushed apart by a force between them, behind sensors
 * that read its power. A belt moves with constant speed. */
model Sources "Every source that moves or pushes, and the sensors of power"
  Modelica.Mechanics.Translational.Components.Mass trolley(m=5);
  Modelica.Mechanics.Translational.Sources.Accelerate accelerate;
  Modelica.Blocks.Sources.Sine push(f=0.5, amplitude=2);
  Modelica.Mechanics.Translational.Sources.Move slide(useSupport=true);
  Modelica.Mechanics.Translational.Components.Mass tool(m=1);
  Modelica.Blocks.Sources.Sine motion[3](each f=1, amplitude={0.05, 0.05*2*pi, -0.05*(2*pi)^2}, phase={0, pi/2, 0});
  Modelica.Mechanics.Translational.Components.Mass cart[5](each m=2, each s(fixed=true), each v(start=10, fixed=true));
  Modelica.Mechanics.Translational.Sources.LinearSpeedDependentForce viscous(f_nominal=-4, v_nominal=10, ForceDirection=false);
  Modelica.Mechanics.Translational.Sources.QuadraticSpeedDependentForce drag(f_nominal=-8, v_nominal=10, ForceDirection=false);
  Modelica.Mechanics.Translational.Sources.InverseSpeedDependentForce power(f_nominal=-2, v_nominal=5, v0=5, ForceDirection=false);
  Modelica.Mechanics.Translational.Sources.SignForce dry(f_nominal=-6, v0=0.5, reg=Modelica.Blocks.Types.Regularization.Sine);
  Modelica.Mechanics.Translational.Sources.EddyCurrentForce eddy(f_nominal=12, v_nominal=4, useHeatPort=true, TRef=293.15, alpha20=3.92e-3, useExcitationInput=true);
  Modelica.Blocks.Sources.Ramp field(height=1, duration=0.5, startTime=0.2);
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor fin(C=3, T(start=293.15, fixed=true));
  Modelica.Mechanics.Translational.Sources.Force2 apart;
  Modelica.Mechanics.Translational.Sensors.MultiSensor multi;
  Modelica.Mechanics.Translational.Sensors.PowerSensor meter;
  Modelica.Blocks.Sources.Sine between(f=1, amplitude=3);
  Modelica.Mechanics.Translational.Sources.ConstantSpeed belt(v_fixed=0.5);
  Modelica.Mechanics.Translational.Components.SpringDamper coupling(c=400, d=20);
  Modelica.Mechanics.Translational.Components.Mass box(m=3, s(start=0, fixed=true), v(start=0, fixed=true));
  constant Real pi=Modelica.Constants.pi;
equation
  connect(push.y, accelerate.a_ref);
  connect(accelerate.flange, trolley.flange_a);
  connect(slide.support, trolley.flange_b);
  connect(motion.y, slide.u);
  connect(slide.flange, tool.flange_a);
  connect(viscous.flange, cart[1].flange_a);
  connect(drag.flange, cart[2].flange_a);
  connect(power.flange, cart[3].flange_a);
  connect(dry.flange, cart[4].flange_a);
  connect(eddy.flange, cart[5].flange_a);
  connect(field.y, eddy.excitation);
  connect(eddy.heatPort, fin.port);
  connect(between.y, apart.f);
  connect(apart.flange_a, multi.flange_a);
  connect(multi.flange_b, cart[1].flange_b);
  connect(apart.flange_b, meter.flange_a);
  connect(meter.flange_b, cart[2].flange_b);
  connect(belt.flange, coupling.flange_a);
  connect(coupling.flange_b, box.flange_a);
  annotation (experiment(StopTime=2, Interval=0.01));
end Sources;
