/* Model Exchange: the system's callbacks answer, with modes frozen between events. */
#include "fmi/core_parts.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <string.h>

void eg_fmu_set_states(eg_fmu *f, const double *states)
{
    for (size_t i = 0; i < f->list.states; i++)
        f->y[f->list.items[f->list.first_state + i].index] = states[i];
    f->is_consistent = f->is_observed = false;
}

void eg_fmu_get_states(const eg_fmu *f, double *states)
{
    for (size_t i = 0; i < f->list.states; i++)
        states[i] = f->y[f->list.items[f->list.first_state + i].index];
}

bool eg_fmu_derivatives(eg_fmu *f, double *derivatives)
{
    if (!eg_fmu_make_consistent(f))
        return false;
    for (size_t i = 0; i < f->list.states; i++)
        derivatives[i] = f->yp[f->list.items[f->list.first_state + i].index];
    return true;
}

/* The engines' own rule (engine/watch.h) says below which level an open function fires: counted from there
 * it is positive when the mode begins. */
bool eg_fmu_indicators(eg_fmu *f, double *indicators)
{
    eg_system *s = &f->network->base;
    if (!eg_fmu_make_consistent(f) || s->ops->switching(s, eg_fmu_since(f, f->time), f->y, indicators) != 0)
        return false;
    for (int i = 0; i < s->switch_count && !f->is_cosimulation; i++)
        indicators[i] -= f->watch.level[i];
    return true;
}

/* Engines ask for no accuracy below a size (motion/energy.c), importers count by magnitudes that are usual:
 * of lengths and speeds, and of all that begins smaller than what is usual, so many times that; of what has
 * no unit, and of temperatures, 1. */
static const double TYPICAL = 1e3, UNITLESS = 1e-9;

/* What the model says of unknown i; else not above 0. */
static double nominal_said(const eg_model *m, int i)
{
    if (i < m->body_count - 1)
        return m->bodies[i + 1].nominal;
    if (m->user && i >= m->first.user)
        return m->user->quantities[m->user->unknown_of[i - m->first.user]].nominal;
    return 0;
}

void eg_fmu_nominals(eg_fmu *f, double *nominals)
{
    double *all = f->y_run; /* of no other use here */
    f->network->base.ops->nominals(&f->network->base, f->y, all);
    for (size_t i = 0; i < f->list.states; i++) {
        int k = f->list.items[f->list.first_state + i].index;
        double said = nominal_said(eg_fmu_model(f), k);
        bool is_sized = all[k] >= DBL_MIN && all[k] != UNITLESS && all[k] < 1 / TYPICAL;
        if (said > 0 && said < INFINITY)
            nominals[i] = said;
        else if (is_sized)
            nominals[i] = TYPICAL * all[k];
        else
            nominals[i] = 1;
    }
}

/* Importers cannot step from one time event to another that comes an ulp later, as 3*0.1 after 0.3: under
 * Model Exchange it is announced for where they can. */
static const double STEP = 8 * DBL_EPSILON;

double eg_fmu_next_time(const eg_fmu *f)
{
    eg_system *s = &f->network->base;
    double next = eg_fmu_clock(f, s->ops->next_time_event(s, eg_fmu_since(f, f->time)));
    return f->is_cosimulation ? next : fmax(next, f->time + STEP * fabs(f->time));
}

/* How far a function that is 0 where its mode begins is counted from: importers need a sign. Less than any
 * round-off that is not 0, which is in the level already: one that falls from rest gets there in no time. */
static const double AWAY = 1e-30;

/* What fires at once is handled, until nothing does; *jumped becomes true when states jump. */
bool eg_fmu_begin_mode(eg_fmu *f, bool *jumped)
{
    eg_system *s = &f->network->base;
    for (int round = 0; round < 1000; round++) {
        bool moved = false;
        int fires = eg_watch_begin(&f->watch, eg_fmu_since(f, f->time), f->y, f->yp);
        for (int i = 0; i < f->watch.count && fires == 0; i++)
            f->watch.level[i] -= f->watch.open[i] ? AWAY : 0;
        if (fires <= 0) {
            f->announced = eg_fmu_next_time(f);
            return fires == 0;
        }
        if (s->ops->handle_event(s, eg_fmu_since(f, f->time), f->watch.fired, f->y, f->yp, &moved,
                                 &f->observer.sink) != 0)
            return false;
        *jumped = *jumped || moved;
    }
    eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "at time %.9g s events follow each other without end",
              f->time);
    eg_remedy(f->diagnostics, "take Co-Simulation, or simulate the model with elastogap, which says where");
    return false;
}

/* Is a time event due? Importers that step to points of their own take it to be at one that is an ulp before
 * it. Within 4 ulp events are one instant (engine/watch.h), and it is that of the time event. */
static bool meets_announced(eg_fmu *f)
{
    if (f->announced > f->time + 4 * DBL_EPSILON * fabs(f->time))
        return false;
    if (f->announced > f->time) {
        f->time = f->announced;
        f->is_consistent = f->is_observed = false;
    }
    return true;
}

/* *jumped also where only derivatives or modes are new: some importers let their integrator begin anew for
 * nothing else, and one that goes on would do so from beyond the event. */
bool eg_fmu_event(eg_fmu *f, bool *jumped)
{
    eg_system *s = &f->network->base;
    bool is_due = meets_announced(f);
    *jumped = false;
    if (!eg_fmu_indicators(f, f->h))
        return false;
    for (int i = 0; i < s->switch_count; i++) {
        f->watch.fired[i] = f->h[i] <= 0;
        is_due = is_due || f->watch.fired[i];
    }
    if (!is_due && !f->inputs_changed)
        return true;
    *jumped = true;
    f->inputs_changed = f->is_observed = false;
    bool moved;
    return s->ops->handle_event(s, eg_fmu_since(f, f->time), f->watch.fired, f->y, f->yp, &moved,
                                &f->observer.sink) == 0 &&
           eg_fmu_begin_mode(f, &moved);
}
