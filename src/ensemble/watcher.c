/* What is wanted of a run, taken from it as it goes by.
 *
 * An extreme is looked for in every step, on the engine's dense output: at SAMPLES points even in what the
 * step is a polynomial in, and where one of these lies above its neighbours, by successive parabolas around
 * it. Steps are so short that the solution is a polynomial of low degree to the tolerance, and what is smooth
 * of it has few turns. */
#include "ensemble/ensemble.h"

#include "base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 9, MOST_PARABOLAS = 40 };

/* ---------------------------------------------------------------- names */

typedef struct finding {
    eg_observable_visitor visitor;
    eg_watcher *w;
    char *name;
    size_t capacity;
} finding;

static int compare_name(eg_observable_visitor *v, const eg_observable *o)
{
    finding *f = (finding *)v;
    if (eg_observable_name(o, &f->name, &f->capacity) < 0)
        return -1;
    for (size_t i = 0; i < f->w->count; i++) {
        const eg_wanted *wanted = &f->w->wanted[i];
        if (wanted->kind > EG_WANTED_MAXIMUM || strcmp(wanted->signal, f->name) != 0)
            continue;
        f->w->column[i] = o->column;
        if (o->instance >= 0)
            f->w->needed[o->instance] = true;
    }
    return 0;
}

static bool has_component(const eg_model *m, const char *pattern)
{
    if (!pattern || eg_match(pattern, m->name))
        return true;
    for (int i = 0; i < m->instance_count; i++)
        if (eg_match(pattern, m->instances[i].path))
            return true;
    return false;
}

static void report_no_variable(const eg_model *m, const char *name, eg_diagnostics *d)
{
    char *best = eg_model_nearest_variable(m, name);
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no variable %s", m->name, name);
    if (best)
        eg_remedy(d, "did you mean %s?", best);
    else
        eg_remedy(d, "elastogap simulate writes all variables; names are dotted paths such as mass.s");
    free(best);
}

static void report_no_component(const eg_model *m, const char *pattern, eg_diagnostics *d)
{
    const char **paths = calloc((size_t)m->instance_count + 1, sizeof *paths);
    for (int i = 0; paths && i < m->instance_count; i++)
        paths[i] = m->instances[i].path;
    const char *best = paths ? eg_nearest(pattern, paths, (size_t)m->instance_count) : NULL;
    eg_report(d, EG_ERROR, EG_NOWHERE, "no component of %s matches '%s'", m->name, pattern);
    if (best)
        eg_remedy(d, "did you mean %s?", best);
    else
        eg_remedy(d, "names are dotted paths such as gap; * and ? are wild");
    free(paths);
}

static eg_status check_wanted(const eg_watcher *w, const eg_model *m, eg_diagnostics *d)
{
    bool good = true;
    for (size_t i = 0; i < w->count; i++) {
        const eg_wanted *x = &w->wanted[i];
        bool is_value = x->kind <= EG_WANTED_MAXIMUM;
        if (is_value && w->column[i] < 0)
            report_no_variable(m, x->signal, d);
        else if (!is_value && !has_component(m, x->component))
            report_no_component(m, x->component, d);
        else
            continue;
        good = false;
    }
    return good ? EG_OK : EG_ERROR_USAGE;
}

/* ---------------------------------------------------------------- values */

static bool observe(eg_watcher *w, double t, const double *y, const double *yp, double *values)
{
    eg_network_observe(w->network, t, y, yp, w->view, w->columns);
    if (!eg_network_has_values(w->network, t))
        return false;
    for (size_t i = 0; i < w->count; i++)
        if (w->column[i] >= 0)
            values[i] = w->columns[w->column[i]];
    return true;
}

static double better(eg_wanted_kind kind, double a, double b)
{
    return kind == EG_WANTED_MINIMUM ? fmin(a, b) : fmax(a, b);
}

static void take(eg_watcher *w, const double *values)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->wanted[i].kind == EG_WANTED_MINIMUM || w->wanted[i].kind == EG_WANTED_MAXIMUM)
            w->results[i] = better(w->wanted[i].kind, w->results[i], values[i]);
}

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_watcher *w = (eg_watcher *)o;
    if (!w->extremes)
        return 0;
    if (!observe(w, t, y, yp, w->sample))
        return EG_ERROR_SIMULATION;
    take(w, w->sample);
    return 0;
}

/* Only the end is looked at, which is whole. */
static void on_concerns(eg_observer *o, bool *bodies, bool *unknowns)
{
    const eg_model *m = ((const eg_watcher *)o)->network->m;
    memset(bodies, false, sizeof *bodies * (size_t)m->body_count);
    memset(unknowns, false, sizeof *unknowns * 2 * (size_t)(m->body_count - 1));
}

