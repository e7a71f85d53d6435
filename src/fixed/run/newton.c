/* Newton's method for the balance of a step (part.h), and what is done where it does not come to its end. */
#include "fixed/run/part.h"

#define ROUND_OFF 1e-14 /* of what a residual is made of */

/* Is what is out of balance before any turn nothing beside loads and momenta? Beside hard springs and dampers
 * round-off may be more than what moves the bodies they tie together; a turn finds their common motion. */
static int begins_balanced(const eg_fixed_plan *p, const eg_fixed_view *m)
{
    for (int b = 1; b < p->bodies; b++)
        if (!(eg_fixed_magnitude(m->residual[b]) <= ROUND_OFF * m->least[b]))
            return 0;
    return 1;
}

/* Is nothing out of balance but for round-off, and (rest) less than that? */
static int is_balanced(const eg_fixed_plan *p, const eg_fixed_view *m, const double *rest)
{
    for (int b = 1; b < p->bodies; b++)
        if (!(eg_fixed_magnitude(m->residual[b]) <= ROUND_OFF * m->size[b] + (rest ? rest[b] : 0.0)))
            return 0;
    return 1;
}

static void move(const eg_fixed_plan *p, eg_fixed_view *m, double part)
{
    for (int b = 1; b < p->bodies; b++)
        m->w[b] += part * m->turn[b];
}

/* Newton's iterations are full at first: where forces are straight but for kinks, they end in the right
 * piece. Later ones look along each direction for where the convex function is least. */
enum { FULL = 4, SEARCHES = 16, HALVINGS = 10 };

/* Where along a turn, in parts of it, R*turn rises through 0: between low and high, at which it is at_low < 0
 * and at_high; high is INFINITY until it has been found. before: how wide it was. */
typedef struct bracket {
    double low, at_low, high, at_high, before;
} bracket;

static void narrow(bracket *k, double part, double now)
{
    k->before = k->high - k->low;
    if (now < 0.0) {
        k->low = part;
        k->at_low = now;
        k->at_high *= 0.5;
    } else {
        k->at_low *= k->high < INFINITY ? 0.5 : 1.0;
        k->high = part;
        k->at_high = now;
    }
}

/* Illinois' variant of regula falsi. Where one end is far steeper, as in a contact, the root of its share:
 * that of a force which begins as a square. The middle where that has not halved the bracket. */
static double between(const bracket *k)
{
    double width = k->high - k->low, share = k->at_low / (k->at_low - k->at_high);
    if (width > 0.5 * k->before)
        share = 0.5;
    else if (share < 0.01)
        share = sqrt(share);
    else if (share > 0.99)
        share = 1.0 - sqrt(1.0 - share);
    return k->low + width * share;
}

/* At which part of the turn a contact touches, that is at `part` where w is. */
static double touch_edge(const eg_fixed_plan *p, const eg_fixed_view *m, const eg_fixed_contact *c,
                         double part)
{
    double x = c->law.gap.s_rel0 - c->sign * m->s[c->item];
    double rate = c->sign * x / p->step;
    return part + (rate - eg_fixed_rate_of(p, m, c->item, m->w)) / eg_fixed_turn_of(p, m, c->item);
}

static void take_nearer(const bracket *k, double next, double edge, double *best)
{
    double least = *best == next ? INFINITY : eg_fixed_magnitude(*best - next),
           inside = 1e-9 * (k->high - k->low);
    if (edge - k->low > inside && k->high - edge > inside && eg_fixed_magnitude(edge - next) < least)
        *best = edge;
}

/* The nearest end to `next` of a piece, in which grips hold and contacts touch or do not; next, where none is
 * left within the bracket. */
static double nearest_edge(const eg_fixed_plan *p, const eg_fixed_view *m, const bracket *k, double part,
                           double next)
{
    double best = next;
    for (int g = 0; g < eg_fixed_grips(p); g++)
        for (int end = 0; end < 2; end++)
            take_nearer(k, next, eg_fixed_grip_edge(p, m, g, end, part), &best);
    for (int i = 0; i < p->contacts; i++)
        take_nearer(k, next, touch_edge(p, m, &p->contact[i], part), &best);
    return best;
}

/* Where along the turn R*turn rises through 0, to a tenth of what it was, `begin`; R is that of the full
 * turn. It may lie beyond: out of a contact of a high power Newton's method comes by a share of the way each
 * time. Farther on by doubling, then from edge to edge of pieces, and within the last one. */
