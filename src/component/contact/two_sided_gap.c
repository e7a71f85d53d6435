/* Elastogap.Contact.TwoSidedGap: a lower and an upper stop in one component.
 *
 * Keeps s_rel between two contacts of one law, each with its own constants: s_lower, where contact = s_rel <
 * s_lower and f < 0, and s_upper, its mirror image, where contact = s_rel > s_upper and f > 0 pushes flange_b
 * back. contact/side.h has the modes and the memory of the touch speed; contact/rigid.c what becomes of it
 * with law = "restitution". */
#include "component/contact/parameters.h"
#include "component/contact/side.h"
#include "component/references.h"

/* Is it given for this side? The upper stop takes the lower's, unless it has the other one of d and e (or
 * of c and f_ref) for itself. */
static bool has(const bool *given, bool upper, int parameter, int other)
{
    if (!upper)
        return given[EG_TWO_P_LOWER + parameter];
    return given[EG_TWO_P_UPPER + parameter] ||
           (given[EG_TWO_P_LOWER + parameter] && !given[EG_TWO_P_UPPER + other]);
}

static eg_side side_of(const double *p, const bool *given, bool upper)
{
    const double *own = p + (upper ? EG_TWO_P_UPPER : EG_TWO_P_LOWER);
    return (eg_side){.law = (eg_contact_law)(int)p[EG_TWO_P_LAW],
                     .c = own[EG_STOP_P_C],
                     .d = own[EG_STOP_P_D],
                     .s_rel0 = upper ? -own[EG_STOP_P_S] : own[EG_STOP_P_S],
                     .s_ref = own[EG_STOP_P_S_REF],
                     .f_ref = own[EG_STOP_P_F_REF],
                     .n = own[EG_STOP_P_N],
                     .e = own[EG_STOP_P_E],
                     .mass = p[EG_TWO_P_MASS],
                     .v_impact = own[EG_STOP_P_V_IMPACT],
                     .v_min = own[EG_STOP_P_V_MIN],
                     .transition = own[EG_STOP_P_TRANSITION],
                     .f_release = own[EG_STOP_P_F_RELEASE],
                     .has_d = given && has(given, upper, EG_STOP_P_D, EG_STOP_P_E),
                     .has_e = given && has(given, upper, EG_STOP_P_E, EG_STOP_P_D)};
}

static void prepare(const double *p, double *k)
{
    for (int upper = 0; upper < 2; upper++) {
        const eg_side side = side_of(p, NULL, upper);
        eg_side_prepare(&side, k + upper * EG_SIDE_COUNT);
    }
}

static const eg_element_ops element = EG_TWO_SIDES_ELEMENT(prepare);

/* Speeds of impact and transition are those of both sides where a side has none of its own. */
static void complete_speeds(double *p, const bool *given)
{
    static const int own[] = {EG_STOP_P_V_IMPACT, EG_STOP_P_V_MIN, EG_STOP_P_TRANSITION, EG_STOP_P_F_RELEASE};
    static const int both[] = {EG_TWO_P_V_IMPACT, EG_TWO_P_V_MIN, EG_TWO_P_TRANSITION, EG_TWO_P_F_RELEASE};
    for (size_t i = 0; i < EG_COUNT(own); i++) {
        if (!given[EG_TWO_P_LOWER + own[i]])
            p[EG_TWO_P_LOWER + own[i]] = p[both[i]];
        if (!given[EG_TWO_P_UPPER + own[i]])
            p[EG_TWO_P_UPPER + own[i]] = given[both[i]] ? p[both[i]] : p[EG_TWO_P_LOWER + own[i]];
    }
}

