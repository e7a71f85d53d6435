/* The start: positions and speeds of the bodies from whatever start values the model gives.
 *
 * A start value of s, s_rel, v, v_rel is a difference between two bodies (or a body and the ground), or,
 * where gears lie between, a linear relation; both are ties (ties.h). Kruskal's walk over them, fixed ones
 * first, then the user's guesses, then defaults, ties every body to the ground: a fixed value that meets a
 * tie already there is a conflict, a tie that had to be made from a guess is a gap, and both are reported by
 * name. Sums are kept in double-double, so that positions far from the origin lose nothing. Start values of
 * accelerations (steady states) are met by Newton's method on the bodies that no fixed value ties. */
#include "network/start/initialize.h"
#include "network/compile/path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- conditions */

static const eg_start *start_of(const eg_instance *instance, int variable)
{
    for (size_t i = 0; i < instance->start_count; i++)
        if (instance->starts[i].variable == variable)
            return &instance->starts[i];
    return NULL;
}

/* The parameter that gives the start value, or -1. */
static int start_parameter(const eg_instance *i, int variable)
{
    const char *name = i->class->variables[variable].start_parameter;
    return name ? eg_class_parameter(i->class, name) : -1;
}

enum { GUESS_TREE, GUESS_OTHER, DEFAULT_TREE, DEFAULT_OTHER, LAST_RESORT };

