within Modelica.Blocks.Math;
block RealToBoolean "Truth value of a number"
  parameter Real threshold = 0.5 "From it on the input counts as true";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = u >= threshold;
  annotation(
    Documentation(info = "The output is true while u >= threshold. Where u crosses it is an event."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.partialBooleanSO"}, examples = {"LogicNetwork"}));
end RealToBoolean;
