/* InverseSpeedDependentForce: a force in inverse proportion to the speed v of the flange, as of a drive of
 * constant power. For |v| >= v0
 *
 *     f = flange.f = -f_nominal*v_nominal/|v|       ForceDirection = true
 *     f = flange.f = -f_nominal*v_nominal/v         ForceDirection = false
 *
 * and below v0 the constant -f_nominal*v_nominal/v0 or the line -f_nominal*v/v0. The line meets the
 * hyperbola only where v0 = v_nominal; otherwise MSL's force jumps at |v| = v0, and so does this one. Both
 * edges are events. */
#include "component/speed_force.h"

enum { F_NOMINAL, V_NOMINAL, DIRECTION, V0, USE_SUPPORT };

static void prepare(const double *p, double *k)
{
    k[EG_SPEED_F] = p[F_NOMINAL];
    k[EG_SPEED_V] = p[V_NOMINAL];
    k[EG_SPEED_V0] = p[V0];
    k[EG_SPEED_CHOICE] = p[DIRECTION];
    k[EG_SPEED_EDGES] = EG_EDGES_AT_V0;
}

static void force(const double *k, int mode, double s_rel, double v, eg_force *out)
{
    double F = k[EG_SPEED_F], V = k[EG_SPEED_V], v0 = k[EG_SPEED_V0];
    bool one_direction = k[EG_SPEED_CHOICE] != 0.0;
    (void)s_rel;
    if (eg_speed_is_fast(k, mode)) {
        double sign = one_direction && eg_speed_sign(k, mode) < 0 ? 1.0 : -1.0;
        eg_speed_force_set(out, sign * F * V / v, -sign * F * V / (v * v));
    } else if (one_direction) {
        eg_speed_force_set(out, -F * V / v0, 0.0);
    } else {
        eg_speed_force_set(out, -F * v / v0, -F / v0);
    }
}

static int dependence(const double *k, int mode)
{
    bool varies = eg_speed_is_fast(k, mode) || k[EG_SPEED_CHOICE] == 0.0;
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

#define PARAMETERS                                                                                           \
    EG_PARAMETER_F_NOMINAL(                                                                                  \
        "Force pushed with at v_nominal; negative: a load for motion in positive direction"),                \
        EG_PARAMETER_V_NOMINAL("Speed at which the force is f_nominal"), EG_PARAMETER_FORCE_DIRECTION
static const eg_parameter parameters[] = {PARAMETERS, EG_PARAMETER_V0(EG_FALLS_BACK),
                                          EG_PARAMETER_USE_SUPPORT};
static const eg_parameter dyad_parameters[] = {PARAMETERS, EG_PARAMETER_V0(EG_HAS_DEFAULT)};

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT};

static const eg_variable variables[] = {EG_VARIABLES_SPEED_FORCE, EG_VARIABLE_S_SUPPORT};
static const eg_variable dyad_variables[] = {EG_VARIABLES_SPEED_FORCE};

#define TEXT                                                                                                 \
    "A source or a brake of constant power: the force is f_nominal at v_nominal, twice as large at "         \
    "half that speed. Below v0 it is constant (ForceDirection = true) or falls in proportion to the "        \
    "speed (ForceDirection = "                                                                               \
    "false).\n\n" EG_SPEED_TEXT                                                                              \
    "With ForceDirection = false the law below v0 is -f_nominal*v/v0, as in the Modelica Standard "          \
    "Library: unless v0 = v_nominal the force jumps at |v| = v0."

#define EQUATION                                                                                             \
    "f = if ForceDirection then (if abs(v) < v0 then -f_nominal*v_nominal/v0 else "                          \
    "-f_nominal*v_nominal/abs(v)) else (if abs(v) < v0 then -f_nominal*v/v0 else "                           \
    "-f_nominal*v_nominal/v);"
#define DYAD_EQUATION EQUATION

const eg_class eg_class_inverse_speed_dependent_force = {
    .name = EG_MSL("Sources.InverseSpeedDependentForce"),
    .doc = "Force in inverse proportion to the speed of its flange",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sources.InverseSpeedDependentForce")),
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

const eg_class eg_class_dyad_inverse_speed_dependent_force = {
    .name = EG_DYAD("Sources.InverseSpeedDependentForce"),
    .doc = "Force in inverse proportion to the speed of its flange (Dyad)",
    .text =
        TEXT "\n\nIn Dyad the support is always there: connect it to a Fixed for a force from the ground.",
    .also = EG_TEXTS(EG_MSL("Sources.InverseSpeedDependentForce")),
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
