/* Equations of models: connect, in loops and conditions that depend on parameters. What remains of loops and
 * conditions then is carried out by equations.c. */
#include <string.h>

#include "component/spec.h"
#include "component/spec_check.h"
#include "modelica/instance/node.h"

/* One class of one model whose equations are being carried out. */
typedef struct connecting {
    eg_reader *r;
    eg_spec *spec;
    eg_scope scope;
    bool is_initial; /* of the section */
    eg_list *listed; /* connections are listed here, and nothing is carried out; or NULL */
} connecting;

/* A node of a connector, seen from one of its sides. */
typedef struct face_of {
    eg_node *node;
    bool is_inside;
} face_of;

static bool carry_out(connecting *c, eg_equation *const *body, uint32_t count);

/* ---------------------------------------------------------------- connect */

eg_port_kind eg_target_kind(const eg_target *t)
{
    return t->member ? t->native->class->ports[t->member->index + (t->element > 0 ? t->element - 1 : 0)].kind
                     : t->node->port_kind;
}

static const char *path_of_target(connecting *c, const eg_target *t)
{
    const char *path = eg_node_path(c->r, t->node);
    if (!t->member)
        return path;
    const char *text = eg_textf(c->r, "%s%s%s", path, *path ? "." : "", t->member->name);
    return t->element > 0 ? eg_textf(c->r, "%s[%d]", text, t->element) : text;
}

static const char *group_of(eg_port_kind kind)
{
    if (eg_port_is_rotational(kind))
        return "a rotational flange";
    if (eg_port_is_mechanical(kind))
        return "a flange";
    if (eg_port_is_thermal(kind))
        return "a heat port";
    if (kind >= EG_INTEGER_INPUT)
        return "an Integer signal";
    if (kind >= EG_BOOLEAN_INPUT)
        return "a Boolean signal";
    return "a signal";
}

/* The model or connector that has the node, be it an element of an array. */
static const eg_node *owner_of(const eg_node *node)
{
    const eg_node *above = node->parent;
    while (above && above->kind == EG_N_ARRAY)
        above = above->parent;
    return above;
}

/* Is it a connector of the very model in which the connection stands, or a part of one? */
static bool is_outer(const eg_node *model, const eg_target *t)
{
    if (t->member)
        return false;
    const eg_node *above = owner_of(t->node);
    while (above && above != model && above->kind == EG_N_MODEL && above->category == EG_C_RECORD &&
           eg_is_own_connector(above->type))
        above = owner_of(above);
    return above == model;
}

/* A component's output gives a signal, and so does an input of the model that has the connection; what stands
 * in an expandable connector hands on what it gets. */
bool eg_target_gives(const eg_node *model, const eg_target *t)
{
    if (!t->member && eg_is_in_bus(t->node))
        return false;
    return eg_port_is_output(eg_target_kind(t)) != is_outer(model, t);
}

static bool check_target(connecting *c, const eg_expr *e, const eg_target *t)
{
    bool is_port = t->member && t->member->kind == EG_M_PORT;
    bool is_own = !t->member && t->node->kind == EG_N_MODEL && t->node->category == EG_C_RECORD &&
                  eg_is_own_connector(t->node->type);
    if (!is_port && !is_own && (t->member || t->node->kind != EG_N_CONNECTOR)) {
        eg_error(c->r, c->scope.source, e->at, "\"%.200s\" is not a connector",
                 eg_reference_text(c->r, e->reference, e->reference->count));
        if (!t->member && t->node->kind == EG_N_MODEL)
            eg_hint(c->r, "name one of its connectors, %s.flange_a for instance", t->node->name);
        else
            eg_hint(c->r, "connect ports; write values into equations, with =");
        return false;
    }
    if (is_port && t->node == c->scope.node) {
        eg_error(c->r, c->scope.source, e->at,
                 "\"%s\" belongs to the component that this class extends; it can be "
                 "connected only from outside",
                 t->member->name);
        eg_hint(c->r, "declare the component as a part instead of extending it");
        return false;
    }
    return true;
}

