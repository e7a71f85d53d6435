within BlockComponents.Sources;
block Triangular "Triangular wave (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  parameter Real amplitude "Amplitude of the wave";
  parameter Modelica.Units.SI.Frequency frequency "Frequency of the wave";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  parameter Modelica.Units.SI.Time period = 1/frequency "Length of one wave";
equation
  y = if start_time < time then 4*amplitude*frequency*abs(abs(mod(time - period/4 - start_time, period))
    - period/2) - amplitude else offset;
  annotation(
    Documentation(info = "
The output is offset before start_time; then it climbs from 0 to amplitude, falls to -amplitude and so
on, in straight lines, without offset."),
    __elastogap(shortName = "BlockComponents.Triangular", examples = {"BlocksDyad"}));
end Triangular;
