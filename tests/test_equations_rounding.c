/* Relations and kinks whose sides are equal but for rounding: what is equal stays what it is at equality,
 * and such a relation neither holds a run up nor misses what is an event. */
#include "equation_models.h"

#include <float.h>

static const char *const engines[] = {"erk", "irk", "ida", "auto"};
enum { ENGINES = 4 };

static double decay(double t)
{
    return exp(-t);
}

static rig run_by(const char *engine, const char *text, double span)
{
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    r.engine = engine;
    run(&r, span, 1e-9);
    return r;
}

/* y = 0.3 x against 0.1*3*x: the factors differ by an ulp, and products by another. After at most one event
 * the relation is what it is at equality. */
static void equal_sides(void **state)
{
    (void)state;
    static const char *const relations[] = {"y > 0.1*3*x",       "y < 0.1*3*x",     "y >= 0.1*3*x",
                                            "y <= 0.1*3*x",      "y - 0.1*3*x > 0", "x/3 > y/0.9",
                                            "0.1*x + 0.2*x <= y"};
    for (size_t k = 0; k < sizeof relations / sizeof *relations; k++)
        for (int e = 0; e < ENGINES; e++) {
            char text[300];
            snprintf(text, sizeof text,
                     "model A Real x(start = 1, fixed = true), y; Boolean b; "
                     "equation der(x) = -x; y = 0.3*x; b = %s; end A;",
                     relations[k]);
            rig r = run_by(engines[e], text, 3);
            AT_MOST(largest_error(&r, "x", decay), 1e-7);
            TRUE(r.st.steps < 2000);
            TRUE(r.st.events <= 1);
            rig_end(&r);
        }
}

/* abs, min and max of what is 0 but for rounding are 0 but for rounding, and assertions about it hold. */
static void kinks_of_nothing(void **state)
{
    (void)state;
    for (int e = 0; e < ENGINES; e++) {
        rig r =
            run_by(engines[e],
                   "model A Real x(start = 1, fixed = true), y, z, u, w; equation der(x) = -x; y = 0.3*x; "
                   "z = abs(y - 0.1*3*x); u = max(y, 0.1*3*x); w = min(x - y, 0.7*x); "
                   "assert(abs(y - 3*(0.1*x)) < 1e-9, \"equal\"); end A;",
                   3);
        for (size_t i = 0; i < rows(&r); i++) {
            double x = at(&r, "x", i);
            AT_MOST(at(&r, "z", i), 4 * DBL_EPSILON * x); /* 0.3, 0.1*3, two products, a difference */
            NEAR(at(&r, "u", i), 0.3 * x, 4 * DBL_EPSILON * x);
            NEAR(at(&r, "w", i), 0.7 * x, 4 * DBL_EPSILON * x);
        }
        TRUE(r.st.steps < 2000);
        rig_end(&r);
    }
}

/* Equal until t = 1, then apart: the event is there, at its time. */
static void what_departs_from_equality(void **state)
{
    (void)state;
    for (int e = 0; e < ENGINES; e++) {
        rig r = run_by(engines[e],
                       "model A Real x(start = 1, fixed = true), y, t1(start = 0, fixed = true); Boolean b; "
                       "equation der(x) = -x; y = 0.3*x + (if time < 1 then 0 else time - 1)*exp(-time); "
                       "b = y > 0.1*3*x; der(t1) = if b then 1 else 0; end A;",
                       3);
        AT_MOST(largest_error(&r, "x", decay), 1e-7);
        NEAR(end(&r, "t1"), 2, 1e-7);
        rig_end(&r);
    }
}

/* The force on a mass is that of its spring while no damper acts: m a >= -c s holds there, and nowhere before
 * touch, where the weight pulls down. */
static void a_balance_as_a_claim(void **state)
{
    (void)state;
    for (int e = 0; e < ENGINES; e++) {
        rig r = run_by(engines[e],
                       "model A " USES "Fixed g; SpringDamper sp(c = 100, d = 0, s_rel0 = 0.1); "
                       "Mass m(m = 2, s(start = 0.5, fixed = true), v(start = 0, fixed = true)); Boolean ok; "
                       "equation connect(g.flange, sp.flange_a); connect(sp.flange_b, m.flange_a); "
                       "ok = m.m*m.a >= -sp.c*(sp.s_rel - sp.s_rel0); end A;",
                       10);
        TRUE(r.st.steps < 5000);
        NEAR(end(&r, "m.s"), 0.1 + 0.4 * cos(sqrt(50) * 10), 1e-6);
        rig_end(&r);
    }
}

/* What comes out of a block with a kink stays in its range at the kink, so that a root of it has a value
 * there. */
