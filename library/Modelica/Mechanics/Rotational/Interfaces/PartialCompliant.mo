within Modelica.Mechanics.Rotational.Interfaces;
partial model PartialCompliant "Has two rotational flanges with a torque tau between them"
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b "Right flange";
  Modelica.Units.SI.Angle phi_rel "Angle flange_b.phi - flange_a.phi";
  Modelica.Units.SI.Torque tau "Torque of the element (= flange_b.tau)";
equation
  phi_rel = flange_b.phi - flange_a.phi;
  flange_b.tau = tau;
  flange_a.tau = -tau;
  annotation(
    Documentation(info = "
The class that extends it says how tau depends on phi_rel = flange_b.phi - flange_a.phi."),
    __elastogap(native = true, bases = {"Modelica.Mechanics.Rotational.Interfaces.PartialTwoFlanges"}));
end PartialCompliant;
