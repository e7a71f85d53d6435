/* Elastogap.Contact.Gap and Elastogap.Contact.TwoSidedGap: the contact laws of law_contact.h as components.
 *
 * Gap stands where ElastoGap stands: contact = s_rel < s_rel0, f = flange_b.f = f_c + f_d, f_c <= 0 the
 * spring, f_d what the law's damping adds. TwoSidedGap keeps s_rel between two of them: s_lower as above,
 * and s_upper, its mirror image: there contact = s_rel > s_upper, and f > 0 pushes flange_b back.
 *
 * A side is a law with its constants; the coefficients of the element are those of its sides, one after the
 * other. Among them is v0, the speed at the touch that began the contact: the element's memory. It changes
 * when a contact begins and at no other time. Modes are numbered 0 (apart), then the five contact modes of
 * the law on the lower side, then those on the upper. */
#include "component/common.h"
#include "component/references.h"
#include "elastogap/contact.h"

/* ---------------------------------------------------------------- sides */

enum { LAW, D, S_REL0, S_REF, F_REF, N, FACTOR, TRANSITION, V0, V_IMPACT, V_MIN, SIDE };
enum { CONTACTS = EG_CONTACT_MODE_COUNT - 1 };

static eg_contact law_of(const double *k)
{
    eg_elasto_gap gap = eg_elasto_gap_msl(0, k[D], k[S_REL0], k[S_REF], k[F_REF], k[N]);
    return eg_contact_make((eg_contact_law)(int)k[LAW], &gap, k[FACTOR], k[TRANSITION]);
}

/* A point and a mode of the element as its side sees it: the upper side is mirrored. */
typedef struct view {
    const double *k;
    eg_contact law;
    eg_contact_mode mode;
    double sign, v0;
} view;

static view view_of(const double *k, int mode)
{
    bool upper = mode > CONTACTS;
    const double *own = upper ? k + SIDE : k;
    return (view){own, law_of(own), (eg_contact_mode)(upper ? mode - CONTACTS : mode), upper ? -1 : 1,
                  own[V0]};
}

static int mode_of(const view *side, eg_contact_mode mode)
{
    return side->sign < 0 && mode != EG_CONTACT_APART ? (int)mode + CONTACTS : (int)mode;
}

static void force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    const view side = view_of(k, mode);
    eg_law_force o;
    eg_contact_force(&side.law, side.mode, side.v0, side.sign * s_rel, side.sign * v_rel, &o);
    o.f = side.sign * o.f + 0.0;
    o.d2f_ds2 *= side.sign;
    o.dloss_ds *= side.sign;
    o.dloss_dv *= side.sign;
    *out = eg_force_of(o);
}

static int dependence(const double *k, int mode)
{
    const view side = view_of(k, mode);
    int depends = eg_contact_dependence(&side.law, side.mode);
    return (depends & 1 ? EG_ON_POSITION : 0) | (depends & 2 ? EG_ON_VELOCITY : 0);
}

static double energy(const double *k, int mode, double s_rel)
{
    const view side = view_of(k, mode);
    return eg_contact_energy(&side.law, side.mode, side.sign * s_rel);
}

static double compression(const double *k, int mode, double s_rel)
{
    const view side = view_of(k, mode);
    return mode == 0 ? INFINITY : fabs(side.sign * s_rel - side.k[S_REL0]);
}

static double roughness(const double *k, int mode, int i)
{
    const double *own = view_of(k, mode).k;
    bool smooth = fmod(own[N], 2.0) == 1.0 || own[F_REF] == 0.0;
    return mode == 0 || i != 0 || smooth ? 0.0 : own[N];
}

static int next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    const view side = view_of(k, mode);
    return mode_of(&side, eg_contact_next(&side.law, side.mode, i, side.sign * s_rel, side.sign * v_rel));
}

static int mode_at(const double *k, double s_rel, double v_rel)
{
    const eg_contact law = law_of(k);
    return (int)eg_contact_mode_at(&law, s_rel, v_rel);
}

static void switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    const view side = view_of(k, mode);
    eg_contact_switching(&side.law, side.mode, side.sign * s_rel, side.sign * v_rel, h, dh_ds, dh_dv);
    for (int i = 0; i < 3; i++) {
        if (dh_ds)
            dh_ds[i] *= side.sign;
        if (dh_dv)
            dh_dv[i] *= side.sign;
    }
}

