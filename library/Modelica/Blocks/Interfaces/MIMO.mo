within Modelica.Blocks.Interfaces;
partial block MIMO "Block with vectors of inputs and outputs"
  parameter Integer nin(min = 0) = 1 "Number of inputs" annotation(Evaluate = true);
  parameter Integer nout(min = 0) = 1 "Number of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Output signals";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end MIMO;
