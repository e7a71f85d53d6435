/* Records in equations and functions: a value whose fields are values. A record of the model's is what its
 * parts are; one of a function is several variables, "data" and "data.c"; an equation between records is one
 * for every field. */
#include "modelica/formula/formula.h"

#include <string.h>

/* ---------------------------------------------------------------- what a record declares */

static bool list_fields(eg_reader *r, eg_definition *d, eg_list *fields, int depth)
{
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT)
        return true;
    if (!eg_find_bases(r, d) || !eg_count_steps(r, d->syntax->source, d->syntax->at, 1))
        return false;
    for (uint32_t i = 0; i < d->base_count; i++)
        if (!list_fields(r, d->bases[i].definition, fields, depth + 1))
            return false;
    for (uint32_t i = 0; !d->syntax->is_short && i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        if (e->kind != EG_EL_COMPONENT || e->component->variability == EG_V_CONSTANT)
            continue;
        eg_field *field = eg_new(r, sizeof *field);
        if (!field)
            return false;
        *field = (eg_field){e->component, d};
        if (!eg_list_add(r, fields, field))
            return false;
    }
    return true;
}

/* What a record declares, those of its bases first, as a list of eg_field. */
static bool fields_of(eg_reader *r, eg_definition *record, eg_list *fields)
{
    *fields = (eg_list){0};
    return list_fields(r, record, fields, 0);
}

/* A record without values in its fields. */
static bool make(eg_formulas *f, eg_definition *d, size_t count, const char ***names, eg_typed **fields,
                 eg_typed *out)
{
    *names = eg_new_array(f->r, count + 1, sizeof **names);
    *fields = eg_new_array(f->r, count + 1, sizeof **fields);
    *out = (eg_typed){.type = EG_RECORD,
                      .formula = -1,
                      .count = 1,
                      .type_name = d->full,
                      .names = *names,
                      .fields = *fields,
                      .field_count = (uint32_t)count};
    return *names && *fields;
}

const eg_typed *eg_typed_field(const eg_typed *record, const char *name)
{
    for (uint32_t i = 0; i < record->field_count; i++)
        if (strcmp(record->names[i], name) == 0)
            return &record->fields[i];
    return NULL;
}

/* ---------------------------------------------------------------- records of the model */

static bool of_variable(eg_formulas *f, const eg_expr *e, eg_node *part, eg_typed *out)
{
    const char *path = eg_symbol(f->r, eg_node_path(f->r, part));
    const eg_local_variable *local =
        path && f->locals && f->locals->are_paths ? eg_local_variable_find(f->locals, path) : NULL;
    size_t count = part->rank > 0 ? part->count : 1;
    int *formulas = eg_new_array(f->r, count, sizeof *formulas);
    *out = (eg_typed){.type = part->native->type,
                      .formula = -1,
                      .unit = eg_quantity_of(f->r, part->unit),
                      .rank = part->rank,
                      .dims = part->dims,
                      .count = count,
                      .formulas = formulas,
                      .literals = part->native->literals,
                      .type_name = part->native->full};
    for (size_t i = 0; formulas && i < count; i++) {
        formulas[i] = local ? f->locals->slots[local->first + i] : -1;
        if (local && formulas[i] < 0) {
            eg_error(f->r, f->scope.source, e->at, "\"%.200s\" has no value yet", path);
            eg_hint(f->r, "assign to it before it is read");
            return false;
        }
        if (!local && !eg_formula_path(f, eg_variable_path(f->r, part, i), &formulas[i]))
            return false;
    }
    if (formulas && part->rank == 0)
        out->formula = formulas[0];
    return formulas && path;
}

/* An array of records inside a record. */
static bool of_array(eg_formulas *f, const eg_expr *e, eg_node *part, eg_typed *out)
{
    eg_targets all = {.count = part->count, .rank = part->rank};
    all.items = eg_new_array(f->r, part->count, sizeof *all.items);
    for (int i = 0; i < part->rank; i++)
        all.dims[i] = part->dims[i];
    for (size_t i = 0; all.items && i < part->count; i++)
        if (!(all.items[i].node = eg_element_of(f->r, part, i)))
            return false;
    return all.items && eg_formula_of_records(f, e, &all, out);
}

static bool of_part(eg_formulas *f, const eg_expr *e, eg_node *part, eg_typed *out)
{
    eg_value v;
    switch (eg_shape(f->r, part)) {
    case EG_N_VALUE:
        return eg_node_value(f->r, part, f->scope.source, e->at, &v) && eg_typed_of_value(f, e, &v, out);
    case EG_N_VARIABLE: return of_variable(f, e, part, out);
    case EG_N_MODEL: return eg_formula_of_record(f, e, part, out);
    case EG_N_ARRAY: return of_array(f, e, part, out);
    case EG_N_BROKEN: return false;
    default:
        eg_error(f->r, f->scope.source, e->at, "\"%.200s\" is no value that a record could have",
                 eg_node_path(f->r, part));
        eg_hint(f->r, "write equations for the members one by one");
        return false;
    }
}

