/* Fits and optima: their algebra against closed forms, whole fits against linear regression, and what
 * becomes of a model's text. */
#include "build_model.h"

#include "fit/least_squares.h"
#include "fit/linear.h"
#include "fit/loop.h"
#include "fit/quadratic.h"
#include "modelica/text/revalue.h"
#include "scratch.h"

/* ---------------------------------------------------------------- algebra */

/* Of 1 and 2 degrees of freedom there are closed forms; the others are by mpmath, of 25 digits. */
static void quantiles_of_student(void **state)
{
    (void)state;
    NEAR(eg_student_quantile(0.025, 1), 1 / tan(0.025 * PI), 1e-13 * 12.7);
    NEAR(eg_student_quantile(0.025, 2), 0.95 * sqrt(2 / (1 - 0.95 * 0.95)), 1e-13 * 4.3);
    NEAR(eg_student_quantile(0.025, 10), 2.2281388519862744, 1e-13);
    NEAR(eg_student_quantile(0.025, 496), 1.9647582832370239, 1e-12);
    NEAR(eg_student_quantile(0.025, INFINITY), 1.959963984540054, 1e-13);
    NEAR(eg_normal_tails(1.959963984540054), 0.05, 1e-15);
    ALL_WELL();
}

/* A = U S V' again; columns of U and V are orthonormal; and a column that is a multiple of another one
 * leaves a singular value of 0. Of matrices that are tall, and hardly so. */
static void decompose(int m, bool has_twins)
{
    enum { MOST = 60, N = 4 };
    double a[MOST * N], u[MOST * N], s[N], v[N * N], room[N * N + N];
    for (int j = 0; j < N; j++)
        for (int i = 0; i < m; i++)
            a[j * m + i] = pow(10, -j) / (i + 2 * j + 1);
    for (int i = 0; i < m && has_twins; i++)
        a[3 * m + i] = 5 * a[i];
    memcpy(u, a, sizeof u);
    eg_singular_values(u, (size_t)m, N, s, v, room);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += u[k * m + i] * s[k] * v[k * N + j];
            NEAR(sum, a[j * m + i], 32 * ULP * s[0]);
        }
    for (int j = 0; j < N; j++)
        for (int k = 0; k <= j; k++) {
            double sum = 0, other = 0;
            for (int i = 0; i < N; i++)
                sum += v[j * N + i] * v[k * N + i];
            for (int i = 0; i < m; i++)
                other += u[j * m + i] * u[k * m + i];
            NEAR(sum, j == k, 32 * ULP);
            if (s[j] > 1e-6 * s[0]) /* what is left of a column beside another one, to its digits */
                NEAR(other, j == k, 32 * ULP * s[0] / s[j]);
            TRUE(k == j || s[k] >= s[j]);
        }
    TRUE(has_twins ? s[N - 1] <= 16 * ULP * s[0] : s[N - 1] > 0);
}

static void singular_values(void **state)
{
    (void)state;
    for (int twins = 0; twins < 2; twins++) {
        decompose(7, twins);
        decompose(9, twins);
        decompose(60, twins);
    }
    ALL_WELL();
}

/* Columns of sizes far apart: the small singular value has its own digits. Of [1 1; d -d; 0 0 ...]' the
 * values are sqrt(2) and sqrt(2) d. */
static void small_singular_value(void **state)
{
    enum { M = 40 };
    double a[2 * M] = {0}, s[2], v[4], room[6];
    (void)state;
    a[0] = a[1] = 1;
    a[M] = 1e-12;
    a[M + 1] = -1e-12;
    eg_singular_values(a, M, 2, s, v, room);
    NEAR(s[0], sqrt(2), 8 * ULP);
    NEAR(s[1], 1e-12 * sqrt(2), 1e-12 * 8 * ULP);
    ALL_WELL();
}

/* Rosenbrock's valley as two residuals; with a bound on the way the least lies where the bound says. */
static bool valley_at(eg_residuals *of, const double *x, double *r)
{
    (void)of;
    r[0] = 10 * (x[1] - x[0] * x[0]);
    r[1] = 1 - x[0];
    return true;
}

static bool valley_jacobian(eg_residuals *of, const double *x, const double *r, const bool *frozen, double *J)
{
    (void)of, (void)r, (void)frozen;
    J[0] = -20 * x[0];
    J[1] = -1;
    J[2] = 10;
    J[3] = 0;
    return true;
}

