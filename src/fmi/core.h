/* One instance of an FMU, whatever the version of the interface: a model read from the texts that the FMU
 * carries, and its run.
 *
 * Parameters that are set before the start are settings of the reader, so that all that depends on them is
 * evaluated anew; the model is then compiled again. Under Model Exchange the system's callbacks answer
 * directly, with modes frozen between events; under Co-Simulation one of the engines steps. */
#ifndef EG_FMI_CORE_H
#define EG_FMI_CORE_H

#include "engine/engine.h"
#include "engine/watch.h"
#include "fmi/shape.h"
#include "fmi/variables.h"
#include "network/motion/view.h"
#include "simulate/balance.h"

#include <stdint.h>

/* Where an instance is in the state machine of both standards; one bit each. */
enum {
    EG_AT_INSTANTIATED = 1,
    EG_AT_INITIALIZATION = 2,
    EG_AT_EVENT = 4,
    EG_AT_CONTINUOUS = 8,
    EG_AT_STEP = 16,
    EG_AT_TERMINATED = 32,
    EG_AT_ERROR = 64,         /* reset or free it */
    EG_AT_INTERMEDIATE = 128, /* the importer has a look between the steps of a doStep */
    EG_AT_ASKED = 256,        /* before one: it is asked what inputs will be on the way */
    EG_AT_ANY = 63
};

/* What resources/fmu.txt says; strings point into `text`. */
typedef struct eg_fmu_manifest {
    char *text;
    const char *token, *file, *model, *engine;
    const char *class_name; /* instead of file and model: one that the library has itself; else NULL */
    const char **includes, **settings;
    size_t include_count, setting_count;
    eg_fmu_shape shape;
} eg_fmu_manifest;

typedef struct eg_fmu {
    eg_observer observer; /* first: an eg_observer * is an eg_fmu * */
    int at;
    bool is_cosimulation;
    char *directory; /* of the resources, with a slash at its end */
    eg_fmu_manifest manifest;
    eg_diagnostics *diagnostics;
    eg_model *base;   /* without settings by the importer: the list's */
    eg_model *own;    /* with settings; NULL: there are none */
    eg_fmu_list list; /* by value reference */
    int *index;       /* (list) of columns in the present model; -1: not there */
    double *value;    /* (list) of parameters and inputs */
    double *rates;    /* (inputs x 2) first and second derivatives of inputs in the next step */
    double *answers;  /* (inputs x 2) in EG_AT_ASKED: their values in the middle of the step and at its end */
    int question;     /* which of them is asked for: 0, 1 */
    char *texts;      /* (strings x EG_FMU_TEXT) of those that are strings */
    bool *is_set;     /* (list) parameters that the importer has set */
    double *before;   /* (list) values before tunable ones were set that wait for eg_fmu_tune; or NULL */
    bool *was_set;    /* (list) likewise */
    bool is_stale;    /* they are not in the model yet */
    bool is_ready;    /* the start has been found */
    bool is_consistent; /* y' and what is algebraic fit the states */
    bool is_observed;   /* columns are those of the point */
    bool inputs_changed;
    eg_network *network;
    double *y, *yp;  /* (n) the present point */
    eg_view *view;   /* everything */
    double *columns; /* what can be observed there */
    double time, start, stop, tolerance;
    double
        point; /* Co-Simulation: what the importer takes `time` to be, which is off by round-off, or where an
                     event stands for the point */
    bool has_stop;
    /* Model Exchange */
    eg_engine none; /* names the system to the watch */
    eg_watch watch;
    double *h;        /* (switches) */
    double announced; /* the time event that importers know of; INFINITY: none */
    /* Co-Simulation */
    eg_engine *engine;
    eg_journey *journey;
    eg_march_options options;
    double *y_run, *yp_run;
    bool has_infinite_energy; /* told */
    bool is_accounted;        /* the journey's energy is to be balanced */
    eg_balance_start account; /* what the journey began with */
    double missing, in_play;  /* [J] of the journeys that have ended: sum, and the largest energy */
    double allowed;           /* of the latest balance */
    bool has_event_mode;      /* the importer asks for it */
    bool stops_at_events;     /* it may be told of them before a step's end, too */
    bool waits;               /* one has been reached and not been handled yet */
    /* NULL; else called between steps: true to go no further than *until */
    bool (*intermediate)(struct eg_fmu *f, double t, double *until);
    /* NULL; else called before a step: the importer sets the inputs of time t */
    void (*ask)(struct eg_fmu *f, double t);
    void *importer; /* of intermediate */
    long events;    /* so far */
} eg_fmu;

