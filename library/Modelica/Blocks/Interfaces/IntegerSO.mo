within Modelica.Blocks.Interfaces;
partial block IntegerSO "Block with one Integer output"
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says what y is."));
end IntegerSO;
