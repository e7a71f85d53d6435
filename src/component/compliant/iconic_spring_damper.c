/* 20-sim's SpringDamper, Spring and Damper.
 *
 *     p.v = p_high.v - p_low.v,  der(x) = p.v,  p.F = p_high.F = p_low.F = k*x + d*p.v
 *
 * The compression x starts at x_initial wherever the ports stand: there is no unstretched length. With
 * s_rel = p_low.s - p_high.s it is x = x_initial - (s_rel - s_rel(t0)), and f = -p.F is the force at p_low:
 *
 *     f = k*((s_rel - s_rel(t0)) - x_initial) + d*v_rel
 *
 * SpringDamper is told its k and d in one of three ways, its implementations:
 *
 *     Default     k, d
 *     Stiffness   k, b, m    d = 2*b*sqrt(k*m)
 *     Frequency   f, b, m    k = m*(2*pi*f)^2,  d = 2*b*sqrt(k*m)
 *
 * f [Hz] is the undamped natural frequency of a mass m on the spring, b its damping ratio against the ground;
 * no mass is added to the model. Which of the two forms of the equation is solved, force out or velocity
 * out, follows from what is connected (network/compile/causality.c). Source: 20-sim's manual, Library, Iconic
 * Diagrams, Mechanical, Translation, Components. Of its pages that of SpringDamper calls x an extension
 * where that of Spring says that a positive x is compression, as the equations do. */
#include "component/compliant/iconic.h"

enum { IMPLEMENTATION, K, D, FREQUENCY, B, M, X_INITIAL };
enum { X, V, FORCE, PORTS, LOSS = PORTS + EG_ICONIC_PORT_VARIABLES };
enum { DEFAULT, STIFFNESS, OF_FREQUENCY };

/* ---------------------------------------------------------------- the element */

enum { OF_K, OF_D, OF_X, AT_START };

static double compression(const double *k, double s_rel)
{
    return isnan(k[AT_START]) ? k[OF_X] : k[OF_X] - (s_rel - k[AT_START]);
}

static void force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    (void)mode;
    *out = (eg_force){.f = 0.0 - eg_spring_damper_force_out(k[OF_K], k[OF_D], compression(k, s_rel), -v_rel),
                      .df_ds = isnan(k[AT_START]) ? 0 : k[OF_K],
                      .df_dv = k[OF_D],
                      .loss = k[OF_D] * v_rel * v_rel,
                      .dloss_dv = 2 * k[OF_D] * v_rel};
}

static int dependence(const double *k, int mode)
{
    (void)mode;
    return (k[OF_K] != 0 ? EG_ON_POSITION : 0) | (k[OF_D] != 0 ? EG_ON_VELOCITY : 0);
}

static double energy(const double *k, int mode, double s_rel)
{
    (void)mode;
    const double x = compression(k, s_rel);
    return 0.5 * k[OF_K] * x * x;
}

static double fitting(const double *k, double f)
{
    return 0.0 - f / k[OF_K];
}

static void prepare(const double *p, double *k)
{
    k[OF_K] = p[K];
    k[OF_D] = p[D];
    k[OF_X] = p[X_INITIAL];
    k[AT_START] = NAN;
}

#define ELEMENT(prepare_function)                                                                            \
    {                                                                                                        \
        .mode_count = 1, .modes = eg_linear_modes, .prepare = (prepare_function), .force = force,            \
        .dependence = dependence, .energy = energy, .from_start = AT_START + 1, .fitted = "x_initial",       \
        .fitting = fitting, .has_causality = true, .is_linear = eg_linear_always                             \
    }

static const eg_element_ops element = ELEMENT(prepare);

int eg_iconic_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_coordinate(parts, (eg_coordinate_part){.variable_s = EG_NONE,
                                                               .variable_v = EG_NONE,
                                                               .variable_a = EG_NONE,
                                                               .from = EG_ICONIC_HIGH,
                                                               .to = EG_ICONIC_LOW,
                                                               .select = EG_PREFER}) ||
                   eg_parts_add_element(parts, (eg_element_part){.port_a = EG_ICONIC_HIGH,
                                                                 .port_b = EG_ICONIC_LOW,
                                                                 .heat_port = EG_NONE,
                                                                 .input = EG_NONE})
               ? -1
               : 0;
}

