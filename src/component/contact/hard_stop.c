/* Elastogap.Contact.TranslationalHardStop and RotationalHardStop: Simscape's blocks of these names.
 *
 * x = s_rel (phi_rel) is the way of port R (flange_b) from port C (flange_a), v its rate. With p = x -
 * upper_bound beyond the upper bound, and the mirror image of it below the lower one, the force that takes R
 * back is
 *
 *     full, damped rebound      K*p + D*v                 the law kelvin-voigt of contact/side.h
 *     full, undamped rebound    K*p + D*v while v > 0     undamped-rebound
 *     smooth, damped rebound    S(p/w)*(K*p + D*v)        below
 *     restitution               an impulse: v becomes -e*v  (contact/rigid.c)
 *
 * An instance is made as the class of its model. What MathWorks' pages say of the smooth model is that
 * stiffness and damping grow through the transition region from 0 to their full values, smoothly, and go back
 * on the rebound; the ramp they do not give. Here it is S(u) = u^2*(3 - 2*u) up to u = 1, that of the other
 * laws. With u = p/w
 *
 *     E(p) = K*p^2*u^2*(3/4 - 2*u/5)               up to p = w
 *     E(p) = E(w) + K*(p^2 - w^2)/2                beyond
 *
 * is stored in the spring, and S*D*v^2 is lost. The force is 0 with two derivatives where contact begins and
 * ends, and as the block's it pulls where v says so. */
#include "component/contact/hard_stop.h"
#include "component/contact/side.h"
#include "component/friction/friction.h"
#include "component/twins.h"

enum {
    P_MODEL,
    P_UPPER,
    P_LOWER,
    P_K_UPPER,
    P_K_LOWER,
    P_D_UPPER,
    P_D_LOWER,
    P_TRANSITION,
    P_E,
    P_V_STATIC,
    P_F_RELEASE,
    P_USE_HEAT_PORT,
    P_STATE_SELECT
};
typedef enum hard_stop_model { SMOOTH, FULL_UNDAMPED, FULL_DAMPED, RESTITUTION } hard_stop_model;

static const char *const models[] = {EG_HARD_STOP_SMOOTH, EG_HARD_STOP_UNDAMPED, EG_HARD_STOP_DAMPED,
                                     EG_HARD_STOP_RESTITUTION, NULL};

static hard_stop_model model_of(const double *p)
{
    return (hard_stop_model)(int)p[P_MODEL];
}

/* ---------------------------------------------------------------- full stiffness and damping */

static void prepare_full(const double *p, double *k)
{
    for (int upper = 0; upper < 2; upper++) {
        const double c = p[upper ? P_K_UPPER : P_K_LOWER];
        const eg_side side = {.law = model_of(p) == FULL_UNDAMPED ? EG_CONTACT_UNDAMPED_REBOUND
                                                                  : EG_CONTACT_KELVIN_VOIGT,
                              .c = c,
                              .d = p[upper ? P_D_UPPER : P_D_LOWER],
                              .s_rel0 = upper ? -p[P_UPPER] : p[P_LOWER],
                              .s_ref = 1,
                              .f_ref = c,
                              .n = 1,
                              .e = 1,
                              .v_min = 1e-3};
        eg_side_prepare(&side, k + upper * EG_SIDE_COUNT);
    }
}

static const eg_element_ops full = EG_TWO_SIDES_ELEMENT(prepare_full);

/* ---------------------------------------------------------------- smoothly through the transition region */

enum { K_BOUND, K_STIFFNESS, K_DAMPING, K_SIDE };
enum { K_LOWER, K_UPPER = K_LOWER + K_SIDE, K_WIDTH = K_UPPER + K_SIDE, K_COUNT };
enum { APART, LOWER_TRANSITION, LOWER_FULL, UPPER_TRANSITION, UPPER_FULL };

