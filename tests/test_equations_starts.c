/* Starts that equations must be solved for: guesses at which they have no value, states that a constraint
 * ties. */
#include "equation_models.h"

/* 1/G = 2 has no value at the guess 0, and Newton's step from 1 leads there: x R = 0 leaves nothing of x. */
static void a_guess_without_a_value(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "model A Real x, R, G, v; equation 0 = x*R; R = 1/G; R = 2; v = der(x); end A;",
        "model A Real x, R, G, v; equation x*R = 0; G*R = 1; R = 2; v = der(x); end A;",
        "model A Real x, R, G, v, f; equation f = x*R; R = 1/G; R = 2; v = der(x); f = 0; end A;",
        "model A Real x, R, G(start = 0.7), v; equation 0 = x*R; R = 1/G; R = 2; v = der(x); end A;"};
    for (int k = 0; k < 4; k++) {
        rig r = run_text(texts[k], 1, 1e-6);
        for (size_t i = 0; i < rows(&r); i++) {
            NEAR(at(&r, "G", i), 0.5, 1e-14);
            NEAR(at(&r, "R", i), 2, 1e-14);
            TRUE(at(&r, "x", i) == 0 && at(&r, "v", i) == 0);
        }
        rig_end(&r);
    }
}

/* A guess of the user's is not replaced: the equation that has no value there is named. */
static void a_given_guess_without_a_value(void **state)
{
    (void)state;
    rig r = rig_read("model A Real x(start = 0); equation 1/x + sin(x) = 2 + time; end A;");
    try_run(&r, 1, 1e-6);
    TRUE(r.status == EG_ERROR_MODEL);
    rig_says(&r, EG_ERROR, "the value of this one is not finite", __FILE__, __LINE__);
    rig_release(&r);
    ALL_WELL();
}

/* y' by x and y of a model below; x' = y'*ratio follows from its constraint, differentiated by hand. */
typedef double slopes(double x, double y, double *ratio);

/* y x' + y' = 1; x - y = exp(-0.9 x) cos y */
static double of_the_curve(double x, double y, double *ratio)
{
    const double E = exp(-0.9 * x);
    *ratio = (1 - E * sin(y)) / (1 + 0.9 * E * cos(y));
    return 1 / (y * *ratio + 1);
}

/* (1 + y) x' + y' = 1; x - y = cos y */
static double of_the_cosine(double x, double y, double *ratio)
{
    (void)x;
    *ratio = 1 - sin(y);
    return 1 / ((1 + y) * *ratio + 1);
}

/* Runge and Kutta's classical method in 4000 steps over 1 s: its error is below 1e-13. */
static void integrate(slopes *f, double *x, double *y)
{
    enum { STEPS = 4000 };
    const double h = 1.0 / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double k[4], r[4];
        k[0] = f(*x, *y, &r[0]);
        for (int s = 1; s < 4; s++) {
            const double part = s < 3 ? h / 2 : h;
            k[s] = f(*x + part * k[s - 1] * r[s - 1], *y + part * k[s - 1], &r[s]);
        }
        *x += h / 6 * (k[0] * r[0] + 2 * k[1] * r[1] + 2 * k[2] * r[2] + k[3] * r[3]);
        *y += h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]);
    }
}

/* x is fixed at the start, so the constraint gives y, in whatever order the equations stand and whichever of
 * the derivatives they can be solved for. */
static void fixed_starts_hold_where_the_index_is_reduced(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        slopes *f;
        double x, y; /* y by Newton's method */
    } cases[] = {
        {"model A Real x(start = 0.9, fixed = true), y; equation y*der(x) + der(y) = 1; "
         "x - y = exp(-0.9*x)*cos(y); end A;",
         of_the_curve, 0.9, 0.5122399993895521},
        {"model A Real y, x(start = 0.9, fixed = true); equation x - y = exp(-0.9*x)*cos(y); "
         "der(y) + y*der(x) = 1; end A;",
         of_the_curve, 0.9, 0.5122399993895521},
        {"model A Real x, y(start = 0.5122399993895521, fixed = true); equation y*der(x) + der(y) = 1; "
         "x - y = exp(-0.9*x)*cos(y); end A;",
         of_the_curve, 0.9, 0.5122399993895521},
        {"model A Real x(start = 0.9, fixed = true), y; equation (1 + y)*der(x) + der(y) = 1; "
         "x - y = cos(y); end A;",
         of_the_cosine, 0.9, -0.09544827101682721}};
    static const char *const engines[] = {"irk", "ida"};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int e = 0; e < 2; e++) {
            rig r = rig_read(cases[k].text);
            rig_demand(&r, r.status == EG_OK, "the text is refused");
            r.engine = engines[e];
            run(&r, 1, 1e-10);
            TRUE(eg_diagnostics_count(r.d) == 0);
            NEAR(begin(&r, "x"), cases[k].x, 1e-14);
            NEAR(begin(&r, "y"), cases[k].y, 1e-14);
            double x = cases[k].x, y = cases[k].y;
            integrate(cases[k].f, &x, &y);
            NEAR(end(&r, "x"), x, 1e-8);
            NEAR(end(&r, "y"), y, 1e-8);
            rig_end(&r);
        }
}

