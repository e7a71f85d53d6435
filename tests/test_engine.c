/* The engine `ida` on systems with closed forms: accuracy, energy, algebraic unknowns, and what goes wrong.
 *
 * The promise is |error| <= 100 tolerance range(signal) at every stored point, in systems that do not
 * amplify errors; "range" is of the closed form over the run. */
#include "closed_form.h"
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

static void check_at_most(double actual, double limit, const char *text, const char *file, int line)
{
    if (!(actual <= limit)) {
        print_error("%s:%d: %s = %.17g, expected at most %.17g\n", file, line, text, actual, limit);
        _fail(file, line);
    }
}

#define assert_at_most(actual, limit) check_at_most(actual, limit, #actual, __FILE__, __LINE__)

static void check_contains(const char *text, const char *part, const char *file, int line)
{
    if (!strstr(text, part)) {
        print_error("%s:%d: \"%s\" does not contain \"%s\"\n", file, line, text, part);
        _fail(file, line);
    }
}

#define assert_contains(text, part) check_contains(text, part, __FILE__, __LINE__)

typedef struct fixture {
    eg_diagnostics *d;
    record r;
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

/* ---------------------------------------------------------------- errors over a run */

/* Largest error and range of up to four signals. */
typedef struct errors {
    double error[4], low[4], high[4];
} errors;

static errors errors_none(void)
{
    errors e;
    for (int i = 0; i < 4; i++) {
        e.error[i] = 0.0;
        e.low[i] = INFINITY;
        e.high[i] = -INFINITY;
    }
    return e;
}

static void errors_add(errors *e, int i, double actual, double exact)
{
    double error = fabs(actual - exact);
    e->error[i] = error <= e->error[i] ? e->error[i] : error; /* NaN stays */
    e->low[i] = fmin(e->low[i], exact);
    e->high[i] = fmax(e->high[i], exact);
}

/* The largest error in units of tolerance times range. */
static double errors_worst(const errors *e, int count, double tolerance)
{
    double worst = 0.0;
    for (int i = 0; i < count; i++) {
        double ratio = e->error[i] / (tolerance * (e->high[i] - e->low[i]));
        worst = ratio <= worst ? worst : ratio;
    }
    return worst;
}

static void report_line(const char *what, double tolerance, double worst, const eg_counters *n)
{
    print_message("    %-34s tolerance %.0e: error %7.3f tolerance range, %6ld steps\n", what, tolerance,
                  worst, n->steps);
}

/* ---------------------------------------------------------------- oscillator */

/* Ten periods from x = 1 at rest, with or without damping. */
static void run_oscillator(fixture *f, double zeta)
{
    double before = INFINITY;
    for (int k = 4; k <= 11; k++) {
        double tolerance = pow(10.0, -k), y[2] = {1.0, 0.0};
        oscillator o;
        errors e = errors_none();
        oscillator_make(&o, 2.0 * CLOSED_PI, zeta, f->d);
        record_run(&f->r, &o.own.base, tolerance, y, 0.0, 10.0, 0.01);
        assert_int_equal(f->r.status, EG_OK);
        assert_int_equal(f->r.rows, 1001);
        for (int j = 0; j < f->r.rows; j++) {
            double exact[2];
            oscillator_exact(&o, 1.0, 0.0, f->r.row[j].t, exact);
            errors_add(&e, 0, f->r.row[j].y[0], exact[0]);
            errors_add(&e, 1, f->r.row[j].y[1], exact[1]);
            errors_add(&e, 2, f->r.row[j].yp[1], -o.omega * (o.omega * exact[0] + 2.0 * zeta * exact[1]));
        }
        double worst = errors_worst(&e, 3, tolerance);
        report_line(zeta > 0.0 ? "oscillator, zeta = 0.1" : "oscillator, undamped", tolerance, worst,
                    &f->r.counters);
        assert_at_most(worst, 100.0);
        /* A hundredfold tolerance is at least a tenfold error: the error falls with the tolerance. */
        if (k % 2 == 0) {
            assert_at_most(worst * tolerance, 0.1 * before);
            before = worst * tolerance;
        }
        /* What has been lost is what is missing. The quadrature is of the order of the dense output. */
        double energy = 0.5 * (y[1] * y[1] + o.omega * o.omega * y[0] * y[0]);
        double initial = 0.5 * o.omega * o.omega;
        assert_near(f->r.result.work[EG_POWER_DISSIPATED], zeta > 0.0 ? initial - energy : 0.0,
                    100.0 * tolerance * initial);
    }
}

static void test_undamped_oscillator(void **state)
{
    run_oscillator(*state, 0.0);
}

static void test_damped_oscillator(void **state)
{
    run_oscillator(*state, 0.1);
}

/* ---------------------------------------------------------------- one contact */

/* A mass of 1 kg with 1 m/s, 1 m before the stop; every row against the closed form. */
static void run_contact(fixture *f, double c, double zeta, double tolerance)
{
    stop p;
    errors e = errors_none();
    double y[2] = {1.0, -1.0}, end = 1.0 + 15.0 / sqrt(c);
    stop_make(&p, 1.0, c, 2.0 * zeta * sqrt(c), 1.0, 0.0, f->d);
    closed_impact impact = closed_elasto_gap(1.0, c, p.d, 1.0);
    record_run(&f->r, &p.own.base, tolerance, y, 0.0, end, (end - 1.0) / 300.0);
    assert_int_equal(f->r.status, EG_OK);
    for (int j = 0; j < f->r.rows; j++) {
        closed_state exact = closed_elasto_gap_at(&impact, f->r.row[j].t - 1.0);
        errors_add(&e, 0, -f->r.row[j].y[0], exact.x);
        errors_add(&e, 1, -f->r.row[j].y[1], exact.v);
        errors_add(&e, 2, f->r.row[j].yp[1], exact.push);
    }
    double worst = errors_worst(&e, 3, tolerance);
    char what[60];
    snprintf(what, sizeof what, "contact, c = %g, zeta = %g", c, zeta);
    report_line(what, tolerance, worst, &f->r.counters);
    assert_at_most(worst, 100.0);
    assert_near(f->r.result.work[EG_POWER_DISSIPATED], impact.loss, 100.0 * tolerance * 0.5);
    assert_near(y[1], impact.restitution, fmax(100.0 * tolerance, 1e-12));
}

static void test_contact_over_tolerances(void **state)
{
    for (int k = 4; k <= 11; k++)
        run_contact(*state, 1.0, 0.3, pow(10.0, -k));
}

/* The whole range of damping; the four events at their closed-form times. */
static void test_contact_over_damping(void **state)
{
    fixture *f = *state;
    const double zetas[] = {0.01, 0.1, 0.3, 0.5, 1.0, 2.0, 5.0};
    const double tolerance = 1e-10;
    for (int k = 0; k < 7; k++) {
        run_contact(f, 1.0, zetas[k], tolerance);
        closed_impact i = closed_elasto_gap(1.0, 1.0, 2.0 * zetas[k], 1.0);
        const double times[4] = {1.0, 1.0 + i.t1, 1.0 + i.t1 + i.t2, 1.0 + i.contact_time};
        assert_int_equal(f->r.events, 4);
        for (int j = 0; j < 4; j++)
            assert_near(f->r.event[j].t, times[j], 1e-8);
    }
}

/* A contact a thousand times shorter than the flight: the velocity, whose range the contact spans, holds the
 * penetration to account, whose scale is a thousandth of the range of the position. An error of
 * the time of touch shifts the force, which rises within 1e-4 s: 1e4 times the error of time. */
static void test_stiff_contact(void **state)
{
    fixture *f = *state;
    const double tolerances[] = {1e-5, 1e-7, 1e-9, 1e-11};
    for (int k = 0; k < 4; k++)
        run_contact(f, 1e6, 0.1, tolerances[k]);
}

/* n = 3/2 begins with infinite curvature of the force. Undamped, speed returns whole, and the duration of
 * the contact is a beta function; penetration follows from the energy at every row. */
static void test_contact_of_spheres(void **state)
{
    fixture *f = *state;
    double duration = closed_undamped_contact_time(1.0, 1.0, 1.5, 1.0);
    for (int k = 4; k <= 11; k++) {
        double tolerance = pow(10.0, -k), y[2] = {1.0, -1.0}, worst = 0.0;
        stop p;
        stop_make(&p, 1.0, 1.0, 0.0, 1.5, 0.0, f->d);
        record_run(&f->r, &p.own.base, tolerance, y, 0.0, 6.0, 0.01);
        assert_int_equal(f->r.events, 2);
        assert_near(f->r.event[0].t, 1.0, 100.0 * tolerance);
        assert_near(f->r.event[1].t, 1.0 + duration, 100.0 * tolerance);
        for (int j = 0; j < f->r.rows; j++) {
            const double *row = f->r.row[j].y;
            double potential = row[0] < 0.0 ? pow(-row[0], 2.5) / 2.5 : 0.0;
            worst = fmax(worst, fabs(0.5 * row[1] * row[1] + potential - 0.5));
        }
        report_line("contact of spheres (energy)", tolerance, worst / tolerance, &f->r.counters);
        assert_at_most(worst, 100.0 * tolerance);
        assert_near(y[1], 1.0, 100.0 * tolerance);
    }
}

/* Dropped on an undamped stop: it bounces for ever, a contact lasting 2 (pi - atan(omega v/g))/omega and
 * a flight 2 v/g. An error of the energy shifts every later bounce, so errors grow with the square of
 * their number. */
static void test_bounces(void **state)
{
    fixture *f = *state;
    const double g = 9.81, omega = 10.0, height = 0.5, tolerance = 1e-9;
    double v = sqrt(2.0 * g * height), contact = 2.0 * (CLOSED_PI - atan(omega * v / g)) / omega;
    double y[2] = {height, 0.0};
    stop p;
    stop_make(&p, 1.0, omega * omega, 0.0, 1.0, g, f->d);
    record_run(&f->r, &p.own.base, tolerance, y, 0.0, 10.0, 0.01);
    assert_int_equal(f->r.status, EG_OK);
    assert_in_range(f->r.events, 18, 22);
    for (int k = 0; k < f->r.events; k++) {
        int touches = (k + 1) / 2, flights = k / 2;
        double exact = v / g + touches * contact + flights * 2.0 * v / g;
        assert_near(f->r.event[k].t, exact, 100.0 * tolerance * (1 + k));
    }
    /* Supplied by gravity = what has become kinetic and elastic. */
    double kinetic, potential;
    stop_energy(&p.own.base, 10.0, y, &kinetic, &potential);
    assert_near(f->r.result.work[EG_POWER_SUPPLIED], kinetic + potential, 1e3 * tolerance);
}

/* ---------------------------------------------------------------- structure */

static void test_algebraic_unknown(void **state)
{
    fixture *f = *state;
    for (int k = 4; k <= 11; k++) {
        double tolerance = pow(10.0, -k);
        series s;
        errors e = errors_none();
        series_make(&s, 1.0, 60.0, 30.0, f->d);
        double omega = sqrt(20.0), y[3] = {1.0, 0.0, 2.0 / 3.0};
        record_run(&f->r, &s.own.base, tolerance, y, 0.0, 10.0, 0.01);
        assert_int_equal(f->r.status, EG_OK);
        for (int j = 0; j < f->r.rows; j++) {
            double x = cos(omega * f->r.row[j].t), v = -omega * sin(omega * f->r.row[j].t);
            errors_add(&e, 0, f->r.row[j].y[0], x);
            errors_add(&e, 1, f->r.row[j].y[1], v);
            errors_add(&e, 2, f->r.row[j].y[2], 2.0 / 3.0 * x);
        }
        double worst = errors_worst(&e, 3, tolerance);
        report_line("springs in series", tolerance, worst, &f->r.counters);
        assert_at_most(worst, 100.0);
    }
}

/* `many` oscillators of which one moves: block by block, two unknowns each. */
typedef struct crowd {
    eg_system base;
    eg_pattern pattern;
    int many;
} crowd;

static int crowd_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    (void)t;
    for (int i = 0; i < s->n; i += 2) {
        yp[i] = y[i + 1];
        yp[i + 1] = -y[i];
    }
    return 0;
}

