/* Grips that hold in the present modes, and what stands in the place of their rows. */
#ifndef EG_NETWORK_USER_GRIP_H
#define EG_NETWORK_USER_GRIP_H

#include "network/network.h"

typedef struct eg_user_shares {
    void *memory;
    int *grip, count;
    int *free_one, share_count; /* (shares) index of the grip in whose slot the share stands */
    double *by_row, *by_column; /* (shares*count) of the B whose sum follows from no x; of x */
    double *answer;             /* (count*count) |dB/dx| */
    double *limit;              /* (count) at the point evaluated last */
    int *at;                    /* (unknowns) the share in that slot, or -1 */
    int *lost;                  /* (unknowns) the instruction that the row has lost, or -1 */
    long structure;             /* for which they were found */
    double *beside;             /* grip_beside.c; NULL: nothing else holds beside them */
} eg_user_shares;
/* Finds them anew at the point evaluated last, once the structure is known. 0, or negative (reported). */
int eg_user_update_shares(eg_network *s, double t, const double *y);
void eg_user_shares_free(eg_user_shares *shares); /* accepts NULL */
/* Once relations have been found relevant: those of grips that begin to hold. The number of changes. */
int eg_user_begin_grips(eg_network *s);
/* shares->limit at the point evaluated last: the larger one of both directions, or that of x's (count). */
void eg_user_find_limits(eg_network *s, const double *x);
/* Puts their equations in the place of those in r, at the point with y'. */
void eg_user_share_residuals(eg_network *s, const double *yp, double *r);

/* The share in the slot of a user's unknown, or -1; and its derivative by x number i of shares->count. */
int eg_user_share_in(const eg_network *s, int slot);
/* The instruction that the row in this slot has lost, since a grip holds; or -1. */
int eg_user_lost_in(const eg_network *s, int slot);
double eg_user_share_term(const eg_network *s, int share, int i, int *unknown);

#endif
