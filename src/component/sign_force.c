/* SignForce: a force of constant magnitude that changes sign with the speed v of the flange,
 *
 *     f = flange.f = -f_nominal*g(v),     g -> sign(v) far from v = 0
 *
 * and near v = 0 one of four regularizations:
 *
 *     Exp      g = 2/(1 + exp(-v/(0.01*v0))) - 1        smooth everywhere
 *     Sine     g = sin(pi/2*v/v0)         for |v| < v0   kink of the second derivative at |v| = v0
 *     Linear   g = v/v0                   for |v| < v0   kink at |v| = v0
 *     Cosine   g = sign(v)*(1 - cos(pi/2*v/v0))          kink at |v| = v0, of the second derivative at 0
 *
 * Every kink is an event. */
#include "component/speed_force.h"

enum { F_NOMINAL, REG, V0, USE_SUPPORT };
enum { EXP, SINE, LINEAR, COSINE };

static const double half_pi = 1.57079632679489661923;

static void prepare(const double *p, double *k)
{
    k[EG_SPEED_F] = p[F_NOMINAL];
    k[EG_SPEED_V0] = p[V0];
    k[EG_SPEED_CHOICE] = p[REG];
    k[EG_SPEED_EDGES] = p[REG] == EXP ? EG_NO_EDGE : p[REG] == COSINE ? EG_EDGES_AT_ALL : EG_EDGES_AT_V0;
}

/* The shape g(v), its slope dg, and the sign that |v| gives it: odd functions of v. */
static void force(const double *k, int mode, double s_rel, double v, eg_force *out)
{
    double v0 = k[EG_SPEED_V0], x = v / v0, side = eg_speed_sign(k, mode), g = side, dg = 0.0;
    int choice = (int)k[EG_SPEED_CHOICE];
    (void)s_rel;
    if (choice == EXP) { /* 2/(1 + exp(-z)) - 1 = tanh(z/2) with z = v/(0.01*v0) */
        g = tanh(x / 0.02);
        dg = (1.0 - g * g) / (0.02 * v0);
    } else if (!eg_speed_is_fast(k, mode)) {
        double angle = half_pi * x;
        if (choice == SINE) {
            g = sin(angle);
            dg = half_pi / v0 * cos(angle);
        } else if (choice == LINEAR) {
            g = x;
            dg = 1.0 / v0;
        } else { /* 1 - cos(2a) = 2 sin(a)^2 keeps its digits at small angles */
            g = side * 2.0 * sin(0.5 * angle) * sin(0.5 * angle);
            dg = side * half_pi / v0 * sin(angle);
        }
    }
    eg_speed_force_set(out, -k[EG_SPEED_F] * g, -k[EG_SPEED_F] * dg);
}

static int dependence(const double *k, int mode)
{
    bool varies = k[EG_SPEED_CHOICE] == EXP || !eg_speed_is_fast(k, mode);
    return k[EG_SPEED_F] != 0.0 && varies ? EG_ON_VELOCITY : 0;
}

static const eg_element_ops element = EG_SPEED_ELEMENT(prepare, force, dependence, NULL);

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_speed_force(parts, eg_support(p[USE_SUPPORT]), EG_SPEED_VAR_V);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_speed_force(parts, EG_AT_SUPPORT, EG_SPEED_VAR_V);
}

static void dyad_observe(const eg_observation *o, double *out)
{
    out[EG_SPEED_VAR_F] = o->force.f;
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[EG_SPEED_VAR_S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const char *const regularizations[] = {"Exp", "Sine", "Linear", "Cosine", NULL};

#define PARAMETERS(enumeration)                                                                              \
    EG_PARAMETER_F_NOMINAL("Magnitude of the force; negative: a load that brakes both directions"),          \
    {                                                                                                        \
        .name = "reg", .type = EG_ENUMERATION, .type_name = (enumeration), .literals = regularizations,      \
        .value = EXP, .is_structural = true, .doc = "How the sign is made continuous around v = 0"           \
    }
static const eg_parameter parameters[] = {PARAMETERS("Modelica.Blocks.Types.Regularization"),
                                          EG_PARAMETER_V0(EG_FALLS_BACK), EG_PARAMETER_USE_SUPPORT};
static const eg_parameter dyad_parameters[] = {PARAMETERS(EG_DYAD("Components.Regularization")),
                                               EG_PARAMETER_V0(EG_HAS_DEFAULT)};

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT};

static const eg_variable variables[] = {EG_VARIABLES_SPEED_FORCE, EG_VARIABLE_S_SUPPORT};
static const eg_variable dyad_variables[] = {EG_VARIABLES_SPEED_FORCE};

#define TEXT                                                                                                 \
    "A force that depends only on the direction of motion: with f_nominal > 0 it drives whichever "          \
    "way the flange moves, with f_nominal < 0 it brakes, as dry friction does. Below v0 the sign is "        \
    "replaced by a continuous function: Exp is smooth, Sine has a continuous slope, Linear and "             \
    "Cosine have a kink at "                                                                                 \
    "|v| = v0, which is an event.\n\n" EG_SPEED_TEXT                                                         \
    "A body held by this force creeps, because at rest the force is zero; friction that sticks is "          \
    "what SupportFriction and Brake are for. Exp reaches 99 % of f_nominal at v = 0.053*v0 already."

#define SHAPE(type)                                                                                          \
    "f = -f_nominal*(if reg == " type ".Exp then 2/(1 + exp(-v/(0.01*v0))) - 1 "                             \
    "elseif abs(v) >= v0 then sign(v) elseif reg == " type ".Sine then sin(pi/2*v/v0) "                      \
    "elseif reg == " type ".Linear then v/v0 else sign(v)*(1 - cos(pi/2*v/v0)));"
#define EQUATION SHAPE("Modelica.Blocks.Types.Regularization")
#define DYAD_EQUATION SHAPE("TranslationalComponents.Components.Regularization")

const eg_class eg_class_sign_force = {
    .name = EG_MSL("Sources.SignForce"),
    .doc = "Force of constant magnitude that changes sign with the speed of its flange",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sources.SignForce")),
    .extends =
        EG_TEXTS(EG_MSL_PARTIAL("PartialForce"), EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Sources", EG_MSL_EXAMPLE("CompareBrakingForce")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "f = flange.f;", "v = der(s);", EQUATION),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .element = &element,
};

const eg_class eg_class_dyad_sign_force = {
    .name = EG_DYAD("Sources.SignForce"),
    .doc = "Force of constant magnitude that changes sign with the speed of its flange (Dyad)",
    .text =
        TEXT "\n\nIn Dyad the support is always there: connect it to a Fixed for a force from the ground.",
    .also = EG_TEXTS(EG_MSL("Sources.SignForce")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialForce")),
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, "f = flange.f;", "v = der(s);", DYAD_EQUATION),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .declare = dyad_declare,
    .observe = dyad_observe,
    .element = &element,
};
