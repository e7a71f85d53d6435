/* What a declared component turns out to be: a value, a connector, a model, an array of them, or nothing
 * because its condition is false; and the elements of arrays. */
#include <string.h>

#include "modelica/instance/influence.h"

/* ---------------------------------------------------------------- what a part is */

static bool refuse_node(eg_reader *r, eg_node *node, const char *why, const char *hint)
{
    eg_error(r, eg_node_source(node), eg_node_at(node), "\"%s\" %s", node->name, why);
    if (hint)
        eg_hint(r, "%s", hint);
    node->kind = EG_N_BROKEN;
    return false;
}

static bool check_prefixes(eg_reader *r, eg_node *node)
{
    const eg_component *c = node->component;
    bool is_in_connector = node->home->syntax && node->home->syntax->restriction == EG_R_CONNECTOR;
    if (c->is_stream)
        return refuse_node(r, node, "is a stream variable, which is not supported",
                           "what flows here are forces, torques, heat and signals");
    if (c->is_flow && !is_in_connector)
        return refuse_node(r, node, "is declared flow, which only variables of connectors can be",
                           "leave the prefix out, or declare it in a connector");
    return true;
}

/* The first element of a record or connector that is an input or an output itself; NULL: none. */
static const eg_component *directed_element(eg_reader *r, eg_definition *d, int depth)
{
    const eg_component *found = NULL;
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT)
        return NULL;
    for (uint32_t i = 0; i < d->base_count && !found; i++)
        found = directed_element(r, d->bases[i].definition, depth + 1);
    for (uint32_t i = 0; i < d->syntax->element_count && !found; i++) {
        const eg_component *c = d->syntax->elements[i].component;
        if (d->syntax->elements[i].kind != EG_EL_COMPONENT)
            continue;
        eg_member *member = eg_find_member(r, d, c->name);
        eg_definition *type = member ? eg_member_type(r, member) : NULL;
        if (c->is_input || c->is_output)
            found = c;
        else if (type && eg_classify(r, type, NULL) == EG_C_RECORD)
            found = directed_element(r, type, depth + 1);
    }
    return found;
}

/* What is an input or an output as a whole has no such elements (chapter 4.4.2.2); connector In = input C is
 * as good as the prefix. */
static bool check_directions(eg_reader *r, eg_node *node)
{
    bool is_directed = node->component->is_input || node->component->is_output;
    eg_definition *d = node->type;
    while (d->kind == EG_D_SCOPE && d->syntax && d->syntax->is_short && d->base_count > 0) {
        is_directed = is_directed || d->syntax->base_is_input || d->syntax->base_is_output;
        d = d->bases[0].definition;
    }
    const eg_component *c = is_directed ? directed_element(r, d, 0) : NULL;
    return !c ||
           refuse_node(
               r, node,
               eg_textf(r, "is an input or output as a whole, and its \"%s\" is declared so too", c->name),
               "leave the prefix out at one of both places");
}

/* Prefixes are of values, records and connectors; what flows is Real (chapters 4.4.2 and 9.2). */
static bool check_prefixed_type(eg_reader *r, eg_node *node)
{
    const eg_component *c = node->component;
    const bool is_prefixed = c->is_flow || c->is_input || c->is_output || c->variability == EG_V_DISCRETE;
    const bool is_text = node->type->syntax && !node->type->syntax->is_dyad && !node->home->syntax->is_dyad;
    if (is_prefixed && is_text && node->category == EG_C_MODEL)
        return refuse_node(r, node, "has a prefix that only values, records and connectors can have",
                           "leave flow, input, output or discrete out");
    if (c->is_flow && node->category == EG_C_VALUE && node->native->type != EG_REAL)
        return refuse_node(r, node, "is declared flow; what flows is Real", "declare it as Real");
    return node->category != EG_C_RECORD || check_directions(r, node);
}

/* Is there a value that holds although `said` has fixed = false? In Dyad that is how a missing value is
 * written, which overrules values further inside. */
static bool has_value(eg_reader *r, const eg_entry *entries, uint32_t count, const eg_modifier *said)
{
    bool is_missing = eg_source_is_dyad(said->source->name);
    for (uint32_t i = 0; i < count; i++) {
        if (entries[i].modifier->value && !entries[i].modifier->element)
            return true;
        if (is_missing && eg_find_argument(r, entries[i].modifier, "fixed") == said)
            return false;
    }
    return false;
}

/* Is the value sought, fixed = false? In Dyad a guess must say where the search begins. *sought tells;
 * false when that cannot be told (reported). */
