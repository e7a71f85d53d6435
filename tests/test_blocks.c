/* Blocks: they compute what their equations say, with derivatives; phases are exact to the last bit, and
 * outputs are as continuous at their ends as the block claims. */
#include "component/class.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const eg_class *class_of(const char *name)
{
    const eg_class *c = eg_class_find(name);
    assert_non_null(c);
    return c;
}

static eg_jet value_at(const eg_class *c, const double *p, long phase, double t)
{
    eg_jet y = {NAN, NAN, NAN};
    c->block->evaluate(p, phase, (eg_jet){t, 1.0, 0.0}, NULL, &y);
    return y;
}

static long phase_at(const eg_class *c, const double *p, double t)
{
    return c->block->phase ? c->block->phase(p, t) : 0;
}

static double phase_end(const eg_class *c, const double *p, long phase)
{
    return c->block->phase_end ? c->block->phase_end(p, phase) : INFINITY;
}

/* Derivatives of a smooth function by central differences of step h: error h^2/6 f''' and rounding
 * eps*|f|/h for the first, h^2/12 f'''' and 4*eps*|f|/h^2 for the second; with h = 1e-4 and |f'''|, |f''''|
 * below `scale` both stay under 2e-8*scale and 1e-7*scale. */
static void check_jet(const eg_class *c, const double *p, double t, double scale)
{
    const double h = 1e-4;
    long phase = phase_at(c, p, t);
    eg_jet left = value_at(c, p, phase, t - h), here = value_at(c, p, phase, t),
           right = value_at(c, p, phase, t + h);
    double first = (right.x - left.x) / (2.0 * h), second = (right.x - 2.0 * here.x + left.x) / (h * h);
    if (fabs(here.dx - first) > 2e-8 * scale)
        fail_msg("%s at %g: derivative %.12g, differences say %.12g", c->name, t, here.dx, first);
    if (fabs(here.ddx - second) > 1e-7 * scale)
        fail_msg("%s at %g: second derivative %.12g, differences say %.12g", c->name, t, here.ddx, second);
}

/* Time as a general jet: chain rule. y(t(u)) with t = T, dt = a, d2t = b. */
static void check_chain(const eg_class *c, const double *p, double t)
{
    const double a = 0.75, b = -1.25;
    long phase = phase_at(c, p, t);
    eg_jet plain = value_at(c, p, phase, t), chained = {NAN, NAN, NAN};
    c->block->evaluate(p, phase, (eg_jet){t, a, b}, NULL, &chained);
    assert_true(chained.x == plain.x);
    assert_true(fabs(chained.dx - a * plain.dx) <= 1e-14 * fabs(plain.dx));
    double wanted = a * a * plain.ddx + b * plain.dx;
    assert_true(fabs(chained.ddx - wanted) <= 1e-14 * (fabs(plain.ddx) + 2.0 * fabs(plain.dx)));
}

/* Walks over the phases from `t`; at each end the neighbours in floating point lie in the old and the
 * new phase, and the output is as continuous there as the block says. */
static int walk(const eg_class *c, const double *p, double t, double stop)
{
    int ends = 0;
    int claimed = c->block->continuity ? c->block->continuity(p) : 2;
    for (long phase = phase_at(c, p, t);; ends++) {
        double end = phase_end(c, p, phase);
        if (end > stop)
            return ends;
        if (!(end > t))
            fail_msg("%s: phase %ld ends at %.17g, before it began at %.17g", c->name, phase, end, t);
        long before = phase_at(c, p, nextafter(end, -INFINITY)), after = phase_at(c, p, end);
        if (before != phase || after == phase)
            fail_msg("%s: phase %ld should end exactly at %.17g, but is %ld before and %ld there", c->name,
                     phase, end, before, after);
        eg_jet left = value_at(c, p, phase, end), right = value_at(c, p, after, end);
        double scale = fabs(left.x) + fabs(right.x) + 1.0;
        if (claimed >= 0 && fabs(left.x - right.x) > 1e-14 * scale)
            fail_msg("%s: jumps at %g", c->name, end);
        if (claimed >= 1 && fabs(left.dx - right.dx) > 1e-13 * scale)
            fail_msg("%s: the derivative jumps at %g", c->name, end);
        if (claimed == 2 && fabs(left.ddx - right.ddx) > 1e-12 * scale)
            fail_msg("%s: the second derivative jumps at %g", c->name, end);
        phase = after;
        t = end;
    }
}

static void constant_is_constant(void **state)
{
    (void)state;
    const eg_class *c = class_of("Modelica.Blocks.Sources.Constant");
    const double p[] = {3.5};
    eg_jet y = value_at(c, p, 0, 17.0);
    assert_true(y.x == 3.5 && y.dx == 0.0 && y.ddx == 0.0);
    assert_true(phase_end(c, p, 0) == INFINITY);
}

