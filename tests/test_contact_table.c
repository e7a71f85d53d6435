/* Elastogap.Contact.TableGap: motions in closed form, an integration of its own with slopes of its own, works
 * that are areas below curves, and what is refused. */
#include "reading.h"
#include "run_text.h"

#define FREE_BODY(gap, more)                                                                                 \
    T_ "Components.Fixed wall; Elastogap.Contact.TableGap gap(" gap "); " T_                                 \
       "Components.Mass ball(m = 2, s(start = 0.01, fixed = true), v(start = -1.7, fixed = true)); " more    \
       "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, ball.flange_a); "

/* ---------------------------------------------------------------- closed form: lines, no damper */

enum { ROWS = 6 };
static const double MASS = 2.0, START = 0.01, SPEED = 1.7;
static const double X[ROWS] = {0, 0.002, 0.005, 0.007, 0.012, 0.02};
static const double F[ROWS] = {0, 40, 40, 400, 300, 900};
#define TABLE "table = [0, 0; 0.002, 40; 0.005, 40; 0.007, 400; 0.012, 300; 0.02, 900]"

/* The time from x(i) with speed v until x(i + 1), or until it stands still; *v becomes the speed then. The
 * line's slope may be positive, 0, or negative. */
static double time_in_segment(int i, double *v, double *depth)
{
    const double h = X[i + 1] - X[i], slope = (F[i + 1] - F[i]) / h, a = F[i] / MASS;
    const double left = *v * *v - 2.0 / MASS * (F[i] * h + 0.5 * slope * h * h);
    double t;
    if (slope == 0.0) {
        const double end = left > 0 ? sqrt(left) : 0;
        t = (*v - end) / a;
        *depth = X[i] + 0.5 * (*v + end) * t;
        *v = end;
        return t;
    }
    const double w = sqrt(fabs(slope) / MASS), offset = F[i] / slope; /* u + offset swings about 0 */
    if (slope > 0) {
        const double radius = hypot(offset, *v / w), from = asin(offset / radius);
        const double to = left > 0 ? asin((h + offset) / radius) : acos(-1) / 2;
        t = (to - from) / w;
        *depth = left > 0 ? X[i + 1] : X[i] + radius - offset;
    } else { /* u = -offset + offset*cosh(wt) + v/w*sinh(wt) = h, a quadratic in exp(wt) */
        const double p = 0.5 * (offset + *v / w), q = 0.5 * (offset - *v / w), s = h + offset;
        const double root = sqrt(s * s - 4 * p * q), low = (s - root) / (2 * p), high = (s + root) / (2 * p);
        t = log(fmin(low, high) > 1 ? fmin(low, high) : fmax(low, high)) / w;
        *depth = X[i + 1];
    }
    *v = left > 0 ? sqrt(left) : 0;
    return t;
}

