within BlockComponents.Continuous;
block Plant "An oscillator to try controllers on (Dyad)"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x1 "A position";
  Real x2 "Its rate";
equation
  der(x1) = x2;
  der(x2) = -x1 - 0.5*x2 + u;
  y = 0.5*x1 + x2;
  annotation(
    Documentation(info = "
A damped oscillator of the frequency 1 rad/s, which the input pushes; the output is half its position and
its rate. It begins at rest at 0, or where x1 and x2 are given starts."),
    __elastogap(shortName = "BlockComponents.Plant", examples = {"BlocksDyad"}));
end Plant;
