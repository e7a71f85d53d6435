#include "engine/trial.h"

#include "engine/fill.h"

#include <math.h>

/* A trial follows after so many explicit steps, a sixth of that where it is likely to pay, and four times as
 * many when it has not. */
enum { WAIT = 60, LIKELY = 6, LONGER = 4 };
/* Its first steps find their length. Of the others few tell their pace where they tell it clearly, and more
 * where they do not, or where events cut them. */
enum { FIRST = 3, FEW = 5, SOME = 10, MANY = 30 };
/* Across events no two stretches of a motion are alike: there the gain has to be so much more. */
static const double doubt = 1.2;
/* What they come to from one event to the next is seen after so many modes of either engine. */
enum { MODES = 4 };
/* So many explicit steps tell theirs, in one mode and across events. */
enum { OF_MODE = 12, OF_MODES = 60 };

/* Roughly, as totals of instructions of a few models have it, samples for events and works included: an
 * explicit step takes 34 points of the motion, and a point so much for all, for every unknown and for every
 * operation of users' formulas. An implicit one takes a fifth more, three solutions with four matrices, and
 * in two of three cases their factors, in which all places are looked at. */
static const double points = 34.0;

static double explicit_step(const eg_system *s)
{
    return points * (1000.0 + 300.0 * s->n + 20.0 * (double)s->operations);
}

static double dearer_by_matrices(const eg_system *s, eg_fill fill)
{
    const double n = s->n, solving = 100.0 * fill.entries, factoring = 21.0 * fill.updates + 35.0 * n * n;
    return 1.2 + (solving + factoring) / explicit_step(s);
}

/* A step of ida costs a third of an explicit one, and ten of them go as far as one of irk. */
static const double dearer_by_sparse_steps = 10.0 / 3.0;

double eg_trial_steps_by_powers(const eg_system *s, bool is_sparse)
{
    const double by_powers = 12000.0;
    return explicit_step(s) / by_powers *
           (is_sparse ? dearer_by_sparse_steps : dearer_by_matrices(s, eg_fill_full(s->n)));
}

bool eg_trial_look_at_pattern(eg_trial *x, eg_system *s)
{
    const double most = dearer_by_sparse_steps * explicit_step(s) / 21.0;
    if ((s->ops->find_pattern && s->ops->find_pattern(s) != 0) || !s->pattern)
        return false;
    const double dearer = dearer_by_matrices(s, eg_fill_of(s->pattern, most));
    if (dearer > dearer_by_sparse_steps)
        return false;
    x->dearer = dearer;
    return true;
}

eg_trial eg_trial_of(const eg_system *system)
{
    return (eg_trial){
        .dearer = dearer_by_matrices(system, eg_fill_full(system->n)), .last = NAN, .wait = WAIT};
}

void eg_trial_see(eg_trial *x, double t)
{
    const double passed = t - x->last;
    x->last = t;
    if (isnan(passed))
        return;
    if (!x->is_running) {
        const long of = ++x->mode_steps > OF_MODE ? OF_MODE : OF_MODES;
        x->steps++;
        x->pace += (passed - x->pace) / (double)(x->steps < of ? x->steps : of);
    } else if (++x->trial_steps > FIRST) {
        x->passed += passed;
    }
}

void eg_trial_restart(eg_trial *x)
{
    x->mode_steps = 0;
    x->has_events = true;
    *(x->is_running ? &x->trial_modes : &x->modes) += 1;
}

void eg_trial_pause(eg_trial *x)
{
    x->last = NAN;
}

bool eg_trial_is_due(const eg_trial *x, bool is_likely)
{
    return !x->is_running && x->steps >= (is_likely ? x->wait / LIKELY : x->wait);
}

void eg_trial_begin(eg_trial *x)
{
    x->is_running = true;
    x->has_events = false;
    x->trial_steps = x->trial_modes = 0;
    x->passed = 0.0;
    x->last = NAN;
}

void eg_trial_abandon(eg_trial *x)
{
    x->is_running = false;
    x->steps = x->modes = 0;
    x->wait *= LONGER;
    x->last = NAN;
}

/* How much further steps of the trial have gone: in time, and from event to event, whichever is less, since
 * one motion may pass fast what another does slowly, and stay long where another meets event upon event. */
static double gain_of(const eg_trial *x)
{
    const double in_time = x->passed / (double)(x->trial_steps - FIRST) / x->pace;
    if (x->modes < MODES || x->trial_modes < MODES)
        return in_time;
    const double a_mode = (double)x->steps / (double)x->modes;
    return fmin(in_time, a_mode / ((double)x->trial_steps / (double)x->trial_modes));
}

eg_verdict eg_trial_judge(eg_trial *x)
{
    const long counted = x->trial_steps - FIRST;
    if (!x->is_running || counted < FEW)
        return EG_TRIAL_GOES_ON;
    const double clearly = x->has_events ? 3.0 : 1.5, needed = x->dearer * (x->has_events ? doubt : 1.0);
    x->gain = gain_of(x);
    const bool is_clear = x->gain > clearly * needed || clearly * x->gain < needed;
    if (counted < (x->has_events ? MANY : SOME) && !is_clear)
        return EG_TRIAL_GOES_ON;
    eg_trial_abandon(x);
    return x->gain > needed ? EG_TRIAL_PAYS : EG_TRIAL_LOSES;
}
