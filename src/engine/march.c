/* The run: step, look, isolate the first event, handle it, begin anew; rows and energies on the way.
 *
 * One turn of the loop advances by a step of the engine or a part of one:
 *   1. The engine steps, at most to the next time event or the stop.
 *   2. The step is sampled at Gauss-Lobatto nodes on the dense output: switching functions and powers.
 *   3. The first event in it is isolated (watch.h says what one is). If there is one, the step ends there.
 *   4. Powers are integrated and grid points stored up to the end.
 *   5. At an event: left row, handle_event, right row, restart; and again while functions fire at once.
 *
 * y' in the rows is not the derivative of the dense polynomial, which is one order less accurate than
 * the polynomial, but what the system's equations give for y.
 *
 * Rows. The start, start + k interval, and the stop; where one of these lies within 1e-9 interval of an
 * event, the event's two rows stand for it, and the last grid point merges with the stop likewise. */
#include "engine/course.h"
#include "engine/grid.h"
#include "engine/nodes.h"
#include "engine/pace.h"
#include "engine/watch.h"
#include "engine/work.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEARD = 5 };

struct eg_marcher {
    eg_event_sink sink; /* first: the system's sink argument is turned back into the march */
    eg_engine *engine;
    eg_system *system;
    const eg_march_options *options;
    eg_observer *observer;
    eg_march_result *result;
    double *y, *yp; /* (n) the caller's: the point reached at `time`; y' only where derived */
    double *y_step; /* (n) samples of the step */
    double time;
    bool is_ending;   /* the event at the end of the run */
    bool row_at_time; /* a row for `time` has been stored */
    eg_grid grid;
    eg_course course;            /* of a run by points */
    bool happens, event, is_due; /* at the end of the step */
    eg_watch watch;
    eg_nodes nodes[EG_NODES_MAX + 1]; /* by count, made when first needed */
    eg_power_samples power;           /* of the step */
    eg_work work;
    /* Progress: events since `mark`, and those heard last. */
    double mark;
    long since_mark;
    double last_instant; /* NAN: none yet */
    int orientation;     /* of the equations in this mode; 0: not known */
    struct {
        const char *component;
        char name[120]; /* a copy: impulses are told in words made for the call */
    } heard[HEARD];
    int heard_count;
    eg_status status;             /* so far */
    bool stopped;                 /* as asked */
    double *rows;                 /* (3n) */
    double *blur;                 /* (2n) of what y is at events; room */
    double t_event;               /* of the next time event */
    double limit;                 /* of the step that is due */
    long scheduled, state_events; /* time events so far, and others */
    long rejected_before;         /* steps of the engine, in earlier runs */
    long rejected_looked_at;      /* of them, when the pace was last looked at, */
    long solved_looked_at;        /* and of factorizations */
    eg_pace pace;
};
typedef struct eg_marcher march;

/* ---------------------------------------------------------------- failures */

/* A callback's answer that is not 0. */
static eg_status failed(march *m, int answer, const char *what)
{
    eg_system *s = m->system;
    const bool is_known = answer != EG_ERROR_MEMORY && s->ops->derivatives(s, m->time, m->y, m->yp) != 0;
    const int unknown = is_known ? eg_engine_unfit(m->yp, s->n) : -1;
    return eg_engine_failed(s, m->time, answer, what,
                            unknown >= 0 ? unknown : eg_engine_suspect(s, m->y, m->yp));
}

/* Of an engine's restart or step. */
static eg_status outcome(int answer)
{
    if (answer == 0)
        return EG_OK;
    if (answer == EG_ENGINE_OUT_OF_MEMORY)
        return EG_ERROR_MEMORY;
    return EG_ERROR_SIMULATION;
}

static eg_status not_finite(march *m, double t, int i)
{
    char who[160];
    m->system->ops->describe(m->system, i, who, sizeof who);
    eg_report(m->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: the %s is no longer finite", m->system->origin + t,
              who);
    eg_remedy(m->system->diagnostics, "look for a parameter or an input that lets it grow without bound");
    return EG_ERROR_SIMULATION;
}