static bool find_connectors(connecting *c, const eg_expr *e, eg_targets *targets)
{
    if (!eg_find_targets(c->r, &c->scope, e->reference, targets))
        return false;
    if (targets->class) {
        eg_error(c->r, c->scope.source, e->at, "\"%.200s\" is a class, not a connector",
                 targets->class->full);
        eg_hint(c->r, "connect ports of components: declare a component of this class first");
        return false;
    }
    if (targets->rest) {
        eg_error(c->r, c->scope.source, e->at, "\"%s\" is a value, not a connector", targets->rest->name);
        eg_hint(c->r, "connect the port it belongs to; values are equated by =");
        return false;
    }
    for (size_t i = 0; i < targets->count; i++)
        if (!check_target(c, e, &targets->items[i]))
            return false;
    return true;
}

static bool sizes_fit(connecting *c, const eg_equation *q, const eg_targets *a, const eg_targets *b)
{
    bool fits = a->rank == b->rank;
    for (int i = 0; fits && i < a->rank; i++)
        fits = a->dims[i] == b->dims[i];
    if (!fits) {
        eg_error(c->r, c->scope.source, q->at, "this connects %s with %s",
                 a->rank ? eg_textf(c->r, "an array of %s", eg_shape_text(c->r, a->rank, a->dims))
                         : "one connector",
                 b->rank ? eg_textf(c->r, "an array of %s", eg_shape_text(c->r, b->rank, b->dims))
                         : "one connector");
        eg_hint(c->r, "name single elements: mass[1].flange_a, or use a for loop");
    }
    return fits;
}

static bool connect_pair(connecting *c, const eg_equation *q, const eg_target *a, const eg_target *b,
                         eg_place place)
{
    const char *left = group_of(eg_target_kind(a)), *right = group_of(eg_target_kind(b));
    if (left != right) {
        eg_error(c->r, c->scope.source, q->at, "this connects %s, \"%.200s\", with %s, \"%.200s\"", left,
                 path_of_target(c, a), right, path_of_target(c, b));
        if (eg_port_is_mechanical(eg_target_kind(a)) && eg_port_is_mechanical(eg_target_kind(b)))
            eg_hint(c->r, "put an IdealGearR2T or an IdealRollingWheel between them");
        else
            eg_hint(c->r, "connect flanges with flanges, heat ports with heat ports, signals with signals of "
                          "the same type");
        return true;
    }
    if (eg_port_is_discrete(eg_target_kind(a)))
        return eg_join_discrete(
            c->r, (eg_joint_side){path_of_target(c, a), eg_target_gives(c->scope.node, a)},
            (eg_joint_side){path_of_target(c, b), eg_target_gives(c->scope.node, b)}, place);
    if (eg_spec_add_connection(c->spec, path_of_target(c, a), path_of_target(c, b), place) != 0) {
        c->r->out_of_memory = true;
        return false;
    }
    eg_connection *added = &c->spec->connections[c->spec->connection_count - 1];
    added->from_is_outer = is_outer(c->scope.node, a);
    added->to_is_outer = is_outer(c->scope.node, b);
    return true;
}

/* ---------------------------------------------------------------- connectors of one's own variables */

static bool connect_parts(connecting *c, const eg_equation *q, face_of a, face_of b, int depth);

static bool refuse_unlike(connecting *c, const eg_equation *q, const eg_node *a, const eg_node *b)
{
    eg_error(c->r, c->scope.source, q->at, "this connects %.200s with %.200s, which do not fit",
             a->type->full, b->type->full);
    eg_hint(c->r, "connectors must have variables of the same names, types, sizes and prefixes");
    return true;
}

static bool is_flow(const eg_node *node)
{
    return node->component && node->component->is_flow;
}

static bool is_directed(const eg_node *node)
{
    return node->component && (node->component->is_input || node->component->is_output);
}

/* Does it give its value to what is connected there: an output of a component, an input of the model
 * itself? */
static bool is_source(face_of face)
{
    const eg_component *of = face.node->component;
    return of && !eg_is_in_bus(face.node) && (face.is_inside ? of->is_input : of->is_output);
}

