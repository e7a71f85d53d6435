/* 20-sim's SpringDamper, Spring, Damper and Mass: the same motion as MSL's in other signs, closed forms in
 * both causalities, the start from x_initial, and what is refused. */
#include "build_model.h"
#include "component/spec.h"
#include "elastogap/law.h"

#define ICONIC(name) "IconicDiagrams.Mechanical.Translation.Components." name

static rig rig_of(const char *text)
{
    rig r = {.d = eg_diagnostics_create()};
    char whole[4000];
    snprintf(
        whole, sizeof whole,
        "model M\n import Modelica.Mechanics.Translational.*; import "
        "IconicDiagrams.Mechanical.Translation.Components.*; import Modelica.Blocks.Sources.*;\n%s\nend M;\n",
        text);
    if (eg_spec_read_text(whole, strlen(whole), "test.mo", NULL, r.d, &r.spec) != EG_OK)
        r.spec = NULL;
    return r;
}

static rig run_of(const char *text, double span)
{
    rig r = rig_of(text);
    rig_demand(&r, r.spec != NULL, text);
    run(&r, span, 1e-10);
    return r;
}

/* The model is refused, at reading, compiling or starting, with these words in the message or its remedy. */
static void refused(const char *text, const char *words)
{
    rig r = rig_of(text);
    if (r.spec) {
        try_run(&r, 1, 1e-6);
        TRUE(r.status == EG_ERROR_MODEL);
    }
    SAYS_ERROR(&r, words);
    rig_release(&r);
}

static const char *form_of(const rig *r, const char *component)
{
    for (size_t i = 0; i < eg_model_causalities(r->model); i++)
        if (strcmp(eg_model_causality(r->model, i).component, component) == 0)
            return eg_model_causality(r->model, i).form;
    return "";
}

static void has_form(const rig *r, const char *component, const char *form)
{
    if (strcmp(form_of(r, component), form) != 0)
        rig_fail(component, 0, form_of(r, component));
}

/* ---------------------------------------------------------------- the three implementations */

/* A mass on a wall, by each implementation and by MSL's SpringDamper (x = -s_rel where x(t0) = 0). */
static void implementations_are_one_motion(void **state)
{
    (void)state;
    const double f = 1.7, b = 0.35, m = 2.5, k = eg_spring_damper_stiffness_of(f, m),
                 d = eg_spring_damper_damping_of(k, b, m);
    NEAR(k, m * 4 * PI * PI * f * f, 1e-12 * k);
    NEAR(d, 2 * b * sqrt(k * m), 1e-12 * d);
    char text[3000];
    const char *const kinds[] = {
        "SpringDamper e(k = %.17g, d = %.17g, x_initial = 0.1);",
        "SpringDamper e(implementation = \"Stiffness\", k = %.17g, b = %.17g, m = 2.5, "
        "x_initial = 0.1);",
        "SpringDamper e(implementation = \"Frequency\", f = %.17g, b = %.17g, m = 2.5, "
        "x_initial = 0.1);",
        "SpringDamper.Default e(k = %.17g, d = %.17g, x_initial = 0.1);",
        "SpringDamper.Stiffness e(k = %.17g, b = %.17g, m = 2.5, x_initial = 0.1);",
        "SpringDamper.Frequency e(f = %.17g, b = %.17g, m = 2.5, x_initial = 0.1);"};
    const double first[] = {k, k, f, k, k, f}, second[] = {d, b, b, d, b, b};
    rig msl = run_of("Components.SpringDamper e(c = 285.23, d = 1, s_rel0 = 0);"
                     "Components.Fixed w; Components.Mass m(m = 2.5, s(start = 0.1, fixed = true), "
                     "v(start = -0.3, fixed = true));"
                     "equation connect(m.flange_a, e.flange_a); connect(e.flange_b, w.flange);",
                     0);
    rig_release(&msl);
    msl = rig_begin("Msl");
    add(&msl, "SpringDamper", "e", "c", k, "d", d, NULL);
    add_fixed(&msl, "w", 0);
    add_mass(&msl, "m", m, 0.1, -0.3);
    join(&msl, "m.flange_a", "e.flange_a");
    join(&msl, "e.flange_b", "w.flange");
    run(&msl, 2.0, 1e-10);
    for (int i = 0; i < 6; i++) {
        char element[300];
        snprintf(element, sizeof element, kinds[i], first[i], second[i]);
        snprintf(text, sizeof text,
                 "%s Mass m(m = 2.5, x_initial = 7.1, p.v_initial = -0.3); Components.Fixed w(s0 = 7);"
                 "equation connect(m.p, e.p_high); connect(e.p_low, w.flange);",
                 element);
        rig r = run_of(text, 2.0);
        has_form(&r, "e", "force out");
        for (size_t row = 0; row < rows(&r) && rows(&r) == rows(&msl); row += 10) {
            NEAR(at(&r, "e.x", row), -at(&msl, "e.s_rel", row), 1e-13);
            NEAR(at(&r, "e.p.F", row), -at(&msl, "e.f", row), 1e-10);
            NEAR(at(&r, "e.p.v", row), -at(&msl, "e.v_rel", row), 1e-12);
            NEAR(at(&r, "e.p_high.f", row), at(&r, "e.p.F", row), 0);
            NEAR(at(&r, "e.p_low.f", row), -at(&r, "e.p.F", row), 0);
            NEAR(at(&r, "m.p.F", row), -at(&r, "e.p.F", row), 1e-11);
        }
        TRUE(rows(&r) == rows(&msl));
        if (i != 3) { /* what is computed stands among the results */
            NEAR(end(&r, "e.d"), d, 1e-12 * d);
            TRUE(i == 4 || fabs(end(&r, "e.k") - k) <= 1e-12 * k);
        }
        AT_MOST(r.st.energy.error, 1e-8);
        rig_release(&r);
    }
    rig_end(&msl);
}

