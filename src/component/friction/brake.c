/* Brake, translational and rotational: Coulomb friction with a normal force that follows a signal.
 *
 *     s = flange_a.s - s_support = flange_b.s - s_support,  v = der(s),  a = der(v)
 *     flange_a.f + flange_b.f = f,   support.f = -f
 *     fn = fn_max*f_normalized; free while fn <= 0, and then f = 0
 *     f = cgeo*mu_pos(v)*fn for v > 0, the mirror image for v < 0; whatever keeps a = 0 while it sticks
 *     f0 = mu0*cgeo*fn with mu0 = mu_pos(0),  f0_max = peak*f0,  lossPower = f*v >= 0
 *
 * f is positive against motion in positive direction. When it sticks, slides and breaks away is said in
 * friction.h. The force is in proportion to f_normalized: the law here is that for f_normalized = 1. */
#include "component/friction/friction_table.h"
#include "component/references.h"

enum {
    S_SUPPORT,
    LOSS_POWER,
    RUB,
    S = RUB + EG_RUB_COUNT,
    F,
    V,
    A,
    SIGNS,
    MU = SIGNS + 2,
    FN,
    MU0,
    S_A,
    S_B
};

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_supported_friction(parts, p[EG_RUB_PRESSED_SUPPORTED] != 0.0,
                                         p[EG_RUB_USE_HEAT_PORT] != 0.0, (const int[]){S, V, A},
                                         EG_RUB_AT_F_NORMALIZED);
}

static void rot_observe(const eg_observation *o, double *out)
{
    bool supported = o->p[EG_RUB_PRESSED_SUPPORTED] != 0.0;
    out[S_SUPPORT] = supported ? o->port[EG_RUB_AT_SUPPORT].s : 0.0;
    out[LOSS_POWER] = o->force.loss;
    out[F] = o->force.f;
    out[FN] = o->p[EG_RUB_FN_MAX] * o->u;
    out[MU0] = eg_pressed_mu0(o->p);
    out[MU] = eg_pressed_coefficient(o, o->v_rel);
    eg_table_signs(o->mode, out + SIGNS);
    eg_friction_observe(o, &eg_pressed_friction, o->v_rel,
                        o->port[EG_AT_FLANGE_A].a - (supported ? o->port[EG_RUB_AT_SUPPORT].a : 0.0),
                        out + RUB);
}

static void observe(const eg_observation *o, double *out)
{
    rot_observe(o, out);
    out[S_A] = out[S_B] = o->s_rel;
}

static double discrete(int mode, int variable)
{
    return eg_friction_discrete(mode, variable - RUB);
}

#define PARAMETERS(D)                                                                                        \
    EG_RUB_PARAMETERS_MU(D), EG_PARAMETER_USE_HEAT_PORT, EG_RUB_PARAMETERS_PRESSED(D),                       \
        {.name = "useSupport",                                                                               \
         .type = EG_BOOLEAN,                                                                                 \
         .is_structural = true,                                                                              \
         .doc = "true: it brakes against the flange `support`; false: against the ground"},                  \
        EG_CONSTANTS_FRICTION(D)

#define PORTS(D)                                                                                             \
    EG_TWIN_PORTS_TWO_FLANGES(D),                                                                            \
        {.name = "support",                                                                                  \
         .kind = EG_TWIN_SUPPORT(D),                                                                         \
         .condition = "useSupport",                                                                          \
         .doc = "What it brakes against: support." EG_WORD_F(D) " = -" EG_WORD_F(D)},                        \
        EG_PORT_HEAT, EG_RUB_PORT_F_NORMALIZED("brake")

#define VARIABLES(D) EG_RUB_VARIABLES_FLANGES(D), EG_RUB_VARIABLES_SIGNS, EG_RUB_VARIABLES_PRESSED

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "Friction whose normal force fn = fn_max*f_normalized follows a signal. Both flanges are the same "      \
    "point, and it brakes their motion against the support, or the ground. The table mu_pos gives the "      \
    "friction coefficient over the speed, from 0 on; in the other direction it is the same with the "        \
    "other sign. While fn <= 0 there is no friction.\n\n"                                                    \
    "When the speed comes to 0 it sticks: the " position " stays exactly where it is, and " f                \
    " is what the rest of the model asks for, until that is more than " f "0_max = peak*cgeo*mu0*fn.\n\n" f  \
    " > 0 acts against motion in positive direction: flange_a." f " + flange_b." f " = " f                   \
    ". All its work is lost. The method is that of Otter, Elmqvist and Mattsson (1999)."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATIONS(D)                                                                                         \
    EG_RUB_EQUATIONS_FLANGES(D), EG_RUB_EQUATIONS_PRESSED(D), EG_RUB_EQUATIONS_SIGNS,                        \
        EG_RUB_EQUATION_BRAKES("mu_pos", EG_WORD_V(D)),                                                      \
        "mu = " EG_RUB_EQUATION_TABLE("mu_pos", EG_WORD_V(D)) ";", EG_EQUATIONS_FRICTION(D),                 \
        "lossPower = " EG_WORD_F(D) "*" EG_WORD_V(D) "_relfric;", EG_EQUATION_HEAT_PORT

static const eg_parameter parameters[] = {PARAMETERS(T)};
static const eg_parameter rot_parameters[] = {PARAMETERS(R)};
static const eg_port ports[] = {PORTS(T)};
static const eg_port rot_ports[] = {PORTS(R)};
static const eg_variable variables[] = {VARIABLES(T), EG_RUB_VARIABLES_ENDS};
static const eg_variable rot_variables[] = {VARIABLES(R)};

const eg_class eg_class_brake = {
    .name = EG_MSL("Components.Brake"),
    .doc = "Brake with Coulomb friction",
    .text = TEXT(T),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryTwoFlangesAndSupport2"),
                        EG_MSL_PARTIAL("PartialFriction"), EG_MSL_HEAT_PARTIAL),
    .references = EG_CITATIONS(EG_CITE_OTTER),
    .examples = EG_TEXTS("BrakedSlider", EG_MSL_EXAMPLE("Brake"), EG_MSL_EXAMPLE("HeatLosses")),
    .equations = EG_TEXTS(EQUATIONS(T), EG_RUB_EQUATIONS_ENDS),
    .solved = EG_TEXTS(EG_SOLVED_FRICTION(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .demands = EG_RUB_DEMANDS("mu_pos"),
    .check = eg_table_friction_check,
    .declare = declare,
    .observe = observe,
    .discrete = discrete,
    .element = &eg_table_element,
    .friction = &eg_pressed_friction,
};

const eg_class eg_class_rot_brake = {
    .name = EG_ROT("Components.Brake"),
    .doc = "Rotational brake with Coulomb friction",
    .text = TEXT(R),
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryTwoFlangesAndSupport2"),
                        EG_ROT_PARTIAL("PartialFriction"), EG_MSL_HEAT_PARTIAL),
    .references = EG_CITATIONS(EG_CITE_OTTER),
    .examples = EG_TEXTS("Clutching"),
    .equations = EG_TEXTS(EQUATIONS(R)),
    .solved = EG_TEXTS(EG_SOLVED_FRICTION(R)),
    EG_PARAMETERS(rot_parameters),
    EG_PORTS(rot_ports),
    EG_VARIABLES(rot_variables),
    .demands = EG_RUB_DEMANDS("mu_pos"),
    .check = eg_table_friction_check,
    .declare = declare,
    .observe = rot_observe,
    .discrete = discrete,
    .element = &eg_table_element,
    .friction = &eg_pressed_friction,
};
