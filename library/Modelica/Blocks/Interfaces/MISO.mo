within Modelica.Blocks.Interfaces;
partial block MISO "Block with a vector of inputs and one output"
  parameter Integer nin(min = 0) = 1 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end MISO;
