within Modelica.Blocks.Tables;
/* Given by a table,
 *
 *     table = [ 0,    x2[1],  x2[2],  ...
 *              x1[1], z[1,1], z[1,2], ...
 *              x1[2], z[2,1], z[2,2], ... ]
 *
 * Between four points z is linear in u1 and in u2, or, for steps, the value at the lower of both: either
 * way z = sum of a[i](u1)*z[i,j]*b[j](u2), where a[i] is the function of one signal that is 1 at x1[i] and 0
 * at all other rows. Two points on each side suffice for it: what lies beyond them goes on at 0, and at the
 * ends of the table as the table does.
 *
 * Cubics are Akima's surface: with the slopes z1 and z2 along u1 and u2 and the mixed derivative z12 at the
 * points,
 *
 *     z = sum of a[i]*(z[i,j]*b[j] + z2[i,j]*d[j]) + c[i]*(z1[i,j]*b[j] + z12[i,j]*d[j]),
 *
 * where a[i] and b[j] are the cubics of Hermite with value 1 and slope 0 at a point, c[i] and d[j] those with
 * value 0 and slope 1; beyond the ends these go on as lines.
 *
 * A table of steps that goes on along its last two points does so as in MSL (bilinear extrapolation in
 * ModelicaStandardTables.c): where one input has left the table, z is linear in both. */
block CombiTable2Ds "Function of two signals, given by a table"
  parameter Boolean tableOnFile = false "true: the table stands in a file" annotation(Evaluate = true);
  parameter Real table[:, :] = fill(0.0, 0, 2)
    "u1 in the first column, u2 in the first row, both rising, and the values where they meet"
    annotation(Evaluate = true);
  parameter String tableName = "NoName"
    "Name of the table in the file; a CSV file needs none" annotation(Evaluate = true);
  parameter String fileName = "NoName"
    "File that holds the table: text that begins with #1, .csv or .mat; looked for beside the model,"
    + " then in the current folder" annotation(Evaluate = true);
  parameter String delimiter = ","
    "Of a CSV file: what stands between two numbers of a line" annotation(Evaluate = true);
  parameter Integer nHeaderLines(min = 0) = 0
    "Of a CSV file: how many lines stand before the numbers" annotation(Evaluate = true);
  parameter Boolean verboseRead = true
    "Of other tools: tell that a file is read. Here nothing is told" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
    "Interpolation: lines, steps (the value at the row and column before),"
    + " or cubics (ContinuousDerivative)"
    annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Extrapolation extrapolation =
    Modelica.Blocks.Types.Extrapolation.LastTwoPoints
    "Beyond the ends: HoldLastPoint, LastTwoPoints (the lines go on), Periodic, or NoExtrapolation: "
    + "the run ends with an error" annotation(Evaluate = true);
  parameter Boolean verboseExtrapolation = false
    "true: a warning tells when an input leaves the table" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
protected
  parameter Real grid[:, :] = if tableOnFile then Elastogap.Files.matrix(fileName, tableName, delimiter,
    nHeaderLines) else table "The table, wherever it stands" annotation(Evaluate = true);
  parameter Integer n1 = max(0, size(grid, 1) - 1)
    "Number of values of u1 in the table" annotation(Evaluate = true);
  parameter Integer n2 = max(0, size(grid, 2) - 1)
    "Number of values of u2 in the table" annotation(Evaluate = true);
  parameter Boolean isSteps = smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments
    "true: the table is of steps" annotation(Evaluate = true);
  parameter Boolean isCubic = smoothness == Modelica.Blocks.Types.Smoothness.ContinuousDerivative
    "true: the table is of cubics" annotation(Evaluate = true);
  parameter Integer l1 = if isCubic then 0 else n1
    "n1 where there are lines or steps, else 0" annotation(Evaluate = true);
  parameter Integer l2 = if isCubic then 0 else n2
    "n2 where there are lines or steps, else 0" annotation(Evaluate = true);
  parameter Integer k1 = n1 - l1 "n1 where there are cubics, else 0" annotation(Evaluate = true);
  parameter Integer k2 = n2 - l2 "n2 where there are cubics, else 0" annotation(Evaluate = true);
  parameter Boolean goesOn = extrapolation == Modelica.Blocks.Types.Extrapolation.LastTwoPoints
    "true: the table goes on beyond its ends" annotation(Evaluate = true);
  parameter Integer m1 = if isSteps and goesOn then n1 else 0
    "n1 where steps go on as lines, else 0" annotation(Evaluate = true);
  parameter Integer m2 = if isSteps and goesOn then n2 else 0
    "n2 where steps go on as lines, else 0" annotation(Evaluate = true);
  Real x1 "u1, brought into the table where it holds or repeats";
  Real x2 "u2, brought into the table where it holds or repeats";
  Real weight1[l1] "Share of every row";
  Real weight2[l2] "Share of every column";
  Real value1[k1] "Share of the values of every row";
  Real value2[k2] "Share of the values of every column";
  Real slope1[k1] "Share of the slopes of every row";
  Real slope2[k2] "Share of the slopes of every column";
  Real line1[m1] "Share of every row where a table of steps is left";
  Real line2[m2] "Share of every column where a table of steps is left";