/* How a start attribute ranks: FIXED, or which kind of guess. */
static int rank_start(const eg_instance *i, int variable, bool tree, double *value)
{
    const eg_start *start = start_of(i, variable);
    const eg_variable *v = &i->class->variables[variable];
    bool said = start && !isnan(start->start);
    int parameter = said ? -1 : start_parameter(i, variable);
    *value = said ? start->start : parameter >= 0 ? i->p[parameter] : v->start;
    bool fixed = start && start->fixed >= 0 ? start->fixed : parameter >= 0 ? i->given[parameter] : v->fixed;
    if (fixed)
        return EG_CONDITION_FIXED;
    return said || parameter >= 0 ? tree ? GUESS_TREE : GUESS_OTHER : tree ? DEFAULT_TREE : DEFAULT_OTHER;
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

/* The signal that gives a start value. */
static int initial_net(const eg_model *m, const eg_initial_part *p)
{
    return p->input == EG_OWN ? m->instance_net[p->instance]
                              : m->port_node[m->port_base[p->instance] + p->input];
}

/* Collects the start values of derivative number `order`: 0 positions, 1 speeds, 2 accelerations. */
static int collect(eg_network *s, int order, const bool *tree, eg_conditions *list)
{
    const eg_model *m = s->m;
    for (size_t i = 0; i < m->parts.coordinate_count; i++) {
        const eg_coordinate_part *p = &m->parts.coordinate[i];
        int variable = order == 0 ? p->variable_s : order == 1 ? p->variable_v : p->variable_a;
        if (variable < 0 || has_drive(m, p->instance))
            continue; /* a drive's own motion starts with the drive */
        eg_condition c = {.instance = p->instance,
                          .variable = variable,
                          .from = eg_port_at(m, p->instance, p->from),
                          .to = eg_port_at(m, p->instance, p->to)};
        c.rank = rank_start(&m->instances[p->instance], variable, tree[i], &c.value);
        c.shift = order == 0 ? p->offset : 0;
        if ((order < 2 || c.rank == EG_CONDITION_FIXED) && push(list, c) < 0)
            return -1;
    }
    for (size_t i = 0; i < m->parts.initial_count; i++) {
        const eg_initial_part *p = &m->parts.initial[i];
        if (p->order != order)
            continue;
        int net = initial_net(m, p);
        if (push(list, (eg_condition){.instance = p->instance,
                                      .variable = -1,
                                      .from = -1,
                                      .rank = EG_CONDITION_FIXED,
                                      .to = eg_port_at(m, p->instance, p->port),
                                      .value = s->net[net].x}) < 0)
            return -1;
    }
    for (int b = 1; b < m->body_count && order < 2; b++)
        if (push(list, (eg_condition){.instance = -1,
                                      .variable = -1,
                                      .rank = LAST_RESORT,
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

/* Nodes at which nothing is connected move as the ground does. */
static const eg_node *node_or_ground(const eg_model *m, int node)
{
    static const eg_node ground = {0};
    return node < 0 ? &ground : &m->nodes[node];
}

/* The value as a relation of two bodies: factor(to)*S(to) - factor(from)*S(from). */
static eg_dd between_bodies(const eg_network *s, const eg_condition *c, int order, int *from, int *to)
{
    const eg_node *a = node_or_ground(s->m, c->from), *b = node_or_ground(s->m, c->to);
    eg_dd value = eg_dd_of(c->value);
    *from = a->body;
    *to = b->body;
    if (order == 0) {
        value = eg_dd_sub(value, eg_dd_of(c->shift));
        value = eg_dd_sub(value, eg_dd_sub(b->offset, a->offset));
        value =
            eg_dd_sub(value, eg_dd_sub(eg_dd_of(s->motion[b->motion].x), eg_dd_of(s->motion[a->motion].x)));
    } else if (order == 1) {
        value =
            eg_dd_sub(value, eg_dd_sub(eg_dd_of(s->motion[b->motion].dx), eg_dd_of(s->motion[a->motion].dx)));
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
    eg_report(s->base.diagnostics, EG_ERROR, i->place,
              "the fixed start value %s contradicts%s%s by %.9g; equations: %d, "
              "unknowns: %d",
              eg_start_describe(s, c, text, sizeof text),
              length > 0 ? others : " what rigid connections and drives leave",
              length > 0 ? " and the rigid connections between them" : "", difference, length + 1, length);
    eg_remedy(s->base.diagnostics, "remove one of them, or make the values agree");
}

static bool is_massless(const eg_model *m, int body)
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

static void add_node_terms(const eg_model *m, eg_ties *ties, relation *q, const eg_node *n, double sign)
{
    for (int i = 0; i <= n->more; i++) {
        eg_term t = eg_node_term(m, n, i);
        add_relation_term(q, eg_ties_find(ties, t.index), sign * t.coefficient);
    }
}

/* As eg_ties_join; 2 where a gear with a moving support leaves the relation open until more is known. */
static int tie(const eg_network *s, eg_ties *ties, const eg_condition *c, eg_dd value, double *difference)
{
    const eg_node *from = node_or_ground(s->m, c->from), *to = node_or_ground(s->m, c->to);
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
    if (fixed && order == 1 && (is_massless(m, from) || is_massless(m, to)))
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

/* Ties all bodies at derivative `order`; fixed_only receives the ties that fixed values alone make. What a
 * gear with a moving support leaves open waits until more is known, but for guesses, which are dropped. */
static eg_status tie_bodies(eg_network *s, int order, eg_conditions *list, eg_ties *ties, eg_ties *fixed_only)
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

/* ---------------------------------------------------------------- from ties to unknowns */

/* Differences of bodies become coordinates (order 0) or speeds (order 1). */
static void set_unknowns(eg_network *s, int order, eg_ties *ties, double *y)
{
    const eg_model *m = s->m;
    for (int b = 1; b < m->body_count; b++) {
        if (order == 1) {
            y[eg_v(m, b)] = eg_dd_value(eg_ties_find(ties, b).value);
            continue;
        }
        const eg_body *body = &m->bodies[b];
        const eg_node *from = node_or_ground(m, body->from), *to = node_or_ground(m, body->to);
        eg_dd at_from = eg_dd_scale(eg_ties_find(ties, from->body).value, from->factor);
        eg_dd at_to = eg_dd_scale(eg_ties_find(ties, to->body).value, to->factor);
        eg_dd x = eg_dd_sub(eg_dd_add(at_to, to->offset), eg_dd_add(at_from, from->offset));
        x = eg_dd_add(x, eg_dd_sub(eg_dd_of(s->motion[to->motion].x), eg_dd_of(s->motion[from->motion].x)));
        y[eg_x(b)] = eg_dd_value(eg_dd_add(x, eg_dd_of(body->shift)));
    }
}

static void start_drives(eg_network *s, double *y)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->drive_count; i++) {
        const eg_drive *d = &m->drives[i];
        const eg_instance *instance = &m->instances[d->instance];
        double s_start = 0, v_start = 0;
        if (d->variable_s >= 0)
            rank_start(instance, d->variable_s, false, &s_start);
        if (d->variable_v >= 0)
            rank_start(instance, d->variable_v, false, &v_start);
        if (d->states > 0)
            instance->class->drive->start(instance->p, s->net[d->input], s_start, v_start, y + d->state);
    }
}

static void start_blocks(eg_network *s, double *y)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->net_count && m->first_heat > m->first_block; i++) {
        const eg_net *n = &m->nets[i];
        double u[EG_BLOCK_MAX_INPUTS] = {0};
        for (int k = 0; k < n->input_count; k++)
            u[k] = s->net[n->inputs[k]].x;
        if (n->states > 0)
            n->block->start(m->instances[n->instance].p, u, y + n->state);
    }
}

static void report_temperature(eg_network *s, const eg_condition *c, double T)
{
    char text[256];
    eg_report(s->base.diagnostics, EG_ERROR, s->m->instances[c->instance].place,
              "the fixed start value %s contradicts the %.9g K that others give to what it touches",
              eg_start_describe(s, c, text, sizeof text), T);
    eg_remedy(s->base.diagnostics, "remove one of them, or make the values agree");
}

/* Where a signal gives the temperature, fixed values must agree with it: once signals are what they are. */
static eg_status check_given_temperatures(eg_network *s, const double *y)
{
    const eg_model *m = s->m;
    eg_status status = EG_OK;
    if (m->parts.heat_fixed_count > 0)
        eg_network_evaluate(s, s->start_time, y, s->zero, EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS);
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *part = &m->parts.heat_capacity[i];
        int node = m->port_node[m->port_base[part->instance] + part->port];
        eg_condition c = {.instance = part->instance, .variable = part->variable_T};
        if (m->heat[node].input < 0 || m->heat[node].unknown >= 0 ||
            rank_start(&m->instances[part->instance], part->variable_T, false, &c.value) !=
                EG_CONDITION_FIXED)
            continue;
        double T = eg_network_temperature(s, node, y);
        if (fabs(c.value - T) <= 1e-9 * fabs(T))
            continue;
        report_temperature(s, &c, T);
        status = EG_ERROR_MODEL;
    }
    return status;
}

/* Start values of temperatures: fixed ones first, then guesses, then defaults; the first of a node counts,
 * and other fixed ones must agree with it. */
static eg_status start_temperatures(eg_network *s, eg_start_problem *p, double *y)
{
    static const int ranks[] = {EG_CONDITION_FIXED, GUESS_OTHER, DEFAULT_OTHER};
    const eg_model *m = s->m;
    eg_status status = EG_OK;
    for (int i = 0; i < m->heat_count; i++)
        if (m->heat[i].unknown >= 0)
            y[m->heat[i].unknown] = 293.15;
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
            const eg_heat_capacity_part *part = &m->parts.heat_capacity[i];
            int node = m->port_node[m->port_base[part->instance] + part->port],
                unknown = m->heat[node].unknown;
            eg_condition c = {.instance = part->instance, .variable = part->variable_T};
            if (rank_start(&m->instances[part->instance], part->variable_T, false, &c.value) != ranks[pass])
                continue;
            bool free = unknown >= 0 && p->temperature[node] < 0;
            double T = eg_network_temperature(s, node, y);
            if (free) {
                p->temperature[node] = (int)i;
                y[unknown] = c.value;
            } else if (pass == 0 && (unknown >= 0 || m->heat[node].input < 0) &&
                       fabs(c.value - T) > 4 * 2.220446049250313e-16 * fabs(T)) {
                report_temperature(s, &c, T);
                status = EG_ERROR_MODEL;
            }
        }
    return status;
}

static void start_phases(eg_network *s, double t)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->instance_count && s->phase; i++) {
        const eg_block_ops *block = m->instances[i].class->block;
        s->phase[i] = block && block->phase ? block->phase(m->instances[i].p, t) : 0;
    }
}

