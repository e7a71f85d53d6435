/* The fixed-step solver (elastogap/fixed.h). This file, with the public headers it includes and libm, is
 * all that a program without an operating system needs.
 *
 * The unknowns of a step are the mean speeds w of the bodies. Their residual, with f the mean forces of
 * what acts along the distances (as flange_b.f counts them) and v at the beginning,
 *
 *     R_b = m*(w - v)/(theta*h) + sum of factor*f(rate) - load - carry,   rate = sum of factor*w,
 *
 * is the gradient of a convex function, since every f grows with its rate; its matrix is symmetric and
 * positive.
 *
 * Bodies without mass. Their balance asks for the forces at the end of the step, not for the mean ones, or
 * an imbalance would alternate for ever: a share of what is out of balance at the beginning is carried
 * over,
 *     carry = mu*(sum of static forces then),  mu = z^2/(2*(z^2 + 12)),  z = h*stiffness/damping,
 * 1/2 without dampers, which makes linear springs balance exactly at the end. Should that do work, the
 * step is solved again without.
 *
 * What sticks, or stands at a hard stop, is held by a viscous force steeper by STICK than the inertia that
 * it holds. What arrives at a stop is received by STOP: there a position counts, whose last digits must
 * not become forces. */
#include "elastogap/fixed.h"

#define STICK 1e8
#define STOP 1e4
#define TINY 1e-280 /* [N] what comes to rest does not go on into numbers that have no digits */

/* ---------------------------------------------------------------- memory */

/* Where everything stands in a state's memory. */
typedef struct eg_fixed_view {
    double *s, *v, *v0, *input;                 /* the state proper */
    double *stuck, *slide, *slide_before;       /* (frictions) 1 or 0; mean rates of the last two steps */
    double *f, *rate;                           /* (items) of the last step */
    double *next, *motion, *span;               /* from here on: the step being made. (inputs); (items) */
    double *w, *turn, *residual, *slope, *size; /* (bodies) */
    double *theta, *carry, *load, *damping, *stiffness, *inertia, *given, *least; /* (bodies) */
    double *diagonal, *lower, *x;
    double *level, *viscous, *hold; /* (frictions) */
    double *loss;                   /* [W] of all that acts */
} eg_fixed_view;

static double *take(double **at, int count)
{
    double *here = *at;
    *at += count;
    return here;
}

static size_t lay_out(const eg_fixed_plan *p, double *memory, eg_fixed_view *m)
{
    double *at = memory;
    int bodies = p->bodies, items = p->items;
    m->s = take(&at, items);
    m->v = take(&at, bodies);
    m->v0 = take(&at, p->contacts);
    m->input = take(&at, p->inputs);
    m->stuck = take(&at, p->frictions);
    m->slide = take(&at, p->frictions);
    m->slide_before = take(&at, p->frictions);
    m->f = take(&at, items);
    m->rate = take(&at, items);
    m->next = take(&at, p->inputs);
    m->motion = take(&at, items);
    m->span = take(&at, items);
    m->w = take(&at, bodies);
    m->turn = take(&at, bodies);
    m->residual = take(&at, bodies);
    m->slope = take(&at, bodies);
    m->size = take(&at, bodies);
    m->theta = take(&at, bodies);
    m->carry = take(&at, bodies);
    m->load = take(&at, bodies);
    m->damping = take(&at, bodies);
    m->stiffness = take(&at, bodies);
    m->inertia = take(&at, bodies);
    m->given = take(&at, bodies);
    m->least = take(&at, bodies);
    m->x = take(&at, bodies);
    m->diagonal = take(&at, bodies);
    m->lower = take(&at, p->first[bodies - 1]);
    m->level = take(&at, p->frictions);
    m->viscous = take(&at, p->frictions);
    m->hold = take(&at, p->frictions);
    m->loss = take(&at, 1);
    return (size_t)(at - memory);
}

size_t eg_fixed_size(const eg_fixed_plan *plan)
{
    eg_fixed_view m;
    eg_fixed_state none;
    return sizeof none + sizeof(double) * lay_out(plan, none.memory, &m);
}

