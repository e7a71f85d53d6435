within Modelica.Blocks.Interfaces;
partial block SI2SO "Block with two inputs and one output"
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u1 and u2."),
    __elastogap(native = true));
end SI2SO;
