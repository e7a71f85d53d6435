/* Equilibria of a model, where nothing moves and nothing changes, and its steady motions, whose speeds are
 * constant and whose forces are balanced.
 *
 *   eg_equilibria *all;
 *   eg_steady_options o = eg_steady_options_default(model);
 *   eg_steady(model, &o, d, &all);
 *   for (size_t i = 0; i < all->count; i++)
 *       printf("%s\n", all->items[i].words);
 *   eg_equilibria_free(all);
 *
 * A model with contacts has several: each combination of open and closed ones may have its own. They are
 * looked for combination by combination, and where forces are not linear from many points of each
 * (docs/steady.md). */
#ifndef ELASTOGAP_STEADY_H
#define ELASTOGAP_STEADY_H

#include "elastogap/linearize.h"
#include "elastogap/state.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_steady_options {
    size_t size;          /* of this struct, or 0: EG_VERSION in base.h */
    double time;          /* [s] at which sources are what they are; default: the experiment's start */
    const double *inputs; /* of the model (eg_model_inputs of them); NULL: their start values */
    /* Combinations of modes that are looked at, at most; default 4096. Where there are more, neighbours of
     * what has been found are looked at first, and the answer is not complete. Points to begin from, of all
     * combinations together, are no more than that either. */
    size_t most_modes;
    size_t starts;     /* points to begin from in a combination that is not linear; default 48 */
    size_t most;       /* equilibria to find, at most; default 1000 */
    double time_limit; /* by the clock [s]; default 0: none */
    /* The caller's flag, default NULL: once another thread, or the handler of a signal, has made it anything
     * but 0, the search ends with what it has found. */
    const int *stop;
} eg_steady_options;

/* The defaults named above. */
EG_API eg_steady_options eg_steady_options_default(const eg_model *model);

typedef enum eg_stability {
    EG_STABLE,    /* no eigenvalue has a real part > 0, */
    EG_NEUTRAL,   /* or there are some that are 0: what floats stays wherever it is put */
    EG_ONE_SIDED, /* at the edge of a contact: stable on one side of it, unstable on the other */
    EG_UNSTABLE,
    EG_STABILITY_UNKNOWN /* eigenvalues need LAPACK, which is missing (a warning) */
} eg_stability;

/* A contact or friction element there. */
typedef struct eg_steady_contact {
    const char *component; /* path */
    const char *mode;      /* "apart", "linear", "locked" */
    int is_at_edge;        /* the mode ends just here: open and closed are the same */
} eg_steady_contact;

/* Friction holds what would balance elsewhere too: the variable may be anything between. */
typedef struct eg_steady_range {
    const char *component; /* path of what holds */
    const char *variable;  /* "mass.s" */
    const char *unit;
    double low, high; /* infinite where it holds everywhere */
} eg_steady_range;

/* A state that changes at a constant rate, in its unit a second. */
typedef struct eg_steady_speed {
    const char *state; /* "mass.s" */
    const char *unit;  /* of the state */
    double speed;
} eg_steady_speed;

typedef struct eg_equilibrium {
    const eg_linearization
        *linear; /* states with their values, modes, eigenvalues; and what is behind an edge */
    eg_stability stability;
    const char *words; /* "stable", "unstable: 1 growing mode of 12.5 1/s", "floats: ball.s", "steady motion,
                          mass.s by 2.5 m/s: stable" */
    eg_steady_contact *contacts;
    size_t contact_count;
    const char **floating; /* states that may be anything, as nothing pulls them back */
    size_t floating_count;
    eg_steady_range *ranges;
    size_t range_count;
    /* The balance that is off most by rounding: what is left over, in its unit (of bodies [N]), and beside
     * the largest term of all balances of that kind; the name of the balance. */
    double residual, relative_residual;
    const char *residual_of;
    const eg_state *state;   /* to begin a run with */
    eg_steady_speed *moving; /* of a steady motion; of an equilibrium there are none */
    size_t moving_count;
} eg_equilibrium;

/* All strings and equilibria are its own. */
typedef struct eg_equilibria {
    const char *model;
    double time; /* [s] */
    eg_equilibrium *items;
    size_t count;
    int is_complete;     /* there are no others: every combination of modes was solved as a linear one */
    size_t combinations; /* looked at */
    const char *extent;  /* in words, what was looked at */
} eg_equilibria;

/* Finds them, in order of their states: equilibria, then steady motions. *out, the caller's, is NULL unless
 * EG_OK; with none found it is empty and a warning says why. EG_ERROR_USAGE: options out of range;
 * EG_ERROR_MODEL: no start, a model that looks back (delay), more than 4000 states; EG_ERROR_SIMULATION: the
 * model slides along an edge at the start; EG_ERROR_MEMORY. All reported. */
EG_API eg_status eg_steady(const eg_model *model, const eg_steady_options *options,
                           eg_diagnostics *diagnostics, eg_equilibria **out);
EG_API void eg_equilibria_free(eg_equilibria *all); /* accepts NULL */

/* A state of its own, the caller's, of equilibrium `number` (from 1); 0: the one there is, or the stable one
 * where only one of several is. EG_ERROR_MODEL: there is none, or several (reported with their numbers);
 * EG_ERROR_USAGE: no such number (reported); EG_ERROR_MEMORY. */
EG_API eg_status eg_equilibria_choose(const eg_equilibria *all, size_t number, eg_diagnostics *diagnostics,
                                      eg_state **state);

/* Writes them as .json (all of it, linear models too) or .csv (a row an equilibrium). EG_ERROR_USAGE (another
 * ending), EG_ERROR_FILE, EG_ERROR_MEMORY; reported. */
EG_API eg_status eg_equilibria_write(const eg_equilibria *all, const char *path, eg_diagnostics *diagnostics);

/* The state at `time` [s] of a result of this model, of the last row at that time (the right side of an
 * event); NAN: of its last row. Interpolated it is not: a time between rows is refused, with the nearest
 * ones. States are found by their names. What rows do not hold, as what relays and clauses remember, is what
 * it is at the start of a run, and a warning names it; that a position or a speed is missing is an error.
 * `name` is what messages call the result. EG_ERROR_USAGE, EG_ERROR_MODEL (no start; delay), EG_ERROR_MEMORY.
 */
EG_API eg_status eg_state_of_row(const eg_model *model, const eg_trajectory *result, double time,
                                 const char *name, eg_diagnostics *diagnostics, eg_state **out);

#ifdef __cplusplus
}
#endif
#endif