static int crowd_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    crowd_derivatives(s, t, y, r);
    for (int i = 0; i < s->n; i++)
        r[i] = yp[i] - r[i];
    return 0;
}

static int crowd_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                          double *values)
{
    (void)t, (void)y, (void)yp;
    const double block[4] = {cj, 1.0, -1.0, cj};
    for (int i = 0; i < s->n / 2; i++)
        memcpy(values + 4 * (size_t)i, block, sizeof block);
    return 0;
}

static void crowd_nominals(eg_system *s, const double *y, double *nominal)
{
    (void)y;
    for (int i = 0; i < s->n; i++)
        nominal[i] = 1e-6;
}

static eg_system_ops crowd_ops(void)
{
    eg_system_ops ops = oscillator_ops;
    ops.residual = crowd_residual;
    ops.jacobian = crowd_jacobian;
    ops.derivatives = crowd_derivatives;
    ops.nominals = crowd_nominals;
    ops.powers = test_no_powers;
    ops.energy = test_no_energy;
    return ops;
}

/* Position of the one that moves, after a period and a half, and the steps it took. */
static double run_crowd(fixture *f, int many, long *steps)
{
    int n = 2 * many;
    eg_system_ops ops = crowd_ops();
    int *start = calloc((size_t)n + 1, sizeof *start), *row = calloc(2 * (size_t)n, sizeof *row);
    bool *differential = calloc((size_t)n, sizeof *differential);
    double *y = calloc(2 * (size_t)n, sizeof *y), *yp = y + n, x = NAN;
    assert_true(start && row && differential && y);
    for (int j = 0; j < n; j++) {
        start[j + 1] = 2 * (j + 1);
        row[2 * j] = j - j % 2;
        row[2 * j + 1] = j - j % 2 + 1;
    }
    crowd c = {.pattern = {n, 2 * n, start, row}, .many = many};
    c.base = (eg_system){
        .ops = &ops, .n = n, .pattern = &c.pattern, .differential = differential, .diagnostics = f->d};
    eg_engine *e = eg_engine_ida.create(&c.base, 1e-7);
    y[0] = 1.0;
    crowd_derivatives(&c.base, 0.0, y, yp);
    assert_int_equal(e->ops->restart(e, 0.0, y, yp), 0);
    while (e->t1 < 10.0)
        assert_int_equal(e->ops->step(e, 10.0), 0);
    eg_counters counters;
    e->ops->counters(e, &counters);
    *steps = counters.steps;
    e->ops->dense(e, 10.0, y, yp);
    x = y[0];
    e->ops->free(e);
    free(start);
    free(row);
    free(differential);
    free(y);
    return x;
}