static void prepare_smooth(const double *p, double *k)
{
    k[K_LOWER + K_BOUND] = p[P_LOWER];
    k[K_LOWER + K_STIFFNESS] = p[P_K_LOWER];
    k[K_LOWER + K_DAMPING] = p[P_D_LOWER];
    k[K_UPPER + K_BOUND] = p[P_UPPER];
    k[K_UPPER + K_STIFFNESS] = p[P_K_UPPER];
    k[K_UPPER + K_DAMPING] = p[P_D_UPPER];
    k[K_WIDTH] = p[P_TRANSITION];
}

/* The stop of a mode in contact, as it sees the motion: what goes deeper is positive. */
typedef struct bound {
    double sign, depth, stiffness, damping, width;
    bool in_transition;
} bound;

static bound bound_of(const double *k, int mode, double s_rel)
{
    const bool upper = mode >= UPPER_TRANSITION;
    const double *own = k + (upper ? K_UPPER : K_LOWER), sign = upper ? 1 : -1;
    return (bound){sign,
                   sign * (s_rel - own[K_BOUND]),
                   own[K_STIFFNESS],
                   own[K_DAMPING],
                   k[K_WIDTH],
                   mode == LOWER_TRANSITION || mode == UPPER_TRANSITION};
}

static void force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    *out = (eg_force){0};
    if (mode == APART)
        return;
    const bound b = bound_of(k, mode, s_rel);
    double ramp = 1, slope = 0, curve = 0;
    if (b.in_transition) {
        const double u = b.depth / b.width;
        ramp = u * u * (3 - 2 * u);
        slope = 6 * u * (1 - u) / b.width;
        curve = 6 * (1 - 2 * u) / b.width / b.width;
    }
    const double whole = b.stiffness * b.depth + b.damping * b.sign * v_rel;
    out->f = b.sign * ramp * whole;
    out->df_ds = slope * whole + ramp * b.stiffness;
    out->df_dv = ramp * b.damping;
    out->d2f_ds2 = b.sign * (curve * whole + 2 * slope * b.stiffness);
    out->loss = ramp * b.damping * v_rel * v_rel;
    out->dloss_ds = b.sign * slope * b.damping * v_rel * v_rel;
    out->dloss_dv = 2 * ramp * b.damping * v_rel;
}

static int dependence(const double *k, int mode)
{
    if (mode == APART)
        return 0;
    const bound b = bound_of(k, mode, 0);
    const bool damps = b.damping > 0;
    return (b.stiffness > 0 || (damps && b.in_transition) ? EG_ON_POSITION : 0) |
           (damps ? EG_ON_VELOCITY : 0);
}

static double energy(const double *k, int mode, double s_rel)
{
    if (mode == APART)
        return 0;
    const bound b = bound_of(k, mode, s_rel);
    if (!b.in_transition)
        return b.stiffness * (0.35 * b.width * b.width + (b.depth - b.width) * (b.depth + b.width) / 2);
    const double u = b.depth / b.width;
    return b.stiffness * b.depth * b.depth * u * u * (0.75 - 0.4 * u);
}

static int mode_at(const double *k, double s_rel, double v_rel)
{
    (void)v_rel;
    if (s_rel < k[K_LOWER + K_BOUND])
        return k[K_LOWER + K_BOUND] - s_rel < k[K_WIDTH] ? LOWER_TRANSITION : LOWER_FULL;
    if (s_rel > k[K_UPPER + K_BOUND])
        return s_rel - k[K_UPPER + K_BOUND] < k[K_WIDTH] ? UPPER_TRANSITION : UPPER_FULL;
    return APART;
}

/* h[0] [m] the bound (apart: the lower one); h[1] [m] the end of the transition region (apart: the upper
 * bound). */
static void switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    (void)v_rel;
    double by_s[2] = {1, -1};
    if (mode == APART) {
        h[0] = s_rel - k[K_LOWER + K_BOUND];
        h[1] = k[K_UPPER + K_BOUND] - s_rel;
    } else {
        const bound b = bound_of(k, mode, s_rel);
        const double inside = b.in_transition ? 1 : -1;
        h[0] = b.depth;
        h[1] = inside * (b.width - b.depth);
        by_s[0] = b.sign;
        by_s[1] = -inside * b.sign;
    }
    for (int i = 0; i < 2; i++) {
        if (dh_ds)
            dh_ds[i] = by_s[i];
        if (dh_dv)
            dh_dv[i] = 0;
    }
}

