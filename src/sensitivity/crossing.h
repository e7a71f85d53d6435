/* Sensitivities across events.
 *
 * An event is at the instant at which h(t, y, theta) = 0, which moves with theta by
 *     dt = -(h_y s + h_theta)/(dh/dt along the motion),
 * a time event by what the system says. At the moving instant the state moves by s + y'_left dt, the system
 * differentiates what it does there, and behind it, at a fixed instant again, s = what that comes to
 * - y'_right dt. Where y and y' do not jump nothing is left of dt;
 * the rest is also called saltation.
 *
 * No derivative is told where there may be none:
 *   - the motion only touches the edge (dh/dt = 0), so that the event is there on one side of theta;
 *   - two events, both of which change the motion, fall at one instant, which moves differently for each: on
 *     one side of theta one of them is first, and on the other the other one. Where neither y nor y' jumps,
 *     as at the touch of an ElastoGap, which is first does not matter. */
#ifndef EG_SENSITIVITY_CROSSING_H
#define EG_SENSITIVITY_CROSSING_H

#include "sensitivity/variation.h"

typedef enum eg_doubt_kind { EG_DOUBT_NONE, EG_DOUBT_GRAZING, EG_DOUBT_TWO } eg_doubt_kind;

/* Why a direction has no derivative from an event on. */
typedef struct eg_doubt {
    eg_doubt_kind kind;
    double time;  /* [s] from the origin on */
    size_t event; /* it is number so many of those that were crossed, from 0 */
} eg_doubt;

typedef struct eg_crossing {
    eg_variation *of;
    size_t switches;
    bool has_memory;   /* the system remembers numbers of events, which follow when they were */
    double *dt;        /* (count) of the event at hand, or of the last one */
    double *spread;    /* (count) by how much more another function moves that has fired at that instant */
    double *moving;    /* (count x n) the state's at the moving instant, left of the event */
    double *left_rate; /* (n) y' on the left */
    double *left;      /* (n) y there */
    double *speed;     /* (n) the largest |y'| so far */
    double *before;    /* (n) s on the left, along one direction */
    double *h, *rate, *fastest, *largest; /* (switches) and the largest rate and value so far */
    double *dh;                           /* (count x switches) of those that fired */
    double *slope;     /* (switches) the largest |dh/dy| of these; 0 where that is not known */
    eg_doubt *doubts;  /* (count) */
    double instant;    /* of the last event; NAN: none */
    size_t events;     /* so far */
    bool changes;      /* an event at that instant has changed the motion, when it moved by: */
    double *change_dt; /* (count) */
} eg_crossing;

/* False: out of memory; release it in any case. */
bool eg_crossing_init(eg_crossing *c, eg_variation *of);
void eg_crossing_release(eg_crossing *c);
/* A step has passed that ends at (t, y, y'), in its modes: what is fast and large. As callbacks answer. */
int eg_crossing_note(eg_crossing *c, double t, const double *y, const double *yp);
/* The event at t, before it is handled (`fired` as observers have it) and afterwards; s of the variation
 * becomes that on the right. As callbacks answer. */
int eg_crossing_leave(eg_crossing *c, double t, const double *y, const double *yp, const bool *fired);
int eg_crossing_arrive(eg_crossing *c, double t, const double *y, const double *yp);

/* What a function that has fired says of the instant, where another event may have been before: it crosses
 * its edge there, or only touches it; or it was beyond it when its mode began, and has fired because of what
 * happened before. */
typedef enum eg_edge_kind { EG_EDGE_CROSSED, EG_EDGE_TOUCHED, EG_EDGE_FOLLOWS } eg_edge_kind;
eg_edge_kind eg_crossing_edge(const eg_crossing *c, size_t i, bool is_again);
/* By how much y'[i] was more on the left than it is on the right, yp[i]; rounding is no jump. */
double eg_crossing_jump(const eg_crossing *c, size_t i, const double *yp);
/* Is the motion on the right, at y and y', another one than on the left? */
bool eg_crossing_changes(const eg_crossing *c, const double *y, const double *yp);

#endif