/* A contact that begins remembers its speed; one that is there at the start has the speed of the start. */
static void remember_side(double *k, bool was, bool is, double v_rel)
{
    if (is && !was)
        k[V0] = k[V_IMPACT] > 0 ? k[V_IMPACT] : eg_contact_touch_speed(v_rel, k[V_MIN]);
}

static void remember(double *k, int left, int mode, double s_rel, double v_rel)
{
    (void)s_rel;
    remember_side(k, left > 0, mode > 0, v_rel);
}

/* With n = 1, where no damper fades in and none follows the depth. */
static bool is_side_linear(const double *k)
{
    int law = (int)k[LAW];
    bool linear = law == EG_CONTACT_ELASTO_GAP || law == EG_CONTACT_KELVIN_VOIGT ||
                  law == EG_CONTACT_KELVIN_VOIGT_CLIPPED || law == EG_CONTACT_UNDAMPED_REBOUND ||
                  law == EG_CONTACT_HERTZ;
    return linear && (k[N] == 1.0 || k[F_REF] == 0.0);
}

static const char *contact_event(eg_contact_mode mode, int i)
{
    bool limited = mode == EG_CONTACT_APPROACH_LIMITED || mode == EG_CONTACT_REBOUND_LIMITED;
    if (i == 0)
        return mode == EG_CONTACT_APART ? "contact begins" : "contact ends";
    if (i == 2)
        return limited ? "rebound limit ends" : "rebound limit begins";
    if (mode == EG_CONTACT_UNDAMPED)
        return "approach begins";
    if (mode == EG_CONTACT_TRANSITION)
        return "damper fully engaged";
    return limited ? "approach limit ends" : "damper lets go";
}

static const char *event_name(int mode, int i)
{
    return contact_event((eg_contact_mode)(mode > CONTACTS ? mode - CONTACTS : mode), i);
}

static bool never_pulls(eg_contact_law law)
{
    return law != EG_CONTACT_KELVIN_VOIGT && law < EG_CONTACT_LANKARANI_NIKRAVESH_1994;
}

static void bound(const double *k, int mode, eg_force *f)
{
    const view side = view_of(k, mode);
    if (never_pulls(side.law.law) && side.sign * f->f > 0)
        f->f = 0;
}

#define CONTACT_MODES "approach-limited", "linear", "rebound-limited", "undamped", "transition"
static const char *const modes[] = {"apart", CONTACT_MODES};

static void prepare_side(double *k, eg_contact_law law, const double *constants)
{
    for (int i = D; i <= N; i++)
        k[i] = constants[i - D];
    k[LAW] = law;
}

/* ---------------------------------------------------------------- Gap: parameters */

enum {
    P_LAW,
    P_C,
    P_D,
    P_S_REL0,
    P_S_REF,
    P_F_REF,
    P_N,
    P_E,
    P_MASS,
    P_V_IMPACT,
    P_V_MIN,
    P_TRANSITION,
    P_USE_HEAT_PORT,
    P_STATE_SELECT,
    P_S_NOMINAL
};
enum { S_REL, V_REL, F, LOSS_POWER, F_C, F_D2, F_D, RATIO, CONTACT, OF_V0, DAMPING };

static void prepare(const double *p, double *k)
{
    const eg_contact_law law = (eg_contact_law)(int)p[P_LAW];
    const double constants[] = {p[P_D], p[P_S_REL0], p[P_S_REF], p[P_F_REF], p[P_N]};
    prepare_side(k, law, constants);
    k[FACTOR] = eg_contact_is_hysteresis(law) ? eg_contact_factor(law, p[P_E]) : 0;
    k[TRANSITION] = p[P_TRANSITION];
    k[V_IMPACT] = p[P_V_IMPACT];
    k[V_MIN] = p[P_V_MIN];
    k[V0] = p[P_V_IMPACT] > 0 ? p[P_V_IMPACT] : p[P_V_MIN];
}

