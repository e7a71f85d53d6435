within Modelica.Blocks.Math;
block MultiSum "Weighted sum of any number of signals"
  parameter Integer significantDigits(min = 1) = 3
    "Digits of the number that the icon shows" annotation(Evaluate = true);
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  parameter Real k[:] = ones(nu) "Factors of the inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Real sum[nu] "First terms of the sum";
equation
  assert(size(k, 1) == nu, "k must have a factor for each input");
  for i in 1:nu loop
    sum[i] = (if i > 1 then sum[i - 1] else 0) + k[i]*u[i];
  end for;
  y = if nu > 0 then sum[nu] else 0;
  annotation(
    Documentation(info = "The output is k[1]*u[1] + ... + k[nu]*u[nu], and 0 without inputs."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.PartialRealMISO"}, examples = {"Filters"}));
end MultiSum;
