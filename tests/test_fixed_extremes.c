/* The fixed-step solver where nothing is moderate: masses from 1e-6 to 1e6 kg and none, stiffness up to 1e15
 * N/m, dampers up to 1e9 N.s/m, all laws of contact, deep penetration at the start, steps of a microsecond to
 * ten seconds. Whatever it is given, it goes on: with numbers, in a bounded number of iterations, and without
 * energy from nowhere. */
#include "fixed/run/part.h"
#include "fixed_networks.h"

#include <float.h>

enum { NETWORKS = 400, STEPS = 40, BODIES = 12 };

static void draw_contact(network *n, int item, double sign)
{
    static const double exponents[] = {1, 1, 1.5, 2, 2.3, 3};
    eg_elasto_gap gap = {.c = power(n, 1, 15),
                         .d = chance(n, 0.3) ? 0 : power(n, -1, 9),
                         .s_rel0 = draw(n, -1, 1),
                         .s_ref = chance(n, 0.5) ? 1 : power(n, -4, 0),
                         .n = exponents[(int)draw(n, 0, 6)]};
    gap.f_ref = gap.c * gap.s_ref;
    eg_contact_law law =
        chance(n, 0.6) ? EG_CONTACT_ELASTO_GAP : (eg_contact_law)draw(n, 0, EG_CONTACT_FORCE_COUNT);
    n->contacts[n->plan.contacts++] = (eg_fixed_contact){
        item,           sign, 1e-3,
        chance(n, 0.1), 1e-3, eg_contact_make(law, &gap, draw(n, 0, 1.5), power(n, -6, -2))};
}

static void draw_friction(network *n, int item)
{
    eg_fixed_friction *k = &n->frictions[n->plan.frictions++];
    *k = (eg_fixed_friction){.item = item, .scale = 1, .normal = -1, .coulomb = power(n, -2, 4), .decay = 3};
    k->viscous = chance(n, 0.5) ? 0 : power(n, -2, 6);
    k->stribeck = chance(n, 0.3) ? k->coulomb * draw(n, 0, 1) : 0;
    k->hold = (k->coulomb + k->stribeck) * (chance(n, 0.5) ? 1 : draw(n, 1, 2));
    k->one_way = chance(n, 0.1);
    k->normal = chance(n, 0.3) ? add_input(n, power(n, 0, 2), 0) : -1;
}

/* A body without mass hangs on a spring at least: what nothing holds has no motion to speak of. */
static void draw_piece(network *n, int from, int to, bool holds)
{
    int item = n->plan.items++;
    double kind = holds ? 0 : draw(n, 0, 1);
    n->items[item] =
        (eg_fixed_item){{from, to}, {from > 0 && chance(n, 0.2) ? 2 : -1, 1}, {-1, -1}, draw(n, -1, 1)};
    if (from == 0 && chance(n, 0.15))
        n->items[item].motion[1] = add_input(n, power(n, -4, 0), 0);
    if (kind < 0.3) {
        double c = power(n, 0, 15), d = chance(n, 0.4) ? 0 : power(n, -2, 9);
        n->springs[n->plan.springs++] = (eg_fixed_spring){item, {c, d, draw(n, -1, 1)}};
    } else if (kind < 0.75) {
        bool two = chance(n, 0.3);
        draw_contact(n, item, two || chance(n, 0.5) ? 1 : -1);
        if (two)
            draw_contact(n, item, -1);
    } else {
        draw_friction(n, item);
    }
    if (chance(n, 0.1))
        n->stops[n->plan.stops++] = (eg_fixed_stop){item, chance(n, 0.5) ? 1 : -1, draw(n, -2, 0)};
}

