within Modelica.Blocks.Sources;
block Cosine "Cosine wave"
  parameter Real amplitude = 1 "Height of the crest above offset";
  parameter Modelica.Units.SI.Frequency f(start = 1) "Frequency";
  parameter Modelica.Units.SI.Angle phase = 0 "Angle at startTime";
  parameter Boolean continuous = false
    "True: the output waits at offset + amplitude*cos(phase), so that it does not jump at startTime";
  parameter Real offset = 0 "Added to the signal, also before startTime";
  parameter Modelica.Units.SI.Time startTime = 0 "Until then the output is constant";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = offset + (if time < startTime then (if continuous then amplitude*cos(phase) else 0)
    else amplitude*cos(2*pi*f*(time - startTime) + phase));
  annotation(
    Documentation(info = "
From startTime on the output is a cosine around offset, before it is constant. The beginning of the wave
is a time event; the wave has all derivatives."),
    __elastogap(
      physics = "eg_cosine_block",
      bases = {"Modelica.Blocks.Interfaces.SignalSource"},
      examples = {"Blocks"}));
end Cosine;
