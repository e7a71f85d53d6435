/* What the fixed-step solver holds: friction on the ground, on belts, between bodies and in loops; and hard
 * stops. What is held stands still to the bit, and holding gives no energy. */
#include "fixed_networks.h"

#include <float.h>
#include <string.h>

/* A force below the limit moves nothing, however long. */
static void what_sticks_stays(void **state)
{
    (void)state;
    const double mass[] = {0, 2, 3}, speed[] = {0, 0, 0}, zero[] = {0};
    const eg_fixed_item items[] = {{{0, 1}, {0, 1}, {-1, -1}, 1}, {{1, 2}, {-1, 1}, {-1, -1}, 0}};
    const eg_fixed_friction frictions[] = {{.item = 0, .normal = -1, .scale = 1, .coulomb = 5, .hold = 5},
                                           {.item = 1, .normal = -1, .scale = 1, .coulomb = 5, .hold = 5}};
    const eg_fixed_load load = {2, 0, 4.999};
    bench b;
    set_up(&b, (eg_fixed_plan){.bodies = 3,
                               .mass = mass,
                               .speed = speed,
                               .items = 2,
                               .item = items,
                               .frictions = 2,
                               .friction = frictions,
                               .loads = 1,
                               .load = &load,
                               .inputs = 1,
                               .input = zero,
                               .step = 1e-3});
    for (int k = 0; k < 10000; k++) {
        double in = sin(0.01 * k);
        assert_int_equal(eg_fixed_step(&b.plan, b.state, &in, NULL), 0);
        assert_true(eg_fixed_distance(&b.plan, b.state, 0) == 1);
        assert_true(eg_fixed_distance(&b.plan, b.state, 1) == 0);
        assert_true(eg_fixed_speed(&b.plan, b.state, 1) == 0 && eg_fixed_speed(&b.plan, b.state, 2) == 0);
    }
    assert_true(b.state->work == 0 && b.state->lost == 0);
    tear_down(&b);
}

/* From 8 m/s down a line that has risen from a minimum, f = 2 + 3 (v - 1), which would begin below 0: v = 1/3
 * + (8 - 1/3) exp(-3 t). A step takes the friction at the speed that the last two lead it to expect, off by
 * h^2 v'', v'' <= 69, the first one by h v'/2, v' = 23; times the slope 3, over what carries it on, 3. */
static void friction_falls_and_rises(void **state)
{
    (void)state;
    const double mass[] = {0, 1}, speed[] = {0, 8}, v[] = {0, 1, 3}, f[] = {5, 2, 8}, h = 1e-3;
    const eg_fixed_item item = {.body = {0, 1}, .factor = {0, 1}, .motion = {-1, -1}};
    const eg_fixed_friction friction = {
        .item = 0, .normal = -1, .scale = 1, .hold = 5, .points = 3, .speed = v, .force = f};
    bench b;
    set_up(&b, (eg_fixed_plan){.bodies = 2,
                               .mass = mass,
                               .speed = speed,
                               .items = 1,
                               .item = &item,
                               .frictions = 1,
                               .friction = &friction,
                               .step = h});
    run_to(&b, 0.5);
    double truth = 1 / 3.0 + (8 - 1 / 3.0) * exp(-1.5);
    assert_true(fabs(eg_fixed_speed(&b.plan, b.state, 1) - truth) < h * h * (69 + 3 * 23 / 2.0));
    tear_down(&b);
}

/* Friction of 1 mN turns round with an oscillator of 1 kg and 1e6 N/m at 1 m/s, which it cannot stop: it
 * takes its force times the way, at most the time times the largest speed, and the steps nothing of their
 * own. */
static void what_only_turns_round_goes_on(void **state)
{
    (void)state;
    const double mass[] = {0, 1}, speed[] = {0, 1}, h = 3e-4, F = 1e-3;
    const eg_fixed_item item = {.body = {0, 1}, .factor = {0, 1}, .motion = {-1, -1}};
    const eg_fixed_spring spring = {0, {1e6, 0, 0}};
    const eg_fixed_friction friction = {.item = 0, .normal = -1, .scale = 1, .coulomb = F, .hold = F};
    bench b;
    set_up(&b, (eg_fixed_plan){.bodies = 2,
                               .mass = mass,
                               .speed = speed,
                               .items = 1,
                               .item = &item,
                               .springs = 1,
                               .spring = &spring,
                               .frictions = 1,
                               .friction = &friction,
                               .step = h});
    run_to(&b, 10000 * h);
    assert_true(b.state->lost > 0 && b.state->lost < F * 10000 * h * 1);
    tear_down(&b);
}

