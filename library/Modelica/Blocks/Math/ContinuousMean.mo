within Modelica.Blocks.Math;
block ContinuousMean "Mean of a signal since the start"
  parameter Modelica.Units.SI.Time t_eps(min = 0) = 1e-07
    "So long after the start the mean is of something";
  parameter Real startTime = -Modelica.Constants.inf "Where the mean begins, if not at the start";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Real mu(start = 0, fixed = true) "The integral";
  Modelica.Units.SI.Time actualStartTime "Where the mean begins";
equation
  when initial() then
    actualStartTime = max(time, startTime);
  end when;
  der(mu) = if time >= actualStartTime then u else 0;
  y = noEvent(if time > actualStartTime + t_eps then mu/(time - actualStartTime) else u);
  annotation(
    Documentation(info = "
The output is the integral of the input since the start (or startTime), over the time since then."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end ContinuousMean;
