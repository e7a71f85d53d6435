/* Expandable connectors (chapter 9.1.3 of the Modelica specification): buses, whose parts are made by the
 * connections that lead to them.
 *
 * What is declared in one exists when a connection leads to it; connect(sensor.y, bus.speed) makes bus.speed
 * where nothing of that name is declared, of the kind and size of sensor.y; and buses that are connected have
 * the same parts. So connections are gone through, loops and conditions carried out, until nothing more is
 * learnt of any bus; then the parts are made, and everything else sees connectors like any other.
 *
 * A part of a bus hands on what it gets: which side gives a signal follows from the connectors that are no
 * parts of buses, so that a name that only inputs are connected to is told as a signal without a source. */
#include "modelica/instance/node.h"
#include "modelica/scope/library.h"

#include <string.h>

/* What is known of a part that a bus will have. */
typedef struct member {
    const char *name;
    eg_node *declared; /* NULL: connections alone name it */
    const eg_equation *at;
    const eg_scope *scope; /* of the first connection to it */
    const eg_node *like;   /* a connector of the user's whose class it has; NULL: it has that of `kind` */
    eg_port_kind kind;
    bool is_known;
    bool has_source; /* something gives it its value, or it is no signal */
    bool is_open;    /* its sizes are the greatest subscripts so far */
    int rank;
    long dims[EG_RANK_LIMIT];
} member;

struct eg_bus {
    eg_list potentials; /* eg_node of each declared part that does not exist of itself */
    eg_list members;    /* member of each part that will, in the order of connections */
};

/* One side of a connection. */
typedef struct side {
    eg_targets targets;  /* what there is; or */
    eg_node *bus;        /* the bus that is to take on, NULL: none, */
    const eg_part *part; /* a part of this name */
} side;

typedef struct taking {
    eg_reader *r;
    eg_spec *spec;
    bool changed;
} taking;

bool eg_is_expandable(const eg_definition *d)
{
    for (; d->kind == EG_D_SCOPE && d->syntax; d = d->bases[0].definition) {
        if (d->syntax->is_expandable)
            return true;
        if (!d->syntax->is_short || d->base_count == 0)
            return false;
    }
    return false;
}

bool eg_make_bus(eg_reader *r, eg_node *node)
{
    node->bus = eg_new(r, sizeof *node->bus);
    return node->bus && eg_list_add(r, &r->buses, node);
}

bool eg_is_in_bus(const eg_node *node)
{
    for (; node; node = node->parent)
        if (node->bus)
            return true;
    return false;
}

bool eg_is_path_in_bus(eg_reader *r, const char *path)
{
    for (size_t i = 0; i < r->buses.count; i++) {
        const char *bus = eg_node_path(r, r->buses.items[i]);
        size_t length = strlen(bus);
        if (strncmp(path, bus, length) == 0 && (path[length] == '.' || path[length] == '['))
            return true;
    }
    return false;
}

bool eg_keep_potential(eg_reader *r, eg_node *bus, eg_node *part, bool *kept)
{
    const eg_component *c = part->component;
    eg_member *own = eg_find_member(r, part->home, part->name);
    eg_definition *type = own ? eg_member_type(r, own) : NULL;
    if (!type || c->variability >= EG_V_PARAMETER ||
        (eg_classify(r, type, NULL) == EG_C_RECORD && eg_is_expandable(type)))
        return !r->out_of_memory;
    *kept = true;
    if (c->is_flow) {
        eg_error(r, eg_node_source(part), c->at, "\"%s\" of an expandable connector is declared flow",
                 c->name);
        eg_hint(r, "declare it in a connector, and that as a part of the expandable one");
    }
    for (uint32_t i = 0; i < part->entry_count; i++)
        if (part->entries[i].modifier->value) {
            eg_error(r, part->entries[i].modifier->source, part->entries[i].modifier->at,
                     "\"%s\" of an expandable connector has a value", c->name);
            eg_hint(r, "leave the value out, and connect what gives it");
        }
    return eg_list_add(r, &bus->bus->potentials, part);
}

/* ---------------------------------------------------------------- what is known of a part */

static member *member_of(const eg_node *bus, const char *name)
{
    for (size_t i = 0; i < bus->bus->members.count; i++) {
        member *m = bus->bus->members.items[i];
        if (m->name == name)
            return m;
    }
    return NULL;
}

