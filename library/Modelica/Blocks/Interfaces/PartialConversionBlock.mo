within Modelica.Blocks.Interfaces;
partial block PartialConversionBlock "Block that gives its input in another unit"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  annotation(
    Documentation(info = "The class that extends it says how y depends on u."));
end PartialConversionBlock;
