within Modelica.Blocks.Math;
block PolarToRectangular "A vector of given length and angle"
  Modelica.Blocks.Interfaces.RealInput u_abs "Length";
  Modelica.Blocks.Interfaces.RealInput u_arg(unit = "rad") "Angle";
  Modelica.Blocks.Interfaces.RealOutput y_re "First coordinate";
  Modelica.Blocks.Interfaces.RealOutput y_im "Second coordinate";
equation
  y_re = u_abs*cos(u_arg);
  y_im = u_abs*sin(u_arg);
  annotation(
    Documentation(info = "(y_re, y_im) has the length u_abs and the angle u_arg from the first axis."),
    __elastogap(examples = {"Rating"}));
end PolarToRectangular;
