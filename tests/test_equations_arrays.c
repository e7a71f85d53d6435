/* Equations of arrays: against the same written out, and closed forms. */
#include "equation_models.h"

/* Every row: the variables of the left list equal those of the right one. */
static void same_in_all_rows(rig *r, const char *const *left, const char *const *right, double tolerance)
{
    for (size_t i = 0; i < rows(r); i++)
        for (size_t k = 0; left[k]; k++)
            NEAR(at(r, left[k], i), at(r, right[k], i), tolerance);
}

/* der(x) = A*x of the chain of three masses: eigenvector (1, sqrt 2, 1) decays with 2 - sqrt 2. */
static void a_matrix_times_a_vector(void **state)
{
    (void)state;
    rig r = run_text("model A parameter Integer n = 3; "
                     "parameter Real M[n, n] = {{if i == j then -2 elseif abs(i - j) == 1 then 1 else 0 "
                     "for j in 1:n} for i in 1:n}; "
                     "Real x[n](start = {1, sqrt(2), 1}, each fixed = true); equation der(x) = M*x; end A;",
                     2, 1e-9);
    double rate = 2 - sqrt(2.0);
    NEAR(end(&r, "x[1]"), exp(-2 * rate), 1e-7);
    NEAR(end(&r, "x[2]"), sqrt(2.0) * exp(-2 * rate), 1e-7);
    NEAR(begin(&r, "x[2]"), sqrt(2.0), 0);
    rig_end(&r);
}

static void arithmetic_of_arrays(void **state)
{
    (void)state;
    rig r = run_text(
        "model A Real u[3] = {time, 2*time, 3}; Real M[2, 3] = {u, time*{1, 1, 1}}; Real v[2] = M*u; "
        "Real w[3] = 2*u - u/4 + {1, 2, 3}; Real p[3] = u .* u .^ 2 ./ {1, 2, 3}; Real d = u*u; "
        "Real q[3] = u[{3, 1, 2}] .+ 1; Real s[2, 2] = M[:, 2:end]; Real t[3, 2] = transpose(M); "
        "Real c[3] = cross(u, {1, 0, 0}); Real o[2, 2] = outerProduct(v, {1, 2}); "
        "Real z[4] = cat(1, u, {7}); "
        "Real B[3, 3] = [u, {4, 5, 6}, [time; 8; 9]]; "
        "Real b[3] = if time > 0.5 then u else -u; Real f[3] = sin(u) + zeros(3) + fill(2, 3) .* ones(3); "
        "Real e[5] = linspace(0, time, 5); "
        "Real sums[4] = {sum(u), product(u), max(u), sum(i*u[i] for i in 1:3)}; "
        "Real r1, r2; Integer sz = size(M, 2) + ndims(M); equation {r1, r2} = {time, 5}; end A;",
        1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), u[3] = {t, 2 * t, 3};
        NEAR(at(&r, "v[1]", i), 5 * t * t + 9, 1e-14);
        NEAR(at(&r, "v[2]", i), t * (3 * t + 3), 1e-14);
        NEAR(at(&r, "w[3]", i), 2 * 3 - 0.75 + 3, 1e-14);
        NEAR(at(&r, "p[2]", i), 8 * t * t * t / 2, 1e-14);
        NEAR(at(&r, "d", i), 5 * t * t + 9, 1e-14);
        NEAR(at(&r, "q[1]", i), 4, 0);
        NEAR(at(&r, "q[3]", i), 2 * t + 1, 0);
        NEAR(at(&r, "s[1,2]", i), 3, 0);
        NEAR(at(&r, "t[2,1]", i), 2 * t, 0);
        NEAR(at(&r, "t[2,2]", i), t, 0);
        NEAR(at(&r, "c[2]", i), 3, 0);
        NEAR(at(&r, "c[3]", i), -2 * t, 0);
        NEAR(at(&r, "o[2,2]", i), 2 * t * (3 * t + 3), 1e-14);
        NEAR(at(&r, "z[4]", i), 7, 0);
        NEAR(at(&r, "f[2]", i), sin(2 * t) + 2, 1e-14);
        NEAR(at(&r, "e[4]", i), 0.75 * t, 1e-15);
        NEAR(at(&r, "sums[1]", i), 3 * t + 3, 1e-14);
        NEAR(at(&r, "sums[2]", i), 6 * t * t, 1e-14);
        NEAR(at(&r, "sums[3]", i), 3, 0);
        NEAR(at(&r, "sums[4]", i), t + 4 * t + 9, 1e-14);
        NEAR(at(&r, "B[3,1]", i), 3, 0);
        NEAR(at(&r, "B[1,3]", i), t, 0);
        NEAR(at(&r, "r2", i), 5, 0);
        NEAR(at(&r, "sz", i), 5, 0);
        if (t != 0.5)
            for (int k = 0; k < 3; k++) {
                char name[8];
                snprintf(name, sizeof name, "b[%d]", k + 1);
                NEAR(at(&r, name, i), t > 0.5 ? u[k] : -u[k], 0);
            }
    }
    rig_end(&r);
}

