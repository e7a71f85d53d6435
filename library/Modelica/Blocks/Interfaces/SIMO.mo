within Modelica.Blocks.Interfaces;
partial block SIMO "Block with one input and a vector of outputs"
  parameter Integer nout(min = 0) = 1 "Number of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Output signals";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end SIMO;
