/* Finding the start: shared by initialize.c and steady_state.c. */
#ifndef EG_NETWORK_START_INITIALIZE_H
#define EG_NETWORK_START_INITIALIZE_H

#include "network/network.h"
#include "network/start/ties.h"

#include <stdio.h>

enum { EG_CONDITION_FIXED = -1 };

/* A start value: to - from + shift = value. */
typedef struct eg_condition {
    int instance, variable; /* variable -1: a signal (InitializeFlange); instance -1: nobody said anything */
    int from, to;           /* nodes; from = -1: the ground */
    int rank;               /* EG_CONDITION_FIXED, or the rank of a guess */
    int order;              /* of declaration */
    bool used;
    bool waiting; /* for more to be known */
    bool open;    /* forces determine what it speaks of: to be solved for */
    double value, shift;
} eg_condition;

typedef struct eg_conditions {
    eg_condition *items;
    int count;
    size_t capacity;
} eg_conditions;

typedef struct eg_start_problem {
    eg_conditions conditions[3]; /* of positions, speeds, accelerations */
    eg_ties ties[2];             /* all bodies, guesses included */
    eg_ties fixed[2];            /* what fixed values alone tie */
    eg_tie *together;            /* (bodies) see eg_network */
    int *temperature;            /* (heat nodes) the capacity part whose start value it takes, or -1 */
    bool *solved[2];             /* (bodies) whose position, speed the equations determine, not a guess */
    bool *user_solved;           /* (users' states) the same */
    int open;                    /* how many conditions are to be solved for, of positions and speeds */
} eg_start_problem;

/* "mass.s = 2 m" */
const char *eg_start_describe(const eg_network *s, const eg_condition *c, char *text, size_t size);
/* By how much what c (of derivative number `order`, 0 or 1) speaks of exceeds its value, at the point
 * evaluated last with EG_EVALUATE_POSITIONS. */
double eg_start_excess(const eg_network *s, const eg_condition *c, int order, const double *y);

/* user/start.c: start values of users' variables into y. */
void eg_user_guess(const eg_network *s, double *y);
/* Fixed start values that follow from others, at the point evaluated last: do they agree? EG_OK,
 * EG_ERROR_MODEL (reported). */
eg_status eg_user_check_fixed(const eg_network *s);

/* steady_state.c: moves what no fixed value ties until every fixed acceleration, every initial equation and
 * every open condition holds. */
eg_status eg_start_accelerations(eg_network *s, eg_start_problem *p, double t, double *y, double *yp);

#endif
