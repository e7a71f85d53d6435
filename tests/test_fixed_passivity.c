/* The fixed-step solver on networks of moderate springs, contacts and friction, drawn at random: no step
 * gains energy, what is booked as lost closes the balance, friction is solved in every step, and a copy of
 * the state is the run. */
#include "fixed_networks.h"

#include <float.h>
#include <string.h>

enum { NETWORKS = 200, STEPS = 100 };

static eg_contact draw_contact(network *n)
{
    static const double exponents[] = {1, 1, 1.5, 2, 2.3};
    double c = power(n, 2, 12), d = chance(n, 0.3) ? 0 : power(n, 0, 5);
    eg_elasto_gap gap = {c, d, draw(n, -0.5, 0.5), 1, c, exponents[draw_index(n, 5)]};
    eg_contact_law law =
        chance(n, 0.6) ? EG_CONTACT_ELASTO_GAP : (eg_contact_law)draw_index(n, EG_CONTACT_FORCE_COUNT);
    return eg_contact_make(law, &gap, draw(n, 0, 1), 1e-3);
}

static void draw_piece(network *n, int from, int to)
{
    eg_fixed_plan *p = &n->plan;
    int item = p->items++;
    n->items[item] =
        (eg_fixed_item){{from, to}, {-1, from > 0 && chance(n, 0.2) ? 2 : 1}, {-1, -1}, draw(n, -1, 1)};
    double kind = draw(n, 0, 1);
    if (kind < 0.3 || n->mass[to] == 0)
        n->springs[p->springs++] =
            (eg_fixed_spring){item, {power(n, 0, 12), chance(n, 0.5) ? 0 : power(n, 0, 5), draw(n, 0, 1)}};
    else if (kind < 0.8)
        n->contacts[p->contacts++] =
            (eg_fixed_contact){item, chance(n, 0.5) ? 1 : -1, 1e-3, 0, 1e-3, draw_contact(n)};
    else
        n->frictions[p->frictions++] = (eg_fixed_friction){.item = item,
                                                           .normal = -1,
                                                           .scale = 1,
                                                           .coulomb = draw(n, 0, 10),
                                                           .viscous = draw(n, 0, 1),
                                                           .stribeck = chance(n, 0.5) ? 0 : draw(n, 0, 5),
                                                           .decay = 3,
                                                           .hold = 15};
    if (chance(n, 0.1))
        n->stops[p->stops++] = (eg_fixed_stop){item, chance(n, 0.5) ? 1 : -1, draw(n, -2, -1)};
}

static void draw_plan(network *n, uint64_t seed)
{
    eg_fixed_plan *p = &n->plan;
    begin_network(n, seed);
    p->step = power(n, -6, 1);
    p->bodies = 2 + draw_index(n, 20);
    for (int b = 1; b < p->bodies; b++) {
        n->mass[b] = chance(n, 0.15) ? 0 : power(n, -2, 1);
        n->speed[b] = n->mass[b] > 0 ? draw(n, -1, 1) : 0;
        draw_piece(n, draw_index(n, b), b);
        if (chance(n, 0.7))
            draw_piece(n, draw_index(n, b), b);
        if (chance(n, 0.5))
            n->loads[p->loads++] = (eg_fixed_load){b, -1, draw(n, -10, 10)};
    }
}

/* What a step's round-off can be. The step is solved when nothing is out of balance by more than 1e-14 of
 * what is summed (46 DBL_EPSILON): of each force, and of its stiffness times the position that it counts
 * from. */
static double round_off(const bench *b)
{
    const eg_fixed_plan *p = &b->plan;
    double fastest = 0, sum = 1e-300;
    for (int i = 1; i < p->bodies; i++)
        fastest = fmax(fastest, fabs(eg_fixed_speed(p, b->state, i)));
    double way = 3 * p->step * fastest; /* of a distance, factors up to 2 */
    for (int i = 0; i < p->items; i++)
        sum += fabs(eg_fixed_force(p, b->state, i)) * way;
    for (int i = 0; i < p->springs; i++) {
        double s = fabs(eg_fixed_distance(p, b->state, p->spring[i].item)) + way + 1;
        sum += (p->spring[i].law.c * s + p->spring[i].law.d * fastest) * (way + s);
    }
    for (int i = 0; i < p->contacts; i++)
        sum += p->contact[i].law.gap.d * fastest * way;
    return 64 * DBL_EPSILON * (sum + eg_fixed_energy(p, b->state) + fabs(b->state->work) + b->state->lost);
}

/* Never more than there was and came in, with steps from a microsecond to 10 s and stiffness up to 1e12
 * N/m; and what is booked as lost closes the balance. Answers how many of the steps were scaled back. */
