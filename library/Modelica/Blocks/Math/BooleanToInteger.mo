within Modelica.Blocks.Math;
block BooleanToInteger "Whole number for a truth value"
  parameter Integer integerTrue = 1 "Output while the input is true";
  parameter Integer integerFalse = 0 "Output while the input is false";
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
equation
  y = if u then integerTrue else integerFalse;
  annotation(
    Documentation(info = "
The output is integerTrue while u is true and integerFalse while it is false."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.partialBooleanSI"}, examples = {"LogicNetwork"}));
end BooleanToInteger;