static bool find_sought(eg_reader *r, const eg_entry *entries, uint32_t count, bool *sought)
{
    eg_value fixed;
    eg_entry said, start;
    *sought = false;
    if (!eg_attribute(r, entries, count, "fixed", EG_BOOLEAN, NULL, &fixed) ||
        !eg_find_value(r, entries, count, "fixed", &said) ||
        !eg_find_value(r, entries, count, "start", &start))
        return false;
    *sought = fixed.type >= 0 && fixed.number == 0.0 && !has_value(r, entries, count, said.modifier) &&
              (start.modifier || !eg_source_is_dyad(said.modifier->source->name));
    return true;
}

/* Is the name one of a parameter that became a variable, beside the value that asks for it? */
static bool is_sought(eg_reader *r, eg_node *scope, const eg_reference *reference)
{
    eg_node *part = scope && reference->count == 1 ? eg_part_of(r, scope, reference->parts[0].name) : NULL;
    if (!part || !part->component || part->component->variability != EG_V_PARAMETER ||
        part->state == EG_IN_PROGRESS || r->evaluations >= EG_EVALUATION_LIMIT)
        return false; /* values that wait for as many others are refused when they are asked for */
    r->evaluations++;
    const bool is = eg_shape(r, part) == EG_N_VARIABLE;
    r->evaluations--;
    return is;
}

static bool asks_for_sought(eg_reader *r, eg_node *scope, const eg_expr *e)
{
    if (!e)
        return false;
    if (e->kind == EG_E_REFERENCE && is_sought(r, scope, e->reference))
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (asks_for_sought(r, scope, e->items[i]))
            return true;
    return false;
}

/* parameter Real c(fixed = false): a number that the conditions of the start determine. It becomes a
 * variable that stands still (formula/variables.c); and what follows from it, f = c*s, a variable. */
static bool check_sought(eg_reader *r, eg_node *node)
{
    bool sought = false;
    if (node->component->variability != EG_V_PARAMETER || node->native->type != EG_REAL ||
        node->component->dimension_count > 0)
        return true;
    if (!find_sought(r, node->entries, node->entry_count, &sought))
        return false;
    if (!sought) {
        eg_entry value;
        if (!eg_find_value(r, node->entries, node->entry_count, NULL, &value))
            return false;
        sought = node->follows_sought =
            value.modifier && asks_for_sought(r, value.node, value.modifier->value);
    }
    node->kind = sought ? EG_N_VARIABLE : node->kind;
    return true;
}

static bool check_variability(eg_reader *r, eg_node *node)
{
    const eg_component *c = node->component;
    bool is_constant = c->variability == EG_V_PARAMETER || c->variability == EG_V_CONSTANT ||
                       (node->parent && node->parent->is_record);
    bool is_connector = node->category == EG_C_RECORD && eg_is_own_connector(node->type);
    if (node->category == EG_C_RECORD && !is_connector && is_constant) {
        node->is_record = true;
        node->is_static = false;
        return true;
    }
    if (node->category != EG_C_VALUE)
        return !is_constant || eg_is_external_object(node->type) ||
               refuse_node(r, node, "is a component; only values can be parameters or constants",
                           "leave the prefix out");
    if (!is_constant && node->parent && node->parent->is_static)
        return refuse_node(
            r, node, "is a variable; it belongs to instances of its class",
            "declare it as constant, or declare a component of the class and take its variable");
    node->kind = is_constant ? EG_N_VALUE : EG_N_VARIABLE;
    return !is_constant || check_sought(r, node);
}

/* The class of the library with its equations written out, which may have unknowns for parameters. */
static eg_definition *written_out(eg_reader *r, eg_definition *native)
{
    const char *key = eg_symbol(r, "written out");
    eg_definition *d = key ? eg_pairs_get(r->redeclared, native, key) : NULL;
    if (d || !key)
        return d;
    d = eg_written_class(r, native->enclosing, native->native);
    if (d && eg_pairs_set(r->redeclared, native, key, d) != 0)
        r->out_of_memory = true;
    return r->out_of_memory ? NULL : d;
}

/* Has an earlier reading found that equations ask for what only those of the component tell? */
static bool is_to_be_written_out(eg_reader *r, eg_node *node)
{
    const char *path = r->to_write_out ? eg_node_path(r, node) : NULL;
    for (size_t i = 0; path && i < r->to_write_out->count; i++)
        if (strcmp(r->to_write_out->items[i], path) == 0)
            return true;
    return false;
}

