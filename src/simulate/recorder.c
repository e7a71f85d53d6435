#include "simulate/recorder.h"

#include "base/clones.h"
#include "base/quad.h"
#include "component/spec.h"
#include "network/motion/local.h"
#include "network/motion/observe.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CROWD = 10 }; /* events of one instant that keep their rows */
static const double most_numbers = 5e8, numbers_of_an_event = 10;
static const double most_time_events = 1e8;

/* ---------------------------------------------------------------- choosing signals */

typedef struct choosing {
    eg_observable_visitor visitor;
    eg_recorder *r;
    const char *const *patterns;
    size_t pattern_count;
    size_t *hits; /* (patterns) */
    int *stored;  /* (columns) index among the stored ones, or -1 */
    size_t chosen_capacity;
    char *name;
    size_t name_capacity;
} choosing;

/* Can a name that begins with a path match? Most patterns have no wild card before they differ from most. */
static bool may_begin(const char *pattern, const char *path)
{
    while (*path && *pattern == *path) {
        pattern++;
        path++;
    }
    return !*path || *pattern == '*' || *pattern == '?';
}

static bool may_be_wanted(const choosing *c, const char *path)
{
    bool may = c->pattern_count == 0;
    for (size_t i = 0; i < c->pattern_count && !may; i++)
        may = may_begin(c->patterns[i], path ? path : "");
    return may;
}

static bool is_wanted(choosing *c)
{
    bool wanted = c->pattern_count == 0;
    for (size_t i = 0; i < c->pattern_count; i++)
        if (eg_match(c->patterns[i], c->name)) {
            c->hits[i]++;
            wanted = true;
        }
    return wanted;
}

static int choose(eg_observable_visitor *v, const eg_observable *o)
{
    choosing *c = (choosing *)v;
    eg_recorder *r = c->r;
    eg_trajectory *t = r->trajectory;
    if (!may_be_wanted(c, o->path))
        return 0;
    if (eg_observable_name(o, &c->name, &c->name_capacity) < 0)
        return -1;
    if (!is_wanted(c))
        return 0;
    if (c->stored[o->column] < 0) {
        if (eg_grow((void **)&r->chosen, &c->chosen_capacity, t->column_count + 1, sizeof(int)) < 0)
            return -1;
        c->stored[o->column] = (int)t->column_count;
        r->chosen[t->column_count++] = o->column;
    }
    if (o->instance >= 0)
        r->needed[o->instance] = true;
    else
        r->needs_all = true;
    eg_signal info = {c->name, o->unit ? o->unit : "", o->doc ? o->doc : "", o->is_discrete};
    return eg_trajectory_add_signal(t, info, c->stored[o->column], 0);
}

