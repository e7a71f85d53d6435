within Modelica.Blocks.Math;
block Edge "True at the instant at which the input becomes true"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = edge(u);
  annotation(
    Documentation(info = "
The output is true during the event in which the input rises, and false again after it."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.BooleanSISO"}, examples = {"Sequencer"}));
end Edge;
