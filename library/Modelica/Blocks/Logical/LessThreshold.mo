within Modelica.Blocks.Logical;
block LessThreshold "True while a signal is less than a threshold"
  parameter Real threshold = 0 "What the input is compared with";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = u < threshold;
  annotation(
    Documentation(info = "
The output is true while u is less than threshold. Where u crosses it is an event; a signal that only
touches the threshold may be seen there or not, as round-off has it."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanThresholdComparison"},
      examples = {"Relay"}));
end LessThreshold;
