/* Elastogap.Contact.Gap: the contact laws of law_contact.h as a component.
 *
 * Gap stands where ElastoGap stands: contact = s_rel < s_rel0, f = flange_b.f = f_c + f_d, f_c <= 0 the
 * spring, f_d what the law's damping adds. contact/side.h has the modes and the memory of the touch speed;
 * contact/rigid.c what becomes of it with law = "restitution", contact/adhesive.c with a spring and
 * f_release. */
#include "component/contact/parameters.h"
#include "component/contact/side.h"
#include "component/references.h"

eg_side eg_gap_side(const double *p, const bool *given)
{
    return (eg_side){.law = (eg_contact_law)(int)p[EG_GAP_P_LAW],
                     .c = p[EG_GAP_P_C],
                     .d = p[EG_GAP_P_D],
                     .s_rel0 = p[EG_GAP_P_S_REL0],
                     .s_ref = p[EG_GAP_P_S_REF],
                     .f_ref = p[EG_GAP_P_F_REF],
                     .n = p[EG_GAP_P_N],
                     .e = p[EG_GAP_P_E],
                     .mass = p[EG_GAP_P_MASS],
                     .v_impact = p[EG_GAP_P_V_IMPACT],
                     .v_min = p[EG_GAP_P_V_MIN],
                     .transition = p[EG_GAP_P_TRANSITION],
                     .f_release = p[EG_GAP_P_F_RELEASE],
                     .has_d = given && given[EG_GAP_P_D],
                     .has_e = given && given[EG_GAP_P_E]};
}

static void prepare(const double *p, double *k)
{
    const eg_side side = eg_gap_side(p, NULL);
    eg_side_prepare(&side, k);
}

static void remember(double *k, int left, int mode, double s_rel, double v_rel)
{
    (void)s_rel;
    eg_side_remember(k, left > 0, mode > 0, v_rel);
}

static int contacts(const double *k, eg_fixed_contact *out)
{
    const eg_side_view side = eg_side_view_of(k, 0);
    *out = eg_side_contact(&side);
    return 1;
}

static const char *const modes[] = {"apart", EG_SIDE_MODE_NAMES};

static const eg_element_ops element = {
    .mode_count = EG_COUNT(modes),
    .modes = modes,
    .switch_count = 3,
    .coefficient_count = EG_SIDE_COUNT,
    .prepare = prepare,
    .force = eg_side_force,
    .dependence = eg_side_dependence,
    .bound = eg_side_bound,
    .energy = eg_side_energy,
    .mode_at = eg_side_mode_at,
    .switching = eg_side_switching,
    .next_mode = eg_side_next_mode,
    .remember = remember,
    .event_name = eg_side_event_name,
    .roughness = eg_side_roughness,
    .compression = eg_side_compression,
    .is_linear = eg_side_is_linear,
    .contacts = contacts,
};

static void complete(double *p, const bool *given)
{
    if (!given[EG_GAP_P_F_REF])
        p[EG_GAP_P_F_REF] = p[EG_GAP_P_C] * p[EG_GAP_P_S_REF];
    if (!given[EG_GAP_P_N])
        p[EG_GAP_P_N] = (int)p[EG_GAP_P_LAW] == EG_CONTACT_HERTZ ? 1.5 : 1.0;
    const eg_side side = eg_gap_side(p, given);
    p[EG_GAP_P_D] = eg_side_damping(&side);
    p[EG_GAP_P_FACTOR] = eg_side_factor(side.law, side.e);
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    const eg_side side = eg_gap_side(p, given);
    const char *wrong = eg_side_check(&side);
    if (!wrong)
        wrong = eg_adhesive_check(&side);
    *is_error = wrong != NULL;
    if (wrong)
        return wrong;
    if (side.law == EG_CONTACT_RESTITUTION)
        return given[EG_GAP_P_C] || given[EG_GAP_P_F_REF]
                   ? "c and f_ref play no part in this law, which is rigid; leave them out"
                   : NULL;
    if (given[EG_GAP_P_C] && given[EG_GAP_P_F_REF])
        return "c plays no part, because f_ref is given: the spring force is f_ref*|ratio|^n; give one of "
               "them";
    if (!given[EG_GAP_P_C] && !given[EG_GAP_P_F_REF])
        return "c has no value; 1 N/m is taken; set c, or f_ref";
    if (side.n > 1.0 && given[EG_GAP_P_S_REF] && !given[EG_GAP_P_F_REF])
        return "s_ref is given without f_ref: for n > 1 this changes the force law, because f_ref = c*s_ref "
               "is the force at the compression s_ref; give f_ref as well, or leave s_ref at 1 m";
    if (side.f_release > 0 && !eg_adhesive_sticks(&side))
        return "f_release is so small that the spring would let go within rounding of s_rel0: it plays no "
               "part";
    return eg_side_doubt(&side);
}