static void complete(double *p, const bool *given)
{
    double *lower = p + EG_TWO_P_LOWER, *upper = p + EG_TWO_P_UPPER;
    const bool *own = given + EG_TWO_P_UPPER;
    complete_speeds(p, given);
    if (!given[EG_TWO_P_LOWER + EG_STOP_P_N])
        lower[EG_STOP_P_N] = (int)p[EG_TWO_P_LAW] == EG_CONTACT_HERTZ ? 1.5 : 1.0;
    for (int i = EG_STOP_P_C; i <= EG_STOP_P_E; i++)
        if (!own[i] && i != EG_STOP_P_F_REF)
            upper[i] = lower[i];
    if (!given[EG_TWO_P_LOWER + EG_STOP_P_F_REF])
        lower[EG_STOP_P_F_REF] = lower[EG_STOP_P_C] * lower[EG_STOP_P_S_REF];
    if (!own[EG_STOP_P_F_REF]) /* of its own c, or all that the lower has */
        upper[EG_STOP_P_F_REF] = own[EG_STOP_P_C] || !given[EG_TWO_P_LOWER + EG_STOP_P_F_REF]
                                     ? upper[EG_STOP_P_C] * upper[EG_STOP_P_S_REF]
                                     : lower[EG_STOP_P_F_REF];
    for (int i = 0; i < 2; i++) {
        const eg_side side = side_of(p, given, i);
        (i ? upper : lower)[EG_STOP_P_D] = eg_side_damping(&side);
        p[i ? EG_TWO_P_FACTOR_UPPER : EG_TWO_P_FACTOR_LOWER] = eg_side_factor(side.law, side.e);
    }
}

static const char *check_spring(const double *p, const bool *given, bool upper)
{
    const bool *own = given + (upper ? EG_TWO_P_UPPER : EG_TWO_P_LOWER);
    if ((int)p[EG_TWO_P_LAW] == EG_CONTACT_RESTITUTION)
        return NULL;
    if (own[EG_STOP_P_C] && own[EG_STOP_P_F_REF])
        return "c and f_ref of one stop are both given: the spring force is f_ref*|ratio|^n; give one of "
               "them";
    return upper || own[EG_STOP_P_C] || own[EG_STOP_P_F_REF]
               ? NULL
               : "the stops need a spring: give c_lower, or f_ref_lower (and s_ref_lower)";
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    const char *wrong = p[EG_TWO_P_LOWER + EG_STOP_P_S] <= p[EG_TWO_P_UPPER + EG_STOP_P_S]
                            ? NULL
                            : "s_lower is larger than s_upper: the two stops would press against each other";
    for (int upper = 0; upper < 2 && !wrong; upper++) {
        const eg_side side = side_of(p, given, upper);
        wrong = check_spring(p, given, upper);
        wrong = wrong ? wrong : eg_side_check(&side);
    }
    *is_error = wrong != NULL;
    if (wrong)
        return wrong;
    const eg_side lower = side_of(p, given, false), upper_side = side_of(p, given, true);
    if (lower.law != EG_CONTACT_RESTITUTION && (lower.f_release > 0 || upper_side.f_release > 0))
        return "f_release plays no part in this law, whose stops do not stick; leave it out, take "
               "restitution, or "
               "an Elastogap.Contact.Gap for each stop, which sticks with any law";
    return eg_side_doubt(&lower);
}

extern const eg_class eg_class_contact_two_sided_gap;
static const eg_class rigid;

static const eg_class *variant(const double *p)
{
    return (int)p[EG_TWO_P_LAW] == EG_CONTACT_RESTITUTION ? &rigid : &eg_class_contact_two_sided_gap;
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, EG_TWO_V_REL, eg_select(p[EG_TWO_P_STATE_SELECT]),
                              p[EG_TWO_P_USE_HEAT_PORT] != 0.0);
}

static double discrete(int mode, int variable)
{
    return variable == EG_TWO_AT_UPPER ? mode > EG_SIDE_MODES : mode > 0 && mode <= EG_SIDE_MODES;
}

