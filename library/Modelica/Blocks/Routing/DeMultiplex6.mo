within Modelica.Blocks.Routing;
block DeMultiplex6 "A vector of signals parted into six"
  parameter Integer n1(min = 1) = 1 "Length of vector 1" annotation(Evaluate = true);
  parameter Integer n2(min = 1) = 1 "Length of vector 2" annotation(Evaluate = true);
  parameter Integer n3(min = 1) = 1 "Length of vector 3" annotation(Evaluate = true);
  parameter Integer n4(min = 1) = 1 "Length of vector 4" annotation(Evaluate = true);
  parameter Integer n5(min = 1) = 1 "Length of vector 5" annotation(Evaluate = true);
  parameter Integer n6(min = 1) = 1 "Length of vector 6" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[n1 + n2 + n3 + n4 + n5 + n6] "Vector of signals";
  Modelica.Blocks.Interfaces.RealOutput y1[n1] "Vector 1";
  Modelica.Blocks.Interfaces.RealOutput y2[n2] "Vector 2";
  Modelica.Blocks.Interfaces.RealOutput y3[n3] "Vector 3";
  Modelica.Blocks.Interfaces.RealOutput y4[n4] "Vector 4";
  Modelica.Blocks.Interfaces.RealOutput y5[n5] "Vector 5";
  Modelica.Blocks.Interfaces.RealOutput y6[n6] "Vector 6";
equation
  for i in 1:n1 loop
    y1[i] = u[i];
  end for;
  for i in 1:n2 loop
    y2[i] = u[n1 + i];
  end for;
  for i in 1:n3 loop
    y3[i] = u[n1 + n2 + i];
  end for;
  for i in 1:n4 loop
    y4[i] = u[n1 + n2 + n3 + i];
  end for;
  for i in 1:n5 loop
    y5[i] = u[n1 + n2 + n3 + n4 + i];
  end for;
  for i in 1:n6 loop
    y6[i] = u[n1 + n2 + n3 + n4 + n5 + i];
  end for;
  annotation(
    Documentation(info = "y1 is the first n1 elements of the input, y2 the n2 that follow, and so on."),
    __elastogap(examples = {"Routes"}));
end DeMultiplex6;
