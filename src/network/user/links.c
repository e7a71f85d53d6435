/* Constraints that users write between positions of native bodies, at flanges of their own classes:
 *
 *     flange_b.s = flange_a.s + L,    flange.s = s0,    flange.s = f(time),    2*flange_a.s = flange_b.s
 *
 * What is left of such an equation after the elimination speaks of positions of nodes alone, and of a motion.
 * A link of the network takes its place, as a native rod, fixed part, gear or drive would: the spec gets a
 * hidden instance inside the component whose flanges they are, and is compiled anew. The link's forces are in
 * proportion to the coefficients, as the virtual work of a constraint demands, and of unknown size. The
 * component's equations give a flow for each of its flanges but as many as there are constraints; the force
 * at one flange of each link is therefore the link's alone, at the others what the equations say besides. */
#include "network/user/links.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- recognising a constraint */

static bool add_end(eg_user_constraint *c, int node, double coefficient)
{
    for (int i = 0; i < c->count; i++)
        if (c->node[i] == node) {
            c->coefficient[i] += coefficient;
            return true;
        }
    if (c->count == EG_CONSTRAINT_MAX_ENDS)
        return false;
    c->node[c->count] = node;
    c->coefficient[c->count++] = coefficient;
    return true;
}

/* The node whose temperature the row gives, or -1: surface.T = T, whatever T is, where nothing native gives
 * the temperature. What flows there is then what the balance of the node leaves, as C*der(T) = surface.Q_flow
 * asks for: equations that store heat are drives of the temperature. Of several rows at one node the first
 * drives; to the others the temperature is a variable then. */
static int temperature_row(eg_linear_system *l, const eg_linear_row *row)
{
    const eg_user_builder *b = l->b;
    int node = -1;
    for (int i = 0; i < row->count; i++) {
        const eg_linear_column *column = &l->columns[row->terms[i].index];
        const eg_instruction *x = &b->raw.code[column->node];
        const eg_user_input *in = x->op == EG_OP_INPUT ? &b->leaves.items[x->a] : NULL;
        if (in && in->kind == EG_USER_TEMPERATURE && node < 0)
            node = in->index;
    }
    for (int i = 0; i < b->u->constraint_count && node >= 0; i++)
        if (b->u->constraints[i].is_heat && b->u->constraints[i].node[0] == node)
            return -1;
    return node >= 0 && !eg_user_is_temperature_given(b, node) ? node : -1;
}

/* The row as a sum of positions; false when it is none. */
static bool take_row(eg_linear_system *l, const eg_linear_row *row, eg_user_constraint *c)
{
    const eg_user_builder *b = l->b;
    const int heat = temperature_row(l, row);
    if (heat >= 0) {
        c->is_heat = c->is_motion = true;
        return add_end(c, heat, 1);
    }
    for (int i = 0; i < row->count; i++) {
        int column = row->terms[i].index;
        const eg_instruction *x = &b->raw.code[l->columns[column].node];
        const eg_user_input *in = x->op == EG_OP_INPUT ? &b->leaves.items[x->a] : NULL;
        double by = row->terms[i].coefficient;
        if (l->columns[column].rank != EG_COLUMN_OPAQUE)
            return false;
        if (in && in->kind == EG_USER_DISTANCE) {
            if (!add_end(c, in->index, by) || (in->other >= 0 && !add_end(c, in->other, -by)))
                return false;
        } else if (eg_linear_has_rate(l, column)) {
            c->is_motion = true;
        } else {
            return false;
        }
    }
    c->length = -row->constant;
    return c->count > 0 && (!c->is_motion || c->count == 1);
}

/* A connector at the node, of the same component as `like` or of a part inside it (-1: of any component),
 * that nothing inside is joined to. Searched from number `from` on. -1: none. */
static int connector_at(const eg_user_builder *b, int node, bool is_heat, int like, int from)
{
    const eg_model *m = b->m;
    for (int i = from; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        if (!(is_heat ? eg_port_is_thermal : eg_port_is_mechanical)(c->kind) ||
            m->connector.node[i] != node || c->motion || b->hands_on[i])
            continue;
        bool same = like < 0 || strncmp(m->connector.list[like].path, c->path,
                                        eg_connector_owner(&m->connector.list[like])) == 0;
        if (same && (c->keeps_flow || !eg_user_is_joined_inside(m, i)))
            return i;
    }
    return -1;
}