static const eg_element_ops element = {
    .mode_count = EG_COUNT(modes),
    .modes = modes,
    .switch_count = 3,
    .coefficient_count = SIDE,
    .prepare = prepare,
    .force = force,
    .dependence = dependence,
    .bound = bound,
    .energy = energy,
    .mode_at = mode_at,
    .switching = switching,
    .next_mode = next_mode,
    .remember = remember,
    .event_name = event_name,
    .roughness = roughness,
    .compression = compression,
    .is_linear = is_side_linear,
};

static bool has_damper(eg_contact_law law)
{
    return law != EG_CONTACT_HERTZ && !eg_contact_is_hysteresis(law);
}

/* The d that delivers e in an impact of `mass` at v_impact, or 0 where none does. For n = 1 (but for
 * smooth-transition) and for lankarani-nikravesh-1994 either of them would do without the other. */
static double designed(eg_design design, double s_ref, double f_ref)
{
    const double scale = pow(s_ref, design.n);
    eg_impact_problem problem;
    design.by = EG_DESIGN_C;
    design.value = f_ref / scale;
    if (eg_design_solve(&design, NULL, &problem, NULL) != EG_OK)
        return 0.0;
    return design.law == EG_CONTACT_LANKARANI_NIKRAVESH_1994 ? problem.law.gap.d * scale : problem.law.gap.d;
}

static void complete(double *p, const bool *given)
{
    const eg_contact_law law = (eg_contact_law)(int)p[P_LAW];
    if (!given[P_F_REF])
        p[P_F_REF] = p[P_C] * p[P_S_REF];
    if (!given[P_N])
        p[P_N] = law == EG_CONTACT_HERTZ ? 1.5 : 1.0;
    if (has_damper(law) && !given[P_D] && given[P_E])
        p[P_D] = designed((eg_design){.law = law,
                                      .e = p[P_E],
                                      .mass = p[P_MASS],
                                      .speed = p[P_V_IMPACT],
                                      .n = p[P_N],
                                      .transition = p[P_TRANSITION]},
                          p[P_S_REF], p[P_F_REF]);
}

static const char *check_family(eg_contact_law law, double e, bool has_d, bool has_e)
{
    if (has_d)
        return "d plays no part in this law: its damping follows from e; leave d out, or take "
               "lankarani-nikravesh-1994 for a damping constant of your own";
    if (!has_e)
        return "this law needs the restitution e; give e = ..., more than 0 and at most 1";
    return isfinite(eg_contact_factor(law, e))
               ? NULL
               : "e = 0 asks for infinite damping in this law; give e more than 0";
}

static const char *check_damped(double d, double e, bool has_d, bool has_e, bool has_impact)
{
    if (has_d && has_e)
        return "d and e are both given; give d, or e with mass and v_impact, from which d then follows";
    if (has_d)
        return NULL;
    if (!has_e)
        return "this law needs its damping: give d, or e with mass and v_impact, from which d follows";
    if (!has_impact)
        return "d follows from e for one mass and one speed of impact: give mass and v_impact beside e";
    return d > 0 || e == 1 ? NULL
                           : "no damping delivers this e in this contact; `elastogap law design` says why";
}

/* What is wrong with the damping of a side, or NULL. */
static const char *check_damping(eg_contact_law law, double d, double e, double transition, bool has_d,
                                 bool has_e, bool has_impact)
{
    if (law == EG_CONTACT_SMOOTH_TRANSITION && !(transition > 0))
        return "smooth-transition needs the width over which its damper engages; give transition = ... m";
    if (eg_contact_is_hysteresis(law))
        return check_family(law, e, has_d, has_e);
    return has_damper(law) ? check_damped(d, e, has_d, has_e, has_impact) : NULL;
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    const char *wrong = check_damping((eg_contact_law)(int)p[P_LAW], p[P_D], p[P_E], p[P_TRANSITION],
                                      given[P_D], given[P_E], p[P_MASS] > 0 && p[P_V_IMPACT] > 0);
    *is_error = wrong != NULL;
    if (wrong)
        return wrong;
    if (given[P_C] && given[P_F_REF])
        return "c plays no part, because f_ref is given: the spring force is f_ref*|ratio|^n; give one of "
               "them";
    if (p[P_N] > 1.0 && given[P_S_REF] && !given[P_F_REF])
        return "s_ref is given without f_ref: for n > 1 this changes the force law, because f_ref = c*s_ref "
               "is the force at the compression s_ref; give f_ref as well, or leave s_ref at 1 m";
    return NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, V_REL, eg_select(p[P_STATE_SELECT]), p[P_USE_HEAT_PORT] != 0.0);
}