/* A vector of the variables of an array of components; arrays of connectors connected at once. */
static void arrays_of_components(void **state)
{
    (void)state;
    static const char *const left[] = {"v[1]", "v[2]", "v[3]", "f[2]", NULL};
    static const char *const right[] = {"m[1].v", "m[2].v", "m[3].v", "m[2].flange_b.f", NULL};
    rig r =
        run_text("model A " USES "parameter Integer n = 3; "
                 "Mass m[n](m = {1, 2, 3}, s(each fixed = true, start = {0, 1, 2}), v(each fixed = true)); "
                 "Spring c[n](c = 10:10:30); Fixed w[n]; Real v[n] = m.v, f[n] = m.flange_b.f, E; "
                 "equation connect(w.flange, c.flange_a); connect(c.flange_b, m.flange_a); "
                 "E = 0.5*m.m*(m.v .^ 2) + 0.5*sum(c[i].c*c[i].s_rel^2 for i in 1:n); end A;",
                 1, 1e-9);
    same_in_all_rows(&r, left, right, 1e-15);
    NEAR(begin(&r, "E"), 0.5 * 20 + 0.5 * 30 * 4, 1e-13);
    AT_MOST(largest(&r, "E") - smallest(&r, "E"), 1e-6 * 70);
    rig_end(&r);
}

/* An index that changes chooses among the elements, on either side. */
static void an_index_may_change(void **state)
{
    (void)state;
    rig r = run_text("model A parameter Real table[4] = {1, 4, 9, 16}; Integer i = 1 + integer(3.5*time); "
                     "Real y = table[i]; Real x[4]; algorithm x[i] := 3; end A;",
                     1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        int k = (int)at(&r, "i", i);
        char name[8];
        snprintf(name, sizeof name, "x[%d]", k);
        NEAR(at(&r, "y", i), k * k, 0);
        NEAR(at(&r, name, i), 3, 0);
        NEAR(at(&r, "x[1]", i) + at(&r, "x[2]", i) + at(&r, "x[3]", i) + at(&r, "x[4]", i), 3, 0);
    }
    NEAR(end(&r, "i"), 4, 0);
    rig_end(&r);
}

static void conditions_and_initial_equations(void **state)
{
    (void)state;
    rig r = run_text("model A Real x[2], v[2]; discrete Real last[2]; initial equation x = {1, 2}; "
                     "equation v = der(x); if time < 0.5 then v = {1, 0}; else v = {0, 1}; end if; "
                     "when time > 0.25 then last = x + pre(last); end when; end A;",
                     1, 1e-8);
    NEAR(end(&r, "x[1]"), 1.5, 1e-7);
    NEAR(end(&r, "x[2]"), 2.5, 1e-7);
    NEAR(end(&r, "last[1]"), 1.25, 1e-7);
    NEAR(end(&r, "last[2]"), 2, 1e-7);
    rig_end(&r);
}

/* The components of an array get the elements of what their modifier says, also where that changes. */
static void modifiers_give_changing_elements(void **state)
{
    (void)state;
    rig r = run_text("model B input Real u; Real y = 2*u; end B; "
                     "model A B b[3](u = {time, 1, time^2}); Real total = sum(b.y); end A;",
                     2, 1e-6);
    NEAR(end(&r, "b[3].y"), 8, 0);
    NEAR(end(&r, "total"), 14, 1e-14);
    rig_end(&r);
}

static void units_of_arrays_are_checked(void **state)
{
    (void)state;
    rig r =
        rig_read("model A import Modelica.Units.SI; SI.Length s[2] = {time, 2*time}; SI.Mass m = 2; "
                 "SI.Force f[2] = 3*s; Real k(unit = \"N/m\") = 3; SI.Force g[2] = k*s; "
                 "function area input SI.Length a; output SI.Area b; algorithm b := a^2; end area; "
                 "SI.Area q = area(m); SI.Length bad = area(s[1]); equation assert(s*s > m, \"\"); end A;");
    TRUE(r.status == EG_OK);
    SAYS_WARNING(&r, "\"s\" is in m, its value in s");
    SAYS_WARNING(&r, "\"f\" is in N, its value in m");
    SAYS_WARNING(&r, "\"a\" is in m, its value in kg");
    SAYS_WARNING(&r, "\"bad\" is in m, its value in m2");
    SAYS_WARNING(&r, "compares");
    TRUE(eg_diagnostics_count(r.d) == 5);
    rig_release(&r);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_times_a_vector),
        cmocka_unit_test(arithmetic_of_arrays),
        cmocka_unit_test(arrays_of_components),
        cmocka_unit_test(an_index_may_change),
        cmocka_unit_test(conditions_and_initial_equations),
        cmocka_unit_test(modifiers_give_changing_elements),
        cmocka_unit_test(units_of_arrays_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