static bool connect_variables(connecting *c, const eg_equation *q, face_of a, face_of b)
{
    bool fits = a.node->rank == b.node->rank && a.node->count == b.node->count &&
                a.node->native->type == b.node->native->type && is_flow(a.node) == is_flow(b.node) &&
                is_directed(a.node) == is_directed(b.node);
    if (!fits)
        return refuse_unlike(c, q, a.node->parent, b.node->parent);
    if (is_source(a) && is_source(b)) {
        eg_error(c->r, c->scope.source, q->at, "this connects %.200s with %.200s, both of which give a value",
                 eg_node_path(c->r, a.node), eg_node_path(c->r, b.node));
        eg_hint(c->r, "connect one output with inputs only");
        return true;
    }
    for (size_t i = 0; i < a.node->count; i++)
        if (!eg_join_variables(c->r, (eg_face){eg_variable_path(c->r, a.node, i), a.is_inside},
                               (eg_face){eg_variable_path(c->r, b.node, i), b.is_inside}, is_flow(a.node),
                               eg_source_place(c->scope.source, q->at)))
            return false;
    return true;
}

/* Constants and parameters of connectors are equal where these are connected (chapter 9.2). */
static bool compare_values(connecting *c, const eg_equation *q, const face_of *a, const face_of *b)
{
    eg_value left, right;
    if (!eg_node_value(c->r, a->node, c->scope.source, q->at, &left) ||
        !eg_node_value(c->r, b->node, c->scope.source, q->at, &right))
        return !c->r->out_of_memory;
    if (a->node->component->variability != b->node->component->variability || left.type != right.type ||
        left.count != right.count)
        return refuse_unlike(c, q, a->node->parent, b->node->parent);
    bool is_same = true;
    for (size_t i = 0; is_same && i < left.count; i++) {
        const eg_value one = eg_value_element(&left, i), other = eg_value_element(&right, i);
        is_same = left.type == EG_STRING ? strcmp(one.text, other.text) == 0 : one.number == other.number;
    }
    if (is_same)
        return true;
    eg_error(c->r, c->scope.source, q->at, "this connects connectors whose \"%s\" differ: %.200s and %.200s",
             a->node->name, eg_node_path(c->r, a->node), eg_node_path(c->r, b->node));
    eg_hint(c->r, "give them one value, or write a component between the connectors");
    return true;
}

static bool connect_elements(connecting *c, const eg_equation *q, face_of a, face_of b, int depth)
{
    if (a.node->count != b.node->count)
        return refuse_unlike(c, q, a.node->parent, b.node->parent);
    for (size_t i = 0; i < a.node->count; i++) {
        face_of x = {eg_element_of(c->r, a.node, i), a.is_inside},
                y = {eg_element_of(c->r, b.node, i), b.is_inside};
        if (!x.node || !y.node || !connect_parts(c, q, x, y, depth + 1))
            return false;
    }
    return true;
}

/* Two things of the same name in two connectors, or two connectors. */
static bool connect_parts(connecting *c, const eg_equation *q, face_of a, face_of b, int depth)
{
    eg_node_kind kind = eg_shape(c->r, a.node), other = eg_shape(c->r, b.node);
    if (kind == EG_N_BROKEN || other == EG_N_BROKEN || kind == EG_N_ABSENT || other == EG_N_ABSENT)
        return !c->r->out_of_memory;
    if (kind != other || depth > EG_DEPTH_LIMIT)
        return refuse_unlike(c, q, a.node, b.node);
    if (kind == EG_N_VARIABLE)
        return connect_variables(c, q, a, b);
    if (kind == EG_N_VALUE)
        return compare_values(c, q, &a, &b);
    if (kind == EG_N_ARRAY)
        return connect_elements(c, q, a, b, depth);
    if (kind == EG_N_CONNECTOR)
        return connect_pair(c, q, &(eg_target){.node = a.node}, &(eg_target){.node = b.node},
                            eg_source_place(c->scope.source, q->at));
    if (kind != EG_N_MODEL || !eg_expand(c->r, a.node) || !eg_expand(c->r, b.node))
        return !c->r->out_of_memory;
    if (a.node->parts.count != b.node->parts.count)
        return refuse_unlike(c, q, a.node, b.node);
    for (size_t i = 0; i < a.node->parts.count; i++) {
        eg_node *part = a.node->parts.items[i], *like = eg_part_of(c->r, b.node, part->name);
        if (!like)
            return refuse_unlike(c, q, a.node, b.node);
        if (!connect_parts(c, q, (face_of){part, a.is_inside}, (face_of){like, b.is_inside}, depth + 1))
            return false;
    }
    return true;
}

