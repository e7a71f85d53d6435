/* Bodies that friction holds to each other; stick.h says how. */
#include "network/motion/stick.h"

#include "base/union_find.h"
#include "component/friction/friction.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/network.h"
#include "network/solve/linear.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void let_all_go(eg_stick *k, const eg_model *m)
{
    k->follower_count = 0;
    k->is_noted = false;
    for (int b = 0; b < m->body_count; b++) {
        k->lead[b] = b;
        k->ratio[b] = 1;
        k->mass[b] = m->bodies[b].mass;
        k->place[b] = -1;
        if (m->kinds.friction_count > 0)
            k->holder[b] = -1;
    }
}

int eg_stick_create(eg_stick *k, const eg_model *m)
{
    size_t bodies = (size_t)m->body_count, elements = (size_t)m->element_count;
    size_t followers = m->kinds.friction_count > 0 ? bodies : 0,
           ties = m->kinds.friction_count > 0 ? 4 * elements : 0;
    size_t sums = m->kinds.friction_count > 0 ? (size_t)m->n : 0;
    size_t numbers = 2 * bodies + followers + sums + ties;
    size_t indices = 2 * bodies + 3 * followers + 1 + 2 * ties;
    size_t paces = m->kinds.friction_count > 0 ? bodies + (size_t)m->row.count : 0;
    k->memory =
        calloc(1, followers * sizeof(eg_jet) + paces * sizeof(eg_relative_speed) + numbers * sizeof(double) +
                      indices * sizeof(int) + elements * sizeof(bool) + 64);
    k->linear = eg_linear_create();
    if (!k->memory || !k->linear)
        return -1;
    k->drift = (eg_jet *)(void *)k->memory;
    eg_relative_speed *pace = (eg_relative_speed *)(void *)(k->drift + followers);
    k->pace = paces > 0 ? pace : NULL;
    k->ratio = (double *)(void *)(pace + paces);
    k->mass = k->ratio + bodies;
    k->u = k->mass + bodies;
    k->balance = k->u + followers;
    k->values = k->balance + sums;
    k->lead = (int *)(void *)(k->values + ties);
    k->place = k->lead + bodies;
    k->holder = k->place + bodies;
    k->followers = k->holder + followers;
    k->start = k->followers + followers;
    k->row = k->start + followers + 1;
    k->is_tied = (bool *)(void *)(k->row + 2 * ties);
    let_all_go(k, m);
    return 0;
}

void eg_stick_free(eg_stick *k)
{
    eg_linear_free(k->linear);
    free(k->memory);
}

/* ---------------------------------------------------------------- who leads whom */

eg_hold eg_hold_of(const eg_model *m, int i)
{
    const eg_scatter *list = &m->scatter.elements;
    eg_hold h = {{0, 0}, {0, 0}};
    for (int k = 0; k < list->start[i + 1] - list->start[i]; k++) { /* two at most (equations.c) */
        eg_term t = list->terms[list->start[i] + k];
        h.body[k] = t.index - (m->body_count - 1) + 1;
        h.factor[k] = t.coefficient;
    }
    return h;
}

/* Which end of the hold a body is. */
static int end_of(const eg_hold *h, int body)
{
    return h->body[1] == body;
}

static bool holds(const eg_network *s, int i)
{
    if (!s->m->elements[i].friction || !eg_friction_holds(s->mode[i]))
        return false;
    eg_hold h = eg_hold_of(s->m, i);
    return eg_hold_ties(&h);
}

