/* Comparing trajectories: closed cases, and the fast windows against the definition taken literally. */
#include "base/trajectory.h"
#include "near.h"

#include <stdbool.h>

/* A trajectory with one variable "x". */
static eg_trajectory *curve_create(void)
{
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 1;
    assert_int_equal(eg_trajectory_add_signal(t, (eg_signal){.name = "x", .unit = "", .doc = ""}, 0, 0.0), 0);
    return t;
}

static void add(eg_trajectory *t, double time, double value)
{
    double *row = eg_trajectory_add_row(t);
    assert_non_null(row);
    row[0] = time;
    row[1] = value;
}

/* sin(t - delay) + lift at n + 1 points on [0, 10]. */
static eg_trajectory *wave(int n, double delay, double lift)
{
    eg_trajectory *t = curve_create();
    for (int i = 0; i <= n; i++)
        add(t, 10.0 * i / n, sin(10.0 * i / n - delay) + lift);
    return t;
}

/* Compares, frees both, and checks the status against what the deviation says. */
static eg_deviation compare(eg_trajectory *result, eg_trajectory *reference, double tolerance)
{
    eg_deviation d;
    eg_status status = eg_trajectory_compare(result, reference, tolerance, &d);
    assert_int_equal(status, d.largest <= 1.0 ? EG_OK : EG_DIFFERENT);
    assert_int_equal(d.missing, 0);
    eg_trajectory_free(result);
    eg_trajectory_free(reference);
    return d;
}

/* ---------------------------------------------------------------- closed cases */

static void equal_curves_do_not_deviate(void **state)
{
    (void)state;
    assert_true(compare(wave(500, 0.0, 0.0), wave(500, 0.0, 0.0), 0.002).largest == 0.0);
    assert_true(compare(wave(500, 0.0, 0.0), wave(500, 0.0, 0.0), 0.0).largest == 0.0);
}

/* Half-height h = 0.01*2: at the crest, where the curve is level, a lift of 0.9 h deviates by 0.9 less
 * what the crest rises within the step of the points, below 1e-4/h. */
static void a_lift_deviates_by_itself(void **state)
{
    (void)state;
    const double h = 0.01 * 2.0;
    assert_near(compare(wave(1000, 0.0, 0.9 * h), wave(1000, 0.0, 0.0), 0.01).largest, 0.9, 1e-4);
    eg_deviation d = compare(wave(1000, 0.0, -1.1 * h), wave(1000, 0.0, 0.0), 0.01);
    assert_near(d.largest, 1.1, 1e-4);
    assert_near(d.value, d.lower - 0.1 * h, 1e-4 * h);
    /* The lowest value here is -1 and the range 2; |least| counts when it is larger than the range. */
    assert_near(compare(wave(1000, 0.0, 50.0 + 0.5), wave(1000, 0.0, 50.0), 0.01).largest, 0.5 / 0.49, 1e-3);
}

/* A ramp from 0 to 1 over `rise` from time `begin` on, in a span of 1. */
static eg_trajectory *ramp(double begin, double rise)
{
    eg_trajectory *t = curve_create();
    for (int i = 0; i <= 200; i++)
        add(t, i / 200.0, fmin(1.0, fmax(0.0, (i / 200.0 - begin) / rise)));
    return t;
}

/* A ramp delayed by less than the half-width w = 0.02*1 stays between what the reference was and will be.
 * By more it is late by (delay - w) times the slope 1/0.8, in units of h = 0.02*1. */
static void a_delay_within_the_width_is_free(void **state)
{
    (void)state;
    for (int k = 1; k <= 4; k++) {
        double expected = fmax(0.0, (0.01 * k - 0.02) / 0.8 / 0.02);
        assert_near(compare(ramp(0.1 + 0.01 * k, 0.8), ramp(0.1, 0.8), 0.02).largest, expected, 1e-9);
        assert_near(compare(ramp(0.1 - 0.01 * k, 0.8), ramp(0.1, 0.8), 0.02).largest, expected, 1e-9);
    }
}

/* A result that is still rising at the end cannot make up for its delay after it: 0.01 late at slope 1. */
static void at_the_ends_a_delay_shows_in_full(void **state)
{
    (void)state;
    eg_deviation d = compare(ramp(0.01, 1.0), ramp(0.0, 1.0), 0.02);
    assert_near(d.largest, 0.01 / 0.02, 1e-9);
    assert_near(d.time, 1.0, 0.0);
    assert_near(d.value, 0.99, 1e-12);
}

