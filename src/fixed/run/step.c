/* A step: what is known at its beginning, the balance, what is known at its end. */
#include "fixed/run/part.h"

/* 1 when friction that slides comes to rest within the step, if the rate goes on to change as it did since
 * the middle of the last one, or has turned round since then: it ends so, up to what it holds. */
static int comes_to_rest(const eg_fixed_plan *p, const eg_fixed_view *m, int i)
{
    double rate = m->rate[p->friction[i].item], next = rate + 2.0 * (rate - m->slide[i]);
    return rate * next <= 0.0 || rate * m->slide[i] <= 0.0;
}

/* The force of a step is level + viscous*|rate| while it slides, from the speed that the last two steps lead
 * one to expect, both >= 0, so that it never drives: a characteristic that falls is taken as it is there, one
 * that has risen from so little that its line would begin below 0 by the line from the origin. */
static void slide(const eg_fixed_friction *k, double N, double expected, double *level, double *viscous)
{
    double slope, force = eg_fixed_characteristic(k, expected, &slope);
    force = force > 0.0 ? force : 0.0;
    if (slope * expected > force)
        slope = force / expected;
    slope = slope > 0.0 ? slope : 0.0;
    *viscous = N * slope;
    *level = N * (force - slope * expected);
}

static void prepare_friction(const eg_fixed_plan *p, eg_fixed_view *m, int i)
{
    const eg_fixed_friction *k = &p->friction[i];
    double N = k->scale, expected = 2.0 * m->slide[i] - m->slide_before[i];
    if (k->normal >= 0)
        N *= 0.5 * (m->input[k->normal] + m->next[k->normal]);
    N = N > 0.0 ? N : 0.0;
    if (m->yields[i] == 0.0 && (m->stuck[i] != 0.0 || comes_to_rest(p, m, i))) {
        m->stuck[i] = 1.0;
        m->level[i] = k->one_way && !(N > 0.0) ? k->idle : N * k->hold;
        m->viscous[i] = 0.0;
        return;
    }
    slide(k, N, eg_fixed_magnitude(expected), &m->level[i], &m->viscous[i]);
}

/* ---------------------------------------------------------------- a step */

static void damp(const eg_fixed_plan *p, eg_fixed_view *m, int item, double d)
{
    const eg_fixed_item *k = &p->item[item];
    for (int e = 0; e < 2; e++)
        m->damping[k->body[e]] += k->factor[e] * k->factor[e] * d;
}

static void stiffen(const eg_fixed_plan *p, eg_fixed_view *m, int item, double k, double d,
                    double static_force)
{
    damp(p, m, item, d);
    for (int e = 0; e < 2; e++) {
        int b = p->item[item].body[e];
        double factor = p->item[item].factor[e];
        m->stiffness[b] += factor * factor * k;
        m->firm[b] += factor * factor * (p->step * k + d);
        m->carry[b] += factor * static_force;
    }
}

/* What holds, by `hold`, takes at once the rate that is left, by a theta of 1; what is at rest already, by
 * the force that holds it, goes on with what it is held to, at second order. */
static double taking(double hold, double rate, double force)
{
    return hold * eg_fixed_magnitude(rate) > 2.0 * eg_fixed_magnitude(force) ? hold : 0.0;
}

/* Does friction hold what comes to rest, if the rate goes on to change as it did since the middle of the last
 * step? That change was made with friction's help, at most as much as it can hold. */
static int can_hold(const eg_fixed_plan *p, const eg_fixed_view *m, int i)
{
    int item = p->friction[i].item;
    double change = 2.0 * eg_fixed_magnitude(m->rate[item] - m->slide[i]);
    return change * eg_fixed_holding(p, item, 1.0) <= 2.0 * m->level[i];
}

