within BlockComponents.Continuous;
block Integrator "Integral of a signal (Dyad)"
  parameter Real x0 = 0 "State at the start";
  parameter Real k = 1 "Factor";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x "State";
equation
  der(x) = k*u;
  y = x;
initial equation
  x = x0;
  annotation(
    Documentation(info = "The output grows at the rate k*u, from x0 at the start."),
    __elastogap(shortName = "BlockComponents.Integrator", examples = {"BlocksDyad"}));
end Integrator;
