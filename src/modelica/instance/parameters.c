/* Values of parameters: found when asked for, computed once. */
#include <math.h>
#include <string.h>

#include "base/unit_meant.h"
#include "component/spec.h"
#include "modelica/instance/influence.h"
#include "modelica/instance/parameters.h"

static const char *waiting_path(eg_reader *r, const eg_waiting *w)
{
    const char *path = eg_node_path(r, w->node);
    return w->parameter ? eg_textf(r, "%s%s%s", path, *path ? "." : "", w->parameter) : path;
}

void eg_refuse_circle(eg_reader *r, const eg_waiting *again, eg_source *source, uint32_t at)
{
    const char *first = waiting_path(r, again), *path = first;
    int count = 0;
    for (const eg_waiting *w = r->waiting; w && count < 20; w = w->older, count++) {
        path = eg_textf(r, "%s -> %s", waiting_path(r, w), path);
        if (w->node == again->node && w->parameter == again->parameter)
            break;
    }
    eg_error(r, source, at, "parameters depend on each other in a circle: %.1200s", path);
    eg_hint(r, "give one of them a value of its own");
}

/* ---------------------------------------------------------------- attributes */

/* An array all elements of which are the same says it once. */
static void say_once(eg_value *value)
{
    if (value->rank == 0 || value->count == 0)
        return;
    for (size_t i = 1; i < value->count; i++)
        if (value->type == EG_STRING ? strcmp(value->texts[i], value->texts[0]) != 0
                                     : value->numbers[i] != value->numbers[0])
            return;
    *value = eg_value_element(value, 0);
}

static bool has_shape(const eg_value *value, int rank, const long *dims)
{
    bool fits = value->rank == rank;
    for (int i = 0; fits && i < rank; i++)
        fits = value->dims[i] == dims[i];
    return fits;
}

bool eg_attribute(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name, int type,
                  const char *unit, eg_value *value)
{
    return eg_attributes(r, entries, count, name, type, unit, 0, NULL, value);
}

bool eg_attributes(eg_reader *r, const eg_entry *entries, uint32_t count, const char *name, int type,
                   const char *unit, int rank, const long *dims, eg_value *value)
{
    eg_entry entry;
    *value = EG_NO_VALUE;
    if (!eg_refuse_elements(r, entries, count, name) || !eg_find_value(r, entries, count, name, &entry))
        return false;
    if (!entry.modifier)
        return true;
    bool is_select = strcmp(name, "stateSelect") == 0;
    eg_expected wanted = {.type = type,
                          .unit = unit,
                          .name = name,
                          .literals = is_select ? eg_state_select_literals : NULL,
                          .type_name = is_select ? "StateSelect" : NULL};
    if (!eg_entry_value(r, &entry, entry.is_each ? 0 : rank, name, value) ||
        !eg_convert(r, &entry, &wanted, value))
        return false;
    say_once(value);
    if (value->rank == 0 || has_shape(value, rank, dims))
        return true;
    eg_error(r, entry.modifier->source, entry.modifier->value_at,
             "the attribute \"%s\" must be one value, not %s", name, eg_value_describe(r, value));
    if (rank > 0)
        eg_hint(r, "give one value, or as many as there are elements");
    else
        eg_hint(r, "for all elements of an array, write \"each %s = ...\"", name);
    return false;
}

/* ---------------------------------------------------------------- ranges */

/* A least value up to here stands for "more than 0". */
static const double SMALLEST = 1e-290;

