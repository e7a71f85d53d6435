within Modelica.Blocks.Discrete;
block Sampler "Samples a signal"
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Boolean sampleTrigger "True at the instants of samples";
  Boolean firstTrigger(start = false, fixed = true) "True from the first sample to the second";
equation
  sampleTrigger = sample(startTime, samplePeriod);
  when sampleTrigger then
    firstTrigger = time <= startTime + samplePeriod/2;
  end when;
initial equation
  pre(y) = 0;
equation
  when {sampleTrigger, initial()} then
    y = if time >= startTime then u else pre(y);
  end when;
  annotation(
    Documentation(info = "
At startTime and every samplePeriod later the output takes the value of the input, and keeps it until the
next sample."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.DiscreteSISO"}, examples = {"SampledLoop"}));
end Sampler;
