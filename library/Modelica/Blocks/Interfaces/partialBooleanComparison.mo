within Modelica.Blocks.Interfaces;
partial block partialBooleanComparison "Block that compares two signals"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says what y is; where u1 crosses u2 is an event."));
end partialBooleanComparison;
