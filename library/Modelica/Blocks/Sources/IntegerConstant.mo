within Modelica.Blocks.Sources;
block IntegerConstant "Integer signal that does not change"
  parameter Integer k(start = 1) "The output";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
equation
  y = k;
  annotation(
    Documentation(info = "The output is k, always."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.IntegerSO"}, examples = {"LogicNetwork"}));
end IntegerConstant;
