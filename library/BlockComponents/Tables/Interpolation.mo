within BlockComponents.Tables;
block Interpolation "Function given by points (Dyad)"
  parameter Real dataset[:, 2]
    "x, not falling, and the values there: two columns" annotation(Evaluate = true);
  parameter BlockComponents.Tables.InterpolationType interpolation_type
    "Lines between the points, or steps: the value of the point before" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = Elastogap.Math.interpolate(dataset[:, 1], dataset[:, 2],
    if interpolation_type == BlockComponents.Tables.InterpolationType.LinearInterpolation then
    Modelica.Blocks.Types.Smoothness.LinearSegments
    else Modelica.Blocks.Types.Smoothness.ConstantSegments, u);
  annotation(
    Documentation(info = "
The output is the value of the data at x = u: DyadDataset(\"file.csv\", independent_var = \"t\",
dependent_vars = [\"v\"]) takes them from a file whose first line names its columns. Beyond the ends the
first or the last line goes on, or the last step."),
    __elastogap(shortName = "BlockComponents.Interpolation", examples = {"BlocksDyad"}));
end Interpolation;
