within Modelica.Blocks.Logical;
block Edge "True at the instant at which the input becomes true"
  parameter Boolean pre_u_start = false "Value of pre(u) at the start";
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
initial equation
  pre(u) = pre_u_start;
equation
  y = edge(u);
  annotation(
    Documentation(info = "
The output is true during the event in which the input rises, and false again after it."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSISO"},
      examples = {"LogicNetwork"}));
end Edge;
