/* Energy, powers, and the magnitudes of unknowns. */
#ifndef EG_NETWORK_MOTION_ENERGY_H
#define EG_NETWORK_MOTION_ENERGY_H

#include "network/network.h"

int eg_network_powers(eg_system *base, double t, const double *y, double *power);
int eg_network_sample(eg_system *base, double t, const double *y, double *power, double *h);
/* Heat in capacities, from 0 K on [J]. */
double eg_network_heat_stock(const eg_network *s, const double *y);
/* [J] at the point evaluated last. */
double eg_network_kinetic(const eg_network *s, const double *y);
int eg_network_energy(eg_system *base, double t, const double *y, double *kinetic, double *potential);
void eg_network_nominals(eg_system *base, const double *y, double *nominal);
/* Decides at the point evaluated last whether forces are to be summed exactly. */
void eg_network_watch_rounding(eg_network *s);
/* The element whose law rounds most at the point evaluated last; -1: there is none. */
int eg_network_roughest(const eg_network *s);
/* The unknown y[i] whose last digit hides what y' makes of it in all of the run: a position or a state of
 * equations so large that it moves by ulps, or not at all. -1: there is none. `allowed` is relative. */
int eg_network_hidden(const eg_network *s, const double *y, const double *yp, double allowed);
/* The source of heat whose flow, at the point evaluated last, is so large that an ulp of it shows in a
 * temperature in all of the run, and so much by that [K]; -1: there is none. */
int eg_network_overheated(const eg_network *s, const double *yp, double allowed, double *by);
/* The body that swings, at the point evaluated last, through the largest angle in the run or until it comes
 * to rest [rad], where an ulp of that is more than allowed; -1: there is none. */
int eg_network_swinging(const eg_network *s, const double *y, const double *yp, double allowed,
                        double *angle);
/* s->least as for runs of which nothing is known; and by where a run begins, at t, yp being the rates there.
 */
void eg_network_forget_scales(eg_network *s);
eg_status eg_network_find_scales(eg_network *s, double t, const double *y, const double *yp);
void eg_network_reaches(eg_system *base, double t, const double *y, double *reach);

#endif
