within Modelica.Mechanics.Rotational.Interfaces;
partial model PartialAbsoluteSensor "Measures at one rotational flange without disturbing it"
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange "Flange whose motion is measured";
equation
  0 = flange.tau;
  annotation(
    Documentation(info = "The flange takes no torque."),
    __elastogap(native = true));
end PartialAbsoluteSensor;
