within Modelica.Mechanics.Rotational.Interfaces;
partial model PartialCompliantWithRelativeStates
  "Has two rotational flanges with a torque that may depend on phi_rel and w_rel"
  parameter StateSelect stateSelect = StateSelect.prefer
    "How much phi_rel and w_rel want to be states" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Angle phi_nominal(min = 0) = 0.0001
    "Magnitude of phi_rel that matters: where given, accuracy is not asked below it";
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b "Right flange";
  Modelica.Units.SI.Angle phi_rel "Angle flange_b.phi - flange_a.phi";
  Modelica.Units.SI.AngularVelocity w_rel "Rate of phi_rel";
  Modelica.Units.SI.AngularAcceleration a_rel "Rate of w_rel";
  Modelica.Units.SI.Torque tau "Torque of the element (= flange_b.tau)";
equation
  phi_rel = flange_b.phi - flange_a.phi;
  w_rel = der(phi_rel);
  a_rel = der(w_rel);
  flange_b.tau = tau;
  flange_a.tau = -tau;
  annotation(
    Documentation(info = "
As PartialCompliant, with w_rel and a_rel; phi_rel and w_rel would like to be states."),
    __elastogap(native = true, bases = {"Modelica.Mechanics.Rotational.Interfaces.PartialTwoFlanges"}));
end PartialCompliantWithRelativeStates;
