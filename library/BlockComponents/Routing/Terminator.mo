within BlockComponents.Routing;
block Terminator "Takes a signal that nobody wants (Dyad)"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  annotation(
    Documentation(info = "It does nothing with its input."),
    __elastogap(shortName = "BlockComponents.Terminator", examples = {"BlocksDyad"}));
end Terminator;
