/* ElastoGap: a spring and a damper that push while compressed and let go when they open.
 *
 *     contact = s_rel < s_rel0                         exact touch is no contact
 *     ratio   = (s_rel - s_rel0)/s_ref
 *     f_c     = -f_ref*|ratio|^n                       f_ref = c*s_ref unless given
 *     f_d2    = d*v_rel
 *     f_d     = min(max(f_d2, f_c), -f_c)              |f_d| <= |f_c|
 *     f       = f_c + f_d,  lossPower = f_d*v_rel      all 0 without contact, but ratio
 *
 * f = flange_b.f <= 0: compression is negative, tension does not occur. The bound on f_d makes f
 * continuous at touch (f_c = 0 there, whatever the speed) and keeps it from pulling. Force, modes and their
 * edges are those of law.h; this file gives them to the compiler.
 *
 * MSL 4.1 and Dyad share the law. Dyad's class has a heat port always, no variable `contact`, no
 * parameters but c, d, s_rel0, s_ref, f_ref and n, and no start values for c and d to fall back on. */
#include "base/local.h"
#include "component/common.h"
#include "component/known_laws.h"
#include "component/references.h"
#include "elastogap/fixed.h"

#include <string.h>

enum { C, D, S_REL0, S_REF, F_REF, N, USE_HEAT_PORT, STATE_SELECT, S_NOMINAL };
enum { S_REL, V_REL, F, LOSS_POWER, F_C, F_D2, F_D, RATIO, CONTACT };

/* ---------------------------------------------------------------- the element */

static void prepare(const double *p, double *k)
{
    for (int i = C; i <= N; i++)
        k[i] = p[i];
}

static eg_elasto_gap law_of(const double *k)
{
    return eg_elasto_gap_msl(k[C], k[D], k[S_REL0], k[S_REF], k[F_REF], k[N]);
}

static void force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    eg_elasto_gap law = law_of(k);
    eg_law_force o;
    eg_elasto_gap_force(&law, (eg_gap_mode)mode, s_rel, v_rel, &o);
    *out = eg_force_of(o);
}

static int dependence(const double *k, int mode)
{
    int on_position = k[F_REF] > 0.0 ? EG_ON_POSITION : 0;
    switch ((eg_gap_mode)mode) {
    case EG_GAP_APPROACH_LIMITED: return on_position;
    case EG_GAP_LINEAR: return on_position | (k[D] > 0.0 ? EG_ON_VELOCITY : 0);
    case EG_GAP_APART:
    case EG_GAP_REBOUND_LIMITED: break;
    }
    return 0;
}

static double energy(const double *k, int mode, double s_rel)
{
    eg_elasto_gap law = law_of(k);
    return eg_elasto_gap_energy(&law, (eg_gap_mode)mode, s_rel);
}

static int mode_at(const double *k, double s_rel, double v_rel)
{
    eg_elasto_gap law = law_of(k);
    return (int)eg_elasto_gap_mode(&law, s_rel, v_rel);
}

static void switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    eg_elasto_gap law = law_of(k);
    eg_elasto_gap_switching(&law, (eg_gap_mode)mode, s_rel, v_rel, h, dh_ds, dh_dv);
}

static int next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    eg_elasto_gap law = law_of(k);
    return (int)eg_elasto_gap_next(&law, (eg_gap_mode)mode, i, s_rel, v_rel);
}

/* Function 0 is the contact edge, 1 the edge between approach-limited and linear, 2 the edge between
 * linear and rebound-limited. */
static const char *event_name(int mode, int i)
{
    if (i == 0)
        return mode == EG_GAP_APART ? "contact begins" : "contact ends";
    bool limited = mode != EG_GAP_LINEAR;
    if (i == 1)
        return limited ? "approach limit ends" : "approach limit begins";
    return limited ? "rebound limit ends" : "rebound limit begins";
}

static double compression(const double *k, int mode, double s_rel)
{
    return mode == EG_GAP_APART ? INFINITY : fabs(s_rel - k[S_REL0]);
}

/* At touch, of the force and, where the rebound is limited, of the loss: |p|^n, odd in p, has all derivatives
 * there only for odd n. */
