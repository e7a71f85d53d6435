/* Force2 and Torque2: an input signal as a force between two flanges.
 *
 *     flange_a.f = f,  flange_b.f = -f
 *
 * f > 0 pushes what is connected to flange_b in positive direction and what is connected to flange_a in
 * negative direction: it drives them apart. Dyad calls this one Force. */
#include "component/twins.h"

enum { INPUT = EG_AT_FLANGE_B + 1 };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_force(
        parts,
        (eg_force_part){.port = EG_AT_FLANGE_B, .support = EG_AT_FLANGE_A, .input = INPUT, .sign = 1.0});
}

#define PORTS(D)                                                                                             \
    EG_TWIN_PORTS_TWO_FLANGES(D),                                                                            \
    {                                                                                                        \
        .name = EG_WORD_F(D), .kind = EG_REAL_INPUT, .unit = EG_UNIT_F(D),                                   \
        .doc = EG_WORD_FORCE_UPPER(D) " that drives the flanges apart"                                       \
    }
static const eg_port ports[] = {PORTS(T)};
static const eg_port rot_ports[] = {PORTS(R)};

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "A positive signal " f " drives what is connected to flange_b in positive direction and "                \
    "what is connected to flange_a in negative direction. As every " force                                   \
    " at a port counts positive into the component, flange_a." f " = " f " and flange_b." f " = -" f         \
    ".\n\nThe power " f "*(" v "_b - " v "_a) counts as supplied energy."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATIONS(D)                                                                                         \
    "flange_a." EG_WORD_F(D) " = " EG_WORD_F(D) ";", "flange_b." EG_WORD_F(D) " = -" EG_WORD_F(D) ";"

const eg_class eg_class_force2 = {
    .name = EG_MSL("Sources.Force2"),
    .doc = "External force between two flanges from an input signal",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_DYAD("Sources.Force")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("Sources"),
    .equations = EG_TEXTS(EQUATIONS(T)),
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_torque2 = {
    .name = EG_ROT("Sources.Torque2"),
    .doc = "External torque between two flanges from an input signal",
    .text = TEXT(R),
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("Turning"),
    .equations = EG_TEXTS(EQUATIONS(R)),
    EG_PORTS(rot_ports),
    .declare = declare,
};
