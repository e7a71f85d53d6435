/* Laws known by their values: user/contact_law.c. */
#ifndef EG_NETWORK_USER_CONTACT_LAW_H
#define EG_NETWORK_USER_CONTACT_LAW_H

#include "network/user/user.h"

enum { EG_LAW_MODES = EG_GAP_REBOUND_LIMITED + 1 }; /* of ElastoGap */

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
/* Sets inputs and settles relations: all values of the law. */
void eg_law_probe_at(const eg_law_probe *of, double s, double v, double drift);
/* For a law between flanges, whose ends are known: f at its second one. */
void eg_law_set_probe(eg_law_probe *of, const eg_user_law *law);
/* Fills in kind, and spring or contact of the law. */
void eg_law_find_kind(const eg_law_probe *of, eg_user_law *law);
/* law_rest.c: whether its force at rest is known by its kind. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_law_know_rest(const eg_law_probe *of, eg_user_law *law);
/* Notes of the relations of a contact law where its force is not smooth; and if it is ElastoGap's, their
 * events are called as those of the component. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_law_mark_relations(eg_model *m, const eg_law_probe *of, const char *component);
/* law_modes.c: what the relations of such a law are in its modes: holds[mode*relations + k], mode <
 * EG_LAW_MODES; -1 where nothing asks. 1; 0: a relation that is asked changes within a mode; -1: out of
 * memory. */
int eg_law_find_truths(const eg_law_probe *of, int *holds);

#endif