/* Does the formula of the spec speak of the connector? Looks at so many formulas at most. */
static bool speaks_of(const eg_spec *spec, int formula, const char *connector, int *visits)
{
    if (formula < 0 || --*visits < 0)
        return false;
    const eg_formula *f = &spec->formulas[formula];
    size_t length = strlen(connector);
    if (f->op == EG_OP_VARIABLE)
        return strncmp(f->path, connector, length) == 0 && f->path[length] == '.';
    return speaks_of(spec, f->a, connector, visits) || speaks_of(spec, f->b, connector, visits) ||
           speaks_of(spec, f->c, connector, visits);
}

static bool is_spoken_of(const eg_user_builder *b, const eg_user_constraint *c, int connector)
{
    const eg_user_equation *q = &b->spec->equations[c->equation];
    int visits = 1000;
    return speaks_of(b->spec, q->left, b->m->connector.list[connector].path, &visits) ||
           speaks_of(b->spec, q->right, b->m->connector.list[connector].path, &visits);
}

/* The flanges of one component at all ends; `own`: of one whose flange the equation names. */
static bool find_connectors(const eg_user_builder *b, eg_user_constraint *c, bool own)
{
    for (int first = connector_at(b, c->node[0], c->is_heat, -1, 0); first >= 0;
         first = connector_at(b, c->node[0], c->is_heat, -1, first + 1)) {
        int found = 1;
        if (own && !is_spoken_of(b, c, first))
            continue;
        c->connector[0] = first;
        while (found < c->count &&
               (c->connector[found] = connector_at(b, c->node[found], false, first, 0)) >= 0)
            found++;
        if (found == c->count)
            return true;
    }
    return false;
}

/* The last end whose force no other link has taken over. */
static bool choose_free_end(const eg_user *u, eg_user_constraint *c)
{
    for (c->free_end = c->count - 1; c->free_end >= 0; c->free_end--) {
        bool taken = false;
        for (int i = 0; i < u->constraint_count; i++)
            taken =
                taken || u->constraints[i].connector[u->constraints[i].free_end] == c->connector[c->free_end];
        if (!taken)
            return true;
    }
    return false;
}

int eg_user_note_constraint(eg_linear_system *l, const eg_linear_row *row)
{
    eg_user_builder *b = l->b;
    eg_user *u = b->u;
    eg_user_constraint c = {.equation = b->equations[row->equation].number, .port = -1};
    if (c.equation < 0 || row->is_derivative || !take_row(l, row, &c) ||
        (!find_connectors(b, &c, true) && !find_connectors(b, &c, false)) || !choose_free_end(u, &c))
        return 0;
    if (eg_grow((void **)&u->constraints, &u->constraint_capacity, (size_t)u->constraint_count + 1,
                sizeof c) < 0)
        return -1;
    u->constraints[u->constraint_count++] = c;
    return 0;
}

int eg_user_note_heating(eg_user_builder *b, int node)
{
    eg_user *u = b->u;
    int connector = connector_at(b, node, true, -1, 0);
    for (int i = 0; i < u->constraint_count && connector >= 0; i++)
        if (u->constraints[i].is_heat && u->constraints[i].node[0] == node)
            return 0;
    if (connector < 0 || eg_user_is_temperature_given(b, node))
        return 0;
    if (eg_grow((void **)&u->constraints, &u->constraint_capacity, (size_t)u->constraint_count + 1,
                sizeof *u->constraints) < 0)
        return -1;
    u->constraints[u->constraint_count++] = (eg_user_constraint){.equation = -1,
                                                                 .count = 1,
                                                                 .node = {node},
                                                                 .connector = {connector},
                                                                 .coefficient = {1},
                                                                 .is_heat = true,
                                                                 .is_motion = true,
                                                                 .port = -1};
    return 0;
}

/* Does nothing give the force at the connector? */
static bool is_open(const eg_user_builder *b, int connector)
{
    int flow = b->connector_flow[connector];
    return flow < 0 || b->value_of[flow] < 0;
}

/* x = flange.s has been solved for x, whose derivatives equations give too: it is x that moves the flange, if
 * the force there is open. */