/* A body without mass that rubs is in balance at any speed: nothing is to be carried over. */
static void rub(const eg_fixed_plan *p, eg_fixed_view *m, int i)
{
    const eg_fixed_item *k = &p->item[p->friction[i].item];
    double rate = m->rate[p->friction[i].item], viscous = m->viscous[i];
    double hold = eg_fixed_holding(p, p->friction[i].item, EG_FIXED_STICK);
    if (m->stuck[i] != 0.0)
        viscous = can_hold(p, m, i) ? taking(hold, rate, m->level[i]) : 0.0;
    if (p->friction[i].one_way && viscous > 0.0)
        viscous = taking(hold, rate, m->pull[i]);
    for (int e = 0; e < 2; e++) {
        int b = k->body[e];
        m->damping[b] += k->factor[e] * k->factor[e] * (p->mass[b] > 0.0 ? viscous : hold);
    }
}

static void rub_stop(const eg_fixed_plan *p, eg_fixed_view *m, int i)
{
    const eg_fixed_stop *k = &p->stop[i];
    double rate = m->rate[k->item], hold = eg_fixed_holding(p, k->item, EG_FIXED_STICK);
    if (k->sign * (m->s[k->item] + p->step * rate) < k->limit)
        damp(p, m, k->item, taking(hold, rate, m->pull[p->frictions + i]));
}

/* What is held together goes on together: with one theta, the largest of those with mass. */
static void weigh_held(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int changes = 1; changes > 0;) {
        changes = 0;
        for (int i = 0; i < eg_fixed_grips(p); i++) {
            const int *body = p->item[eg_fixed_grip_item(p, i)].body;
            double *a = &m->theta[body[0]], *b = &m->theta[body[1]];
            if (m->stuck[i] == 0.0 || body[0] == 0 || body[1] == 0 || *a == *b)
                continue;
            *a = *b = *a > *b ? *a : *b;
            changes++;
        }
    }
}

/* theta of bodies with mass, what bodies without carry over (see above). */
static void weigh_bodies(const eg_fixed_plan *p, eg_fixed_view *m)
{
    double h = p->step;
    for (int b = 1; b < p->bodies; b++) {
        m->theta[b] = 0.0;
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
    weigh_held(p, m);
    for (int b = 1; b < p->bodies; b++)
        if (!(m->theta[b] > 0.0))
            m->theta[b] = 1.0;
}

/* What the iterations of a step do not change. */
static void prepare_residual(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int b = 1; b < p->bodies; b++) {
        m->inertia[b] = p->mass[b] / (m->theta[b] * p->step);
        m->firm[b] += m->inertia[b];
        m->given[b] = m->load[b] + m->carry[b];
        m->least[b] = EG_FIXED_TINY + m->inertia[b] * eg_fixed_magnitude(m->v[b]) +
                      eg_fixed_magnitude(m->load[b]) + eg_fixed_magnitude(m->carry[b]);
    }
    for (int i = 0; i < p->items; i++)
        m->span[i] = eg_fixed_magnitude(m->s[i]) / p->step;
    for (int i = 0; i < p->springs; i++)
        m->span[p->spring[i].item] += eg_fixed_magnitude(p->spring[i].law.s_rel0) / p->step;
    for (int i = 0; i < p->contacts; i++)
        m->span[p->contact[i].item] += eg_fixed_magnitude(p->contact[i].law.gap.s_rel0) / p->step;
}

static void prepare_bodies(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int b = 0; b < p->bodies; b++)
        m->damping[b] = m->stiffness[b] = m->firm[b] = m->carry[b] = m->load[b] = 0.0;
    for (int i = 0; i < p->springs; i++) {
        const eg_spring_damper *k = &p->spring[i].law;
        stiffen(p, m, p->spring[i].item, k->c, k->d, k->c * (m->s[p->spring[i].item] - k->s_rel0));
    }
    for (int i = 0; i < p->contacts; i++) {
        const eg_fixed_contact *c = &p->contact[i];
        double k, d, s = m->s[c->item], slope;
        double x = c->law.gap.s_rel0 - c->sign * s;
        eg_fixed_contact_rates(c, p->step, s, m->rate[c->item], &k, &d);
        stiffen(p, m, c->item, k, d, -c->sign * eg_fixed_mean_push(&c->law.gap, x, x, &slope));
    }
    for (int i = 0; i < p->frictions; i++)
        rub(p, m, i);
    for (int i = 0; i < p->stops; i++)
        rub_stop(p, m, i);
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

