within Modelica.Blocks.Math;
block Gain "Multiplies a signal by a constant"
  parameter Real k(start = 1) "Factor";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = k*u;
  annotation(
    Documentation(info = "The output is the input times k."),
    __elastogap(compiled = true, examples = {"Modelica.Mechanics.Translational.Examples.Vehicle"}));
end Gain;
