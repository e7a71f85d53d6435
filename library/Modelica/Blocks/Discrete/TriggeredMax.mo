within Modelica.Blocks.Discrete;
block TriggeredMax "Greatest magnitude among triggered samples"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Modelica.Blocks.Interfaces.BooleanInput trigger "Says when: as it rises";
initial equation
  y = 0;
equation
  when trigger then
    y = max(pre(y), abs(u));
  end when;
  annotation(
    Documentation(info = "
When trigger becomes true the output becomes the magnitude of the input where that is greater; it begins
with 0."),
    __elastogap(examples = {"SampledLoop"}));
end TriggeredMax;
