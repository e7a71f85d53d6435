/* Constraints between users' variables: eliminated, differentiated, with the force that holds them. */
#include "equation_models.h"
#include "network/model.h"

#include <time.h>

/* A mass between two flanges and what connects them, as equations. */
#define FLAT_VARIABLES(m) "Real " m "_s, " m "_v, " m "_a, " m "_sa, " m "_fa, " m "_sb, " m "_fb; "
#define FLAT_MASS(m, mass, half)                                                                             \
    m "_s = " m "_sa + " half "; " m "_s = " m "_sb - " half "; " m "_v = der(" m "_s); " m "_a = der(" m    \
      "_v); " mass "*" m "_a = " m "_fa + " m "_fb; "
#define CONNECT(x, y, end_x, end_y)                                                                          \
    x "_s" end_x " = " y "_s" end_y "; " x "_f" end_x " + " y "_f" end_y " = 0; "

static const double W = 10; /* sqrt(500/5) */

static double welded(double t)
{
    return 0.2 - 0.1 * cos(W * t);
}

/* Two masses welded to each other on a spring move as one; the force between them is m2*a. */
static void welded_masses(void **state)
{
    (void)state;
    rig r = run_text("model A " FLAT_VARIABLES("p") FLAT_VARIABLES(
                         "q") "Real f, s_rel(start = 0, fixed = true), "
                              "v_rel(start = 0, fixed = true); "
                              "equation " FLAT_MASS("p", "2", "0.1") FLAT_MASS("q", "3", "0.25") CONNECT(
                                  "p", "q", "b", "a") "s_rel = p_sa; v_rel = der(s_rel); "
                                                      "f = 500*(s_rel - 0.1); p_fa = -f; q_fb = 0; end A;",
                     1, 1e-10);
    TRUE(eg_diagnostics_count(r.d) == 0);
    TRUE(r.st.states == 2 && r.st.algebraic == 0);
    AT_MOST(largest_error(&r, "p_s", welded), 1e-8);
    for (size_t i = 0; i < rows(&r); i++) {
        NEAR(at(&r, "q_s", i), at(&r, "p_s", i) + 0.35, 1e-15);
        NEAR(at(&r, "q_v", i), at(&r, "p_v", i), 1e-15);
        NEAR(at(&r, "q_fa", i), 3 * at(&r, "p_a", i), 1e-13);
        NEAR(at(&r, "p_fa", i), 5 * at(&r, "p_a", i), 1e-13);
    }
    rig_end(&r);
}

/* s = sin(3 t): v = 3 cos(3 t), a = -9 sin(3 t), and the force that it takes is m*a. */
static void an_exact_drive(void **state)
{
    (void)state;
    rig r = run_text("model A " FLAT_VARIABLES("m") "equation " FLAT_MASS(
                         "m", "2", "0.5") "m_sa = sin(3*time); m_fb = 0; end A;",
                     1, 1e-8);
    TRUE(r.st.states == 0);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        NEAR(at(&r, "m_s", i), sin(3 * t) + 0.5, 1e-15);
        NEAR(at(&r, "m_v", i), 3 * cos(3 * t), 1e-14);
        NEAR(at(&r, "m_fa", i), -18 * sin(3 * t), 1e-13);
    }
    rig_end(&r);
}

/* The motion of a second order lag, whose own derivatives give speed and acceleration. */
static void a_drive_with_states(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 0, fixed = true), y(start = 0, fixed = true), s, v, a, f; "
                     "equation der(x) = y; der(y) = 25*(1 - x) - 4*y; s = x + 2*time; v = der(s); "
                     "a = der(v); 3*a = f; end A;",
                     1, 1e-9);
    TRUE(r.st.states == 2);
    for (size_t i = 0; i < rows(&r); i++) {
        double x = at(&r, "x", i), y = at(&r, "y", i);
        NEAR(at(&r, "v", i), y + 2, 1e-14);
        NEAR(at(&r, "f", i), 3 * (25 * (1 - x) - 4 * y), 1e-12);
    }
    rig_end(&r);
}

