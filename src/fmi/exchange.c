/* Model Exchange: the system's callbacks answer, with modes frozen between events. */
#include "fmi/core_parts.h"

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
    if (!eg_fmu_make_consistent(f) || s->ops->switching(s, f->time, f->y, indicators) != 0)
        return false;
    for (int i = 0; i < s->switch_count && !f->is_cosimulation; i++)
        indicators[i] -= f->watch.level[i];
    return true;
}

void eg_fmu_nominals(eg_fmu *f, double *nominals)
{
    double *all = f->y_run; /* of no other use here */
    f->network->base.ops->nominals(&f->network->base, f->y, all);
    for (size_t i = 0; i < f->list.states; i++) {
        double nominal = all[f->list.items[f->list.first_state + i].index];
        nominals[i] = nominal > 0 && nominal < INFINITY ? nominal : 1;
    }
}

double eg_fmu_next_time(const eg_fmu *f)
{
    return f->network->base.ops->next_time_event(&f->network->base, f->time);
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
        int fires = eg_watch_begin(&f->watch, f->time, f->y, f->yp);
        for (int i = 0; i < f->watch.count && fires == 0; i++)
            f->watch.level[i] -= f->watch.open[i] ? AWAY : 0;
        if (fires <= 0) {
            f->announced = eg_fmu_next_time(f);
            return fires == 0;
        }
        if (s->ops->handle_event(s, f->time, f->watch.fired, f->y, f->yp, &moved, &f->observer.sink) != 0)
            return false;
        *jumped = *jumped || moved;
    }
    eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "at time %.9g s events follow each other without end",
              f->time);
    return false;
}

bool eg_fmu_event(eg_fmu *f, bool *jumped)
{
    eg_system *s = &f->network->base;
    bool moved = false, fires = false;
    double *before = f->y_run; /* of no other use here */
    *jumped = false;
    if (!eg_fmu_indicators(f, f->h))
        return false;
    memcpy(before, f->y, sizeof(double) * (size_t)s->n);
    for (int i = 0; i < s->switch_count; i++) {
        f->watch.fired[i] = f->h[i] <= 0;
        fires = fires || f->watch.fired[i];
    }
    if (fires || f->inputs_changed || f->announced <= f->time) {
        f->inputs_changed = false;
        if (s->ops->handle_event(s, f->time, f->watch.fired, f->y, f->yp, &moved, &f->observer.sink) != 0)
            return false;
        *jumped = moved;
        f->is_observed = false;
        bool done = eg_fmu_begin_mode(f, jumped);
        for (size_t i = 0; i < f->list.states; i++) {
            int k = f->list.items[f->list.first_state + i].index;
            *jumped = *jumped || f->y[k] != before[k];
        }
        return done;
    }
    return true;
}