int eg_user_note_motion(eg_user_builder *b, int equation)
{
    eg_user *u = b->u;
    for (int side = 0; side < 2; side++) {
        int count = eg_user_cone(b, side ? b->equations[equation].right : b->equations[equation].left);
        if (count < 0)
            return -1;
        for (int i = 0; i < count; i++) {
            const eg_instruction *x = &b->raw.code[b->list[i]];
            const eg_user_input *in = x->op == EG_OP_INPUT ? &b->leaves.items[x->a] : NULL;
            bool is_position = in && in->kind == EG_USER_DISTANCE && in->other < 0;
            int connector = is_position ? connector_at(b, in->index, false, -1, 0) : -1;
            if (connector < 0 || !is_open(b, connector))
                continue;
            if (eg_grow((void **)&u->constraints, &u->constraint_capacity, (size_t)u->constraint_count + 1,
                        sizeof *u->constraints) < 0)
                return -1;
            u->constraints[u->constraint_count++] = (eg_user_constraint){.equation = -1,
                                                                         .count = 1,
                                                                         .node = {in->index},
                                                                         .connector = {connector},
                                                                         .coefficient = {1},
                                                                         .is_motion = true,
                                                                         .port = -1};
            return 1;
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- putting links into the spec */

typedef struct linking {
    eg_spec *spec;
    eg_diagnostics *d;
    const eg_user_constraint *c;
    const char *path; /* of the hidden instance */
    eg_place place;
} linking;

static int connect_end(const linking *l, const char *port, int connector)
{
    const char *from = eg_arena_format(l->spec->arena, "%s.%s", l->path, port);
    return from ? eg_spec_add_connection(l->spec, from, l->spec->connectors[connector].path, l->place) : -1;
}

static int add_rigid_link(const linking *l)
{
    static const char *const ports[] = {"a", "b", "c", "d"};
    eg_instance *x = eg_spec_add_instance(l->spec, &eg_class_user_link, l->path, l->place, l->d);
    if (!x)
        return -1;
    x->p[EG_LINK_COUNT] = l->c->count;
    x->p[EG_LINK_LENGTH] = l->c->length;
    x->p[EG_LINK_HAS_B] = l->c->count > 1;
    x->p[EG_LINK_HAS_C] = l->c->count > 2;
    x->p[EG_LINK_HAS_D] = l->c->count > 3;
    for (size_t i = 0; i < x->class->parameter_count; i++)
        x->given[i] = true; /* else they would be lost when the spec is compiled again */
    int status = 0;
    for (int i = 0; i < l->c->count && status == 0; i++) {
        x->p[EG_LINK_COEFFICIENT + i] = l->c->coefficient[i];
        status = connect_end(l, ports[i], l->c->connector[i]);
    }
    l->spec->equations[l->c->equation].kind = EG_USER_LINKED;
    return status;
}

/* "path.name" becomes an output with the formula; answers the formula, or -1. */
static int add_output(const linking *l, const char *name, const char *unit, int formula)
{
    eg_connector output = {.path = eg_arena_format(l->spec->arena, "%s%s", l->path, name),
                           .kind = EG_REAL_OUTPUT,
                           .unit = unit,
                           .start = NAN,
                           .place = l->place};
    const char *input = eg_arena_format(l->spec->arena, "%s.%s", l->path, name);
    if (formula < 0 || !output.path || !input || eg_spec_add_connector(l->spec, output) < 0 ||
        eg_spec_add_connection(l->spec, output.path, input, l->place) < 0)
        return -1;
    int left = eg_spec_add_formula(l->spec, (eg_formula){.op = EG_OP_VARIABLE, .path = output.path});
    eg_user_equation q = {
        .kind = EG_USER_EQUATION, .left = left, .right = formula, .when = -1, .place = l->place};
    return left < 0 || eg_spec_add_equation(l->spec, q) < 0 ? -1 : formula;
}

/* A variable of equations that is to be the position, or the temperature, of a port; its path, or NULL. */
static const char *add_moving(const linking *l, const char *path, const char *port)
{
    const bool begins = port && !isnan(l->c->start);
    eg_user_variable x = {.path = path,
                          .type = EG_REAL,
                          .is_hidden = true,
                          .moves = port,
                          .start = begins ? l->c->start : NAN,
                          .nominal = NAN,
                          .fixed = begins && l->c->is_fixed ? 1 : -1,
                          .state_select = -1,
                          .place = l->place};
    return path && eg_spec_add_variable(l->spec, x) >= 0 ? path : NULL;
}

/* Gives l->path the drive that moves along the variable, with all derivatives. */
static int add_drive(const linking *l, const char *variable)
{
    eg_spec *spec = l->spec;
    const eg_class *class =
        eg_class_find(l->c->is_heat ? "Modelica.Thermal.HeatTransfer.Sources.PrescribedTemperature"
                                    : "Modelica.Mechanics.Translational.Components."
                                      "GeneralPositionToForceAdaptor");
    eg_instance *drive =
        class && variable ? eg_spec_add_instance(spec, class, l->path, l->place, l->d) : NULL;
    if (!drive)
        return -1;
    for (size_t i = 0; i < class->parameter_count; i++) {
        drive->p[i] = 1;
        drive->given[i] = true;
    }
    int s = eg_spec_add_formula(spec, (eg_formula){.op = EG_OP_VARIABLE, .path = variable});
    if (l->c->is_heat)
        return add_output(l, "T", "K", s);
    int v = add_output(l, "p", "m", s) < 0 ? -1
                                           : eg_spec_add_formula(spec, (eg_formula){.op = EG_OP_DER, .a = s});
    int a = add_output(l, "pder", "m/s", v) < 0
                ? -1
                : eg_spec_add_formula(spec, (eg_formula){.op = EG_OP_DER, .a = v});
    return add_output(l, "pder2", "m/s2", a);
}

/* The equation gives a variable, which with its derivatives moves the flange, or is the temperature. */
static int add_motion(const linking *l)
{
    eg_spec *spec = l->spec;
    const int connector = l->c->connector[0];
    const eg_connector *moved = &spec->connectors[connector];
    const char *place = eg_port_is_rotational(moved->kind) ? "phi" : "s",
               *member = l->c->is_heat ? "T" : place;
    const char *x = add_moving(l, eg_arena_format(spec->arena, "%s.%s", moved->path, member), NULL);
    if (!x)
        return -1;
    spec->connectors[connector].motion = x;
    return add_drive(l, x) < 0 ? -1 : connect_end(l, l->c->is_heat ? "port" : "flange", connector);
}

/* A variable moves the port, without a force: what else acts there is determined by that. */
static int add_inverse(const linking *l, const char *port)
{
    eg_spec *spec = l->spec;
    const char *x = add_moving(l, eg_arena_format(spec->arena, "%s.x", l->path), port);
    const char *flange = eg_arena_format(spec->arena, "%s.flange", l->path);
    const char *force = eg_arena_format(spec->arena, "%s.flange.f", l->path);
    if (!x || !flange || !force || add_drive(l, x) < 0 ||
        eg_spec_add_connection(spec, flange, port, l->place) < 0)
        return -1;
    int left = eg_spec_add_formula(spec, (eg_formula){.op = EG_OP_VARIABLE, .path = force});
    int right = eg_spec_add_formula(spec, (eg_formula){.op = EG_OP_CONSTANT, .number = 0});
    eg_user_equation q = {
        .kind = EG_USER_EQUATION, .left = left, .right = right, .when = -1, .place = l->place};
    return left < 0 || right < 0 ? -1 : eg_spec_add_equation(spec, q);
}

/* "mass.flange_a" */
static const char *port_path(const eg_spec *spec, const eg_model *m, int port)
{
    int instance = 0;
    while (m->ports.base[instance + 1] <= port)
        instance++;
    const eg_class *class = m->instances[instance].class;
    return eg_arena_format(spec->arena, "%s.%s", eg_instance_path(m, instance),
                           class->ports[port - m->ports.base[instance]].name);
}

static bool add_link(const eg_model *m, linking *l)
{
    const eg_user_constraint *c = l->c;
    eg_spec *spec = l->spec;
    if (c->is_invariant) {
        spec->equations[c->equation].order++;
        return true;
    }
    if (c->is_sought) {
        spec->connectors[c->connector[0]].is_sought = true;
        return true;
    }
    if (c->port >= 0) {
        const char *port = port_path(spec, m, c->port), *dot = port ? strrchr(port, '.') : NULL;
        l->place = c->equation < 0 ? EG_NOWHERE : spec->equations[c->equation].place;
        l->path = dot ? eg_arena_format(spec->arena, "%.*s.$i%d", (int)(dot - port), port, c->port) : NULL;
        return l->path && add_inverse(l, port) >= 0;
    }
    const eg_connector *first = &spec->connectors[c->connector[0]];
    l->place = c->equation < 0 ? first->place : spec->equations[c->equation].place;
    l->path = eg_arena_format(spec->arena, "%.*s$%s%d", (int)eg_connector_owner(first), first->path,
                              c->equation < 0 ? "m" : "", c->equation < 0 ? c->connector[0] : c->equation);
    for (int k = 0; k < c->count; k++)
        spec->connectors[c->connector[k]].keeps_flow = true;
    return l->path && (c->is_motion ? add_motion(l) : add_rigid_link(l)) >= 0;
}

eg_status eg_user_add_links(eg_spec *spec, const eg_model *m, eg_diagnostics *d)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->constraint_count; i++) {
        linking l = {.spec = spec, .d = d, .c = &u->constraints[i]};
        if (!add_link(m, &l))
            return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < u->constraint_count; i++)
        if (u->constraints[i].port < 0 && !u->constraints[i].is_sought && !u->constraints[i].is_invariant)
            spec->connectors[u->constraints[i].connector[u->constraints[i].free_end]].keeps_flow = false;
    return EG_OK;
}
