/* Algebraic unknowns that are small, or stand still, beside numbers that are not: what round-off leaves in
 * them is no error of a step.
 *
 * z + g(z) = u determines z by itself; x' = -k x + s z follows it:
 *
 *     x = s z/k + (x0 - s z/k) e^(-k t).
 *
 * Results are within 100 times the tolerance of the range of x, which is below 10; z within some ulp of the
 * numbers that its equation consists of, which are below 10, too. */
#include "run_text.h"

static const double K = 1.98, START = 0.57, STOP = 3, SHARP = 1e-8;

static double cubic(double z)
{
    return z + 0.2 * z * z * z;
}

static double diode(double z)
{
    return z + exp(z) - 1;
}

static double wave(double z)
{
    return 2 * z + sin(z);
}

typedef struct law {
    const char *text; /* of the name, twice */
    double (*value)(double z);
} law;

static const law laws[] = {{"%s + 0.2*%s^3", cubic}, {"%s + exp(%s) - 1", diode}, {"2*%s + sin(%s)", wave}};

/* All of them grow with z. */
static double solved(const law *l, double u)
{
    double low = -10, high = 10;
    for (int i = 0; i < 200; i++) {
        const double middle = 0.5 * (low + high);
        *(l->value(middle) > u ? &high : &low) = middle;
    }
    return low;
}

static const char *const engines[] = {"irk", "ida"};

static void check(const char *text, double s, double z)
{
    for (size_t e = 0; e < EG_COUNT(engines); e++) {
        rig r = read_text(text);
        r.engine = engines[e];
        run(&r, STOP, SHARP);
        NEAR(end(&r, "x"), s * z / K + (START - s * z / K) * exp(-K * STOP), 1000 * SHARP);
        NEAR(end(&r, "z"), z, 1e-14);
        AT_MOST((double)r.st.steps, 2000);
        rig_release(&r);
    }
}

static void equation_of(const law *l, const char *name, char *text, size_t size)
{
    snprintf(text, size, l->text, name, name);
}

/* The second equation speaks of z, too: it gives the derivative, and not z from that. */
static void they_follow_from_their_own_equation(void **state)
{
    (void)state;
    static const double inputs[] = {1e-9, 1e-7, 1e-5, -0.01, 0.02, -1.6, 5};
    static const char *const rest[] = {
        "Real x(start=0.57, fixed=true), z(start=0); equation %s = %.17g; der(x) = -1.98*x + z;",
        "Real x(start=0.57, fixed=true), z(start=0), f; equation der(x) = f; f = -1.98*x + z; %s = %.17g;",
        "Real x(start=0.57, fixed=true), z(start=0), m = 2*x; equation %s = %.17g; der(m) = -3.96*x + 2*z;",
    };
    for (size_t l = 0; l < EG_COUNT(laws); l++)
        for (size_t i = 0; i < EG_COUNT(inputs); i++)
            for (size_t k = 0; k < EG_COUNT(rest); k++) {
                char equation[80], text[400];
                equation_of(&laws[l], "z", equation, sizeof equation);
                snprintf(text, sizeof text, rest[k], equation, inputs[i]);
                check(text, 1, solved(&laws[l], inputs[i]));
            }
    ALL_WELL();
}

/* In the order of the equations or not. */
static void two_of_them_have_their_own_places(void **state)
{
    (void)state;
    static const double small = 1.2e-8, large = -0.095;
    for (size_t l = 0; l < EG_COUNT(laws); l++)
        for (int turned = 0; turned < 2; turned++) {
            char first[80], second[80], text[500];
            const law *other = &laws[(l + 1) % EG_COUNT(laws)];
            equation_of(&laws[l], "z", first, sizeof first);
            equation_of(other, "y", second, sizeof second);
            snprintf(
                text, sizeof text,
                "Real x(start=0.57, fixed=true), w(start=1, fixed=true); Real %s(start=0), %s(start=0), f; "
                "equation %s = %.17g; %s = %.17g; der(x) = f; f = -1.98*x + z + 0*y; der(w) = -w + y;",
                turned ? "y" : "z", turned ? "z" : "y", first, small, second, large);
            check(text, 1, solved(&laws[l], small));
        }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_follow_from_their_own_equation),
        cmocka_unit_test(two_of_them_have_their_own_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
