/* SupportFriction and BearingFriction: Coulomb friction between a flange and its support.
 *
 *     s = flange_a.s - s_support = flange_b.s - s_support,  v = der(s),  a = der(v)
 *     flange_a.f + flange_b.f = f,   support.f = -f
 *     f = f_pos(v) for v > 0, -f_pos(-v) for v < 0;  whatever keeps a = 0 while it sticks, |f| <= f0_max
 *     f0 = f_pos(0),  f0_max = peak*f0,  lossPower = f*v >= 0
 *
 * f is positive against motion in positive direction. When it sticks, slides and breaks away is said in
 * friction.h. The table is a chain of lines, and passing from one to the next is an event. */
#include "component/friction/friction_table.h"
#include "component/references.h"

enum { S_SUPPORT, LOSS_POWER, RUB, S = RUB + EG_RUB_COUNT, F, V, A, SIGNS, S_A = SIGNS + 2, S_B };

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_supported_friction(parts, p[EG_RUB_SUPPORTED] != 0.0, p[EG_RUB_USE_HEAT_PORT] != 0.0,
                                         (const int[]){S, V, A}, EG_NONE);
}

static void rot_observe(const eg_observation *o, double *out)
{
    bool supported = o->p[EG_RUB_SUPPORTED] != 0.0;
    out[S_SUPPORT] = supported ? o->port[EG_RUB_AT_SUPPORT].s : 0.0;
    out[LOSS_POWER] = o->force.loss;
    out[F] = o->force.f;
    eg_table_signs(o->mode, out + SIGNS);
    eg_friction_observe(o, &eg_table_friction, o->v_rel,
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

static const double default_table[] = {0, 1};

#define PARAMETERS(D)                                                                                        \
    {.name = EG_WORD_F(D) "_pos",                                                                            \
     .columns = 2,                                                                                           \
     .elements = default_table,                                                                              \
     .rows = 1,                                                                                              \
     .value_text = "[0, 1]",                                                                                 \
     .doc = "Speeds >= 0 [" EG_UNIT_V(D) "] and friction " EG_WORD_FORCE(D) "s there [" EG_UNIT_F(           \
         D) "], row by row"},                                                                                \
        EG_PARAMETER_SMOOTHNESS(                                                                             \
            "What lies between the rows of " EG_WORD_F(D) "_pos: lines, steps or cubics"),                   \
        EG_RUB_PARAMETER_PEAK(D, EG_WORD_F(D) "_pos"), EG_PARAMETER_SMALL(D), EG_PARAMETER_USE_HEAT_PORT,    \
        {.name = "useSupport",                                                                               \
         .type = EG_BOOLEAN,                                                                                 \
         .is_structural = true,                                                                              \
         .doc = "true: it rubs against the flange `support`; false: against the ground"},                    \
        EG_CONSTANTS_FRICTION(D)

#define PORTS(D)                                                                                             \
    EG_TWIN_PORTS_TWO_FLANGES(D),                                                                            \
        {.name = "support",                                                                                  \
         .kind = EG_TWIN_SUPPORT(D),                                                                         \
         .condition = "useSupport",                                                                          \
         .doc = "What it rubs against: support." EG_WORD_F(D) " = -" EG_WORD_F(D)},                          \
        EG_PORT_HEAT

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "Friction between a flange and what it slides on. Both flanges are the same point. The table " f         \
    "_pos gives the friction " force                                                                         \
    " over the speed, from 0 on; in the other direction it is the same with the other sign. Beyond the "     \
    "table its last line goes on.\n\n"                                                                       \
    "When the speed comes to 0 it sticks: the " position " stays exactly where it is, and " f                \
    " is what the rest of the model asks for, until that is more than " f "0_max = peak*" f                  \
    "_pos at 0. Elements that stick side by side share the load in "                                         \
    "proportion to " f "0_max and let go together; of elements in line each carries the whole "              \
    "load and the weakest lets go.\n\n" f " > 0 acts against motion in positive direction: flange_a." f      \
    " + flange_b." f " = " f                                                                                 \
    ". All its work is lost. The method is that of Otter, Elmqvist and Mattsson (1999)."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATIONS(D)                                                                                         \
    EG_RUB_EQUATIONS_FLANGES(D), EG_WORD_F(D) "0 = " EG_RUB_EQUATION_TABLE_AT_0(EG_WORD_F(D) "_pos") ";",    \
        EG_WORD_F(D) "0_max = peak*" EG_WORD_F(D) "0;", "free = false;", EG_RUB_EQUATIONS_SIGNS,             \
        EG_RUB_EQUATION_BRAKES(EG_WORD_F(D) "_pos", EG_WORD_V(D)),                                           \
        EG_WORD_F(D) " = if locked then sa*" EG_UNIT_NAME_F_##D                                              \
        " else " EG_RUB_EQUATION_TABLE(EG_WORD_F(D) "_pos", EG_WORD_V(D)) ";",                               \
        EG_EQUATIONS_FRICTION(D), "lossPower = " EG_WORD_F(D) "*" EG_WORD_V(D) "_relfric;",                  \
        EG_EQUATION_HEAT_PORT

static const eg_parameter parameters[] = {PARAMETERS(T)};
static const eg_parameter rot_parameters[] = {PARAMETERS(R)};
static const eg_port ports[] = {PORTS(T)};
static const eg_port rot_ports[] = {PORTS(R)};
static const eg_variable variables[] = {EG_RUB_VARIABLES_FLANGES(T), EG_RUB_VARIABLES_SIGNS,
                                        EG_RUB_VARIABLES_ENDS};
static const eg_variable rot_variables[] = {EG_RUB_VARIABLES_FLANGES(R), EG_RUB_VARIABLES_SIGNS};

const eg_class eg_class_support_friction = {
    .name = EG_MSL("Components.SupportFriction"),
    .doc = "Coulomb friction in a support",
    .text = TEXT(T),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryTwoFlangesAndSupport2"),
                        EG_MSL_PARTIAL("PartialFriction"), EG_MSL_HEAT_PARTIAL),
    .references = EG_CITATIONS(EG_CITE_OTTER),
    .examples = EG_TEXTS("StickSlip", EG_MSL_EXAMPLE("Friction"), EG_MSL_EXAMPLE("HeatLosses")),
    .equations = EG_TEXTS(EQUATIONS(T), EG_RUB_EQUATIONS_ENDS),
    .solved = EG_TEXTS(EG_SOLVED_FRICTION(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .demands = EG_RUB_DEMANDS("f_pos"),
    .check = eg_table_friction_check,
    .declare = declare,
    .observe = observe,
    .discrete = discrete,
    .element = &eg_table_element,
    .friction = &eg_table_friction,
};

const eg_class eg_class_bearing_friction = {
    .name = EG_ROT("Components.BearingFriction"),
    .doc = "Coulomb friction in a bearing",
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
    .demands = EG_RUB_DEMANDS("tau_pos"),
    .check = eg_table_friction_check,
    .declare = declare,
    .observe = rot_observe,
    .discrete = discrete,
    .element = &eg_table_element,
    .friction = &eg_table_friction,
};
