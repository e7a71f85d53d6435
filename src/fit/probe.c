#include "fit/probe.h"

#include "base/clock.h"
#include "network/compile/same_structure.h"
#include "network/motion/local.h"
#include "simulate/choose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct eg_probe {
    eg_observer observer; /* first: an eg_observer * is an eg_probe * */
    const eg_readout *readout;
    const eg_simulate_options *options;
    eg_maker maker;
    /* of models of the structure that the base model has: */
    eg_view *view;
    eg_glance *glance; /* NULL: it does not see all that is asked for */
    double *columns;   /* (columns, then sources) at one point */
    double *y, *yp;    /* (n) */
    double *room;      /* of the expressions' tapes */
    /* of the run: */
    eg_network *network;
    eg_view *run_view;
    eg_glance *run_glance;
    const eg_probe_job *job;
    size_t *next; /* (samples, at most MOST) the first sample of each that is to come */
    size_t next_capacity;
};

/* ---------------------------------------------------------------- values at a point */

static int observe(eg_probe *p, eg_engine *e, double t)
{
    eg_system *s = &p->network->base;
    const bool takes_rates = !e->is_apart && !p->run_glance;
    if (e->ops->dense(e, t, p->y, NULL) != 0 || (takes_rates && s->ops->derivatives(s, t, p->y, p->yp) != 0))
        return EG_ERROR_SIMULATION;
    if (p->run_glance) {
        eg_glance_fill(p->run_glance, p->network, p->y, p->columns);
        return 0;
    }
    const double clock = s->origin + t;
    eg_network_observe(p->network, clock, p->y, takes_rates ? p->yp : NULL, p->run_view, p->columns);
    return eg_network_has_values(p->network, clock) ? 0 : EG_ERROR_SIMULATION;
}

static double value_of(const eg_probe *p, size_t expression, double t)
{
    const eg_expression *x = &p->readout->expressions[expression];
    return eg_expression_run(x, p->network->base.origin + t, p->columns, NULL, p->room)[x->root];
}