static void draw_network(network *n, uint64_t seed, bool is_determined)
{
    eg_fixed_plan *p = &n->plan;
    begin_network(n, seed);
    p->step = chance(n, 0.3) ? 1 : power(n, -6, 1);
    p->bodies = 2 + (int)draw(n, 0, BODIES - 1);
    for (int b = 1; b < p->bodies; b++) {
        n->mass[b] = chance(n, 0.15) ? 0 : power(n, -6, 6);
        n->speed[b] = n->mass[b] > 0 ? draw(n, -2, 2) : 0;
        draw_piece(n, (int)draw(n, 0, b), b, is_determined && !(n->mass[b] > 0));
        if (chance(n, 0.6))
            draw_piece(n, (int)draw(n, 0, b), b, false);
        if (chance(n, 0.6))
            n->loads[p->loads++] = (eg_fixed_load){b, add_input(n, power(n, -1, 5), 0), 1};
    }
}

static double extent(const eg_fixed_plan *p, const eg_fixed_view *m, int item)
{
    double sum = fabs(m->motion[item]);
    for (int e = 0; e < 2; e++)
        sum += fabs(p->item[item].factor[e] * m->w[p->item[item].body[e]]);
    return sum;
}

/* How steep the force of a contact may have been, at its deepest in the step [N.s/m]. */
static double steepest(const eg_fixed_plan *p, const eg_fixed_view *m, const eg_fixed_contact *c)
{
    double deepest = c->law.gap.s_rel0 - c->sign * m->s[c->item] + p->step * extent(p, m, c->item);
    double share = eg_contact_share_(&c->law, m->touch[(int)(c - p->contact)]);
    double stiffness = deepest > 0 ? eg_elasto_gap_stiffness_(&c->law.gap, c->law.gap.s_rel0 - deepest) : 0;
    return deepest > 0 ? p->step * stiffness * (1 + share * extent(p, m, c->item)) + c->law.gap.d : 0;
}

/* What a step may gain of round-off. It is solved when nothing is out of balance by more than 1e-14 of what
 * is summed: of inertia times speed, of loads and of forces, and, where a force is steep, of its steepness
 * times all that the rate and, over h, the distance are made of. Times the way h*|w| that is energy; that of
 * a spring is told to DBL_EPSILON of its force times what its length is made of. */
static double round_off(const bench *b, const eg_fixed_view *m)
{
    const eg_fixed_plan *p = &b->plan;
    double h = p->step, sum = fabs(b->state->work) * DBL_EPSILON / 1e-14;
    for (int i = 1; i < p->bodies; i++) {
        double grip = 0;
        for (int g = 0; g < p->frictions; g++)
            for (int e = 0; e < 2; e++)
                grip += p->item[p->friction[g].item].body[e] == i ? 2 * m->level[g] : 0;
        double force = 2 * fabs(m->load[i]) + fabs(m->carry[i]) + grip;
        double known = p->mass[i] > 0 ? h * force / p->mass[i] : 0;
        sum += h * force * (fabs(m->w[i]) + fabs(m->v[i]) + known);
        sum += 4 * p->mass[i] * (m->w[i] * m->w[i] + m->v[i] * m->v[i]);
    }
    for (int i = 0; i < p->items; i++)
        sum += 4 * h * fabs(m->f[i]) * (extent(p, m, i) + fabs(m->s[i]) / h);
    for (int i = 0; i < p->springs; i++) {
        const eg_spring_damper *k = &p->spring[i].law;
        double way = extent(p, m, p->spring[i].item), made_of = m->span[p->spring[i].item] + way;
        sum += 2 * h * (h * k->c + k->d) * made_of * made_of;
    }
    for (int i = 0; i < p->contacts; i++) {
        double way = extent(p, m, p->contact[i].item), made_of = m->span[p->contact[i].item] + way;
        sum += 2 * h * steepest(p, m, &p->contact[i]) * made_of * made_of;
    }
    return 1e-14 * sum;
}

static bool has_numbers(const bench *b, const eg_fixed_view *m)
{
    double sum = b->state->work + b->state->lost;
    for (int i = 0; i < b->plan.items; i++)
        sum += fabs(m->s[i]) + fabs(m->rate[i]) + fabs(m->f[i]);
    for (int i = 1; i < b->plan.bodies; i++)
        sum += fabs(m->v[i]);
    return sum < 1e100;
}