/* The d of the law; of the family the one that stands for it in K + d*r^n*x'. */
static double damping(const double *k)
{
    return eg_contact_is_hysteresis((eg_contact_law)(int)k[LAW]) ? k[FACTOR] * k[F_REF] / k[V0] : k[D];
}

static void observe(const eg_observation *o, double *out)
{
    const view side = view_of(o->k, o->mode);
    const double s = side.sign * o->s_rel;
    bool contact = o->mode != EG_CONTACT_APART;
    out[F] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
    out[RATIO] = (s - side.k[S_REL0]) / side.k[S_REF];
    out[F_C] = contact ? side.sign * fmin(eg_elasto_gap_spring_(&side.law.gap, s), 0) + 0.0 : 0;
    out[F_D] = contact ? o->force.f - out[F_C] : 0;
    out[F_D2] = out[F_D];
    if (contact && o->mode != EG_CONTACT_LINEAR)
        out[F_D2] = eg_contact_damping_at_(&side.law, (int)side.mode, side.v0, s).B * o->v_rel;
    if (contact && side.law.law == EG_CONTACT_ELASTO_GAP)
        out[F_D2] = side.k[D] * o->v_rel;
    out[CONTACT] = contact;
    out[OF_V0] = side.v0;
    out[DAMPING] = damping(side.k);
}

static const char *const laws[] = {
    "elasto-gap",
    "kelvin-voigt",
    "kelvin-voigt-clipped",
    "undamped-rebound",
    "smooth-transition",
    "hertz",
    "lankarani-nikravesh-1994",
    "hunt-crossley",
    "lankarani-nikravesh",
    "gonthier",
    "flores",
    "hu-guo",
    "exact-restitution",
    NULL,
};

#define PARAMETER_LAW                                                                                        \
    {                                                                                                        \
        .name = "law", .type = EG_ENUMERATION, .type_name = "String", .literals = laws, .need = EG_REQUIRED, \
        .is_structural = true, .doc = "The force law"                                                        \
    }

#define PARAMETERS_OF_IMPACT                                                                                 \
    {.name = "mass",                                                                                         \
     EG_SI_MASS,                                                                                             \
     EG_AT_LEAST(0.0),                                                                                       \
     .doc = "Effective mass of the impact that d is made for"},                                              \
        {.name = "v_impact",                                                                                 \
         EG_SI_VELOCITY,                                                                                     \
         EG_AT_LEAST(0.0),                                                                                   \
         .doc = "Speed of that impact; in the laws with v0, more than 0 takes its place"},                   \
        {.name = "v_min", EG_SI_VELOCITY, .value = 1e-3, EG_AT_LEAST(1e-300), .doc = "The least v0"},        \
    {                                                                                                        \
        .name = "transition", EG_SI_LENGTH, EG_AT_LEAST(0.0),                                                \
        .doc = "smooth-transition: width over which the damper engages"                                      \
    }

static const eg_parameter parameters[] = {
    PARAMETER_LAW,
    EG_PARAMETER_C(.need = EG_FALLS_BACK, .value = 1.0),
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
     EG_AT_LEAST(1.0),
     .doc = "Exponent of the spring force: 1 for plates, 1.5 for metallic spheres"},
    {.name = "e", .value = 1.0, .min = 0.0, .max = 1.0, .doc = "Restitution that is wanted"},
    PARAMETERS_OF_IMPACT,
    EG_PARAMETERS_COMPLIANT,
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, EG_PORT_HEAT};

