/* Sensitivities of systems written by hand, whose derivatives by parameters are given beside them, against
 * closed forms: along steps of every engine, through events at which nothing jumps and at which all does,
 * with an algebraic unknown; and where no derivative exists. */
#include "sensitivity/crossing.h"

#include "near.h"
#include "systems.h"

#include <float.h>

/* Runs are made at 1e-10; sensitivities that follow from them are to be as good, times what an event's
 * instant multiplies errors by. */
static const double tolerance = 1e-10, near_enough = 1e-8;

/* The polynomial of `ida` between its points, of order 5 at most, is what its derivatives are solved on. */
static const double by_ida = 300;

enum { MOST_DIRECTIONS = 4, MOST_CROSSINGS = 64 };

/* A run with its sensitivities. */
typedef struct sensed {
    eg_observer observer; /* first */
    eg_variation v;
    eg_crossing c;
    eg_engine *engine;
    double instant[MOST_CROSSINGS], dt[MOST_CROSSINGS][MOST_DIRECTIONS];
    int crossings;
    double y[SYSTEM_MAX];
} sensed;

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    (void)o, (void)t, (void)y, (void)yp;
    return 0;
}

static int on_passed(eg_observer *o, eg_engine *engine, double t)
{
    sensed *r = (sensed *)o;
    double yp[SYSTEM_MAX], y[SYSTEM_MAX];
    assert_int_equal(eg_variation_pass(&r->v, engine, t), 0);
    assert_int_equal(eg_variation_motion(&r->v, engine, eg_engine_part(engine, t), y, yp), 0);
    return eg_crossing_note(&r->c, t, y, yp);
}

static int on_left(eg_observer *o, double t, const double *y, const double *yp)
{
    sensed *r = (sensed *)o;
    assert_int_equal(eg_crossing_leave(&r->c, t, y, yp, o->fired), 0);
    if (r->crossings < MOST_CROSSINGS) {
        r->instant[r->crossings] = t;
        memcpy(r->dt[r->crossings++], r->c.dt, r->v.count * sizeof *r->c.dt);
    }
    return 0;
}

static int on_right(eg_observer *o, double t, const double *y, const double *yp)
{
    assert_int_equal(eg_crossing_arrive(&((sensed *)o)->c, t, y, yp), 0);
    return 0;
}

static void on_happened(eg_event_sink *sink, double t, const char *component, const char *name, bool is_timed)
{
    (void)sink, (void)t, (void)component, (void)name, (void)is_timed;
}

/* From y, consistent at 0. */
static void run(sensed *r, const eg_engine_ops *ops, eg_system *s, size_t directions, const double *y,
                double end)
{
    double yp[SYSTEM_MAX];
    eg_march_options options = {.stop_time = end, .interval = end, .max_events = 100};
    eg_march_result result;
    *r = (sensed){.observer = {.point = on_point,
                               .left = on_left,
                               .right = on_right,
                               .passed = on_passed,
                               .sink = {on_happened}}};
    memcpy(r->y, y, sizeof r->y);
    assert_true(eg_variation_init(&r->v, s, directions, 0.1 * tolerance));
    assert_true(eg_crossing_init(&r->c, &r->v));
    assert_int_equal(s->ops->derivatives(s, 0, r->y, yp), 0);
    assert_int_equal(eg_variation_begin(&r->v, 0, r->y, yp), 0);
    r->engine = ops->create(s, tolerance);
    assert_non_null(r->engine);
    assert_int_equal(eg_march(r->engine, &options, r->y, yp, &r->observer, &result), EG_OK);
}

static void end(sensed *r)
{
    r->engine->ops->free(r->engine);
    eg_crossing_release(&r->c);
    eg_variation_release(&r->v);
}

static const eg_engine_ops *const engines[] = {&eg_engine_erk, &eg_engine_irk, &eg_engine_ida};

/* ---------------------------------------------------------------- what facets share */

static int still(eg_system *s, int k, double t, double *dt, double *spread)
{
    (void)s, (void)k, (void)t;
    *dt = *spread = 0;
    return 0;
}

/* What was handed over at the last event. */
static double left_dy[MOST_DIRECTIONS * SYSTEM_MAX], left_y[SYSTEM_MAX];

static int keep_left(eg_system *s, double t, const double *y, const double *yp, const double *dt,
                     const double *dy)
{
    (void)t, (void)yp, (void)dt;
    memcpy(left_dy, dy, MOST_DIRECTIONS * (size_t)s->n * sizeof *dy);
    memcpy(left_y, y, (size_t)s->n * sizeof *y);
    return 0;
}

