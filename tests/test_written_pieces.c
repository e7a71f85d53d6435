/* Laws, bodies and forces that users write as equations, taken as pieces: clusters by their own clocks. What
 * they come to is held against native models where these are the same, and against closed forms. */
#include "equation_models.h"

#include "traits/traits.h"

#include <float.h>

static rig read_model(const char *path, const char *model)
{
    rig r = {.d = eg_diagnostics_create()};
    eg_read_options o = eg_read_options_default();
    o.model = model;
    r.status = eg_spec_read(path, &o, r.d, &r.spec);
    rig_demand(&r, r.status == EG_OK, "the model");
    return r;
}

static rig run_text_by(const char *engine, const char *text, double span, double tolerance)
{
    TRUE(setenv("EG_TEST_ENGINE", engine, 1) == 0);
    return run_text(text, span, tolerance);
}

/* The same events as those of the native model, in order, of the same components, at times that differ by no
 * more than `far` allows. */
static void same_events(const rig *r, const rig *native, double far)
{
    assert_int_equal(eg_trajectory_events(r->t), eg_trajectory_events(native->t));
    for (size_t i = 0; i < eg_trajectory_events(r->t); i++) {
        const eg_event a = eg_trajectory_event(r->t, i), b = eg_trajectory_event(native->t, i);
        assert_string_equal(a.component, b.component);
        assert_string_equal(a.name, b.name);
        NEAR(a.time, b.time, far);
    }
}

/* ---------------------------------------------------------------- the written models */

/* PreLoad begins with plates that only contacts hold, and settles over 100 s: an ulp of a place is 1e-11 N in
 * a stop of 1e6 N/m, and the rate of the force that ends a contact is 10 N/s. */
static void written_models_have_the_native_events(void **state)
{
    (void)state;
    static const struct {
        const char *native, *file, *model;
        double span, far;
    } cases[] = {{"ElastoGap", "ElastoGapWritten", "WithMass", 5, 64 * DBL_EPSILON * 5},
                 {"ElastoGap", "ElastoGapWritten", "WithNone", 5, 64 * DBL_EPSILON * 5},
                 {"PreLoad", "PreLoadWritten", "WithMass", 100, 1e-11},
                 {"PreLoad", "PreLoadWritten", "WithNone", 100, 1e-11}};
    TRUE(setenv("EG_TEST_ENGINE", "exact", 1) == 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[400];
        snprintf(path, sizeof path, EG_SOURCE_DIR "/examples/%s.mo", cases[i].native);
        rig native = read_model(path, NULL);
        run(&native, cases[i].span, 1e-6);
        snprintf(path, sizeof path, EG_SOURCE_DIR "/tests/models/written/%s.mo", cases[i].file);
        rig r = read_model(path, cases[i].model);
        run(&r, cases[i].span, 1e-6);
        same_events(&r, &native, cases[i].far);
        TRUE(r.st.clusters == native.st.clusters);
        TRUE(r.st.steps <= native.st.steps + native.st.steps / 20); /* round-off may cut one otherwise */
        rig_end(&r);
        rig_end(&native);
    }
}

/* ---------------------------------------------------------------- closed forms */

#define GAP                                                                                                  \
    "model Gap Modelica.Mechanics.Translational.Interfaces.Flange_a flange_a; "                              \
    "  Modelica.Mechanics.Translational.Interfaces.Flange_b flange_b; "                                      \
    "  parameter Real c, d = 0, s_rel0 = 0, n = 1; Real s_rel, f, f_c, f_d; Boolean contact; "               \
    "equation s_rel = flange_b.s - flange_a.s; contact = s_rel < s_rel0; "                                   \
    "  f_c = if contact then -c*(s_rel0 - s_rel)^n else 0; "                                                 \
    "  f_d = if contact then (if d*der(s_rel) < f_c then f_c elseif d*der(s_rel) > -f_c then -f_c else "     \
    "    d*der(s_rel)) else 0; f = f_c + f_d; flange_b.f = f; flange_a.f = -f; end Gap; "
#define PLACE                                                                                                \
    "model Place Modelica.Mechanics.Translational.Interfaces.Flange_b flange; parameter Real s0 = 0; "       \
    "equation flange.s = s0; end Place; "
