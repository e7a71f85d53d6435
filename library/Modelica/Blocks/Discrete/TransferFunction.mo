within Modelica.Blocks.Discrete;
block TransferFunction "Linear transfer function of z, of any order"
  parameter Real b[:] = {1}
    "Coefficients of the numerator, the highest power of z first" annotation(Evaluate = true);
  parameter Real a[:] = {1}
    "Coefficients of the denominator, the highest power of z first" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x[size(a, 1) - 1](each start = 0, each fixed = true) "States of the controller canonical form";
protected
  parameter Integer nb = size(b, 1) "Length of b";
  parameter Integer na = size(a, 1) "Length of a";
  Boolean sampleTrigger "True at the instants of samples";
  Boolean firstTrigger(start = false, fixed = true) "True from the first sample to the second";
  Real x1(start = 0, fixed = true) "The newest state";
  Real xext[size(a, 1)](each start = 0, each fixed = true) "The newest state and those before";
equation
  sampleTrigger = sample(startTime, samplePeriod);
  when sampleTrigger then
    firstTrigger = time <= startTime + samplePeriod/2;
  end when;
  assert(nb <= na, "the numerator b must be no longer than the denominator a");
  when sampleTrigger then
    x1 = (u - sum(a[i + 1]*pre(x[i]) for i in 1:na - 1))/a[1];
    xext = cat(1, {x1}, pre(x));
    x = xext[1:na - 1];
    y = sum(b[i]*xext[na - nb + i] for i in 1:nb);
  end when;
  annotation(
    Documentation(info = "
y is u times (b[1]*z^m + ...)/(a[1]*z^n + ...), sampled, the numerator of no higher order than the
denominator."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.DiscreteSISO"}, examples = {"SampledLoop"}));
end TransferFunction;
