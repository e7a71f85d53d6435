within Modelica.Blocks.Math;
block Atan "Angle whose tangent is a signal"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.atan(u);
  annotation(
    Documentation(info = "The output is the arc tangent of the input, between -pi/2 and pi/2."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Blocks"}));
end Atan;
