within Modelica.Blocks.Logical;
block Or "True while one input is, or both"
  Modelica.Blocks.Interfaces.BooleanInput u1 "First input";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = u1 or u2;
  annotation(
    Documentation(info = "The output is true while u1 or u2 is true, or both."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSI2SO"},
      examples = {"LogicNetwork"}));
end Or;
