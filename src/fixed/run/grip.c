/* Grips: what holds an item, friction and hard stops. Each one gives a force between two limits, whatever
 * keeps the mean rate of its item at `aim`:
 *
 *     low <= f <= high;   rate = aim, or f = high and rate > aim, or f = low and rate < aim.
 *
 * Friction aims at a rate of 0, a stop at the rate that leads just to it. The force is an unknown beside the
 * rate, and begins as that of the last step. It is not derived from a rate that is left, so that neither
 * creeps what is held nor are the last digits of a speed taken for forces. */
#include "fixed/run/part.h"

#define EPSILON 2.220446049250313e-16
#define MARGIN 1e-6 /* of a limit: what is looked for along a line is steep up to there */

int eg_fixed_grips(const eg_fixed_plan *p)
{
    return p->frictions + p->stops;
}

int eg_fixed_grip_item(const eg_fixed_plan *p, int g)
{
    return g < p->frictions ? p->friction[g].item : p->stop[g - p->frictions].item;
}

/* Does it bear no more than so much, either way? A stop takes whatever comes. */
static int has_limits(const eg_fixed_plan *p, int g)
{
    return g < p->frictions && !p->friction[g].one_way;
}

/* How far a stop is; what is beyond it, or as near as the digits of a position tell, is at it. */
static double room_to(const eg_fixed_stop *k, double s)
{
    double room = k->sign * s - k->limit;
    double digits = 4.0 * EPSILON * (eg_fixed_magnitude(s) + eg_fixed_magnitude(k->limit));
    return room > digits ? room : 0.0;
}

static void prepare_friction(const eg_fixed_plan *p, eg_fixed_view *m, int i)
{
    m->low[i] = p->friction[i].one_way ? -INFINITY : -m->level[i];
    m->high[i] = m->level[i];
    m->aim[i] = 0.0;
}

static void prepare_stop(const eg_fixed_plan *p, eg_fixed_view *m, int i)
{
    const eg_fixed_stop *k = &p->stop[i];
    int g = p->frictions + i;
    m->low[g] = k->sign > 0.0 ? -INFINITY : 0.0;
    m->high[g] = k->sign > 0.0 ? 0.0 : INFINITY;
    m->aim[g] = -k->sign * room_to(k, m->s[k->item]) / p->step;
}

/* How steep the matrix is where a grip holds: EG_FIXED_STICK times what gives way there. */
static double steepness(const eg_fixed_plan *p, const eg_fixed_view *m, const eg_fixed_item *k)
{
    double give = 0.0;
    for (int e = 0; e < 2; e++)
        if (k->body[e] > 0 && m->firm[k->body[e]] > 0.0)
            give += k->factor[e] * k->factor[e] / m->firm[k->body[e]];
    return give > 0.0 ? EG_FIXED_STICK / give : EG_FIXED_STICK / p->step;
}

/* What balances a grip's force is made of no less. */
static void weigh_pull(const eg_fixed_item *k, double pull, double *size)
{
    for (int e = 0; e < 2; e++)
        size[k->body[e]] += eg_fixed_magnitude(k->factor[e] * pull);
}

static double within(double x, double low, double high)
{
    if (x > high)
        return high;
    return x < low ? low : x;
}

static double side_of(double x, double low, double high)
{
    if (x > high)
        return 1.0;
    return x < low ? -1.0 : 0.0;
}

/* Limits and aims, and what is likely to hold. */
void eg_fixed_prepare_grips(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int i = 0; i < p->frictions; i++)
        prepare_friction(p, m, i);
    for (int i = 0; i < p->stops; i++)
        prepare_stop(p, m, i);
    for (int g = 0; g < eg_fixed_grips(p); g++) {
        int item = eg_fixed_grip_item(p, g);
        double off = m->rate[item] - m->aim[g];
        m->hold[g] = steepness(p, m, &p->item[item]);
        m->pull[g] = within(m->pull[g], m->low[g], m->high[g]);
        if (has_limits(p, g))
            weigh_pull(&p->item[item], m->pull[g], m->least);
        if (g < p->frictions && m->yields[g] != 0.0)
            m->side[g] = m->yields[g];
        else if (m->stuck[g] != 0.0 && m->low[g] < m->high[g])
            m->side[g] = 0.0;
        else
            m->side[g] = side_of(m->pull[g] + m->hold[g] * off, m->low[g], m->high[g]);
    }
}

