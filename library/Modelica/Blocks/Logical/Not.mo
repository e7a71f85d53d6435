within Modelica.Blocks.Logical;
block Not "The opposite of the input"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = not u;
  annotation(
    Documentation(info = "The output is true while the input is false."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSISO"},
      examples = {"LogicNetwork"}));
end Not;
