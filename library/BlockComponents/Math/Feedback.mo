within BlockComponents.Math;
block Feedback "Difference of two signals (Dyad)"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = u1 - u2;
  annotation(
    Documentation(info = "The output is u1 - u2: what is wanted less what is."),
    __elastogap(shortName = "BlockComponents.Feedback", examples = {"BlocksDyad"}));
end Feedback;
