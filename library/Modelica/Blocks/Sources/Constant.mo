within Modelica.Blocks.Sources;
block Constant "Signal that keeps one value"
  parameter Real k(start = 1) "Value of the output";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = k;
  annotation(
    Documentation(info = "
The output y is k at all times. Its derivatives are zero, so it may drive an exact position or speed."),
    __elastogap(
      physics = "eg_constant_block",
      also = {"BlockComponents.Sources.Constant"},
      bases = {"Modelica.Blocks.Interfaces.SO"},
      examples = {
        "Modelica.Mechanics.Translational.Examples.Accelerate",
        "Modelica.Mechanics.Translational.Examples.HeatLosses",
        "Modelica.Mechanics.Translational.Examples.SignConvention"}));
end Constant;
