/* Structure: which unknowns are differential in the present modes.
 *
 * A body with inertia has a differential x and v. A massless body's v is algebraic: its forces balance.
 * Where dampers tie it, directly or through other massless bodies, to something with inertia or to the
 * ground, that balance determines v. A group of massless bodies that no active damper ties to anything
 * else balances without any speed in the sum of its forces: that sum determines one coordinate, which
 * becomes algebraic, and the sum's time derivative determines the group's speed. Where gears lie between, the
 * bodies of a group move in proportion, not alike: each row counts in the sum with that body's weight. Which
 * coordinate is found by elimination in the matrix of the sums' stiffnesses; a group for which none is left
 * floats, and is an error. */
#include "network/network.h"
#include "network/solve/pattern.h"
#include "network/solve/pivots.h"
#include "network/solve/structure.h"
#include "network/start/begin.h"
#include "network/start/ties.h"
#include "network/user/evaluate.h"
#include "network/user/structure.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct grouping {
    eg_network *s;
    const eg_model *m;
    eg_ties speeds; /* (bodies) what dampers tie; 0 stands for everything that has inertia or is given */
    int *group;     /* (bodies) number of its group, or -1 */
    double *weight; /* (bodies) its speed when its group has speed 1 */
    int groups;
    int *shift;    /* (bodies) the group that is displaced with it, or -1 */
    double *moved; /* (bodies) its displacement when that group is displaced by 1 */
    eg_balance *balances;
    eg_term *terms;
    int term_count;
    eg_user_trace trace; /* of users' forces */
} grouping;

/* Who stands for a body in the groups: what it is held to, and 0 where that has inertia or is given. */
static int anchor(const grouping *g, int body)
{
    int lead = g->s->stick.lead[body];
    return g->s->stick.mass[lead] > 0 ? 0 : lead;
}

/* How much a node moves with what stands for its body. */
static double anchored(const grouping *g, int node)
{
    return node < 0 ? 0 : g->m->nodes[node].factor * g->s->stick.ratio[g->m->nodes[node].body];
}

/* A force that answers to the speed of what it pushes does what a damper to the ground does. */
static void tie_feedback(grouping *g, const eg_force_source *f)
{
    const eg_model *m = g->m;
    const eg_gradient *u = &m->nets[f->input].gradient;
    int body = anchor(g, m->nodes[f->node].body);
    double ignored;
    for (int i = u->first[0]; i < u->first[0] + u->count[0]; i++) {
        int moving = m->signals.gradient_terms[i].index - (m->body_count - 1) + 1;
        if (moving >= 1 && moving < m->body_count &&
            eg_ties_find(&g->speeds, anchor(g, moving)).root == eg_ties_find(&g->speeds, body).root)
            eg_ties_join(&g->speeds, 0, 0, body, 1, eg_dd_of(0), &ignored);
    }
}

/* A force of users' equations that answers to speeds ties the bodies whose speeds these are; one that answers
 * to its own body's speed alone does what a damper to the ground does. */
static void tie_flow(grouping *g, const eg_user_flow *f)
{
    const eg_model *m = g->m;
    int own = anchor(g, m->nodes[f->node].body), others = 0;
    bool answers = false;
    double ignored;
    eg_user_trace_follow(&g->trace, g->s, f->result.node);
    for (int i = f->result.first_input; i < f->result.first_input + f->result.input; i++) {
        const eg_user_input *in = &m->user->inputs[m->user->tape.code[m->user->supports[i]].a];
        if (in->kind != EG_USER_SPEED || !g->trace.on[m->user->supports[i]])
            continue;
        int body = anchor(g, m->nodes[in->index].body);
        answers = answers || body == own;
        others += body != own;
        if (body != own)
            eg_ties_join(&g->speeds, own, anchored(g, f->node), body, anchored(g, in->index), eg_dd_of(0),
                         &ignored);
    }
    if (answers && others == 0)
        eg_ties_join(&g->speeds, 0, 0, own, 1, eg_dd_of(0), &ignored);
}

