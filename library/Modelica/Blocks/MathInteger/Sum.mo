within Modelica.Blocks.MathInteger;
block Sum "Weighted sum of Integer signals"
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  parameter Integer k[:] = fill(1, nu) "Factors of the inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.IntegerInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
protected
  Integer first[nu + 1] "What the first inputs come to";
equation
  first[1] = 0;
  for i in 1:nu loop
    first[i + 1] = first[i] + k[i]*u[i];
  end for;
  y = first[nu + 1];
  annotation(
    Documentation(info = "y = k[1]*u[1] + k[2]*u[2] + ...; 0 without inputs."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.PartialIntegerMISO"}, examples = {"Sequencer"}));
end Sum;
