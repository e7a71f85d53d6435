within Modelica.Blocks.Math;
block LinearDependency "Linear function of two signals"
  parameter Real y0 = 0 "Output where both inputs are 0";
  parameter Real k1 = 0 "Factor of u1";
  parameter Real k2 = 0 "Factor of u2";
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = y0 + k1*u1 + k2*u2;
  annotation(
    Documentation(info = "The output is y0 + k1*u1 + k2*u2."),
    __elastogap(
      physics = "eg_linear_dependency_block",
      bases = {"Modelica.Blocks.Interfaces.SI2SO"},
      examples = {"Waves"}));
end LinearDependency;
