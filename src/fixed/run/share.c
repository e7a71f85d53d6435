/* Which of the frictions that hold the same bodies in a loop lets go first. What each of them bears is not
 * determined: they share the load in proportion to what they can hold, so that elements side by side let go
 * together. That is the share f of least sum f^2/weight with the same forces on every body, f = weight*(what
 * a potential of the bodies differs by along the item). Stops, and what slides one way only, take all that
 * they can get. It matters where friction bears more standing than sliding: who is overloaded bears what it
 * does sliding from the next step on, until that is more than it gets. */
#include "fixed/run/part.h"

#define TAKES_ALL 1e3
#define NOT_FREE 1e-12 /* of the matrix: what nothing ties to the ground may be anywhere */

static int takes_part(const eg_fixed_plan *p, const eg_fixed_view *m, int g)
{
    return m->stuck[g] != 0.0 && (g >= p->frictions || (m->yields[g] == 0.0 && m->level[g] > 0.0));
}

static int has_peak(const eg_fixed_plan *p, const eg_fixed_view *m, int i)
{
    double slope;
    return takes_part(p, m, i) && eg_fixed_characteristic(&p->friction[i], 0.0, &slope) < p->friction[i].hold;
}

/* 1 when something has come to rest in this step: forces are those of its stop as well. */
static int comes_to_rest(const eg_fixed_plan *p, const eg_fixed_view *m)
{
    for (int i = 0; i < p->frictions; i++)
        if (m->stuck[i] != 0.0 && m->slide_before[i] != 0.0)
            return 1;
    return 0;
}

/* Is there a loop of what holds, with a peak somewhere? Bodies that are tied have one label. */
static int is_needed(const eg_fixed_plan *p, eg_fixed_view *m)
{
    int peaks = 0, loops = 0;
    double *label = m->size; /* no longer needed */
    for (int i = 0; i < p->frictions && peaks == 0; i++)
        peaks = has_peak(p, m, i);
    if (peaks > 0 && comes_to_rest(p, m))
        return 0;
    for (int b = 0; b < p->bodies && peaks > 0; b++)
        label[b] = b;
    for (int g = 0; g < eg_fixed_grips(p) && peaks > 0; g++) {
        const int *body = p->item[eg_fixed_grip_item(p, g)].body;
        double from = label[body[0]], to = label[body[1]];
        if (!takes_part(p, m, g))
            continue;
        loops += from == to;
        for (int b = 0; b < p->bodies && from != to; b++)
            label[b] = label[b] == from ? to : label[b];
    }
    return loops > 0;
}

static double weight(const eg_fixed_plan *p, const eg_fixed_view *m, int g, double most)
{
    return g < p->frictions && !p->friction[g].one_way ? m->level[g] : TAKES_ALL * most;
}

static void set_up(const eg_fixed_plan *p, eg_fixed_view *m, double most)
{
    for (int b = 0; b < p->bodies; b++)
        m->slope[b] = m->residual[b] = 0.0;
    for (int k = 0; k < p->first[p->bodies - 1]; k++)
        m->matrix.lower[k] = 0.0;
    for (int g = 0; g < eg_fixed_grips(p); g++) {
        int item = eg_fixed_grip_item(p, g);
        if (!takes_part(p, m, g))
            continue;
        eg_fixed_stiffen_matrix(p, m, item, weight(p, m, g, most));
        for (int e = 0; e < 2; e++)
            m->residual[p->item[item].body[e]] -= p->item[item].factor[e] * m->pull[g];
    }
    for (int b = 1; b < p->bodies; b++)
        m->slope[b] += NOT_FREE * m->slope[b];
}

/* Marks the one that bears the largest multiple of its limit, if that is more than 1. */
void eg_fixed_yield(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double most = 0.0, worst = 1.0 + 1e-6;
    int weakest = -1, side = 0;
    if (!is_needed(p, m))
        return;
    for (int i = 0; i < p->frictions; i++)
        most = m->level[i] > most ? m->level[i] : most;
    set_up(p, m, most);
    eg_fixed_factor(&m->matrix, m->slope);
    eg_fixed_solve(&m->matrix, m->residual, m->more);
    for (int i = 0; i < p->frictions; i++) {
        const eg_fixed_item *k = &p->item[p->friction[i].item];
        double load = k->factor[0] * m->more[k->body[0]] + k->factor[1] * m->more[k->body[1]];
        if (takes_part(p, m, i) && !p->friction[i].one_way && eg_fixed_magnitude(load) > worst) {
            worst = eg_fixed_magnitude(load);
            weakest = i;
            side = load > 0.0 ? 1 : -1;
        }
    }
    if (weakest >= 0)
        m->yields[weakest] = side;
}
