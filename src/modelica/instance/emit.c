/* From the tree of instances to the spec: instances of native classes with their values and start
 * attributes, connectors of models, values of parameters. */
#include <math.h>
#include <string.h>

#include "component/describe.h"
#include "component/spec_bound.h"
#include "modelica/formula/trace.h"
#include "modelica/instance/influence.h"
#include "modelica/instance/parameters.h"
#include "modelica/scope/resource.h"

/* What is filled in. */
typedef struct emitter {
    eg_reader *r;
    eg_spec *spec;
} emitter;

static bool emit_node(emitter *e, eg_node *node);

static bool no_memory(emitter *e)
{
    e->r->out_of_memory = true;
    return false;
}

static eg_place place_of(const eg_node *node)
{
    return eg_source_place(eg_node_source(node), eg_node_at(node));
}

/* A path inside the node. */
static const char *inner_path(emitter *e, eg_node *node, const char *name)
{
    const char *path = eg_node_path(e->r, node);
    return eg_textf(e->r, "%s%s%s", path, *path ? "." : "", name);
}

/* ---------------------------------------------------------------- start attributes */

/* What modifiers say of one variable. */
typedef struct attributes {
    eg_value start, fixed, nominal, select;
} attributes;

/* Of the variable of that path. */
static bool read_start(emitter *e, const eg_entry *entries, uint32_t count, const eg_variable *variable,
                       const char *path, eg_value *start)
{
    eg_reader *r = e->r;
    eg_entry entry;
    const eg_asker asker = eg_asker_of_start(r), before = eg_ask_for(r, asker);
    const bool ok = eg_attribute(r, entries, count, "start", (int)variable->type, variable->unit, start);
    eg_ask_for(r, before);
    if (!ok || start->type < 0 || !r->is_for_text)
        return ok;
    return eg_find_value(r, entries, count, "start", &entry) &&
           eg_trace_value(r, e->spec, &entry, 0, path, "(start)", start, asker);
}

static bool read_attributes(emitter *e, const eg_variable *variable, const char *path, const eg_list *list,
                            attributes *a)
{
    eg_reader *r = e->r;
    const char *unit;
    eg_entry *entries = eg_new_array(r, list->count, sizeof *entries);
    if (!entries)
        return false;
    uint32_t count = (uint32_t)list->count;
    for (uint32_t i = 0; i < count; i++)
        entries[i] = *(eg_entry *)list->items[i];
    if (!eg_refuse_elements(r, entries, count, NULL) ||
        (variable->type == EG_REAL &&
         !eg_find_unit(r, entries, count, variable->unit, variable->name, &unit)))
        return false;
    return read_start(e, entries, count, variable, path, &a->start) &&
           eg_attribute(r, entries, count, "fixed", EG_BOOLEAN, NULL, &a->fixed) &&
           eg_attribute(r, entries, count, "nominal", EG_REAL, variable->unit, &a->nominal) &&
           eg_attribute(r, entries, count, "stateSelect", EG_ENUMERATION, NULL, &a->select);
}

/* Are start values of the variable met by the network itself? Those of forces and losses are not. */
static bool starts_natively(const eg_class *class, int variable)
{
    const char *name = class->variables[variable].name;
    bool follows = strcmp(name, "f") == 0 || strcmp(name, "tau") == 0 || strcmp(name, "lossPower") == 0;
    return !follows || !class->element;
}

/* spring(f(start = 30, fixed = true)): an initial equation. */
static bool emit_initial(emitter *e, const eg_instance *instance, int variable, const eg_start *start)
{
    const char *path = eg_textf(e->r, "%s.%s", instance->path, instance->class->variables[variable].name);
    double value = isnan(start->start) ? instance->class->variables[variable].start : start->start;
    eg_user_equation q = {.kind = EG_USER_INITIAL, .when = -1, .place = e->spec->places[start->place]};
    q.left = eg_spec_add_formula(e->spec, (eg_formula){EG_OP_VARIABLE, -1, -1, -1, 0, path});
    q.right = eg_spec_add_formula(e->spec, (eg_formula){EG_OP_CONSTANT, -1, -1, -1, value, NULL});
    return (path && q.left >= 0 && q.right >= 0 && eg_spec_add_equation(e->spec, q) >= 0) || no_memory(e);
}