static eg_status too_many_events(march *m)
{
    char names[600] = "";
    size_t length = 0;
    for (int i = 0; i < m->heard_count && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s (%s)", i > 0 ? ", " : "",
                                   m->heard[i].component, m->heard[i].name);
    eg_report(m->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %ld events without progress%s%s",
              m->system->origin + m->time, m->since_mark, m->heard_count > 0 ? ", the last ones of " : "",
              names);
    eg_remedy(
        m->system->diagnostics,
        "look at what happens there: a contact needs compliance and damping, a source a longer period, an "
        "equation whose switch undoes itself a hysteresis");
    return EG_ERROR_SIMULATION;
}

/* The run ends here, since it does not get on, for that reason; who is busy, and what happened last. */
static eg_status end_here(march *m, const char *why, const char *remedy)
{
    char who[160] = "model";
    const int unknown = eg_engine_suspect(m->system, m->y, m->yp);
    if (unknown >= 0)
        m->system->ops->describe(m->system, unknown, who, sizeof who);
    eg_report(m->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %s; fastest is the %s%s%s", m->system->origin + m->time,
              why, who, m->heard_count > 0 ? ", and the last event was one of " : "",
              m->heard_count > 0 ? m->heard[0].component : "");
    eg_remedy(m->system->diagnostics, "%s", remedy);
    return EG_ERROR_SIMULATION;
}

static eg_status hopeless(march *m, double stop)
{
    char pace[160];
    eg_pace_describe(&m->pace, m->time, stop, pace, sizeof pace);
    return end_here(m, pace, EG_PACE_REMEDY);
}

static eg_status spent(march *m, double stop)
{
    char pace[160];
    eg_pace_describe_spent(&m->pace, m->time, stop, pace, sizeof pace);
    return end_here(m, pace, EG_PACE_SPENT_REMEDY);
}

static eg_status late(march *m)
{
    char why[160];
    if (m->system->ops->derivatives(m->system, m->time, m->y, m->yp) == EG_ERROR_MEMORY)
        return EG_ERROR_MEMORY;
    eg_pace_describe_late(&m->pace, m->time, m->options->time_limit, why, sizeof why);
    return end_here(m, why, EG_PACE_LATE_REMEDY);
}

/* Is there another engine for a run that does not get on with this one? It begins with the next restart. */
static bool hands_over(march *m)
{
    if (!m->engine->ops->hand_over || !m->engine->ops->hand_over(m->engine))
        return false;
    m->mark = m->time;
    m->since_mark = 0;
    eg_pace_hand_over(&m->pace, m->time);
    return true;
}

static long rejected_steps(const march *m)
{
    eg_counters c = {0};
    m->engine->ops->counters(m->engine, &c);
    return c.rejected_steps;
}

/* Have matrices been solved since the pace was last looked at? Such steps cost several times as much. */
static bool is_implicit(march *m)
{
    eg_counters c = {0};
    m->engine->ops->counters(m->engine, &c);
    const bool has_solved = c.factorizations > m->solved_looked_at;
    m->solved_looked_at = c.factorizations;
    return has_solved;
}

/* Is a window full of steps tried in vain, before it has as many good ones? Looked at every few steps. */
static bool is_full_of_tries(const march *m)
{
    enum { SOME = 256, TRIES = 2 };
    return m->pace.steps % SOME == 0 && rejected_steps(m) - m->rejected_looked_at > TRIES * m->pace.window;
}

/* At the end of a window of steps. */
static eg_status look_at_pace(march *m, bool happens)
{
    const double aim = m->grid.target ? fmin(m->course.target, m->options->stop_time) : m->options->stop_time;
    m->rejected_looked_at = rejected_steps(m);
    m->pace.beside = m->rejected_looked_at - m->rejected_before + m->state_events;
    m->pace.cost = is_implicit(m) ? 5 : 1;
    const eg_pace_verdict verdict =
        eg_pace_look(&m->pace, m->time, aim, m->grid.index + (double)m->scheduled);
    if (verdict == EG_PACE_GOOD)
        return EG_OK;
    const int answer = m->system->ops->derivatives(m->system, m->time, m->y, m->yp);
    if (answer != 0)
        return failed(m, answer, "the derivatives");
    if (verdict == EG_PACE_SPENT)
        return spent(m, aim);
    if (hands_over(m))
        return happens ? EG_OK : outcome(m->engine->ops->restart(m->engine, m->time, m->y, m->yp));
    return verdict == EG_PACE_SLOW ? EG_OK : hopeless(m, aim);
}

