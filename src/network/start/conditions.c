/* Start values as conditions, and the ties between bodies that they make.
 *
 * A start value of s, s_rel, v, v_rel is a difference between two bodies (or a body and the ground), or,
 * where gears lie between, a linear relation; both are ties (ties.h). Kruskal's walk over them, fixed ones
 * first, then the user's guesses, then defaults, ties every body to the ground: a fixed value that meets a
 * tie already there is a conflict, reported by name; a tie that had to be made from a guess is a gap
 * (initialize.c). Sums are kept in double-double, so that positions far from the origin lose nothing. */
#include "network/start/initialize.h"
#include "base/arena.h"
#include "network/compile/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const eg_start *start_of(const eg_instance *instance, int variable)
{
    for (size_t i = 0; i < instance->start_count; i++)
        if (instance->starts[i].variable == variable)
            return &instance->starts[i];
    return NULL;
}

int eg_start_parameter(const eg_instance *i, int variable)
{
    const char *name = i->class->variables[variable].start_parameter;
    return name ? eg_class_parameter(i->class, name) : -1;
}

int eg_start_rank(const eg_instance *i, int variable, bool tree, double *value)
{
    const eg_start *start = start_of(i, variable);
    const eg_variable *v = &i->class->variables[variable];
    bool said = start && !isnan(start->start);
    int parameter = said ? -1 : eg_start_parameter(i, variable);
    if (said)
        *value = start->start;
    else if (parameter >= 0)
        *value = i->p[parameter];
    else
        *value = v->start;
    bool fixed;
    if (start && start->fixed >= 0)
        fixed = start->fixed;
    else if (parameter >= 0)
        fixed = i->given[parameter];
    else
        fixed = v->fixed;
    if (fixed)
        return EG_CONDITION_FIXED;
    if (said || parameter >= 0) {
        if (tree)
            return EG_GUESS_TREE;
        return EG_GUESS_OTHER;
    }
    if (tree)
        return EG_DEFAULT_TREE;
    return EG_DEFAULT_OTHER;
}

static int push(eg_conditions *list, eg_condition c)
{
    if (eg_grow((void **)&list->items, &list->capacity, (size_t)list->count + 1, sizeof c) < 0)
        return -1;
    c.order = list->count;
    list->items[list->count++] = c;
    return 0;
}

static bool has_drive(const eg_model *m, int instance)
{
    return m->instances[instance].class->drive != NULL;
}

int eg_start_net(const eg_model *m, const eg_initial_part *p)
{
    return p->input == EG_OWN ? eg_instance_net(m, p->instance)
                              : m->ports.node[m->ports.base[p->instance] + p->input];
}

int eg_start_collect(eg_network *s, int order, const bool *tree, eg_conditions *list)
{
    const eg_model *m = s->m;
    for (size_t i = 0; i < m->parts.coordinate_count; i++) {
        const eg_coordinate_part *p = &m->parts.coordinate[i];
        int variable;
        if (order == 0)
            variable = p->variable_s;
        else if (order == 1)
            variable = p->variable_v;
        else
            variable = p->variable_a;
        if (variable < 0 || has_drive(m, p->instance))
            continue; /* a drive's own motion starts with the drive */
        eg_condition c = {.instance = p->instance,
                          .variable = variable,
                          .from = eg_port_at(m, p->instance, p->from),
                          .to = eg_port_at(m, p->instance, p->to)};
        c.rank = eg_start_rank(&m->instances[p->instance], variable, tree[i], &c.value);
        c.shift = order == 0 ? p->offset : 0;
        if ((order < 2 || c.rank == EG_CONDITION_FIXED) && push(list, c) < 0)
            return -1;
    }
    for (size_t i = 0; i < m->parts.initial_count; i++) {
        const eg_initial_part *p = &m->parts.initial[i];
        if (p->order != order)
            continue;
        int net = eg_start_net(m, p);
        if (push(list, (eg_condition){.instance = p->instance,
                                      .variable = -1,
                                      .from = -1,
                                      .rank = EG_CONDITION_FIXED,
                                      .to = eg_port_at(m, p->instance, p->port),
                                      .value = s->signals.net[net].x}) < 0)
            return -1;
    }
    for (int b = 1; b < m->body_count && order < 2; b++)
        if (push(list, (eg_condition){.instance = -1,
                                      .variable = -1,
                                      .rank = EG_LAST_RESORT,
                                      .from = -1,
                                      .to = m->bodies[b].root}) < 0)
            return -1;
    return 0;
}

