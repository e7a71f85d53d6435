/* Clutch: Coulomb friction between two shafts, with a normal force that follows a signal.
 *
 *     phi_rel = flange_b.phi - flange_a.phi,  w_rel = der(phi_rel),  a_rel = der(w_rel)
 *     flange_b.tau = tau,  flange_a.tau = -tau
 *     fn = fn_max*f_normalized; free while fn <= 0, and then tau = 0
 *     tau = cgeo*mu_pos(w_rel)*fn for w_rel > 0, the mirror image for w_rel < 0; while it sticks, what keeps
 *     a_rel = 0
 *     tau0 = mu0*cgeo*fn with mu0 = mu_pos(0),  tau0_max = peak*tau0,  lossPower = tau*w_rel >= 0
 *
 * It is a Brake (brake.c) whose support is the other shaft. tau is positive against a flange_b that turns
 * faster than flange_a.
 *
 * Where it begins to slip backward MSL looks its table up at w_rel (table_signs[1] = 1), which is 0 then. Here
 * speeds may jump, and the table is that of -w_rel. */
#include "component/friction/friction_table.h"
#include "component/references.h"

enum { STATE_SELECT = EG_RUB_FN_MAX + 1 };
enum { LOSS_POWER = EG_ROT_TAU + 1, RUB, SIGNS = RUB + EG_RUB_COUNT, MU = SIGNS + 2, FN, MU0 };
enum { F_NORMALIZED = EG_AT_HEAT_PORT + 1 };

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
    out[EG_ROT_TAU] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
    out[FN] = o->p[EG_RUB_FN_MAX] * o->u;
    out[MU0] = eg_pressed_mu0(o->p);
    out[MU] = eg_pressed_coefficient(o, o->v_rel);
    eg_table_signs(o->mode, out + SIGNS);
    eg_friction_observe(o, &eg_pressed_friction, o->v_rel,
                        o->port[EG_AT_FLANGE_B].a - o->port[EG_AT_FLANGE_A].a, out + RUB);
}

static double discrete(int mode, int variable)
{
    return eg_friction_discrete(mode, variable - RUB);
}

static const eg_parameter parameters[] = {
    EG_RUB_PARAMETERS_MU(R), EG_PARAMETER_USE_HEAT_PORT,         EG_RUB_PARAMETERS_PRESSED(R),
    EG_ROT_PARAMETER_SELECT, EG_ROT_PARAMETER_PHI_NOMINAL(1e-4), EG_CONSTANTS_FRICTION(R),
};

static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES, EG_PORT_HEAT, EG_RUB_PORT_F_NORMALIZED("clutch")};

static const eg_variable variables[] = {EG_ROT_VARIABLES_COMPLIANT, EG_VARIABLE_LOSS,
                                        EG_VARIABLES_FRICTION(R), EG_RUB_VARIABLES_SIGNS,
                                        EG_RUB_VARIABLES_PRESSED};

const eg_class eg_class_clutch = {
    .name = EG_ROT("Components.Clutch"),
    .doc = "Clutch with Coulomb friction",
    .text =
        "Friction between two shafts, pressed together by the normal force fn = fn_max*f_normalized, which "
        "follows a signal. The table mu_pos gives the friction coefficient over the relative speed, from 0 "
        "on; in the other direction it is the same with the other sign. While fn <= 0 the shafts are "
        "free.\n\n"
        "When the relative speed comes to 0 it sticks: both shafts turn as one, exactly, and tau is what the "
        "rest of the model asks for, until that is more than tau0_max = peak*cgeo*mu0*fn. For z friction "
        "surfaces between the radii ri and ro, worn in, cgeo is z*(ro + ri)/2.\n\n"
        "tau > 0 brakes a flange_b that is faster than flange_a: flange_b.tau = tau. All its work is lost. "
        "The method is that of Otter, Elmqvist and Mattsson (1999).",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_ROT_PARTIAL("PartialFriction"), EG_MSL_HEAT_PARTIAL),
    .references = EG_CITATIONS(EG_CITE_OTTER),
    .examples = EG_TEXTS("Clutching"),
    .solved = EG_TEXTS(EG_SOLVED_FRICTION(R)),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE_STATES, "w_relfric = w_rel;", "a_relfric = a_rel;",
                          EG_RUB_EQUATIONS_PRESSED(R), EG_RUB_EQUATIONS_SIGNS,
                          EG_RUB_EQUATION_BRAKES("mu_pos", "w_rel"),
                          "mu = " EG_RUB_EQUATION_TABLE("mu_pos", "w_rel") ";", EG_EQUATIONS_FRICTION(R),
                          "lossPower = tau*w_relfric;", EG_EQUATION_HEAT_PORT),
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