void eg_iconic_observe_ports(const eg_observation *o, double *out)
{
    out[EG_ICONIC_HIGH_V] = o->port[EG_ICONIC_HIGH].v;
    out[EG_ICONIC_LOW_V] = o->port[EG_ICONIC_LOW].v;
    out[EG_ICONIC_HIGH_F] = out[EG_ICONIC_LOW_F] = 0.0 - o->force.f;
}

static void observe_spring(const eg_observation *o, double *out)
{
    out[X] = compression(o->k, o->s_rel);
    out[V] = 0.0 - o->v_rel;
    out[FORCE] = 0.0 - o->force.f;
    eg_iconic_observe_ports(o, out + PORTS);
}

static void observe(const eg_observation *o, double *out)
{
    observe_spring(o, out);
    out[LOSS] = o->force.loss;
}

/* ---------------------------------------------------------------- SpringDamper */

static void fill_in(int implementation, double *p)
{
    if (implementation == OF_FREQUENCY)
        p[K] = eg_spring_damper_stiffness_of(p[FREQUENCY], p[M]);
    if (implementation != DEFAULT)
        p[D] = eg_spring_damper_damping_of(p[K], p[B], p[M]);
}

static void complete(double *p, const bool *given)
{
    (void)given;
    fill_in((int)p[IMPLEMENTATION], p);
}

static const char *check_default(const bool *given)
{
    if (given[FREQUENCY] || given[B] || given[M])
        return "f, b and m belong to other implementations; Default takes k and d: leave them out, or give "
               "implementation = \"Stiffness\" (k, b, m) or \"Frequency\" (f, b, m)";
    return given[K] && given[D]
               ? NULL
               : "the implementation Default needs both k and d; give the one that is missing, 0 for none";
}

static const char *check_stiffness(const bool *given)
{
    if (given[D] || given[FREQUENCY])
        return "d and f belong to other implementations; Stiffness takes k, b and m, and computes "
               "d = 2*b*sqrt(k*m)";
    return given[K] && given[B] && given[M]
               ? NULL
               : "the implementation Stiffness needs k, b and m; give the ones that are missing";
}

static const char *check_frequency(const bool *given)
{
    if (given[K] || given[D])
        return "k and d belong to other implementations; Frequency takes f, b and m, and computes "
               "k = m*(2*pi*f)^2 and d = 2*b*sqrt(k*m)";
    return given[FREQUENCY] && given[B] && given[M]
               ? NULL
               : "the implementation Frequency needs f, b and m; give the ones that are missing";
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    const int i = (int)p[IMPLEMENTATION];
    const char *wrong;
    if (i == DEFAULT)
        wrong = check_default(given);
    else if (i == STIFFNESS)
        wrong = check_stiffness(given);
    else
        wrong = check_frequency(given);
    if (!wrong && i == STIFFNESS && !(p[K] > 0))
        wrong = "k = 0 gives no damping in Stiffness; give k more than 0";
    *is_error = wrong != NULL;
    return wrong;
}

static const char *const implementations[] = {"Default", "Stiffness", "Frequency", NULL};

#define SMALLEST 1e-300
#define PARAMETER_K(...)                                                                                     \
    {                                                                                                        \
        .name = "k", EG_SI_SPRING, EG_AT_LEAST(0.0), .doc = "Stiffness", __VA_ARGS__                         \
    }
#define PARAMETER_D(...)                                                                                     \
    {                                                                                                        \
        .name = "d", EG_SI_DAMPING, EG_AT_LEAST(0.0), .doc = "Damping", __VA_ARGS__                          \
    }
#define PARAMETER_FREQUENCY(...)                                                                             \
    {                                                                                                        \
        .name = "f", EG_SI_FREQUENCY, EG_AT_LEAST(SMALLEST),                                                 \
        .doc = "Undamped natural frequency of m on the spring", __VA_ARGS__                                  \
    }
#define PARAMETER_B(...)                                                                                     \
    {                                                                                                        \
        .name = "b", EG_AT_LEAST(0.0), .doc = "Damping ratio of m on the spring", __VA_ARGS__                \
    }
