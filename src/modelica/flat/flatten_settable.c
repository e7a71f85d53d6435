/* Which parameters of flat text may be set: those for which a setting of the text does what the same setting
 * does to the model. Many parameters have been used up when the text is written: a value that other values
 * were computed from stands there as those numbers. These are declared final, so that nobody sets them in
 * vain. */
#include "modelica/flat/flatten.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "component/describe.h"

#define IS_FINAL "it is in the model"
#define IS_NUMBER "others were made of it" /* what, a spec that no text has made does not say */

/* Would the class refuse a value there, as of one that it computes itself? */
static bool is_refused(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_class *class = instance->class;
    bool is_error = true;
    bool *given = eg_new_array(f->r, class->parameter_count, sizeof *given);
    if (!class->check || instance->given[i])
        return false;
    if (!given)
        return true;
    memcpy(given, instance->given, class->parameter_count * sizeof *given);
    given[i] = true;
    return class->check(instance->p, given, &is_error) && is_error;
}

/* ---------------------------------------------------------------- signals that would jump
 *
 * What moves a flange exactly along a signal refuses one that jumps; in flat text the branches of that
 * signal are differentiated one by one, and the flange would be moved in no time. */

/* Does an output of the block jump at some time, from the experiment's start on? */
static double start_of(const eg_flattening *f)
{
    const double start = f->spec->experiment.start_time;
    return isnan(start) ? 0 : start;
}

static bool jumps(const eg_flattening *f, const eg_instance *instance, const double *p)
{
    const eg_block_ops *block = instance->class->block;
    const double start = start_of(f);
    return eg_block_continuity(block, p, -1, start) < 0 && block->phase && block->phase_end &&
           block->phase_end(p, block->phase(p, start)) < INFINITY;
}

static bool any_exact_drive(const eg_spec *spec)
{
    for (size_t i = 0; i < spec->instance_count; i++) {
        const eg_drive_ops *drive = spec->instances[i].class->drive;
        if (drive && drive->state_count(spec->instances[i].p) == 0)
            return true;
    }
    return false;
}

/* Would another value let a signal jump that does not? */
static bool lets_jump(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_class *class = instance->class;
    const eg_parameter *parameter = &class->parameters[i];
    if (!class->block || !class->block->continuity || !any_exact_drive(f->spec) ||
        parameter->type >= EG_ENUMERATION)
        return false;
    if (parameter->columns != 0) /* two rows of one time, or a first value that is not 0 */
        return strcmp(parameter->name, "table") == 0 &&
               eg_block_continuity(class->block, instance->p, -1, start_of(f)) >= 0;
    double *p = eg_new_array(f->r, instance->p_count, sizeof *p);
    bool *given = eg_new_array(f->r, class->parameter_count, sizeof *given);
    if (!p || !given)
        return true;
    memcpy(given, instance->given, class->parameter_count * sizeof *given);
    given[i] = true;
    const double x = instance->p[i], values[] = {2 * x, x / 2, x + 1, x - 1, x + 0.1, 0};
    double min, max;
    eg_parameter_range(parameter, &min, &max);
    for (size_t k = 0; k < EG_COUNT(values) && !jumps(f, instance, instance->p); k++) {
        const double other = parameter->type == EG_BOOLEAN ? x == 0 : values[k];
        if (!(other >= min && other <= max))
            continue;
        memcpy(p, instance->p, instance->p_count * sizeof *p);
        p[i] = other;
        if (class->complete)
            class->complete(p, given);
        if (jumps(f, instance, p))
            return true;
    }
    return false;
}

/* Would another value make another class of it, whose equations are not these? The values are those that
 * decide: none and some. */
static bool makes_another(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_class *class = instance->class;
    const double old = instance->p[i], values[] = {0.0, old + 1.0, old - 1.0};
    double min, max;
    if (!class->variant || class->parameters[i].columns != 0 || class->parameters[i].type == EG_STRING)
        return false;
    double *p = eg_new_array(f->r, instance->p_count, sizeof *p);
    if (!p)
        return true;
    memcpy(p, instance->p, instance->p_count * sizeof *p);
    eg_parameter_range(&class->parameters[i], &min, &max);
    for (size_t k = 0; k < EG_COUNT(values); k++) {
        p[i] = values[k];
        if (values[k] >= min && values[k] <= max && class->variant(p) != class->variant(instance->p))
            return true;
    }
    return false;
}