static bool refuse_range(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, double value,
                         double limit, bool is_minimum)
{
    const eg_modifier *m = entry->modifier;
    const char *unit = wanted->unit;
    const char *space = unit && *unit && strcmp(unit, "1") != 0 ? " " : "";
    const char *said = is_minimum ? "at least" : "at most";
    const char *given = *space ? unit : "";
    const bool is_positive = is_minimum && limit > 0.0 && limit <= SMALLEST;
    if (is_positive) {
        said = "more than";
        limit = 0.0;
    }
    if (m->source && eg_source_is_dyad(m->source->name)) { /* Dyad's limits are for those who look */
        eg_warn(r, m->source, m->value_at, "\"%s\" = %.9g%s%s is out of range: it should be %s %.9g",
                eg_expected_text(r, wanted), value, space, given, said, limit);
        return true;
    }
    eg_error(r, m->source, m->value_at, "\"%s\" = %.9g%s%s is out of range: it must be %s %.9g",
             eg_expected_text(r, wanted), value, space, given, said, limit);
    eg_hint(r, "give a value within that; elastogap info shows the limits of every class");
    return false;
}

bool eg_check_range(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, const eg_value *v,
                    double min, double max)
{
    for (size_t i = 0; i < v->count && v->type != EG_STRING; i++) {
        double number = v->rank > 0 ? v->numbers[i] : v->number;
        if (number < min)
            return refuse_range(r, entry, wanted, number, min, true);
        if (number > max)
            return refuse_range(r, entry, wanted, number, max, false);
    }
    return true;
}

/* min or max of a parameter: of an array one for all, or one for each element, which are checked here;
 * then the one that holds for all of them is left in *limit. */
static bool read_limit(eg_reader *r, const eg_node *node, const char *name, const eg_value *v,
                       const eg_entry *given, const eg_expected *wanted, double *limit)
{
    eg_value limits;
    const bool is_minimum = strcmp(name, "min") == 0;
    if (!eg_attributes(r, node->entries, node->entry_count, name, EG_REAL, wanted->unit, v->rank, v->dims,
                       &limits))
        return false;
    if (limits.type < 0)
        return true;
    *limit = limits.rank > 0 ? limits.numbers[0] : limits.number;
    for (size_t i = 0; limits.rank > 0 && i < limits.count; i++) {
        const double own = limits.numbers[i], number = v->numbers[i];
        *limit = is_minimum ? fmin(*limit, own) : fmax(*limit, own);
        if (given->modifier && (is_minimum ? number < own : number > own))
            return refuse_range(r, given, wanted, number, own, is_minimum);
    }
    return true;
}

/* What the parameter may be, and whether its value is, where that is given. */
static bool read_range(eg_reader *r, const eg_node *node, const eg_value *v, const eg_entry *given,
                       const eg_expected *wanted, double *min, double *max)
{
    return read_limit(r, node, "min", v, given, wanted, min) &&
           read_limit(r, node, "max", v, given, wanted, max) &&
           (!given->modifier || eg_check_range(r, given, wanted, v, *min, *max));
}

bool eg_narrow_range(eg_reader *r, const eg_entry *entries, uint32_t count, const char *unit, double *min,
                     double *max)
{
    eg_value v;
    if (!eg_attribute(r, entries, count, "min", EG_REAL, unit, &v))
        return false;
    if (v.type >= 0)
        *min = v.number;
    if (!eg_attribute(r, entries, count, "max", EG_REAL, unit, &v))
        return false;
    if (v.type >= 0)
        *max = v.number;
    return true;
}

/* ---------------------------------------------------------------- units */

bool eg_find_unit(eg_reader *r, const eg_entry *entries, uint32_t count, const char *of_type,
                  const char *name, const char **unit)
{
    eg_value v;
    *unit = of_type;
    if (!eg_attribute(r, entries, count, "unit", EG_STRING, NULL, &v))
        return false;
    if (v.type != EG_STRING)
        return true;
    eg_entry entry;
    eg_find_value(r, entries, count, "unit", &entry);
    const eg_modifier *m = entry.modifier;
    if (*v.text && !eg_quantity_of(r, v.text)) {
        eg_error(r, m->source, m->value_at, "\"%.60s\" is not a unit", v.text);
        char meant[80];
        if (eg_unit_meant(v.text, meant, sizeof meant))
            eg_hint(r, "did you mean \"%s\"?", meant);
        else
            eg_hint(r, "write units as in \"N.s/m\", \"kg.m2\", \"m/s2\"");
        return false;
    }
    if (of_type && *of_type && *v.text && !eg_unit_same(of_type, v.text)) {
        eg_error(r, m->source, m->value_at, "\"%s\" has the unit %s by its type; it cannot be %.60s", name,
                 of_type, v.text);
        eg_hint(r, "for showing it in another unit, write displayUnit = \"%.60s\"", v.text);
        return false;
    }
    *unit = v.text;
    return true;
}

