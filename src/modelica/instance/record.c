/* Records of parameters: chapter 12 of the language specification. A record is an instance whose parts
 * are values; whoever gives it a value as a whole, `Data d = other`, gives each of its parts one: d.c =
 * other.c. A constructor, Data(c = 1), is an instance without a name whose parts' modifiers hold for
 * those of d. */
#include "modelica/instance/node.h"

#include <string.h>

/* The name of component n of a record, what it extends included and what is final left out; counts n down to
 * below 0 when there is none. */
static const char *component_name(eg_reader *r, eg_definition *d, long *n, int depth)
{
    uint32_t base = 0;
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT || !eg_find_bases(r, d))
        return NULL;
    if (d->syntax->is_short)
        return d->base_count > 0 ? component_name(r, d->bases[0].definition, n, depth + 1) : NULL;
    const char *first = d->syntax->extends_itself && d->base_count > 0
                            ? component_name(r, d->bases[base++].definition, n, depth + 1)
                            : NULL;
    if (first)
        return first;
    for (uint32_t i = 0; i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        const char *inside = NULL;
        if (e->kind == EG_EL_EXTENDS && base < d->base_count)
            inside = component_name(r, d->bases[base++].definition, n, depth + 1);
        if (inside)
            return inside;
        if (e->kind == EG_EL_COMPONENT && !e->component->is_final && (*n)-- == 0)
            return e->component->name;
    }
    return NULL;
}

/* The arguments of a constructor, by name or in the order of the components, as a modifier. */
static eg_modifier *constructor_modifier(eg_reader *r, eg_definition *d, eg_source *source,
                                         const eg_expr *call)
{
    eg_modifier *m = eg_new(r, sizeof *m);
    eg_modifier **arguments = eg_new_array(r, call->count, sizeof *arguments);
    if (!m || !arguments)
        return NULL;
    *m = (eg_modifier){.arguments = arguments, .count = call->count, .at = call->at, .source = source};
    for (uint32_t i = 0; i < call->count; i++) {
        long n = i;
        const char *name = call->names ? call->names[i] : NULL;
        name = name ? name : component_name(r, d, &n, 0);
        arguments[i] = eg_new(r, sizeof *arguments[i]);
        if (!arguments[i])
            return NULL;
        if (!name) {
            eg_error(r, source, call->items[i]->at, "%.200s has no component number %u", d->full, i + 1);
            eg_hint(r, "leave it out, or write the components by name");
            return NULL;
        }
        *arguments[i] = (eg_modifier){.name = name,
                                      .value = call->items[i],
                                      .at = call->items[i]->at,
                                      .value_at = call->items[i]->at,
                                      .source = source};
    }
    eg_check_modifier(r, d, m, false);
    return m;
}

/* ---------------------------------------------------------------- cases of Dyad's enumerations */

bool eg_has_cases(const eg_definition *d)
{
    return d->kind == EG_D_SCOPE && d->syntax && d->syntax->cases;
}

eg_node *eg_case_of(eg_reader *r, eg_node *record)
{
    return eg_expand(r, record) ? eg_part_of(r, record, eg_symbol(r, "case")) : NULL;
}

/* Initialize.Fixed: the enumeration with fields, and the case; NULL: the name means something else. */
static eg_definition *find_case(eg_reader *r, const eg_entry *entry, const eg_expr *e, const eg_node *record,
                                const eg_case **found)
{
    eg_scope scope = eg_scope_of(entry->node, entry->home);
    eg_targets targets;
    scope.source = entry->modifier->source;
    if (!eg_has_cases(record->type) || !eg_find_targets(r, &scope, e->reference, &targets) ||
        !targets.class || targets.literal < 0)
        return NULL;
    eg_definition *d = targets.class->enclosing;
    const bool has_cases = d && eg_has_cases(d) && strcmp(targets.class->name, "enum") == 0;
    *found = has_cases ? &d->syntax->cases[targets.literal] : NULL;
    return has_cases ? d : NULL;
}

static eg_node *refuse_case(eg_reader *r, const eg_entry *entry, const eg_expr *e, const eg_node *record)
{
    eg_scope scope = eg_scope_of(entry->node, entry->home);
    eg_targets targets;
    scope.source = entry->modifier->source;
    if (!eg_find_targets(r, &scope, e->reference, &targets))
        return NULL; /* reported before */
    eg_error(r, scope.source, e->at, "\"%.200s\" is no case of %.200s",
             eg_reference_text(r, e->reference, e->reference->count), record->type->full);
    eg_hint(r, "the first one is %.200s.%s", record->type->full, record->type->syntax->cases[0].name);
    return NULL;
}

