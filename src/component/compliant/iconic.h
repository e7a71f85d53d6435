/* What 20-sim's translational classes share: names, ports and variables as 20-sim's manual has them.
 *
 * 20-sim's port p_high is flange_a and p_low flange_b. A port has a force F and a velocity v, and no
 * position; here every port has one, as MSL's flanges do, so that the vocabularies mix. The flow into p_high
 * is +p.F and into p_low -p.F: p.F is positive in compression, p.F = -f. */
#ifndef EG_COMPONENT_COMPLIANT_ICONIC_H
#define EG_COMPONENT_COMPLIANT_ICONIC_H

#include "component/common.h"

#define EG_ICONIC(name) "IconicDiagrams.Mechanical.Translation.Components." name

enum { EG_ICONIC_HIGH, EG_ICONIC_LOW };

#define EG_ICONIC_PORTS                                                                                      \
    {.name = "p_high", .kind = EG_FLANGE_A, .doc = "Port of high velocity: the flow into it is p.F"},        \
    {                                                                                                        \
        .name = "p_low", .kind = EG_FLANGE_B, .doc = "Port of low velocity: the flow into it is -p.F"        \
    }
#define EG_ICONIC_VARIABLE_V                                                                                 \
    {                                                                                                        \
        .name = "p.v", EG_SI_VELOCITY, .doc = "Rate of compression, p_high.v - p_low.v"                      \
    }
#define EG_ICONIC_VARIABLE_F                                                                                 \
    {                                                                                                        \
        .name = "p.F", EG_SI_FORCE, .doc = "Force, positive when it pushes the ports apart"                  \
    }
#define EG_ICONIC_EQUATIONS "p.v = der(p_high.s) - der(p_low.s);", "p_high.f = p.F;", "p_low.f = -p.F;"

#endif
