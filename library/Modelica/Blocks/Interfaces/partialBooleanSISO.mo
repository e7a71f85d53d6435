within Modelica.Blocks.Interfaces;
partial block partialBooleanSISO "Block with one Boolean input and one Boolean output"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The same as BooleanSISO with another icon."));
end partialBooleanSISO;
