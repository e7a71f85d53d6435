/* Temperatures that come last (compile/heat_last.c), from the losses and signals of the point evaluated last:
 * set by set, what flows into each node at some temperatures, and by how much these must change for nothing
 * to flow. They begin at 0, whatever an engine has made of them; and being differences, the changes of a
 * second round take away what rounding has left of the first. */
#include "network/network.h"
#include "network/motion/evaluate.h"
#include "network/solve/consistent.h"

#include <math.h>

enum { MOST = 12 };

typedef struct balance {
    int set, count;
    const int *node;
    double given[MOST];       /* what flows in at any temperature */
    double a[MOST][MOST + 1]; /* conductances; in the last column the flow in */
} balance;

/* -1: not in the set. */
static int place_of(const eg_model *m, const balance *b, int node)
{
    return node >= 0 && m->heat[node].last == b->set ? m->heat[node].place : -1;
}

static void sum_given(const eg_network *s, balance *b)
{
    const eg_model *m = s->m;
    for (int i = 0; i < b->count; i++)
        b->given[i] = 0;
    for (int i = 0; i < m->element_count; i++) {
        int at = place_of(m, b, eg_element_heat(m, &m->elements[i]));
        if (at >= 0)
            b->given[at] += s->force[i].loss;
    }
    for (int i = 0; i < m->thermal.source_count; i++) {
        int at = place_of(m, b, m->thermal.sources[i].node);
        if (at >= 0)
            b->given[at] += m->thermal.sources[i].sign * s->signals.net[m->thermal.sources[i].input].x;
    }
}

static void add_conductor(const eg_network *s, balance *b, const eg_conductor *c, const double *y)
{
    int at[2] = {place_of(s->m, b, c->node_a), place_of(s->m, b, c->node_b)};
    double G = eg_network_conductance(s, c);
    double Q = G * (eg_network_temperature(s, c->node_a, y) - eg_network_temperature(s, c->node_b, y));
    for (int end = 0; end < 2; end++) {
        if (at[end] < 0)
            continue;
        b->a[at[end]][at[end]] += G;
        b->a[at[end]][b->count] += end ? Q : -Q;
        if (at[!end] >= 0)
            b->a[at[end]][at[!end]] -= G;
    }
}

static void assemble(const eg_network *s, balance *b, const double *y)
{
    const eg_model *m = s->m;
    for (int i = 0; i < b->count; i++) {
        for (int j = 0; j < b->count; j++)
            b->a[i][j] = 0;
        b->a[i][b->count] = b->given[i];
    }
    for (int i = 0; i < m->thermal.conductor_count; i++)
        add_conductor(s, b, &m->thermal.conductors[i], y);
}

/* Gaussian elimination; conductances need no pivots unless some are negative, which these would be. */
static bool solve(balance *b)
{
    int n = b->count;
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int i = c + 1; i < n; i++)
            pivot = fabs(b->a[i][c]) > fabs(b->a[pivot][c]) ? i : pivot;
        if (!(fabs(b->a[pivot][c]) > 0))
            return false;
        for (int j = c; j <= n && pivot != c; j++) {
            double kept = b->a[c][j];
            b->a[c][j] = b->a[pivot][j];
            b->a[pivot][j] = kept;
        }
        for (int i = c + 1; i < n; i++) {
            double factor = b->a[i][c] / b->a[c][c];
            for (int j = c + 1; j <= n; j++)
                b->a[i][j] -= factor * b->a[c][j];
        }
    }
    for (int i = n; i-- > 0;) {
        for (int j = i + 1; j < n; j++)
            b->a[i][n] -= b->a[i][j] * b->a[j][n];
        b->a[i][n] /= b->a[i][i];
    }
    return true;
}

int eg_network_find_last_heat(eg_network *s, double *y)
{
    enum { ROUNDS = 2 };
    const eg_model *m = s->m;
    s->lost_heat = 0;
    for (int set = 0; set < m->thermal.last_sets; set++) {
        int first = m->thermal.last_start[set];
        balance b; /* most of its room is not needed */
        b.set = set;
        b.count = m->thermal.last_start[set + 1] - first;
        b.node = m->thermal.last + first;
        sum_given(s, &b);
        for (int i = 0; i < b.count; i++)
            y[m->heat[b.node[i]].unknown] = 0;
        for (int round = 0; round < ROUNDS; round++) {
            assemble(s, &b, y);
            if (!solve(&b)) {
                s->lost_heat = 1 + m->heat[b.node[0]].unknown;
                return 1;
            }
            for (int i = 0; i < b.count; i++)
                y[m->heat[b.node[i]].unknown] += b.a[i][b.count];
        }
    }
    return 0;
}