static void least_squares_within_bounds(void **state)
{
    (void)state;
    eg_residuals of = {2, 2, valley_at, valley_jacobian};
    double low[] = {-INFINITY, -INFINITY}, high[] = {INFINITY, INFINITY}, x[] = {-1.2, 1}, r[2], J[4];
    eg_least l = {.low = low, .high = high, .most_steps = 200, .enough = 1e-14};
    TRUE(eg_least_squares(&of, &l, x, r, J));
    NEAR(x[0], 1, 1e-8);
    NEAR(x[1], 1, 1e-8);
    /* y <= 1/4: least of (1 - x)^2 + 100 (1/4 - x^2)^2, where 200 x^3 - 49 x - 1 = 0 */
    high[1] = 0.25;
    x[0] = -1.2, x[1] = 0;
    TRUE(eg_least_squares(&of, &l, x, r, J) && l.has_settled);
    NEAR(x[1], 0.25, 0);
    NEAR(200 * x[0] * x[0] * x[0] - 49 * x[0] - 1, 0, 1e-5);
    ALL_WELL();
}

/* A line through three points, the derivatives of which are everywhere the same; how often they are
 * sought. */
typedef struct counted {
    eg_residuals of; /* first: an eg_residuals * is a counted * */
    int derivatives;
    double off; /* the derivatives' error, in part */
} counted;

static bool slope_at(eg_residuals *of, const double *x, double *r)
{
    (void)of;
    for (int i = 0; i < 3; i++)
        r[i] = x[0] + i * x[1] - (i == 1 ? 2 : 1);
    return true;
}

static bool slope_jacobian(eg_residuals *of, const double *x, const double *r, const bool *frozen, double *J)
{
    counted *c = (counted *)of;
    (void)x, (void)r, (void)frozen;
    c->derivatives++;
    for (int i = 0; i < 3; i++) {
        J[i] = 1 + c->off;
        J[3 + i] = i * (1 + c->off);
    }
    return true;
}

/* Derivatives that are a tenth too large lead to the same place, since they span the same plane, by a factor
 * of ten each step; they are found once where they may be kept from the first step on, and not at all where
 * those of a place nearby are there. */
