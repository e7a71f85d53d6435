within Modelica.Blocks.Routing;
block DeMultiplex2 "A vector of signals parted into two"
  parameter Integer n1(min = 1) = 1 "Length of vector 1" annotation(Evaluate = true);
  parameter Integer n2(min = 1) = 1 "Length of vector 2" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[n1 + n2] "Vector of signals";
  Modelica.Blocks.Interfaces.RealOutput y1[n1] "Vector 1";
  Modelica.Blocks.Interfaces.RealOutput y2[n2] "Vector 2";
equation
  for i in 1:n1 loop
    y1[i] = u[i];
  end for;
  for i in 1:n2 loop
    y2[i] = u[n1 + i];
  end for;
  annotation(
    Documentation(info = "y1 is the first n1 elements of the input, y2 the n2 that follow, and so on."),
    __elastogap(examples = {"Routes"}));
end DeMultiplex2;
