/* An FMU that is open: its library, one instance of it, and the calls of both versions of the standard behind
 * one set of functions. */
#ifndef EG_FMI_IMPORT_MOCKUP_H
#define EG_FMI_IMPORT_MOCKUP_H

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"
#include "fmi/import/facts.h"
#include "fmi/import/unpack.h"

#include <fenv.h>

typedef struct eg_calls_2 {
#define EG_POINTER(answer, name, arguments) fmi2##name##TYPE *name;
    FMI2_FUNCTIONS(EG_POINTER)
#undef EG_POINTER
} eg_calls_2;

typedef struct eg_calls_3 {
#define EG_POINTER(answer, name, arguments) fmi3##name##TYPE *name;
    FMI3_FUNCTIONS(EG_POINTER)
#undef EG_POINTER
} eg_calls_3;

/* What an FMU is called for. */
typedef enum eg_mockup_call {
    EG_CALL_NONE,
    EG_CALL_LOAD,
    EG_CALL_UNLOAD,
#define EG_NAME_2(answer, name, arguments) EG_CALL_2_##name,
#define EG_NAME_3(answer, name, arguments) EG_CALL_3_##name,
    FMI2_FUNCTIONS(EG_NAME_2) FMI3_FUNCTIONS(EG_NAME_3)
#undef EG_NAME_2
#undef EG_NAME_3
        EG_CALL_COUNT
} eg_mockup_call;
/* "fmi2DoStep", whatever the number. */
const char *eg_mockup_call_name(int call);

/* Signs of life, which another process may see: apart.c. */
typedef struct eg_pulse {
    int call;       /* eg_mockup_call: the one that has not come back yet */
    unsigned beats; /* calls so far */
    double time;    /* of the run [s] */
    int stops;      /* the run is asked to */
    int is_cut_off; /* what it sends does not arrive */
} eg_pulse;

typedef struct eg_mockup {
    eg_facts facts;
    eg_scratch scratch;
    eg_diagnostics *d;
    bool is_cosimulation;
    bool uses_events; /* Co-Simulation with Event Mode */
    void *library;
    eg_calls_2 two;
    eg_calls_3 three;
    void *instance;
    bool is_initialized; /* to be terminated */
    bool is_broken;      /* it has answered with an error: no call but to be freed */
    bool is_dead;        /* a fatal one: no call at all */
    fmi2CallbackFunctions callbacks;
    long messages; /* of the FMU's logger */
    double time;   /* for messages [s] */
    char resources[600];
    /* NULL; else called in a step, where the instance asks for inputs at time t */
    bool (*give)(struct eg_mockup *u, double t);
    void *context;            /* of give */
    volatile eg_pulse *pulse; /* own_pulse, or what another process sees */
    eg_pulse own_pulse;
    struct eg_wire *wire; /* to that process; NULL: there is none */
    fenv_t arithmetic;    /* before there was a library: a call may leave another rounding behind */
} eg_mockup;

static inline void eg_mockup_begin_call(eg_mockup *u, int call)
{
    u->pulse->time = u->time;
    u->pulse->beats++;
    u->pulse->call = call;
}

static inline int eg_mockup_end_call(eg_mockup *u, int status)
{
    u->pulse->call = EG_CALL_NONE;
    (void)fesetenv(&u->arithmetic);
    return status;
}