/* ---------------------------------------------------------------- hearing events */

static void hear(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event)
{
    march *m = (march *)sink;
    m->state_events += !is_time_event;
    int i = 0;
    while (i < m->heard_count && (m->heard[i].component != component ||
                                  strncmp(m->heard[i].name, name, sizeof m->heard[i].name - 1) != 0))
        i++;
    if (i > 0 || m->heard_count == 0) { /* not the one that was heard last */
        if (i == m->heard_count && i < HEARD)
            m->heard_count++;
        else if (i == HEARD)
            i = HEARD - 1;
        memmove(m->heard + 1, m->heard, (size_t)i * sizeof *m->heard);
        m->heard[0].component = component;
        snprintf(m->heard[0].name, sizeof m->heard[0].name, "%s", name);
    }
    m->observer->sink.happened(&m->observer->sink, t, component, name, is_time_event);
}

/* Counts an event at m->time; false when there are too many without progress. Time has to pass the round-off
 * of as many events as are allowed, so that a sequence which creeps on by ulps is found too. */
static bool progressing(march *m)
{
    double span = m->options->stop_time - m->options->start_time;
    double ulps = 8.0 * DBL_EPSILON * fabs(m->time) * (double)m->options->max_events;
    if (m->time - m->mark > fmax(1e-14 * span, ulps)) {
        m->mark = m->time;
        m->since_mark = 0;
        m->heard_count = 0;
    }
    return ++m->since_mark <= m->options->max_events;
}

/* ---------------------------------------------------------------- rows */

static eg_status answered(int answer)
{
    return answer < 0 ? (eg_status)answer : EG_OK;
}

/* The grid points of the step up to its end at m->time, and whether that is one of them. */
static eg_status store_grid(march *m, bool happens)
{
    double last = NAN;
    eg_status status = eg_grid_store(&m->grid, m->time, happens, &last);
    if (!isnan(last))
        m->row_at_time = last == m->time;
    return status;
}

/* Passes over a grid point at m->time, which has its row or now gets it. */
static eg_status store_here(march *m)
{
    if (eg_grid_time(&m->grid) <= m->time + 1e-9 * m->options->interval)
        eg_grid_pass(&m->grid);
    if (m->row_at_time)
        return EG_OK;
    m->row_at_time = true;
    return answered(m->observer->point(m->observer, m->time, m->y, m->yp));
}

/* ---------------------------------------------------------------- events */

/* The functions that `fired` marks end their modes at m->time, and the time events due. */
static eg_status handle(march *m, const bool *fired)
{
    eg_observer *o = m->observer;
    eg_system *s = m->system;
    bool jumped = false;
    if (!progressing(m) && !hands_over(m))
        return too_many_events(m);
    m->row_at_time = true;
    o->fired = fired;
    eg_status status = answered(o->left(o, m->time, m->y, m->yp));
    if (status != EG_OK)
        return status;
    s->is_terminal = m->is_ending;
    eg_engine_blur(m->engine, m->blur, m->blur + s->n);
    int answer = s->ops->handle_event(s, m->time, fired, m->y, m->yp, &jumped, &m->sink);
    if (answer != 0)
        return failed(m, answer, "an event");
    m->result->instants += m->time != m->last_instant;
    m->last_instant = m->time;
    status = answered(o->right(o, m->time, m->y, m->yp));
    if (status != EG_OK)
        return status;
    return outcome(m->engine->ops->restart(m->engine, m->time, m->y, m->yp));
}

