/* Values of the parameters of native components: what modifiers give, the limits and the shape that the
 * descriptor asks for, and defaults that a class computes from its other parameters. */
#include <math.h>
#include <string.h>

#include "component/describe.h"
#include "modelica/instance/influence.h"
#include "modelica/instance/parameters.h"

/* Of a native parameter, beside eg_progress_state: it was looked for, and something was reported. */
enum { FAILED = EG_DONE + 1 };

static bool check_matrix(eg_reader *r, const eg_parameter *p, const eg_entry *entry, const char *name,
                         const eg_value *v)
{
    const eg_modifier *m = entry->modifier;
    if (v->rank == 2 && v->dims[0] > 0 &&
        (p->columns == EG_ANY_COLUMNS ? v->dims[1] > 1 : v->dims[1] == p->columns))
        return true;
    if (v->rank == 1 && v->dims[0] > 0 && p->columns == 1)
        return true;
    if (p->columns <= 1) {
        eg_error(r, m->source, m->value_at,
                 p->columns == 1 ? "\"%s\" is a vector; it cannot be %s"
                                 : "\"%s\" is a table of at least two columns; it cannot be %s",
                 name, eg_value_describe(r, v));
        eg_hint(r, p->columns == 1 ? "write its elements in braces: {1, 2, 3}"
                                   : "write its rows in brackets: [0, 0; 1, 2]");
        return false;
    }
    eg_error(r, m->source, m->value_at, "\"%s\" is a matrix of %d columns; it cannot be %s", name, p->columns,
             v->rank == 2 && v->dims[0] == 0 ? "empty" : eg_value_describe(r, v));
    eg_hint(r, "write its rows between brackets: %s = [0, 1; 2, 3]", p->name);
    return false;
}

/* fill(0.0, 0, 2) stands for a table that comes from a file, in the MSL too. */
static bool is_no_table(const eg_class *class, const eg_parameter *p, const eg_value *v)
{
    return class->reads_table && p->columns == EG_ANY_COLUMNS && v->rank == 2 && v->dims[0] == 0;
}

static eg_expected wanted_of_native(eg_node *node, const eg_parameter *p)
{
    return (eg_expected){.type = (int)p->type,
                         .literals = p->literals,
                         .type_name = p->type_name,
                         .unit = p->unit,
                         .node = node,
                         .name = p->name};
}

static bool convert_native(eg_reader *r, eg_node *node, const eg_native *native, int i, const eg_entry *entry,
                           eg_value *v)
{
    const eg_parameter *p = &native->class->parameters[i];
    double min, max;
    eg_list list = {0};
    const eg_expected wanted = wanted_of_native(node, p);
    if (!eg_convert(r, entry, &wanted, v))
        return false;
    if (p->columns != 0)
        return is_no_table(native->class, p, v) || check_matrix(r, p, entry, eg_expected_text(r, &wanted), v);
    if (v->rank > 0) {
        eg_error(r, entry->modifier->source, entry->modifier->value_at, "\"%s\" is a scalar; it cannot be %s",
                 eg_expected_text(r, &wanted), eg_value_describe(r, v));
        eg_hint(r, "write one number; for an array of components, write \"each\" before the name");
        return false;
    }
    if (p->type != EG_REAL && p->type != EG_INTEGER)
        return true;
    eg_parameter_range(p, &min, &max);
    if (!eg_entries_for(r, native->entries, native->entry_count, p->name, &list))
        return false;
    for (size_t k = list.count; k-- > 0;) {
        const eg_entry *own = list.items[k];
        if (own->modifier->count > 0 && !eg_narrow_range(r, own, 1, p->unit, &min, &max))
            return false;
    }
    return eg_check_range(r, entry, &wanted, v, min, max);
}

/* A start attribute that a modifier gives for a parameter without a value: gap(c(start = 5)). */
static bool start_of_native(eg_reader *r, eg_node *node, eg_native *native, int i, eg_value *v)
{
    const eg_parameter *p = &native->class->parameters[i];
    for (uint32_t k = 0; k < native->entry_count; k++) {
        eg_list list = {0};
        eg_entry entry;
        if (!eg_entries_for(r, &native->entries[k], 1, p->name, &list))
            return false;
        if (list.count == 0 || !eg_find_value(r, list.items[0], 1, "start", &entry) || !entry.modifier)
            continue;
        if (!eg_entry_value(r, &entry, 0, p->name, v) || !convert_native(r, node, native, i, &entry, v))
            return false;
        if (p->need != EG_HAS_DEFAULT)
            eg_warn(r, entry.modifier->source, entry.modifier->at,
                    "the parameter \"%s.%s\" has no value; its start value %.9g is used",
                    eg_node_path(r, node), p->name, v->number);
        return p->need != EG_HAS_DEFAULT;
    }
    return false;
}

