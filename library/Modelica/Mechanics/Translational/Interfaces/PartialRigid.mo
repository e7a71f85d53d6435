within Modelica.Mechanics.Translational.Interfaces;
partial model PartialRigid "Has two flanges at a fixed distance L"
  parameter Modelica.Units.SI.Length L(start = 0) "Length: flange_b.s - flange_a.s";
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b "Right flange";
  Modelica.Units.SI.Position s "Position of the middle between the flanges";
equation
  flange_a.s = s - L/2;
  flange_b.s = s + L/2;
  annotation(
    Documentation(info = "
s is the position of the middle. The balance of forces is left to the class that extends it."),
    __elastogap(
      native = true,
      bases = {"Modelica.Mechanics.Translational.Interfaces.PartialTwoFlanges"}));
end PartialRigid;
