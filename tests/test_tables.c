/* CombiTimeTable: cubics of all kinds, columns, extrapolation, many outputs; against closed forms and
 * properties. */
#include "component/block/tables/spline.h"
#include "equation_models.h"

#define S_ "smoothness = Modelica.Blocks.Types.Smoothness."
#define X_ "extrapolation = Modelica.Blocks.Types.Extrapolation."

static rig run_body(const char *body, double stop)
{
    char text[3000];
    snprintf(text, sizeof text, "model Case import Modelica.Blocks.*; %s end Case;", body);
    return run_text(text, stop, 1e-9);
}

/* Akima's slopes at equidistant points of a parabola are its derivatives, Steffen's but at the ends, and the
 * cubics with them are the parabola. */
static void parabolas_are_met(void **state)
{
    (void)state;
    rig r = run_body("Sources.CombiTimeTable a(table = [0, 0; 1, 1; 2, 4; 3, 9; 4, 16; 5, 25], " S_
                     "ContinuousDerivative), s(table = a.table, " S_ "MonotoneContinuousDerivative2); "
                     "Continuous.Der v; equation connect(a.y[1], v.u);",
                     6.0);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), beyond = t > 5 ? 25 + 10 * (t - 5) : t * t;
        NEAR(at(&r, "a.y[1]", i), beyond, 1e-12);
        NEAR(at(&r, "v.y", i), t > 5 ? 10 : 2 * t, 1e-11);
        if (t >= 1 && t <= 4)
            NEAR(at(&r, "s.y[1]", i), t * t, 1e-12);
    }
    NEAR(end(&r, "s.y[1]"), 25 + 9, 1e-12); /* goes on with the slope of the last line */
    rig_end(&r);
}

static double fritsch_butland(double before, double after, double left, double right)
{
    double a = (before + 2 * after) / (3 * (before + after));
    return left * right / (a * right + (1 - a) * left);
}

/* Slopes by hand, from the definitions in another form. */
static void slopes_are_those_of_their_authors(void **state)
{
    (void)state;
    const double e[] = {0, 1, 1, 2, 3, 3, 4, 7, 4.5, 7, 6, 5};
    eg_spline s = {e, 6, 2, 1, EG_CONTINUOUS_DERIVATIVE};
    const double d[] = {-2.5 / 1, 1, 0.5, 4, 0, -4 / 3.0}; /* d[1..5]: slopes of the lines */
    /* point 2: weights |d3 - d2| of the next and |d1 - d0|, where d0 goes on in a line before the first */
    double before = 2 * d[1] - d[2];
    NEAR(eg_spline_slope(&s, 1),
         (fabs(d[4 - 1] - d[2]) * d[1] + fabs(d[1] - before) * d[2]) /
             (fabs(d[3] - d[2]) + fabs(d[1] - before)),
         1e-15);
    NEAR(eg_spline_slope(&s, 2), (4 * d[2] + 0.5 * d[3]) / 4.5, 1e-15);
    s.smoothness = EG_MODIFIED_DERIVATIVE;
    double right = fabs(0 - 4.0) + 0.5 * 4, left = fabs(1 - 0.5) + 0.5 * 1.5;
    NEAR(eg_spline_slope(&s, 2), (right * d[2] + left * d[3]) / (right + left), 1e-15);
    s.smoothness = EG_MONOTONE_DERIVATIVE1;
    NEAR(eg_spline_slope(&s, 1), fritsch_butland(1, 2, 1, 0.5), 1e-15);
    NEAR(eg_spline_slope(&s, 3), 0, 0); /* a line beside it is flat */
    NEAR(eg_spline_slope(&s, 0), 1, 0);
    s.smoothness = EG_MONOTONE_DERIVATIVE2;
    NEAR(eg_spline_slope(&s, 1), (1 * 2 + 0.5 * 1) / 3, 1e-15); /* the parabola's */
    NEAR(eg_spline_slope(&s, 2), 1, 1e-15);                     /* twice the lesser line's */
    NEAR(eg_spline_slope(&s, 4), 0, 0);
    ALL_WELL();
}

