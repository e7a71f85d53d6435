/* The engine `irk`: its coefficients by what they are for, the order of its steps and of what lies inside
 * them, stiff motions that die out in one step, algebraic unknowns, and events. */
#include "accuracy_cases.h"
#include "build_model.h"
#include "engine/irk/irk.h"
#include "engine/irk/lu.h"
#include "engine/irk/table.h"
#include "run_distance.h"
#include "systems.h"

#include <float.h>

enum { S = EG_IRK_STAGES };

/* ---------------------------------------------------------------- coefficients */

/* Rounding: numbers with 60 digits, rounded to half an ulp; a sum of `terms` of size `size`. */
static void near_sum(double value, double wanted, double size, int terms)
{
    NEAR(value, wanted, (terms + 2) * DBL_EPSILON * (size + fabs(wanted)));
}

/* z_i = c_i^k has the derivative k c_i^(k - 1), for k = 1 ... 7: collocation. */
static void rates_are_those_of_polynomials(void **state)
{
    (void)state;
    for (int k = 1; k <= S; k++)
        for (int i = 0; i < S; i++) {
            double sum = 0, size = 0;
            for (int j = 0; j < S; j++) {
                sum += eg_irk_rate[i][j] * pow(eg_irk_c[j], k);
                size += fabs(eg_irk_rate[i][j] * pow(eg_irk_c[j], k));
            }
            near_sum(sum, k * pow(eg_irk_c[i], k - 1), size, S + 2 * k);
        }
    ALL_WELL();
}

/* The weights of the end are integrals up to degree 12, which makes the order 13: with w the last row of the
 * inverse of `rate`, sum of w_j c_j^(k - 1) = 1/k. Instead of the inverse: the c are the roots of a
 * polynomial that is orthogonal to all of degree 5 and less, so that it is enough that its integrals with x^k
 * vanish. */
static void points_make_the_order_13(void **state)
{
    (void)state;
    double p[S + 1] = {1}; /* product of (x - c_i), by powers */
    for (int i = 0; i < S; i++) {
        for (int k = i + 1; k > 0; k--)
            p[k] = p[k - 1] - eg_irk_c[i] * p[k];
        p[0] *= -eg_irk_c[i];
    }
    for (int k = 0; k <= S - 2; k++) {
        double sum = 0, size = 0;
        for (int i = 0; i <= S; i++) {
            sum += p[i] / (i + k + 1);
            size += fabs(p[i] / (i + k + 1));
        }
        NEAR(sum, 0.0, 100 * DBL_EPSILON * size);
    }
    ALL_WELL();
}

/* to rate from: the eigenvalues in blocks. */
static void coordinates_are_those_of_eigenvectors(void **state)
{
    (void)state;
    for (int i = 0; i < S; i++)
        for (int j = 0; j < S; j++) {
            double sum = 0, size = 0, unit = 0, wanted = 0;
            for (int k = 0; k < S; k++) {
                unit += eg_irk_to[i][k] * eg_irk_from[k][j];
                for (int l = 0; l < S; l++) {
                    sum += eg_irk_to[i][k] * eg_irk_rate[k][l] * eg_irk_from[l][j];
                    size += fabs(eg_irk_to[i][k] * eg_irk_rate[k][l] * eg_irk_from[l][j]);
                }
            }
            const int block = (i + 1) / 2;
            if (i == j)
                wanted = eg_irk_eigenvalue[block][0];
            else if (block == (j + 1) / 2)
                wanted = i < j ? -eg_irk_eigenvalue[block][1] : eg_irk_eigenvalue[block][1];
            near_sum(sum, wanted, size, 2 * S);
            NEAR(unit, i == j, 1e-12); /* the condition of `from` is 1500, times rounding of sums of 7 */
        }
    ALL_WELL();
}

static double dense(const double z[S], double bend, double x)
{
    double sum = 0;
    for (int k = 0; k <= EG_IRK_DEGREE; k++) {
        double c = eg_irk_bend[k] * bend;
        for (int i = 0; i < S && k <= S; i++)
            c += eg_irk_dense[k][i] * z[i];
        sum += c * cos(k * acos(fmin(fmax(2 * x - 1, -1), 1)));
    }
    return sum;
}

