within Modelica.Blocks.Logical;
block RSFlipFlop "Remembers whether it was set or reset last"
  parameter Boolean Qini = false "Q at the start";
  Modelica.Blocks.Interfaces.BooleanOutput Q "What was set";
  Modelica.Blocks.Interfaces.BooleanOutput QI "The opposite of Q";
  Modelica.Blocks.Interfaces.BooleanInput S "Sets Q";
  Modelica.Blocks.Interfaces.BooleanInput R "Resets Q";
protected
  Boolean neither "Neither S nor Q: what QI is in the next round";
equation
  neither = not (S or Q);
initial equation
  pre(neither) = not Qini;
equation
  QI = pre(neither);
  Q = not (QI or R);
  annotation(
    Documentation(info = "
Two NORs, each with the output of the other: S makes Q true, R makes it false, and while neither is true
Q stays. While both are true Q and QI are false."),
    __elastogap(examples = {"Relay"}));
end RSFlipFlop;