static long steps_that_gain_nothing(network *n, uint64_t seed, int iterations)
{
    bench b;
    draw_plan(n, seed);
    n->plan.iterations = iterations;
    set_up(&b, n->plan);
    double first = eg_fixed_energy(&b.plan, b.state), before = first, work = 0;
    for (int i = 0; i < STEPS; i++) {
        double may = round_off(&b);
        int scaled_back = eg_fixed_step(&b.plan, b.state, NULL, NULL);
        double now = eg_fixed_energy(&b.plan, b.state), gain = now - before - (b.state->work - work);
        may += round_off(&b);
        if (!(gain <= may))
            fail_msg("seed %d, step %d (%s): %g J gained, of which %g may be round-off", (int)seed, i,
                     scaled_back ? "scaled back" : "solved", gain, may);
        assert_true(iterations == 0 || b.state->iterations <= 2 * iterations);
        before = now;
        work = b.state->work;
    }
    double imbalance = fabs(first + work - before - b.state->lost);
    assert_true(imbalance <= 2 * STEPS * round_off(&b));
    long unconverged = b.state->unconverged;
    tear_down(&b);
    return unconverged;
}

static void no_step_gains(void **state)
{
    (void)state;
    static network n;
    long unconverged = 0;
    for (uint64_t seed = 1; seed <= NETWORKS; seed++)
        unconverged += steps_that_gain_nothing(&n, seed, 0);
    assert_true(unconverged < NETWORKS * STEPS / 10); /* scaling back is the exception */
}

/* The same where one to three iterations are all there is: most steps of stiff networks then end at the
 * limit. */
static void no_step_gains_at_the_limit(void **state)
{
    (void)state;
    static network n;
    long unconverged = 0;
    for (uint64_t seed = 1; seed <= NETWORKS; seed++)
        unconverged += steps_that_gain_nothing(&n, seed, 1 + (int)(seed % 3));
    assert_true(unconverged > NETWORKS * STEPS / 20);
}

/* Up to 8 bodies, each of which rubs on one before it or on the ground, some on two. */
static void draw_rubbing_plan(network *n, uint64_t seed)
{
    eg_fixed_plan *p = &n->plan;
    begin_network(n, seed);
    p->step = power(n, -5, -1);
    p->bodies = 2 + draw_index(n, 8);
    for (int b = 1; b < p->bodies; b++) {
        n->mass[b] = power(n, -2, 1);
        n->speed[b] = chance(n, 0.5) ? 0 : draw(n, -1, 1);
        for (int k = 0; k < 1 + draw_index(n, 2); k++) {
            int from = draw_index(n, b);
            double slides = draw(n, 0, 10);
            n->items[p->items] =
                (eg_fixed_item){{from, b}, {from > 0 && chance(n, 0.3) ? 2 : -1, 1}, {-1, -1}, 0};
            n->frictions[p->frictions++] = (eg_fixed_friction){.item = p->items++,
                                                               .normal = -1,
                                                               .scale = 1,
                                                               .coulomb = slides,
                                                               .viscous = draw(n, 0, 1),
                                                               .hold = slides * draw(n, 1, 2)};
        }
        n->loads[p->loads++] = (eg_fixed_load){b, add_input(n, 30, 0), draw(n, 0, 1)};
    }
}

/* Bodies that rub on the ground, and on each other in chains and loops, pulled to and fro. Newton's method
 * finds which friction slides and which holds in every step, within the iterations that are promised. */
static void friction_is_always_solved(void **state)
{
    (void)state;
    static network n;
    for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
        bench b;
        double pull[MOST_INPUTS];
        draw_rubbing_plan(&n, seed);
        set_up(&b, n.plan);
        for (int k = 0; k < STEPS; k++) {
            for (int i = 0; i < n.plan.inputs; i++)
                pull[i] = 30 * sin(0.1 * k * (i + 1));
            if (eg_fixed_step(&b.plan, b.state, pull, NULL) != 0)
                fail_msg("seed %d, step %d", (int)seed, k);
            assert_true(b.state->iterations <= EG_FIXED_ITERATIONS);
        }
        tear_down(&b);
    }
}

/* A copy of the block of memory goes on as the run that it was copied from. */
static void a_copy_is_a_run(void **state)
{
    (void)state;
    static network n;
    draw_plan(&n, 7);
    bench b;
    set_up(&b, n.plan);
    size_t size = eg_fixed_size(&b.plan);
    eg_fixed_state *copy = malloc(size);
    assert_non_null(copy);
    for (int i = 0; i < 20; i++)
        eg_fixed_step(&b.plan, b.state, NULL, NULL);
    memcpy(copy, b.state, size);
    for (int i = 0; i < 50; i++) {
        eg_fixed_step(&b.plan, b.state, NULL, NULL);
        eg_fixed_step(&b.plan, copy, NULL, NULL);
        assert_memory_equal(copy, b.state, size);
    }
    free(copy);
    tear_down(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_step_gains),
        cmocka_unit_test(no_step_gains_at_the_limit),
        cmocka_unit_test(friction_is_always_solved),
        cmocka_unit_test(a_copy_is_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