static int next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    (void)k, (void)s_rel, (void)v_rel;
    if (mode == APART)
        return i == 0 ? LOWER_TRANSITION : UPPER_TRANSITION;
    if (i == 0)
        return APART;
    return mode == LOWER_TRANSITION || mode == UPPER_TRANSITION ? mode + 1 : mode - 1;
}

static const char *event_name(int mode, int i)
{
    if (mode == APART)
        return eg_two_sides_event_name(mode, i);
    if (i == 0)
        return "contact ends";
    return mode == LOWER_TRANSITION || mode == UPPER_TRANSITION ? "transition region ends"
                                                                : "transition region begins";
}

static double compression(const double *k, int mode, double s_rel)
{
    return mode == APART ? INFINITY : fabs(bound_of(k, mode, s_rel).depth);
}

static const char *const smooth_modes[] = {"apart", "lower transition", "lower full", "upper transition",
                                           "upper full"};

static const eg_element_ops smooth = {
    .mode_count = EG_COUNT(smooth_modes),
    .modes = smooth_modes,
    .switch_count = 2,
    .coefficient_count = K_COUNT,
    .prepare = prepare_smooth,
    .force = force,
    .dependence = dependence,
    .energy = energy,
    .mode_at = mode_at,
    .switching = switching,
    .next_mode = next_mode,
    .event_name = event_name,
    .compression = compression,
};

static bool smooth_is_upper(int mode)
{
    return mode >= UPPER_TRANSITION;
}

/* ---------------------------------------------------------------- by restitution */

static void stops(const double *p, double *low, double *high)
{
    *low = p[P_LOWER];
    *high = p[P_UPPER];
}

static double restitution(const double *p, bool at_max)
{
    (void)at_max;
    return p[P_E];
}

static double v_rest(const double *p, bool at_max)
{
    (void)at_max;
    return p[P_V_STATIC];
}

static double release(const double *p, bool at_max)
{
    (void)at_max;
    return p[P_F_RELEASE];
}

static void prepare_rigid(const double *p, double *k)
{
    eg_rigid_begin(k, p[P_V_STATIC], p[P_V_STATIC]);
}

static const eg_friction_ops rigid_friction = {.force = eg_rigid_no_friction,
                                               .limits = eg_rigid_no_limits,
                                               .stops = stops,
                                               .restitution = restitution,
                                               .v_rest = v_rest,
                                               .release = release,
                                               .is_linear = eg_linear_always};
static const eg_element_ops rigid = EG_RIGID_ELEMENT(prepare_rigid);

/* ---------------------------------------------------------------- parameters */

/* What is not given plays no part in the model, or is asked for. */
static void complete(double *p, const bool *given)
{
    for (int i = P_K_UPPER; i <= P_TRANSITION; i++)
        if (!given[i])
            p[i] = 0;
    if (!given[P_E])
        p[P_E] = 1;
}

static const char *missing(hard_stop_model model, const bool *given)
{
    if (model == RESTITUTION)
        return given[P_E] ? NULL : "this model needs coefficient_of_restitution, at least 0 and at most 1";
    if (!given[P_K_UPPER] || !given[P_K_LOWER])
        return "this model needs contact_stiffness_at_upper_bound and contact_stiffness_at_lower_bound";
    if (!given[P_D_UPPER] || !given[P_D_LOWER])
        return "this model needs contact_damping_at_upper_bound and contact_damping_at_lower_bound";
    return model == SMOOTH && !given[P_TRANSITION] ? "this model needs transition_region" : NULL;
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    const hard_stop_model model = model_of(p);
    const char *wrong = missing(model, given);
    *is_error = true;
    if (wrong)
        return wrong;
    if (p[P_LOWER] > p[P_UPPER])
        return "lower_bound is larger than upper_bound: the two stops would press against each other";
    if (model == SMOOTH && !(p[P_TRANSITION] > 0))
        return "transition_region must be more than 0; without one take \"" EG_HARD_STOP_DAMPED "\"";
    *is_error = false;
    if (model == RESTITUTION)
        return given[P_K_UPPER] || given[P_K_LOWER] || given[P_D_UPPER] || given[P_D_LOWER] ||
                       given[P_TRANSITION]
                   ? "stiffness, damping and transition region play no part in this model, which is rigid"
                   : NULL;
    if (given[P_E] || given[P_V_STATIC] || given[P_F_RELEASE])
        return "restitution and thresholds of static contact play no part in this model; leave them out, or "
               "take \"" EG_HARD_STOP_RESTITUTION "\"";
    return given[P_TRANSITION] && model != SMOOTH
               ? "transition_region plays no part in this model; leave it out, or take \"" EG_HARD_STOP_SMOOTH
                 "\""
               : NULL;
}