static int holds(const eg_fixed_view *m, int g)
{
    return m->side[g] == 0.0 && m->low[g] < m->high[g];
}

/* Round-off goes from body to body through what holds: the larger balance tells it of both. */
static void share_size(const eg_fixed_plan *p, eg_fixed_view *m, int g)
{
    const eg_fixed_item *k = &p->item[eg_fixed_grip_item(p, g)];
    double most = 0.0;
    if (!holds(m, g))
        return;
    for (int e = 0; e < 2; e++) {
        double factor = eg_fixed_magnitude(k->factor[e]);
        if (k->body[e] > 0 && factor > 0.0 && m->size[k->body[e]] > most * factor)
            most = m->size[k->body[e]] / factor;
    }
    for (int e = 0; e < 2; e++) {
        double size = most * eg_fixed_magnitude(k->factor[e]);
        if (size > m->size[k->body[e]])
            m->size[k->body[e]] = size;
    }
}

/* How well the speed of body b is known that grip g may hold: as well as what its balance is summed from,
 * over how steep it is; without mass that may vanish, but not what the grip makes of it. */
static double known_speed(const eg_fixed_plan *p, const eg_fixed_view *m, int g, int b)
{
    double steep = m->slope[b];
    if (b == 0)
        return 0.0;
    if (!(p->mass[b] > 0.0) && steep < m->hold[g] / EG_FIXED_STICK)
        steep = m->hold[g] / EG_FIXED_STICK;
    return steep > 0.0 ? m->size[b] / steep : 0.0;
}

/* How far rates are off their aims; what is no more than the round-off of the bodies' speeds is 0. */
static void sense(const eg_fixed_plan *p, eg_fixed_view *m, const double *w)
{
    for (int g = 0; g < eg_fixed_grips(p); g++) {
        int item = eg_fixed_grip_item(p, g);
        const eg_fixed_item *k = &p->item[item];
        double terms = eg_fixed_magnitude(m->motion[item]) + eg_fixed_magnitude(m->aim[g]);
        for (int e = 0; e < 2; e++) {
            int b = k->body[e];
            terms += eg_fixed_magnitude(k->factor[e]) * (eg_fixed_magnitude(w[b]) + known_speed(p, m, g, b));
        }
        m->dead[g] = 2.0 * EPSILON * terms;
        m->off[g] = eg_fixed_magnitude(m->off[g]) > m->dead[g] ? m->off[g] : 0.0;
    }
}

/* Adds a grip's force; on the side that it is on, or (clips) on that which its rate and force lead to. */
static void add_grip(const eg_fixed_plan *p, eg_fixed_view *m, int g, const double *w, int clips)
{
    int item = eg_fixed_grip_item(p, g);
    double pull = m->pull[g] + m->hold[g] * m->off[g];
    double viscous = g < p->frictions ? m->viscous[g] : 0.0;
    if (clips) {
        m->side[g] = side_of(pull, m->low[g] + MARGIN * m->low[g], m->high[g] + MARGIN * m->high[g]);
        pull = within(pull, m->low[g], m->high[g]);
    }
    if (!holds(m, g))
        pull = m->side[g] < 0.0 ? m->low[g] : m->high[g];
    m->force[g] = pull;
    eg_fixed_mean mean = {pull + viscous * m->off[g], viscous, 0.0};
    mean.loss = mean.f * (m->off[g] + m->aim[g]);
    eg_fixed_add(p, m, item, w, 0.0, mean);
    if (holds(m, g))
        eg_fixed_stiffen_matrix(p, m, item, m->hold[g]);
}

/* Balances are known no better than the forces that take part in them: what has been sought beyond a limit,
 * or is taken back by a rate that is left, does not. */