static int goes_on(eg_system *s, int k, double t, const double *y, const double *yp, double *dy)
{
    (void)t, (void)y, (void)yp;
    memcpy(dy, left_dy + (size_t)k * (size_t)s->n, (size_t)s->n * sizeof *dy);
    return 0;
}

/* ---------------------------------------------------------------- the stop, by c, d, m and the start */

enum { BY_C, BY_D, BY_M, BY_START };

static int stop_start(eg_system *s, int k, double t, const double *y, const double *yp, double *dy)
{
    (void)s, (void)t, (void)y, (void)yp;
    dy[0] = k == BY_START;
    dy[1] = 0;
    return 0;
}

/* d spring/ds, and by what else moves. */
static double spring_along(const stop *p, int k, double s, double ds)
{
    return stop_stiffness(p, s) * ds + (k == BY_C ? stop_spring(p, s) / p->c : 0);
}

static int stop_residual_along(eg_system *s, int k, double t, const double *y, const double *yp, double dt,
                               const double *dy, const double *dyp, double *dr)
{
    const stop *p = (const stop *)s;
    const double spring = spring_along(p, k, y[0], dy[0]);
    const double damper = p->d * dy[1] + (k == BY_D ? y[1] : 0);
    double force = 0;
    (void)t, (void)dt;
    if (p->mode == STOP_APPROACH)
        force = 2 * spring;
    if (p->mode == STOP_LINEAR)
        force = spring - damper;
    dr[0] = dyp[0] - dy[1];
    dr[1] = p->m * dyp[1] + (k == BY_M ? yp[1] + p->g : 0) - force;
    return 0;
}

static int stop_switching_along(eg_system *s, int k, double t, const double *y, double dt, const double *dy,
                                double *dh)
{
    const stop *p = (const stop *)s;
    const double damped = dy[1] + (k == BY_D && p->d > 0 ? y[1] / p->d : 0);
    (void)t, (void)dt;
    stop_functions(p, dy[0], damped, spring_along(p, k, y[0], dy[0]), dh);
    return 0;
}

static const eg_parametric_facet stop_facet = {.start = stop_start,
                                               .residual = stop_residual_along,
                                               .switching = stop_switching_along,
                                               .time_event = still,
                                               .leave = keep_left,
                                               .arrive = goes_on};

/* The restitution of ElastoGap at n = 1 and its derivative by zeta (Hertz's problem with a bounded damper:
 * three phases), the time of the contact times omega and its derivative. */
static void restitution(double zeta, double *e, double *de, double *time, double *dtime)
{
    const double w = sqrt(1 - zeta * zeta), dw = -zeta / w;
    const double up = 4 * zeta * w, down = 4 * zeta * zeta - 1;
    const double phi = atan2(up, down);
    const double dphi = ((4 * w + 4 * zeta * dw) * down - up * 8 * zeta) / (up * up + down * down);
    *e = exp(-zeta / w * phi);
    *de = -*e * ((w - zeta * dw) / (w * w) * phi + zeta / w * dphi);
    const double tangent = 2 * sqrt(2) * zeta;
    *time = atan(tangent) / sqrt(2) + phi / w + 2 * zeta;
    *dtime = 2 / (1 + tangent * tangent) + (dphi * w - phi * dw) / (w * w) + 2;
}

static void an_impact_is_that_of_closed_form(void **state)
{
    (void)state;
    const double m = 2, c = 800, zeta = 0.3, d = 2 * zeta * sqrt(c * m), s0 = 0.5, v0 = 1, stop_time = 1.2;
    const double omega = sqrt(c / m);
    double e, de, T, dT;
    restitution(zeta, &e, &de, &T, &dT);
    /* zeta = d/(2 sqrt(c m)), omega = sqrt(c/m), and s = e v0 (t - s0/v0 - T/omega) */
    const double dzeta[] = {-zeta / (2 * c), zeta / d, -zeta / (2 * m), 0};
    const double domega[] = {omega / (2 * c), 0, -omega / (2 * m), 0};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        stop p;
        sensed r;
        eg_diagnostics *list = eg_diagnostics_create();
        stop_make(&p, m, c, d, 1, 0, list);
        p.own.base.parametric = &stop_facet;
        const double y[SYSTEM_MAX] = {s0, -v0};
        run(&r, engines[i], &p.own.base, 4, y, stop_time);
        const double since = stop_time - s0 / v0 - T / omega,
                     off = i == 2 ? by_ida * near_enough : near_enough;
        assert_near(r.y[0], e * v0 * since, off);
        for (int k = 0; k < 4; k++) {
            const double ended =
                (k == BY_START) / v0 + dT * dzeta[k] / omega - T / (omega * omega) * domega[k];
            const double speed = v0 * de * dzeta[k], place = speed * since - e * v0 * ended;
            const double size = k == BY_C ? 1 / c : k == BY_D ? 1 / d : 1;
            assert_near(r.v.s[2 * k + 1], speed, off * size);
            assert_near(r.v.s[2 * k], place, off * size);
            assert_near(r.dt[r.crossings - 1][k], ended, off * size);
            assert_int_equal(r.c.doubts[k].kind, EG_DOUBT_NONE);
        }
        end(&r);
        eg_diagnostics_free(list);
    }
}

