#include "engine/grid.h"

#include <math.h>
#include <stdlib.h>

double eg_grid_time(const eg_grid *g)
{
    return g->target ? *g->target : eg_march_rows_from(g->options) + g->index * g->options->interval;
}

void eg_grid_pass(eg_grid *g)
{
    g->index++;
    if (g->target)
        *g->target = INFINITY;
}

void eg_grid_release(eg_grid *g)
{
    free(g->times);
    free(g->gathered);
}

static eg_status look_up(const eg_grid *g, double t)
{
    return g->engine->ops->dense(g->engine, t, g->y, NULL) == 0 ? EG_OK : EG_ERROR_SIMULATION;
}

static eg_status answered(int answer)
{
    return answer < 0 ? (eg_status)answer : EG_OK;
}

/* The point at t. */
static eg_status store_one(const eg_grid *g, double t)
{
    eg_observer *o = g->observer;
    eg_system *s = g->engine->system;
    eg_status status = look_up(g, t);
    if (status != EG_OK)
        return status;
    int answer = o->point_alone ? o->point_alone(o, t, g->y) : 1;
    if (answer <= 0)
        return answered(answer);
    answer = s->ops->derivatives(s, t, g->y, g->yp);
    return answer != 0 ? eg_engine_failed(s, t, answer, "the derivatives", eg_engine_suspect(s, g->y, g->yp))
                       : answered(o->point(o, t, g->y, g->yp));
}

/* Room for points that are gathered; how many of them. */
static int make_room(eg_grid *g)
{
    const size_t n = (size_t)g->engine->system->n;
    const int most = !g->target && g->observer->gathers ? g->observer->gathers(g->observer) : 0;
    if (most <= g->most)
        return most;
    eg_grid_release(g);
    g->times = malloc(((size_t)most + 1) * sizeof *g->times);
    g->gathered = malloc((n * (size_t)most + 1) * sizeof *g->gathered);
    g->most = g->times && g->gathered ? most : 0; /* or one by one */
    return g->most;
}

/* Those of times[count]. */
static eg_status store_many(eg_grid *g, int count)
{
    const size_t n = (size_t)g->engine->system->n, most = (size_t)g->most;
    for (int i = 0; i < count; i++) {
        eg_status status = look_up(g, g->times[i]);
        if (status != EG_OK)
            return status;
        for (size_t k = 0; k < n; k++)
            g->gathered[k * most + (size_t)i] = g->y[k];
    }
    int taken = g->observer->points(g->observer, count, g->times, g->gathered, most);
    eg_status status = answered(taken);
    for (int i = taken; i < count && status == EG_OK; i++)
        status = store_one(g, g->times[i]);
    return status;
}

eg_status eg_grid_store(eg_grid *g, double end, bool happens, double *last)
{
    const double until = happens ? end - 1e-9 * g->options->interval : end;
    const bool is_any = happens ? eg_grid_time(g) < until : eg_grid_time(g) <= until;
    const int most = is_any ? make_room(g) : 0;
    eg_status status = EG_OK;
    while (status == EG_OK && (happens ? eg_grid_time(g) < until : eg_grid_time(g) <= until)) {
        int count = 0;
        do {
            *last = eg_grid_time(g);
            if (most > 0)
                g->times[count] = *last;
            eg_grid_pass(g);
            count++;
        } while (count < most && (happens ? eg_grid_time(g) < until : eg_grid_time(g) <= until));
        status = most > 0 ? store_many(g, count) : store_one(g, *last);
    }
    return status;
}

eg_status eg_grid_show_asides(eg_grid *g, double end, bool happens)
{
    eg_observer *o = g->observer;
    eg_system *s = g->engine->system;
    eg_status status = EG_OK;
    while (status == EG_OK && eg_has_aside(o, end, !happens)) {
        const double t = fmax(o->next_aside, g->engine->t0);
        status = look_up(g, t);
        const int answer = status == EG_OK ? s->ops->derivatives(s, t, g->y, g->yp) : 0;
        if (answer != 0)
            return eg_engine_failed(s, t, answer, "the derivatives", eg_engine_suspect(s, g->y, g->yp));
        if (status == EG_OK)
            status = answered(o->aside(o, t, g->y, g->yp, NULL, 0));
    }
    return status;
}