double eg_stick_strength(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    double f0, f0_max, u = e->input < 0 ? 1 : s->signals.net[e->input].x;
    e->friction->limits(e->p, &f0, &f0_max);
    return fmax(f0_max * fmax(u, 0), e->friction->idle_limit ? e->friction->idle_limit(e->p) : 0);
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
        g->s->stick.is_tied[i] = holds(g->s, i);
        if (!g->s->stick.is_tied[i])
            continue;
        bool at_stop = eg_friction_kind_of(g->s->mode[i]) != EG_LOCKED;
        g->strength[i] = at_stop ? INFINITY : eg_stick_strength(g->s, i);
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
        eg_hold h = eg_hold_of(m, g->order[k]);
        g->in_tree[g->order[k]] = eg_sets_join(g->set, h.body[0], h.body[1]);
        for (int end = 0; end < 2 && g->in_tree[g->order[k]]; end++)
            g->start[h.body[end] + 2]++;
    }
    for (int b = 2; b < m->body_count + 2; b++)
        g->start[b] += g->start[b - 1];
    for (int k = 0; k < g->count; k++) {
        eg_hold h = eg_hold_of(m, g->order[k]);
        for (int end = 0; end < 2 && g->in_tree[g->order[k]]; end++)
            g->ends[g->start[h.body[end] + 1]++] = g->order[k];
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
    eg_stick *k = &g->s->stick;
    eg_hold h = eg_hold_of(g->m, i);
    int own = end_of(&h, b), from = h.body[!own];
    k->lead[b] = k->lead[from];
    k->ratio[b] = -h.factor[!own] / h.factor[own] * k->ratio[from];
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
            eg_hold h = eg_hold_of(g->m, g->ends[j]);
            int other = h.body[!end_of(&h, at)];
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

static bool touches(const eg_stick *k, const eg_hold *h, int b)
{
    return (h->body[0] == b || h->body[1] == b) && k->place[b] >= 0;
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
            eg_hold hold = eg_hold_of(g->m, g->order[h]);
            int other = hold.body[!end_of(&hold, b)], at = first;
            if (!touches(k, &hold, b) || k->place[other] < 0)
                continue;
            while (at < count && k->row[at] != k->place[other])
                at++;
            if (at == count)
                k->row[count++] = k->place[other];
        }
    }
    k->start[k->follower_count] = count;
    k->pattern = (eg_pattern){k->follower_count, count, k->start, k->row};
    k->is_tree = g->count == k->follower_count;
    k->is_factored = false;
    k->structure++;
}

/* ---------------------------------------------------------------- a new set */

void eg_stick_write_speeds(const eg_network *s, double *y)
{
    for (int j = 0; j < s->stick.follower_count; j++)
        y[eg_v(s->m, s->stick.followers[j])] = eg_body_speed(s, s->stick.followers[j], y);
}

/* How fast `to` moves away from `from` (-1: the ground): what evaluate.c sums up, where there are no more
 * than two terms and no drifts. */
static eg_relative_speed pace_of(const eg_network *s, int from, int to)
{
    const eg_stick *k = &s->stick;
    const eg_model *m = s->m;
    const eg_flange_node *end = &m->nodes[to], *start = from < 0 ? NULL : &m->nodes[from];
    int a = k->lead[end->body], b = start ? k->lead[start->body] : 0;
    double by_a = end->factor * k->ratio[end->body],
           by_b = start ? start->factor * -1 * k->ratio[start->body] : 0;
    eg_relative_speed p = {-1, -1, by_a, by_b};
    if (m->drive_count > 0 || end->more > 0 || (start && start->more > 0))
        return (eg_relative_speed){EG_PACE_SUMMED, -1, 0, 0};
    if (start && a == b && k->follower_count == 0)
        return (eg_relative_speed){EG_PACE_SUMMED, -1, 0, 0};
    if (start && a == b) {
        p.by_a += by_b;
        if (fabs(p.by_a) <= 16 * DBL_EPSILON * (fabs(by_a) + fabs(by_b)))
            return p;
        b = 0;
    }
    p.a = a > 0 ? eg_v(m, a) : -1;
    p.b = b > 0 ? eg_v(m, b) : -1;
    return p;
}

