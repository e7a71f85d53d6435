within Modelica.Blocks.MathInteger;
/* chosen[i + 1]: what the last inputs from i on choose. */
block MultiSwitch "The expression of the first true input"
  parameter Integer y_default = 0 "The output while no input is true, or at the start";
  parameter Boolean use_pre_as_default = true
    "true: the output stays what it was while no input is true; false: it is y_default"
    annotation(Evaluate = true);
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.BooleanInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.IntegerOutput y "Output signal";
  input Integer expr[nu] = fill(0, nu) "What the output is while input i is the first true one";
protected
  Integer firstActiveIndex "The first input that is true; 0: none";
  Integer k[nu + 1] "The first true one among the last inputs";
  Integer chosen[nu + 1] "What the last inputs choose";
equation
  k[nu + 1] = 0;
  for i in 1:nu loop
    k[i] = if u[i] then i else k[i + 1];
  end for;
  firstActiveIndex = k[1];
  chosen[nu + 1] = if use_pre_as_default then pre(y) else y_default;
  for i in 1:nu loop
    chosen[i] = if u[i] then expr[i] else chosen[i + 1];
  end for;
initial equation
  pre(y) = y_default;
equation
  y = chosen[1];
  annotation(
    Documentation(info = "
While an input is true the output is expr[i], i the first that is; a modifier gives the expressions, expr
= {x, y}. While none is true the output stays, or is y_default."),
    __elastogap(examples = {"Sequencer"}));
end MultiSwitch;
