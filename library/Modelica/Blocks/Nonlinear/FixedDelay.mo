within Modelica.Blocks.Nonlinear;
block FixedDelay "What a signal was a while ago"
  parameter Modelica.Units.SI.Time delayTime(min = 0, start = 1)
    "By how much" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = if delayTime > 0 then delay(u, delayTime) else u;
  annotation(
    Documentation(info = "
The output is the input delayTime ago, and until so much time has passed what the input was at the start.
Jumps and kinks of the input are events of the output."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"LateWave"}));
end FixedDelay;
