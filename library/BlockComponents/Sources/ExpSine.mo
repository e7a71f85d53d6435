within BlockComponents.Sources;
block ExpSine "Sine wave that dies out (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  parameter Real amplitude "Amplitude of the wave";
  parameter Real damping "Rate at which the amplitude decays [1/s]";
  parameter Modelica.Units.SI.Frequency frequency "Frequency of the wave";
  parameter Modelica.Units.SI.Angle phase "Angle at start_time";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = if start_time < time then offset + amplitude*exp(-damping*(time -
    start_time))*sin(2*Modelica.Constants.pi*frequency*(time - start_time) + phase) else offset;
  annotation(
    Documentation(info = "
The output is offset before start_time; from then on a sine wave whose amplitude decays with
exp(-damping*(time - start_time)) is added."),
    __elastogap(shortName = "BlockComponents.ExpSine", examples = {"BlocksDyad"}));
end ExpSine;
