within Modelica.Blocks.Routing;
block BooleanPassThrough "Boolean signal, passed on as it is"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "The same signal";
equation
  y = u;
  annotation(
    Documentation(info = "
It gives a signal another name, and closes connectors that a model has inside."),
    __elastogap(examples = {"Routes"}));
end BooleanPassThrough;
