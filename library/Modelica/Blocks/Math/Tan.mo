within Modelica.Blocks.Math;
block Tan "Tangent of a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.tan(u);
  annotation(
    Documentation(info = "
The output is the tangent of the input, an angle in radians; it grows beyond all bounds at odd multiples
of pi/2."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Blocks"}));
end Tan;
