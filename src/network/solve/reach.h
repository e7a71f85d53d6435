/* What may follow from what, whatever the modes: the equations F(t, y, y') = 0 as one matrix of what could be
 * there. Row r of the network stands in the slot of an unknown, der(y_r) or an algebraic y_r. The inverse of
 * a matrix is a polynomial in it; so what unknown i depends on stands in the rows that are reached from
 * slot i, from row to unknown to the row in its slot.
 *
 * Modes change what stands in a slot in two ways. Parts that stick, or have no mass, have equations in
 * common: all of their slots are reached from each of them, and so are they from where their positions and
 * speeds are asked for. */
#ifndef EG_NETWORK_SOLVE_REACH_H
#define EG_NETWORK_SOLVE_REACH_H

#include "network/network.h"
#include "network/solve/derivatives.h"

/* What changes at events only has columns of its own behind those of y, y' and signals of time (eg_gradient
 * numbers these; the last of them is time itself). */
typedef enum eg_reach_kind {
    EG_REACH_DISCRETE, /* a quantity of users' equations */
    EG_REACH_BEFORE,   /* what pre(...) means */
    EG_REACH_SAMPLE,
    EG_REACH_DELAYED, /* a delay */
    EG_REACH_RELATION,
    EG_REACH_ELEMENT, /* whose force, loss or mode a formula reads */
    EG_REACH_KINDS
} eg_reach_kind;

typedef struct eg_reach {
    const eg_model *m;
    eg_network *s;
    bool follows_relations;        /* what the sides of a relation depend on counts, too */
    bool failed;                   /* out of memory */
    eg_triplets entries;           /* by row, once sorted */
    int rows;                      /* slots, then those that were added */
    int *start;                    /* (rows + 1) of entries, once sorted */
    int *next;                     /* (n) the slots of a group in a ring */
    bool *is_loose;                /* (n) y_i may be found, or may not be what is asked for */
    int first[EG_REACH_KINDS + 1]; /* columns: eg_reach_number */
    char *cone_mark;
    int *relation_mark, *waiting; /* (relations) of the formula in hand */
    int waiting_count, formulas;
    int *cone;
    size_t cone_capacity;
} eg_reach;

/* All equations of the model, of which `s` is a network, and `more` rows, still empty. 0, -1 out of memory;
 * to be released in any case. */
int eg_reach_create(eg_reach *x, eg_network *s, int more, bool follows_relations);
void eg_reach_release(eg_reach *x);
/* An entry; what a formula of the users' is made of; what a signal is. Where memory runs out x->failed. */
void eg_reach_add(eg_reach *x, int row, int column);
void eg_reach_add_formula(eg_reach *x, int row, int node);
void eg_reach_add_signal(eg_reach *x, int row, int net);
/* Once all is there. 0, or -1: out of memory, now or before. */
int eg_reach_sort(eg_reach *x);

/* The first column of each kind, and the one behind the last. */
void eg_reach_number(const eg_model *m, int first[EG_REACH_KINDS + 1]);

/* Are there equations of which derivatives would have to be followed further? Then anything may follow from
 * anything. */
bool eg_reach_is_entangled(const eg_model *m);

#endif
