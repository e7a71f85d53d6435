/* The fixed-step solver on plans written by hand: its order, what damps, sticks and stops, what a touch
 * remembers, what radiates. */
#include "fixed_bench.h"

#include <float.h>

/* Where item 0 of a plan is at 1 s. */
static double at_one(eg_fixed_plan plan, double step)
{
    bench b;
    plan.step = step;
    set_up(&b, plan);
    run_to(&b, 1);
    double s = eg_fixed_distance(&b.plan, b.state, 0);
    tear_down(&b);
    return s;
}

/* Halving the step divides the error by 4, up to its next term, which halves against the first. */
static void is_second_order(eg_fixed_plan plan, double truth)
{
    double coarse = fabs(at_one(plan, 4e-3) - truth), fine = fabs(at_one(plan, 2e-3) - truth);
    assert_true(coarse > 0 && coarse < 1e-3);
    if (!(fine > coarse / 4.6 && fine < coarse / 3.4))
        fail_msg("errors %g and %g", coarse, fine);
}

static const eg_fixed_item on_ground = {.body = {0, 1}, .factor = {0, 1}, .motion = {-1, -1}, .start = 1};

static void a_damped_oscillator(void **state)
{
    (void)state;
    const double mass[] = {0, 1}, speed[] = {0, 0};
    eg_fixed_spring spring = {0, {100, 0, 0}};
    eg_fixed_plan plan = {.bodies = 2,
                          .mass = mass,
                          .speed = speed,
                          .items = 1,
                          .item = &on_ground,
                          .springs = 1,
                          .spring = &spring};
    is_second_order(plan, cos(10));
    spring.law.d = 2; /* z'' + 2 z' + 100 z = 0 */
    double w = sqrt(99);
    is_second_order(plan, exp(-1) * (cos(w) + sin(w) / w));
    spring.law.d = 25; /* overdamped: exp(-5 t), exp(-20 t) */
    is_second_order(plan, (20 * exp(-5) - 5 * exp(-20)) / 15);
}

/* A mass, a spring and a damper in a row: m v' = -c x, x' = v - c x/d. */
static void a_damper_without_mass(void **state)
{
    (void)state;
    const double mass[] = {0, 1, 0}, speed[] = {0, 1, 0};
    const eg_fixed_item items[] = {{{1, 2}, {1, -1}, {-1, -1}, 0}, {{0, 2}, {0, 1}, {-1, -1}, 0}};
    const eg_fixed_spring springs[] = {{0, {100, 0, 0}}, {1, {0, 10, 0}}};
    eg_fixed_plan plan = {.bodies = 3,
                          .mass = mass,
                          .speed = speed,
                          .items = 2,
                          .item = items,
                          .springs = 2,
                          .spring = springs};
    double w = sqrt(75); /* x'' + 10 x' + 100 x = 0, x(0) = 0, x'(0) = 1 */
    is_second_order(plan, exp(-5) * sin(w) / w);
}

/* Two springs and nothing between them are one; what is out of balance at the start is not carried on. */
static void springs_in_a_row(void **state)
{
    (void)state;
    const double mass[] = {0, 1, 0}, speed[] = {0, 1, 0};
    const eg_fixed_item items[] = {{{1, 2}, {1, -1}, {-1, -1}, 0}, {{0, 2}, {0, 1}, {-1, -1}, 0}};
    const eg_fixed_spring springs[] = {{0, {100, 0, 0}}, {1, {300, 0, 0}}};
    eg_fixed_plan plan = {.bodies = 3,
                          .mass = mass,
                          .speed = speed,
                          .items = 2,
                          .item = items,
                          .springs = 2,
                          .spring = springs,
                          .step = 1e-3};
    is_second_order(plan, 0.75 * sin(sqrt(75)) / sqrt(75));
    bench b;
    set_up(&b, plan);
    run_to(&b, 1);
    double first = eg_fixed_distance(&b.plan, b.state, 0), second = eg_fixed_distance(&b.plan, b.state, 1);
    assert_true(fabs(100 * first - 300 * second) < 1e-12);
    tear_down(&b);
}

