/* What a law and its constants come to, as curves to be looked at while the constants are changed: the loop
 * of force over penetration, the restitution over the speed of impact, a body that bounces, and the
 * spectrum of an impact's force. */
#ifndef EG_WEB_IMPACT_CURVES_H
#define EG_WEB_IMPACT_CURVES_H

#include "elastogap/contact.h"

/* A body that a constant load presses against a stop, which it meets with a speed. */
typedef struct eg_impact_setting {
    eg_contact_law law;
    double c;     /* [N/m^n], > 0; the rigid law has none */
    double d;     /* [N.s/m]; of lankarani-nikravesh-1994 [N.s/m^(n+1)]. Of laws that take one */
    double e;     /* restitution, of laws that take that instead of d (eg_contact_is_hysteresis, rigid) */
    double n;     /* exponent, >= 1 */
    double mass;  /* [kg], > 0 */
    double speed; /* [m/s], > 0 */
    double load;  /* [N], >= 0 */
    double transition; /* [m], > 0, of smooth-transition */
} eg_impact_setting;

/* One curve. */
typedef struct eg_impact_curve {
    double *x, *y; /* (count) */
    size_t count, capacity;
} eg_impact_curve;

typedef struct eg_impact_curves {
    eg_impact impact;
    eg_impact_curve loop;        /* penetration [m], push [N] */
    eg_impact_curve course;      /* time [s], push [N] */
    eg_impact_curve restitution; /* speed [m/s], from a hundredth to ten times the one asked for; e, NAN where
                                    an impact cannot be computed */
    /* Time [s] from the first touch, place [m] above the stop. The body comes from where it would be let go,
     * without a load from nearby; it ends where it stays, has nearly all of its speed lost, or after some
     * bounces. */
    eg_impact_curve bounce;
    /* Frequency [Hz], |integral of push*exp(-i*2*pi*f*t)| [N.s] of the one impact, whose push is taken as
     * linear between the points of its course. */
    eg_impact_curve spectrum;
} eg_impact_curves;

/* Which curves are wanted: the first takes one impact, the others some dozens, and while somebody drags a
 * slider they come later. */
typedef enum eg_impact_wanted {
    EG_WANTED_IMPACT, /* impact, loop, course, spectrum */
    EG_WANTED_BOUNCE,
    EG_WANTED_RESTITUTION
} eg_impact_wanted;

/* Fills in those of empty ({0}) curves. The rigid law has neither loop, course nor spectrum. EG_OK;
 * EG_ERROR_USAGE where a number is out of its range; EG_ERROR_SIMULATION where the impact cannot be
 * integrated; EG_ERROR_MEMORY. Whatever it answers, eg_impact_curves_release must follow. */
eg_status eg_impact_curves_make(const eg_impact_setting *setting, eg_impact_wanted wanted,
                                eg_impact_curves *curves);
void eg_impact_curves_release(eg_impact_curves *curves);

#endif
