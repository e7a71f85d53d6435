/* EddyCurrentForce and -Torque: the brake of a conductor that moves through a magnetic field (Kloss'
 * equation),
 *
 *     f = flange.f = 2*f_nominal*excitation^2*x/(1 + x^2),   x = v/(v_nominal*(1 + alpha20'*(T - TRef)))
 *     lossPower = f*v >= 0
 *
 * f has its maximum f_nominal*excitation^2 at x = 1. The conductor's resistance grows with temperature,
 * and the speed of the maximum with it: with alpha20 the coefficient at 20 degC,
 *
 *     alpha20' = alpha20/(1 + alpha20*(TRef - 293.15 K)).
 *
 * Partial derivatives: with g = x/(1 + x^2), dg/dx = (1 - x^2)/(1 + x^2)^2; dx/dv = 1/w, dx/dT =
 * -x*alpha20'*v_nominal/w where w = v/x is the speed of the maximum. */
#include "component/references.h"
#include "component/source/speed_force.h"

enum {
    USE_EXCITATION,
    EXCITATION,
    F_NOMINAL,
    V_NOMINAL,
    T_REF,
    ALPHA20,
    USE_SUPPORT,
    USE_HEAT_PORT,
    TEMPERATURE
};
enum { S, F, V, V_NORMALIZED, LOSS_POWER, T_HEAT_PORT, INTERNAL, S_SUPPORT };
enum { FLANGE, SUPPORT, HEAT_PORT, INPUT };
enum { K_F, K_V, K_T_REF, K_ALPHA, K_T };

/* ---------------------------------------------------------------- the element */

/* The constant excitation is part of K_F; a signal comes in as `under.u`, which is 1 otherwise. */
static void prepare(const double *p, double *k)
{
    double excitation = p[USE_EXCITATION] != 0.0 ? 1.0 : p[EXCITATION];
    k[K_F] = 2.0 * p[F_NOMINAL] * excitation * excitation;
    k[K_V] = p[V_NOMINAL];
    k[K_T_REF] = p[T_REF];
    k[K_ALPHA] = p[ALPHA20] / (1.0 + p[ALPHA20] * (p[T_REF] - 293.15));
    k[K_T] = p[TEMPERATURE];
}

static double speed_of_maximum(const double *k, double T)
{
    return k[K_V] * (1.0 + k[K_ALPHA] * (T - k[K_T_REF]));
}

static void force_under(const double *k, int mode, eg_influence under, double s_rel, double v, eg_force *out,
                        eg_response *response)
{
    bool fixed = isnan(under.T);
    double w = speed_of_maximum(k, fixed ? k[K_T] : under.T), x = v / w, d = 1.0 + x * x;
    double factor = k[K_F] * under.u * under.u, slope = factor * (1.0 - x * x) / (d * d);
    (void)s_rel, (void)mode;
    *out = (eg_force){.f = factor * x / d, .df_dv = slope / w};
    out->loss = out->f * v;
    out->dloss_dv = out->df_dv * v + out->f;
    response->df_du = 2.0 * k[K_F] * under.u * x / d;
    response->df_dT = fixed ? 0.0 : -slope * x * k[K_ALPHA] * k[K_V] / w;
    response->dloss_du = response->df_du * v;
    response->dloss_dT = response->df_dT * v;
}

static int dependence(const double *k, int mode)
{
    (void)mode;
    return k[K_F] != 0.0 ? EG_ON_VELOCITY : 0;
}

static const char *const modes[] = {"braking"};

static const eg_element_ops element = {.mode_count = 1,
                                       .modes = modes,
                                       .prepare = prepare,
                                       .force_under = force_under,
                                       .dependence = dependence};

/* ---------------------------------------------------------------- the component */

static int declare(const double *p, eg_parts *parts)
{
    int support = eg_support(p[USE_SUPPORT]);
    if (eg_declare_coordinate(parts, S, V, EG_NONE, support, FLANGE, EG_DEFAULT))
        return -1;
    return eg_parts_add_element(parts,
                                (eg_element_part){.port_a = (short)support,
                                                  .port_b = FLANGE,
                                                  .heat_port = p[USE_HEAT_PORT] != 0.0 ? HEAT_PORT : EG_NONE,
                                                  .input = p[USE_EXCITATION] != 0.0 ? INPUT : EG_NONE});
}

