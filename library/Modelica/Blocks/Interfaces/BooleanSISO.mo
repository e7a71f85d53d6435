within Modelica.Blocks.Interfaces;
partial block BooleanSISO "Block with one Boolean input and one Boolean output"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end BooleanSISO;
