/* The search for what a fit seeks, and what is known of the place that it finds. */
#ifndef EG_FIT_SEARCH_H
#define EG_FIT_SEARCH_H

#include "fit/problem.h"

/* A place where a search has ended. */
typedef struct eg_place_found {
    double *u;      /* (n) */
    double *r, *J;  /* (m), (m x n) there */
    double *noise;  /* (columns) */
    double *begin;  /* (n) where it began */
    double sum;     /* of squares, or of the loss */
    double damping; /* of the next step from there; 0: none has been made */
    bool has_settled;
    const char *way; /* the arena's */
} eg_place_found;

/* Room in the problem's arena. False: out of memory. */
bool eg_place_init(eg_place_found *at, eg_fit_problem *p);
/* Searches from all starts; *best is the best of the places, at whose noise the problem's columns are left.
 * EG_OK, EG_ERROR_SIMULATION (reported), EG_ERROR_MEMORY. */
eg_status eg_fit_search(eg_fit_problem *p, eg_place_found *best, size_t *agreeing);
/* The loss at present noise. */
eg_loss eg_fit_loss(const eg_fit_problem *p);
/* Is what remains of all columns, as their noise has been found, no more than the rounding of their numbers?
 * Their sum is not smooth then: nothing is to be sought by it. */
bool eg_fit_is_rounding(const eg_fit_problem *p);

/* ---- assess.c: what the data tells of the place */
/* What has to be known for intervals. */
typedef struct eg_known {
    double variance;    /* of residuals, in the deviations that they are divided by */
    double factor;      /* what a sum grows by per unit of a squared deviation of an estimate */
    double quantile;    /* of the level */
    double *covariance; /* (n x n) of u; NAN where the data does not tell */
    bool *told;         /* (n) */
} eg_known;
/* Fills in the fit's estimates, columns and what is open. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_fit_assess(eg_fit_problem *p, eg_place_found *at, eg_known *known, eg_fit *fit);

/* ---- profile.c: the fit's profile intervals. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_fit_profile(eg_fit_problem *p, const eg_place_found *at, const eg_known *known, eg_fit *fit);

#endif