static void search(const eg_fixed_plan *p, eg_fixed_view *m, double begin)
{
    bracket k = {0.0, begin, INFINITY, 0.0, INFINITY};
    double part = 1.0;
    for (int i = 0; i < SEARCHES; i++) {
        double now = eg_fixed_along(p, m->residual, m->turn);
        now = now == now ? now : -begin;
        if (eg_fixed_magnitude(now) <= -0.1 * begin)
            return;
        narrow(&k, part, now);
        double next = k.high < INFINITY ? nearest_edge(p, m, &k, part, between(&k)) : 2.0 * part;
        move(p, m, next - part);
        part = next;
        eg_fixed_evaluate(p, m, m->w, 1);
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

/* How much longer the next turn is to be, since the last one, `part` of Newton's, left that share of the
 * balance. Along it the balance falls as 1 - q + bend*q^2: its root, over what Newton's method takes of the
 * way there. A contact that closes within the step begins as a square (bend = 1/4), on whose way down that
 * method halves again and again. */
static double longer(double part, double left)
{
    double bend = (left - 1.0 + part) / (part * part);
    if (!(bend > 0.0) || !(left > 0.05))
        return 1.0;
    bend = bend < 0.24 ? bend : 0.24;
    double root = (1.0 - sqrt(1.0 - 4.0 * bend)) / (2.0 * bend);
    double next = (1.0 - part + bend * part * part) / (1.0 - 2.0 * bend * part);
    return root > part && next > 0.0 ? (root - part) / next : 1.0;
}

/* A full turn, `part` times as long, and what is foreseen of the grips with it. Answers how long the next one
 * is to be. */
static double leap(const eg_fixed_plan *p, eg_fixed_view *m, double part)
{
    double begin = eg_fixed_along(p, m->residual, m->turn);
    for (int b = 1; b < p->bodies; b++)
        m->turn[b] *= part;
    eg_fixed_turn_on(p, m);
    move(p, m, 1.0);
    eg_fixed_take_forces(p, m);
    eg_fixed_evaluate(p, m, m->w, 0);
    return begin < 0.0 ? longer(part, eg_fixed_along(p, m->residual, m->turn) / (part * begin)) : 1.0;
}

/* A turn downhill. Where it changes no side of grips their forces are taken with it, as long as that leads
 * down, and where what is left is less than the steepness of grips can tell; else they stay as they are but
 * for their limits. */
static void look(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double begin = eg_fixed_along(p, m->residual, m->turn), small = round_off_along(p, m);
    eg_fixed_grips_round_off(p, m, m->rest);
    int is_near = is_balanced(p, m, m->rest), stays = eg_fixed_stay(p, m);
    move(p, m, 1.0);
    if (is_near || stays) {
        eg_fixed_take_forces(p, m);
        eg_fixed_evaluate(p, m, m->w, 0);
        double now = eg_fixed_along(p, m->residual, m->turn);
        if (is_near || eg_fixed_magnitude(now) <= small - 0.1 * begin)
            return;
        if (!(now < 0.0))
            eg_fixed_give_back_forces(p, m);
    }
    eg_fixed_evaluate(p, m, m->w, 1);
    if (!(eg_fixed_magnitude(eg_fixed_along(p, m->residual, m->turn)) <= small))
        search(p, m, begin);
}

int eg_fixed_newton(const eg_fixed_plan *p, eg_fixed_view *m, int *iterations)
{
    int most = p->iterations > 0 ? p->iterations : EG_FIXED_ITERATIONS;
    double part = 1.0;
    eg_fixed_evaluate(p, m, m->w, 0);
    for (int i = 0;; i++) {
        if ((i > 0 || begins_balanced(p, m)) && is_balanced(p, m, NULL) && eg_fixed_grips_are_solved(p, m))
            return 1;
        if (i == most)
            return 0;
        eg_fixed_factor(&m->matrix, m->slope);
        eg_fixed_solve(&m->matrix, m->residual, m->turn);
        if (i < FULL)
            part = leap(p, m, part);
        else
            look(p, m);
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
    eg_fixed_evaluate(p, m, m->w, 1);
    return eg_fixed_along(p, m->residual, m->w) <= 0.0;
}

/* Has it a speed? A body without mass that a load pushes, and nothing holds or nothing that grows with its
 * speed, goes on without end: it stays. */
static int has_speed(const eg_fixed_plan *p, const eg_fixed_view *m, int b)
{
    double w = eg_fixed_magnitude(m->w[b]), left = eg_fixed_magnitude(m->residual[b]),
           given = eg_fixed_magnitude(m->given[b]);
    int is_held = (given == 0.0 || left < 0.5 * given) && left <= m->slope[b] * w;
    return m->w[b] - m->w[b] == 0.0 && (p->mass[b] > 0.0 || is_held);
}

/* w is scaled back until what is out of balance takes power, R*w <= 0: R*w/part grows with the part that
 * is kept, and R*w is 0 where none is. The largest such part is bisected. */
void eg_fixed_scale_back(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double low = 0.0, high = 1.0, part = 1.0;
    for (int b = 1; b < p->bodies; b++)
        m->turn[b] = has_speed(p, m, b) ? m->w[b] : 0.0;
    eg_fixed_carry_nothing(p, m);
    eg_fixed_let_go(p, m);
    if (!is_passive_at(p, m, part)) {
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
    eg_fixed_hold_to_the_bit(p, m);
}