/* A component of the library one of whose parameters is sought is carried out by its equations. */
static bool choose_equations(eg_reader *r, eg_node *node)
{
    const eg_class *class = node->type->kind == EG_D_NATIVE ? node->type->native : NULL;
    bool sought = is_to_be_written_out(r, node);
    if (!class || (class->kind != EG_MODEL && class->kind != EG_BLOCK) || !class->equations)
        return true;
    for (size_t i = 0; i < class->parameter_count && !sought; i++) {
        const char *name = eg_symbol(r, class->parameters[i].name);
        eg_list list = {0};
        const eg_entry *entries = NULL;
        uint32_t count = 0;
        if (!name || !eg_entries_for(r, node->entries, node->entry_count, name, &list))
            return false;
        if (list.count > 0 &&
            (!eg_entries_keep(r, &list, &entries, &count) || !find_sought(r, entries, count, &sought)))
            return false;
    }
    if (sought)
        node->type = written_out(r, node->type);
    return node->type != NULL;
}

static bool check_type(eg_reader *r, eg_node *node)
{
    switch (node->category) {
    case EG_C_UNKNOWN:
    case EG_C_BROKEN: node->kind = EG_N_BROKEN; return false;
    case EG_C_OTHER:
        return refuse_node(r, node, "cannot be of this type: it is a package, a function or a constant",
                           "write a model, a block, a connector, a record or a type before the name");
    case EG_C_MODEL:
        if (eg_is_partial(r, node->type))
            return refuse_node(r, node, "cannot be made: its class is partial",
                               "extend the class, or use one that does");
        break;
    case EG_C_RECORD:
        if (!eg_is_partial(r, node->type))
            break;
        if (eg_is_own_connector(node->type))
            return refuse_node(r, node, "cannot be made: its connector is partial",
                               "extend the connector, or use one that does");
        return refuse_node(r, node, "cannot be made: its record is partial",
                           "extend the record, or use one that does");
    case EG_C_CONNECTOR:
    case EG_C_VALUE: break;
    }
    return true;
}

static bool check_recursion(eg_reader *r, eg_node *node)
{
    for (const eg_node *above = node->parent; above && node->type->syntax; above = above->parent)
        if (above->type == node->type && !above->is_static)
            return refuse_node(r, node, "makes its class contain itself",
                               "a model cannot be a part of itself");
    return true;
}

/* type Vector = Real[3]: the type's dimensions stand behind the declaration's. They are numbers of the
 * place where the type is declared. */
static bool add_type_dimensions(eg_reader *r, eg_node *node, const eg_definition *type)
{
    const eg_syntax *syntax = type->syntax;
    eg_component *c = eg_new(r, sizeof *c);
    uint32_t own = node->component->dimension_count;
    eg_expr **dimensions = eg_new_array(r, own + syntax->dimension_count, sizeof *dimensions);
    eg_scope scope = {.node = eg_instance_around(r, node->parent, type->enclosing),
                      .home = type->enclosing,
                      .source = syntax->source};
    if (!c || !dimensions)
        return false;
    if (node->category != EG_C_VALUE)
        return refuse_node(r, node, "is of an array type, which only values can be",
                           "write the dimensions behind its name");
    for (uint32_t i = 0; i < own; i++)
        dimensions[i] = node->component->dimensions[i];
    for (uint32_t i = 0; i < syntax->dimension_count; i++) {
        eg_expr *e = eg_new(r, sizeof *e);
        long size = 0;
        if (!e)
            return false;
        dimensions[own + i] = e;
        *e = *syntax->dimensions[i];
        if (e->kind == EG_E_COLON)
            continue;
        if (!eg_evaluate_size(r, &scope, e, "the size of an array", &size))
            return false;
        *e = (eg_expr){
            .kind = EG_E_NUMBER, .at = node->component->at, .is_integer = true, .number = (double)size};
    }
    *c = *node->component;
    c->dimensions = dimensions;
    c->dimension_count = own + syntax->dimension_count;
    node->component = c;
    return true;
}

/* The type's own modifiers stand behind the declaration's: type Stiffness = Real(unit = "N/m"). */
static bool add_type_entries(eg_reader *r, eg_node *node)
{
    eg_list list = {0};
    bool has_more = false;
    for (uint32_t i = 0; i < node->entry_count; i++)
        if (!eg_entry_add(r, &list, node->entries[i]))
            return false;
    eg_definition *d = node->type;
    for (int depth = 0; d->kind == EG_D_SCOPE && d->base_count > 0 && depth < EG_DEPTH_LIMIT; depth++) {
        const eg_base *base = &d->bases[d->base_count - 1];
        if (d->syntax->dimension_count > 0 && !add_type_dimensions(r, node, d))
            return false;
        if (base->modifier) {
            has_more = true;
            eg_node *around = d->scope ? d->scope : eg_instance_around(r, node->parent, d->enclosing);
            if (!eg_entry_add(r, &list,
                              (eg_entry){.modifier = base->modifier, .node = around, .home = d->enclosing}))
                return false;
        }
        d = base->definition;
    }
    return !has_more || eg_entries_keep(r, &list, &node->entries, &node->entry_count);
}

