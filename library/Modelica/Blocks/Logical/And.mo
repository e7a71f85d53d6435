within Modelica.Blocks.Logical;
block And "True while both inputs are"
  Modelica.Blocks.Interfaces.BooleanInput u1 "First input";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = u1 and u2;
  annotation(
    Documentation(info = "The output is true while u1 and u2 are both true."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSI2SO"},
      examples = {"LogicNetwork"}));
end And;