/* After so many events at an instant, and as many again, what is at its edge to round-off, and falls, does
 * not fire before a step, where modes are switched to and fro: where rounding alone tells them apart, time
 * has to pass until there is more to tell them by. Where each side leads back to the edge, as in a sliding
 * mode, steps tell nothing: the run soon ends. What answers to nothing, so that one event is heard again and
 * again, ends it too. */
enum { GOES_IN_CIRCLES = 100 };

static bool goes_in_circles(const march *m)
{
    return m->since_mark > 0 && m->since_mark % GOES_IN_CIRCLES == 0 && m->heard_count > 1;
}

/* The orientation of the equations at m->time, where they may lose it; else 0. */
static eg_status find_orientation(march *m, int *orientation)
{
    eg_system *s = m->system;
    *orientation = 0;
    if (!s->may_degenerate)
        return EG_OK;
    int answer = s->ops->derivatives(s, m->time, m->y, m->grid.yp);
    if (answer != 0)
        return failed(m, answer, "the derivatives");
    *orientation = s->ops->orientation(s);
    return EG_OK;
}

/* Where the equations have become others than in front of a point at which they determine nothing, the engine
 * has stepped across that, onto a solution that does not continue the one that there was. What was looked at
 * last need not be the end of the step, so that is looked at before the run ends. */
static eg_status check_orientation(march *m)
{
    eg_system *s = m->system;
    int now = m->orientation != 0 ? s->ops->orientation(s) : 0;
    if (now == 0 || now == m->orientation)
        return EG_OK;
    eg_status status = find_orientation(m, &now);
    if (status != EG_OK || now == 0 || now == m->orientation)
        return status;
    return end_here(m, "at some time before, the equations stop determining the unknowns",
                    "look for a factor of a derivative, or of an unknown, that passes 0");
}

/* A mode has begun at m->time: handles what fires at once, and takes the first samples. */
static eg_status begin_mode(march *m)
{
    eg_system *s = m->system;
    int fires;
    while ((fires = eg_watch_begin(&m->watch, m->time, m->y, m->yp)) > 0 && !goes_in_circles(m)) {
        eg_status status = handle(m, m->watch.fired);
        if (status != EG_OK)
            return status;
    }
    if (fires < 0)
        return failed(m, EG_ERROR_SIMULATION, "the switching functions");
    const eg_status oriented = find_orientation(m, &m->orientation);
    if (oriented != EG_OK)
        return oriented;
    m->engine->next_fall = eg_engine_first_fall(m->watch.count, m->watch.h, m->watch.rate);
    if (m->watch.count > 0)
        memcpy(m->watch.samples, m->watch.h, (size_t)m->watch.count * sizeof *m->watch.h);
    int answer = m->options->without_work ? 0 : s->ops->powers(s, m->time, m->y, m->power[0]);
    return answer != 0 ? failed(m, answer, "the powers") : EG_OK;
}

/* ---------------------------------------------------------------- the step */

/* As many nodes as determine the dense polynomial, and what is to be seen beside it. */
static const eg_nodes *nodes_for(march *m, int degree)
{
    int count = degree + 1, least = m->system->follows_time ? EG_NODES_OF_TIME : EG_NODES_MIN;
    if (count < least)
        count = least;
    else if (count > EG_NODES_MAX)
        count = EG_NODES_MAX;
    if (m->options->nodes && m->options->nodes->count == count)
        return m->options->nodes;
    eg_nodes *nodes = &m->nodes[count];
    if (nodes->count == 0)
        eg_nodes_make(nodes, count);
    return nodes;
}

/* The time at x of the part of the step up to t, even in what the step is a polynomial in. */
static double time_at(const march *m, double t, double x)
{
    const eg_engine *e = m->engine;
    return e->stretch.power <= 1 ? e->t0 + x * (t - e->t0) : eg_engine_time(e, x * eg_engine_part(e, t));
}

