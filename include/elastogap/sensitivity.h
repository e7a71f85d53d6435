/* How what a run comes to moves with parameters of the model: exact derivatives, through every event.
 *
 *   eg_sensitivity_options o = eg_sensitivity_options_default(model);
 *   o.by = (const char *[]){"gap.c", "ball.s(start)"}; o.by_count = 2;
 *   o.of = (const char *[]){"ball.s", "max(-gap.f)", "time(gap, contact begins, 3)"}; o.of_count = 3;
 *   eg_sensitivities *s;
 *   eg_sensitivity(spec, &o, d, &s);
 *   ... s->items[i*s->by_count + k].derivative ...
 *   eg_sensitivities_free(s);
 *
 * The derivatives of all unknowns are solved along the motion as it is computed, not by runs beside it;
 * where an event comes, how its instant moves is part of them. Where a number has no derivative, since the
 * motion only touches an edge, or two events fall at one instant, none is given, and `why` says so. */
#ifndef ELASTOGAP_SENSITIVITY_H
#define ELASTOGAP_SENSITIVITY_H

#include "elastogap/base.h"
#include "elastogap/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_sensitivity_options {
    size_t size; /* of this struct, or 0: EG_VERSION in base.h */
    /* The run: its span, interval (of rows), engine ("fixed" has none), tolerance and limits; start_from,
     * save_times, restart_times, signals and inputs are not taken. */
    eg_simulate_options run;
    /* Parameters of the model that are Reals and follow from no other ones ("gap.c"), and start values
     * ("ball.s(start)", or "ball.s.start", which is that too). At least one. */
    const char *const *by;
    size_t by_count;
    /* All of them that have derivatives and follow from no other ones, in the place of `by`: 0 or 1. */
    int by_all;
    /* Variables and expressions of them, as `elastogap simulate --get` takes them: at the end of the run, or
     * what they say of all of it. At least one. */
    const char *const *of;
    size_t of_count;
    /* Backward: after the run, which is made a second time part by part, each number goes back through it
     * once, whatever the number of parameters. There are no rows over time then. 0 or 1. */
    int adjoint;
} eg_sensitivity_options;

/* The defaults of a run of this model; `by` and `of` are NULL. */
EG_API eg_sensitivity_options eg_sensitivity_options_default(const eg_model *model);

/* A parameter, or what is asked for; strings are those of the sensitivities. */
typedef struct eg_sensitivity_name {
    const char *name;
    const char *unit; /* "" where there is none, or none is known */
    double value;     /* [unit] */
} eg_sensitivity_name;

/* By how much one number moves with one parameter. */
typedef struct eg_sensitivity_item {
    double derivative; /* [unit of the number per unit of the parameter]; NAN: there is none, or it is not
                            known */
    double below,
        above;       /* towards lesser and greater values of the parameter; both the derivative where there
                            is one; NAN: there is none, or it is not known. Where the run itself does not tell
                            them they come of runs to either side, to six digits or so */
    const char *why; /* why there is none, with the event and its time; NULL: there is one */
} eg_sensitivity_item;

/* All strings, items and rows are its own. */
typedef struct eg_sensitivities {
    const char *model;
    double end_time;         /* [s] */
    eg_sensitivity_name *of; /* (of_count) with values at the end of the run */
    eg_sensitivity_name *by; /* (by_count) */
    size_t of_count, by_count;
    eg_sensitivity_item *items; /* (of_count x by_count) */
    /* Over time, at the rows of an ordinary run: what was asked for and looks at no other instant, by its
     * text, and its derivatives, "d(ball.s)/d(gap.c)"; NAN from the event on from which there is none.
     * NULL where they have been found backward. */
    eg_trajectory *rows;
} eg_sensitivities;

/* Makes the run, of the model as equations (its flat text), and finds them. *out,
 * the caller's, is NULL unless EG_OK. EG_ERROR_USAGE: options out of range, an unknown name, a parameter
 * that has no derivative (an Integer, one that decides the structure, one that follows from others);
 * EG_ERROR_MODEL: the model cannot be written flat, or has no start; EG_ERROR_SIMULATION: the run fails, or
 * the derivatives cannot be followed; EG_ERROR_UNAVAILABLE: the engine is not in this build;
 * EG_ERROR_MEMORY. All reported. */
EG_API eg_status eg_sensitivity(eg_spec *spec, const eg_sensitivity_options *options,
                                eg_diagnostics *diagnostics, eg_sensitivities **out);
/* Adds to the trajectory of an ordinary run how its Reals move with the parameters, as columns
 * "d(ball.s)/d(gap.c)" behind its own, [unit of the Real per unit of the parameter]: at its own rows, both
 * sides of events among them. `run` has been made of this spec with the options' run; options->of is not
 * looked at. NAN: from an event on from which there is no derivative, and where an event of the run is not
 * found in the model as equations. Answers as eg_sensitivity; the trajectory stays as it is unless
 * EG_OK. */
EG_API eg_status eg_sensitivity_columns(eg_spec *spec, const eg_sensitivity_options *options,
                                        eg_diagnostics *diagnostics, eg_trajectory *run);
EG_API void eg_sensitivities_free(eg_sensitivities *s); /* accepts NULL */

#ifdef __cplusplus
}
#endif
#endif
