within BlockComponents.Math;
block Gain "Multiplies a signal by a constant (Dyad)"
  parameter Real k "Factor";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = k*u;
  annotation(
    Documentation(info = "The output is the input times k."),
    __elastogap(shortName = "BlockComponents.Gain", examples = {"BlocksDyad"}));
end Gain;