static void observe(const eg_observation *o, double *out)
{
    const eg_side_view side = eg_side_view_of(o->k, o->mode);
    const double s = side.sign * o->s_rel;
    out[EG_TWO_F] = o->force.f;
    out[EG_TWO_LOSS_POWER] = o->force.loss;
    out[EG_TWO_F_C] = o->mode > 0 ? side.sign * fmin(eg_elasto_gap_spring_(&side.law.gap, s), 0) + 0.0 : 0;
    out[EG_TWO_F_D] = o->mode > 0 ? o->force.f - out[EG_TWO_F_C] : 0;
    out[EG_TWO_AT_LOWER] = discrete(o->mode, EG_TWO_AT_LOWER);
    out[EG_TWO_AT_UPPER] = discrete(o->mode, EG_TWO_AT_UPPER);
    out[EG_TWO_V0] = side.v0;
    out[EG_TWO_DAMPING] = eg_side_damping_at_work(&side);
    out[EG_TWO_V0_LOWER] = o->k[EG_SIDE_V0];
    out[EG_TWO_V0_UPPER] = o->k[EG_SIDE_COUNT + EG_SIDE_V0];
    out[EG_TWO_F_D2] = eg_side_unbounded(&side, o, out[EG_TWO_F_D]);
}

#define OR_LOWER(upper, name, text) .value_text = (upper) ? name "_lower" : (text)
#define PARAMETERS_OF_STOP(side, upper)                                                                      \
    {.name = "s_" side,                                                                                      \
     EG_SI_POSITION,                                                                                         \
     .need = EG_REQUIRED,                                                                                    \
     .doc = "s_rel at which contact with the " side " stop begins"},                                         \
        {.name = "c_" side,                                                                                  \
         EG_SI_SPRING,                                                                                       \
         EG_AT_LEAST(0.0),                                                                                   \
         .value = 1.0,                                                                                       \
         OR_LOWER(upper, "c", "needed, or f_ref_lower"),                                                     \
         .doc = "Spring constant of the " side " stop"},                                                     \
        {.name = "d_" side,                                                                                  \
         EG_SI_DAMPING,                                                                                      \
         EG_AT_LEAST(0.0),                                                                                   \
         OR_LOWER(upper, "d", "from e_lower, mass and v_impact"),                                            \
         .doc = "Damping constant of the " side " stop, in laws that have a damper"},                        \
        {.name = "s_ref_" side,                                                                              \
         EG_SI_LENGTH,                                                                                       \
         .value = 1.0,                                                                                       \
         EG_AT_LEAST(2.220446049250313e-16),                                                                 \
         OR_LOWER(upper, "s_ref", NULL),                                                                     \
         .doc = "Compression of the " side " stop at which its spring force is f_ref_" side},                \
        {.name = "f_ref_" side,                                                                              \
         EG_SI_FORCE,                                                                                        \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = "c_" side "*s_ref_" side,                                                             \
         .doc = "Spring force of the " side " stop at a compression of s_ref_" side},                        \
        {.name = "n_" side,                                                                                  \
         .value = 1.0,                                                                                       \
         OR_LOWER(upper, "n", "1.5 for hertz, else 1"),                                                      \
         .formula = (upper) ? NULL : "if law == \"hertz\" then 1.5 else 1",                                  \
         EG_EXPONENT,                                                                                        \
         .doc = "Exponent of the " side " stop"},                                                            \
        {.name = "e_" side,                                                                                  \
         .value = 1.0,                                                                                       \
         .max = 1.0,                                                                                         \
         OR_LOWER(upper, "e", NULL),                                                                         \
         .doc = "Restitution that is wanted of the " side " stop"},                                          \
        {.name = "v_impact_" side,                                                                           \
         EG_SI_VELOCITY,                                                                                     \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = "v_impact",                                                                           \
         .doc = "Speed of impact that the " side " stop is made for"},                                       \
        {.name = "v_min_" side,                                                                              \
         EG_SI_VELOCITY,                                                                                     \
         EG_AT_LEAST(1e-300),                                                                                \
         .value = 1e-3,                                                                                      \
         .value_text = "v_min",                                                                              \
         .doc = "The least v0 of the " side " stop; restitution: a slower impact closes the contact"},       \
        {.name = "transition_" side,                                                                         \
         EG_SI_LENGTH,                                                                                       \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = "transition",                                                                         \
         .doc = "smooth-transition: width over which the damper of the " side " stop engages"},              \
    {                                                                                                        \
        .name = "f_release_" side, EG_SI_FORCE, EG_AT_LEAST(0.0), .value_text = "f_release",                 \
        .doc = "restitution: pull that the " side " stop withstands, closed, before it opens"                \
    }

