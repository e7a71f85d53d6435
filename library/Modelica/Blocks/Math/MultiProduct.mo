within Modelica.Blocks.Math;
block MultiProduct "Product of any number of signals"
  parameter Integer significantDigits(min = 1) = 3
    "Digits of the number that the icon shows" annotation(Evaluate = true);
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  Real product[nu] "First factors of the product, multiplied";
equation
  for i in 1:nu loop
    product[i] = (if i > 1 then product[i - 1] else 1)*u[i];
  end for;
  y = if nu > 0 then product[nu] else 0;
  annotation(
    Documentation(info = "The output is u[1]*...*u[nu], and 0 without inputs."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.PartialRealMISO"}, examples = {"Filters"}));
end MultiProduct;