double eg_start_excess(const eg_network *s, const eg_condition *c, int order, const double *y)
{
    if (order == 0)
        return eg_node_position(s, c->to) - eg_node_position(s, c->from) + c->shift - c->value;
    return eg_node_speed(s, c->to, y) - eg_node_speed(s, c->from, y) - c->value;
}

/* Opens the fixed values of one order that the balance of forces, which has the last word on parts without
 * mass, does not give; says how many. */
static int open_conditions(eg_network *s, eg_start_problem *p, int order, const double *y)
{
    int opened = 0;
    double size = 1e-6; /* of what the model's positions, or speeds, are rounded against */
    for (int b = 1; b < s->m->body_count; b++)
        size = fmax(size, fabs(order == 0 ? s->position[b] : y[eg_v(s->m, b)]));
    for (int i = 0; i < p->conditions[order].count; i++) {
        eg_condition *c = &p->conditions[order].items[i];
        if (c->rank != EG_CONDITION_FIXED || c->open ||
            fabs(eg_start_excess(s, c, order, y)) <= 1e-9 * fmax(size, fabs(c->value)))
            continue;
        c->open = true;
        opened++;
    }
    return opened;
}

/* Moves what is free until fixed values hold that follow from forces. Meeting some may spoil others, which
 * then are met too. */
