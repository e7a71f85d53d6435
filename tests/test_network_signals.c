/* Signals: sensors, loops without delay, blocks with time events, what is wrongly connected. */
#include "network_models.h"

/* ---------------------------------------------------------------- loops through accelerations and forces */

/* f = -g a on the mass itself: (m + g) a = -c (s - s0), from s = 1.3, v = 0.2 with m + g = 1.6, c = 40, s0
 * = 1. */
static double heavier(double t)
{
    double w = sqrt(40 / 1.6);
    return 1 + 0.3 * cos(w * t) + 0.2 / w * sin(w * t);
}

static void acceleration_feedback_is_a_mass(void **state)
{
    (void)state;
    rig r = rig_begin("AddedMass");
    model_acceleration_loop(&r);
    run(&r, 2, 1e-10);
    AT_MOST(largest_error(&r, "mass.s", heavier), 1e-8);
    for (size_t i = 0; i < rows(&r); i++) {
        double a = -40 / 1.6 * (heavier(time_of(&r, i)) - 1);
        NEAR(at(&r, "sensor.a", i), a, 1e-7);
        NEAR(at(&r, "force.flange.f", i), 0.6 * a, 1e-7);
    }
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* A force k f on the second of two masses, f the force between them: the second moves by f + k f = m2 a, and
 * the first by -c x - f = m1 a, so that (m1 + m2/(1 + k)) a = -c x. With m1 = 1, m2 = 0.5, k = 0.25: 1.4 kg.
 */
static double relieved(double t)
{
    return 0.2 * cos(sqrt(35 / 1.4) * t);
}

static void force_feedback_relieves(void **state)
{
    (void)state;
    for (int reversed = 0; reversed < 2; reversed++) { /* the sensor the other way round measures -f */
        rig r = rig_begin("ForceLoop");
        add_fixed(&r, "wall", 0);
        add(&r, "Spring", "spring", "c", 35.0, NULL);
        add_mass(&r, "mass1", 1, 0.2, 0);
        add(&r, "ForceSensor", "sensor", NULL);
        add(&r, "Mass", "mass2", "m", 0.5, NULL);
        add(&r, "Gain", "gain", "k", reversed ? -0.25 : 0.25, NULL);
        add(&r, "Force", "force", NULL);
        join(&r, "wall.flange", "spring.flange_a");
        join(&r, "spring.flange_b", "mass1.flange_a");
        join(&r, "mass1.flange_b", reversed ? "sensor.flange_b" : "sensor.flange_a");
        join(&r, "mass2.flange_a", reversed ? "sensor.flange_a" : "sensor.flange_b");
        join(&r, "mass2.flange_b", "force.flange");
        join(&r, "sensor.f", "gain.u");
        join(&r, "gain.y", "force.f");
        run(&r, 2, 1e-10);
        AT_MOST(largest_error(&r, "mass1.s", relieved), 1e-9);
        for (size_t i = 0; i < rows(&r); i++)
            NEAR(at(&r, "force.f", i), 0.25 * 0.5 / 1.25 * -25 * relieved(time_of(&r, i)), 1e-8);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_release(&r);
    }
    ALL_WELL();
}

/* sum = sine + inner/2, inner = sum - v/2: sum = 2 sine - v/2, a damper of 0.5 and a force of twice the
 * amplitude. */
static void a_loop_of_blocks_is_solved(void **state)
{
    (void)state;
    rig a = rig_begin("Loop"), b = rig_begin("Direct");
    model_add_loop(&a);
    add_fixed(&b, "wall", 0);
    add(&b, "SpringDamper", "spring", "c", 40.0, "d", 0.5, "s_rel0", 1.0, NULL);
    add_mass(&b, "mass", 1, 1.3, 0.2);
    add(&b, "Sine", "sine", "amplitude", 6.0, "f", 1.3, NULL);
    add(&b, "Force", "force", NULL);
    join(&b, "wall.flange", "spring.flange_a");
    join_all(&b, "mass.flange_a", "spring.flange_b", "force.flange", NULL);
    join(&b, "sine.y", "force.f");
    run(&a, 2, 1e-10);
    run(&b, 2, 1e-10);
    for (size_t i = 0; i < rows(&a); i++) {
        NEAR(at(&a, "mass.s", i), at(&b, "mass.s", i), 1e-8);
        NEAR(at(&a, "sum.y", i), 2 * at(&a, "sine.y", i) - 0.5 * at(&a, "mass.v", i), 1e-12);
        NEAR(at(&a, "inner.y", i), at(&a, "sum.y", i) - 0.5 * at(&a, "mass.v", i), 1e-12);
    }
    rig_release(&a);
    rig_end(&b);
}

/* A loop that drives nothing is solved all the same; one that has no solution is refused. */
static void loops_that_drive_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        rig r = rig_begin("Idle");
        add_mass(&r, "mass", 1, 0, 2);
        add(&r, "PositionSensor", "sensor", NULL);
        add(&r, "Add", "sum", "k2", k ? 1.0 : -0.5, NULL);
        add(&r, "Gain", "gain", "k", 1.0, NULL);
        join(&r, "mass.flange_a", "sensor.flange");
        join(&r, "sensor.s", "sum.u1");
        join(&r, "sum.y", "gain.u");
        join(&r, "gain.y", "sum.u2"); /* y = s - y/2, or y = s + y */
        try_run(&r, 1, 1e-9);
        TRUE(r.status == (k ? EG_ERROR_MODEL : EG_OK));
        if (k) {
            SAYS_ERROR(&r, "do not determine the signal gain.y");
            SAYS_ERROR(&r, "the loop of gain, sum is singular");
            SAYS_ERROR(&r, "change a gain in this loop");
        } else {
            NEAR(end(&r, "gain.y"), 2 / 1.5, 1e-9);
        }
        rig_release(&r);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- sensors */

static void sensors_see_what_moves(void **state)
{
    (void)state;
    rig r = rig_begin("Sensors");
    model_sensors(&r);
    add(&r, "SpeedSensor", "speed", NULL);
    add(&r, "RelAccSensor", "a_rel", NULL);
    add(&r, "Gain", "newtons", "k", 2.0, NULL); /* behind a sensor of forces that drives nothing */
    join(&r, "speed.flange", "mass2.flange_a");
    join(&r, "a_rel.flange_a", "mass1.flange_b");
    join(&r, "a_rel.flange_b", "mass2.flange_a");
    join(&r, "f.f", "newtons.u");
    run(&r, 1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double s1 = at(&r, "mass1.s", i) - 0.1, s2 = at(&r, "mass2.s", i), v2 = at(&r, "mass2.v", i);
        NEAR(at(&r, "s1.s", i), s1, 4 * ULP);
        NEAR(at(&r, "s_rel.s_rel", i), s2 - s1 - 0.2, 8 * ULP);
        NEAR(at(&r, "v_rel.v_rel", i), v2 - at(&r, "mass1.v", i), 0);
        NEAR(at(&r, "speed.v", i), v2, 0);
        NEAR(at(&r, "a1.a", i), at(&r, "mass2.a", i), 0);
        NEAR(at(&r, "a_rel.a_rel", i), at(&r, "mass2.a", i) - at(&r, "mass1.a", i), 0);
        NEAR(at(&r, "states.s_rel", i), s2 - s1, 8 * ULP);
        NEAR(at(&r, "states.v_rel", i), v2 - at(&r, "mass1.v", i), 0);
        NEAR(at(&r, "f.f", i), -at(&r, "second.f", i), 64 * ULP);
        NEAR(at(&r, "newtons.y", i), 2 * at(&r, "f.f", i), 0);
        /* the second mass: what the sensor passes and the two forces */
        NEAR(0.5 * at(&r, "mass2.a", i),
             at(&r, "f.f", i) - at(&r, "force.flange.f", i) - at(&r, "kick.flange.f", i), 64 * ULP);
        NEAR(at(&r, "force.support.f", i), -at(&r, "force.flange.f", i), 0);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- time events
 *
 * A free mass of 2 kg under a pulse of 3 N for the first 40 % of every 0.5 s from 0.1 s on, and a step of -1
 * N at 0.6 s, the same instant as an edge of the pulse: v is the integral of the force, s that of v, both
 * exact in pieces. */

static double force_right_of(double t)
{
    double in = t < 0.1 ? -1 : fmod(t - 0.1, 0.5);
    return (in >= 0 && in < 0.2 ? 3 : 0) - (t >= 0.6 ? 1 : 0);
}

static void both_sides_of_time_events_are_stored(void **state)
{
    (void)state;
    rig r = rig_begin("Events");
    add_mass(&r, "mass", 2, 0, 0);
    add(&r, "Pulse", "pulse", "amplitude", 3.0, "width", 40.0, "period", 0.5, "startTime", 0.1, NULL);
    add(&r, "Force", "force", NULL);
    add(&r, "ForceStep", "step", "stepForce", -1.0, "startTime", 0.6, "offsetForce", 0.0, NULL);
    join(&r, "pulse.y", "force.f");
    join_all(&r, "mass.flange_a", "force.flange", "step.flange", NULL);
    run(&r, 1.5, 1e-10);
    const double times[] = {0.1, 0.3, 0.6, 0.8, 1.1, 1.3};
    double s = 0, v = 0, t = 0;
    for (size_t k = 0; k < 6; k++) {
        double F = force_right_of(0.5 * (t + times[k])), h = times[k] - t; /* constant in between */
        s += v * h + 0.25 * F * h * h;
        v += 0.5 * F * h;
        t = times[k];
        size_t right = row_at(&r, t);
        TRUE(time_of(&r, right - 1) == time_of(&r, right));
        NEAR(time_of(&r, right), t, 4 * ULP);
        NEAR(at(&r, "mass.a", right - 1), 0.5 * F, 4 * ULP);
        NEAR(at(&r, "mass.a", right), 0.5 * force_right_of(t + 1e-6), 4 * ULP);
        NEAR(at(&r, "mass.s", right), s, 1e-9);
        NEAR(at(&r, "mass.v", right), v, 1e-9);
        NEAR(at(&r, "mass.v", right), at(&r, "mass.v", right - 1), 0);
    }
    TRUE(r.st.time_events == 7); /* six edges and the step */
    NEAR(event_time(&r, "step", "time event", 0), 0.6, 0);
    NEAR(event_time(&r, "pulse", "time event", 2), 0.6, 2 * ULP);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* An event at the start is over: its right side holds. One at the stop leaves its two rows. */
static void time_events_at_both_ends(void **state)
{
    (void)state;
    rig r = rig_begin("Ends");
    add_mass(&r, "mass", 1, 0, 0);
    add(&r, "Force", "force", NULL);
    add(&r, "Add", "sum", NULL);
    add(&r, "Step", "first", "height", 2.0, "startTime", 0.0, NULL);
    add(&r, "Step", "last", "height", 5.0, "startTime", 1.0, NULL);
    join(&r, "first.y", "sum.u1");
    join(&r, "last.y", "sum.u2");
    join(&r, "sum.y", "force.f");
    join(&r, "force.flange", "mass.flange_a");
    run(&r, 1, 1e-9);
    NEAR(begin(&r, "mass.a"), 2, 0);
    TRUE(time_of(&r, 1) > 0);
    NEAR(at(&r, "mass.a", rows(&r) - 2), 2, 0);
    NEAR(end(&r, "mass.a"), 7, 0);
    TRUE(time_of(&r, rows(&r) - 2) == 1 && time_of(&r, rows(&r) - 1) == 1);
    NEAR(end(&r, "mass.s"), 1, 1e-9);
    rig_end(&r);
}

/* ---------------------------------------------------------------- wrong connections */

static void inputs_need_one_source(void **state)
{
    (void)state;
    rig r = rig_begin("Open");
    add_mass(&r, "mass", 1, 0, 0);
    add(&r, "Force", "force", NULL);
    join(&r, "force.flange", "mass.flange_a");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "the input force.f is not connected");
    rig_release(&r);
    r = rig_begin("Two");
    add_mass(&r, "mass", 1, 0, 0);
    add(&r, "Force", "force", NULL);
    add(&r, "Constant", "one", "k", 1.0, NULL);
    add(&r, "Constant", "two", "k", 2.0, NULL);
    join(&r, "force.flange", "mass.flange_a");
    join(&r, "one.y", "force.f");
    join(&r, "two.y", "force.f");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "one.y");
    SAYS_ERROR(&r, "two.y");
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acceleration_feedback_is_a_mass),
        cmocka_unit_test(force_feedback_relieves),
        cmocka_unit_test(a_loop_of_blocks_is_solved),
        cmocka_unit_test(loops_that_drive_nothing),
        cmocka_unit_test(sensors_see_what_moves),
        cmocka_unit_test(both_sides_of_time_events_are_stored),
        cmocka_unit_test(time_events_at_both_ends),
        cmocka_unit_test(inputs_need_one_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
