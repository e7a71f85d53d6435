/* annotation(experiment(...)): what a model says about its own run. */
#include <math.h>
#include <string.h>

#include "base/span.h"
#include "component/spec.h"
#include "modelica/instance/node.h"

/* annotation(experiment(...)) while it is read. */
typedef struct experiment {
    eg_reader *r;
    eg_scope scope;
    const eg_modifier *all;
} experiment;

/* The argument `name` and its number; NULL when the annotation does not say or what it says is refused. */
static const eg_modifier *experiment_value(const experiment *x, const char *name, double *value)
{
    const eg_modifier *m = eg_find_argument(x->r, x->all, name);
    eg_value v;
    if (!m || !m->value || !eg_evaluate(x->r, &x->scope, m->value, &v))
        return NULL;
    if ((v.type != EG_REAL && v.type != EG_INTEGER) || v.rank > 0) {
        eg_error(x->r, x->scope.source, m->at, "%s must be a number", name);
        eg_hint(x->r, "write one number, as in %s = 1", name);
        return NULL;
    }
    *value = v.number;
    return m;
}

static void refuse_experiment(const experiment *x, const eg_modifier *m, const eg_complaint *c)
{
    eg_error(x->r, x->scope.source, m->at, "%s", c->message);
    if (*c->remedy)
        eg_hint(x->r, "%s", c->remedy);
}

/* A misspelt name would otherwise be passed over in silence. Names that begin with __ are those of tools. */
static void warn_of_unknown(const experiment *x)
{
    static const char *const known[] = {"StartTime", "StopTime", "Interval", "Tolerance",
                                        "NumberOfIntervals"};
    enum { KNOWN = sizeof known / sizeof *known };
    for (uint32_t i = 0; i < x->all->count; i++) {
        const char *name = x->all->arguments[i]->name;
        bool found = !name || strncmp(name, "__", 2) == 0;
        for (size_t k = 0; k < KNOWN && !found; k++)
            found = strcmp(name, known[k]) == 0;
        if (found)
            continue;
        eg_warn(x->r, x->scope.source, x->all->arguments[i]->at, "experiment(...) has no \"%.200s\"", name);
        eg_hint_nearest(x->r, name, known, KNOWN);
    }
}

static void read_span(const experiment *x, eg_experiment *e)
{
    eg_complaint c;
    const eg_modifier *start = experiment_value(x, "StartTime", &e->start_time);
    const eg_modifier *stop = experiment_value(x, "StopTime", &e->stop_time);
    double end = stop ? e->stop_time : e->start_time + 1.0;
    if ((start || stop) && !eg_span_is_right(e->start_time, end, stop != NULL, &c))
        refuse_experiment(x, stop ? stop : start, &c);
}

/* Interval, or what follows from NumberOfIntervals. */
static void read_interval(const experiment *x, eg_experiment *e)
{
    double count = NAN, end = isnan(e->stop_time) ? e->start_time + 1.0 : e->stop_time;
    const eg_modifier *interval = experiment_value(x, "Interval", &e->interval);
    const eg_modifier *number = experiment_value(x, "NumberOfIntervals", &count);
    eg_complaint c;
    if (number && !(count >= 1.0 && count == floor(count))) {
        eg_error(x->r, x->scope.source, number->at,
                 "NumberOfIntervals = %.9g must be a whole number from 1 on", count);
        eg_hint(x->r, "write for example NumberOfIntervals = 500");
        return;
    }
    if (end == e->start_time) /* the start alone */
        return;
    if (number && !interval)
        e->interval = (end - e->start_time) / count;
    if ((number || interval) && !eg_interval_is_right(e->start_time, end, e->interval, &c))
        refuse_experiment(x, interval ? interval : number, &c);
}

/* The class's own annotation, or that of the first class it extends that has one. */
static eg_definition *find_experiment(eg_definition *d, int depth)
{
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT)
        return NULL;
    if (d->syntax->experiment)
        return d;
    return d->base_count > 0 ? find_experiment(d->bases[0].definition, depth + 1) : NULL;
}

static void read_asked(eg_reader *r, eg_node *model, eg_spec *spec);

