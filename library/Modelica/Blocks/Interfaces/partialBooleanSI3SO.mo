within Modelica.Blocks.Interfaces;
partial block partialBooleanSI3SO "Block with three Boolean inputs and one Boolean output"
  Modelica.Blocks.Interfaces.BooleanInput u1 "First input";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanInput u3 "Third input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u1, u2 and u3."));
end partialBooleanSI3SO;