/* unit = "..." on a native parameter must be the unit that it has; displayUnit = "..." is kept. */
static bool check_native_unit(eg_reader *r, eg_node *node, const eg_native *native, int i)
{
    const eg_parameter *p = &native->class->parameters[i];
    eg_list list = {0};
    const char *unit;
    if (p->type != EG_REAL)
        return true;
    if (!eg_entries_for(r, native->entries, native->entry_count, p->name, &list))
        return false;
    for (size_t k = 0; k < list.count; k++)
        if (!eg_find_unit(r, list.items[k], 1, p->unit, p->name, &unit))
            return false;
    return eg_note_displays(r, &list, p->unit, node, p->name);
}

static bool matrix_value(eg_reader *r, const eg_native *native, int i, eg_value *value)
{
    const eg_parameter *p = &native->class->parameters[i];
    long *dims = eg_new_array(r, 2, sizeof *dims);
    if (!dims)
        return false;
    dims[0] = p->rows;
    dims[1] = p->columns == EG_ANY_COLUMNS ? 2 : p->columns;
    *value = native->given[i] ? native->matrices[i] : eg_value_array(EG_REAL, 2, dims, p->elements);
    return true;
}

/* Settings of elements of a matrix, source.table[2, 2] = 3, the outermost last. */
static bool set_native_elements(eg_reader *r, eg_node *node, eg_native *native, int i)
{
    const eg_parameter *p = &native->class->parameters[i];
    const eg_expected wanted = wanted_of_native(node, p);
    eg_list list = {0};
    eg_value v = EG_NO_VALUE;
    if (!eg_entries_for(r, native->entries, native->entry_count, p->name, &list))
        return false;
    for (size_t k = list.count; k-- > 0;) {
        const eg_entry *entry = list.items[k];
        if (!entry->modifier->element || !entry->modifier->value)
            continue;
        if ((p->columns != 0 && !matrix_value(r, native, i, &v)) || !eg_set_element(r, entry, &wanted, &v))
            return false;
        native->given[i] = true;
        native->matrices[i] = v;
    }
    return true;
}

static bool find_native(eg_reader *r, eg_node *node, eg_native *native, int i)
{
    const eg_parameter *p = &native->class->parameters[i];
    eg_entry entry;
    eg_value v;
    native->p[i] = p->value;
    if (!check_native_unit(r, node, native, i) ||
        !eg_find_value(r, native->entries, native->entry_count, p->name, &entry))
        return false;
    if (entry.modifier) {
        int rank = 2;
        if (p->columns == 0)
            rank = 0;
        else if (p->columns == 1)
            rank = 1;
        if (!eg_entry_word(&entry, (int)p->type, p->type_name, &v) &&
            !eg_entry_value(r, &entry, rank, p->name, &v))
            return false;
        if (!convert_native(r, node, native, i, &entry, &v))
            return false;
        native->given[i] = !is_no_table(native->class, p, &v);
        native->p[i] = v.number;
        native->matrices[i] = v;
        return true;
    }
    int errors = r->errors;
    if (start_of_native(r, node, native, i, &v)) {
        native->given[i] = true;
        native->p[i] = v.number;
    }
    return r->errors == errors;
}

static bool compute_native(eg_reader *r, eg_node *node, eg_native *native, int i)
{
    return find_native(r, node, native, i) && set_native_elements(r, node, native, i);
}

static eg_asker asker_of(const eg_reader *r, const eg_node *node, const eg_native *native, int i)
{
    const eg_parameter *p = &native->class->parameters[i];
    bool holds = !eg_parameter_is_tunable(native->class, p);
    if (r->is_for_text) /* flat text has all numbers as parameters */
        holds = p->is_structural || p->type >= EG_ENUMERATION || p->columns != 0;
    return (eg_asker){.owner = node, .part = p, .holds = holds};
}

