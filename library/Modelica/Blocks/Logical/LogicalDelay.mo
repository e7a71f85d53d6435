within Modelica.Blocks.Logical;
block LogicalDelay "Delays one edge of a Boolean signal"
  parameter Modelica.Units.SI.Time delayTime(min = 0) = 0 "By how much";
  Modelica.Blocks.Interfaces.BooleanInput u "Input signal";
  Modelica.Blocks.Interfaces.BooleanOutput y1 "Rises with u and falls later";
  Modelica.Blocks.Interfaces.BooleanOutput y2 "Rises later and falls with u";
protected
  Modelica.Units.SI.Time tSwitch "When u changed last";
initial equation
  tSwitch = time - 2*delayTime;
equation
  when {u, not u} then
    tSwitch = time;
  end when;
  y1 = if u then true else not time >= tSwitch + delayTime;
  y2 = if not u then false else time >= tSwitch + delayTime;
  annotation(
    Documentation(info = "
y1 becomes true with u and false delayTime after it; y2 becomes true delayTime after u and false with it.
What lasts shorter than delayTime does not come through."),
    __elastogap(examples = {"Relay"}));
end LogicalDelay;