equation
  assert(n1 > 0 and n2 > 0, "a table of two signals needs a row and a column beside u1 and u2: give table");
  assert(isCubic or isSteps or smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments,
    "a table of two signals is interpolated by lines, steps or cubics of Akima: take ContinuousDerivative");
  assert(min(cat(1, {1.0}, {grid[i + 1, 1] - grid[i, 1] for i in 2:n1})) > 0
    and min(cat(1, {1.0}, {grid[1, i + 1] - grid[1, i] for i in 2:n2})) > 0,
    "the first column and the first row of the table must rise");
  x1 = if extrapolation == Modelica.Blocks.Types.Extrapolation.HoldLastPoint then
    min(max(u1, grid[2, 1]), grid[end, 1]) elseif extrapolation ==
    Modelica.Blocks.Types.Extrapolation.Periodic
    and n1 > 1 then grid[2, 1] + mod(u1 - grid[2, 1], grid[end, 1] - grid[2, 1]) else u1;
  x2 = if extrapolation == Modelica.Blocks.Types.Extrapolation.HoldLastPoint then
    min(max(u2, grid[1, 2]), grid[1, end]) elseif extrapolation ==
    Modelica.Blocks.Types.Extrapolation.Periodic
    and n2 > 1 then grid[1, 2] + mod(u2 - grid[1, 2], grid[1, end] - grid[1, 2]) else u2;
  for i in 1:l1 loop
    weight1[i] = Elastogap.Math.interpolate(grid[max(2, i - 1):min(i + 3, n1 + 1), 1],
      {if k == i then 1.0 else 0.0 for k in max(1, i - 2):min(i + 2, n1)}, smoothness, x1);
  end for;
  for i in 1:l2 loop
    weight2[i] = Elastogap.Math.interpolate(grid[1, max(2, i - 1):min(i + 3, n2 + 1)],
      {if k == i then 1.0 else 0.0 for k in max(1, i - 2):min(i + 2, n2)}, smoothness, x2);
  end for;
  for i in 1:k1 loop
    value1[i] = Elastogap.Math.hermite(grid[max(2, i):min(i + 2, n1 + 1), 1],
      {if k == i then 1.0 else 0.0 for k in max(1, i - 1):min(i + 1, n1)},
      fill(0.0, min(i + 1, n1) - max(1, i - 1) + 1), x1);
    slope1[i] = Elastogap.Math.hermite(grid[max(2, i):min(i + 2, n1 + 1), 1],
      fill(0.0, min(i + 1, n1) - max(1, i - 1) + 1),
      {if k == i then 1.0 else 0.0 for k in max(1, i - 1):min(i + 1, n1)}, x1);
  end for;
  for i in 1:k2 loop
    value2[i] = Elastogap.Math.hermite(grid[1, max(2, i):min(i + 2, n2 + 1)],
      {if k == i then 1.0 else 0.0 for k in max(1, i - 1):min(i + 1, n2)},
      fill(0.0, min(i + 1, n2) - max(1, i - 1) + 1), x2);
    slope2[i] = Elastogap.Math.hermite(grid[1, max(2, i):min(i + 2, n2 + 1)],
      fill(0.0, min(i + 1, n2) - max(1, i - 1) + 1),
      {if k == i then 1.0 else 0.0 for k in max(1, i - 1):min(i + 1, n2)}, x2);
  end for;
  for i in 1:m1 loop
    line1[i] = Elastogap.Math.interpolate(grid[max(2, i - 1):min(i + 3, n1 + 1), 1],
      {if k == i then 1.0 else 0.0 for k in max(1, i - 2):min(i + 2, n1)},
      Modelica.Blocks.Types.Smoothness.LinearSegments, u1);
  end for;
  for i in 1:m2 loop
    line2[i] = Elastogap.Math.interpolate(grid[1, max(2, i - 1):min(i + 3, n2 + 1)],
      {if k == i then 1.0 else 0.0 for k in max(1, i - 2):min(i + 2, n2)},
      Modelica.Blocks.Types.Smoothness.LinearSegments, u2);
  end for;
  if isCubic then
    y = value1*(grid[2:end, 2:end]*value2 + Elastogap.Math.surfaceSlopes(grid, 2)*slope2)
      + slope1*(Elastogap.Math.surfaceSlopes(grid, 1)*value2 + Elastogap.Math.surfaceSlopes(grid, 3)*slope2);
  elseif m1 > 0 then
    y = if (n1 > 1 and not (u1 >= grid[2, 1] and u1 <= grid[end, 1]) or n2 > 1
      and not (u2 >= grid[1, 2] and u2 <= grid[1, end])) then line1*(grid[2:end, 2:end]*line2)
      else weight1*(grid[2:end, 2:end]*weight2);
  else
    y = weight1*(grid[2:end, 2:end]*weight2);
  end if;
  if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then
    assert(u1 >= grid[2, 1] and u1 <= grid[end, 1] and u2 >= grid[1, 2]
      and u2 <= grid[1, end],
      "an input lies outside of the table, and extrapolation is NoExtrapolation");
  elseif verboseExtrapolation and extrapolation <> Modelica.Blocks.Types.Extrapolation.Periodic then
    assert(u1 >= grid[2, 1] and u1 <= grid[end, 1] and u2 >= grid[1, 2]
      and u2 <= grid[1, end], "an input lies outside of the table: its values are extrapolated",
      AssertionLevel.warning);
  end if;
  annotation(
    Documentation(info = "
The output is interpolated in the table at u1, the rows, and u2, the columns: between four points it is
linear in each of the two, or the value at the row and column before, or cubic in each with slopes that go on
(ContinuousDerivative, Akima's surface). Where an input passes a row or a column is an event. Where one has
left a table of steps that goes on along the last two points, the output is linear in both.

With tableOnFile the table stands in the file fileName, as its matrix tableName."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SI2SO"}, examples = {"Characteristic"}));
end CombiTable2Ds;
