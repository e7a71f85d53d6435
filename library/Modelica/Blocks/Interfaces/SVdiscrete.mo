within Modelica.Blocks.Interfaces;
partial block SVdiscrete "Controller of one signal, sampled"
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u_s "Setpoint";
  Modelica.Blocks.Interfaces.RealInput u_m "Measurement";
  Modelica.Blocks.Interfaces.RealOutput y "What the actuator does";
protected
  Boolean sampleTrigger "True at the instants of samples";
  Boolean firstTrigger(start = false, fixed = true) "True from the first sample to the second";
public
  Modelica.Blocks.Discrete.Sampler sampler_s(final samplePeriod = samplePeriod,
    final startTime = startTime) "Samples of u_s";
  Modelica.Blocks.Discrete.Sampler sampler_m(final samplePeriod = samplePeriod,
    final startTime = startTime) "Samples of u_m";
equation
  sampleTrigger = sample(startTime, samplePeriod);
  when sampleTrigger then
    firstTrigger = time <= startTime + samplePeriod/2;
  end when;
  connect(u_s, sampler_s.u);
  connect(u_m, sampler_m.u);
  annotation(
    Documentation(info = "
The samples of setpoint and measurement are sampler_s.y and sampler_m.y; the class that extends it says
how y follows from them."));
end SVdiscrete;