void eg_fixed_begin(const eg_fixed_plan *plan, eg_fixed_state *state)
{
    eg_fixed_view m;
    size_t count = lay_out(plan, state->memory, &m);
    for (size_t i = 0; i < count; i++)
        state->memory[i] = 0.0;
    state->steps = state->unconverged = 0;
    state->iterations = 0;
    state->work = state->turnover = state->lost = 0.0;
    for (int i = 0; i < plan->items; i++) {
        const eg_fixed_item *item = &plan->item[i];
        m.s[i] = item->start;
        m.rate[i] =
            item->factor[0] * plan->speed[item->body[0]] + item->factor[1] * plan->speed[item->body[1]];
    }
    for (int b = 0; b < plan->bodies; b++)
        m.v[b] = m.w[b] = plan->speed[b];
    for (int i = 0; i < plan->contacts; i++)
        m.v0[i] = plan->contact[i].v0;
    for (int i = 0; i < plan->inputs; i++)
        m.input[i] = plan->input[i];
    for (int i = 0; i < plan->frictions; i++) {
        m.slide[i] = m.slide_before[i] = m.rate[plan->friction[i].item];
        m.stuck[i] = m.slide[i] == 0.0;
    }
}

/* ---------------------------------------------------------------- mean forces */

static double magnitude(double x)
{
    return x < 0.0 ? -x : x;
}

typedef struct eg_fixed_mean {
    double f, slope; /* [N], its derivative by the rate */
    double loss;     /* [W] */
} eg_fixed_mean;

/* The mean of r^n from r0 to r1, both >= 0. */
static double mean_power(double n, double r0, double r1)
{
    if (n == 1.0)
        return 0.5 * (r0 + r1);
    if (eg_law_is_half_integer_(n) &&
        n < 8.0) { /* (a^k - b^k)/(a - b) as a sum, with a = sqrt(r) if need be */
        int k = (int)(2.0 * n) + 2, whole = k % 2 == 0;
        double a = whole ? r1 : sqrt(r1), b = whole ? r0 : sqrt(r0), sum = 0.0, of_b = 1.0;
        k = whole ? k / 2 : k;
        for (int i = 0; i < k; i++, of_b *= b)
            sum = sum * a + of_b;
        double width = whole ? 1.0 : a + b;
        return width > 0.0 ? sum / ((n + 1.0) * width) : 0.0;
    }
    double top = r0 > r1 ? r0 : r1, gap = r1 - r0;
    if (gap < 1e-3 * top && gap > -1e-3 * top) /* Simpson's rule: off by less than 1e-15 */
        return (eg_law_power_(r0, n) + 4.0 * eg_law_power_(0.5 * (r0 + r1), n) + eg_law_power_(r1, n)) / 6.0;
    return (eg_law_power_(r1, n) * r1 - eg_law_power_(r0, n) * r0) / ((n + 1.0) * gap);
}

/* The spring of a contact whose penetration goes from x0 to x1 (< 0: apart), pushing positive: what its
 * energy changes by over the way. *slope is the derivative by x1. */
static double mean_push(const eg_elasto_gap *gap, double x0, double x1, double *slope)
{
    double way = x1 - x0, c = gap->f_ref / gap->s_ref, push;
    if (x0 <= 0.0 && x1 <= 0.0) {
        *slope = 0.0;
        return 0.0;
    }
    if (gap->n == 1.0 && x0 >= 0.0 && x1 >= 0.0) {
        *slope = 0.5 * c;
        return *slope * (x0 + x1);
    }
    if (gap->n == 1.0) { /* one of them is 0 in what follows */
        push = (x1 > 0.0 ? 0.5 : -0.5) * c * (x1 > 0.0 ? x1 * x1 : x0 * x0) / way;
        *slope = ((x1 > 0.0 ? c * x1 : 0.0) - push) / way;
        return push;
    }
    double r0 = x0 > 0.0 ? x0 / gap->s_ref : 0.0, r1 = x1 > 0.0 ? x1 / gap->s_ref : 0.0;
    double top = r0 > r1 ? r0 : r1;
    push = gap->f_ref * mean_power(gap->n, r0, r1);
    if (x0 < 0.0 || x1 < 0.0)
        push *= (r1 - r0) * gap->s_ref / way;
    if (way > 1e-3 * top * gap->s_ref || way < -1e-3 * top * gap->s_ref)
        *slope = (gap->f_ref * eg_law_power_(r1, gap->n) - push) / way;
    else
        *slope = 0.5 * c * gap->n * eg_law_power_slope_(0.5 * (r0 + r1), gap->n);
    return push;
}