static double roughness(const double *k, int mode, int i)
{
    bool smooth = fmod(k[N], 2.0) == 1.0 || k[F_REF] == 0.0;
    return mode == EG_GAP_APART || i != 0 || smooth ? 0.0 : k[N];
}

static int contacts(const double *k, eg_fixed_contact *out)
{
    const eg_elasto_gap gap = law_of(k);
    *out = (eg_fixed_contact){.sign = 1, .v_min = 1, .v0 = 1}; /* no touch speed: any will do */
    out->law = eg_contact_make(EG_CONTACT_ELASTO_GAP, &gap, 0, 0);
    return 1;
}

static bool is_linear(const double *k)
{
    return k[N] == 1.0 || k[F_REF] == 0.0;
}

/* n = 1, or no spring: f_c = c (s_rel - s_rel0). */
static bool linear(const double *k, int mode, double s_rel, double v_rel, eg_local_law *out)
{
    if (!is_linear(k))
        return false;
    if (mode == EG_GAP_APART && out->known == mode + 1) { /* nothing else has changed */
        out->h[0] = s_rel - k[S_REL0];
        return true;
    }
    const eg_elasto_gap law = law_of(k);
    const int approach = mode == EG_GAP_APPROACH_LIMITED, within = mode == EG_GAP_LINEAR;
    const int rebound = mode == EG_GAP_REBOUND_LIMITED, contact = mode != EG_GAP_APART;
    const double f_c = contact ? eg_elasto_gap_spring_(&law, s_rel) : 0.0, c = k[F_REF] / k[S_REF];
    out->f_s = (2 * approach + within) * c;
    out->f_v = within * k[D];
    out->f = (2 * approach + within) * f_c + out->f_v * v_rel;
    out->drag_s = (approach - rebound) * c;
    out->drag_v = within * k[D];
    out->drag = (approach - rebound) * f_c + out->drag_v * v_rel;
    out->known = mode + 1;
    out->switches = contact ? 3 : 1;
    out->quiet = rebound ? 1U : 0U; /* its own force has gone before the gap opens */
    eg_elasto_gap_switching(&law, (eg_gap_mode)mode, s_rel, v_rel, out->h, out->h_s, out->h_v);
    if ((approach || within) && k[D] > 0 && k[F_REF] > 0 &&
        out->h[0] > 0) { /* the damper's edges are first */
        out->h[0] = 1;
        out->h_s[0] = 0;
    }
    return true;
}

/* f_c = -f_ref P, and f_d2 = d v_rel; law.h has the switching functions. */
static bool power(const double *k, int mode, double s_rel, eg_power_law *out)
{
    const double f_ref = k[F_REF], d = k[D];
    const int approach = mode == EG_GAP_APPROACH_LIMITED, linear = mode == EG_GAP_LINEAR;
    const int rebound = mode == EG_GAP_REBOUND_LIMITED;
    if (mode == EG_GAP_APART)
        return false;
    *out = (eg_power_law){.n = k[N],
                          .p = (k[S_REL0] - s_rel) / k[S_REF],
                          .p_s = -1.0 / k[S_REF],
                          .f_p = -f_ref * (2 * approach + linear),
                          .f_v = d * linear,
                          .drag_p = f_ref * (rebound - approach),
                          .drag_v = d * linear,
                          .h_s = {-1.0, 0.0, 0.0}};
    if (d > 0.0) { /* else nothing is bounded */
        out->h_p[1] = f_ref * (linear - approach);
        out->h_v[1] = d * (linear - approach);
        out->h_p[2] = f_ref * (linear - rebound);
        out->h_v[2] = d * (rebound - linear);
    }
    return true;
}

static const char *const modes[] = {"apart", "approach-limited", "linear", "rebound-limited"};

/* It only pushes. */
static double within_bound(double f)
{
    return f > 0 ? 0 : f;
}

static void bound(const double *k, int mode, eg_force *f)
{
    (void)k;
    (void)mode;
    f->f = within_bound(f->f);
}

