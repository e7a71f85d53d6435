within Modelica.Blocks.Sources;
block SineVariableFrequencyAndAmplitude "A sin whose frequency is a signal"
  parameter Boolean useConstantAmplitude = false
    "true: the amplitude is constantAmplitude, and no signal" annotation(Evaluate = true);
  parameter Real constantAmplitude = 1 "The amplitude, where it is no signal";
  parameter Boolean useConstantFrequency = false
    "true: the frequency is constantFrequency, and no signal" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Frequency constantFrequency = 1 "The frequency, where it is no signal";
  parameter Real offset = 0 "Added to the wave";
  Modelica.Blocks.Interfaces.RealInput amplitude if not useConstantAmplitude
    "Amplitude, where it is a signal";
  Modelica.Blocks.Interfaces.RealInput f(unit = "Hz") if not useConstantFrequency
    "Frequency, where it is a signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Modelica.Units.SI.Angle phi "The angle: integral of the frequency";
protected
  Modelica.Blocks.Interfaces.RealOutput amplitude_internal "The amplitude";
  Modelica.Blocks.Interfaces.RealOutput f_internal(unit = "Hz") "The frequency";
equation
  connect(amplitude, amplitude_internal);
  connect(f, f_internal);
  if useConstantAmplitude then
    amplitude_internal = constantAmplitude;
  end if;
  if useConstantFrequency then
    f_internal = constantFrequency;
  end if;
  der(phi) = 2*Modelica.Constants.pi*f_internal;
  y = offset + amplitude_internal*sin(phi);
  annotation(
    Documentation(info = "
y = offset + amplitude*sin(phi), where phi grows by 2*pi*f. Its start, phi(start = ...), is the phase."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SO"}, examples = {"Rating"}));
end SineVariableFrequencyAndAmplitude;
