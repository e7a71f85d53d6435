// A shock absorber that grows warm: two dampers in one housing, cooled by the air.
//
// The absorber is a class of the user's: both chambers give their losses to its internal heat port, and they go
// out together through heatPort (PartialConditionalHeatPort). A shaken mass feeds it; the housing stores the heat
// and the air takes it, more of it once the fan turns: Gc rises from 0.2 to 1 W/K at 20 s. The housing warms
// towards one balance and cools to another.
model CooledDamper "Losses of two dampers leave by convection"
  import Modelica.Mechanics.Translational;
  import Modelica.Thermal.HeatTransfer;

  model Absorber "Two chambers side by side"
    extends HeatTransfer.Interfaces.PartialConditionalHeatPort;
    parameter Modelica.Units.SI.TranslationalDampingConstant d = 20 "Damping of both chambers together";
    Translational.Interfaces.Flange_a flange_a;
    Translational.Interfaces.Flange_b flange_b;
    Translational.Components.Damper upper(d = 0.7*d, useHeatPort = true);
    Translational.Components.Damper lower(d = 0.3*d, useHeatPort = true);
  equation
    connect(flange_a, upper.flange_a);
    connect(flange_a, lower.flange_a);
    connect(upper.flange_b, flange_b);
    connect(lower.flange_b, flange_b);
    connect(upper.heatPort, internalHeatPort);
    connect(lower.heatPort, internalHeatPort);
  end Absorber;

  Translational.Components.Fixed ground;
  Absorber absorber(useHeatPort = true);
  Modelica.Blocks.Sources.Sine shake(amplitude = 60, f = 2);
  Translational.Sources.Force force;
  Translational.Components.Mass mass(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Translational.Components.Spring spring(c = 400);

  HeatTransfer.Components.HeatCapacitor housing(C = 4, T(start = 293.15, fixed = true));
  HeatTransfer.Components.Convection air;
  HeatTransfer.Celsius.FixedTemperature room(T = 20);
  Modelica.Blocks.Sources.Ramp fan(height = 0.8, duration = 1, offset = 0.2, startTime = 20);

equation
  connect(shake.y, force.f);
  connect(force.flange, mass.flange_a);
  connect(ground.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_b);
  connect(ground.flange, absorber.flange_a);
  connect(absorber.flange_b, mass.flange_b);
  connect(absorber.heatPort, housing.port);
  connect(housing.port, air.solid);
  connect(air.fluid, room.port);
  connect(fan.y, air.Gc);

  annotation(experiment(StopTime = 40, Interval = 0.05));
end CooledDamper;