/* A step of height 1 at `time`, as two rows, in a span of 1. */
static eg_trajectory *step_at(double time)
{
    eg_trajectory *t = curve_create();
    add(t, 0.0, 0.0);
    add(t, time, 0.0);
    add(t, time, 1.0);
    add(t, 1.0, 1.0);
    return t;
}

static void a_jump_may_move_within_the_width(void **state)
{
    (void)state;
    assert_true(compare(step_at(0.509), step_at(0.5), 0.01).largest == 0.0);
    assert_true(compare(step_at(0.491), step_at(0.5), 0.01).largest == 0.0);
    /* Beyond the width the deviation is the height of the jump over 0.01*1. */
    eg_deviation d = compare(step_at(0.511), step_at(0.5), 0.01);
    assert_near(d.largest, 100.0, 1e-9);
    assert_near(d.time, 0.5, 0.0);
    assert_near(d.value, 0.0, 0.0);
    assert_near(d.lower, 0.99, 1e-12);
    assert_near(d.upper, 1.01, 1e-12);
    assert_near(compare(step_at(0.489), step_at(0.5), 0.01).largest, 100.0, 1e-9);
}

/* Two points make a straight line; the reference is a parabola of height 1 over it, h = 0.002. */
static void a_sparse_result_is_checked_between_its_points(void **state)
{
    (void)state;
    eg_trajectory *reference = curve_create(), *result = curve_create();
    for (int i = 0; i <= 100; i++)
        add(reference, i / 100.0, 4.0 * i * (100 - i) / 10000.0);
    add(result, 0.0, 0.0);
    add(result, 1.0, 0.0);
    eg_deviation d = compare(result, reference, 0.002);
    assert_near(d.largest, 1.0 / 0.002, 1e-9);
    assert_near(d.time, 0.5, 1e-12);
    assert_near(d.value, 0.0, 0.0);
}

