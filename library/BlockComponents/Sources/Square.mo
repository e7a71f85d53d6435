within BlockComponents.Sources;
block Square "Square wave (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  parameter Real amplitude "Amplitude of the wave";
  parameter Modelica.Units.SI.Frequency frequency "Frequency of the wave";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = if start_time < time then offset + amplitude*(4*floor(frequency*(time - start_time)) -
    2*floor(2*(time - start_time)*frequency) + 1) else offset;
  annotation(
    Documentation(info = "
The output is offset before start_time; then offset + amplitude for half a period and offset - amplitude
for the other half, in turn."),
    __elastogap(shortName = "BlockComponents.Square", examples = {"BlocksDyad"}));
end Square;
