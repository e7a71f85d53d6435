/* Amplitude spectra against closed forms. */
#include "elastogap/spectrum.h"

#include "base/trajectory.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;

static eg_trajectory *begin_run(int is_discrete)
{
    eg_trajectory *t = eg_trajectory_create();
    assert_non_null(t);
    t->column_count = 1;
    const eg_signal info = {.name = "x", .unit = "m", .doc = "", .is_discrete = is_discrete};
    assert_int_equal(eg_trajectory_add_signal(t, info, 0, 0.0), 0);
    return t;
}

static void add(eg_trajectory *t, double time, double value)
{
    double *row = eg_trajectory_add_row(t);
    assert_non_null(row);
    row[0] = time;
    row[1] = value;
}

static eg_spectrum spectrum_of(scratch *s, eg_trajectory *t, eg_spectrum_options o)
{
    eg_spectrum x;
    if (eg_trajectory_spectrum(t, 0, &o, s->diagnostics, &x) != EG_OK)
        fail_msg("%s", scratch_message(s));
    return x;
}

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

/* A sine of any frequency, phase, size and start of time. The logarithm of Hann's line is -(d^2*(pi^2/6 -
 * 1) + d^4*(pi^4/180 - 1/2) + ...). The parabola through d = -1/16, 1/16 and 3/16, the worst three points,
 * makes -9/16^4 of d^4 at 0: 5.7e-6. The image at -f adds 1/(pi*2*f*T*((2*f*T)^2 - 1)). */