/* A pulse of height 1 and half the half-width 0.002 at the middle of a span of 1; h = 0.002. */
static void a_pulse_that_the_result_misses_is_outside(void **state)
{
    (void)state;
    eg_trajectory *pulse = curve_create(), *flat = curve_create();
    const double points[][2] = {{0.0, 0.0}, {0.5, 0.0}, {0.5, 1.0}, {0.501, 1.0}, {0.501, 0.0}, {1.0, 0.0}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        add(pulse, points[i][0], points[i][1]);
    for (int i = 0; i <= 10; i++)
        add(flat, i / 10.0, 0.0);
    eg_deviation d = compare(flat, pulse, 0.002);
    assert_near(d.largest, 1.0 / 0.002, 1e-9);
    assert_near(d.time, 0.5, 0.0);
    assert_near(d.value, 0.0, 0.0);
    assert_near(d.lower, 0.998, 1e-12);
    assert_near(d.upper, 1.002, 1e-12);
}

/* The line x = t on [0, 1] at multiples of 0.1, and `count` rows (time, value) besides or instead. */
static eg_trajectory *line_with(double time, double value, int count)
{
    eg_trajectory *t = curve_create();
    for (int i = 0; i <= 10; i++) {
        if (i / 10.0 != time)
            add(t, i / 10.0, i / 10.0);
        for (int k = 0; k < count && i / 10.0 <= time && time < (i + 1) / 10.0; k++)
            add(t, time, value);
    }
    return t;
}

/* Between two points of the reference the result goes up to 5 and back. At two sides of an event that says
 * only that the reference has no point there, in a row of its own it is 5 - (0.55 + w) off; w = h = 0.002. */
static void a_spike_is_free_at_an_event_only(void **state)
{
    (void)state;
    assert_true(compare(line_with(0.55, 5.0, 2), line_with(0.55, 0.55, 0), 0.002).largest == 0.0);
    assert_true(compare(line_with(0.55, 5.0, 3), line_with(0.55, 0.55, 0), 0.002).largest == 0.0);
    eg_deviation d = compare(line_with(0.55, 5.0, 1), line_with(0.55, 0.55, 0), 0.002);
    assert_near(d.largest, (5.0 - 0.552) / 0.002, 1e-6);
    assert_near(d.time, 0.55, 0.0);
    assert_near(d.value, 5.0, 0.0);
    assert_near(d.lower, 0.546, 1e-12);
    assert_near(d.upper, 0.554, 1e-12);
    /* At a point of the reference the result passes 4.908 at 0.498 at the lowest: 5 - 0.002*(5 - 0.4)/0.1. */
    d = compare(line_with(0.5, 5.0, 2), line_with(0.55, 0.55, 0), 0.002);
    assert_near(d.largest, (4.908 - 0.5) / 0.002, 1e-6);
    assert_near(d.time, 0.5, 0.0);
    assert_near(d.value, 4.908, 1e-12);
}

/* The exception is for rows of the result alone: what the reference stores at its events must be met. */
static void a_spike_of_the_reference_must_be_met(void **state)
{
    (void)state;
    for (int count = 1; count <= 2; count++) {
        eg_deviation d = compare(line_with(0.55, 0.55, 0), line_with(0.55, 5.0, count), 0.002);
        assert_near(d.largest, (5.0 - 0.552) / (0.002 * 5.0), 1e-6);
        assert_near(d.time, 0.55, 0.0);
        assert_near(d.value, 0.552, 1e-12);
    }
}

static void not_a_number_is_outside(void **state)
{
    (void)state;
    eg_trajectory *result = wave(100, 0.0, 0.0);
    result->rows[2 * 40 + 1] = NAN;
    eg_deviation d = compare(result, wave(100, 0.0, 0.0), 0.002);
    assert_true(isinf(d.largest) && isnan(d.value));
    assert_near(d.time, 4.0, 1e-12);
    result = wave(100, 0.0, 0.0);
    result->rows[2 * 40 + 1] = -INFINITY;
    d = compare(result, wave(100, 0.0, 0.0), 0.002);
    assert_true(isinf(d.largest) && d.value == -INFINITY);
    /* At an event too, although nothing else is asked there. */
    d = compare(line_with(0.55, NAN, 2), line_with(0.55, 0.55, 0), 0.002);
    assert_true(isinf(d.largest) && isnan(d.value));
    assert_near(d.time, 0.55, 0.0);
}

/* From -a to a in the time from -b to b, with one point in the middle. */
static eg_trajectory *rise(double a, double b, double middle)
{
    eg_trajectory *t = curve_create();
    add(t, -b, -a);
    add(t, 0.0, middle);
    add(t, b, a);
    return t;
}

/* The range of the reference is 2 a, the tube 0.002 of it, and the middle lies 0.5 a beyond what the other
 * curve does within the width: 0.5/0.004 = 125 half-heights less what the reference, and more than what the
 * result itself rises within 0.004 b. Whatever a and b are, the answer is the same to round-off: the
 * scale is a power of two. */
static void numbers_of_any_size_are_compared(void **state)
{
    (void)state;
    static const double sizes[] = {1.0, 1e300, 1e307, 1e308, 1.7976931348623157e308};
    double expected = compare(rise(1.0, 1.0, 0.5), rise(1.0, 1.0, 0.0), 0.002).largest;
    assert_near(expected, 125.0, 1.5);
    for (size_t i = 0; i < 5; i++)
        for (size_t k = 0; k < 5; k++) {
            double a = sizes[i], b = sizes[k];
            eg_deviation d = compare(rise(a, b, 0.5 * a), rise(a, b, 0.0), 0.002);
            assert_near(d.largest, expected, 1e-9 * expected);
            assert_near(d.time / b, 0.0, 1e-12);
            assert_near(d.value / a, 0.5, 0.01);
            assert_true(compare(rise(a, b, 0.001 * a), rise(a, b, 0.0), 0.002).largest < 1.0);
        }
}

/* A reference that is not a number somewhere would ask nothing there. */
static void gaps_in_the_reference_are_refused(void **state)
{
    (void)state;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        eg_trajectory *reference = wave(100, 0.0, 0.0), *result = wave(100, 0.0, 0.0);
        eg_deviation d;
        reference->rows[2 * 35 + 1] = bad[k];
        assert_int_equal(eg_trajectory_compare(result, reference, 0.002, &d), EG_ERROR_USAGE);
        assert_true(isnan(d.largest));
        assert_near(d.time, 3.5, 1e-15);
        eg_trajectory_free(result);
        eg_trajectory_free(reference);
    }
}

