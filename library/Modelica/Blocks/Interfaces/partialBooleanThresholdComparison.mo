within Modelica.Blocks.Interfaces;
partial block partialBooleanThresholdComparison "Block that compares a signal with a threshold"
  parameter Real threshold = 0 "What the input is compared with";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "
The class that extends it says what y is; where u crosses the threshold is an event."));
end partialBooleanThresholdComparison;
