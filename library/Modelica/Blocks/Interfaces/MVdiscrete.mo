within Modelica.Blocks.Interfaces;
partial block MVdiscrete "Controller of several signals, sampled"
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  parameter Integer nu_s(min = 0) = 1 "Number of setpoints" annotation(Evaluate = true);
  parameter Integer nu_m(min = 0) = 1 "Number of measurements" annotation(Evaluate = true);
  parameter Integer ny(min = 0) = 1 "Number of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u_s[nu_s] "Setpoints";
  Modelica.Blocks.Interfaces.RealInput u_m[nu_m] "Measurements";
  Modelica.Blocks.Interfaces.RealOutput y[ny] "What the actuators do";
protected
  Boolean sampleTrigger "True at the instants of samples";
  Boolean firstTrigger(start = false, fixed = true) "True from the first sample to the second";
public
  Modelica.Blocks.Discrete.Sampler[nu_s] sampler_s(each final samplePeriod = samplePeriod,
    each final startTime = startTime) "Samples of u_s";
  Modelica.Blocks.Discrete.Sampler[nu_m] sampler_m(each final samplePeriod = samplePeriod,
    each final startTime = startTime) "Samples of u_m";
equation
  sampleTrigger = sample(startTime, samplePeriod);
  when sampleTrigger then
    firstTrigger = time <= startTime + samplePeriod/2;
  end when;
  connect(u_s, sampler_s.u);
  connect(u_m, sampler_m.u);
  annotation(
    Documentation(info = "
The samples of setpoints and measurements are sampler_s.y and sampler_m.y; the class that extends it says
how y follows from them."));
end MVdiscrete;