static double geared(double t)
{
    return 0.3 * cos(sqrt(80 / 14.0) * t);
}

/* phi = 2 s ties a mass and an inertia: together they are m + 2^2 J. */
static void geared_masses(void **state)
{
    (void)state;
    rig r = run_text("model A Real s, v, a, f, phi(start = 0.6, fixed = true), w(start = 0, fixed = true), "
                     "alpha, tau; "
                     "equation v = der(s); a = der(v); 6*a = f - 80*s; w = der(phi); alpha = der(w); "
                     "2*alpha = tau; phi = 2*s; 0 = 2*tau + f; end A;",
                     2, 1e-10);
    TRUE(eg_diagnostics_count(r.d) == 0);
    AT_MOST(largest_error(&r, "s", geared), 1e-8);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "f", i), -8 * at(&r, "a", i), 1e-13);
    rig_end(&r);
}

/* A cam, s2 = s1 + 0.3 s1^2, moves the second mass: force and motion do the same work, so the energy stays.
 */
static void a_cam(void **state)
{
    (void)state;
    rig r = run_text("model A Real s1(start = 0.2, fixed = true), v1(start = 0.4, fixed = true), s2, v2, f, "
                     "E = 0.75*v1^2 + 0.35*v2^2 + 10*s2^2; "
                     "equation v1 = der(s1); v2 = der(s2); s2 = s1 + 0.3*s1^2; "
                     "1.5*der(v1) = -f*(1 + 0.6*s1); 0.7*der(v2) = f - 20*s2; end A;",
                     2, 1e-10);
    TRUE(r.st.states == 2);
    AT_MOST(largest(&r, "E") - smallest(&r, "E"), 1e-8);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "v2", i), at(&r, "v1", i) * (1 + 0.6 * at(&r, "s1", i)), 1e-14);
    rig_end(&r);
}

/* Twenty masses on rods: one body. */
static void a_chain_of_rods(void **state)
{
    (void)state;
    char text[8000] = "model A parameter Integer n = 20; Real s[n], v[n], f[n + 1]; "
                      "equation for i in 1:n loop v[i] = der(s[i]); i*der(v[i]) = f[i] - f[i + 1]; end for; "
                      "for i in 2:n loop s[i] = s[i - 1] + 0.1; end for; f[1] = 420; f[n + 1] = 0; "
                      "initial equation s[7] = 1.6; v[3] = 0.5; end A;";
    rig r = run_text(text, 1, 1e-9);
    TRUE(r.st.states == 2);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i); /* a = 420/210 = 2 */
        NEAR(at(&r, "s[20]", i), 2.9 + 0.5 * t + t * t, 1e-8);
        NEAR(at(&r, "f[20]", i), 40, 1e-12);
        NEAR(at(&r, "f[2]", i), 418, 1e-11);
    }
    rig_end(&r);
}

/* What is fixed is kept as a state, whatever else it is tied to; values must agree. */
static void start_values_of_what_is_tied(void **state)
{
    (void)state;
    const char *text = "model A Real a(start = 1%s), b(start = %g%s), va, vb(start = 3, fixed = true), f; "
                       "equation b = a + 1; va = der(a); vb = der(b); 2*der(va) = f; 3*der(vb) = -f; end A;";
    char line[600];
    snprintf(line, sizeof line, text, "", 2.5, ", fixed = true");
    rig r = run_text(line, 1, 1e-9);
    NEAR(begin(&r, "a"), 1.5, 1e-15);
    NEAR(end(&r, "a"), 4.5, 1e-9);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_end(&r);
    snprintf(line, sizeof line, text, ", fixed = true", 2.0, ", fixed = true");
    r = run_text(line, 1, 1e-9);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_end(&r);
    snprintf(line, sizeof line, text, ", fixed = true", 2.5, ", fixed = true");
    r = rig_read(line);
    try_run(&r, 1, 1e-9);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "the fixed start value b = 2.5 contradicts others");
    SAYS_ERROR(&r, "make it 2");
    rig_end(&r);
}

