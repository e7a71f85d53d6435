/* Users' equations where an engine asks again and again within one mode.
 *
 * Between events most of the formulas stand still or lead nowhere: branches that are not taken, what follows
 * from parameters and modes, columns of results. What is left is listed once a mode, for what is asked: a
 * stage of an engine needs rates, the search for events the sides of relations, too; in either case where
 * y' = 0. Every number in the list has the bits that it has where all is evaluated. */
#ifndef EG_NETWORK_USER_STAGE_H
#define EG_NETWORK_USER_STAGE_H

#include "network/network.h"
#include "network/user/user.h"

typedef enum eg_user_need {
    EG_USER_FOR_RATES,    /* rows, forces, heat flows, outputs */
    EG_USER_FOR_SWITCHES, /* these, and the sides of relations */
    EG_USER_NEEDS
} eg_user_need;

/* An input, and its instruction; where it is c y[unknown] + d, this, else the unknown is -1. */
typedef struct eg_user_taken {
    int input, to, unknown;
    double c, d;
} eg_user_taken;

typedef struct eg_user_stage {
    bool is_made;          /* for the present modes */
    eg_user_taken *inputs; /* that it looks at, or that powers do */
    int input_count;
    eg_tape_step *steps;
    int count;
    int *roots, root_count; /* what it is made for, but for what stands still; ascending */
} eg_user_stage;

typedef struct eg_user_stages {
    eg_user_stage of[EG_USER_NEEDS];
    bool is_known;             /* all has been evaluated */
    int *mode;                 /* (relations) when all was evaluated last */
    long changes;              /* counts how often these, or what is held, have changed */
    int *held, held_count;     /* the inputs that change at events only */
    bool *works;               /* (inputs) powers look at it */
    int *from;                 /* (core) scratch: where the value of an instruction stands */
    int *moving, moving_count; /* instructions of the core that may change within a mode, ascending */
} eg_user_stages;

/* Makes them where that is worth while and possible: without loops, delays, frictions and forces that are
 * found by equations. They are no part of a state. 0, or -1 when out of memory. */
int eg_user_stages_create(eg_network *s);
void eg_user_stages_free(eg_user_stages *k); /* accepts NULL */
/* Modes and values have come from elsewhere. */
void eg_user_forget_stages(eg_network *s);
/* May a point be evaluated that way: in an explicit mode, on a run of which time is known exactly? The value
 * behind those of the tape is 0. */
bool eg_user_has_stages(const eg_network *s);
/* All formulas have been evaluated; `stands`: nothing but the motion has changed since the last time. */
void eg_user_note_modes(eg_network *s, bool stands);
/* Do these modes stand since? */
bool eg_user_modes_stand(const eg_network *s);
/* The operand that instruction i, a choice, takes as long as the mode lasts; -1: it is none, or may take
 * either. */
int eg_user_chosen(const eg_network *s, int i);
/* What is left of formulas for that, in modes and values in which all have been evaluated since they
 * changed. */
const eg_user_stage *eg_user_stage_for(eg_network *s, eg_user_need need);
/* Evaluates it with the inputs as they are. False: a number of it is none, and all has to be looked at. */
bool eg_user_run_stage(eg_network *s, const eg_user_stage *stage);

/* Room for all of a core; false: out of memory, and what there is is to be released. */
bool eg_user_stage_make_room(eg_user_stage *k, const eg_user *u);
void eg_user_stage_release(eg_user_stage *k);
/* For rows of results, at many points: what moves, where y' is 0; then, from y' too, all that is declared.
 * has[core]: room. Both have room for the core; inputs are not listed. */
void eg_user_make_rows(eg_network *s, eg_user_stage *motion, eg_user_stage *shown, bool *has);

#endif
