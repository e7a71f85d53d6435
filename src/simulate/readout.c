/* Readouts: which names there are, reading, and what rows come to. */
#include "simulate/readout.h"

#include "base/names.h"
#include "base/trajectory.h"
#include "component/spec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- names of a model */

typedef struct listing {
    eg_observable_visitor visitor;
    eg_result_names *names;
    eg_readout *sources; /* or NULL */
    long column;         /* of the next parameter */
    char *name;
    size_t capacity;
} listing;

static int list_variable(eg_observable_visitor *v, const eg_observable *o)
{
    listing *l = (listing *)v;
    if (eg_observable_name(o, &l->name, &l->capacity) < 0)
        return -1;
    return eg_result_names_add(l->names, (eg_result_name){l->name, o->unit, o->type, o->column});
}

static int list_parameter(listing *l, const char *name, const char *unit, eg_type type,
                          eg_readout_source source)
{
    eg_readout *r = l->sources;
    if (r && eg_grow((void **)&r->sources, &r->source_capacity, r->source_count + 1, sizeof *r->sources) < 0)
        return -1;
    if (r)
        r->sources[r->source_count++] = source;
    return eg_result_names_add(l->names, (eg_result_name){name, unit, type, l->column++});
}

static int list_matrix(listing *l, const eg_model *m, int instance, int parameter)
{
    const eg_instance *of = &m->instances[instance];
    const eg_parameter *p = &of->class->parameters[parameter];
    const eg_matrix matrix = eg_parameter_matrix(of->p, parameter);
    char name[512];
    for (int k = 0; k < matrix.rows * matrix.columns; k++) {
        if (p->columns == 1)
            snprintf(name, sizeof name, "%s.%s[%d]", of->path, p->name, k + 1);
        else
            snprintf(name, sizeof name, "%s.%s[%d,%d]", of->path, p->name, k / matrix.columns + 1,
                     k % matrix.columns + 1);
        if (list_parameter(l, name, p->unit, p->type, (eg_readout_source){instance, parameter, k}) < 0)
            return -1;
    }
    return 0;
}

static int list_parameters(listing *l, const eg_model *m)
{
    for (int i = 0; i < m->instance_count; i++) {
        const eg_class *class = m->instances[i].class;
        for (int k = 0; k < (int)class->parameter_count; k++) {
            const eg_parameter *p = &class->parameters[k];
            eg_observable o = {.path = m->instances[i].path, .variable = p->name};
            if (p->type == EG_STRING)
                continue;
            if (p->columns != 0
                    ? list_matrix(l, m, i, k) < 0
                    : eg_observable_name(&o, &l->name, &l->capacity) < 0 ||
                          list_parameter(l, l->name, p->unit, p->type, (eg_readout_source){i, k, -1}) < 0)
                return -1;
        }
    }
    for (int i = 0; i < m->told.declared_count; i++)
        if (m->told.declared[i].type != EG_STRING &&
            list_parameter(l, m->told.declared[i].path, m->told.declared[i].unit, m->told.declared[i].type,
                           (eg_readout_source){-1, i, -1}) < 0)
            return -1;
    return 0;
}

int eg_model_result_names(const eg_model *m, eg_result_names *names, eg_readout *sources)
{
    listing l = {.visitor.visit = list_variable,
                 .names = names,
                 .sources = sources,
                 .column = (long)eg_model_columns(m)};
    int failed = !eg_result_names_init(names, m->name) || eg_model_each_variable(m, &l.visitor) != 0 ||
                 list_parameters(&l, m) != 0;
    names->tells_events = true;
    free(l.name);
    return failed ? -1 : 0;
}

/* ---------------------------------------------------------------- reading */

typedef struct needing {
    eg_observable_visitor visitor;
    eg_readout *r;
    const bool *used; /* (columns) */
} needing;

static int need(eg_observable_visitor *v, const eg_observable *o)
{
    const needing *n = (const needing *)v;
    if (o->instance >= 0 && n->used[o->column])
        n->r->needed[o->instance] = true;
    return 0;
}

