within Modelica.Mechanics.Translational.Interfaces;
partial model PartialCompliant "Has two flanges with a force f between them"
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b "Right flange";
  Modelica.Units.SI.Position s_rel "Distance flange_b.s - flange_a.s";
  Modelica.Units.SI.Force f "Force of the element (= flange_b.f): tension is positive";
equation
  s_rel = flange_b.s - flange_a.s;
  flange_b.f = f;
  flange_a.f = -f;
  annotation(
    Documentation(info = "
f pulls the flanges together when positive; the class that extends it says how it depends on s_rel =
flange_b.s - flange_a.s."),
    __elastogap(
      native = true,
      bases = {"Modelica.Mechanics.Translational.Interfaces.PartialTwoFlanges"}));
end PartialCompliant;
