/* Users' variables: declared ones, and those of the partial classes that a model extends. */
#include <math.h>
#include <string.h>

#include "modelica/formula/trace.h"
#include "modelica/instance/influence.h"
#include "modelica/text/parser.h"

/* ---------------------------------------------------------------- attributes */

/* The start value: one for all elements of an array, or an array of them. Literals are counted from 1. */
static bool read_start(eg_reader *r, const eg_entry *entries, uint32_t count, const eg_expected *wanted,
                       const eg_node *array, eg_value *start)
{
    eg_entry entry;
    *start = EG_NO_VALUE;
    if (!eg_refuse_elements(r, entries, count, "start") || !eg_find_value(r, entries, count, "start", &entry))
        return false;
    if (!entry.modifier)
        return true;
    int rank = array ? array->rank : 0;
    if (!eg_entry_value(r, &entry, entry.is_each ? 0 : rank, "start", start) ||
        !eg_convert(r, &entry, wanted, start))
        return false;
    bool fits = start->rank == 0 || start->rank == rank;
    for (int i = 0; fits && start->rank > 0 && i < rank; i++)
        fits = start->dims[i] == array->dims[i];
    if (fits)
        return true;
    eg_error(r, entry.modifier->source, entry.modifier->value_at,
             "the attribute \"start\" of \"%s\" cannot be %s", wanted->name, eg_value_describe(r, start));
    eg_hint(r, "give one value, or as many as there are elements");
    return false;
}

/* What is said of a variable, or of all elements of an array of them: one value, or one for each. */
typedef struct attributes {
    eg_value start, fixed, nominal, select;
} attributes;

static double number_of(const eg_value *v, size_t i)
{
    return v->rank > 0 ? v->numbers[i] : v->number;
}

/* Element i gets what is said of it, but for its start. */
static void apply(const attributes *s, size_t i, eg_user_variable *v)
{
    if (s->fixed.type >= 0)
        v->fixed = number_of(&s->fixed, i) != 0;
    if (s->nominal.type >= 0)
        v->nominal = fabs(number_of(&s->nominal, i));
    if (s->select.type >= 0)
        v->state_select = (int)number_of(&s->select, i);
}

/* What modifiers and the type say of a variable; false (reported). */
static bool read_attributes(eg_reader *r, const eg_entry *entries, uint32_t count, const char *of_type,
                            const char *name, const eg_node *array, eg_user_variable *v, attributes *s,
                            eg_asker of_start)
{
    *s = (attributes){EG_NO_VALUE, EG_NO_VALUE, EG_NO_VALUE, EG_NO_VALUE};
    const eg_definition *native = array ? array->native : NULL;
    if (v->type == EG_REAL && !eg_find_unit(r, entries, count, of_type, name, &v->unit))
        return false;
    const char *unit = v->type == EG_REAL ? v->unit : NULL;
    eg_expected wanted = {.type = native ? native->type : (int)v->type,
                          .unit = unit,
                          .name = name,
                          .literals = native ? native->literals : NULL,
                          .type_name = native ? native->full : NULL};
    const eg_asker before = eg_ask_for(r, of_start);
    const bool ok = read_start(r, entries, count, &wanted, array, &s->start);
    eg_ask_for(r, before);
    const int rank = array ? array->rank : 0;
    const long *dims = array ? array->dims : NULL;
    if (!ok || !eg_attributes(r, entries, count, "fixed", EG_BOOLEAN, NULL, rank, dims, &s->fixed))
        return false;
    return v->type != EG_REAL ||
           (eg_attributes(r, entries, count, "nominal", EG_REAL, unit, rank, dims, &s->nominal) &&
            eg_attributes(r, entries, count, "stateSelect", EG_ENUMERATION, NULL, rank, dims, &s->select));
}

/* What the start value of element i, `path`, was made of, in flat text. */
static bool trace_start(eg_reader *r, eg_spec *spec, const eg_entry *entries, uint32_t count,
                        const char *path, const eg_value *start, eg_asker asker)
{
    eg_entry entry;
    if (!r->is_for_text || start->type < 0)
        return true;
    if (start->rank > 0 || !eg_find_value(r, entries, count, "start", &entry))
        return eg_trace_nothing(r, asker);
    return eg_trace_value(r, spec, &entry, 0, path, "(start)", start, asker);
}