/* The connector of a variable that is declared in a bus, as which every part of one counts. */
static bool kind_of_value(int type, eg_port_kind *kind)
{
    switch (type) {
    case EG_REAL: *kind = EG_REAL_INPUT; return true;
    case EG_INTEGER: *kind = EG_INTEGER_INPUT; return true;
    case EG_BOOLEAN: *kind = EG_BOOLEAN_INPUT; return true;
    default: return false;
    }
}

/* Real x[:]: its size is that of what is connected. */
static bool has_open_size(const eg_component *c)
{
    for (uint32_t i = 0; i < c->dimension_count; i++)
        if (c->dimensions[i]->kind == EG_E_COLON)
            return true;
    return false;
}

static void know_declared(taking *t, member *m)
{
    eg_node *node = m->declared;
    if (has_open_size(node->component) || eg_shape(t->r, node) == EG_N_BROKEN || node->kind == EG_N_ABSENT)
        return;
    m->is_known = true;
    m->rank = node->rank;
    for (int i = 0; i < node->rank; i++)
        m->dims[i] = node->dims[i];
    if (node->category == EG_C_CONNECTOR)
        m->kind = node->native->native->ports[0].kind;
    else if (node->category == EG_C_RECORD)
        m->like = node;
    else
        m->is_known = node->category == EG_C_VALUE && kind_of_value(node->native->type, &m->kind);
    m->has_source = m->like || !eg_port_is_signal(m->kind);
}

/* The part exists from now on. NULL: memory. */
static member *add_member(taking *t, eg_node *bus, const char *name, const eg_standing *at)
{
    member *m = eg_new(t->r, sizeof *m);
    if (!m || !eg_list_add(t->r, &bus->bus->members, m))
        return NULL;
    *m = (member){.name = name, .at = at->equation, .scope = &at->scope};
    for (size_t i = 0; i < bus->bus->potentials.count; i++) {
        eg_node *declared = bus->bus->potentials.items[i];
        if (declared->name == name)
            m->declared = declared;
    }
    if (m->declared)
        know_declared(t, m);
    t->changed = true;
    return m;
}

/* The part learns what another one of the name, or what is connected, is. */
static void learn(taking *t, member *m, const member *from)
{
    if (!from->is_known || (!m->is_known && m->declared && m->declared->state == EG_DONE))
        return; /* nothing is known yet, or the declaration is of no kind that a part can have */
    if (!m->is_known) {
        member known = *from;
        known.name = m->name;
        known.declared = m->declared;
        known.at = m->at;
        known.scope = m->scope;
        *m = known;
        t->changed = true;
    }
    if (from->has_source && !m->has_source)
        m->has_source = t->changed = true;
    for (int i = 0; m->is_open && m->rank == from->rank && i < m->rank; i++)
        if (m->dims[i] < from->dims[i]) {
            m->dims[i] = from->dims[i];
            t->changed = true;
        }
}

/* What an end of a connection is, as a part of a bus would be. False: it is none, which connect() reports. */
static bool describe(const eg_node *model, const eg_targets *targets, member *found)
{
    const eg_target *first = &targets->items[0];
    *found = (member){.is_known = true, .rank = targets->rank};
    if (targets->count == 0 || targets->class || targets->rest)
        return false;
    if (first->member ? first->member->kind == EG_M_PORT : first->node->kind == EG_N_CONNECTOR) {
        found->kind = eg_target_kind(first);
        found->has_source = !eg_port_is_signal(found->kind) || eg_port_is_output(found->kind) ||
                            eg_target_gives(model, first);
    } else if (!first->member && first->node->kind == EG_N_MODEL && first->node->category == EG_C_RECORD)
        *found = (member){.like = first->node, .is_known = true, .has_source = true, .rank = found->rank};
    else
        return false;
    memcpy(found->dims, targets->dims, sizeof found->dims);
    return true;
}

/* ---------------------------------------------------------------- parts */

static eg_definition *class_of_kind(eg_reader *r, eg_port_kind kind)
{
    static const char *const names[] = {
        [EG_FLANGE_A] = "Modelica.Mechanics.Translational.Interfaces.Flange_a",
        [EG_FLANGE_B] = "Modelica.Mechanics.Translational.Interfaces.Flange_b",
        [EG_SUPPORT] = "Modelica.Mechanics.Translational.Interfaces.Support",
        [EG_ROT_FLANGE_A] = "Modelica.Mechanics.Rotational.Interfaces.Flange_a",
        [EG_ROT_FLANGE_B] = "Modelica.Mechanics.Rotational.Interfaces.Flange_b",
        [EG_ROT_SUPPORT] = "Modelica.Mechanics.Rotational.Interfaces.Support",
        [EG_HEAT_A] = "Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_a",
        [EG_HEAT_B] = "Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_b",
        [EG_REAL_INPUT] = "Modelica.Blocks.Interfaces.RealInput",
        [EG_BOOLEAN_INPUT] = "Modelica.Blocks.Interfaces.BooleanInput",
        [EG_INTEGER_INPUT] = "Modelica.Blocks.Interfaces.IntegerInput",
    };
    eg_definition *d = eg_definition_new(r, EG_D_NATIVE, r->root, eg_symbol(r, names[kind]));
    if (d)
        d->native = eg_class_find(names[kind]);
    return d;
}

