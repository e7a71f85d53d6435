within Modelica.Thermal.HeatTransfer.Sensors;
model ConditionalFixedHeatFlowSensor
  "Heat flow as a signal, from surroundings at 20 degC if there are no others"
  parameter Boolean useFixedTemperature(start = false)
    "true: port_a has 20 degC, whatever heat flows; false: nothing but the sensor is there"
    annotation(Evaluate = true);
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a port_a
    "Where the heat goes in that counts positive";
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b port_b "Where it comes out";
  Modelica.Blocks.Interfaces.RealOutput Q_flow(unit = "W") "Heat flow from port_a to port_b";
  Modelica.Thermal.HeatTransfer.Sensors.HeatFlowSensor heatFlowSensor "What measures";
  Modelica.Thermal.HeatTransfer.Sources.FixedTemperature fixedTemperature(final T = 293.15)
    if useFixedTemperature "Surroundings";
equation
  connect(heatFlowSensor.port_b, port_b);
  connect(port_a, heatFlowSensor.port_a);
  connect(fixedTemperature.port, heatFlowSensor.port_a);
  connect(heatFlowSensor.Q_flow, Q_flow);
  annotation(
    Documentation(info = "
A HeatFlowSensor that can bring its own surroundings: with useFixedTemperature = true port_a is held at
293.15 K and need not be connected, with false it is a HeatFlowSensor and nothing else. So a model can be
tried alone, and used in another one without a change."),
    __elastogap(examples = {"HeatMeter"}));
end ConditionalFixedHeatFlowSensor;
