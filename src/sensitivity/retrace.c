#include "sensitivity/retrace.h"

#include "base/arena.h"
#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- a network of a state */

eg_status eg_retrace_network(eg_retrace *x, const eg_state *state, double *y, double *yp,
                             bool keeps_directions)
{
    eg_following *r = x->r;
    const eg_simulate_options *o = r->o;
    const size_t n = (size_t)r->of->model->n;
    eg_network *next = eg_network_create(r->of->model, r->d);
    double *point = calloc(2 * n + 1, sizeof *point);
    eg_status status = next && point ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        eg_system_set_span(&next->base, o->start_time, o->stop_time);
        status = eg_state_put(state, next, point, point + n);
    }
    if (status == EG_OK && keeps_directions)
        next->base.parametric->take_over(&next->base, &r->network->base);
    else if (status == EG_OK && next->base.parametric->begin(&next->base, 0, NULL) != 0)
        status = EG_ERROR_MEMORY;
    if (status != EG_OK) {
        eg_network_free(next);
        free(point);
        return status;
    }
    if (y)
        memcpy(y, point, n * sizeof *y);
    if (yp)
        memcpy(yp, point + n, n * sizeof *yp);
    free(point);
    eg_network_free(r->network);
    r->network = next;
    r->v.system = &next->base;
    r->v.facet = next->base.parametric;
    return eg_measures_move(&r->m, next) ? EG_OK : EG_ERROR_MEMORY;
}

eg_status eg_retrace_directions(eg_retrace *x, size_t more)
{
    const eg_prepared *p = x->r->of;
    eg_system *s = &x->r->network->base;
    const size_t directions = p->by_count + x->memories + more;
    int count = 0;
    (void)s->parametric->parameters(s, &count);
    double *dtheta = calloc(directions * (size_t)count + 1, sizeof *dtheta);
    double *unit = calloc(x->memories + 1, sizeof *unit);
    eg_status status = dtheta && unit ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        memcpy(dtheta, p->dtheta, p->by_count * (size_t)count * sizeof *dtheta);
        status = (eg_status)s->parametric->begin(s, (int)directions, dtheta);
    }
    for (size_t k = 0; k < x->memories && status == EG_OK; k++) {
        unit[k] = 1.0;
        s->parametric->impose(s, (int)(p->by_count + k), unit);
        unit[k] = 0.0;
    }
    free(dtheta);
    free(unit);
    return status;
}

static eg_state *take_state(const eg_retrace *x, double t, const double *y, const double *yp)
{
    eg_network *s = x->r->network;
    return eg_state_take(s, s->base.origin + t, y, yp);
}

/* ---------------------------------------------------------------- events */

static int add_doubt(eg_retrace *x, double t, eg_doubt_kind kind, eg_moved_by one, eg_moved_by other)
{
    if (x->is_again)
        return 0;
    if (eg_grow((void **)&x->doubts, &x->doubt_capacity, x->doubt_count + 1, sizeof *x->doubts) < 0)
        return EG_ERROR_MEMORY;
    x->doubts[x->doubt_count++] = (eg_retraced_doubt){{kind, t, x->crossings}, one, other};
    return 0;
}

/* By what the event moves. The rules are those of crossing.c, where they are about one direction. */
static int find_mover(eg_retrace *x, double t, const bool *fired, bool is_at_once, bool is_due)
{
    const eg_crossing *c = &x->r->c;
    const eg_moved_by before = x->mover;
    bool is_found = is_due, touches = false;
    eg_moved_by touched = {0};
    int status = 0;
    x->sure = x->doubt_count;
    x->mover = (eg_moved_by){x->crossings, is_due ? EG_MOVED_BY_TIME : EG_MOVED_BY_NOTHING, 0.0};
    for (size_t i = 0; fired && i < c->switches && status == 0; i++) {
        if (!fired[i])
            continue;
        const eg_edge_kind kind = eg_crossing_edge(c, i, is_at_once);
        const eg_moved_by own = {x->crossings, (int)i, c->rate[i]};
        if (kind == EG_EDGE_TOUCHED) {
            touches = true;
            touched = own;
            continue;
        }
        const eg_moved_by mover = kind == EG_EDGE_FOLLOWS ? before : own;
        if (is_found)
            status = add_doubt(x, t, EG_DOUBT_TWO, x->mover, mover);
        else
            x->mover = mover;
        is_found = true;
    }
    if (touches && !is_found && status == 0) {
        status = add_doubt(x, t, EG_DOUBT_GRAZING, touched, touched);
        x->sure = x->doubt_count;
    }
    return status;
}

