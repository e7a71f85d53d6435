/* What connections mean (chapter 9.2 of the Modelica specification): in every set of connected ends
 * potentials are equal and flows sum to zero, those of a model's own connector with the other sign where it
 * is connected from inside; flows of ends that are not connected are 0; signals are equal.
 *
 * An end is a port of a component; or a connector of a user's model, which has two: one for the world around
 * the model, one for the parts inside of it. */
#include "modelica/flat/flatten.h"

#include "base/union_find.h"
#include "component/spec_check.h"

#include <stdlib.h>
#include <string.h>

typedef struct connecting {
    eg_flattening *f;
    int *first_port;   /* (instances) its first end */
    int connectors;    /* the first end of connectors: of connector i at + 2*i outside, + 2*i + 1 inside */
    int count;         /* of ends */
    int *parent;       /* (ends) union-find */
    int *first, *next; /* (ends) members of each set: first[representative], then next[end]; -1 */
    int *owner;        /* (ends) instance or connector */
    eg_names *spoken;  /* of what formulas speak */
    eg_names *fixed;   /* paths of variables that equations give as functions of time */
} connecting;

/* ---------------------------------------------------------------- ends */

static bool number_ends(connecting *c)
{
    const eg_spec *s = c->f->spec;
    eg_reader *r = c->f->r;
    size_t count = 0;
    c->first_port = eg_new_array(r, s->instance_count + 1, sizeof(int));
    for (size_t i = 0; c->first_port && i < s->instance_count; i++) {
        c->first_port[i] = (int)count;
        count += s->instances[i].class->port_count;
    }
    c->connectors = (int)count;
    count += 2 * s->connector_count;
    c->count = (int)count;
    c->parent = eg_new_array(r, count + 1, sizeof(int));
    c->first = eg_new_array(r, count + 1, sizeof(int));
    c->next = eg_new_array(r, count + 1, sizeof(int));
    c->owner = eg_new_array(r, count + 1, sizeof(int));
    if (!c->first_port || !c->parent || !c->first || !c->next || !c->owner)
        return false;
    eg_sets_init(c->parent, c->count);
    for (size_t i = 0; i < s->instance_count; i++)
        for (size_t k = 0; k < s->instances[i].class->port_count; k++)
            c->owner[c->first_port[i] + (int)k] = (int)i;
    for (size_t i = 0; i < 2 * s->connector_count; i++)
        c->owner[c->connectors + (int)i] = (int)(i / 2);
    return true;
}

static bool is_of_connector(const connecting *c, int end)
{
    return end >= c->connectors;
}

static bool is_inside(const connecting *c, int end)
{
    return is_of_connector(c, end) && (end - c->connectors) % 2 == 1;
}

static const eg_port *port_of(const connecting *c, int end)
{
    int instance = c->owner[end];
    return &c->f->spec->instances[instance].class->ports[end - c->first_port[instance]];
}

static eg_port_kind kind_of(const connecting *c, int end)
{
    return is_of_connector(c, end) ? c->f->spec->connectors[c->owner[end]].kind : port_of(c, end)->kind;
}

/* Is it there, and not the port of a part that the class's own equations stand for? */
static bool exists(const connecting *c, int end)
{
    if (is_of_connector(c, end))
        return true;
    const eg_instance *instance = &c->f->spec->instances[c->owner[end]];
    return !eg_flatten_is_implied(instance) && eg_instance_has_port(instance, port_of(c, end));
}

/* -1: memory is out. */
static int find_end(connecting *c, const char *path, bool is_outer)
{
    const eg_spec *s = c->f->spec;
    long connector = eg_names_find(s->connector_paths, path);
    if (connector >= 0)
        return c->connectors + 2 * (int)connector + is_outer;
    eg_instance *owner;
    const char *name;
    if (eg_spec_split(s, path, &owner, &name) != EG_OK)
        return -1;
    return c->first_port[owner - s->instances] + eg_class_port(owner->class, name);
}

