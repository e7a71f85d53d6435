within Modelica.Blocks.Tables;
/* A row of CombiTable1Ds with one column each does the work. */
block CombiTable1Dv "Functions of one signal each, given by a table"
  parameter Boolean tableOnFile = false "true: the table stands in a file" annotation(Evaluate = true);
  parameter Real table[:, :] = fill(0.0, 0, 2)
    "x, not falling, and the values there in further columns; two rows of one x are a jump"
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
  parameter Integer columns[:] = if tableOnFile then {2} else 2:size(table, 2)
    "Output i is column columns[i] of the table at u[i]" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments
    "Interpolation: lines, steps (the value of the row before), or cubics" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Extrapolation extrapolation =
    Modelica.Blocks.Types.Extrapolation.LastTwoPoints
    "Beyond the ends: HoldLastPoint, LastTwoPoints (the line goes on), Periodic, or NoExtrapolation:"
    + " the run ends with an error" annotation(Evaluate = true);
  parameter Boolean verboseExtrapolation = false
    "true: a warning tells when an input leaves the table" annotation(Evaluate = true);
  parameter Integer n = size(columns, 1) "Number of inputs and of outputs";
  Modelica.Blocks.Interfaces.RealInput u[n] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y[n] "Output signals";
protected
  Modelica.Blocks.Tables.CombiTable1Ds[n] t(each final tableOnFile = tableOnFile,
    each final tableName = tableName, each final fileName = fileName, each final delimiter = delimiter,
    each final nHeaderLines = nHeaderLines, each final table = table, each final smoothness = smoothness,
    each final extrapolation = extrapolation, each final verboseExtrapolation = verboseExtrapolation,
    final columns = {{columns[i]} for i in 1:n}) "A table for each signal";
equation
  for i in 1:n loop
    connect(u[i], t[i].u);
    connect(t[i].y[1], y[i]);
  end for;
  annotation(
    Documentation(info = "
Output y[i] is interpolated at u[i] in the column columns[i] of the table, as by CombiTable1Ds.

With tableOnFile the table stands in the file fileName, as its matrix tableName. A text file begins with
a line #1; then follow \"double tab1(6,2)\" and the numbers of 6 rows of 2 columns, and further tables; #
begins a comment. A file .csv has a row in every line, behind nHeaderLines lines; a file .mat a matrix of
that name. Which columns become outputs `columns` says, and without it the second one alone."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.MIMOs"}, examples = {"Replay"}));
end CombiTable1Dv;