static double start_at(eg_reader *r, const eg_value *start, size_t i, double otherwise)
{
    if (start->type == EG_STRING)
        return eg_text_number(r, start->rank > 0 ? start->texts[i] : start->text);
    double shift = start->type == EG_ENUMERATION ? 1 : 0;
    return start->type < 0 ? otherwise : shift + (start->rank > 0 ? start->numbers[i] : start->number);
}

static bool add(eg_reader *r, eg_spec *spec, const eg_user_variable *v, eg_source *source, uint32_t at)
{
    int index = eg_spec_add_variable(spec, *v);
    if (index == -2) {
        eg_error(r, source, at, "there are two variables of the name \"%.200s\"", v->path);
        eg_hint(r, "give one of them another name");
    }
    if (index == -1)
        r->out_of_memory = true;
    return index != -1;
}

/* ---------------------------------------------------------------- declared variables */

static bool has_binding(eg_reader *r, eg_node *node, eg_entry *entry)
{
    return eg_find_value(r, node->entries, node->entry_count, NULL, entry) && entry->modifier;
}

/* The digits of a number, from the last one backwards, and before them a separator; where that begins. */
static char *write_before(char *end, size_t number, char separator)
{
    do {
        *--end = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    *--end = separator;
    return end;
}

const char *eg_element_path(eg_reader *r, const char *path, int rank, const long *dims, size_t flat)
{
    char text[EG_RANK_LIMIT * 21 + 2], *at = text + sizeof text; /* 20 digits and a comma each */
    if (rank == 0)
        return path;
    *--at = '\0';
    *--at = ']';
    for (int i = rank; i-- > 0;) {
        at = write_before(at, flat % (size_t)dims[i] + 1, i > 0 ? ',' : '[');
        flat /= (size_t)dims[i];
    }
    const size_t length = strlen(path), more = (size_t)(text + sizeof text - at);
    char *whole = eg_new_array(r, length + more, 1);
    if (!whole)
        return "";
    memcpy(whole, path, length + 1);
    memcpy(whole + length, at, more);
    return whole;
}

const char *eg_variable_path(eg_reader *r, eg_node *node, size_t flat)
{
    return eg_element_path(r, eg_node_path(r, node), node->rank, node->dims, flat);
}

/* Do settings speak of some elements alone? Those have attributes, but no values of their own. */
static bool names_elements(eg_reader *r, const eg_node *node)
{
    bool any = false;
    for (uint32_t i = 0; i < node->entry_count; i++) {
        const eg_modifier *m = node->entries[i].modifier;
        any = any || m->element;
        if (!m->element || !m->value)
            continue;
        eg_error(r, m->source, m->at, "\"%s\" is a variable: equations give its elements their values",
                 m->name);
        eg_hint(r, "where an element begins is its start: %s[1].start", m->name);
    }
    return any;
}

/* What holds for element `flat`, of which settings may speak alone, x[2].start = 1; with the number of
 * elements for `flat` what holds for all. */
static bool read_element(eg_reader *r, const eg_node *node, size_t flat, eg_user_variable *v, attributes *s,
                         eg_asker of_start)
{
    const eg_definition *native = node->native;
    const char *unit = native->unit_type ? native->unit_type->unit : NULL;
    eg_entry *entries = eg_new_array(r, node->entry_count, sizeof *entries);
    uint32_t count = 0;
    for (uint32_t i = 0; i < node->entry_count && entries; i++)
        if (!node->entries[i].modifier->element || node->rank == 0 ||
            eg_setting_fits(r, node->entries[i].modifier, node, flat))
            entries[count++] = node->entries[i];
    return entries && read_attributes(r, entries, count, unit, node->name, node, v, s, of_start);
}

/* annotation(HideResult = true) */
static bool hides_result(eg_reader *r, const eg_component *c)
{
    const char *name = c->annotation ? eg_symbol(r, "HideResult") : NULL;
    const eg_modifier *said = name ? eg_find_argument(r, c->annotation, name) : NULL;
    return said && said->value && said->value->kind == EG_E_BOOLEAN && said->value->number != 0;
}

bool eg_emit_variable(eg_reader *r, eg_spec *spec, eg_node *node)
{
    const eg_component *c = node->component;
    const eg_unit_type *type = node->native->unit_type;
    eg_entry binding;
    eg_user_variable v = {.type = (eg_type)node->native->type,
                          .comment = node->comment,
                          .start = type ? type->start : NAN,
                          .nominal = type ? type->nominal : NAN,
                          .fixed = -1,
                          .state_select = -1,
                          .place = eg_source_place(eg_node_source(node), c->at)};
    attributes s;
    if (node->native->type >= EG_ENUMERATION) {
        v.type = EG_INTEGER;
        v.start = node->native->type == EG_STRING ? eg_text_number(r, "") : 1;
    }
    const eg_asker of_start = eg_asker_of_start(r);
    if (!read_element(r, node, node->count, &v, &s, of_start))
        return !r->out_of_memory;
    node->unit = v.unit;
    const double first = v.start;
    const bool by_element = node->rank > 0 && names_elements(r, node);
    v.is_discrete = v.type != EG_REAL || c->variability == EG_V_DISCRETE;
    v.is_input = c->is_input && !node->parent->parent && !has_binding(r, node, &binding);
    v.is_output = c->is_output && !node->parent->parent;
    v.is_hidden = !v.is_input && !v.is_output && hides_result(r, c);
    for (size_t i = 0; i < node->count && !r->gave_up; i++) {
        eg_user_variable one = v;
        if (by_element && !read_element(r, node, i, &one, &s, of_start))
            return !r->out_of_memory;
        one.path = eg_variable_path(r, node, i);
        if (by_element
                ? !eg_trace_nothing(r, of_start)
                : !trace_start(r, spec, node->entries, node->entry_count, one.path, &s.start, of_start))
            return false;
        apply(&s, i, &one);
        one.start = start_at(r, &s.start, i, first);
        if (!add(r, spec, &one, eg_node_source(node), c->at) ||
            (c->is_flow && !eg_note_flow(r, one.path, one.place)))
            return false;
        if (!eg_note_display(r, node->entries, node->entry_count, one.unit, node->native, one.path))
            return !r->out_of_memory;
    }
    return !r->out_of_memory;
}

bool eg_emit_discrete(eg_reader *r, eg_spec *spec, eg_node *node)
{
    eg_user_variable v = {.path = eg_node_path(r, node),
                          .type = eg_port_type(node->port_kind),
                          .comment = node->comment,
                          .start = NAN,
                          .nominal = NAN,
                          .fixed = -1,
                          .state_select = -1,
                          .is_discrete = true,
                          .is_output = eg_port_is_output(node->port_kind) && !node->parent->parent,
                          .place = eg_source_place(eg_node_source(node), eg_node_at(node))};
    attributes s;
    if (!read_attributes(r, node->entries, node->entry_count, NULL, node->name, NULL, &v, &s,
                         EG_FOR_STRUCTURE))
        return !r->out_of_memory;
    apply(&s, 0, &v);
    v.start = start_at(r, &s.start, 0, NAN);
    return add(r, spec, &v, eg_node_source(node), eg_node_at(node));
}

/* The part of an array of values that belongs to this element of an array of components. */
static bool slice(eg_reader *r, const eg_entry *entry, int rank, const char *name, eg_typed *value)
{
    long index[EG_RANK_LIMIT] = {0};
    int depth = 0, extra = value->rank - rank;
    size_t first = 0, count = value->count;
    for (const eg_slice *s = entry->slices; s; s = s->outer)
        depth += s->rank;
    if (extra == 0)
        return true; /* one value for all elements */
    if (extra < 0 || extra != depth) {
        eg_error(r, entry->modifier->source, entry->modifier->value_at,
                 "\"%s\" stands in an array of %d dimensions; it cannot get %s", name, depth,
                 eg_typed_describe(r, value));
        eg_hint(r, "give one value for each component");
        return false;
    }
    for (const eg_slice *s = entry->slices; s; s = s->outer)
        for (int i = s->rank; i-- > 0;)
            index[--depth] = s->index[i];
    for (int i = 0; i < extra; i++) {
        if (index[i] >= value->dims[i]) {
            eg_error(r, entry->modifier->source, entry->modifier->value_at,
                     "this has too few elements for the array of components");
            eg_hint(r, "write one value for each component, or \"each\" before the name");
            return false;
        }
        count /= (size_t)value->dims[i];
        first = first * (size_t)value->dims[i] + (size_t)index[i];
    }
    first *= count;
    value->rank -= extra;
    value->dims += extra;
    value->count = count;
    if (value->rank == 0)
        value->formula = value->formulas[first];
    else
        value->formulas += first;
    return true;
}

/* The variable, or the member of a connector, has the value that the entry gives, element by element. */
static bool carry_value(eg_reader *r, eg_spec *spec, eg_node *node, const eg_entry *entry,
                        const eg_typed *own, const char *member)
{
    const eg_modifier *m = entry->modifier;
    eg_formulas f = {.r = r, .spec = spec, .scope = eg_scope_of(entry->node, entry->home)};
    f.scope.source = m->source;
    const char *name = member ? member : node->name;
    eg_typed value;
    eg_asker before = eg_ask_for(r, EG_FOR_NOTHING);
    bool ok = eg_formula_of_any(&f, m->value, &value);
    eg_ask_for(r, before);
    if (!ok || (entry->slices && !entry->is_each && !slice(r, entry, own->rank, name, &value)) ||
        !eg_typed_fits(&f, m->value_at, name, own, &value))
        return !r->out_of_memory;
    if (!eg_number_text(&f, &value))
        return false;
    for (size_t i = 0; i < value.count; i++) {
        eg_user_equation q = {.kind = EG_USER_EQUATION,
                              .when = -1,
                              .right = eg_typed_at(&value, i),
                              .place = eg_source_place(m->source, m->value_at)};
        const char *path = member ? eg_textf(r, "%s.%s", eg_node_path(r, node), member)
                                  : eg_element_path(r, eg_node_path(r, node), own->rank, own->dims, i);
        if (!eg_formula_path(&f, path, &q.left))
            return !r->out_of_memory;
        if (eg_spec_add_equation(spec, q) < 0)
            r->out_of_memory = true;
    }
    return !r->out_of_memory;
}

/* What the entries of a connector say of the start of its variable `member` must hold where they fix it; a
 * guess says nothing there. path: the connector's. */
static bool carry_start(eg_reader *r, eg_spec *spec, eg_node *node, const eg_entry *entries, uint32_t count,
                        const char *path, const char *member)
{
    eg_value fixed, start;
    eg_list list = {0};
    if (!member || !eg_entries_for(r, entries, count, member, &list) ||
        !eg_entries_keep(r, &list, &entries, &count))
        return false;
    if (!eg_attribute(r, entries, count, "fixed", EG_BOOLEAN, NULL, &fixed) || fixed.type < 0 ||
        fixed.number == 0.0 || !eg_attribute(r, entries, count, "start", EG_REAL, NULL, &start))
        return !r->out_of_memory;
    const eg_modifier *m = entries[0].modifier;
    eg_formulas f = {.r = r, .spec = spec, .scope = {.node = node, .home = node->home, .source = m->source}};
    eg_user_equation q = {.kind = EG_USER_INITIAL, .when = -1, .place = eg_source_place(m->source, m->at)};
    if (!eg_formula_path(&f, eg_textf(r, "%s.%s", path, member), &q.left) ||
        !eg_formula_number(&f, start.type < 0 ? 0.0 : start.number, &q.right))
        return !r->out_of_memory;
    if (eg_spec_add_equation(spec, q) < 0)
        r->out_of_memory = true;
    return !r->out_of_memory;
}

/* Flange flange(s = x, f = -y), flange(s(start = 0, fixed = true)) */
static bool carry_members(eg_reader *r, eg_spec *spec, eg_node *node)
{
    const char *names[] = {eg_port_potential(node->port_kind), eg_port_flow(node->port_kind)};
    eg_typed own = eg_typed_scalar(EG_REAL, -1, NULL);
    eg_entry entry;
    for (int i = 0; i < 2; i++) {
        const char *name = eg_symbol(r, names[i]);
        if (!name)
            return false;
        if (eg_find_value(r, node->entries, node->entry_count, name, &entry) && entry.modifier &&
            !carry_value(r, spec, node, &entry, &own, name))
            return false;
        if (!carry_start(r, spec, node, node->entries, node->entry_count, eg_node_path(r, node), name))
            return false;
    }
    return !r->out_of_memory;
}

/* Force force(flange(s(start = 0, fixed = true))) */
static bool carry_port_starts(eg_reader *r, eg_spec *spec, eg_node *node, const eg_native *native)
{
    const bool has_ports = native->class->kind != EG_PARTIAL && native->entry_count > 0;
    for (size_t k = 0; has_ports && k < native->class->port_count; k++) {
        const eg_port *port = &native->class->ports[k];
        const char *name = eg_symbol(r, port->name);
        eg_list list = {0};
        if (eg_port_is_signal(port->kind))
            continue;
        if (!name || !eg_entries_for(r, native->entries, native->entry_count, name, &list))
            return false;
        const char *const members[] = {eg_port_potential(port->kind), eg_port_flow(port->kind)};
        const char *path = eg_textf(r, "%s.%s", eg_node_path(r, node), name);
        const eg_entry *entries;
        uint32_t count;
        if (list.count > 0 && !eg_entries_keep(r, &list, &entries, &count))
            return false;
        for (int i = 0; list.count > 0 && i < 2; i++)
            if (!carry_start(r, spec, node, entries, count, path, eg_symbol(r, members[i])))
                return false;
    }
    return !r->out_of_memory;
}

bool eg_carry_inputs(eg_reader *r, eg_spec *spec, eg_node *node)
{
    for (uint32_t i = 0; i < node->native_count; i++)
        if (!carry_port_starts(r, spec, node, &node->natives[i]))
            return false;
    for (uint32_t i = 0; i < node->native_count; i++) {
        const eg_native *native = &node->natives[i];
        bool has_inputs = native->class->kind != EG_PARTIAL && native->entry_count > 0;
        for (size_t k = 0; has_inputs && k < native->class->port_count; k++) {
            const eg_port *port = &native->class->ports[k];
            const char *name = port->kind == EG_REAL_INPUT ? eg_symbol(r, port->name) : NULL;
            eg_typed own = eg_typed_scalar(EG_REAL, -1, eg_quantity_of(r, port->unit));
            eg_entry entry;
            if (name && eg_find_value(r, native->entries, native->entry_count, name, &entry) &&
                entry.modifier && !carry_value(r, spec, node, &entry, &own, name))
                return false;
        }
    }
    return !r->out_of_memory;
}

/* A parameter that is sought stands still: der(c) = 0. */
static bool carry_sought(eg_reader *r, eg_spec *spec, eg_node *node)
{
    eg_formulas f = {.r = r, .spec = spec, .scope = eg_scope_of(node, node->home)};
    eg_user_equation q = {.kind = EG_USER_EQUATION,
                          .when = -1,
                          .place = eg_source_place(eg_node_source(node), eg_node_at(node))};
    int path;
    if (!eg_formula_path(&f, eg_node_path(r, node), &path) ||
        !eg_formula_add(&f, EG_OP_DER, path, -1, -1, &q.left) || !eg_formula_number(&f, 0.0, &q.right) ||
        eg_spec_add_equation(spec, q) < 0)
        r->out_of_memory = r->out_of_memory || !r->gave_up;
    return !r->out_of_memory;
}

bool eg_carry_binding(eg_reader *r, eg_spec *spec, eg_node *node)
{
    eg_entry entry;
    if (node->kind == EG_N_VARIABLE && node->component->variability == EG_V_PARAMETER &&
        !node->follows_sought)
        return carry_sought(r, spec, node);
    if (node->kind == EG_N_CONNECTOR && !eg_port_is_signal(node->port_kind))
        return node->entry_count == 0 || carry_members(r, spec, node);
    if (!has_binding(r, node, &entry))
        return !r->out_of_memory;
    if (node->component && node->component->variability == EG_V_DISCRETE && node->native->type == EG_REAL &&
        !eg_source_is_dyad(entry.modifier->source->name)) {
        eg_error(r, entry.modifier->source, entry.modifier->value_at,
                 "\"%s\" is discrete; it gets its values in when clauses alone", node->name);
        eg_hint(r, "write start = ... for its first value, or leave \"discrete\" out");
        return true;
    }
    eg_typed own = eg_typed_scalar(node->native->type, -1, eg_quantity_of(r, node->unit));
    own.literals = node->native->literals;
    own.type_name = node->native->full;
    if (!node->is_element && node->rank > 0) {
        own.rank = node->rank;
        own.dims = node->dims;
        own.count = node->count;
    }
    return carry_value(r, spec, node, &entry, &own, NULL);
}

/* ---------------------------------------------------------------- partial classes */

/* PartialConditionalHeatPort is a model of connected parts, whose temperature the emitter sets. */
static bool is_carried_out_elsewhere(const eg_class *class)
{
    return eg_class_port(class, "internalHeatPort") >= 0;
}

/* The value of a parameter of the class, when it has one and that is known; NAN otherwise, and where only
 * what is given counts and nobody gave it. */
static double wish(eg_reader *r, eg_node *node, eg_native *native, int parameter, bool only_given)
{
    eg_value value;
    if (parameter < 0 ||
        !eg_native_value(r, node, native, parameter, eg_node_source(node), eg_node_at(node), &value) ||
        (only_given && !native->given[parameter]))
        return NAN;
    return value.number;
}

/* MSL's text of the class says s_rel(stateSelect = stateSelect, nominal = s_nominal), v_rel(stateSelect =
 * stateSelect). */
static void take_wishes(eg_reader *r, eg_node *node, eg_native *native, const char *name, eg_user_variable *v)
{
    static const char *const distances[] = {"s_rel", "phi_rel"}, *const speeds[] = {"v_rel", "w_rel"};
    for (size_t i = 0; i < EG_COUNT(distances); i++) {
        const bool is_distance = strcmp(name, distances[i]) == 0;
        if (!is_distance && strcmp(name, speeds[i]) != 0)
            continue;
        const double select = wish(r, node, native, eg_class_parameter(native->class, "stateSelect"), false);
        v->state_select = isnan(select) ? -1 : (int)select;
        if (is_distance)
            v->nominal = wish(r, node, native, eg_class_nominal(native->class), true);
    }
}

static bool emit_partial_variable(eg_reader *r, eg_spec *spec, eg_node *node, eg_native *native,
                                  const eg_variable *variable)
{
    const char *path = eg_node_path(r, node);
    eg_list list = {0};
    eg_user_variable v = {.type = variable->type,
                          .unit = variable->unit,
                          .comment = variable->doc,
                          .start = variable->start != 0 ? variable->start : NAN,
                          .nominal = NAN,
                          .fixed = variable->fixed ? 1 : -1,
                          .state_select = -1,
                          .is_discrete = variable->type != EG_REAL,
                          .place = eg_source_place(eg_node_source(node), eg_node_at(node))};
    v.path = eg_textf(r, "%s%s%s", path, *path ? "." : "", variable->name);
    take_wishes(r, node, native, variable->name, &v);
    if (native->entry_count > 0 &&
        !eg_entries_for(r, native->entries, native->entry_count, variable->name, &list))
        return false;
    const eg_entry *entries = NULL;
    uint32_t count = 0;
    if (!eg_entries_keep(r, &list, &entries, &count))
        return false;
    attributes s;
    const eg_asker of_start = eg_asker_of_start(r);
    if (!read_attributes(r, entries, count, variable->unit, variable->name, NULL, &v, &s, of_start))
        return !r->out_of_memory;
    if (!trace_start(r, spec, entries, count, v.path, &s.start, of_start))
        return false;
    apply(&s, 0, &v);
    v.start = start_at(r, &s.start, 0, v.start);
    return add(r, spec, &v, eg_node_source(node), eg_node_at(node));
}

bool eg_emit_partial_variables(eg_reader *r, eg_spec *spec, eg_node *node, eg_native *native)
{
    const eg_class *class = native->class;
    if (!eg_partial_equations(r, node, native->definition))
        return !r->out_of_memory;
    for (size_t i = 0; i < class->variable_count; i++) {
        const char *condition = class->variables[i].condition;
        int parameter = condition ? eg_class_parameter(class, condition) : -1;
        eg_value value;
        if (parameter >= 0 &&
            (!eg_native_value(r, node, native, parameter, eg_node_source(node), eg_node_at(node), &value) ||
             value.number == 0))
            continue;
        if (!emit_partial_variable(r, spec, node, native, &class->variables[i]))
            return false;
    }
    return true;
}

/* Has the class, or one that it extends, equations or variables of its own? A model that only connects parts
 * leaves `0 = flange.f` to what it connects. */
static bool has_equations(eg_reader *r, const eg_definition *d, int depth)
{
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT ||
        !eg_count_steps(r, d->syntax->source, d->syntax->at, 1))
        return false;
    for (uint32_t i = 0; i < d->syntax->section_count; i++)
        for (uint32_t k = 0; k < d->syntax->sections[i].count; k++)
            if (d->syntax->sections[i].body[k]->kind == EG_Q_EQUALITY)
                return true;
    for (uint32_t i = 0; i < d->base_count; i++)
        if (has_equations(r, d->bases[i].definition, depth + 1))
            return true;
    return false;
}

