model HeatedStop "A stop warms what it is mounted on"
  import Modelica.Mechanics.Translational.{Components, Sources};
  parameter Real c(unit = "N/m") = 800;
  parameter Real d(unit = "N.s/m") = 24;
  parameter Real m(unit = "kg") = 2;
  parameter Real s0(unit = "m") = 0.05;
  parameter Real v0(unit = "m/s") = 1;
  parameter Real C(unit = "J/K") = 0.5;
  parameter Real G(unit = "W/K") = 2;
  Components.Fixed ground;
  Components.ElastoGap gap(c = c, d = d, useHeatPort = true);
  Components.Mass ball(m = m, L = 0, s(start = s0, fixed = true), v(start = -v0, fixed = true));
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor housing(C = C, T(start = 300, fixed = true));
  Modelica.Thermal.HeatTransfer.Components.ThermalConductor cooling(G = G);
  Modelica.Thermal.HeatTransfer.Sources.FixedTemperature room(T = 300);
equation
  connect(ground.flange, gap.flange_a);
  connect(gap.flange_b, ball.flange_a);
  connect(gap.heatPort, housing.port);
  connect(housing.port, cooling.port_a);
  connect(cooling.port_b, room.port);
  annotation(experiment(StopTime = 0.5, Interval = 0.015625, Tolerance = 1e-9));
end HeatedStop;
