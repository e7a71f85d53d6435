within Modelica.Blocks.Sources;
block BooleanStep "Boolean signal that changes once"
  parameter Modelica.Units.SI.Time startTime = 0 "When the output changes";
  parameter Boolean startValue = false "Output before startTime";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = if time >= startTime then not startValue else startValue;
  annotation(
    Documentation(info = "The output is startValue, and from startTime on its opposite."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSource"},
      examples = {"LogicNetwork"}));
end BooleanStep;
