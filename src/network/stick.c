/* Bodies that friction holds to each other; stick.h says how. */
#include "network/stick.h"

#include "network/linear.h"
#include "network/network.h"
#include "network/union_find.h"

#include <stdlib.h>
#include <string.h>

static void let_all_go(eg_stick *k, const eg_model *m)
{
    k->follower_count = 0;
    for (int b = 0; b < m->body_count; b++) {
        k->lead[b] = b;
        k->ratio[b] = 1;
        k->mass[b] = m->bodies[b].mass;
        k->holder[b] = k->place[b] = -1;
    }
}

int eg_stick_create(eg_stick *k, const eg_model *m)
{
    size_t bodies = (size_t)m->body_count, elements = (size_t)m->element_count;
    size_t numbers = 3 * bodies + (size_t)m->n, indices = 5 * bodies + 1 + 8 * elements;
    k->memory = calloc(1, bodies * sizeof(eg_jet) + (numbers + 4 * elements) * sizeof(double) +
                              indices * sizeof(int) + elements * sizeof(bool) + 64);
    k->linear = eg_linear_create();
    if (!k->memory || !k->linear)
        return -1;
    k->drift = (eg_jet *)(void *)k->memory;
    k->ratio = (double *)(void *)(k->drift + bodies);
    k->mass = k->ratio + bodies;
    k->u = k->mass + bodies;
    k->balance = k->u + bodies;
    k->values = k->balance + m->n;
    k->lead = (int *)(void *)(k->values + 4 * elements);
    k->holder = k->lead + bodies;
    k->followers = k->holder + bodies;
    k->place = k->followers + bodies;
    k->start = k->place + bodies;
    k->row = k->start + bodies + 1;
    k->is_tied = (bool *)(void *)(k->row + 8 * elements);
    let_all_go(k, m);
    return 0;
}

void eg_stick_free(eg_stick *k)
{
    eg_linear_free(k->linear);
    free(k->memory);
}

/* ---------------------------------------------------------------- who leads whom */

double eg_factor_of(const eg_model *m, int node)
{
    return node >= 0 && m->nodes[node].body > 0 ? 1 : 0;
}

/* The most that element i holds. */
static double strength(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    double f0, f0_max, u = e->input < 0 ? 1 : s->net[e->input].x;
    e->friction->limits(e->p, &f0, &f0_max);
    return f0_max * fmax(u, 0);
}

typedef struct leading {
    eg_network *s;
    const eg_model *m;
    int *set;          /* (bodies) union-find */
    int *best;         /* (bodies) of a set: its lead */
    int *start, *ends; /* (bodies + 2) tree edges at each body: elements */
    int *order;        /* (elements) that hold, the strongest first */
    double *strength;  /* (elements) */
    int count;
    bool *in_tree; /* (elements) */
} leading;

/* The strongest first: of a loop that cannot hold as a whole the weakest slides. */
static void sort_holding(leading *g)
{
    const eg_model *m = g->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        g->s->stick.is_tied[i] = e->friction && eg_friction_holds(g->s->mode[i]) && e->body_a != e->body_b;
        if (!g->s->stick.is_tied[i])
            continue;
        bool at_stop = eg_friction_kind_of(g->s->mode[i]) != EG_LOCKED;
        g->strength[i] = at_stop ? INFINITY : strength(g->s, i);
        int at = g->count++;
        for (; at > 0 && g->strength[g->order[at - 1]] < g->strength[i]; at--)
            g->order[at] = g->order[at - 1];
        g->order[at] = i;
    }
}

static void make_tree(leading *g)
{
    const eg_model *m = g->m;
    eg_sets_init(g->set, m->body_count);
    for (int k = 0; k < g->count; k++) {
        const eg_element *e = &m->elements[g->order[k]];
        g->in_tree[g->order[k]] = eg_sets_find(g->set, e->body_a) != eg_sets_find(g->set, e->body_b);
        if (!g->in_tree[g->order[k]])
            continue;
        eg_sets_join(g->set, e->body_a, e->body_b);
        g->start[e->body_a + 2]++;
        g->start[e->body_b + 2]++;
    }
    for (int b = 2; b < m->body_count + 2; b++)
        g->start[b] += g->start[b - 1];
    for (int k = 0; k < g->count; k++) {
        const eg_element *e = &m->elements[g->order[k]];
        if (!g->in_tree[g->order[k]])
            continue;
        g->ends[g->start[e->body_a + 1]++] = g->order[k];
        g->ends[g->start[e->body_b + 1]++] = g->order[k];
    }
}

/* The ground, else the heaviest, else the first. */
static void choose_leads(leading *g)
{
    const eg_model *m = g->m;
    for (int b = 0; b < m->body_count; b++)
        g->best[b] = -1;
    for (int b = 0; b < m->body_count; b++) {
        int *best = &g->best[eg_sets_find(g->set, b)];
        if (*best < 0 || (*best > 0 && m->bodies[b].mass > m->bodies[*best].mass))
            *best = b;
    }
}