static void tie_groups(grouping *g)
{
    const eg_model *m = g->m;
    double ignored;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (e->ops->dependence(g->s->k + e->coefficients, g->s->mode[i]) & EG_ON_VELOCITY)
            eg_ties_join(&g->speeds, anchor(g, e->body_a), anchored(g, e->node_a), anchor(g, e->body_b),
                         anchored(g, e->node_b), eg_dd_of(0), &ignored);
    }
    for (int i = 0; i < m->source_count; i++)
        tie_feedback(g, &m->sources[i]);
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (!m->user->flows[i].is_heat)
            tie_flow(g, &m->user->flows[i]);
    for (int b = 0; b < m->body_count; b++) {
        eg_tie tie = eg_ties_find(&g->speeds, anchor(g, b)); /* of bodies without mass the first one leads */
        g->group[b] = tie.root == 0 ? -1 : tie.root == b ? g->groups++ : g->group[tie.root];
        g->weight[b] = tie.factor * g->s->stick.ratio[b];
    }
}

/* What the force at a node counts in the sum of group k. */
static double share(const grouping *g, int node, int k)
{
    const eg_flange_node *n = &g->m->nodes[node < 0 ? 0 : node];
    return node >= 0 && g->group[n->body] == k ? n->factor * g->weight[n->body] : 0;
}

static int group_of_node(const grouping *g, int node)
{
    return node < 0 ? -1 : g->group[g->m->nodes[node].body];
}

/* a - b; 0 where factors of gears leave nothing but their rounding. */
static double difference(double a, double b)
{
    return fabs(a - b) <= 16 * DBL_EPSILON * (fabs(a) + fabs(b)) ? 0 : a - b;
}

/* Users' forces, whatever they depend on. */
static void add_flows(grouping *g, eg_balance *b, int k)
{
    const eg_user *u = g->m->user;
    b->first_flow = g->term_count;
    for (int i = 0; u && i < u->flow_count; i++) {
        double c = u->flows[i].is_heat ? 0 : share(g, u->flows[i].node, k);
        if (c != 0)
            g->terms[g->term_count++] = (eg_term){i, c};
    }
    b->flow_count = g->term_count - b->first_flow;
}

/* Appends to `terms` the items whose force enters group `k`; coefficient as in the row of its bodies. */
static void add_items(grouping *g, eg_balance *b, int k, const int *of_group, int count)
{
    const eg_model *m = g->m;
    b->first = g->term_count;
    for (int i = 0; i < count; i++) {
        const eg_element *e = &m->elements[of_group[i]];
        double c = difference(share(g, e->node_b, k), share(g, e->node_a, k));
        bool counts = e->friction ||
                      e->ops->dependence(g->s->k + e->coefficients, g->s->mode[of_group[i]]) & EG_ON_POSITION;
        if (c != 0 && counts)
            g->terms[g->term_count++] = (eg_term){of_group[i], c};
    }
    b->count = g->term_count - b->first;
    b->first_source = g->term_count;
    for (int i = 0; i < m->source_count; i++) {
        const eg_force_source *f = &m->sources[i];
        double c = f->sign * difference(share(g, f->support, k), share(g, f->node, k));
        if (c != 0)
            g->terms[g->term_count++] = (eg_term){i, c};
    }
    b->source_count = g->term_count - b->first_source;
    add_flows(g, b, k);
}

/* Lists, group by group, the elements that touch it. */
static eg_status collect(grouping *g)
{
    const eg_model *m = g->m;
    int *start = calloc((size_t)g->groups + 2, sizeof(int));
    int *items = malloc(sizeof(int) * (2 * (size_t)m->element_count + 1));
    size_t flows = m->user ? (size_t)m->user->flow_count : 0;
    size_t room = 2 * (size_t)m->element_count + (size_t)g->groups * ((size_t)m->source_count + flows) +
                  2 * (size_t)m->body_count + 1;
    g->balances = calloc((size_t)g->groups + 1, sizeof *g->balances);
    g->terms = malloc(sizeof *g->terms * room);
    eg_status status = start && items && g->balances && g->terms ? EG_OK : EG_ERROR_MEMORY;
    for (int fill = 0; fill < 2 && status == EG_OK; fill++) {
        for (int i = 0; i < m->element_count; i++) {
            int a = group_of_node(g, m->elements[i].node_a), b = group_of_node(g, m->elements[i].node_b);
            for (int side = 0; side < (a == b ? 1 : 2); side++) {
                int k = side ? b : a;
                if (k >= 0 && fill)
                    items[start[k + 1]++] = i;
                else if (k >= 0)
                    start[k + 2]++;
            }
        }
        for (int k = 2; k < g->groups + 2 && !fill; k++)
            start[k] += start[k - 1];
    }
    for (int k = 0; k < g->groups && status == EG_OK; k++)
        add_items(g, &g->balances[k], k, items + start[k], start[k + 1] - start[k]);
    free(start);
    free(items);
    return status;
}

