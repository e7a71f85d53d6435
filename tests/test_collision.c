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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_those_of_the_closed_form),
        cmocka_unit_test(a_gap_opens_quietly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