static void a_sine_has_its_amplitude(void **state)
{
    scratch *s = *state;
    static const struct {
        double f, phase, size, start;
    } cases[] = {{10.0, 0.0, 1.0, 0.0},     {10.03, 0.3, 2.5, 0.0},    {7.4321, 1.1, 1e-300, 5.0},
                 {23.517, 2.0, 1e308, 0.0}, {12.25, 4.0, 3e-7, 1.0e4}, {49.9, 0.0, 1.0, -3.0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double f = cases[i].f, span = 4.0, size = cases[i].size;
        eg_trajectory *t = begin_run(0);
        for (int k = 0; k <= 4096; k++) {
            const double since = span * k / 4096;
            add(t, cases[i].start + since, size * sin(2.0 * PI * f * since + cases[i].phase));
        }
        eg_spectrum x = spectrum_of(s, t, eg_spectrum_options_default());
        assert_true(x.peak_count == 1);
        const double image = 1.0 / (PI * 2.0 * f * span * (4.0 * f * f * span * span - 1.0));
        assert_near(x.peaks[0].amplitude / size, 1.0, 6e-6 + image);
        assert_near(x.peaks[0].frequency, f, 1e-4 / span + image / span);
        assert_near(x.mean / size, 0.0, 8.0 * image); /* half as far away */
        double most = 0.0;
        for (size_t k = 1; k < x.count; k++)
            most = fmax(most, x.amplitude[k] / size);
        assert_true(most <= 1.0 + image && most >= 1.0 - 0.0026 - image); /* 1/16 beside the top at most */
        eg_spectrum_release(&x);
        eg_trajectory_free(t);
    }
}

/* Two lines on a mean, one 500 times smaller than the other: no side lobe is taken for a line. */
static void two_lines_are_told_apart(void **state)
{
    scratch *s = *state;
    static const eg_window windows[] = {EG_WINDOW_HANN, EG_WINDOW_FLATTOP};
    eg_trajectory *t = begin_run(0);
    for (int k = 0; k <= 8000; k++) {
        const double time = 10.0 * k / 8000;
        add(t, time, 7.0 + 5.0 * cos(2.0 * PI * 11.13 * time) + 0.01 * sin(2.0 * PI * 37.77 * time));
    }
    for (size_t i = 0; i < 2; i++) {
        eg_spectrum_options o = eg_spectrum_options_default();
        o.window = windows[i];
        eg_spectrum x = spectrum_of(s, t, o);
        assert_int_equal(x.peak_count, 2);
        /* What one leaks to the other: 5/(pi*d^3) at d = 266, and 2e-4 of the flat top's bandwidth. */
        assert_near(x.peaks[0].amplitude, 5.0, 5.0 * (i == 0 ? 4e-6 : 3e-4));
        assert_near(x.peaks[0].frequency, 11.13, i == 0 ? 2e-5 : 0.05); /* flat over half of 1/10 s */
        assert_near(x.peaks[1].amplitude, 0.01, i == 0 ? 1e-6 : 6e-4);
        assert_near(x.peaks[1].frequency, 37.77, 0.05);
        assert_near(x.mean, 7.0, i == 0 ? 1e-5 : 6e-4);
        eg_spectrum_release(&x);
    }
    eg_trajectory_free(t);
}

/* A square wave of 1 and -1, period 1 s, whose jumps lie between samples and have both sides as rows:
 * 4/(pi*n) at odd n, nothing at even ones. The trapezoidal rule of distance h makes (w*h/2)*cot(w*h/2), 1
 * - (w*h)^2/12 and less, of what a jump adds at w = 2*pi*n; the sides of a jump, h/2 together at most, are
 * shared between samples, which changes (w*h)^2/8 of that; two jumps a period, of both sides. */
static void a_square_wave_has_odd_harmonics(void **state)
{
    scratch *s = *state;
    const double shift = 0.123456, h = 1.0 / 2048;
    for (int is_discrete = 0; is_discrete < 2; is_discrete++) {
        eg_trajectory *t = begin_run(is_discrete);
        double next = shift, level = 1.0;
        for (int k = 0; k <= 16384; k++) {
            const double time = k * h;
            for (; next < time; next += 0.5) {
                add(t, next, level);
                level = -level;
                add(t, next, level);
            }
            add(t, time, level);
        }
        eg_spectrum_options o = eg_spectrum_options_default();
        o.window = EG_WINDOW_RECTANGULAR;
        eg_spectrum x = spectrum_of(s, t, o);
        assert_near(x.frequency[64], 1.0, 1e-12); /* eight frequencies in 1/8 Hz */
        for (int n = 1; n <= 40; n++) {
            const double w = 2.0 * PI * n, size = n % 2 == 1 ? 4.0 / (PI * n) : 0.0;
            const double shared = 2.0 * 2.0 * (h / 2.0) * (w * h) * (w * h) / 8.0;
            assert_near(x.amplitude[64 * n], size, size * (w * h) * (w * h) / 11.0 + shared + 1e-12);
        }
        assert_near(x.mean, 0.0, 1e-12);
        eg_spectrum_release(&x);
        o.window = EG_WINDOW_HANN;
        x = spectrum_of(s, t, o);
        assert_int_equal(x.peak_count, EG_SPECTRUM_PEAKS);
        for (int i = 0; i < EG_SPECTRUM_PEAKS; i++) {
            const int n = 2 * i + 1;
            const double w = 2.0 * PI * n;
            double leaked = 6e-6;
            for (int m = 1; m < 4000; m += 2) { /* Hann's side lobes of all other lines, and of all images */
                const double far = 8.0 * abs(m - n), image = 8.0 * (m + n);
                leaked += m == n ? 0.0 : 4.0 / (PI * m) / (PI * far * (far * far - 1.0));
                leaked += 4.0 / (PI * m) / (PI * image * (image * image - 1.0));
            }
            assert_near(x.peaks[i].frequency, n, 1e-3);
            assert_near(x.peaks[i].amplitude, 4.0 / (PI * n),
                        leaked + 4.0 / (PI * n) * (w * h) * (w * h) / 8.0);
        }
        eg_spectrum_release(&x);
        eg_trajectory_free(t);
    }
}

/* Parabolas of height 1 and period 1: 4/(pi^2*n^2), the mean is 2/3. Lines between rows cut
 * 0.5*(h/2)^2*8*2/3 of the parabola's height. */
static void hops_fall_as_squares(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = begin_run(0);
    for (int k = 0; k <= 16000; k++) {
        const double time = 16.0 * k / 16000, phase = time - floor(time);
        add(t, time, 4.0 * phase * (1.0 - phase));
    }
    eg_spectrum x = spectrum_of(s, t, eg_spectrum_options_default());
    assert_near(x.mean, 2.0 / 3.0, 1e-4);
    for (int n = 1; n <= 8; n++) {
        /* The largest lines beside it are 16 away: 1/(pi*16^3). */
        assert_near(x.peaks[n - 1].frequency, n, 1e-3);
        assert_near(x.peaks[n - 1].amplitude, 4.0 / (PI * PI * n * n), 4.0 / (PI * PI) * (8e-5 + 6e-6));
    }
    eg_spectrum_release(&x);
    eg_trajectory_free(t);
}

/* Rows where a solver put them: lines between them, on a grid as fine as most of them. */
static void uneven_rows_are_resampled(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = begin_run(0);
    double time = 0.0;
    for (int k = 0; time < 5.0; k++) {
        add(t, time, sin(2.0 * PI * 3.3 * time));
        time += 0.001 * (1.0 + 0.9 * sin(0.37 * k));
    }
    eg_spectrum_options o = eg_spectrum_options_default();
    o.from = 0.5;
    o.to = 4.5;
    o.max_frequency = 20.0;
    eg_spectrum x = spectrum_of(s, t, o);
    assert_true(x.frequency[x.count - 1] <= 20.0 && x.frequency[x.count - 1] > 19.9);
    assert_true(x.from == 0.5 && fabs(x.to - 4.5) < 1e-12);
    assert_int_equal(x.peak_count, 1);
    /* (2*pi*f*h)^2/8 of a line at most, h = 0.0019, and the image at -f */
    assert_near(x.peaks[0].amplitude, 1.0, 1.94e-4 + 2e-5);
    eg_spectrum_release(&x);
    eg_trajectory_free(t);
}

static void assert_refused(scratch *s, const eg_trajectory *t, double from, double to, const char *message)
{
    eg_spectrum x;
    eg_spectrum_options o = eg_spectrum_options_default();
    o.from = from;
    o.to = to;
    assert_int_equal(eg_trajectory_spectrum(t, 0, &o, s->diagnostics, &x), EG_ERROR_USAGE);
    assert_message(s, message);
    eg_spectrum_release(&x);
}

static void what_has_no_spectrum_is_refused(void **state)
{
    scratch *s = *state;
    eg_trajectory *t = begin_run(0);
    assert_refused(s, t, NAN, NAN, "a run of 0 rows");
    for (int k = 0; k <= 100; k++)
        add(t, 0.01 * k, k == 80 ? NAN : 1.0);
    assert_refused(s, t, NAN, NAN, "no number at 0.8 s");
    assert_refused(s, t, -1.0, 0.5, "the run is from 0 s to 1 s");
    assert_refused(s, t, 0.5, 1.5, "the run is from 0 s to 1 s");
    assert_refused(s, t, 0.2, 0.23, "8 to 1048576 samples");
    /* Of what stands still nothing is told but the mean. */
    eg_spectrum_options o = eg_spectrum_options_default();
    o.to = 0.5;
    eg_spectrum x = spectrum_of(s, t, o);
    assert_int_equal(x.peak_count, 0);
    assert_near(x.mean, 1.0, 1e-15);
    assert_near(x.amplitude[0], 1.0, 1e-15);
    eg_spectrum_release(&x);
    eg_trajectory_free(t);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, scratch_create, scratch_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_sine_has_its_amplitude),        TEST(two_lines_are_told_apart),
        TEST(a_square_wave_has_odd_harmonics), TEST(hops_fall_as_squares),
        TEST(uneven_rows_are_resampled),       TEST(what_has_no_spectrum_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
