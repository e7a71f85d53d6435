within Modelica.Blocks.Interfaces;
partial block PartialRealMISO "Block with a vector of inputs and one output"
  parameter Integer significantDigits(min = 1) = 3
    "Digits of the number that the icon shows" annotation(Evaluate = true);
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end PartialRealMISO;
