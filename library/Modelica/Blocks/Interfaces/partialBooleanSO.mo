within Modelica.Blocks.Interfaces;
partial block partialBooleanSO "Block with one Boolean output"
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says what y is."));
end partialBooleanSO;