bool eg_formula_of_record(eg_formulas *f, const eg_expr *e, eg_node *node, eg_typed *out)
{
    const char **names;
    eg_typed *fields;
    eg_list all;
    uint32_t count = 0;
    if (eg_has_cases(node->type)) {
        eg_node *which = eg_case_of(f->r, node);
        return which && of_part(f, e, which, out);
    }
    if (!eg_expand(f->r, node) || !fields_of(f->r, node->type, &all) ||
        !make(f, node->type, all.count, &names, &fields, out))
        return false;
    for (size_t i = 0; i < all.count; i++) {
        const eg_field *field = all.items[i];
        eg_node *part = eg_part_of(f->r, node, field->component->name);
        if (!part)
            continue;
        names[count] = part->name;
        if (!of_part(f, e, part, &fields[count++]))
            return false;
    }
    out->field_count = count;
    return true;
}

/* ---------------------------------------------------------------- arrays of records */

static bool stack_field(eg_formulas *f, uint32_t at, const eg_typed *items, size_t count, int rank,
                        const long *dims, eg_typed *out)
{
    long all[2 * EG_RANK_LIMIT];
    int *formulas;
    eg_typed like = items[0];
    if (like.type == EG_RECORD)
        return eg_record_stack(f, at, items, count, rank, dims, out);
    for (size_t i = 1; i < count; i++)
        if (!eg_typed_join(f, at, "the members of the records of an array", &like, &items[i]))
            return false;
    if (like.rank + rank > EG_RANK_LIMIT || like.type == EG_STRING) {
        eg_error(f->r, f->scope.source, at,
                 like.type == EG_STRING ? "arrays of records with texts are not supported here"
                                        : "an array has at most 8 dimensions");
        eg_hint(f->r, like.type == EG_STRING ? "write the records one by one, or leave their texts out"
                                             : "use fewer nested braces");
        return false;
    }
    for (int i = 0; i < rank + like.rank; i++)
        all[i] = i < rank ? dims[i] : like.dims[i - rank];
    if (!eg_typed_array(f, at, like, rank + like.rank, all, out, &formulas))
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < like.count; k++)
            formulas[i * like.count + k] = eg_typed_at(&items[i], k);
    return true;
}

bool eg_record_stack(eg_formulas *f, uint32_t at, const eg_typed *items, size_t count, int rank,
                     const long *dims, eg_typed *out)
{
    const eg_typed first = items[0];
    eg_typed *same = eg_new_array(f->r, count, sizeof *same);
    eg_typed *fields = eg_new_array(f->r, first.field_count + 1u, sizeof *fields);
    long *all = eg_new_array(f->r, (size_t)(rank + first.rank) + 1, sizeof *all);
    if (!same || !fields || !all)
        return false;
    for (size_t k = 1; k < count; k++)
        if (!eg_typed_fits(f, at, "an element of the array", &first, &items[k]))
            return false;
    for (uint32_t i = 0; i < first.field_count; i++) {
        for (size_t k = 0; k < count; k++)
            same[k] = *eg_typed_field(&items[k], first.names[i]);
        if (!stack_field(f, at, same, count, rank, dims, &fields[i]))
            return false;
    }
    for (int i = 0; i < rank + first.rank; i++)
        all[i] = i < rank ? dims[i] : first.dims[i - rank];
    *out = first;
    out->fields = fields;
    out->rank = rank + first.rank;
    out->dims = all;
    out->count = count * first.count;
    return true;
}

bool eg_formula_of_records(eg_formulas *f, const eg_expr *e, const eg_targets *records, eg_typed *out)
{
    if (records->rank == 0)
        return eg_formula_of_record(f, e, records->items[0].node, out);
    if (records->count == 0) { /* no element, no field */
        int *none;
        return eg_typed_array(f, e->at, EG_NOT_TYPED, records->rank, records->dims, out, &none);
    }
    eg_typed *items = eg_new_array(f->r, records->count, sizeof *items);
    for (size_t i = 0; items && i < records->count; i++)
        if (!eg_formula_of_record(f, e, records->items[i].node, &items[i]))
            return false;
    return items && eg_count_steps(f->r, f->scope.source, e->at, (long long)records->count) &&
           eg_record_stack(f, e->at, items, records->count, records->rank, records->dims, out);
}