/* At (t, m->y_step), each where it is asked for. */
static eg_status look_at(march *m, double t, double *power, double *h)
{
    eg_system *s = m->system;
    if (power && h && s->ops->sample) {
        int answer = s->ops->sample(s, t, m->y_step, power, h);
        return answer != 0 ? failed(m, answer, "the powers or switching functions") : EG_OK;
    }
    int answer = power ? s->ops->powers(s, t, m->y_step, power) : 0;
    if (answer != 0)
        return failed(m, answer, "the powers");
    answer = h ? s->ops->switching(s, t, m->y_step, h) : 0;
    return answer != 0 ? failed(m, answer, "the switching functions") : EG_OK;
}

/* Samples [engine->t0, t] at the nodes; with functions or, up to an event, without. The first sample is
 * there already: the end of the step before. m->y_step becomes the point at t. */
static eg_status sample(march *m, const eg_nodes *nodes, double t, bool functions)
{
    const int first = functions || !m->options->without_work ? 1 : nodes->count - 1;
    for (int j = first; j < nodes->count; j++) {
        double at = j == nodes->count - 1 ? t : time_at(m, t, nodes->x[j]);
        if (m->engine->ops->dense(m->engine, at, m->y_step, NULL) != 0)
            return EG_ERROR_SIMULATION;
        double *h = m->watch.samples + (size_t)j * (size_t)m->watch.count;
        eg_status status = look_at(m, at, m->options->without_work ? NULL : m->power[j],
                                   functions && m->watch.count > 0 ? h : NULL);
        if (status != EG_OK)
            return status;
    }
    return EG_OK;
}

/* The end of this step is the beginning of the next. */
static void carry_samples(march *m, const eg_nodes *nodes)
{
    size_t count = (size_t)m->watch.count, last = (size_t)nodes->count - 1;
    memcpy(m->power[0], m->power[last], sizeof m->power[0]);
    if (count > 0)
        memcpy(m->watch.samples, m->watch.samples + last * count, count * sizeof *m->watch.samples);
}

static eg_status check_finite(march *m, double t)
{
    for (int i = 0; i < m->system->n; i++)
        if (!isfinite(m->y_step[i]))
            return not_finite(m, t, i);
    return EG_OK;
}

/* Tells a system that looks back what the step was. */
static eg_status remember(march *m, const eg_nodes *nodes, double end)
{
    eg_system *s = m->system;
    for (int j = 0; s->has_past && j < nodes->count; j++) {
        double at;
        if (j == 0)
            at = m->engine->t0;
        else if (j == nodes->count - 1)
            at = end;
        else
            at = time_at(m, end, nodes->x[j]);
        if (m->engine->ops->dense(m->engine, at, m->grid.y, NULL) != 0)
            return EG_ERROR_SIMULATION;
        int answer = s->ops->remember(s, j, nodes->count, at, m->grid.y, m->grid.yp);
        if (answer != 0)
            return failed(m, answer, "what is delayed");
    }
    return EG_OK;
}

/* The step up to its end, or to the event in it, has become the past. */
static eg_status commit(march *m, const eg_nodes *nodes, double end)
{
    const bool works = !m->options->without_work;
    int answer = works ? eg_work_add(&m->work, m->engine, nodes, m->engine->t0, end, m->power) : 0;
    if (answer != 0)
        return failed(m, answer, "the powers");
    eg_status status = remember(m, nodes, end);
    if (status == EG_OK && m->observer->passed)
        status = answered(m->observer->passed(m->observer, m->engine, end));
    if (status != EG_OK)
        return status;
    carry_samples(m, nodes);
    memcpy(m->y, m->y_step, (size_t)m->system->n * sizeof *m->y);
    m->row_at_time = m->row_at_time && end == m->time;
    m->time = end;
    return EG_OK;
}

/* The first event of the step that the engine has made: *found, at *end, which otherwise is the step's. */
static eg_status find_event(march *m, const eg_nodes *nodes, bool is_sampled, double *end, int *found)
{
    eg_engine *e = m->engine;
    *end = e->t1;
    eg_status status = is_sampled ? EG_OK : sample(m, nodes, *end, true);
    if (status == EG_OK)
        status = check_finite(m, *end);
    if (status != EG_OK)
        return status;
    *found = eg_watch_search(&m->watch, nodes, e->t1 >= m->limit, end);
    return *found < 0 ? failed(m, EG_ERROR_SIMULATION, "the switching functions") : EG_OK;
}

