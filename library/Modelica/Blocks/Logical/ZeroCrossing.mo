within Modelica.Blocks.Logical;
block ZeroCrossing "True at the instants at which a signal crosses zero"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanInput enable "Is it to be looked at?";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
protected
  Boolean disable "The opposite of enable";
  Boolean u_pos "The input is looked at and >= 0";
equation
  disable = not enable;
initial equation
  pre(u_pos) = false;
  pre(enable) = false;
  pre(disable) = true;
equation
  u_pos = enable and u >= 0;
  y = change(u_pos) and not edge(enable) and not edge(disable);
  annotation(
    Documentation(info = "
While enable is true the output is true during the events in which u passes through zero, in either
direction. That enable itself changes is no crossing."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.partialBooleanSO"}, examples = {"Relay"}));
end ZeroCrossing;
