within Modelica.Blocks.Interfaces;
partial block partialBooleanSI2SO "Block with two Boolean inputs and one Boolean output"
  Modelica.Blocks.Interfaces.BooleanInput u1 "First input";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The same as SI2BooleanSO with another icon."));
end partialBooleanSI2SO;
