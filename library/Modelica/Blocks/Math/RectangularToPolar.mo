within Modelica.Blocks.Math;
block RectangularToPolar "Length and angle of a vector"
  Modelica.Blocks.Interfaces.RealInput u_re "First coordinate";
  Modelica.Blocks.Interfaces.RealInput u_im "Second coordinate";
  Modelica.Blocks.Interfaces.RealOutput y_abs "Length";
  Modelica.Blocks.Interfaces.RealOutput y_arg(unit = "rad") "Angle";
equation
  y_abs = (if noEvent((u_re^2 + u_im^2) > 0) then sqrt((u_re^2 + u_im^2)) else 0);
  y_arg = (if noEvent(abs(u_im) + abs(u_re) > 0) then atan2(u_im, u_re) else 0);
  annotation(
    Documentation(info = "
y_abs is the length of (u_re, u_im), y_arg its angle from the first axis, in ]-pi, pi]."),
    __elastogap(examples = {"Rating"}));
end RectangularToPolar;