#define PARAMETER_M(...)                                                                                     \
    {                                                                                                        \
        .name = "m", EG_SI_MASS, EG_AT_LEAST(SMALLEST),                                                      \
        .doc = "Mass that k and d are computed for; it is "                                                  \
               "not added to the model",                                                                     \
        __VA_ARGS__                                                                                          \
    }
#define PARAMETER_X_INITIAL                                                                                  \
    {                                                                                                        \
        .name = "x_initial", EG_SI_POSITION, .doc = "Compression at the start, wherever the ports stand"     \
    }
#define K_DERIVED "m*(2*pi*f)^2"
#define D_DERIVED "2*b*sqrt(k*m)"
#define ONLY(kind) .value_text = "none; needed by " kind

static const eg_parameter parameters[] = {
    {.name = "implementation",
     .type = EG_ENUMERATION,
     .type_name = "String",
     .literals = implementations,
     .is_structural = true,
     .doc = "Which parameters are given"},
    PARAMETER_K(.value_text = K_DERIVED " in Frequency", .formula = K_DERIVED, .is_shown = true),
    PARAMETER_D(.value_text = D_DERIVED " but in Default", .formula = D_DERIVED, .is_shown = true),
    PARAMETER_FREQUENCY(ONLY("Frequency"), .value = 1.0),
    PARAMETER_B(ONLY("Stiffness and Frequency")),
    PARAMETER_M(ONLY("Stiffness and Frequency"), .value = 1.0),
    PARAMETER_X_INITIAL,
};

static const eg_port ports[] = {EG_ICONIC_PORTS};

#define VARIABLE_X                                                                                           \
    {                                                                                                        \
        .name = "x", EG_SI_POSITION, .doc = "Compression of the spring", .start_parameter = "x_initial"      \
    }

static const eg_variable variables[] = {VARIABLE_X, EG_ICONIC_VARIABLE_V, EG_ICONIC_VARIABLE_F,
                                        EG_ICONIC_VARIABLES_OF_PORTS, EG_ICONIC_VARIABLE_LOSS};
static const eg_variable spring_variables[] = {VARIABLE_X, EG_ICONIC_VARIABLE_V, EG_ICONIC_VARIABLE_F,
                                               EG_ICONIC_VARIABLES_OF_PORTS};

#define EQUATIONS(...) EG_TEXTS(EG_ICONIC_EQUATIONS, "der(x) = p.v;", __VA_ARGS__, INITIAL)
#define INITIAL "initial equation x = x_initial;"

#define TEXT                                                                                                 \
    "20-sim's signs are kept: x is positive in compression and p.F = k*x + d*p.v with it; p_high is MSL's "  \
    "flange_a, p_low its flange_b, so that x runs as -s_rel and p.F = -f. x starts at x_initial wherever "   \
    "the ports stand, and there is no unstretched length.\n\n"                                               \
    "Between two masses the force follows from the motion (force out); on a part without mass, or under a "  \
    "given force, the motion follows from the force (velocity out): der(x) = (p.F - k*x)/d, or x = p.F/k "   \
    "where d = 0, which then fits only one x_initial, the one that the force at the start asks for. "        \
    "`elastogap info` and --stats say which it is. k = 0 with d > 0 is allowed."

#define SEES .also = EG_TEXTS(EG_MSL("Components.SpringDamper"), EG_DYAD("Components.SpringDamper"))
#define REST                                                                                                 \
    .examples = EG_TEXTS("Suspension"),                                                                      \
    .equations = EQUATIONS("p.F = k*x + d*p.v;", "lossPower = d*p.v^2;"), EG_PORTS(ports),                   \
    EG_VARIABLES(variables), .declare = eg_iconic_declare, .observe = observe

const eg_class eg_class_iconic_spring_damper = {
    .name = EG_ICONIC("SpringDamper"),
    .doc = "Linear spring and damper (20-sim)",
    .text = "Told its constants in one of three ways, as `implementation` says: Default takes k and d, "
            "Stiffness k, b and m, Frequency f, b and m. Parameters of another implementation are an error. "
            "SpringDamper.Default, .Stiffness and .Frequency are classes of their own.\n\n" TEXT,
    SEES,
    .demands = EG_TEXTS("assert(implementation <> \"Stiffness\" or k > 0, "
                        "\"k = 0 gives no damping in Stiffness; give k more than 0\");"),
    .relations =
        EG_TEXTS("if implementation == \"Frequency\" then k = " K_DERIVED "; end if;",
                 "if implementation == \"Stiffness\" or implementation == \"Frequency\" then d = " D_DERIVED
                 "; end if;"),
    EG_PARAMETERS(parameters),
    REST,
    .complete = complete,
    .check = check,
    .element = &element,
};