/* Is the event at `end` in so small a share of the step that the dense polynomial, which is rounded relative
 * to all of the step, does not resolve it? A free fall with a stop close by is one step to the end of time,
 * if the engine takes no notice of the stop. A polynomial whose square root counts leaves half of a double's
 * digits to a share of 2^-13. Parts without mass may have singular speeds at an edge, where modes end as
 * soon as they begin: only long steps go across. */
static bool is_lost_in_step(const march *m, double end)
{
    const eg_engine *e = m->engine;
    const double share = 0x1p-13, length = end - e->t0;
    for (int i = 0; i < m->system->n; i++)
        if (!m->system->differential[i])
            return false;
    return length < share * (e->t1 - e->t0) && length > 64.0 * DBL_EPSILON * fabs(e->t0);
}

/* From the beginning of the last step, to some way behind `end` at most. */
static eg_status step_again(march *m, double end)
{
    enum { FURTHER = 4 };
    eg_engine *e = m->engine;
    const double begin = e->t0, limit = begin + FURTHER * (end - begin);
    int answer = m->system->ops->derivatives(m->system, begin, m->y, m->yp);
    if (answer != 0)
        return failed(m, answer, "the derivatives");
    eg_watch_forget(&m->watch);
    answer = e->ops->restart(e, begin, m->y, m->yp);
    return outcome(answer == 0 ? e->ops->step(e, limit) : answer);
}

/* The step that the engine has made, or its part up to the first event in it, becomes the past: then *event,
 * and the watch has marked what fired. */
static eg_status take_step(march *m, bool is_sampled, bool *event)
{
    eg_engine *e = m->engine;
    const eg_nodes *nodes = nodes_for(m, e->degree);
    double end;
    int found = 0;
    eg_status status = find_event(m, nodes, is_sampled, &end, &found);
    while (status == EG_OK && found > 0 && m->watch.is_beyond && is_lost_in_step(m, end)) {
        status = step_again(m, end);
        nodes = nodes_for(m, e->degree);
        if (status == EG_OK)
            status = find_event(m, nodes, false, &end, &found);
    }
    if (status != EG_OK)
        return status;
    if (end < e->t1)
        status = sample(m, nodes, end, false);
    if (status == EG_OK)
        status = commit(m, nodes, end);
    *event = found > 0;
    return status;
}

/* To the step's end, or to the event in it. */
static eg_status make_step(march *m, bool is_sampled)
{
    m->event = false;
    eg_status status = take_step(m, is_sampled, &m->event);
    m->scheduled += m->time >= m->t_event;
    m->is_due = m->time >= m->t_event || m->system->wants_event;
    m->happens = m->event || m->is_due || m->time >= m->options->stop_time;
    if (status == EG_OK && (eg_pace_step(&m->pace) || is_full_of_tries(m)))
        status = look_at_pace(m, m->happens);
    if (status == EG_OK && eg_pace_is_late(&m->pace))
        status = late(m);
    return status;
}

/* What happens there. */
static eg_status end_step(march *m)
{
    eg_system *s = m->system;
    eg_status status = EG_OK;
    int answer = s->ops->derivatives(s, m->time, m->y, m->yp);
    if (answer != 0)
        return failed(m, answer, "the derivatives");
    if (m->orientation != 0)
        status = check_orientation(m);
    if (status == EG_OK && (m->event || m->is_due)) {
        status = handle(m, m->event ? m->watch.fired : NULL);
        if (status == EG_OK)
            status = begin_mode(m);
    }
    return status == EG_OK ? store_here(m) : status;
}

static eg_status advance(march *m, bool is_sampled)
{
    eg_status status = make_step(m, is_sampled);
    if (status == EG_OK)
        status = store_grid(m, m->happens);
    if (status == EG_OK)
        status = eg_grid_show_asides(&m->grid, m->time, m->happens);
    if (status == EG_OK && m->orientation != 0)
        status = check_orientation(m);
    return status == EG_OK && m->happens ? end_step(m) : status;
}

