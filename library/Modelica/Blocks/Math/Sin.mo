within Modelica.Blocks.Math;
block Sin "Sine of a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.sin(u);
  annotation(
    Documentation(info = "The output is the sine of the input, an angle in radians."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Blocks"}));
end Sin;