static void weigh_pulls(const eg_fixed_plan *p, eg_fixed_view *m, const double *w)
{
    for (int g = 0; g < eg_fixed_grips(p); g++) {
        int item = eg_fixed_grip_item(p, g);
        m->off[g] = eg_fixed_rate_of(p, m, item, w) - m->aim[g];
        double pull = within(m->pull[g] + m->hold[g] * m->off[g], m->low[g], m->high[g]);
        double least = eg_fixed_magnitude(pull) < eg_fixed_magnitude(m->pull[g]) ? pull : m->pull[g];
        if (least != 0.0)
            weigh_pull(&p->item[item], least, m->size);
    }
}

void eg_fixed_add_grips(const eg_fixed_plan *p, eg_fixed_view *m, const double *w, int clips)
{
    weigh_pulls(p, m, w);
    sense(p, m, w);
    for (int g = 0; g < eg_fixed_grips(p); g++)
        share_size(p, m, g);
    for (int g = eg_fixed_grips(p) - 1; g >= 0; g--)
        share_size(p, m, g);
    for (int g = 0; g < eg_fixed_grips(p); g++)
        add_grip(p, m, g, w, clips);
}

/* ---------------------------------------------------------------- forces, as unknowns */

static double along_turn(const eg_fixed_plan *p, const eg_fixed_view *m, int g)
{
    return eg_fixed_turn_of(p, m, eg_fixed_grip_item(p, g));
}

/* What the turn leaves of the rates, and the forces that go with it. */
static int foresee(const eg_fixed_plan *p, eg_fixed_view *m)
{
    int left = 0;
    for (int g = 0; g < eg_fixed_grips(p); g++)
        if (holds(m, g)) {
            m->left[g] = m->off[g] + along_turn(p, m, g);
            m->trial[g] = m->pull[g] + m->hold[g] * m->left[g];
            left = left || m->left[g] != 0.0;
        }
    return left;
}

/* The matrix holds rates as the grips' steepness does, to 1e-8 of what is free: a turn more, of what is left,
 * holds them to round-off. */
void eg_fixed_turn_on(const eg_fixed_plan *p, eg_fixed_view *m)
{
    if (!foresee(p, m))
        return;
    for (int b = 0; b < p->bodies; b++)
        m->rest[b] = 0.0;
    for (int g = 0; g < eg_fixed_grips(p); g++)
        for (int e = 0; e < 2 && holds(m, g); e++) {
            const eg_fixed_item *k = &p->item[eg_fixed_grip_item(p, g)];
            m->rest[k->body[e]] += k->factor[e] * m->hold[g] * m->left[g];
        }
    eg_fixed_solve(&m->matrix, m->rest, m->more);
    for (int b = 1; b < p->bodies; b++)
        m->turn[b] += m->more[b];
    for (int g = 0; g < eg_fixed_grips(p); g++)
        if (holds(m, g)) {
            const eg_fixed_item *k = &p->item[eg_fixed_grip_item(p, g)];
            double more = k->factor[0] * m->more[k->body[0]] + k->factor[1] * m->more[k->body[1]];
            m->trial[g] += m->hold[g] * (m->left[g] + more);
        }
}

/* A balance is known no better than a friction that has taken part in it on the way, as far as that bears. */
static void remember_pull(const eg_fixed_plan *p, eg_fixed_view *m, int g)
{
    for (int e = 0; e < 2 && has_limits(p, g); e++) {
        const eg_fixed_item *k = &p->item[p->friction[g].item];
        double pull = eg_fixed_magnitude(k->factor[e] * m->pull[g]);
        if (m->least[k->body[e]] < pull)
            m->least[k->body[e]] = pull;
    }
}

/* The forces foreseen, and who holds then: not what would take more than it bears, but what has turned
 * round. */
