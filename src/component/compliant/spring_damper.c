/* SpringDamper: a linear spring and a linear damper side by side.
 *
 *     f_c = c*(s_rel - s_rel0),  f_d = d*v_rel,  f = f_c + f_d,  lossPower = f_d*v_rel
 *
 * f = flange_b.f is positive in tension. */
#include "component/common.h"
#include "component/known_laws.h"

enum { C, D, S_REL0, USE_HEAT_PORT, STATE_SELECT, S_NOMINAL };
enum { S_REL, V_REL, F, LOSS_POWER, F_C, F_D };

static void prepare(const double *p, double *k)
{
    k[EG_LINEAR_C] = p[C];
    k[EG_LINEAR_D] = p[D];
    k[EG_LINEAR_S_REL0] = p[S_REL0];
}

static const eg_element_ops element = EG_LINEAR_ELEMENT(prepare);

const eg_element_ops *eg_spring_damper_element(const eg_spring_damper *law, double *k)
{
    k[EG_LINEAR_C] = law->c;
    k[EG_LINEAR_D] = law->d;
    k[EG_LINEAR_S_REL0] = law->s_rel0;
    return &element;
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, V_REL, eg_select(p[STATE_SELECT]), p[USE_HEAT_PORT] != 0.0);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_element(parts, V_REL, EG_PREFER, false);
}

static void observe(const eg_observation *o, double *out)
{
    out[F] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
    out[F_C] = o->p[C] * (o->s_rel - o->p[S_REL0]);
    out[F_D] = o->p[D] * o->v_rel;
}

EG_OBSERVE_ROWS(observe_rows, observe, F, F_D)

#define DOC_S_REL0 "s_rel at which the spring is free of force"

static const eg_parameter parameters[] = {
    EG_PARAMETER_C(.need = EG_FALLS_BACK, .value = 1.0),
    EG_PARAMETER_D(.need = EG_FALLS_BACK, .value = 1.0),
    {.name = "s_rel0", EG_SI_POSITION, .doc = DOC_S_REL0},
    EG_PARAMETERS_COMPLIANT,
};

static const eg_parameter dyad_parameters[] = {
    EG_PARAMETER_C(.need = EG_REQUIRED),
    EG_PARAMETER_D(.need = EG_REQUIRED),
    {.name = "s_rel0", EG_SI_POSITION, .need = EG_REQUIRED, .doc = DOC_S_REL0},
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, EG_PORT_HEAT};
static const eg_port dyad_ports[] = {EG_PORTS_TWO_FLANGES};

#define VARIABLES(hidden)                                                                                    \
    EG_VARIABLES_COMPLIANT, EG_VARIABLE_LOSS,                                                                \
        {.name = "f_c", EG_SI_FORCE, .is_protected = (hidden), .doc = "Force of the spring"},                \
    {                                                                                                        \
        .name = "f_d", EG_SI_FORCE, .is_protected = (hidden), .doc = "Force of the damper"                   \
    }

static const eg_variable variables[] = {VARIABLES(true)};
static const eg_variable dyad_variables[] = {VARIABLES(false)};

#define EQUATIONS                                                                                            \
    EG_EQUATIONS_RELATIVE_STATES, "f_c = c*(s_rel - s_rel0);", "f_d = d*v_rel;", "f = f_c + f_d;",           \
        "lossPower = f_d*v_rel;"

#define TEXT                                                                                                 \
    "A linear spring and a linear damper between the same two flanges. It is always engaged: it pulls "      \
    "(f > 0) as well as it pushes (f < 0). As a model of contact it pulls at the end of every impact "       \
    "and its force jumps at touch; ElastoGap does neither.\n\n"                                              \
    "The spring stores c*(s_rel - s_rel0)^2/2, the damper turns d*v_rel^2 into heat."

const eg_class eg_class_spring_damper = {
    .name = EG_MSL("Components.SpringDamper"),
    .doc = "Linear spring and damper in parallel",
    .text = TEXT " With useHeatPort = true the loss leaves through heatPort, which must then be connected.",
    .also = EG_TEXTS(EG_DYAD("Components.SpringDamper"),
                     "IconicDiagrams.Mechanical.Translation.Components.SpringDamper"),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("ElastoGap", EG_MSL_EXAMPLE("ElastoGap"), EG_MSL_EXAMPLE("Damper"),
                         EG_MSL_EXAMPLE("HeatLosses"), EG_MSL_EXAMPLE("InitialConditions")),
    .equations = EG_TEXTS(EQUATIONS, EG_EQUATION_HEAT_PORT),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = F,
    .element = &element,
};

const eg_class eg_class_dyad_spring_damper = {
    .name = EG_DYAD("Components.SpringDamper"),
    .short_name = EG_DYAD("SpringDamper"),
    .doc = "Linear spring and damper in parallel (Dyad)",
    .text = TEXT " Dyad's SpringDamper has no heat port and no default for s_rel0.",
    .also = EG_TEXTS(EG_MSL("Components.SpringDamper"),
                     "IconicDiagrams.Mechanical.Translation.Components.SpringDamper"),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialCompliantWithRelativeStates")),
    .examples = EG_TEXTS("ElastoGapDyad", EG_DYAD("Examples.ElastoGap")),
    .equations = EG_TEXTS(EQUATIONS),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .declare = dyad_declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = F,
    .element = &element,
};
