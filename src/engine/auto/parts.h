/* What the files of the engine `auto` share. */
#ifndef EG_ENGINE_AUTO_PARTS_H
#define EG_ENGINE_AUTO_PARTS_H

#include "engine/engine.h"
#include "engine/trial.h"

typedef struct eg_auto {
    eg_engine base;
    double asked; /* tolerance */
    eg_engine *erk;
    eg_engine *ida, *irk, *exact; /* made when first needed */
    bool is_small, knows_pattern; /* enough for irk in the place of ida, as its Jacobian tells */
    int left_irk;                 /* modes in which it failed, */
    int standing;                 /* and those, one after the other, that ended where they began */
    double tried;                 /* the longest trial of the last step, where it was made again [s] */
    double began, marked;         /* the mode, and the last of its turns of irk [s] */
    bool is_linear;               /* and small: exact does for modes that are not explicit */
    int left_exact;               /* modes in which it did not */
    bool in_pieces;               /* exact has gone through all or the beginning, */
    bool has_powers;              /* by erk's means: laws are of a power, */
    eg_counters in_pieces_counters;
    bool used_exact;                   /* or some modes */
    eg_engine *now;                    /* the one of the last step */
    bool given_up;                     /* on erk: */
    bool stiff;                        /* because of that, */
    bool made_no_progress;             /* nor the next one, perhaps */
    bool is_slower;                    /* or since steps of irk go so much further */
    eg_trial trial;                    /* of irk, where erk does */
    bool used_erk, used_irk, used_ida; /* made steps */
    bool used_algebraic;               /* and not all modes were explicit */
    long mode_steps;                   /* of the mode */
    long erk_modes;                    /* that erk has begun */
    long steps;                        /* of the engine in use, up to its last restart */
    double closer;                     /* ida is to work with this part of the tolerance */
    int crowded;                       /* restarts with few steps in between, */
    int at_edge;                       /* of them with steps at the edge of stability */
    double *y, *yp;                    /* (n) handed over */
    double *low, *high;                /* (n) range of y that both know */
} eg_auto;

#endif