static const eg_variable variables[] = {
    EG_VARIABLES_COMPLIANT,
    EG_VARIABLE_LOSS,
    {.name = "f_c", EG_SI_FORCE, .is_protected = true, .doc = "Force of the spring, <= 0"},
    {.name = "f_d2",
     EG_SI_FORCE,
     .is_protected = true,
     .doc = "Force of the damper, before the law bounds it"},
    {.name = "f_d", EG_SI_FORCE, .is_protected = true, .doc = "Force of the damper"},
    {.name = "ratio", .is_protected = true, .doc = "(s_rel - s_rel0)/s_ref, negative in compression"},
    {.name = "contact", .type = EG_BOOLEAN, .doc = "true while s_rel < s_rel0"},
    {.name = "v0", EG_SI_VELOCITY, .doc = "Speed at the touch that began the contact, at least v_min"},
    {.name = "damping",
     EG_SI_DAMPING,
     .doc = "The d at work; where it follows from e and v0: D*f_ref/v0, the d of f_c + d*|ratio|^n*v_rel"},
};

const eg_class eg_class_contact_gap = {
    .name = "Elastogap.Contact.Gap",
    .doc = "A gap with a contact law of choice",
    .text =
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
        "undamped-rebound and smooth-transition want a mass on both sides: between parts without mass their "
        "modes need not settle, which the run then says.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("ThreeCurves"),
    .equations =
        EG_TEXTS(EG_EQUATIONS_RELATIVE_STATES, "contact = s_rel < s_rel0;", "ratio = (s_rel - s_rel0)/s_ref;",
                 "f_c = if contact then -f_ref*abs(ratio)^n else 0;", "f = f_c + f_d;",
                 "lossPower = f_d*v_rel;", EG_EQUATION_HEAT_PORT),
    .references = EG_CITATIONS(EG_CITE_GOLDSMITH, EG_CITE_HERTZ, EG_CITE_HUNT_CROSSLEY,
                               EG_CITE_LANKARANI_NIKRAVESH_1990, EG_CITE_LANKARANI_NIKRAVESH_1994,
                               EG_CITE_GONTHIER, EG_CITE_FLORES, EG_CITE_HU_GUO),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = complete,
    .check = check,
    .declare = declare,
    .observe = observe,
    .element = &element,
};

/* ---------------------------------------------------------------- TwoSidedGap */

enum {
    T_LAW,
    T_S_LOWER,
    T_C_LOWER,
    T_D_LOWER,
    T_N_LOWER,
    T_E_LOWER,
    T_S_UPPER,
    T_C_UPPER,
    T_D_UPPER,
    T_N_UPPER,
    T_E_UPPER,
    T_MASS,
    T_V_IMPACT,
    T_V_MIN,
    T_TRANSITION,
    T_USE_HEAT_PORT,
    T_STATE_SELECT,
    T_S_NOMINAL,
    T_COUNT
};
enum { TO_UPPER = T_S_UPPER - T_S_LOWER }; /* from a parameter of the lower side to that of the upper */
enum { T_F_D = F_C + 1, AT_LOWER, AT_UPPER, T_OF_V0, T_DAMPING };

static void two_prepare(const double *p, double *k)
{
    for (int upper = 0; upper < 2; upper++) {
        const double *own = p + (upper ? TO_UPPER : 0);
        double one[T_COUNT] = {0};
        one[P_LAW] = p[T_LAW];
        one[P_D] = own[T_D_LOWER];
        one[P_S_REL0] = upper ? -own[T_S_LOWER] : own[T_S_LOWER];
        one[P_S_REF] = 1.0;
        one[P_F_REF] = own[T_C_LOWER];
        one[P_N] = own[T_N_LOWER];
        one[P_E] = own[T_E_LOWER];
        one[P_V_IMPACT] = p[T_V_IMPACT];
        one[P_V_MIN] = p[T_V_MIN];
        one[P_TRANSITION] = p[T_TRANSITION];
        prepare(one, k + upper * SIDE);
    }
}

static int two_mode_at(const double *k, double s_rel, double v_rel)
{
    const view upper = view_of(k, CONTACTS + 1);
    int mode = mode_at(k, s_rel, v_rel);
    return mode > 0 ? mode : mode_of(&upper, eg_contact_mode_at(&upper.law, -s_rel, -v_rel));
}

static void two_switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                          double *dh_dv)
{
    switching(k, mode, s_rel, v_rel, h, dh_ds, dh_dv);
    if (mode > 0)
        return;
    h[1] = -k[SIDE + S_REL0] - s_rel;
    h[2] = 1.0;
    for (int i = 1; i < 3; i++) {
        if (dh_ds)
            dh_ds[i] = i == 1 ? -1.0 : 0.0;
        if (dh_dv)
            dh_dv[i] = 0.0;
    }
}

