/* The engine `fixed`: steps of one length with a bounded amount of work, as in real time
 * (elastogap/fixed.h). Here they are taken one after the other, and what they come to is shown at the points
 * of the output grid, or of a course (course.h).
 *
 * Each interval between points is cut into equal steps no longer than the one asked for, counted from the
 * start: what comes out does not depend on how many of them lie between two points. Where the stop cuts the
 * last interval short, it cuts its last step too. Kinks are not located: an event is somewhere within its
 * step, and there are no rows for its sides. */
#include "engine/course.h"
#include "base/reason.h"
#include "fixed/facet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 1e-3; /* [s] */

typedef struct pace {
    eg_system *system;
    eg_fixed_model *model; /* NULL: it has not begun */
    eg_fixed_state *state, *copy;
    double *inputs, *y, *yp, *y1, *yp1; /* y1, yp1, copy: of a prediction */
    eg_observer *observer;
    eg_counters *counters;
    double step; /* at most [s] */
    bool stopped;
    double origin, to; /* steps of one length began at the one, and lead to the other, a point */
    long done, left;   /* steps: since the origin, to that point */
} pace;

typedef struct fixed {
    eg_engine base;
    eg_counters counters;
} fixed;

static eg_engine *fixed_create(eg_system *system, double tolerance)
{
    fixed *e = calloc(1, sizeof *e);
    if (!e) {
        eg_report_memory(system->diagnostics, "for the engine fixed");
        return NULL;
    }
    (void)tolerance; /* the step is what decides */
    e->base.ops = &eg_engine_fixed;
    e->base.system = system;
    return &e->base;
}

/* ---------------------------------------------------------------- one run */

static int no_value(eg_system *s, double t)
{
    eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s the equations have no value, at the end of a step of the engine fixed",
              s->origin + t);
    eg_remedy(s->diagnostics, "take a shorter step (--step), or --engine auto");
    return EG_ERROR_SIMULATION;
}

/* A step that becomes the past: its two ends. */
static int remember(pace *p, double t0, double t)
{
    const eg_system_ops *ops = p->system->ops;
    int status = ops->remember(p->system, 0, 2, t0, p->y, p->yp);
    return status < 0 ? status : ops->remember(p->system, 1, 2, t, p->y1, p->yp1);
}

/* A step of a model whose signals follow the motion: predicted with the inputs that there are, and
 * corrected with those at its end. Where equations have no value at the predicted end it stays at what was
 * predicted. */
static int follow(pace *p, double t0, double t)
{
    const eg_fixed_facet *facet = p->system->fixed;
    const eg_fixed_plan *plan = &p->model->plan;
    size_t size = (size_t)p->system->n * sizeof *p->y;
    memcpy(p->copy, p->state, eg_fixed_size(plan));
    memcpy(p->y1, p->y, size);
    memcpy(p->yp1, p->yp, size);
    facet->inputs(p->system, p->model, t, p->inputs);
    eg_fixed_step(plan, p->copy, p->inputs, NULL);
    facet->take(p->system, p->model, p->copy, p->y1);
    int status = facet->beside(p->system, t, plan->step, p->y, p->yp, p->y1, p->yp1);
    if (status == 0)
        status = facet->row(p->system, p->model, p->copy, t, true, p->y1, p->yp1);
    if (status == 0)
        status = facet->beside(p->system, t, plan->step, p->y, p->yp, p->y1, p->yp1);
    if (status < 0)
        return status;
    if (status == 0)
        facet->follow(p->system, p->model, t, p->y1, p->yp1, p->inputs);
    eg_fixed_step(plan, p->state, p->inputs, NULL);
    if (p->system->has_past)
        status = remember(p, t0, t);
    memcpy(p->y, p->y1, size);
    if (status >= 0)
        status = facet->row(p->system, p->model, p->state, t, false, p->y, p->yp);
    if (status == 0)
        facet->follow(p->system, p->model, t, p->y, p->yp, p->inputs);
    return status > 0 ? no_value(p->system, t) : status;
}

