within Modelica.Blocks.Continuous;
/* Controller canonical form:
 *
 *     der(x_scaled[1]) = (a_end*u - a[2]*x_scaled[1] - ... - a[na]*x_scaled[nx])/a[1]
 *     der(x_scaled[i]) = x_scaled[i-1]
 *     y = ((b[2] - d*a[2])*x_scaled[1] + ...)/a_end + d*u,  d = b[1]/a[1]
 *
 * with b as long as a (zeros in front). a_end = a[na], which makes x_scaled[nx] = u in rest; x =
 * x_scaled/a_end are the states of the form as textbooks have it. Sums are built term by term: sum_a[i],
 * sum_b[i] hold the first i terms. */
block TransferFunction "Linear transfer function of any order"
  parameter Real b[:] = {1}
    "Coefficients of the numerator, the highest power first: 2*s + 3 is {2, 3}"
    annotation(Evaluate = true);
  parameter Real a[:] = {1}
    "Coefficients of the denominator, the highest power first" annotation(Evaluate = true);
  parameter Modelica.Blocks.Types.Init initType = Modelica.Blocks.Types.Init.NoInit
    "What holds at the start: nothing (the start values are taken as they are), a steady state, the "
    + "state or the output" annotation(Evaluate = true);
  parameter Real x_start[:] = zeros(size(a, 1) - 1) "States at the start" annotation(Evaluate = true);
  parameter Real y_start = 0 "Output at the start";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Real x[nx] "States of the controller canonical form";
protected
  parameter Integer na = size(a, 1) "Length of a";
  parameter Integer nb = size(b, 1) "Length of b";
  parameter Integer nx = size(a, 1) - 1 "Number of states";
  parameter Real bb[:] = {if i <= na - nb then 0 else b[i - (na - nb)] for i in 1:na}
    "b with zeros in front, as long as a";
  parameter Real d = bb[1]/a[1] "What goes through at once";
  parameter Real a_end = if a[na] > 100*Modelica.Constants.eps*sqrt(a*a) then a[na] else 1.0
    "Scale of the states";
  Real x_scaled[nx] "The same, scaled";
  Real sum_a[nx] "First terms of the denominator's sum";
  Real sum_b[nx] "First terms of the output's sum";
equation
  assert(nb <= na, "the numerator b must be no longer than the denominator a");
  for i in 1:nx loop
    sum_a[i] = (if i > 1 then sum_a[i - 1] else 0) + a[i + 1]*x_scaled[i];
    sum_b[i] = (if i > 1 then sum_b[i - 1] else 0) + (bb[i + 1] - d*a[i + 1])*x_scaled[i];
    der(x_scaled[i]) = if i == 1 then (a_end*u - sum_a[nx])/a[1] else x_scaled[i - 1];
    x[i] = x_scaled[i]/a_end;
  end for;
  y = (if nx > 0 then sum_b[nx]/a_end else 0) + d*u;
initial equation
  if initType == Modelica.Blocks.Types.Init.SteadyState then
    for i in 1:nx loop
      der(x_scaled[i]) = 0;
    end for;
  elseif initType == Modelica.Blocks.Types.Init.InitialOutput then
    if nx > 0 then
      y = y_start;
    end if;
    for i in 2:nx loop
      der(x_scaled[i]) = 0;
    end for;
  else
    for i in 1:nx loop
      x_scaled[i] = x_start[i]*a_end;
    end for;
  end if;
  annotation(
    Documentation(info = "
y is u times the quotient of two polynomials of s, the numerator of no higher order than the denominator.
The states stand in controller canonical form, scaled so that the last one equals the input in rest."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SISO"}, examples = {"Filters"}));
end TransferFunction;