static eg_port_kind as_input(eg_port_kind kind)
{
    return eg_port_is_signal(kind) && eg_port_is_output(kind) ? (eg_port_kind)(kind - 1) : kind;
}

/* Gives the node class, kind and sizes. False when memory is out. */
static bool settle_node(taking *t, eg_node *node, const member *m)
{
    node->state = EG_DONE;
    node->rank = m->rank;
    node->count = 1;
    if (m->like) {
        node->category = EG_C_RECORD;
        node->type = m->like->type;
        node->native = m->like->native;
    } else {
        if (node->category == EG_C_VALUE && node->native->unit_type)
            node->unit = node->native->unit_type->unit;
        node->category = EG_C_CONNECTOR;
        node->port_kind = as_input(m->kind);
        node->type = node->native = class_of_kind(t->r, node->port_kind);
    }
    node->kind = m->like ? EG_N_MODEL : EG_N_CONNECTOR;
    if (m->rank == 0)
        return node->type != NULL;
    long *dims = eg_new_array(t->r, (size_t)m->rank, sizeof *dims);
    double count = 1;
    for (int i = 0; dims && i < m->rank; i++) {
        dims[i] = m->dims[i];
        count *= (double)dims[i];
    }
    if (!dims || !eg_count_instances(t->r, node->parent, node->name, node->component->at,
                                     count > (double)t->r->limit ? t->r->limit + 1 : (long long)count))
        return false;
    node->kind = EG_N_ARRAY;
    node->dims = dims;
    node->count = (size_t)count;
    node->elements = eg_new_array(t->r, node->count, sizeof *node->elements);
    return node->elements != NULL;
}

/* A node for what no text declares, where the connection stands that makes it. NULL: memory. */
static eg_node *new_node(taking *t, eg_node *bus, const member *m)
{
    eg_node *node = eg_node_new(t->r, bus, m->name, m->at->at);
    eg_component *component = node ? eg_new(t->r, sizeof *component) : NULL;
    if (!component)
        return NULL;
    component->name = m->name;
    component->at = m->at->at;
    node->component = component;
    node->home = m->scope->home;
    if (m->like) {
        node->entries = m->like->entries;
        node->entry_count = m->like->entry_count;
    }
    return node;
}

static void refuse_declared(taking *t, eg_node *declared)
{
    eg_error(t->r, eg_node_source(declared), eg_node_at(declared),
             "\"%s\" cannot be a part of an expandable connector", declared->name);
    eg_hint(t->r, "declare it as Real, Integer, Boolean or a connector, with a size that is known");
}

static bool make_part(taking *t, eg_node *bus, const member *m)
{
    if (m->declared && m->declared->kind == EG_N_ABSENT)
        return eg_keep_part(t->r, bus, m->declared, m->name);
    if (!m->is_known && m->declared && m->declared->state == EG_DONE) {
        refuse_declared(t, m->declared);
        return true;
    }
    if (!m->is_known) {
        eg_error(t->r, m->scope->source, m->at->at,
                 "nothing tells what \"%.200s.%s\" is: no connector that is declared is connected to it",
                 eg_node_path(t->r, bus), m->name);
        eg_hint(t->r, "connect it to a connector of a component, or declare it in the expandable connector");
        return true;
    }
    if (!m->has_source) {
        eg_error(t->r, m->scope->source, m->at->at,
                 "nothing gives \"%.200s.%s\" its value: no output of a component is connected to it",
                 eg_node_path(t->r, bus), m->name);
        eg_hint(t->r, "connect an output to it, of a block Modelica.Blocks.Sources.Constant for instance");
        return true;
    }
    eg_node *node = m->declared ? m->declared : new_node(t, bus, m);
    if (!node || !settle_node(t, node, m))
        return false;
    return eg_keep_part(t->r, bus, node, node->name) && eg_emit(t->r, node, t->spec);
}

