within Modelica.Blocks.Sources;
block Sine "Sine wave"
  parameter Real amplitude = 1 "Height of the crest above offset";
  parameter Modelica.Units.SI.Frequency f(start = 1) "Frequency";
  parameter Modelica.Units.SI.Angle phase = 0 "Angle at startTime";
  parameter Boolean continuous = false
    "True: the output waits at offset + amplitude*sin(phase), so that it does not jump at startTime";
  parameter Real offset = 0 "Added to the signal, also before startTime";
  parameter Modelica.Units.SI.Time startTime = 0 "Until then the output is constant";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = offset + (if time < startTime then (if continuous then amplitude*sin(phase) else 0)
    else amplitude*sin(2*pi*f*(time - startTime) + phase));
  annotation(
    Documentation(info = "
From startTime on the output is a sine around offset, before it is constant. The beginning of the wave is
a time event. The wave has all derivatives, so after startTime it may drive an exact position or speed."),
    __elastogap(
      physics = "eg_sine_block",
      also = {"BlockComponents.Sources.Sine"},
      bases = {"Modelica.Blocks.Interfaces.SignalSource"},
      examples = {
        "PreLoad",
        "Modelica.Mechanics.Translational.Examples.Friction",
        "Modelica.Mechanics.Translational.Examples.HeatLosses",
        "Modelica.Mechanics.Translational.Examples.Oscillator",
        "Modelica.Mechanics.Translational.Examples.PreLoad",
        "Modelica.Mechanics.Translational.Examples.Sensors"}));
end Sine;
