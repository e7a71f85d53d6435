/* Long chains of equations, against the same recursion in C: each speaks of the one before, so that the last
 * is a sum of as many formulas as there are equations. */
#include "equation_models.h"

enum { LINKS = 400 };

static double factor(int i)
{
    return 0.01 + 0.0001 * i;
}

/* x[1] = y, x[i] = x[i - 1] + k[i]*sin(x[i - 1]): the last one, and its rate. */
static void follow(double y, double rate, double *x, double *dx)
{
    *x = y;
    *dx = rate;
    for (int i = 2; i <= LINKS; i++) {
        *dx *= 1 + factor(i) * cos(*x);
        *x += factor(i) * sin(*x);
    }
}

/* What is computed in another order differs by a rounding each link, amplified by the links behind it. */
static double rounding(void)
{
    double x, gain;
    follow(1e-3, 1, &x, &gain);
    return LINKS * ULP * gain;
}

static const char *const CHAIN = "parameter Integer n = 400; "
                                 "parameter Real k[n] = {0.01 + 0.0001*i for i in 1:n}; Real x[n]; "
                                 "Real y(start = 1, fixed = true); Real w; ";
static const char *const EQUATIONS =
    "x[1] = y; for i in 2:n loop x[i] = x[i - 1] + k[i]*sin(x[i - 1]); end for; w = der(x[n]); ";

/* der(y) = -y: y is known in closed form, and so are the chain's end and its derivative at each instant. */
static void the_last_link_and_its_derivative_follow_from_the_first(void **state)
{
    (void)state;
    char text[1000];
    snprintf(text, sizeof text, "model A %s equation %s der(y) = -y; end A;", CHAIN, EQUATIONS);
    rig r = run_text(text, 1, 1e-12);
    for (size_t i = 0; i < rows(&r); i++) {
        double x, w, y = at(&r, "y", i);
        follow(y, -y, &x, &w);
        NEAR(y, exp(-time_of(&r, i)), 1e-10);
        AT_MOST(fabs(at(&r, "x[400]", i) - x), rounding());
        AT_MOST(fabs(at(&r, "w", i) - w), rounding());
    }
    rig_end(&r);
    ALL_WELL();
}

/* The end is what is given: the first link is what leads there, by a constraint that holds all formulas. */
static void the_first_link_follows_from_the_last(void **state)
{
    (void)state;
    char text[1000];
    snprintf(text, sizeof text,
             "model A %s equation %s x[n] = z; z = 2 + 0.5*cos(time); der(y) = 1 - u; end A;",
             "parameter Integer n = 60; parameter Real k[n] = {0.01 + 0.0001*i for i in 1:n}; Real x[n]; "
             "Real y(start = 1); Real w, z, u; ",
             EQUATIONS);
    rig r = run_text(text, 1, 1e-12);
    for (size_t i = 0; i < rows(&r); i++) {
        const double t = time_of(&r, i);
        double x = at(&r, "y", i), w = 1 - at(&r, "u", i);
        for (int j = 2; j <= 60; j++) {
            w *= 1 + factor(j) * cos(x);
            x += factor(j) * sin(x);
        }
        NEAR(x, 2 + 0.5 * cos(t), 1e-9);
        NEAR(w, -0.5 * sin(t), 1e-9);
    }
    rig_end(&r);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_link_and_its_derivative_follow_from_the_first),
        cmocka_unit_test(the_first_link_follows_from_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
