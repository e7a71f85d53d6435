within Modelica.Blocks.Sources;
block ContinuousClock "Time as a signal"
  parameter Real offset = 0 "Added to the signal, also before startTime";
  parameter Modelica.Units.SI.Time startTime = 0 "Until then the output is constant";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = offset + (if time < startTime then 0 else time - startTime);
  annotation(
    Documentation(info = "
The output is offset until startTime, and grows by one per second from then on."),
    __elastogap(
      physics = "eg_clock_block",
      bases = {"Modelica.Blocks.Interfaces.SignalSource"},
      examples = {"Blocks"}));
end ContinuousClock;
