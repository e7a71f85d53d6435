within Modelica.Blocks.Interfaces;
partial block DiscreteMIMO "Block that samples, with vectors of inputs and outputs"
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  parameter Integer nin(min = 0) = 1 "Number of inputs" annotation(Evaluate = true);
  parameter Integer nout(min = 0) = 1 "Number of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Output signals";
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
end DiscreteMIMO;
