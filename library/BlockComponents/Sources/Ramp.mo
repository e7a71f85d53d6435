within BlockComponents.Sources;
block Ramp "Signal that climbs linearly (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  parameter Modelica.Units.SI.Time duration(min = 0) "Time that the climb takes";
  parameter Real height "Height of the climb";
  Modelica.Blocks.Interfaces.RealOutput y "The signal";
equation
  y = offset + (if time < start_time then 0 else if time < start_time +
    duration then (time - start_time)*height/duration else height);
  annotation(
    Documentation(info = "
The output is offset before start_time, climbs by height during duration and stays there. Both corners
are time events."),
    __elastogap(
      physics = "eg_dyad_ramp_block",
      also = {"Modelica.Blocks.Sources.Ramp"},
      shortName = "BlockComponents.Ramp"));
end Ramp;
