/* What ports come to in Modelica, and what equations say of them. */
#include "modelica/sidops/sidops.h"

#include <string.h>

#define FLANGES "Modelica.Mechanics."
#define BLOCKS "Modelica.Blocks.Interfaces."

/* ---------------------------------------------------------------- names */

static bool is_mechanical(const eg_sidops_port *port)
{
    return port->kind == EG_SIDOPS_TRANSLATION || port->kind == EG_SIDOPS_ROTATION;
}

/* `name` is that of the port, or of one of its terminals. */
static const char *effort_name(eg_parser *p, const eg_sidops_port *port, const char *name)
{
    return eg_sidops_with_ending(p, name, is_mechanical(port) ? port->effort : "e");
}

static const char *flow_name(eg_parser *p, const eg_sidops_port *port, const char *name)
{
    return eg_sidops_with_ending(p, name, is_mechanical(port) ? port->flow : "f");
}

eg_expr *eg_sidops_effort(eg_parser *p, const eg_sidops_port *port, const char *name, uint32_t at)
{
    return eg_sidops_name(p, effort_name(p, port, name), NULL, at);
}

eg_expr *eg_sidops_flow(eg_parser *p, const eg_sidops_port *port, const char *name, uint32_t at)
{
    return eg_sidops_name(p, flow_name(p, port, name), NULL, at);
}

/* ---------------------------------------------------------------- declarations */

static bool declare_real(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port, const char *name,
                         const char *unit)
{
    eg_component *c = eg_sidops_declare(p, m, name, "Real", port->at);
    eg_expr *said = unit ? eg_parse_new_expr(p, EG_E_STRING, port->at) : NULL;
    if (!c)
        return false;
    c->dimensions = port->dimensions;
    c->dimension_count = port->dimension_count;
    if (said)
        said->text = unit;
    return (!unit || eg_sidops_argument(p, c, "unit", said)) && eg_sidops_add_variable(p, m, c);
}

static bool declare_flange(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port, const char *name,
                           bool is_out)
{
    const char *domain = port->kind == EG_SIDOPS_TRANSLATION ? "Translational" : "Rotational";
    const char *type = eg_textf(p->r, FLANGES "%s.Interfaces.Flange_%s", domain, is_out ? "b" : "a");
    eg_component *c = eg_sidops_declare(p, m, name, type, port->at);
    if (c)
        c->comment = port->comment;
    return c != NULL;
}

/* flange.f = F, or -F where power leaves through it. */
static bool balance(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port, const char *flange,
                    bool is_minus)
{
    eg_list one = {0};
    const char *force = port->kind == EG_SIDOPS_TRANSLATION ? "f" : "tau";
    eg_expr *effort = eg_sidops_effort(p, port, port->name, port->at);
    if (!effort || !eg_list_add(p->r, &one, effort))
        return false;
    return eg_sidops_equal(p, &m->equations, eg_sidops_name(p, flange, force, port->at),
                           is_minus ? eg_sidops_sum(p, &one, &is_minus, port->at) : effort);
}

/* The whole has flanges, whose speeds and forces its ports have. */
static bool make_flange(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port, const char *name,
                        bool is_out)
{
    const char *position = port->kind == EG_SIDOPS_TRANSLATION ? "s" : "phi";
    eg_expr *speed = eg_sidops_call(p, "der", eg_sidops_name(p, name, position, port->at), NULL, port->at);
    return declare_flange(p, m, port, name, is_out) &&
           eg_sidops_equal(p, &m->equations, eg_sidops_flow(p, port, name, port->at), speed) &&
           balance(p, m, port, name, is_out);
}

static bool declare_sides(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port, const char *name)
{
    if (!is_mechanical(port))
        return declare_real(p, m, port, effort_name(p, port, name), NULL) &&
               declare_real(p, m, port, flow_name(p, port, name), NULL);
    const bool is_translation = port->kind == EG_SIDOPS_TRANSLATION;
    return declare_real(p, m, port, effort_name(p, port, name), is_translation ? "N" : "N.m") &&
           declare_real(p, m, port, flow_name(p, port, name), is_translation ? "m/s" : "rad/s");
}