/* x = number in initial equations is such a start value: what is tied may be given twice, if alike. */
static void initial_equations_of_what_is_tied(void **state)
{
    (void)state;
    const char *text = "model A Real a, b, va, vb, f; initial equation a = 1; %g = b; va = 3; vb = 3; "
                       "equation b = a + 1; va = der(a); vb = der(b); 2*der(va) = f; 3*der(vb) = -f; end A;";
    char line[600];
    snprintf(line, sizeof line, text, 2.0);
    rig r = run_text(line, 1, 1e-9);
    TRUE(eg_diagnostics_count(r.d) == 0);
    NEAR(end(&r, "b"), 5, 1e-9);
    rig_end(&r);
    snprintf(line, sizeof line, text, 2.5);
    r = rig_read(line);
    try_run(&r, 1, 1e-9);
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "contradicts others");
    rig_end(&r);
}

/* A start value of a helper, which is no state, determines the state. */
static void start_values_of_helpers(void **state)
{
    (void)state;
    rig r = run_text("model A Real s, v(start = 0, fixed = true), s_rel(start = 0.3, fixed = true), a, f; "
                     "equation s_rel = s - 2; v = der(s); a = der(v); 2*a = f; f = -18*s_rel; end A;",
                     1, 1e-9);
    NEAR(begin(&r, "s"), 2.3, 1e-12);
    NEAR(end(&r, "s"), 2 + 0.3 * cos(3), 1e-7);
    rig_end(&r);
    r = run_text("model A Real s(start = 5), v(start = 0, fixed = true), a(start = 0, fixed = true); "
                 "equation v = der(s); a = der(v); 2*a = -18*s + 3; end A;",
                 1, 1e-9); /* a steady state */
    NEAR(end(&r, "s"), 3.0 / 18, 1e-9);
    rig_end(&r);
}

/* What events depend on, and what asks for it, is a state where start values leave the choice. */
static void choice_of_states(void **state)
{
    (void)state;
    rig r = run_text("model A Real s, t_rel(stateSelect = StateSelect.prefer), v, v_rel, f; "
                     "equation t_rel = 1 - s; v = der(s); v_rel = der(t_rel); der(v) = f; "
                     "f = if t_rel > 2 then t_rel else 1; "
                     "end A;",
                     0.1, 1e-9);
    SAYS_WARNING(&r, "t_rel = 0");
    rig_end(&r);
    r = run_text("model A Real s(stateSelect = StateSelect.always), t_rel(start = 0, fixed = true), v; "
                 "equation t_rel = 1 - s; v = der(s); der(v) = der(t_rel) + v; end A;",
                 0.1, 1e-9);
    NEAR(begin(&r, "s"), 1, 1e-15);
    rig_end(&r);
}

/* der(der(x)) is a variable like others, and so is der() of a sum in which derivatives stand. */
static void derivatives_of_derivatives(void **state)
{
    (void)state;
    rig r = run_text("model A Real x, y, z, w(start = 0, fixed = true); initial equation x = 1; der(x) = 0; "
                     "equation der(der(x)) = -4*x; y = der(2*der(x) + x); der(w) + z = 3; "
                     "z = der(der(time^3 + 2*time)); end A;",
                     1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        NEAR(at(&r, "x", i), cos(2 * t), 1e-7);
        NEAR(at(&r, "y", i), -8 * cos(2 * t) - 2 * sin(2 * t), 1e-6);
        NEAR(at(&r, "w", i), 3 * t - 3 * t * t, 1e-7);
    }
    rig_end(&r);
}

/* A gap and a spring-damper side by side: der(r2) follows from the motion, not from the balance of forces,
 * which gives the acceleration. So there is no loop through the damper of the gap. */
static void forces_side_by_side(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real s(start = 0.05, fixed = true), v(start = -0.4, fixed = true), a, r1, r2, v1, "
                 "v2, f1, f2, c1, d1; "
                 "equation v = der(s); a = der(v); r1 = s; r2 = s; v1 = der(r1); v2 = der(r2); "
                 "f2 = 40*r2 + 0.9*v2; c1 = if r1 < 0.1 then 100*(r1 - 0.1) else 0; "
                 "d1 = if r1 < 0.1 then min(max(3*v1, c1), -c1) else 0; f1 = c1 + d1; 2*a + f1 + f2 = 0; "
                 "end A;",
                 1, 1e-9);
    TRUE(r.st.states == 2 && r.st.algebraic == 0);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(2 * at(&r, "a", i), -at(&r, "f1", i) - at(&r, "f2", i), 1e-13);
    rig_end(&r);
}

