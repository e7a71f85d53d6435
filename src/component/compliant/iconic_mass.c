/* 20-sim's Mass: an ideal mass, a point with any number of connections.
 *
 *     p.F = sum of the forces into p,  a = p.F/m  (Gravity: p.F/m - g),  p.v = int(a),  x = int(p.v)
 *
 * x starts at x_initial and p.v at p.v_initial. Here a port has a position, as MSL's flanges have, and x is
 * that of the port: p.s = x. Forces are positive into the mass. Where a mass is rigidly connected to what
 * determines its motion otherwise, start values that nobody gives (they are 0) do not count; given ones
 * must agree.
 *
 * Gravity acts in negative direction: m*g enters as a constant force, its work counts as supplied.
 * 20-sim's variable p, the momentum, would have the name of the port; it is m*p.v. Source: 20-sim's manual,
 * Library, Iconic Diagrams, Mechanical, Translation, Components, mass. */
#include "component/compliant/iconic.h"

enum { IMPLEMENTATION, M, G, X_INITIAL, V_INITIAL };
enum { P };
enum { X, V, A, FORCE };
enum { DEFAULT, GRAVITY };

static int declare_body(double mass, eg_parts *parts)
{
    return eg_parts_add_inertia(parts, (eg_inertia_part){.port = P, .mass = mass}) ||
                   eg_parts_add_coordinate(parts, (eg_coordinate_part){.variable_s = X,
                                                                       .variable_v = V,
                                                                       .variable_a = A,
                                                                       .from = EG_GROUND,
                                                                       .to = P,
                                                                       .select = EG_DEFAULT})
               ? -1
               : 0;
}

static int declare_weight(eg_parts *parts)
{
    return eg_parts_add_force(
        parts, (eg_force_part){.port = P, .support = EG_GROUND, .input = EG_OWN, .sign = -1.0});
}

static int declare(const double *p, eg_parts *parts)
{
    int failed = declare_body(p[M], parts);
    return failed || (int)p[IMPLEMENTATION] == DEFAULT ? failed : declare_weight(parts);
}

static void weight(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = eg_jet_of((int)p[IMPLEMENTATION] == GRAVITY ? p[M] * p[G] : 0);
}

static const eg_block_ops weight_block = {.evaluate = weight};

/* p.F is what the others exert; the weight is not among it. */
static void observe(const eg_observation *o, double *out)
{
    out[FORCE] = o->p[M] * (out[A] + ((int)o->p[IMPLEMENTATION] == GRAVITY ? o->p[G] : 0));
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    const bool falls = (int)p[IMPLEMENTATION] == GRAVITY;
    const char *wrong = NULL;
    if (!falls && given[G])
        wrong = "g belongs to the implementation Gravity; leave it out, or "
                "give implementation = \"Gravity\"";
    else if (falls && !given[G])
        wrong = "the implementation Gravity needs g; give g = 9.81";
    *is_error = wrong != NULL;
    return wrong;
}

static const char *const implementations[] = {"Default", "Gravity", NULL};

#define PARAMETER_M                                                                                          \
    {                                                                                                        \
        .name = "m", EG_SI_MASS, EG_AT_LEAST(0.0), .need = EG_REQUIRED, .doc = "Mass"                        \
    }
#define PARAMETER_G(...)                                                                                     \
    {                                                                                                        \
        .name = "g", EG_SI_ACCELERATION, .doc = "Gravity, acting in negative direction", __VA_ARGS__         \
    }
#define PARAMETERS_OF_START                                                                                  \
    {.name = "x_initial", EG_SI_POSITION, .doc = "Position at the start"},                                   \
    {                                                                                                        \
        .name = "p.v_initial", EG_SI_VELOCITY, .doc = "Velocity at the start"                                \
    }

static const eg_parameter parameters[] = {
    {.name = "implementation",
     .type = EG_ENUMERATION,
     .type_name = "String",
     .literals = implementations,
     .is_structural = true,
     .doc = "Without or with gravity"},
    PARAMETER_M,
    PARAMETER_G(.value_text = "none; needed by Gravity"),
    PARAMETERS_OF_START,
};

static void complete(double *p, const bool *given)
{
    if (!given[G])
        p[G] = 0;
}

