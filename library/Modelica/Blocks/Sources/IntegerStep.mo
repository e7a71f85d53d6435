within Modelica.Blocks.Sources;
block IntegerStep "Integer signal that jumps once"
  parameter Integer height = 1 "By how much the output jumps";
  parameter Integer offset = 0 "Output before startTime";
  parameter Modelica.Units.SI.Time startTime = 0 "When it jumps";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
equation
  y = offset + (if time < startTime then 0 else height);
  annotation(
    Documentation(info = "The output is offset, and from startTime on offset + height."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.IntegerSignalSource"},
      examples = {"LogicNetwork"}));
end IntegerStep;
