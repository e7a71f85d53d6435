within Modelica.Mechanics.Translational.Interfaces;
partial model PartialCompliantWithRelativeStates
  "Has two flanges with a force f that may depend on s_rel and v_rel"
  parameter StateSelect stateSelect = StateSelect.prefer
    "How much s_rel and v_rel want to be states" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Distance s_nominal(min = 0) = 0.0001
    "Magnitude of s_rel that matters: where given, accuracy is not asked below it";
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b "Right flange";
  Modelica.Units.SI.Position s_rel "Distance flange_b.s - flange_a.s";
  Modelica.Units.SI.Velocity v_rel "Rate of s_rel";
  Modelica.Units.SI.Force f "Force of the element (= flange_b.f): tension is positive";
equation
  s_rel = flange_b.s - flange_a.s;
  v_rel = der(s_rel);
  flange_b.f = f;
  flange_a.f = -f;
  annotation(
    Documentation(info = "
As PartialCompliant, with v_rel = der(s_rel); s_rel and v_rel would like to be states."),
    __elastogap(
      native = true,
      bases = {"Modelica.Mechanics.Translational.Interfaces.PartialTwoFlanges"}));
end PartialCompliantWithRelativeStates;