/* A model's size does not dilute the accuracy of its parts: the same steps, the same numbers. */
static void test_crowd_dilutes_nothing(void **state)
{
    long alone, among;
    double x1 = run_crowd(*state, 1, &alone), x2 = run_crowd(*state, 5000, &among);
    assert_int_equal(alone, among);
    assert_near(x2, x1, 0.0);
    assert_near(x1, cos(10.0), 2.0 * 100.0 * 1e-7);
}

/* Two bodies slowed alike, and the distance between them, which never changes but for round-off:
 * y = (distance, v1, v2), v' = -v written differently for each. */
static int pair_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    (void)s, (void)t;
    yp[0] = y[2] - y[1];
    yp[1] = -y[1];
    yp[2] = -(y[2] * 3.7) / 3.7;
    return 0;
}

static int pair_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    pair_derivatives(s, t, y, r);
    for (int i = 0; i < 3; i++)
        r[i] = yp[i] - r[i];
    return 0;
}

static int pair_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj, double *values)
{
    (void)s, (void)t, (void)y, (void)yp;
    const double columns[9] = {cj, 0.0, 0.0, 1.0, cj + 1.0, 0.0, -1.0, 0.0, cj + 1.0};
    memcpy(values, columns, sizeof columns);
    return 0;
}

/* The distance asks for a millionth of a micrometre at tolerance 1e-11: its round-off is larger. */
static void test_round_off_is_not_followed(void **state)
{
    fixture *f = *state;
    double y[3] = {0.0, 1.0, 1.0};
    test_system s;
    eg_system_ops ops = crowd_ops();
    ops.residual = pair_residual;
    ops.jacobian = pair_jacobian;
    ops.derivatives = pair_derivatives;
    ops.nominals = test_nominals;
    test_make(&s, &ops, 3, 0, 1e-6, f->d);
    s.nominal[0] = 1e-9;
    record_run(&f->r, &s.base, 1e-11, y, 0.0, 5.0, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    assert_near(y[1], exp(-5.0), 1e-9);
    assert_near(y[0], 0.0, 1e-12);
    /* v alone takes some 1300 steps at this tolerance. */
    assert_in_range(f->r.counters.steps, 100, 3000);
}

/* ---------------------------------------------------------------- a pattern that changes */

/* y = (a, b), a' = 1, b' = 0 until the time event at 1/2, then b' = a: the Jacobian gains an entry. */
typedef struct growing {
    test_system own;
    bool grown;
    eg_pattern small, large;
} growing;

static const int small_start[] = {0, 1, 2}, small_row[] = {0, 1};
static const int large_start[] = {0, 2, 3}, large_row[] = {0, 1, 1};

static int growing_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    (void)t;
    yp[0] = 1.0;
    yp[1] = ((const growing *)s)->grown ? y[0] : 0.0;
    return 0;
}