/* A bus inside of a bus exists at once, since it takes on in its turn. False: memory. */
static bool make_inner_bus(taking *t, eg_node *bus, const char *name, const member *like,
                           const eg_standing *at)
{
    member m = *like;
    m.name = name;
    m.at = at->equation;
    m.scope = &at->scope;
    eg_node *node = new_node(t, bus, &m);
    t->changed = true;
    return node && settle_node(t, node, &m) && eg_keep_part(t->r, bus, node, name);
}

static bool is_bus_class(const member *m)
{
    return m->like && eg_is_expandable(m->like->type);
}

/* ---------------------------------------------------------------- going through connections */

/* The sizes that bus.x[2] and bus.x[1:3] ask for, with what is connected to them. */
static bool add_subscripts(taking *t, const eg_standing *at, const eg_part *part, member *m)
{
    int vectors = 0, rank = 0;
    member inner = *m;
    for (uint32_t i = 0; i < part->subscript_count; i++) {
        eg_value v;
        if (i >= EG_RANK_LIMIT || part->subscripts[i]->kind == EG_E_COLON ||
            !eg_evaluate(t->r, &at->scope, part->subscripts[i], &v) || v.type != EG_INTEGER || v.rank > 1)
            return false;
        vectors += v.rank;
        m->dims[i] = 0;
        for (size_t k = 0; k < v.count; k++) {
            double index = v.rank ? eg_value_element(&v, k).number : v.number;
            m->dims[i] =
                index > (double)m->dims[i] && index <= (double)t->r->limit ? (long)index : m->dims[i];
        }
    }
    rank = (int)part->subscript_count + inner.rank - vectors;
    if (vectors > inner.rank || rank > EG_RANK_LIMIT)
        return false;
    for (int i = (int)part->subscript_count; i < rank; i++)
        m->dims[i] = inner.dims[vectors + i - (int)part->subscript_count];
    m->rank = rank;
    m->is_open = true;
    return true;
}

/* A bus takes on what is connected to one of its names. False: memory. */
static bool take(taking *t, const eg_standing *at, const side *into, const member *found)
{
    member what = *found;
    if (is_bus_class(found) && into->part->subscript_count == 0)
        return make_inner_bus(t, into->bus, into->part->name, found, at);
    if (what.is_known && into->part->subscript_count > 0 && !add_subscripts(t, at, into->part, &what))
        return !t->r->out_of_memory;
    member *m = member_of(into->bus, into->part->name);
    if (!m && !(m = add_member(t, into->bus, into->part->name, at)))
        return false;
    if (!m->is_known && m->declared && !what.like && eg_port_is_signal(what.kind))
        what.kind = as_input(what.kind);
    learn(t, m, &what);
    return true;
}

static bool unite(taking *t, const eg_standing *at, eg_node *a, eg_node *b, int depth);

static bool unite_nodes(taking *t, const eg_standing *at, eg_node *a, eg_node *b, int depth)
{
    if (a->kind == EG_N_ARRAY && b->kind == EG_N_ARRAY && a->count == b->count) {
        for (size_t i = 0; i < a->count; i++) {
            eg_node *x = eg_element_of(t->r, a, i), *y = eg_element_of(t->r, b, i);
            if (!x || !y || !unite_nodes(t, at, x, y, depth))
                return false;
        }
        return true;
    }
    if (eg_shape(t->r, a) != EG_N_MODEL || eg_shape(t->r, b) != EG_N_MODEL || !eg_expand(t->r, a) ||
        !eg_expand(t->r, b))
        return !t->r->out_of_memory;
    return !a->bus || !b->bus || unite(t, at, a, b, depth);
}

/* What one bus has the other one gets. */
static bool hand_over(taking *t, const eg_standing *at, eg_node *from, eg_node *to, int depth)
{
    for (size_t i = 0; i < from->bus->members.count; i++) {
        const member *m = from->bus->members.items[i];
        member *other = member_of(to, m->name);
        if (!other && !(other = add_member(t, to, m->name, at)))
            return false;
        learn(t, other, m);
    }
    for (size_t i = 0; i < from->parts.count; i++) {
        eg_node *part = from->parts.items[i];
        eg_node *other = eg_part_of(t->r, to, part->name);
        if (part->category != EG_C_RECORD || !eg_is_expandable(part->type))
            continue;
        member like = {.like = part, .is_known = true, .rank = part->rank};
        for (int k = 0; k < part->rank; k++)
            like.dims[k] = part->dims[k];
        if (!other && !make_inner_bus(t, to, part->name, &like, at))
            return false;
        other = eg_part_of(t->r, to, part->name);
        if (other && !unite_nodes(t, at, part, other, depth + 1))
            return false;
    }
    return true;
}

