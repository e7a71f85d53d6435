/* Relations both of whose sides lead back to their edge: the motion slides along it (network/user/slide.c).
 *
 * Held against closed forms of Filippov's solutions, piece by piece. A result is within 100 times the
 * tolerance of the range of its signal, all of which are below 100; what events in front of a slide leave
 * behind is a few round-offs, of time too. */
#include "run_text.h"

static const double SHARP = 1e-9, CLOSE = 1e-7;

static const char *const engines[] = {"auto", "erk", "irk", "ida"};

/* ---------------------------------------------------------------- a force against dry friction
 *
 * x' = u + w(t), w = 1.5 sin t, u = -1 where x > 0 and 1 where x < 0: it slides along x = 0 while |w| <= 1,
 * with u = -w, and goes on in the direction of w. y' = g(u), of which the mean of g(1) and g(-1) counts. */

static double work_of(double t) /* int w */
{
    return -1.5 * cos(t);
}

static double position(double x, double u, double from, double t)
{
    return x + u * (t - from) + work_of(t) - work_of(from);
}

/* Where x comes to 0 with that u, or |w| to 1 (u = 0): steps that no change here is short of, then halves. */
static double next_change(double x, double u, double from, double stop)
{
    const double step = 1e-3;
    double a = from + step, b;
    for (b = a; b < stop; a = b, b += step)
        if (u == 0 ? fabs(1.5 * sin(b)) > 1 : u * position(x, u, from, b) > 0)
            break;
    if (b >= stop)
        return stop;
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (a + b);
        const bool passed = u == 0 ? fabs(1.5 * sin(middle)) > 1 : u * position(x, u, from, middle) > 0;
        *(passed ? &b : &a) = middle;
    }
    return b;
}

typedef struct pushed {
    double x, y;
} pushed;

static pushed push(double x, double stop, const double g[2])
{
    double t = 0, u = -1, y = 0;
    while (t < stop) {
        const double next = next_change(x, u, t, stop), passed = next - t;
        const double mean = u == 0 ? -(work_of(next) - work_of(t)) : u * passed; /* int u */
        y += 0.5 * (g[0] + g[1]) * passed + 0.5 * (g[1] - g[0]) * mean;
        x = u == 0 ? 0 : position(x, u, t, next);
        t = next;
        const double w = 1.5 * sin(t);
        if (t < stop && u != 0)
            x = 0;
        if (t < stop)
            u = u != 0 && fabs(w) <= 1 ? 0 : w > 0 ? -1 : 1;
    }
    return (pushed){x, y};
}

static void a_force_moves_it_on(void **state)
{
    (void)state;
    static const char *const switches[] = {
        "Real u = if x > 0 then -1 else 1;",
        "Real u = if x >= 0 then -1 else 1;",
        "Real u = if not 0 <= x then 1 else -1;",
        "Real u = if x > 0 then -1 elseif x < 0 then 1 else 0;",
        "Real u = if x < 0 then 1 elseif x <= 0 then 0.1 else -1;",
        "Boolean on = x > 0; Boolean off = not on; Real u = if off then 1 else -1;",
        "Real u = -sign(x);",
    };
    static const double same[2] = {-1, 1};
    const pushed expected = push(0.1, 8, same);
    for (size_t i = 0; i < EG_COUNT(switches); i++)
        for (size_t e = 0; e < EG_COUNT(engines); e++) {
            char text[400];
            snprintf(text, sizeof text,
                     "Real x(start=0.1, fixed=true), y(start=0, fixed=true); %s "
                     "equation der(x) = u + 1.5*sin(time); der(y) = u;",
                     switches[i]);
            rig r = read_text(text);
            r.engine = engines[e];
            r.interval = 0.01;
            run(&r, 8, SHARP);
            NEAR(end(&r, "x"), expected.x, CLOSE);
            NEAR(end(&r, "y"), expected.y, CLOSE);
            /* along the edge: x stays, u balances w, and what is reported of x > 0 holds at 0 */
            for (size_t row = row_at(&r, 0.3); time_of(&r, row) < 0.7; row++) {
                NEAR(at(&r, "x", row), 0, 1e-12);
                NEAR(at(&r, "u", row), -1.5 * sin(time_of(&r, row)), 1e-9);
                if (strstr(switches[i], "on ="))
                    NEAR(at(&r, "on", row), 0, 0);
            }
            AT_MOST((double)r.st.events, 100);
            rig_release(&r);
        }
    ALL_WELL();
}

