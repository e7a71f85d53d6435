/* Parts without mass between users' forces: algebraic where no damper acts, differential where one does.
 *
 *     wall --- gap (c, d, n) --- node --- spring k --- mass m
 *
 * in three ways: of native components, whose closed forms test_network_series.c checks; of users' elements
 * between native bodies; of equations alone. All go through all modes of the gap. */
#include "equation_models.h"

static const double TOLERANCE = 1e-10;

/* What the engine may be off at this tolerance (see test_network_series.c), for each of two runs. */
static const double ALLOWED = 2e-8;

static const char *const elements = //
    "model MySpring extends " T_LIB "Interfaces.PartialCompliant; parameter Real c = 1, s_rel0 = 0; "
    "equation f = c*(s_rel - s_rel0); end MySpring; "
    "model MyGap extends " T_LIB "Interfaces.PartialCompliantWithRelativeStates; "
    "parameter Real c = 1, d = 0, n = 1; Boolean contact; Real f_c, f_d2, f_d; "
    "equation contact = s_rel < 0; f_c = if contact then -c*abs(s_rel)^n else 0; "
    "f_d2 = if contact then d*v_rel else 0; "
    "f_d = if contact then min(max(f_d2, f_c), -f_c) else 0; f = f_c + f_d; end MyGap; ";

static rig run_on_grid(const char *text)
{
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    r.interval = 0.001;
    run(&r, 0.4, TOLERANCE);
    return r;
}

static rig run_elements(double n, double d, const char *classes, const char *gap, const char *spring)
{
    char text[4000];
    snprintf(text, sizeof text,
             "model A %s" USES "Fixed wall; %s gap(c = 1e5, d = %g, n = %g); "
             "%s spring(c = 3000, s_rel0 = 0.05); "
             "Mass mass(m = 1.3, s(start = 0.15, fixed = true), v(start = -0.8, fixed = true)); "
             "equation connect(wall.flange, gap.flange_a); connect(gap.flange_b, spring.flange_a); "
             "connect(spring.flange_b, mass.flange_a); end A;",
             classes, gap, d, n, spring);
    return run_on_grid(text);
}

static rig run_flat(double n, double d)
{
    char text[4000];
    snprintf(
        text, sizeof text,
        "model A Real 'mass.s'(start = 0.15, fixed = true), 'mass.v'(start = -0.8, fixed = true), 'mass.a', "
        "'mass.f', 'gap.s_rel', 'gap.v_rel', 'gap.f_c', 'gap.f_d2', 'gap.f_d', 'gap.f', 'spring.s_rel', "
        "'spring.f', 'node.s'; Boolean contact; "
        "equation 'mass.v' = der('mass.s'); 'mass.a' = der('mass.v'); 1.3*'mass.a' = 'mass.f'; "
        "'mass.f' + 'spring.f' = 0; 'spring.f' = 3000*('spring.s_rel' - 0.05); "
        "'spring.s_rel' = 'mass.s' - 'node.s'; 'gap.s_rel' = 'node.s'; 'gap.v_rel' = der('gap.s_rel'); "
        "'gap.f' = 'spring.f'; contact = 'gap.s_rel' < 0; "
        "'gap.f_c' = if contact then -1e5*abs('gap.s_rel')^%g else 0; "
        "'gap.f_d2' = if contact then %g*'gap.v_rel' else 0; "
        "'gap.f_d' = if contact then min(max('gap.f_d2', 'gap.f_c'), -'gap.f_c') else 0; "
        "'gap.f' = 'gap.f_c' + 'gap.f_d'; end A;",
        n, d);
    return run_on_grid(text);
}

/* The largest difference over the grid, relative to the range. */
static double difference(const rig *a, const rig *b, const char *name)
{
    double range = fmax(largest(a, name), -smallest(a, name)), most = 0;
    for (int i = 1; i < 400; i++)
        if (i != 125) /* touch: round-off decides which side a row is on */
            most = fmax(most, fabs(value(a, name, 0.001 * i) - value(b, name, 0.001 * i)));
    return most / range;
}

