/* Gap with f_release and a law with a spring: motions in closed form, what letting go costs, equilibria of
 * what stays stuck, and what is refused. */
#include "component/spec_again.h"
#include "run_text.h"

static const double MASS = 2.0, C = 1000.0, START = 0.05, SPEED = 1.0;

#define BODY(gap, more)                                                                                      \
    T_ "Components.Fixed wall; Elastogap.Contact.Gap gap(" gap "); " T_                                      \
       "Components.Mass ball(m = 2, s(start = 0.05, fixed = true), v(start = -1, fixed = true)); " more      \
       "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, ball.flange_a); "

static const char *const engines[] = {"exact", "erk", "irk", "ida", "auto"};
enum { ENGINES = 5 };

static void run_by(rig *r, const char *engine, const char *body, double pull, double span)
{
    char text[3000];
    snprintf(text, sizeof text, body, pull);
    *r = read_text(text);
    r->engine = engine;
    run(r, span, TOL);
}

static double time_of_event(const rig *r, const char *start)
{
    for (size_t i = 0; i < eg_trajectory_events(r->t); i++)
        if (strncmp(eg_trajectory_event(r->t, i).name, start, strlen(start)) == 0)
            return eg_trajectory_event(r->t, i).time;
    return NAN;
}

/* ---------------------------------------------------------------- what letting go costs */

/* Without a damper: half a swing in the contact, then on in the same swing until the pull is f_release. */
static void without_a_damper_it_is_one_swing(void **state)
{
    (void)state;
    static const double pulls[] = {1e-3, 5, 20, 40};
    const double w = sqrt(C / MASS), touch = START / SPEED, parts = touch + acos(-1) / w;
    for (int k = 0; k < 4 * ENGINES; k++) {
        const double f = pulls[k % 4], x = f / C, v = sqrt(SPEED * SPEED - f * f / (MASS * C));
        const double release = parts + asin(x * w / SPEED) / w;
        rig r;
        run_by(&r, engines[k / 4], BODY("law = \"elasto-gap\", c = 1000, d = 0, f_release = %.17g", ""), f,
               0.4);
        TRUE(eg_trajectory_events(r.t) == 3);
        NEAR(time_of_event(&r, "contact begins"), touch, 100 * TOL);
        NEAR(time_of_event(&r, "contact ends, still sticks"), parts, 100 * TOL);
        NEAR(time_of_event(&r, "lets go"), release, 100 * TOL / v); /* positions are that good */
        NEAR(end(&r, "ball.v"), v, 100 * TOL * 2 * SPEED / v);      /* v^2 is */
        NEAR(end(&r, "ball.s"), x + v * (0.4 - release), 100 * TOL / v);
        NEAR(largest(&r, "gap.f"), f, 100 * TOL * C);
        NEAR(end(&r, "gap.f"), 0, 0);
        NEAR(r.st.energy.dissipated, f * f / (2 * C), 100 * TOL);
        NEAR(r.st.energy.potential, 0, 0);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_end(&r);
    }
}

/* With a damper, or a power: what is left of e*v0 pays for f_release*x/(n + 1). */
static void it_takes_its_energy_from_what_a_law_leaves(void **state)
{
    (void)state;
    const double zeta = 10 / (2 * sqrt(C * MASS)), root = sqrt(1 - zeta * zeta);
    const struct {
        const char *body;
        double e, n, f_ref;
    } cases[] = {
        {BODY("law = \"elasto-gap\", c = 1000, d = 10, f_release = %.17g", ""),
         exp(-zeta / root * atan2(4 * zeta * root, 4 * zeta * zeta - 1)), 1, 1e3},
        {BODY("law = \"kelvin-voigt\", c = 1000, d = 10, f_release = %.17g", ""),
         exp(-acos(-1) * zeta / root), 1, 1e3},
        {BODY("law = \"undamped-rebound\", c = 1000, d = 10, f_release = %.17g", ""),
         exp(-zeta / root * acos(zeta)), 1, 1e3},
        {BODY("law = \"hertz\", c = 1e5, f_release = %.17g", ""), 1, 1.5, 1e5},
        {BODY("law = \"exact-restitution\", c = 1e5, n = 1.5, e = 0.6, f_release = %.17g", ""), 0.6, 1.5,
         1e5},
        {BODY("law = \"exact-restitution\", c = 1e6, n = 2.2, e = 0.6, f_release = %.17g", ""), 0.6, 2.2,
         1e6},
        {BODY("law = \"elasto-gap\", f_ref = 1000, s_ref = 0.02, n = 3, d = 0, f_release = %.17g", ""), 1, 3,
         1000 / pow(0.02, 3)},
    };
    const double f = 8;
    for (int k = 0; k < 7 * ENGINES; k++) {
        const int i = k / ENGINES;
        if (cases[i].n != 1 && k % ENGINES == 0) /* exact: no powers with a memory */
            continue;
        const double x = pow(f / cases[i].f_ref, 1 / cases[i].n), loss = f * x / (cases[i].n + 1);
        const double v2 = pow(cases[i].e * SPEED, 2) - 2 * loss / MASS;
        rig r;
        run_by(&r, engines[k % ENGINES], cases[i].body, f, 1.0);
        TRUE(!isnan(time_of_event(&r, "lets go")));
        NEAR(end(&r, "ball.v"), sqrt(v2), 100 * TOL * 2 * SPEED / sqrt(v2));
        NEAR(largest(&r, "gap.f"), f, 1e-6 * f);
        NEAR(r.st.energy.dissipated, 0.5 * MASS * (SPEED * SPEED - v2), 100 * TOL * MASS);
        AT_MOST(r.st.energy.error, 1e-7);
        rig_end(&r);
    }
}

