/* Position, translational and rotational: moves a flange along a reference position.
 *
 * s = flange.s - support.s follows the signal s_ref, exactly or through a filter (in rotation phi follows
 * phi_ref).
 *
 *     exact:     s = s_ref, and the body moves with der(s_ref) and der(der(s_ref)). MSL's variables v and a
 *                are dummies then: v = a = 0.
 *     filtered:  v = der(s),  a = der(v) = ((s_ref - s)*w_crit - af*v)*(w_crit/bf)
 *
 * The filter is a second-order Bessel low-pass with the transfer function
 * 1/(1 + (af/w_crit)*S + (bf/w_crit^2)*S^2); with af = 1.3617, bf = 0.6180 its gain at the frequency f_crit
 * = w_crit/(2*pi) is -3 dB. It begins at s = s_ref with the start value of v, and needs no derivative of
 * s_ref: a step is welcome.
 *
 * The force flange.f is whatever the motion asks for; flange.f < 0 pushes the body in positive direction. */
#include "component/source/reference.h"

enum { W_CRIT = EG_REFERENCE_W_CRIT, AF = EG_REFERENCE_OWN, BF, USE_SUPPORT };
enum { S, V, A, S_SUPPORT };
enum { STATE_S, STATE_V, U, DER_U };

/* ---------------------------------------------------------------- the drive */

static int state_count(const double *p)
{
    return eg_reference_is_exact(p) ? 0 : 2;
}

static int order(const double *p)
{
    return eg_reference_is_exact(p) ? 2 : 0;
}

static void motion(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    if (eg_reference_is_exact(p)) {
        *out = u;
        return;
    }
    double a = ((u.x - state[STATE_S]) * p[W_CRIT] - p[AF] * state[STATE_V]) * (p[W_CRIT] / p[BF]);
    *out = (eg_jet){state[STATE_S], state[STATE_V], a};
    dstate[STATE_S] = state[STATE_V];
    dstate[STATE_V] = a;
}

static void partials(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2])
{
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < EG_DRIVE_MAX_STATES + 2; column++)
            out[row][column] = 0.0;
    if (eg_reference_is_exact(p)) {
        out[0][DER_U] = 1.0;
        return;
    }
    out[0][STATE_V] = 1.0;
    out[1][STATE_S] = -p[W_CRIT] * (p[W_CRIT] / p[BF]);
    out[1][STATE_V] = -p[AF] * (p[W_CRIT] / p[BF]);
    out[1][U] = p[W_CRIT] * (p[W_CRIT] / p[BF]);
}

static void start(const double *p, eg_jet u, double s_start, double v_start, double *state)
{
    (void)s_start;
    if (eg_reference_is_exact(p))
        return;
    state[STATE_S] = u.x;
    state[STATE_V] = v_start;
}

static const eg_drive_ops drive = {
    .state_count = state_count, .order = order, .motion = motion, .partials = partials, .start = start};

/* ---------------------------------------------------------------- the component */

static int declare_drive(const double *p, int support, eg_parts *parts)
{
    bool exact = eg_reference_is_exact(p);
    int v = exact ? EG_NONE : V, a = exact ? EG_NONE : A;
    if (eg_declare_coordinate(parts, S, v, a, support, EG_AT_FLANGE, exact ? EG_DEFAULT : EG_PREFER))
        return -1;
    return eg_parts_add_drive(parts, (eg_drive_part){.port = EG_AT_FLANGE,
                                                     .support = support,
                                                     .input = EG_AT_SIGNAL,
                                                     .variable_s = EG_NONE,
                                                     .variable_v = v});
}

static int declare(const double *p, eg_parts *parts)
{
    return declare_drive(p, eg_support(p[USE_SUPPORT]), parts);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    return declare_drive(p, EG_AT_SUPPORT, parts);
}

