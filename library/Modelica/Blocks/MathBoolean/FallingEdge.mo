within Modelica.Blocks.MathBoolean;
block FallingEdge "True at the instant at which the input becomes false"
  parameter Boolean pre_u_start = false "Value of pre(u) at the start";
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
protected
  Boolean not_u "The opposite of the input";
equation
  not_u = not u;
initial equation
  pre(not_u) = not pre_u_start;
equation
  y = edge(not_u);
  annotation(
    Documentation(info = "
The output is true during the event in which the input falls, and false again after it."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.PartialBooleanSISO_small"},
      examples = {"Sequencer"}));
end FallingEdge;
