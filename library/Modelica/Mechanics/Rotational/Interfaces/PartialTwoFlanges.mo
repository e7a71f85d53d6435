within Modelica.Mechanics.Rotational.Interfaces;
partial model PartialTwoFlanges "Has a left and a right rotational flange"
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b "Right flange";
  annotation(
    Documentation(info = "Nothing is said of how the flanges are related."),
    __elastogap(native = true));
end PartialTwoFlanges;