static int two_next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    if (mode > 0 || i == 0)
        return next_mode(k, mode, i, s_rel, v_rel);
    const view upper = view_of(k, CONTACTS + 1);
    return mode_of(&upper, eg_contact_next(&upper.law, EG_CONTACT_APART, 0, -s_rel, -v_rel));
}

static void two_remember(double *k, int left, int mode, double s_rel, double v_rel)
{
    (void)s_rel;
    bool is_lower = mode > 0 && mode <= CONTACTS, was_lower = left > 0 && left <= CONTACTS;
    remember_side(k, was_lower, is_lower, v_rel);
    remember_side(k + SIDE, left > CONTACTS, mode > CONTACTS, -v_rel);
}

static const char *two_event_name(int mode, int i)
{
    if (mode == 0)
        return i == 0 ? "contact with the lower stop begins" : "contact with the upper stop begins";
    return event_name(mode, i);
}

static const char *const two_modes[] = {"apart", CONTACT_MODES, CONTACT_MODES};

static bool two_is_linear(const double *k)
{
    return is_side_linear(k) && is_side_linear(k + SIDE);
}

static const eg_element_ops two_element = {
    .mode_count = EG_COUNT(two_modes),
    .modes = two_modes,
    .switch_count = 3,
    .coefficient_count = 2 * SIDE,
    .prepare = two_prepare,
    .force = force,
    .dependence = dependence,
    .bound = bound,
    .energy = energy,
    .mode_at = two_mode_at,
    .switching = two_switching,
    .next_mode = two_next_mode,
    .remember = two_remember,
    .event_name = two_event_name,
    .roughness = roughness,
    .compression = compression,
    .is_linear = two_is_linear,
};

/* Is the parameter given for this side? The upper stop takes the lower's, unless it has the other one of d
 * and e for itself. */
static bool has(const bool *given, int upper, int parameter, int other)
{
    if (!upper)
        return given[parameter];
    return given[parameter + TO_UPPER] || (given[parameter] && !given[other + TO_UPPER]);
}

static void two_complete(double *p, const bool *given)
{
    const eg_contact_law law = (eg_contact_law)(int)p[T_LAW];
    if (!given[T_N_LOWER])
        p[T_N_LOWER] = law == EG_CONTACT_HERTZ ? 1.5 : 1.0;
    for (int i = T_C_UPPER; i <= T_E_UPPER; i++)
        if (!given[i])
            p[i] = p[i - TO_UPPER];
    for (int upper = 0; upper < 2; upper++) {
        const int i = upper ? TO_UPPER : 0;
        if (has_damper(law) && !has(given, upper, T_D_LOWER, T_E_LOWER) &&
            has(given, upper, T_E_LOWER, T_D_LOWER))
            p[T_D_LOWER + i] = designed((eg_design){.law = law,
                                                    .e = p[T_E_LOWER + i],
                                                    .mass = p[T_MASS],
                                                    .speed = p[T_V_IMPACT],
                                                    .n = p[T_N_LOWER + i],
                                                    .transition = p[T_TRANSITION]},
                                        1.0, p[T_C_LOWER + i]);
    }
}

static const char *two_check(const double *p, const bool *given, bool *is_error)
{
    const char *wrong = p[T_S_LOWER] <= p[T_S_UPPER]
                            ? NULL
                            : "s_lower is larger than s_upper: the two stops would press against each other";
    for (int upper = 0; upper < 2 && !wrong; upper++) {
        const double *own = p + (upper ? TO_UPPER : 0);
        wrong = check_damping((eg_contact_law)(int)p[T_LAW], own[T_D_LOWER], own[T_E_LOWER], p[T_TRANSITION],
                              has(given, upper, T_D_LOWER, T_E_LOWER),
                              has(given, upper, T_E_LOWER, T_D_LOWER), p[T_MASS] > 0 && p[T_V_IMPACT] > 0);
    }
    *is_error = wrong != NULL;
    return wrong;
}

static int two_declare(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, V_REL, eg_select(p[T_STATE_SELECT]), p[T_USE_HEAT_PORT] != 0.0);
}

