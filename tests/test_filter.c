/* Continuous.Filter: amplitudes of all kinds of filters against their definitions, and answers to a step;
 * and CombiTable1Dv. */
#include "component/block/continuous/filter_sections.h"
#include "equation_models.h"

#include <complex.h>

/* What a filter makes of exp(j*2*pi*f*t), from its sections. */
static double complex response(const eg_filter_design *d, double f)
{
    eg_filter_section s[EG_FILTER_MAX_ORDER];
    double complex w = I * 2 * PI * f, y = 1;
    int count = eg_filter_sections(d, s);
    TRUE(count > 0);
    for (int i = 0; i < count; i++) {
        double complex x1 = s[i].b == 0
                                ? -s[i].a / (w - s[i].a)
                                : s[i].ku * (w - s[i].a) / ((w - s[i].a) * (w - s[i].a) + s[i].b * s[i].b);
        double complex x2 = s[i].b == 0 ? x1 : s[i].b * x1 / (w - s[i].a);
        bool through = d->type != EG_BAND_PASS;
        if (d->type == EG_LOW_PASS)
            y *= x2;
        else
            y *= s[i].b == 0 ? 1 - x1 : s[i].k1 * x1 + s[i].k2 * x2 + through;
    }
    return y;
}

static const double MINUS_3_DB = 0.70794578438413791; /* 10^(-3/20) */

static void low_passes_are_what_they_are_called(void **state)
{
    (void)state;
    for (int order = 1; order <= EG_FILTER_MAX_ORDER; order++) {
        eg_filter_design d = {
            .type = EG_LOW_PASS, .order = order, .f_cut = 5, .ripple = 1, .normalized = true};
        for (d.analog = EG_CRITICAL_DAMPING; d.analog <= EG_CHEBYSHEV_I; d.analog++) {
            NEAR(cabs(response(&d, 0)), 1, 1e-11);
            double there = d.analog == EG_BUTTERWORTH ? sqrt(0.5) : MINUS_3_DB;
            NEAR(cabs(response(&d, 5)), there, 1e-9);
            d.type = EG_HIGH_PASS;
            NEAR(cabs(response(&d, 5)), there, 1e-9);
            double above = cabs(response(&d, 5 / 0.7));
            d.type = EG_LOW_PASS;
            NEAR(above, cabs(response(&d, 5 * 0.7)), 1e-8);
        }
        d.analog = EG_BUTTERWORTH;
        NEAR(cabs(response(&d, 4)), 1 / sqrt(1 + pow(0.8, 2 * order)), 1e-10);
        d.analog = EG_CHEBYSHEV_I;
        d.normalized = false; /* sqrt(1 + e^2) is the gain at 0 of an even order */
        double e2 = pow(10, 0.1) - 1, t = cos(order * acos(0.8)), top = order % 2 ? 1 : sqrt(1 + e2);
        NEAR(cabs(response(&d, 4)), top / sqrt(1 + e2 * t * t), 1e-9);
    }
    eg_filter_design bessel = {EG_BESSEL, EG_LOW_PASS, 3, 1 / (2 * PI), 0, 1, false};
    double complex s = I * 1.7;
    double complex truth = 15 / (s * s * s + 6 * s * s + 15 * s + 15);
    NEAR(cabs(response(&bessel, 1.7 / (2 * PI)) - truth), 0, 1e-13);
    for (int order = 2; order <= EG_FILTER_MAX_ORDER;
         order++) { /* the delay of theta is 1 s at low frequencies */
        bessel.order = order;
        NEAR(carg(response(&bessel, 1e-3)), -2 * PI * 1e-3, 1e-8);
    }
    ALL_WELL();
}

static void bands_are_low_passes_moved(void **state)
{
    (void)state;
    for (int order = 1; order <= 10; order++) {
        eg_filter_design d = {EG_BUTTERWORTH, EG_BAND_PASS, order, 6, 2, 1, true};
        eg_filter_design low = {EG_BUTTERWORTH, EG_LOW_PASS, order, 1, 0, 1, true};
        double f0 = sqrt(12), w = 4 / f0;
        for (double f = 1; f < 12; f += 0.7)
            NEAR(cabs(response(&d, f)), cabs(response(&low, fabs(f / f0 - f0 / f) / w)), 1e-10);
        if (order > 1)
            continue;
        d.type = EG_BAND_STOP;
        for (double f = 1; f < 12; f += 0.7)
            NEAR(cabs(response(&d, f)), cabs(response(&low, w / fabs(f / f0 - f0 / f))), 1e-10);
    }
    eg_filter_design wide = {EG_CRITICAL_DAMPING, EG_BAND_PASS, 1, 100, 1, 1, true};
    eg_filter_section s[2];
    assert_int_equal(eg_filter_sections(&wide, s), -1);
    ALL_WELL();
}