/* Body b follows over element i from the body at its other end. */
static void follow(leading *g, int b, int i)
{
    const eg_element *e = &g->m->elements[i];
    eg_stick *k = &g->s->stick;
    bool is_b = e->body_b == b;
    int from = is_b ? e->body_a : e->body_b;
    double gain =
        eg_factor_of(g->m, is_b ? e->node_a : e->node_b) / eg_factor_of(g->m, is_b ? e->node_b : e->node_a);
    k->lead[b] = k->lead[from];
    k->ratio[b] = gain * k->ratio[from];
    k->holder[b] = i;
    k->mass[k->lead[b]] += k->ratio[b] * k->ratio[b] * g->m->bodies[b].mass;
    k->place[b] = k->follower_count;
    k->followers[k->follower_count++] = b;
}

/* Everything held to `lead`, breadth first. */
static void spread(leading *g, int lead)
{
    const eg_stick *k = &g->s->stick;
    int next = k->follower_count, at = lead;
    for (;;) {
        for (int j = g->start[at]; j < g->start[at + 1]; j++) {
            const eg_element *e = &g->m->elements[g->ends[j]];
            int other = e->body_a == at ? e->body_b : e->body_a;
            if (other != lead && k->place[other] < 0)
                follow(g, other, g->ends[j]);
        }
        if (next >= k->follower_count)
            return;
        at = k->followers[next++];
    }
}

static void lead_all(leading *g)
{
    const eg_model *m = g->m;
    eg_stick *k = &g->s->stick;
    let_all_go(k, m);
    for (int b = 0; b < m->body_count; b++)
        if (g->best[eg_sets_find(g->set, b)] == b)
            spread(g, b);
}

/* ---------------------------------------------------------------- the pattern of the shares */

static bool touches(const eg_stick *k, const eg_element *e, int b)
{
    return (e->body_a == b || e->body_b == b) && k->place[b] >= 0;
}

/* Column by column: a follower, and whoever is held to it. Entries of one column may repeat a row: they are
 * given one place. */
static void make_pattern(leading *g)
{
    eg_stick *k = &g->s->stick;
    int count = 0;
    for (int j = 0; j < k->follower_count; j++) {
        int b = k->followers[j], first = count;
        k->start[j] = first;
        k->row[count++] = j;
        for (int h = 0; h < g->count; h++) {
            const eg_element *e = &g->m->elements[g->order[h]];
            int other = e->body_a == b ? e->body_b : e->body_a, at = first;
            if (!touches(k, e, b) || k->place[other] < 0)
                continue;
            while (at < count && k->row[at] != k->place[other])
                at++;
            if (at == count)
                k->row[count++] = k->place[other];
        }
    }
    k->start[k->follower_count] = count;
    k->pattern = (eg_pattern){k->follower_count, count, k->start, k->row};
    k->structure++;
}

/* ---------------------------------------------------------------- a new set */

static void write_speeds(const eg_network *s, double *y)
{
    for (int j = 0; j < s->stick.follower_count; j++)
        y[eg_v(s->m, s->stick.followers[j])] = eg_body_speed(s, s->stick.followers[j], y);
}

static bool leading_create(leading *g)
{
    size_t bodies = (size_t)g->m->body_count, elements = (size_t)g->m->element_count;
    g->set = calloc(bodies, sizeof(int));
    g->best = calloc(bodies, sizeof(int));
    g->start = calloc(bodies + 2, sizeof(int));
    g->ends = malloc((2 * elements + 1) * sizeof(int));
    g->order = malloc((elements + 1) * sizeof(int));
    g->strength = malloc((elements + 1) * sizeof(double));
    g->in_tree = calloc(elements + 1, sizeof(bool));
    return g->set && g->best && g->start && g->ends && g->order && g->strength && g->in_tree;
}

static void leading_release(leading *g)
{
    free(g->set);
    free(g->best);
    free(g->start);
    free(g->ends);
    free(g->order);
    free(g->strength);
    free(g->in_tree);
}

/* Do the elements hold that held before? */
static bool is_same(const eg_network *s)
{
    for (int i = 0; i < s->m->element_count; i++) {
        const eg_element *e = &s->m->elements[i];
        bool holds = e->friction && eg_friction_holds(s->mode[i]) && e->body_a != e->body_b;
        if (holds != s->stick.is_tied[i])
            return false;
    }
    return true;
}

void eg_stick_release(eg_network *s, double *y)
{
    eg_stick *k = &s->stick;
    write_speeds(s, y);
    let_all_go(k, s->m);
    k->changed = true;
    memset(k->is_tied, 0, sizeof *k->is_tied * (size_t)s->m->element_count);
}

