within Modelica.Blocks.Math;
block RealToInteger "Nearest whole number"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.IntegerOutput y "Nearest whole number";
equation
  y = if u > 0 then integer(u + 0.5) else 1 - integer(1.5 - u);
  annotation(
    Documentation(info = "What is halfway goes away from 0. Every change is an event."),
    __elastogap(examples = {"Rating"}));
end RealToInteger;
