within Modelica.Blocks.Math;
block Abs "Magnitude of a signal"
  parameter Boolean generateEvent = false
    "MSL's wish to have an event at 0; here it is one, located exactly, in either case";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = abs(u);
  annotation(
    Documentation(info = "The output is the input without its sign. The kink at 0 is an event."),
    __elastogap(
      physics = "eg_abs_block",
      bases = {"Modelica.Blocks.Interfaces.SISO"},
      examples = {"Blocks"}));
end Abs;