/* What differs between the terminals of a port, speeds and voltages, and what is the same at both, forces
 * and currents. */
static eg_expr *across(eg_parser *p, const eg_sidops_port *port, const char *name)
{
    return is_mechanical(port) ? eg_sidops_flow(p, port, name, port->at)
                               : eg_sidops_effort(p, port, name, port->at);
}

static eg_expr *through(eg_parser *p, const eg_sidops_port *port, const char *name)
{
    return is_mechanical(port) ? eg_sidops_effort(p, port, name, port->at)
                               : eg_sidops_flow(p, port, name, port->at);
}

/* p_v = p_high_v - p_low_v, p_high_F = p_low_F = p_F; p_e = p_high_e - p_low_e, p_high_f = p_low_f = p_f */
static bool make_pair(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port)
{
    static const bool second[] = {false, true};
    const char *const names[] = {eg_sidops_with_ending(p, port->name, "high"),
                                 eg_sidops_with_ending(p, port->name, "low")};
    eg_list sides = {0};
    for (int i = 0; i < 2; i++)
        if (!declare_sides(p, m, port, names[i]) || !eg_list_add(p->r, &sides, across(p, port, names[i])) ||
            !eg_sidops_equal(p, &m->equations, through(p, port, names[i]), through(p, port, port->name)) ||
            (!m->around && is_mechanical(port) &&
             !make_flange(p, m, port, names[i], port->is_out != second[i])))
            return false;
    return eg_sidops_equal(p, &m->equations, across(p, port, port->name),
                           eg_sidops_sum(p, &sides, second, port->at));
}

/* p_T is the sum of what its connections bring, as if a node stood before the port. */
static bool make_node(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port)
{
    eg_list sides = {0};
    bool *is_minus = eg_new_array(p->r, port->members.count + 1, sizeof *is_minus);
    if (!is_minus)
        return false;
    for (size_t i = 0; i < port->members.count; i++) {
        const eg_sidops_port *member = port->members.items[i];
        is_minus[i] = member->is_out != port->is_out;
        if (!eg_list_add(p->r, &sides, through(p, port, member->name)) ||
            !eg_sidops_equal(p, &m->equations, across(p, port, member->name), across(p, port, port->name)))
            return false;
    }
    return eg_sidops_equal(p, &m->equations, through(p, port, port->name),
                           eg_sidops_sum(p, &sides, is_minus, port->at));
}

static bool make_mechanical(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port)
{
    if (port->dimension_count > 0) {
        eg_error(p->r, p->source, port->at, "mechanical ports with several elements are not supported");
        eg_hint(p->r, "give the model a port for each");
        return true;
    }
    if (!declare_sides(p, m, port, port->name))
        return false;
    if (port->is_pair)
        return make_pair(p, m, port);
    return m->around || make_flange(p, m, port, port->name, port->is_out);
}

static bool make_signal(eg_parser *p, eg_sidops_model *m, const eg_sidops_port *port)
{
    static const char *const types[] = {"Real", "Integer", "Boolean"};
    const char *type = eg_textf(p->r, BLOCKS "%s%s", types[port->type], port->is_out ? "Output" : "Input");
    eg_component *c = eg_sidops_declare(p, m, port->name, type, port->at);
    eg_expr *unit =
        port->unit && port->type == EG_SIDOPS_REAL ? eg_parse_new_expr(p, EG_E_STRING, port->at) : NULL;
    if (!c)
        return false;
    c->comment = port->comment;
    c->dimensions = port->dimensions;
    c->dimension_count = port->dimension_count;
    if (unit)
        unit->text = port->unit;
    return (!unit || eg_sidops_argument(p, c, "unit", unit)) && eg_sidops_add_variable(p, m, c);
}