static int growing_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    growing_derivatives(s, t, y, r);
    r[0] = yp[0] - r[0];
    r[1] = yp[1] - r[1];
    return 0;
}

static int growing_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                            double *values)
{
    (void)t, (void)y, (void)yp;
    const double small[2] = {cj, cj}, large[3] = {cj, -1.0, cj};
    memcpy(values, ((const growing *)s)->grown ? large : small, (size_t)s->pattern->entries * sizeof *values);
    return 0;
}

static double growing_next(eg_system *s, double t)
{
    (void)s;
    return t < 0.5 ? 0.5 : INFINITY;
}

static int growing_handle(eg_system *s, double t, const bool *fired, double *y, double *yp, bool *jumped,
                          eg_event_sink *sink)
{
    growing *g = (growing *)s;
    assert_null(fired);
    g->grown = true;
    s->pattern = &g->large;
    s->structure++;
    *jumped = false;
    sink->happened(sink, t, "growing", "grows", true);
    return growing_derivatives(s, t, y, yp);
}

static void test_pattern_that_changes(void **state)
{
    fixture *f = *state;
    growing g;
    double y[2] = {0.0, 0.0};
    eg_system_ops ops = crowd_ops();
    ops.residual = growing_residual;
    ops.jacobian = growing_jacobian;
    ops.derivatives = growing_derivatives;
    ops.nominals = test_nominals;
    ops.next_time_event = growing_next;
    ops.handle_event = growing_handle;
    test_make(&g.own, &ops, 2, 0, 1e-6, f->d);
    g.grown = false;
    g.small = (eg_pattern){2, 2, small_start, small_row};
    g.large = (eg_pattern){2, 3, large_start, large_row};
    g.own.base.pattern = &g.small;
    record_run(&f->r, &g.own.base, 1e-8, y, 0.0, 1.0, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    assert_near(y[0], 1.0, 1e-12);
    assert_near(y[1], 0.375, 100.0 * 1e-8);
}

/* ---------------------------------------------------------------- the dense output, and far from t = 0 */

static void test_dense_output(void **state)
{
    fixture *f = *state;
    oscillator o;
    double y[2] = {1.0, 0.0}, yp[2], end[2] = {1.0, 0.0}, exact[2];
    oscillator_make(&o, 1.0, 0.0, f->d);
    eg_engine *e = eg_engine_ida.create(&o.own.base, 1e-8);
    oscillator_derivatives(&o.own.base, 0.0, y, yp);
    assert_int_equal(e->ops->restart(e, 0.0, y, yp), 0);
    while (e->t1 < 1.0) {
        double before = e->t1;
        assert_int_equal(e->ops->step(e, 1.0), 0);
        assert_near(e->t0, before, 0.0);
        assert_true(e->t1 > e->t0);
        assert_in_range(e->degree, 1, 5);
        /* Continuous from step to step, and true within it. */
        e->ops->dense(e, e->t0, y, yp);
        assert_near(y[0], end[0], 4.0 * DBL_EPSILON);
        assert_near(y[1], end[1], 4.0 * DBL_EPSILON);
        double middle = 0.5 * (e->t0 + e->t1);
        e->ops->dense(e, middle, y, yp);
        oscillator_exact(&o, 1.0, 0.0, middle, exact);
        assert_near(y[0], exact[0], 100.0 * 1e-8);
        /* y' is one order lower: with errors of 1e-10 over steps of 1e-2 and less, 1e-5 and less. */
        assert_near(yp[0], exact[1], 1e-5);
        e->ops->dense(e, e->t1, end, NULL);
    }
    assert_near(e->t1, 1.0, 0.0);
    e->ops->free(e);
}

static void test_late_start(void **state)
{
    fixture *f = *state;
    stop p;
    double y[2] = {1.0, -1.0}, start = 1e6;
    stop_make(&p, 1.0, 1.0, 0.6, 1.0, 0.0, f->d);
    closed_impact i = closed_elasto_gap(1.0, 1.0, 0.6, 1.0);
    record_run(&f->r, &p.own.base, 1e-8, y, start, start + 6.0, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    assert_int_equal(f->r.events, 4);
    assert_near(f->r.event[3].t - start, 1.0 + i.contact_time, 1e-7);
    assert_near(y[1], i.restitution, 1e-7);
}

/* ---------------------------------------------------------------- what goes wrong */

/* y' = -1/(2 y), y = sqrt(1 - t): ends at t = 1, where the residual cannot be evaluated. */
typedef struct root_system {
    test_system own;
    int calls, refuse_call;
} root_system;

static int root_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    (void)s, (void)t;
    if (!(y[0] > 0.0))
        return 1;
    yp[0] = -0.5 / y[0];
    return 0;
}

static int root_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    root_system *own = (root_system *)s;
    double f;
    if (++own->calls == own->refuse_call || root_derivatives(s, t, y, &f) != 0)
        return 1;
    r[0] = yp[0] - f;
    return 0;
}