void eg_stick_find_paces(eg_network *s)
{
    const eg_model *m = s->m;
    for (int b = 1; b < m->body_count && s->stick.pace; b++)
        s->stick.pace[b] = pace_of(s, m->bodies[b].from, m->bodies[b].to);
    for (int i = 0; i < m->row.count && s->stick.pace; i++)
        s->stick.pace[m->body_count + i] = pace_of(s, m->row.list[i].from, m->row.list[i].to);
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

bool eg_stick_is_current(const eg_network *s)
{
    for (int j = 0; j < s->m->kinds.friction_count; j++) {
        const int i = s->m->kinds.frictions[j];
        if (holds(s, i) != s->stick.is_tied[i])
            return false;
    }
    return true;
}

void eg_stick_release(eg_network *s, double *y)
{
    eg_stick_write_speeds(s, y);
    eg_stick_let_go(s);
}

void eg_stick_let_go(eg_network *s)
{
    eg_stick *k = &s->stick;
    if (s->m->kinds.friction_count == 0)
        return;
    let_all_go(k, s->m);
    eg_stick_find_paces(s);
    k->changed = true;
    memset(k->is_tied, 0, sizeof *k->is_tied * (size_t)s->m->element_count);
}

/* Held side by side over gears of different ratios, the bodies of a loop could only be at rest, and held by
 * what carries the gears. */
static int check_ratios(const leading *g, double t)
{
    const eg_stick *k = &g->s->stick;
    for (int i = 0; i < g->m->element_count; i++) {
        if (!k->is_tied[i] || g->in_tree[i])
            continue;
        eg_hold h = eg_hold_of(g->m, i);
        if (k->lead[h.body[0]] == 0)
            continue;
        double a = h.factor[0] * k->ratio[h.body[0]], b = h.factor[1] * k->ratio[h.body[1]];
        if (fabs(a + b) <= 1e-12 * (fabs(a) + fabs(b)))
            continue;
        const eg_instance *instance = &g->m->instances[g->m->elements[i].instance];
        eg_report(g->s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
                  "at time %.9g s %s holds what other friction holds too, but over gears of another ratio: "
                  "that would stop all of it against the gears, which is not supported",
                  t, instance->path);
        eg_remedy(g->s->base.diagnostics, "put a stiff spring between one of the gears and its friction");
        return EG_ERROR_SIMULATION;
    }
    return 0;
}

int eg_stick_update(eg_network *s, double t, double *y)
{
    if (eg_stick_is_current(s))
        return 0;
    leading g = {.s = s, .m = s->m};
    int status = leading_create(&g) ? 0 : -1;
    eg_stick_write_speeds(s, y);
    if (status == 0) {
        sort_holding(&g);
        make_tree(&g);
        choose_leads(&g);
        lead_all(&g);
        make_pattern(&g);
        eg_stick_find_paces(s);
        eg_stick_drift(s);
        eg_stick_write_speeds(s, y);
        s->stick.changed = true;
        status = check_ratios(&g, t);
    }
    leading_release(&g);
    return status;
}

static eg_jet motion_of(const eg_network *s, int node)
{
    const eg_jet none = {0, 0, 0};
    return node < 0 ? none : s->signals.motion[s->m->nodes[node].motion];
}

void eg_stick_drift(eg_network *s)
{
    eg_stick *k = &s->stick;
    for (int j = 0; j < k->follower_count; j++) {
        int b = k->followers[j];
        const eg_element *e = &s->m->elements[k->holder[b]];
        eg_hold h = eg_hold_of(s->m, k->holder[b]);
        int own = end_of(&h, b), from = h.body[!own];
        double gain = -h.factor[!own] / h.factor[own];
        eg_jet to = motion_of(s, e->node_b), at = motion_of(s, e->node_a), drift = {0, 0, 0};
        if (k->place[from] >= 0)
            drift = k->drift[from];
        k->drift[b].dx = gain * drift.dx - (to.dx - at.dx) / h.factor[own];
        k->drift[b].ddx = gain * drift.ddx - (to.ddx - at.ddx) / h.factor[own];
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

/* The weight of element i in the share of loads. Behind a gear its force counts times the gear's ratio, and
 * forces in proportion to what each can hold ask for the weight over the ratio. */
static double weight_of(const eg_network *s, int i, double most)
{
    if (s->stick.is_tree)
        return 1;
    if (eg_friction_kind_of(s->mode[i]) != EG_LOCKED)
        return 1e12 * most;
    eg_hold h = eg_hold_of(s->m, i);
    double ratio = fmax(fabs(h.factor[0]), fabs(h.factor[1]));
    return fmax(eg_stick_strength(s, i) / ratio, 1e-9 * most);
}

static double most_strength(const eg_network *s)
{
    double most = 0;
    for (int i = 0; i < s->m->element_count && !s->stick.is_tree; i++)
        if (s->stick.is_tied[i])
            most = fmax(most, eg_stick_strength(s, i));
    return most > 0 ? most : 1;
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
        eg_hold h = eg_hold_of(s->m, i);
        double weight = weight_of(s, i, most);
        for (int p = 0; p < 2; p++)
            for (int q = 0; q < 2; q++)
                if (k->place[h.body[p]] >= 0 && k->place[h.body[q]] >= 0)
                    add_entry(k, k->place[h.body[p]], k->place[h.body[q]],
                              weight * h.factor[p] * h.factor[q]);
    }
}

/* The matrix changes with what elements can hold only where they share loads. */
static int factor(eg_network *s, double most)
{
    eg_stick *k = &s->stick;
    int column;
    if (k->is_tree && k->is_factored)
        return 0;
    assemble(s, most);
    int status = eg_linear_factor(k->linear, &k->pattern, k->structure, k->values, &column);
    if (status < 0)
        eg_report_memory(s->base.diagnostics, "while solving %s", s->m->name);
    k->is_factored = status == 0;
    return status == 0 ? 0 : -1;
}

int eg_stick_gradient(eg_network *s, int i, double *by)
{
    eg_stick *k = &s->stick;
    eg_hold h = eg_hold_of(s->m, i);
    double most = most_strength(s);
    if (factor(s, most) != 0)
        return -1;
    memset(by, 0, sizeof *by * (size_t)s->m->body_count);
    memset(k->u, 0, sizeof *k->u * (size_t)k->follower_count);
    for (int p = 0; p < 2; p++) /* the matrix is symmetric */
        if (k->place[h.body[p]] >= 0)
            k->u[k->place[h.body[p]]] = -weight_of(s, i, most) * h.factor[p];
    eg_linear_solve(k->linear, k->u);
    for (int j = 0; j < k->follower_count; j++)
        by[k->followers[j]] = k->u[j];
    return 0;
}

int eg_stick_share(eg_network *s)
{
    const eg_model *m = s->m;
    eg_stick *k = &s->stick;
    double most = most_strength(s);
    if (factor(s, most) != 0)
        return -1;
    for (int j = 0; j < k->follower_count; j++)
        k->u[j] = -k->balance[eg_v(m, k->followers[j])];
    if (k->follower_count == 1)
        k->u[0] /= k->values[0];
    else
        eg_linear_solve(k->linear, k->u);
    for (int j = 0; j < m->kinds.friction_count; j++) {
        const int i = m->kinds.frictions[j];
        if (!k->is_tied[i])
            continue;
        double sum = 0;
        eg_hold h = eg_hold_of(m, i);
        for (int p = 0; p < 2; p++)
            if (k->place[h.body[p]] >= 0)
                sum += h.factor[p] * k->u[k->place[h.body[p]]];
        s->force[i].f = weight_of(s, i, most) * sum;
    }
    return 0;
}

void eg_stick_note(eg_stick *k, const eg_model *m, const double *r)
{
    k->is_noted = m->drive_count == 0 && !m->user; /* else there is more to it than inertia */
    for (int j = 0; j < k->follower_count && k->is_noted; j++)
        k->balance[eg_v(m, k->followers[j])] = r[eg_v(m, k->followers[j])];
}

int eg_stick_forces(eg_network *s, const double *yp)
{
    eg_stick *k = &s->stick;
    if (k->follower_count == 0)
        return 0;
    if (k->is_noted)
        eg_network_sum_inertias(s, yp, k->balance);
    else
        eg_network_sum_forces(s, yp, k->balance);
    k->is_noted = false;
    return eg_stick_share(s);
}
