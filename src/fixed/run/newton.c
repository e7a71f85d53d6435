/* Newton's method for the balance of a step (part.h), and what is done where it does not come to its end. */
#include "fixed/run/part.h"

#define ROUND_OFF 1e-14 /* of what a residual is made of */

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
 * piece. Later ones look along each direction for where the convex function is least, by regula falsi. */
enum { FULL = 4, SEARCHES = 16, HALVINGS = 10 };

/* Where along the turn R*turn rises through 0, to a tenth: from end to end of the pieces in which grips
 * hold, and by Illinois' variant of regula falsi where none of them is left. */
static void search(const eg_fixed_plan *p, eg_fixed_view *m, double begin)
{
    double low = 0.0, at_low = begin, part = 1.0, high = 1.0,
           at_high = eg_fixed_along(p, m->residual, m->turn);
    if (at_high != at_high)
        at_high = -begin;
    double now = at_high;
    for (int i = 0; i < SEARCHES && eg_fixed_magnitude(now) > -0.1 * begin; i++) {
        double next = low + (high - low) * (at_low / (at_low - at_high));
        next = eg_fixed_kink(p, m, low, high, part, next);
        move(p, m, next - part);
        part = next;
        eg_fixed_evaluate(p, m, m->w, 1);
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
    double begin = eg_fixed_along(p, m->residual, m->turn);
    eg_fixed_grips_round_off(p, m, m->rest);
    int is_near = is_balanced(p, m, m->rest), stays = eg_fixed_stay(p, m);
    move(p, m, 1.0);
    if (is_near || stays) {
        eg_fixed_take_forces(p, m);
        eg_fixed_evaluate(p, m, m->w, 0);
        if (is_near || eg_fixed_along(p, m->residual, m->turn) <= round_off_along(p, m) - 0.1 * begin)
            return;
        eg_fixed_give_back_forces(p, m);
    }
    eg_fixed_evaluate(p, m, m->w, 1);
    if (!(eg_fixed_along(p, m->residual, m->turn) <= round_off_along(p, m)))
        search(p, m, begin);
}

int eg_fixed_newton(const eg_fixed_plan *p, eg_fixed_view *m, int *iterations)
{
    int most = p->iterations > 0 ? p->iterations : EG_FIXED_ITERATIONS;
    double part = 1.0;
    eg_fixed_evaluate(p, m, m->w, 0);
    for (int i = 0;; i++) {
        if (is_balanced(p, m, NULL) && eg_fixed_grips_are_solved(p, m))
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

/* w is scaled back until what is out of balance takes power, R*w <= 0: R*w/part grows with the part that
 * is kept, and R*w is 0 where none is. The largest such part is bisected. */
void eg_fixed_scale_back(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double low = 0.0, high = 1.0, part = 1.0;
    for (int b = 1; b < p->bodies; b++) /* what has no value is left out */
        m->turn[b] = m->w[b] - m->w[b] == 0.0 ? m->w[b] : 0.0;
    eg_fixed_carry_nothing(p, m);
    eg_fixed_let_go(p, m);
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