/* The rate at which a touch within the step comes, if the item goes on as in the last one, whose mean rate is
 * m->span: rate^2 changes by twice the acceleration along the way. */
static double rate_at_touch(const eg_fixed_plan *p, const eg_fixed_view *m, const eg_fixed_contact *c)
{
    double rate = c->sign * m->rate[c->item], gap = c->sign * m->s[c->item] - c->law.gap.s_rel0;
    double change = 2.0 * (rate - c->sign * m->span[c->item]) / p->step;
    double square = rate * rate - 2.0 * change * gap;
    int comes = gap <= -2.0 * p->step * rate && !eg_fixed_is_driven(&p->item[c->item]);
    return comes && square > 0.0 ? -sqrt(square) : rate;
}

static int is_apart(const eg_fixed_view *m, const eg_fixed_contact *c)
{
    return c->sign * m->s[c->item] >= c->law.gap.s_rel0;
}

/* The speed of a touch that may come within the step, or of the last one. */
static void expect_touch(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int i = 0; i < p->contacts; i++) {
        const eg_fixed_contact *c = &p->contact[i];
        m->touch[i] = m->v0[i];
        if (c->v_impact > 0.0)
            m->touch[i] = c->v_impact;
        else if (is_apart(m, c))
            m->touch[i] = eg_contact_touch_speed(rate_at_touch(p, m, c), c->v_min);
    }
}

static void remember_touch(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int i = 0; i < p->contacts; i++)
        if (!is_apart(m, &p->contact[i]))
            m->v0[i] = m->touch[i];
}

/* 1 when all of them are numbers. */
static int take_inputs(const eg_fixed_plan *p, eg_fixed_view *m, const double *inputs)
{
    int good = 1;
    for (int i = 0; i < eg_fixed_results(p); i++)
        m->next[p->inputs + i] = m->input[p->inputs + i];
    for (int i = 0; i < p->inputs; i++) {
        m->next[i] = m->input[i];
        if (!inputs)
            continue;
        if (eg_fixed_magnitude(inputs[i]) <= EG_FIXED_MOST)
            m->next[i] = inputs[i];
        else
            good = 0;
    }
    return good;
}

static double given_rate(const eg_fixed_plan *p, const eg_fixed_view *m, int input)
{
    return input < 0 ? 0.0 : (m->next[input] - m->input[input]) / p->step;
}

static void begin_step(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int i = 0; i < p->items; i++) {
        const eg_fixed_item *k = &p->item[i];
        m->motion[i] = given_rate(p, m, k->motion[1]) - given_rate(p, m, k->motion[0]);
        m->span[i] = m->rate[i]; /* until the touch is known */
        m->rate[i] = k->factor[0] * m->v[k->body[0]] + k->factor[1] * m->v[k->body[1]] + m->motion[i];
    }
    expect_touch(p, m);
    for (int i = 0; i < p->frictions; i++)
        prepare_friction(p, m, i);
    prepare_bodies(p, m);
    eg_fixed_prepare_grips(p, m);
    for (int b = 1; b < p->bodies; b++)
        m->w[b] = m->v[b];
}

/* What friction has held to the ground, by way of others too, stands still to the last digit: rest is 1. */
static void find_rest(const eg_fixed_plan *p, eg_fixed_view *m)
{
    for (int b = 0; b < p->bodies; b++)
        m->rest[b] = b == 0;
    for (int changes = 1; changes > 0;) {
        changes = 0;
        for (int i = 0; i < p->frictions; i++) {
            const eg_fixed_item *k = &p->item[p->friction[i].item];
            if (m->stuck[i] == 0.0 || eg_fixed_is_driven(k) || m->rest[k->body[0]] == m->rest[k->body[1]])
                continue;
            int b = m->rest[k->body[0]] == 0.0 ? k->body[0] : k->body[1];
            m->rest[b] = 1.0;
            m->w[b] = 0.0;
            changes++;
        }
    }
}

