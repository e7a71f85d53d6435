within Modelica.Blocks.Sources;
block BooleanConstant "Boolean signal that does not change"
  parameter Boolean k = true "The output";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = k;
  annotation(
    Documentation(info = "The output is k, always."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSource"},
      examples = {"LogicNetwork"}));
end BooleanConstant;
