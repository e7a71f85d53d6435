/* OneWayClutch: a freewheel and a clutch side by side.
 *
 *     phi_rel = flange_b.phi - flange_a.phi,  w_rel = der(phi_rel),  flange_b.tau = tau = -flange_a.tau
 *     fn = fn_max*f_normalized, free while f_normalized <= 0
 *     tau0 = mu0*cgeo*fn,  tau0_max = peak*tau0; while free tau0_max_low = 1e-4 of the largest tau0
 *
 * The freewheel lets flange_b run ahead, w_rel > 0, and holds it against running behind with any torque.
 * Forward the clutch brakes with tau = mu_pos(w_rel)*cgeo*fn; at w_rel = 0 it holds up to tau0_max. It
 * is a friction element (friction.h) that slides forward only: `locked` keeps a_rel = 0, and sa is tau
 * then, else a_rel + tau0. The lowest limit is MSL's; peak counts as 1.0001 at least, as it does there. */
#include "component/friction/friction_table.h"
#include "component/references.h"

#define TABLE(at) "Elastogap.Math.interpolate(mu_pos[:, 1], mu_pos[:, 2], smoothness, " at ")"

enum { STATE_SELECT = EG_RUB_FN_MAX + 1, PHI_NOMINAL, MU0, EPS0, TAU0_MAX_LOW, PEAK2 };
enum { LOSS_POWER = EG_ROT_TAU + 1, U, MU, FN, START_FORWARD, LOCKED, STUCK, TAU0, TAU0_MAX, FREE, SA };
enum { F_NORMALIZED = EG_AT_HEAT_PORT + 1 };

static void complete(double *p, const bool *given)
{
    (void)given;
    p[MU0] = eg_pressed_mu0(p);
    p[TAU0_MAX_LOW] = p[EPS0] * p[MU0] * p[EG_RUB_CGEO] * p[EG_RUB_FN_MAX];
    p[PEAK2] = fmax(p[EG_RUB_PEAK], 1 + p[EPS0]);
}

static void limits(const double *p, double *f0, double *f0_max)
{
    eg_pressed_friction.limits(p, f0, f0_max);
    *f0_max = p[PEAK2] * *f0;
}

static double idle_limit(const double *p)
{
    return p[TAU0_MAX_LOW];
}

static void force(const double *p, int segment, double v, double *f, double *df_dv)
{
    eg_pressed_friction.force(p, segment, v, f, df_dv);
}

static void edges(const double *p, int segment, double *low, double *high)
{
    eg_pressed_friction.edges(p, segment, low, high);
}

static const eg_friction_ops friction = {.force = force,
                                         .limits = limits,
                                         .edges = edges,
                                         .vanishes = eg_table_friction_vanishes,
                                         .normal = eg_pressed_normal,
                                         .idle_limit = idle_limit,
                                         .is_linear = eg_table_friction_is_linear};

static int declare(const double *p, eg_parts *parts)
{
    if (eg_declare_coordinate(parts, EG_ROT_PHI_REL, EG_ROT_W_REL, EG_ROT_A_REL, EG_AT_FLANGE_A,
                              EG_AT_FLANGE_B, eg_select(p[STATE_SELECT])))
        return -1;
    return eg_parts_add_element(
        parts, (eg_element_part){.port_a = EG_AT_FLANGE_A,
                                 .port_b = EG_AT_FLANGE_B,
                                 .heat_port = p[EG_RUB_USE_HEAT_PORT] != 0.0 ? EG_AT_HEAT_PORT : EG_NONE,
                                 .input = F_NORMALIZED});
}

static void observe(const eg_observation *o, double *out)
{
    double f0, f0_max, mu, slope, a_rel = o->port[EG_AT_FLANGE_B].a - o->port[EG_AT_FLANGE_A].a;
    bool free = eg_friction_is_off(o->mode), locked = eg_friction_holds(o->mode);
    double fn = free ? 0 : o->p[EG_RUB_FN_MAX] * o->u;
    eg_pressed_friction.limits(o->p, &f0, &f0_max);
    int segment = eg_friction_slides(o->mode) ? o->mode >> 3 : 0;
    eg_friction_table_value(eg_parameter_matrix(o->p, EG_RUB_TABLE), (int)o->p[EG_RUB_SMOOTHNESS], segment,
                            o->v_rel, &mu, &slope);
    double tau0 = o->p[MU0] * o->p[EG_RUB_CGEO] * fn;
    out[EG_ROT_TAU] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
    out[U] = o->u;
    out[MU] = mu;
    out[FN] = fn;
    out[START_FORWARD] = eg_friction_starts(o->mode) ||
                         (eg_friction_kind_of(o->mode) == EG_FREE && o->v_rel <= 0 && a_rel > 0);
    out[LOCKED] = locked;
    out[STUCK] = locked || out[START_FORWARD] != 0;
    out[TAU0] = tau0;
    out[TAU0_MAX] = free ? o->p[TAU0_MAX_LOW] : o->p[PEAK2] * tau0;
    out[FREE] = free;
    out[SA] = locked ? o->force.f : a_rel + tau0;
}