static int compare_conditions(const void *x, const void *y)
{
    const eg_condition *a = x, *b = y;
    return a->rank != b->rank ? a->rank - b->rank : a->order - b->order;
}

const eg_flange_node *eg_start_node(const eg_model *m, int node)
{
    static const eg_flange_node ground = {0};
    return node < 0 ? &ground : &m->nodes[node];
}

/* The value as a relation of two bodies: factor(to)*S(to) - factor(from)*S(from). */
static eg_dd between_bodies(const eg_network *s, const eg_condition *c, int order, int *from, int *to)
{
    const eg_flange_node *a = eg_start_node(s->m, c->from), *b = eg_start_node(s->m, c->to);
    eg_dd value = eg_dd_of(c->value);
    *from = a->body;
    *to = b->body;
    if (order == 0) {
        value = eg_dd_sub(value, eg_dd_of(c->shift));
        value = eg_dd_sub(value, eg_dd_sub(b->offset, a->offset));
        value = eg_dd_sub(value, eg_dd_sub(eg_dd_of(s->signals.motion[b->motion].x),
                                           eg_dd_of(s->signals.motion[a->motion].x)));
    } else if (order == 1) {
        value = eg_dd_sub(value, eg_dd_sub(eg_dd_of(s->signals.motion[b->motion].dx),
                                           eg_dd_of(s->signals.motion[a->motion].dx)));
    }
    return value;
}

const char *eg_start_describe(const eg_network *s, const eg_condition *c, char *text, size_t size)
{
    const eg_instance *i = &s->m->instances[c->instance];
    if (c->variable < 0)
        snprintf(text, size, "%s = %.9g", i->path, c->value);
    else
        snprintf(text, size, "%s.%s = %.9g %s", i->path, i->class->variables[c->variable].name, c->value,
                 i->class->variables[c->variable].unit ? i->class->variables[c->variable].unit : "");
    return text;
}

/* The fixed values that lead from `from` to `to` without condition c; returns how many. */
static int name_others(const eg_network *s, const eg_conditions *list, const eg_condition *c, int order,
                       char *text, size_t size)
{
    enum { MOST = 6 };
    int path[MOST], count = 0, from, to;
    eg_edge *edges = malloc(sizeof *edges * (size_t)list->count);
    *text = '\0';
    if (!edges)
        return 0;
    for (int i = 0; i < list->count; i++) {
        const eg_condition *other = &list->items[i];
        if (!other->used || other->rank != EG_CONDITION_FIXED)
            continue;
        between_bodies(s, other, order, &from, &to);
        edges[count++] = (eg_edge){from, to, i};
    }
    between_bodies(s, c, order, &from, &to);
    count = eg_find_path(edges, count, s->m->body_count, from, to, path, MOST);
    for (int i = 0; i < count; i++) {
        char one[200];
        size_t used = strlen(text);
        const char *name = i < MOST ? eg_start_describe(s, &list->items[path[i]], one, sizeof one) : "...";
        snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : " ", name);
        if (i >= MOST)
            break;
    }
    free(edges);
    return count;
}

static void report_conflict(eg_network *s, const eg_conditions *list, const eg_condition *c, int order,
                            double difference)
{
    char text[256], others[800];
    const eg_instance *i = &s->m->instances[c->instance];
    int length = name_others(s, list, c, order, others, sizeof others);
    eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(i),
              "the fixed start value %s contradicts%s%s by %.9g; equations: %d, "
              "unknowns: %d",
              eg_start_describe(s, c, text, sizeof text),
              length > 0 ? others : " what rigid connections and drives leave",
              length > 0 ? " and the rigid connections between them" : "", difference, length + 1, length);
    eg_remedy(s->base.diagnostics, "remove one of them, or make the values agree");
}

bool eg_start_is_massless(const eg_model *m, int body)
{
    return body > 0 && m->bodies[body].mass == 0;
}

/* A relation of more than two bodies, by their representatives: sum of coefficient*S(index) = value. */
typedef struct relation {
    eg_term terms[8];
    int count; /* 9 and more: too many */
    eg_dd value;
} relation;

