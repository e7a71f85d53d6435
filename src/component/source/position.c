/* Position: moves a flange along a reference position.
 *
 * s = flange.s - support.s follows the signal s_ref, exactly or through a filter.
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
 * The force flange.f is whatever the motion asks for; flange.f < 0 pushes the body in positive direction.
 *
 * Dyad chooses by an enumeration, ReferenceType, whose case Filtered carries f_crit; here f_crit stands
 * beside it as a parameter. */
#include "component/common.h"

/* EXACT is MSL's Boolean and the index of Dyad's literal alike. */
enum { EXACT, F_CRIT, W_CRIT, AF, BF, USE_SUPPORT };
enum { S, V, A, S_SUPPORT };
enum { STATE_S, STATE_V, U, DER_U };

/* ---------------------------------------------------------------- the drive */

static bool is_exact(const double *p)
{
    return p[EXACT] != 0.0;
}

static int state_count(const double *p)
{
    return is_exact(p) ? 0 : 2;
}

static int order(const double *p)
{
    return is_exact(p) ? 2 : 0;
}

static void motion(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    if (is_exact(p)) {
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
    if (is_exact(p)) {
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
    if (is_exact(p))
        return;
    state[STATE_S] = u.x;
    state[STATE_V] = v_start;
}

const eg_drive_ops eg_position_drive = {
    .state_count = state_count, .order = order, .motion = motion, .partials = partials, .start = start};

/* ---------------------------------------------------------------- the component */

void eg_position_complete(double *p, const bool *given)
{
    (void)given;
    p[W_CRIT] = 2.0 * 3.14159265358979323846 * p[F_CRIT];
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    *is_error = false;
    if (!is_exact(p) && p[F_CRIT] == 0.0)
        return "f_crit = 0 lets nothing through the filter: s_ref has no effect after the start";
    if (is_exact(p) && given[F_CRIT])
        return "f_crit plays no part, because the reference is followed exactly";
    return NULL;
}

static int declare_drive(const double *p, int support, eg_parts *parts)
{
    bool exact = is_exact(p);
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
    if (is_exact(o->p))
        out[V] = out[A] = 0.0;
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const char *const reference_types[] = {"Filtered", "Exact", NULL};

#define PARAMETERS_FILTER(af, bf)                                                                            \
    {.name = "f_crit",                                                                                       \
     EG_SI_FREQUENCY,                                                                                        \
     .value = 50.0,                                                                                          \
     EG_AT_LEAST(0.0),                                                                                       \
     .doc = "Critical frequency of the filter; above those that matter in s_ref"},                           \
        {.name = "w_crit",                                                                                   \
         EG_SI_ANGULAR_FREQUENCY,                                                                            \
         .value_text = "2*pi*f_crit",                                                                        \
         .is_protected = true,                                                                               \
         .doc = "Critical angular frequency of the filter"},                                                 \
        {.name = (af), .value = 1.3617, .is_protected = true, .doc = "Coefficient of S in the filter"},      \
    {                                                                                                        \
        .name = (bf), .value = 0.6180, .is_protected = true, .doc = "Coefficient of S^2 in the filter"       \
    }

static const eg_parameter parameters[] = {
    {.name = "exact",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: s follows s_ref exactly; false: through a filter"},
    PARAMETERS_FILTER("af", "bf"),
    EG_PARAMETER_USE_SUPPORT,
};

static const eg_parameter dyad_parameters[] = {
    {.name = "ref_type",
     .type = EG_ENUMERATION,
     .type_name = EG_DYAD("Sources.ReferenceType"),
     .literals = reference_types,
     .is_structural = true,
     .doc = "Exact: s follows s_ref exactly; Filtered: through a filter"},
    PARAMETERS_FILTER("a_f", "b_f"),
};

#define PORT_S_REF                                                                                           \
    {                                                                                                        \
        .name = "s_ref", .kind = EG_REAL_INPUT, .unit = "m",                                                 \
        .doc = "Reference position, relative to the support"                                                 \
    }

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT, PORT_S_REF};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT, PORT_S_REF};

#define VARIABLES                                                                                            \
    EG_VARIABLE_S_TO_SUPPORT, {.name = "v", EG_SI_VELOCITY, .doc = "Rate of s; 0 when exact"},               \
    {                                                                                                        \
        .name = "a", EG_SI_ACCELERATION, .doc = "Rate of v; 0 when exact"                                    \
    }

static const eg_variable variables[] = {VARIABLES, EG_VARIABLE_S_SUPPORT};
static const eg_variable dyad_variables[] = {VARIABLES};

#define TEXT                                                                                                 \
    "Forces a flange to follow the signal s_ref, relative to the support. Whatever force that takes is "     \
    "there and can be read as flange.f (positive into this component); its work counts as supplied "         \
    "energy.\n\n"                                                                                            \
    "Exact means that position, speed and acceleration are those of s_ref. The signal must have two "        \
    "derivatives: a sine has, a step has not. The variables v and a of this component are then 0, as "       \
    "in the Modelica Standard Library; the connected bodies have the true ones.\n\n"                         \
    "Otherwise s_ref passes a second-order Bessel filter of critical frequency f_crit, so that any "         \
    "signal will do. The filter starts at s_ref and delays the motion by about 1.36/(2*pi*f_crit)."

#define EXACTLY "TranslationalComponents.Sources.ReferenceType.Exact"

const eg_class eg_class_position = {
    .name = EG_MSL("Sources.Position"),
    .doc = "Moves a flange along a reference position",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sources.Position")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "if exact then s = s_ref; else v = der(s); end if;",
                          "if exact then v = 0; else a = der(v); end if;",
                          "if exact then a = 0; else a = ((s_ref - s)*w_crit - af*v)*(w_crit/bf); end if;",
                          "initial equation if not exact then s = s_ref; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = eg_position_complete,
    .check = check,
    .declare = declare,
    .observe = observe,
    .drive = &eg_position_drive,
};

const eg_class eg_class_dyad_position = {
    .name = EG_DYAD("Sources.Position"),
    .short_name = EG_DYAD("Position"),
    .doc = "Moves a flange along a reference position (Dyad)",
    .text = TEXT
    "\n\nIn Dyad f_crit belongs to the case Filtered of ref_type; here it is a parameter of the "
    "component. The support is always there: connect it to a Fixed for a motion relative to the ground.",
    .also = EG_TEXTS(EG_MSL("Sources.Position")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(
        EG_EQUATIONS_DYAD_SUPPORT, "if ref_type == " EXACTLY " then s = s_ref; else v = der(s); end if;",
        "if ref_type == " EXACTLY " then v = 0; else a = der(v); end if;",
        "if ref_type == " EXACTLY " then a = 0; else a = ((s_ref - s)*w_crit - a_f*v)*(w_crit/b_f); end if;",
        "initial equation if ref_type <> " EXACTLY " then s = s_ref; end if;"),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .complete = eg_position_complete,
    .check = check,
    .declare = dyad_declare,
    .observe = dyad_observe,
    .drive = &eg_position_drive,
};
