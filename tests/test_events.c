/* Events: what counts as one, when it happens, and which rows tell of it. The rules are those of
 * src/engine/watch.h and src/engine/march.c.
 *
 * Most tests run functions of time (y = t) with an engine that is exact and takes steps of a given length,
 * so that all that is left is the search itself: event times are then exact to the rounding of
 * the functions. */
#include "engine/nodes.h"
#include "systems.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void check_near(double actual, double expected, double tolerance, const char *text, const char *file,
                       int line)
{
    if (!(fabs(actual - expected) <= tolerance)) {
        print_error("%s:%d: %s = %.17g, expected %.17g within %.3g, off by %.3g\n", file, line, text, actual,
                    expected, tolerance, actual - expected);
        _fail(file, line);
    }
}

#define assert_near(actual, expected, tolerance)                                                             \
    check_near(actual, expected, tolerance, #actual, __FILE__, __LINE__)

/* An ulp of numbers in [1/2, 1), twice that of numbers in [1/4, 1/2). */
static const double ulp = DBL_EPSILON / 2.0;

typedef struct fixture {
    eg_diagnostics *d;
    record r;
    signal_system s;
    clockwork c;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    f->d = eg_diagnostics_create();
    record_make(&f->r);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    eg_diagnostics_free(f->d);
    record_free(&f->r);
    free(f);
    return 0;
}

/* Runs the signals over [0, 1] with steps of `length`, stored at tenths. */
static void run_signals(fixture *f, double length)
{
    double y[1] = {0.0};
    clockwork_make(&f->c, &f->s.own.base, length, 5);
    record_run_with(&f->r, &f->c.base, y, 0.0, 1.0, 0.1);
}

/* ---------------------------------------------------------------- functions of time */

static double falls_at_03(double y, double *rate)
{
    *rate = -1.0;
    return 0.3 - y;
}

static double rises_at_03(double y, double *rate)
{
    *rate = 1.0;
    return y - 0.3;
}

static double falls_at_quarter(double y, double *rate)
{
    *rate = -1.0;
    return 0.25 - y;
}

static double falls_at_quarter_steeply(double y, double *rate)
{
    *rate = -1e6;
    return 1e6 * (0.25 - y);
}

/* Two ulp later than the others. */
static double falls_just_after_quarter(double y, double *rate)
{
    *rate = -1.0;
    return (0.25 + DBL_EPSILON / 4.0) - y;
}

static double falls_a_little_later(double y, double *rate)
{
    *rate = -1.0;
    return 0.25 + 1e-12 - y;
}

static double falls_at_half(double y, double *rate)
{
    *rate = -1.0;
    return 0.5 - y;
}

static double falls_at_one(double y, double *rate)
{
    *rate = -1.0;
    return 1.0 - y;
}

static double falls_at_zero(double y, double *rate)
{
    *rate = -1.0;
    return -y;
}

static double rises_at_zero(double y, double *rate)
{
    *rate = 1.0;
    return y;
}

static double falls_at_zero_with_rate_zero(double y, double *rate)
{
    *rate = -2.0 * y;
    return -y * y;
}

static double falls_by_and_by(double y, double *rate)
{
    *rate = -3.0 * y * y;
    return -y * y * y;
}

/* Stays at 0 but for round-off, of which nothing is seen at the end of the step. */
static double stays_but_for_noise(double y, double *rate)
{
    uint64_t bits;
    memcpy(&bits, &y, sizeof bits);
    *rate = 0.0;
    return y > 0.4 ? 0.0 : (bits * 0x9E3779B97F4A7C15u) >> 63 ? ulp : -ulp;
}

static double rests_but_for_noise(double y, double *rate)
{
    *rate = (1.0 - 1e-3 * y) - 1.0 + 1e-3 * y;
    return 0.0;
}

static double stays_zero(double y, double *rate)
{
    (void)y;
    *rate = 0.0;
    return 0.0;
}

static double touches_at_half(double y, double *rate)
{
    *rate = 2.0 * (y - 0.5);
    return (y - 0.5) * (y - 0.5);
}

static double touches_at_one(double y, double *rate)
{
    *rate = 2.0 * (y - 1.0);
    return (y - 1.0) * (y - 1.0);
}

static double stays_just_above(double y, double *rate)
{
    *rate = 2.0 * (y - 0.5);
    return (y - 0.5) * (y - 0.5) + 1e-15;
}

static double dips_by_1e_6(double y, double *rate)
{
    *rate = 2.0 * (y - 0.55);
    return (y - 0.55) * (y - 0.55) - 1e-6;
}

static double dips_by_1e_12(double y, double *rate)
{
    *rate = 2.0 * (y - 0.55);
    return (y - 0.55) * (y - 0.55) - 1e-12;
}

static double waves(double y, double *rate)
{
    *rate = -10.0 * sin(10.0 * y);
    return cos(10.0 * y);
}

/* ---------------------------------------------------------------- nodes */

static void test_nodes_integrate_exactly(void **state)
{
    (void)state;
    for (int count = EG_NODES_MIN; count <= EG_NODES_MAX; count++) {
        eg_nodes nodes;
        eg_nodes_make(&nodes, count);
        assert_near(nodes.x[0], 0.0, 0.0);
        assert_near(nodes.x[count - 1], 1.0, 0.0);
        for (int degree = 0; degree <= 2 * count - 3; degree++) {
            double sum = 0.0;
            for (int j = 0; j < count; j++)
                sum += nodes.w[j] * pow(nodes.x[j], degree);
            /* `count` terms of size 1 at most, nodes and weights good to some ulp. */
            assert_near(sum, 1.0 / (degree + 1), 16.0 * count * ulp);
        }
    }
}

static void test_sign_changes_of_polynomials(void **state)
{
    (void)state;
    for (int count = EG_NODES_MIN; count <= EG_NODES_MAX; count++) {
        eg_nodes nodes;
        double falls[EG_NODES_MAX], dips[EG_NODES_MAX], stays[EG_NODES_MAX];
        eg_nodes_make(&nodes, count);
        for (int j = 0; j < count; j++) {
            double x = nodes.x[j];
            falls[j] = 0.7 - x * x * x;             /* one root */
            dips[j] = (x - 0.5) * (x - 0.5) - 0.01; /* two, between all samples of count 4 */
            stays[j] = 1.0 + x * (x - 1.0);         /* none; coefficients 1, 1/2, 1 of degree 2 */
        }
        assert_int_equal(eg_nodes_variations(&nodes, falls, 1, 0.0), 1);
        assert_int_equal(eg_nodes_variations(&nodes, dips, 1, 0.0), 2);
        assert_int_equal(eg_nodes_variations(&nodes, stays, 1, 0.0), 0);
        assert_int_equal(eg_nodes_variations(&nodes, stays, 1, 1.0), 2); /* 0 at both ends, below between */
    }
}

/* ---------------------------------------------------------------- one function */

static void test_root_is_first_double_not_above_zero(void **state)
{
    fixture *f = *state;
    const double lengths[] = {1.0, 0.3, 0.07, 0.5};
    for (int k = 0; k < 4; k++) {
        signal_make(&f->s, 1, f->d);
        f->s.f[0] = falls_at_03;
        run_signals(f, lengths[k]);
        assert_int_equal(f->r.status, EG_OK);
        assert_int_equal(f->r.events, 1);
        /* y = t exactly, so 0.3 - y is 0 at the double 0.3 and positive one before. */
        assert_near(f->r.event[0].t, 0.3, 0.0);
        assert_string_equal(f->r.event[0].component, "first");
    }
}

static void test_rising_is_no_event(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 2, f->d);
    f->s.f[0] = rises_at_03;
    f->s.f[1] = rises_at_zero;
    run_signals(f, 1.0);
    assert_int_equal(f->r.status, EG_OK);
    assert_int_equal(f->r.events, 0);
    assert_int_equal(f->r.rows, 11);
}

