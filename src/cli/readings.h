/* Expressions on the command line of a run: --get, what they come to, and --plot, curves of them. */
#ifndef EG_CLI_READINGS_H
#define EG_CLI_READINGS_H

#include "cli/options.h"
#include "simulate/readout.h"

/* What --help says about them. */
#define EG_EXPRESSION_TEXT                                                                                   \
    "An EXPRESSION is one of Modelica over the run's variables and parameters, with its operators "          \
    "and "                                                                                                   \
    "functions. Besides, of one number x: min(x), max(x), mean(x), rms(x), integral(x) over all of "         \
    "the "                                                                                                   \
    "run, first(x), last(x), and at(x, T) at the time T: max(abs(stop.f)), "                                 \
    "integral(stop.lossPower), max(a.s) - min(a.s). They are "                                               \
    "taken on the engine's dense output in every step and on both sides of events; of the engine "           \
    "fixed and "                                                                                             \
    "of FMUs, on the points that are stored and lines between them."

#define EG_CURVE_TEXT                                                                                        \
    "A CURVE is a PATTERN, or an expression that matches no name as a pattern: --plot 'ball.m*ball.v^2/2'. " \
    "Y:X draws one over another, in order of time and with both sides of events: --plot stop.f:stop.s_rel. " \
    "Of wild patterns each Y is drawn over the X at its place."

/* What --plot asks for: patterns of names, and expressions, which are read for what the run has. "y:x" are
 * two of either. */
typedef struct eg_curves_wanted {
    eg_texts texts; /* owned, of the arena: each y, and each x that is not time */
    eg_arena *arena;
    const char *option;         /* "--plot" */
    eg_result_names names;      /* columns are places in this list */
    size_t variables;           /* of the names; parameters stand behind them */
    eg_expression *expressions; /* (texts); all zero where the text is a pattern */
    size_t count;               /* of expressions */
    const char **needed;        /* variables that the expressions look at, and patterns of those of which: */
    size_t needed_count;
    const eg_texts *along; /* parameters by which there will be derivatives, "d(ball.s)/d(gap.c)"; or NULL */
} eg_curves_wanted;

/* The texts are those of an option, which messages name. names: of the model, or of the trajectory where
 * there is none yet to ask. along: as in the curves. Release it in any case. EG_OK, EG_ERROR_USAGE
 * (reported), EG_ERROR_MEMORY. */
eg_status eg_curves_of_model(eg_curves_wanted *c, const char *option, const eg_texts *texts,
                             const eg_texts *along, const eg_model *m, eg_diagnostics *d);
eg_status eg_curves_of_trajectory(eg_curves_wanted *c, const char *option, const eg_texts *texts,
                                  const eg_trajectory *t, eg_diagnostics *d);
/* Does the model have something for each text, before it is run? EG_OK, EG_ERROR_USAGE (reported),
 * EG_ERROR_MEMORY. */
eg_status eg_curves_require(const eg_curves_wanted *c, const eg_model *m, eg_diagnostics *d);
/* The patterns of variables that have to be stored for them: patterns[texts.count + needed_count]. Returns
 * their number. */
size_t eg_curves_stored(const eg_curves_wanted *c, const char **patterns);
void eg_curves_release(eg_curves_wanted *c);
/* Adds what the expressions come to, as signals that are called as they are written. 0, -1 out of memory. */
int eg_curves_add(eg_curves_wanted *c, eg_trajectory *t);

/* Of a run whose model is not known (an FMU): over its rows. results[texts->count]; units[] are put into the
 * arena. EG_OK, EG_ERROR_USAGE (reported), EG_ERROR_MEMORY. */
eg_status eg_get_of_trajectory(const eg_texts *texts, double at, const eg_trajectory *t, eg_arena *arena,
                               double *results, const char **units, eg_diagnostics *d);

#endif