/* Answers how many steps were scaled back. */
static long run_network(const network *n, uint64_t seed)
{
    bench b;
    eg_fixed_view m;
    double in[MOST_INPUTS], energy, work = 0;
    set_up(&b, n->plan);
    eg_fixed_lay_out(&b.plan, b.state->memory, &m);
    energy = eg_fixed_energy(&b.plan, b.state);
    for (int k = 0; k < STEPS; k++) {
        for (int i = 0; i < n->plan.inputs; i++)
            in[i] = n->amplitude[i] * sin(1.3 * k + i);
        eg_fixed_step(&b.plan, b.state, in, NULL);
        double now = eg_fixed_energy(&b.plan, b.state), gain = now - energy - (b.state->work - work);
        double may = round_off(&b, &m);
        if (!has_numbers(&b, &m) || !(gain <= may))
            fail_msg("network %d, step %d: gains %g J, of which %g may be round-off", (int)seed, k, gain,
                     may);
        assert_true(b.state->iterations <= 2 * (n->plan.iterations > 0 ? n->plan.iterations : 24));
        energy = now;
        work = b.state->work;
    }
    long unconverged = b.state->unconverged;
    tear_down(&b);
    return unconverged;
}

/* Scaling back is the exception; with one to three iterations it is not, and with bodies that nothing holds
 * there is no other way. */
static void nothing_is_too_much(void **state)
{
    (void)state;
    static network n;
    long unconverged = 0;
    for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
        draw_network(&n, seed, true);
        unconverged += run_network(&n, seed);
        n.plan.iterations = 1 + (int)(seed % 3);
        run_network(&n, seed);
        draw_network(&n, seed, false);
        run_network(&n, seed);
    }
    assert_true(unconverged < NETWORKS * STEPS / 10);
}

/* One mass, in steps of 1 s and more, thrown at contacts that it would cross in microseconds: a balance of
 * one unknown is always solved, and so the mass never stays where a load would move it. */
static void one_mass_is_always_solved(void **state)
{
    (void)state;
    static const struct {
        double m, v, load, h;
        eg_elasto_gap low, high;
    } cases[] = {
        {0.0022, 0, 149, 1, {8960, 3.2e6, -0.41, 1, 8960, 1}, {285e3, 7.3e7, -0.14, 1, 285e3, 2.3}},
        {4.5, 0.54, 0, 1, {0, 0, -1, 1, 0, 1}, {1e14, 0, -0.56, 1e-3, 1e11, 3}},
        {3.6e-5, 0.97, 1, 1, {0, 0, -1, 1, 0, 1}, {1.1e11, 153e3, 0.084, 1, 1.1e11, 1}},
        {628, 0, 1, 98, {1.7e9, 0, -0.89, 0.46, 7.8e8, 1}, {5.5e12, 169e3, -0.2, 3.3e-3, 1.8e10, 1.5}},
        {8.2, 1.2, 0, 529, {0, 0, -1, 1, 0, 1}, {7.8e9, 1268, 0.74, 1, 7.8e9, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double mass[] = {0, cases[i].m}, speed[] = {0, cases[i].v};
        const eg_fixed_item item = {.body = {0, 1}, .factor = {0, 1}, .motion = {-1, -1}};
        const eg_fixed_load load = {1, -1, cases[i].load};
        const eg_fixed_contact contacts[] = {
            {0, 1, 1e-3, 0, 1e-3, eg_contact_make(EG_CONTACT_ELASTO_GAP, &cases[i].low, 0, 0)},
            {0, -1, 1e-3, 0, 1e-3, eg_contact_make(EG_CONTACT_ELASTO_GAP, &cases[i].high, 0, 0)}};
        bench b;
        set_up(&b, (eg_fixed_plan){.bodies = 2,
                                   .mass = mass,
                                   .speed = speed,
                                   .items = 1,
                                   .item = &item,
                                   .contacts = 2,
                                   .contact = contacts,
                                   .loads = 1,
                                   .load = &load,
                                   .step = cases[i].h});
        run_to(&b, 100 * cases[i].h);
        tear_down(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_mass_is_always_solved),
        cmocka_unit_test(nothing_is_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
