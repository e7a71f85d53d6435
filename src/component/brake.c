/* Brake: Coulomb friction with a normal force that follows a signal.
 *
 *     s = flange_a.s - s_support = flange_b.s - s_support,  v = der(s),  a = der(v)
 *     flange_a.f + flange_b.f = f,   support.f = -f
 *     fn = fn_max*f_normalized; free while fn <= 0, and then f = 0
 *     f = cgeo*mu_pos(v)*fn for v > 0, the mirror image for v < 0; whatever keeps a = 0 while it sticks
 *     f0 = mu0*cgeo*fn with mu0 = mu_pos(0),  f0_max = peak*f0,  lossPower = f*v >= 0
 *
 * f is positive against motion in positive direction. When it sticks, slides and breaks away is said in
 * friction.h. The force is in proportion to f_normalized: the law here is that for f_normalized = 1. */
#include "component/common.h"
#include "component/friction_table.h"
#include "component/references.h"

enum { USE_SUPPORT, USE_HEAT_PORT, MU_POS, SMOOTHNESS, PEAK, CGEO, FN_MAX, V_SMALL };
enum { AT_SUPPORT = 2, AT_HEAT_PORT, AT_F_NORMALIZED };
enum { S_A, S_B, S_SUPPORT, LOSS_POWER, RUB, S = RUB + EG_RUB_COUNT, F, V, A, MU, FN, MU0 };

static void coefficient(const double *p, int segment, double v, double *mu, double *slope)
{
    eg_friction_table_value(eg_parameter_matrix(p, MU_POS), (int)p[SMOOTHNESS], segment, v, mu, slope);
}

static void force(const double *p, int segment, double v, double *f, double *df_dv)
{
    double normal = p[CGEO] * p[FN_MAX];
    coefficient(p, segment, v, f, df_dv);
    *f *= normal;
    *df_dv *= normal;
}

static void limits(const double *p, double *f0, double *f0_max)
{
    double slope;
    force(p, 0, 0, f0, &slope);
    *f0_max = p[PEAK] * *f0;
}

static void edges(const double *p, int segment, double *low, double *high)
{
    eg_friction_table_edges(eg_parameter_matrix(p, MU_POS), (int)p[SMOOTHNESS], segment, low, high);
}

static double v_small(const double *p)
{
    return p[V_SMALL];
}

static const eg_friction_ops friction = {
    .force = force, .limits = limits, .edges = edges, .v_small = v_small, .is_linear = eg_linear_always};

static void prepare(const double *p, double *k)
{
    k[0] = eg_friction_table_varies(eg_parameter_matrix(p, MU_POS));
}

static const eg_element_ops element = EG_FRICTION_ELEMENT(prepare);

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    return eg_friction_table_check(eg_parameter_matrix(p, MU_POS), (int)p[SMOOTHNESS]);
}

static int declare(const double *p, eg_parts *parts)
{
    int support = p[USE_SUPPORT] != 0.0 ? AT_SUPPORT : EG_GROUND;
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B}) ||
        eg_declare_coordinate(parts, S, V, A, support, EG_AT_FLANGE_A, EG_DEFAULT))
        return -1;
    return eg_parts_add_element(
        parts, (eg_element_part){.port_a = support,
                                 .port_b = EG_AT_FLANGE_A,
                                 .heat_port = p[USE_HEAT_PORT] != 0.0 ? AT_HEAT_PORT : EG_NONE,
                                 .input = AT_F_NORMALIZED});
}

/* The segment of the table at speed v: that of the mode, which has none while nothing rubs. */
static int segment_at(const eg_observation *o, double v)
{
    double low, high = INFINITY;
    int segment = 0;
    if (eg_friction_kind_of(o->mode) != EG_FREE)
        return o->mode >> 3;
    for (edges(o->p, 0, &low, &high); v >= high; edges(o->p, ++segment, &low, &high))
        ;
    return segment;
}

static void observe(const eg_observation *o, double *out)
{
    bool supported = o->p[USE_SUPPORT] != 0.0;
    eg_friction_kind kind = eg_friction_kind_of(o->mode);
    double sign = kind == EG_FORWARD || kind == EG_START_FORWARD ? 1 : -1, slope;
    out[S_A] = out[S_B] = o->s_rel;
    out[S_SUPPORT] = supported ? o->port[AT_SUPPORT].s : 0.0;
    out[LOSS_POWER] = o->force.loss;
    out[F] = o->force.f;
    out[FN] = o->p[FN_MAX] * o->u;
    coefficient(o->p, 0, 0, &out[MU0], &slope);
    coefficient(o->p, segment_at(o, sign * o->v_rel), sign * o->v_rel, &out[MU], &slope);
    out[MU] *= sign;
    eg_friction_observe(o, &friction, o->v_rel,
                        o->port[EG_AT_FLANGE_A].a - (supported ? o->port[AT_SUPPORT].a : 0.0), out + RUB);
}

static const double default_table[] = {0, 0.5};

