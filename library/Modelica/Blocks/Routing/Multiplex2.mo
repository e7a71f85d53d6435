within Modelica.Blocks.Routing;
block Multiplex2 "Two vectors of signals joined to one"
  parameter Integer n1(min = 1) = 1 "Length of vector 1" annotation(Evaluate = true);
  parameter Integer n2(min = 1) = 1 "Length of vector 2" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u1[n1] "Vector 1";
  Modelica.Blocks.Interfaces.RealInput u2[n2] "Vector 2";
  Modelica.Blocks.Interfaces.RealOutput y[n1 + n2] "All of them";
equation
  for i in 1:n1 loop
    y[i] = u1[i];
  end for;
  for i in 1:n2 loop
    y[n1 + i] = u2[i];
  end for;
  annotation(
    Documentation(info = "The output is the elements of u1, then those of u2, and so on."),
    __elastogap(examples = {"Routes"}));
end Multiplex2;
