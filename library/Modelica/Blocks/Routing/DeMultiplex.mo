within Modelica.Blocks.Routing;
block DeMultiplex "A vector parted to its signals"
  parameter Integer n(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[n] "Vector of signals";
  Modelica.Blocks.Interfaces.RealOutput y[n] "Its signals";
equation
  for i in 1:n loop
    y[i] = u[i];
  end for;
  annotation(
    Documentation(info = "Output i is input i."),
    __elastogap(examples = {"Routes"}));
end DeMultiplex;
