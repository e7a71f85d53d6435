/* What ElastoBacklash and ElastoBacklash2 have in common: all but the law of their flanks. */
#ifndef EG_COMPONENT_COMPLIANT_BACKLASH_H
#define EG_COMPONENT_COMPLIANT_BACKLASH_H

#include "component/rotational.h"

enum {
    EG_BACKLASH_P_C,
    EG_BACKLASH_P_D,
    EG_BACKLASH_P_B,
    EG_BACKLASH_P_PHI_REL0,
    EG_BACKLASH_P_USE_HEAT_PORT,
    EG_BACKLASH_P_STATE_SELECT,
    EG_BACKLASH_P_PHI_NOMINAL,
    EG_BACKLASH_P_MAX,
    EG_BACKLASH_P_MIN,
    EG_BACKLASH_P_EPS,
    EG_BACKLASH_PARAMETERS
};
enum {
    EG_BACKLASH_LOSS_POWER = EG_ROT_TAU + 1,
    EG_BACKLASH_TAU_C,
    EG_BACKLASH_TAU_D,
    EG_BACKLASH_PHI_DIFF,
    EG_BACKLASH_VARIABLES
};
enum { EG_BACKLASH_PORTS = 3 };

extern const eg_parameter eg_backlash_parameters[EG_BACKLASH_PARAMETERS];
extern const eg_port eg_backlash_ports[EG_BACKLASH_PORTS];
extern const eg_variable eg_backlash_variables[EG_BACKLASH_VARIABLES];

/* Which flank a mode is of; where there is no backlash both are one. */
typedef enum eg_flank { EG_FLANK_LOWER = -1, EG_FLANK_NONE, EG_FLANK_UPPER, EG_FLANK_BOTH } eg_flank;

void eg_backlash_complete(double *p, const bool *given);
int eg_backlash_declare(const double *p, eg_parts *parts);
/* All but phi_rel and its rates, of a mode of that flank. */
void eg_backlash_observe(const eg_observation *o, eg_flank flank, double *out);
/* The force without backlash, that of a SpringDamper. */
void eg_backlash_tight_force(double c, double d, double phi_rel0, double phi_rel, double w_rel,
                             eg_force *out);

#define EG_BACKLASH_DESCRIPTOR                                                                               \
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialCompliantWithRelativeStates"),                                \
                        EG_ROT_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),                           \
    EG_PARAMETERS(eg_backlash_parameters), EG_PORTS(eg_backlash_ports), EG_VARIABLES(eg_backlash_variables), \
    .complete = eg_backlash_complete, .declare = eg_backlash_declare

#endif
