/* Knots: submodels whose ports take any number of connections. What they say of all of them is written out:
 *
 *     collect(p.e)   the efforts of all connections      direct(p.f)   the flows, negative where power leaves
 *     sum(list), mul(list), max, min, first(list), equal(list); collect(output) = x
 */
#include "modelica/sidops/sidops.h"

#include <string.h>

/* Expressions, with signs. */
typedef struct items {
    eg_list list;
    bool *is_minus;
    const eg_sidops_port *port; /* whose members they are; NULL: of none */
} items;

static bool is_call(const eg_expr *e, const char *name)
{
    return e && e->kind == EG_E_CALL && strcmp(e->reference->parts[0].name, name) == 0;
}

/* The port with many connections that the reference speaks of; NULL: of none. */
static const eg_sidops_port *port_of(const eg_sidops_model *m, const eg_expr *e)
{
    const eg_sidops_port *port =
        e && e->kind == EG_E_REFERENCE ? eg_sidops_find_port(m, e->reference->parts[0].name) : NULL;
    return port && port->is_duplicatable ? port : NULL;
}

/* collect(p.x), direct(p.x), p.x: of each connection. */
static bool find_items(eg_parser *p, const eg_sidops_model *m, const eg_expr *e, items *out)
{
    const bool is_direct = is_call(e, "direct");
    const eg_expr *of = (is_direct || is_call(e, "collect")) && e->count == 1 ? e->items[0] : e;
    const eg_sidops_port *port = port_of(m, of);
    *out = (items){.port = port};
    if (!port)
        return true;
    out->is_minus = eg_new_array(p->r, port->members.count + 1, sizeof *out->is_minus);
    if (!out->is_minus)
        return false;
    for (size_t i = 0; i < port->members.count; i++) {
        const eg_sidops_port *member = port->members.items[i];
        const char *inner = of->reference->count > 1 ? of->reference->parts[1].name : NULL;
        out->is_minus[i] = is_direct && member->is_out;
        if (!eg_list_add(p->r, &out->list, eg_sidops_name(p, member->name, inner, e->at)))
            return false;
    }
    return true;
}

static bool refuse(eg_parser *p, const eg_expr *e)
{
    eg_error(p->r, p->source, e->at, "what this knot says of its connections is not known");
    eg_hint(p->r, "knots say sum(direct(p.x)) = 0, equal(collect(p.x)), x = first(p.x), collect(p) = x");
    return false;
}

static eg_expr *product_of(eg_parser *p, const eg_list *list, uint32_t at)
{
    if (list->count == 0)
        return eg_sidops_number(p, 1, at);
    eg_expr *e = eg_sidops_new(p, EG_E_PRODUCT, at, (eg_expr *const *)list->items, (uint32_t)list->count);
    eg_token_kind *kept = eg_new_array(p->r, list->count, sizeof *kept);
    if (!e || !kept)
        return NULL;
    for (size_t i = 0; i < list->count; i++)
        kept[i] = EG_T_STAR;
    e->operators = kept;
    return e;
}

/* min or max of all */
static eg_expr *extreme_of(eg_parser *p, const char *name, const eg_list *list, uint32_t at)
{
    eg_expr *e = list->count > 0 ? list->items[0] : NULL;
    for (size_t i = 1; i < list->count && e; i++)
        e = eg_sidops_call(p, name, e, list->items[i], at);
    return e;
}

