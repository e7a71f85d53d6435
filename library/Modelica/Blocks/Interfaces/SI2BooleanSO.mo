within Modelica.Blocks.Interfaces;
partial block SI2BooleanSO "Block with two Boolean inputs and one Boolean output"
  Modelica.Blocks.Interfaces.BooleanInput u1 "First input";
  Modelica.Blocks.Interfaces.BooleanInput u2 "Second input";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u1 and u2."));
end SI2BooleanSO;
