within Modelica.Blocks.Interfaces;
partial block PartialBooleanSISO_small
  "Block with one Boolean input and one Boolean output, drawn small"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The same as BooleanSISO with another icon."));
end PartialBooleanSISO_small;
