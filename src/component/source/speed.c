/* Speed: moves a flange with a reference speed.
 *
 * v = der(s), s = flange.s - support.s, follows the signal v_ref, exactly or through a filter.
 *
 *     exact:     v = v_ref, and the body accelerates with der(v_ref). MSL's variable a is a dummy then:
 *                a = 0.
 *     filtered:  a = der(v) = (v_ref - v)*w_crit, a first-order low-pass; it begins at v = v_ref
 *
 * s is a state in both cases and begins at its start value, 0 unless given (and fixed by default).
 * The force flange.f is whatever the motion asks for; flange.f < 0 pushes the body in positive direction.
 *
 * Dyad chooses by an enumeration, ReferenceType, whose case Filtered carries f_crit; here f_crit stands
 * beside it as a parameter. */
#include "component/common.h"

/* EXACT is MSL's Boolean and the index of Dyad's literal alike. */
enum { EXACT, F_CRIT, W_CRIT, USE_SUPPORT };
enum { S, V, A, S_SUPPORT };
enum { STATE_S, STATE_V, U, DER_U };

/* ---------------------------------------------------------------- the drive */

static bool is_exact(const double *p)
{
    return p[EXACT] != 0.0;
}

static int state_count(const double *p)
{
    return is_exact(p) ? 1 : 2;
}

static int order(const double *p)
{
    return is_exact(p) ? 1 : 0;
}

static void motion(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    if (is_exact(p)) {
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
    if (is_exact(p)) {
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
    if (!is_exact(p))
        state[STATE_V] = u.x;
}

const eg_drive_ops eg_speed_drive = {
    .state_count = state_count, .order = order, .motion = motion, .partials = partials, .start = start};

/* ---------------------------------------------------------------- the component */

void eg_speed_complete(double *p, const bool *given)
{
    (void)given;
    p[W_CRIT] = 2.0 * 3.14159265358979323846 * p[F_CRIT];
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    *is_error = false;
    if (!is_exact(p) && p[F_CRIT] == 0.0)
        return "f_crit = 0 lets nothing through the filter: v_ref has no effect after the start";
    if (is_exact(p) && given[F_CRIT])
        return "f_crit plays no part, because the reference is followed exactly";
    return NULL;
}

static int declare_drive(const double *p, int support, eg_parts *parts)
{
    int a = is_exact(p) ? EG_NONE : A;
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
    if (is_exact(o->p))
        out[A] = 0.0;
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const char *const reference_types[] = {"Filtered", "Exact", NULL};

#define PARAMETERS_FILTER                                                                                    \
    {.name = "f_crit",                                                                                       \
     EG_SI_FREQUENCY,                                                                                        \
     .value = 50.0,                                                                                          \
     EG_AT_LEAST(0.0),                                                                                       \
     .doc = "Critical frequency of the filter; above those that matter in v_ref"},                           \
    {                                                                                                        \
        .name = "w_crit", EG_SI_ANGULAR_FREQUENCY, .value_text = "2*pi*f_crit", .is_protected = true,        \
        .doc = "Critical angular frequency of the filter"                                                    \
    }

static const eg_parameter parameters[] = {
    {.name = "exact",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: v follows v_ref exactly; false: through a filter"},
    PARAMETERS_FILTER,
    EG_PARAMETER_USE_SUPPORT,
};

static const eg_parameter dyad_parameters[] = {
    {.name = "ref_type",
     .type = EG_ENUMERATION,
     .type_name = EG_DYAD("Sources.ReferenceType"),
     .literals = reference_types,
     .is_structural = true,
     .doc = "Exact: v follows v_ref exactly; Filtered: through a filter"},
    PARAMETERS_FILTER,
};

#define PORT_V_REF                                                                                           \
    {                                                                                                        \
        .name = "v_ref", .kind = EG_REAL_INPUT, .unit = "m/s",                                               \
        .doc = "Reference speed, relative to the support"                                                    \
    }

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT, PORT_V_REF};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT, PORT_V_REF};

#define VARIABLES                                                                                            \
    {.name = "s", EG_SI_LENGTH, .fixed = true, .doc = "Distance from the support to the flange"},            \
        {.name = "v", EG_SI_VELOCITY, .doc = "Rate of s"},                                                   \
    {                                                                                                        \
        .name = "a", EG_SI_ACCELERATION, .doc = "Rate of v; 0 when exact"                                    \
    }

static const eg_variable variables[] = {VARIABLES, EG_VARIABLE_S_SUPPORT};
static const eg_variable dyad_variables[] = {VARIABLES};

#define TEXT                                                                                                 \
    "Forces a flange to move with the speed of the signal v_ref, relative to the support, beginning at "     \
    "the start value of s (0 unless given). Whatever force that takes is there and can be read as "          \
    "flange.f (positive into this component); its work counts as supplied energy.\n\n"                       \
    "Exact means that speed and acceleration are those of v_ref. The signal must then be continuous "        \
    "and have a derivative. The variable a of this component is 0 in that case, as in the Modelica "         \
    "Standard Library; the connected bodies have the true acceleration.\n\n"                                 \
    "Otherwise v_ref passes a first-order filter of critical frequency f_crit, so that any signal will "     \
    "do."

#define EXACTLY "TranslationalComponents.Sources.ReferenceType.Exact"

const eg_class eg_class_speed = {
    .name = EG_MSL("Sources.Speed"),
    .doc = "Moves a flange with a reference speed",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sources.Speed")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations =
        EG_TEXTS(EG_EQUATIONS_SUPPORT, "v = der(s);", "if exact then v = v_ref; else a = der(v); end if;",
                 "if exact then a = 0; else a = (v_ref - v)*w_crit; end if;",
                 "initial equation if not exact then v = v_ref; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = eg_speed_complete,
    .check = check,
    .declare = declare,
    .observe = observe,
    .drive = &eg_speed_drive,
};

const eg_class eg_class_dyad_speed = {
    .name = EG_DYAD("Sources.Speed"),
    .short_name = EG_DYAD("Speed"),
    .doc = "Moves a flange with a reference speed (Dyad)",
    .text = TEXT
    "\n\nIn Dyad f_crit belongs to the case Filtered of ref_type; here it is a parameter of the "
    "component. The support is always there: connect it to a Fixed for a motion relative to the ground.",
    .also = EG_TEXTS(EG_MSL("Sources.Speed")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, "v = der(s);",
                          "if ref_type == " EXACTLY " then v = v_ref; else a = der(v); end if;",
                          "if ref_type == " EXACTLY " then a = 0; else a = (v_ref - v)*w_crit; end if;",
                          "initial equation if ref_type <> " EXACTLY " then v = v_ref; end if;"),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .complete = eg_speed_complete,
    .check = check,
    .declare = dyad_declare,
    .observe = dyad_observe,
    .drive = &eg_speed_drive,
};
