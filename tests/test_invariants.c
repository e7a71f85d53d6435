/* Constraints that tie states to each other, x^2 + y^2 = L^2: closed forms, energy, other coordinates. */
#include "equation_models.h"

#define G 9.81

/* A pendulum of length 1 in Cartesian coordinates: what is known at its start, what ties x and y. */
#define PENDULUM(x, u, tie)                                                                                  \
    "model P Real x(" x "), y(start = -0.6), u(" u "), v, f; equation der(x) = u; der(y) = v; "              \
    "der(u) = -f*x; der(v) = -f*y - 9.81; " tie "; annotation(experiment(StopTime = 10)); end P;"
#define FIXED(value) "start = " value ", fixed = true"

/* cn(u|m) and dn by descending Landen transformations; Abramowitz and Stegun 16.4. */
static void jacobi(double u, double m, double *sn, double *cn, double *dn)
{
    double a[20] = {1}, c[20] = {sqrt(m)}, b = sqrt(1 - m), phi, before = 0;
    int n = 0;
    for (; n < 19 && fabs(c[n]) > 1e-17; n++) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = sqrt(a[n] * b);
    }
    phi = ldexp(a[n] * u, n);
    for (; n > 0; n--) {
        before = phi;
        phi = (phi + asin(c[n] * sin(phi) / a[n])) / 2;
    }
    *sn = sin(phi);
    *cn = cos(phi);
    *dn = cos(phi) / cos(before - phi);
}

/* Begun at rest at the angle t0: sin(angle/2) = k cd(w t), k = sin(t0/2). */
static double swinging(double t)
{
    const double k = sin(asin(0.8) / 2);
    double sn, cn, dn;
    jacobi(sqrt(G) * t, k * k, &sn, &cn, &dn);
    return sin(2 * asin(k * cn / dn));
}

/* Begun below at 7 m/s, which carries it over the top: sin(angle/2) = sn(7 t/2 | 4 g/49). */
static double turning(double t)
{
    double sn, cn, dn;
    jacobi(3.5 * t, 4 * G / 49, &sn, &cn, &dn);
    return 2 * sn * cn;
}

/* Whole swings and turns, through all points where x or y could not be computed from the other. A result is
 * within 100 tol of the range, 2, where errors do not grow; those of a phase grow with time, by the speed 7
 * times. */
static void a_pendulum_in_cartesian_coordinates(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double (*x)(double);
        double tolerance;
    } cases[] = {
        {PENDULUM(FIXED("0.8"), FIXED("0"), "x^2 + y^2 = 1"), swinging, 1e-9},
        {PENDULUM(FIXED("0.8"), FIXED("0"), "x*x = 1 - y*y"), swinging, 1e-9},
        {PENDULUM(FIXED("0.8"), FIXED("0"), "sqrt(x^2 + y^2) = 1"), swinging, 1e-9},
        {PENDULUM(FIXED("0.8"), FIXED("0"), "x^2 + y^2 = 1"), swinging, 1e-6},
        {PENDULUM(FIXED("0"), FIXED("7"), "x^2 + y^2 = 1"), turning, 1e-9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig r = run_text(cases[i].text, 10, cases[i].tolerance);
        AT_MOST(largest_error(&r, "x", cases[i].x), 200 * cases[i].tolerance);
        for (size_t row = 0; row < rows(&r); row++) {
            const double x = at(&r, "x", row), y = at(&r, "y", row);
            NEAR(x * x + y * y, 1, 200 * cases[i].tolerance);
        }
        rig_end(&r);
    }
}

/* All four values may be fixed, if they agree with the constraint. */
static void fixed_values_that_agree(void **state)
{
    (void)state;
    rig r = run_text("model P Real x(" FIXED("0.8") "), y(" FIXED("-0.6") "), u(" FIXED("0") "), v(" FIXED(
                         "0") "), f; equation der(x) = u; der(y) = v; der(u) = -f*x; der(v) = -f*y - 9.81; "
                              "x^2 + y^2 = 1; annotation(experiment(StopTime = 10)); end P;",
                     10, 1e-9);
    AT_MOST(largest_error(&r, "x", swinging), 2e-7);
    rig_end(&r);
}

/* A length that changes, L = 1 + sin(2 t)/10: L w' = -2 L' w - g sin(angle), by Runge and Kutta's steps of
 * 1e-4 s. */