static const eg_parameter parameters[] = {
    EG_PARAMETER_LAW,
    PARAMETERS_OF_STOP("lower", false),
    PARAMETERS_OF_STOP("upper", true),
    {.name = "mass",
     EG_SI_MASS,
     EG_AT_LEAST(0.0),
     .doc = "Effective mass of the impacts that d_lower and d_upper are made for"},
    {.name = "v_impact",
     EG_SI_VELOCITY,
     EG_AT_LEAST(0.0),
     .doc = "Speed of those impacts; in the laws with v0, more than 0 takes its place"},
    {.name = "v_min",
     EG_SI_VELOCITY,
     .value = 1e-3,
     EG_AT_LEAST(1e-300),
     .doc = "The least v0 of both stops"},
    {.name = "transition", EG_SI_LENGTH, EG_AT_LEAST(0.0), .doc = "The width of both stops' transitions"},
    {.name = "f_release",
     EG_SI_FORCE,
     EG_AT_LEAST(0.0),
     .doc = "restitution: pull that both stops withstand, closed, before they open"},
    EG_PARAMETERS_COMPLIANT,
    EG_PARAMETER_FACTOR("D_lower", "e_lower", "Damping factor of the lower stop, in the laws with v0"),
    EG_PARAMETER_FACTOR("D_upper", "e_upper", "Damping factor of the upper stop, in the laws with v0"),
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, EG_PORT_HEAT};

static const eg_variable variables[] = {
    EG_VARIABLES_COMPLIANT,
    EG_VARIABLE_LOSS,
    {.name = "f_c", EG_SI_FORCE, .is_protected = true, .doc = "Force of the springs"},
    {.name = "f_d", EG_SI_FORCE, .is_protected = true, .doc = "Force of the dampers"},
    {.name = "contact_lower", .type = EG_BOOLEAN, .doc = "true while s_rel < s_lower"},
    {.name = "contact_upper", .type = EG_BOOLEAN, .doc = "true while s_rel > s_upper"},
    {.name = "v0",
     EG_SI_VELOCITY,
     .doc = "Speed at the touch that began the contact, at least v_min; between the stops that of the lower"},
    {.name = "damping",
     EG_SI_DAMPING,
     .doc = "The d at work, as in Gap; between the stops that of the lower"},
    {.name = "v0_lower", EG_SI_VELOCITY, .is_protected = true, .doc = "v0 of the lower stop"},
    {.name = "v0_upper", EG_SI_VELOCITY, .is_protected = true, .doc = "v0 of the upper stop"},
    {.name = "f_d2",
     EG_SI_FORCE,
     .is_protected = true,
     .doc = "Force of the dampers, before the law bounds it"},
};

static const char text[] =
    "Keeps s_rel between s_lower and s_upper by two contacts with the law that `law` names, each "
    "with its "
    "own constants; those of the upper stop are those of the lower where they are not given. At the "
    "lower "
    "stop (s_rel < s_lower) f is negative, at the upper (s_rel > s_upper) positive. Laws and parameters "
    "are those of Elastogap.Contact.Gap, the rigid restitution among them; each stop has its own constants. "
    "Between the stops there is no force.";

