within Modelica.Thermal.HeatTransfer.Interfaces;
partial model PartialElementaryConditionalHeatPortWithoutT
  "Gives its loss to a heat port, if there is one"
  parameter Boolean useHeatPort = false
    "true: the loss flows out through heatPort; false: it is only recorded" annotation(Evaluate = true);
  Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a heatPort if useHeatPort
    "Takes the loss away: Q_flow = -lossPower";
  Modelica.Units.SI.Power lossPower "Power turned into heat, >= 0";
equation
  if useHeatPort then
    heatPort.Q_flow = -lossPower;
  end if;
  annotation(
    Documentation(info = "
With useHeatPort = false the loss is computed and recorded, and leaves the model."),
    __elastogap(native = true));
end PartialElementaryConditionalHeatPortWithoutT;