static bool emit_start(emitter *e, eg_instance *instance, int variable, const eg_list *list)
{
    attributes a;
    const eg_variable *v = &instance->class->variables[variable];
    if (!read_attributes(e, v, eg_textf(e->r, "%s.%s", instance->path, v->name), list, &a))
        return !e->r->out_of_memory;
    const eg_modifier *m = ((eg_entry *)list->items[0])->modifier;
    if (a.nominal.type >= 0 && !(a.nominal.number > 0.0)) {
        eg_error(e->r, m->source, m->at, "the nominal value of \"%s\" must be positive", m->name);
        eg_hint(e->r, "write the usual size of \"%s\", a number above 0", instance->path);
        return true;
    }
    if (a.start.type < 0 && a.fixed.type < 0 && a.nominal.type < 0 && a.select.type < 0)
        return true;
    eg_start *start = eg_instance_start(e->spec, instance, variable, eg_source_place(m->source, m->at));
    if (!start)
        return no_memory(e);
    if (a.start.type >= 0)
        start->start = a.start.number;
    if (a.fixed.type >= 0)
        start->fixed = a.fixed.number != 0.0;
    if (a.nominal.type >= 0)
        start->nominal = a.nominal.number;
    if (a.select.type >= 0)
        start->state_select = (signed char)a.select.number;
    if (start->fixed != 1 || starts_natively(instance->class, variable))
        return true;
    start->fixed = 0;
    return emit_initial(e, instance, variable, start);
}

/* ---------------------------------------------------------------- components */

/* The name of a table's file becomes a path that can be opened. */
static bool emit_text(emitter *e, eg_node *node, eg_instance *instance, int i, const char *text)
{
    const char *library, *path = text;
    if (instance->class->reads_table && strcmp(instance->class->parameters[i].name, "fileName") == 0) {
        path = eg_resource_path(e->r, text, &library);
        path = path && !library ? eg_file_beside(e->r, node, path) : path;
    }
    return eg_instance_set_text(e->spec, instance, i, path ? path : text) == 0 || no_memory(e);
}

/* Does it stand in something final or protected, where nothing is set from outside? */
static bool is_closed(const eg_node *node)
{
    for (; node && node->component; node = node->parent)
        if (node->component->is_final || node->component->is_protected)
            return true;
    return false;
}

/* What modifiers say of the parameter besides its value: for flat text. */
static bool say_parameter(emitter *e, eg_node *node, const eg_native *native, int i)
{
    const eg_parameter *p = &native->class->parameters[i];
    eg_list list = {0};
    eg_said said = {.is_final = is_closed(node)};
    if (!e->r->is_for_text)
        return true;
    eg_parameter_range(p, &said.min, &said.max);
    if (!eg_entries_for(e->r, native->entries, native->entry_count, p->name, &list))
        return false;
    for (size_t k = list.count; k-- > 0;) {
        const eg_entry *own = list.items[k];
        said.is_final = said.is_final || own->is_final;
        if (p->columns == 0 && (p->type == EG_REAL || p->type == EG_INTEGER) && own->modifier->count > 0 &&
            !eg_narrow_range(e->r, own, 1, p->unit, &said.min, &said.max))
            return false;
    }
    return (list.count == 0 && !said.is_final) ||
           eg_spec_say(e->spec, inner_path(e, node, p->name), said) == 0;
}

