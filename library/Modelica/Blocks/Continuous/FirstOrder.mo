within Modelica.Blocks.Continuous;
block FirstOrder "First-order low-pass"
  parameter Real k = 1 "Gain";
  parameter Modelica.Units.SI.Time T(min = 2.2250738585072014e-308, start = 1) "Time constant";
  parameter Modelica.Blocks.Types.Init initType = Modelica.Blocks.Types.Init.NoInit
    "What holds at the start: nothing (the start values are taken as they are), a steady state, the "
    + "state or the output" annotation(Evaluate = true);
  parameter Real y_start = 0 "Output at the start";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  der(y) = (k*u - y)/T;
initial equation
  if initType == Modelica.Blocks.Types.Init.SteadyState then
    der(y) = 0;
  else
    y = y_start;
  end if;
  annotation(
    Documentation(info = "
The output follows k times the input with the time constant T, beginning at y_start or, with initType =
SteadyState, where it would stay."),
    __elastogap(
      physics = "eg_first_order_block",
      bases = {"Modelica.Blocks.Interfaces.SISO"},
      examples = {"Blocks"}));
end FirstOrder;