/* f = 5 + 2 v from v = 8: v = 10.5 exp(-2 t) - 2.5, at rest from t = ln(4.2)/2 on. */
static void friction_stops_a_mass(void **state)
{
    (void)state;
    const double mass[] = {0, 1}, speed[] = {0, 8};
    const eg_fixed_friction friction = {
        .item = 0, .normal = -1, .scale = 1, .coulomb = 5, .viscous = 2, .hold = 5};
    eg_fixed_plan plan = {.bodies = 2,
                          .mass = mass,
                          .speed = speed,
                          .items = 1,
                          .item = &on_ground,
                          .frictions = 1,
                          .friction = &friction,
                          .step = 1e-3};
    bench b;
    set_up(&b, plan);
    run_to(&b, 0.5);
    assert_true(fabs(eg_fixed_speed(&b.plan, b.state, 1) - (10.5 * exp(-1) - 2.5)) < 1e-5);
    run_to(&b, 0.5);
    double end = log(4.2) / 2, s = 1 + 5.25 * (1 - exp(-2 * end)) - 2.5 * end;
    assert_true(eg_fixed_sticks(&b.plan, b.state, 0));
    /* the step within which it stops may end up to h v(then) off */
    assert_true(fabs(eg_fixed_distance(&b.plan, b.state, 0) - s) < 1e-3 * (5 + 2 * 0) * 1e-3 * 2);
    tear_down(&b);
}

/* Friction holds 2 kg, with a damper to the ground, to 1 kg on a spring: 3 z'' + 2 z' + 300 z = 0. */
static void what_is_held_goes_along(void **state)
{
    (void)state;
    const double mass[] = {0, 1, 2}, speed[] = {0, 0, 0};
    const eg_fixed_item items[] = {
        {{0, 1}, {0, 1}, {-1, -1}, 1}, {{1, 2}, {-1, 1}, {-1, -1}, 0}, {{0, 2}, {0, 1}, {-1, -1}, 0}};
    const eg_fixed_spring springs[] = {{0, {300, 0, 0}}, {2, {0, 2, 0}}};
    const eg_fixed_friction friction = {.item = 1, .normal = -1, .scale = 1, .coulomb = 250, .hold = 250};
    eg_fixed_plan plan = {.bodies = 3,
                          .mass = mass,
                          .speed = speed,
                          .items = 3,
                          .item = items,
                          .springs = 2,
                          .spring = springs,
                          .frictions = 1,
                          .friction = &friction};
    double w = sqrt(100 - 1 / 9.0), truth = exp(-1 / 3.0) * (cos(w) + sin(w) / (3 * w));
    is_second_order(plan, truth);
}

/* What slides forward only holds any force the other way, more than it bears sliding, and just as well: the
 * same masses on 30 N/m, where a load of 150 N is more than their inertia ever pulls forward. */
static void what_turns_one_way_goes_along_the_other(void **state)
{
    (void)state;
    const double mass[] = {0, 1, 2}, speed[] = {0, 0, 0};
    const eg_fixed_item items[] = {
        {{0, 1}, {0, 1}, {-1, -1}, 1}, {{1, 2}, {-1, 1}, {-1, -1}, 0}, {{0, 2}, {0, 1}, {-1, -1}, 0}};
    const eg_fixed_spring springs[] = {{0, {30, 0, 0}}, {2, {0, 2, 0}}};
    const eg_fixed_friction friction = {
        .item = 1, .normal = -1, .scale = 1, .coulomb = 1, .hold = 1, .one_way = 1};
    const eg_fixed_load load = {2, -1, -150};
    eg_fixed_plan plan = {.bodies = 3,
                          .mass = mass,
                          .speed = speed,
                          .items = 3,
                          .item = items,
                          .springs = 2,
                          .spring = springs,
                          .frictions = 1,
                          .friction = &friction,
                          .loads = 1,
                          .load = &load};
    double w = sqrt(10 - 1 / 9.0);
    is_second_order(plan, 6 * exp(-1 / 3.0) * (cos(w) + sin(w) / (3 * w)) - 5);
}

