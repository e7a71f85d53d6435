within Modelica.Blocks.Math;
block Variance "Variance of a signal since the start"
  parameter Modelica.Units.SI.Time t_eps(min = 0) = 1e-07
    "So long after the start the mean is of something";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Modelica.Units.SI.Time t_0 "Start of the run";
  Real mu "Mean up to now";
  Real var "Variance up to now";
equation
  when initial() then
    t_0 = time;
  end when;
initial equation
  mu = u;
  var = 0;
equation
  der(mu) = noEvent(if time >= t_0 + t_eps then (u - mu)/(time - t_0) else 0);
  der(var) = noEvent(if time >= t_0 + t_eps then ((u - mu)^2 - var)/(time - t_0) else 0);
  y = noEvent(if time >= t_0 + t_eps then max(var, 0) else 0);
  annotation(
    Documentation(info = "
The output is the mean square of the distance between the input and the mean that it had up to then."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end Variance;
