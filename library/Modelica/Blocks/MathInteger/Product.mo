within Modelica.Blocks.MathInteger;
block Product "Product of Integer signals"
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.IntegerInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
protected
  Integer first[nu + 1] "What the first inputs come to";
equation
  first[1] = if nu > 0 then 1 else 0;
  for i in 1:nu loop
    first[i + 1] = first[i]*u[i];
  end for;
  y = first[nu + 1];
  annotation(
    Documentation(info = "y = u[1]*u[2]*...; 0 without inputs."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.PartialIntegerMISO"}, examples = {"Sequencer"}));
end Product;