int eg_stick_update(eg_network *s, double *y)
{
    if (is_same(s))
        return 0;
    leading g = {.s = s, .m = s->m};
    int status = leading_create(&g) ? 0 : -1;
    write_speeds(s, y);
    if (status == 0) {
        sort_holding(&g);
        make_tree(&g);
        choose_leads(&g);
        lead_all(&g);
        make_pattern(&g);
        eg_stick_drift(s);
        write_speeds(s, y);
        s->stick.changed = true;
    }
    leading_release(&g);
    return status;
}

static eg_jet motion_of(const eg_network *s, int node)
{
    const eg_jet none = {0, 0, 0};
    return node < 0 ? none : s->motion[s->m->nodes[node].motion];
}

void eg_stick_drift(eg_network *s)
{
    eg_stick *k = &s->stick;
    for (int j = 0; j < k->follower_count; j++) {
        int b = k->followers[j];
        const eg_element *e = &s->m->elements[k->holder[b]];
        bool is_b = e->body_b == b;
        int here = is_b ? e->node_b : e->node_a, there = is_b ? e->node_a : e->node_b;
        int from = is_b ? e->body_a : e->body_b;
        double own = eg_factor_of(s->m, here), other = eg_factor_of(s->m, there);
        eg_jet own_motion = motion_of(s, here), motion = motion_of(s, there);
        eg_jet drift = {0, 0, 0};
        if (k->place[from] >= 0)
            drift = k->drift[from];
        k->drift[b].dx = (other * drift.dx + motion.dx - own_motion.dx) / own;
        k->drift[b].ddx = (other * drift.ddx + motion.ddx - own_motion.ddx) / own;
    }
}

/* ---------------------------------------------------------------- forces */

void eg_stick_fold(const eg_network *s, const double *yp, double *r)
{
    const eg_stick *k = &s->stick;
    for (int j = 0; j < k->follower_count; j++) {
        int b = k->followers[j], v = eg_v(s->m, b);
        if (k->lead[b] > 0)
            r[eg_v(s->m, k->lead[b])] += k->ratio[b] * r[v];
        r[v] = yp[v];
    }
}

/* The weight of element i in the share of loads. */
static double weight_of(const eg_network *s, int i, double most)
{
    if (eg_friction_kind_of(s->mode[i]) != EG_LOCKED)
        return 1e12 * most;
    return fmax(strength(s, i), 1e-9 * most);
}

static double most_strength(const eg_network *s)
{
    double most = 0;
    for (int i = 0; i < s->m->element_count; i++)
        if (s->stick.is_tied[i])
            most = fmax(most, strength(s, i));
    return most > 0 ? most : 1;
}

/* What the force of element i counts in the row of follower b. */
static double share_in(const eg_network *s, int i, int b)
{
    const eg_scatter *list = &s->m->element_rows;
    for (int t = list->start[i]; t < list->start[i + 1]; t++)
        if (list->terms[t].index == eg_v(s->m, b))
            return list->terms[t].coefficient;
    return 0;
}

static void add_entry(eg_stick *k, int row, int column, double value)
{
    for (int at = k->start[column]; at < k->start[column + 1]; at++)
        if (k->row[at] == row)
            k->values[at] += value;
}

static void assemble(eg_network *s, double most)
{
    eg_stick *k = &s->stick;
    memset(k->values, 0, sizeof(double) * (size_t)k->pattern.entries);
    for (int i = 0; i < s->m->element_count; i++) {
        if (!k->is_tied[i])
            continue;
        int ends[2] = {s->m->elements[i].body_a, s->m->elements[i].body_b};
        double weight = weight_of(s, i, most);
        for (int p = 0; p < 2; p++)
            for (int q = 0; q < 2; q++)
                if (k->place[ends[p]] >= 0 && k->place[ends[q]] >= 0)
                    add_entry(k, k->place[ends[p]], k->place[ends[q]],
                              weight * share_in(s, i, ends[p]) * share_in(s, i, ends[q]));
    }
}

int eg_stick_forces(eg_network *s, const double *yp)
{
    const eg_model *m = s->m;
    eg_stick *k = &s->stick;
    int column;
    if (k->follower_count == 0)
        return 0;
    double most = most_strength(s);
    eg_network_sum_forces(s, yp, k->balance);
    assemble(s, most);
    int status = eg_linear_factor(k->linear, &k->pattern, k->structure, k->values, &column);
    if (status != 0)
        return -1;
    for (int j = 0; j < k->follower_count; j++)
        k->u[j] = -k->balance[eg_v(m, k->followers[j])];
    eg_linear_solve(k->linear, k->u);
    for (int i = 0; i < m->element_count; i++) {
        if (!k->is_tied[i])
            continue;
        double sum = 0;
        int ends[2] = {m->elements[i].body_a, m->elements[i].body_b};
        for (int p = 0; p < 2; p++)
            if (k->place[ends[p]] >= 0)
                sum += share_in(s, i, ends[p]) * k->u[k->place[ends[p]]];
        s->force[i].f = weight_of(s, i, most) * sum;
    }
    return 0;
}