/* Those at times up to t, within the last step. */
static int take_samples(eg_probe *p, eg_engine *e, double t)
{
    eg_system *s = &p->network->base;
    for (size_t i = 0; i < p->job->sample_count; i++) {
        eg_probe_samples *of = &p->job->samples[i];
        for (; p->next[i] < of->count; p->next[i]++) {
            const double at = fmax(eg_system_since(s, fmax(of->times[p->next[i]], p->job->start)), e->t0);
            if (at > t)
                break;
            int status = observe(p, e, at);
            if (status != 0)
                return status;
            of->values[p->next[i]] = value_of(p, of->expression, at);
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- curves */

enum { MOST_DEPTH = 14 };
static const double closeness = 1e-8; /* of a curve to its parabolas, in spreads */
static const double longest = 0.1;    /* of these, so that the order of samples can be told by them */

static int point_at(eg_probe *p, eg_engine *e, const eg_probe_curve *c, double t, eg_spot *point)
{
    int status = observe(p, e, t);
    if (status != 0)
        return status;
    point->at[0] = value_of(p, c->over, t) / c->spread[0];
    point->at[1] = value_of(p, c->expression, t) / c->spread[1];
    return isfinite(point->at[0]) && isfinite(point->at[1]) ? 0 : EG_ERROR_SIMULATION;
}

/* Is the curve at a quarter the parabola through its ends and its middle, and that no longer than it may
 * be? */
static bool is_parabola(eg_spot begin, eg_spot middle, eg_spot end, eg_spot quarter, bool is_first)
{
    for (int i = 0; i < 2; i++) {
        const double near = is_first ? begin.at[i] : end.at[i], far = is_first ? end.at[i] : begin.at[i];
        if (fabs(end.at[i] - begin.at[i]) > longest)
            return false;
        if (!(fabs(0.375 * near + 0.75 * middle.at[i] - 0.125 * far - quarter.at[i]) < closeness))
            return false;
    }
    return true;
}

/* Onwards to `end`, unless that is too near to tell a direction. False: out of memory. */
static bool go_on(eg_probe_curve *c, eg_spot middle, eg_spot end)
{
    const eg_spot last = c->curve.points[c->curve.count - 1];
    double most = 0;
    for (int i = 0; i < 2; i++)
        most = fmax(most, fmax(fabs(end.at[i] - last.at[i]), fabs(middle.at[i] - last.at[i])));
    return most < closeness || eg_locus_add(&c->curve, middle, end);
}

/* From `begin` at t0, where the curve ends so far, to `end` at t1: halved until parabolas do. */
static int follow(eg_probe *p, eg_engine *e, eg_probe_curve *c, double t0, double t1, eg_spot begin,
                  eg_spot end, int depth)
{
    eg_spot point[3]; /* at the quarters */
    const double middle = 0.5 * (t0 + t1);
    for (int k = 0; k < 3; k++) {
        int status = point_at(p, e, c, t0 + 0.25 * (k + 1) * (t1 - t0), &point[k]);
        if (status != 0)
            return status;
    }
    if (depth == 0 || (is_parabola(begin, point[1], end, point[0], true) &&
                       is_parabola(begin, point[1], end, point[2], false)))
        return go_on(c, point[1], end) ? 0 : EG_ERROR_MEMORY;
    int status = follow(p, e, c, t0, middle, begin, point[1], depth - 1);
    return status == 0 ? follow(p, e, c, middle, t1, point[1], end, depth - 1) : status;
}

/* Through the last step, up to t; where the curve has jumped a line joins both sides. */
static int take_curves(eg_probe *p, eg_engine *e, double t)
{
    for (size_t i = 0; i < p->job->curve_count; i++) {
        eg_probe_curve *c = &p->job->curves[i];
        eg_spot begin, end;
        int status = point_at(p, e, c, e->t0, &begin);
        if (status == 0)
            status = point_at(p, e, c, t, &end);
        if (status != 0)
            return status;
        if (c->curve.count == 0 && !eg_locus_begin(&c->curve, begin))
            return EG_ERROR_MEMORY;
        const eg_spot last = c->curve.points[c->curve.count - 1];
        const eg_spot middle = {{0.5 * (last.at[0] + begin.at[0]), 0.5 * (last.at[1] + begin.at[1])}};
        if (!go_on(c, middle, begin))
            return EG_ERROR_MEMORY;
        status = t > e->t0 ? follow(p, e, c, e->t0, t, begin, end, MOST_DEPTH) : 0;
        if (status != 0)
            return status;
    }
    return 0;
}

static bool knows_all(const eg_probe *p)
{
    if (p->job->curve_count > 0)
        return false;
    for (size_t i = 0; i < p->job->sample_count; i++)
        if (p->next[i] < p->job->samples[i].count)
            return false;
    for (size_t i = 0; i < p->job->event_count; i++)
        if (p->job->events[i].seen < p->job->events[i].count)
            return false;
    return true;
}

/* ---------------------------------------------------------------- the observer */

static int on_passed(eg_observer *o, eg_engine *e, double t)
{
    eg_probe *p = (eg_probe *)o;
    const int status = take_samples(p, e, t);
    return status == 0 ? take_curves(p, e, t) : status;
}

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)o, (void)t, (void)y, (void)yp;
    return 0;
}

static int on_progress(eg_observer *o, double t)
{
    (void)t;
    return knows_all((const eg_probe *)o);
}

static void on_concerns(eg_observer *o, bool *bodies, bool *unknowns)
{
    eg_probe *p = (eg_probe *)o;
    const size_t count = (size_t)p->network->m->body_count;
    eg_network_mark_bodies(p->network, p->readout->needed, bodies);
    if (!p->run_view->is_narrow && memchr(bodies + 1, 0, count - 1))
        (void)eg_view_narrow(p->run_view, p->network, p->readout->needed); /* or it stays as wide as it is */
    eg_view_mark_unknowns(p->run_view, p->network, unknowns);
}

static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    eg_probe *p = (eg_probe *)((char *)sink - offsetof(eg_observer, sink));
    (void)is_time_event;
    for (size_t i = 0; i < p->job->event_count; i++) {
        eg_probe_events *of = &p->job->events[i];
        eg_event_ask ask = of->ask;
        eg_tally tally;
        if (of->seen >= of->count)
            continue;
        ask.kind = EG_ASK_TIME;
        ask.number = 1;
        eg_tally_begin(&tally, &ask);
        eg_tally_add(&tally, &ask, t, component, name);
        if (!isnan(tally.value))
            of->times[of->seen++] = t;
    }
}

/* ---------------------------------------------------------------- a run */

static void find_glance(const eg_probe *p, eg_network *network, eg_glance **glance)
{
    const eg_readout *r = p->readout;
    size_t room = 1, count = 0;
    for (size_t i = 0; i < r->count; i++)
        room += (size_t)r->expressions[i].column_count;
    int *columns = malloc(room * sizeof *columns);
    for (size_t i = 0; i < r->count && columns; i++)
        for (int k = 0; k < r->expressions[i].column_count; k++)
            if (r->expressions[i].columns[k] < r->columns)
                columns[count++] = (int)r->expressions[i].columns[k];
    *glance = NULL;
    if (columns)
        (void)eg_glance_create(network, columns, (int)count, glance);
    free(columns);
}

