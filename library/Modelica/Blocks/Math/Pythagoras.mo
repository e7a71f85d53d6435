within Modelica.Blocks.Math;
block Pythagoras "Third side of a right triangle"
  parameter Boolean u1IsHypotenuse = false
    "true: u1 is the hypotenuse and y a leg" annotation(Evaluate = true);
  Modelica.Blocks.Interfaces.RealInput u1 "First input";
  Modelica.Blocks.Interfaces.RealInput u2 "Second input";
  Modelica.Blocks.Interfaces.RealOutput y "Output signal";
  Modelica.Blocks.Interfaces.BooleanOutput valid "There is such a triangle";
protected
  Real y2 "Square of the output";
equation
  y2 = if u1IsHypotenuse then u1^2 - u2^2 else u1^2 + u2^2;
  valid = not u1IsHypotenuse or y2 >= 0;
  y = if noEvent(y2 > 0) then sqrt(y2) else 0;
  annotation(
    Documentation(info = "
y = sqrt(u1^2 + u2^2), or with u1IsHypotenuse sqrt(u1^2 - u2^2), 0 and not valid where that is no number."),
    __elastogap(bases = {"Modelica.Blocks.Interfaces.SI2SO"}, examples = {"Rating"}));
end Pythagoras;