static void observe(const eg_observation *o, double *out)
{
    double T = o->p[USE_HEAT_PORT] != 0.0 ? o->port[HEAT_PORT].T : o->p[TEMPERATURE];
    out[F] = o->force.f;
    out[V_NORMALIZED] = o->v_rel / speed_of_maximum(o->k, T);
    out[LOSS_POWER] = o->force.loss;
    out[T_HEAT_PORT] = T;
    out[INTERNAL] = o->p[USE_EXCITATION] != 0.0 ? o->port[INPUT].y : o->p[EXCITATION];
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    *is_error = true;
    if (!(1.0 + p[ALPHA20] * (p[T_REF] - 293.15) > 0.0))
        return "1 + alpha20*(TRef - 293.15 K) is not positive: alpha20 or TRef is out of reach; give "
               "alpha20 in 1/K and TRef in K";
    *is_error = false;
    return p[USE_EXCITATION] != 0.0 && given[EXCITATION]
               ? "constantExcitation plays no part, because the signal `excitation` is used"
               : NULL;
}

#define PARAMETERS(D)                                                                                        \
    {.name = "useExcitationInput",                                                                           \
     .type = EG_BOOLEAN,                                                                                     \
     .is_structural = true,                                                                                  \
     .doc = "true: the excitation is the signal `excitation`; false: it is constant"},                       \
        {.name = "constantExcitation",                                                                       \
         .value = 1.0,                                                                                       \
         .doc = "Excitation without the signal; 1 gives " EG_WORD_F(D) "_nominal"},                          \
        {.name = EG_WORD_F(D) "_nominal",                                                                    \
         EG_SI_TWIN_F(D),                                                                                    \
         .need = EG_REQUIRED,                                                                                \
         .doc = "Largest " EG_WORD_FORCE(D) " at excitation 1; positive: it brakes"},                        \
        EG_SPEED_PARAMETER_NOMINAL_SPEED(                                                                    \
            D, "Speed of the largest " EG_WORD_FORCE(D) " at the temperature TRef"),                         \
        {.name = "TRef",                                                                                     \
         EG_SI_TEMPERATURE,                                                                                  \
         .need = EG_FALLS_BACK,                                                                              \
         .value = 293.15,                                                                                    \
         EG_AT_LEAST(0.0),                                                                                   \
         .doc = "Temperature to which " EG_WORD_V(D) "_nominal belongs"},                                    \
        {.name = "alpha20",                                                                                  \
         .quantity = "LinearTemperatureCoefficient",                                                         \
         .unit = "1/K",                                                                                      \
         .need = EG_FALLS_BACK,                                                                              \
         .doc = "Temperature coefficient of the material's resistance at 20 degC"},                          \
        EG_PARAMETER_USE_SUPPORT, EG_PARAMETER_USE_HEAT_PORT,                                                \
    {                                                                                                        \
        .name = "T", EG_SI_TEMPERATURE, .value = 293.15, EG_AT_LEAST(0.0),                                   \
        .doc = "Temperature when useHeatPort = false"                                                        \
    }
static const eg_parameter parameters[] = {PARAMETERS(T)};
static const eg_parameter rot_parameters[] = {PARAMETERS(R)};

#define PORTS(D)                                                                                             \
    EG_TWIN_PORTS_FLANGE_AND_SUPPORT(D), EG_PORT_HEAT,                                                       \
    {                                                                                                        \
        .name = "excitation", .kind = EG_REAL_INPUT, .condition = "useExcitationInput",                      \
        .doc = "Excitation; the " EG_WORD_FORCE(D) " follows its square"                                     \
    }
static const eg_port ports[] = {PORTS(T)};
static const eg_port rot_ports[] = {PORTS(R)};

