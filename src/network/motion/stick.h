/* Bodies that friction holds to each other, exactly.
 *
 * While a friction element holds, its two flanges have the same speed. Bodies that are held together move as
 * one: one of them leads (the ground where it is among them, else the heaviest), the others follow,
 *
 *     v(b) = ratio(b) v(lead) + drift(b),
 *
 * drift being the difference of driven motions, given functions of time, and ratio that of gears. Across a
 * gear both flanges may lie on one body: that is then held to the ground. Wherever
 * the equations ask for the speed or acceleration of a follower they get this, and the forces on it enter the
 * row of its lead, times ratio; its own v stands still in y. So a held pair has the relative speed 0, not
 * nearly 0: what is stuck does not creep, and the system stays an explicit one where it was.
 *
 * What holds them follows from the forces that are left over on each follower,
 *
 *     r_b + sum of c_ib f_i = 0        over the held elements i, with signs (and factors) c
 *
 * which determines the f_i where the held elements form no loop. Where they do (side by side), any share of
 * the load would do; they take it in proportion to what they can hold, w_i = f0_max/|c|:
 * f_i = w_i sum_b c_ib u_b with a potential u per follower, a matrix that is symmetric and positive definite.
 * Then elements side by side reach their limits together, when the load is the sum, behind gears too. It is
 * the share of least sum f_i^2/w_i. A hard stop takes all that it can get. */
#ifndef EG_NETWORK_MOTION_STICK_H
#define EG_NETWORK_MOTION_STICK_H

#include "network/model.h"

typedef struct eg_network eg_network;

typedef struct eg_hold {
    int body[2];      /* 0: none, the ground */
    double factor[2]; /* 0 for the ground */
} eg_hold;

/* The rate of a difference of positions, by_a*y[a] + by_b*y[b]; an index of -1: nothing. EG_PACE_SUMMED:
 * there is more to it. */
typedef struct eg_relative_speed {
    int a, b;
    double by_a, by_b;
} eg_relative_speed;
enum { EG_PACE_SUMMED = -2 };

/* Of models without friction nobody leads and nobody follows: there are no drifts, holders and followers. */
typedef struct eg_stick {
    int *lead;      /* (bodies) whose slot carries its speed; itself where nothing holds it */
    double *ratio;  /* (bodies) */
    double *mass;   /* (bodies) of a lead: with all that follows it [kg] */
    int *holder;    /* (bodies) of followers: the element that holds it */
    eg_jet *drift;  /* (bodies) only dx and ddx */
    int *followers; /* in the order that drifts are summed in */
    int follower_count;
    eg_relative_speed *pace; /* (bodies, rows) of coordinates and rows; NULL: the model has no friction */
    int *place;              /* (bodies) among the followers, or -1 */
    bool *is_tied;           /* (elements) it holds, between bodies that can be held */
    double *u;               /* (followers) potentials */
    double *balance;         /* (n) */
    struct eg_linear *linear;
    eg_pattern pattern; /* of the matrix; arrays below */
    int *start, *row;
    double *values;
    long structure; /* counts changes of the pattern */
    char *memory;
    bool is_tree;     /* what holds forms no loop: forces follow without weights */
    bool is_factored; /* the matrix without weights */
    bool changed;     /* since the system's pattern was made */
    bool is_noted;    /* `balance` is that of the point evaluated last, but for what inertia makes of y' */
} eg_stick;

/* Nothing holds yet. 0, or -1 out of memory. */
int eg_stick_create(eg_stick *k, const eg_model *m);
void eg_stick_free(eg_stick *k);

/* Finds who leads whom in the present modes, and gives followers their speeds in y: before, as they were, and
 * afterwards as they are. 0, or negative (reported, but for -1: out of memory). */
int eg_stick_update(eg_network *s, double t, double *y);
/* Anew, once it is known who leads; the network has one before anything holds too. */
void eg_stick_find_paces(eg_network *s);
/* Are those tied that hold in the present modes? */
bool eg_stick_is_current(const eg_network *s);
/* Lets all go, each with the speed it has; or with that of y, as where a point is tried whose modes are to be
 * chosen anew. */
void eg_stick_release(eg_network *s, double *y);
void eg_stick_let_go(eg_network *s);
/* Gives followers their speeds in y. */
void eg_stick_write_speeds(const eg_network *s, double *y);
/* Once the motions of drives are known. */
void eg_stick_drift(eg_network *s);
/* Moves the forces on followers to the rows of their leads. */
void eg_stick_fold(const eg_network *s, const double *yp, double *r);
/* What friction element i ties: v_rel = sum of factor*v(body) + driven motions, the coefficients with which
 * its force enters the rows of these bodies. */
eg_hold eg_hold_of(const eg_model *m, int i);
/* The most that element i holds at the point evaluated last. */
double eg_stick_strength(const eg_network *s, int i);
/* Does it tie anything? */
static inline bool eg_hold_ties(const eg_hold *h)
{
    return h->body[0] > 0;
}
/* Notes the forces on followers at the point evaluated last, r[n] being all forces but those of inertia, for
 * eg_stick_forces to go on from: the point need not be that with y'. */
void eg_stick_note(eg_stick *k, const eg_model *m, const double *r);
/* The forces of all elements that hold, at the point evaluated last (with forces, and y'). 0, or -1. */
int eg_stick_forces(eg_network *s, const double *yp);
/* The same where the balances of what follows are known: stick.balance; followers there are. */
int eg_stick_share(eg_network *s);
/* by[body]: how the force of element i, which is tied, follows the balance of forces on that body. 0, or
 * -1. */
int eg_stick_gradient(eg_network *s, int i, double *by);

#endif