static void a_result_that_ends_early_is_outside_at_its_end(void **state)
{
    (void)state;
    eg_trajectory *result = wave(100, 0.0, 0.0);
    result->row_count = 90;
    eg_deviation d = compare(result, wave(100, 0.0, 0.0), 0.002);
    assert_true(isinf(d.largest));
    assert_near(d.time, 8.9, 1e-12);
    assert_near(d.value, sin(8.9), 1e-12);
    assert_true(d.lower <= d.value && d.value <= d.upper);
    /* Less than the width, here 0.002*10, is not too early, but the last point must be met: the range on the
     * grid is 2 but for the 0.05^2/2 by which it may miss each crest. */
    for (int k = 1; k <= 10; k += 9) {
        double end = 10.0 - 0.001 * k, expected = (sin(end) - sin(10.0)) / 0.004;
        result = wave(100, 0.0, 0.0);
        result->rows[2 * 100] = end;
        result->rows[2 * 100 + 1] = sin(end);
        assert_near(compare(result, wave(100, 0.0, 0.0), 0.002).largest, expected, expected * 0.05 * 0.05);
    }
    result = wave(100, 0.0, 0.0);
    result->row_count = 0;
    assert_true(isinf(compare(result, wave(100, 0.0, 0.0), 0.002).largest));
}

static void a_result_that_begins_late_is_outside(void **state)
{
    (void)state;
    for (int late = 0; late <= 1; late++) {
        eg_trajectory *reference = curve_create(), *result = curve_create();
        add(reference, 0.0, 1.0);
        add(reference, 10.0, 1.0);
        add(result, 5.0, 1.0);
        add(result, 10.0, 1.0);
        eg_deviation d = compare(result, reference, late ? 0.4 : 0.5); /* half-width 4 or 5 */
        assert_true(late ? isinf(d.largest) : d.largest == 0.0);
        if (late)
            assert_near(d.time, 5.0, 0.0);
    }
}

/* What lies outside the reference's span is not compared. */
static void a_longer_result_is_compared_within(void **state)
{
    (void)state;
    eg_trajectory *result = curve_create();
    add(result, -1.0, 99.0);
    add(result, -0.01, 99.0); /* nor is what lies before or after it by less than the half-width 0.02 */
    for (int i = 0; i <= 100; i++)
        add(result, 10.0 * i / 100, sin(10.0 * i / 100));
    add(result, 10.01, 99.0);
    add(result, 11.0, 99.0);
    eg_trajectory *reference = wave(100, 0.0, 0.0);
    eg_deviation d;
    assert_int_equal(eg_trajectory_compare(result, reference, 0.002, &d), EG_OK);
    assert_true(d.largest == 0.0);
    result->rows[2 * 102 + 1] = 99.0; /* the row at 10 belongs to the span */
    assert_int_equal(eg_trajectory_compare(result, reference, 0.002, &d), EG_DIFFERENT);
    assert_near(d.time, 10.0, 0.0);
    eg_trajectory_free(result);
    eg_trajectory_free(reference);
}

static void missing_signals_are_told(void **state)
{
    (void)state;
    eg_trajectory *result = wave(10, 0.0, 0.0), *reference = wave(10, 0.0, 0.0);
    eg_deviation d[2];
    assert_int_equal(
        eg_trajectory_add_signal(reference, (eg_signal){.name = "y", .unit = "", .doc = ""}, -1, 1.0), 0);
    assert_int_equal(eg_trajectory_compare(result, reference, 0.002, d), EG_DIFFERENT);
    assert_int_equal(d[0].missing, 0);
    assert_true(d[0].largest == 0.0);
    assert_int_equal(d[1].missing, 1);
    assert_string_equal(d[1].name, "y");
    /* Both constants: h = 0.002*max(0, |1|, 0.001). */
    assert_int_equal(
        eg_trajectory_add_signal(result, (eg_signal){.name = "y", .unit = "", .doc = ""}, -1, 1.001), 0);
    assert_int_equal(eg_trajectory_compare(result, reference, 0.002, d), EG_OK);
    assert_near(d[1].largest, 0.5, 1e-9);
    assert_int_equal(eg_trajectory_compare(result, reference, NAN, d), EG_ERROR_USAGE);
    assert_int_equal(eg_trajectory_compare(result, reference, -1.0, d), EG_ERROR_USAGE);
    eg_trajectory_free(result);
    eg_trajectory_free(reference);
}