static bool evaluate_condition(eg_reader *r, eg_node *node)
{
    bool exists = true;
    eg_scope scope = eg_scope_of(node->parent, node->home);
    if (!node->component->condition)
        return true;
    if (!eg_evaluate_boolean(r, &scope, node->component->condition, "the condition", &exists)) {
        node->kind = EG_N_BROKEN;
        return false;
    }
    if (!exists)
        node->kind = EG_N_ABSENT;
    return exists;
}

/* Real x[:] = {a, b}: what is open follows from the value. */
static bool find_open_dimension(eg_reader *r, eg_node *node, int k, long *size)
{
    eg_entry value = {0};
    int rank = 0;
    const long *dims = NULL;
    node->kind = EG_N_BROKEN;
    if (node->category == EG_C_VALUE && !eg_find_value(r, node->entries, node->entry_count, NULL, &value))
        return false;
    if (!value.modifier)
        return refuse_node(r, node, "has an open dimension, and no value from which it follows",
                           "write the number of elements");
    eg_scope scope = eg_scope_of(value.node, value.home);
    scope.source = value.modifier->source;
    if (!eg_evaluate_shape(r, &scope, value.modifier->value, &rank, &dims))
        return false;
    k += rank - (int)node->component->dimension_count; /* of arrays around it the value has theirs before */
    if (k < 0 || k >= rank)
        return refuse_node(r, node, "has an open dimension, and its value has fewer dimensions",
                           "give it an array");
    *size = dims[k];
    return true;
}

static bool evaluate_dimension(eg_reader *r, eg_node *node, int k, long *size)
{
    const eg_expr *e = node->component->dimensions[k];
    eg_scope scope = eg_scope_of(node->parent, node->home);
    if (e->kind == EG_E_COLON)
        return find_open_dimension(r, node, k, size);
    if (!eg_evaluate_size(r, &scope, e, "the number of elements", size)) {
        node->kind = EG_N_BROKEN;
        return false;
    }
    return *size >= 0 ||
           refuse_node(r, node, "has a negative number of elements", "write a size of 0 or more");
}

static bool evaluate_dimensions(eg_reader *r, eg_node *node)
{
    const eg_component *c = node->component;
    double total = 1.0;
    if (c->dimension_count > EG_RANK_LIMIT)
        return refuse_node(r, node, "has more than 8 dimensions", "use fewer subscripts");
    long *dims = eg_new_array(r, c->dimension_count, sizeof *dims);
    if (!dims)
        return false;
    for (uint32_t i = 0; i < c->dimension_count; i++) {
        if (!evaluate_dimension(r, node, (int)i, &dims[i]))
            return false;
        total *= (double)dims[i];
    }
    node->kind = EG_N_BROKEN;
    const bool is_value = node->category == EG_C_VALUE; /* elements of others are counted as they are made */
    const long long count = total > (double)r->limit ? r->limit + 1 : (long long)total;
    if (!eg_count_instances(r, node->parent, c->name, c->at, is_value || count > r->limit ? count : 0))
        return false;
    node->elements = is_value ? NULL : eg_new_array(r, (size_t)count, sizeof *node->elements);
    if (!node->elements && !is_value)
        return false;
    node->kind = is_value ? EG_N_VARIABLE : EG_N_ARRAY;
    node->rank = (int)c->dimension_count;
    node->dims = dims;
    node->count = (size_t)count;
    return true;
}

