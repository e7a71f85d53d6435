/* Runs that begin late: they are as accurate as at time 0, against closed forms. */
#include "elastogap/elastogap.h"
#include "build_model.h"

#include "base/span.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const double starts[] = {1e7, 1234567890.0, -1e9, 1e12};
static const char *const engines[] = {"exact", "erk", "irk", "ida", "auto"};
static const double tolerance = 1e-9;

/* The run of `text` with start and stop put in; rows lie 2^-8 s apart, so that they are where they are
 * said to be. */
static eg_trajectory *simulate(const char *text, double start, const char *engine, eg_statistics *st)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    char message[400] = "";
    eg_read_options read = eg_read_options_default();
    eg_status status = eg_spec_read_text(text, strlen(text), "late.mo", &read, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK) {
        eg_simulate_options o = eg_simulate_options_default(model);
        o.start_time = start;
        o.stop_time = start + 1;
        o.interval = 0x1p-8;
        o.tolerance = tolerance;
        o.engine = engine;
        status = eg_simulate(model, &o, d, &t, st);
    }
    if (eg_diagnostics_count(d) > 0)
        eg_diagnostic_format(eg_diagnostics_get(d, 0), 0, message, sizeof message);
    if (status != EG_OK || *message)
        fail_msg("%s from %g: %s", engine, start, message);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return t;
}

/* A mass of 1 kg comes to a spring of 1e6 N/m with 1 m/s, from 0.3 m, and leaves as fast: in between its
 * way is that of a sine of 1000 rad/s. Contact is 3 ms long, in which there are 26000 ulp of 1e9 s and 26
 * of 1e12 s. */
static double bounce(double t)
{
    const double rate = 1000, touch = 0.3, leave = touch + 3.14159265358979323846 / rate;
    if (t < touch)
        return touch - t;
    return t < leave ? -sin(rate * (t - touch)) / rate : t - leave;
}

static void contacts_keep_their_digits(void **state)
{
    (void)state;
    static const char text[] =
        "model Late import Modelica.Mechanics.Translational.Components.*; Fixed wall; "
        "ElastoGap gap(c = 1e6, d = 0, n = 1); "
        "Mass b(m = 1, L = 0, s(start = 0.3, fixed = true), v(start = -1, fixed = true)); "
        "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, b.flange_a); end Late;";
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
            eg_statistics st;
            eg_trajectory *t = simulate(text, starts[i], engines[k], &st);
            const size_t s = (size_t)eg_trajectory_find(t, "b.s"), rows = eg_trajectory_rows(t);
            NEAR(st.end_time, starts[i] + 1, 0.0);
            TRUE(st.events == 2);
            for (size_t row = 0; row < rows; row++) {
                const double time = eg_trajectory_time(t, row);
                /* Of events time is rounded; elsewhere it is exact. 100 tolerances of the range are
                 * allowed. */
                const double ulp = DBL_EPSILON * fabs(time);
                const double blur = fmod(time - starts[i], 0x1p-8) == 0 ? 0 : ulp;
                NEAR(eg_trajectory_value(t, s, row), bounce(time - starts[i]), 100 * tolerance * 0.7 + blur);
            }
            eg_trajectory_free(t);
        }
    ALL_WELL();
}

/* A force of 2 N that begins 0.25 s after the start pushes 1 kg: way (t - 0.25)^2. The step is a time
 * event, at the very number that was given. */
static void time_events_are_where_they_are_given(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
            char text[800];
            snprintf(
                text, sizeof text,
                "model Pushed import Modelica.Mechanics.Translational.*; "
                "Components.Mass b(m = 1, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
                "Sources.Force f; Modelica.Blocks.Sources.Step u(height = 2, startTime = %.17g); "
                "equation connect(u.y, f.f); connect(f.flange, b.flange_a); end Pushed;",
                starts[i] + 0.25);
            eg_statistics st;
            eg_trajectory *t = simulate(text, starts[i], engines[k], &st);
            const size_t s = (size_t)eg_trajectory_find(t, "b.s"), rows = eg_trajectory_rows(t);
            TRUE(st.time_events == 1);
            TRUE(eg_trajectory_events(t) == 1);
            NEAR(eg_trajectory_event(t, 0).time, starts[i] + 0.25, 0.0);
            for (size_t row = 0; row < rows; row++) {
                const double passed = fmax(eg_trajectory_time(t, row) - starts[i] - 0.25, 0);
                NEAR(eg_trajectory_value(t, s, row), passed * passed, 100 * tolerance * 0.5625);
            }
            eg_trajectory_free(t);
        }
    ALL_WELL();
}

