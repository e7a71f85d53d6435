/* Two free masses that collide, by the engine `exact`: all events of the contact against their closed form,
 * and which of them move anything. */
#include "build_model.h"
#include "closed_form.h"

#include <float.h>

static const double m1 = 2, m2 = 3, gap = 1e-3, v1 = 0.7, v2 = -0.4;

static closed_impact impact_of(double d)
{
    return closed_elasto_gap(m1 * m2 / (m1 + m2), 1e5, d, v1 - v2);
}

static rig collide(double d)
{
    rig r = rig_begin("Collision");
    add(&r, "Mass", "one", "m", m1, NULL);
    add(&r, "Mass", "two", "m", m2, NULL);
    add(&r, "ElastoGap", "gap", "c", 1e5, "d", d, NULL);
    join(&r, "one.flange_b", "gap.flange_a");
    join(&r, "gap.flange_b", "two.flange_a");
    fix(&r, "one.s", 0);
    fix(&r, "one.v", v1);
    fix(&r, "gap.s_rel", gap);
    fix(&r, "two.v", v2);
    TRUE(setenv("EG_TEST_ENGINE", "exact", 1) == 0);
    return r;
}

/* Times and speeds to some ulp: two series and their sums lie behind them, and as much behind the closed
 * form. zeta up to 2. */
static void events_are_those_of_the_closed_form(void **state)
{
    (void)state;
    const double few = 32 * DBL_EPSILON;
    const char *const names[] = {"contact begins", "approach limit ends", "rebound limit begins",
                                 "contact ends"};
    const double d[] = {1, 50, 300, 1400};
    for (size_t i = 0; i < sizeof d / sizeof *d; i++) {
        closed_impact k = impact_of(d[i]);
        double touch = gap / k.v0, change = (1 + k.restitution) * k.v0 * k.m;
        const double times[] = {touch, touch + k.t1, touch + k.t1 + k.t2, touch + k.contact_time};
        rig r = collide(d[i]);
        run(&r, 0.1, 1e-6);
        TRUE(eg_trajectory_events(r.t) == 4);
        for (size_t j = 0; j < 4 && j < eg_trajectory_events(r.t); j++) {
            eg_event e = eg_trajectory_event(r.t, j);
            TRUE(strcmp(e.name, names[j]) == 0);
            NEAR(e.time, times[j], few * times[j]);
        }
        NEAR(end(&r, "one.v"), v1 - change / m1, few);
        NEAR(end(&r, "two.v"), v2 + change / m2, few);
        AT_MOST(r.st.energy.error, few);
        rig_release(&r);
    }
    ALL_WELL();
}

static long steps_until(double time, long events)
{
    rig r = collide(50);
    run(&r, time, 1e-6);
    TRUE(r.st.events == events);
    long steps = r.st.steps;
    rig_release(&r);
    return steps;
}

/* The force has gone before the gap opens: nothing begins anew then. */
static void a_gap_opens_quietly(void **state)
{
    (void)state;
    closed_impact k = impact_of(50);
    double touch = gap / k.v0, gone = touch + k.t1 + k.t2, opens = touch + k.contact_time;
    long before = steps_until(0.5 * (gone + opens), 3);
    TRUE(before == steps_until(1.1 * opens, 4));
    TRUE(before == steps_until(gone - 0.1 * k.t2, 2) + 2); /* where it goes both of them do */
    ALL_WELL();
}

/* Four in a row between which contacts open, some of them without a force: none of them goes through its
 * neighbour, whatever is no longer to happen before they meet. */
static void nobody_goes_through_another(void **state)
{
    (void)state;
    static const double mass[] = {0.37817, 1.2662, 0.33735, 2.9746}, force[] = {0, 2.4366, -13.633, -5.978};
    static const double place[] = {0.100056957, 0.199355612, 0.300622689, 0.398541189};
    static const double c[] = {203083, 39089, 1.31254e6, 1077.98}, d[] = {4017.67, 5486.22, 7331.38, 13552.4};
    static const double length[] = {0.1, 0.1, 0.09711327, 0.1};
    long events[2] = {0};
    for (int turn = 0; turn < 2; turn++) {
        rig r = rig_begin("Row");
        char name[20], from[40], to[40];
        add_fixed(&r, "wall", 0);
        for (int i = 0; i < 4; i++) {
            snprintf(name, sizeof name, "m%d", i);
            add(&r, "Mass", name, "m", mass[i], NULL);
            snprintf(to, sizeof to, "m%d.s", i);
            fix(&r, to, place[i]);
            snprintf(to, sizeof to, "m%d.v", i);
            fix(&r, to, i == 0 ? -0.56011 : 0);
            snprintf(name, sizeof name, "f%d", i);
            add(&r, "ConstantForce", name, "f_constant", force[i], NULL);
            snprintf(from, sizeof from, "f%d.flange", i);
            snprintf(to, sizeof to, "m%d.flange_a", i);
            join(&r, from, to);
            snprintf(name, sizeof name, "g%d", i);
            add(&r, "ElastoGap", name, "c", c[i], "d", d[i], "s_rel0", length[i], NULL);
            snprintf(from, sizeof from, "g%d.flange_b", i);
            join(&r, from, to);
            snprintf(from, sizeof from, i > 0 ? "m%d.flange_b" : "wall.flange", i - 1);
            snprintf(to, sizeof to, "g%d.flange_a", i);
            join(&r, from, to);
        }
        r.engine = turn == 0 ? "exact" : "irk";
        run(&r, 0.5, 1e-10);
        events[turn] = r.st.events;
        TRUE(end(&r, "m1.s") < end(&r, "m2.s"));
        rig_end(&r);
    }
    TRUE(events[0] == events[1]);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_goes_through_another),
        cmocka_unit_test(events_are_those_of_the_closed_form),
        cmocka_unit_test(a_gap_opens_quietly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