static eg_status meet_conditions(eg_network *s, eg_start_problem *p, double t, double *y, double *yp)
{
    const eg_model *m = s->m;
    eg_status status = EG_OK;
    if (p->conditions[2].count > 0 || (m->user && m->user->initial_count > 0))
        status = eg_start_accelerations(s, p, t, y, yp);
    while (status == EG_OK && (m->massless_count > 0 || m->more_term_count > 0)) {
        eg_network_evaluate(s, t, y, s->zero, EG_EVALUATE_POSITIONS);
        int opened = open_conditions(s, p, 0, y) + open_conditions(s, p, 1, y);
        if (opened == 0)
            break;
        p->open += opened;
        status = eg_start_accelerations(s, p, t, y, yp);
    }
    return status;
}

/* ---------------------------------------------------------------- guesses that were taken */

typedef struct gap_report {
    eg_network *s;
    char text[512];
    int count;
    eg_place place;
} gap_report;

static void note_gap(gap_report *g, const eg_condition *c)
{
    char one[256];
    size_t used = strlen(g->text);
    if (g->count++ == 0)
        g->place = g->s->m->instances[c->instance].place;
    if (g->count <= 4)
        snprintf(g->text + used, sizeof g->text - used, "%s%s", g->count > 1 ? ", " : "",
                 eg_start_describe(g->s, c, one, sizeof one));
}

/* Guesses of temperatures. */
static void note_temperatures(gap_report *g, const eg_start_problem *p)
{
    const eg_model *m = g->s->m;
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *part = &m->parts.heat_capacity[i];
        eg_condition c = {.instance = part->instance, .variable = part->variable_T};
        int node = m->port_node[m->port_base[part->instance] + part->port];
        if (p->temperature[node] == (int)i && m->heat[node].capacity > 0 &&
            rank_start(&m->instances[part->instance], part->variable_T, false, &c.value) !=
                EG_CONDITION_FIXED)
            note_gap(g, &c);
    }
}

static void note_user_states(gap_report *g, const eg_start_problem *p)
{
    const eg_user *u = g->s->m->user;
    for (int i = 0; u && i < u->states; i++) {
        const eg_user_quantity *q = &u->quantities[u->unknown_of[i]];
        size_t used = strlen(g->text);
        if (q->fixed == 1 || p->user_solved[i])
            continue;
        if (g->count++ == 0)
            g->place = q->place;
        if (g->count <= 4)
            snprintf(g->text + used, sizeof g->text - used, "%s%s = %.9g%s%s", g->count > 1 ? ", " : "",
                     q->path, isnan(q->start) ? 0 : q->start, *q->unit ? " " : "", q->unit);
    }
}