/* What the damper of a law adds to the mean push `K` while the contact closes at x' = `closing`: *by_K and
 * *by_closing are the derivatives of the whole push. x: penetration in the middle. */
static double damped_push(const eg_contact *law, double v0, double K, double x, double closing, double *by_K,
                          double *by_closing)
{
    double d = law->gap.d, damper = 0.0, B = 0.0;
    *by_K = 1.0;
    *by_closing = 0.0;
    if (law->law == EG_CONTACT_ELASTO_GAP) {
        if (K <= 0.0) /* apart: no damper either */
            return 0.0;
        damper = d * closing;
        if (damper > K || damper < -K) {
            *by_K = damper > K ? 2.0 : 0.0;
            return damper > K ? 2.0 * K : 0.0;
        }
        *by_closing = d;
        return K + damper;
    }
    if (x <= 0.0 || law->law == EG_CONTACT_HERTZ)
        return K;
    double share = eg_contact_share_(law, v0);
    if (share > 0.0) {
        *by_K = 1.0 + share * closing > 0.0 ? 1.0 + share * closing : 0.0;
        *by_closing = *by_K > 0.0 ? share * K : 0.0;
        return K * *by_K;
    }
    if (law->law == EG_CONTACT_SMOOTH_TRANSITION)
        B = d * eg_contact_ramp_(x, law->transition);
    else if (law->law != EG_CONTACT_UNDAMPED_REBOUND || closing > 0.0)
        B = d;
    if (law->law != EG_CONTACT_KELVIN_VOIGT && K + B * closing < 0.0) {
        *by_K = 0.0;
        return 0.0;
    }
    *by_closing = B;
    return K + B * closing;
}

static eg_fixed_mean contact_force(const eg_fixed_contact *c, double v0, double h, double s, double rate)
{
    double x0 = c->law.gap.s_rel0 - c->sign * s, closing = -c->sign * rate, x1 = x0 + h * closing, steep,
           by_K, by_closing;
    double K = mean_push(&c->law.gap, x0, x1, &steep);
    if (K == 0.0 && x1 == x0 && x0 > -1e-12 * magnitude(s)) /* in exact touch: it may well close */
        steep = eg_elasto_gap_stiffness_(&c->law.gap, c->law.gap.s_rel0 - x0);
    double push = damped_push(&c->law, v0, K, 0.5 * (x0 + x1), closing, &by_K, &by_closing);
    eg_fixed_mean mean = {-c->sign * push, by_K * steep * h + by_closing, (push - K) * closing};
    return mean;
}

static eg_fixed_mean spring_force(const eg_spring_damper *k, double h, double s, double rate)
{
    eg_fixed_mean mean = {k->c * (s - k->s_rel0 + 0.5 * h * rate) + k->d * rate, 0.5 * h * k->c + k->d,
                          k->d * rate * rate};
    return mean;
}

/* ---------------------------------------------------------------- friction and stops */

static double characteristic(const eg_fixed_friction *k, double v, double *slope)
{
    if (k->points > 1) {
        int i = 1;
        while (i < k->points - 1 && v > k->speed[i])
            i++;
        *slope = (k->force[i] - k->force[i - 1]) / (k->speed[i] - k->speed[i - 1]);
        return k->force[i - 1] + *slope * (v - k->speed[i - 1]);
    }
    double falling = k->stribeck != 0.0 ? k->stribeck * exp(-k->decay * v) : 0.0;
    *slope = k->viscous - k->decay * falling;
    return k->coulomb + k->viscous * v + falling;
}

/* The steepness of what holds an item: `steep` times the inertia that it feels in a step. */
static double holding(const eg_fixed_plan *p, int i, double steep)
{
    double give = 0.0;
    for (int k = 0; k < 2; k++) {
        int b = p->item[i].body[k];
        if (b > 0 && p->mass[b] > 0.0)
            give += p->item[i].factor[k] * p->item[i].factor[k] / p->mass[b];
    }
    return give > 0.0 ? steep / (give * p->step) : steep / p->step;
}

