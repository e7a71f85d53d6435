within BlockComponents.Sources;
block Constant "Signal that never changes (Dyad)"
  parameter Real k "The value";
  Modelica.Blocks.Interfaces.RealOutput y "The signal";
equation
  y = k;
  annotation(
    Documentation(info = "The output is k at all times."),
    __elastogap(
      physics = "eg_constant_block",
      also = {"Modelica.Blocks.Sources.Constant"},
      shortName = "BlockComponents.Constant"));
end Constant;
