within Modelica.Blocks.Interfaces;
partial block DiscreteMIMOs "Block that samples, with as many outputs as inputs"
  parameter Integer n(min = 0) = 1 "Number of inputs and of outputs" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[n] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[n] "Output signals";
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
end DiscreteMIMOs;