bool eg_sidops_make_ports(eg_parser *p, eg_sidops_model *m)
{
    bool ok = true;
    for (size_t i = 0; ok && i < m->ports.count; i++) {
        const eg_sidops_port *port = m->ports.items[i];
        if (port->kind == EG_SIDOPS_SIGNAL)
            ok = make_signal(p, m, port);
        else if (is_mechanical(port))
            ok = make_mechanical(p, m, port);
        else
            ok = declare_sides(p, m, port, port->name) && (!port->is_pair || make_pair(p, m, port));
        if (ok && port->is_shared && m->around)
            ok = make_node(p, m, port);
    }
    return ok;
}

/* ---------------------------------------------------------------- p.F */

typedef enum side { NO_SIDE, IS_EFFORT, IS_FLOW } side;

static side side_of(const eg_sidops_port *port, const char *name)
{
    const bool is_velocity_across = is_mechanical(port);
    if (strcmp(name, "e") == 0 || strcmp(name, port->effort) == 0)
        return IS_EFFORT;
    if (strcmp(name, "f") == 0 || strcmp(name, port->flow) == 0)
        return IS_FLOW;
    if (strcmp(name, "a") == 0) /* across */
        return is_velocity_across ? IS_FLOW : IS_EFFORT;
    if (strcmp(name, "t") == 0) /* through */
        return is_velocity_across ? IS_EFFORT : IS_FLOW;
    return NO_SIDE;
}

/* p_high is the port's terminal for high; NULL: of no port. */
static const eg_sidops_port *pair_of(eg_parser *p, const eg_sidops_model *m, const char *name)
{
    for (size_t i = 0; i < m->ports.count; i++) {
        const eg_sidops_port *port = m->ports.items[i];
        if (port->is_pair && (strcmp(name, eg_sidops_with_ending(p, port->name, "high")) == 0 ||
                              strcmp(name, eg_sidops_with_ending(p, port->name, "low")) == 0))
            return port;
    }
    return NULL;
}

static bool refuse_member(eg_parser *p, const eg_part *part, const eg_part *member,
                          const eg_sidops_port *port)
{
    if (!port) {
        eg_error(p->r, p->source, part->at, "\"%.200s\" is no port of the model", part->name);
        eg_hint(p->r, "declare it under \"ports\"; parts of other things have no names in equations");
    } else if (port->kind == EG_SIDOPS_SIGNAL) {
        eg_error(p->r, p->source, member->at, "\"%.200s\" is a signal: it has no \"%.200s\"", part->name,
                 member->name);
        eg_hint(p->r, "write %.200s", part->name);
    } else {
        eg_error(p->r, p->source, member->at, "the port \"%.200s\" has no \"%.200s\"", part->name,
                 member->name);
        eg_hint(p->r, "it has %s and %s", port->effort, port->flow);
    }
    return false;
}

bool eg_sidops_port_variable(eg_parser *p, const eg_sidops_model *m, eg_expr *e)
{
    const eg_part *part = &e->reference->parts[0], *member = &e->reference->parts[1];
    const eg_sidops_port *port = eg_sidops_find_port(m, part->name);
    const eg_sidops_port *terminal = port ? NULL : pair_of(p, m, part->name);
    const eg_sidops_port *either = port ? port : terminal;
    side which = either && either->kind != EG_SIDOPS_SIGNAL ? side_of(either, member->name) : NO_SIDE;
    if (which == NO_SIDE)
        return refuse_member(p, part, member, either);
    const char *name = terminal ? part->name : port->name;
    eg_expr *meant = which == IS_EFFORT ? eg_sidops_effort(p, either, name, e->at)
                                        : eg_sidops_flow(p, either, name, e->at);
    if (!meant)
        return false;
    meant->reference->parts[0].subscripts = member->subscripts ? member->subscripts : part->subscripts;
    meant->reference->parts[0].subscript_count =
        member->subscripts ? member->subscript_count : part->subscript_count;
    e->reference = meant->reference;
    return true;
}

