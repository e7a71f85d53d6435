/* Ensembles: one model, many sets of parameters and start values, on all cores.
 *
 *   const char *names[] = {"gap.c", "gap.d", "ball.s.start"};
 *   eg_wanted wanted[] = {{EG_WANTED_FINAL, .signal = "ball.s"},
 *                         {EG_WANTED_EVENT_COUNT, .component = "gap", .event = "contact begins"}};
 *   eg_ensemble *e;
 *   eg_ensemble_read("Drop.mo", NULL, names, 3, wanted, 2, d, &e);
 *   eg_ensemble_options o = eg_ensemble_options_default(e);
 *   eg_ensemble_run(e, &o, sets, values, results, NULL, d, NULL);      values: sets x 3, results: sets x 2
 *
 * Every set is a run of its own: its results are the same bits however many threads there are, however many
 * instances share a vector (`lanes`), and whatever the other sets are. */
#ifndef ELASTOGAP_ENSEMBLE_H
#define ELASTOGAP_ENSEMBLE_H

#include "elastogap/base.h"
#include "elastogap/simulate.h"
#include "elastogap/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A model, and what its sets give and are asked for: const once made. */
typedef struct eg_ensemble eg_ensemble;

/* What one number of the results is. */
typedef enum eg_wanted_kind {
    EG_WANTED_FINAL,   /* `signal` at the end of the run, in its unit, or what an expression comes to */
    EG_WANTED_MINIMUM, /* the least value of `signal` in the run, found on the engine's dense output and at */
    EG_WANTED_MAXIMUM, /* both sides of events; the greatest */
    EG_WANTED_EVENT_COUNT, /* how many events of `component` and `event` there were */
    EG_WANTED_EVENT_TIME,  /* the time [s] of number `number` of these; NAN where there are fewer. The engine
                              "fixed" locates no events, and is refused where they are asked for */
    EG_WANTED_EVENT_DURATION /* how long [s] from number `number` of these to the next event of `component`
                                that fits `signal`; NAN where the run does not come to both */
} eg_wanted_kind;

typedef struct eg_wanted {
    eg_wanted_kind kind;
    /* Path of a variable, "ball.s", or a scalar expression of Modelica over variables and parameters; of
     * EG_WANTED_FINAL, _MINIMUM and _MAXIMUM. min(x), max(x), mean(x), rms(x), integral(x), first(x) and
     * last(x) of one number are over all of the run, found on the engine's dense output, and at(x, 0.5) is
     * its value at that time, NAN where the run does not come to it: max(a.s) -
     * min(a.s). Of EG_WANTED_EVENT_DURATION a pattern of what is told of the event that ends it. */
    const char *signal;
    const char *component; /* pattern of paths of components (* and ? are wild), "*" where NULL; of events */
    const char *event;     /* pattern of what is told of it, "contact begins"; "*" where NULL */
    long number;           /* of EG_WANTED_EVENT_TIME and _DURATION: from 1 */
} eg_wanted;

/* Makes an ensemble of a spec. names[name_count]: what the sets give values to, parameters ("gap.c") and
 * start values ("ball.s.start", which keeps whether it is fixed), in SI units. Everything is copied; the
 * spec may be changed or freed afterwards. The model must compile as it stands: it says what the structure
 * is. Of a spec that was read, values reach everything that follows from them, as with eg_ensemble_read.
 * *ensemble is NULL unless EG_OK. EG_ERROR_USAGE: a name, signal or pattern that fits nothing, or a
 * name given twice; EG_ERROR_MODEL; EG_ERROR_MEMORY. */
EG_API eg_status eg_ensemble_create(const eg_spec *spec, const char *const *names, size_t name_count,
                                    const eg_wanted *wanted, size_t wanted_count, eg_diagnostics *diagnostics,
                                    eg_ensemble **ensemble);
/* The same of a text, as eg_spec_read; options may be NULL, and are copied. Names may be of parameters that
 * the text declares itself, too, and values reach everything that follows from them. A parameter of a
 * component that no expression asks for is set directly; for all others the text is read again for each set
 * (about 0.1 ms a component). EG_ERROR_FILE besides. */
