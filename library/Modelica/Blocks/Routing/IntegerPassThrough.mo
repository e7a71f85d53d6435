within Modelica.Blocks.Routing;
block IntegerPassThrough "Integer signal, passed on as it is"
  Modelica.Blocks.Interfaces.IntegerInput u "Input signal";
  Modelica.Blocks.Interfaces.IntegerOutput y "The same signal";
equation
  y = u;
  annotation(
    Documentation(info = "
It gives a signal another name, and closes connectors that a model has inside."),
    __elastogap(examples = {"Routes"}));
end IntegerPassThrough;
