/* ConstantForce: f = flange.f = -f_constant.
 *
 * f_constant > 0 pushes what is connected to the flange in positive direction, whatever its speed. The
 * variable f has the sign of flange.f, opposite to the parameter. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

enum { F_CONSTANT, USE_SUPPORT };
enum { S, F, S_SUPPORT };

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_force(parts, eg_support(p[USE_SUPPORT]), EG_OWN, S, EG_NONE);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_force(parts, EG_AT_SUPPORT, EG_OWN, S, EG_NONE);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = (eg_jet){p[F_CONSTANT], 0.0, 0.0};
}

static const eg_block_ops block = {.evaluate = evaluate, .generator = eg_polynomial_generator};

static void dyad_observe(const eg_observation *o, double *out)
{
    out[F] = -o->p[F_CONSTANT];
}

static void observe(const eg_observation *o, double *out)
{
    dyad_observe(o, out);
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

#define PARAMETER_F_CONSTANT                                                                                 \
    {                                                                                                        \
        .name = "f_constant", EG_SI_FORCE, .need = EG_REQUIRED,                                              \
        .doc = "Force on what is connected to the flange, positive in positive direction"                    \
    }

static const eg_parameter parameters[] = {PARAMETER_F_CONSTANT, EG_PARAMETER_USE_SUPPORT};
static const eg_parameter dyad_parameters[] = {PARAMETER_F_CONSTANT};

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT};

#define VARIABLE_F                                                                                           \
    {                                                                                                        \
        .name = "f", EG_SI_FORCE, .follows = true, .doc = "Force at the flange (= flange.f = -f_constant)"   \
    }

static const eg_variable variables[] = {EG_VARIABLE_S_TO_SUPPORT, VARIABLE_F, EG_VARIABLE_S_SUPPORT};
static const eg_variable dyad_variables[] = {EG_VARIABLE_S_TO_SUPPORT, VARIABLE_F};

#define TEXT                                                                                                 \
    "A force that never changes: a weight, a preload. A positive f_constant pushes what is connected "       \
    "to the flange in positive direction; it drives a motion in that direction and brakes the opposite "     \
    "one.\n\n"                                                                                               \
    "Mind the sign of the variable f: like every force at a port it counts positive into the "               \
    "component, f = flange.f = -f_constant."

const eg_class eg_class_constant_force = {
    .name = EG_MSL("Sources.ConstantForce"),
    .doc = "Constant force",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sources.ConstantForce")),
    .extends =
        EG_TEXTS(EG_MSL_PARTIAL("PartialForce"), EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "f = flange.f;", "f = -f_constant;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .block = &block,
};

const eg_class eg_class_dyad_constant_force = {
    .name = EG_DYAD("Sources.ConstantForce"),
    .short_name = EG_DYAD("ConstantForce"),
    .doc = "Constant force (Dyad)",
    .text =
        TEXT "\n\nIn Dyad the support is always there: connect it to a Fixed for a force from the ground.",
    .also = EG_TEXTS(EG_MSL("Sources.ConstantForce")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialForce")),
    .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, "f = flange.f;", "f = -f_constant;"),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .declare = dyad_declare,
    .observe = dyad_observe,
    .block = &block,
};
