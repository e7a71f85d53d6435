within Modelica.Blocks.Routing;
block Multiplex "Signals joined to a vector"
  parameter Integer n(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[n] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[n] "The same, as one vector";
equation
  for i in 1:n loop
    y[i] = u[i];
  end for;
  annotation(
    Documentation(info = "Output i is input i."),
    __elastogap(examples = {"Routes"}));
end Multiplex;