static bool note_shown(eg_reader *r, eg_legend shown)
{
    eg_legend *kept = eg_new(r, sizeof *kept);
    if (!kept)
        return false;
    *kept = shown;
    return eg_list_add(r, &r->legends, kept);
}

bool eg_note_display(eg_reader *r, const eg_entry *entries, uint32_t count, const char *unit,
                     const eg_definition *native, const char *path)
{
    eg_value v = EG_NO_VALUE;
    const eg_unit_type *type = native ? native->unit_type : NULL;
    double unused;
    if (native && native->type == EG_ENUMERATION)
        return note_shown(r, (eg_legend){.path = path,
                                         .type_name = native->full,
                                         .literals = native->literals,
                                         .literal_docs = native->literal_docs});
    if (native && native->type == EG_STRING)
        return note_shown(r, (eg_legend){.path = path, .type_name = "Text"});
    if ((native && native->type != EG_REAL) || !unit || !*unit)
        return true;
    if (count > 0 && !eg_attribute(r, entries, count, "displayUnit", EG_STRING, NULL, &v))
        return false;
    const char *shown = NULL;
    if (v.type == EG_STRING)
        shown = v.text;
    else if (type)
        shown = type->display_unit;
    if (!shown || !*shown || strcmp(shown, unit) == 0)
        return true;
    if (eg_unit_convert(1, unit, shown, &unused))
        return note_shown(r, (eg_legend){.path = path, .unit = shown});
    eg_entry entry;
    if (v.type == EG_STRING && eg_find_value(r, entries, count, "displayUnit", &entry) && entry.modifier)
        eg_warn(r, entry.modifier->source, entry.modifier->value_at,
                "\"%.60s\" is no unit in which %.60s could be shown", shown, unit);
    return true;
}

bool eg_note_displays(eg_reader *r, const eg_list *entries, const char *unit, eg_node *node, const char *name)
{
    for (size_t i = 0; i < entries->count; i++) {
        const eg_entry *entry = entries->items[i];
        size_t before = r->legends.count;
        const char *path = entry->modifier->count > 0 ? eg_node_path(r, node) : NULL;
        if (path &&
            !eg_note_display(r, entry, 1, unit, NULL, eg_textf(r, "%s%s%s", path, *path ? "." : "", name)))
            return false;
        if (r->legends.count > before)
            break;
    }
    return !r->out_of_memory;
}

/* ---------------------------------------------------------------- parameters written in Modelica */

/* The dimensions that the declaration writes; -1 where they are open. */
static bool declared_dimensions(eg_reader *r, const eg_node *node, long *dims)
{
    const eg_component *c = node->component;
    eg_scope scope = eg_scope_of(node->parent, node->home);
    if (c->dimension_count > EG_RANK_LIMIT) {
        eg_error(r, eg_node_source(node), c->at, "\"%s\" has more than %d dimensions", c->name,
                 EG_RANK_LIMIT);
        eg_hint(r, "use fewer subscripts");
        return false;
    }
    for (uint32_t i = 0; i < c->dimension_count; i++) {
        dims[i] = -1;
        if (c->dimensions[i]->kind == EG_E_COLON)
            continue;
        if (!eg_evaluate_size(r, &scope, c->dimensions[i], "the size of an array", &dims[i]))
            return false;
        if (dims[i] < 0 || dims[i] > r->limit) {
            eg_error(r, scope.source, c->dimensions[i]->at,
                     "the size %ld is out of range: it must be from 0 to %lld", dims[i], r->limit);
            eg_hint(r, "write a size in that range");
            return false;
        }
    }
    return true;
}

