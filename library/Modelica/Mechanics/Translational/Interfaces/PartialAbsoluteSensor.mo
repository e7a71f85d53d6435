within Modelica.Mechanics.Translational.Interfaces;
partial model PartialAbsoluteSensor "Measures at one flange without disturbing it"
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange "Flange whose motion is measured";
equation
  0 = flange.f;
  annotation(
    Documentation(info = "The flange takes no force."),
    __elastogap(native = true));
end PartialAbsoluteSensor;
