within BlockComponents.Sources;
block Cosine "Cosine wave (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  parameter Real amplitude "Amplitude of the wave";
  parameter Modelica.Units.SI.Frequency frequency "Frequency of the wave";
  parameter Modelica.Units.SI.Angle phase = 0 "Angle at start_time";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = if start_time < time then offset + amplitude*cos(2*Modelica.Constants.pi*frequency*(time -
    start_time) + phase) else offset;
  annotation(
    Documentation(info = "
The output is offset + amplitude*cos(2*pi*frequency*(time - start_time) + phase) from start_time on;
before, it is offset."),
    __elastogap(shortName = "BlockComponents.Cosine", examples = {"BlocksDyad"}));
end Cosine;