/* The event is over, with y and y' on its right: what changes nothing may fall at one instant with others. */
static int judge_doubts(eg_retrace *x, double t, const double *y, const double *yp)
{
    const eg_crossing *c = &x->r->c;
    const bool changes = c->has_memory || eg_crossing_changes(c, y, yp);
    int status = 0;
    if (!changes)
        x->doubt_count = x->sure;
    const bool has_mover = x->mover.crossing == x->crossings && x->mover.function != EG_MOVED_BY_NOTHING;
    if (changes && x->changes && has_mover)
        status = add_doubt(x, t, EG_DOUBT_TWO, x->mover, x->change);
    if (changes && !x->changes)
        x->change = x->mover;
    x->changes = x->changes || changes;
    return status;
}

/* Where time events go along each parameter and each number that is remembered; and along which parameters
 * several go apart, that are due at once. */
static int record_moves(eg_retrace *x, double t, eg_recorded_event *e)
{
    eg_following *r = x->r;
    const size_t by = r->of->by_count;
    size_t first;
    double *moves = eg_record_numbers(&x->record, by + x->memories, &first);
    int status = moves ? 0 : EG_ERROR_MEMORY;
    for (size_t k = 0; k < by + x->memories && status == 0; k++) {
        double spread = 0.0;
        status = r->v.facet->time_event(&r->network->base, (int)k, t, &moves[k], &spread);
        if (k < by)
            x->apart[k] = spread > 0.0;
    }
    e->moves = first;
    x->goes_apart = status == 0;
    return status;
}

/* Numbers that are known from the event at hand on, which changes the motion, have no derivative by those. */
static void note_apart(eg_retrace *x, double t)
{
    for (size_t k = 0; k < x->r->of->by_count && x->goes_apart; k++)
        if (x->apart[k] && !(x->splits[k].kind != EG_DOUBT_NONE && x->splits[k].time <= t))
            x->splits[k] = (eg_doubt){EG_DOUBT_TWO, t, x->crossings};
}

/* What each direction makes of algebraic unknowns, to the left of an event: dy of differential ones is
 * there. */
static int complete(eg_retrace *x, double t, const double *y, const double *yp)
{
    eg_following *r = x->r;
    const size_t n = (size_t)r->of->model->n, last = x->directions - 1;
    const bool *differential = r->network->base.differential;
    bool is_algebraic = false;
    for (size_t i = 0; i < n; i++)
        is_algebraic = is_algebraic || !differential[i];
    if (!is_algebraic)
        return 0;
    eg_variation v;
    int status = eg_variation_init(&v, &r->network->base, last, r->v.tolerance) ? 0 : EG_ERROR_MEMORY;
    if (status == 0) {
        memcpy(v.s, x->dy, last * n * sizeof *v.s);
        status = eg_variation_settle(&v, t, y, yp);
        memcpy(x->dy, v.s, last * n * sizeof *v.s);
    }
    eg_variation_release(&v);
    return status;
}

/* The state at the moving instant along each direction, the last of which is that the instant moves. */
static int leave_along(eg_retrace *x, double t, const double *y, const double *yp)
{
    const eg_following *r = x->r;
    const size_t n = (size_t)r->of->model->n, first = r->of->by_count + x->memories, last = x->directions - 1;
    memset(x->dt, 0, x->directions * sizeof *x->dt);
    memset(x->dy, 0, x->directions * n * sizeof *x->dy);
    for (size_t i = 0; i < n; i++)
        if (r->network->base.differential[i])
            x->dy[(first + i) * n + i] = 1.0;
    const int status = complete(x, t, y, yp);
    x->dt[last] = 1.0;
    memcpy(x->dy + last * n, yp, n * sizeof *yp);
    return status == 0 ? r->v.facet->leave(&r->network->base, t, y, yp, x->dt, x->dy) : status;
}

