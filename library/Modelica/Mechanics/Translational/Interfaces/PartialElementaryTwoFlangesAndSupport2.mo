within Modelica.Mechanics.Translational.Interfaces;
partial model PartialElementaryTwoFlangesAndSupport2 "Has two flanges and stands on a support"
  parameter Boolean useSupport = false
    "true: the reaction acts on the flange `support`; false: on the ground" annotation(Evaluate = true);
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b "Right flange";
  Modelica.Mechanics.Translational.Interfaces.Support support if useSupport
    "What the component stands on";
  Modelica.Units.SI.Length s_a "Distance from the support to flange_a";
  Modelica.Units.SI.Length s_b "Distance from the support to flange_b";
protected
  Modelica.Units.SI.Length s_support
    "Position of the support; 0 when it is the ground" annotation(__elastogap(follows = true));
equation
  s_a = flange_a.s - s_support;
  s_b = flange_b.s - s_support;
  if useSupport then
    s_support = support.s;
  else
    s_support = 0;
  end if;
  if useSupport then
    support.f = -flange_a.f - flange_b.f;
  end if;
  annotation(
    Documentation(info = "
All forces balance: what enters at the flanges leaves at the support, or into the ground."),
    __elastogap(
      native = true,
      bases = {"Modelica.Mechanics.Translational.Interfaces.PartialTwoFlanges"}));
end PartialElementaryTwoFlangesAndSupport2;
