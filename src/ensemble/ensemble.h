/* What the parts of an ensemble share.
 *
 * A set of values becomes a model (source.c), which is held against the base model and run:
 * alone (instance.c), or in lanes beside others (lanes.h). A watcher (watcher.c) sees the run go by and
 * fills in what is wanted of it. Threads take sets from one counter (run.c); nothing that one writes is
 * read by another. */
#ifndef EG_ENSEMBLE_ENSEMBLE_H
#define EG_ENSEMBLE_ENSEMBLE_H

#include "component/spec.h"
#include "elastogap/ensemble.h"
#include "engine/engine.h"
#include "network/motion/observe.h"
#include "simulate/readout.h"

/* What a name of the sets leads to. */
typedef enum eg_setter_kind {
    EG_SET_PARAMETER,      /* of an instance: p[index] */
    EG_SET_START,          /* of variable `index` of an instance */
    EG_SET_VARIABLE_START, /* of a variable of users' equations: item */
    EG_SET_BY_READING      /* the text is read anew */
} eg_setter_kind;

typedef struct eg_setter {
    eg_setter_kind kind;
    const char *name;
    size_t item; /* instance or users' variable */
    int index;
    eg_type type;
} eg_setter;

struct eg_ensemble {
    eg_arena *arena;
    eg_spec *spec;      /* the base: its texts are shared by all clones */
    eg_model *model;    /* of it */
    eg_setter *setters; /* (name_count) */
    size_t name_count;
    bool reads; /* some setter is EG_SET_BY_READING */
    eg_wanted *wanted;
    size_t wanted_count;
    eg_readout readout; /* of what is wanted, for the base model */
};

/* ---- run.c */
/* Who runs the sets of an ensemble part by part, and is told of each that has failed, and why. */
typedef struct eg_ensemble_part eg_ensemble_part;
struct eg_ensemble_part {
    /* `set` counts within the part; d stays the ensemble's */
    void (*failed)(eg_ensemble_part *part, size_t set, const eg_diagnostics *d);
};
/* As eg_ensemble_run, on the calling thread alone; what is known of all sets together, as events that none
 * has seen, is not told. */
eg_status eg_ensemble_run_part(const eg_ensemble *ensemble, const eg_ensemble_options *options,
                               eg_ensemble_part *part, size_t sets, const double *values, double *results,
                               eg_status *statuses, eg_diagnostics *d, eg_ensemble_statistics *statistics);

/* How a set has gone, as tables say it: "done", "refused", "wrong", "failed". */
const char *eg_set_status_word(eg_status status);

/* ---- source.c */
/* Finds what each name leads to. EG_OK, EG_ERROR_USAGE, EG_ERROR_MEMORY (reported). */
eg_status eg_ensemble_find_setters(eg_ensemble *e, const char *const *names, eg_diagnostics *d);

/* A thread's own means to make models. */
typedef struct eg_maker {
    const eg_ensemble *ensemble;
    eg_spec *spec; /* a clone of the base, or NULL */
} eg_maker;

void eg_maker_release(eg_maker *maker);
/* The model of a set; values[name_count], of which only[i] holds alone, or all where `only` is -1. EG_OK,
 * EG_ERROR_MODEL, EG_ERROR_MEMORY (reported). */
eg_status eg_maker_make(eg_maker *maker, const double *values, long only, eg_diagnostics *d,
                        eg_model **model);
/* The spec of a set, the maker's until the next one, which says of itself all that its text with these values
 * would: it can be written flat. Answers as eg_maker_make. */
eg_status eg_maker_fill(eg_maker *maker, const double *values, eg_diagnostics *d, eg_spec **spec);

/* ---- watcher.c */
/* Reads what is wanted, all but events, for runs of the model. Release the readout in any case. EG_OK;
 * EG_ERROR_USAGE: a signal or component is not there, or an expression is wrong (reported);
 * EG_ERROR_MEMORY. */
eg_status eg_wanted_readout(const eg_wanted *wanted, size_t count, const eg_model *m, eg_readout *readout,
                            eg_diagnostics *d);

/* Beside eg_status: the run of a set was stopped, as asked, before its end. */
enum { EG_CUT_OFF = 78 };

typedef struct eg_watcher {
    eg_observer observer; /* first: an eg_observer * is an eg_watcher * */
    const eg_wanted *wanted;
    size_t count;
    eg_network *network;
    double *results; /* (count) the caller's */
    eg_readout own;  /* of a model with a structure of its own; else empty */
    eg_reducer reducer;
    bool looks;         /* the reducer has to see steps */
    double *numbers;    /* (count) what the reducer comes to */
    eg_event_ask *asks; /* (count) of what is wanted of events */
    eg_tally *tallies;  /* (count) of these */
    long events;
    const int *stop; /* the caller's flag, or NULL */
    bool is_cut;     /* this run was stopped by it */
} eg_watcher;

/* Room for runs of models of this structure. readout: what is wanted, read for it; NULL: it is read here.
 * Answers as eg_wanted_readout. Release it in any case. */
eg_status eg_watcher_init(eg_watcher *w, const eg_model *model, const eg_readout *readout,
                          const eg_wanted *wanted, size_t count, eg_diagnostics *d);
void eg_watcher_release(eg_watcher *w);
/* Runs end once this flag is up; NULL: they do not. */
void eg_watcher_heed(eg_watcher *w, const int *stop);
/* A run begins; results go to results[count]. False: out of memory. */
bool eg_watcher_begin(eg_watcher *w, eg_network *network, double *results);
/* It has ended at t. 0, or negative (reported): a value is no number. */
int eg_watcher_end(eg_watcher *w, double t, const double *y, const double *yp);

/* ---- instance.c */
typedef struct eg_run_counts {
    long steps, rejected_steps, events;
    const char *engine;
    eg_energy energy; /* of the last run */
} eg_run_counts;
/* A run of its own from start to stop. EG_OK, EG_CUT_OFF (which tells nothing); EG_ERROR_MODEL,
 * EG_ERROR_SIMULATION, EG_ERROR_MEMORY, all reported. */
eg_status eg_instance_run(const eg_model *model, const eg_simulate_options *o, const eg_engine_ops *engine,
                          eg_watcher *watcher, double *results, eg_diagnostics *d, eg_run_counts *counts);

#endif
