/* What tangents.c and tangents_all.c share. */
#ifndef EG_NETWORK_USER_TANGENTS_PARTS_H
#define EG_NETWORK_USER_TANGENTS_PARTS_H

#include "network/user/backward.h"
#include "network/user/linearized.h"
#include "network/user/tangents.h"

/* One direction. What it remembers are derivatives of what the network remembers, under the same names. */
typedef struct eg_user_direction {
    double *origins;      /* (instructions of the origins) */
    double dt;            /* of the instant of the event that is being handled */
    double *y;            /* (n) at that event, or the start */
    double *discrete;     /* (quantities) */
    double *before;       /* (befores) */
    double *struck;       /* (impulses) */
    double *held, *taken; /* (quantities) before the round; (befores) scratch: what they become at once */
} eg_user_direction;

struct eg_user_tangents {
    int count;
    eg_user_direction *directions;
    double *memory;
    double *din, *dv;               /* (inputs), (instructions) of the direction looked at last */
    double *dy, *dyp, *step, *work; /* (n) each, of scratch */
    double *zeros;                  /* of any length that is asked for */
    double *struck;                 /* (2 n) the same, of impacts */
    bool *active;                   /* (actions) scratch of events.c */
    eg_user_memory *memories;       /* (remembered) */
    double t;                       /* of the event: where it goes on */
    const double *y, *yp;
    bool is_event; /* between `leave` and `arrive` */
    /* Of all directions at once (tangents_all.c): what F, relations that fire, and columns come to. */
    eg_user_linearized *residuals, *sides, *shown;
    eg_user_roots roots;     /* of the one that is made */
    int has_rows, has_shown; /* 0: not of the present mode, 1: it does, -1: they are not to be had */
    const int *columns;      /* (column_count) that `shown` is of */
    int column_count;
};

/* ---- tangents.c */
/* In these modes what holds is shared by rules that are no equations of the tape. */
bool eg_user_shares_holding(const eg_network *s);

/* ---- tangents_all.c: members of the facet */
const eg_variational_rows *eg_user_tangents_rows(eg_system *base, double t, const double *y,
                                                 const double *yp);
int eg_user_tangents_linearize(eg_system *base, double t, const double *y, const double *yp, double *values);
int eg_user_tangents_switching(eg_system *base, double t, const double *y, const bool *fired,
                               const double *dy, double *dh, double *slope);
int eg_user_tangents_show(eg_system *base, double t, const double *y, const double *yp, const int *columns,
                          int count, const double *dy, const double *dyp, double *dout);
/* The mode is another one. */
void eg_user_tangents_forget(eg_network *s);
void eg_user_tangents_free_all(struct eg_user_tangents *q);

#endif
