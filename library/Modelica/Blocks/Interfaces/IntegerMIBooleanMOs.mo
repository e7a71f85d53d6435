within Modelica.Blocks.Interfaces;
partial block IntegerMIBooleanMOs "Block with Integer inputs and as many Boolean outputs"
  parameter Integer n(min = 0) = 1 "Number of inputs and of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.IntegerInput u[n] "Input signals";
  Modelica.Blocks.Interfaces.BooleanOutput y[n] "Output signals";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end IntegerMIBooleanMOs;
