within Modelica.Blocks.Interfaces;
partial block IntegerSIBooleanSO "Block with an Integer input and a Boolean output"
  Modelica.Blocks.Interfaces.IntegerInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end IntegerSIBooleanSO;
