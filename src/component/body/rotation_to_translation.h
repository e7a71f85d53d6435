/* What IdealGearR2T and IdealRollingWheel share: flanges and supports of both kinds, of which the supports
 * may be absent. One relation ties them,
 *     turning*(flangeR.phi - supportR.phi) - moving*(flangeT.s - supportT.s) = 0,
 * and the torques and forces are in proportion to its coefficients. */
#ifndef EG_COMPONENT_BODY_ROTATION_TO_TRANSLATION_H
#define EG_COMPONENT_BODY_ROTATION_TO_TRANSLATION_H

#include "component/rotational.h"

enum { EG_R2T_VALUE, EG_R2T_USE_SUPPORT_R, EG_R2T_USE_SUPPORT_T };
enum { EG_R2T_FLANGE_R, EG_R2T_FLANGE_T, EG_R2T_SUPPORT_R, EG_R2T_SUPPORT_T };

#define EG_R2T_PARTIAL EG_ROT_PARTIAL("PartialElementaryRotationalToTranslational")

#define EG_R2T_PARAMETERS                                                                                    \
    {.name = "useSupportR",                                                                                  \
     .type = EG_BOOLEAN,                                                                                     \
     .is_structural = true,                                                                                  \
     .doc = "true: the reaction torque acts on supportR; false: on the ground"},                             \
    {                                                                                                        \
        .name = "useSupportT", .type = EG_BOOLEAN, .is_structural = true,                                    \
        .doc = "true: the reaction force acts on supportT; false: on the ground"                             \
    }

#define EG_R2T_PORTS                                                                                         \
    {.name = "flangeR", .kind = EG_ROT_FLANGE_A, .doc = "Flange of the shaft"},                              \
        {.name = "flangeT", .kind = EG_FLANGE_B, .doc = "Flange that moves along a line"},                   \
        {.name = "supportR",                                                                                 \
         .kind = EG_ROT_SUPPORT,                                                                             \
         .condition = "useSupportR",                                                                         \
         .doc = "What the shaft turns against: supportR.tau = -flangeR.tau"},                                \
    {                                                                                                        \
        .name = "supportT", .kind = EG_SUPPORT, .condition = "useSupportT",                                  \
        .doc = "What the motion is relative to: supportT.f = -flangeT.f"                                     \
    }

/* The equations but for the relation and the balance. In Modelica the supports are parts, internalSupportR
 * and internalSupportT, connected to the ground where the connectors do not exist. */
#define EG_R2T_EQUATIONS                                                                                     \
    "if useSupportR then supportR.tau = -flangeR.tau; end if;",                                              \
        "if useSupportT then supportT.f = -flangeT.f; end if;"

/* The angle of the support, the position of the support, in equations. */
#define EG_R2T_PHI "(if useSupportR then supportR.phi else 0)"
#define EG_R2T_S "(if useSupportT then supportT.s else 0)"

static inline int eg_declare_r2t(const double *p, double turning, double moving, eg_parts *parts)
{
    eg_gear_part gear = {
        .count = 2, .port = {EG_R2T_FLANGE_R, EG_R2T_FLANGE_T}, .coefficient = {turning, -moving}};
    if (p[EG_R2T_USE_SUPPORT_R] != 0.0) {
        gear.port[gear.count] = EG_R2T_SUPPORT_R;
        gear.coefficient[gear.count++] = -turning;
    }
    if (p[EG_R2T_USE_SUPPORT_T] != 0.0) {
        gear.port[gear.count] = EG_R2T_SUPPORT_T;
        gear.coefficient[gear.count++] = moving;
    }
    return eg_parts_add_gear(parts, gear);
}

#endif
