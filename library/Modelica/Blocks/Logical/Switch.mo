within Modelica.Blocks.Logical;
block Switch "One of two signals, as a Boolean one says"
  Modelica.Blocks.Interfaces.RealInput u1 "Output while u2 is true";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Which one is the output";
  Modelica.Blocks.Interfaces.RealInput u3 "Output while u2 is false";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = if u2 then u1 else u3;
  annotation(
    Documentation(info = "
The output is u1 while u2 is true, and u3 while it is false; it may jump where u2 changes."),
    __elastogap(examples = {"Relay"}));
end Switch;