static void forces(const double *k, int mode, int count, const double *s_rel, const double *v_rel, double *f,
                   double *bounded, double *loss)
{
    const eg_elasto_gap law = law_of(k);
    if (mode == EG_GAP_APART) {
        for (int i = 0; i < count; i++)
            f[i] = bounded[i] = loss[i] = eg_law_nothing_(s_rel[i], v_rel[i]);
        return;
    }
    for (int i = 0; i < count; i++) {
        eg_law_force o;
        eg_elasto_gap_force(&law, (eg_gap_mode)mode, s_rel[i], v_rel[i], &o);
        f[i] = o.f;
        bounded[i] = within_bound(o.f);
        loss[i] = o.loss;
    }
}

static const eg_element_ops element = {
    .mode_count = EG_COUNT(modes),
    .modes = modes,
    .switch_count = 3,
    .prepare = prepare,
    .force = force,
    .forces = forces,
    .dependence = dependence,
    .bound = bound,
    .energy = energy,
    .mode_at = mode_at,
    .switching = switching,
    .next_mode = next_mode,
    .event_name = event_name,
    .roughness = roughness,
    .compression = compression,
    .contacts = contacts,
    .is_linear = is_linear,
    .linear = linear,
    .power = power,
};

const eg_element_ops *eg_elasto_gap_element(const eg_elasto_gap *law, double *k)
{
    k[C] = law->c;
    k[D] = law->d;
    k[S_REL0] = law->s_rel0;
    k[S_REF] = law->s_ref;
    k[F_REF] = law->f_ref;
    k[N] = law->n;
    return &element;
}

/* ---------------------------------------------------------------- the component */

static void complete(double *p, const bool *given)
{
    if (!given[F_REF])
        p[F_REF] = p[C] * p[S_REF];
}

static const char *dyad_check(const double *p, const bool *given, bool *is_error)
{
    *is_error = false;
    if (p[N] > 1.0 && given[S_REF] && !given[F_REF])
        return "s_ref is given without f_ref: for n > 1 this changes the force law, because f_ref = c*s_ref "
               "is the force at the compression s_ref; give f_ref as well, or leave s_ref at 1 m";
    return NULL;
}

/* Dyad demands c even where f_ref overrules it, so only MSL's class can say that c is not needed. */
static const char *check(const double *p, const bool *given, bool *is_error)
{
    *is_error = false;
    if (given[C] && given[F_REF])
        return "c plays no part, because f_ref is given: the spring force is f_ref*|ratio|^n; give one of "
               "them";
    return dyad_check(p, given, is_error);
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, V_REL, eg_select(p[STATE_SELECT]), p[USE_HEAT_PORT] != 0.0);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_element(parts, V_REL, EG_PREFER, true);
}

/* At the edge of a mode the bounds hold up to round-off; in results they hold. */
static inline void find_parts(const eg_elasto_gap *law, int mode, double s_rel, double v_rel, double *f_c,
                              double *f_d2, double *f_d, double *ratio)
{
    eg_elasto_gap_parts(law, (eg_gap_mode)mode, s_rel, v_rel, f_c, f_d2, f_d, ratio);
    *f_c = within_bound(*f_c);
    if (*f_d < *f_c)
        *f_d = *f_c;
    else if (*f_d > -*f_c)
        *f_d = -*f_c;
}

static void dyad_observe(const eg_observation *o, double *out)
{
    const eg_elasto_gap law = law_of(o->p);
    out[F] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
    find_parts(&law, o->mode, o->s_rel, o->v_rel, &out[F_C], &out[F_D2], &out[F_D], &out[RATIO]);
}