/* It arrives with 3 m/s, and stays. */
static void a_stop_takes_all(void **state)
{
    (void)state;
    const double mass[] = {0, 2}, speed[] = {0, -3};
    const eg_fixed_stop stop = {0, 1, 0.7};
    eg_fixed_plan plan = {.bodies = 2,
                          .mass = mass,
                          .speed = speed,
                          .items = 1,
                          .item = &on_ground,
                          .stops = 1,
                          .stop = &stop,
                          .step = 1e-3};
    bench b;
    set_up(&b, plan);
    run_to(&b, 1);
    assert_true(fabs(eg_fixed_distance(&b.plan, b.state, 0) - 0.7) <= 2 * DBL_EPSILON);
    assert_true(fabs(eg_fixed_speed(&b.plan, b.state, 1)) <= 3 * DBL_EPSILON);
    assert_true(fabs(b.state->lost - 9) <= 4000 * 9 * DBL_EPSILON);
    tear_down(&b);
}

/* Dampers that act at once where a contact begins have begun at some part of a step: 400 masses that touch
 * laws with such dampers, each at a phase of its own, are all solved, and none of them comes back faster. */
static void touches_are_solved_at_any_phase(void **state)
{
    (void)state;
    static const eg_contact_law laws[] = {EG_CONTACT_KELVIN_VOIGT, EG_CONTACT_KELVIN_VOIGT_CLIPPED,
                                          EG_CONTACT_UNDAMPED_REBOUND, EG_CONTACT_SMOOTH_TRANSITION};
    const double mass[] = {0, 1}, speed[] = {0, -1};
    for (int k = 0; k < 400; k++) {
        const eg_elasto_gap gap = {1e4, 20.0 * (1 + k % 7), 0.01, 1, 1e4, k % 8 < 4 ? 1 : 1.5};
        const eg_fixed_contact contact = {0, 1, 1e-3, 0, 1e-3, eg_contact_make(laws[k % 4], &gap, 0.5, 1e-3)};
        const eg_fixed_item item = {
            .body = {0, 1}, .factor = {0, 1}, .motion = {-1, -1}, .start = 0.012 + 1e-3 * k / 400};
        eg_fixed_plan plan = {.bodies = 2,
                              .mass = mass,
                              .speed = speed,
                              .items = 1,
                              .item = &item,
                              .contacts = 1,
                              .contact = &contact,
                              .step = 1e-3};
        bench b;
        set_up(&b, plan);
        run_to(&b, 0.2);
        assert_true(fabs(eg_fixed_speed(&b.plan, b.state, 1)) < 1);
        tear_down(&b);
    }
}

/* A damper that fades in takes no more in the step of the touch than a whole one, d*v, and the spring c*x: of
 * 1 kg at 1 m/s, with 10 N.s/m and 1 N/m in a step of 1 ms, 1.0001 percent of the speed, at any phase. */
static void a_damper_fades_in(void **state)
{
    (void)state;
    const double mass[] = {0, 1}, speed[] = {0, -1};
    for (int k = 0; k < 10; k++) {
        const eg_elasto_gap gap = {1, 10, 0.99 + 1e-4 * k, 1, 1, 1};
        const eg_fixed_contact contact = {
            0, 1, 1e-3, 0, 1e-3, eg_contact_make(EG_CONTACT_SMOOTH_TRANSITION, &gap, 0, 1e-5)};
        bench b;
        set_up(&b, (eg_fixed_plan){.bodies = 2,
                                   .mass = mass,
                                   .speed = speed,
                                   .items = 1,
                                   .item = &on_ground,
                                   .contacts = 1,
                                   .contact = &contact,
                                   .step = 1e-3});
        while (eg_fixed_distance(&b.plan, b.state, 0) >= gap.s_rel0)
            assert_int_equal(eg_fixed_step(&b.plan, b.state, NULL, NULL), 0);
        double left = fabs(eg_fixed_speed(&b.plan, b.state, 1));
        assert_true(left < 1 && left > 1 - 1.0001e-2);
        tear_down(&b);
    }
}

/* A mass falls on a contact whose damper follows the speed of the touch: that is v^2 = 2 g h wherever in a
 * step it comes, to round-off. */
