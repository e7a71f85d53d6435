/* From the spec to boxes, terminals and nets.
 *
 * What connections join, through connectors of users' models too, is a net. Boolean and Integer signals are
 * no connections in a spec but equations variable = variable: these are read as what they were. Other
 * equations that speak of a connector stand in a box of their own, one for each model that declares it. */
#include "base/names.h"
#include "base/tape.h"
#include "base/union_find.h"
#include "diagram/diagram.h"

#include <stdlib.h>
#include <string.h>

/* Endpoints: terminals first, then connectors. */
typedef struct reading {
    eg_diagram *d;
    const eg_spec *spec;
    eg_names *names;         /* path of a port -> terminal */
    eg_names *boxes;         /* path -> box */
    bool *is_alias;          /* (equations) the equation is a connection */
    int *connector_terminal; /* (connectors) of the box of equations, or -1 */
    eg_diagram_link *links;  /* (link_count) that equations of users' variables say */
    size_t link_count;
} reading;

eg_domain eg_diagram_domain_of(eg_port_kind kind)
{
    if (eg_port_is_mechanical(kind))
        return EG_MECHANICAL;
    return eg_port_is_thermal(kind) ? EG_THERMAL : EG_SIGNAL;
}

static int add_box(reading *r, const char *path, const eg_class *class, const eg_instance *instance)
{
    eg_diagram *d = r->d;
    if (eg_grow((void **)&d->boxes, &d->box_capacity, (size_t)d->box_count + 1, sizeof *d->boxes) != 0)
        return -1;
    char *copy = eg_arena_copy(d->arena, path);
    if (!copy || eg_names_add(r->boxes, copy, d->box_count) < 0)
        return -1;
    d->boxes[d->box_count] =
        (eg_box){.path = copy, .class = class, .instance = instance, .left = -1, .right = -1};
    return d->box_count++;
}

/* `name` is within the box; the whole path is what connections say. */
static int add_terminal(reading *r, int box, const char *name, const char *path, eg_port_kind kind)
{
    eg_diagram *d = r->d;
    if (eg_grow((void **)&d->terminals, &d->terminal_capacity, (size_t)d->terminal_count + 1,
                sizeof *d->terminals) != 0)
        return -1;
    char *own = eg_arena_copy(d->arena, name), *whole = eg_arena_copy(d->arena, path);
    if (!own || !whole || eg_names_add(r->names, whole, d->terminal_count) < 0)
        return -1;
    d->terminals[d->terminal_count] = (eg_terminal){.name = own, .kind = kind, .box = box, .net = -1};
    return d->terminal_count++;
}

const bool *eg_diagram_ports_of(eg_arena *arena, const eg_instance *instance)
{
    const eg_class *class = instance->class;
    bool *has_port = eg_arena_array(arena, class->port_count + 1, sizeof *has_port);
    for (size_t i = 0; has_port && i < class->port_count; i++)
        has_port[i] = eg_instance_has_port(instance, &class->ports[i]);
    return has_port;
}