/* What a balance of forces may be solved for: a stiffness that stays. That of a gap with n > 1 vanishes at
 * touch and at lift-off, where solving for its s_rel would take a root of order n of a small difference; it
 * counts only where there is nothing else. */
static double stiffness(const grouping *g, int element)
{
    const double changing = 1e-6;
    const eg_element *e = &g->m->elements[element];
    eg_force f;
    e->ops->force(g->s->k + e->coefficients, g->s->mode[element], g->s->s_rel[element], g->s->v_rel[element],
                  &f);
    return f.d2f_ds2 != 0 ? changing * f.df_ds : f.df_ds;
}

/* The same of a user's force with the distance that instruction number i of its inputs is. */
static double flow_stiffness(const grouping *g, const eg_user_flow *f, int i)
{
    const double changing = 1e-6;
    const eg_user *u = g->m->user;
    bool changes = false;
    for (int k = f->rate.first_input; k < f->rate.first_input + f->rate.input; k++)
        changes = changes || u->inputs[u->tape.code[u->supports[k]].a].kind == EG_USER_DISTANCE;
    return (changes ? changing : 1) * g->s->user.work[u->supports[i]];
}

/* Appends how the user's force changes with the coordinates; the new count. */
static int list_flow(const grouping *g, eg_term flow, eg_term *terms, int count)
{
    const eg_model *m = g->m;
    const eg_user_flow *f = &m->user->flows[flow.index];
    if (terms)
        eg_user_gradient(g->s, &f->result);
    for (int i = f->result.first_input; i < f->result.first_input + f->result.input; i++) {
        const eg_user_input *in = &m->user->inputs[m->user->tape.code[m->user->supports[i]].a];
        if (in->kind != EG_USER_DISTANCE)
            continue;
        const eg_row *row = &m->row.list[in->row];
        double c = terms ? flow.coefficient * flow_stiffness(g, f, i) : 0;
        for (int j = row->first; j < row->first + row->count; j++, count++)
            if (terms)
                terms[count] = (eg_term){m->row.terms[j].index, c * m->row.terms[j].coefficient};
    }
    return count;
}

/* How the sum of forces on each group changes with the coordinates: rows of `terms`. Returns their number, or
 * counts them when terms is NULL. */
static int list_stiffness(const grouping *g, int *start, eg_term *terms)
{
    const eg_model *m = g->m;
    int count = 0;
    for (int k = 0; k < g->groups; k++) {
        const eg_balance *b = &g->balances[k];
        start[k] = count;
        for (int i = b->first; i < b->first + b->count; i++) {
            const eg_row *row = &m->row.list[m->elements[g->terms[i].index].row];
            double c = terms ? g->terms[i].coefficient * stiffness(g, g->terms[i].index) : 0;
            for (int j = row->first; j < row->first + row->count; j++, count++)
                if (terms)
                    terms[count] = (eg_term){m->row.terms[j].index, c * m->row.terms[j].coefficient};
        }
        for (int i = b->first_flow; i < b->first_flow + b->flow_count; i++)
            count = list_flow(g, g->terms[i], terms, count);
    }
    start[g->groups] = count;
    return count;
}

/* Chooses the coordinate that each group's balance determines: the one it depends on most. */
static int choose_coordinates(grouping *g, int *pivot)
{
    int *start = malloc(sizeof(int) * ((size_t)g->groups + 1));
    eg_term *terms = NULL;
    int status = -1;
    if (start)
        terms = malloc(sizeof *terms * ((size_t)list_stiffness(g, start, NULL) + 1));
    if (terms) {
        list_stiffness(g, start, terms);
        status = eg_pivots_find(g->groups, g->m->body_count - 1, start, terms, pivot);
    }
    free(start);
    free(terms);
    return status;
}

/* Is there but one port on the body? It has been forgotten then. */
static bool is_open(const eg_model *m, int body)
{
    int ports = 0;
    for (int i = 0; i < m->instance_count; i++)
        for (int port = m->ports.base[i]; port < m->ports.base[i + 1]; port++) {
            const eg_class *class = m->instances[i].class;
            const eg_port *p = &class->ports[port - m->ports.base[i]];
            if (eg_port_is_mechanical(p->kind) && m->ports.node[port] >= 0)
                ports += m->nodes[m->ports.node[port]].body == body;
        }
    return ports == 1;
}

