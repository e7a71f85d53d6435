within Modelica.Blocks.Math;
block Log10 "Decimal logarithm of a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.log10(u);
  annotation(
    Documentation(info = "
The output is the logarithm of the input to the base 10; the input must be positive."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Waves"}));
end Log10;