/* Linear loops are solved while compiling, whatever the order of equations. */
static void linear_loops(void **state)
{
    (void)state;
    rig r = run_text("model A Real x, y, z, u = sin(time); "
                     "equation x + 2*y - z = u; 3*x - y + z = 1; x + y + z = 2*u; end A;",
                     1, 1e-9);
    TRUE(r.st.algebraic == 0 && r.st.states == 0);
    for (size_t i = 0; i < rows(&r); i++) {
        double u = sin(time_of(&r, i)), x = at(&r, "x", i), y = at(&r, "y", i), z = at(&r, "z", i);
        NEAR(x + 2 * y - z, u, 4e-15);
        NEAR(3 * x - y + z, 1, 4e-15);
        NEAR(x + y + z, 2 * u, 4e-15);
    }
    rig_end(&r);
}

/* A long chain of masses and springs, some 15 equations a mass: time to compile grows with its length. */
static double compile_chain(int n)
{
    size_t room = 4000, used = 0;
    char *text = malloc(room);
    used +=
        (size_t)snprintf(text, room,
                         "model A parameter Integer n = %d; Real s[n], v[n](each start = 0, each fixed = "
                         "true), a[n], sa[n], sb[n], fa[n], fb[n], r[n], u[n], f[n], ea[n], eb[n], ga[n], "
                         "gb[n], p[n]; equation for i in 1:n loop s[i] = sa[i] + 0.05; s[i] = sb[i] - "
                         "0.05; v[i] = der(s[i]); a[i] = der(v[i]); 2*a[i] = fa[i] + fb[i]; r[i] = eb[i] "
                         "- ea[i]; u[i] = der(r[i]); f[i] = 50*(r[i] - 0.9) + u[i]; ga[i] = -f[i]; gb[i] "
                         "= f[i]; p[i] = f[i]*u[i]; eb[i] = sa[i]; gb[i] + fa[i] = 0; end for; for i in "
                         "2:n loop sb[i - 1] = ea[i]; fb[i - 1] + ga[i] = 0; end for; ea[1] = 0; fb[n] = "
                         "0; initial equation for i in 1:n loop s[i] = i; end for; end A;",
                         n);
    assert_true(used < room);
    rig r = rig_read(text);
    eg_model *model = NULL;
    rig_demand(&r, r.status == EG_OK, "it is read");
    clock_t began = clock(); /* of the processor: others may keep it busy */
    rig_demand(&r, eg_model_compile(r.spec, r.d, &model) == EG_OK, "it compiles");
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    eg_model_free(model);
    rig_release(&r);
    free(text);
    return seconds;
}

static void long_chains_compile_in_proportion(void **state)
{
    (void)state;
    double one = INFINITY, eight = INFINITY;
    for (int i = 0; i < 3; i++) {
        one = fmin(one, compile_chain(500));
        eight = fmin(eight, compile_chain(4000));
    }
    AT_MOST(eight, 32 * one + 0.2); /* quadratic growth would take 64 times as long */
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(welded_masses),
        cmocka_unit_test(an_exact_drive),
        cmocka_unit_test(a_drive_with_states),
        cmocka_unit_test(geared_masses),
        cmocka_unit_test(a_cam),
        cmocka_unit_test(a_chain_of_rods),
        cmocka_unit_test(start_values_of_what_is_tied),
        cmocka_unit_test(initial_equations_of_what_is_tied),
        cmocka_unit_test(start_values_of_helpers),
        cmocka_unit_test(choice_of_states),
        cmocka_unit_test(derivatives_of_derivatives),
        cmocka_unit_test(forces_side_by_side),
        cmocka_unit_test(linear_loops),
        cmocka_unit_test(long_chains_compile_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