static void blocks_keep_their_range(void **state)
{
    (void)state;
    static const struct {
        const char *block, *input, *out;
    } cases[] = {{"Math.Abs", "k.u = sin(3*time) - 0.3;", "k.y"},
                 {"Math.Max", "k.u1 = sin(3*time) - 0.3; k.u2 = 0;", "k.y"},
                 {"Math.Min", "k.u1 = 0.3 - sin(3*time); k.u2 = 0;", "-k.y"},
                 {"Nonlinear.Limiter", "k.u = sin(3*time) - 0.3;", "k.y"},
                 {"Nonlinear.DeadZone", "k.u = sin(3*time) - 0.3;", "k.y"}};
    static const char *const settings[] = {"", "", "", "(uMax = 10, uMin = 0)", "(uMax = 0, uMin = -10)"};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int e = 1; e < ENGINES; e++) {
            char text[400];
            snprintf(text, sizeof text,
                     "model A Modelica.Blocks.%s k%s; Real y; equation %s y = (%s)^1.5; end A;",
                     cases[k].block, settings[k], cases[k].input, cases[k].out);
            rig r = run_by(engines[e], text, 5);
            for (size_t i = 0; i < rows(&r); i++) {
                double u = sin(3 * time_of(&r, i)) - 0.3, sign = k == 2 ? -1 : 1;
                double must = k == 0 ? fabs(u) : fmax(u, 0);
                NEAR(sign * at(&r, "k.y", i), must, 1e-14); /* of sin and its argument, 15 */
                TRUE(sign * at(&r, "k.y", i) >= 0);
                NEAR(at(&r, "y", i), pow(must, 1.5), 1e-14);
            }
            rig_end(&r);
        }
}

/* x_i + S^3/10 = i (1/2 + time), S the sum of 300 of them: S + 30 S^3 = 45150 (1/2 + time), of which Newton's
 * method on S from above finds the only root. Each row is a sum of 300 terms, up to S^2 x_i, which Newton's
 * method cannot do better than round: 300 ulp of 150, with the slope 3 S^2/10 = 25 of sums in front. */
static void sums_of_many_unknowns(void **state)
{
    (void)state;
    rig r = run_text("model A Real x[300]; equation for i in 1:300 loop "
                     "x[i] + 0.1*sum(x)^3 = i*(0.5 + time); end for; end A;",
                     1e-3, 1e-6);
    TRUE(r.status == EG_OK);
    const double t = time_of(&r, rows(&r) - 1);
    double sum = 100;
    for (int k = 0; k < 100; k++)
        sum -= (sum + 30 * sum * sum * sum - 45150 * (0.5 + t)) / (1 + 90 * sum * sum);
    for (int i = 1; i <= 300; i++) {
        char name[20];
        snprintf(name, sizeof name, "x[%d]", i);
        NEAR(at(&r, name, rows(&r) - 1), i * (0.5 + t) - 0.1 * sum * sum * sum, 300 * DBL_EPSILON * 150 * 25);
    }
    rig_end(&r);
}

/* A controller whose limited output accelerates what it measures, and whose integrator takes back what the
 * limit takes away. Whatever is added in front of the limit (1e30, or an integrator that begins at 1e150),
 * the force is 5, so that s = 5/4 t^2; and v, which is measured by a sensor of its own, is no difference of
 * what was added. */