static eg_status add_instances(reading *r)
{
    for (size_t i = 0; i < r->spec->instance_count; i++) {
        const eg_instance *x = &r->spec->instances[i];
        if (x->is_implied)
            continue;
        int box = add_box(r, x->path, x->class, x);
        const bool *has_port = eg_diagram_ports_of(r->d->arena, x);
        if (box < 0 || !has_port)
            return EG_ERROR_MEMORY;
        r->d->boxes[box].has_port = has_port;
        for (size_t p = 0; p < x->class->port_count; p++) {
            const eg_port *port = &x->class->ports[p];
            if (!has_port[p])
                continue;
            char *path = eg_arena_format(r->d->arena, "%s.%s", x->path, port->name);
            if (!path || add_terminal(r, box, port->name, path, port->kind) < 0)
                return EG_ERROR_MEMORY;
        }
    }
    for (size_t i = 0; i < r->spec->use_count; i++) {
        const eg_use *use = &r->spec->uses[i];
        if (use->class->kind == EG_PARTIAL || use->class->kind == EG_CONNECTOR ||
            eg_names_find(r->boxes, use->path) >= 0)
            continue;
        if (add_box(r, use->path, use->class, NULL) < 0)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* The port of a class by its name, which may be an element of a vector. */
static const eg_port *port_named(const eg_class *class, const char *name)
{
    size_t length = strcspn(name, "[");
    for (size_t i = 0; i < class->port_count; i++)
        if (strncmp(class->ports[i].name, name, length) == 0 && class->ports[i].name[length] == '\0')
            return &class->ports[i];
    return NULL;
}

/* The endpoint of a path: a terminal, a connector behind them (-2 - index), or -1. Ports of classes by
 * equations become terminals when something speaks of them. */
static int find_end(reading *r, const char *path)
{
    long terminal = eg_names_find(r->names, path);
    if (terminal >= 0)
        return (int)terminal;
    const char *dot = strrchr(path, '.');
    if (dot) {
        char *owner = eg_arena_text(r->d->arena, path, (size_t)(dot - path));
        long box = owner ? eg_names_find(r->boxes, owner) : -1;
        if (box >= 0 && !r->d->boxes[box].instance && r->d->boxes[box].class) {
            const eg_port *port = port_named(r->d->boxes[box].class, dot + 1);
            if (port)
                return add_terminal(r, (int)box, dot + 1, path, port->kind);
        }
    }
    long connector = eg_names_find(r->spec->connector_paths, path);
    return connector >= 0 ? -2 - (int)connector : -1;
}

static const char *variable_of(const eg_spec *spec, int formula)
{
    if (formula < 0 || spec->formulas[formula].op != EG_OP_VARIABLE)
        return NULL;
    return spec->formulas[formula].path;
}

/* ---------------------------------------------------------------- equations */

/* The box in which the equations of the model stand that declares a connector. */
static int box_of_equations(reading *r, const char *connector)
{
    const char *dot = strrchr(connector, '.');
    const char *owner = dot ? eg_arena_text(r->d->arena, connector, (size_t)(dot - connector)) : "equations";
    if (!owner)
        return -1;
    long box = eg_names_find(r->boxes, owner);
    return box >= 0 ? (int)box : add_box(r, owner, NULL, NULL);
}

/* A path in an equation: a connector, or the variable of one ("port.T"). */
static eg_status note_path(reading *r, const char *path)
{
    char *copy = eg_arena_copy(r->d->arena, path);
    if (!copy)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < 2; i++) {
        int end = find_end(r, copy);
        if (end <= -2 && r->connector_terminal[-2 - end] < 0) {
            const eg_connector *c = &r->spec->connectors[-2 - end];
            int box = box_of_equations(r, c->path);
            const char *dot = strrchr(c->path, '.');
            int t = box < 0 ? -1 : add_terminal(r, box, dot ? dot + 1 : c->path, "", c->kind);
            if (t < 0)
                return EG_ERROR_MEMORY;
            r->connector_terminal[-2 - end] = t;
        }
        char *dot = strrchr(copy, '.');
        if (end != -1 || !dot)
            break;
        *dot = '\0';
    }
    return EG_OK;
}

static eg_status read_equations(reading *r)
{
    const eg_spec *s = r->spec;
    bool *is_used = eg_arena_array(r->d->arena, s->formula_count, sizeof *is_used);
    if (!is_used)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < s->formula_count; i++)
        is_used[i] = s->formulas[i].op == EG_OP_VARIABLE;
    for (size_t i = 0; i < s->equation_count; i++) {
        const eg_user_equation *e = &s->equations[i];
        const char *left = variable_of(s, e->left), *right = variable_of(s, e->right);
        if (e->kind != EG_USER_EQUATION || !left || !right)
            continue;
        int one = find_end(r, left), other = find_end(r, right);
        r->is_alias[i] = one != -1 && other != -1;
        if (r->is_alias[i])
            is_used[e->left] = is_used[e->right] = false;
    }
    for (size_t i = 0; i < s->formula_count; i++)
        if (is_used[i] && s->formulas[i].path && note_path(r, s->formulas[i].path) != EG_OK)
            return EG_ERROR_MEMORY;
    return EG_OK;
}