/* ---------------------------------------------------------------- the run */

/* An event at the end, for what the model does when terminal(). */
static eg_status end_run(march *m)
{
    int answer = m->system->ops->derivatives(m->system, m->time, m->y, m->yp);
    if (answer != 0)
        return failed(m, answer, "the derivatives");
    m->is_ending = true;
    return handle(m, NULL);
}

static eg_status set_out(march *m)
{
    eg_engine *e = m->engine;
    double kinetic = 0.0, potential = 0.0;
    int answer = m->system->ops->energy(m->system, m->time, m->y, &kinetic, &potential);
    if (answer != 0)
        return failed(m, answer, "the energy");
    m->work.initial = kinetic + potential;
    eg_status status = outcome(e->ops->restart(e, m->time, m->y, m->yp));
    if (status == EG_OK)
        status = begin_mode(m);
    return status == EG_OK ? store_here(m) : status;
}

bool eg_march_goes_on(march *m, double *limit)
{
    eg_system *s = m->system;
    if (m->status != EG_OK || m->stopped || !(m->time < m->options->stop_time) || s->finished)
        return false;
    m->t_event = s->ops->next_time_event(s, m->time);
    *limit = m->limit = fmin(m->t_event, m->options->stop_time);
    return true;
}

void eg_march_advance(march *m, int answer, bool is_sampled)
{
    eg_observer *o = m->observer;
    m->status = outcome(answer);
    if (m->status == EG_OK)
        m->status = advance(m, is_sampled);
    if (m->status == EG_OK && o->progress)
        m->stopped = o->progress(o, m->time) != 0;
}

eg_march_room eg_march_samples(march *m, int degree)
{
    return (eg_march_room){nodes_for(m, degree), m->watch.samples, m->y_step};
}

static void release(march *m)
{
    if (!m)
        return;
    if (m->system)
        m->system->blur = NULL;
    eg_watch_free(&m->watch);
    eg_grid_release(&m->grid);
    free(m->rows);
    free(m);
}

static void tell_works(const march *m, eg_march_result *result)
{
    result->end_time = m->time;
    result->has_heat = m->system->has_heat && !m->options->without_work;
    for (int p = 0; p < EG_POWER_COUNT; p++)
        result->work[p] = eg_dd_value(m->work.sum[p]);
}

/* A run that ends early, as asked or in failure, ends with a row at the last good point. */
static eg_status finish(march *m, eg_status status)
{
    eg_system *s = m->system;
    bool storable = status == EG_OK || status == EG_ERROR_SIMULATION;
    if (storable && !m->row_at_time && s->ops->derivatives(s, m->time, m->y, m->yp) == 0) {
        eg_status stored = store_here(m);
        status = status == EG_OK ? stored : status;
    }
    tell_works(m, m->result);
    return status;
}

/* The beginning, or where the engine has left a run of its own. */
static void take_up(march *m)
{
    m->time = m->mark = m->result->end_time;
    m->pace = eg_pace_from(m->time, m->system->n, (double)m->options->max_steps, m->options->time_limit,
                           m->options->deadline);
    eg_pace_go_on(&m->pace, m->result->spent);
    m->rejected_before = m->rejected_looked_at = rejected_steps(m);
    m->row_at_time = m->time > m->options->start_time;
    m->grid.index = eg_march_first_row(m->options);
    if (m->row_at_time) /* which it needs not, and the next grid point is behind it */
        m->grid.index =
            floor((m->time - eg_march_rows_from(m->options)) / m->options->interval * (1.0 + DBL_EPSILON)) +
            1.0;
    for (int p = 0; p < EG_POWER_COUNT; p++)
        m->work.sum[p] = eg_dd_of(m->result->work[p]);
}