static void filters_answer_a_step(void **state)
{
    (void)state;
    rig r = run_text(
        "model M import Modelica.Blocks.Continuous.Filter; import Modelica.Blocks.Types.*; "
        "Modelica.Blocks.Sources.Step s(startTime = 0.1); "
        "Filter b(analogFilter = AnalogFilter.Butterworth, order = 3, f_cut = 2), "
        "h(filterType = FilterType.HighPass, order = 1, f_cut = 2, normalized = false, u_nominal = "
        "100, gain = 3), "
        "c(order = 2, f_cut = 2, normalized = false, init = Init.InitialState, x_start = {0.5, 0.25}), "
        "o(order = 1, f_cut = 2, normalized = false, init = Init.InitialOutput, y_start = 0.5), "
        "band(filterType = FilterType.BandPass, analogFilter = AnalogFilter.Bessel, order = 2, f_cut = "
        "3, f_min = 2), "
        "stop(filterType = FilterType.BandStop, analogFilter = AnalogFilter.ChebyshevI, order = 3, "
        "f_cut = 3, f_min = "
        "2); equation connect(s.y, b.u); connect(s.y, h.u); connect(s.y, c.u); connect(s.y, o.u); "
        "connect(s.y, band.u); "
        "connect(s.y, stop.u); end M;",
        1.0, 1e-9);
    const double w = 4 * PI, root = sqrt(3);
    for (size_t i = 0; i < rows(&r); i++) {
        double all = time_of(&r, i), t = fmax(all - 0.1, 0) * w, e = exp(-all * w);
        if (fabs(all - 0.1) < 1e-9)
            continue;
        NEAR(at(&r, "b.y", i), 1 - exp(-t) - 2 / root * exp(-t / 2) * sin(root / 2 * t), 1e-6);
        NEAR(at(&r, "h.y", i), all < 0.1 ? 0 : 3 * exp(-t), 1e-6);
        NEAR(at(&r, "c.y", i), 0.25 * e + 0.5 * all * w * e + 1 - (1 + t) * exp(-t), 1e-6);
        NEAR(at(&r, "o.y", i), 0.5 * e + 1 - exp(-t), 1e-6);
    }
    NEAR(at(&r, "band.y", 0), 0, 1e-12);
    AT_MOST(fabs(end(&r, "stop.y")), 2);
    rig_end(&r);
    rig bad =
        rig_read("model M Modelica.Blocks.Continuous.Filter f(filterType = "
                 "Modelica.Blocks.Types.FilterType.BandPass, order = 1, f_cut = 100, f_min = 1); end M;");
    TRUE(bad.status == EG_ERROR_MODEL);
    rig_end(&bad);
}

static void tables_take_a_signal_each(void **state)
{
    (void)state;
    rig r = run_text(
        "model M Modelica.Blocks.Tables.CombiTable1Dv t(table = [0, 1, 5; 1, 3, 4; 2, 4, 0], columns = {3, "
        "2}), all(table = [0, 1, 5; 1, 3, 4], extrapolation = "
        "Modelica.Blocks.Types.Extrapolation.HoldLastPoint); "
        "Modelica.Blocks.Sources.ContinuousClock c; Modelica.Blocks.Math.Gain g(k = 2); "
        "equation connect(c.y, g.u); connect(c.y, t.u[1]); connect(g.y, t.u[2]); connect(g.y, all.u[1]); "
        "connect(c.y, all.u[2]); end M;",
        1.0, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        NEAR(at(&r, "t.y[1]", i), 5 - t, 1e-12);
        NEAR(at(&r, "t.y[2]", i), t < 0.5 ? 1 + 4 * t : 2 + 2 * t, 1e-12);
        NEAR(at(&r, "all.y[1]", i), t < 0.5 ? 1 + 4 * t : 3, 1e-12);
        NEAR(at(&r, "all.y[2]", i), 5 - t, 1e-12);
    }
    rig_end(&r);
}

/* z = 1 + u1*(u2 - 10), which is linear in each: 1, 1, 1 at u1 = 0 and 1, 9, 17 at u1 = 2.
 * Beyond: held, gone on, repeated, or an error. Steps take the lower row and column. */
