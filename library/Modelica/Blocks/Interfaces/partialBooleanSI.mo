within Modelica.Blocks.Interfaces;
partial block partialBooleanSI "Block with one Boolean input"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  annotation(
    Documentation(info = "The class that extends it says what is done with u."));
end partialBooleanSI;
