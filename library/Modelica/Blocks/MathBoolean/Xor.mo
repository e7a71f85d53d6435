within Modelica.Blocks.MathBoolean;
/* Inputs are taken one by one: k[i + 1] is what the first i of them come to. */
block Xor "Is exactly one input true?"
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.BooleanInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.BooleanOutput y "Output signal";
protected
  Integer k[nu + 1] "How many of the first inputs are true";
equation
  k[1] = 0;
  for i in 1:nu loop
    k[i + 1] = k[i] + (if u[i] then 1 else 0);
  end for;
  y = k[nu + 1] == 1;
  annotation(
    Documentation(info = "True while one input is true and all others are false."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.PartialBooleanMISO"}, examples = {"Sequencer"}));
end Xor;
