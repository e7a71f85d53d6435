within Modelica.Blocks.MathBoolean;
block Not "The opposite of a Boolean signal"
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = not u;
  annotation(
    Documentation(info = "As Logical.Not, with another icon."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.PartialBooleanSISO_small"},
      examples = {"Sequencer"}));
end Not;