/* ---- each implementation under its own name */

enum { DEFAULT_K, DEFAULT_D, DEFAULT_X };
enum { STIFFNESS_K, STIFFNESS_B, STIFFNESS_M, STIFFNESS_D, STIFFNESS_X };
enum { FREQUENCY_F, FREQUENCY_B, FREQUENCY_M, FREQUENCY_K, FREQUENCY_D, FREQUENCY_X };

static void prepare_with(double stiffness, double damping, double x, double *k)
{
    k[OF_K] = stiffness;
    k[OF_D] = damping;
    k[OF_X] = x;
    k[AT_START] = NAN;
}

static void prepare_default(const double *p, double *k)
{
    prepare_with(p[DEFAULT_K], p[DEFAULT_D], p[DEFAULT_X], k);
}

static void prepare_stiffness(const double *p, double *k)
{
    prepare_with(p[STIFFNESS_K], p[STIFFNESS_D], p[STIFFNESS_X], k);
}

static void prepare_frequency(const double *p, double *k)
{
    prepare_with(p[FREQUENCY_K], p[FREQUENCY_D], p[FREQUENCY_X], k);
}

static const eg_element_ops default_element = ELEMENT(prepare_default),
                            stiffness_element = ELEMENT(prepare_stiffness),
                            frequency_element = ELEMENT(prepare_frequency);

static void complete_stiffness(double *p, const bool *given)
{
    if (!given[STIFFNESS_D])
        p[STIFFNESS_D] = eg_spring_damper_damping_of(p[STIFFNESS_K], p[STIFFNESS_B], p[STIFFNESS_M]);
}

static void complete_frequency(double *p, const bool *given)
{
    if (!given[FREQUENCY_K])
        p[FREQUENCY_K] = eg_spring_damper_stiffness_of(p[FREQUENCY_F], p[FREQUENCY_M]);
    if (!given[FREQUENCY_D])
        p[FREQUENCY_D] = eg_spring_damper_damping_of(p[FREQUENCY_K], p[FREQUENCY_B], p[FREQUENCY_M]);
}

static const eg_parameter default_parameters[] = {
    PARAMETER_K(.need = EG_REQUIRED),
    PARAMETER_D(.need = EG_REQUIRED),
    PARAMETER_X_INITIAL,
};

#define DERIVED(text) .value_text = (text), .is_derived = true, .is_shown = true

static const eg_parameter stiffness_parameters[] = {
    {.name = "k", EG_SI_SPRING, EG_AT_LEAST(SMALLEST), .need = EG_REQUIRED, .doc = "Stiffness"},
    PARAMETER_B(.need = EG_REQUIRED),
    PARAMETER_M(.need = EG_REQUIRED),
    PARAMETER_D(DERIVED(D_DERIVED)),
    PARAMETER_X_INITIAL,
};

static const eg_parameter frequency_parameters[] = {
    PARAMETER_FREQUENCY(.need = EG_REQUIRED), PARAMETER_B(.need = EG_REQUIRED),
    PARAMETER_M(.need = EG_REQUIRED),         PARAMETER_K(DERIVED(K_DERIVED)),
    PARAMETER_D(DERIVED(D_DERIVED)),          PARAMETER_X_INITIAL,
};

const eg_class eg_class_iconic_spring_damper_default = {
    .name = EG_ICONIC("SpringDamper.Default"),
    .doc = "Linear spring and damper of given stiffness and damping (20-sim)",
    .text = "SpringDamper with the implementation Default.\n\n" TEXT,
    EG_PARAMETERS(default_parameters),
    REST,
    .element = &default_element,
};

