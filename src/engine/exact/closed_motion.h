/* One body between springs, dampers and contacts to what does not move: its motion in closed form.
 *
 * With k, d >= 0 the body's law is x'' = c - k x - d x', x the way since the beginning. With e = c/k,
 * delta = d/2, z = x - e:
 *     delta^2 < k: z = exp(-delta t) (A cos wt + B sin wt),  w^2 = k - delta^2,
 *     delta^2 > k: z = A exp(r1 t) + B exp(r2 t), r2 = -delta - sqrt(delta^2 - k), r1 = k/r2,
 *     k = d = 0:   x is a parabola.
 * A function h = H + P x + Q x' has the same form about its limit; its falls are found with certainty: the
 * zeros of h' are known, h is monotonous between them, and each of its minima is above the one before it
 * (or there is one at most), so the first minimum tells whether h ever falls. */
#ifndef EG_ENGINE_EXACT_CLOSED_MOTION_H
#define EG_ENGINE_EXACT_CLOSED_MOTION_H

#include <stdbool.h>

typedef enum eg_closed_motion_kind {
    EG_MOTION_SWINGS,
    EG_MOTION_DECAYS,
    EG_MOTION_FLIES /* no spring, no damper */
} eg_closed_motion_kind;

typedef struct eg_closed_motion {
    eg_closed_motion_kind kind;
    double c, k, d;  /* [m/s2], [1/s2], [1/s] */
    double rest;     /* e [m] */
    double delta, w; /* [1/s] */
    double pace;     /* how fast it changes, at most [1/s] */
    double ebb;  /* w/sqrt(k): turning points of A cos wt + B sin wt, damped, are at so much of its height */
    double r[2]; /* [1/s] of what decays */
    double x[2]; /* A, B [m] */
    double v[2]; /* those of x' [m/s]; of what flies the first is x'(0) */
    double at, part[2]; /* the instant asked for last [s], and the two functions of time there */
} eg_closed_motion;

/* A body that begins with speed v and x'' = a. False where the closed form is not good: a damper and no
 * spring, close to critical damping. */
bool eg_closed_motion_make(eg_closed_motion *m, double v, double a, double k, double d);
/* x and x' at t; at up to EG_MOTION_MANY instants, the same bits at each. */
enum { EG_MOTION_MANY = 32 };
void eg_closed_motion_at(eg_closed_motion *m, double t, double *x, double *v);
void eg_closed_motion_at_many(const eg_closed_motion *m, int count, const double *t, double *x, double *v);
/* What x and x' up to t are sums of, at most: their round-off is some ulp of that. */
double eg_closed_motion_size(const eg_closed_motion *m, double t);
double eg_closed_motion_speed_size(const eg_closed_motion *m, double t);
/* Where h0 + p x + q (x' - x'(0)) falls through 0 in (0, end]: that time, or INFINITY. What of h is round-off
 * counts as 0: some ulp of what it is a sum of, `size` of h0; and blur of h0. NAN: cannot be told so. */
double eg_closed_motion_fall(eg_closed_motion *m, double h0, double p, double q, double size, double blur,
                             double end);
/* What h = p x + q x' comes to over [t0, t1], 0 <= t0 <= t1: no less than low, no more than high. Closely:
 * these are its least and greatest values, to round-off, and where it turns for the first two times, as it
 * is then or at its ends; whatever follows is nearer to where it comes to rest. */
typedef struct eg_closed_motion_extent {
    double low, high;
    double start; /* at t0 */
    int turns;
    double turn[2];
} eg_closed_motion_extent;
void eg_closed_motion_reach(eg_closed_motion *m, double p, double q, double t0, double t1, bool closely,
                            eg_closed_motion_extent *out);
/* The integral of x'^2 over [0, t]. */
double eg_closed_motion_square(eg_closed_motion *m, double t);
/* The length of the way there and back over [0, t], x being where it ends. */
double eg_closed_motion_way(eg_closed_motion *m, double t, double x);

#endif
