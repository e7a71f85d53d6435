within Modelica.Blocks.Sources;
block ExpSine "Sine wave that decays"
  parameter Real amplitude = 1 "Height of the envelope at startTime";
  parameter Modelica.Units.SI.Frequency f(start = 2) "Frequency";
  parameter Modelica.Units.SI.Angle phase = 0 "Angle at startTime";
  parameter Modelica.Units.SI.Damping damping(start = 1) "Rate at which the envelope decays";
  parameter Real offset = 0 "Added to the signal, also before startTime";
  parameter Modelica.Units.SI.Time startTime = 0 "Until then the output is constant";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = offset + (if time < startTime then 0 else amplitude*exp(-(time -
    startTime)*damping)*sin(2*pi*f*(time - startTime) + phase));
  annotation(
    Documentation(info = "
From startTime on the output is a sine around offset whose amplitude decays exponentially. Before it is
offset."),
    __elastogap(
      physics = "eg_exp_sine_block",
      bases = {"Modelica.Blocks.Interfaces.SignalSource"},
      examples = {"Blocks"}));
end ExpSine;
