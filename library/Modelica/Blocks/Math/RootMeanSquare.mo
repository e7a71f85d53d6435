within Modelica.Blocks.Math;
block RootMeanSquare "Root of the mean square over a period"
  parameter Modelica.Units.SI.Frequency f(min = 1e-60, start = 50) "How many periods a second has";
  parameter Real x0 = 0 "The integral at the start";
  parameter Real y0(min = 0) = 0 "Output until the first period ends";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Modelica.Blocks.Math.Mean mean(final f = f, final x0 = x0, final y0 = y0^2,
    final yGreaterOrEqualZero = true) "Mean over a period";
  Modelica.Blocks.Math.Product product "Square";
equation
  connect(u, product.u1);
  connect(u, product.u2);
  connect(product.y, mean.u);
  y = (if noEvent(mean.y > 0) then sqrt(mean.y) else 0);
  annotation(
    Documentation(info = "The output is the root of the mean of u^2 over the last whole period 1/f."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end RootMeanSquare;
