/* Values that names stand for: loop variables, parameters, constants, literals of enumerations. */
#include <string.h>

#include "modelica/value/evaluate.h"
#include "modelica/instance/node.h"

/* ---------------------------------------------------------------- loop variables, classes */

static const eg_iteration *find_loop(const eg_scope *scope, const eg_reference *reference)
{
    if (reference->is_global)
        return NULL;
    for (const eg_iteration *loop = scope->loops; loop; loop = loop->outer)
        if (loop->name == reference->parts[0].name)
            return loop;
    return NULL;
}

static bool loop_value(eg_reader *r, const eg_scope *scope, const eg_expr *e, const eg_iteration *loop,
                       eg_value *value)
{
    const eg_part *part = &e->reference->parts[0];
    if (e->reference->count > 1 || part->subscript_count > 0) {
        eg_error(r, scope->source, e->at, "the loop variable \"%s\" is a single value", part->name);
        eg_hint(r, "leave out what follows it");
        return false;
    }
    if (loop->changes) {
        eg_error(r, scope->source, e->at, "the loop variable \"%s\" changes with time; it has no value here",
                 part->name);
        eg_hint(r, "loop over a range of numbers, parameters and constants");
        return false;
    }
    *value = loop->value;
    return true;
}

/* What a loop through a type, and an array with its values as indices, run through. */
static bool all_values(eg_reader *r, const eg_definition *type, eg_value *value)
{
    long count = 2;
    if (type->type == EG_ENUMERATION)
        for (count = 0; type->literals[count];)
            count++;
    double *numbers = eg_value_room(r, (size_t)count);
    long *dims = eg_new(r, sizeof *dims);
    if (!numbers || !dims)
        return false;
    dims[0] = count;
    for (long i = 0; i < count; i++)
        numbers[i] = (double)i;
    *value = eg_value_array(type->type, 1, dims, numbers);
    value->literals = type->literals;
    value->type_name = type->full;
    return true;
}

static bool class_value(eg_reader *r, const eg_scope *scope, const eg_expr *e, const eg_targets *targets,
                        eg_value *value)
{
    eg_definition *d = targets->class;
    if (targets->literal >= 0) {
        *value = eg_value_number(EG_ENUMERATION, targets->literal);
        value->literals = d->literals;
        value->type_name = d->full;
        return true;
    }
    if (d->kind == EG_D_CONSTANT) {
        const eg_constant *constant = d->constant;
        bool is_integer = constant->type && strcmp(constant->type, "Integer") == 0;
        *value = eg_value_number(is_integer ? EG_INTEGER : EG_REAL, constant->value);
        /* pi is like a number that is written out: it fits any unit. */
        if (constant->unit && strcmp(constant->unit, "1") != 0)
            value->unit = eg_quantity_of(r, constant->unit);
        return true;
    }
    eg_definition *type;
    if (eg_classify(r, d, &type) == EG_C_VALUE && (type->type == EG_ENUMERATION || type->type == EG_BOOLEAN))
        return all_values(r, type, value);
    eg_error(r, scope->source, e->at, "\"%.200s\" is a class, not a value",
             eg_reference_text(r, e->reference, e->reference->count));
    eg_hint(r, "declare a component of this class, and write its name");
    return false;
}

/* ---------------------------------------------------------------- instances */

static bool refuse_target(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what,
                          const char *hint)
{
    eg_error(r, scope->source, e->at, "\"%.200s\" %s",
             eg_reference_text(r, e->reference, e->reference->count), what);
    eg_hint(r, "%s", hint);
    return false;
}

