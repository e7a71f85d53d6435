within Modelica.Blocks.Routing;
block Multiplex6 "Six vectors of signals joined to one"
  parameter Integer n1(min = 1) = 1 "Length of vector 1" annotation(Evaluate = true);
  parameter Integer n2(min = 1) = 1 "Length of vector 2" annotation(Evaluate = true);
  parameter Integer n3(min = 1) = 1 "Length of vector 3" annotation(Evaluate = true);
  parameter Integer n4(min = 1) = 1 "Length of vector 4" annotation(Evaluate = true);
  parameter Integer n5(min = 1) = 1 "Length of vector 5" annotation(Evaluate = true);
  parameter Integer n6(min = 1) = 1 "Length of vector 6" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u1[n1] "Vector 1";
  Modelica.Blocks.Interfaces.RealInput u2[n2] "Vector 2";
  Modelica.Blocks.Interfaces.RealInput u3[n3] "Vector 3";
  Modelica.Blocks.Interfaces.RealInput u4[n4] "Vector 4";
  Modelica.Blocks.Interfaces.RealInput u5[n5] "Vector 5";
  Modelica.Blocks.Interfaces.RealInput u6[n6] "Vector 6";
  Modelica.Blocks.Interfaces.RealOutput y[n1 + n2 + n3 + n4 + n5 + n6] "All of them";
equation
  for i in 1:n1 loop
    y[i] = u1[i];
  end for;
  for i in 1:n2 loop
    y[n1 + i] = u2[i];
  end for;
  for i in 1:n3 loop
    y[n1 + n2 + i] = u3[i];
  end for;
  for i in 1:n4 loop
    y[n1 + n2 + n3 + i] = u4[i];
  end for;
  for i in 1:n5 loop
    y[n1 + n2 + n3 + n4 + i] = u5[i];
  end for;
  for i in 1:n6 loop
    y[n1 + n2 + n3 + n4 + n5 + i] = u6[i];
  end for;
  annotation(
    Documentation(info = "The output is the elements of u1, then those of u2, and so on."),
    __elastogap(examples = {"Routes"}));
end Multiplex6;
