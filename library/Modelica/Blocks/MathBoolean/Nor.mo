within Modelica.Blocks.MathBoolean;
/* Inputs are taken one by one: k[i + 1] is what the first i of them come to. */
block Nor "Are all inputs false?"
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.BooleanInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
protected
  Boolean k[nu + 1] "What the first inputs come to";
equation
  k[1] = false;
  for i in 1:nu loop
    k[i + 1] = k[i] or u[i];
  end for;
  y = not k[nu + 1];
  annotation(
    Documentation(info = "True while no input is true: the opposite of Or."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.PartialBooleanMISO"}, examples = {"Sequencer"}));
end Nor;
