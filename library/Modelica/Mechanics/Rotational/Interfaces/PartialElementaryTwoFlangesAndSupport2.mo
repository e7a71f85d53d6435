within Modelica.Mechanics.Rotational.Interfaces;
partial model PartialElementaryTwoFlangesAndSupport2
  "Has two rotational flanges and a support, or stands on the ground"
  parameter Boolean useSupport = false
    "true: the reaction acts on the flange `support`; false: on the ground" annotation(Evaluate = true);
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange_a "Left flange";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b flange_b "Right flange";
  Modelica.Mechanics.Rotational.Interfaces.Support support if useSupport
    "Takes the sum of the torques of both flanges";
protected
  Modelica.Units.SI.Angle phi_support
    "Angle of the support; 0 when it is the ground" annotation(__elastogap(follows = true));
equation
  if useSupport then
    phi_support = support.phi;
  else
    phi_support = 0;
  end if;
  if useSupport then
    support.tau = -flange_a.tau - flange_b.tau;
  end if;
  annotation(
    Documentation(info = "
With useSupport = false there is no connector `support`, and the ground takes the reaction."),
    __elastogap(native = true, bases = {"Modelica.Mechanics.Rotational.Interfaces.PartialTwoFlanges"}));
end PartialElementaryTwoFlangesAndSupport2;