/* The force of a step is level + viscous*|rate| while it slides, from the speed that the last two steps
 * lead one to expect; a characteristic that falls is taken as it is there. */
static void prepare_friction(const eg_fixed_plan *p, eg_fixed_view *m, int i)
{
    const eg_fixed_friction *k = &p->friction[i];
    double N = k->scale, expected = 2.0 * m->slide[i] - m->slide_before[i], slope;
    if (k->normal >= 0)
        N *= 0.5 * (m->input[k->normal] + m->next[k->normal]);
    N = N > 0.0 ? N : 0.0;
    m->hold[i] = holding(p, k->item, STICK);
    if (m->stuck[i] != 0.0) {
        m->level[i] = N * k->hold;
        m->viscous[i] = 0.0;
        return;
    }
    if (expected < 0.0)
        expected = -expected;
    double force = characteristic(k, expected, &slope);
    m->viscous[i] = slope > 0.0 ? N * slope : 0.0;
    m->level[i] = N * force - m->viscous[i] * expected;
    if (m->level[i] < 0.0)
        m->level[i] = 0.0;
}

static eg_fixed_mean friction_force(double level, double viscous, double hold, double rate)
{
    double held = hold * rate;
    eg_fixed_mean mean = {held + viscous * rate, hold + viscous, 0.0};
    if (held > level || held < -level) {
        mean.f = (held > level ? level : -level) + viscous * rate;
        mean.slope = viscous;
    }
    mean.loss = mean.f * rate;
    return mean;
}

static int is_beyond(const eg_fixed_stop *k, double s)
{
    return k->limit - k->sign * s > 0.0;
}

/* A stop resists what leads beyond it, or further beyond; it stores nothing and pushes nothing back. */
static eg_fixed_mean stop_force(const eg_fixed_plan *p, const eg_fixed_stop *k, double s, double rate)
{
    int beyond = is_beyond(k, s);
    double steep = holding(p, k->item, beyond ? STICK : STOP);
    double further = (beyond ? 0.0 : k->limit - k->sign * s) - k->sign * p->step * rate;
    eg_fixed_mean mean = {0.0, 0.0, 0.0};
    if (further > 0.0) {
        mean.f = -k->sign * steep * further / p->step;
        mean.slope = steep;
        mean.loss = mean.f * rate;
    }
    return mean;
}

/* ---------------------------------------------------------------- the step's equations */

static double rate_of(const eg_fixed_plan *p, const eg_fixed_view *m, int item, const double *w)
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
    double off = mean.slope * (span + magnitude(m->motion[item])) + magnitude(mean.f);
    m->f[item] += mean.f;
    *m->loss += mean.loss;
    for (int e = 0; e < 2; e++) {
        int b = k->body[e];
        double factor = k->factor[e], steep = factor * factor * mean.slope;
        m->residual[b] += factor * mean.f;
        m->slope[b] += steep;
        m->size[b] += magnitude(factor) * off + steep * magnitude(w[b]);
    }
    if (p->coupling[item] >= 0)
        m->lower[p->coupling[item]] += k->factor[0] * k->factor[1] * mean.slope;
}