static int root_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj, double *values)
{
    (void)s, (void)t, (void)yp;
    values[0] = cj - 0.5 / (y[0] * y[0]);
    return 0;
}

static eg_system_ops root_ops(void)
{
    eg_system_ops ops = crowd_ops();
    ops.residual = root_residual;
    ops.jacobian = root_jacobian;
    ops.derivatives = root_derivatives;
    ops.nominals = test_nominals;
    return ops;
}

static void test_refused_point_is_tried_nearer(void **state)
{
    fixture *f = *state;
    eg_system_ops ops = root_ops();
    root_system s = {.refuse_call = 60};
    double y[1] = {1.0};
    test_make(&s.own, &ops, 1, 0, 1e-6, f->d);
    record_run(&f->r, &s.own.base, 1e-8, y, 0.0, 0.75, 0.1);
    assert_int_equal(f->r.status, EG_OK);
    assert_true(s.calls > 60);
    assert_true(f->r.counters.rejected_steps > 0);
    assert_near(y[0], 0.5, 100.0 * 1e-8);
}

static void test_end_of_the_domain(void **state)
{
    fixture *f = *state;
    eg_system_ops ops = root_ops();
    root_system s = {.refuse_call = -1};
    double y[1] = {1.0};
    test_make(&s.own, &ops, 1, 0, 1e-6, f->d);
    record_run(&f->r, &s.own.base, 1e-8, y, 0.0, 2.0, 0.1);
    assert_int_equal(f->r.status, EG_ERROR_SIMULATION);
    /* It gets as near as y = 1e-4 of its range. */
    assert_near(f->r.result.end_time, 1.0, 1e-6);
    assert_contains(eg_diagnostics_get(f->d, 0)->message, "the simulation stopped at t = ");
    /* The rows end at the last good point. */
    assert_near(f->r.row[f->r.rows - 1].t, f->r.result.end_time, 0.0);
}

