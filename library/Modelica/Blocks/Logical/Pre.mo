within Modelica.Blocks.Logical;
block Pre "Breaks a circle of Boolean signals"
  parameter Boolean pre_u_start = false "Value of pre(u) at the start";
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
initial equation
  pre(u) = pre_u_start;
equation
  y = pre(u);
  annotation(
    Documentation(info = "
The output follows the input one round of the event later, at the same time: a relay that holds itself
needs one in its circle."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.partialBooleanSISO"},
      examples = {"LogicNetwork"}));
end Pre;
