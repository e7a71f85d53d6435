within Modelica.Blocks.Interfaces;
partial block SISO "Block with one input and one output"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."),
    __elastogap(native = true));
end SISO;