static const eg_port ports[] = {
    {.name = "p", .kind = EG_FLANGE_A, .doc = "The mass; any number of connections can be made"}};

static const eg_variable variables[] = {
    {.name = "x", EG_SI_POSITION, .doc = "Position, p.s = x", .start_parameter = "x_initial"},
    {.name = "p.v", EG_SI_VELOCITY, .doc = "Velocity", .start_parameter = "p.v_initial"},
    {.name = "a", EG_SI_ACCELERATION, .doc = "Acceleration"},
    {.name = "p.F", EG_SI_FORCE, .doc = "Sum of the forces of what is connected"},
};

#define START "initial equation x = x_initial;", "initial equation p.v = p.v_initial;"
#define MOTION "p.s = x;", "p.v = der(x);", "a = der(p.v);", "p.f = p.F;"
#define TEXT                                                                                                 \
    "A point mass with any number of connections at its port p. x is its position, p.v its velocity, a its " \
    "acceleration, p.F the sum of all forces on it. It starts at x_initial with p.v_initial, 0 where not "   \
    "given. In 20-sim ports have no positions; here p.s = x, so that contacts of the other vocabularies "    \
    "see where it is. A rigid connection with something that moves otherwise overrules start values that "   \
    "are not given. 20-sim's variable p, the momentum, is m*p.v."

const eg_class eg_class_iconic_mass = {
    .name = EG_ICONIC("Mass"),
    .doc = "Point mass (20-sim)",
    .text = TEXT "\n\nWith implementation = \"Gravity\" the weight m*g acts in negative direction: "
                 "a = p.F/m - g.",
    .also = EG_TEXTS(EG_MSL("Components.Mass")),
    .examples = EG_TEXTS("Suspension"),
    .equations = EG_TEXTS(MOTION, "m*a = if implementation == \"Gravity\" then p.F - m*g else p.F;", START),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = complete,
    .check = check,
    .declare = declare,
    .observe = observe,
    .block = &weight_block,
};

/* ---------------------------------------------------------------- under their own names */

enum { OWN_M, OWN_X, OWN_V };
enum { FALLING_G = OWN_V + 1 };

static int declare_default(const double *p, eg_parts *parts)
{
    return declare_body(p[OWN_M], parts);
}

static int declare_gravity(const double *p, eg_parts *parts)
{
    int failed = declare_body(p[OWN_M], parts);
    return failed ? failed : declare_weight(parts);
}

static void observe_default(const eg_observation *o, double *out)
{
    out[FORCE] = o->p[OWN_M] * out[A];
}

static void observe_gravity(const eg_observation *o, double *out)
{
    out[FORCE] = o->p[OWN_M] * (out[A] + o->p[FALLING_G]);
}

static void falling_weight(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = eg_jet_of(p[OWN_M] * p[FALLING_G]);
}

static const eg_block_ops falling_block = {.evaluate = falling_weight};

static const eg_parameter default_parameters[] = {PARAMETER_M, PARAMETERS_OF_START};
static const eg_parameter gravity_parameters[] = {PARAMETER_M, PARAMETERS_OF_START,
                                                  PARAMETER_G(.need = EG_REQUIRED)};

const eg_class eg_class_iconic_mass_default = {
    .name = EG_ICONIC("Mass.Default"),
    .doc = "Point mass without gravity (20-sim)",
    .text = "Mass with the implementation Default.\n\n" TEXT,
    .examples = EG_TEXTS("Suspension"),
    .equations = EG_TEXTS(MOTION, "m*a = p.F;", START),
    EG_PARAMETERS(default_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare_default,
    .observe = observe_default,
};

const eg_class eg_class_iconic_mass_gravity = {
    .name = EG_ICONIC("Mass.Gravity"),
    .doc = "Point mass with gravity (20-sim)",
    .text =
        "Mass with the implementation Gravity: a = p.F/m - g, and p.F does not contain the weight.\n\n" TEXT,
    .examples = EG_TEXTS("Suspension"),
    .equations = EG_TEXTS(MOTION, "m*a = p.F - m*g;", START),
    EG_PARAMETERS(gravity_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare_gravity,
    .observe = observe_gravity,
    .block = &falling_block,
};
