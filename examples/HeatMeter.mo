/* A boiler is heated through a meter, and what the meter says is limited by a controller.
 *
 * The heater is a model of its own that knows its temperature and is told a heat flow; between it and the boiler
 * stand adaptors, as if it ran in another program. A second meter tells what the room at 20 degC gives to a cold
 * store, a third sums what both give to the sky through a pipe without capacity. */
model HeatMeter "Heat flows that are measured, and heat ports made of signals"
  import Modelica.Thermal.HeatTransfer;
  HeatTransfer.Components.HeatCapacitor element(C=120, T(start=310, fixed=true));
  HeatTransfer.Components.GeneralHeatFlowToTemperatureAdaptor heaterSide;
  HeatTransfer.Components.GeneralTemperatureToHeatFlowAdaptor boilerSide;
  HeatTransfer.Components.ThermalConductor wall(G=8), pipe(G=1.5), leak(G=0.5);
  HeatTransfer.Components.HeatCapacitor boiler(C=2000, T(start=300, fixed=true)), water(C=6000);
  HeatTransfer.Sensors.HeatFlowSensor intoWater, toSky;
  HeatTransfer.Sensors.ConditionalFixedHeatFlowSensor room(useFixedTemperature=true);
  HeatTransfer.Components.HeatCapacitor store(C=800, T(start=278, fixed=true));
  HeatTransfer.Components.ThermalConductor door(G=3);
  HeatTransfer.Celsius.FixedTemperature sky(T=-10);
  HeatTransfer.Sources.PrescribedHeatFlow power;
  Modelica.Blocks.Sources.Constant wanted(k=600);
  Modelica.Blocks.Math.Feedback error;
  Modelica.Blocks.Continuous.Integrator controller(k=0.02, y_start=200, initType=Modelica.Blocks.Types.Init.InitialOutput);
equation
  connect(wanted.y, error.u1);
  connect(intoWater.Q_flow, error.u2);
  connect(error.y, controller.u);
  connect(controller.y, power.Q_flow);
  connect(power.port, element.port);
  connect(element.port, heaterSide.heatPort);
  connect(heaterSide.p, boilerSide.p);
  connect(heaterSide.pder, boilerSide.pder);
  connect(boilerSide.f, heaterSide.f);
  connect(boilerSide.heatPort, wall.port_a);
  connect(wall.port_b, boiler.port);
  connect(boiler.port, intoWater.port_a);
  connect(intoWater.port_b, water.port);
  connect(room.port_b, door.port_a);
  connect(door.port_b, store.port);
  connect(water.port, pipe.port_a);
  connect(store.port, leak.port_a);
  connect(pipe.port_b, toSky.port_a);
  connect(leak.port_b, toSky.port_a);
  connect(toSky.port_b, sky.port);
  annotation (experiment(StopTime=1200, Interval=5));
end HeatMeter;
