/* Finding the start: shared by initialize.c, conditions.c and steady_state.c. */
#ifndef EG_NETWORK_START_INITIALIZE_H
#define EG_NETWORK_START_INITIALIZE_H

#include "network/network.h"
#include "network/start/ties.h"

#include <stdio.h>

/* How binding a start value is: fixed, a guess of the user, a default, or what is left; of guesses and
 * defaults those of the coordinates first. */
enum {
    EG_CONDITION_FIXED = -1,
    EG_GUESS_TREE,
    EG_GUESS_OTHER,
    EG_DEFAULT_TREE,
    EG_DEFAULT_OTHER,
    EG_LAST_RESORT
};

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
    bool is_trial; /* motions and signals are not what they will be: conflicts are no matter yet */
} eg_start_problem;

/* Is state i of the net's block to stand still at the start; has that to be sought? */
bool eg_start_rests(const eg_model *m, const eg_net *n, int i);
bool eg_start_is_sought(const eg_model *m, const eg_net *n, int i);
/* Of any? Then all that stand still are sought together. */
bool eg_start_seeks(const eg_model *m);
/* The parameter that gives the start value of a variable, or -1. */
int eg_start_parameter(const eg_instance *i, int variable);
/* The rank of a variable's start value, and the value; `tree`: it is a coordinate. */
int eg_start_rank(const eg_instance *i, int variable, bool tree, double *value);
/* The net whose signal gives a start value. */
int eg_start_net(const eg_model *m, const eg_initial_part *p);
/* The node; the ground where nothing is connected (node < 0). */
const eg_flange_node *eg_start_node(const eg_model *m, int node);
/* Has this body no mass? Then forces determine its speed. Not so for the ground. */
bool eg_start_is_massless(const eg_model *m, int body);

/* Collects the start values of derivative number `order`: 0 positions, 1 speeds, 2 accelerations. `tree`
 * tells of each coordinate part whether it is a coordinate. 0; -1 when memory is out. */
int eg_start_collect(eg_network *s, int order, const bool *tree, eg_conditions *list);
/* Ties all bodies at derivative `order`, 0 or 1; fixed_only receives the ties that fixed values alone make.
 * What a gear with a moving support leaves open waits until more is known, but for guesses, which are
 * dropped. EG_OK, or EG_ERROR_MODEL where fixed values contradict each other, which is reported. */
eg_status eg_start_tie(eg_network *s, int order, eg_conditions *list, eg_ties *ties, eg_ties *fixed_only);
/* "mass.s = 2 m" */
const char *eg_start_describe(const eg_network *s, const eg_condition *c, char *text, size_t size);
/* By how much what c (of derivative number `order`, 0 or 1) speaks of exceeds its value, at the point
 * evaluated last with EG_EVALUATE_POSITIONS. */
double eg_start_excess(const eg_network *s, const eg_condition *c, int order, const double *y);

/* user/start.c: start values of users' variables into y. */
void eg_user_guess(const eg_network *s, double *y);
/* Where equations have no value at the point evaluated last: unknowns that they determine begin elsewhere,
 * unless the user has said where. Answers whether one does. */
bool eg_user_guess_elsewhere(const eg_network *s, double *y);
/* 1 for each unknown that the equations determine in the present modes and of which nobody has said where to
 * begin; derivatives stay. Answers whether there is one. */
bool eg_user_guess_one(const eg_network *s, double *y);
/* Other guesses for what equations determine, where none has led to a start: are there so many, those of
 * number k, and a warning that names the first start value that one of them replaces. eg_user_guess_other
 * answers whether there is one. */
bool eg_user_has_other_guess(int k);
bool eg_user_guess_other(const eg_network *s, int k, double *y);
void eg_user_report_other_guess(const eg_network *s, int k);
/* Is there an equation that has no value at the point evaluated last? */
bool eg_user_has_undefined(const eg_network *s);
/* Names the first equation that has no value at the point evaluated last; false: all have one. */
bool eg_user_report_undefined(const eg_network *s);
/* Fixed start values that follow from others, at the point evaluated last, and those of y that equations give
 * without their derivatives: do they agree? EG_OK, EG_ERROR_MODEL (reported). */
eg_status eg_user_check_fixed(const eg_network *s, const double *y);

/* steady_state.c: moves what no fixed value ties until every fixed acceleration, every initial equation and
 * every open condition holds. */
eg_status eg_start_accelerations(eg_network *s, eg_start_problem *p, double t, double *y, double *yp);

eg_status eg_network_initialize(eg_system *base, double t, double *y, double *yp);

#endif
