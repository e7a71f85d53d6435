within Modelica.Blocks.Sources;
/* A CombiTimeTable with steps does the work; its values are whole numbers. */
block BooleanTable "Boolean signal that changes at given times"
  parameter Real table[:] = {0, 1}
    "Times, rising, at which the output changes" annotation(Evaluate = true);
  parameter Boolean startValue = false "Output before the first change" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Extrapolation extrapolation =
    Modelica.Blocks.Types.Extrapolation.HoldLastPoint
    "Beyond the ends: HoldLastPoint, Periodic, or NoExtrapolation: the run ends with an error"
    annotation(Evaluate = true);
  parameter Modelica.Units.SI.Time startTime = -Modelica.Constants.inf "Until then the output is false";
  parameter Modelica.Units.SI.Time shiftTime = 0 "Time 0 of the table";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
protected
  parameter Integer n = size(table, 1) "How many times";
public
  Modelica.Blocks.Sources.CombiTimeTable combiTimeTable(final
    table = if n > 0 then cat(1, [table[1], if startValue then 1 else 0],
    [table, {mod(if startValue then i + 1 else i, 2) for i in 1:n}])
    else [0, if startValue then 1 else 0], final smoothness =
    Modelica.Blocks.Types.Smoothness.ConstantSegments, final columns = {2},
    final extrapolation = extrapolation, final startTime = startTime, final shiftTime = shiftTime)
    "The steps";
  Modelica.Blocks.Math.RealToBoolean realToBoolean "Of its steps";
equation
  assert(extrapolation <> Modelica.Blocks.Types.Extrapolation.LastTwoPoints,
    "steps have no last two points to go on through: take HoldLastPoint or Periodic");
  for i in 2:n loop
    assert(table[i] > table[i - 1], "the times of the table must rise");
  end for;
  connect(combiTimeTable.y[1], realToBoolean.u);
  y = realToBoolean.y;
  annotation(
    Documentation(info = "
The output begins with startValue and changes at every time of the table, which must rise."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.partialBooleanSO"}, examples = {"Sequencer"}));
end BooleanTable;