/* Through the points, smooth between them, and never beyond them for the two that promise it. */
static void cubics_keep_their_promises(void **state)
{
    (void)state;
    static const int kinds[] = {EG_CONTINUOUS_DERIVATIVE, EG_MONOTONE_DERIVATIVE1, EG_MONOTONE_DERIVATIVE2,
                                EG_MODIFIED_DERIVATIVE};
    uint32_t seed = 7;
    for (int round = 0; round < 200; round++) {
        double e[2 * 9];
        long n = 2 + round % 8;
        for (long k = 0; k < n; k++) {
            seed = seed * 1664525u + 1013904223u;
            e[2 * k] = (k ? e[2 * k - 2] : 0) + 0.01 + (double)(seed >> 20) / 4096;
            seed = seed * 1664525u + 1013904223u;
            e[2 * k + 1] = (double)((seed >> 28) % 4); /* with flat parts */
        }
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            eg_spline s = {e, n, 2, 1, kinds[i]};
            for (long k = 0; k + 1 < n; k++) {
                double x0 = e[2 * k], x1 = e[2 * k + 2], y0 = e[2 * k + 1], y1 = e[2 * k + 3];
                eg_jet a = eg_spline_piece(&s, k, x0), b = eg_spline_piece(&s, k, x1);
                NEAR(a.x, y0, 0);
                NEAR(b.x, y1, 1e-13 * (1 + fabs(y1)));
                NEAR(a.dx, eg_spline_slope(&s, k), 0);
                NEAR(b.dx, eg_spline_slope(&s, k + 1), 1e-12 * (1 + fabs(b.dx) + 6 / (x1 - x0)));
                bool monotone = kinds[i] == EG_MONOTONE_DERIVATIVE1 || kinds[i] == EG_MONOTONE_DERIVATIVE2;
                for (int j = 1; j < 16 && monotone; j++) {
                    double y = eg_spline_piece(&s, k, x0 + (x1 - x0) * j / 16).x;
                    AT_MOST(y, fmax(y0, y1) + 1e-12);
                    AT_MOST(-y, -fmin(y0, y1) + 1e-12);
                }
            }
        }
    }
    ALL_WELL();
}

static void columns_outputs_and_ends(void **state)
{
    (void)state;
    rig r = run_body(
        "Sources.CombiTimeTable c(table = [0, 1, 10, 100; 1, 2, 20, 400], columns = {4, 2, 2}, offset = "
        "{0, 5, "
        "-5}), "
        "many(table = [0, 1, 2, 3, 4, 5, 6, 7, 8; 2, 1, 2, 3, 4, 5, 6, 7, 8]), "
        "scaled(table = [0, 0; 1, 1; 2, 4; 3, 9], timeScale = 0.5, shiftTime = 0.25, startTime = 0, " S_
        "ContinuousDerivative, " X_ "HoldLastPoint), "
        "again(table = [0, 0; 0.25, 1; 0.5, 0], " S_ "MonotoneContinuousDerivative1, " X_ "Periodic), "
        "whole(table = [0, 0; 2, 4], " X_ "NoExtrapolation);",
        2.0);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), x = (t - 0.25) / 0.5, tau = fmod(t, 0.5) / 0.25,
               v = tau < 1 ? tau : 2 - tau;
        NEAR(at(&r, "c.y[1]", i), 100 + 300 * t, 1e-12);
        NEAR(at(&r, "c.y[2]", i), 1 + t + 5, 1e-13);
        NEAR(at(&r, "c.y[3]", i), 1 + t - 5, 1e-13);
        NEAR(at(&r, "many.y[8]", i), 8, 0);
        NEAR(at(&r, "scaled.y[1]", i), x < 0 ? 0 : x > 3 ? 9 : x * x, 1e-12);
        /* slopes 4 at the foot, 0 at the top: v + v^2 - v^3 */
        NEAR(at(&r, "again.y[1]", i), v + v * v - v * v * v, 1e-12);
        NEAR(at(&r, "whole.y[1]", i), 2 * t, 1e-13);
    }
    rig_end(&r);
}

/* A triangle that repeats every 0.5 s and began ever so long ago: periods that doubles cannot count before
 * it began do not matter, since they are counted from shiftTime. */
static void periods_that_began_long_ago(void **state)
{
    (void)state;
    static const char *const starts[] = {"-3", "-1e12", "-1e20", "-1e30", "-1e300"};
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
        char body[300];
        snprintf(body, sizeof body,
                 "Sources.CombiTimeTable c(table = [0, 0; 0.25, 1; 0.5, 0], " X_
                 "Periodic, startTime = %s, shiftTime = 0);",
                 starts[k]);
        rig r = run_body(body, 2.0);
        for (size_t i = 0; i < rows(&r); i++) {
            const double tau = fmod(time_of(&r, i), 0.5) / 0.25;
            NEAR(at(&r, "c.y[1]", i), tau < 1 ? tau : 2 - tau, 1e-13);
        }
        rig_end(&r);
    }
}

