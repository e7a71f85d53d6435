within Modelica.Blocks.Interfaces;
/* firstTrigger is true from the first sample to the second. What is sampled is the value after all that
 * happens at that instant, but for inputs that are sampled themselves, whose new value is not waited for
 * by blocks that take pre() of them. */
partial block DiscreteBlock "Block that samples"
  parameter Modelica.Units.SI.Time samplePeriod(min = 2.220446049250313e-14, start = 0.1)
    "Time from one sample to the next" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = 0 "Time of the first sample" annotation(Evaluate = true);
protected
  Boolean sampleTrigger "True at the instants of samples";
  Boolean firstTrigger(start = false, fixed = true) "True from the first sample to the second";
equation
  sampleTrigger = sample(startTime, samplePeriod);
  when sampleTrigger then
    firstTrigger = time <= startTime + samplePeriod/2;
  end when;
  annotation(
    Documentation(info = "
It has the signals sampleTrigger, true at startTime and every samplePeriod later, and firstTrigger. The
class that extends it says what is done then."));
end DiscreteBlock;
