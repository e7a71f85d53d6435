within Modelica.Thermal.HeatTransfer.Interfaces;
partial model PartialElementaryConditionalHeatPort
  "Gives its loss to a heat port, if there is one, and knows its temperature"
  parameter Boolean useHeatPort = false
    "true: the loss flows out through heatPort; false: it is only recorded" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Temperature T(min = 0) = 293.15 "Temperature when useHeatPort = false";
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort
    "Takes the loss away: Q_flow = -lossPower";
  Modelica.Units.SI.Power lossPower "Power turned into heat, >= 0";
  Modelica.Units.SI.Temperature TheatPort(start = 288.15) "Temperature of heatPort, or T";
equation
  if useHeatPort then
    heatPort.Q_flow = -lossPower;
  end if;
  if useHeatPort then
    TheatPort = heatPort.T;
  else
    TheatPort = T;
  end if;
  annotation(
    Documentation(info = "
TheatPort is the temperature of the heat port, or the parameter T when there is none."),
    __elastogap(native = true));
end PartialElementaryConditionalHeatPort;
