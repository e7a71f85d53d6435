/* An armature between stops as libraries write it, by its MSL name: a model of a mass, two fixed points and
 * two ElastoGaps, with variables of its own that are those of the mass; stops of great stiffness and greater
 * damping. */
#include "equation_models.h"

#define ARMATURE                                                                                             \
    "model Armature = Modelica.Magnetic.FluxTubes.Examples.Utilities.TranslatoryArmatureAndStopper("         \
    "m = 0.1, c = 1e11, d = 2e7, x_max = 5e-3, x_min = 0); "

#define PUSHED(parameters, force)                                                                            \
    ARMATURE "model Test Armature x(L = 0, s(start = 2e-3, fixed = true), v(fixed = true), " parameters      \
             "); "                                                                                           \
             "Modelica.Mechanics.Translational.Sources.ConstantForce f(f_constant = " force "); "            \
             "equation connect(f.flange, x.flange_b); end Test;"

/* The force only pushes, and the energy is accounted for. */
static void contact_is_sound(rig *r, double closure)
{
    for (size_t i = 0; i < rows(r); i++) {
        TRUE(at(r, "x.stopper_xMin.f", i) <= 0 && at(r, "x.stopper_xMax.f", i) <= 0);
        TRUE(at(r, "x.s", i) > 0 - 1e-3 && at(r, "x.s", i) < 5e-3 + 1e-3);
        NEAR(at(r, "x.s", i), at(r, "x.mass.s", i), 0);
        NEAR(at(r, "x.v", i), at(r, "x.mass.v", i), 0);
        NEAR(at(r, "x.a", i), at(r, "x.mass.a", i), 0);
    }
    AT_MOST(r->st.energy.error, closure);
}

/* Pressed on by F the compression x creeps to x0 = sqrt(F/c): d x' = F - c x^2, so from a compression
 * above it x = x0 coth(phi + c x0 t/d). */
static void it_creeps_out_of_the_stop(void **state)
{
    (void)state;
    const double tolerance = 1e-7, x0 = 1e-5, rate = 1e11 * x0 / 2e7;
    rig r = run_text(PUSHED("x_min = 0", "-10"), 0.4, tolerance);
    size_t from = rows(&r) / 2;
    double t0 = time_of(&r, from), first = -at(&r, "x.s", from), phi = 0.5 * log((first + x0) / (first - x0));
    TRUE(first > 2 * x0);
    for (size_t i = from; i < rows(&r); i++) {
        double t = time_of(&r, i) - t0;
        NEAR(-at(&r, "x.s", i), x0 / tanh(phi + rate * t), 100 * tolerance * 2e-3); /* of its range */
    }
    contact_is_sound(&r, 1e-3);
    rig_end(&r);
}

/* With a damping that lets it settle the force of the stop is what presses, and so is its compression. */
static void it_rests_where_theory_says(void **state)
{
    (void)state;
    rig r = run_text(PUSHED("d = 2e3", "-10"), 0.1, 1e-8);
    NEAR(-end(&r, "x.s"), 1e-5, 1e-5 * 1e-5);
    NEAR(end(&r, "x.stopper_xMin.f"), -10, 1e-4);
    NEAR(end(&r, "x.stopper_xMax.f"), 0, 0);
    contact_is_sound(&r, 1e-5);
    rig_end(&r);
    r = run_text(PUSHED("d = 2e3", "90"), 0.1, 1e-8);
    NEAR(end(&r, "x.s") - 5e-3, 3e-5, 3e-5 * 1e-5);
    NEAR(end(&r, "x.stopper_xMax.f"), -90, 1e-3);
    contact_is_sound(&r, 1e-5);
    rig_end(&r);
}

/* Without damping every impact gives back what it got: v = sqrt(2 a h) at every touch and lift-off. */
static void without_damping_it_comes_back(void **state)
{
    (void)state;
    const double a = 100, h = 2e-3, tolerance = 1e-9;
    rig r = run_text(PUSHED("d = 0", "-10"), 8 * sqrt(2 * h / a), tolerance);
    double speed = sqrt(2 * a * h);
    int edges = 0;
    for (size_t i = 0; i < rows(&r); i++) {
        if (fabs(at(&r, "x.s", i)) > 1e-12)
            continue;
        NEAR(fabs(at(&r, "x.v", i)), speed, 100 * tolerance * 2 * speed);
        edges++;
    }
    TRUE(edges == 4 * 4); /* both sides of touch and lift-off of four impacts */
    contact_is_sound(&r, 1e-6);
    rig_end(&r);
}

/* Dropped into the stop it touches once and creeps: its forces are those of a mode that ends where spring and
 * damper cancel, and steps at the edge of stability would see that happen all the time. */
static void it_does_not_chatter(void **state)
{
    (void)state;
    const double tolerances[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
    for (size_t i = 0; i < 7; i++) {
        rig r = run_text(PUSHED("x_min = 0", "-10"), 0.06, tolerances[i]);
        AT_MOST((double)r.st.events, tolerances[i] > 2e-5 ? 24.0 : 4.0);
        AT_MOST((double)r.st.steps, 1000.0);
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_creeps_out_of_the_stop),
        cmocka_unit_test(it_rests_where_theory_says),
        cmocka_unit_test(without_damping_it_comes_back),
        cmocka_unit_test(it_does_not_chatter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