void eg_fixed_take_forces(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int g = 0; g < eg_fixed_grips(p); g++) {
        m->left[g] = m->pull[g];
        remember_pull(p, m, g);
        if (holds(m, g)) {
            m->side[g] = side_of(m->trial[g], m->low[g], m->high[g]);
            m->pull[g] = within(m->trial[g], m->low[g], m->high[g]);
        } else if (m->low[g] < m->high[g]) {
            double off = eg_fixed_rate_of(p, m, eg_fixed_grip_item(p, g), m->w) - m->aim[g];
            m->pull[g] = m->side[g] > 0.0 ? m->high[g] : m->low[g];
            if (off * m->side[g] < -m->dead[g])
                m->side[g] = 0.0;
        }
    }
}

/* What the round-off of rates comes to as forces, while grips are as steep as they are. */
void eg_fixed_grips_round_off(const eg_fixed_plan *p, const eg_fixed_view *m, double *force)
{
    for (int b = 0; b < p->bodies; b++)
        force[b] = 0.0;
    for (int g = 0; g < eg_fixed_grips(p); g++)
        if (holds(m, g))
            weigh_pull(&p->item[eg_fixed_grip_item(p, g)], 2.0 * m->hold[g] * m->dead[g], force);
}

/* Undoes the last taking, but for the sides. */
void eg_fixed_give_back_forces(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int g = 0; g < eg_fixed_grips(p); g++)
        m->pull[g] = m->left[g];
}

/* 1 when a full turn leaves every grip on its side. */
int eg_fixed_stay(const eg_fixed_plan *p, eg_fixed_view *m)
{
    foresee(p, m);
    for (int g = 0; g < eg_fixed_grips(p); g++) {
        double off = m->off[g] + along_turn(p, m, g);
        if (holds(m, g) ? side_of(m->trial[g], m->low[g], m->high[g]) != 0.0
                        : m->low[g] < m->high[g] && off * m->side[g] < 0.0)
            return 0;
    }
    return 1;
}

/* At which part of the turn a grip comes to its lower (0) or upper (1) limit; rates are those at `part`. */
double eg_fixed_grip_edge(const eg_fixed_plan *p, const eg_fixed_view *m, int g, int end, double part)
{
    double off = eg_fixed_rate_of(p, m, eg_fixed_grip_item(p, g), m->w) - m->aim[g];
    double limit = end == 0 ? m->low[g] : m->high[g];
    return part + ((limit - m->pull[g]) / m->hold[g] - off) / along_turn(p, m, g);
}

/* Does everything hold at its aim what it holds, and go on only to its own side? */
int eg_fixed_grips_are_solved(const eg_fixed_plan *p, const eg_fixed_view *m)
{
    for (int g = 0; g < eg_fixed_grips(p); g++)
        if ((m->off[g] > 0.0 && m->force[g] != m->high[g]) || (m->off[g] < 0.0 && m->force[g] != m->low[g]))
            return 0;
    return 1;
}

void eg_fixed_let_go(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int g = 0; g < eg_fixed_grips(p); g++)
        m->pull[g] = 0.0;
}

/* Where nothing has been solved only what is at its aim to the bit has been held. */
void eg_fixed_hold_to_the_bit(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int g = 0; g < eg_fixed_grips(p); g++)
        m->off[g] = eg_fixed_rate_of(p, m, eg_fixed_grip_item(p, g), m->w) - m->aim[g];
}

void eg_fixed_end_grips(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int g = 0; g < eg_fixed_grips(p); g++) {
        m->pull[g] = m->force[g];
        m->stuck[g] = (g < p->frictions || m->side[g] == 0.0) && m->off[g] == 0.0;
    }
}

void eg_fixed_set_held_rates(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int g = 0; g < eg_fixed_grips(p); g++) {
        int item = eg_fixed_grip_item(p, g);
        if (m->stuck[g] != 0.0)
            m->rate[item] = m->aim[g];
        if (g < p->frictions) {
            if (m->stuck[g] == 0.0 || eg_fixed_magnitude(m->pull[g]) < m->level[g])
                m->yields[g] = 0.0;
            m->slide_before[g] = m->slide[g];
            m->slide[g] = m->rate[item];
        }
    }
}
