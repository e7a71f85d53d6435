/* Force2: an input signal as a force between two flanges.
 *
 *     flange_a.f = f,  flange_b.f = -f
 *
 * f > 0 pushes what is connected to flange_b in positive direction and what is connected to flange_a in
 * negative direction: it drives them apart. Dyad calls this one Force. */
#include "component/common.h"

enum { INPUT = EG_AT_FLANGE_B + 1 };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_force(
        parts,
        (eg_force_part){.port = EG_AT_FLANGE_B, .support = EG_AT_FLANGE_A, .input = INPUT, .sign = 1.0});
}

static const eg_port ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "f", .kind = EG_REAL_INPUT, .unit = "N", .doc = "Force that drives the flanges apart"},
};

const eg_class eg_class_force2 = {
    .name = EG_MSL("Sources.Force2"),
    .doc = "External force between two flanges from an input signal",
    .text = "A positive signal f pushes what is connected to flange_b in positive direction and what is "
            "connected to flange_a in negative direction. As every force at a port counts positive "
            "into the component, flange_a.f = f and flange_b.f = -f.\n\n"
            "The power f*(v_b - v_a) counts as supplied energy.",
    .also = EG_TEXTS(EG_DYAD("Sources.Force")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("Sources"),
    .equations = EG_TEXTS("flange_a.f = f;", "flange_b.f = -f;"),
    EG_PORTS(ports),
    .declare = declare,
};
