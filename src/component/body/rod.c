/* Rod: a rigid connection of length L without inertia.
 *
 *     flange_a.s = s - L/2,  flange_b.s = s + L/2,  0 = flange_a.f + flange_b.f
 *
 * flange_a.f > 0 while the rod is pushed from the left, that is compressed. */
#include "component/common.h"

enum { L };
enum { S };

static int declare(const double *p, eg_parts *parts)
{
    if (eg_parts_add_rigid(
            parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B, .length = p[L]}))
        return -1;
    return eg_parts_add_coordinate(parts, (eg_coordinate_part){.variable_s = S,
                                                               .variable_v = EG_NONE,
                                                               .variable_a = EG_NONE,
                                                               .from = EG_GROUND,
                                                               .to = EG_AT_FLANGE_A,
                                                               .offset = p[L] / 2,
                                                               .select = EG_DEFAULT});
}

#define DOC_L "Length from flange_a to flange_b (= flange_b.s - flange_a.s)"

static const eg_parameter parameters[] = {
    {.name = "L", EG_SI_LENGTH, .need = EG_FALLS_BACK, .doc = DOC_L},
};

static const eg_parameter dyad_parameters[] = {
    {.name = "L", EG_SI_LENGTH, .doc = DOC_L},
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES};

static const eg_variable variables[] = {
    {.name = "s", EG_SI_POSITION, .doc = "Position of the middle of the rod"},
};

#define TEXT                                                                                                 \
    "Two flanges at a constant distance L and nothing else: no mass, no elasticity. Everything that "        \
    "rods, masses and sensors in line tie together is one body.\n\n"                                         \
    "The force passes through unchanged: flange_a.f = -flange_b.f, positive while the rod is "               \
    "compressed. Where two rods run side by side between the same bodies, how they share the force is "      \
    "not determined, and that is an error."

const eg_class eg_class_rod = {
    .name = EG_MSL("Components.Rod"),
    .doc = "Rigid rod without inertia",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Components.Rod")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRigid"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("ElastoGap", "PreLoad", EG_MSL_EXAMPLE("ElastoGap"), EG_MSL_EXAMPLE("PreLoad"),
                         EG_MSL_EXAMPLE("WhyArrows")),
    .equations = EG_TEXTS("flange_a.s = s - L/2;", "flange_b.s = s + L/2;", "0 = flange_a.f + flange_b.f;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};

const eg_class eg_class_dyad_rod = {
    .name = EG_DYAD("Components.Rod"),
    .short_name = EG_DYAD("Rod"),
    .doc = "Rigid rod without inertia (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Components.Rod")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRigid"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("ElastoGapDyad", EG_DYAD("Examples.ElastoGap"), EG_DYAD("Examples.PreLoad")),
    .equations = EG_TEXTS("flange_a.s = s - L/2;", "flange_b.s = s + L/2;", "0 = flange_a.f + flange_b.f;"),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