static void step_is_the_equation(void **state)
{
    (void)state;
    const eg_class *c = class_of("Modelica.Blocks.Sources.Step");
    const double p[] = {2.0, 0.5, 0.3}; /* height, offset, startTime */
    const double times[] = {-1.0, 0.0, nextafter(0.3, 0.0), 0.3, 0.4, 1e9};
    for (size_t i = 0; i < EG_COUNT(times); i++) {
        double wanted = 0.5 + (times[i] < 0.3 ? 0.0 : 2.0);
        eg_jet y = value_at(c, p, phase_at(c, p, times[i]), times[i]);
        assert_true(y.x == wanted && y.dx == 0.0 && y.ddx == 0.0);
    }
    assert_int_equal(walk(c, p, 0.0, 10.0), 1);
    assert_int_equal(walk(c, p, 0.3, 10.0), 0);
    assert_int_equal(c->block->continuity(p), -1);
    assert_int_equal(c->block->continuity((const double[]){0.0, 0.5, 0.3}), 2);
}

static void ramp_is_the_equation(void **state)
{
    (void)state;
    const eg_class *c = class_of("Modelica.Blocks.Sources.Ramp");
    /* height, duration, offset, startTime */
    const double cases[][4] = {
        {2.0, 0.7, 0.5, 0.3}, {-3.0, 0.1, 0.0, 0.7}, {1.0, 0.0, 0.0, 0.3}, {0.0, 1.0, 1.0, 0.0}};
    for (size_t k = 0; k < EG_COUNT(cases); k++) {
        const double *p = cases[k], h = p[0], d = p[1], o = p[2], s = p[3];
        for (int i = -5; i <= 25; i++) {
            double t = 0.1 * i;
            double wanted = o + (t < s ? 0.0 : t < s + d ? (t - s) * h / d : h);
            eg_jet y = value_at(c, p, phase_at(c, p, t), t);
            if (y.x != wanted)
                fail_msg("case %zu, t = %g: %.17g, wanted %.17g", k, t, y.x, wanted);
            double slope = t < s || t >= s + d ? 0.0 : h / d;
            assert_true(y.dx == slope && y.ddx == 0.0);
        }
        assert_int_equal(walk(c, p, -1.0, 10.0), d > 0.0 ? 2 : 1);
        check_chain(c, p, s + 0.5 * d);
    }
    assert_int_equal(c->block->continuity(cases[0]), 0);
    assert_int_equal(c->block->continuity(cases[2]), -1);
    assert_int_equal(c->block->continuity(cases[3]), 2);
}

static void ramp_refuses_a_slope_that_is_no_number(void **state)
{
    (void)state;
    const eg_class *c = class_of("Modelica.Blocks.Sources.Ramp");
    bool is_error = false;
    assert_non_null(c->check((const double[]){1.0, 1e-310, 0.0, 0.0}, NULL, &is_error));
    assert_true(is_error);
    assert_null(c->check((const double[]){1.0, 0.0, 0.0, 0.0}, NULL, &is_error));
    assert_null(c->check((const double[]){1.0, 2.0, 0.0, 0.0}, NULL, &is_error));
}

static void sine_is_the_equation(void **state)
{
    (void)state;
    const eg_class *c = class_of("Modelica.Blocks.Sources.Sine");
    const double pi = 2.0 * asin(1.0);
    /* amplitude, f, phase, continuous, offset, startTime */
    const double cases[][6] = {{2.0, 0.8, 0.0, 0.0, 0.5, 0.3},      {2.0, 0.8, 0.4, 0.0, 0.5, 0.3},
                               {2.0, 0.8, 0.4, 1.0, 0.5, 0.3},      {-1.5, 0.25, -1.0, 1.0, 0.0, 0.0},
                               {1.0, 0.5, 0.5 * pi, 1.0, 0.0, 0.2}, {0.0, 1.0, 1.0, 0.0, 1.0, 0.4}};
    const int continuity[] = {0, -1, 0, 0, 1, 2};
    for (size_t k = 0; k < EG_COUNT(cases); k++) {
        const double *p = cases[k];
        for (int i = -5; i <= 25; i++) {
            double t = 0.1 * i + 0.01;
            double before = p[3] != 0.0 ? p[0] * sin(p[2]) : 0.0;
            double wanted = p[4] + (t < p[5] ? before : p[0] * sin(2.0 * pi * p[1] * (t - p[5]) + p[2]));
            eg_jet y = value_at(c, p, phase_at(c, p, t), t);
            assert_true(y.x == wanted);
            /* |f'''| <= A w^3, |f''''| <= A w^4, w <= 5.03 */
            check_jet(c, p, t, 2.0 * 640.0);
            check_chain(c, p, t);
        }
        assert_int_equal(c->block->continuity(p), continuity[k]);
        assert_int_equal(walk(c, p, -1.0, 10.0), 1);
    }
    /* A phase of pi is a zero of the sine as well as a double can name one. */
    assert_int_equal(c->block->continuity((const double[]){1.0, 1.0, pi, 0.0, 0.0, 0.0}), 0);
    assert_int_equal(c->block->continuity((const double[]){1.0, 0.0, 0.0, 0.0, 0.0, 0.0}), 2);
}