static void test_two_crossings_inside_one_step(void **state)
{
    fixture *f = *state;
    double (*const dips[])(double, double *) = {dips_by_1e_6, dips_by_1e_12};
    const double width[] = {1e-3, 1e-6};
    for (int k = 0; k < 2; k++) {
        signal_make(&f->s, 1, f->d);
        f->s.f[0] = dips[k];
        run_signals(f, 1.0);
        assert_int_equal(f->r.events, 2);
        assert_string_equal(f->r.event[0].name, "falls");
        assert_string_equal(f->r.event[1].name, "rises");
        /* 0.55 and y are rounded to an ulp each, and so is the crossing. */
        assert_near(f->r.event[0].t, 0.55 - width[k], 4.0 * ulp);
        assert_near(f->r.event[1].t, 0.55 + width[k], 4.0 * ulp);
    }
}

static void test_function_that_is_no_polynomial(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = waves;
    run_signals(f, 1.0);
    /* cos 10 y = 0 at pi/20, 3 pi/20, 5 pi/20; its argument is rounded to an ulp of up to 8, its value to
     * one of 6e-17: time is good to 2 ulp of 1. */
    assert_int_equal(f->r.events, 3);
    for (int k = 0; k < 3; k++)
        assert_near(f->r.event[k].t, (2 * k + 1) * acos(-1.0) / 20.0, 4.0 * ulp);
}

