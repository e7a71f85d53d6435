within Modelica.Blocks.Routing;
block ExtractSignal "Some signals of a vector"
  parameter Integer nin(min = 1) = 1 "Number of inputs" annotation(Evaluate = true);
  parameter Integer nout(min = 1) = 1 "Number of outputs" annotation(Evaluate = true);
  parameter Integer extract[:] = 1:nout
    "Which of the inputs the outputs are" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[nout] "Those of them";
equation
  for i in 1:nout loop
    y[i] = u[extract[i]];
  end for;
  annotation(
    Documentation(info = "
Output i is input extract[i]; an input may be taken several times, or not at all."),
    __elastogap(examples = {"Routes"}));
end ExtractSignal;