/* Why the class does not allow it; NULL: it does. What was read from a file is no value of the model's. */
static const char *refusal_of(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_parameter *p = &instance->class->parameters[i];
    if (instance->has_read_table && p->columns != 0)
        return "was read from a file";
    if (p->type == EG_ENUMERATION && strcmp(p->type_name, "StateSelect") == 0)
        return "its variables have it as an attribute";
    if (p->is_structural || p->type == EG_ENUMERATION)
        return "decides which equations there are";
    if (p->is_protected || p->is_derived)
        return "is computed by the class";
    if (is_refused(f, instance, i))
        return "the class takes no value beside the others that it has";
    if (eg_flatten_leaves_behind(f, instance, i))
        return "the class computes others from it, which no equation here says";
    if (lets_jump(f, instance, i))
        return "another value could let a signal jump that a flange follows exactly";
    if (makes_another(f, instance, i))
        return "another value could make it a component with other equations";
    return NULL;
}

static const char *path_of(eg_flattening *f, const eg_instance *instance, int i)
{
    const char *name = instance->class->parameters[i].name;
    return *instance->path ? eg_textf(f->r, "%s.%s", instance->path, name) : name;
}

const eg_said *eg_flatten_said(const eg_flattening *f, const char *path)
{
    const long at = f->spec->bounds ? eg_names_find(f->spec->bounds->said, path) : -1;
    return at >= 0 ? &f->spec->bounds->said_list[at] : NULL;
}

const char *eg_flatten_why_final(eg_flattening *f, const eg_instance *instance, int i)
{
    const char *refusal = refusal_of(f, instance, i);
    if (refusal)
        return refusal;
    if (!f->spec->bounds)
        return instance->origin->asked && instance->origin->asked[i] ? IS_NUMBER : NULL;
    const char *path = path_of(f, instance, i);
    const eg_said *said = eg_flatten_said(f, path);
    return said && said->is_final ? IS_FINAL : eg_flatten_why_held(f, path);
}

const char *eg_flatten_why_declared_final(eg_flattening *f, const eg_declared *declared)
{
    if (!f->spec->bounds)
        return IS_NUMBER;
    return declared->is_fixed ? IS_FINAL : eg_flatten_why_held(f, declared->path);
}

bool eg_flatten_is_settable(eg_flattening *f, const eg_instance *instance, int i)
{
    return eg_flatten_why_final(f, instance, i) == NULL;
}

/* ---------------------------------------------------------------- what values were made of
 *
 * A value is written as the expression that it was made of where all names of that are parameters of the flat
 * text. Else it is a number, and so is everything that it was made of, in the end: held. */

static bool is_number(const eg_parameter *p)
{
    return p->type <= EG_BOOLEAN && p->columns == 0;
}

/* Is the path that of a parameter which the flat text has? */
static bool is_declared(void *context, const char *path)
{
    const eg_flattening *f = context;
    const char *dot = strrchr(path, '.');
    if (eg_names_find(f->declared, path) >= 0)
        return true;
    char *owner = eg_arena_text(f->r->arena, path, dot ? (size_t)(dot - path) : 0);
    const long at = owner ? eg_names_find(f->spec->paths, owner) : -1;
    const eg_instance *x = at < 0 ? NULL : &f->spec->instances[at];
    const int i = x ? eg_class_parameter(x->class, dot ? dot + 1 : path) : -1;
    return i >= 0 && !x->is_implied && is_number(&x->class->parameters[i]) && isfinite(x->p[i]);
}

/* What is held, and for what. */
typedef struct holding {
    eg_spec *spec;
    const char *into;
} holding;

static bool hold(void *context, const char *path)
{
    const holding *h = context;
    return eg_spec_hold_path(h->spec, path, h->into) == 0;
}

int eg_flatten_bound(eg_flattening *f, const char *path)
{
    const eg_bounds *bounds = f->spec->bounds;
    const long formula = bounds ? eg_names_find(bounds->formulas, path) : -1;
    return formula >= 0 && eg_formula_names(f->spec, (int)formula, is_declared, f) ? (int)formula : -1;
}

