within Modelica.Blocks.Tables;
block CombiTable2Dv "The same function of several pairs of signals, given by a table"
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
  parameter Integer n(min = 0) = 1 "Length of the vectors" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u1[n] "First vector of inputs";
  Modelica.Blocks.Interfaces.RealInput u2[n] "Second vector of inputs";
  Modelica.Blocks.Interfaces.RealOutput y[n] "Output signals";
protected
  Modelica.Blocks.Tables.CombiTable2Ds[n] t(each final tableOnFile = tableOnFile,
    each final table = table, each final tableName = tableName, each final fileName = fileName,
    each final delimiter = delimiter, each final nHeaderLines = nHeaderLines,
    each final smoothness = smoothness,
    each final extrapolation = extrapolation, each final verboseExtrapolation = verboseExtrapolation)
    "A table for each pair";
equation
  for i in 1:n loop
    connect(u1[i], t[i].u1);
    connect(u2[i], t[i].u2);
    connect(t[i].y, y[i]);
  end for;
  annotation(
    Documentation(info = "
Output y[i] is interpolated in the table at u1[i] and u2[i], as by CombiTable2Ds."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.MI2MO"}, examples = {"Characteristic"}));
end CombiTable2Dv;
