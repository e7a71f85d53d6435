/* What a page in a browser is told: curves of a law against closed forms, and what comes back of texts. */
#include "base/file.h"
#include "elastogap/simulate.h"
#include "near.h"
#include "scratch.h"
#include "web/core.h"
#include "web/impact_curves.h"

#include <math.h>

/* The page's own; here nobody looks. */
void eg_web_tell(double share)
{
    (void)share;
}

static const eg_impact_setting spring = {
    .law = EG_CONTACT_ELASTO_GAP, .c = 1e5, .d = 0.0, .n = 1.0, .mass = 2.0, .speed = 0.5};

/* A spring alone pushes half a sine of length T = pi*sqrt(m/c) and height F = v*sqrt(c*m), whose transform
 * has the magnitude F*w*2*|cos(W*T/2)|/|w^2 - W^2|, w = pi/T. What lies between points is taken as a line:
 * that is wrong by h^3/12*F*w^2 in an interval at most. The points themselves are good to 1e-10. */
static void the_spectrum_of_a_spring_is_that_of_half_a_sine(void **state)
{
    (void)state;
    const double w = sqrt(spring.c / spring.mass), T = acos(-1.0) / w;
    const double F = spring.speed * sqrt(spring.c * spring.mass);
    eg_impact_curves curves = {0};
    assert_int_equal(eg_impact_curves_make(&spring, EG_WANTED_IMPACT, &curves), EG_OK);
    double allowed = (1e-9 + 1e-6 / 12) * F * T; /* the latter of trapezoids */
    for (size_t i = 1; i < curves.course.count; i++)
        allowed += pow(curves.course.x[i] - curves.course.x[i - 1], 3) / 12 * F * w * w;
    assert_true(allowed < 1e-3 * F * T);
    assert_true(curves.spectrum.count > 100);
    for (size_t i = 0; i < curves.spectrum.count; i++) {
        const double W = 2 * acos(-1.0) * curves.spectrum.x[i];
        const double expected = F * w * 2 * fabs(cos(W * T / 2)) / fabs(w * w - W * W);
        assert_near(curves.spectrum.y[i], expected, allowed);
    }
    eg_impact_curves_release(&curves);
}

/* Of a linear law without a load the restitution is one of the constants alone. */
static void the_restitution_of_a_linear_law_does_not_depend_on_speed(void **state)
{
    (void)state;
    eg_impact_setting setting = spring;
    eg_impact_curves curves = {0};
    setting.d = 200.0;
    assert_int_equal(eg_impact_curves_make(&setting, EG_WANTED_RESTITUTION, &curves), EG_OK);
    assert_true(curves.restitution.count > 20);
    assert_near(curves.restitution.x[0], 0.005, 1e-15);
    assert_near(curves.restitution.x[curves.restitution.count - 1], 5.0, 1e-12);
    for (size_t i = 0; i < curves.restitution.count; i++) {
        assert_near(curves.restitution.y[i], curves.impact.e, 2e-10); /* each is good to 1e-10 */
        assert_true(curves.impact.e > 0.1 && curves.impact.e < 0.9);
    }
    eg_impact_curves_release(&curves);
}

/* A rigid body under a load F falls from m*v^2/(2F), and after k impacts it rises to e^2k of that. */
static void a_rigid_body_bounces_to_the_square_of_its_restitution(void **state)
{
    (void)state;
    const eg_impact_setting ball = {
        .law = EG_CONTACT_RESTITUTION, .e = 0.6, .mass = 0.5, .speed = 3.0, .load = 4.0};
    const double height = ball.mass * ball.speed * ball.speed / (2 * ball.load);
    double top[16] = {0}, touch = 0;
    size_t flights = 0;
    eg_impact_curves curves = {0};
    assert_int_equal(eg_impact_curves_make(&ball, EG_WANTED_BOUNCE, &curves), EG_OK);
    const eg_impact_curve *b = &curves.bounce;
    assert_near(b->y[0], height, 1e-14 * height);
    for (size_t i = 1; i < b->count; i++) {
        assert_true(b->x[i] >= b->x[i - 1]);
        if (b->x[i] > 0)
            top[flights] = fmax(top[flights], b->y[i]);
        if (b->x[i] > touch && fabs(b->y[i]) < 1e-12) { /* down again */
            touch = b->x[i];
            flights++;
        }
    }
    assert_true(flights >= 6);
    for (size_t k = 0; k < flights; k++)
        assert_near(top[k], height * pow(0.6, 2.0 * (double)(k + 1)), 1e-13 * height);
    assert_int_equal(curves.loop.count, 0);
    eg_impact_curves_release(&curves);
}