/* What both domains have, in their words. The variables stand behind f (tau). */
enum { V_F, V_LOSS, V_F_C, V_F_D, V_AT_LOWER, V_AT_UPPER, V_X, V_V };
enum { FORCE_T = 2, FORCE_R = EG_ROT_TAU };

static double full_at(int mode, int variable)
{
    return variable == V_AT_UPPER ? mode > EG_SIDE_MODES : mode > 0 && mode <= EG_SIDE_MODES;
}

static double smooth_at(int mode, int variable)
{
    return variable == V_AT_UPPER ? smooth_is_upper(mode) : mode != APART && !smooth_is_upper(mode);
}

static double rigid_at(int mode, int variable)
{
    return eg_friction_kind_of(mode) == (variable == V_AT_UPPER ? EG_AT_MAX : EG_AT_MIN);
}

/* out begins with f; `f_d` is what of it the damper gives. */
static void show(const eg_observation *o, double f_d, double (*at)(int mode, int variable), double *out)
{
    out[V_F] = o->force.f;
    out[V_LOSS] = o->force.loss;
    out[V_F_C] = o->force.f - f_d;
    out[V_F_D] = f_d;
    out[V_AT_LOWER] = at(o->mode, V_AT_LOWER);
    out[V_AT_UPPER] = at(o->mode, V_AT_UPPER);
    out[V_X] = o->s_rel;
    out[V_V] = o->v_rel;
}

static void show_full(const eg_observation *o, double *out)
{
    eg_force all;
    eg_side_force(o->k, o->mode, o->s_rel, o->v_rel, &all);
    show(o, all.df_dv * o->v_rel, full_at, out);
}

static void show_smooth(const eg_observation *o, double *out)
{
    eg_force all;
    force(o->k, o->mode, o->s_rel, o->v_rel, &all);
    show(o, all.df_dv * o->v_rel, smooth_at, out);
}

static void show_rigid(const eg_observation *o, double *out)
{
    show(o, 0, rigid_at, out);
    out[V_LOSS] = 0;
}

#define X_REL(D) EG_WORD_S(D) "_rel"
#define V_REL(D) EG_WORD_V(D) "_rel"
#define F_C(D) EG_WORD_F(D) "_c"
#define F_D(D) EG_WORD_F(D) "_d"
#define X_OWN(D) X_OWN_##D
#define X_OWN_T "x"
#define X_OWN_R "phi"
#define V_OWN(D) V_OWN_##D
#define V_OWN_T "v"
#define V_OWN_R "w"

