within Modelica.Blocks.Discrete;
block TriggeredSampler "Samples a signal when another one rises"
  parameter Real y_start = 0 "Output at the start";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Modelica.Blocks.Interfaces.BooleanInput trigger "Says when: as it rises";
initial equation
  y = y_start;
equation
  when trigger then
    y = u;
  end when;
  annotation(
    Documentation(info = "
When trigger becomes true the output takes the value of the input; before it is y_start."),
    __elastogap(examples = {"SampledLoop"}));
end TriggeredSampler;
