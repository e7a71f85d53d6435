within Modelica.Blocks.Math;
block Atan2 "Angle of two signals"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Modelica.Math.atan2(u1, u2);
  annotation(
    Documentation(info = "
The output is the angle between -pi and pi whose tangent is u1/u2, in the quadrant that the signs say.
Where u1 passes through 0 at a negative u2 it jumps by 2*pi, which is no event."),
    __elastogap(compiled = true, bases = {"Modelica.Blocks.Interfaces.SI2SO"}, examples = {"Waves"}));
end Atan2;