#define PARAMETERS(D)                                                                                        \
    {.name = "hard_stop_model",                                                                              \
     .type = EG_ENUMERATION,                                                                                 \
     .type_name = "String",                                                                                  \
     .literals = models,                                                                                     \
     .need = EG_REQUIRED,                                                                                    \
     .is_structural = true,                                                                                  \
     .doc = "Hard stop model: what happens at the bounds"},                                                  \
        {.name = "upper_bound",                                                                              \
         EG_SI_TWIN_S(D),                                                                                    \
         .need = EG_REQUIRED,                                                                                \
         .doc = "Upper bound: " X_OWN(D) " at which contact with the upper stop begins"},                    \
        {.name = "lower_bound",                                                                              \
         EG_SI_TWIN_S(D),                                                                                    \
         .need = EG_REQUIRED,                                                                                \
         .doc = "Lower bound: " X_OWN(D) " at which contact with the lower stop begins"},                    \
        {.name = "contact_stiffness_at_upper_bound",                                                         \
         EG_SI_TWIN_SPRING(D),                                                                               \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = "needed, but for restitution",                                                        \
         .formula = "0",                                                                                     \
         .doc = "Contact stiffness at upper bound"},                                                         \
        {.name = "contact_stiffness_at_lower_bound",                                                         \
         EG_SI_TWIN_SPRING(D),                                                                               \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = "needed, but for restitution",                                                        \
         .formula = "0",                                                                                     \
         .doc = "Contact stiffness at lower bound"},                                                         \
        {.name = "contact_damping_at_upper_bound",                                                           \
         EG_SI_TWIN_DAMPING(D),                                                                              \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = "needed, but for restitution",                                                        \
         .formula = "0",                                                                                     \
         .doc = "Contact damping at upper bound"},                                                           \
        {.name = "contact_damping_at_lower_bound",                                                           \
         EG_SI_TWIN_DAMPING(D),                                                                              \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = "needed, but for restitution",                                                        \
         .formula = "0",                                                                                     \
         .doc = "Contact damping at lower bound"},                                                           \
        {.name = "transition_region",                                                                        \
         EG_SI_TWIN_LENGTH(D),                                                                               \
         EG_AT_LEAST(0.0),                                                                                   \
         .value_text = "needed by the smooth model",                                                         \
         .formula = "0",                                                                                     \
         .doc = "Transition region: width over which stiffness and damping come in"},                        \
        {.name = "coefficient_of_restitution",                                                               \
         .max = 1.0,                                                                                         \
         .value = 1.0,                                                                                       \
         .value_text = "needed by restitution",                                                              \
         .formula = "1",                                                                                     \
         .doc = "Coefficient of restitution"},                                                               \
        {.name = "static_contact_speed_threshold",                                                           \
         EG_SI_TWIN_V(D),                                                                                    \
         .value = 1e-3,                                                                                      \
         EG_AT_LEAST(1e-300),                                                                                \
         .doc = "Static contact speed threshold: a slower impact closes the contact"},                       \
        {.name = "static_contact_release_" EG_WORD_FORCE(D) "_threshold",                                    \
         EG_SI_TWIN_F(D),                                                                                    \
         EG_AT_LEAST(0.0),                                                                                   \
         .doc = "Static contact release " EG_WORD_FORCE(                                                     \
             D) " threshold: the pull that a closed contact withstands"},                                    \
        EG_TWIN_PARAMETERS_COMPLIANT(D)

#define VARIABLES(D)                                                                                         \
    EG_TWIN_VARIABLES_COMPLIANT(D), EG_VARIABLE_LOSS,                                                        \
        {.name = F_C(D),                                                                                     \
         EG_SI_TWIN_F(D),                                                                                    \
         .is_protected = true,                                                                               \
         .doc = "Of " EG_WORD_F(D) ": the stiffness"},                                                       \
        {.name = F_D(D), EG_SI_TWIN_F(D), .is_protected = true, .doc = "Of " EG_WORD_F(D) ": the damping"},  \
        {.name = "contact_lower", .type = EG_BOOLEAN, .doc = "true in contact with the lower stop"},         \
        {.name = "contact_upper", .type = EG_BOOLEAN, .doc = "true in contact with the upper stop"},         \
        {.name = X_OWN(D),                                                                                   \
         EG_SI_TWIN_S(D),                                                                                    \
         .doc = EG_WORD_POSITION_UPPER(D) " of port R, the slider, from port C, the case (= " X_REL(D) ")"}, \
    {                                                                                                        \
        .name = V_OWN(D), EG_SI_TWIN_V(D), .doc = "Rate of " X_OWN(D)                                        \
    }

