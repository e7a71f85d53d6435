/* 20-sim's Backlash and Bumper: springs and dampers that are soft while there is play and stiff beyond it.
 *
 *     p.v = p_high.v - p_low.v,  der(x) = p.v,  p.F = p_high.F = p_low.F
 *     Backlash   x > s/2:   p.F = k1*x + (k2 - k1)*(x - s/2) + d2*p.v
 *                x < -s/2:  p.F = k1*x + (k2 - k1)*(x + s/2) + d2*p.v
 *     Bumper     x > 0:     p.F = k2*x + d2*p.v
 *     else                  p.F = k1*x + d1*p.v
 *
 * The compression x starts at x_initial wherever the ports stand: a bumper that is apart begins with x < 0.
 * The force of the springs is continuous; where d1 and d2 differ the force jumps as contact begins and ends.
 * As of any spring with a damper it may pull before contact ends. 20-sim's manual describes these laws, and
 * rounds them off over a share ep of the play, so that its integrators get across; here kinks are located as
 * events, and there is no ep: this is what 20-sim's law comes to as ep goes to 0. */
#include "component/compliant/iconic.h"

#include <math.h>

enum { OF_HALF_PLAY, OF_K1, OF_K2, OF_D1, OF_D2, OF_X, AT_START, IS_BUMPER, COEFFICIENTS };
enum { APART, TOUCHES_HIGH, TOUCHES_LOW, MODES };

static const char *const modes[] = {"apart", "contact in compression", "contact in extension"};

static double compression(const double *k, double s_rel)
{
    return isnan(k[AT_START]) ? k[OF_X] : k[OF_X] - (s_rel - k[AT_START]);
}

/* How far the contact is compressed beyond the play, with the sign of x. */
static double beyond(const double *k, int mode, double x)
{
    if (mode == APART)
        return 0;
    return mode == TOUCHES_HIGH ? x - k[OF_HALF_PLAY] : x + k[OF_HALF_PLAY];
}

static void force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    const double x = compression(k, s_rel), d = mode == APART ? k[OF_D1] : k[OF_D2];
    const double stiffness = mode == APART ? k[OF_K1] : k[OF_K2];
    *out = (eg_force){.f = 0.0 - (k[OF_K1] * x + (k[OF_K2] - k[OF_K1]) * beyond(k, mode, x) - d * v_rel),
                      .df_ds = isnan(k[AT_START]) ? 0 : stiffness,
                      .df_dv = d,
                      .loss = d * v_rel * v_rel,
                      .dloss_dv = 2 * d * v_rel};
}

static int dependence(const double *k, int mode)
{
    const double stiffness = mode == APART ? k[OF_K1] : k[OF_K2], d = mode == APART ? k[OF_D1] : k[OF_D2];
    return (stiffness > 0 ? EG_ON_POSITION : 0) | (d > 0 ? EG_ON_VELOCITY : 0);
}

static double energy(const double *k, int mode, double s_rel)
{
    const double x = compression(k, s_rel), e = beyond(k, mode, x);
    return 0.5 * k[OF_K1] * x * x + 0.5 * (k[OF_K2] - k[OF_K1]) * e * e;
}

static int mode_at(const double *k, double s_rel, double v_rel)
{
    const double x = compression(k, s_rel);
    (void)v_rel;
    if (x > k[OF_HALF_PLAY])
        return TOUCHES_HIGH;
    return k[IS_BUMPER] == 0 && x < -k[OF_HALF_PLAY] ? TOUCHES_LOW : APART;
}

/* h[0] ends where x passes the play in compression, h[1] in extension. */
static void switching(const double *k, int mode, double s_rel, double v_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    const double x = compression(k, s_rel), slope = isnan(k[AT_START]) ? 0 : 1;
    double sign[2] = {mode == TOUCHES_HIGH ? 1.0 : -1.0, mode == TOUCHES_LOW ? -1.0 : 1.0};
    const bool is_open[2] = {mode != TOUCHES_LOW, mode != TOUCHES_HIGH && k[IS_BUMPER] == 0};
    (void)v_rel;
    for (int i = 0; i < 2; i++) {
        const double edge = i == 0 ? k[OF_HALF_PLAY] : -k[OF_HALF_PLAY];
        h[i] = is_open[i] ? sign[i] * (x - edge) : 1.0;
        if (dh_ds)
            dh_ds[i] = is_open[i] ? -sign[i] * slope : 0.0;
        if (dh_dv)
            dh_dv[i] = 0;
    }
}

