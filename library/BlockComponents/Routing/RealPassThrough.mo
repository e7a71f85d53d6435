within BlockComponents.Routing;
block RealPassThrough "Hands a signal on (Dyad)"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = u;
  annotation(
    Documentation(info = "The output is the input."),
    __elastogap(shortName = "BlockComponents.RealPassThrough", examples = {"BlocksDyad"}));
end RealPassThrough;