/* A soft body is back at the stop with the speed of its law, and goes no deeper than one impact goes. */
static void a_soft_body_leaves_as_its_impact_says(void **state)
{
    (void)state;
    eg_impact_setting setting = spring;
    eg_impact_curves curves = {0};
    double lowest = 0;
    setting.d = 100.0;
    setting.load = 19.62;
    assert_int_equal(eg_impact_curves_make(&setting, EG_WANTED_BOUNCE, &curves), EG_OK);
    size_t leaves = 0;
    for (size_t i = 0; i < curves.bounce.count; i++) {
        lowest = fmin(lowest, curves.bounce.y[i]);
        if (leaves == 0 && curves.bounce.x[i] > 0 && curves.bounce.y[i] >= 0)
            leaves = i;
    }
    /* Not all points of an impact are shown: the deepest lies between two of some sixty. */
    assert_true(lowest >= -curves.impact.max_penetration && lowest <= -0.99 * curves.impact.max_penetration);
    assert_near(curves.bounce.x[leaves], curves.impact.contact_time, 1e-9 * curves.impact.contact_time);
    double top = 0;
    for (size_t i = leaves; i < leaves + 24; i++)
        top = fmax(top, curves.bounce.y[i]);
    const double speed = curves.impact.e * setting.speed;
    assert_near(top, speed * speed * setting.mass / (2 * setting.load), 1e-8 * top);
    eg_impact_curves_release(&curves);
}

static void numbers_out_of_their_range_are_refused(void **state)
{
    (void)state;
    const double wrong[][8] = {{-1, 0, 0.5, 1, 1, 1, 0, 1e-3},    {1e5, 0, 0.5, 0.5, 1, 1, 0, 1e-3},
                               {1e5, -1, 0.5, 1, 1, 1, 0, 1e-3},  {1e5, 0, 0.5, 1, 0, 1, 0, 1e-3},
                               {1e5, 0, 0.5, 1, 1, NAN, 0, 1e-3}, {1e5, 0, 0.5, 1, 1, 1, -1, 1e-3}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (int wanted = 0; wanted < 3; wanted++) {
            const double *p = wrong[i];
            char *text =
                eg_web_law(wanted, EG_CONTACT_ELASTO_GAP, p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]);
            assert_non_null(strstr(text, "\"error\""));
            free(text);
        }
    char *none = eg_web_law(0, EG_CONTACT_LAW_COUNT, 1e5, 0, 0.5, 1, 1, 1, 0, 1e-3);
    assert_non_null(strstr(none, "\"error\""));
    free(none);
}

/* Every law that is listed has its curves with the numbers that it takes. */
static void all_laws_have_curves(void **state)
{
    (void)state;
    char *laws = eg_web_laws();
    for (int law = 0; law < EG_CONTACT_LAW_COUNT; law++) {
        assert_non_null(strstr(laws, eg_contact_name((eg_contact_law)law)));
        for (int wanted = 0; wanted < 3; wanted++) {
            char *text =
                eg_web_law(wanted, law, 1e5, 50, 0.7, law == EG_CONTACT_HERTZ ? 1.5 : 1, 1, 1, 9.81, 1e-3);
            assert_null(strstr(text, "\"error\""));
            free(text);
        }
    }
    free(laws);
}

