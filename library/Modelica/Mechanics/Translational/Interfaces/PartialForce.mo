within Modelica.Mechanics.Translational.Interfaces;
partial model PartialForce "Has a flange that a force acts on, and its support"
  parameter Boolean useSupport = false
    "true: the reaction acts on the flange `support`; false: on the ground" annotation(Evaluate = true);
  Modelica.Mechanics.Translational.Interfaces.Flange_b flange "Flange that is pushed or moved";
  Modelica.Mechanics.Translational.Interfaces.Support support if useSupport
    "What the source stands on: support.f = -flange.f";
  Modelica.Units.SI.Length s "Distance from the support to the flange";
protected
  Modelica.Units.SI.Length s_support
    "Position of the support; 0 when it is the ground" annotation(__elastogap(follows = true));
public
  Modelica.Units.SI.Force f "Force of the flange (= flange.f)";
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
  f = flange.f;
  annotation(
    Documentation(info = "
f is the force of the flange, f = flange.f: the component pushes what is connected with -f."),
    __elastogap(
      native = true,
      bases = {"Modelica.Mechanics.Translational.Interfaces.PartialElementaryOneFlangeAndSupport2"}));
end PartialForce;
