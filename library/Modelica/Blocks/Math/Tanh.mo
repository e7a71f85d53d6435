within Modelica.Blocks.Math;
block Tanh "Hyperbolic tangent of a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.tanh(u);
  annotation(
    Documentation(info = "The output is the hyperbolic tangent of the input, between -1 and 1."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Waves"}));
end Tanh;