EG_API eg_status eg_ensemble_read(const char *file_or_class, const eg_read_options *options,
                                  const char *const *names, size_t name_count, const eg_wanted *wanted,
                                  size_t wanted_count, eg_diagnostics *diagnostics, eg_ensemble **ensemble);
EG_API void eg_ensemble_free(eg_ensemble *ensemble); /* accepts NULL */

typedef struct eg_ensemble_options {
    size_t size; /* of this struct, or 0: EG_VERSION in base.h */
    /* As for eg_simulate, each set's run; `interval`, `signals` and `progress` play no part, and
     * start_from and save_times are refused. The engine "erk"
     * takes several instances per vector, "auto" does so where it would choose erk; all others run
     * instance by instance. */
    eg_simulate_options run;
    int threads; /* from 1; default 0: one for each core */
    int lanes;   /* instances whose steps are made together: 1, 4, 8 or 16; default 0: 16 */
    /* (sets) The caller's, or NULL: eg_energy's error of each set, NAN where it failed. Of sets that share
     * vectors it is an estimate, works being integrated with the steps' own weights; where by that a balance
     * does not close, the set is run once more by itself, and what that comes to stands. */
    double *energy_errors;
    int balance;   /* 1: no set shares vectors, so that errors are those of single runs; default 0 */
    int recompile; /* 0: a set that changes the structure is refused; 1: it runs on a model of its own */
    /* Called by one thread at a time with the number of sets done so far; anything but 0 stops the ensemble:
     * sets that have not begun then have the status EG_ERROR_SIMULATION. NULL: never. */
    int (*progress)(size_t done, eg_progress *context);
    eg_progress *context;
    /* The caller's flag, or NULL. Once another thread, or the handler of a signal, has made it anything
     * but 0, the ensemble stops: runs that are under way end after their next steps, and their sets too have
     * the status EG_ERROR_SIMULATION. It must stay up until eg_ensemble_run has returned. */
    const int *stop;
} eg_ensemble_options;

/* run: the defaults of eg_simulate for the model; all else 0. */
EG_API eg_ensemble_options eg_ensemble_options_default(const eg_ensemble *ensemble);

typedef struct eg_ensemble_statistics {
    const char *engine; /* static: the one that ran the first set, or was asked for where that failed */
    /* Static: how "auto" has come to run sets otherwise than eg_simulate would, where it has; else "".
     * Results then agree to the tolerance, not to the bit. */
    const char *engine_reason;
    int threads, lanes; /* that were used; 1 lane where instances run one by one */
    size_t failed;      /* sets without results, those that were stopped included */
    size_t recompiled;  /* sets with a structure of their own */
    size_t balanced;    /* sets whose energy balance was looked at: all that have come to their end */
    size_t open;        /* of those: it does not close (eg_energy) */
    long steps, rejected_steps, events;
    double seconds; /* wall time */
} eg_ensemble_statistics;

/* Runs `sets` sets. values (sets x names, row by row), results (sets x wanted) and statuses (sets; or NULL)
 * are the caller's. A set that fails has NANs for results, and its status tells why:
 *   EG_ERROR_USAGE       it changes the structure (another number of unknowns or events, m = 0, c = 0,
 *                        another exponent, a parameter that is no Real number) and `recompile` is 0
 *   EG_ERROR_MODEL       a value is out of range, or there is no start
 *   EG_ERROR_SIMULATION  the run failed on the way
 * and the others run all the same. Messages name the set by its index, from 0, and the parameter; of many the
 * first 20 are given. A note names a pattern of events that no set has seen; a warning tells of energy
 * balances that do not close.
 *
 * EG_OK when all sets are done, else the status of the first that is not; EG_ERROR_USAGE also: options out
 * of range; EG_ERROR_UNAVAILABLE: the engine is not in this build; EG_ERROR_MEMORY. Any number of threads may
 * run one ensemble at once. statistics may be NULL. */
EG_API eg_status eg_ensemble_run(const eg_ensemble *ensemble, const eg_ensemble_options *options, size_t sets,
                                 const double *values, double *results, eg_status *statuses,
                                 eg_diagnostics *diagnostics, eg_ensemble_statistics *statistics);

#ifdef __cplusplus
}
#endif
#endif
