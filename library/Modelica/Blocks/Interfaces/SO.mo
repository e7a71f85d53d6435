within Modelica.Blocks.Interfaces;
partial block SO "Block with one output"
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says what y is."),
    __elastogap(native = true));
end SO;
