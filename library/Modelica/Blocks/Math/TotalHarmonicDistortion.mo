within Modelica.Blocks.Math;
block TotalHarmonicDistortion "How far a signal is from a sine"
  parameter Modelica.Units.SI.Frequency f(min = 1e-60, start = 1) "How many periods a second has";
  parameter Boolean useFirstHarmonic = true
    "true: relative to the first harmonic; false: to the whole signal" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Modelica.Blocks.Interfaces.BooleanOutput valid "There is something to be relative to";
protected
  Real rest "Mean square of the rest";
  Modelica.Blocks.Math.Harmonic harmonic(final f = f, final k = 1) "The first harmonic";
  Modelica.Blocks.Math.RootMeanSquare rms(final f = f) "Of the whole signal";
equation
  connect(u, harmonic.u);
  connect(u, rms.u);
  valid = (if useFirstHarmonic then harmonic.y_rms else rms.y) > Modelica.Constants.eps;
  rest = rms.y^2 - harmonic.y_rms^2;
  y = if valid then (if noEvent(rest > 0) then sqrt(rest)
    else 0)/(if useFirstHarmonic then harmonic.y_rms else rms.y) else 0;
  annotation(
    Documentation(info = "
The root mean square of all that is not the first harmonic, over that of the first harmonic or of the
whole signal, over the last whole period; 0 and not valid where that is 0."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end TotalHarmonicDistortion;