#define IS(model) "hard_stop_model == \"" model "\""
/* How much of stiffness and damping is there at a depth beyond a bound. */
#define SHARE(depth)                                                                                         \
    "(if " IS(EG_HARD_STOP_SMOOTH) " then (if " depth " < transition_region then ((" depth                   \
                                   ")/transition_region)^2*(3 - 2*(" depth                                   \
                                   ")/transition_region) else 1) else 1)"
#define DAMPS(closing) "(if " IS(EG_HARD_STOP_UNDAMPED) " then (if " closing " then 1 else 0) else 1)"
#define ABOVE(D) X_REL(D) " - upper_bound"
#define BELOW(D) "lower_bound - " X_REL(D)

#define STIFFNESS(bound, depth) SHARE(depth) "*contact_stiffness_at_" bound "_bound*(" depth ")"
#define DAMPING(D, bound, depth, closing)                                                                    \
    DAMPS(closing) "*" SHARE(depth) "*contact_damping_at_" bound "_bound*" V_REL(D)
#define SPRING_UPPER(D) STIFFNESS("upper", ABOVE(D))
#define SPRING_LOWER(D) STIFFNESS("lower", BELOW(D))
#define DAMPER_UPPER(D) DAMPING(D, "upper", ABOVE(D), V_REL(D) " > 0")
#define DAMPER_LOWER(D) DAMPING(D, "lower", BELOW(D), V_REL(D) " < 0")
#define BY_CONTACT(upper, lower) "if contact_upper then " upper " elseif contact_lower then " lower " else 0"
#define EQUATIONS(D)                                                                                         \
    EG_TEXTS(EG_TWIN_EQUATIONS_RELATIVE_STATES(D), "contact_lower = " X_REL(D) " < lower_bound;",            \
             "contact_upper = " X_REL(D) " > upper_bound;",                                                  \
             F_C(D) " = " BY_CONTACT(SPRING_UPPER(D), "-" SPRING_LOWER(D)) ";",                              \
             F_D(D) " = " BY_CONTACT(DAMPER_UPPER(D), DAMPER_LOWER(D)) ";",                                  \
             EG_WORD_F(D) " = " F_C(D) " + " F_D(D) ";", "lossPower = " F_D(D) "*" V_REL(D) ";",             \
             X_OWN(D) " = " X_REL(D) ";", V_OWN(D) " = " V_REL(D) ";", EG_EQUATION_HEAT_PORT)

#define REST(D) F_D(D) " = 0;", "lossPower = 0;", X_OWN(D) " = " X_REL(D) ";", V_OWN(D) " = " V_REL(D) ";"
#define THROW_BACK(D, toward)                                                                                \
    "reinit(" V_REL(D) ", if " toward " < static_contact_speed_threshold then 0 else "                       \
                       "-coefficient_of_restitution*pre(" V_REL(D) "));"
#define THROWN_UP(D) THROW_BACK(D, "-pre(" V_REL(D) ")")
#define THROWN_DOWN(D) THROW_BACK(D, "pre(" V_REL(D) ")")
#define RIGID_EQUATIONS(D)                                                                                   \
    EG_TEXTS(EG_TWIN_EQUATIONS_RELATIVE_STATES(D),                                                           \
             "contact_lower = " X_REL(D) " <= lower_bound and " V_REL(D) " <= 0;",                           \
             "contact_upper = " X_REL(D) " >= upper_bound and " V_REL(D) " >= 0;",                           \
             "0 = if contact_lower or contact_upper then " V_REL(D) " else " EG_WORD_F(D) ";",               \
             "when " X_REL(D) " <= lower_bound and " V_REL(D) " < 0 then " THROWN_UP(D) " elsewhen " X_REL(  \
                 D) " >= "                                                                                   \
                    "upper_bound and " V_REL(D) " > 0 then " THROWN_DOWN(D) " end when;",                    \
             F_C(D) " = " EG_WORD_F(D) ";", REST(D), EG_EQUATION_HEAT_PORT)