static void report_floating(grouping *g, int k, double t)
{
    const eg_model *m = g->m;
    for (int b = 1; b < m->body_count; b++) {
        if (g->group[b] != k)
            continue;
        int i = m->bodies[b].instance;
        eg_report(
            g->s->base.diagnostics, EG_ERROR, i < 0 ? EG_NOWHERE : eg_instance_place(&m->instances[i]),
            "at time %.9g s nothing determines the position of %s: it has no mass, and all gaps and springs "
            "that "
            "touch it exert no force",
            t, m->bodies[b].name);
        if (is_open(m, b))
            eg_remedy(g->s->base.diagnostics,
                      "nothing is connected there: write connect(%s, ...) to what it should act on",
                      m->bodies[b].name);
        else
            eg_remedy(g->s->base.diagnostics, "give it a mass, or hold it with a spring");
        return;
    }
}

/* A user's force on the group whose rate is not known: none exists, or it depends on unknowns of equations
 * that move in a way of their own. */
static bool has_rate(const grouping *g, const eg_user_flow *f)
{
    const eg_user *u = g->m->user;
    for (int i = f->result.first_input; i < f->result.first_input + f->result.input; i++) {
        const eg_user_input *in = &u->inputs[u->tape.code[u->supports[i]].a];
        if (in->kind == EG_USER_VALUE && in->index >= u->states)
            return false;
    }
    for (int i = f->rate.first_input; i < f->rate.first_input + f->rate.input; i++) {
        const eg_user_input *in = &u->inputs[u->tape.code[u->supports[i]].a];
        if (in->kind == EG_USER_SIGNAL && g->m->nets[in->index].derivatives < in->other)
            return false;
    }
    return f->rate.node >= 0;
}

static bool lacks_rate(const grouping *g, int k)
{
    const eg_balance *b = &g->balances[k];
    for (int i = b->first_flow; i < b->first_flow + b->flow_count; i++)
        if (!has_rate(g, &g->m->user->flows[g->terms[i].index]))
            return true;
    return false;
}

static void report_user_force(const grouping *g, int k, double t)
{
    for (int b = 1; b < g->m->body_count; b++) {
        if (g->group[b] != k)
            continue;
        int i = g->m->bodies[b].instance;
        eg_report(
            g->s->base.diagnostics, EG_ERROR, i < 0 ? EG_NOWHERE : eg_instance_place(&g->m->instances[i]),
            "at time %.9g s the speed of %s would have to follow from the rate of the forces on it: it has "
            "no mass, and the rate of a force that equations of the model give is not known",
            t, g->m->bodies[b].name);
        eg_remedy(g->s->base.diagnostics, "give it a mass, or hold it with a damper too");
        return;
    }
}

/* The speed of a group follows from the rate of the forces on it. */
static int check_rates(const grouping *g, int k, double t)
{
    const eg_model *m = g->m;
    const eg_balance *b = &g->balances[k];
    for (int i = b->first_source; i < b->first_source + b->source_count; i++) {
        const eg_force_source *f = &m->sources[g->terms[i].index];
        if (m->nets[f->input].derivatives > 0)
            continue;
        const eg_instance *instance = &m->instances[f->instance];
        int node = group_of_node(g, f->node) == k ? f->node : f->support;
        eg_report(g->s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
                  "at time %.9g s nothing determines the speed of %s, "
                  "which has no mass: the rate of the force of %s would, but the signal %s has no derivative",
                  t, m->bodies[m->nodes[node].body].name, instance->path, m->nets[f->input].name);
        eg_remedy(g->s->base.diagnostics, "give it a mass, or hold it with a damper");
        return -1;
    }
    return 0;
}

/* While the start is sought, elements that measure from where they stand then have a force that no position
 * changes. A group that nothing else holds is held by them after all, as if it stood now where they begin:
 * whether their force is the one that was asked for is seen afterwards (begin.c). Tells whether there was
 * any. */
static bool hold_floating(const grouping *g, const int *pivot)
{
    bool any = false;
    for (int k = 0; k < g->groups; k++) {
        const eg_balance *b = &g->balances[k];
        for (int i = b->first; i < b->first + b->count && pivot[k] < 0; i++)
            any |= eg_network_begin_element(g->s, g->terms[i].index);
    }
    return any;
}