/* ---------------------------------------------------------------- the hard ball, by e and the start */

static int ball_start(eg_system *s, int k, double t, const double *y, const double *yp, double *dy)
{
    (void)s, (void)t, (void)y, (void)yp;
    dy[0] = k == 1;
    dy[1] = 0;
    return 0;
}

static int ball_residual_along(eg_system *s, int k, double t, const double *y, const double *yp, double dt,
                               const double *dy, const double *dyp, double *dr)
{
    (void)s, (void)k, (void)t, (void)y, (void)yp, (void)dt;
    dr[0] = dyp[0] - dy[1];
    dr[1] = dyp[1];
    return 0;
}

static int ball_switching_along(eg_system *s, int k, double t, const double *y, double dt, const double *dy,
                                double *dh)
{
    (void)s, (void)k, (void)t, (void)y, (void)dt;
    dh[0] = dy[0];
    return 0;
}

static int ball_arrive(eg_system *s, int k, double t, const double *y, const double *yp, double *dy)
{
    const ball *p = (const ball *)s;
    (void)t, (void)y, (void)yp;
    dy[0] = left_dy[2 * k];
    dy[1] = -p->e * left_dy[2 * k + 1] - (k == 0 ? left_y[1] : 0);
    return 0;
}

static const eg_parametric_facet ball_facet = {.start = ball_start,
                                               .residual = ball_residual_along,
                                               .switching = ball_switching_along,
                                               .time_event = still,
                                               .leave = keep_left,
                                               .arrive = ball_arrive};

/* With V the speed at the first touch, at t1 = V = sqrt(2 h), the nth is at t1 (1 + 2 sum of e^i, i < n). */
static void bounces_are_those_of_closed_form(void **state)
{
    (void)state;
    const double e = 0.8, h = 0.5, stop_time = 6.5;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        ball p;
        sensed r;
        eg_diagnostics *list = eg_diagnostics_create();
        ball_make(&p, e, list);
        p.own.base.parametric = &ball_facet;
        const double y[SYSTEM_MAX] = {h, 0};
        run(&r, engines[i], &p.own.base, 2, y, stop_time);
        double sum = 0, dsum = 0, power = 1, dpower = 0, at = 1, dat = 0;
        assert_true(r.crossings >= 4);
        for (int n = 0; n < r.crossings; n++) {
            at = 1 + 2 * sum;
            dat = 2 * dsum;
            assert_near(r.instant[n], at, near_enough);
            assert_near(r.dt[n][0], dat, near_enough * 10);
            assert_near(r.dt[n][1], at / (2 * h), near_enough * 10); /* t1 = sqrt(2 h) */
            dpower = (n + 1) * power;
            power *= e;
            sum += power;
            dsum += dpower;
        }
        /* s = V (t - at) - (t - at)^2/2, V = e^n the speed behind the last one */
        const double since = stop_time - at;
        assert_near(r.v.s[0], dpower * since - power * dat + since * dat, near_enough * 10);
        end(&r);
        eg_diagnostics_free(list);
    }
}

/* ---------------------------------------------------------------- an algebraic unknown */

static int series_start(eg_system *s, int k, double t, const double *y, const double *yp, double *dy)
{
    (void)s, (void)k, (void)t, (void)y, (void)yp;
    dy[0] = dy[1] = dy[2] = 0;
    return 0;
}

static int series_residual_along(eg_system *s, int k, double t, const double *y, const double *yp, double dt,
                                 const double *dy, const double *dyp, double *dr)
{
    const series *p = (const series *)s;
    const double dk1 = k == 0, dk2 = k == 1, dm = k == 2;
    const double force = p->k1 * (dy[0] - dy[2]) + dk1 * (y[0] - y[2]);
    (void)t, (void)dt;
    dr[0] = dyp[0] - dy[1];
    dr[1] = p->m * dyp[1] + dm * yp[1] + force;
    dr[2] = force - p->k2 * dy[2] - dk2 * y[2];
    return 0;
}

static int no_switching_along(eg_system *s, int k, double t, const double *y, double dt, const double *dy,
                              double *dh)
{
    (void)s, (void)k, (void)t, (void)y, (void)dt, (void)dy, (void)dh;
    return 0;
}

