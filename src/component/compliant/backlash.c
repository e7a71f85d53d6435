#include "component/compliant/backlash.h"

const eg_parameter eg_backlash_parameters[] = {
    EG_ROT_PARAMETER_C(1e-60),
    EG_ROT_PARAMETER_D,
    {.name = "b", EG_SI_ANGLE, EG_AT_LEAST(0.0), .doc = "Total backlash"},
    EG_ROT_PARAMETER_PHI_REL0,
    EG_ROT_PARAMETERS_COMPLIANT,
    {.name = "bMax",
     EG_SI_ANGLE,
     .value_text = "b/2",
     .is_protected = true,
     .doc = "Upper end of the backlash"},
    {.name = "bMin",
     EG_SI_ANGLE,
     .value_text = "-bMax",
     .is_protected = true,
     .doc = "Lower end of the backlash"},
    {.name = "bEps",
     EG_SI_ANGLE,
     .value = 1e-10,
     .is_protected = true,
     .doc = "Up to here there is no backlash, and no contact to lose"},
};

const eg_port eg_backlash_ports[] = {EG_ROT_PORTS_TWO_FLANGES, EG_PORT_HEAT};

const eg_variable eg_backlash_variables[] = {
    EG_ROT_VARIABLES_COMPLIANT,
    EG_VARIABLE_LOSS,
    {.name = "tau_c", EG_SI_TORQUE, .is_protected = true, .doc = "Torque of the spring"},
    {.name = "tau_d", EG_SI_TORQUE, .is_protected = true, .doc = "Torque of the damper, not bounded"},
    {.name = "phi_diff", EG_SI_ANGLE, .is_protected = true, .doc = "phi_rel - phi_rel0"},
};

void eg_backlash_complete(double *p, const bool *given)
{
    (void)given;
    p[EG_BACKLASH_P_MAX] = p[EG_BACKLASH_P_B] / 2;
    p[EG_BACKLASH_P_MIN] = -p[EG_BACKLASH_P_MAX];
}

int eg_backlash_declare(const double *p, eg_parts *parts)
{
    return eg_rot_declare_element(parts, eg_select(p[EG_BACKLASH_P_STATE_SELECT]),
                                  p[EG_BACKLASH_P_USE_HEAT_PORT] != 0.0);
}

/* At the edge of a mode the bound holds up to round-off; in results it holds. */
static double bounded(eg_flank flank, double tau)
{
    bool wrong = (flank == EG_FLANK_UPPER && tau < 0) || (flank == EG_FLANK_LOWER && tau > 0);
    return wrong ? 0 : tau;
}

static double deflection(const double *p, eg_flank flank, double diff)
{
    switch (flank) {
    case EG_FLANK_LOWER: return diff - p[EG_BACKLASH_P_MIN];
    case EG_FLANK_UPPER: return diff - p[EG_BACKLASH_P_MAX];
    case EG_FLANK_BOTH: return diff;
    case EG_FLANK_NONE: break;
    }
    return 0;
}

void eg_backlash_observe(const eg_observation *o, eg_flank flank, double *out)
{
    double diff = o->s_rel - o->p[EG_BACKLASH_P_PHI_REL0];
    out[EG_ROT_TAU] = bounded(flank, o->force.f);
    out[EG_BACKLASH_LOSS_POWER] = o->force.loss;
    out[EG_BACKLASH_TAU_C] = o->p[EG_BACKLASH_P_C] * deflection(o->p, flank, diff);
    out[EG_BACKLASH_TAU_D] = o->p[EG_BACKLASH_P_D] * o->v_rel;
    out[EG_BACKLASH_PHI_DIFF] = diff;
}

void eg_backlash_tight_force(double c, double d, double phi_rel0, double phi_rel, double w_rel, eg_force *out)
{
    eg_law_force o;
    eg_spring_damper law = eg_spring_damper_make(c, d, phi_rel0);
    eg_spring_damper_force(&law, phi_rel, w_rel, &o);
    *out = eg_force_of(o);
}
