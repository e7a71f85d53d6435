within Modelica.Blocks.Logical;
block GreaterEqual "True while one signal is greater than or equal to another"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = u1 >= u2;
  annotation(
    Documentation(info = "
The output is true while u1 is greater than or equal to u2. Where they cross is an event."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanComparison"},
      examples = {"LogicNetwork"}));
end GreaterEqual;