/* ---------------------------------------------------------------- variables */

/* A box of equations for the component that a variable of the user's belongs to; -1: the library says what it
 * is, or it is one of the whole model, which has no box where there are others. */
static int box_of_variable(reading *r, const eg_diagram_end *end, bool is_alone)
{
    long box = eg_names_find(r->boxes, end->owner);
    if (box >= 0 && r->d->boxes[box].class)
        return -1;
    if (box < 0 && (!end->is_declared || (!is_alone && strcmp(end->owner, r->d->name) == 0)))
        return -1;
    return box >= 0 ? (int)box : add_box(r, end->owner, NULL, NULL);
}

/* Both ends become terminals, if they are none, unless one of them stands nowhere. */
static eg_status add_link(reading *r, eg_diagram_link *link, bool is_alone)
{
    const int known[] = {find_end(r, link->end[0].path), find_end(r, link->end[1].path)};
    for (int i = 0; i < 2; i++)
        if (known[i] == -1 && box_of_variable(r, &link->end[i], is_alone) < 0)
            return EG_OK;
    for (int i = 0; i < 2; i++) {
        eg_diagram_end *end = &link->end[i];
        if (known[i] != -1)
            continue;
        if (known[1 - i] >= 0) /* what a port of the library says */
            end->kind =
                eg_port_is_output(r->d->terminals[known[1 - i]].kind) ? EG_REAL_INPUT : EG_REAL_OUTPUT;
        const char *path = eg_arena_format(r->d->arena, "%s.%s", end->owner, end->port);
        if (!path)
            return EG_ERROR_MEMORY;
        end->path = path;
        if (eg_names_find(r->names, path) < 0 &&
            add_terminal(r, box_of_variable(r, end, is_alone), end->port, path, end->kind) < 0)
            return EG_ERROR_MEMORY;
    }
    r->links[r->link_count++] = *link;
    return EG_OK;
}

/* Of a model without components all that names of variables tell of; else what signals lead to. */
static eg_status read_variables(reading *r)
{
    const eg_spec *s = r->spec;
    const bool is_alone = r->d->box_count == 0;
    const char **owners = eg_arena_array(r->d->arena, s->variable_count + 1, sizeof *owners);
    eg_diagram_link *links = eg_arena_array(r->d->arena, s->equation_count + 1, sizeof *links);
    size_t count = 0;
    r->links = links; /* those that are taken move to the front */
    if (!owners || !links)
        return EG_ERROR_MEMORY;
    eg_status status = eg_diagram_read_variables(r->d, s, owners, links, &count);
    bool has_parts = false;
    for (size_t i = 0; i < s->variable_count && is_alone && status == EG_OK; i++)
        has_parts = has_parts || strcmp(owners[i], r->d->name) != 0;
    for (size_t i = 0; i < s->variable_count && has_parts && status == EG_OK; i++)
        if (eg_names_find(r->boxes, owners[i]) < 0 && add_box(r, owners[i], NULL, NULL) < 0)
            status = EG_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == EG_OK; i++)
        if (is_alone || links[i].is_signal)
            status = add_link(r, &links[i], is_alone);
    return status;
}

/* ---------------------------------------------------------------- nets */

static int index_of(const reading *r, int end)
{
    return end >= 0 ? end : r->d->terminal_count + (-2 - end);
}

static void join(reading *r, int *set, const char *from, const char *to)
{
    int one = find_end(r, from), other = find_end(r, to);
    if (one != -1 && other != -1)
        eg_sets_join(set, index_of(r, one), index_of(r, other));
}

