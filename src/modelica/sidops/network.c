/* Models of submodels: what they are and how they are connected. */
#include "modelica/sidops/sidops.h"

#include <string.h>

/* ---------------------------------------------------------------- submodels */

static const char *parse_name(eg_parser *p)
{
    const char *name = NULL;
    if (p->token.kind == EG_T_STRING)
        name = eg_token_text(&p->lexer, &p->token);
    else if (p->token.kind == EG_T_NAME)
        name = p->token.name;
    if (!name) {
        eg_parse_unexpected(p, "the name of a submodel");
        return NULL;
    }
    eg_parse_advance(p);
    return eg_sidops_quote(p, name);
}

/* plug name x y: a port of the model around, as seen from inside. */
static bool skip_plug(eg_parser *p)
{
    while (p->token.kind != EG_T_SEMICOLON && p->token.kind != EG_T_FINISH)
        eg_parse_advance(p);
    return eg_parse_expect(p, EG_T_SEMICOLON);
}

static bool add_part(eg_parser *p, eg_sidops_model *around, eg_sidops_model *m)
{
    eg_class_element *class = eg_new(p->r, sizeof *class);
    if (!class || !eg_list_add(p->r, &around->submodels, m))
        return false;
    *class = (eg_class_element){.kind = EG_EL_CLASS, .class = m->class};
    return eg_list_add(p->r, &around->elements, class) &&
           eg_sidops_declare(p, around, m->name, m->class->name, m->at);
}

static bool parse_submodels(eg_parser *p, eg_sidops_model *m)
{
    while (!eg_sidops_at(p, "end") && p->token.kind != EG_T_FINISH) {
        uint32_t at = p->token.at;
        if (eg_sidops_at(p, "plug") && eg_parse_peek(p) != EG_T_NUMBER) {
            if (!skip_plug(p))
                return false;
            continue;
        }
        const char *name = parse_name(p);
        eg_sidops_model *part = name ? eg_sidops_new_model(p, m, name, at) : NULL;
        bool ok = part && eg_parse_enter(p) && eg_sidops_submodel(p, part);
        eg_parse_leave(p);
        if (!ok || !add_part(p, m, part))
            return false;
    }
    eg_parse_advance(p);
    return eg_parse_expect(p, EG_T_SEMICOLON);
}

/* ---------------------------------------------------------------- connections */

typedef struct end {
    eg_sidops_model *of; /* NULL: the model itself, seen from inside */
    eg_sidops_port *port;
    const char *name; /* of the connector: the port, a terminal or a member of it */
    uint32_t at;
} end;

static eg_sidops_model *find_submodel(const eg_sidops_model *m, const char *name)
{
    for (size_t i = 0; i < m->submodels.count; i++) {
        eg_sidops_model *part = m->submodels.items[i];
        if (strcmp(part->name, name) == 0)
            return part;
    }
    return NULL;
}

/* The port of that name, or the one whose terminal p_high or p_low it is. */
static eg_sidops_port *find_port(eg_parser *p, const eg_sidops_model *m, const char *name)
{
    static const char *const endings[] = {"_high", "_low"};
    eg_sidops_port *port = eg_sidops_find_port(m, name);
    size_t length = strlen(name);
    for (int i = 0; i < 2 && !port; i++) {
        size_t more = strlen(endings[i]);
        if (length <= more || strcmp(name + length - more, endings[i]) != 0)
            continue;
        const char *stem = eg_symbol_of(p->r, name, length - more);
        port = stem ? eg_sidops_find_port(m, stem) : NULL;
        if (port && port->kind == EG_SIDOPS_SIGNAL)
            port = NULL;
        if (port)
            port->is_pair = true;
    }
    return port;
}

/* A shared port as seen from inside of its model takes one connection. */
static void join_inside(eg_parser *p, const end *e)
{
    if (e->port->is_joined) {
        eg_error(p->r, p->source, e->at, "\"%.200s\" is connected to several submodels inside of its model",
                 e->port->name);
        eg_hint(p->r, "connect it to a node, and that to them");
    }
    e->port->is_joined = true;
}

