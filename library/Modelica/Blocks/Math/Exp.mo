within Modelica.Blocks.Math;
block Exp "Exponential of a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.exp(u);
  annotation(
    Documentation(info = "The output is e to the power of the input."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Blocks"}));
end Exp;
