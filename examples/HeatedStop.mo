// A mass driven to and fro between two stops, which it warms.
//
// What the stops lose goes through their heat ports into the housing, a heat capacity that a thermal
// conductor cools. Plot housing.T and stop1.lossPower.
model HeatedStop "Stops that grow warm"
  import Modelica.Mechanics.Translational.{Components, Sources};
  import HeatTransfer = Modelica.Thermal.HeatTransfer;

  parameter Modelica.Units.SI.Length play = 0.02 "Free travel between the stops";

  Components.Fixed wall1(s0 = -play/2);
  Components.Fixed wall2(s0 = play/2);
  Components.ElastoGap stop1(c = 1e5, d = 60, useHeatPort = true);
  Components.ElastoGap stop2(c = 1e5, d = 60, useHeatPort = true);
  Components.Mass mass(m = 0.5, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Sources.Force force;
  Modelica.Blocks.Sources.Sine sine(amplitude = 20, f = 5);

  HeatTransfer.Components.HeatCapacitor housing(C = 5, T(start = 293.15, fixed = true))
    "A few grams of steel";
  HeatTransfer.Components.ThermalConductor cooling(G = 0.2);
  HeatTransfer.Sources.FixedTemperature room(T = 293.15);

equation
  connect(wall1.flange, stop1.flange_a);
  connect(stop1.flange_b, mass.flange_a);
  connect(mass.flange_b, stop2.flange_a);
  connect(stop2.flange_b, wall2.flange);
  connect(sine.y, force.f);
  connect(force.flange, mass.flange_a);

  connect(stop1.heatPort, housing.port);
  connect(stop2.heatPort, housing.port);
  connect(housing.port, cooling.port_a);
  connect(cooling.port_b, room.port);

  annotation(experiment(StopTime = 4, Interval = 0.002));
end HeatedStop;