/* Waits, then runs: with the derivatives that differences say, by the chain rule too. */
static void smooth_sources_are_their_equations(void **state)
{
    (void)state;
    const double pi = 2.0 * asin(1.0);
    const eg_class *cosine = class_of("Modelica.Blocks.Sources.Cosine"),
                   *exp_sine = class_of("Modelica.Blocks.Sources.ExpSine"),
                   *clock = class_of("Modelica.Blocks.Sources.ContinuousClock");
    const double c[] = {2.0, 0.8, 0.4,
                        1.0, 0.5, 0.3}; /* amplitude, f, phase, continuous, offset, startTime */
    const double e[] = {2.0, 0.8, 0.4, 0.7, 0.5, 0.3}; /* damping instead of continuous */
    const double k[] = {0.5, 0.3};
    for (int i = -5; i <= 25; i++) {
        double t = 0.1 * i + 0.01, a = 2.0 * pi * 0.8 * (t - 0.3) + 0.4;
        double wave = t < 0.3 ? cos(0.4) : cos(a), decay = t < 0.3 ? 0.0 : exp(-0.7 * (t - 0.3)) * sin(a);
        assert_true(fabs(value_at(cosine, c, phase_at(cosine, c, t), t).x - (0.5 + 2.0 * wave)) < 1e-15 * 8);
        assert_true(fabs(value_at(exp_sine, e, phase_at(exp_sine, e, t), t).x - (0.5 + 2.0 * decay)) <
                    1e-15 * 8);
        assert_true(value_at(clock, k, phase_at(clock, k, t), t).x == 0.5 + (t < 0.3 ? 0.0 : t - 0.3));
        check_jet(cosine, c, t, 2.0 * 640.0); /* as for the sine */
        check_jet(exp_sine, e, t, 2.0 * 1200.0);
        check_chain(cosine, c, t);
        check_chain(clock, k, t);
    }
    assert_int_equal(cosine->block->continuity(c), 0);
    assert_int_equal(exp_sine->block->continuity(e), -1);
    assert_int_equal(clock->block->continuity(k), 0);
    assert_int_equal(cosine->block->continuity((const double[]){1.0, 1.0, 0.0, 1.0, 0.0, 0.0}), 1);
}

/* MSL's algorithm, literally: count and T_start advance at the time events of its when-clause. */
typedef struct msl_pulse {
    double amplitude, width, period, nperiod, offset, startTime;
    double count, T_start;
} msl_pulse;

static double msl_pulse_value(const msl_pulse *m, double time)
{
    double T_width = m->period * m->width / 100.0;
    bool off = time < m->startTime || m->nperiod == 0.0 || (m->nperiod > 0.0 && m->count >= m->nperiod);
    return m->offset + (off ? 0.0 : time < m->T_start + T_width ? m->amplitude : 0.0);
}

static double msl_next(const msl_pulse *m)
{
    return (m->count + 1.0) * m->period + m->startTime;
}

static void check_pulse_at(const eg_class *c, const msl_pulse *m, double t)
{
    const double p[] = {m->amplitude, m->width, m->period, m->nperiod, m->offset, m->startTime};
    long phase = phase_at(c, p, t);
    eg_jet y = value_at(c, p, phase, t);
    if (y.x != msl_pulse_value(m, t))
        fail_msg("width %g, nperiod %g, t = %.17g: %g, wanted %g", m->width, m->nperiod, t, y.x,
                 msl_pulse_value(m, t));
    double out[3];
    eg_observation o = {.time = t, .p = p, .phase = phase};
    c->observe(&o, out);
    assert_true(out[0] == m->period * m->width / 100.0);
    if (out[1] != m->T_start || out[2] != m->count)
        fail_msg("t = %.17g: T_start %.17g, count %g, wanted %.17g, %g", t, out[1], out[2], m->T_start,
                 m->count);
}

