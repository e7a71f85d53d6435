/* QuadraticSpeedDependentForce: a force that grows with the square of the speed v of the flange,
 *
 *     f = flange.f = -f_nominal*(v/v_nominal)^2                ForceDirection = true
 *     f = flange.f = -f_nominal*(v/v_nominal)^2*sign(v)        ForceDirection = false
 *
 * The second form has a jump of its second derivative at v = 0, which is an event. */
#include "component/speed_force.h"

enum { F_NOMINAL, V_NOMINAL, DIRECTION, USE_SUPPORT };

static void prepare(const double *p, double *k)
{
    k[EG_SPEED_F] = p[F_NOMINAL];
    k[EG_SPEED_V] = p[V_NOMINAL];
    k[EG_SPEED_EDGES] = p[DIRECTION] != 0.0 ? EG_NO_EDGE : EG_EDGE_AT_0;
}

static void force(const double *k, int mode, double s_rel, double v, eg_force *out)
{
    double sign = eg_speed_sign(k, mode) < 0 ? 1.0 : -1.0, ratio = v / k[EG_SPEED_V];
    (void)s_rel;
    eg_speed_force_set(out, sign * k[EG_SPEED_F] * ratio * ratio,
                       2.0 * sign * k[EG_SPEED_F] * ratio / k[EG_SPEED_V]);
}

static int dependence(const double *k, int mode)
{
    (void)mode;
    return k[EG_SPEED_F] != 0.0 ? EG_ON_VELOCITY : 0;
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

#define PARAMETERS                                                                                           \
    EG_PARAMETER_F_NOMINAL(                                                                                  \
        "Force pushed with at v_nominal; negative: a load for motion in positive direction"),                \
        EG_PARAMETER_V_NOMINAL("Speed at which the force is f_nominal"), EG_PARAMETER_FORCE_DIRECTION
static const eg_parameter parameters[] = {PARAMETERS, EG_PARAMETER_USE_SUPPORT};
static const eg_parameter dyad_parameters[] = {PARAMETERS};

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT};

static const eg_variable variables[] = {EG_VARIABLES_SPEED_FORCE, EG_VARIABLE_S_SUPPORT};
static const eg_variable dyad_variables[] = {EG_VARIABLES_SPEED_FORCE};

#define TEXT                                                                                                 \
    "A force in proportion to the square of the speed v of the flange relative to the support: the "         \
    "drag of air or water (f_nominal < 0) or its opposite. With ForceDirection = true it has the "           \
    "same direction "                                                                                        \
    "whichever way the flange moves, with ForceDirection = false it turns with the speed.\n\n" EG_SPEED_TEXT \
    "A body without mass cannot be moved by this force alone: at v = 0 its slope vanishes."

#define EQUATION                                                                                             \
    "f = if ForceDirection then -f_nominal*(v/v_nominal)^2 else -f_nominal*smooth(1, if v >= 0 then "        \
    "(v/v_nominal)^2 else -(v/v_nominal)^2);"
#define DYAD_EQUATION EQUATION

const eg_class eg_class_quadratic_speed_dependent_force = {
    .name = EG_MSL("Sources.QuadraticSpeedDependentForce"),
    .doc = "Force that grows with the square of the speed of its flange",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sources.QuadraticSpeedDependentForce")),
    .extends =
        EG_TEXTS(EG_MSL_PARTIAL("PartialForce"), EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Sources", EG_MSL_EXAMPLE("CompareBrakingForce"), EG_MSL_EXAMPLE("Vehicle")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "f = flange.f;", "v = der(s);", EQUATION),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .element = &element,
};

const eg_class eg_class_dyad_quadratic_speed_dependent_force = {
    .name = EG_DYAD("Sources.QuadraticSpeedDependentForce"),
    .doc = "Force that grows with the square of the speed of its flange (Dyad)",
    .text =
        TEXT "\n\nIn Dyad the support is always there: connect it to a Fixed for a force from the ground.",
    .also = EG_TEXTS(EG_MSL("Sources.QuadraticSpeedDependentForce")),
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
