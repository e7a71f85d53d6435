within Modelica.Blocks.Interfaces;
partial block MI2MO "Block with two vectors of inputs and one of outputs"
  parameter Integer n(min = 0) = 1 "Length of the vectors" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u1[n] "First vector of inputs";
  Modelica.Blocks.Interfaces.RealInput u2[n] "Second vector of inputs";
  Modelica.Blocks.Interfaces.RealOutput y[n] "Output signals";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u1 and u2."));
end MI2MO;