/* x'' + 2*b*w*x' + w^2*x = 0, wherever the wall stands and whatever the start. */
static void force_out_is_the_damped_oscillator(void **state)
{
    (void)state;
    rig r = run_of("Mass m(m = 0.7, p.v_initial = 1.3, x_initial = -40);"
                   "SpringDamper.Frequency e(f = 3, b = 0.2, m = 0.7, x_initial = 0.05); Components.Fixed w;"
                   "equation connect(m.p, e.p_high); connect(e.p_low, w.flange);",
                   1.0);
    const double w = 6 * PI, b = 0.2, q = w * sqrt(1 - b * b), x0 = 0.05, v0 = 1.3;
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row);
        const double x = exp(-b * w * t) * (x0 * cos(q * t) + (v0 + b * w * x0) / q * sin(q * t));
        NEAR(at(&r, "e.x", row), x, 1e-8);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- velocity out */

/* A node without mass under a force F that steps: x' = (F - k*x)/d. */
static void a_step_on_a_massless_node(void **state)
{
    (void)state;
    rig r = run_of("SpringDamper e(k = 100, d = 10, x_initial = 0.02); Components.Fixed w(s0 = 3);"
                   "Sources.ForceStep F(stepForce = 5, offsetForce = 1, startTime = 0.25);"
                   "equation connect(F.flange, e.p_high); connect(e.p_low, w.flange);",
                   1.0);
    has_form(&r, "e", "velocity out: der(x) = (p.F - k*x)/d");
    const double rate = 10, until = 0.25, x1 = 0.01 + (0.02 - 0.01) * exp(-rate * until);
    for (size_t row = 0; row < rows(&r); row++) {
        const double t = time_of(&r, row), x = at(&r, "e.x", row);
        const double truth =
            t <= until ? 0.01 + 0.01 * exp(-rate * t) : 0.06 + (x1 - 0.06) * exp(-rate * (t - until));
        NEAR(x, truth, 1e-8);
        if (t != until)
            NEAR(at(&r, "e.p.v", row), eg_spring_damper_velocity_out(100, 10, x, t < until ? 1 : 6, 0), 1e-8);
    }
    AT_MOST(r.st.energy.error, 1e-7);
    rig_end(&r);
}

