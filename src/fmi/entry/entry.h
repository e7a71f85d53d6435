/* What the entry points of both versions share: which call is legal where, what importers are told, and all
 * that both versions do alike. The functions take the instance as the importer names it (NULL is refused) and
 * the name of the function that was called, for messages. */
#ifndef EG_FMI_ENTRY_ENTRY_H
#define EG_FMI_ENTRY_ENTRY_H

#include "fmi/core.h"

/* Both standards number their answers alike. */
enum { EG_ENTRY_OK, EG_ENTRY_WARNING, EG_ENTRY_DISCARD, EG_ENTRY_ERROR };

/* Groups of states. */
enum {
    EG_AT_RUN = EG_AT_EVENT | EG_AT_CONTINUOUS | EG_AT_STEP,
    EG_AT_SET = EG_AT_INSTANTIATED | EG_AT_INITIALIZATION | EG_AT_RUN | EG_AT_ASKED,
    EG_AT_GET = EG_AT_ANY | EG_AT_INTERMEDIATE,
    EG_AT_POINT = EG_AT_INITIALIZATION | EG_AT_EVENT | EG_AT_CONTINUOUS | EG_AT_TERMINATED
};

/* The importer's view of an instance; each version's own struct begins with this one. */
typedef struct eg_entry_instance {
    eg_fmu *fmu;
    char *name;
    const char *function;  /* that was called last */
    size_t told;           /* diagnostics so far */
    bool has_told_refusal; /* of that call: an answer that is not OK has its message */
    bool is_logging;
    /* Passes on one message; status: EG_ENTRY_WARNING, _DISCARD or _ERROR. */
    void (*log)(struct eg_entry_instance *i, int status, const char *text);
} eg_entry_instance;

/* ---- of every call */
/* The instance, if the function may be called where it is; else NULL (told). */
eg_entry_instance *eg_entry_enter(void *who, int where, const char *function);
/* Passes messages on; what failed for good is in error from now on. EG_ENTRY_OK or EG_ENTRY_ERROR, which is
 * never without a message. */
int eg_entry_leave(eg_entry_instance *i, bool is_done, bool is_fatal);
/* Tells why; EG_ENTRY_ERROR. */
int eg_entry_refuse(eg_entry_instance *i, const char *why);

/* ---- life */
/* Fills the instance, whose log and is_logging are given. False: it cannot be used (told). */
bool eg_entry_open(eg_entry_instance *i, const char *name, const char *token, const char *resources,
                   bool is_cosimulation);
void eg_entry_close(eg_entry_instance *i); /* but for the struct itself; accepts NULL */
int eg_entry_set_logging(void *who, const char *function, bool is_on, size_t count,
                         const char *const categories[]);
int eg_entry_terminate(void *who, const char *function);
int eg_entry_reset(void *who, const char *function);

/* ---- initialization and modes */
typedef struct eg_entry_experiment {
    bool has_tolerance, has_stop;
    double tolerance, start, stop;
} eg_entry_experiment;
int eg_entry_set_experiment(void *who, const char *function, const eg_entry_experiment *e);
int eg_entry_exit_initialization(void *who, const char *function);
int eg_entry_enter_event(void *who, const char *function);
int eg_entry_enter_step(void *who, const char *function);
int eg_entry_enter_continuous(void *who, const char *function);

/* What an event has brought. */
typedef struct eg_entry_news {
    bool is_final, has_jumped, has_next;
    double next; /* 0 where there is none */
} eg_entry_news;
int eg_entry_handle_event(void *who, const char *function, eg_entry_news *news);

/* ---- strings */
int eg_entry_get_texts(void *who, const char *function, const uint32_t *references, size_t count,
                       const char **values);
int eg_entry_set_texts(void *who, const char *function, const uint32_t *references, size_t count,
                       const char *const *values);

/* ---- the whole state */
int eg_entry_get_state(void *who, const char *function, void **state);
int eg_entry_set_state(void *who, const char *function, const void *state);
int eg_entry_free_state(void *who, const char *function, void **state);
int eg_entry_size_of_state(void *who, const char *function, const void *state, size_t *size);
int eg_entry_serialize(void *who, const char *function, const void *state, void *bytes, size_t size);
int eg_entry_deserialize(void *who, const char *function, const void *bytes, size_t size, void **state);

/* ---- partial derivatives: as many seeds and sensitivities as the direction asks for */
typedef struct eg_entry_partial {
    const uint32_t *unknowns, *knowns;
    size_t unknown_count, known_count;
    const double *seed;
    double *sensitivity;
    size_t seed_count, sensitivity_count;
    bool is_adjoint;
} eg_entry_partial;
int eg_entry_get_partial(void *who, const char *function, const eg_entry_partial *p);

/* ---- Model Exchange */
int eg_entry_set_time(void *who, const char *function, double time);
int eg_entry_set_states(void *who, const char *function, const double *states, size_t count);
int eg_entry_get_states(void *who, const char *function, double *states, size_t count);
int eg_entry_get_derivatives(void *who, const char *function, double *derivatives, size_t count);
int eg_entry_get_indicators(void *who, const char *function, double *indicators, size_t count);
int eg_entry_get_nominals(void *who, const char *function, double *nominals, size_t count);

/* ---- Co-Simulation */
/* *reached and *ended, which may not be NULL, as those of eg_fmu_step. A step may be as short as it likes:
 * one that is lost in the round-off of time leads nowhere and is done. */
int eg_entry_step(void *who, const char *function, double time, double step, double *reached, bool *ended);

#endif