/* What the state comes to at the end of a step; where equations follow the motion it is there already. It is
 * found from the state alone: the row before, where a search might begin, may be anywhere. */
static int find_row(pace *p, double t)
{
    if (p->model->follows)
        return 0;
    memset(p->yp, 0, (size_t)p->system->n * sizeof *p->yp);
    return p->system->fixed->row(p->system, p->model, p->state, t, false, p->y, p->yp);
}

/* Two times that lie a share of a step apart are one. */
static const double SAME = 1e-9;

/* When the last step ended, by the count of steps: whatever rows there were. */
static double instant(const pace *p)
{
    return p->origin + (double)p->done * p->model->plan.step;
}

/* The same; of a point, as it was asked for. */
static double reached(const pace *p)
{
    return p->left == 0 ? p->to : instant(p);
}

/* Nobody waits for so many steps: hours, as of the other engines (pace.c). */
static const double ENDLESS = 1e10;

/* 0, or EG_ERROR_SIMULATION (reported): the way from t to `to` is longer than that. */
static int check_way(const pace *p, double t, double to)
{
    const eg_system *s = p->system;
    const double count = (to - t) / p->step;
    if (!(count > ENDLESS))
        return 0;
    eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE,
              "from %.9g s to %.9g s the engine fixed would take %.2g steps of %.2g s", s->origin + t,
              s->origin + to, count, p->step);
    eg_remedy(s->diagnostics, "simulate a shorter span, take a longer step (--step), or --engine auto");
    return EG_ERROR_SIMULATION;
}

/* Cuts the way from t0 to a point: in the step asked for, to the bit, where that divides it; in the present
 * one where that does, so that the count goes on. */
static void set_course(pace *p, double t0, double to)
{
    double kept = p->model->plan.step;
    bool goes_on = fabs(instant(p) - t0) <= SAME * kept;
    double way = to - (goes_on ? instant(p) : t0);
    p->left = (long)fmin(fmax(ceil(way / p->step * (1 - 1e-12)), 1), 1e15);
    p->to = to;
    double even = way / (double)p->left;
    double step = even;
    if (fabs(even - p->step) <= SAME * even)
        step = p->step;
    else if (fabs(even - kept) <= SAME * even)
        step = kept;
    if (!goes_on || step != kept) {
        p->origin = goes_on ? instant(p) : t0;
        p->done = 0;
        eg_fixed_model_set_clock(p->model, p->state, p->system->origin + p->origin, 0);
    }
    p->model->plan.step = step;
}

/* Where whole steps end on the way to a point. */
static double last_whole(const pace *p, double t0, double t1)
{
    double h = p->model->plan.step, count = (t1 - t0) / h, whole = floor(count + SAME);
    return count - whole <= SAME ? t1 : t0 + whole * h;
}

static int make_step(pace *p)
{
    double before = instant(p);
    int status = 0;
    p->done++;
    p->left--;
    if (p->model->follows) {
        status = follow(p, before, instant(p));
    } else {
        p->system->fixed->inputs(p->system, p->model, instant(p), p->inputs);
        eg_fixed_step(&p->model->plan, p->state, p->inputs, NULL);
    }
    p->counters->steps++;
    p->counters->newton_iterations += p->state->iterations;
    p->counters->rejected_steps = p->state->unconverged;
    return status;
}

static int show(pace *p, double t)
{
    int status = find_row(p, t);
    return status != 0 ? status : p->observer->point(p->observer, t, p->y, p->yp);
}

/* What goes on from the end of a step beside y: where steps are counted from, and the state. */
enum { ORIGIN, DONE, STEP_ASKED, STEP_MADE, HIDDEN, DRIVEN, STATE };

static size_t memory_of(const pace *p, double *to)
{
    const eg_fixed_plan *plan = &p->model->plan;
    const double numbers[STATE] = {[ORIGIN] = p->system->origin + p->origin,
                                   [DONE] = (double)p->done,
                                   [STEP_ASKED] = p->step,
                                   [STEP_MADE] = plan->step,
                                   [HIDDEN] = p->model->hidden,
                                   [DRIVEN] = p->model->driven};
    const size_t inputs = (size_t)plan->inputs;
    if (to) {
        memcpy(to, numbers, sizeof numbers);
        memcpy(to + STATE, p->state->memory, p->state->doubles * sizeof *to);
        memcpy(to + STATE + p->state->doubles, p->inputs, inputs * sizeof *to);
    }
    return STATE + p->state->doubles + inputs;
}