/* d = 0: x = F/k and v = F'/k, at any instant. */
static void without_damping_the_force_is_the_motion(void **state)
{
    (void)state;
    const char *const kinds[] = {"SpringDamper e(k = 100, d = 0, x_initial = 0.02);",
                                 "Spring e(k = 100, x_initial = 0.02);"};
    for (int i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 "%s Components.Fixed w; Sources.Force F; Sine s(amplitude = 3, f = 1.5, offset = 2);"
                 "equation connect(s.y, F.f); connect(F.flange, e.p_high); connect(e.p_low, w.flange);",
                 kinds[i]);
        rig r = run_of(text, 1.0);
        has_form(&r, "e", "velocity out: x = p.F/k");
        for (size_t row = 0; row < rows(&r); row++) {
            const double w = 3 * PI, t = time_of(&r, row);
            NEAR(at(&r, "e.x", row), (2 + 3 * sin(w * t)) / 100, 1e-14);
            NEAR(at(&r, "e.p.v", row), 3 * w * cos(w * t) / 100, 1e-12);
        }
        rig_release(&r);
    }
    ALL_WELL();
}

/* Where the force at the start determines x, another x_initial is refused with the one that fits. */
static void the_start_that_fits_is_named(void **state)
{
    (void)state;
    refused("SpringDamper e(k = 100, d = 0); Components.Fixed w; Sources.ConstantForce F(f_constant = 5);"
            "equation connect(F.flange, e.p_high); connect(e.p_low, w.flange);",
            "set e.x_initial = 0.05");
    refused("SpringDamper e(k = 100, d = 0, x_initial = 0.3); Components.Fixed w; "
            "Sources.ConstantForce F(f_constant = 10); equation connect(w.flange, e.p_low); "
            "connect(e.p_high, F.flange);",
            "set e.x_initial = 0.1");
    refused("SpringDamper e(k = 50, d = 0, x_initial = 0.1); Components.Fixed w(s0 = 3); "
            "Sources.ConstantForce F(f_constant = 2); equation connect(w.flange, e.p_low); "
            "connect(e.p_high, F.flange);",
            "set e.x_initial = 0.04");
    refused("SpringDamper e(k = 100, d = 0, x_initial = 0.05); Components.Fixed w; "
            "Sources.ConstantForce F(f_constant = -5);"
            "equation connect(F.flange, e.p_high); connect(e.p_low, w.flange);",
            "set e.x_initial = -0.05");
    /* two in series: the first of them is told what the other one asks for */
    refused(
        "Spring a(k = 100, x_initial = 0.1), b(k = 400, x_initial = 0.05); Mass m(m = 1); Components.Fixed w;"
        "equation connect(w.flange, a.p_low); connect(a.p_high, b.p_low); connect(b.p_high, m.p);",
        "set a.x_initial = 0.2");
    rig r = run_of("Spring a(k = 100, x_initial = 0.2), b(k = 400, x_initial = 0.05); Mass m(m = 1);"
                   "Components.Fixed w;"
                   "equation connect(w.flange, a.p_low); connect(a.p_high, b.p_low); connect(b.p_high, m.p);",
                   1.0);
    has_form(&r, "a", "velocity out: x = p.F/k");
    has_form(&r, "b", "force out");
    const double w = sqrt(80.0); /* of both in series, compressed by 0.25 */
    for (size_t row = 0; row < rows(&r); row += 5)
        NEAR(at(&r, "m.x", row), 0.25 * (cos(w * time_of(&r, row)) - 1), 1e-7);
    rig_end(&r);
}

/* A spring of MSL beside it knows where it stands, so that the part between them has a place. */
static void a_neighbour_finds_the_place(void **state)
{
    (void)state;
    rig r = run_of("Spring a(k = 100, x_initial = 0.5); Components.Spring b(c = 300, s_rel0 = 0.1);"
                   "Mass m(m = 1, x_initial = 3); Components.Fixed w;"
                   "equation connect(w.flange, a.p_high); connect(a.p_low, b.flange_a); "
                   "connect(m.p, b.flange_b);",
                   0.5);
    has_form(&r, "a", "force out");
    NEAR(begin(&r, "a.x"), 0.5, 1e-15);
    NEAR(begin(&r, "b.f"), -50, 1e-11);
    NEAR(begin(&r, "b.s_rel"), 0.1 - 50.0 / 300, 1e-15);
    const double w = sqrt(75.0), span = 50.0 / 75; /* pushed away by 50 N */
    for (size_t row = 0; row < rows(&r); row += 5)
        NEAR(at(&r, "m.x", row), 3 + span * (1 - cos(w * time_of(&r, row))), 1e-7);
    rig_end(&r);
}