/* In both domains the variable is the force into the component: it is positive when the speed is. */
#define VARIABLES(D)                                                                                         \
    EG_TWIN_VARIABLE_S_TO_SUPPORT(D),                                                                        \
        {.name = EG_WORD_F(D),                                                                               \
         EG_SI_TWIN_F(D),                                                                                    \
         .doc = EG_WORD_FORCE_UPPER(D) " at the flange (= flange." EG_WORD_F(D) ")"},                        \
        {.name = EG_WORD_V(D),                                                                               \
         EG_SI_TWIN_V(D),                                                                                    \
         .doc = "Rate of " EG_WORD_S(D) ": speed of the flange relative to the support"},                    \
        {.name = EG_WORD_V(D) "_normalized",                                                                 \
         .doc = EG_WORD_V(D) " in units of the speed of the largest " EG_WORD_FORCE(D)},                     \
        EG_VARIABLE_LOSS,                                                                                    \
        {.name = "TheatPort", EG_SI_TEMPERATURE, .start = 288.15, .doc = "Temperature of heatPort, or T"},   \
        {.name = "excitationInternal", .is_protected = true, .doc = "Excitation in use"},                    \
        EG_TWIN_VARIABLE_S_SUPPORT(D)
static const eg_variable variables[] = {VARIABLES(T)};
static const eg_variable rot_variables[] = {VARIABLES(R)};

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "A conductor that moves through a magnetic field is braked by the currents induced in it. The " force    \
    " has its maximum " f "_nominal at the speed " v "_nominal, falls off to both sides (Kloss' equation; "  \
    "Wouterse, 1991) and always opposes the speed; it follows the square of the excitation, constant or a "  \
    "signal.\n\nAll power " f "*" v " turns into heat, which leaves through heatPort when useHeatPort = "    \
    "true. A warmer conductor has a larger resistance, which shifts the maximum to higher speeds: by the "   \
    "factor 1 + alpha20'*(T - TRef), where alpha20' is the coefficient alpha20 converted from 20 degC to "   \
    "TRef. With useHeatPort = false the temperature is the parameter T.\n\n" f " = flange." f                \
    " is positive when " v " is: the component takes the " force ", what is connected is braked."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATIONS(D)                                                                                         \
    EG_WORD_F(D)                                                                                             \
    " = flange." EG_WORD_F(D) ";", EG_WORD_V(D) " = der(" EG_WORD_S(D) ");",                                 \
        "excitationInternal = if useExcitationInput then excitation else constantExcitation;",               \
        "if useHeatPort then TheatPort = heatPort.T; else TheatPort = T; end if;",                           \
        EG_WORD_V(D) "_normalized = " EG_WORD_V(D) "/(" EG_WORD_V(                                           \
            D) "_nominal*(1 + alpha20/(1 + alpha20*(TRef - 293.15))*(TheatPort - TRef)));",                  \
        EG_WORD_F(D) " = 2*" EG_WORD_F(D) "_nominal*excitationInternal^2*" EG_WORD_V(                        \
            D) "_normalized/(1 + " EG_WORD_V(D) "_normalized*" EG_WORD_V(D) "_normalized);",                 \
        "lossPower = " EG_WORD_F(D) "*" EG_WORD_V(D) ";", EG_EQUATION_HEAT_PORT

#define HEAT_PARTIAL "Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPort"

#define DEMANDS EG_TEXTS("assert(1 + alpha20*(TRef - 293.15) > 0, \"alpha20 or TRef is out of reach\");")

const eg_class eg_class_eddy_current_force = {
    .name = EG_MSL("Sources.EddyCurrentForce"),
    .doc = "Eddy current brake",
    .text = TEXT(T),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialForce"),
                        EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2"), HEAT_PARTIAL),
    .references = EG_CITATIONS(EG_CITE_WOUTERSE),
    .examples = EG_TEXTS("Sources", EG_MSL_EXAMPLE("EddyCurrentBrake")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, EQUATIONS(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .demands = DEMANDS,
    .check = check,
    .declare = declare,
    .observe = observe,
    .element = &element,
};

const eg_class eg_class_eddy_current_torque = {
    .name = EG_ROT("Sources.EddyCurrentTorque"),
    .doc = "Rotational eddy current brake",
    .text = TEXT(R),
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialTorque"),
                        EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2"), HEAT_PARTIAL),
    .references = EG_CITATIONS(EG_CITE_WOUTERSE),
    .examples = EG_TEXTS("Turning"),
    .equations = EG_TEXTS(EG_TWIN_EQUATIONS_SUPPORT(R), EQUATIONS(R)),
    EG_PARAMETERS(rot_parameters),
    EG_PORTS(rot_ports),
    EG_VARIABLES(rot_variables),
    .demands = DEMANDS,
    .check = check,
    .declare = declare,
    .observe = observe,
    .element = &element,
};
