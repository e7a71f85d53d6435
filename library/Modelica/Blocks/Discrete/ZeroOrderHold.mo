within Modelica.Blocks.Discrete;
block ZeroOrderHold "Samples a signal and holds the sample"
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real ySample(start = 0, fixed = true) "The sample";
protected
  Boolean sampleTrigger "True at the instants of samples";
  Boolean firstTrigger(start = false, fixed = true) "True from the first sample to the second";
equation
  sampleTrigger = sample(startTime, samplePeriod);
  when sampleTrigger then
    firstTrigger = time <= startTime + samplePeriod/2;
  end when;
  when {sampleTrigger, initial()} then
    ySample = if time >= startTime then u else pre(ySample);
  end when;
  y = pre(ySample);
  annotation(
    Documentation(info = "
As Sampler, but the output follows one round of the event later: loops through it need no other break."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.DiscreteSISO"}, examples = {"SampledLoop"}));
end ZeroOrderHold;
