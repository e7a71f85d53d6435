// The moving part of a solenoid: a mass with free travel between two stops of the housing.
//
// The armature touches the lower stop when its left flange is at x_min, the upper one when its right flange is
// at x_max. Both stops are ElastoGaps of the same stiffness and damping, so they only push.
model TranslatoryArmatureAndStopper "Mass that travels freely between two stops"
  import Modelica.Units.SI;
  import Modelica.Mechanics.Translational.{Components, Interfaces};

  parameter SI.Length L(start = 0) "Length, from flange_a to flange_b";
  parameter SI.Mass m(start = 1) "Mass of the armature";
  parameter SI.TranslationalSpringConstant c(start = 1e11) "Stiffness of the stops";
  parameter SI.TranslationalDampingConstant d(start = 2e7) "Damping of the stops";
  parameter Real n(final min = 1) = 2 "Exponent of the stops' spring force, c*|s_rel|^n"
    annotation(Evaluate = true);
  parameter SI.Position x_max(start = 10e-3) "Where the upper stop stands";
  parameter SI.Position x_min(start = 0) "Where the lower stop stands";

  SI.Position s(start = 0) "Position of the middle";
  SI.Velocity v(start = 0) "Its speed";
  SI.Acceleration a(start = 0) "Its acceleration";

  Interfaces.Flange_a flange_a "Left end";
  Interfaces.Flange_b flange_b "Right end";
  Components.Mass mass(final L = L, final m = m);
  Components.Fixed limit_xMin(s0 = x_min);
  Components.Fixed limit_xMax(s0 = x_max);
  Components.ElastoGap stopper_xMin(final c = c, final d = d, final n = n, final s_rel0 = 0) "Lower stop";
  Components.ElastoGap stopper_xMax(final c = c, final d = d, final n = n, final s_rel0 = 0) "Upper stop";

equation
  s = mass.s;
  v = mass.v;
  a = mass.a;

  connect(flange_a, mass.flange_a);
  connect(mass.flange_b, flange_b);

  connect(limit_xMin.flange, stopper_xMin.flange_a);
  connect(stopper_xMin.flange_b, mass.flange_a);
  connect(mass.flange_b, stopper_xMax.flange_a);
  connect(stopper_xMax.flange_b, limit_xMax.flange);
end TranslatoryArmatureAndStopper;