/* A load presses the ball back: each time it lets go the same is lost, on the way back nothing pulls, and in
 * the end it stays. Its speed at s_rel0 is then less than what f_release^2/(m*c) - 2*load*x/m asks for. */
static void each_release_takes_the_same_until_it_stays(void **state)
{
    (void)state;
    const double f = 15, load = 5, x = f / C, once = f * f / (2 * C);
    for (int k = 0; k < ENGINES; k++) {
        rig r;
        run_by(&r, engines[k],
               BODY("law = \"elasto-gap\", c = 1000, d = 0, f_release = %.17g", T_
                    "Sources.ConstantForce load(f_constant = -5); ") "connect(load.flange, ball.flange_b); ",
               f, 12);
        size_t releases = 0;
        for (size_t i = 0; i < eg_trajectory_events(r.t); i++)
            releases += strncmp(eg_trajectory_event(r.t, i).name, "lets go", 7) == 0;
        const double energy = 0.5 * MASS * SPEED * SPEED + load * START, least = once + load * x;
        const double count = ceil((energy - least) / once);
        NEAR((double)releases, count, 0);
        NEAR(r.st.energy.dissipated, count * once, 1e-6 * energy);
        AT_MOST(r.st.energy.error, 1e-8);
        AT_MOST(largest(&r, "gap.f"), f + 1e-6);
        /* beyond s_rel0 what returns is not pulled before it has touched */
        size_t free_rows = 0;
        for (size_t i = 0; i < rows(&r); i++)
            if (at(&r, "ball.v", i) < 0 && at(&r, "gap.s_rel", i) > 1e-9 && at(&r, "gap.s_rel", i) < x &&
                at(&r, "gap.f", i) == 0)
                free_rows++;
        TRUE(free_rows > 0);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- what stays */

/* With a damper beside it the ball comes to rest where the spring carries the load: pulled, at the extension
 * (load/f_ref)^(1/n). */
static void what_stays_rests_where_the_spring_carries_it(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "law = \"elasto-gap\", c = 1000, d = 30, f_release = %.17g",
        "law = \"kelvin-voigt\", f_ref = 1000, n = 2, d = 30, f_release = %.17g",
        "law = \"hertz\", f_ref = 1000, f_release = %.17g",
    };
    static const double n[] = {1, 2, 1.5};
    for (int k = 0; k < 3 * ENGINES; k++) {
        const int i = k / ENGINES;
        if (i > 0 && k % ENGINES == 0)
            continue;
        char body[2000];
        snprintf(
            body, sizeof body,
            T_ "Components.Fixed wall; Elastogap.Contact.Gap gap(%s); " T_
               "Components.Mass ball(m = 2, s(start = -0.001, fixed = true), v(start = 0, fixed = true)); " T_
               "Sources.ConstantForce load(f_constant = 8); " T_ "Components.Damper damper(d = 60); "
               "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, ball.flange_a); "
               "connect(load.flange, ball.flange_b); connect(wall.flange, damper.flange_a); "
               "connect(damper.flange_b, ball.flange_a);",
            laws[i]);
        rig r;
        run_by(&r, engines[k % ENGINES], body, 100, 10);
        NEAR(end(&r, "gap.s_rel"), pow(8.0 / 1000, 1 / n[i]), 1e-8);
        NEAR(end(&r, "gap.f"), 8, 1e-5);
        NEAR(end(&r, "gap.contact"), 0, 0);
        TRUE(isnan(time_of_event(&r, "lets go")));
        AT_MOST(r.st.energy.error, 1e-8);
        rig_end(&r);
    }
}

/* Pulled ever more from rest in the contact it goes at f_release, and from then on freely. */
static void what_begins_in_contact_sticks_and_beyond_it_is_free(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * ENGINES; k++) {
        const bool touches = k < ENGINES;
        char body[2000];
        snprintf(body, sizeof body,
                 T_ "Components.Fixed wall; Elastogap.Contact.Gap gap(law = \"elasto-gap\", c = 1000, d = 0, "
                    "f_release = %%.17g); " T_ "Components.Mass ball(m = 2, s(start = %s, fixed = true), "
                    "v(start = 0, fixed = true)); equation connect(wall.flange, gap.flange_a); "
                    "connect(gap.flange_b, ball.flange_a);",
                 touches ? "-0.01" : "0.01");
        rig r;
        run_by(&r, engines[k % ENGINES], body, 20, 1);
        if (touches) /* it swings between +-10 N, from the contact to the pull and back */
            NEAR(end(&r, "ball.s"), -0.01 * cos(sqrt(C / MASS)), 100 * TOL);
        else
            NEAR(end(&r, "ball.s"), 0.01, 0);
        TRUE(isnan(time_of_event(&r, "lets go")));
        NEAR(r.st.energy.dissipated, 0, 1e-15);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- numbers without measure */

/* So small that it goes at once, or so large that it never does. */
static void absurd_pulls_are_right_or_refused(void **state)
{
    (void)state;
    const double w = sqrt(C / MASS);
    for (int k = 0; k < ENGINES; k++) {
        rig r;
        const char *law = BODY("law = \"elasto-gap\", c = 1000, d = 0, f_release = %.17g", "");
        run_by(&r, engines[k], law, 1e-320, 0.4); /* 1e-323 m */
        NEAR(end(&r, "ball.v"), SPEED, 200 * TOL);
        rig_end(&r);
        run_by(&r, engines[k], law, 1e-300, 0.4); /* 1e-303 m */
        NEAR(end(&r, "ball.v"), SPEED, 200 * TOL);
        rig_end(&r);
        run_by(&r, engines[k], law, 1e308, 0.4); /* 1e305 m */
        NEAR(end(&r, "ball.v"), -SPEED * cos(w * (0.4 - START)), 100 * TOL * 2 * SPEED * 10);
        NEAR(r.st.energy.dissipated, 0, 1e-12);
        rig_end(&r);
        run_by(&r, engines[k],
               BODY("law = \"elasto-gap\", c = 1000, d = 0, s_rel0 = -1, f_release = %.17g", ""), 1e-14,
               1.5); /* less than an ulp of s_rel0 */
        SAYS_WARNING(&r, "f_release is so small");
        rig_end(&r);
        run_by(&r, engines[k],
               BODY("law = \"elasto-gap\", c = 1000, d = 0, s_rel0 = -1, f_release = %.17g", ""), 5e-13,
               1.5); /* some ulp of it */
        NEAR(end(&r, "ball.v"), SPEED, 300 * TOL);
        rig_end(&r);
    }
}

/* Without f_release it is the law as it is, bit for bit. */
static void without_f_release_nothing_changes(void **state)
{
    (void)state;
    for (int k = 0; k < ENGINES; k++) {
        rig a, b;
        run_by(&a, engines[k], BODY("law = \"elasto-gap\", c = 1000, d = 20", "parameter Real x = %g; "), 0,
               0.4);
        run_by(&b, engines[k], BODY("law = \"elasto-gap\", c = 1000, d = 20, f_release = %g", ""), 0, 0.4);
        TRUE(rows(&a) == rows(&b));
        for (size_t i = 0; i < rows(&a); i++)
            TRUE(at(&a, "ball.s", i) == at(&b, "ball.s", i) && at(&a, "gap.f", i) == at(&b, "gap.f", i));
        TRUE(eg_trajectory_events(a.t) == eg_trajectory_events(b.t));
        rig_end(&a);
        rig_end(&b);
    }
}

/* ---------------------------------------------------------------- what is refused */

static void expect_refused(const char *body, const char *engine, const char *says)
{
    rig r = read_text(body);
    r.engine = engine;
    try_run(&r, 0.1, TOL);
    TRUE(r.status != EG_OK);
    SAYS_ERROR(&r, says);
    rig_end(&r);
}

static void what_cannot_stick_is_refused(void **state)
{
    (void)state;
    expect_refused(BODY("law = \"elasto-gap\", c = 1000, d = 0, f_release = 5", ""), "fixed",
                   "the engine fixed does not take this model, because gap has another law in contact");
    expect_refused(T_
                   "Components.Fixed wall; Elastogap.Contact.Gap gap(law = \"elasto-gap\", c = 1000, d = 2, "
                   "f_release = 5); " T_ "Components.Spring spring(c = 100); " T_
                   "Components.Mass ball(m = 2, s(start = 0.05, fixed = true), v(fixed = true)); "
                   "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, spring.flange_a); "
                   "connect(spring.flange_b, ball.flange_a);",
                   "auto", "gap sticks and lets go at once, so that ");
}

static void a_pull_needs_a_spring_that_reaches_it(void **state)
{
    (void)state;
    expect_refused(BODY("law = \"elasto-gap\", c = 0, d = 2, f_release = 5", ""), "auto",
                   "this one has no stiffness");
    expect_refused(BODY("law = \"elasto-gap\", c = 1e-5, d = 2, f_release = 1e308", ""), "auto",
                   "no finite extension");
}

/* As equations it is not written; and where it does not stick, what could make it stick is final. */
static void flat_text_is_of_what_does_not_stick(void **state)
{
    (void)state;
    for (int sticks = 0; sticks < 2; sticks++) {
        char body[1000], *text = NULL;
        size_t length = 0;
        snprintf(body, sizeof body, "parameter Real pull = %d; %s", 5 * sticks,
                 BODY("law = \"elasto-gap\", c = 1000, d = 20, f_release = pull", ""));
        rig r = read_text(body);
        eg_spec *spec = NULL;
        TRUE(eg_spec_read_for(r.spec, EG_FOR_TEXT, r.d, &spec) == EG_OK);
        const eg_status status = eg_spec_flatten(spec, r.d, &text, &length);
        TRUE((status == EG_OK) == !sticks);
        if (sticks)
            SAYS_ERROR(&r, "gap is not written as equations: with f_release");
        else
            TRUE(strstr(text, "final parameter Real 'pull' = 0") != NULL);
        free(text);
        eg_spec_free(spec);
        rig_end(&r);
    }
}

/* TwoSidedGap's stops do not stick with a spring, and say so of either side. */
static void two_sided_stops_warn(void **state)
{
    (void)state;
    static const char *const sides[] = {"f_release = 5", "f_release_lower = 5", "f_release_upper = 5"};
    for (int i = 0; i < 3; i++) {
        char body[1000];
        snprintf(body, sizeof body,
                 T_ "Components.Fixed wall; Elastogap.Contact.TwoSidedGap gap(law = \"hertz\", s_lower = -1, "
                    "s_upper = 1, c_lower = 100, %s); " T_
                    "Components.Mass ball(m = 2, s(fixed = true), v(fixed = true)); "
                    "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, ball.flange_a);",
                 sides[i]);
        rig r = run_text(body, 0.1);
        SAYS_WARNING(&r, "f_release plays no part in this law");
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_damper_it_is_one_swing),
        cmocka_unit_test(it_takes_its_energy_from_what_a_law_leaves),
        cmocka_unit_test(each_release_takes_the_same_until_it_stays),
        cmocka_unit_test(what_stays_rests_where_the_spring_carries_it),
        cmocka_unit_test(what_begins_in_contact_sticks_and_beyond_it_is_free),
        cmocka_unit_test(absurd_pulls_are_right_or_refused),
        cmocka_unit_test(without_f_release_nothing_changes),
        cmocka_unit_test(what_cannot_stick_is_refused),
        cmocka_unit_test(a_pull_needs_a_spring_that_reaches_it),
        cmocka_unit_test(flat_text_is_of_what_does_not_stick),
        cmocka_unit_test(two_sided_stops_warn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
