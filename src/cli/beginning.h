/* Where a run begins other than with the model's start values, where its states are saved, and where it
 * begins anew: --start, --start-from, --save-state and --restart-at. */
#ifndef EG_CLI_BEGINNING_H
#define EG_CLI_BEGINNING_H

#include "cli/options.h"
#include "elastogap/state.h"

/* What the command line says of it. */
typedef struct eg_beginning_settings {
    const char *start;      /* "steady" or "steady:2", or NULL */
    const char *start_from; /* "run.csv@2.5", "run.state", or NULL */
    eg_texts saves;         /* "run.state", "run.state@2.5" */
    eg_texts restarts;      /* "2.5" */
} eg_beginning_settings;

#define EG_BEGINNING_OPTIONS(set)                                                                            \
    eg_option_text("--start", "steady[:K]", &(set)->start,                                                   \
                   "begin at rest, in the equilibrium (number K) that `elastogap steady` finds"),            \
        eg_option_text("--start-from", "FILE[@T]", &(set)->start_from,                                       \
                       "begin where another run was: a saved state, or the row of a .csv or .mat at T [s]"), \
        eg_option_list(                                                                                      \
            "--save-state", "FILE[@T]", &(set)->saves,                                                       \
            "save the state at T [s] (default: at the end), to go on from there; may be repeated"),          \
        eg_option_list("--restart-at", "T", &(set)->restarts,                                                \
                       "let the engine begin anew at T [s], as a run from a state saved there does; may be " \
                       "repeated")

/* The states that a run begins with and saves. */
typedef struct eg_beginning {
    char **names; /* (name_count) of all files: the one to begin from, and those to be written; */
    size_t name_count;
    eg_state *from;
    double *times; /* (count) in order */
    eg_state **saved;
    char **files;
    size_t count;
    double *restarts; /* in order */
} eg_beginning;

/* K of "steady:K"; 0 of "steady"; -1: it is neither. */
long eg_beginning_number(const char *text);
/* Is all of it well said? EG_EXIT_DONE, or EG_EXIT_USAGE with a message. */
int eg_beginning_check(const eg_beginning_settings *set);
/* Fills in the names of files. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_beginning_name(eg_beginning *b, const eg_beginning_settings *set);
/* Finds the state to begin with; o->start_from and its time become what it says, and the rest of the options
 * what the run had that has saved it. EG_OK, or as reported. */
eg_status eg_beginning_find(eg_beginning *b, const eg_beginning_settings *set, const eg_model *model,
                            eg_simulate_options *o, eg_diagnostics *d);
/* Asks for the states to be saved, once the stop time is known. */
eg_status eg_beginning_ask(eg_beginning *b, const eg_beginning_settings *set, eg_simulate_options *o);
/* Writes those that were reached. */
eg_status eg_beginning_write(const eg_beginning *b, eg_diagnostics *d);
void eg_beginning_release(eg_beginning *b);

#endif