/* What the parameter of a component was made of, in flat text. */
static bool trace_parameter(emitter *e, eg_node *node, eg_native *native, int i)
{
    const eg_parameter *p = &native->class->parameters[i];
    const eg_value v = {.type = (int)p->type, .number = native->p[i], .count = 1};
    eg_entry entry;
    return !e->r->is_for_text ||
           (eg_find_value(e->r, native->entries, native->entry_count, p->name, &entry) &&
            eg_trace_value(e->r, e->spec, &entry, 0, inner_path(e, node, p->name), "", &v,
                           (eg_asker){.owner = node, .part = p}));
}

static bool emit_parameters(emitter *e, eg_node *node, eg_native *native, eg_instance *instance)
{
    const eg_class *class = native->class;
    for (size_t i = 0; i < class->parameter_count; i++) {
        if (!eg_native_settle(e->r, node, native, (int)i, eg_node_source(node), eg_node_at(node)))
            continue;
        if (!say_parameter(e, node, native, (int)i))
            return false;
        if (!native->given[i])
            continue;
        instance->given[i] = true;
        const eg_value *v = &native->matrices[i];
        if (class->parameters[i].type == EG_STRING) {
            if (!emit_text(e, node, instance, (int)i, v->text))
                return false;
        } else if (class->parameters[i].columns == 0) {
            instance->p[i] = native->p[i];
            if (!trace_parameter(e, node, native, (int)i))
                return false;
        } else if (eg_instance_set_matrix(e->spec, instance, (int)i, v->numbers, (int)v->dims[0],
                                          v->rank == 2 ? (int)v->dims[1] : 1) != 0)
            return no_memory(e);
    }
    return !e->r->out_of_memory;
}

/* NULL when memory is out, or when the path is taken (reported). */
static eg_instance *add_instance(emitter *e, eg_node *node, const eg_class *class, const char *path)
{
    if (eg_names_find(e->spec->paths, path) >= 0) {
        eg_error(e->r, eg_node_source(node), eg_node_at(node),
                 "there are two components of the name \"%.200s\"", path);
        eg_hint(e->r, "take another name for one of them");
        return NULL;
    }
    eg_instance *instance = eg_spec_add_instance(e->spec, class, path, place_of(node), e->r->diagnostics);
    if (!instance)
        no_memory(e);
    return instance;
}

static bool emit_instance(emitter *e, eg_node *node, eg_native *native)
{
    const eg_class *class = native->class;
    eg_instance *instance = add_instance(e, node, class, eg_node_path(e->r, node));
    if (!instance)
        return !e->r->out_of_memory;
    instance->origin->asked = native->asked;
    if (node->comment) {
        instance->origin->comment = eg_arena_copy(e->spec->arena, node->comment);
        if (!instance->origin->comment)
            return no_memory(e);
    }
    if (!emit_parameters(e, node, native, instance) || !eg_emit_discrete_ports(e->r, e->spec, node, instance))
        return false;
    for (size_t i = 0; native->entry_count > 0 && i < class->variable_count; i++) {
        eg_list list = {0};
        if (!eg_entries_for(e->r, native->entries, native->entry_count, class->variables[i].name, &list))
            return false;
        if (list.count > 0 && !emit_start(e, instance, (int)i, &list))
            return false;
        if (!eg_note_displays(e->r, &list, class->variables[i].unit, node, class->variables[i].name))
            return !e->r->out_of_memory;
    }
    return true;
}

/* ---------------------------------------------------------------- declared values */

/* May nobody give the value another one: since it, or what it stands in, is constant, final or protected? */
static bool is_fixed(const eg_node *node)
{
    if (node->component && node->component->variability == EG_V_CONSTANT)
        return true;
    for (uint32_t i = 0; i < node->entry_count; i++)
        if (node->entries[i].is_final)
            return true;
    return is_closed(node);
}

/* The value is that of a node, or (NULL) of something inside of `node`. */
static bool emit_declared(emitter *e, const eg_node *node, const eg_node *value, eg_declared declared)
{
    declared.is_fixed = is_fixed(node);
    return (eg_spec_add_declared(e->spec, declared) == 0 && eg_note_declared(e->r, value)) || no_memory(e);
}

