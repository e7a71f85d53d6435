within Modelica.Blocks.MathBoolean;
block OnDelay "Delays rising edges alone"
  parameter Modelica.Units.SI.Time delayTime(min = 0) "By how much";
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
protected
  Boolean delaySignal "The input is true";
  Modelica.Units.SI.Time t_next "When the output becomes true";
initial equation
  pre(u) = false;
  pre(delaySignal) = false;
  pre(t_next) = time - 1;
equation
  when {initial(), u, not u} then
    delaySignal = u;
    t_next = if u and not initial() then time + delayTime else time - 1;
  end when;
  y = if delaySignal then time >= t_next else false;
  annotation(
    Documentation(info = "
The output becomes true delayTime after the input, and false with it; an input that is true at the start
comes through at once."),
    __elastogap(
      bases = {"Modelica.Blocks.Interfaces.PartialBooleanSISO_small"},
      examples = {"Sequencer"}));
end OnDelay;
