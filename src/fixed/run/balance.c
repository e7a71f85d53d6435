/* The balance of a step (part.h) and its solution. */
#include "fixed/run/part.h"

/* ---------------------------------------------------------------- the step's equations */

double eg_fixed_rate_of(const eg_fixed_plan *p, const eg_fixed_view *m, int item, const double *w)
{
    const eg_fixed_item *k = &p->item[item];
    return k->factor[0] * w[k->body[0]] + k->factor[1] * w[k->body[1]] + m->motion[item];
}

/* `size` is what the residual is made of, since round-off is a share of that: a force that follows a
 * distance is as steep in it as in h times the rate. span: what the distance is made of, over h; 0 where a
 * force follows the rate alone. */
static void add(const eg_fixed_plan *p, eg_fixed_view *m, int item, const double *w, double span,
                eg_fixed_mean mean)
{
    const eg_fixed_item *k = &p->item[item];
    if (mean.f == 0.0 && mean.slope == 0.0 && mean.loss == 0.0) /* apart */
        return;
    double off = mean.slope * (span + eg_fixed_magnitude(m->motion[item])) + eg_fixed_magnitude(mean.f);
    m->f[item] += mean.f;
    m->given_off[item] += mean.loss;
    *m->loss += mean.loss;
    for (int e = 0; e < 2; e++) {
        int b = k->body[e];
        if (b == 0)
            continue;
        double factor = k->factor[e], steep = factor * factor * mean.slope;
        m->residual[b] += factor * mean.f;
        m->slope[b] += steep;
        m->size[b] += eg_fixed_magnitude(factor) * off + steep * eg_fixed_magnitude(w[b]);
    }
    if (p->coupling[item] >= 0)
        m->matrix.lower[p->coupling[item]] += k->factor[0] * k->factor[1] * mean.slope;
}

static eg_fixed_mean given_force(const eg_fixed_given *k, const eg_fixed_view *m, double rate)
{
    double in[3];
    for (int i = 0; i < 3; i++)
        in[i] = 0.5 * (m->input[k->input + i] + m->next[k->input + i]);
    double steep = in[1] > 0.0 ? in[1] : 0.0, f = in[0] + steep * (rate - in[2]);
    eg_fixed_mean mean = {f, steep, k->supplies ? 0.0 : f * rate};
    return mean;
}