static const eg_parametric_facet series_facet = {.start = series_start,
                                                 .residual = series_residual_along,
                                                 .switching = no_switching_along,
                                                 .time_event = still,
                                                 .leave = keep_left,
                                                 .arrive = goes_on};

/* x = cos(omega t), omega^2 = k1 k2/((k1 + k2) m), z = x k1/(k1 + k2). */
static void algebraic_unknowns_follow(void **state)
{
    (void)state;
    const double m = 2, k1 = 30, k2 = 50, stop_time = 3;
    const double omega = sqrt(k1 * k2 / ((k1 + k2) * m)), share = k1 / (k1 + k2), both = k1 + k2;
    const double domega[] = {omega / 2 * (1 / k1 - 1 / both), omega / 2 * (1 / k2 - 1 / both),
                             -omega / (2 * m)};
    const double dshare[] = {k2 / (both * both), -k1 / (both * both), 0};
    for (size_t i = 1; i < sizeof engines / sizeof *engines; i++) {
        series p;
        sensed r;
        eg_diagnostics *list = eg_diagnostics_create();
        series_make(&p, m, k1, k2, list);
        p.own.base.parametric = &series_facet;
        const double y[SYSTEM_MAX] = {1, 0, share};
        run(&r, engines[i], &p.own.base, 3, y, stop_time);
        const double x = cos(omega * stop_time), off = i == 2 ? 30 * by_ida * near_enough : near_enough;
        for (int k = 0; k < 3; k++) {
            const double dx = -sin(omega * stop_time) * stop_time * domega[k];
            assert_near(r.v.s[3 * k], dx, off);
            assert_near(r.v.s[3 * k + 2], dx * share + x * dshare[k], off);
        }
        end(&r);
        eg_diagnostics_free(list);
    }
}

/* ---------------------------------------------------------------- no derivative */

static int signal_start(eg_system *s, int k, double t, const double *y, const double *yp, double *dy)
{
    (void)s, (void)t, (void)y, (void)yp;
    dy[0] = k == 0; /* nothing moves along 1 */
    return 0;
}

static int signal_residual_along(eg_system *s, int k, double t, const double *y, const double *yp, double dt,
                                 const double *dy, const double *dyp, double *dr)
{
    (void)s, (void)k, (void)t, (void)y, (void)yp, (void)dt, (void)dy;
    dr[0] = dyp[0];
    return 0;
}

static int signal_switching_along(eg_system *s, int k, double t, const double *y, double dt, const double *dy,
                                  double *dh)
{
    const signal_system *p = (const signal_system *)s;
    (void)k, (void)t, (void)dt;
    for (int i = 0; i < s->switch_count; i++) {
        p->f[i](y[0], &dh[i]);
        dh[i] *= p->sign[i] * dy[0];
    }
    return 0;
}

static const eg_parametric_facet signal_facet = {.start = signal_start,
                                                 .residual = signal_residual_along,
                                                 .switching = signal_switching_along,
                                                 .time_event = still,
                                                 .leave = keep_left,
                                                 .arrive = goes_on};

static double falls(double y, double *rate)
{
    *rate = -1;
    return 1 - y;
}

/* Passes 0 with no rate. */
static double creeps(double y, double *rate)
{
    const double x = 1 - y;
    *rate = -3 * x * x;
    return x * x * x;
}

/* An instant that is no function of rates is none that is known, but where nothing moves, or where another
 * function has it. */
static void touching_is_told(void **state)
{
    (void)state;
    for (int functions = 1; functions <= 2; functions++) {
        signal_system p;
        sensed r;
        eg_diagnostics *list = eg_diagnostics_create();
        signal_make(&p, functions, list);
        p.f[0] = creeps;
        p.f[1] = falls;
        p.own.base.parametric = &signal_facet;
        const double y[SYSTEM_MAX] = {0};
        run(&r, &eg_engine_erk, &p.own.base, 2, y, 2);
        assert_true(r.crossings >= 1);
        assert_int_equal(r.c.doubts[1].kind, EG_DOUBT_NONE);
        assert_int_equal(r.c.doubts[0].kind, functions == 1 ? EG_DOUBT_GRAZING : EG_DOUBT_NONE);
        if (functions == 2)
            assert_near(r.dt[0][0], -1, near_enough);
        end(&r);
        eg_diagnostics_free(list);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impact_is_that_of_closed_form),
        cmocka_unit_test(bounces_are_those_of_closed_form),
        cmocka_unit_test(algebraic_unknowns_follow),
        cmocka_unit_test(touching_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