static void derivatives_are_kept_while_they_help(void **state)
{
    (void)state;
    counted of = {.of = {3, 2, slope_at, slope_jacobian}, .off = 0.1};
    double low[] = {-INFINITY, -INFINITY}, high[] = {INFINITY, INFINITY}, r[3], J[6];
    const double keeps[] = {0, 1e9, 1e9};
    for (int k = 0; k < 3; k++) {
        double x[] = {5, -3};
        eg_least l = {.low = low,
                      .high = high,
                      .most_steps = 200,
                      .enough = 1e-14,
                      .keep = keeps[k],
                      .has_J = k == 2,
                      .damping = 1e-12};
        of.derivatives = 0;
        TRUE(eg_least_squares(&of.of, &l, x, r, J) && l.has_settled);
        NEAR(x[0], 4.0 / 3, 1e-6);
        NEAR(x[1], 0, 1e-6);
        TRUE(k == 0 ? of.derivatives > l.steps : of.derivatives <= 1 + l.steps / 4);
        TRUE(k < 2 || of.derivatives <= l.steps / 4);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- loops */

/* An arc of radius 1 about (0, 0) of `count` parabolas, against the clock from angle 0 on. */
static eg_locus arc(double angle, int count)
{
    eg_locus c = {0};
    TRUE(eg_locus_begin(&c, (eg_spot){{1, 0}}));
    for (int k = 1; k <= count; k++) {
        const double a = angle * (k - 0.5) / count, b = angle * k / count;
        TRUE(eg_locus_add(&c, (eg_spot){{cos(a), sin(a)}}, (eg_spot){{cos(b), sin(b)}}));
    }
    return c;
}

/* A sample at radius r lies 1 - r off to the left, which is inside. A parabola through points h apart errs by
 * h^3/(72 sqrt 3) times the third derivative, here 1: 0.1 rad, 1e-5. */
static void distances_from_a_circle(void **state)
{
    enum { COUNT = 60 };
    (void)state;
    eg_locus c = arc(6, COUNT);
    eg_spot samples[COUNT];
    double off[COUNT];
    for (int k = 0; k < COUNT; k++) {
        const double angle = 0.05 + 0.097 * k, r = 1 + 0.3 * sin(5.0 * k);
        samples[k] = (eg_spot){{r * cos(angle), r * sin(angle)}};
    }
    TRUE(eg_loop_distances(&c, samples, COUNT, 0.1, off));
    for (int k = 0; k < COUNT; k++)
        NEAR(off[k], -0.3 * sin(5.0 * k), 1e-5);
    eg_locus_release(&c);
    TRUE(!eg_loop_distances(&c, samples, COUNT, 0.1, off));
    ALL_WELL();
}

/* Along y = 0 and back along y = 0.1: what comes later lies on the way back, however near to the way there;
 * and samples that go back a little by their noise are no more off by that. */
static void samples_stay_in_order(void **state)
{
    (void)state;
    eg_locus c = {0};
    TRUE(eg_locus_begin(&c, (eg_spot){{0, 0}}));
    for (int k = 0; k < 16; k++)
        TRUE(eg_locus_add(&c, (eg_spot){{(k + 0.5) / 16, 0}}, (eg_spot){{(k + 1.0) / 16, 0}}));
    TRUE(eg_locus_add(&c, (eg_spot){{1, 0.05}}, (eg_spot){{1, 0.1}}));
    for (int k = 16; k-- > 0;)
        TRUE(eg_locus_add(&c, (eg_spot){{(k + 0.5) / 16, 0.1}}, (eg_spot){{(double)k / 16, 0.1}}));
    const eg_spot samples[] = {{{0.2, 0.01}},  {{0.6, 0.09}}, {{0.57, -0.02}},
                               {{1.01, 0.05}}, {{0.6, 0.02}}, {{0.3, 0.12}}};
    const double to_be[] = {0.01, 0.09, -0.02, -0.01, 0.08, -0.02};
    double off[6];
    TRUE(eg_loop_distances(&c, samples, 6, 0.05, off));
    for (int k = 0; k < 6; k++)
        NEAR(off[k], to_be[k], 4 * ULP);
    eg_locus_release(&c);
    ALL_WELL();
}

/* Least of x^2 + y^2 - 4x - 6y: free (2, 3); x + y <= 3: (1, 2), multiplier 2; x == 0 too: (0, 3); and where
 * nothing can hold both of two limits, the price decides. */
static void quadratic_programs(void **state)
{
    (void)state;
    const double B[] = {2, 0, 0, 2}, g[] = {-4, -6}, A[] = {1, 1, 1, 0}, c[] = {-3, 0};
    const bool is_equality[] = {false, true};
    double d[2], multipliers[2];
    eg_quadratic q = {2, 0, B, g, A, c, is_equality, 1e6};
    TRUE(eg_quadratic_least(&q, d, multipliers));
    NEAR(d[0], 2, 4 * ULP);
    NEAR(d[1], 3, 4 * ULP);
    q.k = 1;
    TRUE(eg_quadratic_least(&q, d, multipliers));
    NEAR(d[0], 1, 8 * ULP);
    NEAR(d[1], 2, 8 * ULP);
    NEAR(multipliers[0], 2, 8 * ULP);
    q.k = 2;
    TRUE(eg_quadratic_least(&q, d, multipliers));
    NEAR(d[0], 0, 1e-12);
    NEAR(d[1], 3, 1e-12);
    const double against[] = {1, 0, -1, 0}, apart[] = {1, 1};
    const bool neither[] = {false, false};
    q = (eg_quadratic){2, 2, B, g, against, apart, neither, 10};
    TRUE(eg_quadratic_least(&q, d, multipliers));
    NEAR(d[1], 3, 4 * ULP);
    TRUE(multipliers[0] == 10); /* x <= -1 costs more than it may */
    ALL_WELL();
}

/* ---------------------------------------------------------------- a fit that is a line */

enum { SAMPLES = 40 };

/* A body that flies freely: s = s0 + v0 t is linear in both. */
static eg_spec *flight(void)
{
    rig r = rig_begin("Flight");
    add(&r, "Mass", "ball", "m", 1.0, "L", 0.0, NULL);
    fix(&r, "ball.s", 0.1);
    fix(&r, "ball.v", 3.0);
    eg_spec *spec = r.spec;
    r.spec = NULL;
    rig_end(&r);
    return spec;
}

static double error_of(int k)
{
    return 0.02 * sin(17.0 * k * k + 1.3 * k);
}

static void write_line(const char *path, int outlier)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return;
    fputs("time[ms],pos[mm]\n", f);
    for (int k = 0; k < SAMPLES; k++)
        fprintf(f, "%.17g,%.17g\n", 25.0 * k,
                1000 * (0.5 + 2 * 0.025 * k + error_of(k) + (outlier && k % 10 == 3)));
    fclose(f);
}

static eg_fit *fit_line(const char *path, int robust, eg_diagnostics *d)
{
    const char *const data[] = {path}, *const matches[] = {"pos = ball.s"};
    const char *const free_ones[] = {"ball.s(start)", "ball.v.start"};
    eg_fit_options o = eg_fit_options_default();
    eg_fit *fit = NULL;
    eg_spec *spec = flight();
    o.data = data;
    o.matches = matches;
    o.free = free_ones;
    o.data_count = o.match_count = 1;
    o.free_count = 2;
    o.robust = robust;
    TRUE(eg_fit_run(spec, &o, d, &fit) == EG_OK);
    eg_spec_free(spec);
    return fit;
}

/* Values, deviations, intervals and correlation are those of the textbook; profiles of a linear model are
 * its intervals. Differences of runs tell slopes of straight lines to 1e-16/1e-4, and steps end at 1e-10
 * of the sum: 1e-5 of a deviation. */
static void a_line_is_linear_regression(void **state)
{
    scratch *s = *state;
    snprintf(s->path, sizeof s->path, "%s/line.csv", s->directory);
    write_line(s->path, 0);
    double n = SAMPLES, x = 0, y = 0, xx = 0, xy = 0, rest = 0;
    for (int k = 0; k < SAMPLES; k++) {
        const double t = 0.025 * k, pos = 0.5 + 2 * t + error_of(k);
        x += t, y += pos, xx += t * t, xy += t * pos;
    }
    const double D = n * xx - x * x, b = (n * xy - x * y) / D, a = (y - b * x) / n;
    for (int k = 0; k < SAMPLES; k++)
        rest += pow(0.5 + 2 * 0.025 * k + error_of(k) - a - b * 0.025 * k, 2);
    const double v = rest / (n - 2), da = sqrt(v * xx / D), db = sqrt(v * n / D);
    const double t = 2.0243941639119696; /* of 38 degrees */
    eg_fit *fit = fit_line(s->path, 0, s->diagnostics);
    if (fit) {
        const eg_fit_estimate *e = fit->estimates;
        NEAR(e[0].value, a, 1e-5 * da);
        NEAR(e[1].value, b, 1e-5 * db);
        NEAR(e[0].deviation, da, 1e-6 * da);
        NEAR(e[1].deviation, db, 1e-6 * db);
        NEAR(e[0].high - e[0].low, 2 * t * da, 1e-6 * da);
        NEAR(e[0].profile_high, a + t * da, 4e-3 * da); /* its ends are sought to 1e-3 of the quantile */
        NEAR(e[1].profile_low, b - t * db, 4e-3 * db);
        NEAR(fit->correlation[1], -x / sqrt(n * xx), 1e-6);
        NEAR(fit->series[0].noise, 1000 * sqrt(v), 1e-6 * 1000 * sqrt(v));
        TRUE(fit->open_count == 0 && fit->samples == SAMPLES && strcmp(e[1].unit, "m/s") == 0);
    }
    eg_fit_free(fit);
    ALL_WELL();
}

/* Samples that are off by 50 deviations pull nothing: what comes out is regression without them. */
static void outliers_pull_nothing(void **state)
{
    scratch *s = *state;
    snprintf(s->path, sizeof s->path, "%s/line.csv", s->directory);
    write_line(s->path, 1);
    eg_fit *plain = fit_line(s->path, 0, s->diagnostics), *robust = fit_line(s->path, 1, s->diagnostics);
    if (plain && robust) {
        TRUE(fabs(plain->estimates[0].value - 0.5) > 0.05);
        NEAR(robust->estimates[0].value, 0.5, 3 * robust->estimates[0].deviation);
        NEAR(robust->estimates[1].value, 2, 3 * robust->estimates[1].deviation);
        TRUE(robust->series[0].outliers == 4 && robust->estimates[0].deviation < 0.01);
    }
    eg_fit_free(plain);
    eg_fit_free(robust);
    ALL_WELL();
}

/* ---------------------------------------------------------------- texts */

/* What stands between "model M" and "end M;", before and after. */
static void values_go_into_texts(void **state)
{
    scratch *s = *state;
    static const struct {
        const char *before, *name, *after;
    } cases[] = {
        {"P.ElastoGap g(c = 1e3, d = 2);", "g.c", "P.ElastoGap g(c = 7, d = 2);"},
        {"P.ElastoGap g(c = 2*(3 + 4) /* by hand */, d = 2) \"a gap\";", "g.c",
         "P.ElastoGap g(c = 7 /* by hand */, d = 2) \"a gap\";"},
        {"P.ElastoGap g(d = 2);", "g.c", "P.ElastoGap g(c = 7, d = 2);"},
        {"P.ElastoGap g \"a gap\";", "g.c", "P.ElastoGap g(c = 7) \"a gap\";"},
        {"P.ElastoGap g, h(c = 3);", "h.c", "P.ElastoGap g, h(c = 7);"},
        {"P.ElastoGap g, h(c = 3);", "g.c", "P.ElastoGap g(c = 7), h(c = 3);"},
        {"P.Mass m(s(start = 1, fixed = true));", "m.s.start", "P.Mass m(s(start = 7, fixed = true));"},
        {"P.Mass m(s.start = 1);", "m.s.start", "P.Mass m(s.start = 7);"},
        {"P.Mass m(s(fixed = true));", "m.s.start", "P.Mass m(s(start = 7, fixed = true));"},
        {"P.Mass m(m = 1);", "m.s.start", "P.Mass m(s(start = 7), m = 1);"},
        {"P.Mass m;", "m.s.start", "P.Mass m(s(start = 7));"},
        {"parameter Real k = 3 \"k\"; Real x(start = 1);", "k",
         "parameter Real k = 7 \"k\"; Real x(start = 1);"},
        {"parameter Real k;", "k", "parameter Real k = 7;"},
        {"parameter Real k(unit = \"m\") \"k\";", "k", "parameter Real k(unit = \"m\") = 7 \"k\";"},
        {"Real x(start = 1);", "x.start", "Real x(start = 7);"},
        {"extends Base; P.Mass m;", "g.c", "extends Base(g(c = 7)); P.Mass m;"},
        {"extends Base(g(c = 1, d = 2)); P.Mass m;", "g.c", "extends Base(g(c = 7, d = 2)); P.Mass m;"},
        {"P.ElastoGap g(c = if true then 1 else max(2, 3), d = max({1, 2}));", "g.c",
         "P.ElastoGap g(c = 7, d = max({1, 2}));"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char before[400], after[400], *text = NULL;
        size_t length = 0;
        snprintf(s->path, sizeof s->path, "%s/M.mo", s->directory);
        snprintf(before, sizeof before, "model M \"g.c = 1\"\n  // g(c = 1)\n  %s\nend M;\n",
                 cases[i].before);
        snprintf(after, sizeof after, "model M \"g.c = 1\"\n  // g(c = 1)\n  %s\nend M;\n", cases[i].after);
        FILE *f = fopen(s->path, "w");
        if (f) {
            fputs(before, f);
            fclose(f);
        }
        const eg_text_value value = {cases[i].name, 7};
        const eg_read_options o = eg_read_options_default();
        FILE *out = open_memstream(&text, &length);
        TRUE(out && eg_revalue_text(s->path, &o, &value, 1, s->diagnostics, out) == EG_OK);
        fclose(out);
        const bool is_right = text && strcmp(text, after) == 0;
        if (!is_right)
            print_error("%s\n  has become\n%s\n", before, text ? text : "nothing");
        TRUE(is_right);
        free(text);
    }
    ALL_WELL();
}

static void what_has_no_place_is_refused(void **state)
{
    scratch *s = *state;
    snprintf(s->path, sizeof s->path, "%s/M.mo", s->directory);
    FILE *f = fopen(s->path, "w");
    if (f) {
        fputs("model M\n  Modelica.Mechanics.Translational.Components.Mass m[2];\nend M;\n", f);
        fclose(f);
    }
    const eg_text_value values[] = {{"m[1].m", 7}, {"other.c", 7}};
    const eg_read_options o = eg_read_options_default();
    for (int i = 0; i < 2; i++) {
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        TRUE(out && eg_revalue_text(s->path, &o, &values[i], 1, s->diagnostics, out) == EG_ERROR_MODEL);
        fclose(out);
        free(text);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_of_student),
        cmocka_unit_test(singular_values),
        cmocka_unit_test(small_singular_value),
        cmocka_unit_test(least_squares_within_bounds),
        cmocka_unit_test(derivatives_are_kept_while_they_help),
        cmocka_unit_test(distances_from_a_circle),
        cmocka_unit_test(samples_stay_in_order),
        cmocka_unit_test(quadratic_programs),
        cmocka_unit_test_setup_teardown(a_line_is_linear_regression, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(outliers_pull_nothing, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(values_go_into_texts, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(what_has_no_place_is_refused, scratch_create, scratch_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
