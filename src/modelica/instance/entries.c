/* Modifiers at work: which entry speaks for a name, and what its value is for one instance. */
#include <string.h>

#include "modelica/instance/influence.h"

/* ---------------------------------------------------------------- finding */

static eg_entry inner_entry(const eg_entry *outer, const eg_modifier *argument)
{
    return (eg_entry){.modifier = argument,
                      .node = outer->node,
                      .home = outer->home,
                      .slices = argument->is_each ? NULL : outer->slices,
                      .is_each = outer->is_each || argument->is_each,
                      .is_final = outer->is_final || argument->is_final};
}

bool eg_entry_add(eg_reader *r, eg_list *list, eg_entry entry)
{
    eg_entry *kept = eg_new(r, sizeof *kept);
    if (!kept)
        return false;
    *kept = entry;
    return eg_list_add(r, list, kept);
}

bool eg_entries_keep(eg_reader *r, const eg_list *list, const eg_entry **entries, uint32_t *count)
{
    eg_entry *array = eg_new_array(r, list->count, sizeof *array);
    if (!array)
        return false;
    for (size_t i = 0; i < list->count; i++)
        array[i] = *(eg_entry *)list->items[i];
    *entries = array;
    *count = (uint32_t)list->count;
    return true;
}

bool eg_entries_for(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name, eg_list *list)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_modifier *argument = eg_find_argument(r, entries[i].modifier, name);
        if (!argument)
            continue;
        if (!eg_entry_add(r, list, inner_entry(&entries[i], argument)))
            return false;
    }
    return true;
}

/* Does this entry say what `name` is (NULL: what it belongs to itself)? */
static bool speaks_for(eg_reader *r, const eg_entry *entry, const char *name, eg_entry *found)
{
    *found = *entry;
    if (name) {
        const eg_modifier *argument = eg_find_argument(r, entry->modifier, name);
        if (!argument)
            return false;
        *found = inner_entry(entry, argument);
    }
    return found->modifier->value != NULL && !found->modifier->element;
}

static void refuse_final(eg_reader *r, const eg_entry *entry, const char *name)
{
    eg_error(r, entry->modifier->source, entry->modifier->at, "\"%s\" is final; it cannot be modified",
             name                    ? name
             : entry->modifier->name ? entry->modifier->name
                                     : "this");
    if (entry->modifier->is_setting)
        eg_hint(
            r,
            "set what it follows from, or leave it out; what is final in flat text has been used up there, "
            "its line says how: set it in the model that the text was written from, and flatten that");
    else
        eg_hint(r, "leave this modifier out");
}

bool eg_find_value(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name, eg_entry *found)
{
    eg_entry outer = {0}; /* the outermost that says what it is, or what some element of it is */
    *found = (eg_entry){0};
    for (uint32_t i = 0; i < count; i++) {
        eg_entry entry;
        const bool speaks = speaks_for(r, &entries[i], name, &entry);
        if (entry.is_final && (speaks || !name) && outer.modifier) {
            refuse_final(r, &outer, name);
            return false;
        }
        if (speaks && !found->modifier)
            *found = entry;
        if (!outer.modifier && (speaks || (entry.modifier->element && entry.modifier->value)))
            outer = entry;
    }
    return !r->out_of_memory;
}

bool eg_refuse_elements(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name)
{
    bool named = false;
    for (uint32_t i = 0; i < count; i++) {
        const eg_modifier *m = entries[i].modifier;
        m = name ? eg_find_argument(r, m, name) : m;
        if (!m || !m->element)
            continue;
        eg_error(r, m->source, m->at, "\"%s\" is not an array; it has no elements", m->name);
        if (name)
            eg_hint(r, "write the subscripts behind the name of the variable: x[2].%s", name);
        else
            eg_hint(r, "leave the subscripts out");
        named = true;
    }
    return !named;
}

/* ---------------------------------------------------------------- values of entries */