/* Goes on from there. False: it is the memory of another plan. */
static bool recall(pace *p, const double *memory, size_t count)
{
    if (count != memory_of(p, NULL) || !(memory[DONE] >= 0 && memory[DONE] <= 1e15) ||
        !(memory[STEP_ASKED] > 0 && memory[STEP_MADE] > 0))
        return false;
    p->origin = memory[ORIGIN] - p->system->origin;
    p->done = (long)memory[DONE];
    p->step = memory[STEP_ASKED];
    p->model->plan.step = memory[STEP_MADE];
    p->model->hidden = memory[HIDDEN];
    p->model->driven = memory[DRIVEN];
    memcpy(p->state->memory, memory + STATE, p->state->doubles * sizeof *memory);
    memcpy(p->inputs, memory + STATE + p->state->doubles, (size_t)p->model->plan.inputs * sizeof *memory);
    return true;
}

/* The points aside that the step has come to. What the row before has booked stays. */
static int show_asides(pace *p, double t)
{
    eg_observer *o = p->observer;
    const double until = t + SAME * p->model->plan.step;
    if (!eg_has_aside(o, until, true))
        return 0;
    double *memory = calloc(memory_of(p, NULL), sizeof *memory);
    int status = memory ? 0 : EG_ERROR_MEMORY;
    if (status == 0 && !p->model->follows) {
        memset(p->yp, 0, (size_t)p->system->n * sizeof *p->yp);
        status = p->system->fixed->row(p->system, p->model, p->state, t, true, p->y, p->yp);
    }
    while (status == 0 && eg_has_aside(o, until, true)) {
        const size_t count = memory_of(p, memory);
        status = o->aside(o, t, p->y, p->yp, memory, count);
    }
    free(memory);
    return status;
}

static int advance(pace *p, double *t, double to)
{
    int status = 0;
    if (!(*t < to))
        return 0;
    set_course(p, *t, to);
    while (status == 0 && p->left > 0 && !p->stopped && !p->system->finished) {
        status = make_step(p);
        if (status == 0)
            status = show_asides(p, reached(p));
        p->stopped =
            status == 0 && p->observer->progress && p->observer->progress(p->observer, reached(p)) != 0;
    }
    *t = reached(p);
    return status;
}

/* Steps from one point to the next. */
static int go_to_point(pace *p, double *t, double next)
{
    int status = advance(p, t, last_whole(p, *t, next));
    if (status == 0 && !p->stopped && !p->system->finished)
        status = advance(p, t, next);
    return status != 0 ? status : show(p, *t);
}

static eg_status run(pace *p, const eg_march_options *o, eg_march_result *result)
{
    int status = p->observer->point(p->observer, o->start_time, p->y, p->yp);
    double t = o->start_time;
    const double stored = eg_fixed_model_stored(p->model, p->state);
    if (!o->memory) {
        set_course(p, t, t + o->interval);
        p->step = p->model->plan.step;
    }
    if (status == 0)
        status = check_way(p, t, o->stop_time);
    if (status == 0)
        status = show_asides(p, t);
    const double from = eg_march_rows_from(o);
    long k = (long)eg_march_first_row(o);
    for (k += !(from + (double)k * o->interval > t + 1e-9 * o->interval);
         status == 0 && t < o->stop_time && !p->stopped && !p->system->finished; k++) {
        double next = from + (double)k * o->interval;
        if (next >= o->stop_time - 1e-9 * o->interval)
            next = o->stop_time;
        status = go_to_point(p, &t, next);
    }
    result->end_time = t;
    result->work[EG_POWER_SUPPLIED] = p->state->work;
    result->work[EG_POWER_TURNOVER] = p->state->turnover;
    result->work[EG_POWER_DISSIPATED] = p->state->lost;
    result->work[EG_POWER_STORED] = eg_fixed_model_stored(p->model, p->state) - stored;
    return status < 0 ? EG_ERROR_SIMULATION : EG_OK;
}

