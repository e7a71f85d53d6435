within Modelica.Blocks.Interfaces;
partial block PartialBooleanMISO "Block with a vector of Boolean inputs and one Boolean output"
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.BooleanInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end PartialBooleanMISO;