/* The dense output of x^k, k = 1 ... 8, is that: to degree 7 without a bend, x^8 with the one that y'(0) = 0
 * asks for, -u'(0), u being the polynomial through x^8 at 0 and the points. The estimate of errors passes
 * over degree 7 and less. */
static void dense_output_is_that_of_polynomials(void **state)
{
    (void)state;
    for (int k = 1; k <= S + 1; k++) {
        double z[S], estimate = k == 1 ? 1 / eg_irk_eigenvalue[0][0] : 0, size = fabs(estimate), most = 0;
        for (int i = 0; i < S; i++) {
            z[i] = pow(eg_irk_c[i], k);
            estimate += eg_irk_error[i] * z[i];
            size += fabs(eg_irk_error[i] * z[i]);
        }
        if (k <= S)
            near_sum(estimate, 0.0, size, 2 * S);
        const double bend = k <= S ? 0 : estimate * eg_irk_eigenvalue[0][0];
        for (int i = 0; i <= 40; i++) {
            const double x = i / 40.0;
            NEAR(dense(z, bend, x), pow(x, k), 1e-13);
            most = fmax(most, fabs(dense((double[S]){0}, 1, x)));
        }
        AT_MOST(most, 0.12);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- runs */

static accuracy_run run_text(const char *text, const char *engine, double tolerance, eg_diagnostics *d)
{
    accuracy_run r = {.status = EG_OK};
    eg_spec *spec = NULL;
    accuracy_engine = engine;
    r.status = eg_spec_read_text(text, strlen(text), "test", NULL, d, &spec);
    if (r.status == EG_OK)
        accuracy_simulate(&r, spec, 0.0, 0.0, tolerance, d);
    accuracy_engine = "ida";
    return r;
}

static double value_of(const accuracy_run *r, const char *signal, double t)
{
    const long i = r->trajectory ? eg_trajectory_find(r->trajectory, signal) : -1;
    for (size_t row = 0; i >= 0 && row < eg_trajectory_rows(r->trajectory); row++)
        if (fabs(eg_trajectory_time(r->trajectory, row) - t) < 1e-9)
            return eg_trajectory_value(r->trajectory, (size_t)i, row);
    return NAN;
}

/* A mass of 1 kg behind a damper of 1e6 N.s/m that a sine of 1 m/s drives: after some microseconds it has the
 * speed of the drive, but for what lags behind: v = (sin t - cos t/r + e^(-r t)/r)/(1 + 1/r^2), r = 1e6/s.
 * Twenty seconds are steps as long as a sine allows; those of an explicit method would be some millions. */
static void stiff_motions_die_out(void **state)
{
    (void)state;
    const double r = 1e6;
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run run =
        run_text("model Dragged\n"
                 "  Modelica.Mechanics.Translational.Components.Mass mass(m = 1,\n"
                 "    s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
                 "  Modelica.Mechanics.Translational.Components.Damper damper(d = 1e6);\n"
                 "  Modelica.Mechanics.Translational.Sources.Speed drive(exact = true);\n"
                 "  Modelica.Blocks.Sources.Sine sine(amplitude = 1, f = 0.15915494309189535);\n"
                 "equation\n"
                 "  connect(sine.y, drive.v_ref);\n"
                 "  connect(drive.flange, damper.flange_a);\n"
                 "  connect(damper.flange_b, mass.flange_a);\n"
                 "  annotation(experiment(StopTime = 20, Interval = 0.5));\n"
                 "end Dragged;\n",
                 "irk", 1e-8, d);
    TRUE(run.status == EG_OK && strcmp(run.statistics.engine, "irk") == 0);
    AT_MOST((double)run.statistics.steps, 100.0);
    for (int k = 1; k <= 40; k++) {
        const double t = 0.5 * k;
        NEAR(value_of(&run, "mass.v", t), (sin(t) - cos(t) / r) / (1 + 1 / (r * r)), 2e-8);
    }
    accuracy_run_free(&run);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* What an error of 1e-6 of the range costs, and one of 1e-12: an oscillator of weak damping over a hundred
 * radians. With the order p of what errors are measured of, steps go with tol^(-1/p), here 8: a factor of
 * 5.6. */
static void steps_go_with_the_order(void **state)
{
    (void)state;
    const double tolerances[] = {1e-6, 1e-12};
    double steps[2];
    for (int i = 0; i < 2; i++) {
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run run = run_text("model Swings\n"
                                    "  Modelica.Mechanics.Translational.Components.Mass mass(m = 1,\n"
                                    "    s(start = 1, fixed = true), v(start = 0, fixed = true));\n"
                                    "  Modelica.Mechanics.Translational.Components.Spring spring(c = 1);\n"
                                    "  Modelica.Mechanics.Translational.Components.Fixed wall;\n"
                                    "equation\n"
                                    "  connect(wall.flange, spring.flange_a);\n"
                                    "  connect(spring.flange_b, mass.flange_a);\n"
                                    "  annotation(experiment(StopTime = 100, Interval = 1));\n"
                                    "end Swings;\n",
                                    "irk", tolerances[i], d);
        TRUE(run.status == EG_OK);
        steps[i] = (double)run.statistics.steps;
        for (int t = 1; t <= 100; t++)
            NEAR(value_of(&run, "mass.s", t), cos(t), 100 * tolerances[i]);
        AT_MOST(run.statistics.energy.error, 100 * tolerances[i]);
        accuracy_run_free(&run);
        eg_diagnostics_free(d);
    }
    NEAR(log(steps[1] / steps[0]) / log(1e6), 1.0 / 8, 0.02);
    ALL_WELL();
}

/* What has no derivative is as accurate, at the order of the polynomial: a part without mass between two
 * springs, of 300 and 100 N/m, and behind it another one between two dampers, of 30 and 10 N.s/m; a drive
 * moves both by sin t, they follow by 3/4 of that. The first is asked for with accuracy, the speed of the
 * second is not; all the work is lost in dampers: (30/16 + 10 9/16) cos^2 t = 7.5 cos^2 t. */
static void algebraic_unknowns_keep_the_order(void **state)
{
    (void)state;
    const double tolerances[] = {1e-5, 1e-11};
    double steps[2];
    for (int i = 0; i < 2; i++) {
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run run =
            run_text("model Carried\n"
                     "  import Modelica.Mechanics.Translational.Components.*;\n"
                     "  Modelica.Mechanics.Translational.Sources.Position drive(exact = true);\n"
                     "  Modelica.Blocks.Sources.Sine sine(amplitude = 1, f = 0.15915494309189535);\n"
                     "  Spring spring1(c = 300), spring2(c = 100);\n"
                     "  Damper damper1(d = 30), damper2(d = 10);\n"
                     "  Mass hung(m = 0), dragged(m = 0, s(start = 0, fixed = true));\n"
                     "  Fixed wall;\n"
                     "equation\n"
                     "  connect(sine.y, drive.s_ref);\n"
                     "  connect(drive.flange, spring1.flange_a);\n"
                     "  connect(spring1.flange_b, hung.flange_a);\n"
                     "  connect(hung.flange_b, spring2.flange_a);\n"
                     "  connect(spring2.flange_b, wall.flange);\n"
                     "  connect(drive.flange, damper1.flange_a);\n"
                     "  connect(damper1.flange_b, dragged.flange_a);\n"
                     "  connect(dragged.flange_b, damper2.flange_a);\n"
                     "  connect(damper2.flange_b, wall.flange);\n"
                     "  annotation(experiment(StopTime = 100, Interval = 1));\n"
                     "end Carried;\n",
                     "irk", tolerances[i], d);
        TRUE(run.status == EG_OK && strcmp(run.statistics.engine, "irk") == 0);
        steps[i] = (double)run.statistics.steps;
        for (int t = 1; t <= 100; t++) {
            NEAR(value_of(&run, "hung.s", t), 0.75 * sin(t), 100 * tolerances[i]);
            NEAR(value_of(&run, "dragged.s", t), 0.75 * sin(t), 100 * tolerances[i]);
            NEAR(value_of(&run, "dragged.v", t), 0.75 * cos(t), 100 * tolerances[i]);
        }
        const double lost = 7.5 * (100 + sin(200) / 2) / 2;
        NEAR(run.statistics.energy.dissipated, lost, 100 * tolerances[i] * lost);
        AT_MOST(run.statistics.energy.error, 100 * tolerances[i]);
        accuracy_run_free(&run);
        eg_diagnostics_free(d);
    }
    NEAR(log(steps[1] / steps[0]) / log(1e6), 1.0 / 8, 0.02);
    ALL_WELL();
}

static accuracy_run fall_on_a_stop(const char *engine, double tolerance, eg_diagnostics *d)
{
    return run_text("model Falling\n"
                    "  Modelica.Mechanics.Translational.Components.Fixed floor;\n"
                    "  Modelica.Mechanics.Translational.Components.ElastoGap stop(c = 4e4, d = 2);\n"
                    "  Modelica.Mechanics.Translational.Components.Mass mass(m = 3,\n"
                    "    s(start = 1e-3, fixed = true), v(start = 0, fixed = true));\n"
                    "  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -30);\n"
                    "equation\n"
                    "  connect(floor.flange, stop.flange_a);\n"
                    "  connect(stop.flange_b, mass.flange_a);\n"
                    "  connect(weight.flange, mass.flange_b);\n"
                    "  annotation(experiment(StopTime = 20, Interval = 0.02));\n"
                    "end Falling;\n",
                    engine, tolerance, d);
}

/* A mass falls by a millimetre, bounces 40 times and swings on its stop. Its first step may be all of a fall
 * that would end two kilometres below. That is not where the motion goes: no error is measured against it,
 * and its round-off, which is 1e-10 of the range of positions, is not seen. Against `exact`, whose error is
 * round-off. */
static void what_lies_beyond_an_event_does_not_count(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk"};
    static const double tolerances[] = {1e-6, 1e-11};
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run exact = fall_on_a_stop("exact", 1e-6, d);
    TRUE(exact.status == EG_OK && strcmp(exact.statistics.engine, "exact") == 0);
    for (int i = 0; i < 4; i++) {
        const double tolerance = tolerances[i / 2];
        accuracy_run run = fall_on_a_stop(engines[i % 2], tolerance, d);
        TRUE(run.status == EG_OK && strcmp(run.statistics.engine, engines[i % 2]) == 0);
        if (run.status != EG_OK || exact.status != EG_OK)
            break;
        const run_distance off = run_distance_of(exact.trajectory, run.trajectory);
        print_message("  %s at %g: positions off by %.3g\n", engines[i % 2], tolerance, off.positions);
        TRUE(off.same_events);
        AT_MOST(off.positions, 100 * tolerance);
        accuracy_run_free(&run);
    }
    accuracy_run_free(&exact);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* A shaft that a clutch has held breaks away with hardly any acceleration, which then grows. A step whose
 * polynomial begins by less than its error in the other direction would see the shaft come to rest at once,
 * and again, 12,000 times in a millisecond. */
static void a_mode_sets_out_as_its_rates_say(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk"};
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run run[2];
    for (int i = 0; i < 2; i++)
        run[i] = run_text("model Held\n"
                          "  import Modelica.Mechanics.Rotational.Components.*;\n"
                          "  Fixed ground;\n"
                          "  Inertia left(J = 0.05473, phi(start = 0.197444, fixed = true),\n"
                          "    w(start = 3.32599, fixed = true));\n"
                          "  Clutch clutch(fn_max = 48.4255, mu_pos = [0, 0.5]);\n"
                          "  Modelica.Blocks.Sources.Ramp ramp(height = 0.172129, duration = 0.05,\n"
                          "    startTime = 0.0966924, offset = 0.0573763);\n"
                          "  Inertia right(J = 3.612 + 0.25*0.1, phi(start = -0.188662, fixed = true),\n"
                          "    w(start = -2.41798, fixed = true));\n"
                          "  ElastoBacklash play(c = 1066, d = 6.767, b = 0.104182);\n"
                          "equation\n"
                          "  connect(ramp.y, clutch.f_normalized);\n"
                          "  connect(ground.flange, clutch.flange_a);\n"
                          "  connect(clutch.flange_b, left.flange_a);\n"
                          "  connect(left.flange_b, play.flange_a);\n"
                          "  connect(play.flange_b, right.flange_a);\n"
                          "  annotation(experiment(StopTime = 0.5));\n"
                          "end Held;\n",
                          engines[i], 1e-6, d);
    TRUE(run[0].status == EG_OK && run[1].status == EG_OK);
    if (run[0].status == EG_OK && run[1].status == EG_OK)
        TRUE(run_distance_of(run[0].trajectory, run[1].trajectory).same_events);
    accuracy_run_free(&run[0]);
    accuracy_run_free(&run[1]);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* ---------------------------------------------------------------- matrices */

static double random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 40) / (double)(1 << 23) - 1.0;
}

/* A matrix that is 0 but for `wide` diagonals on both sides: its largest row sum, and right sides that x
 * solves. The diagonal is small, so that rows change places. */
static double make_matrix(eg_irk_lu *a, int wide, uint64_t *seed, const double *x, double *re, double *im)
{
    double largest = 0.0;
    for (int i = 0; i < a->n; i++) {
        double sum = 0.0;
        re[i] = im[i] = 0.0;
        for (int j = 0; j < a->n; j++) {
            const int at = i * a->n + j;
            const bool is_there = abs(i - j) <= wide;
            a->re[at] = is_there ? (i == j ? 0.01 : 1.0) * random_number(seed) : 0.0;
            a->im[at] = is_there ? 0.1 * random_number(seed) : 0.0;
            sum += hypot(a->re[at], a->im[at]);
            re[i] += a->re[at] * x[j];
            im[i] += a->im[at] * x[j];
        }
        largest = fmax(largest, sum);
    }
    return largest;
}

/* Two masses and a damper between them, k of 2^k times as much: the sum of both rows is the masses alone. Up
 * to 2^40 they count, and past 2^53 nothing of them is left. */
static void pivots_that_are_rounding_are_none(void **state)
{
    (void)state;
    for (int k = 0; k < 1000; k++) {
        const double d = ldexp(1.1, k);
        double re[4] = {1.0 + d, -d, -d, 2.0 + d}, im[4] = {0};
        int places[12];
        eg_irk_lu a = {.n = 2,
                       .re = re,
                       .im = im,
                       .pivot = places,
                       .before = places + 2,
                       .behind = places + 4,
                       .row = places + 6,
                       .column = places + 8};
        const bool is_good = eg_irk_factor(&a);
        TRUE(k > 40 || (is_good && a.lost == -1));
        TRUE(k < 54 || (!is_good && a.lost == 1));
    }
    ALL_WELL();
}

/* Elimination with partial pivoting leaves residuals of round-off: n times the largest entry of the factors,
 * 2^(n - 1) at worst and less than n here, an ulp of the solution and of the right side each. */
static void thin_and_full_matrices_are_solved(void **state)
{
    (void)state;
    enum { N = 24 };
    static const int wide[] = {0, 1, 2, 6, N};
    double re[N], im[N], x[N], kept_re[N * N], kept_im[N * N], of_re[N * N], of_im[N * N], p[N], q[N];
    int places[(N + 4) * N];
    uint64_t seed = 1;
    for (size_t k = 0; k < sizeof wide / sizeof *wide; k++) {
        eg_irk_lu a = {.n = N,
                       .re = of_re,
                       .im = of_im,
                       .pivot = places,
                       .before = places + N,
                       .behind = places + 2 * N,
                       .row = places + 3 * N,
                       .column = places + 4 * N};
        for (int i = 0; i < N; i++)
            x[i] = random_number(&seed);
        const double largest = make_matrix(&a, wide[k], &seed, x, re, im);
        memcpy(kept_re, of_re, sizeof kept_re);
        memcpy(kept_im, of_im, sizeof kept_im);
        memcpy(p, re, sizeof p);
        memcpy(q, im, sizeof q);
        TRUE(eg_irk_factor(&a));
        eg_irk_solve(&a, p, q);
        double size = 1.0;
        for (int i = 0; i < N; i++)
            size = fmax(size, hypot(p[i], q[i]));
        for (int i = 0; i < N; i++) {
            double rest_re = -re[i], rest_im = -im[i];
            for (int j = 0; j < N; j++) {
                rest_re += kept_re[i * N + j] * p[j] - kept_im[i * N + j] * q[j];
                rest_im += kept_re[i * N + j] * q[j] + kept_im[i * N + j] * p[j];
            }
            AT_MOST(hypot(rest_re, rest_im), N * N * DBL_EPSILON * largest * size);
        }
    }
    ALL_WELL();
}

/* Pivots are masses over times, in anybody's units. In others, by powers of 2, nothing is rounded
 * otherwise: the solution is the same to the last bit, although squares of the pivots would leave the
 * range of numbers. */
static void matrices_of_any_size_are_solved(void **state)
{
    (void)state;
    enum { N = 5 };
    static const int powers[] = {-900, -530, -300, 300, 530, 900};
    double re[N * N], im[N * N], p[N], q[N], x[N], first_p[N] = {0}, first_q[N] = {0}, kept[4 * N * N];
    int places[(N + 4) * N];
    uint64_t seed = 7;
    eg_irk_lu a = {.n = N,
                   .re = re,
                   .im = im,
                   .pivot = places,
                   .before = places + N,
                   .behind = places + 2 * N,
                   .row = places + 3 * N,
                   .column = places + 4 * N};
    for (int i = 0; i < N; i++)
        x[i] = random_number(&seed);
    make_matrix(&a, N, &seed, x, p, q);
    memcpy(kept, re, sizeof re);
    memcpy(kept + N * N, im, sizeof im);
    memcpy(kept + 2 * N * N, p, sizeof p);
    memcpy(kept + 2 * N * N + N, q, sizeof q);
    for (int k = -1; k < (int)(sizeof powers / sizeof *powers); k++) {
        const int power = k < 0 ? 0 : powers[k];
        for (int i = 0; i < N * N; i++) {
            re[i] = scalbn(kept[i], power);
            im[i] = scalbn(kept[N * N + i], power);
        }
        for (int i = 0; i < N; i++) {
            p[i] = scalbn(kept[2 * N * N + i], power);
            q[i] = scalbn(kept[2 * N * N + N + i], power);
        }
        TRUE(eg_irk_factor(&a));
        eg_irk_solve(&a, p, q);
        for (int i = 0; i < N; i++) {
            first_p[i] = k < 0 ? p[i] : first_p[i];
            first_q[i] = k < 0 ? q[i] : first_q[i];
            NEAR(p[i], first_p[i], 0.0);
            NEAR(q[i], first_q[i], 0.0);
        }
    }
    ALL_WELL();
}

/* The same bits twice. */
static void runs_repeat(void **state)
{
    (void)state;
    double last[2];
    for (int i = 0; i < 2; i++) {
        accuracy_run r = {.status = EG_OK};
        eg_diagnostics *d = eg_diagnostics_create();
        eg_spec *spec = NULL;
        accuracy_engine = "irk";
        TRUE(eg_spec_read(EG_SOURCE_DIR "/examples/Relay.mo", NULL, d, &spec) == EG_OK);
        accuracy_simulate(&r, spec, 0.0, 0.0, 1e-6, d);
        accuracy_engine = "ida";
        TRUE(r.status == EG_OK);
        const size_t row = r.trajectory ? eg_trajectory_rows(r.trajectory) - 1 : 0;
        last[i] = r.trajectory ? eg_trajectory_value(r.trajectory, 1, row) : NAN;
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    TRUE(last[0] == last[1]);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_are_those_of_polynomials),
        cmocka_unit_test(points_make_the_order_13),
        cmocka_unit_test(coordinates_are_those_of_eigenvectors),
        cmocka_unit_test(dense_output_is_that_of_polynomials),
        cmocka_unit_test(stiff_motions_die_out),
        cmocka_unit_test(steps_go_with_the_order),
        cmocka_unit_test(algebraic_unknowns_keep_the_order),
        cmocka_unit_test(what_lies_beyond_an_event_does_not_count),
        cmocka_unit_test(a_mode_sets_out_as_its_rates_say),
        cmocka_unit_test(pivots_that_are_rounding_are_none),
        cmocka_unit_test(thin_and_full_matrices_are_solved),
        cmocka_unit_test(matrices_of_any_size_are_solved),
        cmocka_unit_test(runs_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
