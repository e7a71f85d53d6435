within Modelica.Blocks.Math;
block Exponentiation "Power of a signal"
  parameter Real exponent = 2 "The exponent";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = u^exponent;
  annotation(
    Documentation(info = "y = u^exponent; where that is no whole number u must not be negative."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end Exponentiation;
