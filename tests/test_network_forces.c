/* Forces at flanges: through rigid parts, ground and drives; their balance at every node; loops that leave
 * them open. */
#include "network_checks.h"
#include "network_models.h"

/* A push of 12 N on masses 1 and 2 kg with a rod and a sensor between them: a = 4 m/s2, 8 N reach the second.
 */
static void a_push_through_rigid_parts(void **state)
{
    (void)state;
    rig r = rig_begin("Push");
    add(&r, "Mass", "first", "m", 1.0, "L", 0.5, NULL);
    add(&r, "Rod", "rod", "L", 0.25, NULL);
    add(&r, "ForceSensor", "sensor", NULL);
    add(&r, "Mass", "second", "m", 2.0, "L", 0.5, NULL);
    add(&r, "ConstantForce", "push", "f_constant", 12.0, NULL);
    fix(&r, "first.s", 0);
    fix(&r, "first.v", 0);
    join(&r, "push.flange", "first.flange_a");
    join(&r, "first.flange_b", "rod.flange_a");
    join(&r, "rod.flange_b", "sensor.flange_a");
    join(&r, "sensor.flange_b", "second.flange_a");
    run(&r, 1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "first.a", i), 4, 4 * ULP);
        NEAR(at(&r, "push.flange.f", i), -12, 0);
        NEAR(at(&r, "first.flange_a.f", i), 12, 16 * ULP);
        NEAR(at(&r, "first.flange_b.f", i), -8, 16 * ULP);
        NEAR(at(&r, "rod.flange_a.f", i), 8, 16 * ULP);
        NEAR(at(&r, "rod.flange_b.f", i), -8, 16 * ULP);
        NEAR(at(&r, "sensor.f", i), 8, 16 * ULP); /* compressed: positive */
        NEAR(at(&r, "second.flange_a.f", i), 8, 16 * ULP);
        TRUE(at(&r, "second.flange_b.f", i) == 0); /* open */
        TRUE(!signbit(at(&r, "second.flange_b.f", i)));
    }
    NEAR(end(&r, "second.s"), 0.25 + 0.25 + 0.25 + 0.5 * 4, 1e-9);
    rig_end(&r);
}

