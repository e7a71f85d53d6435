/* Disc: two rotational flanges at a fixed angle, without inertia.
 *
 *     flange_a.phi = phi - deltaPhi/2,  flange_b.phi = phi + deltaPhi/2,  0 = flange_a.tau + flange_b.tau */
#include "component/rotational.h"

enum { DELTA_PHI };
enum { PHI };

static int declare(const double *p, eg_parts *parts)
{
    if (eg_parts_add_rigid(
            parts,
            (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B, .length = p[DELTA_PHI]}))
        return -1;
    return eg_parts_add_coordinate(parts, (eg_coordinate_part){.variable_s = PHI,
                                                               .variable_v = EG_NONE,
                                                               .variable_a = EG_NONE,
                                                               .from = EG_GROUND,
                                                               .to = EG_AT_FLANGE_A,
                                                               .offset = p[DELTA_PHI] / 2,
                                                               .select = EG_DEFAULT});
}

static const eg_parameter parameters[] = {
    {.name = "deltaPhi",
     EG_SI_ANGLE,
     .doc = "Angle from flange_a to flange_b (= flange_b.phi - flange_a.phi)"},
};

static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES};

static const eg_variable variables[] = {
    {.name = "phi", EG_SI_ANGLE, .doc = "Angle half-way between the flanges"},
};

const eg_class eg_class_disc = {
    .name = EG_ROT("Components.Disc"),
    .doc = "Rigid shaft without inertia whose ends are turned against each other",
    .text = "What a Rod is for translation: flange_b is ahead of flange_a by deltaPhi, always. The torque "
            "passes through unchanged.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("Backlash"),
    .equations = EG_TEXTS("flange_a.phi = phi - deltaPhi/2;", "flange_b.phi = phi + deltaPhi/2;",
                          "0 = flange_a.tau + flange_b.tau;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
