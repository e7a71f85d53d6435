within Modelica.Blocks.Continuous;
block Der "Derivative of a signal, exact"
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  y = der(u);
  annotation(
    Documentation(info = "
The output is the derivative of the input, without a filter. The input must have one: a signal that
jumps, or the force of a sensor, is refused; Continuous.Derivative takes those."),
    __elastogap(
      physics = "eg_der_block",
      bases = {"Modelica.Blocks.Interfaces.SISO"},
      examples = {"Blocks"}));
end Der;