/* ---------------------------------------------------------------- passivity */

enum { NETWORKS = 150, STEPS = 200, BODIES = 6 };

/* Friction on a body before this one, on the ground, or on a belt of the ground that goes to and fro. */
static void add_friction(network *n, int from, int to)
{
    eg_fixed_plan *p = &n->plan;
    double slides = power(n, -1, 1.5);
    eg_fixed_item *item = &n->items[p->items];
    *item = (eg_fixed_item){.body = {from, to}, .factor = {from > 0 && chance(n, 0.2) ? 2 : -1, 1}};
    item->motion[0] = -1;
    item->motion[1] = from == 0 && chance(n, 0.5) ? add_input(n, draw(n, 0, 1), draw(n, 0.5, 10)) : -1;
    n->frictions[p->frictions++] = (eg_fixed_friction){.item = p->items,
                                                       .normal = -1,
                                                       .scale = 1,
                                                       .coulomb = slides,
                                                       .viscous = chance(n, 0.5) ? 0 : draw(n, 0, 1),
                                                       .hold = slides * (chance(n, 0.5) ? 1 : draw(n, 1, 2)),
                                                       .one_way = chance(n, 0.1)};
    if (item->motion[1] < 0 && chance(n, 0.15))
        n->stops[p->stops++] = (eg_fixed_stop){p->items, 1, -draw(n, 0, 0.1)};
    p->items++;
}

static void draw_network(network *n, uint64_t seed)
{
    eg_fixed_plan *p = &n->plan;
    begin_network(n, seed);
    p->step = power(n, -5, -2);
    p->bodies = 2 + (int)draw(n, 0, BODIES - 1);
    for (int b = 1; b < p->bodies; b++) {
        n->mass[b] = power(n, -3, 3);
        n->speed[b] = chance(n, 0.5) ? 0 : draw(n, -1, 1);
        for (int k = 0; k < 1 + (int)draw(n, 0, 2); k++)
            add_friction(n, (int)draw(n, 0, b), b);
        n->loads[p->loads++] = (eg_fixed_load){b, add_input(n, draw(n, 0, 20), draw(n, 1, 100)), 1};
    }
}

static double fastest(const bench *b)
{
    double most = 0;
    for (int i = 1; i < b->plan.bodies; i++)
        most = fmax(most, fabs(eg_fixed_speed(&b->plan, b->state, i)));
    return most;
}

/* What a step may gain of round-off. A body's balance is summed from m*(|w| + |v|)/(theta*h), theta >= 1/2,
 * and from the forces F on it, of loads and grips. At most 1e-14 of that is out of balance, times h*|w|; with
 * v, the fastest at the two ends, it is 1e-14 of 4 m v^2 + h v F. What sticks is held at a rate of up to 2
 * DBL_EPSILON of the same sum over m/(theta*h) and of the belt's speed: 1e-14 of h F (4 v + h F/m + the
 * belt's). The work and the energy themselves are told to DBL_EPSILON. */
static double round_off(const bench *b, const double *in, const double *before, double v)
{
    const eg_fixed_plan *p = &b->plan;
    double h = p->step, sum = eg_fixed_energy(p, b->state) + fabs(b->state->work), force[MOST_BODIES] = {0};
    for (int i = 0; i < p->loads; i++)
        force[p->load[i].body] += fmax(fabs(in[p->load[i].input]), fabs(before[p->load[i].input]));
    for (int i = 0; i < p->items; i++) {
        int motion = p->item[i].motion[1];
        double f = fabs(eg_fixed_force(p, b->state, i));
        for (int e = 0; e < 2; e++)
            force[p->item[i].body[e]] += fabs(p->item[i].factor[e]) * f;
        sum += motion < 0 ? 0 : f * fabs(in[motion] - before[motion]);
    }
    for (int i = 1; i < p->bodies; i++)
        sum += 4 * p->mass[i] * v * v + h * force[i] * (4 * v + h * force[i] / p->mass[i]);
    return 1e-14 * sum;
}