static eg_status out_of_memory(eg_system *s)
{
    eg_report_memory(s->diagnostics, "before the first step");
    return EG_ERROR_MEMORY;
}

static bool make_room(pace *p)
{
    const eg_fixed_plan *plan = &p->model->plan;
    size_t n = (size_t)p->system->n + 1;
    p->state = malloc(eg_fixed_size(plan));
    p->copy = malloc(eg_fixed_size(plan));
    p->inputs = calloc((size_t)plan->inputs + 1, sizeof *p->inputs);
    p->y1 = calloc(n, sizeof *p->y1);
    p->yp1 = calloc(n, sizeof *p->yp1);
    return p->state && p->copy && p->inputs && p->y1 && p->yp1;
}

static void forget(pace *p)
{
    free(p->state);
    free(p->copy);
    free(p->inputs);
    free(p->y1);
    free(p->yp1);
    eg_fixed_model_free(p->model);
    *p = (pace){0};
}

/* The plan of the system from the consistent y at t for steps of that length; as the facet answers. */
static int make_plan(eg_system *s, double t, const double *y, double step, char *reason, size_t size,
                     eg_fixed_model **model)
{
    const eg_fixed_wish wish = {.step = step, .reason = reason, .size = size};
    if (s->fixed)
        return s->fixed->model(s, t, y, &wish, model);
    eg_refuse(reason, size, "the system has no plan");
    return 1;
}

/* A lack of memory is none of the system's. */
static bool fixed_takes(eg_system *s, double t, const double *y, char *reason, size_t size)
{
    eg_fixed_model *model = NULL;
    const bool takes = make_plan(s, t, y, STEP, reason, size, &model) <= 0;
    eg_fixed_model_free(model);
    return takes;
}

/* From (t, y, yp), consistent. */
static eg_status set_out(pace *p, fixed *e, const eg_march_options *o, double t, double *y, double *yp,
                         eg_observer *observer)
{
    eg_system *s = e->base.system;
    char reason[EG_REASON_SIZE];
    *p = (pace){.system = s, .y = y, .yp = yp, .observer = observer, .counters = &e->counters, .origin = t};
    p->step = o->step > 0 ? o->step : STEP;
    const int made = make_plan(s, t, y, p->step, reason, sizeof reason, &p->model);
    if (made > 0) {
        eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE,
                  "the engine fixed does not take this model, because %s", reason);
        eg_remedy(s->diagnostics, "use --engine auto");
        return EG_ERROR_SIMULATION;
    }
    if (made < 0 || !make_room(p)) {
        forget(p);
        return out_of_memory(s);
    }
    eg_fixed_begin(&p->model->plan, p->state);
    memcpy(p->inputs, p->model->plan.input, (size_t)p->model->plan.inputs * sizeof *p->inputs);
    return EG_OK;
}

static bool fixed_march(eg_engine *engine, const eg_march_options *o, double *y, double *yp,
                        eg_observer *observer, eg_march_result *result, eg_status *status)
{
    pace p;
    *status = set_out(&p, (fixed *)engine, o, o->start_time, y, yp, observer);
    if (*status == EG_OK && o->memory && !recall(&p, o->memory, o->memory_count)) {
        eg_report(engine->system->diagnostics, EG_ERROR, EG_NOWHERE,
                  "the state to begin with is none of these steps of the engine fixed");
        eg_remedy(engine->system->diagnostics,
                  "go on with another --step or --engine, or with the model's own");
        *status = EG_ERROR_SIMULATION;
    }
    if (*status == EG_OK)
        *status = run(&p, o, result);
    forget(&p);
    return true;
}

/* ---------------------------------------------------------------- as a course */

typedef struct course {
    eg_course base;
    pace pace;
    fixed *engine;
    const eg_march_options *options;
} course;

