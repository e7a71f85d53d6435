within Modelica.Blocks.Math;
block IntegerToReal "Real signal of an Integer one"
  Modelica.Blocks.Interfaces.IntegerInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = u;
  annotation(
    Documentation(info = "The output is the input; it jumps at events."),
    __elastogap(examples = {"LogicNetwork"}));
end IntegerToReal;