static void check_pulse(double width, double period, double nperiod, double startTime)
{
    const eg_class *c = class_of("Modelica.Blocks.Sources.Pulse");
    msl_pulse m = {2.0, width, period, nperiod, 0.5, startTime, 0.0, 0.0};
    const double p[] = {m.amplitude, width, period, nperiod, m.offset, startTime};
    m.count = floor((0.0 - startTime) / period);
    m.T_start = startTime + m.count * period;
    int periods = 0;
    for (double t = 0.0; t < 20.0 * period; periods++) {
        check_pulse_at(c, &m, t);
        double end = msl_next(&m);
        for (int i = 1; i < 16; i++)
            check_pulse_at(c, &m, fmax(t, m.T_start + (end - m.T_start) * i / 16.0));
        /* A width of 100 % that rounding puts an ulp short of the period is a full period here. */
        if (width < 100.0)
            check_pulse_at(c, &m, nextafter(end, 0.0));
        t = end;
        m.count += 1.0;
        m.T_start = t;
    }
    int edges = walk(c, p, 0.0, m.T_start);
    int most = nperiod < 0.0 ? 2 * periods : periods + (int)nperiod;
    if (edges < periods || edges > most)
        fail_msg("%d events in %d periods", edges, periods);
}

static void pulse_does_what_msl_does(void **state)
{
    (void)state;
    const double widths[] = {1e-3, 10.0, 50.0, 70.0, 99.9, 100.0}, periods[] = {1.0, 0.1, 0.3, 7.0 / 3.0};
    const double counts[] = {-1.0, 0.0, 1.0, 3.0}, starts[] = {0.0, 0.05, 1.0, -2.3};
    for (size_t w = 0; w < EG_COUNT(widths); w++)
        for (size_t i = 0; i < EG_COUNT(periods); i++)
            for (size_t n = 0; n < EG_COUNT(counts); n++)
                for (size_t s = 0; s < EG_COUNT(starts); s++)
                    check_pulse(widths[w], periods[i], counts[n], starts[s]);
}

static void pulse_survives_extreme_times(void **state)
{
    (void)state;
    const eg_class *c = class_of("Modelica.Blocks.Sources.Pulse");
    const double p[] = {1.0, 50.0, DBL_MIN, -1.0, 0.0, 0.0};
    /* Nothing is promised but numbers: the period is far below what time resolves. */
    long phase = phase_at(c, p, 1e300);
    assert_true(isfinite(value_at(c, p, phase, 1e300).x));
    phase = phase_at(c, p, -1e300);
    assert_true(isfinite(value_at(c, p, phase, -1e300).x));
}

static void gain_and_add_are_linear(void **state)
{
    (void)state;
    const eg_class *gain = class_of("Modelica.Blocks.Math.Gain"), *add = class_of("Modelica.Blocks.Math.Add");
    const eg_jet u[] = {{1.0, 2.0, 3.0}, {10.0, 20.0, 30.0}};
    eg_jet y;
    gain->block->evaluate((const double[]){-2.0}, 0, (eg_jet){0.0, 1.0, 0.0}, u, &y);
    assert_true(y.x == -2.0 && y.dx == -4.0 && y.ddx == -6.0);
    add->block->evaluate((const double[]){3.0, -1.0}, 0, (eg_jet){0.0, 1.0, 0.0}, u, &y);
    assert_true(y.x == -7.0 && y.dx == -14.0 && y.ddx == -21.0);
    /* Partial derivatives by the same function. */
    const eg_jet seed[] = {{1.0, 0.0, 0.0}, {10.0, 1.0, 0.0}};
    add->block->evaluate((const double[]){3.0, -1.0}, 0, (eg_jet){0}, seed, &y);
    assert_true(y.dx == -1.0);
}

/* All sources with their defaults, also those of other vocabularies: phases meet without gap. */
static void default_sources_have_exact_phases(void **state)
{
    (void)state;
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++) {
        const eg_class *c = classes[i];
        if (c->kind != EG_BLOCK || c->port_count != 1 || c->source)
            continue;
        static const double table[] = {2.0, 3.0, 0.0, 0.0, 1.0, 2.0, 2.5, -1.0}; /* columns, rows, elements */
        double p[16 + EG_COUNT(table)];
        assert_true(c->parameter_count <= 16);
        memcpy(p + 16, table, sizeof table);
        for (size_t k = 0; k < c->parameter_count; k++)
            p[k] = c->parameters[k].columns != 0          ? 18.0 /* where the elements begin */
                   : c->parameters[k].need == EG_REQUIRED ? 1.0
                                                          : c->parameters[k].value;
        walk(c, p, -3.0, 30.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_is_constant),     cmocka_unit_test(step_is_the_equation),
        cmocka_unit_test(ramp_is_the_equation),     cmocka_unit_test(ramp_refuses_a_slope_that_is_no_number),
        cmocka_unit_test(sine_is_the_equation),     cmocka_unit_test(smooth_sources_are_their_equations),
        cmocka_unit_test(pulse_does_what_msl_does), cmocka_unit_test(pulse_survives_extreme_times),
        cmocka_unit_test(gain_and_add_are_linear),  cmocka_unit_test(default_sources_have_exact_phases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
