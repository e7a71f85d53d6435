within BlockComponents.Sources;
block Sine "Sine wave (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  parameter Real amplitude "Amplitude of the wave";
  parameter Modelica.Units.SI.Frequency frequency "Frequency of the wave";
  parameter Modelica.Units.SI.Angle phase = 0 "Angle at start_time";
  Modelica.Blocks.Interfaces.RealOutput y "The signal";
equation
  y = offset + (if time < start_time then 0 else
    amplitude*sin(2*pi*frequency*(time - start_time) + phase));
  annotation(
    Documentation(info = "
The output is offset + amplitude*sin(2*pi*frequency*(time - start_time) + phase) from start_time on;
before, it is offset."),
    __elastogap(
      physics = "eg_dyad_sine_block",
      also = {"Modelica.Blocks.Sources.Sine"},
      shortName = "BlockComponents.Sine",
      examples = {"TranslationalComponents.Examples.PreLoad"}));
end Sine;