march *eg_march_begin(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                      eg_observer *observer, eg_march_result *result)
{
    size_t n = (size_t)engine->system->n;
    march *m = calloc(1, sizeof *m);
    if (m)
        m->rows = calloc(5 * n + 1, sizeof *m->rows);
    if (!m || !m->rows || !eg_watch_create(&m->watch, engine)) {
        eg_report_memory(engine->system->diagnostics, "before the first step");
        release(m);
        return NULL;
    }
    m->sink.happened = hear;
    m->engine = engine;
    engine->span = options->stop_time - options->start_time;
    m->system = engine->system;
    m->options = options;
    m->observer = observer;
    m->result = result;
    m->y = y;
    m->yp = yp;
    m->y_step = m->rows;
    m->grid = (eg_grid){.engine = engine, .observer = observer, .options = options};
    m->grid.y = m->work.y = m->rows + n; /* never needed at once */
    m->grid.yp = m->rows + 2 * n;
    m->blur = m->rows + 3 * n;
    m->system->blur = m->blur;
    m->last_instant = NAN;
    take_up(m);
    m->status = set_out(m);
    return m;
}

eg_status eg_march_end(march *m)
{
    if (!m)
        return EG_ERROR_MEMORY;
    if (m->status == EG_OK && m->system->has_terminal && !m->options->goes_on)
        m->status = end_run(m);
    eg_status status = finish(m, m->status);
    release(m);
    return status;
}

eg_status eg_march(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                   eg_observer *observer, eg_march_result *result)
{
    eg_status status = EG_ERROR_MEMORY;
    double limit;
    assert(options->interval > 0.0);
    *result = (eg_march_result){.end_time = options->start_time};
    bool may_take_over =
        engine->ops->march && (!observer->passed || observer->concerns || !engine->ops->step);
    if (may_take_over && engine->ops->march(engine, options, y, yp, observer, result, &status))
        return status;
    march *m = eg_march_begin(engine, options, y, yp, observer, result);
    while (m && eg_march_goes_on(m, &limit))
        eg_march_advance(m, engine->ops->step(engine, limit), false);
    return eg_march_end(m);
}

/* ---------------------------------------------------------------- as a course */

static march *of_course(eg_course *c)
{
    return (march *)(void *)((char *)c - offsetof(march, course));
}

static eg_status course_go(eg_course *c, double most)
{
    march *m = of_course(c);
    double limit;
    if (!eg_march_goes_on(m, &limit))
        return m->status == EG_OK ? EG_DIFFERENT : m->status;
    m->limit = fmin(limit, most);
    m->status = outcome(m->engine->ops->step(m->engine, m->limit));
    if (m->status == EG_OK)
        m->status = make_step(m, false);
    c->time = m->time;
    c->happens = m->happens;
    c->is_event = m->event || m->is_due;
    return m->status;
}

static eg_status course_store(eg_course *c)
{
    return store_grid(of_course(c), c->happens);
}

static eg_status course_show(eg_course *c)
{
    march *m = of_course(c);
    int answer = m->system->ops->derivatives(m->system, m->time, m->y, m->yp);
    if (answer != 0)
        return failed(m, answer, "the derivatives");
    return answered(m->observer->point(m->observer, m->time, m->y, m->yp));
}

static eg_status course_happen(eg_course *c)
{
    return end_step(of_course(c));
}

static eg_status course_interrupt(eg_course *c)
{
    march *m = of_course(c);
    eg_status status = handle(m, NULL);
    return status == EG_OK ? begin_mode(m) : status;
}

static void course_account(eg_course *c, eg_march_result *result)
{
    tell_works(of_course(c), result);
}

static void course_free(eg_course *c)
{
    release(of_course(c));
}

eg_course *eg_march_course(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                           eg_observer *observer, eg_march_result *result, eg_status *status)
{
    static const eg_course_ops ops = {course_go,        course_store,   course_show, course_happen,
                                      course_interrupt, course_account, course_free};
    march *m = eg_march_begin(engine, options, y, yp, observer, result);
    *status = m ? m->status : EG_ERROR_MEMORY;
    if (*status != EG_OK) {
        release(m);
        return NULL;
    }
    m->grid.target = &m->course.target;
    m->course = (eg_course){.ops = &ops, .target = INFINITY, .time = m->time};
    return &m->course;
}