static eg_status find_needed(eg_readout *r, const eg_model *m)
{
    bool *used = calloc((size_t)r->columns + 1, sizeof *used);
    r->needed = calloc((size_t)m->instance_count + 1, sizeof *r->needed);
    if (!used || !r->needed) {
        free(used);
        return EG_ERROR_MEMORY;
    }
    for (size_t i = 0; i < r->count; i++)
        for (int k = 0; k < r->expressions[i].column_count; k++)
            if (r->expressions[i].columns[k] < r->columns)
                used[r->expressions[i].columns[k]] = true;
    needing n = {.visitor.visit = need, .r = r, .used = used};
    eg_model_each_variable(m, &n.visitor);
    free(used);
    return EG_OK;
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

bool eg_readout_check_component(const eg_model *m, const char *pattern, eg_diagnostics *d)
{
    if (has_component(m, pattern))
        return true;
    const char *dot = strrchr(pattern, '.');
    char *above = dot ? strndup(pattern, (size_t)(dot - pattern)) : NULL;
    const char **paths = calloc((size_t)m->instance_count + 1, sizeof *paths);
    for (int i = 0; paths && i < m->instance_count; i++)
        paths[i] = m->instances[i].path;
    const char *best = paths ? eg_nearest(pattern, paths, (size_t)m->instance_count) : NULL;
    eg_report(d, EG_ERROR, EG_NOWHERE, "no component of %s matches '%s'", m->name, pattern);
    if (above && has_component(m, above))
        eg_remedy(d,
                  "events are told of components: name %s, then the event, as in count(%s, contact begins)",
                  above, above);
    else if (best)
        eg_remedy(d, "did you mean %s?", best);
    else
        eg_remedy(d, "names are dotted paths such as gap; * and ? are wild");
    free(paths);
    free(above);
    return false;
}

void eg_readout_refuse_fixed(const char *component, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "events of %s are asked for, but the engine fixed locates none",
              component ? component : "*");
    eg_remedy(d, "take --engine auto, or ask for final values, minima and maxima");
}

static eg_status check_events(const eg_expression *e, const eg_model *m, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (int i = 0; i < e->reduction_count; i++)
        if (e->reductions[i].kind == EG_REDUCE_EVENT &&
            !eg_readout_check_component(m, e->reductions[i].ask.component, d))
            status = EG_ERROR_USAGE;
    return status;
}

eg_status eg_readout_read(eg_readout *r, const eg_model *m, const char *const *texts, size_t count,
                          const char *option, eg_diagnostics *d)
{
    return eg_readout_read_beside(r, m, m, texts, count, option, d);
}

eg_status eg_readout_read_beside(eg_readout *r, const eg_model *m, const eg_model *told,
                                 const char *const *texts, size_t count, const char *option,
                                 eg_diagnostics *d)
{
    eg_result_names names = {0};
    eg_status status = EG_OK;
    *r = (eg_readout){.columns = eg_model_columns(m), .count = count};
    r->expressions = calloc(count + 1, sizeof *r->expressions);
    if (!r->expressions || (count > 0 && eg_model_result_names(m, &names, r) != 0))
        status = EG_ERROR_MEMORY;
    for (size_t i = 0; i < count && status != EG_ERROR_MEMORY; i++) {
        eg_status own = eg_expression_read(texts[i], option, &names, d, &r->expressions[i]);
        if (own == EG_OK)
            own = check_events(&r->expressions[i], told, d);
        if (own != EG_OK)
            status = own == EG_ERROR_MEMORY ? own : EG_ERROR_USAGE;
    }
    eg_result_names_release(&names);
    return status == EG_OK ? find_needed(r, m) : status;
}

double eg_readout_source_value(const eg_model *m, const eg_readout_source *s)
{
    if (s->instance < 0)
        return m->told.declared[s->parameter].value;
    const double *p = m->instances[s->instance].p;
    return s->element < 0 ? p[s->parameter] : eg_parameter_matrix(p, s->parameter).elements[s->element];
}

bool eg_readout_looks(const eg_readout *r)
{
    for (size_t k = 0; k < r->count; k++)
        for (int i = 0; i < r->expressions[k].reduction_count; i++)
            if (r->expressions[k].reductions[i].kind != EG_REDUCE_LAST)
                return true;
    return false;
}

const eg_event_ask *eg_readout_asks(const eg_readout *r)
{
    for (size_t k = 0; k < r->count; k++)
        for (int i = 0; i < r->expressions[k].reduction_count; i++)
            if (r->expressions[k].reductions[i].kind == EG_REDUCE_EVENT)
                return &r->expressions[k].reductions[i].ask;
    return NULL;
}

size_t eg_readout_room(const eg_readout *r)
{
    size_t most = 0;
    for (size_t i = 0; i < r->count; i++) {
        const size_t own = eg_expression_room(&r->expressions[i]);
        most = own > most ? own : most;
    }
    return most;
}

void eg_readout_release(eg_readout *r)
{
    for (size_t i = 0; i < r->count && r->expressions; i++)
        eg_expression_release(&r->expressions[i]);
    free(r->expressions);
    free(r->sources);
    free(r->needed);
    *r = (eg_readout){0};
}

/* ---------------------------------------------------------------- rows */

int eg_trajectory_result_names(const eg_trajectory *t, eg_result_names *names)
{
    if (!eg_result_names_init(names, "the run"))
        return -1;
    for (size_t i = 0; i < t->signal_count; i++)
        if (eg_result_names_add(names, (eg_result_name){t->signals[i].info.name, t->signals[i].info.unit,
                                                        EG_REAL, (long)i}) < 0)
            return -1;
    for (size_t i = 0; i < t->constant_count; i++)
        if (eg_result_names_add(names, (eg_result_name){t->constants[i].name, t->constants[i].unit, EG_REAL,
                                                        (long)(t->signal_count + i)}) < 0)
            return -1;
    return 0;
}

