within Modelica.Blocks.Math;
block Cosh "Hyperbolic cosine of a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.cosh(u);
  annotation(
    Documentation(info = "The output is the hyperbolic cosine of the input."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Waves"}));
end Cosh;
