within Modelica.Blocks.Interfaces;
partial block PartialIntegerMISO "Block with a vector of Integer inputs and one Integer output"
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.IntegerInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end PartialIntegerMISO;
