/* The engine `fixed` shows its steps in rows; what it shows at an instant does not depend on where other rows
 * are. */
#include "fixed_examples.h"

/* By steps of 1 ms; NULL where the engine does not take the model. */
static eg_trajectory *rows_of(const eg_model *model, double interval, double stop, eg_diagnostics *d)
{
    eg_simulate_options o = eg_simulate_options_default(model);
    eg_trajectory *t;
    o.engine = "fixed";
    o.start_time = 0;
    o.interval = interval;
    o.stop_time = stop;
    eg_status status = eg_simulate(model, &o, d, &t, NULL);
    if (status == EG_OK)
        return t;
    eg_trajectory_free(t);
    return NULL;
}

static void assert_same_row(const char *name, const eg_trajectory *a, size_t i, const eg_trajectory *b,
                            size_t k)
{
    for (size_t c = 0; c < eg_trajectory_signals(a); c++) {
        double x = eg_trajectory_value(a, c, i), y = eg_trajectory_value(b, c, k);
        if (memcmp(&x, &y, sizeof x) != 0)
            fail_msg("%s at %g s: %s is %.17g and %.17g", name, eg_trajectory_time(a, i),
                     eg_trajectory_signal(a, c).name, x, y);
    }
}

/* Rows at one time, to the bit: its label tells what signals of time are. */
static int compare_rows(const char *name, const eg_trajectory *a, const eg_trajectory *b)
{
    int common = 0;
    size_t i = 0;
    for (size_t k = 0; k < eg_trajectory_rows(b); k++) {
        while (i < eg_trajectory_rows(a) && eg_trajectory_time(a, i) < eg_trajectory_time(b, k))
            i++;
        if (i == eg_trajectory_rows(a) || eg_trajectory_time(a, i) != eg_trajectory_time(b, k))
            continue;
        assert_same_row(name, a, i, b, k);
        common++;
    }
    return common;
}

/* Rows a step, seven and a hundred steps apart, and a stop within a step. */
static void shows_the_same(const eg_model *model, const char *name, reading *r)
{
    static const double intervals[] = {0.007, 0.1};
    const double stop = 0.3004;
    eg_trajectory *dense = rows_of(model, 0.001, stop, r->diagnostics);
    for (size_t i = 0; dense && i < sizeof intervals / sizeof *intervals; i++) {
        eg_trajectory *t = rows_of(model, intervals[i], stop, r->diagnostics);
        assert_non_null(t);
        assert_true(compare_rows(name, dense, t) >= 3); /* of 4 at least: the start, the stop, between them */
        eg_trajectory_free(t);
    }
    eg_trajectory_free(dense);
}

static void rows_only_show(void **state)
{
    (void)state;
    assert_true(for_each_example(shows_the_same) > 50);
}

/* Masses at 1 m/s, 0.5 m before laws that remember the speed of the touch, have gone again before the first
 * row: a touch between rows is one. */
static void a_touch_between_rows_is_told(void **state)
{
    (void)state;
    reading r = {0};
    eg_model *model = compile(&r, "ThreeCurves");
    eg_trajectory *t = rows_of(model, 1.9, 2, r.diagnostics);
    assert_non_null(t);
    static const char *const speeds[] = {"elastoGap1.v0", "elastoGap2.v0"};
    for (int i = 0; i < 2; i++) {
        size_t c = (size_t)eg_trajectory_find(t, speeds[i]);
        assert_true(eg_trajectory_value(t, c, 0) == 0.001); /* v_min, before any */
        assert_true(eg_trajectory_value(t, c, 1) == 1 && eg_trajectory_value(t, c, 2) == 1);
    }
    eg_trajectory_free(t);
    eg_model_free(model);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_only_show),
        cmocka_unit_test(a_touch_between_rows_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