/* How many numbers the start is made of: states that no balance determines. */
static int count_unknowns(const eg_network *s)
{
    const eg_model *m = s->m;
    int count = m->user ? m->user->states : 0;
    for (int b = 1; b < m->body_count; b++)
        count += (s->shift[b] < 0) + !is_massless(m, b);
    for (int i = 0; i < m->heat_count; i++)
        count += m->heat[i].unknown >= 0 && m->heat[i].capacity > 0;
    return count;
}

/* One warning names the guesses that were taken as if they were fixed. */
static void report_gaps(eg_network *s, const eg_start_problem *p)
{
    gap_report g = {.s = s};
    for (int order = 0; order < 2; order++)
        for (int i = 0; i < p->conditions[order].count; i++) {
            const eg_condition *c = &p->conditions[order].items[i];
            bool solved = p->solved[order][c->from < 0 ? 0 : s->m->nodes[c->from].body] ||
                          p->solved[order][s->m->nodes[c->to].body];
            if (c->used && c->rank != EG_CONDITION_FIXED && c->instance >= 0 && !solved &&
                start_parameter(&s->m->instances[c->instance], c->variable) < 0)
                note_gap(&g, c);
        }
    note_temperatures(&g, p);
    note_user_states(&g, p);
    if (g.count == 0)
        return;
    eg_report(s->base.diagnostics, EG_WARNING, g.place,
              "%d start value%s not fixed; the guess is taken: %s%s; equations: %d, unknowns: %d", g.count,
              g.count > 1 ? "s are" : " is", g.text, g.count > 4 ? ", ..." : "", count_unknowns(s) - g.count,
              count_unknowns(s));
    eg_remedy(s->base.diagnostics,
              "say which values must hold, for example mass(s(start=0, fixed=true), v(start=0, fixed=true))");
}

/* ---------------------------------------------------------------- one attempt */

static eg_status problem_create(eg_start_problem *p, const eg_model *m)
{
    for (int order = 0; order < 2; order++) {
        p->solved[order] = calloc((size_t)m->body_count, sizeof(bool));
        if (eg_ties_create(&p->ties[order], m->body_count) != EG_OK ||
            eg_ties_create(&p->fixed[order], m->body_count) != EG_OK || !p->solved[order])
            return EG_ERROR_MEMORY;
    }
    p->together = malloc(sizeof *p->together * (size_t)m->body_count);
    p->temperature = malloc(sizeof(int) * ((size_t)m->heat_count + 1));
    for (int i = 0; i < m->heat_count && p->temperature; i++)
        p->temperature[i] = -1;
    p->user_solved = calloc(m->user ? (size_t)m->user->states + 1 : 1, sizeof(bool));
    return p->together && p->temperature && p->user_solved ? EG_OK : EG_ERROR_MEMORY;
}

static void problem_release(eg_start_problem *p)
{
    for (int order = 0; order < 3; order++)
        free(p->conditions[order].items);
    for (int order = 0; order < 2; order++) {
        eg_ties_free(&p->ties[order]);
        eg_ties_free(&p->fixed[order]);
        free(p->solved[order]);
    }
    free(p->together);
    free(p->temperature);
    free(p->user_solved);
    memset(p, 0, sizeof *p);
}

static eg_status settle(eg_network *s, double t, double *y, double *yp)
{
    int status = eg_network_settle_modes(s, t, y, yp, true, NULL);
    if (status == 0)
        return EG_OK;
    if (status > 0)
        eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
                  "the equations cannot be evaluated at the start: a value is not finite");
    return status == EG_ERROR_MEMORY ? EG_ERROR_MEMORY : EG_ERROR_MODEL;
}

/* What fixed positions tie moves together when the balance of a massless body is sought. The representative
 * of a set is its lowest body, that of the ground 0. */
static void tell_together(eg_network *s, eg_start_problem *p)
{
    for (int b = 0; b < s->m->body_count; b++)
        p->together[b] = eg_ties_find(&p->fixed[0], b);
    s->together = p->together;
}