static const char drop[] =
    "model Drop\n"
    "  import Modelica.Mechanics.Translational.Components;\n"
    "  Components.Fixed ground;\n"
    "  Components.ElastoGap stop(c = 1e5, d = 60);\n"
    "  Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(fixed = true, start = -1));\n"
    "equation\n"
    "  connect(ground.flange, stop.flange_a);\n"
    "  connect(stop.flange_b, ball.flange_a);\n"
    "  annotation(experiment(StopTime = 2));\n"
    "end Drop;\n";

static void a_mistake_has_its_place_and_remedy(void **state)
{
    (void)state;
    char *good = eg_web_check(drop, "Drop.mo");
    assert_non_null(strstr(good, "\"model\": \"Drop\""));
    assert_non_null(strstr(good, "\"stop\": 2"));
    assert_non_null(strstr(good, "\"diagnostics\": []"));
    free(good);
    char *bad = eg_web_check(
        "model Drop\n  Modelica.Mechanics.Translational.Components.ElastoGap g(k = 1);\nend Drop;\n",
        "Drop.mo");
    assert_non_null(strstr(bad, "\"file\": \"Drop.mo\",\n  \"line\": 2,\n  \"column\": 59"));
    assert_non_null(strstr(bad, "\"remedy\": \"it has: c, d,"));
    assert_null(strstr(bad, "\"model\""));
    free(bad);
}

/* Numbers as the library itself writes them. */
static void a_run_has_the_bytes_of_the_library(void **state)
{
    scratch *s = *state;
    eg_spec *spec;
    eg_model *model;
    eg_trajectory *t;
    assert_int_equal(eg_spec_read_text(drop, strlen(drop), "Drop.mo", NULL, s->diagnostics, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, s->diagnostics, &model), EG_OK);
    const eg_simulate_options options = eg_simulate_options_default(model);
    assert_int_equal(eg_simulate(model, &options, s->diagnostics, &t, NULL), EG_OK);
    assert_int_equal(eg_trajectory_write(t, scratch_path(s, "drop.csv"), s->diagnostics), EG_OK);
    eg_web_run *run = eg_web_simulate(drop, "Drop.mo", "auto", NAN, NAN, NAN);
    char *csv = eg_web_run_csv(run), *report = eg_web_run_report(run), *bytes;
    size_t length;
    assert_int_equal(eg_file_read(s->path, SIZE_MAX / 4, s->diagnostics, &bytes, &length), EG_OK);
    assert_string_equal(csv, bytes);
    assert_non_null(strstr(report, "\"status\": 0"));
    assert_non_null(strstr(report, "\"data\": \""));
    assert_non_null(strstr(report, "\"svg\": \"<"));
    assert_non_null(strstr(report, "\"scene\": \"{"));
    free(bytes);
    free(csv);
    free(report);
    eg_web_run_free(run);
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_spec_free(spec);
}

static void what_does_not_run_says_so(void **state)
{
    (void)state;
    eg_web_run *run = eg_web_simulate("model A\n  Real x = y;\nend A;\n", "A.mo", "auto", NAN, NAN, NAN);
    char *csv = eg_web_run_csv(run), *report = eg_web_run_report(run);
    assert_string_equal(csv, "");
    assert_non_null(strstr(report, "\"severity\": \"error\""));
    assert_null(strstr(report, "\"report\""));
    free(csv);
    free(report);
    eg_web_run_free(run);
    eg_web_run_free(NULL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_create, scratch_free)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_spectrum_of_a_spring_is_that_of_half_a_sine),
        TEST(the_restitution_of_a_linear_law_does_not_depend_on_speed),
        TEST(a_rigid_body_bounces_to_the_square_of_its_restitution),
        TEST(a_soft_body_leaves_as_its_impact_says),
        TEST(numbers_out_of_their_range_are_refused),
        TEST(all_laws_have_curves),
        TEST(a_mistake_has_its_place_and_remedy),
        TEST(a_run_has_the_bytes_of_the_library),
        TEST(what_does_not_run_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