static void add_relation_term(relation *q, eg_tie tie, double factor)
{
    const int room = (int)(sizeof q->terms / sizeof *q->terms);
    q->value = eg_dd_sub(q->value, eg_dd_scale(tie.value, factor));
    double term = factor * tie.factor;
    for (int i = 0; i < q->count && i < room; i++)
        if (q->terms[i].index == tie.root) {
            double sum = q->terms[i].coefficient + term;
            double size = fabs(q->terms[i].coefficient) + fabs(term);
            q->terms[i].coefficient = fabs(sum) <= 16 * 2.220446049250313e-16 * size ? 0 : sum;
            return;
        }
    if (tie.root > 0 && q->count < room)
        q->terms[q->count] = (eg_term){tie.root, term};
    q->count += tie.root > 0;
}

static void add_node_terms(const eg_model *m, eg_ties *ties, relation *q, const eg_flange_node *n,
                           double sign)
{
    for (int i = 0; i <= n->more; i++) {
        eg_term t = eg_node_term(m, n, i);
        add_relation_term(q, eg_ties_find(ties, t.index), sign * t.coefficient);
    }
}

/* As eg_ties_join; 2 where a gear with a moving support leaves the relation open until more is known. */
static int tie(const eg_network *s, eg_ties *ties, const eg_condition *c, eg_dd value, double *difference)
{
    const eg_flange_node *from = eg_start_node(s->m, c->from), *to = eg_start_node(s->m, c->to);
    if (from->more == 0 && to->more == 0)
        return eg_ties_join(ties, from->body, from->factor, to->body, to->factor, value, difference);
    relation q = {.value = value};
    int left = 0;
    eg_term open = {0, 0};
    add_node_terms(s->m, ties, &q, to, 1);
    add_node_terms(s->m, ties, &q, from, -1);
    for (int i = 0; i < q.count && i < (int)(sizeof q.terms / sizeof *q.terms); i++)
        if (q.terms[i].coefficient != 0) {
            open = q.terms[i];
            left++;
        }
    *difference = eg_dd_value(q.value);
    if (left > 1 || q.count > (int)(sizeof q.terms / sizeof *q.terms))
        return 2;
    return left == 0 ? 0 : eg_ties_join(ties, 0, 0, open.index, open.coefficient, q.value, difference);
}

/* Gives condition c a place among the ties. */
static eg_status tie_condition(eg_network *s, int order, eg_conditions *list, eg_condition *c, eg_ties *ties,
                               eg_ties *fixed_only)
{
    const eg_model *m = s->m;
    int from, to;
    double difference, ignored;
    eg_dd value = between_bodies(s, c, order, &from, &to);
    bool fixed = c->rank == EG_CONDITION_FIXED;
    if (fixed && order == 1 && (eg_start_is_massless(m, from) || eg_start_is_massless(m, to)))
        return EG_OK; /* forces determine this speed; the value is checked when they have */
    int outcome = tie(s, ties, c, value, &difference);
    c->waiting = outcome == 2;
    if (outcome == 1) {
        c->used = true;
        if (fixed)
            tie(s, fixed_only, c, value, &ignored);
    }
    double scale = fabs(value.hi) + fabs(c->value) + fabs(c->shift);
    if (outcome != 0 || !fixed || fabs(difference) <= 32 * 2.220446049250313e-16 * scale)
        return EG_OK;
    report_conflict(s, list, c, order, difference);
    return EG_ERROR_MODEL;
}

eg_status eg_start_tie(eg_network *s, int order, eg_conditions *list, eg_ties *ties, eg_ties *fixed_only)
{
    eg_status status = EG_OK;
    bool waiting = false;
    if (list->count > 0)
        qsort(list->items, (size_t)list->count, sizeof *list->items, compare_conditions);
    for (int i = 0; i < list->count; i++) {
        eg_condition *c = &list->items[i];
        if (tie_condition(s, order, list, c, ties, fixed_only) != EG_OK)
            status = EG_ERROR_MODEL;
        c->waiting = c->waiting && c->rank == EG_CONDITION_FIXED;
        waiting = waiting || c->waiting;
        for (int k = 0; waiting && c->used && k < i; k++)
            if (list->items[k].waiting &&
                tie_condition(s, order, list, &list->items[k], ties, fixed_only) != EG_OK)
                status = EG_ERROR_MODEL;
    }
    return status;
}
