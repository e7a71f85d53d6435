within Modelica.Blocks.Logical;
block Xor "True while one input is, not both"
  Modelica.Blocks.Interfaces.BooleanInput u1 "First input";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = u1 <> u2;
  annotation(
    Documentation(info = "The output is true while the inputs differ."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSI2SO"},
      examples = {"LogicNetwork"}));
end Xor;
