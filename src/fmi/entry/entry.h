/* What the entry points of both versions share: which call is legal where, and what importers are told. */
#ifndef EG_FMI_ENTRY_ENTRY_H
#define EG_FMI_ENTRY_ENTRY_H

#include "fmi/core.h"

/* The importer's view of an instance. */
typedef struct eg_entry_instance {
    eg_fmu *fmu;
    char *name;
    size_t told; /* diagnostics so far */
    bool is_logging;
    /* Passes on one message; is_error, else a warning. */
    void (*log)(struct eg_entry_instance *i, bool is_error, const char *text);
} eg_entry_instance;

/* Tells what has come up since the last call. */
static inline void eg_entry_tell(eg_entry_instance *i)
{
    const eg_diagnostics *d = i->fmu->diagnostics;
    for (; i->told < eg_diagnostics_count(d); i->told++) {
        const eg_diagnostic *m = eg_diagnostics_get(d, i->told);
        if (m->severity == EG_ERROR || i->is_logging)
            i->log(i, m->severity == EG_ERROR, m->message);
    }
}

/* May the function be called where the instance is? Reports when not. */
static inline bool eg_entry_is_legal(eg_entry_instance *i, int where, const char *function)
{
    if (i->fmu->at & where)
        return true;
    eg_report(i->fmu->diagnostics, EG_ERROR, EG_NOWHERE, "%s cannot be called now: the instance is %s",
              function,
              i->fmu->at == EG_AT_INSTANTIATED     ? "not initialized yet"
              : i->fmu->at == EG_AT_INITIALIZATION ? "being initialized"
              : i->fmu->at == EG_AT_EVENT          ? "in event mode"
              : i->fmu->at == EG_AT_CONTINUOUS     ? "in continuous-time mode"
              : i->fmu->at == EG_AT_STEP           ? "in step mode"
              : i->fmu->at == EG_AT_TERMINATED     ? "terminated"
                                                   : "in error: free or reset it");
    return false;
}

#endif