static eg_status solve(eg_network *s, eg_start_problem *p, double t, double *y, double *yp)
{
    const eg_model *m = s->m;
    eg_status status = start_temperatures(s, p, y);
    for (int order = 0; order < 2; order++) {
        eg_status one = tie_bodies(s, order, &p->conditions[order], &p->ties[order], &p->fixed[order]);
        if (one != EG_OK)
            status = one;
    }
    if (status != EG_OK)
        return status;
    set_unknowns(s, 0, &p->ties[0], y);
    set_unknowns(s, 1, &p->ties[1], y);
    tell_together(s, p);
    status = settle(s, t, y, yp);
    if (status == EG_OK)
        status = meet_conditions(s, p, t, y, yp);
    for (int b = 1; b < m->body_count; b++) {
        p->solved[0][b] |= s->shift[b] >= 0;
        p->solved[1][b] |= is_massless(m, b);
    }
    if (status == EG_OK && m->user)
        status = eg_user_check_fixed(s);
    if (status == EG_OK)
        status = check_given_temperatures(s, y);
    s->together = NULL;
    return status;
}

/* From drives and signals as they are at (t, y). */
static eg_status attempt(eg_network *s, const bool *tree, double t, double *y, double *yp)
{
    eg_start_problem p = {0};
    eg_status status = problem_create(&p, s->m);
    eg_network_seek_start(s);
    for (int order = 0; order < 3 && status == EG_OK; order++)
        if (collect(s, order, tree, &p.conditions[order]) < 0)
            status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = solve(s, &p, t, y, yp);
    if (status == EG_OK)
        report_gaps(s, &p);
    problem_release(&p);
    return status;
}

/* ---------------------------------------------------------------- drives and signals at the start */

/* Drives and blocks start from signals, signals may come from drives and blocks. */
static void refresh(eg_network *s, double t, double *y, const double *yp)
{
    for (int round = 0; round < 2; round++) {
        eg_network_evaluate(s, t, y, yp,
                            EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS | EG_EVALUATE_NO_FORCES);
        start_drives(s, y);
        start_blocks(s, y);
    }
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS | EG_EVALUATE_NO_FORCES);
}

/* What the start depends on: motions, states of blocks, and the signals that give start values. */
static int list_dependencies(const eg_network *s, const double *y, double *values)
{
    const eg_model *m = s->m;
    int count = 0;
    for (int i = m->first_block; i < m->first_heat; i++)
        values[count++] = y[i];
    for (int i = 0; i < m->drive_count; i++) {
        values[count++] = s->drive_jet[i].x;
        values[count++] = s->drive_jet[i].dx;
    }
    for (size_t i = 0; i < m->parts.initial_count; i++) {
        const eg_initial_part *p = &m->parts.initial[i];
        values[count++] = s->net[initial_net(m, p)].x;
    }
    return count;
}

static bool all_equal(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabs(a[i] - b[i]) <= 8 * 2.220446049250313e-16 * fabs(b[i])))
            return false;
    return true;
}

/* Sensors may see bodies whose start depends on what the sensors say: attempts, not yet reported, until
 * motions and signals stay the same. */
static eg_status find_motions(eg_network *s, const bool *tree, double t, double *y, double *yp)
{
    const eg_model *m = s->m;
    size_t room =
        2 * (size_t)m->drive_count + m->parts.initial_count + (size_t)(m->first_heat - m->first_block);
    if (room == 0)
        return EG_OK;
    eg_diagnostics *loud = s->base.diagnostics, *quiet = eg_diagnostics_create();
    double *before = malloc(2 * sizeof *before * room), *after = before + room;
    eg_status status = before && quiet ? EG_OK : EG_ERROR_MEMORY;
    bool settled = false;
    s->base.diagnostics = quiet;
    for (int round = 0; round < 60 && !settled && status != EG_ERROR_MEMORY; round++) {
        int count = list_dependencies(s, y, before);
        status = attempt(s, tree, t, y, yp);
        refresh(s, t, y, yp);
        list_dependencies(s, y, after);
        settled = all_equal(before, after, count);
    }
    s->base.diagnostics = loud;
    if (status != EG_ERROR_MEMORY && !settled) {
        eg_report(loud, EG_ERROR, EG_NOWHERE,
                  "no start has been found: signals that give a motion or a start value "
                  "depend on positions which depend on these signals");
        eg_remedy(loud, "give the bodies that the sensors see fixed start values of their own");
        status = EG_ERROR_MODEL;
    } else if (status != EG_ERROR_MEMORY) {
        status = EG_OK; /* what is wrong will be found again, and said */
    }
    eg_diagnostics_free(quiet);
    free(before);
    return status;
}