/* y' = y^2, y = 1/(1 - t). */
static int blow_up_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    (void)s, (void)t;
    yp[0] = y[0] * y[0];
    return 0;
}

static int blow_up_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    (void)s, (void)t;
    r[0] = yp[0] - y[0] * y[0];
    return 0;
}

static int blow_up_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                            double *values)
{
    (void)s, (void)t, (void)yp;
    values[0] = cj - 2.0 * y[0];
    return 0;
}

static void test_blow_up(void **state)
{
    fixture *f = *state;
    eg_system_ops ops = crowd_ops();
    test_system s;
    double y[1] = {1.0};
    ops.residual = blow_up_residual;
    ops.jacobian = blow_up_jacobian;
    ops.derivatives = blow_up_derivatives;
    ops.nominals = test_nominals;
    test_make(&s, &ops, 1, 0, 1e-6, f->d);
    record_run(&f->r, &s.base, 1e-8, y, 0.0, 2.0, 0.1);
    assert_int_equal(f->r.status, EG_ERROR_SIMULATION);
    assert_near(f->r.result.end_time, 1.0, 1e-6);
    assert_contains(eg_diagnostics_get(f->d, 0)->message, "unknown 0");
}

/* The second unknown stands in no equation. */
static int loose_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    (void)s, (void)t, (void)y;
    r[0] = yp[0] - 1.0;
    r[1] = 0.0;
    return 0;
}