static double discrete(int mode, int variable)
{
    switch (variable) {
    case START_FORWARD: return eg_friction_starts(mode);
    case LOCKED: return eg_friction_holds(mode);
    case STUCK: return eg_friction_holds(mode) || eg_friction_starts(mode);
    default: return eg_friction_is_off(mode); /* free */
    }
}

static const eg_parameter parameters[] = {
    EG_RUB_PARAMETERS_MU(R),
    EG_PARAMETER_USE_HEAT_PORT,
    EG_RUB_PARAMETERS_PRESSED(R),
    EG_ROT_PARAMETER_SELECT,
    EG_ROT_PARAMETER_PHI_NOMINAL(1e-4),
    {.name = "mu0",
     .value_text = TABLE("0"),
     .is_protected = true,
     .doc = "Friction coefficient as sliding begins"},
    {.name = "eps0",
     .value = 1e-4,
     .is_constant = true,
     .is_protected = true,
     .doc = "Smallest limit at rest, as a share of the largest tau0"},
    {.name = "tau0_max_low",
     EG_SI_TORQUE,
     .value_text = "eps0*mu0*cgeo*fn_max",
     .is_protected = true,
     .doc = "tau0_max while free"},
    {.name = "peak2", .value_text = "max(peak, 1 + eps0)", .is_protected = true, .doc = "tau0_max/tau0"},
    EG_CONSTANT_UNIT("unitAngularAcceleration", EG_SI_ANGULAR_ACCELERATION,
                     "Unit of sa when it is an acceleration"),
    EG_CONSTANT_UNIT("unitTorque", EG_SI_TORQUE, "Unit of sa while it is locked"),
};

static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES, EG_PORT_HEAT, EG_RUB_PORT_F_NORMALIZED("clutch")};

static const eg_variable variables[] = {
    EG_ROT_VARIABLE_PHI_REL,
    EG_ROT_VARIABLE_W_REL,
    EG_ROT_VARIABLE_A_REL,
    EG_ROT_VARIABLE_TAU,
    EG_VARIABLE_LOSS,
    {.name = "u", .follows = true, .doc = "Normal force as a share of fn_max, the signal f_normalized"},
    {.name = "mu", .follows = true, .doc = "Friction coefficient"},
    {.name = "fn", .follows = true, EG_SI_FORCE, .doc = "Normal force"},
    {.name = "startForward", .type = EG_BOOLEAN, .doc = "Forward sliding begins"},
    {.name = "locked", .type = EG_BOOLEAN, .doc = "It holds, w_rel = 0"},
    {.name = "stuck", .type = EG_BOOLEAN, .doc = "It holds, or forward sliding begins"},
    {.name = "tau0", EG_SI_TORQUE, .is_protected = true, .doc = "Friction torque as sliding begins"},
    {.name = "tau0_max", EG_SI_TORQUE, .is_protected = true, .doc = "Largest torque that it holds forward"},
    {.name = "free", .type = EG_BOOLEAN, .is_protected = true, .doc = "The clutch is open"},
    {.name = "sa",
     .unit = "1",
     .is_protected = true,
     .doc = "Curve parameter: tau while locked, else the acceleration, shifted by tau0"},
};

const eg_class eg_class_one_way_clutch = {
    .name = EG_ROT("Components.OneWayClutch"),
    .doc = "Freewheel with a clutch beside it",
    .text = "flange_b may run ahead of flange_a, w_rel > 0, but not behind: a freewheel. Beside it a "
            "clutch, pressed by "
            "fn = fn_max*f_normalized, brakes the difference with tau = cgeo*mu_pos(w_rel)*fn, and "
            "holds it at w_rel = 0 "
            "up to peak times what it brakes with as sliding begins.\n\n"
            "The two make one element, because each alone at the same shafts would leave open which of "
            "them holds. tau > "
            "0 brakes a flange_b that runs ahead; a negative tau is the freewheel's, of any size. "
            "The method is that of Otter, Elmqvist and Mattsson (1999).",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialCompliantWithRelativeStates"), EG_MSL_HEAT_PARTIAL),
    .references = EG_CITATIONS(EG_CITE_OTTER),
    .examples = EG_TEXTS("Freewheel"),
    .equations =
        EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE_STATES, "u = f_normalized;", "free = u <= 0;",
                 "fn = if free then 0 else fn_max*u;", "tau0 = mu0*cgeo*fn;",
                 "tau0_max = if free then tau0_max_low else peak2*tau0;",
                 "startForward = pre(stuck) and (sa > tau0_max/unitTorque or pre(startForward) and sa > "
                 "tau0/unitTorque or "
                 "w_rel > w_small) or initial() and w_rel > 0;",
                 "locked = pre(stuck) and not startForward;", "mu = " TABLE("w_rel") ";",
                 "a_rel = unitAngularAcceleration*(if locked then 0 else sa - tau0/unitTorque);",
                 "tau = if locked then sa*unitTorque else if free then 0 else mu*cgeo*fn;",
                 "stuck = locked or w_rel <= 0;", "lossPower = if stuck then 0 else tau*w_rel;",
                 EG_EQUATION_HEAT_PORT),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = complete,
    .check = eg_table_friction_check,
    .declare = declare,
    .observe = observe,
    .discrete = discrete,
    .element = &eg_table_element,
    .friction = &friction,
};
