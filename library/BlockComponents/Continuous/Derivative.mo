within BlockComponents.Continuous;
block Derivative "Rate of a signal, smoothed (Dyad)"
  parameter Real x0 = 0 "State at the start";
  parameter Real T(min = 2.2250738585072014e-308) "Time constant [s]";
  parameter Real k = 1 "Factor";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x "State";
equation
  der(x) = (u - x)/T;
  y = k/T*(u - x);
initial equation
  x = x0;
  annotation(
    Documentation(info = "
The output is the rate of k*u behind a low-pass of the time constant T: the smaller T, the nearer to the
true rate. x follows u, from x0 at the start."),
    __elastogap(shortName = "BlockComponents.Derivative", examples = {"BlocksDyad"}));
end Derivative;
