/* The engine `exact`: series of clusters, of few elements and of many, against the modes of rows of equal
 * masses and springs; and what waits between clusters, against an instant that is known. */
#include "build_model.h"

#include <float.h>

static const double mass = 2, stiffness = 300, damping = 3;

/* Mode `mode` of a row: between walls the speed of body j = 1 ... n is sin(pi mode j/(n + 1)), free it is
 * cos(pi mode (j - 1/2)/n). */
static double shape(int bodies, bool walls, int mode, int j)
{
    return walls ? sin(PI * mode * j / (bodies + 1)) : cos(PI * mode * (j - 0.5) / bodies);
}

/* Masses in a row, `beside` springs with dampers between neighbours that share c and d, thrown as a mode. */
static rig row_of_masses(int bodies, bool walls, int mode, int beside)
{
    char name[40], path[60], end[60];
    rig r = rig_begin("Row");
    if (walls) {
        add_fixed(&r, "mass0", 0);
        snprintf(name, sizeof name, "mass%d", bodies + 1);
        add_fixed(&r, name, 0);
    }
    for (int j = 1; j <= bodies; j++) {
        snprintf(name, sizeof name, "mass%d", j);
        add_mass(&r, name, mass, 0, shape(bodies, walls, mode, j));
    }
    for (int j = walls ? 0 : 1; j < (walls ? bodies + 1 : bodies); j++)
        for (int k = 0; k < beside; k++) {
            snprintf(name, sizeof name, "tie%d_%d", j, k);
            add(&r, "SpringDamper", name, "c", stiffness / beside, "d", damping / beside, NULL);
            snprintf(path, sizeof path, "mass%d.%s", j, j == 0 ? "flange" : "flange_b");
            snprintf(end, sizeof end, "%s.flange_a", name);
            join(&r, path, end);
            snprintf(path, sizeof path, "mass%d.%s", j + 1, j == bodies ? "flange" : "flange_a");
            snprintf(end, sizeof end, "%s.flange_b", name);
            join(&r, end, path);
        }
    return r;
}

/* A mode is one oscillator, with c and d of 4 sin(pi mode/(2 n or n + 1))^2 times those of a spring. Each
 * step rounds sums of terms that are exp(2) times the range together, less than 16 ulp. */
static void check_mode(int bodies, bool walls, int mode, int beside)
{
    rig r = row_of_masses(bodies, walls, mode, beside);
    double half = sin(PI * mode / (2.0 * (walls ? bodies + 1 : bodies))), part = 4 * half * half;
    double decay = 0.5 * part * damping / mass, w = sqrt(part * stiffness / mass - decay * decay);
    char name[40];
    run(&r, 2, 1e-6);
    double round_off = 16 * DBL_EPSILON * (double)(r.st.steps + 1);
    TRUE(r.st.steps > 2);
    for (int j = 1; j <= bodies; j++)
        for (size_t i = 0; i < rows(&r); i += 10) {
            double t = time_of(&r, i), to = shape(bodies, walls, mode, j) * exp(-decay * t);
            snprintf(name, sizeof name, "mass%d.s", j);
            NEAR(at(&r, name, i), to * sin(w * t) / w, round_off / w);
            snprintf(name, sizeof name, "mass%d.v", j);
            NEAR(at(&r, name, i), to * (cos(w * t) - decay / w * sin(w * t)), round_off);
        }
    AT_MOST(r.st.energy.error, 1e-14);
    rig_release(&r);
}

static void modes_of_rows(void **state)
{
    (void)state;
    TRUE(setenv("EG_TEST_ENGINE", "exact", 1) == 0);
    for (int beside = 1; beside <= 2; beside++)
        for (int bodies = 2; bodies <= 6; bodies++)
            for (int mode = 1; mode < bodies; mode++) {
                check_mode(bodies, false, mode, beside);
                check_mode(bodies, true, mode, beside);
            }
    ALL_WELL();
}

/* ---------------------------------------------------------------- dampers that hold as if rigid */

/* Two masses behind a damper of d, and a third on a spring at the second, let go from a stretch of 1 mm:
 * while d is large the two are one, the three swing as two bodies do, and nobody pushes them from outside:
 * momentum stays 0. The damper's two ends slip by its force over d, which takes c/(2 d) of the swing's
 * amplitude a second. Speeds are rounded, so that the damper's force is known to d ulp of a speed, and the
 * spring's beside it to an ulp of that. */
