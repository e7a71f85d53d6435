/* Accelerate: moves a flange with a reference acceleration.
 *
 *     a = a_ref,  v = der(s),  a = der(v),  s = flange.s - support.s
 *
 * s and v are states and begin at their start values, 0 and fixed unless given. The force flange.f is
 * whatever the motion asks for; flange.f < 0 pushes the body in positive direction. */
#include "component/common.h"

enum { USE_SUPPORT };
enum { S, V, A, S_SUPPORT };
enum { STATE_S, STATE_V, U };

static int state_count(const double *p)
{
    (void)p;
    return 2;
}

static int order(const double *p)
{
    (void)p;
    return 0;
}

static void motion(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    (void)p;
    *out = (eg_jet){state[STATE_S], state[STATE_V], u.x};
    dstate[STATE_S] = state[STATE_V];
    dstate[STATE_V] = u.x;
}

static void partials(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2])
{
    (void)p;
    for (int column = 0; column < EG_DRIVE_MAX_STATES + 2; column++)
        out[0][column] = out[1][column] = 0.0;
    out[0][STATE_V] = 1.0;
    out[1][U] = 1.0;
}

static void start(const double *p, eg_jet u, double s_start, double v_start, double *state)
{
    (void)p, (void)u;
    state[STATE_S] = s_start;
    state[STATE_V] = v_start;
}

static const eg_drive_ops drive = {
    .state_count = state_count, .order = order, .motion = motion, .partials = partials, .start = start};

static int declare_drive(int support, eg_parts *parts)
{
    if (eg_declare_coordinate(parts, S, V, A, support, EG_AT_FLANGE, EG_PREFER))
        return -1;
    return eg_parts_add_drive(parts, (eg_drive_part){.port = EG_AT_FLANGE,
                                                     .support = support,
                                                     .input = EG_AT_SIGNAL,
                                                     .variable_s = S,
                                                     .variable_v = V});
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

static void observe(const eg_observation *o, double *out)
{
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {EG_PARAMETER_USE_SUPPORT};

#define PORT_A_REF                                                                                           \
    {                                                                                                        \
        .name = "a_ref", .kind = EG_REAL_INPUT, .unit = "m/s2",                                              \
        .doc = "Acceleration of the flange, relative to the support"                                         \
    }

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT, PORT_A_REF};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT, PORT_A_REF};

#define VARIABLES                                                                                            \
    {.name = "s", EG_SI_LENGTH, .fixed = true, .doc = "Distance from the support to the flange"},            \
        {.name = "v", EG_SI_VELOCITY, .fixed = true, .doc = "Rate of s"},                                    \
    {                                                                                                        \
        .name = "a", EG_SI_ACCELERATION, .doc = "Rate of v (= a_ref)"                                        \
    }

static const eg_variable variables[] = {VARIABLES, EG_VARIABLE_S_SUPPORT};
static const eg_variable dyad_variables[] = {VARIABLES};

#define TEXT                                                                                                 \
    "Forces a flange to move with the acceleration of the signal a_ref, relative to the support, "           \
    "beginning at the start values of s and v (0 unless given). Whatever force that takes is there "         \
    "and can be read as flange.f (positive into this component); its work counts as supplied "               \
    "energy.\n\n"                                                                                            \
    "The signal may jump: speed and position are its integrals."

const eg_class eg_class_accelerate = {
    .name = EG_MSL("Sources.Accelerate"),
    .doc = "Moves a flange with a reference acceleration",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sources.Accelerate")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Sources", EG_MSL_EXAMPLE("Accelerate")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "v = der(s);", "a = der(v);", "a = a_ref;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .drive = &drive,
};

const eg_class eg_class_dyad_accelerate = {
    .name = EG_DYAD("Sources.Accelerate"),
    .doc = "Moves a flange with a reference acceleration (Dyad)",
    .text = TEXT
    "\n\nIn Dyad the support is always there: connect it to a Fixed for a motion relative to the ground.",
    .also = EG_TEXTS(EG_MSL("Sources.Accelerate")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, "v = der(s);", "a = der(v);", "a = a_ref;"),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .declare = dyad_declare,
    .drive = &drive,
};