/* One more connection of a port that takes any number. */
static bool add_member(eg_parser *p, end *e, bool is_tail)
{
    if (!e->port->is_duplicatable && !e->port->is_shared)
        return true;
    if (e->port->is_shared && !e->of) {
        join_inside(p, e);
        return true;
    }
    eg_sidops_port *member = eg_new(p->r, sizeof *member);
    if (!member)
        return false;
    *member = *e->port;
    const char *number = eg_textf(p->r, "%zu", e->port->members.count + 1);
    member->name = eg_symbol(p->r, eg_sidops_with_ending(p, e->port->name, number));
    member->is_duplicatable = member->is_shared = false;
    member->is_out = is_tail;
    member->members = (eg_list){0};
    if (!member->name || !eg_list_add(p->r, &e->port->members, member))
        return false;
    e->port = member;
    e->name = member->name;
    return true;
}

/* A\p, or p */
static bool parse_end(eg_parser *p, eg_sidops_model *m, end *e)
{
    *e = (end){.at = p->token.at};
    const char *name = parse_name(p);
    if (!name)
        return false;
    if (eg_parse_accept(p, EG_T_BACKSLASH)) {
        e->of = find_submodel(m, name);
        if (!e->of) {
            eg_error(p->r, p->source, e->at, "there is no submodel \"%.200s\" to connect", name);
            eg_hint(p->r, "write the name of a submodel as it is declared above");
            return false;
        }
        e->at = p->token.at;
        name = parse_name(p);
        if (!name)
            return false;
    }
    e->name = name;
    e->port = find_port(p, e->of ? e->of : m, name);
    if (!e->port) {
        eg_error(p->r, p->source, e->at, "\"%.200s\" has no port \"%.200s\"", e->of ? e->of->name : m->name,
                 name);
        eg_hint(p->r, "write the name of a port as the submodel declares it");
        return false;
    }
    return true;
}

/* -> and <- of signals, => and <= of bonds: does it lead from right to left? */
static bool parse_plain_arrow(eg_parser *p, bool *is_backward)
{
    const eg_token_kind first = p->token.kind;
    *is_backward = first == EG_T_LESS || first == EG_T_LESS_EQUAL;
    if (first == EG_T_LESS_EQUAL) {
        eg_parse_advance(p);
        return true;
    }
    if (first != EG_T_MINUS && first != EG_T_IS && first != EG_T_LESS)
        return eg_parse_unexpected(p, "an arrow (->, =>, <-, <=)");
    eg_parse_advance(p);
    return eg_parse_expect(p, first == EG_T_LESS ? EG_T_MINUS : EG_T_GREATER);
}

/* A bond may show which side computes its flow, |=> and =>|; that follows from the model anyway. */
static bool parse_arrow(eg_parser *p, bool *is_backward)
{
    eg_parse_accept(p, EG_T_PIPE);
    bool ok = parse_plain_arrow(p, is_backward);
    eg_parse_accept(p, EG_T_PIPE);
    return ok;
}

/* What is connected; kept until the ports are known. */
typedef struct connection {
    end a, b;
} connection;

static bool parse_connection(eg_parser *p, eg_sidops_model *m, eg_list *connections)
{
    connection *c = eg_new(p->r, sizeof *c);
    bool is_backward;
    if (!c || !parse_end(p, m, &c->a) || !parse_arrow(p, &is_backward) || !parse_end(p, m, &c->b))
        return false;
    while (p->token.kind == EG_T_NUMBER || p->token.kind == EG_T_MINUS || p->token.kind == EG_T_STRING ||
           p->token.kind == EG_T_NAME)
        eg_parse_advance(p); /* where its line bends, what is written beside it, and how */
    if (!eg_parse_expect(p, EG_T_SEMICOLON))
        return false;
    if (!add_member(p, &c->a, !is_backward) || !add_member(p, &c->b, is_backward))
        return false;
    return eg_list_add(p->r, connections, c);
}