/* ---------------------------------------------------------------- constructors */

/* The default that the record's class has for the field; false: none, or reported. */
static bool default_of(const eg_formulas *f, const eg_field *field, eg_typed *out)
{
    const eg_modifier *m = field->component->modifier;
    eg_formulas inside = *f;
    inside.scope = eg_scope_of(NULL, field->home);
    inside.locals = NULL;
    return m && m->value && eg_formula_of_any(&inside, m->value, out);
}

/* The argument for field number i, called `name`; NULL: there is none. */
static const eg_expr *argument_of(const eg_expr *e, const char *name, uint32_t i)
{
    for (uint32_t k = 0; k < e->count; k++)
        if (e->names && e->names[k] ? strcmp(e->names[k], name) == 0 : k == i)
            return e->items[k];
    return NULL;
}

static bool check_arguments(eg_formulas *f, const eg_expr *e, const eg_definition *d, const eg_list *all)
{
    for (uint32_t k = 0; k < e->count; k++) {
        bool is_known = !(e->names && e->names[k]) && k < all->count;
        for (size_t i = 0; e->names && e->names[k] && i < all->count; i++)
            is_known = is_known || strcmp(((eg_field *)all->items[i])->component->name, e->names[k]) == 0;
        if (is_known)
            continue;
        eg_error(f->r, f->scope.source, e->items[k]->at, "%.200s has no component %s", d->full,
                 e->names && e->names[k] ? e->names[k] : eg_textf(f->r, "number %u", k + 1));
        eg_hint(f->r, "write the components that %.200s declares, in their order or by name", d->full);
        return false;
    }
    return true;
}

