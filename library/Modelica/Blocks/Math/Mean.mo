within Modelica.Blocks.Math;
/* An integral that begins anew at the end of each period; period number n + 1 ends at t0 + (n + 1)/f, t0 the
 * start of the run. */
block Mean "Mean over a period"
  parameter Modelica.Units.SI.Frequency f(min = 1e-60, start = 50) "How many periods a second has";
  parameter Real x0 = 0 "The integral at the start";
  parameter Real y0 = 0 "Output until the first period ends";
  parameter Boolean yGreaterOrEqualZero = false
    "true: the mean is never below 0 but by rounding, which is cut off" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Modelica.Units.SI.Time t0 "Start of the run";
  Integer n "How many periods have ended";
  Real x(start = x0, fixed = true) "The integral";
  Real y_last "Mean over the last whole period";
equation
  when initial() then
    t0 = time;
  end when;
initial equation
  pre(n) = 0;
  pre(y_last) = y0;
equation
  der(x) = u;
  when time >= t0 + (pre(n) + 1)/f then
    n = pre(n) + 1;
    y_last = if yGreaterOrEqualZero then max(0.0, f*pre(x)) else f*pre(x);
    reinit(x, 0);
  end when;
  y = y_last;
  annotation(
    Documentation(info = "
The output is the mean of the input over the last whole period 1/f, the first of which begins with the
run."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end Mean;
