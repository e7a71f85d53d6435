within Modelica.Blocks.Math;
block Acos "Angle whose cosine is a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.acos(u);
  annotation(
    Documentation(info = "
The output is the arc cosine of the input, which must lie between -1 and 1; at either end its slope is
infinite."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Waves"}));
end Acos;