static void steps_that_gain_nothing(network *n, uint64_t seed, int iterations)
{
    bench b;
    double in[MOST_INPUTS], before[MOST_INPUTS] = {0}, energy, work = 0, v;
    draw_network(n, seed);
    n->plan.iterations = iterations;
    set_up(&b, n->plan);
    energy = eg_fixed_energy(&b.plan, b.state);
    v = fastest(&b);
    for (int k = 1; k <= STEPS; k++) {
        put_inputs(n, n->plan.step * k, in);
        int unsolved = eg_fixed_step(&b.plan, b.state, in, NULL);
        double now = eg_fixed_energy(&b.plan, b.state), gain = now - energy - (b.state->work - work);
        double may = round_off(&b, in, before, fmax(v, fastest(&b)));
        if (!(gain <= may) || (unsolved && iterations == 0))
            fail_msg("network %d, step %d (%s): gains %g J, of which %g may be round-off", (int)seed, k,
                     unsolved ? "unsolved" : "solved", gain, may);
        energy = now;
        work = b.state->work;
        v = fastest(&b);
        memcpy(before, in, sizeof before);
    }
    tear_down(&b);
}

/* Solved to the end, on belts and in loops; and where one to three iterations are all there is. */
static void holding_gives_nothing(void **state)
{
    (void)state;
    static network n;
    for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
        steps_that_gain_nothing(&n, seed, 0);
        steps_that_gain_nothing(&n, seed, 1 + (int)(seed % 3));
    }
}

/* A mass on a belt that goes at a steady speed: it is taken along, and then goes on with it, to the bit. */
static void a_belt_carries_on(void **state)
{
    (void)state;
    const double mass[] = {0, 1}, speed[] = {0, 0}, zero[] = {0}, h = 1e-3, u = 0.3;
    const eg_fixed_item item = {{0, 1}, {0, 1}, {-1, 0}, 0};
    const eg_fixed_friction friction = {.item = 0, .normal = -1, .scale = 1, .coulomb = 5, .hold = 5};
    bench b;
    set_up(&b, (eg_fixed_plan){.bodies = 2,
                               .mass = mass,
                               .speed = speed,
                               .items = 1,
                               .item = &item,
                               .frictions = 1,
                               .friction = &friction,
                               .inputs = 1,
                               .input = zero,
                               .step = h});
    double lag = 0;
    for (int k = 1; k <= 2000; k++) {
        double in = -u * h * k;
        assert_int_equal(eg_fixed_step(&b.plan, b.state, &in, NULL), 0);
        if (k == 100)
            lag = eg_fixed_distance(&b.plan, b.state, 0);
        if (k > 100)
            assert_true(eg_fixed_distance(&b.plan, b.state, 0) == lag);
    }
    /* it slides for u/5 s, half of the belt's way; it arrives somewhere in a step */
    assert_true(fabs(lag + u * u / 10) < 2 * h * h * 5);
    /* v' = 2 w - v: the last digits of the belt's position, over h, add up */
    assert_true(fabs(eg_fixed_speed(&b.plan, b.state, 1) - u) <= 2 * 2000 * DBL_EPSILON * u * 2 / h);
    tear_down(&b);
}

/* ---------------------------------------------------------------- instances */

/* Two plans with friction, each with two states, stepped in turns: the same bits as one after the other. */
static void runs_in_turns_are_runs(void **state)
{
    (void)state;
    static network n[2];
    bench turns[2], alone[2];
    double in[MOST_INPUTS] = {0};
    for (int i = 0; i < 2; i++) {
        draw_network(&n[i], 7 + (uint64_t)i);
        set_up(&turns[i], n[i].plan);
        set_up(&alone[i], n[i].plan);
    }
    for (int k = 1; k <= 2 * STEPS; k++)
        for (int i = 0; i < 2; i++) {
            put_inputs(&n[i], 0.01 * k, in);
            eg_fixed_step(&turns[i].plan, turns[i].state, in, NULL);
        }
    for (int i = 0; i < 2; i++) {
        for (int k = 1; k <= 2 * STEPS; k++) {
            put_inputs(&n[i], 0.01 * k, in);
            eg_fixed_step(&alone[i].plan, alone[i].state, in, NULL);
        }
        assert_memory_equal(turns[i].state, alone[i].state, eg_fixed_size(&alone[i].plan));
        tear_down(&turns[i]);
        tear_down(&alone[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_sticks_stays),
        cmocka_unit_test(friction_falls_and_rises),
        cmocka_unit_test(what_only_turns_round_goes_on),
        cmocka_unit_test(holding_gives_nothing),
        cmocka_unit_test(a_belt_carries_on),
        cmocka_unit_test(runs_in_turns_are_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