static void check_rigid(double d)
{
    const double m[3] = {2, 0.02, 0.6}, c = 300, stretch = 1e-3;
    const double joined = m[0] + m[1], w = sqrt(c * (joined + m[2]) / (joined * m[2]));
    const double slip = w * joined / d, noise = d * DBL_EPSILON * DBL_EPSILON * w / c;
    rig r = rig_begin("Rigid");
    add_mass(&r, "a", m[0], 0, 0);
    add_mass(&r, "b", m[1], 0.1, 0);
    add_mass(&r, "c", m[2], 0.2 + stretch, 0);
    add(&r, "Damper", "hold", "d", d, NULL);
    add(&r, "SpringDamper", "tie", "c", c, "d", 0.0, "s_rel0", 0.1, NULL);
    join(&r, "a.flange_b", "hold.flange_a");
    join(&r, "hold.flange_b", "b.flange_a");
    join(&r, "b.flange_b", "tie.flange_a");
    join(&r, "tie.flange_b", "c.flange_a");
    run(&r, 2, 1e-6);
    const double part = m[2] / (joined + m[2]), fast = stretch * w,
                 round_off = 16 * DBL_EPSILON * (double)(r.st.steps + 1) * (fast + 0.2 * w);
    for (size_t i = 0; i < rows(&r); i += 10) {
        const double t = time_of(&r, i), v = fast * sin(w * t),
                     wrong = round_off + (slip + c * t / (2 * d) + noise) * fast;
        NEAR(at(&r, "a.v", i), part * v, wrong);
        NEAR(at(&r, "b.v", i), part * v, wrong);
        NEAR(at(&r, "c.v", i), -(1 - part) * v, wrong);
    }
    rig_release(&r);
}

static void dampers_hold_as_if_rigid(void **state)
{
    (void)state;
    TRUE(setenv("EG_TEST_ENGINE", "exact", 1) == 0);
    /* From 1e29 N.s/m on the noise of the damper's force makes energies that the run warns of. */
    for (int exponent = 12; exponent <= 28; exponent++)
        check_rigid(3.0851329 * pow(10, exponent));
    ALL_WELL();
}

/* ---------------------------------------------------------------- what stays apart */

/* A mass of 1 kg at 1 m/s between stops at 0 and 1 m, from the middle on: half a period of an oscillator in
 * each. */
static double bounces(double w, double t)
{
    double rest = PI / w, x = fmod(t + 0.5, 2 * (1 + rest));
    return x < 1          ? x
           : x < 1 + rest ? 1 + sin(w * (x - 1)) / w
           : x < 2 + rest ? 2 + rest - x
                          : -sin(w * (x - 2 - rest)) / w;
}

/* When one on a spring, let go at middle + swing, meets that mass first. */
static double first_meeting(double w, double slow, double middle, double swing)
{
    const double step = 1e-4;
    double t = step;
    while (middle + swing * cos(slow * t) > bounces(w, t))
        t += step;
    double low = t - step, high = t;
    for (int i = 0; i < 60; i++) {
        double at = 0.5 * (low + high);
        *(middle + swing * cos(slow * at) > bounces(w, at) ? &low : &high) = at;
    }
    return high;
}

/* Two masses that keep away from each other for dozens of events, each with a step of its own, meet when they
 * are to. Times of events are rounded, some ulp each, and so are distances. */
static void meet_late(double slow, double swing)
{
    const double w = 100, middle = 3;
    double time = first_meeting(w, slow, middle, swing);
    rig r = rig_begin("Apart");
    add_fixed(&r, "left", 0);
    add_fixed(&r, "right", 1);
    add_fixed(&r, "far", 5);
    add_mass(&r, "fast", 1, 0.5, 1);
    add_mass(&r, "slow", 1, middle + swing, 0);
    add(&r, "ElastoGap", "back", "c", w * w, "d", 0.0, NULL);
    add(&r, "ElastoGap", "front", "c", w * w, "d", 0.0, NULL);
    add(&r, "ElastoGap", "between", "c", w * w, "d", 0.0, NULL);
    add(&r, "Spring", "spring", "c", slow * slow, "s_rel0", 5 - middle, NULL);
    join(&r, "left.flange", "back.flange_a");
    join(&r, "back.flange_b", "fast.flange_a");
    join(&r, "fast.flange_b", "front.flange_a");
    join(&r, "front.flange_b", "right.flange");
    join(&r, "fast.flange_b", "between.flange_a");
    join(&r, "between.flange_b", "slow.flange_a");
    join(&r, "slow.flange_b", "spring.flange_a");
    join(&r, "spring.flange_b", "far.flange");
    run(&r, time + 0.01, 1e-6);
    size_t events = eg_trajectory_events(r.t);
    TRUE(events > 40);
    NEAR(event_time(&r, "between", "contact begins", 0), time, 64 * DBL_EPSILON * time * (double)events);
    AT_MOST(r.st.energy.error, 16 * DBL_EPSILON * (double)r.st.steps);
    rig_release(&r);
}

static void what_stays_apart_meets_in_time(void **state)
{
    (void)state;
    TRUE(setenv("EG_TEST_ENGINE", "exact", 1) == 0);
    meet_late(0.7, 2.001);
    meet_late(0.05, 2.5);
    meet_late(3.3, 1.999);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(modes_of_rows),
                                       cmocka_unit_test(dampers_hold_as_if_rigid),
                                       cmocka_unit_test(what_stays_apart_meets_in_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