/* Users' equations that follow time, one after the other: a difference, one with a product, a sine that has
 * turned often, whose angle is 0.25*start + 0.25*passed, twice, and an algebraic equation. In steps
 * of an ulp of time none of these has a smooth right-hand side. 100 tolerances of the range are allowed. */
static double way(int which, double start, double passed)
{
    switch (which) {
    case 0: return passed * passed / 2;
    case 1: return 3 * passed * passed / 2 + passed;
    case 2: return (cos(0.25 * start) - cos(0.25 * (start + passed))) / 0.25;
    case 3: return (cos(0.25 * start) - cos(0.25 * (start + passed))) / 0.25;
    default: return sin(2 * passed) / 2;
    }
}

static void users_time_keeps_its_digits(void **state)
{
    (void)state;
    static const char *const rates[] = {
        "der(x) = time - (%.17g); z = 0;", "der(x) = 1 + 3*time - 3*(%.17g); z = 0;",
        "der(x) = sin(0.25*time) + 0*(%.17g); z = 0;", "der(x) = sin(z); z = time/4 + 0*(%.17g);",
        "der(x) = z; z + z^3 = cos(2*(time - (%.17g))) + cos(2*(time - (%.17g)))^3;"};
    static const double late[] = {1e6, 1e9, -1e9, 4294967296.0};
    for (size_t i = 0; i < sizeof late / sizeof *late; i++)
        for (int which = 0; which < 5; which++)
            for (size_t k = 1; k < sizeof engines / sizeof *engines; k++) {
                char text[400], rate[200];
                if (which == 4 && strcmp(engines[k], "erk") == 0)
                    continue;
                snprintf(rate, sizeof rate, rates[which], late[i], late[i]);
                snprintf(text, sizeof text,
                         "model Late Real x(start = 0, fixed = true); Real z; equation %s end Late;", rate);
                eg_statistics st;
                eg_trajectory *t = simulate(text, late[i], engines[k], &st);
                const size_t x = (size_t)eg_trajectory_find(t, "x"), rows = eg_trajectory_rows(t);
                TRUE(st.steps < 3000);
                for (size_t row = 0; row < rows; row++) {
                    const double passed = eg_trajectory_time(t, row) - late[i];
                    NEAR(eg_trajectory_value(t, x, row), way(which, late[i], passed), 100 * tolerance * 2.5);
                }
                eg_trajectory_free(t);
            }
    ALL_WELL();
}

/* From the start where that is nearer to the end than to 0; and what is counted from there comes back no
 * earlier. */
static void time_is_counted_from_late_starts(void **state)
{
    (void)state;
    NEAR(eg_span_origin(0, 1), 0, 0);
    NEAR(eg_span_origin(0.5, 2), 0, 0);
    NEAR(eg_span_origin(-1e9, 1), 0, 0);
    NEAR(eg_span_origin(1e9, 1e9 + 1), 1e9, 0);
    NEAR(eg_span_origin(-1e9, 1 - 1e9), -1e9, 0);
    uint64_t seed = 1;
    for (int i = 0; i < 10000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const double origin = exp2((double)(seed >> 58)) * (1 + (double)(seed >> 40 & 0xffff) / 65536);
        const double t = origin * (1 + (double)(seed >> 11 & 0xfffff) * 0x1p-20);
        const double since = eg_span_since(origin, t);
        TRUE(origin + since >= t);
        TRUE(origin + nextafter(since, -INFINITY) <= t);
        NEAR(since, t - origin, 2 * DBL_EPSILON * t);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_keep_their_digits),
        cmocka_unit_test(time_events_are_where_they_are_given),
        cmocka_unit_test(users_time_keeps_its_digits),
        cmocka_unit_test(time_is_counted_from_late_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
