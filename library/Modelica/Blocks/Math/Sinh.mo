within Modelica.Blocks.Math;
block Sinh "Hyperbolic sine of a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.sinh(u);
  annotation(
    Documentation(info = "The output is the hyperbolic sine of the input."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Waves"}));
end Sinh;
