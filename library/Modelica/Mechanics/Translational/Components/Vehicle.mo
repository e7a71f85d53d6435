within Modelica.Mechanics.Translational.Components;
/* Composed of other components,
 *
 *     inertia        the drive train, J, turned by flangeR
 *     wheel          idealRollingWheel: s = R*phi
 *     mass           m, which flangeT moves along
 *     fDrag          -Cd*A*rho/2*(v - vWind)*|v - vWind|: a quadratic force against the wind, windSpeed
 *     fRoll          Cr*m*g*cos(alpha) against the motion: a RollingResistance
 *     fGrav          -m*g*sin(alpha): a Force
 *
 * with alpha = atan(inclination). Their names are MSL's, so that vehicle.fDrag.f stands among the results. */
model Vehicle "Vehicle with the resistances of air, road and inclination"
  parameter Modelica.Units.SI.Mass m(min = 0) "Mass of the vehicle";
  parameter Modelica.Units.SI.Acceleration g = Modelica.Constants.g_n "Acceleration of gravity";
  parameter Modelica.Units.SI.Inertia J(min = 0) "Moment of inertia of the drive train, wheels included";
  parameter Modelica.Units.SI.Length R "Radius of the wheels";
  parameter Modelica.Units.SI.Area A(start = 1) "Cross section that meets the wind";
  parameter Real Cd(start = 0.5) "Drag coefficient";
  parameter Modelica.Units.SI.Density rho(min = 0) = 1.2 "Density of the air";
  parameter Boolean useWindInput = false
    "true: the wind is the signal vWind; false: it is constant" annotation(Evaluate = true);
  parameter Modelica.Units.SI.Velocity vWindConstant = 0 "Speed of the wind without the signal";
  parameter Boolean useCrInput = false
    "true: the coefficient of rolling resistance is the signal cr; false: it is constant"
    annotation(Evaluate = true);
  parameter Real CrConstant = 0.015 "Coefficient of rolling resistance without the signal";
  parameter Modelica.Units.SI.Velocity vReg = 0.001
    "Speed below which rolling resistance is in proportion to the speed";
  parameter Boolean useInclinationInput = false
    "true: the inclination of the road is the signal `inclination`; false: it is constant"
    annotation(Evaluate = true);
  parameter Real inclinationConstant = 0 "Inclination without the signal: tangent of the angle";
  Modelica.Mechanics.Translational.Interfaces.Flange_b flangeT "Flange of the body, along the road";
  Modelica.Mechanics.Rotational.Interfaces.Flange_a flangeR "Flange of the drive train";
  Modelica.Blocks.Interfaces.RealInput inclination if useInclinationInput
    "Inclination of the road: tangent of the angle, positive uphill";
  Modelica.Blocks.Interfaces.RealInput cr if useCrInput "Coefficient of rolling resistance";
  Modelica.Blocks.Interfaces.RealInput vWind(unit = "m/s") if useWindInput
    "Speed of the wind, positive with the motion";
  Modelica.Units.SI.Position s "Position of the vehicle";
  Modelica.Units.SI.Velocity v "Velocity of the vehicle";
  Modelica.Units.SI.Acceleration a "Acceleration of the vehicle";
  Modelica.Mechanics.Translational.Sources.QuadraticSpeedDependentForce
    fDrag(final useSupport = true, final f_nominal = -Cd*A*rho*vRef^2/2, final ForceDirection = false,
    final v_nominal = vRef) "Drag of the air";
  Modelica.Mechanics.Translational.Components.RollingResistance
    fRoll(final fWeight = m*g, final useCrInput = useCrInput, final CrConstant = CrConstant,
    final useInclinationInput = useInclinationInput, final inclinationConstant = inclinationConstant,
    final reg = Modelica.Blocks.Types.Regularization.Linear, final v0 = vReg) "Resistance of the wheels";
  Modelica.Mechanics.Translational.Sources.Force fGrav "Weight along the road";
  Modelica.Mechanics.Rotational.Components.Inertia inertia(final J = J) "Drive train";
  Modelica.Mechanics.Translational.Components.IdealRollingWheel idealRollingWheel(final radius = R)
    "Wheels";
  Modelica.Mechanics.Translational.Components.Mass mass(final m = m, L = 0) "Body";
  Modelica.Mechanics.Translational.Sources.Speed windSpeed(s(fixed = true)) "Moves the air";
  Modelica.Blocks.Math.Gain gravForceGain(final k = -m*g) "Weight";
  Modelica.Blocks.Math.Atan atan "Angle of the road";
  Modelica.Blocks.Math.Sin sin "Its sine";
protected
  constant Modelica.Units.SI.Velocity vRef = 1 "Speed at which fDrag is its f_nominal";
  Modelica.Blocks.Sources.Constant constInclination(k = inclinationConstant) if not useInclinationInput
    "Inclination without the signal";
  Modelica.Blocks.Sources.Constant constWindSpeed(k = vWindConstant) if not useWindInput
    "Wind without the signal";
equation
  s = mass.s;
  v = mass.v;
  a = mass.a;
  connect(flangeR, inertia.flange_a);
  connect(inertia.flange_b, idealRollingWheel.flangeR);
  connect(idealRollingWheel.flangeT, mass.flange_a);
  connect(mass.flange_b, flangeT);
  connect(mass.flange_b, fDrag.flange);
  connect(mass.flange_b, fRoll.flange);
  connect(mass.flange_b, fGrav.flange);
  connect(fDrag.support, windSpeed.flange);
  connect(constWindSpeed.y, windSpeed.v_ref);
  connect(vWind, windSpeed.v_ref);
  connect(cr, fRoll.cr);
  connect(inclination, fRoll.inclination);
  connect(inclination, atan.u);
  connect(constInclination.y, atan.u);
  connect(atan.y, sin.u);
  connect(sin.y, gravForceGain.u);
  connect(gravForceGain.y, fGrav.f);
  annotation(
    Documentation(info = "
A car seen along the road: its mass, the inertia of its drive train, wheels that roll without slip, and
three resistances. The air takes Cd*A*rho/2 times the square of the speed against the wind, the wheels
Cr*m*g*cos(alpha), whichever way they roll, and the inclination m*g*sin(alpha), where tan(alpha) is the
inclination (0.1 for a grade of 10 %). Wind, coefficient and inclination are constants or signals.

It is driven at flangeR, by a motor for instance, or left free there and pulled at flangeT as a trailer.
s, v and a are those of the mass; the vehicle is started by s and v. Rolling resistance is regularized
below vReg, so that a vehicle at rest on a slope creeps: it is held by a Brake on flangeR.

The forces can be read as fDrag.f, fRoll.f and fGrav.f: positive on the vehicle where they brake it, but
fGrav.f, the signal, which pushes it."),
    __elastogap(examples = {"HillClimb", "Modelica.Mechanics.Translational.Examples.Vehicle"}));
end Vehicle;
