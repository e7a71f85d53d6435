within Modelica.Blocks.Math;
block IntegerChange "True at the instants at which an Integer signal changes"
  Modelica.Blocks.Interfaces.IntegerInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
equation
  y = change(u);
  annotation(
    Documentation(info = "
The output is true during the events in which u changes, and false again after each of them."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.IntegerSIBooleanSO"},
      examples = {"LogicNetwork"}));
end IntegerChange;