const eg_class eg_class_iconic_spring_damper_frequency = {
    .name = EG_ICONIC("SpringDamper.Frequency"),
    .doc = "Linear spring and damper of given frequency and damping ratio (20-sim)",
    .text = "SpringDamper with the implementation Frequency: f is the undamped natural frequency of a mass m "
            "on the spring and b its damping ratio; k = m*(2*pi*f)^2 and d = 2*b*sqrt(k*m) follow. m is not "
            "added to the model.\n\n" TEXT,
    .relations = EG_TEXTS("k = " K_DERIVED ";", "d = " D_DERIVED ";"),
    EG_PARAMETERS(frequency_parameters),
    REST,
    .complete = complete_frequency,
    .element = &frequency_element,
};

const eg_class eg_class_iconic_spring_damper_stiffness = {
    .name = EG_ICONIC("SpringDamper.Stiffness"),
    .doc = "Linear spring and damper of given stiffness and damping ratio (20-sim)",
    .text = "SpringDamper with the implementation Stiffness: d = 2*b*sqrt(k*m) gives a mass m on the spring "
            "the damping ratio b. m is not added to the model.\n\n" TEXT,
    .relations = EG_TEXTS("d = " D_DERIVED ";"),
    EG_PARAMETERS(stiffness_parameters),
    REST,
    .complete = complete_stiffness,
    .element = &stiffness_element,
};

/* ---------------------------------------------------------------- Spring, Damper */

enum { SPRING_K, SPRING_X };
enum { DAMPER_D };
enum { DAMPER_V, DAMPER_FORCE, DAMPER_PORTS, DAMPER_LOSS = DAMPER_PORTS + EG_ICONIC_PORT_VARIABLES };

static void prepare_spring(const double *p, double *k)
{
    prepare_with(p[SPRING_K], 0, p[SPRING_X], k);
}

static void prepare_damper(const double *p, double *k)
{
    prepare_with(0, p[DAMPER_D], 0, k);
}

static const eg_element_ops spring_element = ELEMENT(prepare_spring);
static const eg_element_ops damper_element = {
    .mode_count = 1,
    .modes = eg_linear_modes,
    .prepare = prepare_damper,
    .force = force,
    .dependence = dependence,
    .energy = energy,
    .has_causality = true,
    .is_linear = eg_linear_always,
};

static void observe_damper(const eg_observation *o, double *out)
{
    out[DAMPER_V] = 0.0 - o->v_rel;
    out[DAMPER_FORCE] = 0.0 - o->force.f;
    eg_iconic_observe_ports(o, out + DAMPER_PORTS);
    out[DAMPER_LOSS] = o->force.loss;
}

static const eg_parameter spring_parameters[] = {PARAMETER_K(.need = EG_REQUIRED), PARAMETER_X_INITIAL};
static const eg_parameter damper_parameters[] = {PARAMETER_D(.need = EG_REQUIRED)};
static const eg_variable damper_variables[] = {EG_ICONIC_VARIABLE_V, EG_ICONIC_VARIABLE_F,
                                               EG_ICONIC_VARIABLES_OF_PORTS, EG_ICONIC_VARIABLE_LOSS};

const eg_class eg_class_iconic_spring = {
    .name = EG_ICONIC("Spring"),
    .doc = "Linear spring (20-sim)",
    .text = "p.F = k*x, x positive in compression. x starts at x_initial wherever the ports stand. On a part "
            "without mass x follows from the force, which then fits only one x_initial.",
    .also = EG_TEXTS(EG_MSL("Components.Spring")),
    .examples = EG_TEXTS("Suspension"),
    .equations = EQUATIONS("p.F = k*x;"),
    EG_PARAMETERS(spring_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(spring_variables),
    .declare = eg_iconic_declare,
    .observe = observe_spring,
    .element = &spring_element,
};

const eg_class eg_class_iconic_damper = {
    .name = EG_ICONIC("Damper"),
    .doc = "Linear damper (20-sim)",
    .text = "p.F = d*p.v, p.v = p_high.v - p_low.v: the force is positive while the ports approach.",
    .also = EG_TEXTS(EG_MSL("Components.Damper")),
    .examples = EG_TEXTS("Suspension"),
    .equations = EG_TEXTS(EG_ICONIC_EQUATIONS, "p.F = d*p.v;", "lossPower = d*p.v^2;"),
    EG_PARAMETERS(damper_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(damper_variables),
    .declare = eg_iconic_declare,
    .observe = observe_damper,
    .element = &damper_element,
};
