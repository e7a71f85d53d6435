within BlockComponents.Sources;
block ContinuousClock "Signal that climbs like time (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = if start_time < time then offset + time - start_time else offset;
  annotation(
    Documentation(info = "The output is offset until start_time and climbs by 1 a second from then on."),
    __elastogap(shortName = "BlockComponents.ContinuousClock", examples = {"BlocksDyad"}));
end ContinuousClock;
