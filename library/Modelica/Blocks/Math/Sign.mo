within Modelica.Blocks.Math;
block Sign "Sign of a signal"
  parameter Boolean generateEvent = false
    "MSL's wish to have an event at 0; here it is one, located exactly, in either case";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = sign(u);
  annotation(
    Documentation(info = "
The output is 1 where the input is positive, -1 where it is negative, 0 where it is 0. The jump is an
event; such a signal cannot drive an exact position or speed."),
    __elastogap(
      physics = "eg_sign_block",
      bases = {"Modelica.Blocks.Interfaces.SISO"},
      examples = {"Blocks"}));
end Sign;