static void two_observe(const eg_observation *o, double *out)
{
    const view side = view_of(o->k, o->mode);
    const double s = side.sign * o->s_rel;
    out[F] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
    out[F_C] = o->mode > 0 ? side.sign * fmin(eg_elasto_gap_spring_(&side.law.gap, s), 0) + 0.0 : 0;
    out[T_F_D] = o->mode > 0 ? o->force.f - out[F_C] : 0;
    out[AT_LOWER] = o->mode > 0 && o->mode <= CONTACTS;
    out[AT_UPPER] = o->mode > CONTACTS;
    out[T_OF_V0] = side.v0;
    out[T_DAMPING] = damping(side.k);
}

#define PARAMETERS_OF_STOP(side, upper, ...)                                                                 \
    {.name = "s_" side,                                                                                      \
     EG_SI_POSITION,                                                                                         \
     .need = EG_REQUIRED,                                                                                    \
     .doc = "s_rel at which contact with the " side " stop begins"},                                         \
        {.name = "c_" side,                                                                                  \
         EG_SI_SPRING,                                                                                       \
         EG_AT_LEAST(0.0),                                                                                   \
         __VA_ARGS__,                                                                                        \
         .doc = "Spring constant of the " side " stop: its force at a compression of 1 m"},                  \
        {.name = "d_" side,                                                                                  \
         EG_SI_DAMPING,                                                                                      \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = upper ? "d_lower" : "from e_lower, mass and v_impact",                                \
         .doc = "Damping constant of the " side " stop, in laws that have a damper"},                        \
        {.name = "n_" side,                                                                                  \
         .value = 1.0,                                                                                       \
         .value_text = upper ? "n_lower" : "1.5 for hertz, else 1",                                          \
         EG_AT_LEAST(1.0),                                                                                   \
         .doc = "Exponent of the " side " stop"},                                                            \
    {                                                                                                        \
        .name = "e_" side, .value = 1.0, .max = 1.0, .value_text = upper ? "e_lower" : NULL,                 \
        .doc = "Restitution that is wanted of the " side " stop"                                             \
    }

static const eg_parameter two_parameters[] = {
    PARAMETER_LAW,
    PARAMETERS_OF_STOP("lower", false, .need = EG_REQUIRED),
    PARAMETERS_OF_STOP("upper", true, .value_text = "c_lower"),
    PARAMETERS_OF_IMPACT,
    EG_PARAMETERS_COMPLIANT,
};

static const eg_variable two_variables[] = {
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
};

const eg_class eg_class_contact_two_sided_gap = {
    .name = "Elastogap.Contact.TwoSidedGap",
    .doc = "A lower and an upper stop in one component: end stops, backlash",
    .text =
        "Keeps s_rel between s_lower and s_upper by two contacts with the law that `law` names, each "
        "with its "
        "own constants; those of the upper stop are those of the lower where they are not given. At the "
        "lower "
        "stop (s_rel < s_lower) f is negative, at the upper (s_rel > s_upper) positive. Laws and parameters "
        "are those of Elastogap.Contact.Gap with s_ref = 1 m. Between the stops there is no force.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .equations = EG_TEXTS(EG_EQUATIONS_RELATIVE_STATES, "contact_lower = s_rel < s_lower;",
                          "contact_upper = s_rel > s_upper;",
                          "f_c = if contact_lower then -c_lower*abs(s_rel - s_lower)^n_lower else if "
                          "contact_upper then c_upper*abs(s_rel - s_upper)^n_upper else 0;",
                          "f = f_c + f_d;", "lossPower = f_d*v_rel;", EG_EQUATION_HEAT_PORT),
    .references = EG_CITATIONS(EG_CITE_GOLDSMITH, EG_CITE_HERTZ, EG_CITE_HUNT_CROSSLEY,
                               EG_CITE_LANKARANI_NIKRAVESH_1990, EG_CITE_LANKARANI_NIKRAVESH_1994,
                               EG_CITE_GONTHIER, EG_CITE_FLORES, EG_CITE_HU_GUO),
    EG_PARAMETERS(two_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(two_variables),
    .complete = two_complete,
    .check = two_check,
    .declare = two_declare,
    .observe = two_observe,
    .element = &two_element,
};