static int next_mode(const double *k, int mode, int i, double s_rel, double v_rel)
{
    (void)k, (void)s_rel, (void)v_rel;
    if (mode != APART)
        return APART;
    return i == 0 ? TOUCHES_HIGH : TOUCHES_LOW;
}

static const char *event_name(int mode, int i)
{
    (void)i;
    return mode == APART ? "contact begins" : "contact ends";
}

static double scale(const double *k, int mode, double s_rel)
{
    return mode == APART ? INFINITY : fabs(beyond(k, mode, compression(k, s_rel)));
}

#define ELEMENT(prepare_function, modes_used)                                                                \
    {                                                                                                        \
        .mode_count = (modes_used), .modes = modes, .switch_count = 2, .coefficient_count = COEFFICIENTS,    \
        .prepare = (prepare_function), .force = force, .dependence = dependence, .energy = energy,           \
        .mode_at = mode_at, .switching = switching, .next_mode = next_mode, .event_name = event_name,        \
        .compression = scale, .from_start = AT_START + 1, .has_causality = true,                             \
        .is_linear = eg_linear_always                                                                        \
    }

/* ---------------------------------------------------------------- variables and parameters of both */

enum { X, V, FORCE, PORTS, LOSS = PORTS + EG_ICONIC_PORT_VARIABLES, CONTACT };

static void observe(const eg_observation *o, double *out)
{
    out[X] = compression(o->k, o->s_rel);
    out[V] = 0.0 - o->v_rel;
    out[FORCE] = 0.0 - o->force.f;
    eg_iconic_observe_ports(o, out + PORTS);
    out[LOSS] = o->force.loss;
    out[CONTACT] = o->mode != APART;
}

static double is_in_contact(int mode, int variable)
{
    (void)variable;
    return mode != APART;
}

static const eg_variable variables[] = {
    {.name = "x", EG_SI_POSITION, .doc = "Compression", .start_parameter = "x_initial"},
    EG_ICONIC_VARIABLE_V,
    EG_ICONIC_VARIABLE_F,
    EG_ICONIC_VARIABLES_OF_PORTS,
    EG_ICONIC_VARIABLE_LOSS,
    {.name = "contact", .type = EG_BOOLEAN, .doc = "true beyond the play"},
};

#define PARAMETERS_OF_CONTACT                                                                                \
    {.name = "k1",                                                                                           \
     EG_SI_SPRING,                                                                                           \
     EG_AT_LEAST(0.0),                                                                                       \
     .need = EG_REQUIRED,                                                                                    \
     .doc = "Stiffness while there is play, k1 << k2"},                                                      \
        {.name = "k2", EG_SI_SPRING, EG_AT_LEAST(0.0), .need = EG_REQUIRED, .doc = "Stiffness in contact"},  \
        {.name = "d1",                                                                                       \
         EG_SI_DAMPING,                                                                                      \
         EG_AT_LEAST(0.0),                                                                                   \
         .need = EG_REQUIRED,                                                                                \
         .doc = "Damping while there is play, d1 << d2"},                                                    \
        {.name = "d2", EG_SI_DAMPING, EG_AT_LEAST(0.0), .need = EG_REQUIRED, .doc = "Damping in contact"},   \
    {                                                                                                        \
        .name = "x_initial", EG_SI_POSITION, .doc = "Compression at the start, wherever the ports stand"     \
    }

#define STIFFER "k2 must be at least k1: contact is what is stiffer than the play; exchange them"
#define DEMANDS EG_TEXTS("assert(k2 >= k1, \"k2 must be at least k1\");")

static const eg_port ports[] = {EG_ICONIC_PORTS};

#define EQUATIONS(...)                                                                                       \
    EG_TEXTS(EG_ICONIC_EQUATIONS, "der(x) = p.v;", __VA_ARGS__, "initial equation x = x_initial;")
#define LOSS_EQUATION "lossPower = if contact then d2*p.v^2 else d1*p.v^2;"
#define REST                                                                                                 \
    .examples = EG_TEXTS("Carriage"), EG_PORTS(ports), EG_VARIABLES(variables),                              \
    .declare = eg_iconic_declare, .observe = observe, .discrete = is_in_contact

/* ---------------------------------------------------------------- Backlash */

