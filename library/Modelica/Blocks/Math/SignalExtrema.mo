within Modelica.Blocks.Math;
block SignalExtrema "Least and greatest sample of a signal"
  parameter Modelica.Units.SI.Time Ts(min = 1e-60, start = 0.01) "Time from one look to the next";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y_min "Least value up to now";
  Modelica.Blocks.Interfaces.RealOutput y_max "Greatest value up to now";
  Modelica.Units.SI.Time t_min "When the least value was";
  Modelica.Units.SI.Time t_max "When the greatest value was";
protected
  Modelica.Units.SI.Time t0 "Start of the run";
  Integer n "How often was looked";
equation
  when initial() then
    t0 = time;
  end when;
initial equation
  pre(n) = -1;
  pre(t_min) = 0;
  pre(t_max) = 0;
equation
  when {initial(), time >= t0 + (pre(n) + 1)*Ts} then
    n = pre(n) + 1;
    y_min = if initial() then u else min(u, pre(y_min));
    y_max = if initial() then u else max(u, pre(y_max));
    t_min = if initial() or y_min < pre(y_min) then time else pre(t_min);
    t_max = if initial() or y_max > pre(y_max) then time else pre(t_max);
  end when;
  annotation(
    Documentation(info = "
Every Ts the input is looked at; the outputs are the least and the greatest of what was seen."),
    __elastogap(examples = {"Rating"}));
end SignalExtrema;
