within Modelica.Blocks.Continuous;
block LowpassButterworth "Butterworth filter of any order"
  parameter Integer n(min = 1) = 2 "Order: number of poles" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Frequency f(min = 0, start = 1) "Cut-off frequency";
  parameter Modelica.Blocks.Types.Init initType = Modelica.Blocks.Types.Init.NoInit
    "What holds at the start: nothing (the start values are taken as they are), a steady state, the "
    + "state or the output" annotation(Evaluate = true);
  parameter Real x1_start[:] = zeros(m) "Outputs of the pairs at the start" annotation(Evaluate = true);
  parameter Real x2_start[:] = zeros(m) "Their rates at the start" annotation(Evaluate = true);
  parameter Real xr_start = 0 "State of the lag at the start, where n is odd";
  parameter Real y_start = 0 "Output at the start";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x1[m] "Outputs of the pairs";
  Real x2[m] "Their rates";
  Real xr "State of the lag, where n is odd";
protected
  parameter Integer m = div(n, 2) "Number of pairs";
  parameter Boolean evenOrder = 2*m == n "There is no single pole";
  parameter Real w = 2*Modelica.Constants.pi*f "Cut-off frequency as an angular one";
  parameter Real angle = Modelica.Constants.pi/(2*n) "Half of the angle from pole to pole";
  parameter Real polereal[:] = {cos(angle*(n + 2*i - 1)) for i in 1:m}
    "Real parts of the poles of the prototype";
  parameter Real poleimag[:] = {sin(angle*(n + 2*i - 1)) for i in 1:m}
    "Imaginary parts of the poles of the prototype";
  parameter Real w0[:] = {(polereal[i]^2 + poleimag[i]^2)*w for i in 1:m} "Frequencies of the pairs";
  parameter Real D[:] = {-polereal[i]*w/w0[i] for i in 1:m} "Dampings of the pairs";
  Real z[m + 1] "What goes into the pairs, and out of the last one";
equation
  z[1] = u;
  for i in 1:m loop
    der(x1[i]) = x2[i];
    der(x2[i]) = w0[i]^2*z[i] - 2*D[i]*w0[i]*x2[i] - w0[i]^2*x1[i];
    z[i + 1] = x1[i];
  end for;
  if evenOrder then
    xr = 0;
    y = z[m + 1];
  else
    der(xr) = (z[m + 1] - xr)*w;
    y = xr;
  end if;
initial equation
  if initType == Modelica.Blocks.Types.Init.SteadyState then
    for i in 1:m loop
      der(x1[i]) = 0;
      der(x2[i]) = 0;
    end for;
    if not evenOrder then
      der(xr) = 0;
    end if;
  elseif initType == Modelica.Blocks.Types.Init.InitialOutput then
    y = y_start;
    for i in 1:m loop
      der(x1[i]) = 0;
    end for;
    for i in 1:(if evenOrder then m - 1 else m) loop
      der(x2[i]) = 0;
    end for;
  else
    for i in 1:m loop
      x1[i] = x1_start[i];
      x2[i] = x2_start[i];
    end for;
    if not evenOrder then
      xr = xr_start;
    end if;
  end if;
  annotation(
    Documentation(info = "
A low-pass filter whose amplitude is as flat as can be below f, where it has fallen by 3 dB: pairs of
poles in a row and, where n is odd, a first-order lag behind them."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Filters"}));
end LowpassButterworth;