static int record_left(eg_retrace *x, double t, const double *y, const double *yp, bool is_due)
{
    const size_t n = x->record.n;
    eg_system *s = &x->r->network->base;
    eg_recorded_event *e = x->event = eg_record_event(&x->record);
    double *numbers = e ? eg_record_numbers(&x->record, 4 * n, &e->first) : NULL;
    if (!numbers)
        return EG_ERROR_MEMORY;
    memcpy(numbers, y, n * sizeof *y);
    memcpy(numbers + n, yp, n * sizeof *yp);
    memcpy(x->was_differential, s->differential, n * sizeof *x->was_differential);
    e->t = t;
    e->number = x->crossings;
    e->mover = x->mover;
    e->is_due = is_due;
    x->goes_apart = false;
    if (!is_due && !x->acts)
        return 0;
    int status = eg_retrace_directions(x, x->acts ? n + 1 : 0);
    if (status == 0 && is_due)
        status = record_moves(x, t, e);
    if (status == 0)
        status = x->acts ? leave_along(x, t, y, yp) : s->parametric->begin(s, 0, NULL);
    return status;
}

static int on_left(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_retrace *x = (eg_retrace *)o;
    eg_following *r = x->r;
    const eg_system *s = &r->network->base;
    const bool is_at_once = t == r->c.instant;
    const bool is_due = !o->fired || s->ops->next_time_event(&r->network->base, nextafter(t, -INFINITY)) <= t;
    x->changes = is_at_once && x->changes;
    int status = eg_crossing_leave(&r->c, t, y, yp, o->fired);
    if (status == 0)
        status = find_mover(x, t, o->fired, is_at_once, is_due);
    if (status == 0 && !x->is_again)
        status = eg_measures_leave(&r->m, t, y, yp);
    if (status == 0 && x->is_recorded)
        status = record_left(x, t, y, yp, is_due);
    return eg_following_answered(r, t, status);
}

/* Does the motion go on as it is, to round-off? */
static bool is_plain(const eg_retrace *x, const double *y, const double *yp)
{
    const eg_crossing *c = &x->r->c;
    const bool *differential = x->r->network->base.differential;
    bool plain = !x->acts;
    for (size_t i = 0; i < x->record.n && plain; i++)
        plain = differential[i] == x->was_differential[i] &&
                (!differential[i] || (y[i] == c->left[i] && eg_crossing_jump(c, i, yp) == 0.0));
    return plain;
}

/* What the event has made of each direction: of the state at a fixed instant, of the memory. What it does not
 * set has moved with the instant as it did on the left. */
static int record_jump(eg_retrace *x, double t, const double *y, const double *yp)
{
    const eg_following *r = x->r;
    const double *left_rate = r->c.left_rate;
    eg_system *s = &r->network->base;
    const size_t n = (size_t)r->of->model->n, width = n + x->memories, last = x->directions - 1;
    double *jump = eg_record_numbers(&x->record, x->directions * width, &x->event->jump);
    int status = jump ? 0 : EG_ERROR_MEMORY;
    for (size_t k = 0; k < x->directions && status == 0; k++) {
        double *own = jump + k * width;
        status = s->parametric->arrive(s, (int)k, t, y, yp, own);
        for (size_t i = 0; i < n; i++) {
            if (!s->differential[i])
                own[i] = 0.0;
            else if (k == last)
                own[i] = own[i] == left_rate[i] ? eg_crossing_jump(&r->c, i, yp) : own[i] - yp[i];
        }
        s->parametric->recall(s, (int)k, own + n);
    }
    return status == 0 ? s->parametric->begin(s, 0, NULL) : status;
}

static bool goes_on(const eg_retrace *x, size_t i, const double *yp)
{
    const bool is_differential = x->was_differential[i] && x->r->network->base.differential[i];
    return is_differential && eg_crossing_jump(&x->r->c, i, yp) == 0.0;
}

static int record_right(eg_retrace *x, double t, const double *y, const double *yp)
{
    const eg_crossing *c = &x->r->c;
    const size_t n = x->record.n;
    double *right = x->record.numbers + x->event->first + 2 * n;
    memcpy(right, y, n * sizeof *y);
    for (size_t i = 0; i < n; i++) /* rounding of y' is no jump of it */
        right[n + i] = goes_on(x, i, yp) ? c->left_rate[i] : yp[i];
    x->event->is_plain = is_plain(x, y, yp);
    const int status = x->acts ? record_jump(x, t, y, yp) : 0;
    if (c->has_memory || eg_crossing_changes(c, y, yp))
        note_apart(x, t);
    if (status == 0 && !(x->event->state = take_state(x, t, y, yp)))
        return EG_ERROR_MEMORY;
    return status;
}