static void a_touch_has_its_own_speed(void **state)
{
    (void)state;
    const double mass[] = {0, 2}, speed[] = {0, 0};
    const eg_fixed_load weight = {1, -1, -2 * 9.81};
    for (int k = 0; k < 7; k++) {
        const double height = 0.05 + 0.0023 * k;
        eg_fixed_contact contact = {.item = 0, .sign = 1, .v_min = 1e-3, .v_impact = 0};
        contact.law.law = EG_CONTACT_HUNT_CROSSLEY;
        contact.law.D = 0.5;
        contact.law.gap = (eg_elasto_gap){.s_rel0 = 1 - height, .n = 1, .f_ref = 1e4, .s_ref = 1};
        eg_fixed_plan plan = {.step = 1e-3,
                              .bodies = 2,
                              .mass = mass,
                              .speed = speed,
                              .items = 1,
                              .item = &on_ground,
                              .contacts = 1,
                              .contact = &contact,
                              .loads = 1,
                              .load = &weight};
        bench b;
        set_up(&b, plan);
        for (int i = 0; i < 1000 && eg_fixed_distance(&b.plan, b.state, 0) >= 1 - height; i++)
            assert_int_equal(eg_fixed_step(&b.plan, b.state, NULL, NULL), 0);
        assert_float_equal(eg_fixed_touch_speed(&b.plan, b.state, 0), sqrt(2 * 9.81 * height), 1e-12);
        tear_down(&b);
    }
}

/* A body of unit capacity in the dark, T' = -G T^4: T^-3 = T0^-3 + 3 G t; between it and the dark a shield
 * without capacity, which halves G. */
static void what_radiates_cools(void **state)
{
    (void)state;
    const double mass[] = {0}, speed[] = {0}, G = 2e-9;
    const eg_fixed_heat_node nodes[] = {{1, 1000, 0, -1}, {0, 900, 0, -1}, {0, 0, 1, -1}};
    const eg_fixed_conductor conductors[] = {{{0, 1}, -1, EG_FIXED_RADIATES, G},
                                             {{1, 2}, -1, EG_FIXED_RADIATES, G}};
    eg_fixed_heat heat = {
        .nodes = 3, .conductors = 2, .node = nodes, .conductor = conductors, .taker = (const int[]){-1}};
    eg_fixed_order order;
    assert_int_equal(eg_fixed_order_make_heat(&order, &heat), 0);
    heat.place = order.place;
    heat.first = order.first;
    heat.row = order.row;
    heat.coupling = order.coupling;
    double error[3];
    for (int k = 0; k < 3; k++) {
        bench b;
        set_up(&b, (eg_fixed_plan){.bodies = 1,
                                   .mass = mass,
                                   .speed = speed,
                                   .heat = &heat,
                                   .step = k == 2 ? 100 : 0.02 / (k + 1)});
        run_to(&b, k == 2 ? 10000 : 1);
        double T = eg_fixed_temperature(&b.plan, b.state, 0), t = k == 2 ? 10000 : 1;
        error[k] = fabs(T - 1 / cbrt(1e-9 + 3 * G / 2 * t));
        assert_true(eg_fixed_temperature(&b.plan, b.state, 1) < T);
        tear_down(&b);
    }
    if (!(error[1] > error[0] / 4.6 && error[1] < error[0] / 3.4))
        fail_msg("errors %g and %g", error[0], error[1]);
    assert_true(error[2] < 1); /* the first step is as long as the body takes to cool from 1000 K to 100 K */
    eg_fixed_order_release(&order);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damped_oscillator),     cmocka_unit_test(a_damper_without_mass),
        cmocka_unit_test(springs_in_a_row),        cmocka_unit_test(friction_stops_a_mass),
        cmocka_unit_test(what_is_held_goes_along), cmocka_unit_test(what_turns_one_way_goes_along_the_other),
        cmocka_unit_test(a_stop_takes_all),        cmocka_unit_test(touches_are_solved_at_any_phase),
        cmocka_unit_test(a_damper_fades_in),       cmocka_unit_test(a_touch_has_its_own_speed),
        cmocka_unit_test(what_radiates_cools),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
