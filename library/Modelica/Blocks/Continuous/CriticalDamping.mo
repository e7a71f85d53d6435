within Modelica.Blocks.Continuous;
block CriticalDamping "Filter of equal lags in a row"
  parameter Integer n(min = 1) = 2 "Order: number of lags" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Frequency f(min = 0, start = 1) "Cut-off frequency";
  parameter Boolean normalized = true
    "true: at f the amplitude has fallen by 3 dB; false: each lag has the frequency f"
    annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Init initType = Modelica.Blocks.Types.Init.NoInit
    "What holds at the start: nothing (the start values are taken as they are), a steady state, the "
    + "state or the output" annotation(Evaluate = true);
  parameter Real x_start[:] = zeros(n) "States at the start" annotation(Evaluate = true);
  parameter Real y_start = 0 "Output at the start";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x[n] "Outputs of the lags";
protected
  parameter Real alpha = if normalized then sqrt(2^(1/n) - 1) else 1.0 "Correction of the frequency";
  parameter Real w = 2*Modelica.Constants.pi*f/alpha "Frequency of each lag";
equation
  for i in 1:n loop
    der(x[i]) = if i == 1 then (u - x[1])*w else (x[i - 1] - x[i])*w;
  end for;
  y = x[n];
initial equation
  if initType == Modelica.Blocks.Types.Init.SteadyState then
    for i in 1:n loop
      der(x[i]) = 0;
    end for;
  elseif initType == Modelica.Blocks.Types.Init.InitialOutput then
    y = y_start;
    for i in 1:n - 1 loop
      der(x[i]) = 0;
    end for;
  else
    for i in 1:n loop
      x[i] = x_start[i];
    end for;
  end if;
  annotation(
    Documentation(info = "
A low-pass filter of order n that does not overshoot: n equal first-order lags."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Filters"}));
end CriticalDamping;
