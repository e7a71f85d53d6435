within BlockComponents.Math;
block ReverseCausality "A signal that makes two others equal (Dyad)"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  u1 = u2;
  annotation(
    Documentation(info = "
The output becomes what it must be for u1 and u2 to be the same at all times: the inverse of the blocks
and equations between the output and the inputs. It does not look through bodies of the library: give
those their motion, with a Position."),
    __elastogap(shortName = "BlockComponents.ReverseCausality", examples = {"BlocksDyad"}));
end ReverseCausality;