/* "[2,3]" behind the path of an array. */
static const char *element_path(emitter *e, const char *path, const eg_value *v, size_t flat)
{
    const char *text = "]";
    for (int i = v->rank; i-- > 0;) {
        long index = (long)(flat % (size_t)v->dims[i]) + 1;
        flat /= (size_t)v->dims[i];
        text = eg_textf(e->r, "%s%ld%s", i > 0 ? "," : "[", index, text);
    }
    return eg_textf(e->r, "%s%s", path, text);
}

static bool trace_declared(emitter *e, eg_node *node, const eg_value *v)
{
    eg_entry entry;
    return !e->r->is_for_text || (eg_find_value(e->r, node->entries, node->entry_count, NULL, &entry) &&
                                  eg_trace_value(e->r, e->spec, &entry, v->rank, eg_node_path(e->r, node), "",
                                                 v, (eg_asker){.owner = node}));
}

static bool emit_value(emitter *e, eg_node *node)
{
    eg_value v;
    eg_asker before = eg_ask_for(e->r, EG_FOR_KEEPING);
    bool has_value = eg_node_value(e->r, node, eg_node_source(node), eg_node_at(node), &v);
    eg_ask_for(e->r, before);
    if (!has_value)
        return !e->r->out_of_memory;
    if (!trace_declared(e, node, &v))
        return false;
    const char *path = eg_node_path(e->r, node), *unit = v.unit ? v.unit->text : NULL;
    eg_declared d = {.comment = node->comment,
                     .type = (eg_type)v.type,
                     .unit = unit,
                     .min = node->range ? node->range[0] : -INFINITY,
                     .max = node->range ? node->range[1] : INFINITY};
    for (size_t i = 0; i < v.count; i++) {
        const eg_value one = v.rank > 0 ? eg_value_element(&v, i) : v;
        d.path = v.rank > 0 ? element_path(e, path, &v, i) : path;
        d.value = one.type == EG_STRING ? 0 : one.number;
        d.text = one.type == EG_STRING ? one.text : NULL;
        if (!emit_declared(e, node, node, d))
            return false;
        if (!eg_note_display(e->r, node->entries, node->entry_count, unit, node->native, d.path))
            return !e->r->out_of_memory;
    }
    return true;
}

/* ---------------------------------------------------------------- connectors */

/* What is said of a signal: what holds for it where equations give it. False (reported, or out of memory). */
static bool read_signal(emitter *e, eg_node *node, eg_connector *c)
{
    eg_reader *r = e->r;
    eg_value start, fixed, nominal, select;
    const eg_asker before = eg_ask_for(r, EG_FOR_STRUCTURE);
    const bool ok =
        eg_find_unit(r, node->entries, node->entry_count, node->unit, node->name, &c->unit) &&
        eg_attribute(r, node->entries, node->entry_count, "start", EG_REAL, c->unit, &start) &&
        eg_attribute(r, node->entries, node->entry_count, "fixed", EG_BOOLEAN, NULL, &fixed) &&
        eg_attribute(r, node->entries, node->entry_count, "nominal", EG_REAL, c->unit, &nominal) &&
        eg_attribute(r, node->entries, node->entry_count, "stateSelect", EG_ENUMERATION, NULL, &select);
    eg_ask_for(r, before);
    if (!ok || !eg_note_display(r, node->entries, node->entry_count, c->unit, NULL, c->path))
        return false;
    c->start = start.type >= 0 && start.rank == 0 ? start.number : NAN;
    c->has_fixed = fixed.type >= 0;
    c->fixed = c->has_fixed && fixed.number != 0.0;
    c->has_nominal = nominal.type >= 0;
    c->nominal = c->has_nominal ? fabs(nominal.number) : NAN;
    c->has_select = select.type >= 0;
    c->state_select = c->has_select ? (int)select.number : 0;
    return true;
}

