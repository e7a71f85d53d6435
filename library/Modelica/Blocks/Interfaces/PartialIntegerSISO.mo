within Modelica.Blocks.Interfaces;
partial block PartialIntegerSISO "Block with an Integer input and an Integer output"
  Modelica.Blocks.Interfaces.IntegerInput u "Input signal";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end PartialIntegerSISO;
