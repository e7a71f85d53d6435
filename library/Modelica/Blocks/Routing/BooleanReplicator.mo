within Modelica.Blocks.Routing;
block BooleanReplicator "Boolean signal, made a vector of equal ones"
  parameter Integer nout(min = 1) = 1 "Number of outputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y[nout] "The same signal, nout times";
equation
  for i in 1:nout loop
    y[i] = u;
  end for;
  annotation(
    Documentation(info = "Every output is the input: for vectors of components that are driven alike."),
    __elastogap(examples = {"Routes"}));
end BooleanReplicator;