static eg_status add_matrix(eg_recorder *r, const eg_instance *instance, int parameter)
{
    const eg_parameter *p = &instance->class->parameters[parameter];
    eg_matrix matrix = eg_parameter_matrix(instance->p, parameter);
    char name[512];
    for (int k = 0; k < matrix.rows * matrix.columns; k++) {
        if (p->columns == 1)
            snprintf(name, sizeof name, "%s.%s[%d]", instance->path, p->name, k + 1);
        else
            snprintf(name, sizeof name, "%s.%s[%d,%d]", instance->path, p->name, k / matrix.columns + 1,
                     k % matrix.columns + 1);
        eg_trajectory_constant c = {
            .name = name, .unit = p->unit ? p->unit : "", .doc = p->doc, .value = matrix.elements[k]};
        if (eg_trajectory_add_constant(r->trajectory, c) < 0)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* What the value of an enumeration of the component library means; NULL: it is none. */
static const char *literal_of(const eg_parameter *p, double value)
{
    return p->type == EG_ENUMERATION && p->literals ? p->literals[(int)value] : NULL;
}

/* The same of one that the user declares, kept with the trajectory. 0, -1 out of memory. */
static int declared_literal(eg_recorder *r, const eg_declared *d, const char **literal)
{
    const eg_model *m = r->network->m;
    for (int i = 0; i < m->told.legend_count; i++)
        if (m->told.legends[i].literals && strcmp(m->told.legends[i].path, d->path) == 0) {
            *literal = eg_arena_copy(r->trajectory->arena, m->told.legends[i].literals[(int)d->value]);
            return *literal ? 0 : -1;
        }
    return 0;
}

static eg_status add_constants(eg_recorder *r, choosing *c)
{
    const eg_model *m = r->network->m;
    for (int i = 0; i < m->instance_count; i++) {
        const eg_class *class = m->instances[i].class;
        for (size_t k = 0; k < class->parameter_count; k++) {
            if (class->parameters[k].type == EG_STRING)
                continue;
            if (class->parameters[k].columns != 0) {
                if (add_matrix(r, &m->instances[i], (int)k) != EG_OK)
                    return EG_ERROR_MEMORY;
                continue;
            }
            eg_observable o = {.path = m->instances[i].path, .variable = class->parameters[k].name};
            if (eg_observable_name(&o, &c->name, &c->name_capacity) < 0)
                return EG_ERROR_MEMORY;
            const eg_parameter *p = &class->parameters[k];
            const eg_trajectory_constant constant = {.name = c->name,
                                                     .unit = p->unit ? p->unit : "",
                                                     .doc = p->doc,
                                                     .value = m->instances[i].p[k],
                                                     .is_truth = p->type == EG_BOOLEAN,
                                                     .literal = literal_of(p, m->instances[i].p[k])};
            if (eg_trajectory_add_constant(r->trajectory, constant) < 0)
                return EG_ERROR_MEMORY;
        }
    }
    for (int i = 0; i < m->told.declared_count; i++) {
        const eg_declared *d = &m->told.declared[i];
        eg_trajectory_constant constant = {.name = d->path,
                                           .unit = d->unit,
                                           .doc = d->comment,
                                           .value = d->value,
                                           .is_truth = d->type == EG_BOOLEAN};
        if (d->type == EG_ENUMERATION && declared_literal(r, d, &constant.literal) < 0)
            return EG_ERROR_MEMORY;
        if (d->type != EG_STRING && eg_trajectory_add_constant(r->trajectory, constant) < 0)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

static void report_no_match(const eg_model *m, const char *pattern, eg_diagnostics *d)
{
    char *best = eg_model_nearest_variable(m, pattern);
    eg_report(d, EG_ERROR, EG_NOWHERE, "no variable of %s matches '%s'", m->name, pattern);
    if (best)
        eg_remedy(d, "did you mean '%s'?", best);
    else
        eg_remedy(d, "names are dotted paths such as mass.s; * and ? are wild");
    free(best);
}

/* ---------------------------------------------------------------- room */

static double width(const eg_recorder *r)
{
    return 1.0 + (double)r->trajectory->column_count;
}

/* How often phases end from start to stop. */
static double time_events(const eg_instance *i, double start, double stop)
{
    const eg_block_ops *block = i->class->block;
    if (!block || !block->phase || !block->phase_end ||
        !(block->phase_end(i->p, block->phase(i->p, start)) < stop))
        return 0.0;
    return (double)block->phase(i->p, stop) - (double)block->phase(i->p, start);
}

/* Samples happen that often, and steps are no longer than a delay. `own`: how often that is. */
static eg_status refuse_often(const eg_recorder *r, eg_place place, const char *what, double every,
                              double own)
{
    eg_diagnostics *d = r->network->base.diagnostics;
    eg_report(d, EG_ERROR, place,
              "%s of %.9g s would divide the run into %.3g pieces; at most %.0e are handled", what, every,
              own, most_time_events);
    eg_remedy(d, "make it longer, or the span shorter");
    return EG_ERROR_MODEL;
}

static eg_status expect_users_events(const eg_recorder *r, double start, double stop, double *events)
{
    const eg_user *u = r->network->m->user;
    for (int i = 0; u && i < u->sample_count; i++) {
        const eg_user_sample *sample = &u->samples[i];
        double own = fmax((stop - fmax(start, sample->start)) / sample->interval, 0.0);
        *events += own;
        if (!(own <= most_time_events))
            return refuse_often(r, EG_NOWHERE, "a sample(...) with an interval", sample->interval, own);
    }
    for (int i = 0; u && i < u->delay_count; i++) {
        const eg_user_delay *delay = &u->delays[i];
        double own = delay->is_constant ? (stop - start) / delay->T : 0.0;
        if (!(own <= most_time_events))
            return refuse_often(r, delay->place, "a delay", delay->T, own);
    }
    return EG_OK;
}

static eg_status expect_events(const eg_recorder *r, double start, double stop, double *events)
{
    const eg_model *m = r->network->m;
    eg_diagnostics *d = r->network->base.diagnostics;
    for (int i = 0; i < m->instance_count; i++) {
        double own = time_events(&m->instances[i], start, stop);
        *events += own;
        if (own <= most_time_events)
            continue;
        eg_report(d, EG_ERROR, eg_instance_place(&m->instances[i]),
                  "%s has %s%.3g time events from %.9g s to %.9g s; at most %.0e are handled",
                  m->instances[i].path, own > 1e15 ? "more than " : "", own > 1e15 ? 1e15 : own, start, stop,
                  most_time_events);
        eg_remedy(d, "make its period longer, or the span shorter");
        return EG_ERROR_MODEL;
    }
    return EG_OK;
}

eg_status eg_recorder_expect(const eg_recorder *r, double start, double stop, double interval)
{
    enum { SPARE = 64 }; /* for events nobody knows of */
    eg_diagnostics *d = r->network->base.diagnostics;
    double events = 0.0, rows = (stop - start) / interval + 2.0;
    eg_status status = expect_events(r, start, stop, &events);
    if (status == EG_OK)
        status = expect_users_events(r, start, stop, &events);
    if (status != EG_OK)
        return status;
    double numbers = (rows + 2.0 * events) * width(r) + events * numbers_of_an_event;
    if (numbers <= r->most_numbers) {
        eg_trajectory_reserve(r->trajectory, (size_t)(rows + 2.0 * events) + SPARE);
        return EG_OK;
    }
    eg_report(d, EG_ERROR, EG_NOWHERE,
              "the results would have %.3g rows, %.3g of them at events, of %.0f columns: %.3g GB of memory; "
              "at most %.3g GB are used",
              rows + 2.0 * events, 2.0 * events, width(r), numbers * sizeof(double) / 1e9,
              r->most_numbers * sizeof(double) / 1e9);
    eg_remedy(d, "choose a longer interval, fewer signals or a shorter span");
    return EG_ERROR_USAGE;
}

/* Has the trajectory grown beyond all expectation? An error then, once; the row that ends the run is
 * kept. */
static int check_room(eg_recorder *r, double t)
{
    const eg_trajectory *all = r->trajectory;
    if (r->is_full ||
        (double)all->row_count * width(r) + (double)all->event_count * numbers_of_an_event <= r->most_numbers)
        return 0;
    eg_diagnostics *d = r->network->base.diagnostics;
    r->is_full = true;
    eg_report(d, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %ld events have filled the results with %zu rows of "
              "%.0f columns",
              t, r->events + r->time_events, all->row_count, width(r));
    eg_remedy(d, "choose fewer signals, or end before the events get so many");
    return EG_ERROR_SIMULATION;
}

/* ---------------------------------------------------------------- recording */

/* From the columns of the sheet to rows. */
EG_CLONES("avx2")
static void copy_rows(const eg_recorder *r, size_t count, double *rows)
{
    const size_t columns = r->trajectory->column_count, stride = 1 + columns;
    double last[4 * 4];
    size_t i = 0;
    for (; i + 4 <= columns; i += 4) {
        const double *const from[4] = {r->shown[i], r->shown[i + 1], r->shown[i + 2], r->shown[i + 3]};
        double *to = rows + 1 + i;
        size_t k = 0;
        for (; k + 4 <= count; k += 4)
            eg_quad_turn(from, k, to + k * stride, stride);
        if (k < count) /* columns have room for these, rows not */
            eg_quad_turn(from, k, last, 4);
        for (size_t row = 0; k < count; k++, row++)
            memcpy(to + k * stride, last + 4 * row, 4 * sizeof *last);
    }
    for (; i < columns; i++)
        for (size_t k = 0; k < count; k++)
            rows[k * stride + 1 + i] = r->shown[i][k];
}

/* The row of the columns that have been filled. */
static int store(eg_recorder *r, double t)
{
    const size_t columns = r->trajectory->column_count;
    if (!eg_network_has_values(r->network, t))
        return EG_ERROR_SIMULATION;
    double *row = r->is_short ? NULL : eg_trajectory_add_row(r->trajectory);
    if (!row)
        return -1;
    row[0] = t;
    for (size_t i = 0; i < columns; i++)
        row[1 + i] = r->columns[r->chosen[i]];
    return 0;
}

static int record(eg_recorder *r, double t, const double *y, const double *yp)
{
    int full = check_room(r, t);
    if (full != 0)
        return full;
    if (!r->sheet || yp || !eg_sheet_fill_one(r->sheet, r->network, t, y)) {
        eg_network_observe(r->network, t, y, yp, r->view, r->columns);
        return store(r, t);
    }
    if (!eg_network_has_values(r->network, t))
        return EG_ERROR_SIMULATION;
    double *row = r->is_short ? NULL : eg_trajectory_add_row(r->trajectory);
    if (!row)
        return -1;
    row[0] = t;
    copy_rows(r, 1, row);
    return 0;
}

/* The absolute time that engines count as t. */
static double clock(const eg_recorder *r, double t)
{
    return fmin(r->network->base.origin + t, r->stop);
}

static int on_points(eg_observer *o, int count, const double *t, const double *y, size_t stride)
{
    eg_recorder *r = (eg_recorder *)o;
    int full = check_room(r, clock(r, t[0]));
    if (full != 0)
        return full;
    for (int k = 0; k < count; k++)
        r->times[k] = clock(r, t[k]);
    size_t before = r->trajectory->row_count;
    double *rows = eg_trajectory_add_rows(r->trajectory, (size_t)count);
    if (!rows)
        return -1;
    count = eg_sheet_fill(r->sheet, r->network, count, r->times, y, stride);
    for (int k = 0; k < count; k++)
        rows[(size_t)k * (1 + r->trajectory->column_count)] = r->times[k];
    copy_rows(r, (size_t)count, rows);
    r->trajectory->row_count = before + (size_t)count;
    return count;
}

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_recorder *r = (eg_recorder *)o;
    const double at = clock(r, t);
    eg_trajectory *rows = r->trajectory;
    const size_t last = rows->row_count - 1;
    /* That row was made where time was counted from elsewhere, and may be another one by an ulp. */
    if (at == r->passed && rows->row_count > 0 && eg_trajectory_time(rows, last) == at)
        rows->row_count = last;
    r->passed = NAN;
    return record(r, at, y, yp);
}

static int on_point_alone(eg_observer *o, double since, const double *y)
{
    eg_recorder *r = (eg_recorder *)o;
    const double t = clock(r, since);
    int full = check_room(r, t);
    if (full != 0)
        return full;
    return eg_network_observe_alone(r->network, t, y, r->view, r->columns) ? store(r, t) : 1;
}

/* In a crowd of events the newest takes the place of the one before. */
static void make_way(eg_recorder *r, double t)
{
    double close = fmax(r->close, 8000.0 * DBL_EPSILON * fabs(t));
    if (r->crowd == 0 || !(t - r->crowd_begin <= close)) {
        r->crowd_begin = t;
        r->crowd = 0;
    }
    if (++r->crowd > CROWD && r->pair_row + 2 == r->trajectory->row_count)
        r->trajectory->row_count -= 2;
    r->pair_row = r->trajectory->row_count;
}

static int on_left(eg_observer *o, double since, const double *y, const double *yp)
{
    eg_recorder *r = (eg_recorder *)o;
    const double t = clock(r, since);
    make_way(r, t);
    r->first_event = r->trajectory->event_count;
    return record(r, t, y, yp);
}

static int on_right(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_recorder *r = (eg_recorder *)o;
    int status = record(r, clock(r, t), y, yp);
    if (status < 0)
        return status;
    for (size_t i = r->first_event; i < r->trajectory->event_count; i++)
        r->trajectory->events[i].row = r->trajectory->row_count - 2;
    return 0;
}

static int on_progress(eg_observer *o, double t)
{
    eg_recorder *r = (eg_recorder *)o;
    return eg_teller_tell(&r->teller, clock(r, t));
}

/* Without one rows are made one by one. */
static void make_sheet(eg_recorder *r)
{
    r->has_tried_sheet = true;
    size_t columns = r->trajectory->column_count;
    eg_sheet_free(r->sheet);
    free(r->shown);
    free(r->times);
    r->times = NULL;
    r->shown = columns > 0 ? malloc(columns * sizeof *r->shown) : NULL;
    r->sheet = r->shown ? eg_sheet_create(r->network, r->view, r->chosen, (int)columns) : NULL;
    if (r->sheet)
        r->times = malloc((size_t)eg_sheet_rows(r->sheet) * sizeof *r->times);
    if (!r->times) {
        eg_sheet_free(r->sheet);
        r->sheet = NULL;
    }
    for (size_t i = 0; i < columns && r->sheet; i++)
        r->shown[i] = eg_sheet_column(r->sheet, r->chosen[i]);
}

static void on_concerns(eg_observer *o, bool *bodies, bool *unknowns)
{
    eg_recorder *r = (eg_recorder *)o;
    size_t count = (size_t)r->network->m->body_count;
    eg_network_mark_bodies(r->network, r->needed, bodies);
    if (r->needs_all)
        memset(bodies, true, sizeof *bodies * count);
    if (memchr(bodies + 1, 0, count - 1))
        (void)eg_view_narrow(r->view, r->network, r->needed); /* or it stays as wide as it is */
    make_sheet(r);
    o->most_points = r->sheet ? eg_sheet_rows(r->sheet) : 0;
    eg_view_mark_unknowns(r->view, r->network, unknowns);
}

/* A view that a run by pieces has made narrow does not have all unknowns. */
static int on_gathers(eg_observer *o)
{
    eg_recorder *r = (eg_recorder *)o;
    if (!r->network->simple || r->view->is_narrow)
        return 0;
    if (!r->has_tried_sheet)
        make_sheet(r);
    return r->sheet ? eg_sheet_rows(r->sheet) : 0;
}

static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    eg_recorder *r = (eg_recorder *)((char *)sink - offsetof(eg_observer, sink));
    r->events += !is_time_event;
    r->time_events += is_time_event;
    if (eg_trajectory_add_event(r->trajectory, (eg_event){t, component, name, (size_t)-1}) < 0)
        r->is_short = true;
}

eg_status eg_recorder_init(eg_recorder *r, eg_network *network, const char *const *patterns,
                           size_t pattern_count)
{
    const eg_model *m = network->m;
    size_t columns = (size_t)eg_model_columns(m);
    eg_status status = EG_ERROR_MEMORY;
    *r = (eg_recorder){.network = network, .most_numbers = most_numbers, .stop = INFINITY, .passed = NAN};
    r->observer = (eg_observer){.point = on_point,
                                .point_alone = on_point_alone,
                                .points = on_points,
                                .gathers = on_gathers,
                                .left = on_left,
                                .right = on_right,
                                .progress = on_progress,
                                .concerns = on_concerns,
                                .sink = {on_event}};
    r->trajectory = eg_trajectory_create();
    r->columns = calloc(columns + 1, sizeof(double));
    r->needed = calloc((size_t)m->instance_count + 1, sizeof(bool));
    choosing c = {.visitor.visit = choose, .r = r, .patterns = patterns, .pattern_count = pattern_count};
    c.hits = calloc(pattern_count + 1, sizeof *c.hits);
    c.stored = malloc(sizeof(int) * (columns + 1));
    if (!r->trajectory || !r->columns || !r->needed || !c.hits || !c.stored)
        goto done;
    for (size_t i = 0; i < columns; i++)
        c.stored[i] = -1;
    if (eg_model_each_variable(m, &c.visitor) != 0 || !(r->view = eg_view_create(network, r->needed)))
        goto done;
    status = add_constants(r, &c);
    bool out_of_memory = status != EG_OK;
    for (size_t i = 0; i < pattern_count && !out_of_memory; i++)
        if (c.hits[i] == 0 && !eg_match(patterns[i], "time")) { /* which every trajectory has */
            report_no_match(m, patterns[i], network->base.diagnostics);
            status = EG_ERROR_USAGE;
        }
done:
    free(c.hits);
    free(c.stored);
    free(c.name);
    return status;
}

eg_status eg_recorder_go_on(eg_recorder *r, eg_network *network, double t)
{
    r->network = network;
    eg_view_free(r->view);
    eg_sheet_free(r->sheet);
    r->sheet = NULL;
    r->has_tried_sheet = false;
    r->observer.most_points = 0;
    r->passed = t;
    r->view = eg_view_create(network, r->needed);
    return r->view ? EG_OK : EG_ERROR_MEMORY;
}

void eg_recorder_release(eg_recorder *r)
{
    free(r->columns);
    free(r->chosen);
    free(r->needed);
    eg_view_free(r->view);
    eg_sheet_free(r->sheet);
    free(r->shown);
    free(r->times);
}
