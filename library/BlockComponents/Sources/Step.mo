within BlockComponents.Sources;
block Step "Signal that jumps once (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  parameter Real height "Height of the step";
  Modelica.Blocks.Interfaces.RealOutput y "The signal";
equation
  y = offset + (if time < start_time then 0 else height);
  annotation(
    Documentation(info = "
The output is offset before start_time and offset + height from then on. The jump is a time event."),
    __elastogap(
      physics = "eg_dyad_step_block",
      also = {"Modelica.Blocks.Sources.Step"},
      shortName = "BlockComponents.Step"));
end Step;
