/* Laws known by their values: user/contact_law.c. */
#ifndef EG_NETWORK_USER_CONTACT_LAW_H
#define EG_NETWORK_USER_CONTACT_LAW_H

#include "network/user/user.h"

/* How a law is asked for its force: f = sum of factor times what instructions come to, where the inputs of
 * the tape are by_s*s + by_v*v, and drift, which both ends may have besides, times by_drift. */
typedef struct eg_law_probe {
    const eg_user *u;
    const eg_user_law *law; /* what is computed for it, and the relations that it asks */
    int terms;
    const int *node;
    const double *factor;
    double *by_s, *by_v, *by_drift; /* (inputs) */
    double *in, *value;             /* (inputs), (instructions) */
    int *mode;                      /* (relations) */
} eg_law_probe;

/* With room, and all zero. False: out of memory; to be released all the same. */
bool eg_law_probe_create(eg_law_probe *of, const eg_user *u);
void eg_law_probe_release(eg_law_probe *of);
/* Fills in kind, and spring or contact of the law. */
void eg_law_find_kind(const eg_law_probe *of, eg_user_law *law);

#endif