static const char *dimensions_text(eg_reader *r, uint32_t count, const long *dims)
{
    const char *text = count > 0 ? "an array of " : "a scalar";
    for (uint32_t i = 0; i < count; i++) {
        const char *size = dims[i] >= 0 ? eg_textf(r, "%ld", dims[i]) : "any number";
        text = eg_textf(r, "%s%s%s", text, i ? " x " : "", size);
    }
    return text;
}

static bool check_dimensions(eg_reader *r, const eg_entry *entry, eg_node *node, const eg_value *v)
{
    const eg_modifier *m = entry->modifier;
    uint32_t count = node->component->dimension_count;
    long dims[EG_RANK_LIMIT];
    if (!declared_dimensions(r, node, dims))
        return false;
    bool fits = (uint32_t)v->rank == count;
    for (uint32_t i = 0; fits && i < count; i++)
        fits = dims[i] < 0 || dims[i] == v->dims[i];
    if (fits)
        return true;
    eg_error(r, m->source, m->value_at, "\"%s\" is %s; it cannot be %s", eg_node_path(r, node),
             dimensions_text(r, count, dims), eg_value_describe(r, v));
    if (v->rank == 0)
        eg_hint(r, "write fill(value, size) for an array of equal values");
    else
        eg_hint(r, "give it a value of that size");
    return false;
}

/* A setting that gives one value to all elements of an array. */
static bool spread(eg_reader *r, const eg_node *node, eg_value *v)
{
    uint32_t count = node->component->dimension_count;
    long *dims = eg_new_array(r, EG_RANK_LIMIT, sizeof *dims);
    double total = 1.0;
    if (!dims || v->type == EG_STRING || !declared_dimensions(r, node, dims))
        return false;
    for (uint32_t i = 0; i < count; i++)
        total *= (double)(dims[i] < 0 ? 1 : dims[i]);
    if (total > (double)r->limit) {
        eg_error(r, eg_node_source(node), eg_node_at(node), "\"%s\" has more than %lld elements", node->name,
                 r->limit);
        eg_hint(r, "make its sizes smaller");
        return false;
    }
    double *numbers = eg_value_room(r, (size_t)total);
    for (size_t i = 0; numbers && i < (size_t)total; i++)
        numbers[i] = v->number;
    for (uint32_t i = 0; i < count; i++)
        dims[i] = dims[i] < 0 ? 1 : dims[i];
    eg_value array = eg_value_array(v->type, (int)count, dims, numbers);
    array.unit = v->unit;
    array.literals = v->literals;
    array.type_name = v->type_name;
    *v = array;
    return numbers != NULL;
}

bool eg_set_element(eg_reader *r, const eg_entry *entry, const eg_expected *wanted, eg_value *v)
{
    const eg_modifier *m = entry->modifier;
    eg_scope scope = eg_scope_of(NULL, r->root);
    eg_selection s;
    eg_value element;
    scope.source = m->source;
    if (v->rank == 0 || v->type == EG_STRING) {
        eg_error(r, m->source, m->at, "\"%s\" is not an array; it has no elements",
                 eg_expected_text(r, wanted));
        return false;
    }
    if (!eg_select(r, &scope, m->element, v->rank, v->dims, &s) ||
        !eg_entry_value(r, entry, 0, wanted->name, &element) || !eg_convert(r, entry, wanted, &element))
        return false;
    double *numbers = eg_value_room(r, v->count);
    if (!numbers)
        return false;
    memcpy(numbers, v->numbers, v->count * sizeof *numbers);
    for (size_t k = 0; k < s.count; k++)
        numbers[eg_selected(&s, k)] = element.number;
    v->numbers = numbers;
    return true;
}

