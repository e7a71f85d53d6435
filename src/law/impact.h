/* The single impact in units of its own: length L, speed v0, force m*v0^2/L, where L is the penetration at
 * which the spring alone would have the force m*v0^2/L. What is left is the exponent and three numbers. */
#ifndef EG_LAW_IMPACT_H
#define EG_LAW_IMPACT_H

#include "elastogap/contact.h"

#include <stdbool.h>

typedef struct eg_unit_impact {
    eg_contact_law law;
    double n;
    double delta;   /* damping: D of the hysteresis family, d*v0/f_ref of lankarani-nikravesh-1994, else
                     d*L/(m*v0) */
    double load;    /* load*L/(m*v0^2) */
    double width;   /* transition/L */
    double release; /* f_release*L/(m*v0^2); 0: it does not stick */
} eg_unit_impact;

/* In these units the push alone, from touch until the body is back; energy_lost is (1 - e^2)/2. EG_OK or
 * EG_ERROR_SIMULATION. */
eg_status eg_unit_impact_compute(const eg_unit_impact *unit, eg_impact *impact);

/* impact_stick.c: what sticks. Energy that the spring and the load take from the body on its way out. */
double eg_unit_impact_pull(const eg_unit_impact *unit);
/* Adds the pull to an impact whose push is over. */
void eg_unit_impact_stick(const eg_unit_impact *unit, eg_impact *impact);
/* The same to the course of a push after which the body parts. */
void eg_unit_impact_trace_pull(const eg_unit_impact *unit, eg_impact_trace *trace);

/* impact_closed.c: fills in what has a closed form; false when nothing has one. */
bool eg_unit_impact_closed(const eg_unit_impact *unit, eg_impact *impact);
/* Appends a point; running out of memory is remembered in the trace. */
void eg_impact_trace_add(eg_impact_trace *trace, eg_impact_point point);

/* impact_integrate.c; trace may be NULL */
eg_status eg_unit_impact_integrate(const eg_unit_impact *unit, eg_impact *impact, eg_impact_trace *trace);

#endif