/* ---------------------------------------------------------------- against the definition */

static double random_unit(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (double)(*seed >> 11) * 0x1p-53;
}

/* Ragged times, some twice. */
static eg_trajectory *random_curve(uint64_t *seed, int n)
{
    eg_trajectory *t = curve_create();
    double time = 0.0, value = 0.0;
    for (int i = 0; i < n; i++) {
        add(t, i == n - 1 ? 20.0 : time, value);
        if (random_unit(seed) > 0.2)
            time = fmin(20.0, time + random_unit(seed) * 40.0 / n);
        value += random_unit(seed) - 0.5;
    }
    return t;
}

/* Extremes of the polyline of t over [from, to], clipped to its span. */
static void extremes(const eg_trajectory *t, double from, double to, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t i = 0; i < t->row_count; i++) {
        const double *p = t->rows + 2 * i;
        if (p[0] >= from && p[0] <= to) {
            *least = fmin(*least, p[1]);
            *most = fmax(*most, p[1]);
        }
        double cut[2] = {from, to};
        for (int k = 0; k < 2 && i + 1 < t->row_count; k++) {
            if (!(cut[k] > p[0] && cut[k] < p[2]))
                continue;
            double value = p[1] + (p[3] - p[1]) * (cut[k] - p[0]) / (p[2] - p[0]);
            *least = fmin(*least, value);
            *most = fmax(*most, value);
        }
    }
}

static bool shares_its_time(const eg_trajectory *t, size_t i)
{
    for (size_t k = 0; k < t->row_count; k++)
        if (k != i && t->rows[2 * k] == t->rows[2 * i])
            return true;
    return false;
}

/* How far the worst point of one curve is beyond the extremes of the other around it. */
static double farthest(const eg_trajectory *points, const eg_trajectory *around, double w, bool all)
{
    double worst = 0.0, least, most;
    for (size_t i = 0; i < points->row_count; i++) {
        const double *p = points->rows + 2 * i;
        if (!all && shares_its_time(points, i))
            continue;
        extremes(around, p[0] - w, p[0] + w, &least, &most);
        worst = fmax(worst, fmax(p[1] - most, least - p[1]));
    }
    return worst;
}

static void the_windows_agree_with_the_definition(void **state)
{
    (void)state;
    uint64_t seed = 4711;
    int by_reference = 0, by_result = 0;
    for (int round = 0; round < 60; round++) {
        eg_trajectory *reference = random_curve(&seed, 20 + round), *result = random_curve(&seed, 90 - round);
        double tolerance = 0.002 + 0.1 * random_unit(&seed), least, most;
        extremes(reference, 0.0, 20.0, &least, &most);
        double w = tolerance * 20.0, h = tolerance * fmax(most - least, fabs(least));
        double first = farthest(reference, result, w, true), second = farthest(result, reference, w, false);
        double expected = fmax(first, second) / h;
        by_reference += first > second;
        by_result += second > first;
        assert_near(compare(result, reference, tolerance).largest, expected, 1e-9 * (1.0 + expected));
    }
    assert_true(by_reference > 10 && by_result > 10); /* each part of the rule has decided */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_curves_do_not_deviate),
        cmocka_unit_test(a_lift_deviates_by_itself),
        cmocka_unit_test(a_delay_within_the_width_is_free),
        cmocka_unit_test(at_the_ends_a_delay_shows_in_full),
        cmocka_unit_test(a_jump_may_move_within_the_width),
        cmocka_unit_test(a_sparse_result_is_checked_between_its_points),
        cmocka_unit_test(a_pulse_that_the_result_misses_is_outside),
        cmocka_unit_test(a_spike_is_free_at_an_event_only),
        cmocka_unit_test(a_spike_of_the_reference_must_be_met),
        cmocka_unit_test(not_a_number_is_outside),
        cmocka_unit_test(numbers_of_any_size_are_compared),
        cmocka_unit_test(gaps_in_the_reference_are_refused),
        cmocka_unit_test(a_result_that_ends_early_is_outside_at_its_end),
        cmocka_unit_test(a_result_that_begins_late_is_outside),
        cmocka_unit_test(a_longer_result_is_compared_within),
        cmocka_unit_test(missing_signals_are_told),
        cmocka_unit_test(the_windows_agree_with_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