#define CITATIONS                                                                                            \
    EG_CITATIONS(EG_CITE_GOLDSMITH, EG_CITE_HERTZ, EG_CITE_HUNT_CROSSLEY, EG_CITE_LANKARANI_NIKRAVESH_1990,  \
                 EG_CITE_LANKARANI_NIKRAVESH_1994, EG_CITE_GONTHIER, EG_CITE_FLORES, EG_CITE_HU_GUO,         \
                 EG_CITE_CARVALHO_MARTINS)

#define RATIO(side) "abs((s_rel - s_" side ")/s_ref_" side ")^n_" side
#define SPRING(side) "f_ref_" side "*" RATIO(side)
#define OF_FAMILY(side) "D_" side "*" SPRING(side) "/v0_" side
#define DAMPER(side, x, closing)                                                                             \
    EG_DAMPER("d_" side, x, closing, "transition_" side, "d_" side "*" RATIO(side), OF_FAMILY(side))
#define DAMPER_LOWER DAMPER("lower", "s_lower - s_rel", "v_rel < 0")
#define DAMPER_UPPER DAMPER("upper", "s_rel - s_upper", "v_rel > 0")
#define BOUNDED                                                                                              \
    EG_BOUNDED("min(max(f_d2, -abs(f_c)), abs(f_c))",                                                        \
               "if contact_lower then min(f_d2, -f_c) else max(f_d2, -f_c)", "f_d2")
#define SPRING_LOWER SPRING("lower")
#define SPRING_UPPER SPRING("upper")

static const char *const equations[] = {
    EG_EQUATIONS_RELATIVE_STATES,
    "contact_lower = s_rel < s_lower;",
    "contact_upper = s_rel > s_upper;",
    "f_c = if contact_lower then -" SPRING_LOWER " elseif contact_upper then " SPRING_UPPER " else 0;",
    "f_d2 = " EG_IF_LAW("hertz") "0 else if contact_lower then " DAMPER_LOWER
                                 " elseif contact_upper then " DAMPER_UPPER " else 0;",
    "f_d = " BOUNDED ";",
    "f = f_c + f_d;",
    "lossPower = f_d*v_rel;",
    EG_WHEN_TOUCHED("contact_lower", "v0_lower", "-v_rel", "v_impact_lower", "v_min_lower"),
    EG_WHEN_TOUCHED("contact_upper", "v0_upper", "v_rel", "v_impact_upper", "v_min_upper"),
    "v0 = if contact_upper then v0_upper else v0_lower;",
    "damping = " EG_IF_FAMILY "(if contact_upper then D_upper*f_ref_upper/v0 else D_lower*f_ref_lower/v0) "
    "else if contact_upper then d_upper else d_lower;",
    EG_EQUATION_HEAT_PORT,
    NULL};

#define RIGID_STOP(side, toward)                                                                             \
    "reinit(v_rel, if " toward " < v_min_" side " then 0 else -e_" side "*pre(v_rel)); v0_" side             \
    " = max(" toward ", v_min_" side ");"

static const char *const rigid_equations[] = {
    EG_EQUATIONS_RELATIVE_STATES,
    "contact_lower = s_rel <= s_lower and v_rel <= 0;",
    "contact_upper = s_rel >= s_upper and v_rel >= 0;",
    "0 = if contact_lower or contact_upper then v_rel else f;",
    "when s_rel <= s_lower and v_rel < 0 then " RIGID_STOP(
        "lower",
        "-pre(v_rel)") " elsewhen s_rel >= s_upper and v_rel > 0 then " RIGID_STOP("upper",
                                                                                   "pre(v_rel)") " end when;",
    "v0 = if contact_upper then v0_upper else v0_lower;",
    EG_EQUATIONS_RIGID,
    EG_EQUATION_HEAT_PORT,
    NULL};

