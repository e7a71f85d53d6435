within Modelica.Mechanics.Translational.Interfaces;
model InternalSupport "Support of a component that says itself what force it takes"
  Modelica.Mechanics.Translational.Interfaces.Flange_a flange
    "Is connected to the support, or to a Fixed";
  Modelica.Units.SI.Force f "Force on the support, which the modifier f = ... gives";
  Modelica.Units.SI.Position s "Position of the support";
equation
  flange.f = f;
  flange.s = s;
  annotation(
    Documentation(info = "
Stands inside a component with equations of its own whose support may be absent. The component declares
it as InternalSupport internalSupport(f = ...), with the force that its equations ask of the support,
reads the position from internalSupport.s and connects internalSupport.flange to its connector `support`
or to a Fixed.

f = flange.f is positive into this part."),
    __elastogap(examples = {"Actuator"}));
end InternalSupport;
