within Modelica.Blocks.Discrete;
block UnitDelay "The sample before"
  parameter Real y_start = 0 "Output at the start";
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
  y = y_start;
equation
  when sampleTrigger then
    y = pre(u);
  end when;
  annotation(
    Documentation(info = "
At each sample the output takes the value that the input had before that instant; until the first one it
is y_start. With an input that is sampled at the same instants it is one period late: 1/z."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.DiscreteSISO"}, examples = {"SampledLoop"}));
end UnitDelay;
