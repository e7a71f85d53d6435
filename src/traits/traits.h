/* What a model is for those who could run it: of each whether it takes the model, or the reason why not. What
 * `info` and --stats print; the reasons are those by which engines refuse, and by which `auto` chooses. */
#ifndef EG_TRAITS_TRAITS_H
#define EG_TRAITS_TRAITS_H

#include "base/reason.h"
#include "elastogap/elastogap.h"

#include <stdbool.h>

typedef struct eg_trait {
    const char *name; /* of the engine, else what takes the model: "ensembles in lanes" */
    bool is_engine;
    bool holds;                  /* it takes the model as that stands at its start */
    char reason[EG_REASON_SIZE]; /* why not, in words that follow "because" and name a component */
} eg_trait;

enum { EG_TRAITS_MOST = 12 };

typedef struct eg_traits {
    int count; /* 0: the model has no unknowns, and needs nobody */
    eg_trait items[EG_TRAITS_MOST];
} eg_traits;

/* EG_OK; EG_ERROR_MODEL: the model has no consistent start, EG_ERROR_MEMORY (both reported). */
eg_status eg_traits_find(const eg_model *model, eg_diagnostics *diagnostics, eg_traits *traits);
/* By name; NULL: there is none of it. */
const eg_trait *eg_traits_named(const eg_traits *traits, const char *name);

#endif
