within Modelica.Blocks.Math;
block Division "Quotient of two signals"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = u1/u2;
  annotation(
    Documentation(info = "
The output is u1/u2. Where u2 passes through zero it grows beyond all bounds."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SI2SO"}, examples = {"Blocks"}));
end Division;
