/* Fixed: a flange that does not move.
 *
 *     flange.s = s0
 *
 * The force that holds it is whatever the rest of the model asks for; flange.f > 0 while the model pushes
 * the Fixed in positive direction. */
#include "component/common.h"

enum { S0 };

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_ground(parts, (eg_ground_part){.port = EG_AT_FLANGE, .position = p[S0]});
}

static const eg_parameter parameters[] = {
    {.name = "s0", EG_SI_POSITION, .doc = "Position of the flange in the inertial frame"},
};

static const eg_port ports[] = {
    {.name = "flange", .kind = EG_FLANGE_B, .doc = "The fixed flange"},
};

#define TEXT                                                                                                 \
    "The housing, the wall, the ground: a flange held at the position s0 for all time. Elements "            \
    "between a body and a Fixed act on the body alone; rigid parts connected to a Fixed do not move "        \
    "either.\n\n"                                                                                            \
    "flange.f is the force with which the model pushes the Fixed in positive direction. It is "              \
    "unlimited and does no work. Several Fixed on one rigid assembly must agree about its position: "        \
    "two of them at different places are an error that names both."

const eg_class eg_class_fixed = {
    .name = EG_MSL("Components.Fixed"),
    .doc = "Flange at a fixed position",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Components.Fixed")),
    .examples = EG_TEXTS("ElastoGap", "PreLoad", EG_MSL_EXAMPLE("ElastoGap"), EG_MSL_EXAMPLE("PreLoad"),
                         EG_MSL_EXAMPLE("HeatLosses"), EG_MSL_EXAMPLE("Oscillator"), EG_MSL_EXAMPLE("Damper"),
                         EG_MSL_EXAMPLE("InitialConditions"), EG_MSL_EXAMPLE("WhyArrows")),
    .equations = EG_TEXTS("flange.s = s0;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_dyad_fixed = {
    .name = EG_DYAD("Components.Fixed"),
    .short_name = EG_DYAD("Fixed"),
    .doc = "Flange at a fixed position (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Components.Fixed")),
    .examples = EG_TEXTS("ElastoGapDyad", EG_DYAD("Examples.ElastoGap"), EG_DYAD("Examples.PreLoad")),
    .equations = EG_TEXTS("flange.s = s0;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .declare = declare,
};