static int determine_coordinates(grouping *g, double t)
{
    int *pivot = malloc(sizeof(int) * ((size_t)g->groups + 1));
    int status = pivot ? choose_coordinates(g, pivot) : -1;
    if (status != -1 && hold_floating(g, pivot))
        status = choose_coordinates(g, pivot);
    for (int k = 0; k < g->groups && status != -1; k++) {
        g->balances[k].row = pivot[k];
        bool is_users = lacks_rate(g, k);
        if (is_users)
            report_user_force(g, k, t);
        else if (pivot[k] < 0)
            report_floating(g, k, t);
        if (is_users || pivot[k] < 0 || check_rates(g, k, t) < 0)
            status = EG_ERROR_SIMULATION;
    }
    for (int b = g->m->body_count - 1; b > 0; b--)
        if (g->group[b] >= 0 && g->s->stick.place[b] < 0)
            g->balances[g->group[b]].rate_row = eg_v(g->m, b);
    free(pivot);
    return status;
}

/* ---------------------------------------------------------------- displacements */

static void take(int *taker, bool *served, int set, int k)
{
    if (set > 0 && taker[set] < 0 && !served[k]) {
        taker[set] = k;
        served[k] = true;
    }
}

/* At the start fixed values tie bodies to each other: what is displaced then is the whole set that a body of
 * the group belongs to or, where all its bodies are tied to the ground, a set at the other end of one of its
 * springs. Where there is none it is the group after all: the fixed values will be found not to hold. */
static int share_sets(grouping *g)
{
    const eg_model *m = g->m;
    const eg_tie *set = g->s->together;
    int *taker = malloc(sizeof(int) * (size_t)m->body_count), status = -1;
    bool *served = calloc((size_t)g->groups + 1, sizeof(bool));
    if (!taker || !served)
        goto done;
    for (int b = 0; b < m->body_count; b++)
        taker[b] = -1;
    for (int b = 1; b < m->body_count; b++)
        if (g->group[b] >= 0)
            take(taker, served, set[b].root, g->group[b]);
    for (int k = 0; k < g->groups; k++)
        for (int i = g->balances[k].first; i < g->balances[k].first + g->balances[k].count; i++) {
            const eg_element *e = &m->elements[g->terms[i].index];
            take(taker, served, set[e->body_a].root, k);
            take(taker, served, set[e->body_b].root, k);
        }
    for (int b = 1; b < m->body_count; b++) {
        int k = g->group[b];
        int with = taker[set[b].root];
        g->shift[b] = with >= 0 ? with : k >= 0 && !served[k] ? k : -1;
        g->moved[b] = with >= 0 ? set[b].factor : g->weight[b];
    }
    status = 0;
done:
    free(taker);
    free(served);
    return status;
}

/* By how much a node (-1: the ground) is displaced when group k is displaced by 1. */
static double displacement(const grouping *g, int node, int k)
{
    const eg_flange_node *n = &g->m->nodes[node < 0 ? 0 : node];
    return node >= 0 && g->shift[n->body] == k ? n->factor * g->moved[n->body] : 0;
}

/* Coordinate x_b grows when the body at its far end is displaced, and shrinks with the one at its near end.
 */
static void list_shifts(grouping *g)
{
    const eg_model *m = g->m;
    for (int fill = 0; fill < 2; fill++) {
        for (int b = 1; b < m->body_count; b++) {
            const eg_body *body = &m->bodies[b];
            int ends[2] = {body->from < 0 ? -1 : g->shift[m->nodes[body->from].body],
                           g->shift[m->nodes[body->to].body]};
            for (int side = 0; side < (ends[0] != ends[1] ? 2 : 1); side++) {
                if (ends[side] < 0)
                    continue;
                eg_balance *k = &g->balances[ends[side]];
                double change = difference(displacement(g, body->to, ends[side]),
                                           displacement(g, body->from, ends[side]));
                if (change == 0)
                    continue;
                if (fill)
                    g->terms[k->first_shift + k->shift_count] = (eg_term){eg_x(b), change};
                k->shift_count++;
            }
        }
        for (int k = 0; k < g->groups && !fill; k++) {
            g->balances[k].first_shift = g->term_count;
            g->term_count += g->balances[k].shift_count;
            g->balances[k].shift_count = 0;
        }
    }
}