extern const eg_class eg_class_contact_gap;
static const eg_class rigid, adhesive;

static const eg_class *variant(const double *p)
{
    const eg_side side = eg_gap_side(p, NULL);
    if (side.law == EG_CONTACT_RESTITUTION)
        return &rigid;
    return eg_adhesive_sticks(&side) ? &adhesive : &eg_class_contact_gap;
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, EG_GAP_V_REL, eg_select(p[EG_GAP_P_STATE_SELECT]),
                              p[EG_GAP_P_USE_HEAT_PORT] != 0.0);
}

void eg_gap_observe(const eg_observation *o, double *out)
{
    const eg_side_view side = eg_side_view_of(o->k, o->mode);
    bool contact = o->mode != EG_CONTACT_APART;
    out[EG_GAP_F] = o->force.f;
    out[EG_GAP_LOSS_POWER] = o->force.loss;
    out[EG_GAP_RATIO] = (o->s_rel - side.k[EG_SIDE_S_REL0]) / side.k[EG_SIDE_S_REF];
    out[EG_GAP_F_C] = contact ? fmin(eg_elasto_gap_spring_(&side.law.gap, o->s_rel), 0) + 0.0 : 0;
    out[EG_GAP_F_D] = contact ? o->force.f - out[EG_GAP_F_C] : 0;
    out[EG_GAP_F_D2] = eg_side_unbounded(&side, o, out[EG_GAP_F_D]);
    out[EG_GAP_CONTACT] = contact;
    out[EG_GAP_V0] = side.v0;
    out[EG_GAP_DAMPING] = eg_side_damping_at_work(&side);
}

static double discrete(int mode, int variable)
{
    (void)variable; /* contact */
    return mode != EG_CONTACT_APART;
}

static const eg_parameter parameters[] = {
    EG_PARAMETER_LAW,
    EG_PARAMETER_C(.value = 1.0),
    {.name = "d",
     EG_SI_DAMPING,
     EG_AT_LEAST(0.0),
     .value_text = "from e, mass and v_impact",
     .doc = "Damping constant of the laws that have a damper"},
    {.name = "s_rel0", EG_SI_POSITION, .doc = "s_rel at which contact begins"},
    {.name = "s_ref",
     EG_SI_LENGTH,
     .value = 1.0,
     EG_AT_LEAST(2.220446049250313e-16),
     .doc = "Compression at which the spring force is f_ref"},
    {.name = "f_ref",
     EG_SI_FORCE,
     .value_text = "c*s_ref",
     EG_AT_LEAST(0.0),
     .doc = "Spring force at a compression of s_ref; given, it overrules c"},
    {.name = "n",
     .value = 1.0,
     .value_text = "1.5 for hertz, else 1",
     .formula = "if law == \"hertz\" then 1.5 else 1",
     EG_EXPONENT,
     .doc = "Exponent of the spring force: 1 for plates, 1.5 for metallic spheres"},
    {.name = "e", .value = 1.0, .min = 0.0, .max = 1.0, .doc = "Restitution that is wanted"},
    {.name = "mass", EG_SI_MASS, EG_AT_LEAST(0.0), .doc = "Effective mass of the impact that d is made for"},
    {.name = "v_impact",
     EG_SI_VELOCITY,
     EG_AT_LEAST(0.0),
     .doc = "Speed of that impact; in the laws with v0, more than 0 takes its place"},
    {.name = "v_min",
     EG_SI_VELOCITY,
     .value = 1e-3,
     EG_AT_LEAST(1e-300),
     .doc = "The least v0; restitution: a slower impact closes the contact"},
    {.name = "transition",
     EG_SI_LENGTH,
     EG_AT_LEAST(0.0),
     .doc = "smooth-transition: width over which the damper engages"},
    {.name = "f_release",
     EG_SI_FORCE,
     EG_AT_LEAST(0.0),
     .doc = "Pull that a contact withstands, once it has touched, before it lets go; 0: it does not stick"},
    EG_PARAMETERS_COMPLIANT,
    EG_PARAMETER_FACTOR("D", "e", "Damping factor of the laws with v0"),
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, EG_PORT_HEAT};

