within Modelica.Blocks.Logical;
block Timer "Time for which a signal has been true"
  Modelica.Blocks.Interfaces.BooleanInput u "Runs while true";
  Modelica.Blocks.Interfaces.RealOutput y "Time since u became true";
protected
  Modelica.Units.SI.Time entryTime "When u became true";
initial equation
  pre(entryTime) = 0;
equation
  when u then
    entryTime = time;
  end when;
  y = if u then time - entryTime else 0.0;
  annotation(
    Documentation(info = "
While u is true the output is the time since it became true, and 0 while it is false. A u that is true at
the start has been since time 0."),
    __elastogap(examples = {"Relay"}));
end Timer;
