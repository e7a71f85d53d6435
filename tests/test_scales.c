/* Motions of any size are followed to the tolerance of their own range: tiny ones beside large ones, what
 * begins at 0, users' states in units that make them small, and friction in any units. */
#include "build_model.h"
#include "elastogap/elastogap.h"

#include <stdio.h>

static const char *const engines[] = {"auto", "erk", "irk", "ida"};
static const double tolerance = 1e-9;

static eg_trajectory *simulate(const char *text, const char *engine)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    char message[400] = "";
    eg_read_options read = eg_read_options_default();
    eg_status status = eg_spec_read_text(text, strlen(text), "scales.mo", &read, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK) {
        eg_simulate_options o = eg_simulate_options_default(model);
        o.tolerance = tolerance;
        o.engine = engine;
        status = eg_simulate(model, &o, d, &t, NULL);
    }
    if (eg_diagnostics_count(d) > 0)
        eg_diagnostic_format(eg_diagnostics_get(d, 0), 0, message, sizeof message);
    if (status != EG_OK)
        fail_msg("%s: %s", engine, message);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return t;
}

/* `name` is size*truth(t), off by no more than 100 tolerances of that size. */
static void follow(const char *text, const char *name, double size, double (*truth)(double t))
{
    for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
        eg_trajectory *t = simulate(text, engines[k]);
        const size_t s = (size_t)eg_trajectory_find(t, name);
        for (size_t row = 0; row < eg_trajectory_rows(t); row++)
            NEAR(eg_trajectory_value(t, s, row), size * truth(eg_trajectory_time(t, row)),
                 100 * tolerance * size);
        eg_trajectory_free(t);
    }
}

static double swing(double t)
{
    return cos(10 * t);
}

static double push(double t)
{
    return 0.5 * t * t;
}

static void tiny_motions_beside_large_ones(void **state)
{
    (void)state;
    static const double sizes[] = {1e-9, 1e-12, 1e-15};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[700];
        snprintf(
            text, sizeof text,
            "model Mixed import Modelica.Mechanics.Translational.Components.*; Fixed wall; "
            "Mass far(m = 1, s(start = 1, fixed = true), v(start = 3, fixed = true)); Damper drag(d = 1); "
            "Mass near(m = 1, L = 0, s(start = %g, fixed = true), v(start = 0, fixed = true)); "
            "Spring c(c = 100); "
            "equation connect(wall.flange, drag.flange_a); connect(drag.flange_b, far.flange_a); "
            "connect(wall.flange, c.flange_a); connect(c.flange_b, near.flange_a); end Mixed;",
            sizes[i]);
        follow(text, "near.s", sizes[i], swing);
    }
    ALL_WELL();
}

static void motions_that_begin_at_nothing(void **state)
{
    (void)state;
    static const double sizes[] = {1e12, 1, 1e-9, 1e-15, 1e-30};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "model Pushed import Modelica.Mechanics.Translational.*; "
                 "Sources.ConstantForce f(f_constant = %g); "
                 "Components.Mass b(m = 1, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
                 "equation connect(f.flange, b.flange_a); end Pushed;",
                 sizes[i]);
        follow(text, "b.s", sizes[i], push);
    }
    ALL_WELL();
}

static void states_of_users_in_any_units(void **state)
{
    (void)state;
    static const double sizes[] = {1e20, 1, 1e-12, 1e-20, 1e-100};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "model Own Real x(start = %g, fixed = true); Real v(start = 0, fixed = true); "
                 "equation der(x) = v; der(v) = -100*x; end Own;",
                 sizes[i]);
        follow(text, "x", sizes[i], swing);
    }
    ALL_WELL();
}

/* In other units, by powers of 2, no digit is rounded otherwise: a body that a sine pushes to and fro
 * against friction comes to the same place. */
static double rub(int length, const char *engine)
{
    char text[900];
    snprintf(text, sizeof text,
             "model Rubbed import Modelica.Mechanics.Translational.*; "
             "Components.Mass b(m = 1, L = 0, s(start = 0, fixed = true), v(start = %.17g, fixed = true)); "
             "Components.SupportFriction k(f_pos = [0, %.17g; %.17g, %.17g]); Sources.Force f; "
             "Modelica.Blocks.Sources.Sine u(amplitude = %.17g, f = 2); "
             "equation connect(k.flange_a, b.flange_a); connect(u.y, f.f); connect(f.flange, b.flange_b); "
             "end Rubbed;",
             ldexp(-0.6, length), ldexp(1, length), ldexp(1, length), ldexp(1.3, length), ldexp(2.5, length));
    eg_trajectory *t = simulate(text, engine);
    const double end = eg_trajectory_at(t, (size_t)eg_trajectory_find(t, "b.s"), 1);
    eg_trajectory_free(t);
    return ldexp(end, -length);
}

static void friction_in_any_units(void **state)
{
    (void)state;
    static const int lengths[] = {-80, -60, -40, -20, 20, 50};
    for (size_t k = 0; k < sizeof engines / sizeof *engines; k++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) /* a way of 0.1 */
            NEAR(rub(lengths[i], engines[k]), rub(0, engines[k]), 200 * tolerance * 0.1);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiny_motions_beside_large_ones),
        cmocka_unit_test(motions_that_begin_at_nothing),
        cmocka_unit_test(states_of_users_in_any_units),
        cmocka_unit_test(friction_in_any_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
