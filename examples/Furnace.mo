/* A workpiece cools in a furnace that is switched off.
 *
 * The piece radiates to the walls, through a thin sheet that stores nothing; the walls lose heat by conduction to a
 * hall whose temperature is given in degrees Fahrenheit, and rises. Four heaters, two in each of two rows, warm the
 * walls for the first ten minutes. The temperature of the piece is shown on three scales. */
model Furnace "Radiation, heat flows that come together, and scales of temperature"
  import Modelica.Thermal.HeatTransfer;
  HeatTransfer.Components.HeatCapacitor piece(C=5000, T(start=1100, fixed=true));
  HeatTransfer.Components.BodyRadiation toSheet(Gr=0.2), toWalls(Gr=0.15);
  HeatTransfer.Components.ThermalCollector walls(m=3);
  HeatTransfer.Components.ThermalCollectorMatrix heaters(Ns=2, Np=2);
  HeatTransfer.Components.HeatCapacitor brick(C=4e4, T(start=600, fixed=true));
  HeatTransfer.Components.ThermalConductor insulation(G=12);
  HeatTransfer.Fahrenheit.PrescribedTemperature hall;
  Modelica.Blocks.Sources.Ramp weather(offset=68, height=18, duration=1800);
  HeatTransfer.Sources.PrescribedHeatFlow heater[2, 2];
  Modelica.Blocks.Sources.Step power(offset=500, height=-500, startTime=600);
  HeatTransfer.Rankine.FixedTemperature floor(T=540);
  HeatTransfer.Components.ThermalConductor feet(G=2);
  HeatTransfer.Fahrenheit.TemperatureSensor inFahrenheit;
  HeatTransfer.Rankine.TemperatureSensor inRankine;
  HeatTransfer.Sensors.TemperatureSensor inKelvin;
  HeatTransfer.Fahrenheit.FromKelvin toF;
  HeatTransfer.Rankine.FromKelvin toRk;
  HeatTransfer.Fahrenheit.ToKelvin fromF;
  HeatTransfer.Rankine.ToKelvin fromRk;
  HeatTransfer.Fahrenheit.FixedTemperature roof(T=86);
  HeatTransfer.Components.ThermalConductor lid(G=1.5);
  HeatTransfer.Rankine.PrescribedTemperature cellar;
  HeatTransfer.Components.ThermalConductor pipe(G=1);
equation
  connect(piece.port, toSheet.port_a);
  connect(toSheet.port_b, toWalls.port_a);
  connect(toWalls.port_b, walls.port_a[1]);
  connect(heaters.port_b, walls.port_a[2]);
  connect(insulation.port_a, walls.port_a[3]);
  connect(walls.port_b, brick.port);
  connect(insulation.port_b, hall.port);
  connect(weather.y, hall.T);
  for i in 1:2, j in 1:2 loop
    connect(power.y, heater[i, j].Q_flow);
    connect(heater[i, j].port, heaters.port_a[i, j]);
  end for;
  connect(brick.port, feet.port_a);
  connect(feet.port_b, floor.port);
  connect(brick.port, lid.port_a);
  connect(lid.port_b, roof.port);
  connect(brick.port, pipe.port_a);
  connect(pipe.port_b, cellar.port);
  connect(toRk.Rankine, cellar.T);
  connect(piece.port, inFahrenheit.port);
  connect(piece.port, inRankine.port);
  connect(hall.port, inKelvin.port);
  connect(inFahrenheit.T, fromF.Fahrenheit);
  connect(inRankine.T, fromRk.Rankine);
  connect(inKelvin.T, toF.Kelvin);
  connect(inKelvin.T, toRk.Kelvin);
  annotation (experiment(StopTime=3600, Interval=10));
end Furnace;