static void causality_follows_the_model(void **state)
{
    (void)state;
    rig r = run_of("Spring a(k = 100); Damper b(d = 3); SpringDamper c(k = 10, d = 1), e(k = 10, d = 1);"
                   "Components.Damper f(d = 1); Mass m(m = 1); Components.Fixed w;"
                   "equation connect(w.flange, a.p_low); connect(w.flange, b.p_low);"
                   "connect(a.p_high, b.p_high); connect(a.p_high, c.p_low); connect(c.p_high, e.p_low);"
                   "connect(c.p_high, f.flange_a); connect(f.flange_b, m.p); connect(e.p_high, m.p);",
                   0.1);
    has_form(&r, "a", "force out");
    has_form(&r, "b", "velocity out: p.v = p.F/d");
    has_form(&r, "c", "force out");
    has_form(&r, "e", "force out");
    TRUE(strcmp(eg_model_causality(r.model, 99).component, "") == 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- degenerate and mixed */

static void no_stiffness_is_a_damper(void **state)
{
    (void)state;
    rig r = run_of("SpringDamper e(k = 0, d = 2, x_initial = 0.3); Mass m(m = 1, p.v_initial = 2);"
                   "Components.Fixed w; Real F; Real v; Real on;"
                   "equation connect(m.p, e.p_high); connect(e.p_low, w.flange);"
                   "F = e.p.F; v = e.p.v; on = m.p.F;",
                   1.0);
    for (size_t row = 0; row < rows(&r); row += 7) {
        const double t = time_of(&r, row);
        NEAR(at(&r, "e.x", row), 0.3 + (1 - exp(-2 * t)), 1e-8);
        NEAR(at(&r, "F", row), at(&r, "e.p.F", row), 1e-13);
        NEAR(at(&r, "v", row), at(&r, "e.p.v", row), 1e-13);
        NEAR(at(&r, "on", row), at(&r, "m.p.F", row), 1e-13);
    }
    rig_end(&r);
}

static void a_mass_falls(void **state)
{
    (void)state;
    rig r = run_of("Mass m(implementation = \"Gravity\", m = 2, g = 9.81, x_initial = 1, p.v_initial = 3);"
                   "Mass.Gravity h(m = 2, g = 9.81); SpringDamper e(k = 1000, d = 20); Components.Fixed w;"
                   "Real x; Real d(unit = \"N.s/m\") = e.d;"
                   "equation connect(h.p, e.p_high); connect(e.p_low, w.flange); x = e.x;",
                   8.0);
    const double t = 8.0;
    NEAR(end(&r, "m.x"), 1 + 3 * t - 9.81 * t * t / 2, 1e-9);
    NEAR(end(&r, "m.p.F"), 0, 1e-12);
    NEAR(end(&r, "h.p.F"), -2 * -9.81, 1e-6); /* it hangs in balance: p.F holds the weight */
    NEAR(end(&r, "e.x"), -2 * 9.81 / 1000, 1e-9);
    NEAR(end(&r, "x"), end(&r, "e.x"), 1e-15);
    NEAR(end(&r, "d"), 20, 0);
    AT_MOST(r.st.energy.error, 1e-8);
    rig_end(&r);
}

/* A start that nobody gives gives way to what moves the mass; one that is given must agree. */
static void a_driven_mass_starts_with_its_drive(void **state)
{
    (void)state;
    rig r = run_of("Mass m(m = 2); Sources.ConstantSpeed s(v_fixed = 3, s(start = 5, fixed = true));"
                   "equation connect(m.p, s.flange);",
                   1.0);
    NEAR(end(&r, "m.x"), begin(&r, "m.x") + 3, 1e-12);
    NEAR(begin(&r, "m.p.v"), 3, 1e-15);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_release(&r);
    refused("Mass a(m = 2, x_initial = 1); Mass b(m = 1, x_initial = 2); equation connect(a.p, b.p);",
            "contradicts");
}

static void dotted_names_by_call(void **state)
{
    (void)state;
    rig r = rig_begin("Calls");
    add(&r, ICONIC("Mass"), "a.m", "m", 2.0, "x_initial", 0.5, "p.v_initial", -1.0, NULL);
    add(&r, ICONIC("SpringDamper"), "a.e", "k", 50.0, "d", 0.0, NULL);
    add_fixed(&r, "w", 0);
    join(&r, "a.m.p", "a.e.p_high");
    join(&r, "a.e.p_low", "w.flange");
    run(&r, 1.0, 1e-10);
    NEAR(end(&r, "a.m.x"), 0.5 - sin(5.0) / 5, 1e-8);
    NEAR(end(&r, "a.m.p.v"), -cos(5.0), 1e-7);
    rig_end(&r);
}

/* ---------------------------------------------------------------- refused */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    const char *const wrong[][2] = {
        {"SpringDamper e(k = 1, d = 1, f = 2);", "f, b and m belong to other implementations"},
        {"SpringDamper e(k = 1);", "needs both k and d"},
        {"SpringDamper e(implementation = \"Stiffness\", k = 1, d = 1, m = 1);", "d and f belong"},
        {"SpringDamper e(implementation = \"Stiffness\", k = 1, m = 1);", "needs k, b and m"},
        {"SpringDamper e(implementation = \"Stiffness\", k = 0, b = 1, m = 1);", "more than 0"},
        {"SpringDamper e(implementation = \"Frequency\", k = 1, f = 1, b = 1, m = 1);", "k and d belong"},
        {"SpringDamper e(implementation = \"Frequency\", f = 1, b = 1);", "needs f, b and m"},
        {"SpringDamper e(implementation = \"Frequency\", f = 1e200, b = 1, m = 1);", "it must be finite"},
        {"SpringDamper e(implementation = \"Soft\", k = 1, d = 1);", "\"Frequency\""},
        {"SpringDamper e(k = -1, d = 1);", "at least 0"},
        {"SpringDamper.Default e(k = 1);", "e.d"},
        {"SpringDamper.Stiffness e(k = 1, b = 1, m = 0);", "it must be more than 0"},
        {"SpringDamper e(k = 1, d = 1, x(start = 3, fixed = true));", "set e.x_initial = 3"},
        {"SpringDamper.Stiffness e(k = 1, b = 1, m = 1, d = 4);", "cannot be given"},
        {"SpringDamper.Frequency e(f = 0, b = 1, m = 1);", "out of range"},
        {"SpringDamper.Soft e(k = 1);", "no \"Soft\""},
        {"SpringDamper e(k = 1, d = 1, p(F = 3));", "cannot be given"},
        {"SpringDamper e(k = 1, d = 1, p(G = 3));", "no \"p\" to modify"},
        {"Mass e(m = 1, g = 3);", "Gravity"},
        {"Mass e(implementation = \"Gravity\", m = 1);", "needs g"},
        {"Mass e(m = 1, p(s = 3));", "cannot be modified"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[1000];
        bool is_mass = strstr(wrong[i][0], "Mass") != NULL;
        snprintf(text, sizeof text, "%s Components.Mass m(m = 1); Components.Fixed w; equation %s",
                 wrong[i][0],
                 is_mass ? "connect(e.p, m.flange_a);"
                         : "connect(e.p_high, m.flange_a); connect(e.p_low, w.flange);");
        refused(text, wrong[i][1]);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- law.h */

static void both_causalities_are_one_law(void **state)
{
    (void)state;
    const double k = 320, d = 7, x = 0.013, v = -0.4, F = eg_spring_damper_force_out(k, d, x, v);
    NEAR(F, k * x + d * v, 1e-15);
    NEAR(eg_spring_damper_velocity_out(k, d, x, F, 99), v, 1e-14);
    NEAR(eg_spring_damper_compression(k, d, F, v), x, 1e-16);
    NEAR(eg_spring_damper_velocity_out(k, 0, x, k * x, 64), 0.2, 1e-15);
    NEAR(eg_spring_damper_velocity_out(0, d, x, 14, 0), 2, 0);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(implementations_are_one_motion),
        cmocka_unit_test(force_out_is_the_damped_oscillator),
        cmocka_unit_test(a_step_on_a_massless_node),
        cmocka_unit_test(without_damping_the_force_is_the_motion),
        cmocka_unit_test(the_start_that_fits_is_named),
        cmocka_unit_test(a_neighbour_finds_the_place),
        cmocka_unit_test(causality_follows_the_model),
        cmocka_unit_test(no_stiffness_is_a_damper),
        cmocka_unit_test(a_mass_falls),
        cmocka_unit_test(a_driven_mass_starts_with_its_drive),
        cmocka_unit_test(dotted_names_by_call),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(both_causalities_are_one_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
