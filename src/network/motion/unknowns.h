/* Which variables the unknowns of the system are: for statistics, `info` and FMUs. */
#ifndef EG_NETWORK_MOTION_UNKNOWNS_H
#define EG_NETWORK_MOTION_UNKNOWNS_H

#include "network/model.h"

/* An unknown is, to the bit, the variable path.port.variable, or it is shown by none. */
typedef struct eg_unknown {
    const char *path;     /* of a component, or of a user's variable, which has no `variable` then */
    const char *port;     /* NULL: none */
    const char *variable; /* NULL: see path */
    int number;           /* of a part's own states that are no variables: which one, from 1; 0: it is one */
    const char *unit;     /* "": none, or not known */
    double nominal;       /* that the user gives; 0: none */
    bool is_state;        /* it is differential in some mode */
} eg_unknown;

/* For each of m->n unknowns; the array is malloc'ed, its strings are the model's. NULL when out of memory. */
eg_unknown *eg_model_unknowns(const eg_model *m);
/* "mass.s", "filter.states[1]"; empty where there is no name. Writes like snprintf. */
void eg_unknown_name(const eg_unknown *u, char *text, size_t size);

/* array[i], for each of m->n: the first unknown whose name differs from that of unknown i in subscripts
 * alone, x[1] for x[7], leg[1].x for leg[2].x; i where there is none, and of all that is not users'
 * equations. What is one of many of a kind is small or large beside these. 0, or -1 out of memory. */
int eg_unknown_arrays(const eg_model *m, int *array);

#endif