#define PARTS "import Modelica.Mechanics.Translational.Components.Mass; "

/* m on a spring of c that only pushes, at speed v: it is back after half a period, with -v; the ground at
 * either flange, near and far, and where the mass is what flange_a moves with. */
static void bounces_in_half_a_period(void **state)
{
    (void)state;
    static const struct {
        const char *places, *ends;
        double start, way;
    } cases[] = {{"s0 = 0", "connect(p.flange, g.flange_a); connect(g.flange_b, b.flange_a);", 0.5, -1},
                 {"s0 = 1000", "connect(p.flange, g.flange_a); connect(g.flange_b, b.flange_a);", 1000.5, -1},
                 {"s0 = 0", "connect(p.flange, g.flange_b); connect(g.flange_a, b.flange_a);", -0.5, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[3000];
        snprintf(text, sizeof text,
                 "package P " GAP PLACE "model A " PARTS "Place p(%s); Gap g(c = 400); "
                 "Mass b(m = 4, L = 0, s(start = %g, fixed = true), v(start = %g, fixed = true)); "
                 "equation %s end A; end P;",
                 cases[i].places, cases[i].start, 2 * cases[i].way, cases[i].ends);
        rig r = run_text_by("exact", text, 1, 1e-6);
        const double touch = 0.25, part = touch + M_PI / 10, ulp = DBL_EPSILON * fabs(cases[i].start);
        assert_int_equal(eg_trajectory_events(r.t), 2);
        NEAR(eg_trajectory_event(r.t, 0).time, touch, 8 * ulp);
        NEAR(eg_trajectory_event(r.t, 1).time, part, 16 * ulp);
        assert_string_equal(eg_trajectory_event(r.t, 1).name, "contact ends");
        assert_string_equal(eg_trajectory_event(r.t, 1).component, "g");
        NEAR(end(&r, "b.v"), -2 * cases[i].way, 64 * DBL_EPSILON * 2);
        NEAR(value(&r, "g.f", 0.4), -400 * 0.2 * sin(10 * (0.4 - touch)), 400 * 64 * (ulp + DBL_EPSILON));
        NEAR(value(&r, "g.contact", 0.3), 1, 0);
        NEAR(value(&r, "g.contact", 0.9), 0, 0);
        TRUE(r.st.clusters > 0);
        AT_MOST(r.st.energy.error, 1e-12);
        rig_end(&r);
    }
}

/* Two bodies of equations that a gap parts: the centre of mass goes on, the way between them swings with the
 * reduced mass; both by what acts in the text, and with a constant push on both. */
static void bodies_of_equations_meet(void **state)
{
    (void)state;
    rig r = run_text_by("exact",
                        "model A Real x(start = 0, fixed = true), v(start = 3, fixed = true), "
                        "y(start = 1.5, fixed = true), w(start = 0, fixed = true), f; "
                        "equation f = if y - x < 1 then 600*(1 - (y - x)) else 0; "
                        "der(x) = v; 2*der(v) = -f - 2*9.81; der(y) = w; 4*der(w) = f - 4*9.81; end A;",
                        1, 1e-6);
    const double reduced = 2.0 * 4 / (2 + 4), rate = sqrt(600 / reduced), touch = 0.5 / 3;
    assert_int_equal(eg_trajectory_events(r.t), 2);
    NEAR(eg_trajectory_event(r.t, 0).time, touch, 8 * DBL_EPSILON);
    NEAR(eg_trajectory_event(r.t, 1).time, touch + M_PI / rate, 32 * DBL_EPSILON);
    NEAR(end(&r, "v"), -1 - 9.81, 64 * DBL_EPSILON * 10);
    NEAR(end(&r, "w"), 2 - 9.81, 64 * DBL_EPSILON * 10);
    TRUE(r.st.clusters > 0);
    rig_end(&r);
}

/* What pushes may be a function of time, which changes at an instant: x'' = 6 t to 1 s, then 0. */
static void pushes_follow_time(void **state)
{
    (void)state;
    rig r = run_text_by("exact",
                        "package P model Push Modelica.Mechanics.Translational.Interfaces.Flange_b flange; "
                        "equation flange.f = -(if time < 1 then 12*time else 0); end Push; " PLACE GAP
                        "model A " PARTS "Push push; Place p; Gap g(c = 1e3, s_rel0 = -5); "
                        "Mass b(m = 2, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
                        "equation connect(push.flange, b.flange_a); connect(p.flange, g.flange_a); "
                        "connect(g.flange_b, b.flange_b); end A; end P;",
                        2, 1e-6);
    NEAR(value(&r, "b.v", 1), 3, 16 * DBL_EPSILON * 3);
    NEAR(end(&r, "b.v"), 3, 16 * DBL_EPSILON * 3);
    NEAR(end(&r, "b.s"), 1 + 3, 16 * DBL_EPSILON * 4);
    AT_MOST(r.st.energy.error, 1e-12);
    rig_end(&r);
}

/* A power of the depth goes by series, as native ones do; the same events and round-off away from it. */
static void powers_go_by_series(void **state)
{
    (void)state;
    static const char *const classes[] = {"Gap g(c = 1e5, d = 300, n = 1.5, s_rel0 = 0.1);",
                                          "Modelica.Mechanics.Translational.Components.ElastoGap g("
                                          "c = 1e5, d = 300, n = 1.5, s_rel0 = 0.1);"};
    rig r[2];
    for (int i = 0; i < 2; i++) {
        char text[3000];
        snprintf(text, sizeof text,
                 "package P " GAP PLACE "model A " PARTS "Place p; %s "
                 "Mass b(m = 3, L = 0, s(start = 0.3, fixed = true), v(start = -1, fixed = true)); "
                 "Modelica.Mechanics.Translational.Sources.ConstantForce w(f_constant = -30); "
                 "equation connect(p.flange, g.flange_a); connect(g.flange_b, b.flange_a); "
                 "connect(w.flange, b.flange_b); end A; end P;",
                 classes[i]);
        r[i] = run_text_by("erk", text, 1.5, 1e-9);
        TRUE(r[i].st.clusters > 0);
    }
    same_events(&r[0], &r[1], 1e-12);
    for (int k = 1; k < 10; k++)
        NEAR(value(&r[0], "b.s", 0.15 * k), value(&r[1], "b.s", 0.15 * k), 1e-12);
    rig_end(&r[0]);
    rig_end(&r[1]);
}

/* erk is told where a force is not smooth: it takes the steps that it takes of the native law. */
static void rough_forces_are_told(void **state)
{
    (void)state;
    static const double powers[] = {1.5, 2, 2.5, 3};
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        char text[3000];
        snprintf(
            text, sizeof text,
            "model A parameter Real n = %g; Real s(start = 0.2, fixed = true), v(start = 0, fixed = true), f;"
            "equation f = if s < 0 then 1e6*(-s)^n*(1 - 0.6*v) else 0; der(s) = v; "
            "0.5*der(v) = f - 0.5*9.81; end A;",
            powers[i]);
        rig written = run_text_by("erk", text, 1, 1e-7);
        snprintf(
            text, sizeof text,
            "model A import Modelica.Mechanics.Translational.*; Components.Fixed p; "
            "Components.Mass b(m = 0.5, L = 0, s(start = 0.2, fixed = true), v(start = 0, fixed = true)); "
            "Elastogap.Contact.Gap g(law = \"lankarani-nikravesh-1994\", c = 1e6, n = %g, d = 0.6e6); "
            "Sources.ConstantForce w(f_constant = -0.5*9.81); equation connect(p.flange, g.flange_a); "
            "connect(g.flange_b, b.flange_a); connect(w.flange, b.flange_b); end A;",
            powers[i]);
        rig native = run_text_by("erk", text, 1, 1e-7);
        assert_int_equal(written.st.events, native.st.events);
        assert_int_equal(written.st.rejected_steps, native.st.rejected_steps);
        TRUE(written.st.steps <= native.st.steps + native.st.events); /* one may be cut at each */
        rig_end(&written);
        rig_end(&native);
    }
}