/* The outermost setting last. */
static bool set_elements(eg_reader *r, eg_node *node, const eg_expected *wanted, eg_value *v)
{
    for (uint32_t i = node->entry_count; i-- > 0;) {
        const eg_entry *entry = &node->entries[i];
        if (entry->modifier->element && entry->modifier->value && !eg_set_element(r, entry, wanted, v))
            return false;
    }
    return true;
}

/* What of parameter Real c(fixed = false) is not a variable (shapes.c). False: it is not given, which is
 * reported. */
static bool check_is_given(eg_reader *r, eg_node *node)
{
    eg_value fixed;
    eg_entry start;
    if (!eg_attribute(r, node->entries, node->entry_count, "fixed", EG_BOOLEAN, NULL, &fixed) ||
        !eg_find_value(r, node->entries, node->entry_count, "start", &start))
        return false;
    if (fixed.type < 0 || fixed.number != 0.0)
        return true;
    if (!start.modifier) {
        eg_error(r, eg_node_source(node), node->component->at,
                 "the value of the parameter \"%s\" is missing, and no guess says where to look for one",
                 eg_node_path(r, node));
        eg_hint(r, "write guess %s = ... under relations, or give it a value", node->name);
        return false;
    }
    eg_error(r, eg_node_source(node), node->component->at,
             "the parameter \"%s\" has fixed = false: only a single Real can be found by initial equations",
             node->name);
    eg_hint(r, "declare a variable that stands still: Real %s(start = 1); equation der(%s) = 0;", node->name,
            node->name);
    return false;
}

/* The start attribute stands in for a value that nobody gives. */
static bool fall_back(eg_reader *r, eg_node *node, const eg_expected *wanted, eg_value *v)
{
    eg_entry entry;
    if (!check_is_given(r, node) || !eg_find_value(r, node->entries, node->entry_count, "start", &entry))
        return false;
    if (!entry.modifier) {
        eg_error(r, eg_node_source(node), node->component->at, "the parameter \"%s\" has no value",
                 eg_node_path(r, node));
        eg_hint(r, "write %s = ... in its declaration, give it where the model is used, or --set '%s=...'",
                node->name, eg_node_path(r, node));
        return false;
    }
    if (!eg_entry_value(r, &entry, 0, node->name, v) || !eg_convert(r, &entry, wanted, v))
        return false;
    if (v->rank == 0 && node->component->dimension_count > 0 && !spread(r, node, v))
        return false;
    if (v->rank == 0 && v->type != EG_STRING)
        eg_warn(r, eg_node_source(node), node->component->at,
                "the parameter \"%s\" has no value; its start value %.9g is used", eg_node_path(r, node),
                v->number);
    else
        eg_warn(r, eg_node_source(node), node->component->at,
                "the parameter \"%s\" has no value; its start value is used", eg_node_path(r, node));
    return true;
}