/* z + z^3/10 = u + 2, an algebraic loop, has a value on either side; the mean of these counts. */
static void algebraic_equations_follow(void **state)
{
    (void)state;
    double g[2];
    for (int i = 0; i < 2; i++) {
        const double right = i == 0 ? 1 : 3;
        g[i] = 1;
        for (int k = 0; k < 50; k++)
            g[i] -= (g[i] + 0.1 * g[i] * g[i] * g[i] - right) / (1 + 0.3 * g[i] * g[i]);
    }
    const pushed expected = push(0.1, 8, g);
    for (size_t e = 0; e < EG_COUNT(engines); e++) {
        if (strcmp(engines[e], "erk") == 0)
            continue; /* it takes no algebraic unknowns */
        rig r = read_text("Real x(start=0.1, fixed=true), y(start=0, fixed=true), z(start=0.5); "
                          "Real u = if x > 0 then -1 else 1; equation z + 0.1*z^3 = u + 2; "
                          "der(x) = u + 1.5*sin(time); der(y) = z;");
        r.engine = engines[e];
        run(&r, 8, SHARP);
        NEAR(end(&r, "x"), expected.x, CLOSE);
        NEAR(end(&r, "y"), expected.y, 20 * CLOSE); /* its range is 11 */
        rig_release(&r);
    }
    ALL_WELL();
}

/* Flows outwards within the circle of radius 1 and inwards outside of it, while it turns. */
static void a_curved_edge_is_followed(void **state)
{
    (void)state;
    for (size_t e = 0; e < EG_COUNT(engines); e++) {
        rig r = read_text("Real x(start=0.5, fixed=true), y(start=0, fixed=true); "
                          "Real g = if x*x + y*y > 1 then -1 else 0.5; "
                          "equation der(x) = -y + g*x; der(y) = x + g*y;");
        r.engine = engines[e];
        run(&r, 20, SHARP);
        NEAR(end(&r, "x"), cos(20.0), CLOSE);
        NEAR(end(&r, "y"), sin(20.0), CLOSE);
        NEAR(end(&r, "g"), 0, CLOSE);
        rig_release(&r);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- chatter to the end of the run */

static void it_stays_on_the_edge(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double x;
    } all[] = {
        {"Real x(start=2, fixed=true); equation der(x) = if x >= 1 then -1 else 1;", 1},
        {"Real x(start=2, fixed=true); Boolean on; equation on = x < 1; der(x) = if on then 25 - 2*x else "
         "-2*x;",
         1},
        {"Real x(start=1, fixed=true), v; equation v = if x > 0 then -2 else 3; der(x) = v;", 0},
        /* kinks on the edge: what events do may depend on them */
        {"Real x(start=2, fixed=true); equation der(x) = -sign(x); assert(abs(x) < 3, \"far\");", 0},
        {"Real x(start=2, fixed=true); Integer n(start=0), m(start=0); equation "
         "der(x) = if x > 0 then -1 else 1; "
         "when max(0, x) < 1 then n = pre(n) + 1; end when; when min(x, 0) < -1 then m = 5; end when;",
         0},
        /* far from 0, and slow: an ulp of x is 0.1 microseconds */
        {"Real x(start=1000.000001, fixed=true); equation der(x) = 1e-6*(if x > 1000 then -1 else 2);", 1000},
    };
    for (size_t i = 0; i < EG_COUNT(all); i++)
        for (size_t e = 0; e < EG_COUNT(engines); e++) {
            rig r = read_text(all[i].text);
            r.engine = engines[e];
            run(&r, 3, 1e-8);
            NEAR(end(&r, "x"), all[i].x, 1e-12 * all[i].x + 1e-14);
            AT_MOST((double)r.st.events, 20);
            rig_release(&r);
        }
    ALL_WELL();
}

/* What happens at events is no matter of means, nor are two edges at once: the run ends there. */
static void what_does_not_slide_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *relation;
    } all[] = {
        {"Real x(start=0.1, fixed=true); Integer n(start=0); Boolean on = x > 0; equation "
         "der(x) = if on then -1 else 1; when on then n = pre(n) + 1; end when;",
         "0 < x"},
        {"Real x(start=0.1, fixed=true), y(start=0.2, fixed=true); equation "
         "der(x) = if x > 0 then -1 else 1; der(y) = if y > 0 then -1 else 1;",
         "0 < y"},
    };
    for (size_t i = 0; i < EG_COUNT(all); i++)
        for (size_t e = 0; e < EG_COUNT(engines); e++) {
            rig r = read_text(all[i].text);
            r.engine = engines[e];
            try_run(&r, 3, 1e-8);
            TRUE(r.status == EG_ERROR_SIMULATION);
            SAYS_ERROR(&r, all[i].relation);
            rig_release(&r);
        }
    ALL_WELL();
}