/* A Boolean or Integer signal that has a value where it is declared needs no source. */
static bool emit_discrete(emitter *e, eg_node *node)
{
    eg_entry value;
    const bool is_given =
        eg_find_value(e->r, node->entries, node->entry_count, NULL, &value) && value.modifier;
    return (is_given || eg_note_discrete(e->r, eg_node_path(e->r, node), node->port_kind, place_of(node))) &&
           eg_emit_discrete(e->r, e->spec, node);
}

static bool emit_connector(emitter *e, eg_node *node)
{
    if (eg_port_is_discrete(node->port_kind))
        return emit_discrete(e, node);
    eg_connector connector = {.path = eg_node_path(e->r, node),
                              .kind = node->port_kind,
                              .place = place_of(node),
                              .comment = node->comment,
                              .is_discrete = node->component && node->component->variability == EG_V_DISCRETE,
                              .start = NAN};
    for (const eg_node *in = node->parent; in && in->kind == EG_N_MODEL && in->category == EG_C_RECORD;
         in = in->parent)
        connector.inside_of++;
    if (eg_port_is_signal(node->port_kind) && (node->entry_count > 0 || node->unit) &&
        !read_signal(e, node, &connector))
        return !e->r->out_of_memory;
    const eg_class *class = node->native->native;
    if (class->kind == EG_CONNECTOR && eg_spec_add_use(e->spec, class, connector.path) != 0)
        return no_memory(e);
    return eg_spec_add_connector(e->spec, connector) == 0 || no_memory(e);
}

/* A connection that stands in the node itself, between a connector of its own or of its part, `from`, and its
 * own connector `to`. */
static bool connect_own(emitter *e, eg_node *node, const char *from, const char *to)
{
    if (eg_spec_add_connection(e->spec, inner_path(e, node, from), inner_path(e, node, to), place_of(node)) !=
        0)
        return no_memory(e);
    eg_connection *added = &e->spec->connections[e->spec->connection_count - 1];
    added->from_is_outer = !strchr(from, '.');
    added->to_is_outer = true;
    return true;
}

/* PartialConditionalHeatPort: what stands inside gives its heat to internalHeatPort, and that is heatPort,
 * or else is held at the temperature T. */
static bool emit_conditional_heat_port(emitter *e, eg_node *node, eg_native *native)
{
    int use = eg_class_parameter(native->class, "useHeatPort"), T = eg_class_parameter(native->class, "T");
    if (native->p[use] != 0.0)
        return connect_own(e, node, "heatPort", "internalHeatPort");
    const eg_class *fixed = eg_class_find("Modelica.Thermal.HeatTransfer.Sources.FixedTemperature");
    int T_fixed = eg_class_parameter(fixed, "T");
    const char *path = inner_path(e, node, "fixedTemperature");
    eg_instance *instance = add_instance(e, node, fixed, path);
    if (!instance)
        return !e->r->out_of_memory;
    instance->p[T_fixed] = native->p[T];
    instance->given[T_fixed] = true;
    return connect_own(e, node, "fixedTemperature.port", "internalHeatPort");
}

/* PartialRigid: a rod holds the flanges, at their distance; what the class's equations say of flange_a.f +
 * flange_b.f acts on it. */
static bool emit_rigid(emitter *e, eg_node *node, eg_native *native)
{
    const eg_class *rod = eg_class_find("Modelica.Mechanics.Translational.Components.Rod");
    int L = eg_class_parameter(rod, "L"), own = eg_class_parameter(native->class, "L");
    const char *path = inner_path(e, node, "rigid");
    eg_value value;
    eg_instance *instance = add_instance(e, node, rod, path);
    const eg_asker before = e->r->asker;
    if (e->r->is_for_text)
        eg_ask_for(e->r, EG_FOR_KEEPING);
    const bool ok =
        instance && eg_native_value(e->r, node, native, own, eg_node_source(node), eg_node_at(node), &value);
    eg_ask_for(e->r, before);
    if (!ok)
        return !e->r->out_of_memory;
    instance->p[L] = value.number;
    instance->given[L] = true;
    instance->is_implied = true;
    return connect_own(e, node, "rigid.flange_a", "flange_a") &&
           connect_own(e, node, "rigid.flange_b", "flange_b");
}

