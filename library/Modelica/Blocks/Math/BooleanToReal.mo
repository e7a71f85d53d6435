within Modelica.Blocks.Math;
block BooleanToReal "Number for a truth value"
  parameter Real realTrue = 1 "Output while the input is true";
  parameter Real realFalse = 0 "Output while the input is false";
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = if u then realTrue else realFalse;
  annotation(
    Documentation(info = "
The output is realTrue while u is true and realFalse while it is false; it jumps at events."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.partialBooleanSI"}, examples = {"LogicNetwork"}));
end BooleanToReal;
