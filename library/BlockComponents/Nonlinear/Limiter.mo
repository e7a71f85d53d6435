within BlockComponents.Nonlinear;
block Limiter "Signal held between two bounds (Dyad)"
  parameter Real y_max "Largest output";
  parameter Real y_min = -y_max "Smallest output";
  Modelica.Blocks.Interfaces.RealInput u "Input signal";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
equation
  assert(y_min <= y_max, "y_min must be no more than y_max");
  y = if u > y_max then y_max elseif u < y_min then y_min else u;
  annotation(
    Documentation(info = "
The output is u, but no more than y_max and no less than y_min. Where it meets a bound is an event."),
    __elastogap(shortName = "BlockComponents.Limiter", examples = {"BlocksDyad"}));
end Limiter;