/* Does the signal jump at some time after t? */
static bool jumps_after(const eg_model *m, int net, double t)
{
    const eg_net *n = &m->nets[net];
    if (n->kind != EG_SIGNAL_BLOCK || n->unknown >= 0 || n->lag > 0)
        return false;
    for (int i = 0; i < n->input_count; i++)
        if (jumps_after(m, n->inputs[i], t))
            return true;
    const eg_instance *instance = &m->instances[n->instance];
    const eg_block_ops *block = n->block;
    return block->continuity && block->continuity(instance->p) < 0 && block->phase && block->phase_end &&
           block->phase_end(instance->p, block->phase(instance->p, t)) < INFINITY;
}

/* The compiler has looked for jumps from the experiment's start on; this run may begin earlier. */
static eg_status check_drives(const eg_network *s, double t)
{
    const eg_model *m = s->m;
    eg_status status = EG_OK;
    for (int i = 0; i < m->drive_count; i++) {
        const eg_drive *d = &m->drives[i];
        if (d->states > 0 || !jumps_after(m, d->input, t))
            continue;
        const eg_instance *instance = &m->instances[d->instance];
        eg_report(s->base.diagnostics, EG_ERROR, instance->place,
                  "%s moves its flange exactly along the signal %s, but that signal jumps after the start at "
                  "%.9g s: the speed of the flange would be infinite",
                  instance->path, m->nets[d->input].name, t);
        eg_remedy(s->base.diagnostics, "set %s(exact=false), or start later", instance->path);
        status = EG_ERROR_MODEL;
    }
    return status;
}

/* Users' assertions hold from now on, and samples may be due. */
static eg_status end_start(eg_network *s, double t, double *y, double *yp)
{
    bool jumped;
    if (eg_user_end_start(s, t, y, yp) < 0)
        return EG_ERROR_MODEL;
    if (eg_delays_begin(s, t) != 0)
        return EG_ERROR_MEMORY;
    int status = s->m->user->before_count + s->m->user->impulse_count > 0
                     ? eg_network_settle_modes(s, t, y, yp, false, NULL)
                     : 0;
    if (status == 0)
        status = eg_user_end_event(s, t, y, yp);
    if (status == 0 && eg_user_is_due(s, t))
        status = eg_network_handle_event(&s->base, t, NULL, y, yp, &jumped, NULL);
    return status == 0 ? EG_OK : status == EG_ERROR_MEMORY ? EG_ERROR_MEMORY : EG_ERROR_MODEL;
}

eg_status eg_network_initialize(eg_system *base, double t, double *y, double *yp)
{
    eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    if (check_drives(s, t) != EG_OK)
        return EG_ERROR_MODEL;
    bool *tree = calloc(m->parts.coordinate_count + 1, sizeof(bool));
    if (!tree)
        return EG_ERROR_MEMORY;
    for (int b = 1; b < m->body_count; b++)
        if (m->bodies[b].coordinate >= 0)
            tree[m->bodies[b].coordinate] = true;
    s->start_time = t;
    memset(y, 0, sizeof(double) * (size_t)base->n);
    memset(yp, 0, sizeof(double) * (size_t)base->n);
    start_phases(s, t);
    if (m->user) {
        eg_user_begin_start(s, t);
        eg_user_guess(s, y);
    }
    eg_network_take_inputs(s);
    refresh(s, t, y, yp);
    for (int i = 0; m->user && i < m->user->first_count && eg_user_take_firsts(s); i++)
        refresh(s, t, y, yp);
    eg_status status = find_motions(s, tree, t, y, yp);
    if (status == EG_OK)
        status = attempt(s, tree, t, y, yp);
    free(tree);
    if (status == EG_OK)
        status = eg_network_begin_elements(s, t, y, yp);
    return status == EG_OK && m->user ? end_start(s, t, y, yp) : status;
}