static int displace(grouping *g)
{
    memcpy(g->shift, g->group, sizeof *g->shift * (size_t)g->m->body_count);
    memcpy(g->moved, g->weight, sizeof *g->moved * (size_t)g->m->body_count);
    if (g->s->together && share_sets(g) < 0)
        return -1;
    list_shifts(g);
    memcpy(g->s->balance.shift, g->shift, sizeof *g->shift * (size_t)g->m->body_count);
    return 0;
}

/* ---------------------------------------------------------------- taking over */

static bool same_structure(const grouping *g)
{
    const eg_network *s = g->s;
    if (s->balance.count != g->groups || s->balance.term_count != g->term_count)
        return false;
    for (int i = 0; i < g->term_count; i++)
        if (s->balance.terms[i].index != g->terms[i].index ||
            s->balance.terms[i].coefficient != g->terms[i].coefficient)
            return false;
    return g->groups == 0 ||
           memcmp(s->balance.list, g->balances, sizeof *g->balances * (size_t)g->groups) == 0;
}

/* Takes over the new structure; 1 when it differs from the old one. */
static int adopt(grouping *g)
{
    eg_network *s = g->s;
    if (same_structure(g))
        return 0;
    free(s->balance.list);
    free(s->balance.terms);
    s->balance.list = g->balances;
    s->balance.terms = g->terms;
    g->balances = NULL;
    g->terms = NULL;
    s->balance.count = g->groups;
    s->balance.term_count = g->term_count;
    return 1;
}

static void mark_unknowns(eg_network *s)
{
    const eg_model *m = s->m;
    int algebraic = 0;
    for (int b = 1; b < m->body_count; b++) {
        s->balance.of[b] = -1;
        s->differential[eg_x(b)] = true;
        s->differential[eg_v(m, b)] = s->stick.place[b] >= 0 || s->stick.mass[b] > 0;
    }
    memset(s->balance.is_rate_row, 0, sizeof *s->balance.is_rate_row * (size_t)m->n);
    for (int i = 0; i < s->balance.count; i++) {
        s->balance.of[s->balance.list[i].row + 1] = i;
        s->differential[s->balance.list[i].row] = false;
        s->balance.is_rate_row[s->balance.list[i].rate_row] = true;
    }
    for (int i = 0; i < s->stick.follower_count; i++) {
        int b = s->stick.followers[i], lead = s->stick.lead[b];
        s->balance.is_rate_row[eg_v(m, b)] = lead > 0 && s->balance.is_rate_row[eg_v(m, lead)];
    }
    for (int i = m->first.drive; i < m->first.heat; i++)
        s->differential[i] = true;
    for (int i = 0; i < m->heat_count; i++)
        if (m->heat[i].unknown >= 0)
            s->differential[m->heat[i].unknown] = m->heat[i].capacity > 0;
    for (int i = m->first.loop; i < m->n; i++)
        s->differential[i] = false;
    for (int i = 0; m->user && i < m->user->states; i++)
        s->differential[m->first.user + i] = !s->user.slots || !s->user.slots->is_algebraic[i];
    for (int i = 0; i < m->n; i++)
        algebraic += !s->differential[i];
    bool all = algebraic == eg_last_heat_count(m);
    s->simple = all && !m->dynamics.is_implicit && (!m->user || m->user->is_explicit);
    s->base.may_degenerate = m->user && !s->simple;
}

static int regroup(eg_network *s, double t)
{
    grouping g = {.s = s, .m = s->m};
    int status = -1;
    g.weight = malloc(sizeof(double) * (size_t)g.m->body_count);
    g.moved = malloc(sizeof(double) * (size_t)g.m->body_count);
    g.group = malloc(sizeof(int) * (size_t)g.m->body_count);
    g.shift = malloc(sizeof(int) * (size_t)g.m->body_count);
    bool traced = !g.m->user || eg_user_trace_create(&g.trace, g.m->user) == 0;
    if (g.m->user)
        eg_user_refresh(s);
    if (eg_ties_create(&g.speeds, g.m->body_count) == EG_OK && traced && g.weight && g.moved && g.group &&
        g.shift) {
        tie_groups(&g);
        if (collect(&g) == EG_OK)
            status = determine_coordinates(&g, t);
        if (status == 0)
            status = displace(&g);
        if (status == 0)
            status = adopt(&g);
    }
    eg_user_trace_release(&g.trace);
    eg_ties_free(&g.speeds);
    free(g.weight);
    free(g.moved);
    free(g.group);
    free(g.shift);
    free(g.balances);
    free(g.terms);
    return status;
}

