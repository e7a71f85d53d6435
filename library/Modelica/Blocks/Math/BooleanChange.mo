within Modelica.Blocks.Math;
block BooleanChange "True at the instants at which the input changes"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = change(u);
  annotation(
    Documentation(info = "
The output is true during the event in which the input rises or falls, and false after it."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.BooleanSISO"}, examples = {"Sequencer"}));
end BooleanChange;