static bool is_own_connector(const eg_target *t)
{
    return !t->member && t->node->kind == EG_N_MODEL;
}

static bool connect_targets(connecting *c, const eg_equation *q, const eg_target *a, const eg_target *b)
{
    if (!is_own_connector(a) && !is_own_connector(b))
        return connect_pair(c, q, a, b, eg_source_place(c->scope.source, q->at));
    if (is_own_connector(a) && is_own_connector(b) && !a->node->bus != !b->node->bus) {
        eg_error(c->r, c->scope.source, q->at,
                 "this connects \"%.200s\" with \"%.200s\", only one of which is expandable",
                 path_of_target(c, a), path_of_target(c, b));
        eg_hint(c->r, "connect expandable connectors with each other; others with a part of one, "
                      "bus.name, which exists by that");
        return true;
    }
    if (is_own_connector(a) && is_own_connector(b))
        return connect_parts(c, q, (face_of){a->node, is_outer(c->scope.node, a)},
                             (face_of){b->node, is_outer(c->scope.node, b)}, 0);
    eg_error(c->r, c->scope.source, q->at,
             "this connects \"%.200s\" with \"%.200s\", which are of different kinds", path_of_target(c, a),
             path_of_target(c, b));
    eg_hint(c->r, "write a component between them that has both connectors");
    return true;
}

/* Of a connection, in passes through a loop: what it takes to find both ends and join them. */
enum { WEIGHT = 3 };

/* Keeps the connection with the loop variables around it. */
static bool list_connection(connecting *c, const eg_equation *q)
{
    eg_standing *standing = eg_new(c->r, sizeof *standing);
    const eg_iteration **last = standing ? &standing->scope.loops : NULL;
    if (!standing)
        return false;
    *standing = (eg_standing){q, c->scope};
    for (const eg_iteration *i = c->scope.loops; i; i = i->outer) {
        eg_iteration *copy = eg_new(c->r, sizeof *copy);
        if (!copy)
            return false;
        *copy = *i;
        *last = copy;
        last = &copy->outer;
    }
    return eg_list_add(c->r, c->listed, standing);
}

/* A connector that does not exist, because its condition is false, takes its connections with it. */
static bool connect(connecting *c, const eg_equation *q)
{
    eg_targets a, b;
    if (c->listed)
        return list_connection(c, q);
    bool found = find_connectors(c, q->left, &a);
    found = find_connectors(c, q->right, &b) && found;
    if (!found || a.is_absent || b.is_absent)
        return !c->r->out_of_memory;
    if (!sizes_fit(c, q, &a, &b) ||
        !eg_count_steps(c->r, c->scope.source, q->at, WEIGHT * (long long)a.count))
        return true;
    for (size_t i = 0; i < a.count; i++)
        if (!connect_targets(c, q, &a.items[i], &b.items[i]))
            return false;
    return c->scope.node->parent || eg_list_add(c->r, &c->r->shown, (void *)q);
}

/* ---------------------------------------------------------------- for, if, assert */

static bool run_loop(connecting *c, const eg_equation *q, uint32_t i)
{
    if (i == q->iterator_count)
        return carry_out(c, q->branches->body, q->branches->count);
    const eg_iterator *it = &q->iterators[i];
    eg_value range;
    if (!eg_evaluate_range(c->r, &c->scope, it, &range))
        return !c->r->out_of_memory;
    const eg_iteration *outer = c->scope.loops;
    bool ok = true;
    for (size_t k = 0; ok && k < range.count && !c->r->gave_up; k++) {
        eg_iteration loop = {.name = it->name, .value = eg_value_element(&range, k), .outer = outer};
        c->scope.loops = &loop;
        ok = !eg_count_steps(c->r, c->scope.source, q->at, 1) || run_loop(c, q, i + 1);
    }
    c->scope.loops = outer;
    return ok;
}