/* ---------------------------------------------------------------- friction */

/* A mass on a spring, pushed, that rubs: with a law that knows two directions only, and the library's, which
 * sticks. */
static void friction_of_two_directions_sticks(void **state)
{
    (void)state;
    for (size_t e = 0; e < EG_COUNT(engines); e++) {
        rig r = read_text(
            R_ "Components.Inertia J(J=2, phi(start=1, fixed=true), w(start=0, fixed=true)); " R_
               "Components.Spring k(c=40); " R_ "Components.Fixed g; " R_
               "Components.BearingFriction b(tau_pos=[0, 3]); " R_ "Sources.Torque p; " B_
               "Sources.Sine o(amplitude=2.9, f=0.3); " R_
               "Components.Inertia J2(J=2, phi(start=1, fixed=true), w(start=0, fixed=true)); " R_
               "Components.Spring k2(c=40); " R_ "Sources.Torque p2; "
               "Real f = if J2.w > 0 then 3 else -3; "
               "equation connect(g.flange, k.flange_a); connect(k.flange_b, J.flange_a); "
               "connect(b.flange_a, J.flange_b); connect(p.flange, J.flange_a); connect(o.y, p.tau); "
               "connect(g.flange, k2.flange_a); connect(k2.flange_b, J2.flange_a); "
               "connect(p2.flange, J2.flange_b); p2.tau = o.y - f;");
        r.engine = engines[e];
        run(&r, 10, SHARP);
        for (size_t row = 0; row < rows(&r); row++)
            NEAR(at(&r, "J2.phi", row), at(&r, "J.phi", row), 2 * CLOSE);
        /* it sticks at the end */
        NEAR(end(&r, "J2.w"), 0, 1e-12);
        NEAR(end(&r, "f"), end(&r, "b.tau"), 1e-6);
        rig_release(&r);
    }
    ALL_WELL();
}

/* A damper of 1e30 N.s/m in an ElastoGap, written as equations: next to the deepest point the speed goes to
 * and fro between the limits, by steps of time that are far too long for 1e-30 s. That is no slide along a
 * limit, where both sides drive the body out. What the damper takes is the spring's force at most, always. */
static void no_slide_along_a_limit_that_drives_out(void **state)
{
    (void)state;
    rig r = read_text("Real s(start = 0.5, fixed = true), v(start = 0, fixed = true), f_c, f_d2, f_d, f; "
                      "Boolean contact; equation der(s) = v; 2*der(v) = -f - 19.6133; contact = s < 0; "
                      "f_c = if contact then -20000*abs(s) else 0; f_d2 = if contact then 1e30*v else 0; "
                      "f_d = if contact then min(max(f_d2, f_c), -f_c) else 0; f = f_c + f_d;");
    r.engine = "erk";
    try_run(&r, 0.4, 1e-12);
    for (size_t row = 1; row + 1 < rows(&r); row++) { /* between events: at one the other limit may be due */
        const double t = time_of(&r, row);
        if (t != time_of(&r, row - 1) && t != time_of(&r, row + 1))
            TRUE(fabs(at(&r, "f_d", row)) <= fabs(at(&r, "f_c", row)) * (1 + 4 * ULP));
    }
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_moves_it_on),
        cmocka_unit_test(algebraic_equations_follow),
        cmocka_unit_test(a_curved_edge_is_followed),
        cmocka_unit_test(it_stays_on_the_edge),
        cmocka_unit_test(what_does_not_slide_is_named),
        cmocka_unit_test(friction_of_two_directions_sticks),
        cmocka_unit_test(no_slide_along_a_limit_that_drives_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