static eg_status outcome(int status)
{
    if (status == 0)
        return EG_OK;
    if (status == EG_ERROR_MEMORY)
        return EG_ERROR_MEMORY;
    return EG_ERROR_SIMULATION;
}

/* A step towards the target: the way to it is cut anew where it is another one. */
static eg_status course_go(eg_course *base, double most)
{
    course *c = (course *)base;
    (void)most;
    if (c->pace.system->finished)
        return EG_DIFFERENT;
    const bool is_new = base->target != c->pace.to || base->time != reached(&c->pace);
    int status = is_new ? check_way(&c->pace, base->time, base->target) : 0;
    if (status != 0)
        return outcome(status);
    if (is_new)
        set_course(&c->pace, base->time, base->target);
    status = make_step(&c->pace);
    base->time = reached(&c->pace);
    return outcome(status);
}

static eg_status course_show(eg_course *base)
{
    course *c = (course *)base;
    return outcome(show(&c->pace, base->time));
}

static eg_status course_store(eg_course *base)
{
    eg_status status = base->time < base->target ? EG_OK : course_show(base);
    if (base->time >= base->target)
        base->target = INFINITY;
    return status;
}

static eg_status course_happen(eg_course *base)
{
    (void)base;
    return EG_OK;
}

/* Inputs have changed. A new beginning only where the motion has jumped: a state remembers more than y. */
static eg_status course_interrupt(eg_course *base)
{
    course *c = (course *)base;
    pace *p = &c->pace, next;
    eg_observer *o = p->observer;
    bool jumped = false;
    int status = o->left(o, base->time, p->y, p->yp);
    if (status >= 0)
        status = p->system->ops->handle_event(p->system, base->time, NULL, p->y, p->yp, &jumped, &o->sink);
    if (status != 0)
        return outcome(status);
    if (jumped) {
        eg_status made = set_out(&next, c->engine, c->options, base->time, p->y, p->yp, o);
        if (made != EG_OK)
            return made;
        forget(p);
        *p = next;
        p->to = -INFINITY;
    } else if (p->model->follows) {
        p->system->fixed->follow(p->system, p->model, base->time, p->y, p->yp, p->inputs);
    }
    status = o->right(o, base->time, p->y, p->yp);
    return status < 0 ? outcome(status) : EG_OK;
}

static void course_free(eg_course *base)
{
    forget(&((course *)base)->pace);
    free(base);
}

static eg_course *fixed_course(eg_engine *engine, const eg_march_options *o, double *y, double *yp,
                               eg_observer *observer, eg_march_result *result, eg_status *status)
{
    static const eg_course_ops ops = {course_go,        course_store, course_show, course_happen,
                                      course_interrupt, NULL,         course_free};
    course *c = calloc(1, sizeof *c);
    *status = EG_ERROR_MEMORY;
    if (!c)
        return NULL;
    *c = (course){.engine = (fixed *)engine, .options = o};
    c->base = (eg_course){.ops = &ops, .target = INFINITY, .time = result->end_time};
    *status = set_out(&c->pace, c->engine, o, c->base.time, y, yp, observer);
    c->pace.to = -INFINITY; /* no way is cut yet */
    if (*status == EG_OK)
        *status = outcome(observer->point(observer, c->base.time, y, yp));
    if (*status == EG_OK)
        return &c->base;
    course_free(&c->base);
    return NULL;
}

static int fixed_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    (void)engine, (void)t, (void)y, (void)yp;
    return 0;
}

static void fixed_counters(const eg_engine *engine, eg_counters *counters)
{
    *counters = ((const fixed *)engine)->counters;
}

static void fixed_free(eg_engine *engine)
{
    free(engine);
}

const eg_engine_ops eg_engine_fixed = {
    .name = "fixed",
    .doc = "steps of one length with bounded work, as in real time",
    .takes = fixed_takes,
    .create = fixed_create,
    .restart = fixed_restart,
    .march = fixed_march,
    .course = fixed_course,
    .counters = fixed_counters,
    .free = fixed_free,
};