static bool loop(connecting *c, const eg_equation *q)
{
    if (q->iterator_count > EG_RANK_LIMIT) {
        eg_error(c->r, c->scope.source, q->at, "more than %d loop variables", EG_RANK_LIMIT);
        eg_hint(c->r, "write nested for loops");
        return true;
    }
    return run_loop(c, q, 0);
}

static bool branch(connecting *c, const eg_equation *q)
{
    for (uint32_t i = 0; i < q->branch_count; i++) {
        bool holds = true;
        const eg_expr *condition = q->branches[i].condition;
        if (condition && !eg_evaluate_boolean(c->r, &c->scope, condition, "the condition", &holds)) {
            eg_hint(c->r, "connections can depend on parameters only");
            return !c->r->out_of_memory;
        }
        if (holds)
            return carry_out(c, q->branches[i].body, q->branches[i].count);
    }
    return true;
}

/* ---------------------------------------------------------------- other equations */

static bool has_connect(const eg_equation *q)
{
    bool found = q->kind == EG_Q_CONNECT;
    for (uint32_t i = 0; i < q->branch_count && !found; i++)
        for (uint32_t k = 0; k < q->branches[i].count && !found; k++)
            found = has_connect(q->branches[i].body[k]);
    return found;
}

static bool branch_is_fixed(connecting *c, const eg_equation *q)
{
    for (uint32_t i = 0; i < q->branch_count; i++)
        if (q->branches[i].condition &&
            !eg_condition_is_fixed(c->r, c->spec, &c->scope, q->branches[i].condition))
            return false;
    return true;
}

static bool carry(connecting *c, const eg_equation *q)
{
    return eg_carry_equation(c->r, c->spec, &c->scope, q, c->is_initial);
}

static bool carry_out(connecting *c, eg_equation *const *body, uint32_t count)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < count && !c->r->gave_up; i++) {
        const eg_equation *q = body[i];
        if (c->listed && !has_connect(q))
            continue;
        switch (q->kind) {
        case EG_Q_CONNECT: ok = connect(c, q); break;
        case EG_Q_FOR: ok = loop(c, q); break;
        case EG_Q_IF: ok = (has_connect(q) || branch_is_fixed(c, q) ? branch : carry)(c, q); break;
        default: ok = carry(c, q); break;
        }
    }
    return ok;
}

/* ---------------------------------------------------------------- the walk */

static bool carry_sections(connecting *c, const eg_syntax *syntax)
{
    for (uint32_t i = 0; i < syntax->section_count; i++) {
        const eg_section *section = &syntax->sections[i];
        c->is_initial = section->is_initial;
        if (c->listed && section->is_algorithm)
            continue;
        if (section->is_algorithm ? !eg_carry_algorithm(c->r, c->spec, &c->scope, section)
                                  : !carry_out(c, section->body, section->count))
            return false;
    }
    return true;
}

/* The equations of a partial class are written in the names of the class that extends it. */
static bool carry_partial(eg_reader *r, eg_spec *spec, eg_node *node, eg_definition *partial)
{
    const eg_syntax *syntax = eg_partial_equations(r, node, partial);
    if (!syntax)
        return !r->out_of_memory;
    connecting c = {.r = r, .spec = spec, .scope = eg_scope_of(node, node->type)};
    c.scope.source = syntax->source;
    return carry_sections(&c, syntax);
}

/* What happens at events in a class of the component library. */
static bool carry_events(eg_reader *r, eg_spec *spec, eg_node *node, eg_definition *d)
{
    const eg_syntax *syntax = eg_event_equations(r, d);
    if (!syntax)
        return !r->out_of_memory;
    connecting c = {.r = r, .spec = spec, .scope = eg_scope_of(node, d)};
    c.scope.source = syntax->source;
    return carry_sections(&c, syntax);
}

