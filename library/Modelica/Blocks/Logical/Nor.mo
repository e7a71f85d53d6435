within Modelica.Blocks.Logical;
block Nor "True while no input is"
  Modelica.Blocks.Interfaces.BooleanInput u1 "First input";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = not (u1 or u2);
  annotation(
    Documentation(info = "The output is true while neither u1 nor u2 is."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSI2SO"},
      examples = {"LogicNetwork"}));
end Nor;
