within Modelica.Blocks.Math;
block ContinuousSignalExtrema "Least and greatest value of a signal"
  parameter Modelica.Units.SI.Time T(min = 1e-60) = 1e-06 "How fast the aid follows the input";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y_min "Least value up to now";
  Modelica.Blocks.Interfaces.RealOutput y_max "Greatest value up to now";
  Modelica.Units.SI.Time t_min "When the least value was";
  Modelica.Units.SI.Time t_max "When the greatest value was";
protected
  Real x "Follows the input a little late";
initial equation
  x = u;
equation
  der(x) = (u - x)/T;
  when {initial(), u <= x, u >= x, terminal()} then
    y_min = if initial() then u else min(pre(y_min), min(u, pre(u)));
    y_max = if initial() then u else max(pre(y_max), max(u, pre(u)));
    t_min = if initial() or y_min < pre(y_min) then time else pre(t_min);
    t_max = if initial() or y_max > pre(y_max) then time else pre(t_max);
  end when;
  annotation(
    Documentation(info = "
Where the input turns, an aid that follows it T later is passed: that is an event, at which the outputs
are brought up to date."),
    __elastogap(examples = {"Rating"}));
end ContinuousSignalExtrema;