static void a_sum_before_a_limit(void **state)
{
    (void)state;
    static const struct {
        const char *k, *b, *x0;
        double c;
    } cases[] = {{"1", "1e30", "0", 1}, {"1e-30", "30", "0", 1e-30}, {"1", "0", "1e150", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[900];
        snprintf(
            text, sizeof text,
            "model A parameter Real k = %s, b = %s; Real s(start = 0, fixed = true), v(start = 0, fixed = "
            "true), q, w, d, g, p, u, ue, y, sat, track, x(start = %s, fixed = true); equation der(s) = v; "
            "2*der(v) = y; q = s; w = der(q); d = -0.2*w; p = -q + d + x; g = 100*p; u = k*g + b; ue = u; "
            "y = if 5 < ue then 5 elseif ue < -5 then -5 else ue; sat = y - u; track = sat/90; "
            "der(x) = -q + track; end A;",
            cases[i].k, cases[i].b, cases[i].x0);
        rig r = rig_read(text);
        rig_demand(&r, r.status == EG_OK, "the text is refused");
        run(&r, 0.5, 1e-9);
        for (size_t row = 0; row < rows(&r); row++) {
            const double t = time_of(&r, row);
            NEAR(at(&r, "s", row), 1.25 * t * t, 1e-7 * 0.3125);
            NEAR(at(&r, "w", row), 2.5 * t, 1e-7 * 1.25);
            NEAR(at(&r, "d", row), -0.5 * t, 1e-7 * 0.25);
        }
        rig_end(&r);
    }
}

/* 6*1e308 is no number, whatever an elimination makes of it: not 0. */
static void a_constant_beyond_all_numbers(void **state)
{
    (void)state;
    rig r = rig_read(
        "model A parameter Real a = -1e308; Real x(start = 1, fixed = true), e, u, c, y, q; equation "
        "u = a; e = u - x; c = e; y = 6*c; q = -y; 5*der(x) + q = 0; end A;");
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    try_run(&r, 1, 1e-9);
    TRUE(r.status != EG_OK);
    rig_says(&r, EG_ERROR, "not finite", __FILE__, __LINE__);
    rig_end(&r);
}

/* Decays of 1e-300, and of what is no normal number any more, where an error has no share of a number to be
 * measured by: all engines get to the end, and what is smaller than DBL_MIN is within that. */
static void what_is_smaller_than_normal_numbers(void **state)
{
    (void)state;
    static const double sizes[] = {1e-300, 1e-308, 1e-312, 1e-320};
    for (int i = 0; i < 4; i++)
        for (int e = 0; e < ENGINES; e++) {
            char text[300];
            snprintf(
                text, sizeof text,
                "model A parameter Real k = %g; Real x(start = k, fixed = true), y, z(start = 0, fixed = "
                "true);"
                "equation der(x) = -x; y + k*y = x; der(z) = y - z; end A;",
                sizes[i]);
            rig r = run_by(engines[e], text, 3);
            for (size_t row = 0; row < rows(&r); row++) {
                const double t = time_of(&r, row), allowed = fmax(1e-7 * sizes[i], DBL_MIN);
                NEAR(at(&r, "x", row), sizes[i] * exp(-t), allowed);
                NEAR(at(&r, "z", row), sizes[i] * t * exp(-t), allowed);
            }
            TRUE(r.st.steps < 2000);
            rig_end(&r);
        }
}

/* A number without an inverse is no pivot: the text is read to its end. vy is 0, and p + 1 + sin(time) with
 * it; x swings. */
static void a_coefficient_without_inverse(void **state)
{
    (void)state;
    rig r = rig_read(
        "model A Real x(start = 0.5, fixed = true), vx(start = 0.2, fixed = true), y, vy, p; equation "
        "vx = der(x); vy = 5e-324*der(y); der(vx) = -x - cos(x)*(p + 1 + sin(time)); y = sin(x); "
        "der(vy) = p + 1 + sin(time); end A;");
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    try_run(&r, 1, 1e-10);
    TRUE(r.status == EG_OK);
    NEAR(end(&r, "x"), 0.5 * cos(1) + 0.2 * sin(1), 1e-8);
    NEAR(end(&r, "p"), -1 - sin(1), 1e-12);
    rig_end(&r);
}

/* Near the largest of all numbers sums over steps have no value any more: the run is right, or it ends. */
static void what_is_near_the_largest_number(void **state)
{
    (void)state;
    static const double sizes[] = {1e290, 1e304};
    for (int i = 0; i < 2; i++)
        for (int e = 0; e < ENGINES; e++) {
            char text[300];
            snprintf(text, sizeof text,
                     "model A Real x(start = %g, fixed = true), z(start = 0, fixed = true), y; equation "
                     "der(x) = -20*x; der(z) = 300*(x - z); y + 0.5*y = 1.5*x; end A;",
                     sizes[i]);
            rig r = rig_read(text);
            rig_demand(&r, r.status == EG_OK, "the text is refused");
            r.engine = engines[e];
            try_run(&r, 0.1, 1e-9);
            TRUE(r.status == EG_OK || i == 1);
            if (r.status == EG_OK)
                NEAR(end(&r, "x") / sizes[i], exp(-2), 1e-7);
            rig_end(&r);
        }
}

/* Beyond 2^53 whole numbers are not told apart: a count that gets there is no result. */
static void steps_that_nobody_can_count(void **state)
{
    (void)state;
    rig r =
        rig_read("model A Real x(start = 0, fixed = true), y; Integer k; equation k = integer(1e30*time); "
                 "y = if 1e30*time < k + 0.5 then 1 else 0; der(x) = y; end A;");
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    try_run(&r, 1, 1e-9);
    TRUE(r.status != EG_OK);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_sides),
        cmocka_unit_test(kinks_of_nothing),
        cmocka_unit_test(what_departs_from_equality),
        cmocka_unit_test(a_balance_as_a_claim),
        cmocka_unit_test(blocks_keep_their_range),
        cmocka_unit_test(sums_of_many_unknowns),
        cmocka_unit_test(a_sum_before_a_limit),
        cmocka_unit_test(a_constant_beyond_all_numbers),
        cmocka_unit_test(what_is_smaller_than_normal_numbers),
        cmocka_unit_test(a_coefficient_without_inverse),
        cmocka_unit_test(what_is_near_the_largest_number),
        cmocka_unit_test(steps_that_nobody_can_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
