/* ConstantSpeed, translational and rotational: moves a flange with the speed v_fixed, whatever that takes.
 *
 *     v = der(s) = v_fixed,  s = flange.s - support.s,  f = flange.f
 *
 * s is a state and begins at its start value. f < 0 pushes what is connected in positive direction. */
#include "component/block/sources/source_block.h"
#include "component/twins.h"

enum { V_FIXED, USE_SUPPORT };
enum { S, V, F, S_SUPPORT };
enum { ROT_PHI_SUPPORT = 2 };

static int state_count(const double *p)
{
    (void)p;
    return 1;
}

static int order(const double *p)
{
    (void)p;
    return 0;
}

static void motion(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    (void)p;
    *out = (eg_jet){state[0], u.x, 0.0};
    dstate[0] = u.x;
}

static void partials(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2])
{
    (void)p;
    for (int column = 0; column < EG_DRIVE_MAX_STATES + 2; column++)
        out[0][column] = out[1][column] = 0.0;
    out[0][EG_DRIVE_MAX_STATES] = 1.0;
}

static void start(const double *p, eg_jet u, double s_start, double v_start, double *state)
{
    (void)p, (void)u, (void)v_start;
    state[0] = s_start;
}

static const eg_drive_ops drive = {
    .state_count = state_count, .order = order, .motion = motion, .partials = partials, .start = start};

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = eg_jet_of(p[V_FIXED]);
}

static const eg_block_ops block = {.evaluate = evaluate, .generator = eg_polynomial_generator};

static int declare_drive(int support, eg_parts *parts)
{
    if (eg_declare_coordinate(parts, S, V, EG_NONE, support, EG_AT_FLANGE, EG_DEFAULT))
        return -1;
    return eg_parts_add_drive(parts, (eg_drive_part){.port = EG_AT_FLANGE,
                                                     .support = support,
                                                     .input = EG_OWN,
                                                     .variable_s = S,
                                                     .variable_v = EG_NONE});
}

static int declare(const double *p, eg_parts *parts)
{
    return declare_drive(eg_support(p[USE_SUPPORT]), parts);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_drive(EG_AT_SUPPORT, parts);
}

static void dyad_observe(const eg_observation *o, double *out)
{
    out[F] = o->port[EG_AT_FLANGE].f;
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static void rot_observe(const eg_observation *o, double *out)
{
    out[ROT_PHI_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

#define PARAMETER_FIXED(D)                                                                                   \
    {                                                                                                        \
        .name = EG_WORD_V(D) "_fixed", EG_SI_TWIN_V(D), .need = EG_REQUIRED, .doc = "Speed of the flange"    \
    }

static const eg_parameter parameters[] = {PARAMETER_FIXED(T), EG_PARAMETER_USE_SUPPORT};
static const eg_parameter rot_parameters[] = {PARAMETER_FIXED(R), EG_PARAMETER_USE_SUPPORT};
static const eg_parameter dyad_parameters[] = {PARAMETER_FIXED(T)};

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT};
static const eg_port rot_ports[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT};

#define VARIABLES                                                                                            \
    EG_VARIABLE_S_TO_SUPPORT, {.name = "v", EG_SI_VELOCITY, .doc = "Rate of s"},                             \
    {                                                                                                        \
        .name = "f", EG_SI_FORCE, .doc = "Force at the flange (= flange.f)"                                  \
    }

static const eg_variable variables[] = {VARIABLES, EG_VARIABLE_S_SUPPORT};
static const eg_variable rot_variables[] = {
    EG_ROT_VARIABLE_PHI_TO_SUPPORT,
    {.name = "w", EG_SI_ANGULAR_VELOCITY, .doc = "Rate of phi"},
    EG_ROT_VARIABLE_PHI_SUPPORT,
};
static const eg_variable dyad_variables[] = {VARIABLES};

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    EG_WORD_MOVES_UPPER(D)                                                                                   \
    " the flange with the constant speed " v                                                                 \
    "_fixed relative to the support, beginning at the start value of " s " (0 unless given). The " force     \
    " this takes can be read as flange." f                                                                   \
    ", positive into the component; its work counts as supplied energy.\n\n"                                 \
    "Everything that is rigidly connected to the flange " moves                                              \
    " with it; start values of its speed that say otherwise are an error."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

const eg_class eg_class_constant_speed = {
    .name = EG_MSL("Sources.ConstantSpeed"),
    .doc = "Moves a flange with a constant speed",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_DYAD("Sources.ConstantSpeed")),
    .extends =
        EG_TEXTS(EG_MSL_PARTIAL("PartialForce"), EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Sources"),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "f = flange.f;", "v = der(s);", "v = v_fixed;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .block = &block,
    .drive = &drive,
};

const eg_class eg_class_rot_constant_speed = {
    .name = EG_ROT("Sources.ConstantSpeed"),
    .doc = "Turns a flange with a constant speed",
    .text = TEXT(R),
    .extends =
        EG_TEXTS(EG_ROT_PARTIAL("PartialTorque"), EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Turning"),
    .equations = EG_TEXTS(EG_TWIN_EQUATIONS_SUPPORT(R), "w = der(phi);", "w = w_fixed;"),
    EG_PARAMETERS(rot_parameters),
    EG_PORTS(rot_ports),
    EG_VARIABLES(rot_variables),
    .declare = declare,
    .observe = rot_observe,
    .block = &block,
    .drive = &drive,
};

const eg_class eg_class_dyad_constant_speed = {
    .name = EG_DYAD("Sources.ConstantSpeed"),
    .doc = "Moves a flange with a constant speed (Dyad)",
    .text = TEXT(T) EG_DYAD_TEXT_SUPPORT,
    .also = EG_TEXTS(EG_MSL("Sources.ConstantSpeed")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialForce")),
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, "f = flange.f;", "v = der(s);", "v = v_fixed;"),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .declare = dyad_declare,
    .observe = dyad_observe,
    .block = &block,
    .drive = &drive,
};