/* A parameter that the expression names; NULL: none. */
static const eg_expr *named_parameter(eg_reader *r, const eg_entry *entry, const eg_expr *e)
{
    const bool asks_for_size =
        e->kind == EG_E_CALL && e->reference->count == 1 && strcmp(e->reference->parts[0].name, "size") == 0;
    if (e->kind == EG_E_REFERENCE && e->reference->count == 1 && !e->reference->is_global) {
        const eg_member *member = eg_lookup(r, entry->home, e->reference->parts[0].name, NULL);
        const bool is = member && member->kind == EG_M_COMPONENT && !member->owner->is_written &&
                        member->component->variability == EG_V_PARAMETER;
        return is ? e : NULL;
    }
    for (uint32_t i = 0; i < e->count && !asks_for_size && e->kind != EG_E_COLLECT; i++) {
        const eg_expr *found = e->items[i] ? named_parameter(r, entry, e->items[i]) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* A constant is made of constants (chapter 3.8.1); in Dyad there is no such rule. */
static bool check_constant(eg_reader *r, const eg_node *node, const eg_entry *entry)
{
    const eg_modifier *m = entry->modifier;
    if (node->component->variability != EG_V_CONSTANT || !m || !m->value || m->is_setting || !entry->home ||
        !m->source || eg_source_is_dyad(m->source->name) || entry->home->is_written)
        return true;
    const eg_expr *e = named_parameter(r, entry, m->value);
    if (!e)
        return true;
    eg_error(r, m->source, e->at, "\"%s\" is a constant; its value cannot follow from the parameter \"%s\"",
             node->name, e->reference->parts[0].name);
    eg_hint(r, "declare \"%s\" as a parameter: final parameter ... %s = ...", node->name, node->name);
    return false;
}

static bool compute(eg_reader *r, eg_node *node, eg_value *v)
{
    const eg_definition *type = node->native;
    const eg_unit_type *unit_type = type->unit_type;
    eg_entry entry;
    const char *unit = unit_type ? unit_type->unit : NULL;
    double min = unit_type ? unit_type->min : -INFINITY, max = unit_type ? unit_type->max : INFINITY;
    int rank = (int)node->component->dimension_count;
    if (type->type == EG_REAL && !eg_find_unit(r, node->entries, node->entry_count, unit, node->name, &unit))
        return false;
    eg_expected wanted = {.type = type->type,
                          .literals = type->literals,
                          .type_name = type->full,
                          .unit = unit,
                          .node = node->parent,
                          .name = node->name};
    if (!eg_find_value(r, node->entries, node->entry_count, NULL, &entry))
        return false;
    bool is_given = entry.modifier != NULL;
    if (!check_constant(r, node, &entry))
        return false;
    if (is_given && !eg_entry_word(&entry, wanted.type, wanted.type_name, v) &&
        !eg_entry_value(r, &entry, rank, node->name, v))
        return false;
    if (is_given && !eg_convert(r, &entry, &wanted, v))
        return false;
    if (is_given && v->rank == 0 && rank > 0 && entry.modifier->is_setting && !spread(r, node, v))
        return false;
    if (is_given && !check_dimensions(r, &entry, node, v))
        return false;
    if (!is_given && !fall_back(r, node, &wanted, v))
        return false;
    if (!set_elements(r, node, &wanted, v))
        return false;
    if (type->type == EG_REAL || type->type == EG_INTEGER) {
        if (!read_range(r, node, v, &entry, &wanted, &min, &max))
            return false;
        if ((isfinite(min) || isfinite(max)) && (node->range = eg_new_array(r, 2, sizeof *node->range))) {
            node->range[0] = min;
            node->range[1] = max;
        }
    }
    v->literals = type->literals;
    v->type_name = type->full;
    /* A plain Real has no unit, whatever its value was made of. */
    v->unit = eg_quantity_of(r, unit);
    return true;
}

bool eg_node_value(eg_reader *r, eg_node *node, eg_source *source, uint32_t at, eg_value *value)
{
    eg_waiting waiting = {.node = node, .older = r->waiting};
    *value = EG_NO_VALUE;
    if (node->value_state == EG_IN_PROGRESS) {
        eg_refuse_circle(r, &waiting, source, at);
        return false;
    }
    eg_note_influence(r, node, NULL);
    if (node->value_state == EG_UNTOUCHED) {
        const int type = node->native->type; /* others than Real decide the structure */
        const bool holds = r->is_for_text ? type >= EG_ENUMERATION : type != EG_REAL;
        eg_asker before = eg_ask_for(r, (eg_asker){.owner = node, .holds = holds});
        node->value_state = EG_IN_PROGRESS;
        r->waiting = &waiting;
        if (!compute(r, node, &node->value))
            node->value = EG_NO_VALUE;
        r->waiting = waiting.older;
        eg_ask_for(r, before);
        node->value_state = EG_DONE;
    }
    *value = node->value;
    return value->type >= 0;
}
