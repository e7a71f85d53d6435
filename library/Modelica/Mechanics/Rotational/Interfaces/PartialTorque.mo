within Modelica.Mechanics.Rotational.Interfaces;
partial model PartialTorque "Has a flange that a torque acts on, and its support"
  parameter Boolean useSupport = false
    "true: the reaction acts on the flange `support`; false: on the ground" annotation(Evaluate = true);
  Modelica.Mechanics.Rotational.Interfaces.Flange_b flange "Flange that is turned";
  Modelica.Mechanics.Rotational.Interfaces.Support support if useSupport
    "What the source stands on: support.tau = -flange.tau";
  Modelica.Units.SI.Angle phi "Angle from the support to the flange";
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
    support.tau = -flange.tau;
  end if;
  phi = flange.phi - phi_support;
  annotation(
    Documentation(info = "phi is the angle of the flange relative to the support."),
    __elastogap(
      native = true,
      bases = {"Modelica.Mechanics.Rotational.Interfaces.PartialElementaryOneFlangeAndSupport2"}));
end PartialTorque;
