within Modelica.Blocks.Routing;
block Extractor "One signal of a vector, chosen by an Integer signal"
  parameter Integer nin(min = 1) = 1 "Number of inputs" annotation(Evaluate = true);
  parameter Boolean allowOutOfRange = false
    "true: an index below 1 or above nin gives outOfRangeValue; false: it ends the run"
    annotation(Evaluate = true);
  parameter Real outOfRangeValue = 10000000000 "Output for an index out of range";
  Modelica.Blocks.Interfaces.RealInput u[nin] "Input signals";
  Modelica.Blocks.Interfaces.IntegerInput index "Which of them, from 1";
  Modelica.Blocks.Interfaces.RealOutput y "Input number index";
protected
  Real k[nin + 1] "What the first inputs come to";
equation
  k[1] = outOfRangeValue;
  for i in 1:nin loop
    k[i + 1] = if index == i then u[i] else k[i];
  end for;
  assert(allowOutOfRange or index >= 1 and index <= nin,
    "the index is out of range: there is no such input");
  y = k[nin + 1];
  annotation(
    Documentation(info = "
The output is the input whose number, from 1 to nin, is the index; that the index changes is an event."),
    __elastogap(examples = {"Routes"}));
end Extractor;