/* A bead that slides on a curve y = f(x) without friction, pushed along the normal by p: index 3, and what
 * holds it follows from two derivatives of the curve. Its energy stays; p is what m a and the weight say. */
static void a_bead_on_a_curve(void **state)
{
    (void)state;
    static const char *const curves[] = {"y = x^2", "y - x^2 = 0", "x^2 = y"};
    static const char *const speeds[] = {"vx = der(x); vy = der(y);", "der(y) = vy; der(x) = vx;"};
    static const char *const engines[] = {"irk", "ida"};
    const double g = 9.81;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 2; i++)
            for (int e = 0; e < 2; e++) {
                char text[400];
                snprintf(
                    text, sizeof text,
                    "model A Real x(start = 0.7, fixed = true), vx(start = 0.1, fixed = true), y, vy, p; "
                    "equation %s der(vx) = -2*x*p; der(vy) = p - 9.81; %s; end A;",
                    speeds[i], curves[k]);
                rig r = rig_read(text);
                rig_demand(&r, r.status == EG_OK, "the text is refused");
                r.engine = engines[e];
                run(&r, 1, 1e-10);
                TRUE(eg_diagnostics_count(r.d) == 0);
                const double energy = 0.5 * (0.1 * 0.1 + 0.14 * 0.14) + g * 0.49;
                for (size_t at_row = 0; at_row < rows(&r); at_row++) {
                    const double x = at(&r, "x", at_row), v = at(&r, "vx", at_row);
                    NEAR(at(&r, "y", at_row), x * x, 1e-14);
                    NEAR(at(&r, "vy", at_row), 2 * x * v, 1e-14);
                    NEAR(0.5 * v * v * (1 + 4 * x * x) + g * x * x, energy, 1e-8);
                    NEAR(at(&r, "p", at_row), (g + 2 * v * v) / (1 + 4 * x * x), 1e-7);
                }
                rig_end(&r);
            }
}

/* The constraint gives y, and which of two derivatives the other equation is solved for first is chance: a
 * root of what that equation comes to when it is integrated is where x has come to. */
static void constraints_that_are_solved_for_a_state(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double x, begin, end; /* at the start x and y, and x at 1 s */
    } cases[] = {
        /* x + 2 x^2 = 4 */
        {"model A Real x(start = 0.5, fixed = true), y; equation der(x) + 2*der(y) = 3; y = x^2; end A;", 0.5,
         0.25, 1.1861406616345072},
        {"model A Real x(start = 0.5, fixed = true), y; equation 2*der(y) + der(x) = 3; y = x^2; end A;", 0.5,
         0.25, 1.1861406616345072},
        {"model A Real y, x(start = 0.5, fixed = true); equation y - x^2 = 0; "
         "der(x) = 3 - 2*der(y); end A;",
         0.5, 0.25, 1.1861406616345072},
        /* x + 2 exp(x) = log(1/4) + 7/2 */
        {"model A Real x, y(start = 0.25, fixed = true); equation der(x) + 2*der(y) = 3; "
         "y = exp(x); end A;",
         -1.3862943611198906, 0.25, 0.037429021320105685},
        /* x + y + z = 6 x, and y + z = 5 x */
        {"model A Real x(start = 1, fixed = true), y, z; equation der(x) + der(y) + der(z) = 6; "
         "y = 2*x + 0.1*sin(x); z = 3*x - 0.1*sin(x); end A;",
         1, 2.0841470984807895, 2},
        /* the balance is linear in neither derivative: x + x^3/3 = 1/2 + 1/24 + 1 */
        {"model A Real x(start = 0.5, fixed = true), y; equation der(x) + x*der(y)/2 = 1; y = x^2; end A;",
         0.5, 0.25, 1.0990946147297067},
        {"model A Real x(start = 0.5, fixed = true), y, z; equation der(x) + x*der(y)/2 = 1; y = z^2; "
         "z - x = 0; end A;",
         0.5, 0.25, 1.0990946147297067},
        /* x + sin(x^2) = 1/2 + sin(1/4) + 1 */
        {"model A Real x(start = 0.5, fixed = true), y(start = 0.2), z; equation der(x) + der(y) = 1; "
         "y = sin(z); z = x^2; end A;",
         0.5, 0.24740395925452294, 0.9557650249536491},
        /* b a' with a b = 4 comes to 4 log b + 4/b = 3 t + 4 log 2 + 2: b at the end by Newton's method */
        {"model A Real y, x(start = 2, fixed = true); equation y*der(x) + der(y) = 3; y*x = 4; end A;", 2, 2,
         5.890793888399294}};
    static const char *const engines[] = {"irk", "ida"};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int e = 0; e < 2; e++) {
            rig r = rig_read(cases[k].text);
            rig_demand(&r, r.status == EG_OK, "the text is refused");
            r.engine = engines[e];
            run(&r, 1, 1e-10);
            NEAR(begin(&r, "x"), cases[k].x, 1e-14);
            NEAR(begin(&r, "y"), cases[k].begin, 1e-14);
            NEAR(end(&r, "x"), cases[k].end, 1e-8);
            rig_end(&r);
        }
}

