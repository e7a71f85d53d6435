within Modelica.Blocks.Discrete;
block StateSpace "Linear system in state space, sampled"
  parameter Real A[:, :] = [1, 0; 0, 1]
    "How the states act on the next ones" annotation(Evaluate = true);
  parameter Real B[:, :] = [1; 1] "How the inputs act on the next states" annotation(Evaluate = true);
  parameter Real C[:, :] = [1, 1] "How the states act on the outputs" annotation(Evaluate = true);
  parameter Real D[:, :] = zeros(size(C, 1), size(B, 2))
    "How the inputs act on the outputs" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Output signals";
  Real x[size(A, 1)] "States";
protected
  parameter Integer nin = size(B, 2) "Number of inputs";
  parameter Integer nout = size(C, 1) "Number of outputs";
  Boolean sampleTrigger "True at the instants of samples";
  Boolean firstTrigger(start = false, fixed = true) "True from the first sample to the second";
equation
  sampleTrigger = sample(startTime, samplePeriod);
  when sampleTrigger then
    firstTrigger = time <= startTime + samplePeriod/2;
  end when;
  assert(size(A, 2) == size(A, 1) and size(B, 1) == size(A, 1) and size(C, 2) == size(A, 1)
    and size(D, 1) == nout and size(D, 2) == nin, "the sizes of A, B, C and D do not fit");
  when sampleTrigger then
    x = A*pre(x) + B*u;
    y = C*pre(x) + D*u;
  end when;
  annotation(
    Documentation(info = "At each sample x becomes A*pre(x) + B*u and y becomes C*pre(x) + D*u."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.DiscreteMIMO"}, examples = {"SampledLoop"}));
end StateSpace;