static void a_pendulum_whose_length_is_given(void **state)
{
    (void)state;
    rig r =
        run_text("model P Real L = 1 + 0.1*sin(2*time); Real x(" FIXED("0.8") "), y(start = -0.6), w(" FIXED(
                     "0") "), u, v, f; equation der(x) = u; "
                          "der(y) = v; der(u) = -f*x; der(v) = -f*y - 9.81; x^2 + y^2 = L^2; "
                          "w = (x*v - y*u)/L^2; end P;",
                 3, 1e-9);
    double q[2] = {asin(0.8), 0}, k[5][2] = {{0}}, h = 1e-4;
    for (int i = 0; i < 30000; i++) {
        for (int j = 1; j <= 4; j++) {
            const double c = j == 1 ? 0 : j == 4 ? 1 : 0.5, t = (i + c) * h, L = 1 + 0.1 * sin(2 * t);
            const double angle = q[0] + c * h * k[j - 1][0], w = q[1] + c * h * k[j - 1][1];
            k[j][0] = w;
            k[j][1] = (-0.4 * cos(2 * t) * w - G * sin(angle)) / L;
        }
        for (int j = 0; j < 2; j++)
            q[j] += h / 6 * (k[1][j] + 2 * k[2][j] + 2 * k[3][j] + k[4][j]);
    }
    const double L = 1 + 0.1 * sin(6);
    NEAR(at(&r, "x", rows(&r) - 1), L * sin(q[0]), 2e-7);
    NEAR(at(&r, "y", rows(&r) - 1), -L * cos(q[0]), 2e-7);
    rig_end(&r);
}

/* A crank, a rod without mass at the angle psi, which two equations give with s, and a slider: energy, and s
 * of the crank's angle. Nothing speaks of the rate of psi. */
static void a_slider_crank(void **state)
{
    (void)state;
    rig r = run_text("model S Real phi(" FIXED("0.5") "), w(" FIXED(
                         "5") "), psi(start = 0), s(start = 1), v, f; "
                              "equation der(phi) = w; der(s) = v; 0.3*sin(phi) + sin(psi) = 0; "
                              "s = 0.3*cos(phi) + cos(psi); "
                              "der(w) = f*0.3*sin(phi - psi)/cos(psi); 2*der(v) = f; "
                              "annotation(experiment(StopTime = 3)); end S;",
                     3, 1e-9);
    const double energy = pow(at(&r, "w", 0), 2) / 2 + pow(at(&r, "v", 0), 2);
    for (size_t i = 0; i < rows(&r); i++) {
        const double phi = at(&r, "phi", i), across = 0.3 * sin(phi);
        NEAR(at(&r, "s", i), 0.3 * cos(phi) + sqrt(1 - across * across), 1e-7);
        NEAR(pow(at(&r, "w", i), 2) / 2 + pow(at(&r, "v", i), 2), energy, 1e-7 * energy);
    }
    rig_end(&r);
}

/* Two rods, one on the other: energy, against what there is to exchange, m g L. */
static void a_double_pendulum(void **state)
{
    (void)state;
    rig r = run_text("model D Real x1(" FIXED("1") "), y1(start = 0), u1(" FIXED(
                         "0") "), v1, f1; "
                              "Real x2(" FIXED("1.7") "), y2(start = 0), u2(" FIXED(
                                  "0") "), v2, f2; Real dx = x2 - x1, dy = y2 - y1; "
                                       "equation der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2; "
                                       "der(u1) = -f1*x1 + f2*dx; der(v1) = -f1*y1 + f2*dy - 9.81; "
                                       "2*der(u2) = -f2*dx; 2*der(v2) = -f2*dy - 2*9.81; "
                                       "x1^2 + y1^2 = 1; dx^2 + dy^2 = 0.7^2; "
                                       "annotation(experiment(StopTime = 3)); end D;",
                     3, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        const double one = pow(at(&r, "u1", i), 2) + pow(at(&r, "v1", i), 2),
                     two = pow(at(&r, "u2", i), 2) + pow(at(&r, "v2", i), 2);
        NEAR(one / 2 + two + G * (at(&r, "y1", i) + 2 * at(&r, "y2", i)), 0, 1e-7 * 3 * G);
    }
    rig_end(&r);
}

/* In nanoseconds: the same numbers at times that are 1e-9 of those above. */
static double swinging_fast(double t)
{
    return swinging(1e9 * t);
}

static void in_any_unit_of_time(void **state)
{
    (void)state;
    rig r = run_text("model P Real x(" FIXED("0.8") "), y(start = -0.6), u(" FIXED(
                         "0") "), v, f; equation der(x) = u; der(y) = v; der(u) = -f*x; "
                              "der(v) = -f*y - 9.81e18; x^2 + y^2 = 1; "
                              "annotation(experiment(StopTime = 1e-8)); end P;",
                     1e-8, 1e-9);
    AT_MOST(largest_error(&r, "x", swinging_fast), 2e-7);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_in_cartesian_coordinates),
        cmocka_unit_test(fixed_values_that_agree),
        cmocka_unit_test(a_pendulum_whose_length_is_given),
        cmocka_unit_test(a_slider_crank),
        cmocka_unit_test(a_double_pendulum),
        cmocka_unit_test(in_any_unit_of_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