static void end_step(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m)
{
    eg_fixed_end_grips(p, m);
    find_rest(p, m);
    double power = eg_fixed_along(p, m->load, m->w);
    for (int i = 0; i < p->items; i++) {
        m->rate[i] = eg_fixed_rate_of(p, m, i, m->w);
        power += m->f[i] * m->motion[i];
    }
    eg_fixed_set_held_rates(p, m);
    for (int i = 0; i < p->items; i++)
        m->s[i] += p->step * m->rate[i];
    remember_touch(p, m);
    for (int i = 0; i < p->givens; i++) {
        double taken = m->f[p->given[i].item] * m->rate[p->given[i].item];
        power -= p->given[i].supplies && taken < 0.0 ? taken : 0.0;
    }
    state->lost +=
        p->step * (*m->loss - eg_fixed_along(p, m->carry, m->w) - eg_fixed_along(p, m->residual, m->w));
    for (int b = 1; b < p->bodies; b++) {
        double v = (m->w[b] - (1.0 - m->theta[b]) * m->v[b]) / m->theta[b], change = v - m->v[b];
        state->lost += (m->theta[b] - 0.5) * p->mass[b] * change * change;
        m->v[b] = v;
        if (m->rest[b] != 0.0) {
            state->lost += 0.5 * p->mass[b] * v * v;
            m->v[b] = 0.0;
        }
    }
    eg_fixed_step_heat(p, state, m);
    for (int i = 0; i < p->inputs + eg_fixed_results(p); i++)
        m->input[i] = m->next[i];
    state->work += p->step * power;
    state->turnover += p->step * eg_fixed_magnitude(power);
    state->steps++;
    eg_fixed_yield(p, m);
}

/* The motion of a step, inputs known. 1 when it was solved to the end. */
static int move(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m)
{
    begin_step(p, m);
    state->iterations = 0;
    int solved = eg_fixed_newton(p, m, &state->iterations);
    if (solved && eg_fixed_along(p, m->carry, m->w) > 0.0) { /* what is carried over must not drive */
        eg_fixed_carry_nothing(p, m);
        solved = eg_fixed_newton(p, m, &state->iterations);
    }
    if (!solved)
        eg_fixed_scale_back(p, m);
    end_step(p, state, m);
    return solved;
}

/* The results of a program at the end of a step, as the step with those of its beginning leads to them. */
static void foresee_results(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m)
{
    const eg_fixed_state before = *state;
    for (size_t i = 0; i < m->proper; i++)
        m->kept[i] = state->memory[i];
    move(p, state, m);
    m->clock[1] += 1.0;
    eg_fixed_step_unknowns(p, m);
    eg_fixed_take_results(p, m, m->next);
    *state = before;
    for (size_t i = 0; i < m->proper; i++)
        state->memory[i] = m->kept[i];
}

int eg_fixed_step(const eg_fixed_plan *plan, eg_fixed_state *state, const double *inputs, double *outputs)
{
    eg_fixed_view m;
    size_t doubles = eg_fixed_lay_out(plan, state->memory, &m);
    if (doubles != state->doubles || !(plan->step > 0.0) || !(plan->step <= EG_FIXED_MOST))
        return 2;
    int good = take_inputs(plan, &m, inputs), holds = 1;
    if (eg_fixed_results(plan) > 0)
        foresee_results(plan, state, &m);
    good = move(plan, state, &m) && good;
    if (plan->program) {
        m.clock[1] += 1.0;
        good = eg_fixed_step_unknowns(plan, &m) && good;
        good = eg_fixed_end_program(plan, state, &m) && good;
        holds = eg_fixed_claims_hold(plan, &m);
    }
    state->unconverged += !good;
    if (outputs)
        eg_fixed_show(plan, state, outputs);
    if (!holds)
        return 3;
    return !good;
}
