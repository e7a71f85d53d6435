within Modelica.Blocks.Sources;
block SampleTrigger "True at regular instants"
  parameter Modelica.Units.SI.Time period(min = 2.2250738585072014e-308, start = 0.01)
    "Time from one instant to the next";
  parameter Modelica.Units.SI.Time startTime = 0 "The first instant";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = sample(startTime, period);
  annotation(
    Documentation(info = "
The output is true during the time events at startTime, startTime + period and so on, and false again
after each of them."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSource"},
      examples = {"LogicNetwork"}));
end SampleTrigger;
