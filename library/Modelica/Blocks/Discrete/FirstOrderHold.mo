within Modelica.Blocks.Discrete;
block FirstOrderHold "Samples a signal and goes on along a line"
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Boolean sampleTrigger "True at the instants of samples";
  Boolean firstTrigger(start = false, fixed = true) "True from the first sample to the second";
  Modelica.Units.SI.Time tSample "Time of the last sample";
  Real uSample "The last sample";
  Real pre_uSample "The sample before it";
  Real c "Slope between them";
equation
  sampleTrigger = sample(startTime, samplePeriod);
  when sampleTrigger then
    firstTrigger = time <= startTime + samplePeriod/2;
  end when;
initial equation
  pre(c) = 0;
equation
  when {initial(), sampleTrigger} then
    tSample = time;
    uSample = u;
    pre_uSample = if initial() then u else pre(uSample);
    c = if initial() or firstTrigger then 0 else (uSample - pre_uSample)/samplePeriod;
  end when;
  y = pre_uSample + pre(c)*(time - tSample);
  annotation(
    Documentation(info = "
Between samples the output is the line through the two samples before, a sample behind."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.DiscreteSISO"}, examples = {"SampledLoop"}));
end FirstOrderHold;
