within Modelica.Blocks.Math;
block Add "Weighted sum of two signals"
  parameter Real k1 = 1 "Factor of u1";
  parameter Real k2 = 1 "Factor of u2";
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = k1*u1 + k2*u2;
  annotation(
    Documentation(info = "The output is k1*u1 + k2*u2; with k2 = -1 it is the difference."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SI2SO"}));
end Add;
