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
/* What 20-sim calls a port's own velocity and force; p_high.F = p_low.F = p.F, where the flows of Modelica
 * differ in sign. */
#define EG_ICONIC_VARIABLES_OF_PORTS                                                                         \
    {.name = "p_high.v", EG_SI_VELOCITY, .doc = "Velocity of p_high"},                                       \
        {.name = "p_high.F", EG_SI_FORCE, .doc = "Force at p_high, = p.F"},                                  \
        {.name = "p_low.v", EG_SI_VELOCITY, .doc = "Velocity of p_low"},                                     \
    {                                                                                                        \
        .name = "p_low.F", EG_SI_FORCE, .doc = "Force at p_low, = p.F"                                       \
    }
#define EG_ICONIC_VARIABLE_LOSS                                                                              \
    {                                                                                                        \
        .name = "lossPower", EG_SI_POWER, .doc = "Power that the damper turns into heat"                     \
    }
enum { EG_ICONIC_HIGH_V, EG_ICONIC_HIGH_F, EG_ICONIC_LOW_V, EG_ICONIC_LOW_F, EG_ICONIC_PORT_VARIABLES };
/* An element with a coordinate between the two ports. As eg_class.declare. */
int eg_iconic_declare(const double *p, eg_parts *parts);
/* Those of a component between two ports; `out` begins with the first of them. */
void eg_iconic_observe_ports(const eg_observation *o, double *out);

#define EG_ICONIC_EQUATIONS                                                                                  \
    "p.v = der(p_high.s) - der(p_low.s);", "p_high.f = p.F;", "p_low.f = -p.F;",                             \
        "p_high.v = der(p_high.s);", "p_high.F = p.F;", "p_low.v = der(p_low.s);", "p_low.F = p.F;"

#endif