static void series_through_all_modes(void **state)
{
    (void)state;
    static const double exponents[] = {1, 1.5, 2, 3}, dampings[] = {0, 30, 1000};
    static const char *const names[] = {"mass.s", "mass.v", "gap.s_rel", "gap.f"};
    for (int i = 0; i < 12; i++) {
        double n = exponents[i / 3], d = dampings[i % 3];
        rig native = run_elements(n, d, "", "ElastoGap", "Spring");
        rig users = run_elements(n, d, elements, "MyGap", "MySpring");
        rig flat = run_flat(n, d);
        for (int k = 0; k < 4; k++) {
            AT_MOST(difference(&native, &users, names[k]), ALLOWED);
            AT_MOST(difference(&native, &flat, names[k]), ALLOWED);
        }
        if (d == 0) { /* nothing is lost */
            NEAR(end(&users, "mass.v"), 0.8, 0.8 * ALLOWED);
            NEAR(end(&flat, "mass.v"), 0.8, 0.8 * ALLOWED);
        }
        TRUE(flat.st.states + flat.st.algebraic <= 4);
        if (rig_failures > 0)
            print_error("  with n = %g, d = %g\n", n, d);
        rig_end(&native);
        rig_end(&users);
        rig_end(&flat);
    }
}

/* Two springs in series are one of half the stiffness; of equations alone there is nothing algebraic left. */
static double in_series(double t)
{
    return 0.2 * cos(5 * t);
}

static void springs_in_series(void **state)
{
    (void)state;
    rig r =
        run_text("model A import Modelica.Mechanics.Translational.Interfaces.*; "
                 "model S extends PartialCompliant; equation f = 100*s_rel; end S; " USES
                 "S a, b; Fixed w; Mass m(m = 2, s(start = 0.2, fixed = true), v(start = 0, fixed = true)); "
                 "equation connect(w.flange, a.flange_a); connect(a.flange_b, b.flange_a); "
                 "connect(b.flange_b, m.flange_a); end A;",
                 2, 1e-10);
    AT_MOST(largest_error(&r, "m.s", in_series), 1e-8);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "a.s_rel", i), 0.5 * at(&r, "m.s", i), 1e-15);
    rig_end(&r);
    r = run_text("model A Real s(start = 0.2, fixed = true), v(start = 0, fixed = true), n, f; "
                 "equation v = der(s); 2*der(v) = -f; f = 100*n; f = 100*(s - n); end A;",
                 2, 1e-10);
    TRUE(r.st.algebraic == 0);
    AT_MOST(largest_error(&r, "s", in_series), 1e-8);
    rig_end(&r);
}

/* Two parts without mass with a damper between them that acts while the switch is on: their speeds are then
 * known apart, but the sum of their forces speaks of none. */
static void a_damper_between_parts_without_mass(void **state)
{
    (void)state;
    rig r = run_text("model A Real s(start = 1, fixed = true), v(start = 0, fixed = true), x(start = 0.5), "
                     "y(start = 0.5), f, g; Boolean on = time < 0.5; "
                     "equation v = der(s); der(v) = -f; f = 40*(s - y)^3 + 10*(s - y); f = g + (if on then "
                     "3*(der(y) - der(x)) else 0); g = 10*(y - x); "
                     "x^3 + x = g + (if on then 3*(der(y) - der(x)) else 0); end A;",
                     1, 1e-9);
    for (size_t i = 1; i < rows(&r); i++) {
        double x = at(&r, "x", i), y = at(&r, "y", i), s = at(&r, "s", i);
        NEAR(x * x * x + x, 40 * pow(s - y, 3) + 10 * (s - y), 1e-9);
        if (time_of(&r, i) > 0.5)
            NEAR(x * x * x + x, 10 * (y - x), 1e-9);
    }
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(series_through_all_modes),
        cmocka_unit_test(springs_in_series),
        cmocka_unit_test(a_damper_between_parts_without_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
