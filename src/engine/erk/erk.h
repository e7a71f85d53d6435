/* What `auto` wants to know of the engine `erk`. */
#ifndef EG_ENGINE_ERK_H
#define EG_ENGINE_ERK_H

#include "engine/engine.h"

#include <float.h>
#include <math.h>

/* Is y' explicit in the system's present mode? If not, `reason` says why, in words that follow "because". */
bool eg_erk_takes(eg_system *system, char *reason, size_t size);
/* y[n] at engine->t1. */
void eg_erk_state(const eg_engine *engine, double *y);
/* From now on failing steps are not reported: another engine takes over. */
void eg_erk_be_quiet(eg_engine *engine);
/* Have the last steps been at the edge of stability, if only some of them? */
bool eg_erk_is_at_edge(const eg_engine *engine);
/* Is it stability that limits its steps, and not accuracy? */
bool eg_erk_is_stiff(const eg_engine *engine);
/* Do they come to where what answers fast to y keeps them short, be the motion slow or not? Where it is
 * slow an implicit method of high order would make longer ones. */
bool eg_erk_may_be_hampered(const eg_engine *engine);
/* Where stability limits them, do its errors say that steps could not be much longer? That is no more than a
 * hint: of a stiff motion that has died out they are what round-off makes. */
bool eg_erk_keeps_up(const eg_engine *engine);

/* fmax and fmin of what may be no number and what is one, without a call, so that loops become vectors. */
static inline double eg_erk_greater(double x, double number)
{
    return x > number ? x : number;
}

static inline double eg_erk_less(double x, double number)
{
    return x < number ? x : number;
}

/* What an error of an unknown is measured against that has been between low and high, and goes on to `to`. */
static inline double eg_erk_scale(double low, double high, double nominal, double to)
{
    const double range = eg_erk_greater(to, high) - eg_erk_less(to, low);
    return range > nominal ? range : nominal;
}

/* The error allowed to an unknown that goes from y to `to` in a step of `length` seconds. Where round-off
 * rules nothing is asked: no less than some ulps, nor than what round-off in y', `noise`, makes of a step,
 * nor than DBL_MIN, below which sums and products are rounded in steps that are no share of them. */
static inline double eg_erk_allowed(double tolerance, double scale, double y, double to, double length,
                                    double noise)
{
    enum { LEAST_ULPS = 50, NOISE_SHARE = 8 };
    const double ulps = DBL_EPSILON * eg_erk_greater(fabs(to), fabs(y));
    return eg_erk_greater(tolerance * scale,
                          eg_erk_greater(LEAST_ULPS * ulps + DBL_MIN, NOISE_SHARE * length * noise));
}

/* Of the errors of order 5 and 3 of a step, in units of what is allowed, the error of the step. What is
 * nothing stays as it is: its square would be 0. */
static inline double eg_erk_error_of(double fifth, double third)
{
    const double nothing = 1e-100;
    return fifth > nothing ? fifth * fifth / sqrt(fifth * fifth + 0.01 * third * third) : fifth;
}

/* ---- trials whose stages somebody else computes, for many engines at once:
 *
 *     eg_erk_begin_step(engine, t_stop);
 *     do
 *         eg_erk_next_trial(engine, &trial);    stages, error -> trial's arrays
 *     while ((outcome = eg_erk_judge(engine, error)) > 0);
 */
typedef struct eg_erk_trial {
    eg_stretch stretch;
    double begin, end; /* time */
    double length;     /* of the variable in which time is stretched */
    double tolerance;
    const double *y, *rate;             /* (n) at the beginning; rate: y' */
    const double *low, *high, *nominal; /* (n) what errors are measured against */
    const double *noise;                /* (n) round-off in y' */
    double *after;                      /* (n) to be filled: y at the end, */
    double *inner;                      /* the argument of stage EG_ERK_STEP - 1, */
    double *last, *ending;              /* derivatives of stages EG_ERK_STEP - 1 and EG_ERK_STEP, */
    double *polynomial;                 /* (EG_ERK_DEGREE + 1) x n */
} eg_erk_trial;
/* 0 or negative (reported). */
int eg_erk_begin_step(eg_engine *engine, double t_stop);
int eg_erk_next_trial(eg_engine *engine, eg_erk_trial *trial);
/* With the error of the trial's end in units of what is allowed: 0, the trial is the step; 1: another one
 * is to be tried; negative: it has failed (reported). */
int eg_erk_judge(eg_engine *engine, double error);

#endif