/* ---------------------------------------------------------------- what they mean */

static bool is_mechanical(const eg_sidops_port *port)
{
    return port->kind == EG_SIDOPS_TRANSLATION || port->kind == EG_SIDOPS_ROTATION;
}

static eg_expr *connector(eg_parser *p, const end *e)
{
    return e->of ? eg_sidops_name(p, e->of->name, e->name, e->at) : eg_sidops_name(p, e->name, NULL, e->at);
}

static bool connect(eg_parser *p, eg_sidops_model *m, const connection *c)
{
    eg_equation *q = eg_new(p->r, sizeof *q);
    if (!q)
        return false;
    *q = (eg_equation){
        .kind = EG_Q_CONNECT, .at = c->a.at, .left = connector(p, &c->a), .right = connector(p, &c->b)};
    return q->left && q->right && eg_list_add(p->r, &m->equations, q);
}

/* A.p_e, or p_e of the model itself */
static eg_expr *side_of(eg_parser *p, const end *e, bool is_flow)
{
    eg_expr *own =
        is_flow ? eg_sidops_flow(p, e->port, e->name, e->at) : eg_sidops_effort(p, e->port, e->name, e->at);
    return own && e->of ? eg_sidops_name(p, e->of->name, own->reference->parts[0].name, e->at) : own;
}

static bool set_equal(eg_parser *p, eg_sidops_model *m, const connection *c)
{
    for (int is_flow = 0; is_flow < 2; is_flow++)
        if (!eg_sidops_equal(p, &m->equations, side_of(p, &c->a, is_flow), side_of(p, &c->b, is_flow)))
            return false;
    return true;
}

static bool join(eg_parser *p, eg_sidops_model *m, const connection *c)
{
    const eg_sidops_port *a = c->a.port, *b = c->b.port;
    const bool a_is_signal = a->kind == EG_SIDOPS_SIGNAL, b_is_signal = b->kind == EG_SIDOPS_SIGNAL;
    if (a_is_signal != b_is_signal) {
        eg_error(p->r, p->source, c->a.at, "a signal cannot be connected to a port of power");
        eg_hint(p->r, "put a sensor or a source between them");
        return true;
    }
    if (is_mechanical(a) && is_mechanical(b) && a->kind != b->kind) {
        eg_error(p->r, p->source, c->a.at, "translation cannot be connected to rotation");
        eg_hint(p->r, "put a gear between them");
        return true;
    }
    return a_is_signal ? connect(p, m, c) : set_equal(p, m, c);
}

bool eg_sidops_network(eg_parser *p, eg_sidops_model *m)
{
    static const char *const known[] = {"submodels", "connections"};
    eg_list connections = {0};
    while (!eg_sidops_at(p, "implementation_end") && p->token.kind != EG_T_FINISH) {
        if (eg_sidops_accept(p, "submodels")) {
            if (!parse_submodels(p, m))
                return false;
        } else if (eg_sidops_accept(p, "connections")) {
            while (!eg_sidops_at(p, "end") && p->token.kind != EG_T_FINISH)
                if (!parse_connection(p, m, &connections))
                    return false;
            eg_parse_advance(p);
            if (!eg_parse_expect(p, EG_T_SEMICOLON))
                return false;
        } else if (eg_sidops_accept(p, "figures")) {
            while (!eg_sidops_at(p, "implementation_end") && p->token.kind != EG_T_FINISH)
                eg_parse_advance(p);
        } else {
            eg_parse_unexpected(p, "\"submodels\" or \"connections\"");
            if (p->token.kind == EG_T_NAME)
                eg_hint_nearest(p->r, p->token.name, known, 2);
            return false;
        }
    }
    for (size_t i = 0; i < connections.count; i++)
        if (!join(p, m, connections.items[i]))
            return false;
    return true;
}