/* The directory of the resources, by what the importer says (NULL: nothing); NULL: unknown. */
const char *eg_fmu_place(const char *resources);
/* Reads manifest and model from `directory`. NULL when out of memory; else ask eg_diagnostics_errors. */
eg_fmu *eg_fmu_open(const char *directory, const char *token, bool is_cosimulation);
void eg_fmu_close(eg_fmu *f); /* accepts NULL */
/* As it was when it was opened. */
void eg_fmu_reset(eg_fmu *f);

static inline const eg_model *eg_fmu_model(const eg_fmu *f)
{
    return f->own ? f->own : f->base;
}

/* All below: false when it failed (reported). */
/* The start, with what has been set. */
bool eg_fmu_settle(eg_fmu *f);
/* The value of a variable of one of the types but EG_STRING. */
bool eg_fmu_get(eg_fmu *f, size_t reference, eg_type type, double *value);
bool eg_fmu_set(eg_fmu *f, size_t reference, eg_type type, double value);
/* Derivative `order` (1 or more) of a continuous input at the communication point, for the next step alone.
 * Those above 2 are left out (a warning). */
bool eg_fmu_set_rate(eg_fmu *f, size_t reference, int order, double value);
/* The value of a string, which is the instance's until it is set again. */
bool eg_fmu_get_text(eg_fmu *f, size_t reference, const char **text);
bool eg_fmu_set_text(eg_fmu *f, size_t reference, const char *text);
/* After some have been set: tunable parameters come into force, all together or, where the structure would
 * change, none. */
bool eg_fmu_tune(eg_fmu *f);
/* After initialization: Co-Simulation makes its engine ready. */
bool eg_fmu_start(eg_fmu *f);
/* At the end: what the model does when terminal(). */
bool eg_fmu_end(eg_fmu *f);
/* Warns where the energy of what Co-Simulation has stepped through does not balance. False: it is no finite
 * number, which is told of Model Exchange, too. */
bool eg_fmu_tell_balance(eg_fmu *f);
/* Is the energy in the present state a finite number? False is told, once. */
bool eg_fmu_has_finite_energy(eg_fmu *f);

/* ---- partial derivatives in the present modes; references of knowns and unknowns are checked */
/* sensitivity = J seed */
bool eg_fmu_directional(eg_fmu *f, const uint32_t *unknowns, size_t unknown_count, const uint32_t *knowns,
                        size_t known_count, const double *seed, double *sensitivity);
/* sensitivity = J' seed */
bool eg_fmu_adjoint(eg_fmu *f, const uint32_t *unknowns, size_t unknown_count, const uint32_t *knowns,
                    size_t known_count, const double *seed, double *sensitivity);

/* ---- Model Exchange */
void eg_fmu_set_states(eg_fmu *f, const double *states);
void eg_fmu_get_states(const eg_fmu *f, double *states);
bool eg_fmu_derivatives(eg_fmu *f, double *derivatives);
bool eg_fmu_indicators(eg_fmu *f, double *indicators);
void eg_fmu_nominals(eg_fmu *f, double *nominals);
/* Handles what has happened at the present point. *jumped: states have new values. */
bool eg_fmu_event(eg_fmu *f, bool *jumped);
/* Of the next time event; INFINITY: none. */
double eg_fmu_next_time(const eg_fmu *f);

/* ---- Co-Simulation */
/* To t, *reached tells how far: an event may wait there (f->waits); the model may end itself before
 * (*ended). */
bool eg_fmu_step(eg_fmu *f, double t, double *reached, bool *ended);
/* In event mode: what waits, and inputs that have changed. *jumped as above. */
bool eg_fmu_event_between(eg_fmu *f, bool *jumped);

/* ---- the whole state */
typedef struct eg_fmu_state {
    size_t length;
    char *bytes;
} eg_fmu_state;
/* *state is made when NULL, else filled anew. */
bool eg_fmu_save(eg_fmu *f, eg_fmu_state **state);
bool eg_fmu_restore(eg_fmu *f, const eg_fmu_state *state);
/* As bytes that may be kept: `length` of them, with a checksum over all. */
void eg_fmu_state_write(const eg_fmu_state *state, void *bytes);
/* A state from bytes that eg_fmu_state_write has written for this FMU and this kind of instance; NULL: they
 * are others, cut short or changed (reported), or there is no memory (reported). */
eg_fmu_state *eg_fmu_state_read(eg_fmu *f, const void *bytes, size_t length);
void eg_fmu_state_free(eg_fmu_state *state); /* accepts NULL */

#endif
