within Modelica.Blocks.Interfaces;
partial block IntegerMO "Block with a vector of Integer outputs"
  parameter Integer nout(min = 1) = 1 "Number of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.IntegerOutput y[nout] "Output signals";
  annotation(
    Documentation(info = "The class that extends it says what y is."));
end IntegerMO;
