within BlockComponents.Continuous;
block SecondOrder "Second-order low-pass (Dyad)"
  parameter Real k = 1 "Factor";
  parameter Real w = 1 "Angular frequency [rad/s]";
  parameter Real d = 1 "Damping ratio";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x "State";
  Real xd "Its rate";
equation
  der(x) = xd;
  der(xd) = w*(w*(k*u - x) - 2*d*xd);
  y = x;
  annotation(
    Documentation(info = "
The output follows k times the input as an oscillator of the angular frequency w and the damping ratio d
does. It begins at rest at 0, or where x and xd are given starts."),
    __elastogap(shortName = "BlockComponents.SecondOrder", examples = {"BlocksDyad"}));
end SecondOrder;