bool eg_formula_of_constructor(eg_formulas *f, const eg_expr *e, eg_definition *d, eg_typed *out)
{
    const char **names;
    eg_typed *fields;
    eg_list all;
    if (!fields_of(f->r, d, &all) || !check_arguments(f, e, d, &all) ||
        !make(f, d, all.count, &names, &fields, out))
        return false;
    for (uint32_t i = 0; i < all.count; i++) {
        const eg_field *field = all.items[i];
        const eg_expr *argument = argument_of(e, field->component->name, i);
        names[i] = field->component->name;
        if (argument ? eg_formula_of_any(f, argument, &fields[i]) : default_of(f, field, &fields[i]))
            continue;
        if (!argument && !(field->component->modifier && field->component->modifier->value)) {
            eg_error(f->r, f->scope.source, e->at, "%.200s needs a value for \"%s\"", d->full, names[i]);
            eg_hint(f->r, "give it in the constructor: %s(%s = ...)", d->name, names[i]);
        }
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------- records of functions */

/* The variable of the function that is field `name` of the record `local`; NULL: none, or memory. */
eg_local_variable *eg_local_variable_field(eg_formulas *f, const eg_locals *locals,
                                           const eg_local_variable *local, const char *name)
{
    const char *path = eg_symbol(f->r, eg_textf(f->r, "%s.%s", local->name, name));
    return path ? eg_local_variable_find(locals, path) : NULL;
}

static bool shape_of_field(eg_formulas *f, const eg_field *field, eg_typed *shape, eg_definition **record)
{
    eg_reader *r = f->r;
    const eg_component *c = field->component;
    eg_member *member = eg_find_member(r, field->home, c->name);
    eg_definition *type = member ? eg_member_type(r, member) : NULL, *native = NULL;
    eg_category category = type ? eg_classify(r, type, &native) : EG_C_BROKEN;
    *record = category == EG_C_RECORD ? type : NULL;
    if (category == EG_C_RECORD && c->dimension_count == 0) {
        *shape = (eg_typed){.type = EG_RECORD, .formula = -1, .type_name = type->full};
        return true;
    }
    if (category != EG_C_VALUE || c->dimension_count > EG_RANK_LIMIT) {
        eg_error(r, field->home->syntax->source, c->at, "\"%s\" cannot be a member of a record here",
                 c->name);
        eg_hint(r, "use numbers, truth values, literals, arrays of them, and records");
        return false;
    }
    long *dims = eg_new_array(r, c->dimension_count + 1u, sizeof *dims);
    *shape = (eg_typed){.type = native->type,
                        .formula = -1,
                        .unit = native->unit_type ? eg_quantity_of(r, native->unit_type->unit) : NULL,
                        .rank = (int)c->dimension_count,
                        .dims = dims,
                        .count = 1,
                        .literals = native->literals,
                        .type_name = native->full};
    eg_formulas inside = *f;
    inside.scope = eg_scope_of(NULL, field->home);
    inside.locals = NULL;
    for (int i = 0; dims && i < shape->rank; i++) {
        if (!eg_formula_size(&inside, c->dimensions[i], &dims[i]))
            return false;
        shape->count *= dims[i] > 0 ? (size_t)dims[i] : 0;
    }
    return dims != NULL;
}

bool eg_record_declare(eg_formulas *f, eg_locals *locals, eg_local_variable local, eg_definition *record,
                       int depth)
{
    eg_list all;
    local.shape = (eg_typed){.type = EG_RECORD, .formula = -1, .type_name = record->full};
    local.record = record;
    if (depth > EG_DEPTH_LIMIT || !eg_local_variable_add(f, locals, local) || !fields_of(f->r, record, &all))
        return false;
    for (size_t i = 0; i < all.count; i++) {
        const eg_field *field = all.items[i];
        eg_definition *inner;
        eg_local_variable part = {.is_input = local.is_input};
        if (!(part.name = eg_symbol(f->r, eg_textf(f->r, "%s.%s", local.name, field->component->name))) ||
            !shape_of_field(f, field, &part.shape, &inner) ||
            !(inner ? eg_record_declare(f, locals, part, inner, depth + 1)
                    : eg_local_variable_add(f, locals, part)))
            return false;
    }
    return true;
}

/* Reports what does not fit. */
bool eg_record_set(eg_formulas *f, uint32_t at, eg_locals *locals, const eg_local_variable *local,
                   const eg_typed *value)
{
    eg_list all;
    if (value->type != EG_RECORD || value->rank > 0) {
        eg_error(f->r, f->scope.source, at, "\"%.200s\" is a record; it cannot be %s", local->name,
                 eg_typed_describe(f->r, value));
        eg_hint(f->r, "assign a record of its type, or its members one by one");
        return false;
    }
    if (!fields_of(f->r, local->record, &all))
        return false;
    for (size_t i = 0; i < all.count; i++) {
        const char *name = ((eg_field *)all.items[i])->component->name;
        eg_local_variable *part = eg_local_variable_field(f, locals, local, name);
        const eg_typed *given = eg_typed_field(value, name);
        if (!part || !given) {
            eg_error(f->r, f->scope.source, at, "%.200s has no \"%s\", which \"%.200s\" has",
                     value->type_name, name, local->name);
            eg_hint(f->r, "assign a record of its type, or its members one by one");
            return false;
        }
        if (part->record ? !eg_record_set(f, at, locals, part, given)
                         : !eg_typed_fits(f, at, part->name, &part->shape, given))
            return false;
        if (given->type == EG_STRING)
            part->text = given->text;
        for (size_t k = 0; !part->record && given->type != EG_STRING && k < part->shape.count; k++)
            locals->slots[part->first + k] = eg_typed_at(given, k);
    }
    return true;
}

bool eg_record_of_local(eg_formulas *f, const eg_expr *e, const eg_locals *locals,
                        const eg_local_variable *local, eg_typed *out)
{
    const char **names;
    eg_typed *fields;
    eg_list all;
    if (!fields_of(f->r, local->record, &all) || !make(f, local->record, all.count, &names, &fields, out))
        return false;
    for (size_t i = 0; i < all.count; i++) {
        names[i] = ((eg_field *)all.items[i])->component->name;
        const eg_local_variable *part = eg_local_variable_field(f, locals, local, names[i]);
        if (!part || !eg_typed_of_local(f, e, locals, part, &fields[i]))
            return false;
    }
    return true;
}

bool eg_typed_of_local(eg_formulas *f, const eg_expr *e, const eg_locals *locals,
                       const eg_local_variable *local, eg_typed *out)
{
    if (local->record)
        return eg_record_of_local(f, e, locals, local, out);
    int *formulas = NULL;
    *out = local->shape;
    out->text = local->text;
    bool has_value = local->shape.type != EG_STRING || local->text;
    for (size_t i = 0; i < local->shape.count && local->shape.type != EG_STRING; i++)
        has_value = has_value && locals->slots[local->first + i] >= 0;
    if (!has_value) {
        eg_error(f->r, f->scope.source, e->at, "\"%.200s\" has no value", local->name);
        eg_hint(f->r, "assign it in every branch");
        return false;
    }
    if (local->shape.rank == 0) {
        out->formula = local->shape.type == EG_STRING ? -1 : locals->slots[local->first];
        return true;
    }
    if (!eg_typed_array(f, e->at, local->shape, local->shape.rank, local->shape.dims, out, &formulas))
        return false;
    memcpy(formulas, locals->slots + local->first, local->shape.count * sizeof *formulas);
    return true;
}
