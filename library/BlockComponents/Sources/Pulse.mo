within BlockComponents.Sources;
block Pulse "A single pulse (Dyad)"
  parameter Modelica.Units.SI.Time start_time = 0 "Time at which the signal begins to change";
  parameter Real offset = 0 "Added to the signal at all times";
  parameter Real amplitude "The signal during the pulse";
  parameter Real duty_cycle "Share of `period` that the pulse lasts, between 0 and 1";
  parameter Modelica.Units.SI.Time period "What duty_cycle is a share of";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = if time > start_time and time <= start_time + duty_cycle*period then amplitude else offset;
  annotation(
    Documentation(info = "
The output is amplitude for duty_cycle*period behind start_time, and offset before and afterwards: there
is one pulse, and offset is not added to it."),
    __elastogap(shortName = "BlockComponents.Pulse", examples = {"BlocksDyad"}));
end Pulse;