static const char *field_name(eg_reader *r, eg_source *source, const eg_case *c, const eg_expr *call,
                              uint32_t i)
{
    const char *name = call->names ? call->names[i] : NULL;
    if (!name && i < c->count)
        return c->fields[i];
    for (uint32_t k = 0; name && k < c->count; k++)
        if (c->fields[k] == name)
            return name;
    if (name)
        eg_error(r, source, call->items[i]->at, "the case \"%s\" has no field \"%.200s\"", c->name, name);
    else
        eg_error(r, source, call->items[i]->at, "the case \"%s\" has %u fields only", c->name, c->count);
    if (c->count > 0)
        eg_hint_nearest(r, name ? name : "", c->fields, c->count);
    return NULL;
}

static eg_modifier *value_modifier(eg_reader *r, eg_source *source, const char *name, eg_expr *value)
{
    eg_modifier *m = eg_new(r, sizeof *m);
    if (m)
        *m = (eg_modifier){
            .name = name, .value = value, .at = value->at, .value_at = value->at, .source = source};
    return m;
}

/* Initialize.Fixed(10): case = Initialize.Fixed, x = 10, and what the declaration of the case gives. */
static eg_modifier *case_modifier(eg_reader *r, eg_source *source, const eg_case *c, const eg_expr *call)
{
    eg_modifier *m = eg_new(r, sizeof *m);
    eg_modifier **arguments = eg_new_array(r, (size_t)call->count + c->count + 1, sizeof *arguments);
    eg_expr *which = eg_new(r, sizeof *which);
    if (!m || !arguments || !which)
        return NULL;
    *which = (eg_expr){.kind = EG_E_REFERENCE, .at = call->at, .reference = call->reference};
    *m = (eg_modifier){.arguments = arguments, .at = call->at, .source = source};
    arguments[m->count++] = value_modifier(r, source, eg_symbol(r, "case"), which);
    for (uint32_t i = 0; i < call->count; i++) {
        const char *name = field_name(r, source, c, call, i);
        if (!name)
            return NULL;
        arguments[m->count++] = value_modifier(r, source, name, call->items[i]);
    }
    for (uint32_t k = 0; k < c->count; k++) {
        bool is_given = false;
        for (uint32_t i = 1; i <= call->count; i++)
            is_given = is_given || arguments[i]->name == c->fields[k];
        if (!is_given && c->defaults[k])
            arguments[m->count++] = value_modifier(r, source, c->fields[k], c->defaults[k]);
    }
    return r->out_of_memory ? NULL : m;
}

/* The instance that a constructor makes. NULL: it is none (reported), or memory. */
static eg_node *construct(eg_reader *r, const eg_entry *entry, const eg_expr *call, eg_node *record)
{
    eg_node *made = eg_pairs_get(r->parts, call, record);
    if (made)
        return made;
    eg_source *source = entry->modifier->source;
    const eg_case *which = NULL;
    eg_definition *d = find_case(r, entry, call, record, &which);
    if (!d && eg_has_cases(record->type))
        return refuse_case(r, entry, call, record);
    d = d ? d : eg_resolve_in(r, entry->node, entry->home, source, call->reference);
    if (!d)
        return NULL;
    if (eg_classify(r, d, NULL) != EG_C_RECORD) {
        eg_error(r, source, call->at, "%.200s is not a record; it cannot be the value of \"%s\"", d->full,
                 record->name);
        eg_hint(r, "call the constructor of the record's own type");
        return NULL;
    }
    eg_modifier *m = which ? case_modifier(r, source, which, call) : constructor_modifier(r, d, source, call);
    eg_entry *own = m ? eg_new(r, sizeof *own) : NULL;
    made = own ? eg_node_new(r, record->parent, record->name, call->at) : NULL;
    if (!made)
        return NULL;
    *own = (eg_entry){.modifier = m, .node = entry->node, .home = entry->home};
    made->kind = EG_N_MODEL;
    made->category = EG_C_RECORD;
    made->is_record = true;
    made->state = EG_DONE;
    made->type = d;
    made->home = record->home;
    made->entries = own;
    made->entry_count = 1;
    if (eg_pairs_set(r->parts, call, record, made) != 0)
        r->out_of_memory = true;
    return r->out_of_memory ? NULL : made;
}

static bool add_constructed(eg_reader *r, const eg_entry *entry, const eg_expr *call, eg_node *record,
                            const char *name, eg_list *list)
{
    eg_node *made = construct(r, entry, call, record);
    if (!made || !eg_expand(r, made))
        return !r->out_of_memory;
    const eg_node *part = eg_part_of(r, made, name);
    if (!part) {
        eg_error(r, entry->modifier->source, call->at, "%.200s has no \"%s\", which \"%s\" has",
                 made->type->full, name, record->name);
        eg_hint(r, "call the constructor of the record's own type");
        return true;
    }
    for (uint32_t i = 0; i < part->entry_count; i++)
        if (!eg_entry_add(r, list, part->entries[i]))
            return false;
    return true;
}

/* [i, j] of the element of an array that the entry belongs to; NULL: memory. */
static eg_expr **element_subscripts(eg_reader *r, const eg_slice *slice, uint32_t at)
{
    eg_expr **subscripts = eg_new_array(r, (size_t)slice->rank, sizeof *subscripts);
    for (int i = 0; subscripts && i < slice->rank; i++) {
        subscripts[i] = eg_new(r, sizeof **subscripts);
        if (!subscripts[i])
            return NULL;
        *subscripts[i] = (eg_expr){
            .kind = EG_E_NUMBER, .at = at, .is_integer = true, .number = (double)slice->index[i] + 1.0};
    }
    return subscripts;
}

