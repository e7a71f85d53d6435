/* Would steps of an implicit engine pay in the place of explicit ones? The engine `auto` finds out by making
 * some: what decides is how far they take the motion, and what a step of either costs, counted in operations.
 * No clock takes part, so the same run comes to the same bits. */
#ifndef EG_ENGINE_TRIAL_H
#define EG_ENGINE_TRIAL_H

#include "base/system.h"

typedef enum eg_verdict { EG_TRIAL_GOES_ON, EG_TRIAL_PAYS, EG_TRIAL_LOSES } eg_verdict;

typedef struct eg_trial {
    double dearer;           /* a step of the implicit engine, in steps of the explicit one */
    double last;             /* where the step before began, or NAN [s] */
    double pace;             /* of explicit steps: the mean of the last ones [s] */
    double gain;             /* of the last trial: how much further its steps went */
    double passed;           /* by steps of the trial [s] */
    long steps, trial_steps; /* explicit ones since the last trial; those of the trial that count */
    long modes, trial_modes; /* that have begun meanwhile */
    long wait;               /* explicit steps before the next trial */
    long mode_steps;         /* in this mode */
    bool has_events;         /* the trial */
    bool is_running;
} eg_trial;

/* What an implicit step of all of a system costs, in steps of one body by powers (exact/power.c): one with
 * full matrices, or as many with sparse ones as go as far. */
double eg_trial_steps_by_powers(const eg_system *system, bool is_sparse);

/* For a system whose implicit steps have full matrices. */
eg_trial eg_trial_of(const eg_system *system);
/* The same where zeros of the system's Jacobian take no part. False: they cost more than the steps of a
 * sparse method that go as far, or the pattern is not known, and nothing has changed. */
bool eg_trial_look_at_pattern(eg_trial *trial, eg_system *system);
/* A step begins at t, of the engine that is explicit or, while the trial runs, of the other one. */
void eg_trial_see(eg_trial *trial, double t);
/* A mode has begun. */
void eg_trial_restart(eg_trial *trial);
/* The next step is none of them: another kind of mode, or the end of what has been seen. */
void eg_trial_pause(eg_trial *trial);
/* Have so many explicit steps been made that a trial costs little beside them? is_likely: something says that
 * it pays, so that fewer are waited for. */
bool eg_trial_is_due(const eg_trial *trial, bool is_likely);
void eg_trial_begin(eg_trial *trial);
/* It is over, as if it had lost. */
void eg_trial_abandon(eg_trial *trial);
/* What the steps of the trial say. With an answer the trial has ended. */
eg_verdict eg_trial_judge(eg_trial *trial);

#endif
