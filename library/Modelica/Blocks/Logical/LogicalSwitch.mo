within Modelica.Blocks.Logical;
block LogicalSwitch "One of two Boolean signals, as a third one says"
  Modelica.Blocks.Interfaces.BooleanInput u1 "Output while u2 is true";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Which one of the others is the output";
  Modelica.Blocks.Interfaces.BooleanInput u3 "Output while u2 is false";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = if u2 then u1 else u3;
  annotation(
    Documentation(info = "The output is u1 while u2 is true, and u3 while it is false."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSI3SO"},
      examples = {"LogicNetwork"}));
end LogicalSwitch;