static void lines_without_damper_are_a_closed_motion(void **state)
{
    (void)state;
    double t[ROWS], v = SPEED, at = START / SPEED, depth = 0;
    int rows = 0;
    for (int i = 0; i + 1 < ROWS && v > 0; i++) {
        t[rows++] = at;
        at += time_in_segment(i, &v, &depth);
    }
    static const char *const engines[] = {"exact", "erk", "irk", "ida"};
    for (int e = 0; e < 4; e++) {
        rig r = read_text(FREE_BODY(TABLE, ""));
        r.engine = engines[e];
        run(&r, 0.06, TOL);
        TRUE(eg_trajectory_events(r.t) == (size_t)(2 * rows));
        for (int i = 0; i < rows; i++) { /* there and back is one motion, reversed */
            NEAR(eg_trajectory_event(r.t, (size_t)i).time, t[i], 100 * TOL * 0.06);
            NEAR(eg_trajectory_event(r.t, (size_t)(2 * rows - 1 - i)).time, 2 * at - t[i], 100 * TOL * 0.06);
        }
        NEAR(end(&r, "ball.v"), SPEED, 100 * TOL * 2 * SPEED);
        NEAR(smallest(&r, "ball.s"), -depth, 1e-3 * depth); /* on the output grid */
        AT_MOST(r.st.energy.dissipated, 0);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- an integration of its own */

/* Fritsch and Butland's slopes (1984), and Steffen's (1990), from their papers; at the ends those of the
 * lines. */
typedef struct curve {
    int kind; /* 0 lines, 1 Fritsch and Butland, 2 Steffen */
    double slope[ROWS];
} curve;

static double force_at(const curve *c, double x)
{
    int i = 0;
    while (i + 1 < ROWS && x >= X[i + 1])
        i++;
    if (i == ROWS - 1)
        return F[i] + c->slope[i] * (x - X[i]);
    const double h = X[i + 1] - X[i], u = (x - X[i]) / h;
    if (c->kind == 0)
        return F[i] + (F[i + 1] - F[i]) * u;
    /* Hermite's form */
    return F[i] * (1 + 2 * u) * (1 - u) * (1 - u) + h * c->slope[i] * u * (1 - u) * (1 - u) +
           F[i + 1] * u * u * (3 - 2 * u) - h * c->slope[i + 1] * u * u * (1 - u);
}

static void find_slopes(curve *c)
{
    c->slope[0] = (F[1] - F[0]) / (X[1] - X[0]);
    c->slope[ROWS - 1] = (F[ROWS - 1] - F[ROWS - 2]) / (X[ROWS - 1] - X[ROWS - 2]);
    for (int i = 1; i + 1 < ROWS; i++) {
        const double a = X[i] - X[i - 1], b = X[i + 1] - X[i];
        const double s = (F[i] - F[i - 1]) / a, t = (F[i + 1] - F[i]) / b, mean = (s * b + t * a) / (a + b);
        if (s * t <= 0)
            c->slope[i] = 0;
        else if (c->kind == 1) /* the weighted harmonic mean */
            c->slope[i] = 3 * (a + b) / ((2 * b + a) / s + (b + 2 * a) / t);
        else
            c->slope[i] = copysign(2 * fmin(fmin(fabs(s), fabs(t)), 0.5 * fabs(mean)), s);
    }
}

typedef struct motion {
    double x, v, lost;
} motion;

static motion rate(const curve *c, double d, motion y)
{
    const double K = force_at(c, y.x), f_d = fmin(fmax(d * y.v, -K), K);
    return (motion){y.v, -(K + f_d) / MASS, f_d * y.v};
}

static motion moved(motion y, motion by, double h)
{
    return (motion){y.x + h * by.x, y.v + h * by.v, y.lost + h * by.lost};
}

/* Runge and Kutta's of fourth order at steps of 1e-7 s, which errs by the square of the step where a step
 * goes across a kink: 1e-14 of the slopes' difference of 2e5 N/m over 2 kg and 1.7 m/s. The time until
 * lift-off. */
static double integrate(const curve *c, double d, motion *y)
{
    const double h = 1e-7;
    double t = 0;
    *y = (motion){0, SPEED, 0};
    while (t == 0 || y->x > 0) {
        const motion k1 = rate(c, d, *y), k2 = rate(c, d, moved(*y, k1, h / 2)),
                     k3 = rate(c, d, moved(*y, k2, h / 2)), k4 = rate(c, d, moved(*y, k3, h));
        *y = moved(moved(moved(moved(*y, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
        t += h;
    }
    return t - y->x / y->v; /* there is no force beyond */
}

static double last_time(const rig *r)
{
    return eg_trajectory_event(r->t, eg_trajectory_events(r->t) - 1).time;
}

static void damped_impacts_are_those_of_an_integration(void **state)
{
    (void)state;
    static const char *const kinds[] = {"LinearSegments", "MonotoneContinuousDerivative1",
                                        "MonotoneContinuousDerivative2"};
    static const double dampers[] = {0, 20, 150, 3000};
    for (int kind = 0; kind < 3; kind++)
        for (int i = 0; i < 4; i++) {
            char text[800];
            snprintf(text, sizeof text,
                     FREE_BODY(TABLE ", d = %g, smoothness = Modelica.Blocks.Types.Smoothness.%s", ""),
                     dampers[i], kinds[kind]);
            rig r = run_text(text, 0.2);
            curve c = {.kind = kind};
            find_slopes(&c);
            motion y;
            const double t = integrate(&c, dampers[i], &y);
            NEAR(end(&r, "ball.v"), -y.v, 100 * TOL * 2 * SPEED);
            NEAR(last_time(&r), START / SPEED + t, 100 * TOL * 0.2);
            NEAR(r.st.energy.dissipated, y.lost, 1e-8 * 0.5 * MASS * SPEED * SPEED);
            NEAR(y.lost, 0.5 * MASS * (SPEED * SPEED - y.v * y.v), 1e-8);
            AT_MOST(r.st.energy.error, 1e-8);
            AT_MOST(largest(&r, "gap.f"), 0);
            AT_MOST(0, smallest(&r, "gap.lossPower") + 1e-12);
            rig_end(&r);
        }
}

/* ---------------------------------------------------------------- areas */

/* Moved slowly into the stop and back: the work is the area below the curve there, all of which comes back;
 * and with a damper so strong that it is at its bound, twice that on the way in and nothing back. */
static void a_loop_loses_the_area_between_its_curves(void **state)
{
    (void)state;
    const double depth = 0.015; /* the area of TABLE up to there */
    double area = 0;
    for (int i = 0; i + 1 < ROWS && X[i] < depth; i++) {
        const double to = fmin(X[i + 1], depth),
                     f = F[i] + (F[i + 1] - F[i]) * (to - X[i]) / (X[i + 1] - X[i]);
        area += 0.5 * (F[i] + f) * (to - X[i]);
    }
    static const char *const dampers[] = {"d = 0", "d = 1e9"};
    for (int i = 0; i < 2; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 T_ "Components.Fixed wall; Elastogap.Contact.TableGap gap(" TABLE ", %s); " T_
                    "Sources.Position hand(exact = true); " B_
                    "Sources.Sine s(amplitude = 0.015, f = 1); equation connect(wall.flange, gap.flange_a); "
                    "connect(gap.flange_b, hand.flange); connect(s.y, hand.s_ref);",
                 dampers[i]);
        rig r = run_text(text, 1);
        NEAR(r.st.energy.dissipated, i == 0 ? 0 : 2 * area, 1e-7 * area);
        NEAR(r.st.energy.supplied, i == 0 ? 0 : 2 * area, 1e-7 * area);
        NEAR(smallest(&r, "gap.f"), i == 0 ? -525.0 : -1050.0, 2.0);
        AT_MOST(r.st.energy.error, 1e-7);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- a curve for each direction
 *
 * The oracle knows no modes: the force goes along with c_turn, and is cut to what lies between the curves
 * (a play, whose path does not depend on how finely it is followed). */

static const double BACK[ROWS] = {0, 10, 20, 120, 200, 900};
#define LOOP                                                                                                 \
    "table = [0, 0, 0; 0.002, 40, 10; 0.005, 40, 20; 0.007, 400, 120; 0.012, 300, 200; 0.02, 900, 900]"
static const double TURN = 10 * 180000.0; /* of the line from 40 to 400 N */

static double line_at(const double *f, double x)
{
    int i = 0;
    while (i + 2 < ROWS && x >= X[i + 1])
        i++;
    return f[i] + (f[i + 1] - f[i]) / (X[i + 1] - X[i]) * (x - X[i]);
}

/* Beyond the last row the way back keeps its distance, here 0. */
static double play(double K, double step, double x)
{
    const double in = line_at(F, x), out = x < X[ROWS - 1] ? line_at(BACK, x) : in;
    return fmin(fmax(K + TURN * step, out), in);
}

static double push(double K, double d, double v)
{
    return K + fmin(fmax(d * v, -K), K);
}

static motion play_rate(double K, double from, double d, motion y)
{
    const double now = push(play(K, y.x - from, y.x), d, y.v);
    return (motion){y.v, -now / MASS, 0};
}

static double integrate_loop(double d, motion *y)
{
    const double h = 1e-7;
    double t = 0, K = 0;
    *y = (motion){0, SPEED, 0};
    while (t == 0 || y->x > 0) {
        const double from = y->x;
        const motion k1 = play_rate(K, from, d, *y), k2 = play_rate(K, from, d, moved(*y, k1, h / 2)),
                     k3 = play_rate(K, from, d, moved(*y, k2, h / 2)),
                     k4 = play_rate(K, from, d, moved(*y, k3, h));
        *y = moved(moved(moved(moved(*y, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
        K = play(K, y->x - from, y->x);
        t += h;
    }
    return t - y->x / y->v;
}

static void impacts_on_a_loop_are_those_of_a_play(void **state)
{
    (void)state;
    static const double dampers[] = {0, 20, 150, 3000};
    static const char *const engines[] = {"erk", "irk", "ida"};
    for (int i = 0; i < 4; i++)
        for (int e = 0; e < 3; e++) {
            char text[800];
            snprintf(text, sizeof text, FREE_BODY(LOOP ", d = %g", ""), dampers[i]);
            rig r = read_text(text);
            r.engine = engines[e];
            run(&r, 0.2, TOL);
            motion y;
            const double t = integrate_loop(dampers[i], &y);
            NEAR(end(&r, "ball.v"), -y.v, 100 * TOL * 2 * SPEED);
            NEAR(last_time(&r), START / SPEED + t, 100 * TOL * 0.2);
            NEAR(r.st.energy.dissipated, 0.5 * MASS * (SPEED * SPEED - y.v * y.v), 1e-8);
            AT_MOST(r.st.energy.error, 1e-8);
            AT_MOST(largest(&r, "gap.f"), 0);
            AT_MOST(0, smallest(&r, "gap.lossPower") + 1e-9);
            rig_end(&r);
        }
}

/* Led along `middle + swing*sin(2 pi t)` from t = 0 for `cycles`, the work of the play: half a million lines
 * a cycle, whose sum of trapezia errs by what a line across a corner leaves out, 1e-10 of the force. */
static double work_of_play(double middle, double swing, int cycles)
{
    const int steps = 500000;
    double x = middle, K = line_at(F, fmax(middle, 0)), work = 0;
    for (int i = 1; i <= cycles * steps; i++) {
        const double to = middle + swing * sin(2 * acos(-1) * i / steps), at = fmax(to, 0);
        const double next = play(K, at - fmax(x, 0), at);
        work += 0.5 * (K + next) * (at - fmax(x, 0));
        K = next;
        x = to;
    }
    return work;
}

/* Loops that part, and small ones within the stop: after whole cycles what was put in is lost. The start is
 * on the curve of the way in; what is stored at the start and at the end is what comes back from there. */
static void a_loop_of_two_curves_loses_the_area_between_them(void **state)
{
    (void)state;
    static const double middle[] = {0, 0.015, 0.011, 0.0125, 0.004},
                        swing[] = {0.018, 0.003, 0.0005, 1e-5, 0.003};
    for (int i = 0; i < 5; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 T_ "Components.Fixed wall; Elastogap.Contact.TableGap gap(" LOOP "); " T_
                    "Sources.Position hand(exact = true); " B_
                    "Sources.Sine s(amplitude = %g, f = 1, offset = %g); equation connect(wall.flange, "
                    "gap.flange_a); connect(gap.flange_b, hand.flange); connect(s.y, hand.s_ref);",
                 -swing[i], -middle[i]);
        rig r = run_text(text, 1);
        const double one = r.st.energy.supplied, lost = r.st.energy.dissipated;
        const double scale = work_of_play(0, 0.018, 1);
        AT_MOST(r.st.energy.error, 1e-7);
        NEAR(one, work_of_play(middle[i], swing[i], 1), 1e-7 * scale);
        rig_end(&r);
        r = run_text(text, 3);
        AT_MOST(r.st.energy.error, 1e-7);
        NEAR(r.st.energy.supplied, work_of_play(middle[i], swing[i], 3), 3e-7 * scale);
        /* from cycle to cycle nothing more is stored: what goes in is lost */
        NEAR(r.st.energy.dissipated - lost, r.st.energy.supplied - one, 3e-7 * scale);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- clearance, rest, beyond the table */

/* Rows without a force are a way without one: as if contact began behind them. */
static void rows_of_no_force_are_clearance(void **state)
{
    (void)state;
    rig a = run_text(FREE_BODY("table = [0, 0; 0.001, 0; 0.004, 0; 0.01, 600], d = 300", ""), 0.1);
    rig b = run_text(FREE_BODY("table = [0, 0; 0.006, 600], s_rel0 = -0.004, d = 300", ""), 0.1);
    NEAR(end(&a, "ball.v"), end(&b, "ball.v"), 200 * TOL * SPEED);
    NEAR(a.st.energy.dissipated, b.st.energy.dissipated, 200 * TOL * 2.89);
    AT_MOST(largest(&a, "gap.f"), 0);
    rig_end(&a);
    rig_end(&b);
}

/* Comes to rest where the spring carries the weight, on the line beyond the last row too. */
static void a_body_rests_where_the_force_is_its_weight(void **state)
{
    (void)state;
    static const double weights[] = {20, 220, 1200}, depths[] = {0.001, 0.006, 0.024};
    for (int i = 0; i < 3; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 FREE_BODY(TABLE ", d = 200", "%s weight(f_constant = %g); ") "connect(weight.flange, "
                                                                              "ball.flange_b);",
                 T_ "Sources.ConstantForce", -weights[i]);
        rig r = run_text(text, 6);
        NEAR(end(&r, "ball.s"), -depths[i], 1e-8);
        NEAR(end(&r, "ball.v"), 0, 1e-7);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- what is refused */

static void refuses(const char *settings, const char *message)
{
    char text[800];
    snprintf(text, sizeof text, "model Case " FREE_BODY("%s", "") "end Case;", settings);
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_status status = eg_spec_read_text(text, strlen(text), "case.mo", NULL, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    assert_int_equal(status, EG_ERROR_MODEL);
    if (!strstr(eg_diagnostics_get(d, 0)->message, message))
        fail_msg("%s: %s", settings, eg_diagnostics_get(d, 0)->message);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

static void tables_that_no_contact_has_are_refused(void **state)
{
    (void)state;
    refuses("table = [0, 0; 0, 5]", "must increase");
    refuses("table = [0, 0; 0.1, 5; 0.05, 8]", "must increase");
    refuses("table = [0, 1; 0.1, 5]", "first row");
    refuses("table = [0.01, 0; 0.1, 5]", "first row");
    refuses("table = [0, 0; 0.1, -5; 0.2, 8]", "must not be negative");
    refuses("table = [0, 0; 0.1, 8; 0.2, 5]", "last two rows");
    refuses("table = [0, 0]", "two rows");
    refuses("table = [0, 0, 0, 0; 0.1, 5, 3, 2]", "two columns");
    refuses("table = [0, 0, 0; 0.1, 5, 6]", "gain energy");
    refuses("table = [0, 0, 0; 0.1, 5, -1]", "must not be negative");
    refuses("table = [0, 0, 1; 0.1, 5, 3]", "must begin with 0");
    refuses("table = [0, 0, 0; 0.1, 5, 3], c_turn = 40", "c_turn must be more");
    refuses("table = [0, 0, 0; 0.004, 0, 0; 0.0075, 970, 970; 0.0096, 1790, 1620], smoothness = "
            "Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2",
            "between two rows");
    refuses("table = [0, 0, 0; 0.1, 1, 0.99; 0.2, 5, 1; 0.3, 5.1, 5.1], smoothness = "
            "Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2",
            "between two rows");
    refuses("table = [0, 0; 0.1, 8], smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments",
            "smoothness");
    refuses("table = [0, 0; 0.1, 8], smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative",
            "smoothness");
}

/* The steps of `fixed` have laws for contacts, but none by table: no spring in its place. */
static void fixed_steps_refuse_it_by_name(void **state)
{
    (void)state;
    rig r = read_text(FREE_BODY(TABLE, ""));
    r.engine = "fixed";
    try_run(&r, 0.06, TOL);
    TRUE(r.status != EG_OK);
    SAYS_ERROR(&r, "gap has a force by table");
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_without_damper_are_a_closed_motion),
        cmocka_unit_test(damped_impacts_are_those_of_an_integration),
        cmocka_unit_test(a_loop_loses_the_area_between_its_curves),
        cmocka_unit_test(impacts_on_a_loop_are_those_of_a_play),
        cmocka_unit_test(a_loop_of_two_curves_loses_the_area_between_them),
        cmocka_unit_test(rows_of_no_force_are_clearance),
        cmocka_unit_test(a_body_rests_where_the_force_is_its_weight),
        cmocka_unit_test(tables_that_no_contact_has_are_refused),
        cmocka_unit_test(fixed_steps_refuse_it_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