/* ---------------------------------------------------------------- ports that only equations speak of */

/* The port to which `name` belongs, once _high or _low is taken away; "" when that is not its end. */
static const char *stem_of(eg_parser *p, const char *name)
{
    size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, "_high") == 0)
        return eg_symbol_of(p->r, name, length - 5);
    if (length > 4 && strcmp(name + length - 4, "_low") == 0)
        return eg_symbol_of(p->r, name, length - 4);
    return "";
}

/* p of p_high and p_low, which are declared: they become its terminals. */
static bool join_terminals(eg_parser *p, eg_sidops_model *m, const char *name)
{
    eg_sidops_port *high = eg_sidops_find_port(m, eg_sidops_with_ending(p, name, "high"));
    eg_sidops_port *low = eg_sidops_find_port(m, eg_sidops_with_ending(p, name, "low"));
    if (!high || !low || high->kind != low->kind || !is_mechanical(high))
        return false;
    size_t kept = 0;
    high->name = name;
    high->is_pair = true;
    for (size_t i = 0; i < m->ports.count; i++)
        if (m->ports.items[i] != low)
            m->ports.items[kept++] = m->ports.items[i];
    m->ports.count = kept;
    return true;
}

static bool guess(eg_parser *p, eg_sidops_model *m, const eg_expr *e)
{
    const char *name = e->reference->parts[0].name, *member = e->reference->parts[1].name;
    const char *stem = stem_of(p, name);
    if (eg_sidops_find_port(m, name) || eg_sidops_variable(m, name))
        return true;
    if (join_terminals(p, m, name) || m->has_interface)
        return true;
    eg_sidops_port *port = *stem ? eg_sidops_find_port(m, stem) : NULL;
    const bool is_translation = strcmp(member, "F") == 0 || strcmp(member, "v") == 0;
    const bool is_rotation = strcmp(member, "T") == 0 || strcmp(member, "omega") == 0;
    if (!port) {
        port = eg_new(p->r, sizeof *port);
        if (!port || !eg_list_add(p->r, &m->ports, port))
            return false;
        *port = (eg_sidops_port){.name = *stem ? stem : name, .at = e->at, .effort = "e", .flow = "f"};
        port->kind = EG_SIDOPS_BOND;
        if (is_translation || is_rotation) {
            port->kind = is_translation ? EG_SIDOPS_TRANSLATION : EG_SIDOPS_ROTATION;
            port->effort = is_translation ? "F" : "T";
            port->flow = is_translation ? "v" : "omega";
        }
    }
    port->is_pair = port->is_pair || *stem;
    return true;
}

static bool guess_in(eg_parser *p, eg_sidops_model *m, const eg_expr *e)
{
    if (!e)
        return true;
    if (e->kind == EG_E_REFERENCE && e->reference->count == 2 && !guess(p, m, e))
        return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (!guess_in(p, m, e->items[i]))
            return false;
    return true;
}

static bool guess_of(eg_parser *p, eg_sidops_model *m, eg_equation *const *body, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!guess_in(p, m, body[i]->left) || !guess_in(p, m, body[i]->right))
            return false;
        for (uint32_t k = 0; k < body[i]->branch_count; k++)
            if (!guess_in(p, m, body[i]->branches[k].condition) ||
                !guess_of(p, m, body[i]->branches[k].body, body[i]->branches[k].count))
                return false;
    }
    return true;
}

bool eg_sidops_guess_ports(eg_parser *p, eg_sidops_model *m)
{
    return guess_of(p, m, (eg_equation *const *)m->written.items, m->written.count) &&
           guess_of(p, m, (eg_equation *const *)m->started.items, m->started.count);
}