void eg_read_experiment(eg_reader *r, eg_node *model, eg_spec *spec)
{
    eg_experiment e = {0.0, NAN, NAN, NAN};
    eg_definition *d = find_experiment(model->type, 0);
    if (d) {
        experiment x = {r, eg_scope_of(model, d), d->syntax->experiment};
        int errors = r->errors;
        eg_complaint c;
        warn_of_unknown(&x);
        read_span(&x, &e);
        if (r->errors == errors) /* rows are counted over a span */
            read_interval(&x, &e);
        const eg_modifier *tolerance = experiment_value(&x, "Tolerance", &e.tolerance);
        if (tolerance && !eg_tolerance_is_right(e.tolerance, &c))
            refuse_experiment(&x, tolerance, &c);
    }
    eg_spec_set_experiment(spec, e);
    read_asked(r, model, spec);
}

/* ---------------------------------------------------------------- analyses that are not transient */

static eg_definition *find_asked(eg_definition *d, int depth)
{
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT)
        return NULL;
    if (d->syntax->asked)
        return d;
    return d->base_count > 0 ? find_asked(d->bases[0].definition, depth + 1) : NULL;
}

/* The signal at a point that the model, or a class it extends, names; else the name itself is one. */
static const char *signal_at(eg_reader *r, const eg_definition *d, const char *name, int depth)
{
    for (uint32_t i = 0; d->kind == EG_D_SCOPE && d->syntax && i < d->syntax->point_count; i++)
        if (strcmp(d->syntax->points[i].name, name) == 0)
            return eg_reference_text(r, d->syntax->points[i].from, d->syntax->points[i].from->count);
    for (uint32_t i = 0; d->kind == EG_D_SCOPE && depth <= EG_DEPTH_LIMIT && i < d->base_count; i++) {
        const char *found = signal_at(r, d->bases[i].definition, name, depth + 1);
        if (found != name)
            return found;
    }
    return name;
}

/* ["u", "plant.y"]; NULL, and reported, when it is something else. */
static const char *const *names_of(const experiment *x, const eg_definition *model, const eg_expr *e,
                                   eg_spec *spec, size_t *count)
{
    const uint32_t length = e->kind == EG_E_ARRAY ? e->count : 1;
    const char **names = eg_arena_array(spec->arena, length + 1, sizeof *names);
    for (uint32_t i = 0; names && i < length; i++) {
        const eg_expr *item = e->kind == EG_E_ARRAY ? e->items[i] : e;
        if (item->kind != EG_E_STRING) {
            eg_error(x->r, x->scope.source, item->at, "this must be the name of a signal");
            eg_hint(x->r, "write it in quotes: [\"u\"]");
            return NULL;
        }
        names[i] = eg_arena_copy(spec->arena, signal_at(x->r, model, item->text, 0));
        *count = i + 1;
    }
    if (!names)
        x->r->out_of_memory = true;
    return names;
}

/* [Hz] of [rad/s]; what is not above 0 is left to the program, -1 by default. */
static void read_frequency(const experiment *x, const eg_expr *e, double *into)
{
    eg_value v;
    if (!e || !eg_evaluate(x->r, &x->scope, e, &v))
        return;
    if ((v.type != EG_REAL && v.type != EG_INTEGER) || v.rank > 0) {
        eg_error(x->r, x->scope.source, e->at, "this must be a frequency [rad/s]");
        eg_hint(x->r, "write one number there");
    } else if (v.number > 0)
        *into = v.number / (2 * acos(-1.0));
}

static void read_asked(eg_reader *r, eg_node *model, eg_spec *spec)
{
    eg_definition *d = find_asked(model->type, 0);
    eg_analysis *a = &spec->analysis;
    if (!d)
        return;
    const eg_dyad_analysis *asked = d->syntax->asked;
    const experiment x = {r, eg_scope_of(model, d), NULL};
    a->kind = asked->kind;
    if (a->kind == EG_ANALYSIS_OTHER) {
        eg_warn(r, d->syntax->source, d->syntax->at,
                "analyses of the kind \"%.200s\" are not supported: only the component is read", asked->name);
        eg_hint(r, "%s", asked->remedy);
    }
    a->name = asked->name ? eg_arena_copy(spec->arena, asked->name) : NULL;
    a->remedy = asked->remedy;
    if (asked->inputs)
        a->inputs = names_of(&x, model->type, asked->inputs, spec, &a->input_count);
    if (asked->outputs)
        a->outputs = names_of(&x, model->type, asked->outputs, spec, &a->output_count);
    read_frequency(&x, asked->from, &a->from);
    read_frequency(&x, asked->to, &a->to);
}