/* R at w, its matrix and its size. */
void eg_fixed_evaluate(const eg_fixed_plan *p, eg_fixed_view *m, const double *w)
{
    *m->loss = 0.0;
    for (int b = 1; b < p->bodies; b++) {
        m->residual[b] = m->inertia[b] * (w[b] - m->v[b]) - m->given[b];
        m->slope[b] = m->inertia[b];
        m->size[b] = m->least[b] + m->inertia[b] * eg_fixed_magnitude(w[b]);
    }
    for (int i = 0; i < p->items; i++)
        m->f[i] = m->given_off[i] = 0.0;
    for (int k = 0; k < p->first[p->bodies - 1]; k++)
        m->matrix.lower[k] = 0.0;
    for (int i = 0; i < p->springs; i++) {
        int item = p->spring[i].item;
        add(p, m, item, w, m->span[item],
            eg_fixed_spring_force(&p->spring[i].law, p->step, m->s[item], eg_fixed_rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->contacts; i++) {
        int item = p->contact[i].item;
        add(p, m, item, w, m->span[item],
            eg_fixed_contact_force(&p->contact[i], m->v0[i], p->step, m->s[item], m->rate[item],
                                   eg_fixed_rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->frictions; i++) {
        int item = p->friction[i].item;
        add(p, m, item, w, 0.0,
            eg_fixed_friction_force(m->straight[i] != 0.0 ? INFINITY : m->level[i], m->viscous[i], m->hold[i],
                                    p->friction[i].one_way, eg_fixed_rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->givens; i++) {
        int item = p->given[i].item;
        add(p, m, item, w, 0.0, given_force(&p->given[i], m, eg_fixed_rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->stops; i++) {
        const eg_fixed_stop *k = &p->stop[i];
        double span = eg_fixed_is_beyond(k, m->s[k->item]) ? 0.0 : m->span[k->item];
        add(p, m, k->item, w, span,
            eg_fixed_stop_force(p, k, m->s[k->item], eg_fixed_rate_of(p, m, k->item, w)));
    }
}

#define ROUND_OFF 1e-14 /* of what a residual is made of */

static int is_solved(const eg_fixed_plan *p, const eg_fixed_view *m)
{
    for (int i = 0; i < p->frictions; i++)
        if (m->straight[i] != 0.0)
            return 0;
    for (int b = 1; b < p->bodies; b++)
        if (!(eg_fixed_magnitude(m->residual[b]) <= ROUND_OFF * m->size[b]))
            return 0;
    return 1;
}

/* ---------------------------------------------------------------- Newton's method */

double eg_fixed_along(const eg_fixed_plan *p, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 1; i < p->bodies; i++)
        sum += a[i] * b[i];
    return sum;
}

static void move(const eg_fixed_plan *p, eg_fixed_view *m, double part)
{
    for (int b = 1; b < p->bodies; b++)
        m->w[b] += part * m->turn[b];
}

/* Newton's iterations are full at first: where forces are straight but for kinks, they end in the right
 * piece. Later ones look along each direction for where the convex function is least, by regula falsi. */
enum { FULL = 4, SEARCHES = 16, HALVINGS = 10 };

/* A full turn easily leaps over the steep piece in which a friction holds, and back: what changes sides is
 * solved for in that piece next, drawn out straight, and so is what is stuck to begin with. */
static void take_sides(const eg_fixed_plan *p, eg_fixed_view *m, int iteration)
{
    for (int i = 0; i < p->frictions; i++) {
        double held = m->hold[i] * eg_fixed_rate_of(p, m, p->friction[i].item, m->w);
        double side = eg_fixed_side(m->level[i], p->friction[i].one_way, held);
        int leaps = iteration == 0 ? m->stuck[i] != 0.0 : side * m->side[i] < 0.0;
        m->straight[i] = iteration < FULL && side != 0.0 && leaps;
        m->side[i] = m->straight[i] != 0.0 ? 0.0 : side;
    }
}

/* The end of a steep piece that lies between parts `low` and `high` of the turn, the nearest to `next` of
 * them; `next` where there is none. The rates are those at `part`. */
static double steep_end(const eg_fixed_plan *p, const eg_fixed_view *m, double low, double high, double part,
                        double next)
{
    double best = next, least = INFINITY;
    for (int i = 0; i < p->frictions; i++) {
        const eg_fixed_item *k = &p->item[p->friction[i].item];
        double along = k->factor[0] * m->turn[k->body[0]] + k->factor[1] * m->turn[k->body[1]];
        double rate = eg_fixed_rate_of(p, m, p->friction[i].item, m->w), end = m->level[i] / m->hold[i];
        for (int e = 0; e < 2; e++, end = -end) {
            double at = part + (end - rate) / along, off = eg_fixed_magnitude(at - next);
            if (at > low && at < high && off < least) {
                best = at;
                least = off;
            }
        }
    }
    return best;
}

/* Where along the turn R*turn rises through 0, to a tenth: from end to end of the pieces in which friction
 * holds, and by Illinois' variant of regula falsi where none of them is left. */
static void search(const eg_fixed_plan *p, eg_fixed_view *m, double begin)
{
    double low = 0.0, at_low = begin, part = 1.0, high = 1.0,
           at_high = eg_fixed_along(p, m->residual, m->turn);
    if (at_high != at_high)
        at_high = -begin;
    double now = at_high;
    for (int i = 0; i < SEARCHES && eg_fixed_magnitude(now) > -0.1 * begin; i++) {
        double next = low + (high - low) * (at_low / (at_low - at_high));
        next = steep_end(p, m, low, high, part, next);
        move(p, m, next - part);
        part = next;
        eg_fixed_evaluate(p, m, m->w);
        now = eg_fixed_along(p, m->residual, m->turn);
        if (now < 0.0) {
            low = part;
            at_low = now;
            at_high *= 0.5;
        } else {
            high = part;
            at_high = now;
            at_low *= 0.5;
        }
    }
}

/* What R*turn may be of round-off. */
static double round_off_along(const eg_fixed_plan *p, const eg_fixed_view *m)
{
    double sum = 0.0;
    for (int b = 1; b < p->bodies; b++)
        sum += eg_fixed_magnitude(m->turn[b]) * m->size[b];
    return ROUND_OFF * sum;
}

/* A contact that closes within the step begins as a square, on whose way down Newton's method halves again
 * and again: of what the last turn left (its share of the beginning), the next one is taken as much
 * longer. */
static void advance(const eg_fixed_plan *p, eg_fixed_view *m, int iteration, double *left)
{
    double begin = eg_fixed_along(p, m->residual, m->turn), end;
    move(p, m, iteration<FULL && * left> 0.1 && *left < 0.5 ? 1.0 + *left : 1.0);
    take_sides(p, m, iteration + 1);
    eg_fixed_evaluate(p, m, m->w);
    end = eg_fixed_along(p, m->residual, m->turn);
    *left = begin < 0.0 ? end / begin : 0.0;
    if (iteration >= FULL && !(end <= round_off_along(p, m)))
        search(p, m, begin);
}

int eg_fixed_newton(const eg_fixed_plan *p, eg_fixed_view *m, int *iterations)
{
    int most = p->iterations > 0 ? p->iterations : EG_FIXED_ITERATIONS;
    double left = 0.0;
    take_sides(p, m, 0);
    eg_fixed_evaluate(p, m, m->w);
    for (int i = 0;; i++) {
        if (is_solved(p, m))
            return 1;
        if (i == most)
            return 0;
        eg_fixed_factor(&m->matrix, m->slope);
        eg_fixed_solve(&m->matrix, m->residual, m->turn);
        advance(p, m, i, &left);
        ++*iterations;
    }
}

void eg_fixed_carry_nothing(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int b = 1; b < p->bodies; b++) {
        m->carry[b] = 0.0;
        m->given[b] = m->load[b];
    }
}

static int is_passive_at(const eg_fixed_plan *p, eg_fixed_view *m, double part)
{
    for (int b = 1; b < p->bodies; b++)
        m->w[b] = part * m->turn[b];
    eg_fixed_evaluate(p, m, m->w);
    return eg_fixed_along(p, m->residual, m->w) <= 0.0;
}

/* w is scaled back until what is out of balance takes power, R*w <= 0: R*w/part grows with the part that
 * is kept, and R*w is 0 where none is. The largest such part is bisected. */
void eg_fixed_scale_back(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double low = 0.0, high = 1.0, part = 1.0;
    for (int b = 1; b < p->bodies; b++) /* what has no value is left out */
        m->turn[b] = m->w[b] - m->w[b] == 0.0 ? m->w[b] : 0.0;
    eg_fixed_carry_nothing(p, m);
    if (is_passive_at(p, m, part))
        return;
    for (int i = 0; i < HALVINGS; i++) {
        part = 0.5 * (low + high);
        if (is_passive_at(p, m, part))
            low = part;
        else
            high = part;
    }
    if (part != low)
        is_passive_at(p, m, low);
}