static bool join_all(connecting *c)
{
    const eg_spec *s = c->f->spec;
    for (size_t i = 0; i < s->connector_count; i++)
        if (eg_port_is_signal(s->connectors[i].kind))
            eg_sets_join(c->parent, c->connectors + 2 * (int)i, c->connectors + 2 * (int)i + 1);
    for (size_t i = 0; i < s->connection_count; i++) {
        const eg_connection *k = &s->connections[i];
        int from = find_end(c, k->from, k->from_is_outer), to = find_end(c, k->to, k->to_is_outer);
        if (from < 0 || to < 0)
            return false;
        if (exists(c, from) && exists(c, to))
            eg_sets_join(c->parent, from, to);
    }
    for (int i = c->count; i-- > 0;)
        c->first[i] = -1;
    for (int i = c->count; i-- > 0;) {
        int set = eg_sets_find(c->parent, i);
        c->next[i] = c->first[set];
        c->first[set] = i;
    }
    return true;
}

/* ---------------------------------------------------------------- names */

static void write_end(connecting *c, int end, const char *member)
{
    eg_writer *w = &c->f->w;
    if (is_of_connector(c, end)) {
        eg_write_path(w, c->f->spec->connectors[c->owner[end]].path, member);
        return;
    }
    const char *name = port_of(c, end)->name;
    eg_write_path(w, c->f->spec->instances[c->owner[end]].path,
                  member ? eg_textf(c->f->r, "%s.%s", name, member) : name);
}

static const char *potential(eg_port_kind kind)
{
    return eg_port_is_signal(kind)       ? NULL
           : eg_port_is_thermal(kind)    ? "T"
           : eg_port_is_rotational(kind) ? "phi"
                                         : "s";
}

static const char *flow(eg_port_kind kind)
{
    return eg_port_is_thermal(kind) ? "Q_flow" : eg_port_is_rotational(kind) ? "tau" : "f";
}

/* ---------------------------------------------------------------- equations */

/* The two ends of a signal connector are one variable. */
static bool is_one_variable(const connecting *c, int a, int b)
{
    return is_of_connector(c, a) && is_of_connector(c, b) && c->owner[a] == c->owner[b];
}

static void write_potentials(connecting *c, int first)
{
    const char *member = potential(kind_of(c, first));
    for (int end = c->next[first], last = first; end >= 0; last = end, end = c->next[end]) {
        if (is_one_variable(c, end, last))
            continue;
        eg_flatten_begin(c->f);
        write_end(c, first, member);
        eg_write(&c->f->w, " = ");
        write_end(c, end, member);
        eg_flatten_end(c->f);
    }
}

static void write_flows(connecting *c, int first)
{
    const char *member = flow(kind_of(c, first));
    eg_flatten_begin(c->f);
    for (int end = first; end >= 0; end = c->next[end]) {
        if (end != first)
            eg_write(&c->f->w, is_inside(c, end) ? " - " : " + ");
        else if (is_inside(c, end))
            eg_write(&c->f->w, "-");
        write_end(c, end, member);
    }
    eg_write(&c->f->w, " = 0");
    eg_flatten_end(c->f);
}

/* A connector with nothing behind it: equations of its class say what flows, or where it is, whatever flows;
 * else nothing does. */
static bool is_left_alone(const connecting *c, int end)
{
    const char *path = c->f->spec->connectors[c->owner[end]].path;
    const eg_port_kind kind = kind_of(c, end);
    return eg_names_find(c->spoken, eg_textf(c->f->r, "%s.%s", path, flow(kind))) >= 0 ||
           eg_names_find(c->fixed, eg_textf(c->f->r, "%s.%s", path, potential(kind))) >= 0;
}

static void write_set(connecting *c, int first)
{
    if (!exists(c, first))
        return;
    write_potentials(c, first);
    if (eg_port_is_signal(kind_of(c, first)))
        return;
    bool is_single = c->next[first] < 0;
    if (!is_single || !is_inside(c, first) || !is_left_alone(c, first))
        write_flows(c, first);
}

static bool list_spoken(connecting *c)
{
    const eg_spec *s = c->f->spec;
    c->spoken = eg_names_create(64);
    for (size_t i = 0; c->spoken && s->connector_count > 0 && i < s->formula_count; i++)
        if (s->formulas[i].op == EG_OP_VARIABLE && eg_names_add(c->spoken, s->formulas[i].path, (long)i) < 0)
            return false;
    return c->spoken != NULL;
}

