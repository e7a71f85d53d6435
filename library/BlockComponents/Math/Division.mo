within BlockComponents.Math;
block Division "Quotient of two signals (Dyad)"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = u1/u2;
  annotation(
    Documentation(info = "The output is u1/u2; where u2 is 0 the simulation ends with an error."),
    __elastogap(shortName = "BlockComponents.Division", examples = {"BlocksDyad"}));
end Division;
