within Modelica.Blocks.Nonlinear;
/* exp(-T*s) as a quotient of polynomials (H. Pade): the coefficients of s^i are T^i/i! times
 * (n!/(n-i)!) (n+m-i)!/(n+m)!, and (-1)^i the same with m for n. */
block PadeDelay "A delay as a linear system"
  parameter Modelica.Units.SI.Time delayTime(min = 1e-60, start = 1)
    "By how much" annotation(Evaluate = true);
  parameter Integer n(min = 1) = 1 "Order of the denominator" annotation(Evaluate = true);
  parameter Integer m(min = 1) = n "Order of the numerator, n at most" annotation(Evaluate = true);
  parameter Boolean balance = false
    "true: the states are scaled so that all are of one magnitude" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x[n] "States of the controller canonical form, scaled";
protected
  parameter Real a[:] = {product(delayTime*((n - j + 1)/(n + m - j + 1))/j for j in 1:i) for i in n:-1:0}
    "Coefficients of the denominator, the highest power first";
  parameter Real b[:] = {product(-delayTime*((m - j + 1)/(n + m - j + 1))/j for j in 1:i) for
    i in m:-1:0}
    "Coefficients of the numerator, the highest power first";
  parameter Real bb[:] = {if i <= n - m then 0 else b[i - (n - m)] for i in 1:n + 1}
    "b with zeros in front";
  parameter Real d = bb[1]/a[1] "What goes through at once";
  parameter Real s[:] = {if balance then n/delayTime else 1 for i in 1:n}
    "How much faster each state is than the next one is scaled";
  Real sum_a[n] "First terms of the denominator's sum";
  Real sum_y[n] "First terms of the output's sum";
equation
  assert(m <= n, "the order m of the numerator must not exceed n");
  for i in 1:n loop
    sum_a[i] = (if i > 1 then sum_a[i - 1] else 0) + a[i + 1]*x[i]/s[i]^(i - 1);
    sum_y[i] = (if i > 1 then sum_y[i - 1] else 0) + (bb[i + 1] - d*a[i + 1])*x[i]/s[i]^(i - 1);
  end for;
  der(x[1]) = (u - sum_a[n])/a[1];
  for i in 2:n loop
    der(x[i]) = s[i]*x[i - 1];
  end for;
  y = sum_y[n] + d*u;
initial equation
  for i in 1:n loop
    der(x[i]) = 0;
  end for;
  annotation(
    Documentation(info = "
exp(-delayTime*s) approximated by a quotient of polynomials of the orders m and n, of which the series in
s agree up to s^(m + n). It starts in rest. With `balance` the states are scaled by powers of
n/delayTime."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Rating"}));
end PadeDelay;
