/* IdealGearR2T: rack and pinion, spindle, drum and rope.
 *
 *     flangeR.phi - supportR.phi = ratio*(flangeT.s - supportT.s)        ratio in rad/m
 *     0 = ratio*flangeR.tau + flangeT.f
 *     supportR.tau = -flangeR.tau,  supportT.f = -flangeT.f
 *
 * Absent supports are the ground. MSL keeps the class in its rotational library and extends it in the
 * translational one; both names are known here. */
#include "component/body/rotation_to_translation.h"

#define HELD "ratio = 0 would hold flangeR and let flangeT move freely; use a Fixed"

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = p[EG_R2T_VALUE] == 0.0;
    return *is_error ? HELD : NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_r2t(p, 1.0, p[EG_R2T_VALUE], parts);
}

static const eg_parameter parameters[] = {
    {.name = "ratio",
     .unit = "rad/m",
     .need = EG_FALLS_BACK,
     .value = 1.0,
     .is_structural = true,
     .doc = "Transmission ratio (flangeR.phi/flangeT.s)"},
    EG_R2T_PARAMETERS,
};

static const eg_port ports[] = {EG_R2T_PORTS};

#define TEXT                                                                                                 \
    "Ties rotation and translation, as a rack and its pinion do: flangeR turns by `ratio` radians for "      \
    "every metre of flangeT, and flangeT gives `ratio` times the torque as a force. No power is lost.\n\n"   \
    "Shaft and rack, and everything rigid on them, are one body for the solver: an inertia J is felt as a "  \
    "mass J*ratio^2 at flangeT, a mass m as an inertia m/ratio^2 at flangeR. Torque and force act back on "  \
    "the supports: on the ground or, with useSupportR and useSupportT, on the flanges supportR and "         \
    "supportT, which may be fixed, driven, or move on their own as bodies with inertia."

#define EQUATIONS                                                                                            \
    EG_TEXTS(EG_R2T_EQUATIONS, "flangeR.phi - " EG_R2T_PHI " = ratio*(flangeT.s - " EG_R2T_S ");",           \
             "0 = ratio*flangeR.tau + flangeT.f;")

const eg_class eg_class_ideal_gear_r2t = {
    .name = EG_MSL("Components.IdealGearR2T"),
    .doc = "Gear between a shaft and a rack",
    .text = TEXT,
    .also = EG_TEXTS(EG_ROT("Components.IdealGearR2T")),
    .extends = EG_TEXTS(EG_R2T_PARTIAL),
    .examples = EG_TEXTS("GearedOscillator"),
    .equations = EQUATIONS,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .demands = EG_TEXTS("assert(ratio <> 0, \"" HELD "\");"),
    .check = check,
    .declare = declare,
};

const eg_class eg_class_rot_ideal_gear_r2t = {
    .name = EG_ROT("Components.IdealGearR2T"),
    .doc = "Gear between a shaft and a rack",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Components.IdealGearR2T"), "RotationalComponents.Components.IdealGearR2T"),
    .extends = EG_TEXTS(EG_R2T_PARTIAL),
    .examples = EG_TEXTS("Shuttle"),
    .equations = EQUATIONS,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .demands = EG_TEXTS("assert(ratio <> 0, \"" HELD "\");"),
    .check = check,
    .declare = declare,
};

#define PARTIAL(id, title)                                                                                   \
    const eg_class eg_class_##id = {                                                                         \
        .name = (title),                                                                                     \
        .kind = EG_PARTIAL,                                                                                  \
        .doc = "Has a flange of each kind, and a support of each or the ground",                             \
        .text = "The class that extends it says how the flanges are related: one equation for the motion, "  \
                "relative to the supports where these exist, and one for the torque and the force. What "    \
                "enters at a flange leaves at its support.",                                                 \
        .equations = EG_TEXTS(EG_R2T_EQUATIONS),                                                             \
        .parameters = parameters + EG_R2T_USE_SUPPORT_R,                                                     \
        .parameter_count = 2,                                                                                \
        EG_PORTS(ports),                                                                                     \
    };

PARTIAL(partial_elementary_rotational_to_translational,
        EG_MSL_PARTIAL("PartialElementaryRotationalToTranslational"))
PARTIAL(rot_partial_elementary_rotational_to_translational, EG_R2T_PARTIAL)