/* The terminals of each net, and those of each box. */
static eg_status list_ends(eg_diagram *d)
{
    d->ends = eg_arena_array(d->arena, (size_t)d->terminal_count + 1, sizeof *d->ends);
    d->ports = eg_arena_array(d->arena, (size_t)d->terminal_count + 1, sizeof *d->ports);
    if (!d->ends || !d->ports)
        return EG_ERROR_MEMORY;
    for (int t = 0; t < d->terminal_count; t++) {
        d->boxes[d->terminals[t].box].count++;
        if (d->terminals[t].net >= 0)
            d->nets[d->terminals[t].net].count++;
    }
    for (int b = 0, filled = 0; b < d->box_count; b++) {
        d->boxes[b].first = filled;
        filled += d->boxes[b].count;
        d->boxes[b].count = 0;
    }
    for (int n = 0, filled = 0; n < d->net_count; n++) {
        d->nets[n].first = filled;
        filled += d->nets[n].count;
        d->nets[n].count = 0;
    }
    for (int t = 0; t < d->terminal_count; t++) {
        eg_box *b = &d->boxes[d->terminals[t].box];
        d->ports[b->first + b->count++] = t;
        if (d->terminals[t].net < 0)
            continue;
        eg_diagram_net *n = &d->nets[d->terminals[t].net];
        d->ends[n->first + n->count++] = t;
    }
    return EG_OK;
}

static eg_status make_nets(reading *r)
{
    eg_diagram *d = r->d;
    const eg_spec *s = r->spec;
    for (size_t i = 0; i < s->connection_count; i++) { /* makes terminals that are not there yet */
        find_end(r, s->connections[i].from);
        find_end(r, s->connections[i].to);
    }
    int total = d->terminal_count + (int)s->connector_count;
    int *set = eg_arena_array(d->arena, (size_t)total + 1, sizeof *set);
    int *number = eg_arena_array(d->arena, (size_t)total + 1, sizeof *number);
    d->nets = eg_arena_array(d->arena, (size_t)total + 1, sizeof *d->nets);
    if (!set || !number || !d->nets)
        return EG_ERROR_MEMORY;
    eg_sets_init(set, total);
    for (size_t i = 0; i < s->connection_count; i++)
        join(r, set, s->connections[i].from, s->connections[i].to);
    for (size_t i = 0; i < s->equation_count; i++)
        if (r->is_alias[i])
            join(r, set, variable_of(s, s->equations[i].left), variable_of(s, s->equations[i].right));
    for (size_t i = 0; i < r->link_count; i++)
        join(r, set, r->links[i].end[0].path, r->links[i].end[1].path);
    for (size_t i = 0; i < s->connector_count; i++)
        if (r->connector_terminal[i] >= 0)
            eg_sets_join(set, r->connector_terminal[i], d->terminal_count + (int)i);
    for (int i = 0; i < d->terminal_count; i++)
        number[eg_sets_find(set, i)]++;
    for (int i = 0; i < d->terminal_count; i++) {
        int root = eg_sets_find(set, i);
        if (number[root] == 1)
            continue; /* nothing is connected there */
        if (number[root] > 1) {
            d->nets[d->net_count] =
                (eg_diagram_net){.domain = eg_diagram_domain_of(d->terminals[i].kind),
                                 .is_discrete = eg_port_is_discrete(d->terminals[i].kind)};
            number[root] = -1 - d->net_count++;
        }
        d->terminals[i].net = -1 - number[root];
    }
    return list_ends(d);
}

/* ---------------------------------------------------------------- sides */

static bool is_support(const eg_terminal *t)
{
    return t->kind == EG_SUPPORT || t->kind == EG_ROT_SUPPORT || strcmp(t->name, "support") == 0 ||
           eg_text_ends(t->name, "support");
}

/* A flange at the right is one of kind b; in 20-sim's classes, where kinds tell of signs, the upper or the
 * second. */
static bool is_second(const eg_diagram *d, const eg_terminal *t, int before)
{
    const eg_class *class = d->boxes[t->box].class;
    const size_t length = strcspn(t->name, "["); /* of an element the vector's name */
    const char last = length > 1 && t->name[length - 2] == '_' ? t->name[length - 1] : '\0';
    if (eg_text_ends(t->name, "_low"))
        return false;
    if (last == 'b' || t->kind == EG_FLANGE_B || t->kind == EG_ROT_FLANGE_B || t->kind == EG_HEAT_B)
        return true;
    if (eg_text_ends(t->name, "_high"))
        return true;
    return before > 0 && !(class && last == 'a');
}