static void test_touching_from_above_is_no_event(void **state)
{
    fixture *f = *state;
    /* The touch inside a step, at its end, at a node in the middle of seven, and off all of them. */
    const double lengths[] = {1.0, 0.5, 0.25, 0.3, 0.499999, 0.1};
    for (int k = 0; k < 6; k++) {
        signal_make(&f->s, 3, f->d);
        f->s.f[0] = touches_at_half;
        f->s.f[1] = touches_at_one;
        f->s.f[2] = stays_just_above;
        run_signals(f, lengths[k]);
        assert_int_equal(f->r.status, EG_OK);
        assert_int_equal(f->r.events, 0);
    }
}

/* ---------------------------------------------------------------- several at one instant */

static void test_functions_fall_together(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 4, f->d);
    f->s.f[0] = falls_at_quarter;
    f->s.f[1] = falls_at_quarter_steeply;
    f->s.f[2] = falls_just_after_quarter;
    f->s.f[3] = falls_at_03;
    run_signals(f, 1.0);
    assert_int_equal(f->s.fired_together, 3);
    assert_int_equal(f->r.events, 4);
    assert_int_equal(f->r.result.instants, 2);
    assert_near(f->r.event[2].t, 0.25, 0.0);
    assert_near(f->r.event[3].t, 0.3, ulp);
}

static void test_near_events_are_apart_and_in_order(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 2, f->d);
    f->s.f[0] = falls_a_little_later;
    f->s.f[1] = falls_at_quarter;
    run_signals(f, 1.0);
    assert_int_equal(f->r.result.instants, 2);
    assert_string_equal(f->r.event[0].component, "second");
    assert_string_equal(f->r.event[1].component, "first");
    assert_near(f->r.event[1].t, 0.25 + 1e-12, ulp);
}

/* ---------------------------------------------------------------- where something happens anyway */

static void test_event_at_grid_point_replaces_its_row(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = falls_at_half;
    run_signals(f, 0.3);
    /* 11 points, of which the one at 0.5 is two rows. */
    assert_int_equal(f->r.rows, 12);
    assert_int_equal(f->r.row[5].kind, RECORD_LEFT);
    assert_int_equal(f->r.row[6].kind, RECORD_RIGHT);
    assert_near(f->r.row[5].t, 0.5, 0.0);
    assert_near(f->r.row[6].t, 0.5, 0.0);
}

static void test_event_at_stop(void **state)
{
    fixture *f = *state;
    const double lengths[] = {1.0, 0.3, 0.25};
    for (int k = 0; k < 3; k++) {
        signal_make(&f->s, 1, f->d);
        f->s.f[0] = falls_at_one;
        run_signals(f, lengths[k]);
        assert_int_equal(f->r.status, EG_OK);
        assert_int_equal(f->r.events, 1);
        assert_near(f->r.event[0].t, 1.0, 0.0);
        assert_int_equal(f->r.rows, 12);
        assert_int_equal(f->r.row[10].kind, RECORD_LEFT);
        assert_int_equal(f->r.row[11].kind, RECORD_RIGHT);
    }
}

static void test_event_at_start(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = falls_at_zero;
    run_signals(f, 1.0);
    assert_int_equal(f->r.events, 1);
    assert_near(f->r.event[0].t, 0.0, 0.0);
    assert_int_equal(f->r.row[0].kind, RECORD_LEFT);
    assert_int_equal(f->r.row[1].kind, RECORD_RIGHT);
    assert_int_equal(f->r.rows, 12);
}

