within Modelica.Blocks.Logical;
block Hysteresis "True from above an upper limit to below a lower one"
  parameter Real uLow(start = 0) "Below it the output becomes false";
  parameter Real uHigh(start = 1) "Above it the output becomes true";
  parameter Boolean pre_y_start = false "Value of pre(y) at the start";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  assert(uHigh > uLow, "uHigh must be greater than uLow");
initial equation
  pre(y) = pre_y_start;
equation
  y = not pre(y) and u > uHigh or pre(y) and u >= uLow;
  annotation(
    Documentation(info = "
The output becomes true when u rises above uHigh, and false when it falls below uLow; in between it stays
what it was."),
    __elastogap(examples = {"Relay"}));
end Hysteresis;