/* Is the name that of an array, whose element is meant? */
static bool names_array(eg_reader *r, const eg_entry *entry, const eg_expr *e)
{
    eg_targets targets;
    eg_scope scope = eg_scope_of(entry->node, entry->home);
    scope.source = entry->modifier->source;
    bool is_plain = e->reference->count == 1 && e->reference->parts[0].subscript_count == 0;
    return entry->slices && !entry->slices->outer && is_plain &&
           eg_find_targets(r, &scope, e->reference, &targets) && targets.rank == entry->slices->rank;
}

/* other.name */
static eg_expr *field_of_reference(eg_reader *r, eg_entry *entry, const eg_expr *e, const char *name)
{
    const eg_reference *whole = e->reference;
    eg_expr *field = eg_new(r, sizeof *field);
    eg_reference *reference = eg_new(r, sizeof *reference);
    eg_part *parts = eg_new_array(r, whole->count + 1u, sizeof *parts);
    if (!field || !reference || !parts)
        return NULL;
    for (uint32_t i = 0; i < whole->count; i++)
        parts[i] = whole->parts[i];
    parts[whole->count] = (eg_part){.name = name, .at = e->at};
    if (names_array(r, entry, e)) {
        parts[0].subscripts = element_subscripts(r, entry->slices, e->at);
        parts[0].subscript_count = parts[0].subscripts ? (uint32_t)entry->slices->rank : 0;
        entry->slices = NULL;
    }
    *reference = (eg_reference){.parts = parts, .count = whole->count + 1, .is_global = whole->is_global};
    *field = *e;
    field->reference = reference;
    return field;
}

/* The branch of if c then a else b, or the element of {a, b}, that is meant; e itself when it is neither. */
static const eg_expr *choose(eg_reader *r, eg_entry *entry, const eg_expr *e)
{
    eg_scope scope = eg_scope_of(entry->node, entry->home);
    scope.source = entry->modifier->source;
    if (e->kind == EG_E_ARRAY && entry->slices && entry->slices->rank == 1) {
        long i = entry->slices->index[0];
        const eg_expr *item = entry->slices->dims[0] == (long)e->count ? e->items[i] : NULL;
        entry->slices = entry->slices->outer;
        return item;
    }
    if (e->kind != EG_E_IF)
        return e;
    for (uint32_t i = 0; i + 1 < e->count; i += 2) {
        bool holds;
        if (!eg_evaluate_boolean(r, &scope, e->items[i], "the condition", &holds))
            return NULL;
        if (holds)
            return e->items[i + 1];
    }
    return e->items[e->count - 1];
}

static bool refuse_value(eg_reader *r, const eg_entry *entry, const eg_node *record)
{
    const eg_modifier *m = entry->modifier;
    eg_error(r, m->source, m->value_at, "this cannot be the value of the record \"%s\"", record->name);
    eg_hint(r, "name another record, write %s(name = value, ...), or give the values one by one",
            record->type->name);
    return true;
}

/* What the value of the whole record says of its part. */
static bool add_field(eg_reader *r, eg_entry entry, eg_node *record, const char *name, eg_list *list)
{
    const eg_expr *e = entry.modifier->value, *inner = choose(r, &entry, e);
    for (int depth = 0; inner && inner != e && depth < EG_NESTING_LIMIT; depth++) {
        e = inner;
        inner = choose(r, &entry, e);
    }
    const eg_case *which = NULL;
    if (inner && (inner->kind == EG_E_CALL ||
                  (inner->kind == EG_E_REFERENCE && find_case(r, &entry, inner, record, &which))))
        return add_constructed(r, &entry, inner, record, name, list);
    if (!inner || inner->kind != EG_E_REFERENCE)
        return refuse_value(r, &entry, record);
    eg_modifier *m = eg_new(r, sizeof *m);
    eg_expr *field = field_of_reference(r, &entry, inner, name);
    if (!m || !field)
        return false;
    *m = (eg_modifier){.name = name,
                       .value = field,
                       .at = entry.modifier->at,
                       .value_at = inner->at,
                       .source = entry.modifier->source};
    entry.modifier = m;
    return eg_entry_add(r, list, entry);
}

bool eg_part_entries(eg_reader *r, eg_node *node, const char *name, eg_list *list)
{
    if (!node->is_record)
        return eg_entries_for(r, node->entries, node->entry_count, name, list);
    for (uint32_t i = 0; i < node->entry_count; i++) {
        const eg_entry *entry = &node->entries[i];
        if (!eg_entries_for(r, entry, 1, name, list))
            return false;
        if (entry->modifier->value && !add_field(r, *entry, node, name, list))
            return false;
    }
    return true;
}
