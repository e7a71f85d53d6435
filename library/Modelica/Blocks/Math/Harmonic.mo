within Modelica.Blocks.Math;
block Harmonic "A harmonic of a periodic signal"
  parameter Modelica.Units.SI.Frequency f(min = 1e-60, start = 50) "How many periods a second has";
  parameter Integer k(start = 1)
    "Which harmonic: so many waves a period has" annotation(Evaluate = true);
  parameter Boolean useConjugateComplex = false
    "true: the angle with the other sign" annotation(Evaluate = true);
  parameter Real x0Cos = 0 "The integral with the cosine at the start";
  parameter Real x0Sin = 0 "The integral with the sine at the start";
  parameter Real y0Cos = 0 "Cosine part until the first period ends";
  parameter Real y0Sin = 0 "Sine part until the first period ends";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y_rms "Root mean square of the harmonic";
  Modelica.Blocks.Interfaces.RealOutput y_arg(unit = "rad") "Its angle";
protected
  Modelica.Blocks.Math.Mean mean1(final f = f, final x0 = x0Cos, final y0 = y0Cos) "Mean over a period";
  Modelica.Blocks.Math.Mean mean2(final f = f, final x0 = x0Sin, final y0 = y0Sin) "Mean over a period";
  Modelica.Blocks.Sources.Cosine sin1(final amplitude = sqrt(2), final f = k*f, final phase = 0)
    "Cosine of the harmonic";
  Modelica.Blocks.Sources.Sine sin2(final amplitude = sqrt(2), final f = k*f, final phase = 0)
    "Sine of the harmonic";
  Modelica.Blocks.Math.Product product1 "With the cosine";
  Modelica.Blocks.Math.Product product2 "With the sine";
equation
  connect(sin1.y, product1.u1);
  connect(u, product1.u2);
  connect(u, product2.u1);
  connect(sin2.y, product2.u2);
  connect(product1.y, mean1.u);
  connect(product2.y, mean2.u);
  y_rms = (if noEvent((mean1.y^2 + mean2.y^2) > 0) then sqrt((mean1.y^2 + mean2.y^2)) else 0);
  y_arg = (if useConjugateComplex then -1 else 1)*(if
    noEvent(abs(mean2.y) + abs(mean1.y) > 0) then atan2(mean2.y, mean1.y) else 0);
  annotation(
    Documentation(info = "
Over each period 1/f the input is weighted with the cosine and the sine of 2*pi*k*f*time; the outputs are
length and angle of the two means over the last whole period."),
    __elastogap(examples = {"Rating"}));
end Harmonic;