static eg_diagram_side side_of(const eg_diagram *d, const eg_terminal *t, int before)
{
    const eg_box *b = &d->boxes[t->box];
    eg_domain domain = eg_diagram_domain_of(t->kind);
    if (domain == EG_SIGNAL && b->domain == EG_SIGNAL)
        return eg_port_is_output(t->kind) ? EG_SIDE_RIGHT : EG_SIDE_LEFT;
    if (domain == EG_SIGNAL)
        return eg_port_is_output(t->kind) ? EG_SIDE_BOTTOM : EG_SIDE_TOP;
    if (domain != b->domain || is_support(t))
        return EG_SIDE_BOTTOM;
    return is_second(d, t, before) ? EG_SIDE_RIGHT : EG_SIDE_LEFT;
}

/* Signals of what has a single flange, a force or a sensor, pass on the side that is free. */
static void use_free_side(eg_diagram *d, const eg_box *b)
{
    const eg_diagram_side side = b->left < 0 ? EG_SIDE_LEFT : EG_SIDE_RIGHT;
    for (int i = 0; i < b->count; i++)
        if (eg_diagram_is_level(&d->terminals[d->ports[b->first + i]]) && d->ports[b->first + i] != b->left &&
            d->ports[b->first + i] != b->right)
            return;
    for (int i = 0; i < b->count; i++)
        if (eg_diagram_domain_of(d->terminals[d->ports[b->first + i]].kind) == EG_SIGNAL)
            d->terminals[d->ports[b->first + i]].side = side;
}

/* What a box is first: mechanical, else thermal, else of signals. */
static void choose_sides(eg_diagram *d)
{
    for (int i = 0; i < d->box_count; i++)
        d->boxes[i].domain = EG_SIGNAL;
    for (int i = 0; i < d->terminal_count; i++) {
        eg_box *b = &d->boxes[d->terminals[i].box];
        eg_domain domain = eg_diagram_domain_of(d->terminals[i].kind);
        b->domain = domain < b->domain ? domain : b->domain;
    }
    for (int i = 0; i < d->terminal_count; i++) {
        eg_terminal *t = &d->terminals[i];
        eg_box *b = &d->boxes[t->box];
        t->side = side_of(d, t, (b->left >= 0) + (b->right >= 0));
        if (b->domain == EG_SIGNAL || eg_diagram_domain_of(t->kind) != b->domain || t->net < 0)
            continue;
        int *primary = t->side == EG_SIDE_LEFT ? &b->left : &b->right;
        int other = t->side == EG_SIDE_LEFT ? b->right : b->left;
        if (other >= 0 && d->terminals[other].net == t->net)
            continue; /* both sides in one node: one line goes straight, the other around */
        if ((t->side == EG_SIDE_LEFT || t->side == EG_SIDE_RIGHT) && *primary < 0) {
            *primary = i;
            t->is_primary = true;
        }
    }
    for (int i = 0; i < d->box_count; i++)
        if ((d->boxes[i].left < 0) != (d->boxes[i].right < 0))
            use_free_side(d, &d->boxes[i]);
}

eg_status eg_diagram_read_network(eg_diagram *d, const eg_spec *spec)
{
    reading r = {.d = d, .spec = spec, .names = eg_names_create(256), .boxes = eg_names_create(64)};
    r.is_alias = eg_arena_array(d->arena, spec->equation_count + 1, sizeof *r.is_alias);
    r.connector_terminal = eg_arena_array(d->arena, spec->connector_count + 1, sizeof *r.connector_terminal);
    eg_status status = r.names && r.boxes && r.is_alias && r.connector_terminal ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; status == EG_OK && i < spec->connector_count; i++)
        r.connector_terminal[i] = -1;
    if (status == EG_OK)
        status = add_instances(&r);
    if (status == EG_OK)
        status = read_equations(&r);
    if (status == EG_OK)
        status = read_variables(&r);
    if (status == EG_OK)
        status = make_nets(&r);
    if (status == EG_OK)
        choose_sides(d);
    eg_names_free(r.names);
    eg_names_free(r.boxes);
    return status;
}
