within Modelica.Blocks.Math;
block Feedback "Difference of a command and a feedback"
  Modelica.Blocks.Interfaces.RealInput u1 "What the other input is subtracted from";
  Modelica.Blocks.Interfaces.RealInput u2 "What is subtracted";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = u1 - u2;
  annotation(
    Documentation(info = "
The output is u1 - u2: what is still missing when u1 is the command and u2 what has been reached."),
    __elastogap(compiled = true, examples = {"Blocks"}));
end Feedback;