static bool connect_class(eg_reader *r, eg_spec *spec, eg_node *node, eg_definition *d, eg_list *listed,
                          int depth)
{
    if (d->kind == EG_D_NATIVE && listed)
        return true;
    if (d->kind == EG_D_NATIVE && d->native->events)
        return carry_events(r, spec, node, d);
    if (d->kind == EG_D_NATIVE && d->native->kind == EG_PARTIAL)
        return carry_partial(r, spec, node, d);
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT)
        return true;
    for (uint32_t i = 0; i < d->base_count; i++)
        if (!eg_count_steps(r, d->syntax->source, d->syntax->at, 1) ||
            !connect_class(r, spec, node, d->bases[i].definition, listed, depth + 1))
            return !r->out_of_memory;
    connecting c = {.r = r, .spec = spec, .scope = eg_scope_of(node, d), .listed = listed};
    return carry_sections(&c, d->syntax);
}

/* ---------------------------------------------------------------- what a connector is made of */

/* Variables of a connector that flow, and that are neither these nor inputs, outputs or streams. */
typedef struct balance {
    size_t flows, potentials;
} balance;

static void count_variables(const eg_node *node, const eg_component *prefixes, balance *b)
{
    const eg_component *c =
        node->component && (is_flow(node) || is_directed(node) || node->component->is_stream)
            ? node->component
            : prefixes;
    for (size_t i = 0; i < node->parts.count; i++)
        count_variables(node->parts.items[i], c, b);
    for (size_t i = 0; node->kind == EG_N_ARRAY && i < node->count; i++)
        if (node->elements[i])
            count_variables(node->elements[i], c, b);
    if (node->kind != EG_N_VARIABLE)
        return;
    if (!c)
        b->potentials += node->count;
    else if (c->is_flow)
        b->flows += node->count;
}

/* Has a type inside of it an equalityConstraint, with which the specification counts otherwise? */
static bool is_overdetermined(eg_reader *r, const eg_node *node)
{
    for (size_t i = 0; i < node->parts.count; i++) {
        const eg_node *part = node->parts.items[i];
        const eg_member *own = part->kind == EG_N_MODEL
                                   ? eg_find_member(r, part->type, eg_symbol(r, "equalityConstraint"))
                                   : NULL;
        if (own && own->kind == EG_M_CLASS)
            return true;
    }
    return false;
}

/* A connector with variables that flow has one potential for each of them (chapter 9.3.1). One that has not
 * is no fault of the model that has it, whose equations may still be as many as its unknowns. */
static void check_balance(eg_reader *r, const eg_node *node)
{
    const eg_syntax *syntax = node->type->syntax;
    balance b = {0};
    count_variables(node, NULL, &b);
    if (b.flows == 0 || b.flows == b.potentials || syntax->is_dyad || syntax->is_expandable ||
        is_overdetermined(r, node))
        return;
    eg_warn(r, syntax->source, syntax->at,
            "the connector %.200s has %zu variables that flow and %zu that do not; it should have as "
            "many of the ones as of the others",
            node->type->full, b.flows, b.potentials);
    eg_hint(r, "declare one more of them, or those that only go one way as input or output");
}

static bool is_connector(const eg_node *node)
{
    return node->kind == EG_N_MODEL && node->category == EG_C_RECORD && node->type->syntax &&
           eg_is_own_connector(node->type);
}

/* ---------------------------------------------------------------- inputs that have a value */

/* One end of a connection of the spec. */
typedef struct spec_end {
    const char *path;
    bool is_outer;
} spec_end;

static bool end_gives(eg_reader *r, const eg_spec *spec, spec_end e)
{
    long connector = eg_names_find(spec->connector_paths, e.path);
    eg_instance *owner;
    const char *name;
    if (connector >= 0)
        return eg_port_is_output(spec->connectors[connector].kind) != e.is_outer &&
               !eg_is_path_in_bus(r, e.path);
    if (eg_spec_split(spec, e.path, &owner, &name) != EG_OK)
        return false;
    int port = eg_class_port(owner->class, name);
    return port >= 0 && eg_port_is_output(owner->class->ports[port].kind);
}

