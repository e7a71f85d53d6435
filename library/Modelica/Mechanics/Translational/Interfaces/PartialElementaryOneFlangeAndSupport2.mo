within Modelica.Mechanics.Translational.Interfaces;
partial model PartialElementaryOneFlangeAndSupport2
  "Has a flange and a support, or stands on the ground"
  parameter Boolean useSupport = false
    "true: the reaction acts on the flange `support`; false: on the ground" annotation(Evaluate = true);
  Modelica.Mechanics.Translational.Interfaces.Flange_b flange "Flange that is pushed or moved";
  Modelica.Mechanics.Translational.Interfaces.Support support if useSupport
    "What the source stands on: support.f = -flange.f";
  Modelica.Units.SI.Length s "Distance from the support to the flange";
protected
  Modelica.Units.SI.Length s_support
    "Position of the support; 0 when it is the ground" annotation(__elastogap(follows = true));
equation
  s = flange.s - s_support;
  if useSupport then
    s_support = support.s;
  else
    s_support = 0;
  end if;
  if useSupport then
    support.f = -flange.f;
  end if;
  annotation(
    Documentation(info = "
s is the position of the flange relative to the support. With useSupport = false there is no connector
`support`, and the ground takes the reaction."),
    __elastogap(native = true));
end PartialElementaryOneFlangeAndSupport2;