/* In the first run: what the measures see of it, and what may have no derivative behind it. */
static int see_right(eg_retrace *x, double t, const double *y, const double *yp)
{
    eg_following *r = x->r;
    int status = eg_crossing_arrive(&r->c, t, y, yp);
    if (status == 0)
        status = eg_measures_arrive(&r->m, t, y, yp);
    if (status == 0)
        status = judge_doubts(x, t, y, yp);
    for (size_t i = 0; i < r->m.item_count; i++)
        if (r->m.items[i].tie == t)
            x->ties[i] = x->mover;
    if (status == 0 &&
        eg_grow((void **)&r->instants, &r->instant_capacity, r->crossings + 1, sizeof *r->instants) < 0)
        status = EG_ERROR_MEMORY;
    if (status == 0)
        r->instants[r->crossings++] = t;
    return status;
}

static int on_right(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_retrace *x = (eg_retrace *)o;
    int status = x->is_recorded ? record_right(x, t, y, yp) : 0;
    if (status == 0 && !x->is_again)
        status = see_right(x, t, y, yp);
    x->crossings++;
    return eg_following_answered(x->r, t, status);
}

/* ---------------------------------------------------------------- steps */

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)o, (void)t, (void)y, (void)yp;
    return 0;
}

static int on_passed(eg_observer *o, eg_engine *engine, double t)
{
    eg_retrace *x = (eg_retrace *)o;
    eg_following *r = x->r;
    const size_t n = (size_t)r->of->model->n;
    double *y = r->s, *yp = r->s + n + 1; /* (directions + 1) x n, at least two */
    int status = x->is_recorded ? eg_record_step(&x->record, engine, t) : 0;
    if (status == 0 && !x->is_again)
        status = eg_measures_pass(&r->m, engine, t);
    if (status == 0)
        status = eg_variation_motion(&r->v, engine, t < engine->t1 ? eg_engine_part(engine, t) : 1.0, y, yp);
    if (status == 0)
        status = eg_crossing_note(&r->c, t, y, yp);
    r->reached = t;
    x->steps++;
    return eg_following_answered(r, t, status);
}

/* A part ends with a step behind which nothing happens. */
static int on_progress(eg_observer *o, double t)
{
    eg_retrace *x = (eg_retrace *)o;
    if (!x->is_again && eg_teller_tell(&x->r->teller, x->r->network->base.origin + t) != 0)
        x->is_stopped = true;
    const bool is_asked = x->is_stopped && !x->is_again;
    return (is_asked || x->steps >= x->most) && t != x->r->c.instant;
}

static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    (void)sink, (void)t, (void)component, (void)name, (void)is_time_event;
}

/* ---------------------------------------------------------------- parts */

static bool add_checkpoint(eg_retrace *x, double t, bool is_the_end)
{
    const eg_crossing *c = &x->r->c;
    const size_t size = c->switches * sizeof(double);
    eg_checkpoint item = {.state = take_state(x, t, x->y, x->yp),
                          .t = t,
                          .instant = c->instant,
                          .events = x->crossings,
                          .bounds = malloc(2 * size + 1),
                          .is_the_end = is_the_end};
    if (item.bounds) {
        memcpy(item.bounds, c->largest, size);
        memcpy(item.bounds + c->switches, c->fastest, size);
    }
    return eg_checkpoints_add(&x->points, item);
}

/* Steps that the run may still take; 0: as many as it needs, as those have that are made again. */
static long left_of_limit(const eg_retrace *x)
{
    const long limit = x->r->o->max_steps;
    if (limit == 0 || x->is_again)
        return 0;
    return limit > x->all ? limit - x->all : 1;
}