static int loose_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                          double *values)
{
    (void)s, (void)t, (void)y, (void)yp;
    const double columns[4] = {cj, 0.0, 0.0, 0.0};
    memcpy(values, columns, sizeof columns);
    return 0;
}

static int loose_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    (void)s, (void)t, (void)y;
    yp[0] = 1.0;
    yp[1] = 0.0;
    return 0;
}

static void test_undetermined_unknown_is_named(void **state)
{
    fixture *f = *state;
    eg_system_ops ops = crowd_ops();
    test_system s;
    double y[2] = {0.0, 0.0};
    ops.residual = loose_residual;
    ops.jacobian = loose_jacobian;
    ops.derivatives = loose_derivatives;
    ops.nominals = test_nominals;
    test_make(&s, &ops, 2, 0, 1e-6, f->d);
    record_run(&f->r, &s.base, 1e-8, y, 0.0, 2.0, 0.1);
    assert_int_equal(f->r.status, EG_ERROR_SIMULATION);
    assert_contains(eg_diagnostics_get(f->d, 0)->message, "t = 0 s");
    assert_contains(eg_diagnostics_get(f->d, 0)->message, "unknown 1");
}

static void test_finding_engines(void **state)
{
    (void)state;
    assert_ptr_equal(eg_engine_find("ida"), &eg_engine_ida);
    assert_null(eg_engine_find("idb"));
    assert_null(eg_engine_find(""));
    eg_engine_ida.free(NULL);
}

/* ---------------------------------------------------------------- */

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_undamped_oscillator),
        TEST(test_damped_oscillator),
        TEST(test_contact_over_tolerances),
        TEST(test_contact_over_damping),
        TEST(test_stiff_contact),
        TEST(test_contact_of_spheres),
        TEST(test_bounces),
        TEST(test_algebraic_unknown),
        TEST(test_crowd_dilutes_nothing),
        TEST(test_round_off_is_not_followed),
        TEST(test_pattern_that_changes),
        TEST(test_dense_output),
        TEST(test_late_start),
        TEST(test_refused_point_is_tried_nearer),
        TEST(test_end_of_the_domain),
        TEST(test_blow_up),
        TEST(test_undetermined_unknown_is_named),
        TEST(test_finding_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