/* All that the expression names, at a row or (row negative) at a time. */
static void fill_columns(const eg_trajectory *t, const eg_expression *e, long row, double time,
                         double *columns)
{
    for (int i = 0; i < e->column_count; i++) {
        const size_t k = (size_t)e->columns[i];
        if (k >= t->signal_count)
            columns[k] = t->constants[k - t->signal_count].value;
        else
            columns[k] = row < 0 ? eg_trajectory_at(t, k, time) : eg_trajectory_value(t, k, (size_t)row);
    }
}

static double reduce_rows(const eg_trajectory *t, const eg_expression *e, const eg_reduction *of,
                          double *columns, double *v)
{
    double value = NAN, before = NAN, sum = 0;
    const size_t rows = t->row_count;
    if (of->kind == EG_REDUCE_AT) {
        if (rows == 0 ||
            !(of->time >= eg_trajectory_time(t, 0) && of->time <= eg_trajectory_time(t, rows - 1)))
            return NAN;
        fill_columns(t, e, -1, of->time, columns);
        return eg_expression_run(e, of->time, columns, NULL, v)[of->node];
    }
    for (size_t k = 0; k < rows; k++) {
        const double time = eg_trajectory_time(t, k);
        fill_columns(t, e, (long)k, time, columns);
        double x = eg_expression_run(e, time, columns, NULL, v)[of->node];
        double y = of->kind == EG_REDUCE_RMS ? x * x : x;
        switch (of->kind) {
        case EG_REDUCE_FIRST: value = k == 0 ? x : value; break;
        case EG_REDUCE_MINIMUM: value = fmin(value, x); break;
        case EG_REDUCE_MAXIMUM: value = fmax(value, x); break;
        default: value = x;
        }
        if (k > 0)
            sum += (time - eg_trajectory_time(t, k - 1)) * (0.5 * before + 0.5 * y);
        before = y;
    }
    const double length = rows > 0 ? eg_trajectory_time(t, rows - 1) - eg_trajectory_time(t, 0) : 0;
    switch (of->kind) {
    case EG_REDUCE_INTEGRAL: return sum;
    case EG_REDUCE_MEAN: return length > 0 ? sum / length : value;
    case EG_REDUCE_RMS: return length > 0 ? sqrt(sum / length) : fabs(value);
    default: return value;
    }
}

int eg_trajectory_reduce(const eg_trajectory *t, const eg_expression *e, double at, double *result)
{
    double *columns = calloc(t->signal_count + t->constant_count + 1, sizeof *columns);
    double *v = calloc(eg_expression_room(e) + (size_t)e->reduction_count + 1, sizeof *v);
    *result = NAN;
    if (columns && v && t->row_count > 0) {
        double *outcomes = v + eg_expression_room(e);
        const size_t last = t->row_count - 1;
        for (int i = 0; i < e->reduction_count; i++)
            outcomes[i] = reduce_rows(t, e, &e->reductions[i], columns, v);
        const double time = isnan(at) ? eg_trajectory_time(t, last) : at;
        fill_columns(t, e, isnan(at) ? (long)last : -1, time, columns);
        *result = eg_expression_run(e, time, columns, outcomes, v)[e->root];
    }
    const bool failed = !columns || !v;
    free(columns);
    free(v);
    return failed ? -1 : 0;
}

int eg_trajectory_add_expression(eg_trajectory *t, const eg_expression *e, const char *name)
{
    const size_t width = 1 + t->column_count, rows = t->row_count, wide = width + 1;
    double *columns = calloc(t->signal_count + t->constant_count + 1, sizeof *columns);
    double *v = calloc(eg_expression_room(e) + 1, sizeof *v);
    double *grown =
        rows < (size_t)-1 / sizeof(double) / wide ? malloc((rows * wide + 1) * sizeof *grown) : NULL;
    int failed = !columns || !v || !grown;
    for (size_t k = 0; k < rows && !failed; k++) {
        const double *row = t->rows + k * width;
        fill_columns(t, e, (long)k, row[0], columns);
        memcpy(grown + k * wide, row, width * sizeof *row);
        grown[k * wide + width] = eg_expression_run(e, row[0], columns, NULL, v)[e->root];
    }
    free(columns);
    free(v);
    if (failed) {
        free(grown);
        return -1;
    }
    free(t->rows);
    t->rows = grown;
    t->row_capacity = rows;
    const eg_signal info = {name, e->unit, "", 0};
    return eg_trajectory_add_signal(t, info, (long)t->column_count++, 0);
}
