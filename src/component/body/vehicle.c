/* Vehicle: a car as mass and wheels, with what resists its motion. It is composed of other components,
 *
 *     inertia        the drive train, J, turned by flangeR
 *     wheel          idealRollingWheel: s = R*phi
 *     mass           m, which flangeT moves along
 *     fDrag          -Cd*A*rho/2*(v - vWind)*|v - vWind|: a quadratic force against the wind, windSpeed
 *     fRoll          Cr*m*g*cos(alpha) against the motion: a RollingResistance
 *     fGrav          -m*g*sin(alpha): a Force
 *
 * with alpha = atan(inclination). Their names are MSL's, so that vehicle.fDrag.f stands among the results. */
#include "component/by_equations.h"
#include "component/rotational.h"

static const eg_parameter parameters[] = {
    {.name = "m", EG_SI_MASS, .need = EG_REQUIRED, .min = 0.0, .max = INFINITY, .doc = "Mass of the vehicle"},
    {.name = "g",
     EG_SI_ACCELERATION,
     .value = 9.80665,
     .value_text = "Modelica.Constants.g_n",
     .doc = "Acceleration of gravity"},
    {.name = "J",
     EG_SI_INERTIA,
     .need = EG_REQUIRED,
     .min = 0.0,
     .max = INFINITY,
     .doc = "Moment of inertia of the drive train, wheels included"},
    {.name = "R", EG_SI_LENGTH, .need = EG_REQUIRED, .doc = "Radius of the wheels"},
    {.name = "A",
     .quantity = "Area",
     .unit = "m2",
     .need = EG_FALLS_BACK,
     .value = 1.0,
     .doc = "Cross section that meets the wind"},
    {.name = "Cd", .need = EG_FALLS_BACK, .value = 0.5, .doc = "Drag coefficient"},
    {.name = "rho",
     .quantity = "Density",
     .unit = "kg/m3",
     .value = 1.2,
     EG_AT_LEAST(0.0),
     .doc = "Density of the air"},
    {.name = "useWindInput",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the wind is the signal vWind; false: it is constant"},
    {.name = "vWindConstant", EG_SI_VELOCITY, .doc = "Speed of the wind without the signal"},
    {.name = "useCrInput",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the coefficient of rolling resistance is the signal cr; false: it is constant"},
    {.name = "CrConstant", .value = 0.015, .doc = "Coefficient of rolling resistance without the signal"},
    {.name = "vReg",
     EG_SI_VELOCITY,
     .value = 1e-3,
     .doc = "Speed below which rolling resistance is in proportion to the speed"},
    {.name = "useInclinationInput",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the inclination of the road is the signal `inclination`; false: it is constant"},
    {.name = "inclinationConstant", .doc = "Inclination without the signal: tangent of the angle"},
    {.name = "vRef",
     EG_SI_VELOCITY,
     .value = 1.0,
     .is_constant = true,
     .is_protected = true,
     .doc = "Speed at which fDrag is its f_nominal"},
};

static const eg_port ports[] = {
    {.name = "flangeT", .kind = EG_FLANGE_B, .doc = "Flange of the body, along the road"},
    {.name = "flangeR", .kind = EG_ROT_FLANGE_A, .doc = "Flange of the drive train"},
    {.name = "inclination",
     .kind = EG_REAL_INPUT,
     .condition = "useInclinationInput",
     .doc = "Inclination of the road: tangent of the angle, positive uphill"},
    {.name = "cr",
     .kind = EG_REAL_INPUT,
     .condition = "useCrInput",
     .doc = "Coefficient of rolling resistance"},
    {.name = "vWind",
     .kind = EG_REAL_INPUT,
     .unit = "m/s",
     .condition = "useWindInput",
     .doc = "Speed of the wind, positive with the motion"},
};

static const eg_variable variables[] = {
    {.name = "s", EG_SI_POSITION, .doc = "Position of the vehicle"},
    {.name = "v", EG_SI_VELOCITY, .doc = "Velocity of the vehicle"},
    {.name = "a", EG_SI_ACCELERATION, .doc = "Acceleration of the vehicle"},
};

#define TRANSLATIONAL(name) EG_MSL(name) " "
#define BLOCKS(name) "Modelica.Blocks." name " "

const eg_class eg_class_vehicle = {
    .name = EG_MSL("Components.Vehicle"),
    .doc = "Vehicle with the resistances of air, road and inclination",
    .text = "A car seen along the road: its mass, the inertia of its drive train, wheels that roll without "
            "slip, and three resistances. The air takes Cd*A*rho/2 times the square of the speed against "
            "the wind, the wheels Cr*m*g*cos(alpha), whichever way they roll, and the inclination "
            "m*g*sin(alpha), where tan(alpha) is the inclination (0.1 for a grade of 10 %). Wind, "
            "coefficient and inclination are constants or signals.\n\nIt is driven at flangeR, by a motor "
            "for instance, or left free there and pulled at flangeT as a trailer. s, v and a are those of "
            "the mass; the vehicle is started by s and v. Rolling resistance is regularized below vReg, so "
            "that a vehicle at rest on a slope creeps: it is held by a Brake on flangeR.\n\nThe forces can "
            "be read as fDrag.f, fRoll.f and fGrav.f: positive on the vehicle where they brake it, but "
            "fGrav.f, the signal, which pushes it.",
    .examples = EG_TEXTS("HillClimb", EG_MSL_EXAMPLE("Vehicle")),
    .components = EG_TEXTS(
        TRANSLATIONAL(
            "Sources.QuadraticSpeedDependentForce") "fDrag(final useSupport = true, final f_nominal = "
                                                    "-Cd*A*rho*vRef^2/2, final ForceDirection = false, "
                                                    "final v_nominal = vRef) \"Drag of the air\";",
        TRANSLATIONAL(
            "Components.RollingResistance") "fRoll(final fWeight = m*g, final useCrInput = useCrInput, "
                                            "final CrConstant = CrConstant, final useInclinationInput = "
                                            "useInclinationInput, final inclinationConstant = "
                                            "inclinationConstant, final reg = "
                                            "Modelica.Blocks.Types.Regularization.Linear, final v0 = "
                                            "vReg) \"Resistance of the wheels\";",
        TRANSLATIONAL("Sources.Force") "fGrav \"Weight along the road\";",
        EG_ROT("Components.Inertia") " inertia(final J = J) \"Drive train\";",
        TRANSLATIONAL("Components.IdealRollingWheel") "idealRollingWheel(final radius = R) \"Wheels\";",
        TRANSLATIONAL("Components.Mass") "mass(final m = m, L = 0) \"Body\";",
        TRANSLATIONAL("Sources.Speed") "windSpeed(s(fixed = true)) \"Moves the air\";",
        BLOCKS("Math.Gain") "gravForceGain(final k = -m*g) \"Weight\";",
        BLOCKS("Math.Atan") "atan \"Angle of the road\";", BLOCKS("Math.Sin") "sin \"Its sine\";",
        "protected " BLOCKS("Sources.Constant") "constInclination(k = inclinationConstant) if not "
                                                "useInclinationInput \"Inclination without the signal\";",
        "protected " BLOCKS(
            "Sources.Constant") "constWindSpeed(k = vWindConstant) if not useWindInput \"Wind "
                                "without the signal\";"),
    .equations = EG_TEXTS(
        "s = mass.s;", "v = mass.v;", "a = mass.a;", "connect(flangeR, inertia.flange_a);",
        "connect(inertia.flange_b, idealRollingWheel.flangeR);",
        "connect(idealRollingWheel.flangeT, mass.flange_a);", "connect(mass.flange_b, flangeT);",
        "connect(mass.flange_b, fDrag.flange);", "connect(mass.flange_b, fRoll.flange);",
        "connect(mass.flange_b, fGrav.flange);", "connect(fDrag.support, windSpeed.flange);",
        "connect(constWindSpeed.y, windSpeed.v_ref);", "connect(vWind, windSpeed.v_ref);",
        "connect(cr, fRoll.cr);", "connect(inclination, fRoll.inclination);", "connect(inclination, atan.u);",
        "connect(constInclination.y, atan.u);", "connect(atan.y, sin.u);", "connect(sin.y, gravForceGain.u);",
        "connect(gravForceGain.y, fGrav.f);"),
    .by_equations = true,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
};