static bool unite(taking *t, const eg_standing *at, eg_node *a, eg_node *b, int depth)
{
    return depth > EG_DEPTH_LIMIT || a == b ||
           (hand_over(t, at, a, b, depth) && hand_over(t, at, b, a, depth));
}

/* Finds what the side is. False: it is nothing yet, or memory is out. */
static bool find_side(taking *t, const eg_standing *at, const eg_expr *e, side *found)
{
    const eg_reference *whole = e->reference;
    *found = (side){0};
    for (uint32_t k = 1; k < whole->count; k++) {
        eg_reference prefix = {.parts = whole->parts, .count = k, .is_global = whole->is_global};
        if (!eg_find_targets(t->r, &at->scope, &prefix, &found->targets))
            return false;
        const eg_target *first = &found->targets.items[0];
        if (found->targets.count != 1 || first->member || found->targets.rest ||
            first->node->kind != EG_N_MODEL)
            continue;
        if (!eg_expand(t->r, first->node))
            return false;
        if (!first->node->bus || eg_part_of(t->r, first->node, whole->parts[k].name))
            continue;
        found->bus = first->node;
        found->part = &whole->parts[k];
        return k + 1 == whole->count;
    }
    return eg_find_targets(t->r, &at->scope, whole, &found->targets) && !found->targets.is_absent &&
           found->targets.count > 0;
}

static bool unite_targets(taking *t, const eg_standing *at, const side *a, const side *b)
{
    for (size_t i = 0; a->targets.count == b->targets.count && i < a->targets.count; i++) {
        const eg_target *x = &a->targets.items[i], *y = &b->targets.items[i];
        if (!x->member && !y->member && x->node->category == EG_C_RECORD &&
            y->node->category == EG_C_RECORD && !unite_nodes(t, at, x->node, y->node, 0))
            return false;
    }
    return true;
}

/* Learns what one connection tells. False: memory. */
static bool go_through(taking *t, const eg_standing *at)
{
    side a, b;
    member found;
    if (!find_side(t, at, at->equation->left, &a) || !find_side(t, at, at->equation->right, &b))
        return !t->r->out_of_memory;
    if (!a.bus && !b.bus)
        return unite_targets(t, at, &a, &b);
    if (!a.bus || !b.bus) {
        const side *into = a.bus ? &a : &b, *from = a.bus ? &b : &a;
        return !describe(at->scope.node, &from->targets, &found) || take(t, at, into, &found);
    }
    const member unknown = {0};
    const bool plain = a.part->subscript_count == 0 && b.part->subscript_count == 0;
    const member *right = member_of(b.bus, b.part->name);
    if (!take(t, at, &a, right && plain ? right : &unknown))
        return false;
    const member *left = member_of(a.bus, a.part->name);
    return take(t, at, &b, left && plain ? left : &unknown);
}

/* Learns from all connections until nothing is new. False: memory, or too much work (reported). */
static bool learn_all(taking *t, const eg_list *connections)
{
    bool ok = true;
    if (connections->count == 0)
        return true;
    const eg_standing *first = connections->items[0];
    for (t->changed = true; ok && t->changed;) {
        if (!eg_count_steps(t->r, first->scope.source, first->equation->at, (long long)connections->count))
            return false;
        eg_quiet outside = eg_be_quiet(t->r); /* what leads nowhere is told when connections are made */
        t->changed = false;
        for (size_t i = 0; ok && i < connections->count; i++)
            ok = go_through(t, connections->items[i]);
        eg_be_loud(t->r, outside);
    }
    return ok;
}

bool eg_take_on(eg_reader *r, eg_node *model, eg_spec *spec)
{
    taking t = {.r = r, .spec = spec};
    eg_list connections = {0};
    if (r->buses.count == 0)
        return true;
    if (r->errors > 0 || !eg_list_connections(r, model, &connections) || !learn_all(&t, &connections))
        return false;
    for (size_t i = 0; i < r->buses.count; i++) {
        eg_node *bus = r->buses.items[i];
        for (size_t k = 0; k < bus->bus->members.count; k++)
            if (!make_part(&t, bus, bus->bus->members.items[k]))
                return false;
    }
    return r->errors == 0;
}
