/* RollingResistance: what a rolling wheel under the load fWeight resists with,
 *
 *     f = flange.f = -f_nominal*g(v),  f_nominal = -Cr*fWeight*cos(atan(inclination))
 *
 * where g(v) -> sign(v) far from v = 0 is one of the regularizations of speed_force.h, and coefficient and
 * inclination (the tangent of the angle) are constants or signals. The sign of f_nominal is that of a brake:
 * with fWeight > 0 f is positive while v is, and what is connected is braked.
 *
 * The signals come in by f_nominal alone, which the class's own block computes and the element follows.
 * cos(atan(x)) = (1 + x^2)^(-1/2). */
#include "component/source/speed_force.h"

enum { F_WEIGHT, USE_CR, CR, USE_INCLINATION, INCLINATION, REG, V0, USE_SUPPORT };
enum { F_NOMINAL = EG_SPEED_VAR_S_SUPPORT + 1, CR_INTERNAL, INCLINATION_INTERNAL };
enum { IN_INCLINATION = EG_AT_SUPPORT + 1, IN_CR };

/* ---------------------------------------------------------------- the signal f_nominal */

/* cos(atan(x)) */
static eg_jet cosine_of(eg_jet x)
{
    double q = 1.0 / (1.0 + x.x * x.x), g = sqrt(q);
    return eg_jet_chain(x, g, -x.x * q * g, (2.0 * x.x * x.x - 1.0) * q * q * g);
}

/* The inputs that exist, in the order of the ports. */
static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    eg_jet inclination = p[USE_INCLINATION] != 0.0 ? *u++ : eg_jet_of(p[INCLINATION]);
    eg_jet cr = p[USE_CR] != 0.0 ? *u : eg_jet_of(p[CR]);
    *y = eg_jet_scaled(-p[F_WEIGHT], eg_jet_product(cr, cosine_of(inclination)));
}

static const eg_block_ops block = {.evaluate = evaluate, .is_nonlinear = true};

/* ---------------------------------------------------------------- the element */

static void prepare(const double *p, double *k)
{
    k[EG_SPEED_F] = p[F_WEIGHT];
    k[EG_SPEED_V0] = p[V0];
    k[EG_SPEED_CHOICE] = p[REG];
    k[EG_SPEED_EDGES] = eg_sign_edges((int)p[REG]);
}

static void force_under(const double *k, int mode, eg_influence under, double s_rel, double v, eg_force *out,
                        eg_response *response)
{
    double g, dg;
    (void)s_rel;
    eg_sign_value(k, mode, v, &g, &dg);
    *out = (eg_force){.f = -under.u * g, .df_dv = -under.u * dg};
    *response = (eg_response){.df_du = -g};
}

static int dependence(const double *k, int mode)
{
    return k[EG_SPEED_F] != 0.0 && eg_sign_varies(k, mode) ? EG_ON_VELOCITY : 0;
}

static const eg_element_ops element = {.mode_count = EG_SPEED_RANGES,
                                       .modes = eg_speed_modes,
                                       .switch_count = 2,
                                       .supplies = true,
                                       .prepare = prepare,
                                       .force_under = force_under,
                                       .dependence = dependence,
                                       .mode_at = eg_speed_mode,
                                       .switching = eg_speed_switching,
                                       .next_mode = eg_speed_next,
                                       .event_name = eg_speed_event};

/* ---------------------------------------------------------------- the component */

static int declare(const double *p, eg_parts *parts)
{
    int support = eg_support(p[USE_SUPPORT]);
    if (eg_declare_coordinate(parts, EG_SPEED_VAR_S, EG_SPEED_VAR_V, EG_NONE, support, EG_AT_FLANGE,
                              EG_DEFAULT))
        return -1;
    return eg_parts_add_element(
        parts, (eg_element_part){
                   .port_a = (short)support, .port_b = EG_AT_FLANGE, .heat_port = EG_NONE, .input = EG_OWN});
}

static void observe(const eg_observation *o, double *out)
{
    eg_speed_observe_T(o, o->p[USE_SUPPORT], out);
    out[F_NOMINAL] = o->u;
    out[CR_INTERNAL] = o->p[USE_CR] != 0.0 ? o->port[IN_CR].y : o->p[CR];
    out[INCLINATION_INTERNAL] = o->p[USE_INCLINATION] != 0.0 ? o->port[IN_INCLINATION].y : o->p[INCLINATION];
}

static const eg_parameter parameters[] = {
    {.name = "fWeight", EG_SI_FORCE, .need = EG_FALLS_BACK, .doc = "Load on the wheel due to gravity"},
    {.name = "useCrInput",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the coefficient is the signal cr; false: it is constant"},
    {.name = "CrConstant", .value = 0.01, .doc = "Coefficient of rolling resistance without the signal"},
    {.name = "useInclinationInput",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the inclination is the signal `inclination`; false: it is constant"},
    {.name = "inclinationConstant", .doc = "Inclination without the signal: tangent of the angle"},
    EG_PARAMETER_REGULARIZATION(EG_REGULARIZATION,
                                "How the direction of the force is made continuous around v = 0"),
    EG_SPEED_PARAMETER_V0(T, EG_HAS_DEFAULT),
    EG_PARAMETER_USE_SUPPORT,
};

static const eg_port ports[] = {
    EG_PORTS_FLANGE_AND_SUPPORT,
    {.name = "inclination",
     .kind = EG_REAL_INPUT,
     .condition = "useInclinationInput",
     .doc = "Inclination of the road: tangent of the angle, positive uphill"},
    {.name = "cr",
     .kind = EG_REAL_INPUT,
     .condition = "useCrInput",
     .doc = "Coefficient of rolling resistance"},
};

static const eg_variable variables[] = {
    EG_SPEED_VARIABLES(T),
    EG_VARIABLE_S_SUPPORT,
    {.name = "f_nominal",
     .follows = true,
     EG_SI_FORCE,
     .doc = "Force without regularization; negative: it brakes"},
    {.name = "Cr_internal", .follows = true, .is_protected = true, .doc = "Coefficient in use"},
    {.name = "inclination_internal", .follows = true, .is_protected = true, .doc = "Inclination in use"},
};

const eg_class eg_class_rolling_resistance = {
    .name = EG_MSL("Components.RollingResistance"),
    .doc = "Resistance of a rolling wheel",
    .text = "A force against the motion of a wheel that carries the weight fWeight: Cr*fWeight*cos(alpha), "
            "where alpha is the angle of the road. Coefficient and inclination (tan(alpha): the rise of the "
            "road over 100 m is its grade in percent) are constants or, with useCrInput and "
            "useInclinationInput, signals. The force does not depend on how fast the wheel rolls, but on "
            "the direction; below v0 it is regularized as in "
            "SignForce, so that a wheel at rest does not stick.\n\n" EG_SPEED_TEXT(
                T) "The force that drives a vehicle downhill is no part of it: Vehicle has both.",
    .extends =
        EG_TEXTS(EG_MSL_PARTIAL("PartialForce"), EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("HillClimb", EG_MSL_EXAMPLE("Vehicle")),
    .equations =
        EG_TEXTS(EG_EQUATIONS_SUPPORT, "f = flange.f;", "v = der(s);",
                 "Cr_internal = if useCrInput then cr else CrConstant;",
                 "inclination_internal = if useInclinationInput then inclination else inclinationConstant;",
                 "f_nominal = -Cr_internal*fWeight*cos(atan(inclination_internal));",
                 "f = -f_nominal*" EG_EQUATION_SIGN(EG_REGULARIZATION, "v", "v0") ";"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .element = &element,
    .block = &block,
};
