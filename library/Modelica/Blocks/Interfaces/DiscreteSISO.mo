within Modelica.Blocks.Interfaces;
partial block DiscreteSISO "Block that samples, with one input and one output"
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
  annotation(
    Documentation(info = "The class that extends it says what y becomes when sampleTrigger is true."));
end DiscreteSISO;