static void test_leaving_zero_with_rate_zero(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = falls_at_zero_with_rate_zero;
    run_signals(f, 1.0);
    assert_int_equal(f->r.events, 1); /* -t^2 is below 0 at every later time */
    assert_near(f->r.event[0].t, 0.0, 0.0);
}

/* Where the rate does not clearly fall in proportion to time the event is where -t^3 gets below the round-off
 * of y, which is relative to the step's largest, 1: 8 ulp are 2e-15. */
static void test_leaving_zero_by_and_by(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = falls_by_and_by;
    run_signals(f, 1.0);
    assert_int_equal(f->r.events, 1);
    assert_true(f->r.event[0].t > 0.0);
    assert_near(f->r.event[0].t, 0.0, 1e-14);
}

/* At rest but for round-off: a rate that falls by less than its own noise tells nothing. */
static void test_noise_at_rest_is_no_event(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = rests_but_for_noise;
    run_signals(f, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    assert_int_equal(f->r.events, 0);
}

static void test_noise_at_zero_ends_the_search(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 2, f->d);
    f->s.f[0] = stays_but_for_noise;
    f->s.f[1] = falls_at_half;
    run_signals(f, 1.0);
    assert_int_equal(f->r.status, EG_OK);
    assert_int_equal(f->r.events, 1);
    assert_near(f->r.event[0].t, 0.5, 0.0);
}

