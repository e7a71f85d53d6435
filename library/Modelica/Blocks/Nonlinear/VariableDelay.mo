within Modelica.Blocks.Nonlinear;
block VariableDelay "What a signal was a while ago, by a signal"
  parameter Modelica.Units.SI.Time delayMax(min = 1e-60, start = 1)
    "The longest delay" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Modelica.Blocks.Interfaces.RealInput delayTime(unit = "s") "By how much; above 0";
equation
  y = delay(u, delayTime, delayMax);
  annotation(
    Documentation(info = "
As FixedDelay, but the delay changes; it must stay above 0 and no longer than delayMax."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"LateWave"}));
end VariableDelay;