bool eg_is_rigid_partial(const eg_class *class)
{
    return strcmp(class->name, "Modelica.Mechanics.Translational.Interfaces.PartialRigid") == 0;
}

static eg_syntax *parse(eg_reader *r, const eg_class *class, const char *const *equations)
{
    const char *text = "class Equations equation ";
    for (size_t i = 0; equations[i]; i++)
        if (!eg_is_rigid_partial(class) || i == 0) /* the rod says where the other flange is */
            text = eg_textf(r, "%s%s\n", text, equations[i]);
    text = eg_textf(r, "%send Equations;", text);
    eg_source *source = eg_source_create(r->kept, class->name, text, strlen(text));
    if (!source)
        r->out_of_memory = true;
    eg_stored *stored = source ? eg_parse(r, source) : NULL;
    return stored && stored->count == 1 ? stored->classes[0] : NULL;
}

const eg_syntax *eg_partial_equations(eg_reader *r, eg_node *node, eg_definition *partial)
{
    const eg_class *class = partial->native;
    bool is_sensor = class->variable_count == 0;
    if (!class->equations || is_carried_out_elsewhere(class) ||
        (is_sensor && !has_equations(r, node->type, 0)))
        return NULL;
    if (!partial->equations)
        partial->equations = parse(r, class, class->equations);
    return partial->equations;
}

const eg_syntax *eg_event_equations(eg_reader *r, eg_definition *native)
{
    if (!native->equations)
        native->equations = parse(r, native->native, native->native->events);
    return native->equations;
}

bool eg_emit_discrete_ports(eg_reader *r, eg_spec *spec, eg_node *node, const eg_instance *instance)
{
    for (size_t i = 0; i < instance->class->port_count; i++) {
        const eg_port *p = &instance->class->ports[i];
        if (!eg_port_is_discrete(p->kind) || eg_port_is_output(p->kind) || !eg_instance_has_port(instance, p))
            continue;
        eg_user_variable v = {.path = eg_textf(r, "%s.%s", instance->path, p->name),
                              .type = eg_port_type(p->kind),
                              .comment = p->doc,
                              .start = NAN,
                              .nominal = NAN,
                              .fixed = -1,
                              .is_discrete = true,
                              .place = eg_instance_place(instance)};
        if (!add(r, spec, &v, eg_node_source(node), eg_node_at(node)) ||
            !eg_note_discrete(r, v.path, p->kind, v.place))
            return false;
    }
    return true;
}
