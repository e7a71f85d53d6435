within BlockComponents.Math;
block Product "Product of two signals (Dyad)"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = u1*u2;
  annotation(
    Documentation(info = "The output is u1*u2."),
    __elastogap(shortName = "BlockComponents.Product", examples = {"BlocksDyad"}));
end Product;
