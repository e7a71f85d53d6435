within Modelica.Blocks.Sources;
block BooleanPulse "Train of Boolean pulses"
  parameter Real width(min = 2.2250738585072014e-308, max = 100) = 50
    "Length of a pulse in percent of the period";
  parameter Modelica.Units.SI.Time period(min = 2.2250738585072014e-308, start = 1)
    "Time from one pulse to the next";
  parameter Modelica.Units.SI.Time startTime = 0 "When the first pulse begins";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
protected
  parameter Modelica.Units.SI.Time Twidth = period*width/100 "Length of a pulse";
  Modelica.Units.SI.Time pulseStart "When the present pulse began";
initial equation
  pulseStart = startTime;
equation
  when sample(startTime, period) then
    pulseStart = time;
  end when;
  y = time >= pulseStart and time < pulseStart + Twidth;
  annotation(
    Documentation(info = "
From startTime on each period begins with width percent in which the output is true. Every edge is a time
event."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSource"},
      examples = {"LogicNetwork"}));
end BooleanPulse;
