within BlockComponents.Sources;
block SineVariableFrequencyAndAmplitude "Sine wave whose amplitude and frequency are signals (Dyad)"
  parameter Real phi0 = 0 "Angle at the start [rad]";
  parameter Real offset = 0 "Added to the wave";
  Modelica.Blocks.Interfaces.RealInput amplitude "Amplitude of the wave";
  Modelica.Blocks.Interfaces.RealInput frequency "Frequency of the wave [Hz]";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Modelica.Units.SI.Angle phi "Angle of the wave";
equation
  y = offset + amplitude*sin(phi);
  der(phi) = 2*Modelica.Constants.pi*frequency;
initial equation
  phi = phi0;
  annotation(
    Documentation(info = "
The output is offset + amplitude*sin(phi), where phi grows at 2*pi*frequency, from phi0 at the start."),
    __elastogap(
      shortName = "BlockComponents.SineVariableFrequencyAndAmplitude",
      examples = {"BlocksDyad"}));
end SineVariableFrequencyAndAmplitude;