/* The indices of all arrays that the entry went through, the outermost first. */
static int gather(const eg_slice *slice, long *index, long *dims)
{
    if (!slice)
        return 0;
    int before = gather(slice->outer, index, dims);
    for (int i = 0; i < slice->rank && before + i < EG_RANK_LIMIT; i++) {
        index[before + i] = slice->index[i];
        dims[before + i] = slice->dims[i];
    }
    return before + slice->rank > EG_RANK_LIMIT ? EG_RANK_LIMIT : before + slice->rank;
}

/* The value that is written, computed once for all elements of the array. */
static bool whole_value(eg_reader *r, const eg_entry *entry, eg_value *value)
{
    const eg_expr *e = entry->modifier->value;
    eg_scope scope = eg_scope_of(entry->node, entry->home);
    scope.source = entry->modifier->source;
    if (!entry->slices)
        return eg_evaluate(r, &scope, e, value);
    const void *owner = entry->node ? (const void *)entry->node : (const void *)entry->home;
    eg_value *kept = eg_pairs_get(r->values, e, owner);
    bool is_new = !kept;
    if (is_new && !(kept = eg_new(r, sizeof *kept)))
        return false;
    eg_note_influence(r, kept, NULL);
    if (is_new) {
        eg_asker before = eg_ask_for(r, (eg_asker){.owner = kept});
        eg_evaluate(r, &scope, e, kept);
        eg_ask_for(r, before);
        if (eg_pairs_set(r->values, e, owner, kept) != 0)
            r->out_of_memory = true;
    }
    *value = *kept;
    return kept->type >= 0 && !r->out_of_memory;
}

static bool refuse_shape(eg_reader *r, const eg_entry *entry, const char *name, const eg_value *v, int depth,
                         const long *dims)
{
    const eg_modifier *m = entry->modifier;
    eg_error(r, m->source, m->value_at, "\"%s\" gets %s, but it stands in an array of %s", name,
             eg_value_describe(r, v), eg_shape_text(r, depth, dims));
    eg_hint(r, "give an array of the same size, or write \"each\" before the name");
    return false;
}

int eg_entry_index(const eg_entry *entry, long *index, long *dims)
{
    return gather(entry->slices, index, dims);
}

bool eg_entry_value(eg_reader *r, const eg_entry *entry, int rank, const char *name, eg_value *value)
{
    const eg_modifier *m = entry->modifier;
    long index[EG_RANK_LIMIT] = {0}, dims[EG_RANK_LIMIT] = {0};
    if (!whole_value(r, entry, value))
        return false;
    int depth = gather(entry->slices, index, dims);
    int used = value->rank - rank;
    if (depth == 0)
        return true;
    if (used < 0 || used > depth || (used < depth && used > 0 && !entry->is_each))
        return refuse_shape(r, entry, name, value, depth, dims);
    for (int i = 0; i < used; i++)
        if (value->dims[i] != dims[i])
            return refuse_shape(r, entry, name, value, depth, dims);
    if (used == 0 && !entry->is_each && !m->is_setting) {
        eg_warn(r, m->source, m->at, "\"%s\" stands in an array and gets one value for all elements", name);
        eg_hint(r, "write \"each %s = ...\"", m->name ? m->name : name);
    }
    eg_value whole = *value;
    *value = eg_value_slice(&whole, index, used);
    return true;
}

static bool is_text(int type, const char *type_name)
{
    return type == EG_STRING || (type == EG_ENUMERATION && type_name && strcmp(type_name, "String") == 0);
}