static bool shape(eg_reader *r, eg_node *node)
{
    eg_category category;
    if (!node->component)
        return true;
    bool is_variable = false;
    node->kind = EG_N_BROKEN;
    if (!eg_find_type(r, node) || !check_prefixes(r, node) || !choose_equations(r, node))
        return false;
    category = eg_classify(r, node->type, &node->native);
    node->category = category;
    if (!check_type(r, node) || !check_prefixed_type(r, node) || !check_variability(r, node) ||
        !check_recursion(r, node))
        return false;
    is_variable = node->kind == EG_N_VARIABLE;
    node->kind = EG_N_BROKEN;
    if (category != EG_C_MODEL && category != EG_C_RECORD && !add_type_entries(r, node))
        return false;
    if (!evaluate_condition(r, node))
        return false;
    if (category == EG_C_CONNECTOR)
        node->port_kind = node->native->native->ports[0].kind;
    if (category == EG_C_VALUE && !(is_variable && node->component->dimension_count > 0)) {
        if (is_variable)
            eg_refuse_elements(r, node->entries, node->entry_count, NULL);
        node->kind = is_variable ? EG_N_VARIABLE : EG_N_VALUE;
        node->count = 1;
        return true;
    }
    if (node->component->dimension_count > 0)
        return evaluate_dimensions(r, node);
    eg_refuse_elements(r, node->entries, node->entry_count, NULL);
    node->kind = category == EG_C_CONNECTOR ? EG_N_CONNECTOR : EG_N_MODEL;
    return true;
}

/* A port of a partial class exists if the class's parameter says so. */
static void shape_port(eg_reader *r, eg_node *node)
{
    node->kind = EG_N_CONNECTOR;
    eg_native *native = eg_native_of(node->parent, node->native);
    int port = eg_class_port(native->class, node->name);
    const char *condition = native->class->ports[port].condition;
    int i = condition ? eg_class_parameter(native->class, condition) : -1;
    eg_value value;
    if (i < 0)
        return;
    eg_asker before = eg_ask_for(r, EG_FOR_STRUCTURE);
    if (!eg_native_value(r, node->parent, native, i, eg_node_source(node), eg_node_at(node), &value))
        node->kind = EG_N_BROKEN;
    else if (value.number == 0.0)
        node->kind = EG_N_ABSENT;
    eg_ask_for(r, before);
}

eg_node_kind eg_shape(eg_reader *r, eg_node *node)
{
    if (node->state == EG_DONE)
        return node->kind;
    if (node->state == EG_IN_PROGRESS) {
        refuse_node(r, node, "exists, or has a size, that depends on itself",
                    "make its condition or size of other parameters");
        return EG_N_BROKEN;
    }
    node->state = EG_IN_PROGRESS;
    if (node->component)
        shape(r, node);
    else
        shape_port(r, node);
    node->state = EG_DONE;
    return node->kind;
}

/* ---------------------------------------------------------------- elements */

bool eg_setting_fits(eg_reader *r, const eg_modifier *m, const eg_node *array, size_t flat)
{
    eg_selection s;
    eg_scope scope = eg_scope_of(NULL, r->root);
    scope.source = m->source;
    if (!eg_select(r, &scope, m->element, array->rank, array->dims, &s))
        return false;
    for (size_t k = 0; k < s.count; k++)
        if (eg_selected(&s, k) == flat)
            return true;
    return false;
}

static bool element_entries(eg_reader *r, const eg_node *array, eg_node *element, size_t flat)
{
    eg_entry *entries = eg_new_array(r, array->entry_count, sizeof *entries);
    if (!entries)
        return false;
    for (uint32_t i = 0; i < array->entry_count; i++) {
        eg_entry entry = array->entries[i];
        if (entry.modifier->element && !eg_setting_fits(r, entry.modifier, array, flat))
            continue;
        eg_slice *slice = entry.modifier->element ? NULL : eg_new(r, sizeof *slice);
        if (slice)
            *slice = (eg_slice){
                .outer = entry.slices, .index = element->index, .dims = array->dims, .rank = array->rank};
        entry.slices = slice;
        entry.is_each = false;
        entries[element->entry_count++] = entry;
    }
    element->entries = entries;
    return !r->out_of_memory;
}

eg_node *eg_element_of(eg_reader *r, eg_node *array, size_t flat)
{
    if (array->elements[flat])
        return array->elements[flat];
    eg_node *element = eg_node_new(r, array->parent, array->name, eg_node_at(array));
    long *index = eg_new_array(r, (size_t)array->rank, sizeof *index);
    if (!element || !index)
        return NULL;
    eg_node copy = *array;
    copy.elements = NULL;
    copy.entries = NULL;
    copy.entry_count = 0;
    copy.path = NULL;
    copy.index = index;
    copy.is_element = true;
    copy.state = EG_DONE;
    copy.kind = array->category == EG_C_CONNECTOR ? EG_N_CONNECTOR : EG_N_MODEL;
    size_t left = flat;
    for (int i = array->rank; i-- > 0;) {
        index[i] = (long)(left % (size_t)array->dims[i]);
        left /= (size_t)array->dims[i];
    }
    *element = copy;
    if (!element_entries(r, array, element, flat))
        return NULL;
    array->elements[flat] = element;
    return element;
}
