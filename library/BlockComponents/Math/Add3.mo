within BlockComponents.Math;
block Add3 "Weighted sum of three signals (Dyad)"
  parameter Real k1 = 1 "Factor of u1";
  parameter Real k2 = 1 "Factor of u2";
  parameter Real k3 = 1 "Factor of u3";
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealInput u3 "Third input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = k1*u1 + k2*u2 + k3*u3;
  annotation(
    Documentation(info = "The output is k1*u1 + k2*u2 + k3*u3."),
    __elastogap(shortName = "BlockComponents.Add3", examples = {"BlocksDyad"}));
end Add3;
