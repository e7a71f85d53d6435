within BlockComponents.Continuous;
block FirstOrder "First-order low-pass (Dyad)"
  parameter Real T(min = 2.2250738585072014e-308) "Time constant [s]";
  parameter Real k = 1 "Factor";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x "State";
equation
  der(x) = (k*u - x)/T;
  y = x;
  annotation(
    Documentation(info = "
The output follows k times the input with the time constant T. It begins at 0, or where x is given a
start."),
    __elastogap(shortName = "BlockComponents.FirstOrder", examples = {"BlocksDyad"}));
end FirstOrder;