#define AT_LOWER(D) EG_TOUCHES("contact_lower", X_REL(D) " <= lower_bound + ", "lower_bound")
#define AT_UPPER(D) EG_TOUCHES("contact_upper", X_REL(D) " >= upper_bound - ", "upper_bound")
/* What an impact makes of the speed. */
#define AFTER(D, at, closing, fast)                                                                          \
    "if " at " and noEvent(" closing ") then noEvent(if " fast                                               \
    " then -coefficient_of_restitution*" V_REL(D) " else 0) else " V_REL(D)
#define AFTER_LOWER(D) AFTER(D, AT_LOWER(D), V_REL(D) " < 0", V_REL(D) " <= -static_contact_speed_threshold")
#define AFTER_UPPER(D) AFTER(D, AT_UPPER(D), V_REL(D) " > 0", V_REL(D) " >= static_contact_speed_threshold")
#define THRESHOLD(D) "static_contact_release_" EG_WORD_FORCE(D) "_threshold"
#define FLAT_RIGID_EQUATIONS(D)                                                                              \
    EG_TEXTS(                                                                                                \
        EG_TWIN_EQUATIONS_RELATIVE_STATES(D),                                                                \
        "contact_lower = " AT_LOWER(D) " and " EG_PARTS_NOT(                                                 \
            "contact_lower", V_REL(D), "<=", "") " and " EG_STAYS_CLOSED("contact_lower", V_REL(D), F_C(D),  \
                                                                         ">", "-", THRESHOLD(D)) ";",        \
        "contact_upper = " AT_UPPER(D) " and " EG_PARTS_NOT(                                                 \
            "contact_upper", V_REL(D), ">=", "-") " and " EG_STAYS_CLOSED("contact_upper", V_REL(D), F_C(D), \
                                                                          "<", "+", THRESHOLD(D)) ";",       \
        EG_HELD("contact_lower or contact_upper", V_REL(D), F_C(D)), REST(D),                                \
        EG_WORD_F(D) " = " F_C(D) " + Elastogap.Math.impulse(" V_REL(D) ", " AFTER_LOWER(                    \
            D) ") + Elastogap.Math.impulse(" V_REL(D) ", " AFTER_UPPER(D) ");",                              \
        EG_BEGINS_APART(X_REL(D) " >= lower_bound - 1e-9*(1 + abs(lower_bound)) and " X_REL(                 \
            D) " <= upper_bound + 1e-9*(1 + abs(upper_bound))"),                                             \
        EG_EQUATION_HEAT_PORT)

/* clang-format off */
#define TEXT(D)                                                                                              \
    "Keeps " X_OWN(D) " between lower_bound and upper_bound, as Simscape's block of that name does: "        \
    "flange_a is its port C, the case, flange_b its port R, the slider, and parameters have the names "      \
    "of its dialog. A positive " EG_WORD_F(D) " acts from R on C.\n\nBeyond the upper bound the "            \
    EG_WORD_FORCE(D) " is K*(" X_OWN(D) " - upper_bound) + D*" V_OWN(D) ", at the lower in the same "        \
    "way; undamped rebound leaves D*" V_OWN(D) " out while the slider goes back. Applied smoothly, "         \
    "both are multiplied by u^2*(3 - 2*u), where u is the part of the transition region that is "            \
    "passed. The block's pages say that stiffness and damping come in smoothly there, and not how: the "     \
    "ramp is an assumption. By restitution the contact is rigid: an impact leaves "                          \
    "coefficient_of_restitution of the speed; a slower one than static_contact_speed_threshold closes "      \
    "the contact, which opens where it is pulled by more than " THRESHOLD(D) ".\n\nA damped rebound "        \
    "pulls before contact ends, as the block's does. Elastogap.Contact.TwoSidedGap has laws that do "        \
    "not."
/* clang-format on */

#define FORCE_INDEX(D) FORCE_##D

