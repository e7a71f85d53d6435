within Modelica.Blocks.Interfaces;
partial block BooleanMIMOs "Block with as many Boolean outputs as Boolean inputs"
  parameter Integer n(min = 0) = 1 "Number of inputs and of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.BooleanInput u[n] "Input signals";
  Modelica.Blocks.Interfaces.BooleanOutput y[n] "Output signals";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end BooleanMIMOs;