#define AT_LOWER EG_TOUCHES("contact_lower", "s_rel <= s_lower + ", "s_lower")
#define AT_UPPER EG_TOUCHES("contact_upper", "s_rel >= s_upper - ", "s_upper")
/* What an impact at either stop makes of v_rel. */
#define AFTER_LOWER                                                                                          \
    "if " AT_LOWER " and noEvent(v_rel < 0) then "                                                           \
    "noEvent(if v_rel <= -v_min_lower then -e_lower*v_rel else 0) else v_rel"
#define AFTER_UPPER                                                                                          \
    "if " AT_UPPER " and noEvent(v_rel > 0) then "                                                           \
    "noEvent(if v_rel >= v_min_upper then -e_upper*v_rel else 0) else v_rel"

static const char *const flat_rigid_equations[] = {
    EG_EQUATIONS_RELATIVE_STATES,
    "contact_lower = " AT_LOWER
    " and " EG_PARTS_NOT("contact_lower", "v_rel", "<=", "") " and " EG_STAYS_CLOSED(
        "contact_lower", "v_rel", "f_c", ">", "-", "f_release_lower") ";",
    "contact_upper = " AT_UPPER
    " and " EG_PARTS_NOT("contact_upper", "v_rel", ">=", "-") " and " EG_STAYS_CLOSED(
        "contact_upper", "v_rel", "f_c", "<", "+", "f_release_upper") ";",
    EG_HELD("contact_lower or contact_upper", "v_rel", "f_c"),
    EG_EQUATIONS_FLAT_RIGID,
    "f = f_c + Elastogap.Math.impulse(v_rel, " AFTER_LOWER ") + Elastogap.Math.impulse(v_rel, " AFTER_UPPER
    ");",
    "v0_lower = max(v_min_lower, Elastogap.Math.impactSpeed(v_rel, " AFTER_LOWER "));",
    "v0_upper = max(v_min_upper, Elastogap.Math.impactSpeed(v_rel, " AFTER_UPPER "));",
    "v0 = if contact_upper then v0_upper else v0_lower;",
    EG_BEGINS_APART(
        "s_rel >= s_lower - 1e-9*(1 + abs(s_lower)) and s_rel <= s_upper + 1e-9*(1 + abs(s_upper))"),
    EG_EQUATION_HEAT_PORT,
    NULL};

static const char *const relations[] = {EG_RELATION_FACTOR("D_lower", "e_lower"),
                                        EG_RELATION_FACTOR("D_upper", "e_upper"), NULL};

#define DESCRIPTOR                                                                                                \
    .name = "Elastogap.Contact.TwoSidedGap",                                                                      \
    .doc = "A lower and an upper stop in one component: end stops, backlash", .text = text,                       \
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),                                     \
                        EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),                                \
    .cases = "law", .references = CITATIONS, EG_PARAMETERS(parameters), EG_PORTS(ports),                          \
    EG_VARIABLES(variables), .complete = complete, .check = check,                                                \
    .demands = EG_TEXTS(                                                                                          \
        "assert(s_lower <= s_upper, \"s_lower is larger than s_upper\");",                                        \
        "assert(law <> \"smooth-transition\" or transition_lower > 0 and transition_upper > 0, " EG_SIDE_NO_WIDTH \
        ");"),                                                                                                    \
    .variant = variant, .declare = declare

const eg_class eg_class_contact_two_sided_gap = {
    DESCRIPTOR,         .equations = equations, .relations = relations,
    .observe = observe, .discrete = discrete,   .element = &element};

/* As which an instance with law = "restitution" is made. */
static const eg_class rigid = {DESCRIPTOR,
                               .equations = rigid_equations,
                               .flat_equations = flat_rigid_equations,
                               .observe = eg_rigid_two_sided_observe,
                               .discrete = eg_rigid_two_sided_discrete,
                               .element = &eg_rigid_two_sided_element,
                               .friction = &eg_rigid_two_sided_friction};
