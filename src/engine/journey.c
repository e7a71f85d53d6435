/* From point to point. Steps reach beyond the points that are asked for; what happens where a step ends waits
 * until somebody asks for a point behind it. */
#include "engine/course.h"

#include <math.h>
#include <stdlib.h>

struct eg_journey {
    eg_course *course;
    eg_engine *engine;
    const eg_march_options *options;
    eg_observer *observer;
    double *y, *yp;
    eg_march_result result;
    bool is_clipped; /* steps end at the points */
    bool is_pending; /* what the course has come to lies beyond the last point */
    bool stops;      /* before events, which wait until they are asked for */
    bool waits;      /* one does, at the end of the step */
    double until;    /* no further, says the observer; INFINITY */
    double reached;
};

/* The engine's own course, if it has one for this system; or that of its steps. */
static eg_status set_out(eg_journey *j)
{
    const eg_engine_ops *ops = j->engine->ops;
    eg_status status = EG_OK;
    if (ops->course && (!j->is_clipped || !ops->step))
        j->course = ops->course(j->engine, j->options, j->y, j->yp, j->observer, &j->result, &status);
    if (!j->course && status == EG_OK)
        j->course = eg_march_course(j->engine, j->options, j->y, j->yp, j->observer, &j->result, &status);
    return status;
}

eg_journey *eg_journey_begin(eg_engine *engine, const eg_march_options *options, bool is_clipped, double *y,
                             double *yp, eg_observer *observer, eg_status *status)
{
    eg_journey *j = calloc(1, sizeof *j);
    *status = EG_ERROR_MEMORY;
    if (!j)
        return NULL;
    *j = (eg_journey){.engine = engine,
                      .options = options,
                      .observer = observer,
                      .y = y,
                      .yp = yp,
                      .result = {.end_time = options->start_time},
                      .is_clipped = is_clipped};
    *status = set_out(j);
    if (*status == EG_OK)
        return j;
    eg_journey_end(j);
    return NULL;
}

/* On by the engine's steps, from where its own course was left. */
static eg_status change_course(eg_journey *j)
{
    eg_status status;
    double target = j->course->target;
    j->course->ops->free(j->course);
    j->course = eg_march_course(j->engine, j->options, j->y, j->yp, j->observer, &j->result, &status);
    if (j->course)
        j->course->target = target;
    return status;
}

static eg_status go(eg_journey *j)
{
    eg_course *c = j->course;
    eg_status status = c->ops->go(c, j->is_clipped ? c->target : INFINITY);
    if (status != EG_DIFFERENT || !c->left)
        return status;
    status = change_course(j);
    return status == EG_OK ? j->course->ops->go(j->course, INFINITY) : status;
}

static void stay(eg_journey *j)
{
    j->reached = j->course->time;
    j->course->target = INFINITY;
}

/* The observer may have a look, and cut the way short. */
static eg_status look_up(eg_journey *j)
{
    eg_course *c = j->course;
    eg_status status = c->ops->show(c);
    j->until = INFINITY;
    if (status != EG_OK || j->observer->progress(j->observer, c->time) == 0)
        return status;
    if (j->until <= c->time)
        stay(j);
    else if (j->until < c->target)
        c->target = j->reached = j->until;
    return EG_OK;
}

/* Something may happen here. */
static eg_status arrive(eg_journey *j)
{
    eg_course *c = j->course;
    if (j->stops && c->is_event) {
        j->waits = true;
        stay(j);
        return c->ops->show(c);
    }
    eg_status status = c->happens ? c->ops->happen(c) : EG_OK;
    bool is_on_the_way = status == EG_OK && !c->is_event && c->target < INFINITY;
    return is_on_the_way && j->observer->progress ? look_up(j) : status;
}

eg_status eg_journey_to(eg_journey *j, double t)
{
    eg_status status = EG_OK;
    if (!j->course)
        status = EG_ERROR_SIMULATION;
    else if (j->waits)
        status = eg_journey_event(j);
    if (status != EG_OK)
        return status;
    j->course->target = j->reached = t;
    while (status == EG_OK && j->course->target < INFINITY) {
        if (!j->is_pending)
            status = go(j);
        if (status != EG_OK)
            return status;
        status = j->course->ops->store(j->course);
        j->is_pending = status == EG_OK && j->course->target == INFINITY;
        if (status == EG_OK && !j->is_pending)
            status = arrive(j);
    }
    return status;
}

void eg_journey_stop_at_events(eg_journey *j, bool stops)
{
    j->stops = stops;
}

void eg_journey_shorten(eg_journey *j, double until)
{
    j->until = until;
}

double eg_journey_reached(const eg_journey *j)
{
    return j->reached;
}

bool eg_journey_waits(const eg_journey *j)
{
    return j->waits;
}

eg_status eg_journey_event(eg_journey *j)
{
    eg_course *c = j->course;
    bool waits = j->waits;
    j->waits = false;
    j->is_pending = j->is_pending && waits;
    return waits ? c->ops->happen(c) : c->ops->interrupt(c);
}

bool eg_journey_account(eg_journey *j, eg_march_result *result)
{
    if (!j->course || !j->course->ops->account)
        return false;
    j->course->ops->account(j->course, result);
    return true;
}

void eg_journey_end(eg_journey *j)
{
    if (j && j->course)
        j->course->ops->free(j->course);
    free(j);
}