static const eg_parameter parameters[] = {
    {.name = "useSupport",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: it brakes against the flange `support`; false: against the ground"},
    EG_PARAMETER_USE_HEAT_PORT,
    {.name = "mu_pos",
     .columns = 2,
     .elements = default_table,
     .rows = 1,
     .value_text = "[0, 0.5]",
     .doc = "Speeds >= 0 [m/s] and friction coefficients there, row by row"},
    EG_PARAMETER_SMOOTHNESS("What lies between the rows of mu_pos: lines or steps"),
    {.name = "peak",
     .value = 1.0,
     EG_AT_LEAST(1.0),
     .doc = "f0_max/f0: what holds at rest, over mu_pos at 0"},
    {.name = "cgeo", .value = 1.0, EG_AT_LEAST(0.0), .doc = "How the normal force spreads: f = cgeo*mu*fn"},
    {.name = "fn_max",
     EG_SI_FORCE,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(0.0),
     .doc = "Normal force when f_normalized = 1"},
    EG_PARAMETER_V_SMALL,
};

static const eg_port ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "support",
     .kind = EG_SUPPORT,
     .condition = "useSupport",
     .doc = "What it brakes against: support.f = -f"},
    EG_PORT_HEAT,
    {.name = "f_normalized",
     .kind = EG_REAL_INPUT,
     .doc = "Normal force over fn_max, 0 to 1; at 0 and below the brake is open"},
};

static const eg_variable variables[] = {
    {.name = "s_a", EG_SI_LENGTH, .doc = "Distance from the support to flange_a"},
    {.name = "s_b", EG_SI_LENGTH, .doc = "Distance from the support to flange_b"},
    EG_VARIABLE_S_SUPPORT,
    EG_VARIABLE_LOSS,
    EG_VARIABLES_FRICTION,
    {.name = "s", EG_SI_POSITION, .doc = "Distance from the support to the flanges"},
    {.name = "f", EG_SI_FORCE, .doc = "Friction force: positive against motion in positive direction"},
    {.name = "v", EG_SI_VELOCITY, .doc = "Rate of s"},
    {.name = "a", EG_SI_ACCELERATION, .doc = "Rate of v"},
    {.name = "mu", .doc = "Friction coefficient with the sign of the direction; negative unless forward"},
    {.name = "fn", EG_SI_FORCE, .doc = "Normal force"},
    {.name = "mu0", .is_protected = true, .doc = "Friction coefficient as forward sliding begins"},
};

const eg_class eg_class_brake = {
    .name = EG_MSL("Components.Brake"),
    .doc = "Brake with Coulomb friction",
    .text =
        "Friction whose normal force fn = fn_max*f_normalized follows a signal. Both flanges are the same "
        "point, and it brakes their motion against the support, or the ground. The table mu_pos gives the "
        "friction coefficient over the speed, from 0 on; in the other direction it is the same with the "
        "other sign. While fn <= 0 there is no friction.\n\n"
        "When the speed comes to 0 it sticks: the position stays exactly where it is, and f is what the rest "
        "of the model asks for, until that is more than f0_max = peak*cgeo*mu0*fn.\n\n"
        "f > 0 acts against motion in positive direction: flange_a.f + flange_b.f = f. All its work is lost. "
        "The method "
        "is that of Otter, Elmqvist and Mattsson (1999).",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryTwoFlangesAndSupport2"),
                        EG_MSL_PARTIAL("PartialFriction"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("BrakedSlider", EG_MSL_EXAMPLE("Brake"), EG_MSL_EXAMPLE("HeatLosses")),
    .equations = EG_TEXTS(
        "s = s_a;", "s = s_b;", "s_a = flange_a.s - s_support;", "s_b = flange_b.s - s_support;",
        "if useSupport then s_support = support.s; else s_support = 0; end if;",
        "if useSupport then support.f = -flange_a.f - flange_b.f; end if;", "v = der(s);", "a = der(v);",
        "v_relfric = v;", "a_relfric = a;", "flange_a.f + flange_b.f - f = 0;", "fn = fn_max*f_normalized;",
        "mu0 = Modelica.Math.Vectors.interpolate(mu_pos[:, 1], mu_pos[:, 2], 0);", "f0 = mu0*cgeo*fn;",
        "f0_max = peak*f0;", "free = fn <= 0;",
        "mu = if startForward or (not startBackward and pre(mode) == 1) then "
        "Modelica.Math.Vectors.interpolate(mu_pos[:, 1], mu_pos[:, 2], v) else "
        "-Modelica.Math.Vectors.interpolate(mu_pos[:, 1], mu_pos[:, 2], -v);",
        "f = if locked then sa else if free then 0 else mu*cgeo*fn;", EG_EQUATIONS_FRICTION,
        "lossPower = f*v_relfric;", EG_EQUATION_HEAT_PORT),
    .references = EG_CITATIONS(EG_CITE_OTTER),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .check = check,
    .declare = declare,
    .observe = observe,
    .element = &element,
    .friction = &friction,
};
