within Modelica.Mechanics.Rotational.Interfaces;
/* useSupport = true: internalSupport is connected to the connector `support`; false: to fixed.flange, on the
 * ground. */
partial model PartialOneFlangeAndSupport "Has one rotational flange, and a support for the parts inside"
  parameter Boolean useSupport = false
    "true: the reaction acts on the flange `support`; false: on the ground" annotation(Evaluate = true);
  Modelica.Mechanics.Rotational.Interfaces.Flange_b flange "Flange of the component";
  Modelica.Mechanics.Rotational.Interfaces.Support support if useSupport "What the component stands on";
  Modelica.Mechanics.Rotational.Interfaces.Support internalSupport
    "Where the parts inside are supported";
  Modelica.Mechanics.Rotational.Components.Fixed fixed if not useSupport "The ground";
equation
  connect(fixed.flange, internalSupport);
  connect(internalSupport, support);
  annotation(
    Documentation(info = "
For models made of components: what their parts stand on is connected to internalSupport, which is the
connector `support` or, with useSupport = false, fixed on the ground. The model that extends it connects
the flange too."),
    __elastogap(examples = {"Actuator"}));
end PartialOneFlangeAndSupport;
