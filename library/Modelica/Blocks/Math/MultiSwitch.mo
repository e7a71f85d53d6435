within Modelica.Blocks.Math;
/* chosen[i + 1]: what the last inputs from i on choose. */
block MultiSwitch "The expression of the first true input"
  parameter Real y_default = 0 "The output while no input is true";
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  parameter Integer precision(min = 0) = 3
    "Digits of the number that the icon shows" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.BooleanInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  input Real expr[nu] = fill(0.0, nu) "What the output is while input i is the first true one";
protected
  Integer firstActiveIndex "The first input that is true; 0: none";
  Integer k[nu + 1] "The first true one among the last inputs";
  Real chosen[nu + 1] "What the last inputs choose";
equation
  k[nu + 1] = 0;
  for i in 1:nu loop
    k[i] = if u[i] then i else k[i + 1];
  end for;
  firstActiveIndex = k[1];
  chosen[nu + 1] = y_default;
  for i in 1:nu loop
    chosen[i] = if u[i] then expr[i] else chosen[i + 1];
  end for;
  y = chosen[1];
  annotation(
    Documentation(info = "
While an input is true the output is expr[i], i the first that is; a modifier gives the expressions, expr
= {x, y}. While none is true the output is y_default."),
    __elastogap(examples = {"Sequencer"}));
end MultiSwitch;
