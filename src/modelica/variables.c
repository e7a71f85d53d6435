/* Users' variables: declared ones, and those of the partial classes that a model extends. */
#include <math.h>
#include <string.h>

#include "modelica/formula.h"
#include "modelica/parser.h"

/* ---------------------------------------------------------------- attributes */

/* What modifiers and the type say of a variable; false (reported). */
static bool read_attributes(eg_reader *r, const eg_entry *entries, uint32_t count, const char *of_type,
                            const char *name, eg_user_variable *v)
{
    eg_value start, fixed, nominal, select = EG_NO_VALUE;
    if (v->type == EG_REAL && !eg_find_unit(r, entries, count, of_type, name, &v->unit))
        return false;
    const char *unit = v->type == EG_REAL ? v->unit : NULL;
    if (!eg_attribute(r, entries, count, "start", (int)v->type, unit, &start) ||
        !eg_attribute(r, entries, count, "fixed", EG_BOOLEAN, NULL, &fixed))
        return false;
    if (v->type == EG_REAL &&
        (!eg_attribute(r, entries, count, "nominal", EG_REAL, unit, &nominal) ||
         !eg_attribute(r, entries, count, "stateSelect", EG_ENUMERATION, NULL, &select)))
        return false;
    if (start.type >= 0)
        v->start = start.number;
    if (fixed.type >= 0)
        v->fixed = fixed.number != 0;
    if (v->type == EG_REAL && nominal.type >= 0)
        v->nominal = fabs(nominal.number);
    if (select.type >= 0)
        v->state_select = (int)select.number;
    return true;
}

static bool add(eg_reader *r, eg_spec *spec, const eg_user_variable *v, eg_source *source, uint32_t at)
{
    int index = eg_spec_add_variable(spec, *v);
    if (index == -2)
        eg_error(r, source, at, "there are two variables of the name \"%.200s\"", v->path);
    if (index == -1)
        r->out_of_memory = true;
    return index != -1;
}

/* ---------------------------------------------------------------- declared variables */

static bool has_binding(eg_reader *r, eg_node *node, eg_entry *entry)
{
    return eg_find_value(r, node->entries, node->entry_count, NULL, entry) && entry->modifier;
}

static const char *element_path(eg_reader *r, eg_node *node, size_t flat)
{
    const char *text = "]", *path = eg_node_path(r, node);
    if (node->rank == 0)
        return path;
    for (int i = node->rank; i-- > 0;) {
        size_t index = flat % (size_t)node->dims[i] + 1;
        flat /= (size_t)node->dims[i];
        text = eg_textf(r, "%s%zu%s", i > 0 ? "," : "[", index, text);
    }
    return eg_textf(r, "%s%s", path, text);
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
    if (node->native->type != EG_REAL && node->native->type != EG_INTEGER &&
        node->native->type != EG_BOOLEAN) {
        eg_error(r, eg_node_source(node), c->at, "\"%s\" is a variable of type %s, which is not supported",
                 c->name, eg_type_text(node->native->type));
        eg_hint(r, "use a Real, an Integer or a Boolean, or make it a parameter");
        return true;
    }
    if (!read_attributes(r, node->entries, node->entry_count, type ? type->unit : NULL, node->name, &v))
        return !r->out_of_memory;
    node->unit = v.unit;
    v.is_discrete = v.type != EG_REAL || c->variability == EG_V_DISCRETE;
    v.is_input = c->is_input && !node->parent->parent && !has_binding(r, node, &binding);
    for (size_t i = 0; i < node->count && !r->gave_up; i++) {
        v.path = element_path(r, node, i);
        if (!add(r, spec, &v, eg_node_source(node), c->at))
            return false;
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
                          .is_discrete = true,
                          .place = eg_source_place(eg_node_source(node), eg_node_at(node))};
    if (!read_attributes(r, node->entries, node->entry_count, NULL, node->name, &v))
        return !r->out_of_memory;
    return add(r, spec, &v, eg_node_source(node), eg_node_at(node));
}

bool eg_carry_binding(eg_reader *r, eg_spec *spec, eg_node *node)
{
    eg_entry entry;
    if (node->native->type > EG_BOOLEAN || !has_binding(r, node, &entry))
        return !r->out_of_memory;
    const eg_modifier *m = entry.modifier;
    eg_formulas f = {.r = r, .spec = spec, .scope = eg_scope_of(entry.node, entry.home)};
    f.scope.source = m->source;
    if (node->rank > 0 || (entry.slices && !entry.is_each && !eg_formula_is_fixed(&f, m->value))) {
        eg_error(r, m->source, m->value_at, "\"%s\" cannot get the values of an array",
                 eg_node_path(r, node));
        eg_hint(r, "write one equation for each element, in a for loop for instance");
        return true;
    }
    eg_user_equation q = {.kind = EG_USER_EQUATION, .when = -1, .right = -1};
    eg_typed value = {0};
    if (entry.slices && eg_formula_is_fixed(&f, m->value)) {
        eg_value v;
        if (!eg_entry_value(r, &entry, 0, node->name, &v) || v.rank > 0)
            return !r->out_of_memory;
        value = (eg_typed){-1, v.type, v.unit};
        if (!eg_formula_number(&f, v.number, &value.formula))
            return false;
    } else if (!eg_formula_of(&f, m->value, &value)) {
        return !r->out_of_memory;
    }
    if ((value.type == EG_BOOLEAN) != (node->native->type == EG_BOOLEAN)) {
        eg_error(r, m->source, m->value_at, "\"%s\" is of type %s; it cannot be %s", node->name,
                 eg_type_text(node->native->type), eg_type_text(value.type));
        return true;
    }
    const eg_quantity *unit = eg_quantity_of(r, node->unit);
    if (eg_quantity_differs(unit, value.unit))
        eg_warn(r, m->source, m->value_at, "\"%s\" has the unit %s; its value is in %s", node->name,
                unit->text, value.unit->text);
    q.place = eg_source_place(m->source, m->value_at);
    q.right = value.formula;
    if (!eg_formula_path(&f, eg_node_path(r, node), &q.left) || eg_spec_add_equation(spec, q) < 0)
        r->out_of_memory = true;
    return !r->out_of_memory;
}

/* ---------------------------------------------------------------- partial classes */

/* PartialConditionalHeatPort is a model of connected parts, whose temperature the emitter sets. */
static bool is_carried_out_elsewhere(const eg_class *class)
{
    return eg_class_port(class, "internalHeatPort") >= 0;
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
    if (native->entry_count > 0 &&
        !eg_entries_for(r, native->entries, native->entry_count, variable->name, &list))
        return false;
    const eg_entry *entries = NULL;
    uint32_t count = 0;
    if (!eg_entries_keep(r, &list, &entries, &count))
        return false;
    if (!read_attributes(r, entries, count, variable->unit, variable->name, &v))
        return !r->out_of_memory;
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
                              .place = instance->place};
        if (!add(r, spec, &v, eg_node_source(node), eg_node_at(node)) ||
            !eg_note_discrete(r, v.path, p->kind, v.place))
            return false;
    }
    return true;
}
