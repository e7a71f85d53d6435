/* IdealRollingWheel: a wheel that rolls without slip.
 *
 *     (flangeR.phi - supportR.phi)*radius = flangeT.s - supportT.s
 *     0 = radius*flangeT.f + flangeR.tau
 *     supportR.tau = -flangeR.tau,  supportT.f = -flangeT.f
 *
 * An IdealGearR2T with ratio = 1/radius. supportT is the road. */
#include "component/body/rotation_to_translation.h"

#define STANDS "a wheel of radius 0 does not roll; give its radius"

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = p[EG_R2T_VALUE] == 0.0;
    return *is_error ? STANDS : NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_r2t(p, p[EG_R2T_VALUE], 1.0, parts);
}

static const eg_parameter parameters[] = {
    {.name = "radius",
     EG_SI_DISTANCE,
     EG_AT_LEAST(0.0),
     .need = EG_FALLS_BACK,
     .value = 0.3,
     .is_structural = true,
     .doc = "Radius of the wheel"},
    EG_R2T_PARAMETERS,
};

static const eg_port ports[] = {EG_R2T_PORTS};

#define TEXT                                                                                                 \
    "A wheel without mass that rolls without slip: flangeT moves by `radius` metres for every radian of "    \
    "flangeR. A torque tau drives with the force tau/radius. No power is lost, and the grip is "             \
    "unlimited.\n\n"                                                                                         \
    "Axle and vehicle, and everything rigid on them, are one body for the solver: an inertia J on the axle " \
    "is felt as a mass J/radius^2. supportT is the road and supportR what the torque is counted against; "   \
    "both are the ground unless useSupportT and useSupportR say otherwise, and may be fixed, driven, or "    \
    "move on their own as bodies with inertia."

#define EQUATIONS                                                                                            \
    EG_TEXTS(EG_R2T_EQUATIONS, "(flangeR.phi - " EG_R2T_PHI ")*radius = flangeT.s - " EG_R2T_S ";",          \
             "0 = radius*flangeT.f + flangeR.tau;")

const eg_class eg_class_ideal_rolling_wheel = {
    .name = EG_MSL("Components.IdealRollingWheel"),
    .doc = "Wheel that rolls without slip",
    .text = TEXT,
    .also = EG_TEXTS(EG_ROT("Components.IdealRollingWheel")),
    .extends = EG_TEXTS(EG_R2T_PARTIAL),
    .examples = EG_TEXTS("RollingCart"),
    .equations = EQUATIONS,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .demands = EG_TEXTS("assert(radius <> 0, \"" STANDS "\");"),
    .check = check,
    .declare = declare,
};

const eg_class eg_class_rot_ideal_rolling_wheel = {
    .name = EG_ROT("Components.IdealRollingWheel"),
    .doc = "Wheel that rolls without slip",
    .text = TEXT,
    .also =
        EG_TEXTS(EG_MSL("Components.IdealRollingWheel"), "RotationalComponents.Components.IdealRollingWheel"),
    .extends = EG_TEXTS(EG_R2T_PARTIAL),
    .examples = EG_TEXTS("Shuttle"),
    .equations = EQUATIONS,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .demands = EG_TEXTS("assert(radius <> 0, \"" STANDS "\");"),
    .check = check,
    .declare = declare,
};