#define Z "table = [0, 10, 14, 18; 0, 1, 1, 1; 2, 1, 9, 17]"
static void a_table_of_two_signals(void **state)
{
    (void)state;
    static const struct {
        const char *how;
        double u1, u2, y;
    } cases[] = {{"", 1.5, 11, 2.5},
                 {"", 3, 20, 31},
                 {"", -1, 9, 2},
                 {"extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint", 3, 20, 17},
                 {"extrapolation = Modelica.Blocks.Types.Extrapolation.HoldLastPoint", 1, 9, 1},
                 {"extrapolation = Modelica.Blocks.Types.Extrapolation.Periodic", 3.5, 19, 2.5},
                 {"smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments", 1.9, 15, 1},
                 {"smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments", 2.5, 15, 13.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "model M Modelica.Blocks.Tables.CombiTable2Ds t(" Z "%s%s);"
                 " Modelica.Blocks.Tables.CombiTable2Dv v(n = 2, " Z "%s%s);"
                 " parameter Real a = %g, b = %g; equation t.u1 = a + (time - 1); t.u2 = b; "
                 "v.u1 = {a, a + time - 1}; "
                 "v.u2 = {b, b}; end M;",
                 *cases[i].how ? ", " : "", cases[i].how, *cases[i].how ? ", " : "", cases[i].how,
                 cases[i].u1, cases[i].u2);
        rig r = run_text(text, 1, 1e-6);
        NEAR(end(&r, "t.y"), cases[i].y, 16 * ULP * cases[i].y);
        NEAR(end(&r, "v.y[2]"), cases[i].y, 16 * ULP * cases[i].y);
        rig_release(&r);
    }
    rig r = rig_read(
        "model M Modelica.Blocks.Tables.CombiTable2Ds t(table = [0, 1; 0, 1; 2, 3], extrapolation = "
        "Modelica.Blocks.Types.Extrapolation.NoExtrapolation); equation t.u1 = 3*time; t.u2 = 1; end M;");
    try_run(&r, 1, 1e-6);
    TRUE(r.status != EG_OK);
    SAYS_ERROR(&r, "extrapolation is NoExtrapolation");
    rig_end(&r);
}

/* Bilinear through the four points of the cell of rows i, i + 1 and columns k, k + 1 of a table. */
static double bilinear(const double t[4][4], int i, int k, double u1, double u2)
{
    double a = (u1 - t[i][0]) / (t[i + 1][0] - t[i][0]), b = (u2 - t[0][k]) / (t[0][k + 1] - t[0][k]);
    return (1 - a) * ((1 - b) * t[i][k] + b * t[i][k + 1]) +
           a * ((1 - b) * t[i + 1][k] + b * t[i + 1][k + 1]);
}

/* Steps go on as MSL's do: bilinear as in the nearest cell, in both inputs, once one of them is outside. */
static void steps_of_two_signals_go_on_as_lines(void **state)
{
    (void)state;
    static const double t[4][4] = {{0, 0, 1, 3}, {0, 0, 1, 5}, {2, 4, 6, 7}, {3, 9, 10, 20}};
    static const double points[] = {-1, 0, 0.5, 1.2, 2, 2.5, 3, 4};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++) {
            double u1 = points[i], u2 = points[k];
            int row = u1 < 2 ? 1 : 2, column = u2 < 1 ? 1 : 2;
            bool inside = u1 >= 0 && u1 <= 3 && u2 >= 0 && u2 <= 3;
            double y = inside ? t[u1 == 3 ? 3 : row][u2 == 3 ? 3 : column] : bilinear(t, row, column, u1, u2);
            char text[500];
            snprintf(
                text, sizeof text,
                "model M Modelica.Blocks.Tables.CombiTable2Ds t(table = [0, 0, 1, 3; 0, 0, 1, 5; 2, 4, 6, 7; "
                "3, 9, 10, 20], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments); "
                "equation t.u1 = %g; t.u2 = %g; end M;",
                u1, u2);
            rig r = run_text(text, 1, 1e-6);
            /* ten operations on numbers up to 40 */
            NEAR(end(&r, "t.y"), y, 10 * 40 * ULP);
            rig_release(&r);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_two_signals_go_on_as_lines),
        cmocka_unit_test(low_passes_are_what_they_are_called),
        cmocka_unit_test(bands_are_low_passes_moved),
        cmocka_unit_test(filters_answer_a_step),
        cmocka_unit_test(tables_take_a_signal_each),
        cmocka_unit_test(a_table_of_two_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