static void test_staying_at_zero_is_no_event(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = stays_zero;
    run_signals(f, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    assert_int_equal(f->r.events, 0);
}

/* ---------------------------------------------------------------- time events */

static void test_time_events(void **state)
{
    fixture *f = *state;
    const double ticks[] = {0.25, 0.60000001, 1.0, 2.0};
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = falls_at_quarter;
    f->s.ticks = ticks;
    f->s.tick_count = 4;
    run_signals(f, 1.0);
    /* At 0.25 state and time event are one call, and the event at 2 is beyond the stop. */
    assert_int_equal(f->s.calls, 3);
    assert_int_equal(f->r.events, 4);
    for (int k = 1; k < 4; k++) {
        assert_true(f->r.event[k].is_time_event);
        assert_near(f->r.event[k].t, ticks[k - 1], 0.0);
    }
    /* Eleven points; two rows each at 0.25, which is between points, at 0.6 + 1e-8, near one but not at
     * it, and at the stop, which is one. */
    assert_int_equal(f->r.rows, 11 + 2 + 2 + 1);
}

static void test_time_events_an_ulp_apart(void **state)
{
    fixture *f = *state;
    double ticks[] = {0.5, 0.0, 0.0};
    ticks[1] = nextafter(0.5, 1.0);
    ticks[2] = nextafter(ticks[1], 1.0);
    double y[1] = {0.0};
    signal_make(&f->s, 0, f->d);
    f->s.ticks = ticks;
    f->s.tick_count = 3;
    record_run(&f->r, &f->s.own.base, 1e-6, y, 0.0, 1.0, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    assert_int_equal(f->r.events, 3);
    for (int k = 0; k < 3; k++)
        assert_near(f->r.event[k].t, ticks[k], 0.0);
    assert_near(y[0], 1.0, 16.0 * ulp);
}

/* ---------------------------------------------------------------- rows */

static void test_grid_without_accumulation(void **state)
{
    fixture *f = *state;
    double y[1] = {0.0};
    signal_make(&f->s, 0, f->d);
    clockwork_make(&f->c, &f->s.own.base, 0.037, 5);
    record_run_with(&f->r, &f->c.base, y, 0.1, 1.0, 0.001);
    assert_int_equal(f->r.rows, 901);
    for (int k = 0; k < 900; k++) {
        assert_near(f->r.row[k].t, 0.1 + k * 0.001, 0.0);
        assert_near(f->r.row[k].y[0], f->r.row[k].t - 0.1, 2.0 * ulp);
    }
    assert_near(f->r.row[900].t, 1.0, 0.0);
}

static void test_stop_off_the_grid(void **state)
{
    fixture *f = *state;
    double y[1] = {0.0};
    signal_make(&f->s, 0, f->d);
    clockwork_make(&f->c, &f->s.own.base, 1.0, 5);
    record_run_with(&f->r, &f->c.base, y, 0.0, 0.95, 0.1);
    assert_int_equal(f->r.rows, 11);
    assert_near(f->r.row[9].t, 9 * 0.1, 0.0);
    assert_near(f->r.row[10].t, 0.95, 0.0);
    record_run_with(&f->r, &f->c.base, y, 2.0, 2.0, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    assert_int_equal(f->r.rows, 1);
    assert_near(f->r.result.end_time, 2.0, 0.0);
}

static void test_stopping_on_request(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 0, f->d);
    f->r.stop_at = 0.42;
    run_signals(f, 0.25);
    /* After the step that ends at 0.5 the run stops; its end, a grid point already stored, is not doubled. */
    assert_int_equal(f->r.status, EG_OK);
    assert_near(f->r.result.end_time, 0.5, 0.0);
    assert_near(f->r.row[f->r.rows - 1].t, 0.5, 0.0);
    assert_true(f->r.row[f->r.rows - 2].t < 0.5);
}

static void test_observer_that_refuses(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 0, f->d);
    f->r.stop_after = 3;
    run_signals(f, 1.0);
    assert_int_equal(f->r.status, EG_ERROR_MEMORY);
    assert_int_equal(f->r.rows, 3);
}

/* ---------------------------------------------------------------- no progress */

static void test_event_without_end_names_component(void **state)
{
    fixture *f = *state;
    signal_make(&f->s, 1, f->d);
    f->s.f[0] = falls_at_03;
    f->s.turning = false; /* the function stays below 0 and fires for ever */
    run_signals(f, 1.0);
    assert_int_equal(f->r.status, EG_ERROR_SIMULATION);
    assert_near(f->r.result.end_time, 0.3, 0.0);
    assert_int_equal(f->r.events, 1000);
    assert_int_equal(f->r.result.instants, 1);
    const char *message = eg_diagnostics_get(f->d, 0)->message;
    assert_non_null(strstr(message, "t = 0.3 s"));
    assert_non_null(strstr(message, "first"));
}

static void test_bounces_that_pile_up(void **state)
{
    fixture *f = *state;
    ball b;
    double y[2] = {0.5, 0.0};
    ball_make(&b, 0.5, f->d);
    record_run(&f->r, &b.own.base, 1e-10, y, 0.0, 4.0, 1.0);
    assert_int_equal(f->r.status, EG_ERROR_SIMULATION);
    /* The bounces end at t = 3. Those shorter than the step that the tolerance allows (an error of
     * 1e-12 of the height 1/2 lets y'' = -1 run for sqrt(1e-12)) are lost, and as much time with them. */
    assert_near(f->r.result.end_time, 3.0, 1e-5);
    assert_near(f->r.event[0].t, 1.0, 1e-8);
    assert_near(f->r.event[5].t, 3.0 - 0.0625, 1e-8);
    assert_non_null(strstr(eg_diagnostics_get(f->d, 0)->message, "hardBall"));
    /* Both rows of the last event are there, and nothing after them but where the run ends, if that is
     * later. */
    const record_row *last = &f->r.row[f->r.rows - 1];
    const double happened = f->r.event[f->r.events - 1].t;
    assert_true(last->t == f->r.result.end_time);
    last -= last->t > happened ? 1 : 0;
    assert_true(last->t == happened && last->kind == RECORD_RIGHT && last[-1].kind == RECORD_LEFT);
}

/* ---------------------------------------------------------------- contact */

static void test_exact_touch_pulled_in(void **state)
{
    fixture *f = *state;
    stop p;
    double y[2] = {0.0, 0.0};
    stop_make(&p, 1.0, 100.0, 1.0, 1.0, 9.81, f->d);
    record_run(&f->r, &p.own.base, 1e-8, y, 0.0, 3.0, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    /* Contact begins as it leaves, which is at once; straight into the limited approach. It never ends: it
     * settles at m g/c. */
    assert_string_equal(f->r.event[0].name, "contact begins");
    assert_near(f->r.event[0].t, 0.0, 0.0);
    assert_string_equal(f->r.event[1].name, "damper free");
    assert_int_equal(f->r.events, 2);
    /* x'' = g - 2 c x/m until d x' = c x: tan(a t) = ... with x = (g/a^2)(1 - cos a t), a^2 = 2 c/m:
     * d (g/a) sin a t = c (g/a^2)(1 - cos a t), hence tan(a t/2) = d a/c. */
    double a = sqrt(200.0);
    assert_near(f->r.event[1].t, 2.0 / a * atan(a / 100.0), 1e-8);
}

static void test_exact_touch_left_alone(void **state)
{
    fixture *f = *state;
    stop p;
    double y[2] = {0.0, 0.0};
    stop_make(&p, 1.0, 100.0, 1.0, 1.0, 0.0, f->d);
    record_run(&f->r, &p.own.base, 1e-8, y, 0.0, 3.0, 0.1);
    assert_int_equal(f->r.events, 0);
    /* Rest costs next to nothing. */
    assert_in_range(f->r.counters.steps, 1, 40);
}

static void test_exact_touch_pulled_away(void **state)
{
    fixture *f = *state;
    stop p;
    double y[2] = {0.0, 0.0};
    stop_make(&p, 1.0, 100.0, 1.0, 1.0, -9.81, f->d);
    record_run(&f->r, &p.own.base, 1e-8, y, 0.0, 3.0, 0.1);
    assert_int_equal(f->r.events, 0);
    assert_near(y[0], 0.5 * 9.81 * 9.0, 1e-6);
}

/* The exit function of a contact that begins is 0 to round-off, however slow the approach: it must not fire
 * before the contact is over. */
static void test_slow_approach(void **state)
{
    fixture *f = *state;
    for (int k = 0; k < 12; k++) {
        stop p;
        double speed = pow(10.0, -k);
        double y[2] = {speed, -speed};
        stop_make(&p, 1.0, 100.0, 1.0, 1.0, 0.0, f->d);
        p.own.nominal[0] = p.own.nominal[1] = 1e-6 * speed;
        record_run(&f->r, &p.own.base, 1e-8, y, 0.0, 2.0, 0.1);
        assert_int_equal(f->r.events, 4);
        assert_near(f->r.event[0].t, 1.0, 1e-9);
        assert_string_equal(f->r.event[3].name, "contact ends");
    }
}

/* Far from the origin of a coordinate that is not the gap itself, the gap is known to 1e-10 m only. */
static double far_offset = 1e6;

static int far_switching(eg_system *s, double t, const double *y, double *h)
{
    double near[2] = {y[0] - far_offset, y[1]};
    return stop_switching(s, t, near, h);
}

static void test_noise_of_a_distant_origin(void **state)
{
    fixture *f = *state;
    stop p;
    double y[2] = {far_offset + 1e-3, -1e-3};
    eg_system_ops ops = stop_ops;
    ops.switching = far_switching;
    stop_make(&p, 1.0, 0.0, 0.0, 1.0, 0.0, f->d); /* no force: only the events count */
    p.own.base.ops = &ops;
    record_run(&f->r, &p.own.base, 1e-8, y, 0.0, 2.0, 0.1);
    assert_int_equal(f->r.events, 1);
    /* One ulp of 1e6 is 1.2e-10 m, which takes 1.2e-7 s. */
    assert_near(f->r.event[0].t, 1.0, 1e-6);
}

/* ---------------------------------------------------------------- */

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_nodes_integrate_exactly),
        TEST(test_sign_changes_of_polynomials),
        TEST(test_root_is_first_double_not_above_zero),
        TEST(test_rising_is_no_event),
        TEST(test_two_crossings_inside_one_step),
        TEST(test_function_that_is_no_polynomial),
        TEST(test_touching_from_above_is_no_event),
        TEST(test_functions_fall_together),
        TEST(test_near_events_are_apart_and_in_order),
        TEST(test_event_at_grid_point_replaces_its_row),
        TEST(test_event_at_stop),
        TEST(test_event_at_start),
        TEST(test_leaving_zero_with_rate_zero),
        TEST(test_leaving_zero_by_and_by),
        TEST(test_noise_at_rest_is_no_event),
        TEST(test_noise_at_zero_ends_the_search),
        TEST(test_staying_at_zero_is_no_event),
        TEST(test_time_events),
        TEST(test_time_events_an_ulp_apart),
        TEST(test_grid_without_accumulation),
        TEST(test_stop_off_the_grid),
        TEST(test_stopping_on_request),
        TEST(test_observer_that_refuses),
        TEST(test_event_without_end_names_component),
        TEST(test_bounces_that_pile_up),
        TEST(test_exact_touch_pulled_in),
        TEST(test_exact_touch_left_alone),
        TEST(test_exact_touch_pulled_away),
        TEST(test_slow_approach),
        TEST(test_noise_of_a_distant_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
