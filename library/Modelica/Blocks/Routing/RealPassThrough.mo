within Modelica.Blocks.Routing;
block RealPassThrough "Real signal, passed on as it is"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "The same signal";
equation
  y = u;
  annotation(
    Documentation(info = "
It gives a signal another name, and closes connectors that a model has inside."),
    __elastogap(examples = {"Routes"}));
end RealPassThrough;
