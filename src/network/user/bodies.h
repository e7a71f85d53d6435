/* Bodies that equations write without any component: user/bodies.c. */
#ifndef EG_NETWORK_USER_BODIES_H
#define EG_NETWORK_USER_BODIES_H

#include "network/user/contact_law.h"

/* More of them than anybody writes by hand. */
enum { EG_OWN_BODIES_MOST = 40 };

typedef struct eg_own_body {
    int x, v;    /* unknowns: der(x) = v */
    double mass; /* [kg], up to a factor that all bodies share which laws tie together */
    double push; /* [N] what pushes it always */
} eg_own_body;

typedef struct eg_own_law {
    int from, to; /* bodies, s_rel being the way from one to the other; -1: the ground */
    eg_user_law law;
    /* Of one that is no sum: f is factor times the value of instructions. */
    int terms, *node;
    double *factor;
} eg_own_law;

/* A force that follows no body: of time, or of what else equations compute. */
typedef struct eg_own_push {
    int body, node; /* instruction */
    double factor;  /* [N] for one of its value */
} eg_own_push;

typedef struct eg_own_bodies {
    eg_own_body *body;
    eg_own_law *law;
    eg_own_push *push;
    int bodies, laws, pushes;
} eg_own_bodies;

/* 1; 0 where there are none between which springs, dampers and contacts act alone, pushed by what follows no
 * body; -1 when out of memory. To be released in any case. */
int eg_user_find_bodies(const eg_model *m, eg_own_bodies *out);
void eg_own_bodies_release(eg_own_bodies *b);
/* How a law that is no sum is asked for its force: the probe has been created, with room for the inputs. */
void eg_own_law_set_probe(const eg_own_bodies *own, const eg_own_law *law, eg_law_probe *probe);

/* What instruction i of a sum, `share` times, passes on to its operands: added to sum[instructions].
 * False: it is none of a sum. */
bool eg_user_pass_on(const eg_user *u, int i, double share, double *sum);

#endif