enum { BACKLASH_S, BACKLASH_K1, BACKLASH_K2, BACKLASH_D1, BACKLASH_D2, BACKLASH_X };

static void prepare_backlash(const double *p, double *k)
{
    k[OF_HALF_PLAY] = p[BACKLASH_S] / 2;
    k[OF_K1] = p[BACKLASH_K1];
    k[OF_K2] = p[BACKLASH_K2];
    k[OF_D1] = p[BACKLASH_D1];
    k[OF_D2] = p[BACKLASH_D2];
    k[OF_X] = p[BACKLASH_X];
    k[AT_START] = NAN;
    k[IS_BUMPER] = 0;
}

static const char *check_backlash(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = p[BACKLASH_K2] < p[BACKLASH_K1];
    return *is_error ? STIFFER : NULL;
}

static const eg_element_ops backlash_element = ELEMENT(prepare_backlash, MODES);

static const eg_parameter backlash_parameters[] = {
    {.name = "s", EG_SI_LENGTH, EG_AT_LEAST(0.0), .need = EG_REQUIRED, .doc = "Interval of play"},
    PARAMETERS_OF_CONTACT,
};

const eg_class eg_class_iconic_backlash = {
    .name = EG_ICONIC("Backlash"),
    .doc = "Backlash between two flanks (20-sim)",
    .text =
        "A play of the width s between two flanks, told by spring and damper: within it the weak ones k1 and "
        "d1 act, beyond it k2 and d2. The springs' force is continuous; where d1 and d2 differ the force "
        "jumps. The play lies symmetric about x = 0, and x starts at x_initial.\n\n"
        "20-sim rounds the kinks off by its parameter ep, so that its integrators get across; here they are "
        "events, and ep has no counterpart: what is here is the law for ep towards 0. As any spring with a "
        "damper it may pull before contact ends; Modelica's ElastoGap does not.",
    .equations = EQUATIONS("contact = x > s/2 or x < -s/2;",
                           "p.F = k1*x + (k2 - k1)*(x - min(max(x, -s/2), s/2)) + (if contact then d2 else "
                           "d1)*p.v;",
                           LOSS_EQUATION),
    EG_PARAMETERS(backlash_parameters),
    REST,
    .check = check_backlash,
    .demands = DEMANDS,
    .element = &backlash_element,
};

/* ---------------------------------------------------------------- Bumper */

enum { BUMPER_K1, BUMPER_K2, BUMPER_D1, BUMPER_D2, BUMPER_X };

static void prepare_bumper(const double *p, double *k)
{
    k[OF_HALF_PLAY] = 0;
    k[OF_K1] = p[BUMPER_K1];
    k[OF_K2] = p[BUMPER_K2];
    k[OF_D1] = p[BUMPER_D1];
    k[OF_D2] = p[BUMPER_D2];
    k[OF_X] = p[BUMPER_X];
    k[AT_START] = NAN;
    k[IS_BUMPER] = 1;
}

static const char *check_bumper(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = p[BUMPER_K2] < p[BUMPER_K1];
    return *is_error ? STIFFER : NULL;
}

static const eg_element_ops bumper_element = ELEMENT(prepare_bumper, TOUCHES_LOW);

static const eg_parameter bumper_parameters[] = {PARAMETERS_OF_CONTACT};

const eg_class eg_class_iconic_bumper = {
    .name = EG_ICONIC("Bumper"),
    .doc = "Bumper: a spring-damper that acts in contact (20-sim)",
    .text =
        "A stop between p_high and p_low, told by spring and damper: while x < 0 the weak ones k1 and d1 "
        "act, in contact k2 and d2. x is positive in compression and starts at x_initial, so that -x_initial "
        "is the gap at the start. With k1 = d1 = 0 nothing acts while it is open.\n\n"
        "20-sim rounds the kink off by its parameter ep; here it is an event, and ep has no counterpart. As "
        "any spring with a damper it may pull before contact ends, and its force jumps where d1 and d2 "
        "differ; Modelica's ElastoGap does neither.",
    .equations =
        EQUATIONS("contact = x > 0;", "p.F = if x > 0 then k2*x + d2*p.v else k1*x + d1*p.v;", LOSS_EQUATION),
    EG_PARAMETERS(bumper_parameters),
    REST,
    .check = check_bumper,
    .demands = DEMANDS,
    .element = &bumper_element,
};
