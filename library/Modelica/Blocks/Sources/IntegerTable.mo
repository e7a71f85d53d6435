within Modelica.Blocks.Sources;
/* A CombiTimeTable with steps does the work; its values are whole numbers. */
block IntegerTable "Integer signal that changes at given times"
  parameter Real table[:, 2]
    "Times, rising, and the value from each of them on, a whole number" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Extrapolation extrapolation =
    Modelica.Blocks.Types.Extrapolation.HoldLastPoint
    "Beyond the ends: HoldLastPoint, Periodic, or NoExtrapolation: the run ends with an error"
    annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = -Modelica.Constants.inf "Until then the output is 0";
  parameter Modelica.Units.SI.Time shiftTime = 0 "Time 0 of the table";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
protected
  parameter Integer n = size(table, 1) "How many times";
public
  Modelica.Blocks.Sources.CombiTimeTable combiTimeTable(final table = if n > 0 then table
    else [0, 0], final smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments,
    final columns = {2}, final extrapolation = extrapolation, final startTime = startTime,
    final shiftTime = shiftTime) "The steps";
  Modelica.Blocks.Math.RealToInteger realToInteger "Of its steps";
equation
  assert(n > 0, "the table is empty: give table = [0, 1; 2, 5]");
  assert(extrapolation <> Modelica.Blocks.Types.Extrapolation.LastTwoPoints,
    "steps have no last two points to go on through: take HoldLastPoint or Periodic");
  for i in 1:n loop
    assert(rem(table[i, 2], 1) == 0, "the second column of the table must hold whole numbers");
  end for;
  for i in 2:n loop
    assert(table[i, 1] > table[i - 1, 1], "the times of the table must rise");
  end for;
  connect(combiTimeTable.y[1], realToInteger.u);
  y = realToInteger.y;
  annotation(
    Documentation(info = "
From each time of the table on the output is the number beside it; the times must rise."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.IntegerSO"}, examples = {"Sequencer"}));
end IntegerTable;
