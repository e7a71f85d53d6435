within Modelica.Mechanics.Translational.Interfaces;
partial model PartialRelativeSensor "Measures between two flanges"
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b "Right flange";
equation
  0 = flange_a.f + flange_b.f;
  annotation(
    Documentation(info = "What enters at one flange leaves at the other."),
    __elastogap(
      native = true,
      bases = {"Modelica.Mechanics.Translational.Interfaces.PartialTwoFlanges"}));
end PartialRelativeSensor;
