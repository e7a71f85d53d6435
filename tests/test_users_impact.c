/* Rigid impacts that users write: reinit of the relative speed of an element of their own. */
#include "run_text.h"

#include <string.h>

static const double g = 9.81;

#define IMPACT(package, condition, rest)                                                                     \
    "model Impact extends " package                                                                          \
    "Interfaces.PartialCompliantWithRelativeStates; parameter Real e = 0.5; "                                \
    "equation " rest " = 0; when " condition " then reinit("

#define LINEAR(condition)                                                                                    \
    IMPACT(T_, condition, "f") "v_rel, -e*pre(v_rel)); end when; end Impact; Impact impact; "
#define BALL                                                                                                 \
    T_ "Components.Mass mass(m = 2, L = 0, s(start = 1, fixed = true), v(start = %g, fixed = true)); " T_    \
       "Sources.ConstantForce weight(f_constant = %g); "

/* Height and speed a time t after the ball was dropped from 1 m: bounces of half the speed. */
static void drop(double t, double *s, double *v)
{
    const double first = sqrt(2.0 / g);
    double speed = 0.5 * g * first;
    double since = t - first;
    if (since < 0.0) {
        *s = 1.0 - 0.5 * g * t * t;
        *v = -g * t;
        return;
    }
    for (; since > 2.0 * speed / g; speed *= 0.5)
        since -= 2.0 * speed / g;
    *s = speed * since - 0.5 * g * since * since;
    *v = speed - g * since;
}

/* Either way round, by each engine. */
static void a_ball_bounces_on_the_ground(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk", "exact", NULL};
    for (int k = 0; k < 8; k++) {
        char body[2000];
        snprintf(body, sizeof body,
                 "%s" BALL T_ "Components.Fixed ground; equation connect(ground.flange, impact.%s); "
                 "connect(impact.%s, mass.flange_a); connect(weight.flange, mass.flange_b);",
                 k < 4 ? LINEAR("s_rel < 0") : LINEAR("s_rel > 0"), 0.0, -2.0 * g,
                 k < 4 ? "flange_a" : "flange_b", k < 4 ? "flange_b" : "flange_a");
        rig r = read_text(body);
        r.engine = engines[k % 4];
        run(&r, 1.2, TOL);
        for (size_t i = 0; i < rows(&r); i += 7) {
            double s, v, t = time_of(&r, i);
            drop(t, &s, &v);
            NEAR(at(&r, "mass.s", i), s, 100 * TOL);
            if (fabs(s) > 1e-6) /* both sides of an event stand at one time */
                NEAR(at(&r, "mass.v", i), v, 100 * TOL * 4.5);
        }
        NEAR(end(&r, "impact.v_rel"), (k < 4 ? 1 : -1) * end(&r, "mass.v"), 1e-15);
        rig_end(&r);
    }
}

/* A wall comes with 0.3 m/s towards a body of -1 m/s: they meet after 1/1.3 s with -1.3 m/s, and part with
 * 0.65 m/s, so that the body has 0.95 m/s. */
static void a_driven_wall_keeps_its_speed(void **state)
{
    (void)state;
    char body[2000];
    snprintf(body, sizeof body,
             "%s" BALL T_ "Sources.ConstantSpeed wall(v_fixed = 0.3, s(start = 0, fixed = true)); equation "
             "connect(wall.flange, impact.flange_a); connect(impact.flange_b, mass.flange_a); "
             "connect(weight.flange, mass.flange_b);",
             LINEAR("s_rel < 0"), -1.0, 0.0);
    rig r = run_text(body, 2.0);
    NEAR(end(&r, "wall.flange.s"), 0.6, 100 * TOL);
    NEAR(end(&r, "mass.v"), 0.95, 100 * TOL);
    NEAR(end(&r, "mass.s"), 0.3 / 1.3 + 0.95 * (2.0 - 1.0 / 1.3), 200 * TOL);
    rig_end(&r);
}

static void a_shaft_bounces(void **state)
{
    (void)state;
    rig r =
        run_text(IMPACT(R_, "phi_rel < 0",
                        "tau") "w_rel, -e*pre(w_rel)); end when; end Impact; Impact impact; " R_
                               "Components.Inertia shaft(J = 3, phi(start = 1, fixed = true), "
                               "w(start = -2, fixed = true)); " R_
                               "Components.Fixed housing; equation connect(housing.flange, impact.flange_a); "
                               "connect(impact.flange_b, shaft.flange_a);",
                 1.0);
    NEAR(end(&r, "shaft.w"), 1.0, 100 * TOL);
    NEAR(end(&r, "shaft.phi"), 0.5, 100 * TOL);
    rig_end(&r);
}

/* Where both sides move the speed does not say which of them jumps. */
static void between_two_bodies_it_is_refused(void **state)
{
    (void)state;
    char text[2000];
    snprintf(text, sizeof text,
             "model Case %s" BALL T_
             "Components.Mass other(m = 1); equation connect(other.flange_b, impact.flange_a); "
             "connect(impact.flange_b, mass.flange_a); connect(weight.flange, mass.flange_b); "
             "end Case;",
             LINEAR("s_rel < 0"), 0.0, 0.0);
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "case.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_ERROR_MODEL);
    const eg_diagnostic *last = eg_diagnostics_get(d, eg_diagnostics_count(d) - 1);
    assert_non_null(strstr(last->message, "which of the two sides jumps"));
    assert_non_null(strstr(last->remedy, "momentum"));
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_bounces_on_the_ground),
        cmocka_unit_test(a_driven_wall_keeps_its_speed),
        cmocka_unit_test(a_shaft_bounces),
        cmocka_unit_test(between_two_bodies_it_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