/* ---------------------------------------------------------------- dampers of parts without mass */

/* Of one part without mass: how hard the hardest of its dampers is, and what it is held against. */
typedef struct damped {
    int hardest;    /* its element, or -1 */
    double damping; /* [N.s/m] */
    double other;   /* the second hardest */
    double stiff;   /* the stiffest spring [N/m] */
} damped;

static void look_at_damper(const eg_network *s, int element, damped *d)
{
    const eg_element *e = &s->m->elements[element];
    eg_force f;
    e->ops->force(s->k + e->coefficients, s->mode[element], s->s_rel[element], s->v_rel[element], &f);
    const double damping = fabs(f.df_dv);
    d->other = fmax(d->other, fmin(damping, d->damping));
    if (damping > d->damping) {
        d->damping = damping;
        d->hardest = element;
    }
    d->stiff = fmax(d->stiff, fabs(f.df_ds));
}

static eg_status refuse_damper(const eg_network *s, int body, const damped *d, double t)
{
    const eg_instance *i = &s->m->instances[s->m->elements[d->hardest].instance];
    eg_report(
        s->base.diagnostics, EG_ERROR, eg_instance_place(i),
        "at t = %.15g s the damping of %s, %.3g N.s/m, is too far apart from what else touches %s, which "
        "has no mass: double precision does not tell the force of one beside that of the other",
        t, eg_instance_path(s->m, s->m->elements[d->hardest].instance), d->damping, s->m->bodies[body].name);
    eg_remedy(s->base.diagnostics, "give it less damping, or the part a mass");
    return EG_ERROR_SIMULATION;
}

/* The force of a damper is d times the difference of two speeds, of which a part without mass has one: it
 * is known to an ulp of the speed times d. Other dampers hold their own d times the speed against it, and a
 * spring what it has come to while a mass swings on it, sqrt(k m) times the speed. Where that is not known
 * to 1e-5 the motion is not known to the tolerances of engines, and no balance of energy tells. */
static eg_status look_at_dampers(const eg_network *s, double t)
{
    const double most = 1e-5 / DBL_EPSILON;
    const eg_model *m = s->m;
    double heaviest = 0;
    damped *of = calloc((size_t)m->body_count, sizeof *of);
    eg_status status = of ? EG_OK : EG_ERROR_MEMORY;
    for (int b = 0; of && b < m->body_count; b++)
        of[b] = (damped){.hardest = -1};
    for (int i = 0; of && i < m->element_count; i++)
        for (int end = 0; end < 2; end++) {
            const int b = s->stick.lead[end ? m->elements[i].body_b : m->elements[i].body_a];
            if (b > 0 && s->stick.mass[b] <= 0 && m->elements[i].ops->force)
                look_at_damper(s, i, &of[b]);
        }
    for (int b = 1; b < m->body_count; b++)
        heaviest = fmax(heaviest, s->stick.mass[b]);
    for (int b = 1; b < m->body_count && status == EG_OK; b++) {
        const damped *d = &of[b];
        const double others = fmax(d->other, sqrt(d->stiff * heaviest));
        if (others > 0 && (d->stiff == 0 || heaviest > 0) && d->damping > most * others)
            status = refuse_damper(s, b, d, t);
    }
    free(of);
    return status;
}

void eg_network_renew_structure(eg_network *s)
{
    s->stick.changed = false;
    mark_unknowns(s);
    s->base.structure++;
    s->jacobian.has_pattern = false;
}

int eg_network_update_structure(eg_network *s, double t)
{
    bool first = s->base.structure == 0;
    int changed = s->m->dynamics.massless_count > 0 ? regroup(s, t) : 0;
    eg_status status = changed >= 0 && s->m->dynamics.massless_count > 0 ? look_at_dampers(s, t) : EG_OK;
    if (status != EG_OK)
        return status;
    int users = changed >= 0 && s->m->user && s->m->user->has_speeds ? eg_user_update_structure(s, t) : 0;
    if (changed < 0 || users < 0)
        return changed < 0 ? changed : users;
    changed |= users;
    if (!first && !changed && !s->stick.changed)
        return 0;
    eg_network_renew_structure(s);
    return s->simple ? 0 : eg_network_make_pattern(s, t); /* else when somebody asks for it */
}