/* What the value of `path` was made of can as little be set as it. */
static void hold_names(eg_flattening *f, const char *path)
{
    const long formula = eg_names_find(f->spec->bounds->formulas, path);
    holding h = {f->spec, path};
    if (formula >= 0 && !eg_formula_names(f->spec, (int)formula, hold, &h))
        f->r->out_of_memory = true;
}

static bool add_name(void *context, const char *path)
{
    return eg_names_add(context, path, 0) >= 0;
}

/* Remembers which parameters values are written with; false when memory is out. */
static bool list_named(eg_flattening *f)
{
    const eg_spec *s = f->spec;
    for (size_t i = 0; i < s->formula_count; i++)
        if (eg_formula_is_bound(&s->formulas[i]) && !eg_formula_names(s, (int)i, add_name, f->named))
            return false;
    return true;
}

bool eg_flatten_is_variable(eg_flattening *f, const eg_instance *instance, int i)
{
    return instance->class->parameters[i].is_shown && eg_names_find(f->named, path_of(f, instance, i)) < 0;
}

bool eg_flatten_is_held(const eg_flattening *f, const char *path)
{
    return f->spec->bounds && eg_names_find(f->spec->bounds->held, path) >= 0;
}

const char *eg_flatten_why_held(eg_flattening *f, const char *path)
{
    if (!eg_flatten_is_held(f, path))
        return NULL;
    const char *into = f->spec->bounds->held_list[eg_names_find(f->spec->bounds->held, path)].into;
    return into ? eg_textf(f->r, "a number in %s was made of it", into)
                : "it has decided something while the model was read";
}

/* Of components: what their classes do not allow to be set, or has no expression. */
static void hold_of_instance(eg_flattening *f, const eg_instance *instance)
{
    for (int i = 0; i < (int)instance->class->parameter_count; i++) {
        const char *path = path_of(f, instance, i);
        const bool is_bound = instance->given[i] && eg_names_find(f->spec->bounds->formulas, path) >= 0;
        if (is_bound && (eg_flatten_bound(f, path) < 0 || refusal_of(f, instance, i)))
            hold_names(f, path);
    }
    for (int i = 0; i < (int)instance->start_count; i++) {
        const eg_variable *v = &instance->class->variables[instance->starts[i].variable];
        const char *path = eg_textf(f->r, "%s.%s(start)", instance->path, v->name);
        if (eg_flatten_bound(f, path) < 0)
            hold_names(f, path);
    }
}

/* Numbers in equations that were made of something that the flat text does not have. */
static void hold_of_formulas(eg_flattening *f)
{
    holding h = {f->spec, "the equations"};
    for (size_t i = 0; i < f->spec->formula_count; i++) {
        eg_formula *x = &f->spec->formulas[i];
        if (!eg_formula_is_bound(x) || eg_formula_names(f->spec, (int)i, is_declared, f))
            continue;
        if (!eg_formula_names(f->spec, (int)i, hold, &h))
            f->r->out_of_memory = true;
        x->a = -1;
    }
}

bool eg_flatten_find_held(eg_flattening *f)
{
    const eg_spec *s = f->spec;
    f->declared = eg_names_create(s->declared_count);
    f->named = eg_names_create(16);
    if (!f->named)
        return false;
    for (size_t i = 0; f->declared && i < s->declared_count; i++)
        if (s->declared[i].type < EG_ENUMERATION && isfinite(s->declared[i].value) &&
            eg_names_add(f->declared, s->declared[i].path, (long)i) < 0)
            return false;
    if (!f->declared || !s->bounds)
        return f->declared != NULL;
    for (size_t i = 0; i < s->instance_count; i++)
        hold_of_instance(f, &s->instances[i]);
    for (size_t i = 0; i < s->declared_count; i++)
        if (eg_flatten_bound(f, s->declared[i].path) < 0)
            hold_names(f, s->declared[i].path);
    for (size_t i = 0; i < s->variable_count; i++) {
        const char *path = eg_textf(f->r, "%s(start)", s->variables[i].path);
        if (eg_flatten_bound(f, path) < 0)
            hold_names(f, path);
    }
    hold_of_formulas(f);
    for (size_t i = 0; i < s->bounds->held_count; i++)
        hold_names(f, s->bounds->held_list[i].path);
    return list_named(f) && !f->r->out_of_memory;
}
