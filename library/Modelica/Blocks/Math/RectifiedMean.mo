within Modelica.Blocks.Math;
block RectifiedMean "Mean of the magnitude over a period"
  parameter Modelica.Units.SI.Frequency f(min = 1e-60, start = 50) "How many periods a second has";
  parameter Real x0 = 0 "The integral at the start";
  parameter Real y0(min = 0) = 0 "Output until the first period ends";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Modelica.Blocks.Math.Mean mean(final f = f, final x0 = x0, final y0 = y0) "Mean over a period";
  Modelica.Blocks.Math.Abs abs1 "Magnitude";
equation
  connect(u, abs1.u);
  connect(abs1.y, mean.u);
  y = mean.y;
  annotation(
    Documentation(info = "
The output is the mean of the input's magnitude over the last whole period 1/f."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end RectifiedMean;