/* All wanted values at a part of the last step. */
static int look(eg_watcher *w, eg_engine *e, double part, double *values)
{
    double t = eg_engine_time(e, part);
    eg_system *s = &w->network->base;
    if (e->ops->dense(e, t, w->y, NULL) != 0 || s->ops->derivatives(s, t, w->y, w->yp) != 0)
        return EG_ERROR_SIMULATION;
    return observe(w, t, w->y, w->yp, values) ? 0 : EG_ERROR_SIMULATION;
}

/* The place of the vertex of the parabola through three points; NAN where they lie on a line. */
static double vertex(const double *x, const double *v)
{
    double a = (x[1] - x[0]) * (v[1] - v[2]), b = (x[1] - x[2]) * (v[1] - v[0]);
    return a == b ? NAN : x[1] - 0.5 * ((x[1] - x[0]) * a - (x[1] - x[2]) * b) / (a - b);
}

/* The extreme of result i between x[0] and x[2], which x[1] brackets. */
static int refine(eg_watcher *w, eg_engine *e, size_t i, double *x, double *v)
{
    double *values = w->sample + SAMPLES * w->count;
    const double sign = w->wanted[i].kind == EG_WANTED_MINIMUM ? -1.0 : 1.0;
    for (int turn = 0; turn < MOST_PARABOLAS && x[2] - x[0] > 1e-7; turn++) {
        double at = vertex(x, v), least = 1e-3 * (x[2] - x[0]);
        if (!(at > x[0] + least && at < x[2] - least) || fabs(at - x[1]) < least || turn % 3 == 2)
            at = x[2] - x[1] > x[1] - x[0] ? x[1] + 0.382 * (x[2] - x[1]) : x[1] - 0.382 * (x[1] - x[0]);
        int status = look(w, e, at, values);
        if (status != 0)
            return status;
        double value = sign * values[i];
        w->results[i] = better(w->wanted[i].kind, w->results[i], values[i]);
        int side = at > x[1] ? 2 : 0;
        if (value >= v[1]) {
            x[2 - side] = x[1];
            v[2 - side] = v[1];
            x[1] = at;
            v[1] = value;
        } else {
            x[side] = at;
            v[side] = value;
        }
    }
    return 0;
}

/* The sample k of result i, as what is to be greatest. */
static double height(const eg_watcher *w, int k, size_t i)
{
    double value = w->sample[(size_t)k * w->count + i];
    return w->wanted[i].kind == EG_WANTED_MINIMUM ? -value : value;
}

static double best(const eg_watcher *w, size_t i)
{
    return w->wanted[i].kind == EG_WANTED_MINIMUM ? -w->results[i] : w->results[i];
}

/* At an end of the step, whose sample is above the one beside it: does it rise from there at first? */
static int search_edge(eg_watcher *w, eg_engine *e, double to, size_t i, bool first)
{
    double *values = w->sample + SAMPLES * w->count;
    const int edge = first ? 0 : SAMPLES - 1, beside = first ? 1 : SAMPLES - 2;
    double x[3], v[3], h = height(w, edge, i), next = height(w, beside, i), near;
    if (!(h >= next) || h + (h - next) < best(w, i))
        return 0;
    near = to * (first ? 1e-6 : 1 - 1e-6);
    int status = look(w, e, near, values);
    double value = w->wanted[i].kind == EG_WANTED_MINIMUM ? -values[i] : values[i];
    if (status != 0 || !(value > h))
        return status;
    x[first ? 0 : 2] = to * edge / (SAMPLES - 1);
    v[first ? 0 : 2] = h;
    x[1] = near;
    v[1] = value;
    x[first ? 2 : 0] = to * beside / (SAMPLES - 1);
    v[first ? 2 : 0] = next;
    return refine(w, e, i, x, v);
}

/* Is there one between samples that could be better than what is known? */
static int search(eg_watcher *w, eg_engine *e, double to, size_t i)
{
    int status = search_edge(w, e, to, i, true);
    for (int k = 1; k + 1 < SAMPLES && status == 0; k++) {
        double x[3], v[3];
        for (int j = 0; j < 3; j++) {
            x[j] = to * (k - 1 + j) / (SAMPLES - 1);
            v[j] = height(w, k - 1 + j, i);
        }
        double rise = fmax(v[1] - v[0], v[1] - v[2]);
        if (v[1] >= v[0] && v[1] >= v[2] && rise > 0 && v[1] + rise >= best(w, i))
            status = refine(w, e, i, x, v);
    }
    return status == 0 ? search_edge(w, e, to, i, false) : status;
}

