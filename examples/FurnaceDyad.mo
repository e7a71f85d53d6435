/* A small furnace in the names of Dyad.
 *
 * A piece radiates to a sheet and the sheet to a wall; the wall is heated by a constant flow and by a controlled one,
 * and cooled by the air that flows past it and by conduction into the ground. */
model FurnaceDyad "Heat in the names of Dyad"
  ThermalComponents.Components.HeatCapacitor piece(C=500, T0=900), wall(C=4000, T0=400);
  ThermalComponents.Components.BodyRadiation a(Gr=0.05), b(Gr=0.04);
  ThermalComponents.Components.Convection air;
  ThermalComponents.Components.ConvectiveResistor chimney;
  ThermalComponents.Components.ThermalConductor feet(G=1.5);
  ThermalComponents.Components.ThermalResistor bolts(R=4);
  ThermalComponents.Sources.FixedTemperature ground(T=285), room(T=293.15);
  ThermalComponents.Sources.PrescribedTemperature draught;
  ThermalComponents.Sources.FixedHeatFlow pilot(Q_flow=50, alpha=-1e-4);
  ThermalComponents.Sources.PrescribedHeatFlow burner;
  ThermalComponents.Sensors.TemperatureSensor ofWall;
  ThermalComponents.Sensors.RelativeTemperatureSensor difference;
  ThermalComponents.Sensors.HeatFlowSensor intoGround;
  BlockComponents.Sources.Ramp wind(height=8, duration=600, offset=4);
  BlockComponents.Sources.Sine weather(amplitude=5, frequency=1e-3, offset=290);
  BlockComponents.Sources.Constant resistance(k=0.3), goal(k=450);
  Modelica.Blocks.Math.Feedback error;
  Modelica.Blocks.Math.Gain controller(k=6);
equation
  connect(piece.port, a.port_a);
  connect(a.port_b, b.port_a);
  connect(b.port_b, wall.port);
  connect(wall.port, air.solid);
  connect(air.fluid, room.port);
  connect(wind.y, air.Gc);
  connect(wall.port, chimney.solid);
  connect(chimney.fluid, draught.port);
  connect(resistance.y, chimney.Rc);
  connect(weather.y, draught.T);
  connect(wall.port, feet.port_a);
  connect(feet.port_b, intoGround.port_a);
  connect(wall.port, bolts.port_a);
  connect(bolts.port_b, intoGround.port_a);
  connect(intoGround.port_b, ground.port);
  connect(pilot.port, wall.port);
  connect(burner.port, wall.port);
  connect(wall.port, ofWall.port);
  connect(piece.port, difference.port_a);
  connect(wall.port, difference.port_b);
  connect(goal.y, error.u1);
  connect(ofWall.T, error.u2);
  connect(error.y, controller.u);
  connect(controller.y, burner.Q_flow);
  annotation (experiment(StopTime=1800, Interval=5));
end FurnaceDyad;