/* R at w, its matrix and its size. */
static void evaluate(const eg_fixed_plan *p, eg_fixed_view *m, const double *w)
{
    *m->loss = 0.0;
    for (int b = 1; b < p->bodies; b++) {
        m->residual[b] = m->inertia[b] * (w[b] - m->v[b]) - m->given[b];
        m->slope[b] = m->inertia[b];
        m->size[b] = m->least[b] + m->inertia[b] * magnitude(w[b]);
    }
    for (int i = 0; i < p->items; i++)
        m->f[i] = 0.0;
    for (int k = 0; k < p->first[p->bodies - 1]; k++)
        m->lower[k] = 0.0;
    for (int i = 0; i < p->springs; i++) {
        int item = p->spring[i].item;
        add(p, m, item, w, m->span[item],
            spring_force(&p->spring[i].law, p->step, m->s[item], rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->contacts; i++) {
        int item = p->contact[i].item;
        add(p, m, item, w, m->span[item],
            contact_force(&p->contact[i], m->v0[i], p->step, m->s[item], rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->frictions; i++) {
        int item = p->friction[i].item;
        add(p, m, item, w, 0.0,
            friction_force(m->level[i], m->viscous[i], m->hold[i], rate_of(p, m, item, w)));
    }
    for (int i = 0; i < p->stops; i++) {
        const eg_fixed_stop *k = &p->stop[i];
        double span = is_beyond(k, m->s[k->item]) ? 0.0 : m->span[k->item];
        add(p, m, k->item, w, span, stop_force(p, k, m->s[k->item], rate_of(p, m, k->item, w)));
    }
}

static int is_solved(const eg_fixed_plan *p, const eg_fixed_view *m)
{
    for (int b = 1; b < p->bodies; b++)
        if (!(magnitude(m->residual[b]) <= 1e-14 * m->size[b]))
            return 0;
    return 1;
}

/* ---------------------------------------------------------------- the matrix */

/* L D L' in place, column after column. A body that nothing holds and that has no mass stays where it is. */
static void factor(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int b = 1; b < p->bodies; b++)
        m->diagonal[p->place[b]] = m->slope[b];
    for (int k = 0; k < p->bodies - 1; k++) {
        double pivot = m->diagonal[k];
        if (!(pivot > 0.0)) {
            m->diagonal[k] = INFINITY;
            for (int e = p->first[k]; e < p->first[k + 1]; e++)
                m->lower[e] = 0.0;
            continue;
        }
        for (int e = p->first[k]; e < p->first[k + 1]; e++) {
            double share = m->lower[e] / pivot;
            int i = p->row[e], at = p->first[i];
            if (share != 0.0) {
                m->diagonal[i] -= share * m->lower[e];
                for (int q = e + 1; q < p->first[k + 1]; q++) {
                    while (p->row[at] != p->row[q])
                        at++;
                    m->lower[at] -= share * m->lower[q];
                }
            }
        }
        for (int e = p->first[k]; e < p->first[k + 1]; e++)
            m->lower[e] /= pivot;
    }
}

/* turn = -(matrix)^-1 R. */
static void solve(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double *x = m->x;
    for (int b = 1; b < p->bodies; b++)
        x[p->place[b]] = -m->residual[b];
    for (int k = 0; k < p->bodies - 1; k++)
        for (int e = p->first[k]; e < p->first[k + 1]; e++)
            x[p->row[e]] -= m->lower[e] * x[k];
    for (int k = p->bodies - 2; k >= 0; k--) {
        x[k] /= m->diagonal[k];
        for (int e = p->first[k]; e < p->first[k + 1]; e++)
            x[k] -= m->lower[e] * x[p->row[e]];
    }
    for (int b = 1; b < p->bodies; b++)
        m->turn[b] = x[p->place[b]];
}

/* ---------------------------------------------------------------- Newton's method */

static double along(const eg_fixed_plan *p, const double *a, const double *b)
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

/* Where along the turn R*turn rises through 0: Illinois' variant of regula falsi, to a tenth. */
static void search(const eg_fixed_plan *p, eg_fixed_view *m, double begin)
{
    double low = 0.0, at_low = begin, part = 1.0, high = 1.0, at_high = along(p, m->residual, m->turn);
    if (at_high != at_high)
        at_high = -begin;
    double now = at_high;
    for (int i = 0; i < SEARCHES && magnitude(now) > -0.1 * begin; i++) {
        double next = low + (high - low) * (at_low / (at_low - at_high));
        move(p, m, next - part);
        part = next;
        evaluate(p, m, m->w);
        now = along(p, m->residual, m->turn);
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

/* A contact that closes within the step begins as a square, on whose way down Newton's method halves again
 * and again: of what the last turn left (its share of the beginning), the next one is taken as much
 * longer. */
static void advance(const eg_fixed_plan *p, eg_fixed_view *m, int iteration, double *left)
{
    double begin = along(p, m->residual, m->turn), end;
    move(p, m, iteration<FULL && * left> 0.1 && *left < 0.5 ? 1.0 + *left : 1.0);
    evaluate(p, m, m->w);
    end = along(p, m->residual, m->turn);
    *left = begin < 0.0 ? end / begin : 0.0;
    if (iteration >= FULL && !(end <= 0.0))
        search(p, m, begin);
}

static int newton(const eg_fixed_plan *p, eg_fixed_view *m, int *iterations)
{
    int most = p->iterations > 0 ? p->iterations : EG_FIXED_ITERATIONS;
    double left = 0.0;
    evaluate(p, m, m->w);
    for (int i = 0;; i++) {
        if (is_solved(p, m))
            return 1;
        if (i == most)
            return 0;
        factor(p, m);
        solve(p, m);
        advance(p, m, i, &left);
        ++*iterations;
    }
}

static void carry_nothing(const eg_fixed_plan *p, eg_fixed_view *m)
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
    evaluate(p, m, m->w);
    return along(p, m->residual, m->w) <= 0.0;
}

/* w is scaled back until what is out of balance takes power, R*w <= 0: R*w/part grows with the part that
 * is kept, and R*w is 0 where none is. The largest such part is bisected. */
static void scale_back(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double low = 0.0, high = 1.0, part = 1.0;
    for (int b = 1; b < p->bodies; b++)
        m->turn[b] = m->w[b];
    carry_nothing(p, m);
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

/* ---------------------------------------------------------------- a step */

/* What a contact and its damper come to at the start of the step, looking one step ahead. */
static void contact_rates(const eg_fixed_contact *c, double h, double s, double rate, double *k, double *d)
{
    double x = c->law.gap.s_rel0 - c->sign * s, ahead = x - c->sign * h * rate;
    double deepest = x > ahead ? x : ahead;
    *k = *d = 0.0;
    if (deepest <= 0.0)
        return;
    *k = eg_elasto_gap_stiffness_(&c->law.gap, c->law.gap.s_rel0 - deepest);
    *d = c->law.law != EG_CONTACT_HERTZ ? c->law.gap.d : 0.0;
}

static void stiffen(const eg_fixed_plan *p, eg_fixed_view *m, int item, double k, double d,
                    double static_force)
{
    for (int e = 0; e < 2; e++) {
        int b = p->item[item].body[e];
        double factor = p->item[item].factor[e];
        m->stiffness[b] += factor * factor * k;
        m->damping[b] += factor * factor * d;
        m->carry[b] += factor * static_force;
    }
}

/* A body without mass that rubs is in balance at any speed: nothing is to be carried over. */
static void rub(const eg_fixed_plan *p, eg_fixed_view *m, int item, double hold, double viscous)
{
    for (int e = 0; e < 2; e++) {
        int b = p->item[item].body[e];
        double factor = p->item[item].factor[e];
        m->damping[b] += factor * factor * (p->mass[b] > 0.0 ? viscous : hold);
    }
}

/* theta of bodies with mass, what bodies without carry over (see above). */
static void weigh_bodies(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double h = p->step;
    for (int b = 1; b < p->bodies; b++) {
        m->theta[b] = 1.0;
        if (p->mass[b] > 0.0) {
            double z = h * m->damping[b] / p->mass[b];
            m->theta[b] = z < 1e6 ? 0.5 + 0.5 * z / (z + 6.0) : 1.0;
            m->carry[b] = 0.0;
        } else if (m->damping[b] > 0.0) {
            double z = h * m->stiffness[b] / m->damping[b];
            m->carry[b] *= 0.5 * z * z / (z * z + 12.0);
        } else {
            m->carry[b] *= 0.5;
        }
    }
}

/* What the iterations of a step do not change. */
static void prepare_residual(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int b = 1; b < p->bodies; b++) {
        m->inertia[b] = p->mass[b] / (m->theta[b] * p->step);
        m->given[b] = m->load[b] + m->carry[b];
        m->least[b] =
            TINY + m->inertia[b] * magnitude(m->v[b]) + magnitude(m->load[b]) + magnitude(m->carry[b]);
    }
    for (int i = 0; i < p->items; i++)
        m->span[i] = magnitude(m->s[i]) / p->step;
    for (int i = 0; i < p->springs; i++)
        m->span[p->spring[i].item] += magnitude(p->spring[i].law.s_rel0) / p->step;
    for (int i = 0; i < p->contacts; i++)
        m->span[p->contact[i].item] += magnitude(p->contact[i].law.gap.s_rel0) / p->step;
    for (int i = 0; i < p->stops; i++)
        m->span[p->stop[i].item] += magnitude(p->stop[i].limit) / p->step;
    for (int i = 0; i < p->frictions; i++)
        for (int e = 0; e < 2; e++) {
            const eg_fixed_item *k = &p->item[p->friction[i].item];
            m->least[k->body[e]] += magnitude(k->factor[e]) * m->level[i];
        }
}

static void prepare_bodies(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int b = 0; b < p->bodies; b++)
        m->damping[b] = m->stiffness[b] = m->carry[b] = m->load[b] = 0.0;
    for (int i = 0; i < p->springs; i++) {
        const eg_spring_damper *k = &p->spring[i].law;
        stiffen(p, m, p->spring[i].item, k->c, k->d, k->c * (m->s[p->spring[i].item] - k->s_rel0));
    }
    for (int i = 0; i < p->contacts; i++) {
        const eg_fixed_contact *c = &p->contact[i];
        double k, d, s = m->s[c->item], slope;
        double x = c->law.gap.s_rel0 - c->sign * s;
        contact_rates(c, p->step, s, m->rate[c->item], &k, &d);
        stiffen(p, m, c->item, k, d, -c->sign * mean_push(&c->law.gap, x, x, &slope));
    }
    for (int i = 0; i < p->frictions; i++)
        rub(p, m, p->friction[i].item, m->hold[i], m->stuck[i] != 0.0 ? m->hold[i] : m->viscous[i]);
    for (int i = 0; i < p->stops; i++) {
        const eg_fixed_stop *k = &p->stop[i];
        if (k->sign * (m->s[k->item] + p->step * m->rate[k->item]) < k->limit)
            stiffen(p, m, k->item, 0.0, holding(p, k->item, STICK), 0.0);
    }
    for (int i = 0; i < p->loads; i++) {
        const eg_fixed_load *k = &p->load[i];
        double before = k->input < 0 ? 1.0 : m->input[k->input],
               after = k->input < 0 ? 1.0 : m->next[k->input];
        m->load[k->body] += k->coefficient * 0.5 * (before + after);
        m->carry[k->body] -= k->coefficient * before;
    }
    weigh_bodies(p, m);
    prepare_residual(p, m);
}

/* The speed of a touch that may come within the step. */
static void remember_touch(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int i = 0; i < p->contacts; i++) {
        const eg_fixed_contact *c = &p->contact[i];
        double rate = c->sign * m->rate[c->item];
        if (c->v_impact > 0.0)
            m->v0[i] = c->v_impact;
        else if (c->sign * m->s[c->item] >= c->law.gap.s_rel0)
            m->v0[i] = eg_contact_touch_speed(rate, c->v_min);
    }
}

static void begin_step(const eg_fixed_plan *p, eg_fixed_view *m, const double *inputs)
{
    for (int i = 0; i < p->inputs; i++)
        m->next[i] = inputs ? inputs[i] : m->input[i];
    for (int i = 0; i < p->items; i++) {
        const eg_fixed_item *k = &p->item[i];
        m->motion[i] = k->motion < 0 ? 0.0 : (m->next[k->motion] - m->input[k->motion]) / p->step;
        m->rate[i] = k->factor[0] * m->v[k->body[0]] + k->factor[1] * m->v[k->body[1]] + m->motion[i];
    }
    remember_touch(p, m);
    for (int i = 0; i < p->frictions; i++)
        prepare_friction(p, m, i);
    prepare_bodies(p, m);
    for (int b = 1; b < p->bodies; b++)
        m->w[b] = m->v[b];
}

static void end_friction(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int i = 0; i < p->frictions; i++) {
        double rate = m->rate[p->friction[i].item], held = magnitude(m->hold[i] * rate);
        m->stuck[i] = held <= m->level[i];
        m->slide_before[i] = m->slide[i];
        m->slide[i] = rate;
    }
}

static void end_step(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m)
{
    double power = along(p, m->load, m->w);
    for (int i = 0; i < p->items; i++) {
        m->rate[i] = rate_of(p, m, i, m->w);
        power += m->f[i] * m->motion[i];
        m->s[i] += p->step * m->rate[i];
    }
    end_friction(p, m);
    state->lost += p->step * (*m->loss - along(p, m->carry, m->w) - along(p, m->residual, m->w));
    for (int b = 1; b < p->bodies; b++) {
        double v = (m->w[b] - (1.0 - m->theta[b]) * m->v[b]) / m->theta[b], change = v - m->v[b];
        state->lost += (m->theta[b] - 0.5) * p->mass[b] * change * change;
        m->v[b] = v;
    }
    for (int i = 0; i < p->inputs; i++)
        m->input[i] = m->next[i];
    state->work += p->step * power;
    state->turnover += p->step * magnitude(power);
    state->steps++;
}

int eg_fixed_step(const eg_fixed_plan *plan, eg_fixed_state *state, const double *inputs, double *outputs)
{
    eg_fixed_view m;
    lay_out(plan, state->memory, &m);
    begin_step(plan, &m, inputs);
    state->iterations = 0;
    int solved = newton(plan, &m, &state->iterations);
    if (solved && along(plan, m.carry, m.w) > 0.0) { /* what is carried over must not drive */
        carry_nothing(plan, &m);
        solved = newton(plan, &m, &state->iterations);
    }
    if (!solved) {
        scale_back(plan, &m);
        state->unconverged++;
    }
    end_step(plan, state, &m);
    if (outputs)
        eg_fixed_show(plan, state, outputs);
    return !solved;
}

/* ---------------------------------------------------------------- what there is to see */

static eg_fixed_view see(const eg_fixed_plan *plan, const eg_fixed_state *state)
{
    eg_fixed_view m;
    lay_out(plan, (double *)state->memory, &m);
    return m;
}

double eg_fixed_distance(const eg_fixed_plan *plan, const eg_fixed_state *state, int item)
{
    return see(plan, state).s[item];
}

double eg_fixed_rate(const eg_fixed_plan *plan, const eg_fixed_state *state, int item)
{
    eg_fixed_view m = see(plan, state);
    const eg_fixed_item *k = &plan->item[item];
    return k->factor[0] * m.v[k->body[0]] + k->factor[1] * m.v[k->body[1]] + m.motion[item];
}

double eg_fixed_force(const eg_fixed_plan *plan, const eg_fixed_state *state, int item)
{
    return see(plan, state).f[item];
}

double eg_fixed_speed(const eg_fixed_plan *plan, const eg_fixed_state *state, int body)
{
    return see(plan, state).v[body];
}

int eg_fixed_sticks(const eg_fixed_plan *plan, const eg_fixed_state *state, int i)
{
    return see(plan, state).stuck[i] != 0.0;
}

void eg_fixed_show(const eg_fixed_plan *plan, const eg_fixed_state *state, double *outputs)
{
    for (int i = 0; i < plan->outputs; i++) {
        const eg_fixed_output *o = &plan->output[i];
        double x = 0.0;
        switch (o->quantity) {
        case EG_FIXED_DISTANCE: x = eg_fixed_distance(plan, state, o->index); break;
        case EG_FIXED_RATE: x = eg_fixed_rate(plan, state, o->index); break;
        case EG_FIXED_FORCE: x = eg_fixed_force(plan, state, o->index); break;
        case EG_FIXED_SPEED: x = eg_fixed_speed(plan, state, o->index); break;
        }
        outputs[i] = o->factor * x + o->offset;
    }
}

double eg_fixed_energy(const eg_fixed_plan *plan, const eg_fixed_state *state)
{
    eg_fixed_view m = see(plan, state);
    double sum = 0.0;
    for (int b = 1; b < plan->bodies; b++)
        sum += 0.5 * plan->mass[b] * m.v[b] * m.v[b];
    for (int i = 0; i < plan->springs; i++)
        sum += eg_spring_damper_energy(&plan->spring[i].law, m.s[plan->spring[i].item]);
    for (int i = 0; i < plan->contacts; i++) {
        const eg_fixed_contact *c = &plan->contact[i];
        double s = c->sign * m.s[c->item];
        sum += eg_contact_energy(&c->law, eg_contact_mode_at(&c->law, s, 0.0), s);
    }
    return sum;
}