bool eg_entry_word(const eg_entry *entry, int type, const char *type_name, eg_value *value)
{
    static const char inside[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./";
    const eg_modifier *m = entry->modifier;
    const char *text = m->is_setting && m->value ? m->source->text + m->value_at : "";
    const bool is_letter = (*text >= 'A' && *text <= 'Z') || (*text >= 'a' && *text <= 'z');
    if (!is_text(type, type_name) || !is_letter || text[strspn(text, inside)] != '\0')
        return false;
    *value = eg_value_text(text);
    return true;
}

/* ---------------------------------------------------------------- fitting */

static bool types_fit(const eg_expected *wanted, const eg_value *v)
{
    if (wanted->type == EG_REAL)
        return v->type == EG_REAL || v->type == EG_INTEGER;
    return wanted->type == v->type &&
           (v->type != EG_ENUMERATION ||
            eg_same_enumeration(v->literals, v->type_name, wanted->literals, wanted->type_name));
}

const char *eg_expected_text(eg_reader *r, const eg_expected *wanted)
{
    const char *path = wanted->node ? eg_node_path(r, wanted->node) : "";
    return *path ? eg_textf(r, "%s.%s", path, wanted->name) : wanted->name;
}

/* A String parameter with a fixed set of texts is an enumeration of the type "String". */
static bool is_choice(const eg_expected *wanted)
{
    return wanted->type == EG_ENUMERATION && wanted->literals && wanted->type_name &&
           strcmp(wanted->type_name, "String") == 0;
}

static void refuse_type(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, const eg_value *v)
{
    const eg_modifier *m = entry->modifier;
    const char *type =
        wanted->type == EG_ENUMERATION && wanted->type_name ? wanted->type_name : eg_type_text(wanted->type);
    eg_error(r, m->source, m->value_at, "\"%s\" is of type %s; it cannot be %s", eg_expected_text(r, wanted),
             type, eg_value_describe(r, v));
    if (wanted->type == EG_INTEGER && v->type == EG_REAL)
        eg_hint(r, "write a number without point and exponent, or integer(...)");
    else if (wanted->type == EG_BOOLEAN)
        eg_hint(r, "write true or false");
    else if (is_choice(wanted))
        eg_hint(r, "write \"%s\", for instance", wanted->literals[0]);
    else if (wanted->type == EG_ENUMERATION && wanted->literals)
        eg_hint(r, "write %s.%s, for instance", type, wanted->literals[0]);
    else if (v->type == EG_STRING)
        eg_hint(r, "leave the quotes out");
    else
        eg_hint(r, "write a value of that type");
}

static bool convert_choice(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, eg_value *value)
{
    const eg_modifier *m = entry->modifier;
    const char *list = "";
    for (int i = 0; wanted->literals[i]; i++) {
        if (strcmp(wanted->literals[i], value->text) == 0) {
            *value = eg_value_number(EG_ENUMERATION, i);
            value->literals = wanted->literals;
            value->type_name = wanted->type_name;
            return true;
        }
        list = eg_textf(r, "%s%s\"%s\"", list, i > 0 ? ", " : "", wanted->literals[i]);
    }
    eg_error(r, m->source, m->value_at, "\"%s\" cannot be \"%.60s\"", eg_expected_text(r, wanted),
             value->text);
    eg_hint(r, "use one of %s", list);
    *value = EG_NO_VALUE;
    return false;
}

bool eg_convert(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, eg_value *value)
{
    const eg_modifier *m = entry->modifier;
    if (is_choice(wanted) && value->type == EG_STRING && value->rank == 0)
        return convert_choice(r, entry, wanted, value);
    if (!types_fit(wanted, value)) {
        refuse_type(r, entry, wanted, value);
        *value = EG_NO_VALUE;
        return false;
    }
    value->type = wanted->type;
    if (wanted->type != EG_REAL || !wanted->unit || !*wanted->unit)
        return true;
    const eg_quantity *unit = eg_quantity_of(r, wanted->unit);
    if (eg_quantity_differs(unit, value->unit) && eg_source_is_dyad(m->source->name)) {
        /* Dyad's own libraries are not always right about units. */
        eg_warn(r, m->source, m->value_at, "\"%s\" has the unit %s; its value is in %s",
                eg_expected_text(r, wanted), wanted->unit, value->unit->text);
    } else if (eg_quantity_differs(unit, value->unit)) {
        eg_error(r, m->source, m->value_at, "\"%s\" has the unit %s; it cannot take a value in %s",
                 eg_expected_text(r, wanted), wanted->unit, value->unit->text);
        eg_hint(r, "give a value in %s, or declare what it is made of with its true units", wanted->unit);
        *value = EG_NO_VALUE;
        return false;
    }
    value->unit = unit;
    return true;
}