#define HARD_STOP(D, id, class_name)                                                                         \
    static const eg_parameter parameters_##D[] = {PARAMETERS(D)};                                            \
    static const eg_port ports_##D[] = {EG_TWIN_PORTS_TWO_FLANGES(D), EG_PORT_HEAT};                         \
    static const eg_variable variables_##D[] = {VARIABLES(D)};                                               \
    static double full_discrete_##D(int mode, int variable)                                                  \
    {                                                                                                        \
        return full_at(mode, variable - FORCE_INDEX(D));                                                     \
    }                                                                                                        \
    static double smooth_discrete_##D(int mode, int variable)                                                \
    {                                                                                                        \
        return smooth_at(mode, variable - FORCE_INDEX(D));                                                   \
    }                                                                                                        \
    static double rigid_discrete_##D(int mode, int variable)                                                 \
    {                                                                                                        \
        return rigid_at(mode, variable - FORCE_INDEX(D));                                                    \
    }                                                                                                        \
    static void full_observe_##D(const eg_observation *o, double *out)                                       \
    {                                                                                                        \
        show_full(o, out + FORCE_INDEX(D));                                                                  \
    }                                                                                                        \
    static void smooth_observe_##D(const eg_observation *o, double *out)                                     \
    {                                                                                                        \
        show_smooth(o, out + FORCE_INDEX(D));                                                                \
    }                                                                                                        \
    static void rigid_observe_##D(const eg_observation *o, double *out)                                      \
    {                                                                                                        \
        show_rigid(o, out + FORCE_INDEX(D));                                                                 \
    }                                                                                                        \
    static const eg_class smooth_##D, rigid_##D;                                                             \
    extern const eg_class eg_class_##id;                                                                     \
    static const eg_class *variant_##D(const double *p)                                                      \
    {                                                                                                        \
        if (model_of(p) == RESTITUTION)                                                                      \
            return &rigid_##D;                                                                               \
        return model_of(p) == SMOOTH ? &smooth_##D : &eg_class_##id;                                         \
    }                                                                                                        \
    const eg_class eg_class_##id = {DESCRIPTOR(D, class_name), .equations = EQUATIONS(D),                    \
                                    .observe = full_observe_##D, .discrete = full_discrete_##D,              \
                                    .element = &full};                                                       \
    static const eg_class smooth_##D = {DESCRIPTOR(D, class_name), .equations = EQUATIONS(D),                \
                                        .observe = smooth_observe_##D, .discrete = smooth_discrete_##D,      \
                                        .element = &smooth};                                                 \
    static const eg_class rigid_##D = {DESCRIPTOR(D, class_name),                                            \
                                       .equations = RIGID_EQUATIONS(D),                                      \
                                       .flat_equations = FLAT_RIGID_EQUATIONS(D),                            \
                                       .observe = rigid_observe_##D,                                         \
                                       .discrete = rigid_discrete_##D,                                       \
                                       .element = &rigid,                                                    \
                                       .friction = &rigid_friction};

#define DESCRIPTOR(D, class_name)                                                                            \
    .name = "Elastogap.Contact." class_name, .doc = "Simscape's " class_name ": a stop at either bound",     \
    .text = TEXT(D),                                                                                         \
    .extends = EG_TEXTS(EG_TWIN_PARTIAL(D, "PartialCompliantWithRelativeStates"),                            \
                        EG_TWIN_PARTIAL(D, "PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),                       \
    .cases = "hard_stop_model", EG_PARAMETERS(parameters_##D), EG_PORTS(ports_##D),                          \
    EG_VARIABLES(variables_##D), .complete = complete, .check = check,                                       \
    .demands = EG_TEXTS("assert(lower_bound <= upper_bound, \"lower_bound is larger than upper_bound\");",   \
                        "assert(hard_stop_model <> \"" EG_HARD_STOP_SMOOTH                                   \
                        "\" or transition_region > 0, \"transition_region must be more than 0\");"),         \
    .variant = variant_##D, .declare = declare_##D

static int declare_T(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, 1, eg_select(p[P_STATE_SELECT]), p[P_USE_HEAT_PORT] != 0.0);
}

static int declare_R(const double *p, eg_parts *parts)
{
    return eg_rot_declare_element(parts, eg_select(p[P_STATE_SELECT]), p[P_USE_HEAT_PORT] != 0.0);
}

HARD_STOP(T, contact_translational_hard_stop, "TranslationalHardStop")
HARD_STOP(R, contact_rotational_hard_stop, "RotationalHardStop")
