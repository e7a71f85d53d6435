within Modelica.Blocks.Logical;
block TriggeredTrapezoid "Rises when a signal becomes true, and falls when it becomes false"
  parameter Real amplitude = 1 "Height";
  parameter Modelica.Units.SI.Time rising(min = 0) = 0 "How long it rises";
  parameter Modelica.Units.SI.Time falling(min = 0) = rising "How long it falls";
  parameter Real offset = 0 "Output before it rises";
  Modelica.Blocks.Interfaces.BooleanInput u "Rises while true";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Real endValue "Where the output is going";
  Real rate "How fast it rises or falls";
  Modelica.Units.SI.Time T "When it will be there";
equation
  y = if time < T then endValue - (T - time)*rate else endValue;
  when {initial(), u, not u} then
    endValue = if u then offset + amplitude else offset;
    rate = if u and rising > 0 then amplitude/rising else if not u
      and falling > 0 then -amplitude/falling else 0;
    T = if u and not rising > 0 or not u and not falling > 0 or not abs(amplitude) > 0
      or initial() then time else time + (endValue - pre(y))/rate;
  end when;
  annotation(
    Documentation(info = "
The output goes to offset + amplitude with the rate amplitude/rising while u is true, and back to offset
with the rate amplitude/falling while it is false, from wherever it is."),
    __elastogap(examples = {"Relay"}));
end TriggeredTrapezoid;