/* Springs that begin pressed have energy to give that no native element stores: the balance closes. */
static void balances_close(void **state)
{
    (void)state;
    rig r =
        run_text_by("exact",
                    "package P " GAP PLACE "model A " PARTS "Place p; Gap g(c = 800, d = 3, s_rel0 = 1); "
                    "Mass b(m = 1, L = 0, s(start = 0.2, fixed = true), v(start = 0, fixed = true)); "
                    "equation connect(p.flange, g.flange_a); connect(g.flange_b, b.flange_a); end A; end P;",
                    2, 1e-6);
    AT_MOST(r.st.energy.error, 1e-12);
    TRUE(r.st.energy.dissipated > 1);
    rig_end(&r);
}

/* ---------------------------------------------------------------- what is none */

static void is_one_piece(const char *text, const char *reason)
{
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK, text);
    TRUE(eg_model_compile(r.spec, r.d, &r.model) == EG_OK);
    eg_traits traits;
    TRUE(eg_traits_find(r.model, r.d, &traits) == EG_OK);
    const eg_trait *clusters = eg_traits_named(&traits, "clusters by their own clocks");
    if (!clusters || clusters->holds || !strstr(clusters->reason, reason))
        fail_msg("%s: %s", text, clusters ? clusters->reason : "");
    rig_end(&r);
}