/* Between a wall and a spring: what the wall bears. flange.f of Fixed is the force into it. */
static void a_wall_bears_the_spring(void **state)
{
    (void)state;
    rig r = rig_begin("Wall");
    add_fixed(&r, "wall", 1);
    add(&r, "Rod", "rod", "L", 0.5, NULL);
    add(&r, "Mass", "welded", "m", 5.0, "L", 0.1, NULL);
    add(&r, "Spring", "spring", "c", 100.0, "s_rel0", 1.0, NULL);
    add_mass(&r, "mass", 2, 2.8, 0);
    add(&r, "Rod", "feeler", "L", 0.3, NULL);
    join(&r, "wall.flange", "rod.flange_a");
    join(&r, "rod.flange_b", "welded.flange_a");
    join(&r, "welded.flange_b", "spring.flange_a");
    join_all(&r, "spring.flange_b", "mass.flange_a", "feeler.flange_a", NULL);
    run(&r, 1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double f = at(&r, "spring.f", i); /* tension pulls the wall in positive direction */
        NEAR(at(&r, "wall.flange.f", i), f, 0);
        NEAR(at(&r, "rod.flange_a.f", i), -f, 0);
        NEAR(at(&r, "welded.flange_b.f", i), f, 0);
        NEAR(at(&r, "mass.flange_a.f", i), -f, 8 * ULP * 20); /* of its range: m*a less what else there is */
        TRUE(at(&r, "mass.flange_b.f", i) == 0);
        TRUE(at(&r, "feeler.flange_a.f", i) == 0 && at(&r, "feeler.flange_b.f", i) == 0);
        NEAR(at(&r, "feeler.flange_b.s", i) - at(&r, "mass.s", i), 0.3, 4 * ULP);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- at every node, at every row */

static void forces_balance_everywhere(void **state)
{
    (void)state;
    for (int i = 0; i < NETWORK_MODELS; i++) {
        rig r = rig_begin(network_models[i].name);
        network_models[i].build(&r);
        run(&r, network_models[i].span, 1e-6);
        CHECK_BALANCE(&r, network_models[i].name);
        rig_release(&r);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- loops */

static void two_fixed_on_one_body_are_refused(void **state)
{
    (void)state;
    rig r = rig_begin("TwoFixed");
    add_fixed(&r, "left", 0);
    add_fixed(&r, "right", 2);
    add(&r, "Mass", "mass", "m", 1.0, "L", 0.5, NULL);
    add(&r, "Rod", "rod", "L", 1.0, NULL);
    join(&r, "left.flange", "mass.flange_a");
    join(&r, "mass.flange_b", "rod.flange_a");
    join(&r, "rod.flange_b", "right.flange");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "left");
    SAYS_ERROR(&r, "right");
    SAYS_ERROR(&r, "mass");
    SAYS_ERROR(&r, "rod");
    SAYS_ERROR(&r, "0.5 m"); /* 2 - 0.5 - 1 */
    rig_end(&r);
}

static rig build_parallel(double length)
{
    rig r = rig_begin("Parallel");
    add_mass(&r, "hub", 1, 0, 0);
    add(&r, "Mass", "two", "m", 1.0, NULL);
    add(&r, "Rod", "rod1", "L", 0.3, NULL);
    add(&r, "Rod", "rod2", "L", length, NULL);
    add(&r, "Rod", "rod3", "L", 0.2, NULL);
    join_all(&r, "hub.flange_b", "rod1.flange_a", "rod3.flange_a", NULL);
    join(&r, "rod3.flange_b", "rod2.flange_a");
    join_all(&r, "two.flange_a", "rod1.flange_b", "rod2.flange_b", NULL);
    return r;
}

static void parallel_rods_are_refused(void **state)
{
    (void)state;
    rig r = build_parallel(0.3 - 0.2); /* consistent, to the last digit or not */
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "how the force divides");
    SAYS_ERROR(&r, "rod1");
    SAYS_ERROR(&r, "rod2");
    SAYS_ERROR(&r, "rod3");
    TRUE(!says(&r, EG_ERROR, "hub"));
    rig_release(&r);
    r = build_parallel(0.2);
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "0.1 m");
    SAYS_ERROR(&r, "rod1");
    SAYS_ERROR(&r, "rod2");
    rig_end(&r);
}

static void a_part_connected_to_itself_is_refused(void **state)
{
    (void)state;
    const char *const classes[] = {"Rod", "Mass", "ForceSensor"};
    for (int i = 0; i < 3; i++) {
        rig r = rig_begin("Self");
        add_mass(&r, "mass", 1, 0, 0);
        add(&r, classes[i], "snake", NULL);
        join_all(&r, "mass.flange_a", "snake.flange_a", "snake.flange_b", NULL);
        try_run(&r, 1, 1e-6);
        TRUE(r.status == EG_ERROR_MODEL);
        SAYS_ERROR(&r, "both flanges of snake");
        rig_release(&r);
    }
    ALL_WELL();
}

/* An element may bridge one body, or two points of the ground: its force is internal and constant. */
static void elements_within_a_body_do_nothing(void **state)
{
    (void)state;
    rig r = rig_begin("Bridge");
    add_fixed(&r, "wall", 0);
    add_fixed(&r, "other", 1);
    add_mass(&r, "mass", 1, 3, 0.5);
    add(&r, "Rod", "rod", "L", 0.4, NULL);
    add(&r, "Spring", "inside", "c", 10.0, "s_rel0", 0.1, NULL);
    add(&r, "ElastoGap", "ground", "c", 10.0, "d", 1.0, "s_rel0", 1.5, NULL);
    add(&r, "Spring", "short_cut", "c", 10.0, "s_rel0", 0.25, NULL);
    join_all(&r, "mass.flange_a", "rod.flange_a", "inside.flange_a", NULL);
    join_all(&r, "mass.flange_b", "short_cut.flange_a", "short_cut.flange_b", NULL);
    join(&r, "rod.flange_b", "inside.flange_b");
    join(&r, "wall.flange", "ground.flange_a");
    join(&r, "ground.flange_b", "other.flange");
    run(&r, 1, 1e-9);
    NEAR(end(&r, "mass.s"), 3.5, 1e-12);
    NEAR(end(&r, "inside.f"), 3, 16 * ULP);
    NEAR(end(&r, "rod.flange_b.f"), -3, 16 * ULP);
    NEAR(end(&r, "ground.f"), -5, 16 * ULP);
    NEAR(end(&r, "other.flange.f"), 5, 16 * ULP);
    NEAR(end(&r, "wall.flange.f"), -5, 16 * ULP);
    NEAR(end(&r, "short_cut.f"), -2.5, 16 * ULP);
    AT_MOST(r.st.energy.error, 1e-12);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_push_through_rigid_parts),
        cmocka_unit_test(a_wall_bears_the_spring),
        cmocka_unit_test(forces_balance_everywhere),
        cmocka_unit_test(two_fixed_on_one_body_are_refused),
        cmocka_unit_test(parallel_rods_are_refused),
        cmocka_unit_test(a_part_connected_to_itself_is_refused),
        cmocka_unit_test(elements_within_a_body_do_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