/* A partial class gives its parameters; its ports are among the node's parts. */
static bool emit_partial(emitter *e, eg_node *node, eg_native *native)
{
    const eg_class *class = native->class;
    if (eg_spec_add_use(e->spec, class, eg_node_path(e->r, node)) != 0)
        return no_memory(e);
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        eg_value v;
        eg_asker before = eg_ask_for(e->r, EG_FOR_KEEPING);
        bool ok = eg_native_value(e->r, node, native, (int)i, eg_node_source(node), eg_node_at(node), &v);
        eg_ask_for(e->r, before);
        if (!ok)
            return !e->r->out_of_memory;
        eg_declared d = {.path = inner_path(e, node, p->name),
                         .unit = p->unit,
                         .type = p->type,
                         .value = v.number,
                         .comment = p->doc};
        eg_parameter_range(p, &d.min, &d.max);
        if (!emit_declared(e, node, NULL, d))
            return false;
        if (p->literals &&
            eg_spec_add_legend(
                e->spec, (eg_legend){.path = d.path, .type_name = p->type_name, .literals = p->literals}) < 0)
            return no_memory(e);
    }
    if (!eg_emit_partial_variables(e->r, e->spec, node, native))
        return false;
    if (eg_is_rigid_partial(class))
        return emit_rigid(e, node, native);
    return eg_class_port(class, "internalHeatPort") < 0 || emit_conditional_heat_port(e, node, native);
}

/* Classes of the component library that are carried out as users' own: the node's class, what it extends. */
static bool emit_written_uses(emitter *e, eg_node *node, const eg_definition *d)
{
    const eg_class *class = d->is_written ? eg_class_find(d->full) : NULL;
    if (class && eg_spec_add_use(e->spec, class, eg_node_path(e->r, node)) != 0)
        return no_memory(e);
    for (uint32_t i = 0; i < d->base_count; i++)
        if (!emit_written_uses(e, node, d->bases[i].definition))
            return false;
    return true;
}

/* ---------------------------------------------------------------- the walk */

static bool emit_model(emitter *e, eg_node *node)
{
    if (!eg_expand(e->r, node))
        return !e->r->out_of_memory;
    if (!emit_written_uses(e, node, node->type))
        return false;
    for (uint32_t i = 0; i < node->native_count; i++) {
        eg_native *native = &node->natives[i];
        if (!(native->class->kind == EG_PARTIAL ? emit_partial(e, node, native)
                                                : emit_instance(e, node, native)))
            return false;
    }
    for (size_t i = 0; i < node->parts.count && !e->r->gave_up; i++)
        if (!emit_node(e, node->parts.items[i]))
            return false;
    return true;
}

static bool emit_node(emitter *e, eg_node *node)
{
    switch (eg_shape(e->r, node)) {
    case EG_N_VALUE: return emit_value(e, node);
    case EG_N_VARIABLE: return eg_emit_variable(e->r, e->spec, node);
    case EG_N_CONNECTOR: return emit_connector(e, node);
    case EG_N_MODEL: return emit_model(e, node);
    case EG_N_ARRAY:
        for (size_t i = 0; i < node->count && !e->r->gave_up; i++) {
            eg_node *element = eg_element_of(e->r, node, i);
            if (!element || !emit_node(e, element))
                return e->r->gave_up;
        }
        break;
    case EG_N_UNKNOWN:
    case EG_N_ABSENT:
    case EG_N_BROKEN: break;
    }
    return !e->r->out_of_memory;
}

bool eg_emit(eg_reader *r, eg_node *model, eg_spec *spec)
{
    emitter e = {.r = r, .spec = spec};
    return emit_node(&e, model);
}
