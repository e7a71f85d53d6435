within BlockComponents.Nonlinear;
block SlewRateLimiter "Signal whose rate is held between bounds (Dyad)"
  parameter Real rising(unit = "s-1") "Largest rate of the output";
  parameter Real falling(unit = "s-1") = -rising "Smallest rate of the output";
  parameter Modelica.Units.SI.Time td "Time constant with which the output follows";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  assert(falling <= rising, "falling must be no more than rising");
  der(y) = if (u - y)/td > rising then rising elseif (u - y)/td < falling then falling else (u - y)/td;
initial equation
  y = u;
  annotation(
    Documentation(info = "
The output begins at the input and follows it with the time constant td, as long as that takes a rate
between falling and rising; else with these."),
    __elastogap(shortName = "BlockComponents.SlewRateLimiter", examples = {"BlocksDyad"}));
end SlewRateLimiter;