/* From checkpoint number k to the next one, or to the end: *end. */
static eg_status march(eg_retrace *x, size_t k, double *end)
{
    eg_following *r = x->r;
    const eg_checkpoint *from = &x->points.items[k];
    const eg_simulate_options *o = r->o;
    eg_status status = eg_retrace_network(x, from->state, x->y, x->yp, false);
    if (status != EG_OK)
        return status;
    eg_system *s = &r->network->base;
    if (r->engine)
        r->engine->ops->free(r->engine);
    r->engine = r->of->engine->create(s, o->tolerance);
    if (!r->engine)
        return EG_ERROR_MEMORY;
    x->crossings = from->events;
    r->c.instant = from->instant;
    memcpy(r->c.largest, from->bounds, r->c.switches * sizeof *from->bounds);
    memcpy(r->c.fastest, from->bounds + r->c.switches, r->c.switches * sizeof *from->bounds);
    x->is_recorded = x->is_again || k == 0; /* what may be all of the run need not be made again */
    if (x->is_recorded)
        eg_record_clear(&x->record);
    x->recorded = x->is_recorded ? k : x->recorded;
    x->steps = 0;
    x->most = x->is_again ? from->steps : eg_checkpoint_steps(k);
    eg_march_options options = {.start_time = from->t,
                                .stop_time = eg_system_since(s, o->stop_time),
                                .interval = fmax(o->stop_time - o->start_time, 1e-300),
                                .max_events = o->max_events,
                                .max_steps = left_of_limit(x),
                                .without_work = true,
                                .time_limit = o->time_limit,
                                .deadline = x->deadline,
                                .goes_on = !from->is_the_end};
    eg_march_result result;
    status = eg_march(r->engine, &options, x->y, x->yp, &x->observer, &result);
    *end = result.end_time;
    x->points.items[k].steps = x->steps;
    return status;
}

static eg_status make_room(eg_retrace *x)
{
    eg_following *r = x->r;
    eg_system *s = &r->network->base;
    const size_t n = (size_t)r->of->model->n;
    x->record.n = n;
    x->acts = s->parametric->acts(s);
    x->memories = (size_t)s->parametric->remembered(s);
    x->directions = r->of->by_count + x->memories + (x->acts ? n + 1 : 0);
    x->dt = calloc(x->directions * (n + 1) + 2 * n + 1, sizeof *x->dt);
    x->ties = calloc(r->m.item_count + 1, sizeof *x->ties);
    x->splits = calloc(r->of->by_count + 1, sizeof *x->splits);
    x->apart = calloc(r->of->by_count + 1, sizeof *x->apart);
    x->was_differential = calloc(n + 1, sizeof *x->was_differential);
    if (!x->dt || !x->was_differential || !x->ties || !x->splits || !x->apart)
        return EG_ERROR_MEMORY;
    x->dy = x->dt + x->directions;
    x->y = x->dy + x->directions * n;
    x->yp = x->y + n;
    memcpy(x->y, r->y, n * sizeof *x->y);
    memcpy(x->yp, r->yp, n * sizeof *x->yp);
    return EG_OK;
}

eg_status eg_retrace_run(eg_retrace *x, eg_following *r)
{
    const eg_simulate_options *o = r->o;
    *x = (eg_retrace){.r = r};
    x->observer = (eg_observer){.point = on_point,
                                .left = on_left,
                                .right = on_right,
                                .progress = on_progress,
                                .passed = on_passed,
                                .sink = {on_event}};
    x->deadline = o->time_limit > 0 ? eg_clock_seconds() + o->time_limit : 0;
    const double stop = eg_system_since(&r->network->base, o->stop_time);
    bool goes_on = true;
    eg_status status = make_room(x);
    x->end = eg_system_since(&r->network->base, o->start_time);
    while (status == EG_OK && goes_on) {
        if (!add_checkpoint(x, x->end, false))
            return EG_ERROR_MEMORY;
        status = march(x, x->points.count - 1, &x->end);
        x->all += x->steps;
        goes_on = x->steps >= x->most && x->end < stop && !r->network->base.finished && !x->is_stopped;
    }
    if (status != EG_OK || !r->network->base.has_terminal)
        return status;
    return add_checkpoint(x, x->end, true) ? march(x, x->points.count - 1, &x->end) : EG_ERROR_MEMORY;
}

eg_status eg_retrace_part(eg_retrace *x, size_t k)
{
    double end;
    x->is_again = true;
    return k == x->recorded ? EG_OK : march(x, k, &end);
}

void eg_retrace_release(eg_retrace *x)
{
    eg_checkpoints_release(&x->points);
    eg_record_release(&x->record);
    free(x->dt);
    free(x->was_differential);
    free(x->ties);
    free(x->splits);
    free(x->apart);
    free(x->doubts);
    *x = (eg_retrace){0};
}
