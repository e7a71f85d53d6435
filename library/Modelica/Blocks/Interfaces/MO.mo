within Modelica.Blocks.Interfaces;
partial block MO "Block with a vector of outputs"
  parameter Integer nout(min = 1) = 1 "Number of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Output signals";
  annotation(
    Documentation(info = "The class that extends it says what y is."));
end MO;