static void dyad_observe(const eg_observation *o, double *out)
{
    if (eg_reference_is_exact(o->p))
        out[V] = out[A] = 0.0;
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

#define PARAMETERS_FILTER(x, af, bf)                                                                         \
    EG_REFERENCE_PARAMETERS_FILTER(x),                                                                       \
        {.name = (af), .value = 1.3617, .is_protected = true, .doc = "Coefficient of S in the filter"},      \
    {                                                                                                        \
        .name = (bf), .value = 0.6180, .is_protected = true, .doc = "Coefficient of S^2 in the filter"       \
    }
#define PARAMETERS(D)                                                                                        \
    EG_REFERENCE_PARAMETER_EXACT(EG_WORD_S(D)), PARAMETERS_FILTER(EG_WORD_S(D), "af", "bf"),                 \
        EG_PARAMETER_USE_SUPPORT

#define PORT_REFERENCE(D)                                                                                    \
    {                                                                                                        \
        .name = EG_WORD_S(D) "_ref", .kind = EG_REAL_INPUT, .unit = EG_UNIT_S(D),                            \
        .doc = "Reference " EG_WORD_POSITION(D) ", relative to the support"                                  \
    }

#define VARIABLES(D)                                                                                         \
    EG_TWIN_VARIABLE_S_TO_SUPPORT(D),                                                                        \
        {.name = EG_WORD_V(D), EG_SI_TWIN_V(D), .doc = "Rate of " EG_WORD_S(D) "; 0 when exact"},            \
    {                                                                                                        \
        .name = "a", EG_SI_TWIN_A(D), .doc = "Rate of " EG_WORD_V(D) "; 0 when exact"                        \
    }

/* The equations behind the support: `exact` and `filtered` are conditions. */
#define EQUATIONS_OF(exact, filtered, af, bf, D, s, v, f, force, Force, position, Position, moves)           \
    "if " exact " then " s " = " s "_ref; else " v " = der(" s "); end if;",                                 \
        "if " exact " then " v " = 0; else a = der(" v "); end if;",                                         \
        "if " exact " then a = 0; else a = ((" s "_ref - " s ")*w_crit - " af "*" v ")*(w_crit/" bf          \
        "); end if;",                                                                                        \
        "initial equation if " filtered " then " s " = " s "_ref; end if;"
#define EQUATIONS(D) EG_CALL(EQUATIONS_OF, "exact", "not exact", "af", "bf", D, EG_WORDS_##D)
#define EQUATIONS_DYAD                                                                                       \
    EG_CALL(EQUATIONS_OF, EG_REFERENCE_DYAD_EXACT, EG_REFERENCE_DYAD_FILTERED, "a_f", "b_f", T, EG_WORDS_T)

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "Forces a flange to follow the signal " s "_ref, relative to the support. Whatever " force               \
    " that takes is there and can be read as flange." f                                                      \
    " (positive into this component); its work counts as supplied energy.\n\n"                               \
    "Exact means that " position ", speed and acceleration are those of " s                                  \
    "_ref. The signal must have two derivatives: a sine has, a step has not. The variables " v               \
    " and a of this component are then 0, as in the Modelica Standard Library; the connected bodies have "   \
    "the true ones.\n\n"                                                                                     \
    "Otherwise " s "_ref passes a second-order Bessel filter of critical frequency f_crit, so that any "     \
    "signal will do. The filter starts at " s "_ref and delays the motion by about 1.36/(2*pi*f_crit)."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

static const eg_parameter parameters[] = {PARAMETERS(T)};
static const eg_parameter rot_parameters[] = {PARAMETERS(R)};
static const eg_parameter dyad_parameters[] = {EG_REFERENCE_PARAMETER_TYPE("s"),
                                               PARAMETERS_FILTER("s", "a_f", "b_f")};
static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT, PORT_REFERENCE(T)};
static const eg_port rot_ports[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT, PORT_REFERENCE(R)};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT, PORT_REFERENCE(T)};
static const eg_variable variables[] = {VARIABLES(T), EG_TWIN_VARIABLE_S_SUPPORT(T)};
static const eg_variable rot_variables[] = {VARIABLES(R), EG_TWIN_VARIABLE_S_SUPPORT(R)};
static const eg_variable dyad_variables[] = {VARIABLES(T)};

const eg_class eg_class_position = {
    .name = EG_MSL("Sources.Position"),
    .doc = "Moves a flange along a reference position",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_DYAD("Sources.Position")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(EG_TWIN_EQUATIONS_SUPPORT(T), EQUATIONS(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = eg_reference_complete,
    .check = eg_reference_check,
    .declare = declare,
    .observe = observe,
    .drive = &drive,
};

const eg_class eg_class_rot_position = {
    .name = EG_ROT("Sources.Position"),
    .doc = "Turns a flange along a reference angle",
    .text = TEXT(R),
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("RollingCart"),
    .equations = EG_TEXTS(EG_TWIN_EQUATIONS_SUPPORT(R), EQUATIONS(R)),
    EG_PARAMETERS(rot_parameters),
    EG_PORTS(rot_ports),
    EG_VARIABLES(rot_variables),
    .complete = eg_reference_complete,
    .check = eg_reference_check,
    .declare = declare,
    .observe = observe,
    .drive = &drive,
};

const eg_class eg_class_dyad_position = {
    .name = EG_DYAD("Sources.Position"),
    .short_name = EG_DYAD("Position"),
    .doc = "Moves a flange along a reference position (Dyad)",
    .text = TEXT(T) EG_REFERENCE_DYAD_TEXT,
    .also = EG_TEXTS(EG_MSL("Sources.Position")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, EQUATIONS_DYAD),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .complete = eg_reference_complete,
    .check = eg_reference_check,
    .declare = dyad_declare,
    .observe = dyad_observe,
    .drive = &drive,
};