/* Parameters that follow from one that is sought: b = 2 a with a^2 = 9; f_ref = c s_ref of an ElastoGap,
 * which from touch on swings about where it carries the weight: s = -g/w^2 (1 - cos(w t)) - v/w sin(w t),
 * w^2 = c/m. */
static void what_follows_from_a_sought_parameter(void **state)
{
    (void)state;
    rig r = run_text("model A parameter Real b = 2*a; parameter Real a(fixed = false, start = 1); "
                     "parameter Real k = b + a; Real x(start = 0, fixed = true); "
                     "initial equation a^2 = 9; equation der(x) = k - b; end A;",
                     1, 1e-9);
    NEAR(end(&r, "b"), 6, 1e-9);
    NEAR(end(&r, "x"), 3, 1e-9);
    rig_end(&r);
    r = run_text("model A " USES "Fixed g; ElastoGap stop(c(fixed = false, start = 1), d = 0); "
                 "Mass ball(m = 2, s(start = 0, fixed = true), v(start = -1, fixed = true)); "
                 "ConstantForce weight(f_constant = -2*9.81); initial equation stop.c/1000 = 5; "
                 "equation connect(g.flange, stop.flange_a); connect(stop.flange_b, ball.flange_a); "
                 "connect(weight.flange, ball.flange_b); end A;",
                 0.05, 1e-9);
    const double w = 50, t = 0.05; /* sqrt(5000/2); in contact until 0.07 s */
    NEAR(end(&r, "stop.f_ref"), 5000, 1e-6);
    NEAR(end(&r, "ball.s"), -9.81 / (w * w) * (1 - cos(w * t)) - sin(w * t) / w, 1e-8);
    rig_end(&r);
}

/* States are distances, and a position that is fixed far from their guesses, 0, is an equation for one:
 * steps to see how it answers are small against the way, but not so small that they are lost in its
 * rounding. */
static void positions_far_from_the_guesses(void **state)
{
    (void)state;
    static const double distances[] = {1, 1e4, 1e6, 6e7, 1e9, 1e12, -3e15};
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        const double far = distances[i];
        char text[600];
        snprintf(
            text, sizeof text,
            "model A Real s1(start = 2.25, fixed = true), s2(start = %.17g, fixed = true), q(stateSelect = "
            "StateSelect.prefer), r(stateSelect = StateSelect.prefer), w, v1(start = 0, fixed = true), "
            "v2(start = 0, fixed = true); equation r = s2 - s1; q = s2 - 1; w = der(r); der(s1) = v1; "
            "der(s2) = v2; der(v1) = r - 1; der(v2) = 1 - r; end A;",
            far);
        rig r = rig_read(text);
        rig_demand(&r, r.status == EG_OK, "the text is refused");
        try_run(&r, 1, 1e-9);
        rig_demand(&r, r.status == EG_OK, "no start");
        NEAR(begin(&r, "s2"), far, 2 * ULP * fabs(far));
        NEAR(begin(&r, "s1"), 2.25, 2 * ULP * (fabs(far) + 2.25));
        NEAR(begin(&r, "r"), far - 2.25, 2 * ULP * (fabs(far) + 2.25));
        rig_end(&r);
    }
}

/* At y = 0 x^2 + y^2 = 1 does not tell y: from 1, which is tried then, it does, and that is said. */
static void a_guess_that_tells_nothing(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 0.8, fixed = true), y; initial equation x^2 + y^2 = 1; "
                     "equation der(x) = -x; der(y) = -y; end A;",
                     1, 1e-9);
    NEAR(at(&r, "y", 0), 0.6, 1e-12);
    TRUE(says(&r, EG_WARNING, "from the guess y = 0 no start is found at which all holds"));
    rig_end(&r);
    r = rig_read("model A Real x(start = 0.8, fixed = true), y(start = 0); initial equation x^2 + y^2 = 0.5; "
                 "equation der(x) = -x; der(y) = -y; end A;");
    try_run(&r, 1, 1e-9);
    TRUE(r.status != EG_OK);
    SAYS_ERROR(&r, "y begins at the guess 0, which may tell nothing");
    ALL_WELL();
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guess_that_tells_nothing),
        cmocka_unit_test(positions_far_from_the_guesses),
        cmocka_unit_test(a_guess_without_a_value),
        cmocka_unit_test(a_given_guess_without_a_value),
        cmocka_unit_test(fixed_starts_hold_where_the_index_is_reduced),
        cmocka_unit_test(a_bead_on_a_curve),
        cmocka_unit_test(constraints_that_are_solved_for_a_state),
        cmocka_unit_test(what_follows_from_a_sought_parameter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