/* Does a signal come to the input from inside of its model, where it has a value already (chapter 9.3)? */
static bool check_given(eg_reader *r, const eg_spec *spec, const char *input)
{
    const size_t count = spec->connection_count;
    bool *is_done = eg_new_array(r, count, sizeof *is_done);
    const char **reached = eg_new_array(r, count + 1, sizeof *reached);
    size_t ends = 1;
    if (!is_done || !reached)
        return false;
    reached[0] = input;
    for (size_t k = 0; k < ends; k++)
        for (size_t i = 0; i < count; i++) {
            const eg_connection *c = &spec->connections[i];
            spec_end a = {c->from, c->from_is_outer}, b = {c->to, c->to_is_outer};
            const bool is_from = strcmp(a.path, reached[k]) == 0;
            const spec_end here = is_from ? a : b, there = is_from ? b : a;
            if (is_done[i] || strcmp(here.path, reached[k]) != 0 || (k == 0 && !here.is_outer))
                continue;
            is_done[i] = true;
            reached[ends++] = there.path;
            if (!end_gives(r, spec, there))
                continue;
            r->errors++;
            eg_report(r->diagnostics, EG_ERROR, c->place,
                      "%.200s has a value, and %.200s gives it another one", input, there.path);
            eg_remedy(r->diagnostics, "leave the value of the input out, or the connection");
            return true;
        }
    return true;
}

static bool check_all_given(eg_reader *r, const eg_spec *spec)
{
    for (size_t i = 0; i < spec->equation_count; i++) {
        const eg_user_equation *q = &spec->equations[i];
        const eg_formula *left = q->kind == EG_USER_EQUATION ? &spec->formulas[q->left] : NULL;
        long at = left && left->op == EG_OP_VARIABLE ? eg_names_find(spec->connector_paths, left->path) : -1;
        if (at >= 0 && spec->connectors[at].kind == EG_REAL_INPUT && !check_given(r, spec, left->path))
            return false;
    }
    return true;
}

static bool connect_node(eg_reader *r, eg_node *node, eg_spec *spec)
{
    if (r->gave_up)
        return true;
    if (node->kind == EG_N_ARRAY) {
        for (size_t i = 0; i < node->count; i++)
            if (node->elements[i] && !connect_node(r, node->elements[i], spec))
                return false;
        return true;
    }
    const bool is_flange = node->kind == EG_N_CONNECTOR && !eg_port_is_signal(node->port_kind);
    if (node->kind == EG_N_VARIABLE || is_flange || (node->kind == EG_N_CONNECTOR && node->component))
        return eg_carry_binding(r, spec, node);
    if (node->kind != EG_N_MODEL)
        return true;
    if (is_connector(node) && !(node->parent && is_connector(node->parent)))
        check_balance(r, node);
    bool is_given = false; /* a value of the whole takes the place of the members' own */
    if (node->category == EG_C_RECORD && !node->is_record && !eg_carry_record(r, spec, node, &is_given))
        return false;
    for (size_t i = 0; i < node->parts.count && !is_given; i++)
        if (!connect_node(r, node->parts.items[i], spec))
            return false;
    if (node->category == EG_C_RECORD)
        return true;
    return eg_carry_inputs(r, spec, node) && connect_class(r, spec, node, node->type, NULL, 0);
}

bool eg_connect_all(eg_reader *r, eg_node *model, eg_spec *spec)
{
    return connect_node(r, model, spec) && (r->errors > 0 || check_all_given(r, spec));
}

bool eg_list_connections(eg_reader *r, eg_node *node, eg_list *list)
{
    for (size_t i = 0; node->kind == EG_N_ARRAY && i < node->count; i++)
        if (node->elements[i] && !eg_list_connections(r, node->elements[i], list))
            return false;
    if (node->kind != EG_N_MODEL || node->category == EG_C_RECORD)
        return true;
    for (size_t i = 0; i < node->parts.count; i++)
        if (!eg_list_connections(r, node->parts.items[i], list))
            return false;
    return connect_class(r, NULL, node, node->type, list, 0);
}