/* Puts what they come to in the stead of functions of lists. */
static bool expand(eg_parser *p, const eg_sidops_model *m, eg_expr *e)
{
    if (!e)
        return true;
    const bool is_sum = is_call(e, "sum"), is_first = is_call(e, "first"), is_product = is_call(e, "mul");
    const bool is_extreme = is_call(e, "min") || is_call(e, "max");
    items found = {.port = NULL};
    if ((is_sum || is_first || is_product || is_extreme) && e->count == 1 &&
        !find_items(p, m, e->items[0], &found))
        return false;
    if (found.port) {
        eg_expr *out = NULL;
        if (is_sum)
            out = eg_sidops_sum(p, &found.list, found.is_minus, e->at);
        else if (is_product)
            out = product_of(p, &found.list, e->at);
        else if (is_extreme)
            out = extreme_of(p, e->reference->parts[0].name, &found.list, e->at);
        else if (found.list.count > 0)
            out = found.list.items[0];
        if (!out && !p->r->out_of_memory) {
            eg_error(p->r, p->source, e->at, "nothing is connected to \"%.200s\"", m->name);
            eg_hint(p->r, "connect it, or leave it out");
        }
        if (out)
            *e = *out;
        return out != NULL;
    }
    if (port_of(m, e) || is_call(e, "collect") || is_call(e, "direct"))
        return refuse(p, e);
    for (uint32_t i = 0; i < e->count; i++)
        if (!expand(p, m, e->items[i]))
            return false;
    return true;
}

/* equal(collect(p.x)) */
static bool expand_equal(eg_parser *p, eg_sidops_model *m, const eg_expr *e, eg_list *into)
{
    items found;
    if (e->count != 1 || !find_items(p, m, e->items[0], &found))
        return refuse(p, e);
    if (!found.port)
        return refuse(p, e);
    const char *inner = NULL;
    if (found.list.count > 0) {
        const eg_reference *name = ((eg_expr *)found.list.items[0])->reference;
        inner = name->count > 1 ? name->parts[1].name : NULL;
    }
    for (size_t i = 1; i < found.list.count; i++) {
        const eg_sidops_port *first = found.port->members.items[0];
        if (!eg_sidops_equal(p, into, eg_sidops_name(p, first->name, inner, e->at), found.list.items[i]))
            return false;
    }
    return true;
}

/* collect(output) = x, or output = x: each is. */
static bool expand_left(eg_parser *p, eg_sidops_model *m, eg_equation *q, eg_list *into, bool *done)
{
    items found = {.port = NULL};
    *done = false;
    if (q->kind == EG_Q_EQUALITY && !find_items(p, m, q->left, &found))
        return false;
    if (!found.port)
        return true;
    *done = true;
    if (!expand(p, m, q->right))
        return false;
    for (size_t i = 0; i < found.list.count; i++) {
        eg_expr *value = eg_parse_new_expr(p, q->right->kind, q->right->at);
        if (!value)
            return false;
        *value = *q->right;
        if (!eg_sidops_equal(p, into, found.list.items[i], value))
            return false;
    }
    return true;
}

static bool expand_statement(eg_parser *p, eg_sidops_model *m, eg_equation *q, eg_list *into)
{
    bool done = false;
    if (q->kind == EG_Q_CALL && is_call(q->left, "equal"))
        return expand_equal(p, m, q->left, into);
    if (!expand_left(p, m, q, into, &done) || done)
        return done;
    if (!expand(p, m, q->left) || !expand(p, m, q->right))
        return false;
    for (uint32_t k = 0; k < q->branch_count; k++) {
        eg_list inside = {0};
        eg_branch *branch = &q->branches[k];
        if (!expand(p, m, branch->condition))
            return false;
        for (uint32_t i = 0; i < branch->count; i++)
            if (!expand_statement(p, m, branch->body[i], &inside))
                return false;
        branch->body = (eg_equation **)inside.items;
        branch->count = (uint32_t)inside.count;
    }
    return eg_list_add(p->r, into, q);
}

bool eg_sidops_expand_knot(eg_parser *p, eg_sidops_model *m)
{
    eg_list written = {0}, ports = {0};
    for (size_t i = 0; i < m->written.count; i++)
        if (!expand_statement(p, m, m->written.items[i], &written))
            return !p->r->out_of_memory && p->r->errors > 0;
    m->written = written;
    for (size_t i = 0; i < m->ports.count; i++) {
        eg_sidops_port *port = m->ports.items[i];
        if (!port->is_duplicatable && !eg_list_add(p->r, &ports, port))
            return false;
        for (size_t k = 0; k < port->members.count; k++)
            if (!eg_list_add(p->r, &ports, port->members.items[k]))
                return false;
    }
    m->ports = ports;
    return true;
}
