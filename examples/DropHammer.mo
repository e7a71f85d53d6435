model DropHammer "A hammer falls on a workpiece; its components stand where their annotations say (docs/diagram.md)"
  import Modelica.Mechanics.Translational;
  parameter Modelica.Units.SI.Position height = 0.25 "Of the fall";
  Translational.Components.Fixed ground
    annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}})));
  Translational.Components.SpringDamper bed(c = 2e6, d = 3e3, s_rel(start = 0))
    annotation(Placement(transformation(origin = {0, -80}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Translational.Components.Mass anvil(m = 400, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true))
    annotation(Placement(transformation(origin = {0, -40}, extent = {{-12, -12}, {12, 12}}, rotation = 90)));
  Translational.Components.ElastoGap workpiece(c = 5e7, d = 4e4, n = 1, useHeatPort = true)
    annotation(Placement(transformation(origin = {0, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Translational.Components.Mass hammer(m = 40, L = 0, s(start = height, fixed = true), v(start = 0, fixed = true))
    annotation(Placement(transformation(origin = {0, 40}, extent = {{-12, -12}, {12, 12}}, rotation = 90)));
  Translational.Sources.ConstantForce weight(f_constant = -40*9.81)
    annotation(Placement(transformation(origin = {0, 80}, extent = {{-10, -10}, {10, 10}}, rotation = -90)));
  Translational.Components.Damper guide(d = 20)
    annotation(Placement(transformation(origin = {-50, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor steel(C = 230, T(start = 293.15, fixed = true))
    annotation(Placement(transformation(extent = {{50, 10}, {70, 30}})));
  Translational.Sensors.PositionSensor rebound
    annotation(Placement(transformation(extent = {{30, 55}, {50, 75}})));
  Modelica.Blocks.Math.Gain millimetres(k = 1000)
    annotation(Placement(transformation(extent = {{75, 55}, {95, 75}})));
equation
  connect(ground.flange, bed.flange_a)
    annotation(Line(points = {{0, -110}, {0, -90}}, color = {0, 127, 0}));
  connect(bed.flange_b, anvil.flange_a)
    annotation(Line(points = {{0, -70}, {0, -52}}, color = {0, 127, 0}));
  connect(anvil.flange_b, workpiece.flange_a)
    annotation(Line(points = {{0, -28}, {0, -10}}, color = {0, 127, 0}));
  connect(workpiece.flange_b, hammer.flange_a)
    annotation(Line(points = {{0, 10}, {0, 28}}, color = {0, 127, 0}));
  connect(weight.flange, hammer.flange_b)
    annotation(Line(points = {{0, 70}, {0, 52}}, color = {0, 127, 0}));
  connect(guide.flange_a, anvil.flange_b)
    annotation(Line(points = {{-50, -10}, {-50, -20}, {0, -20}}, color = {0, 127, 0}));
  connect(guide.flange_b, hammer.flange_a)
    annotation(Line(points = {{-50, 10}, {-50, 20}, {0, 20}}, color = {0, 127, 0}));
  connect(workpiece.heatPort, steel.port)
    annotation(Line(points = {{10, 0}, {60, 0}, {60, 10}}, color = {191, 0, 0}));
  connect(rebound.flange, hammer.flange_b)
    annotation(Line(points = {{30, 65}, {0, 65}}, color = {0, 127, 0}));
  connect(rebound.s, millimetres.u)
    annotation(Line(points = {{51, 65}, {73, 65}}, color = {0, 0, 127}));
  annotation(experiment(StopTime = 1.5, Interval = 0.001));
end DropHammer;