static const eg_variable variables[] = {
    EG_VARIABLES_COMPLIANT,
    EG_VARIABLE_LOSS,
    {.name = "f_c",
     EG_SI_FORCE,
     .is_protected = true,
     .doc = "Force of the spring, <= 0 but where it sticks"},
    {.name = "f_d2",
     EG_SI_FORCE,
     .is_protected = true,
     .doc = "Force of the damper, before the law bounds it"},
    {.name = "f_d", EG_SI_FORCE, .is_protected = true, .doc = "Force of the damper"},
    {.name = "ratio", .is_protected = true, .doc = "(s_rel - s_rel0)/s_ref, negative in compression"},
    {.name = "contact", .type = EG_BOOLEAN, .doc = "true while s_rel < s_rel0"},
    {.name = "v0",
     EG_SI_VELOCITY,
     .doc = "Speed at the touch that began the contact, at least v_min; restitution: of the last impact"},
    {.name = "damping",
     EG_SI_DAMPING,
     .doc = "The d at work; where it follows from e and v0: D*f_ref/v0, the d of f_c + d*|ratio|^n*v_rel"},
};

static const char text[] =
    "Stands where ElastoGap stands, with the force law that `law` names. In compression f is negative. "
    "docs/contact-laws.md says of each law whether it jumps, pulls, loses energy and how its "
    "restitution "
    "depends on speed; `elastogap law` computes single impacts and finds constants.\n\n"
    "hunt-crossley, lankarani-nikravesh, gonthier, flores, hu-guo and exact-restitution take the "
    "restitution e: f = f_c*(1 - (D/v0)*v_rel), D following from e. v0 is the speed at the touch "
    "that began "
    "the contact, at least v_min; v_impact > 0 takes its place. A contact that is there at the start "
    "has "
    "the speed of the start, and one that is compressed anew without having opened keeps its v0. Of "
    "these "
    "laws only exact-restitution delivers the e that it is given.\n\n"
    "The other laws take a damping constant d, or e with mass and v_impact: then d is the one that "
    "delivers "
    "e in an impact of that mass at that speed without other forces. For n > 1 the restitution of "
    "elasto-gap and of the Kelvin-Voigt laws rises with speed, that of lankarani-nikravesh-1994 "
    "falls.\n\n"
    "restitution is rigid: where the flanges touch, speeds jump in an instant so that they part with e "
    "times the speed of approach; the event list tells the impulse and the lost energy, which is in the "
    "energy balance, not in lossPower, which has no place for an instant. An impact slower than v_min closes "
    "the contact; it opens when its force would pull by more than f_release, at once unless that is given: "
    "a stop that sticks, by oil, paint or a magnet. What holds does not move, so that sticking takes no "
    "energy. An impact that drives the flanges apart opens it whatever f_release is. "
    "The impulse acts on the masses at both flanges, "
    "each of which must have one or be driven; friction and forces take no part in it. Impacts at one "
    "instant are carried out one after the other, in the order of the components, until none approach: "
    "a choice that other orders may differ from, where more than two bodies meet.\n\n"
    "With f_release a law with a spring sticks as well: once the flanges have touched, the spring pulls "
    "beyond s_rel0, f = f_ref*ratio^n without a damper, until that is f_release. Then it lets go, an "
    "event at which what it has stored, f_release*s_ref*(f_release/f_ref)^(1/n)/(n + 1), is lost; it "
    "sticks again when it has touched again. The equations are those without f_release. It wants a mass on "
    "both sides.\n\n"
    "undamped-rebound and smooth-transition want a mass on both sides: between parts without mass their "
    "modes need not settle, which the run then says.";

#define CITATIONS                                                                                            \
    EG_CITATIONS(EG_CITE_GOLDSMITH, EG_CITE_HERTZ, EG_CITE_HUNT_CROSSLEY, EG_CITE_LANKARANI_NIKRAVESH_1990,  \
                 EG_CITE_LANKARANI_NIKRAVESH_1994, EG_CITE_GONTHIER, EG_CITE_FLORES, EG_CITE_HU_GUO,         \
                 EG_CITE_CARVALHO_MARTINS)

#define OF_1994 "d*abs(ratio)^n"
#define OF_FAMILY "D*f_ref*abs(ratio)^n/v0"
#define DAMPER EG_DAMPER("d", "s_rel0 - s_rel", "v_rel < 0", "transition", OF_1994, OF_FAMILY)
#define BOUNDED                                                                                              \
    EG_BOUNDED("if contact then min(max(f_d2, f_c), -f_c) else 0", "if contact then min(f_d2, -f_c) else 0", \
               "f_d2")

