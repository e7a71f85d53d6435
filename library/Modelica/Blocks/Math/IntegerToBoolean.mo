within Modelica.Blocks.Math;
block IntegerToBoolean "Truth value of a whole number"
  parameter Integer threshold = 1 "From it on the input counts as true";
  Modelica.Blocks.Interfaces.IntegerInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = u >= threshold;
  annotation(
    Documentation(info = "The output is true while u >= threshold."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.partialBooleanSO"}, examples = {"LogicNetwork"}));
end IntegerToBoolean;