static void dyad_observe_rows(const eg_observed *o, double *const *out)
{
    const eg_elasto_gap law = law_of(o->p);
    double *f_c = out[F_C], *f_d2 = out[F_D2], *f_d = out[F_D], *ratio = out[RATIO];
    memcpy(out[F], o->f, (size_t)o->count * sizeof *o->f);
    memcpy(out[LOSS_POWER], o->loss, (size_t)o->count * sizeof *o->loss);
    if (o->mode == EG_GAP_APART) {
        memset(f_c, 0, (size_t)o->count * sizeof *f_c);
        memset(f_d2, 0, (size_t)o->count * sizeof *f_d2);
        memset(f_d, 0, (size_t)o->count * sizeof *f_d);
        for (int i = 0; i < o->count; i++)
            ratio[i] = (o->s_rel[i] - law.s_rel0) / law.s_ref;
        return;
    }
    for (int i = 0; i < o->count; i++) {
        double spring, unbounded, damper, at;
        find_parts(&law, o->mode, o->s_rel[i], o->v_rel[i], &spring, &unbounded, &damper, &at);
        f_c[i] = spring;
        f_d2[i] = unbounded;
        f_d[i] = damper;
        ratio[i] = at;
    }
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[CONTACT] = o->mode != EG_GAP_APART;
}

static void observe_rows(const eg_observed *o, double *const *out)
{
    dyad_observe_rows(o, out);
    for (int i = 0; i < o->count; i++)
        out[CONTACT][i] = o->mode != EG_GAP_APART;
}

static double discrete(int mode, int variable)
{
    (void)variable; /* contact */
    return mode != EG_GAP_APART;
}

#define PARAMETERS(...)                                                                                      \
    EG_PARAMETER_C(__VA_ARGS__), EG_PARAMETER_D(__VA_ARGS__),                                                \
        {.name = "s_rel0", EG_SI_POSITION, .doc = "s_rel at which contact begins"},                          \
        {.name = "s_ref",                                                                                    \
         EG_SI_LENGTH,                                                                                       \
         .value = 1.0,                                                                                       \
         EG_AT_LEAST(2.220446049250313e-16),                                                                 \
         .doc = "Compression at which the spring force is f_ref"},                                           \
        {.name = "f_ref",                                                                                    \
         EG_SI_FORCE,                                                                                        \
         .value_text = "c*s_ref",                                                                            \
         EG_AT_LEAST(0.0),                                                                                   \
         .doc = "Spring force at a compression of s_ref; given, it overrules c"},                            \
    {                                                                                                        \
        .name = "n", .value = 1.0, EG_EXPONENT,                                                              \
        .doc = "Exponent of the spring force: 1 for plates, 1.5 for metallic spheres"                        \
    }

static const eg_parameter parameters[] = {
    PARAMETERS(.need = EG_FALLS_BACK, .value = 1.0),
    EG_PARAMETERS_COMPLIANT,
};

static const eg_parameter dyad_parameters[] = {
    PARAMETERS(.need = EG_REQUIRED),
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, EG_PORT_HEAT};

static const eg_port dyad_ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "heat_port",
     .kind = EG_HEAT_A,
     .doc = "Takes the loss away: Q_flow = -lossPower; must be connected"},
};

#define VARIABLES(hidden)                                                                                    \
    EG_VARIABLES_COMPLIANT, EG_VARIABLE_LOSS,                                                                \
        {.name = "f_c", EG_SI_FORCE, .is_protected = (hidden), .doc = "Force of the spring, <= 0"},          \
        {.name = "f_d2", EG_SI_FORCE, .is_protected = (hidden), .doc = "Force of the damper, not bounded"},  \
        {.name = "f_d",                                                                                      \
         EG_SI_FORCE,                                                                                        \
         .is_protected = (hidden),                                                                           \
         .doc = "Force of the damper, bounded by that of the spring: |f_d| <= |f_c|"},                       \
    {                                                                                                        \
        .name = "ratio", .is_protected = (hidden), .doc = "(s_rel - s_rel0)/s_ref, negative in compression"  \
    }

static const eg_variable variables[] = {
    VARIABLES(true),
    {.name = "contact", .type = EG_BOOLEAN, .doc = "true while s_rel < s_rel0, also while f = 0"},
};

static const eg_variable dyad_variables[] = {VARIABLES(false)};