/* Calls a function of the FMU that answers with a status. */
#define EG_CALL_2(u, name, arguments)                                                                        \
    eg_mockup_end_call(u, (eg_mockup_begin_call(u, EG_CALL_2_##name), (int)(u)->two.name arguments))
#define EG_CALL_3(u, name, arguments)                                                                        \
    eg_mockup_end_call(u, (eg_mockup_begin_call(u, EG_CALL_3_##name), (int)(u)->three.name arguments))

/* What an event has brought. */
typedef struct eg_mockup_news {
    bool terminate, values_changed, nominals_changed;
    double next_time; /* INFINITY: none */
} eg_mockup_news;

/* Unpacks and reads the FMU at `path`. EG_OK, EG_ERROR_FILE, EG_ERROR_MODEL, EG_ERROR_UNAVAILABLE,
 * EG_ERROR_MEMORY (reported). eg_mockup_close in any case. */
eg_status eg_mockup_open(eg_mockup *u, const char *path, eg_diagnostics *d);
void eg_mockup_close(eg_mockup *u);
/* Ends the instance: lets it terminate, if it is in order, frees it, and unloads the library. Nothing is
 * asked of it once it has terminated. A failure to terminate is a warning. Once is enough. */
void eg_mockup_leave(eg_mockup *u);
/* Loads the library and makes an instance of one of the kinds; is_driven: a table gives its inputs, so that
 * Co-Simulation uses Event Mode and intermediate updates where the FMU has them. EG_ERROR_MODEL (reported).
 */
eg_status eg_mockup_instantiate(eg_mockup *u, bool is_cosimulation, bool is_driven);

/* All below: false when the FMU has refused (reported). */
/* Numbers of one numeric type or Booleans, as doubles; a call for `count` scalars or for one array. Integers
 * beyond 2^53 are rounded. */
bool eg_mockup_get(eg_mockup *u, eg_port_type type, const uint32_t *references, size_t count, size_t values,
                   double *to);
/* values: of the element type of `type`. */
bool eg_mockup_set(eg_mockup *u, eg_port_type type, const uint32_t *reference, size_t values,
                   const double *from);
bool eg_mockup_set_integer(eg_mockup *u, eg_port_type type, const uint32_t *reference, size_t values,
                           const int64_t *from);
bool eg_mockup_set_text(eg_mockup *u, const uint32_t *reference, size_t values, const char *const *from);
/* The first derivative of a Real input, of an FMU that interpolates (FMI 2). */
bool eg_mockup_set_slope(eg_mockup *u, uint32_t reference, double slope);
bool eg_mockup_configure(eg_mockup *u, bool begin); /* FMI 3: structural parameters are set in between */

/* tolerance and stop: NAN where nothing is said. */
bool eg_mockup_enter_initialization(eg_mockup *u, double tolerance, double start, double stop);
bool eg_mockup_exit_initialization(eg_mockup *u);
/* Into Event Mode, then the iteration over discrete states. */
bool eg_mockup_enter_event(eg_mockup *u);
bool eg_mockup_iterate(eg_mockup *u, eg_mockup_news *news);

/* ---- Model Exchange */
bool eg_mockup_enter_continuous(eg_mockup *u);
bool eg_mockup_set_time(eg_mockup *u, double t);
bool eg_mockup_set_states(eg_mockup *u, const double *x, size_t count);
bool eg_mockup_get_states(eg_mockup *u, double *x, size_t count);
bool eg_mockup_get_nominals(eg_mockup *u, double *nominals, size_t count);
/* These: 0; 1 where the FMU discards the point; negative: reported. */
int eg_mockup_derivatives(eg_mockup *u, double *derivatives, size_t count);
int eg_mockup_indicators(eg_mockup *u, double *indicators, size_t count);
/* Of `count` scalar unknowns by one scalar known. As above. */
int eg_mockup_directional(eg_mockup *u, const uint32_t *unknowns, size_t count, uint32_t known,
                          double *column);
bool eg_mockup_complete_step(eg_mockup *u, bool *wants_event, bool *terminate);
bool eg_mockup_sizes(eg_mockup *u, size_t *states, size_t *indicators);

/* ---- Co-Simulation */
bool eg_mockup_enter_step(eg_mockup *u); /* from Event Mode */
typedef struct eg_mockup_step {
    double reached;
    bool needs_event, terminate, is_discarded;
} eg_mockup_step;
bool eg_mockup_step_to(eg_mockup *u, double from, double to, eg_mockup_step *outcome);

#endif
