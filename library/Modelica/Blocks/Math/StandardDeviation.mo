within Modelica.Blocks.Math;
block StandardDeviation "Standard deviation of a signal since the start"
  parameter Modelica.Units.SI.Time t_eps(min = 0) = 1e-07
    "So long after the start the mean is of something";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Modelica.Blocks.Math.Variance variance(final t_eps = t_eps) "Variance of the input";
equation
  connect(u, variance.u);
  y = (if noEvent(variance.y > 0) then sqrt(variance.y) else 0);
  annotation(
    Documentation(info = "The output is the root of the variance."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end StandardDeviation;