/* What is smooth enough moves a flange exactly; the run ends where a table does that must not go on. */
static void ends_have_their_consequences(void **state)
{
    (void)state;
    rig r = run_body(
        USES "Sources.CombiTimeTable c(table = [0, 0; 1, 1; 2, 4; 3, 5], " S_
             "MonotoneContinuousDerivative2); Modelica.Mechanics.Translational.Sources.Position p(exact "
             "= true); Mass m(m = 1); "
             "equation connect(c.y[1], p.s_ref); connect(p.flange, m.flange_a);",
        3.0);
    NEAR(end(&r, "m.s"), 5, 1e-12);
    rig_end(&r);
    rig outside = rig_read("model M Modelica.Blocks.Sources.CombiTimeTable c(table = [0, 0; 1, 4], " X_
                           "NoExtrapolation); end M;");
    rig_demand(&outside, outside.status == EG_OK, "the text is refused");
    TRUE(eg_model_compile(outside.spec, outside.d, &outside.model) == EG_OK);
    eg_simulate_options options = eg_simulate_options_default(outside.model);
    options.stop_time = 2;
    TRUE(eg_simulate(outside.model, &options, outside.d, &outside.t, NULL) != EG_OK);
    char said[600] = "";
    for (size_t i = 0; i < eg_diagnostics_count(outside.d); i++)
        if (!strstr(said, "outside"))
            eg_diagnostic_format(eg_diagnostics_get(outside.d, i), 0, said, sizeof said);
    TRUE(strstr(said, "the time lies outside of the table") != NULL);
    rig_end(&outside);
}

/* Of a signal: |u|, a square with Akima's cubics, stairs, a wave that repeats, a column chosen; where the
 * input passes a row is an event. */
static void functions_of_a_signal(void **state)
{
    (void)state;
    rig r = run_body(
        "Sources.Sine w(f = 1, amplitude = 2.5); Sources.Constant one(k = 0.5); "
        "Tables.CombiTable1Ds a(table = [-1, 1, 10; 0, 0, 20; 1, 1, 30]), b(table = [-3, 9; -2, 4; -1, 1; "
        "0, 0; 1, 1; "
        "2, 4; 3, 9], " S_ "ContinuousDerivative), c(table = [-1, 1; 0, 2; 1, 3], " S_ "ConstantSegments, " X_
        "HoldLastPoint), d(table = [0, 0; 0.5, 1; 1, 0], " X_
        "Periodic), e(table = a.table, columns = {3}, " X_ "HoldLastPoint), f(table = [0, 0; 1, 2], " X_
        "NoExtrapolation); "
        "Continuous.Der v; equation connect(w.y, a.u); connect(w.y, b.u); connect(w.y, c.u); connect(w.y, "
        "d.u); "
        "connect(w.y, e.u); connect(one.y, f.u); connect(b.y[1], v.u);",
        2.0);
    for (size_t i = 0; i < rows(&r); i++) {
        double u = at(&r, "w.y", i), tau = u - floor(u);
        NEAR(at(&r, "a.y[1]", i), fabs(u), 1e-12);
        NEAR(at(&r, "a.y[2]", i), 20 + 10 * u, 1e-12);
        NEAR(at(&r, "b.y[1]", i), u * u, 1e-12);
        NEAR(at(&r, "v.y", i), 2 * u * 5 * PI * cos(2 * PI * time_of(&r, i)), 1e-9);
        double step = at(&r, "c.y[1]", i);
        TRUE(u < -1e-9 ? step == 1 : u > 1e-9 && u < 1 - 1e-9 ? step == 2 : u > 1 + 1e-9 ? step == 3 : 1);
        NEAR(at(&r, "d.y[1]", i), 1 - fabs(2 * tau - 1), 1e-9);
        NEAR(at(&r, "e.y[1]", i), 20 + 10 * fmax(-1, fmin(1, u)), 1e-12);
    }
    NEAR(end(&r, "f.y[1]"), 1, 1e-15);
    TRUE(r.st.events > 30);
    rig_end(&r);
}

static void wrong_tables_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"table = [0, 0; 1, 1; 1, 2], " S_ "ContinuousDerivative",
         "a smooth table must have times that rise"},
        {"table = [0, 0; 1, 1], columns = {3}", "columns must be numbers of columns"},
        {"table = [0, 0; 1, 1], columns = {1}", "columns must be numbers of columns"},
        {"table = [0, 0; 1, 1], offset = {1, 2, 3}", "offset must have"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400], said[2000] = "";
        snprintf(text, sizeof text, "model M Modelica.Blocks.Sources.CombiTimeTable c(%s); end M;",
                 cases[i][0]);
        rig r = rig_read(text);
        if (r.status == EG_OK)
            r.status = eg_model_compile(r.spec, r.d, &r.model);
        for (size_t k = 0; k < eg_diagnostics_count(r.d) && !strstr(said, cases[i][1]); k++)
            eg_diagnostic_format(eg_diagnostics_get(r.d, k), 0, said, sizeof said);
        if (r.status == EG_OK || !strstr(said, cases[i][1])) {
            rig_show(&r);
            rig_fail(__FILE__, __LINE__, cases[i][0]);
        }
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parabolas_are_met),           cmocka_unit_test(slopes_are_those_of_their_authors),
        cmocka_unit_test(cubics_keep_their_promises),  cmocka_unit_test(columns_outputs_and_ends),
        cmocka_unit_test(periods_that_began_long_ago), cmocka_unit_test(ends_have_their_consequences),
        cmocka_unit_test(wrong_tables_are_refused),    cmocka_unit_test(functions_of_a_signal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