#define OWN(more, law)                                                                                       \
    "model A Real x(start = 1, fixed = true), v(start = 0, fixed = true), f; " more                          \
    " equation der(x) = v; der(v) = f; " law " end A;"

static void what_is_one_piece(void **state)
{
    (void)state;
    is_one_piece(OWN("Boolean fast;", "f = if x < 0 then -100*x else 0; fast = v > 1;"),
                 "is an event beside those of contacts");
    is_one_piece(OWN("", "f = if x < -8 then -900*x else if x < 0 then -100*x else 0;"), "");
    is_one_piece(OWN("Integer n(start = 0, fixed = true);",
                     "f = if x < 0 then -100*x else 0; when x < 0 then n = pre(n) + 1; end when;"),
                 "do something at events");
    /* Its impulse rounds to more than all else that the mass feels. */
    is_one_piece(OWN("", "f = 3 - 1e35*v;"), "hides a mass");
    /* The same as an ElastoGap as far as anybody sees, and softer beyond, without a condition that tells. */
    is_one_piece(OWN("", "f = if x < 0 then min(-100*x, 1e4) else 0;"), "");
    is_one_piece(OWN("", "f = if x < 0 then min(-100*x, 1e-6 - 50*x) else 0;"), "");
    is_one_piece(OWN("", "f = if x < 0 then 100*x^2*(1 - 0.3*v) else 0;"), "another contact law");
    is_one_piece(OWN("", "f = if x < 0 then -100*x - v*abs(v) else -9;"), "");
}

/* With an exponent near 1 the series of a contact are short at touch, and at a tight tolerance another engine
 * goes on in the middle of it. Whoever does: with d > 0 a contact begins at the limit of the damper, since
 * the spring's force is 0 there, and ends at the other one for the same reason. */
static void contacts_that_change_engines_keep_their_edges(void **state)
{
    (void)state;
    static const char *const names[] = {"contact begins", "approach limit ends", "rebound limit begins",
                                        "contact ends"};
    static const double masses[] = {0.01, 0.02}, exponents[] = {1.05, 1.1};
    for (size_t i = 0; i < 4; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "model M Real s(start = 0.19, fixed = true), v(start = 0, fixed = true), fc, fd; "
                 "equation der(s) = v; %g*der(v) = -9.81*%g - (fc + fd); "
                 "fc = if s < 0 then -7e4*abs(s)^%g else 0; "
                 "fd = if s < 0 then min(max(30*v, fc), -fc) else 0; end M;",
                 masses[i / 2], masses[i / 2], exponents[i % 2]);
        rig r = run_text_by("auto", text, 0.25, 1e-12);
        TRUE(eg_trajectory_events(r.t) >= 4);
        for (size_t k = 0; k < eg_trajectory_events(r.t); k++)
            assert_string_equal(eg_trajectory_event(r.t, k).name, names[k % 4]);
        ALL_WELL();
        rig_release(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_models_have_the_native_events),
        cmocka_unit_test(bounces_in_half_a_period),
        cmocka_unit_test(bodies_of_equations_meet),
        cmocka_unit_test(pushes_follow_time),
        cmocka_unit_test(powers_go_by_series),
        cmocka_unit_test(rough_forces_are_told),
        cmocka_unit_test(balances_close),
        cmocka_unit_test(what_is_one_piece),
        cmocka_unit_test(contacts_that_change_engines_keep_their_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