#define TEXT                                                                                                 \
    "An end stop, a bump stop, a valve seat: a spring and a damper in parallel that push while they "        \
    "are compressed (s_rel < s_rel0), let go when they open, and never pull. In compression f is "           \
    "negative; the force on the body at flange_b is -f, away from flange_a. The damper is bounded by "       \
    "the spring, so that the force grows from zero at touch however fast the bodies meet, and is back "      \
    "at zero before they part.\n\n"                                                                          \
    "A contact passes through up to three phases, and an event marks each change: approach-limited "         \
    "(the damper at its bound, f = 2*f_c), linear (f = f_c + d*v_rel) and rebound-limited (the damper "      \
    "cancels the spring, f = 0). In the last one `contact` still holds, because the bodies still "           \
    "overlap.\n\n"                                                                                           \
    "n = 1 is the contact of plates, n = 1.5 that of metallic spheres (Hertz, 1882). For n = 1 the "         \
    "coefficient of restitution depends on zeta = d/(2*sqrt(c*m)) alone. For n > 1 it rises with the "       \
    "speed of impact, where that of real bodies and of Hunt and Crossley's law (1975) falls: choose d "      \
    "for the speed that matters.\n\n"                                                                        \
    "f_ref and s_ref state the spring by one point of its curve; c then plays no part. Changing s_ref "      \
    "alone changes the law for n > 1. Texts that print f = c*|s_rel - s_rel0|^n + d*v_rel mix two "          \
    "signs: in the sign of f the spring force is -c*|s_rel - s_rel0|^n."

const eg_class eg_class_elasto_gap = {
    .name = EG_MSL("Components.ElastoGap"),
    .doc = "Spring and damper that push in contact and lift off",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Components.ElastoGap")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("ElastoGap", "PreLoad", EG_MSL_EXAMPLE("ElastoGap"), EG_MSL_EXAMPLE("PreLoad"),
                         EG_MSL_EXAMPLE("HeatLosses"),
                         "Modelica.Magnetic.FluxTubes.Examples.Utilities.TranslatoryArmatureAndStopper"),
    .equations = EG_TEXTS(
        EG_EQUATIONS_RELATIVE_STATES, "contact = s_rel < s_rel0;", "ratio = (s_rel - s_rel0)/s_ref;",
        "f_c = if contact then -f_ref*abs(ratio)^n else 0;", "f_d2 = if contact then d*v_rel else 0;",
        "f_d = if contact then min(max(f_d2, f_c), -f_c) else 0;", "f = f_c + f_d;", "lossPower = f_d*v_rel;",
        EG_EQUATION_HEAT_PORT),
    .references = EG_CITATIONS(EG_CITE_HERTZ, EG_CITE_HUNT_CROSSLEY),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = complete,
    .check = check,
    .declare = declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = F,
    .discrete = discrete,
    .element = &element,
};

const eg_class eg_class_dyad_elasto_gap = {
    .name = EG_DYAD("Components.ElastoGap"),
    .short_name = EG_DYAD("ElastoGap"),
    .doc = "Spring and damper that push in contact and lift off (Dyad)",
    .text = TEXT "\n\nDyad has no conditional ports: heat_port is always there and must be connected, for "
                 "instance to a FixedTemperature.",
    .also = EG_TEXTS(EG_MSL("Components.ElastoGap")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialCompliantWithRelativeStates")),
    .examples = EG_TEXTS("ElastoGapDyad", EG_DYAD("Examples.ElastoGap"), EG_DYAD("Examples.PreLoad")),
    .equations = EG_TEXTS(EG_EQUATIONS_RELATIVE_STATES, "ratio = (s_rel - s_rel0)/s_ref;",
                          "f_c = if s_rel < s_rel0 then -f_ref*abs(ratio)^n else 0;",
                          "f_d2 = if s_rel < s_rel0 then d*v_rel else 0;",
                          "f_d = if s_rel < s_rel0 then min(max(f_d2, f_c), -f_c) else 0;", "f = f_c + f_d;",
                          "lossPower = f_d*v_rel;", "heat_port.Q_flow = -lossPower;"),
    .references = EG_CITATIONS(EG_CITE_HERTZ, EG_CITE_HUNT_CROSSLEY),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .complete = complete,
    .check = dyad_check,
    .declare = dyad_declare,
    .observe = dyad_observe,
    .observe_rows = dyad_observe_rows,
    .force_row = F,
    .element = &element,
};
