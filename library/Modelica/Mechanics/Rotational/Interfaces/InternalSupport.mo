within Modelica.Mechanics.Rotational.Interfaces;
model InternalSupport "Support of a component that says itself what torque it takes"
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flange "Is connected to the support, or to a Fixed";
  Modelica.Units.SI.Torque tau "Torque on the support, which the modifier tau = ... gives";
  Modelica.Units.SI.Angle phi "Angle of the support";
equation
  flange.tau = tau;
  flange.phi = phi;
  annotation(
    Documentation(info = "
Stands inside a component with equations of its own whose support may be absent. The component declares
it as InternalSupport internalSupport(tau = ...), with the torque that its equations ask of the support,
reads the angle from internalSupport.phi and connects internalSupport.flange to its connector `support`
or to a Fixed.

tau = flange.tau is positive into this part."),
    __elastogap(examples = {"Actuator"}));
end InternalSupport;