static bool target_value(eg_reader *r, const eg_scope *scope, const eg_expr *e, const eg_target *target,
                         eg_value *value)
{
    if (target->member) {
        switch (target->member->kind) {
        case EG_M_PARAMETER:
            target->native->asked[target->member->index] = true;
            return eg_native_value(r, target->node, target->native, target->member->index, scope->source,
                                   e->at, value);
        case EG_M_VARIABLE:
            return refuse_target(r, scope, e, "changes with time; it has no value here",
                                 "only parameters and constants can stand here");
        default:
            return refuse_target(r, scope, e, "is a connector, not a value",
                                 "only parameters and constants can stand here");
        }
    }
    if (target->node->is_record && eg_has_cases(target->node->type)) {
        eg_node *which = eg_case_of(r, target->node);
        return which && eg_node_value(r, which, scope->source, e->at, value);
    }
    if (target->node->kind == EG_N_VALUE)
        return eg_node_value(r, target->node, scope->source, e->at, value);
    if (target->node->kind == EG_N_VARIABLE)
        return refuse_target(r, scope, e, "changes with time; it has no value here",
                             "only parameters and constants can stand here");
    return refuse_target(r, scope, e, "is a component, not a value",
                         "name one of its parameters: component.parameter");
}

/* c of all elements of an array of components: mass.m */
static bool gather_values(eg_reader *r, const eg_scope *scope, const eg_expr *e, const eg_targets *targets,
                          eg_value *value)
{
    double *numbers = NULL;
    eg_value first = EG_NO_VALUE;
    for (size_t i = 0; i < targets->count; i++) {
        eg_value v;
        if (!target_value(r, scope, e, &targets->items[i], &v))
            return false;
        if (i == 0) {
            double total = (double)v.count * (double)targets->count;
            if (v.type == EG_STRING || v.rank + targets->rank > EG_RANK_LIMIT || total > (double)r->limit)
                return refuse_target(r, scope, e, "cannot be gathered into an array", "name one element");
            first = v;
            numbers = eg_value_room(r, (size_t)total);
        }
        if (!numbers || !eg_count_steps(r, scope->source, e->at, (long long)v.count))
            return false;
        if (!eg_value_same_shape(&first, &v))
            return refuse_target(r, scope, e, "has not the same size in all elements", "name one element");
        for (size_t k = 0; k < v.count; k++)
            numbers[i * v.count + k] = v.rank > 0 ? v.numbers[k] : v.number;
    }
    int rank = first.rank + targets->rank;
    long *dims = eg_new_array(r, (size_t)rank, sizeof *dims);
    if (!dims)
        return false;
    memcpy(dims, targets->dims, (size_t)targets->rank * sizeof *dims);
    for (int i = 0; i < first.rank; i++)
        dims[targets->rank + i] = first.dims[i];
    *value = eg_value_array(first.type < 0 ? EG_REAL : first.type, rank, dims, numbers);
    value->unit = first.unit;
    value->literals = first.literals;
    value->type_name = first.type_name;
    return true;
}

static bool instance_value(eg_reader *r, const eg_scope *scope, const eg_expr *e, const eg_targets *targets,
                           eg_value *value)
{
    if (targets->is_absent)
        return refuse_target(r, scope, e, "does not exist: its condition is false",
                             "ask for it only where the condition is true");
    bool ok = targets->rank > 0 ? gather_values(r, scope, e, targets, value)
                                : target_value(r, scope, e, &targets->items[0], value);
    if (!ok || !targets->rest)
        return ok;
    eg_value whole = *value;
    return eg_subscript(r, scope, &whole, targets->rest, value);
}

static bool is_time(eg_reader *r, const eg_scope *scope, const eg_reference *reference)
{
    return reference->count == 1 && strcmp(reference->parts[0].name, "time") == 0 &&
           !eg_lookup(r, scope->home, reference->parts[0].name, NULL);
}

bool eg_evaluate_reference(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    const eg_iteration *loop = find_loop(scope, e->reference);
    if (loop)
        return loop_value(r, scope, e, loop, value);
    if (is_time(r, scope, e->reference))
        return refuse_target(r, scope, e, "changes; it has no value here",
                             "use one of Modelica.Blocks.Sources for what changes with time");
    eg_targets targets;
    if (!eg_find_values(r, scope, e->reference, &targets))
        return false;
    return targets.class ? class_value(r, scope, e, &targets, value)
                         : instance_value(r, scope, e, &targets, value);
}