static void touch(eg_reader *r, eg_node *node, eg_native *native, int i)
{
    eg_waiting waiting = {.node = node, .parameter = native->class->parameters[i].name, .older = r->waiting};
    eg_asker before = eg_ask_for(r, asker_of(r, node, native, i));
    native->state[i] = EG_IN_PROGRESS;
    r->waiting = &waiting;
    bool ok = compute_native(r, node, native, i);
    r->waiting = waiting.older;
    eg_ask_for(r, before);
    native->state[i] = ok ? EG_DONE : FAILED;
}

/* Elements of a matrix parameter behind the numbers `p`, as eg_parameter_matrix finds them; NULL: no
 * memory. */
static double *add_matrix(eg_reader *r, double *p, size_t *count, int i, const eg_value *v)
{
    double *longer = v->dims ? eg_new_array(r, *count + 2 + v->count, sizeof *longer) : NULL;
    if (!longer)
        return v->dims ? NULL : p;
    memcpy(longer, p, *count * sizeof *p);
    longer[(*count)++] = v->rank == 2 ? (double)v->dims[1] : 1.0;
    longer[(*count)++] = (double)v->dims[0];
    longer[i] = (double)*count;
    if (v->count > 0)
        memcpy(longer + *count, v->numbers, v->count * sizeof *p);
    *count += v->count;
    return longer;
}

/* A default that the class computes from its other parameters. */
static bool complete(eg_reader *r, eg_node *node, eg_native *native, int i, eg_source *source, uint32_t at,
                     double *number)
{
    const eg_class *class = native->class;
    size_t count = class->parameter_count;
    double *p = eg_new_array(r, count, sizeof *p);
    eg_value v = EG_NO_VALUE;
    for (size_t k = 0; p && k < class->parameter_count; k++) {
        bool is_matrix = class->parameters[k].columns != 0;
        native->asked[k] = true;
        if ((int)k != i && (is_matrix || !class->parameters[k].value_text) &&
            !eg_native_value(r, node, native, (int)k, source, at, &v))
            return false;
        p[k] = native->p[k];
        if (is_matrix)
            p = add_matrix(r, p, &count, (int)k, &v);
    }
    if (!p)
        return false;
    class->complete(p, native->given);
    *number = p[i];
    return true;
}

bool eg_native_settle(eg_reader *r, eg_node *node, eg_native *native, int i, eg_source *source, uint32_t at)
{
    if (native->state[i] == EG_IN_PROGRESS) {
        eg_waiting waiting = {
            .node = node, .parameter = native->class->parameters[i].name, .older = r->waiting};
        eg_refuse_circle(r, &waiting, source, at);
        return false;
    }
    if (native->state[i] == EG_UNTOUCHED)
        touch(r, node, native, i);
    return native->state[i] == EG_DONE;
}

bool eg_native_value(eg_reader *r, eg_node *node, eg_native *native, int i, eg_source *source, uint32_t at,
                     eg_value *value)
{
    const eg_parameter *p = &native->class->parameters[i];
    *value = EG_NO_VALUE;
    if (r->is_for_text ||
        eg_parameter_is_tunable(native->class, p)) /* what is not asks for the structure itself */
        eg_note_influence(r, node, p);
    if (!eg_native_settle(r, node, native, i, source, at))
        return false;
    if (p->columns != 0)
        return matrix_value(r, native, i, value);
    if (p->type == EG_STRING) {
        *value = native->given[i] ? native->matrices[i] : eg_value_text(p->text);
        return true;
    }
    double number = native->p[i];
    eg_asker before = eg_ask_for(r, asker_of(r, node, native, i));
    bool is_known = native->given[i] || !p->value_text || !native->class->complete ||
                    complete(r, node, native, i, source, at, &number);
    eg_ask_for(r, before);
    if (!is_known)
        return false;
    if (!native->given[i] && p->need == EG_REQUIRED) {
        eg_error(r, source, at, "the parameter \"%s.%s\" has no value", eg_node_path(r, node), p->name);
        eg_hint(r, "give it in the declaration: %s(%s = ...)", node->name, p->name);
        return false;
    }
    *value = eg_value_number((int)p->type, number);
    value->literals = p->literals;
    value->type_name = p->type_name;
    value->unit = p->type == EG_REAL ? eg_quantity_of(r, p->unit) : NULL;
    return true;
}