/* Does the formula follow from time and parameters? */
static bool *find_known(const eg_flattening *f)
{
    const eg_spec *s = f->spec;
    bool *known = eg_new_array(f->r, s->formula_count + 1, sizeof *known);
    for (size_t i = 0; known && i < s->formula_count; i++) {
        const eg_formula *x = &s->formulas[i];
        const int operands = eg_op_operands(x->op), of[3] = {x->a, x->b, x->c};
        known[i] = x->op == EG_OP_CONSTANT || x->op == EG_OP_TIME || (operands > 0 && x->op <= EG_OP_SELECT);
        for (int k = 0; k < operands && k < 3 && x->op != EG_OP_CONSTANT; k++)
            known[i] = known[i] && known[of[k]];
    }
    return known;
}

/* Variables that an equation gives as a function of time. */
static bool list_fixed(connecting *c)
{
    const eg_spec *s = c->f->spec;
    const bool *known = s->connector_count > 0 ? find_known(c->f) : NULL;
    c->fixed = eg_names_create(16);
    for (size_t i = 0; c->fixed && known && i < s->equation_count; i++) {
        const eg_user_equation *q = &s->equations[i];
        if (q->kind != EG_USER_EQUATION || q->left < 0 || q->right < 0 || q->when >= 0)
            continue;
        const int of[2] = {q->left, q->right};
        for (int k = 0; k < 2; k++)
            if (s->formulas[of[k]].op == EG_OP_VARIABLE && known[of[1 - k]] &&
                eg_names_add(c->fixed, s->formulas[of[k]].path, (long)i) < 0)
                return false;
    }
    return c->fixed != NULL;
}

bool eg_flatten_connections(eg_flattening *f)
{
    connecting c = {.f = f};
    bool ok = number_ends(&c) && join_all(&c) && list_spoken(&c) && list_fixed(&c);
    for (int i = 0; ok && i < c.count; i++)
        if (c.first[i] >= 0)
            write_set(&c, c.first[i]);
    eg_names_free(c.spoken);
    eg_names_free(c.fixed);
    return ok;
}

/* ---------------------------------------------------------------- inputs and outputs of the whole model */

static bool has_equation(const eg_spec *s, const char *path)
{
    for (size_t i = 0; i < s->equation_count; i++) {
        const eg_user_equation *q = &s->equations[i];
        if (q->kind != EG_USER_EQUATION || q->left < 0 || s->formulas[q->left].op != EG_OP_VARIABLE)
            continue;
        if (strcmp(s->formulas[q->left].path, path) == 0)
            return true;
    }
    return false;
}

/* Does a block give what is connected to this connector, or is that the same as an earlier input? */
static bool is_given_inside(const connecting *c, int connector)
{
    const eg_spec *s = c->f->spec;
    const int set = eg_sets_find(c->parent, c->connectors + 2 * connector);
    for (int end = c->first[set]; end >= 0; end = c->next[end]) {
        const bool is_own = is_of_connector(c, end);
        const char *path = is_own ? s->connectors[c->owner[end]].path : NULL;
        if (!is_own && eg_port_is_output(kind_of(c, end)))
            return true;
        if (is_own && (has_equation(s, path) ||
                       (c->owner[end] < connector && !strchr(path, '.') && kind_of(c, end) == EG_REAL_INPUT)))
            return true;
    }
    return false;
}

const char *eg_flatten_causality(eg_flattening *f, const char *path, eg_port_kind kind)
{
    const eg_spec *s = f->spec;
    const long connector = eg_names_find(s->connector_paths, path);
    if (connector < 0 || strchr(path, '.') || (kind != EG_REAL_INPUT && kind != EG_REAL_OUTPUT))
        return "";
    if (kind == EG_REAL_OUTPUT)
        return "output ";
    connecting c = {.f = f};
    const bool is_given = !number_ends(&c) || !join_all(&c) || is_given_inside(&c, (int)connector);
    return is_given ? "" : "input ";
}

bool eg_flatten_is_from_component(eg_flattening *f, const char *path)
{
    const long connector = eg_names_find(f->spec->connector_paths, path);
    connecting c = {.f = f};
    if (connector < 0 || !number_ends(&c) || !join_all(&c))
        return false;
    const int set = eg_sets_find(c.parent, c.connectors + 2 * (int)connector);
    for (int end = c.first[set]; end >= 0; end = c.next[end])
        if (!is_of_connector(&c, end) && eg_port_is_output(kind_of(&c, end)))
            return true;
    return false;
}
