within Modelica.Mechanics.Rotational.Interfaces;
partial model PartialRelativeSensor "Measures between two rotational flanges"
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b "Right flange";
equation
  0 = flange_a.tau + flange_b.tau;
  annotation(
    Documentation(info = "What enters at one flange leaves at the other."),
    __elastogap(native = true));
end PartialRelativeSensor;
