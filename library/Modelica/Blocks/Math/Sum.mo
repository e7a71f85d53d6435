within Modelica.Blocks.Math;
block Sum "Weighted sum of a vector of signals"
  parameter Integer nin(min = 0) = 1 "Number of inputs" annotation(Evaluate = true);
  parameter Real k[:] = ones(nin) "Factors of the inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Real sum[nin] "First terms of the sum";
equation
  assert(size(k, 1) == nin, "k must have a factor for each input");
  for i in 1:nin loop
    sum[i] = (if i > 1 then sum[i - 1] else 0) + k[i]*u[i];
  end for;
  y = if nin > 0 then sum[nin] else 0;
  annotation(
    Documentation(info = "The output is k[1]*u[1] + ... + k[nin]*u[nin], and 0 without inputs."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.MISO"}, examples = {"Filters"}));
end Sum;