static const char *const equations[] = {EG_EQUATIONS_RELATIVE_STATES,
                                        "contact = s_rel < s_rel0;",
                                        "ratio = (s_rel - s_rel0)/s_ref;",
                                        "f_c = if contact then -f_ref*abs(ratio)^n else 0;",
                                        "f_d2 = " EG_IF_LAW("hertz") "0 else if contact then " DAMPER
                                                                     " else 0;",
                                        "f_d = " BOUNDED ";",
                                        "f = f_c + f_d;",
                                        "lossPower = f_d*v_rel;",
                                        EG_WHEN_TOUCHED("contact", "v0", "-v_rel", "v_impact", "v_min"),
                                        "damping = " EG_IF_FAMILY "D*f_ref/v0 else d;",
                                        EG_EQUATION_HEAT_PORT,
                                        NULL};

static const char *const rigid_equations[] = {
    EG_EQUATIONS_RELATIVE_STATES,
    "ratio = (s_rel - s_rel0)/s_ref;",
    "contact = s_rel <= s_rel0 and v_rel <= 0;",
    "0 = if contact then v_rel else f;",
    "when s_rel <= s_rel0 and v_rel < 0 then "
    "reinit(v_rel, if -pre(v_rel) < v_min then 0 else -e*pre(v_rel)); v0 = max(-pre(v_rel), v_min); "
    "end when;",
    EG_EQUATIONS_RIGID,
    EG_EQUATION_HEAT_PORT,
    NULL};

#define TOUCHES EG_TOUCHES("contact", "s_rel <= s_rel0 + ", "s_rel0")
/* What an impact makes of v_rel. */
#define AFTER                                                                                                \
    "if " TOUCHES " and noEvent(v_rel < 0) then noEvent(if v_rel <= -v_min then -e*v_rel else 0) "           \
    "else v_rel"

static const char *const flat_rigid_equations[] = {
    EG_EQUATIONS_RELATIVE_STATES,
    "ratio = (s_rel - s_rel0)/s_ref;",
    "contact = " TOUCHES " and " EG_PARTS_NOT("contact", "v_rel", "<=", "") " and " EG_STAYS_CLOSED(
        "contact", "v_rel", "f_c", ">", "-", "f_release") ";",
    EG_HELD("contact", "v_rel", "f_c"),
    EG_EQUATIONS_FLAT_RIGID,
    "f = f_c + Elastogap.Math.impulse(v_rel, " AFTER ");",
    "v0 = max(v_min, Elastogap.Math.impactSpeed(v_rel, " AFTER "));",
    EG_BEGINS_APART("s_rel >= s_rel0 - 1e-9*(1 + abs(s_rel0))"),
    EG_EQUATION_HEAT_PORT,
    NULL};

static const char *const relations[] = {EG_RELATION_FACTOR("D", "e"), NULL};

#define DESCRIPTOR                                                                                           \
    .name = "Elastogap.Contact.Gap", .doc = "A gap with a contact law of choice", .text = text,              \
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),                                \
                        EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),                           \
    .examples = EG_TEXTS("ThreeCurves", "Cradle"), .cases = "law", .references = CITATIONS,                  \
    EG_PARAMETERS(parameters), EG_PORTS(ports), EG_VARIABLES(variables), .complete = complete,               \
    .demands = EG_TEXTS("assert(law <> \"smooth-transition\" or transition > 0, " EG_SIDE_NO_WIDTH ");"),    \
    .check = check, .variant = variant, .declare = declare

const eg_class eg_class_contact_gap = {
    DESCRIPTOR,           .equations = equations, .relations = relations, .observe = eg_gap_observe,
    .discrete = discrete, .element = &element};

/* As which an instance with law = "restitution" is made. */
static const eg_class rigid = {DESCRIPTOR,
                               .equations = rigid_equations,
                               .flat_equations = flat_rigid_equations,
                               .observe = eg_rigid_gap_observe,
                               .discrete = eg_rigid_gap_discrete,
                               .element = &eg_rigid_gap_element,
                               .friction = &eg_rigid_gap_friction};

/* As which an instance is made whose law has a spring, and which sticks. */
static const eg_class adhesive = {DESCRIPTOR,
                                  .no_equations = "with f_release its force follows from whether it has "
                                                  "touched",
                                  .observe = eg_adhesive_gap_observe, .discrete = eg_adhesive_gap_discrete,
                                  .element = &eg_adhesive_gap_element};
