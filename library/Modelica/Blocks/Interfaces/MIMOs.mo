within Modelica.Blocks.Interfaces;
partial block MIMOs "Block with as many outputs as inputs"
  parameter Integer n(min = 0) = 1 "Number of inputs and of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[n] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[n] "Output signals";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end MIMOs;
