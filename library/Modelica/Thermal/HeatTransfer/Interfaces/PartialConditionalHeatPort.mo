within Modelica.Thermal.HeatTransfer.Interfaces;
partial model PartialConditionalHeatPort
  "Collects the losses of the parts inside at a heat port, or at a fixed temperature"
  parameter Boolean useHeatPort = false
    "true: the loss flows out through heatPort; false: it is only recorded" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Temperature T(min = 0) = 293.15 "Temperature when useHeatPort = false";
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort
    "Takes the loss away: Q_flow = -lossPower";
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a internalHeatPort
    "Where the parts inside give their heat";
equation
  if useHeatPort then
    connect(heatPort, internalHeatPort);
  else
    internalHeatPort.T = T;
  end if;
  annotation(
    Documentation(info = "
For models made of components: their heat ports are connected to internalHeatPort, which is heatPort or,
with useHeatPort = false, held at T."),
    __elastogap(native = true));
end PartialConditionalHeatPort;
