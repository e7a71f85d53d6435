within Modelica.Blocks.Sources;
block Step "Signal that jumps once"
  parameter Real height = 1 "How far the output jumps";
  parameter Real offset = 0 "Added to the signal, also before startTime";
  parameter Modelica.Units.SI.Time startTime = 0 "Until then the output is constant";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = offset + (if time < startTime then 0 else height);
  annotation(
    Documentation(info = "
The output is offset before startTime and offset + height from startTime on. The jump is a time event: no
step of the solver runs across it. A jump has no derivative, so a Step cannot drive an exact position. An
exact speed it can: the speed then jumps, and the impulse of the force at that instant is not part of the
results (a warning says so)."),
    __elastogap(
      physics = "eg_step_block",
      also = {"BlockComponents.Sources.Step"},
      bases = {"Modelica.Blocks.Interfaces.SignalSource"},
      examples = {"Modelica.Mechanics.Translational.Examples.Brake"}));
end Step;
