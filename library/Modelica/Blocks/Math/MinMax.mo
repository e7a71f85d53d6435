within Modelica.Blocks.Math;
block MinMax "The largest and the smallest of any number of signals"
  parameter Integer nu(min = 0) = 0 "Number of inputs" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u[nu] "Input signals";
  Modelica.Blocks.Interfaces.RealOutput yMax "The largest of them";
  Modelica.Blocks.Interfaces.RealOutput yMin "The smallest of them";
protected
  Real largest[nu] "The largest of the first inputs";
  Real smallest[nu] "The smallest of the first inputs";
equation
  for i in 1:nu loop
    largest[i] = if i > 1 then max(largest[i - 1], u[i]) else u[1];
    smallest[i] = if i > 1 then min(smallest[i - 1], u[i]) else u[1];
  end for;
  yMax = if nu > 0 then largest[nu] else -Modelica.Constants.inf;
  yMin = if nu > 0 then smallest[nu] else Modelica.Constants.inf;
  annotation(
    Documentation(info = "
Where another input takes over is an event. Without inputs yMax is the smallest number and yMin the
largest."),
    __elastogap(examples = {"Filters"}));
end MinMax;