static int on_passed(eg_observer *o, eg_engine *e, double t)
{
    eg_watcher *w = (eg_watcher *)o;
    double to = eg_engine_part(e, t);
    if (!w->extremes)
        return 0;
    for (int k = 0; k < SAMPLES; k++) {
        int status = look(w, e, to * k / (SAMPLES - 1), w->sample + (size_t)k * w->count);
        if (status != 0)
            return status;
        take(w, w->sample + (size_t)k * w->count);
    }
    for (size_t i = 0; i < w->count; i++) {
        bool is_extreme = w->wanted[i].kind == EG_WANTED_MINIMUM || w->wanted[i].kind == EG_WANTED_MAXIMUM;
        int status = is_extreme ? search(w, e, to, i) : 0;
        if (status != 0)
            return status;
    }
    return 0;
}

/* ---------------------------------------------------------------- events */

static bool fits(const char *pattern, const char *text)
{
    return !pattern || eg_match(pattern, text);
}

static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    eg_watcher *w = (eg_watcher *)((char *)sink - offsetof(eg_observer, sink));
    w->events += !is_time_event;
    for (size_t i = 0; i < w->count; i++) {
        const eg_wanted *x = &w->wanted[i];
        if (x->kind <= EG_WANTED_MAXIMUM || !fits(x->component, component) || !fits(x->event, name))
            continue;
        w->seen[i]++;
        if (x->kind == EG_WANTED_EVENT_COUNT)
            w->results[i] = (double)w->seen[i];
        else if (w->seen[i] == x->number)
            w->results[i] = t;
    }
}

/* ---------------------------------------------------------------- life */

eg_status eg_watcher_init(eg_watcher *w, const eg_model *model, const eg_wanted *wanted, size_t count,
                          eg_diagnostics *d)
{
    *w = (eg_watcher){.wanted = wanted, .count = count};
    w->observer = (eg_observer){.point = on_point, .left = on_point, .right = on_point, .sink = {on_event}};
    const size_t n = (size_t)model->n;
    for (size_t i = 0; i < count; i++)
        w->extremes =
            w->extremes || wanted[i].kind == EG_WANTED_MINIMUM || wanted[i].kind == EG_WANTED_MAXIMUM;
    if (w->extremes)
        w->observer.passed = on_passed;
    else
        w->observer.concerns = on_concerns;
    w->column = calloc(count + 1, sizeof *w->column);
    w->seen = calloc(count + 1, sizeof *w->seen);
    w->needed = calloc((size_t)model->instance_count + 1, sizeof *w->needed);
    w->columns = calloc((size_t)eg_model_columns(model) + 1, sizeof *w->columns);
    w->y = calloc(2 * n + (SAMPLES + 1) * count + 1, sizeof *w->y);
    if (!w->column || !w->seen || !w->needed || !w->columns || !w->y)
        return EG_ERROR_MEMORY;
    w->yp = w->y + n;
    w->sample = w->yp + n;
    for (size_t i = 0; i < count; i++)
        w->column[i] = -1;
    finding f = {.visitor.visit = compare_name, .w = w};
    int failed = eg_model_each_variable(model, &f.visitor);
    free(f.name);
    return failed ? EG_ERROR_MEMORY : check_wanted(w, model, d);
}

void eg_watcher_release(eg_watcher *w)
{
    free(w->column);
    free(w->seen);
    free(w->needed);
    eg_view_free(w->view);
    free(w->columns);
    free(w->y);
    *w = (eg_watcher){0};
}

bool eg_watcher_begin(eg_watcher *w, eg_network *network, double *results)
{
    if (!w->view)
        w->view = eg_view_create(network, w->needed);
    w->network = network;
    w->results = results;
    w->events = 0;
    for (size_t i = 0; i < w->count; i++) {
        eg_wanted_kind kind = w->wanted[i].kind;
        w->seen[i] = 0;
        results[i] = kind == EG_WANTED_MINIMUM       ? INFINITY
                     : kind == EG_WANTED_MAXIMUM     ? -INFINITY
                     : kind == EG_WANTED_EVENT_COUNT ? 0
                                                     : NAN;
    }
    return w->view != NULL;
}

int eg_watcher_end(eg_watcher *w, double t, const double *y, const double *yp)
{
    if (!observe(w, t, y, yp, w->sample))
        return EG_ERROR_SIMULATION;
    take(w, w->sample);
    for (size_t i = 0; i < w->count; i++)
        if (w->wanted[i].kind == EG_WANTED_FINAL)
            w->results[i] = w->sample[i];
    return 0;
}
