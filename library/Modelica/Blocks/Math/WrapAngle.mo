within Modelica.Blocks.Math;
block WrapAngle "An angle within one turn"
  parameter Boolean positiveRange = false
    "true: from 0 to 2*pi; false: from -pi to pi" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u(unit = "rad") "Angle";
  Modelica.Blocks.Interfaces.RealOutput y(unit = "rad") "The same angle within one turn";
equation
  y = u - 2*Modelica.Constants.pi*(if positiveRange then floor(u/(2*Modelica.Constants.pi))
    else ceil((u - Modelica.Constants.pi)/(2*Modelica.Constants.pi)));
  annotation(
    Documentation(info = "
Whole turns are taken off, so that the output is in ]-pi, pi] or in [0, 2*pi[."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end WrapAngle;