static bool begin(eg_probe *p, const eg_probe_job *job)
{
    if (eg_grow((void **)&p->next, &p->next_capacity, job->sample_count + 1, sizeof *p->next) < 0)
        return false;
    p->job = job;
    memset(p->next, 0, (job->sample_count + 1) * sizeof *p->next);
    for (size_t i = 0; i < job->sample_count; i++)
        for (size_t k = 0; k < job->samples[i].count; k++)
            job->samples[i].values[k] = NAN;
    for (size_t i = 0; i < job->curve_count; i++)
        job->curves[i].curve.count = 0;
    for (size_t i = 0; i < job->event_count; i++) {
        job->events[i].seen = 0;
        for (size_t k = 0; k < job->events[i].count; k++)
            job->events[i].times[k] = NAN;
    }
    for (size_t i = 0; i < p->readout->source_count; i++)
        p->columns[(size_t)p->readout->columns + i] =
            eg_readout_source_value(p->network->m, &p->readout->sources[i]);
    return true;
}

static eg_status march(eg_probe *p, eg_engine *e, double *y, double *yp)
{
    const eg_simulate_options *o = p->options;
    const eg_system *s = &p->network->base;
    eg_march_result result;
    eg_march_options options = {.start_time = eg_system_since(s, p->job->start),
                                .stop_time = eg_system_since(s, p->job->stop),
                                .interval = p->job->stop - p->job->start,
                                .max_events = o->max_events,
                                .max_steps = o->max_steps,
                                .without_work = true,
                                .time_limit = o->time_limit};
    if (o->time_limit > 0)
        options.deadline = eg_clock_seconds() + o->time_limit;
    return eg_march(e, &options, y, yp, &p->observer, &result);
}

static eg_status run_model(eg_probe *p, const eg_probe_job *job, const eg_model *model, eg_diagnostics *d)
{
    const char *reason;
    const size_t n = (size_t)model->n + 1;
    const bool is_same = eg_structure_is_same(p->maker.ensemble->model, model);
    const eg_engine_ops *ops = eg_simulate_engine(model, p->options, d, &reason);
    if (!ops || !ops->create)
        return EG_ERROR_UNAVAILABLE;
    if (eg_model_columns(model) != p->readout->columns) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "the values have changed which variables there are");
        eg_remedy(d, "leave the parameters alone that switch components on and off");
        return EG_ERROR_MODEL;
    }
    eg_view *view = NULL;
    eg_glance *glance = NULL;
    eg_engine *e = NULL;
    eg_status status = EG_OK;
    double *y = calloc(4 * n, sizeof *y);
    p->network = eg_network_create(model, d);
    if (!y || !p->network || !begin(p, job))
        status = EG_ERROR_MEMORY;
    p->y = y ? y + 2 * n : NULL;
    p->yp = y ? y + 3 * n : NULL;
    if (status == EG_OK) {
        eg_system *s = &p->network->base;
        eg_system_set_span(s, job->start, job->stop);
        status = s->ops->initialize(s, eg_system_since(s, job->start), y, y + n);
    }
    if (status == EG_OK && (!is_same || !p->view)) {
        view = eg_view_create(p->network, p->readout->needed);
        find_glance(p, p->network, &glance);
        if (is_same) {
            p->view = view;
            p->glance = glance;
        }
    }
    p->run_view = is_same ? p->view : view;
    p->run_glance = is_same ? p->glance : glance;
    if (status == EG_OK && (!p->run_view || !(e = ops->create(&p->network->base, p->options->tolerance))))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = march(p, e, y, y + n);
    if (e)
        e->ops->free(e);
    if (!is_same) {
        eg_view_free(view);
        eg_glance_free(glance);
    }
    eg_network_free(p->network);
    p->network = NULL;
    free(y);
    return status;
}

eg_status eg_probe_run(eg_probe *p, const eg_probe_job *job, eg_diagnostics *d)
{
    eg_model *model = NULL;
    eg_status status = eg_maker_make(&p->maker, job->values, -1, d, &model);
    if (status == EG_OK)
        status = run_model(p, job, model, d);
    eg_model_free(model);
    return status;
}

/* ---------------------------------------------------------------- life */

eg_probe *eg_probe_create(const eg_ensemble *ensemble, const eg_readout *readout,
                          const eg_simulate_options *options)
{
    eg_probe *p = calloc(1, sizeof *p);
    const size_t columns = (size_t)readout->columns + readout->source_count, room = eg_readout_room(readout);
    if (!p || !(p->columns = calloc(columns + room + 1, sizeof *p->columns))) {
        free(p);
        return NULL;
    }
    p->room = p->columns + columns;
    p->readout = readout;
    p->options = options;
    p->maker.ensemble = ensemble;
    p->observer = (eg_observer){.point = on_point,
                                .left = on_point,
                                .right = on_point,
                                .progress = on_progress,
                                .concerns = on_concerns,
                                .passed = on_passed,
                                .sink = {on_event}};
    return p;
}

void eg_probe_free(eg_probe *p)
{
    if (!p)
        return;
    eg_maker_release(&p->maker);
    eg_view_free(p->view);
    eg_glance_free(p->glance);
    free(p->columns);
    free(p->next);
    free(p);
}
