/* Speed, translational and rotational: moves a flange with a reference speed.
 *
 * v = der(s), s = flange.s - support.s, follows the signal v_ref, exactly or through a filter (in rotation
 * w = der(phi) follows w_ref).
 *
 *     exact:     v = v_ref, and the body accelerates with der(v_ref). MSL's variable a is a dummy then:
 *                a = 0.
 *     filtered:  a = der(v) = (v_ref - v)*w_crit, a first-order low-pass; it begins at v = v_ref
 *
 * s is a state in both cases and begins at its start value, 0 unless given (and fixed by default).
 *
 * The force flange.f is whatever the motion asks for; flange.f < 0 pushes the body in positive direction. */
#include "component/source/reference.h"

enum { W_CRIT = EG_REFERENCE_W_CRIT, USE_SUPPORT = EG_REFERENCE_OWN };
enum { S, V, A, S_SUPPORT };
enum { STATE_S, STATE_V, U, DER_U };

/* ---------------------------------------------------------------- the drive */

static int state_count(const double *p)
{
    return eg_reference_is_exact(p) ? 1 : 2;
}

static int order(const double *p)
{
    return eg_reference_is_exact(p) ? 1 : 0;
}

static void motion(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    if (eg_reference_is_exact(p)) {
        *out = (eg_jet){state[STATE_S], u.x, u.dx};
        dstate[STATE_S] = u.x;
        return;
    }
    double a = (u.x - state[STATE_V]) * p[W_CRIT];
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
        out[0][U] = 1.0;
        out[1][DER_U] = 1.0;
        return;
    }
    out[0][STATE_V] = 1.0;
    out[1][STATE_V] = -p[W_CRIT];
    out[1][U] = p[W_CRIT];
}

static void start(const double *p, eg_jet u, double s_start, double v_start, double *state)
{
    (void)v_start;
    state[STATE_S] = s_start;
    if (!eg_reference_is_exact(p))
        state[STATE_V] = u.x;
}

static const eg_drive_ops drive = {
    .state_count = state_count, .order = order, .motion = motion, .partials = partials, .start = start};

/* ---------------------------------------------------------------- the component */

static int declare_drive(const double *p, int support, eg_parts *parts)
{
    int a = eg_reference_is_exact(p) ? EG_NONE : A;
    if (eg_declare_coordinate(parts, S, V, a, support, EG_AT_FLANGE, EG_PREFER))
        return -1;
    return eg_parts_add_drive(parts, (eg_drive_part){.port = EG_AT_FLANGE,
                                                     .support = support,
                                                     .input = EG_AT_SIGNAL,
                                                     .variable_s = S,
                                                     .variable_v = EG_NONE});
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
        out[A] = 0.0;
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

#define PARAMETERS_FILTER(D) EG_REFERENCE_PARAMETERS_FILTER(EG_WORD_V(D))
#define PARAMETERS(D)                                                                                        \
    EG_REFERENCE_PARAMETER_EXACT(EG_WORD_V(D)), PARAMETERS_FILTER(D), EG_PARAMETER_USE_SUPPORT

#define PORT_REFERENCE(D)                                                                                    \
    {                                                                                                        \
        .name = EG_WORD_V(D) "_ref", .kind = EG_REAL_INPUT, .unit = EG_UNIT_V(D),                            \
        .doc = "Reference speed, relative to the support"                                                    \
    }

#define VARIABLES(D)                                                                                         \
    {.name = EG_WORD_S(D),                                                                                   \
     EG_SI_TWIN_LENGTH(D),                                                                                   \
     .fixed = true,                                                                                          \
     .doc = EG_WORD_DISTANCE(D) " from the support to the flange"},                                          \
        {.name = EG_WORD_V(D), EG_SI_TWIN_V(D), .doc = "Rate of " EG_WORD_S(D)},                             \
    {                                                                                                        \
        .name = "a", EG_SI_TWIN_A(D), .doc = "Rate of " EG_WORD_V(D) "; 0 when exact"                        \
    }

/* The equations behind the support: `exact` and `filtered` are conditions. */
#define EQUATIONS_OF(exact, filtered, D, s, v, f, force, Force, position, Position, moves)                   \
    v " = der(" s ");", "if " exact " then " v " = " v "_ref; else a = der(" v "); end if;",                 \
        "if " exact " then a = 0; else a = (" v "_ref - " v ")*w_crit; end if;",                             \
        "initial equation if " filtered " then " v " = " v "_ref; end if;"
#define EQUATIONS(D) EG_CALL(EQUATIONS_OF, "exact", "not exact", D, EG_WORDS_##D)
#define EQUATIONS_DYAD                                                                                       \
    EG_CALL(EQUATIONS_OF, EG_REFERENCE_DYAD_EXACT, EG_REFERENCE_DYAD_FILTERED, T, EG_WORDS_T)

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "Forces a flange to move with the speed of the signal " v "_ref, relative to the support, beginning at " \
    "the start value of " s " (0 unless given). Whatever " force                                             \
    " that takes is there and can be read as flange." f                                                      \
    " (positive into this component); its work counts as supplied energy.\n\n"                               \
    "Exact means that speed and acceleration are those of " v "_ref. The signal must then be continuous "    \
    "and have a derivative. The variable a of this component is 0 in that case, as in the Modelica "         \
    "Standard Library; the connected bodies have the true acceleration.\n\n"                                 \
    "Otherwise " v "_ref passes a first-order filter of critical frequency f_crit, so that any signal will " \
    "do."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

static const eg_parameter parameters[] = {PARAMETERS(T)};
static const eg_parameter rot_parameters[] = {PARAMETERS(R)};
static const eg_parameter dyad_parameters[] = {EG_REFERENCE_PARAMETER_TYPE("v"), PARAMETERS_FILTER(T)};
static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT, PORT_REFERENCE(T)};
static const eg_port rot_ports[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT, PORT_REFERENCE(R)};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT, PORT_REFERENCE(T)};
static const eg_variable variables[] = {VARIABLES(T), EG_TWIN_VARIABLE_S_SUPPORT(T)};
static const eg_variable rot_variables[] = {VARIABLES(R), EG_TWIN_VARIABLE_S_SUPPORT(R)};
static const eg_variable dyad_variables[] = {VARIABLES(T)};

const eg_class eg_class_speed = {
    .name = EG_MSL("Sources.Speed"),
    .doc = "Moves a flange with a reference speed",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_DYAD("Sources.Speed")),
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

const eg_class eg_class_rot_speed = {
    .name = EG_ROT("Sources.Speed"),
    .doc = "Turns a flange with a reference speed",
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

const eg_class eg_class_dyad_speed = {
    .name = EG_DYAD("Sources.Speed"),
    .short_name = EG_DYAD("Speed"),
    .doc = "Moves a flange with a reference speed (Dyad)",
    .text = TEXT(T) EG_REFERENCE_DYAD_TEXT,
    .also = EG_TEXTS(EG_MSL("Sources.Speed")),
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
