within Modelica.Blocks.Math;
block Sqrt "Square root of a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = sqrt(u);
  annotation(
    Documentation(info = "
The output is the square root of the input, which must not be negative; at 0 its slope is infinite."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Blocks"}));
end Sqrt;
