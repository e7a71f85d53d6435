/* Elastogap.Contact.TranslationalHardStop and RotationalHardStop: Simscape's blocks. Each hard stop model
 * against closed forms, an integration of its own, and the energy that springs keep. */
#include "run_text.h"

#define SMOOTH "Stiffness and damping applied smoothly through transition region, damped rebound"
#define UNDAMPED "Full stiffness and damping applied at bounds, undamped rebound"
#define DAMPED "Full stiffness and damping applied at bounds, damped rebound"
#define RESTITUTION "Based on coefficient of restitution"

enum { M = 2 };
static const double SPEED = 1.5, UPPER = 0.2, LOWER = -0.1;
static const double K_UPPER = 4e4, K_LOWER = 9e4, D_UPPER = 120, D_LOWER = 200;
#define BOUNDS "upper_bound = 0.2, lower_bound = -0.1, "
#define CONSTANTS                                                                                            \
    "contact_stiffness_at_upper_bound = 4e4, contact_stiffness_at_lower_bound = 9e4, "                       \
    "contact_damping_at_upper_bound = 120, contact_damping_at_lower_bound = 200"

/* A body between the bounds of a case that stands still; force: what else pulls at it. */
#define BODY_WITH(model, values, force)                                                                      \
    T_ "Components.Fixed case; Elastogap.Contact.TranslationalHardStop stop(hard_stop_model = \"" model      \
       "\", " BOUNDS values "); " T_                                                                         \
       "Components.Mass slider(m = 2, s(start = 0, fixed = true), v(start = 1.5, fixed = true)); " force     \
       " connect(case.flange, stop.flange_a); connect(stop.flange_b, slider.flange_a); "
#define BODY(model, values) BODY_WITH(model, values, "equation")

static const char *const engines[] = {"exact", "fixed", "erk", "irk", "ida"};
enum { ENGINES = 5 };

/* ---------------------------------------------------------------- full stiffness and damping */

static double zeta_of(double k, double d)
{
    return d / (2 * sqrt(k * M));
}

/* Of K*p + D*v: until p is 0 again. */
static double damped_restitution(double k, double d)
{
    const double zeta = zeta_of(k, d);
    return exp(-zeta * acos(-1) / sqrt(1 - zeta * zeta));
}

/* The damper is there until v = 0. */
static double undamped_restitution(double k, double d)
{
    const double zeta = zeta_of(k, d);
    return exp(-zeta / sqrt(1 - zeta * zeta) * acos(zeta));
}

static void bounds_throw_back_by_closed_forms(void **state)
{
    (void)state;
    static const char *const texts[] = {BODY(DAMPED, CONSTANTS), BODY(UNDAMPED, CONSTANTS)};
    double (*const delivers[])(double k, double d) = {damped_restitution, undamped_restitution};
    for (int model = 0; model < 2; model++)
        for (int e = 0; e < ENGINES; e++) {
            const double upper = delivers[model](K_UPPER, D_UPPER), lower = delivers[model](K_LOWER, D_LOWER);
            const double kept = SPEED * upper * lower, before = M * SPEED * SPEED / 2;
            rig r = read_text(texts[model]);
            r.engine = engines[e];
            /* of steps of a thousandth the engine fixed makes an error of their square */
            const bool fixed = e == 1;
            r.interval = fixed ? 1e-5 : 0;
            run(&r, 0.6, TOL);
            NEAR(end(&r, "slider.v"), kept, (fixed ? 1e-4 : 100 * TOL) * SPEED);
            NEAR(end(&r, "stop.v"), end(&r, "slider.v"), 1e-12);
            NEAR(end(&r, "stop.x"), end(&r, "stop.s_rel"), 0);
            NEAR(r.st.energy.dissipated, before - M * kept * kept / 2, (fixed ? 2e-4 : 1e-8) * before);
            AT_MOST(r.st.energy.error, 1e-8);
            TRUE(largest(&r, "stop.f") > 0 && smallest(&r, "stop.f") < 0);
            if (!fixed)
                NEAR(value(&r, "stop.x", event_time(&r, "stop", "contact with the upper stop begins", 0)),
                     UPPER, 1e-12);
            rig_end(&r);
        }
}

/* ---------------------------------------------------------------- smoothly through the transition region */

#define WIDTH "transition_region = 0.004, "
static const double W = 0.004;

/* The integral of S from 0 to p, and that of S(x)*x. */
static double ramp_work(double p)
{
    const double u = fmin(p, W) / W;
    return W * u * u * u * (1 - u / 2) + fmax(0, p - W);
}

static double spring_work(double p)
{
    const double u = fmin(p, W) / W;
    return W * W * u * u * u * u * (0.75 - 0.4 * u) + fmax(0, p * p - W * W) / 2;
}

/* Without a spring m v' = -S(p) D v: v = v0 - D/m times the integral of S over the way, everywhere on it. */
static void a_smooth_damper_takes_speed_by_the_way(void **state)
{
    (void)state;
    for (int e = 2; e < ENGINES; e++) {
        rig r = read_text(BODY(SMOOTH, WIDTH "contact_stiffness_at_upper_bound = 0, "
                                             "contact_stiffness_at_lower_bound = 0, "
                                             "contact_damping_at_upper_bound = 500, "
                                             "contact_damping_at_lower_bound = 0"));
        r.engine = engines[e];
        r.interval = 1e-4;
        run(&r, 0.16, TOL);
        for (size_t i = 0; i < rows(&r); i++) {
            const double p = fmax(0, at(&r, "stop.x", i) - UPPER);
            NEAR(at(&r, "slider.v", i), SPEED - 500.0 / M * ramp_work(p), 100 * TOL * SPEED);
        }
        TRUE(end(&r, "stop.x") > UPPER + W); /* the ramp has ended */
        NEAR(value(&r, "stop.x", event_time(&r, "stop", "transition region ends", 0)), UPPER + W, 1e-12);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_end(&r);
    }
}

/* Without a damper nothing is lost, and v is what the spring has left. */
static void a_smooth_spring_keeps_energy(void **state)
{
    (void)state;
    for (int e = 2; e < ENGINES; e++) {
        rig r = read_text(BODY(SMOOTH, WIDTH "contact_stiffness_at_upper_bound = 4e4, "
                                             "contact_stiffness_at_lower_bound = 9e4, "
                                             "contact_damping_at_upper_bound = 0, "
                                             "contact_damping_at_lower_bound = 0"));
        r.engine = engines[e];
        r.interval = 1e-4;
        run(&r, 0.4, TOL);
        int in_contact = 0;
        for (size_t i = 0; i < rows(&r); i++) {
            const double x = at(&r, "stop.x", i), v = at(&r, "slider.v", i);
            const double kept =
                K_UPPER * spring_work(fmax(0, x - UPPER)) + K_LOWER * spring_work(fmax(0, LOWER - x));
            NEAR(M * v * v / 2 + kept, M * SPEED * SPEED / 2, 300 * TOL * M * SPEED * SPEED);
            in_contact += kept > 0;
        }
        TRUE(in_contact > 100);
        NEAR(end(&r, "slider.v"), SPEED, 100 * TOL * 2 * SPEED);
        AT_MOST(fabs(r.st.energy.dissipated), 0);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_end(&r);
    }
}

/* The whole model by Runge and Kutta's classical method, whose error with these steps is below 1e-10. */
static double pushed(double x, double v)
{
    const double p = fmax(fmax(x - UPPER, LOWER - x), 0), u = fmin(p / W, 1);
    const double ramp = u * u * (3 - 2 * u);
    return x > UPPER ? -ramp * (K_UPPER * p + D_UPPER * v) / M : ramp * (K_LOWER * p - D_LOWER * v) / M;
}

static void a_smooth_stop_is_that_of_an_integration(void **state)
{
    (void)state;
    const int steps = 400000;
    const double span = 0.6, h = span / steps;
    double x = 0, v = SPEED;
    for (int i = 0; i < steps; i++) {
        const double a1 = pushed(x, v), v2 = v + h / 2 * a1, a2 = pushed(x + h / 2 * v, v2);
        const double v3 = v + h / 2 * a2, a3 = pushed(x + h / 2 * v2, v3), v4 = v + h * a3;
        const double a4 = pushed(x + h * v3, v4);
        x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    for (int e = 2; e < ENGINES; e++) {
        rig r = read_text(BODY(SMOOTH, WIDTH CONSTANTS));
        r.engine = engines[e];
        run(&r, span, TOL);
        NEAR(end(&r, "slider.v"), v, 1e-7 * SPEED);
        NEAR(end(&r, "slider.s"), x, 1e-7);
        NEAR(r.st.energy.dissipated, M * (SPEED * SPEED - v * v) / 2, 1e-7 * M * SPEED * SPEED);
        AT_MOST(r.st.energy.error, 1e-8);
        rig_end(&r);
    }
}

/* It may begin in contact, on either side of the end of the transition region. */
static void a_start_beyond_a_bound(void **state)
{
    (void)state;
    static const double depth[] = {0.003, 0.007};
    for (int i = 0; i < 2; i++) {
        char text[1000];
        snprintf(
            text, sizeof text,
            T_
            "Components.Fixed case; Elastogap.Contact.TranslationalHardStop stop(hard_stop_model = \"" SMOOTH
            "\", " BOUNDS WIDTH "contact_stiffness_at_upper_bound = 4e4, "
            "contact_stiffness_at_lower_bound = 9e4, contact_damping_at_upper_bound = 0, "
            "contact_damping_at_lower_bound = 0); " T_
            "Components.Mass slider(m = 2, s(start = %.17g, fixed = true), v(start = 0, fixed = true)); "
            "equation connect(case.flange, stop.flange_a); connect(stop.flange_b, slider.flange_a);",
            LOWER - depth[i]);
        rig r = run_text(text, 0.1);
        NEAR(end(&r, "slider.v"), sqrt(2 * K_LOWER * spring_work(depth[i]) / M), 1e-8);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- by restitution */

static void impacts_keep_the_coefficient_of_restitution(void **state)
{
    (void)state;
    for (int e = 0; e < ENGINES; e++) {
        rig r = read_text(BODY(RESTITUTION, "coefficient_of_restitution = 0.6"));
        r.engine = engines[e];
        if (e == 1) { /* by its steps no impact is */
            try_run(&r, 0.9, TOL);
            rig_says(&r, EG_ERROR, "rigid contact", __FILE__, __LINE__);
            rig_end(&r);
            continue;
        }
        run(&r, 0.6, TOL);
        NEAR(end(&r, "slider.v"), SPEED * 0.36, 1e-10);
        NEAR(largest(&r, "stop.x"), UPPER, 1e-12);
        NEAR(r.st.energy.dissipated, M * SPEED * SPEED / 2 * (1 - pow(0.6, 4)), 1e-10);
        rig_end(&r);
    }
}

/* A body pressed onto the upper bound by 3 N, then pulled off by a force that grows with 10 N/s: it stays up
 * to the threshold, and was closed by an impact slower than the other threshold. */
static void static_contact_holds_up_to_its_threshold(void **state)
{
    (void)state;
    static const double thresholds[] = {0, 4};
    for (int i = 0; i < 2; i++) {
        rig r = read_text(
            i ? BODY_WITH(RESTITUTION,
                          "coefficient_of_restitution = 0.9, static_contact_speed_threshold = 5, "
                          "static_contact_release_force_threshold = 4",
                          T_ "Sources.Force pull; " B_
                             "Sources.Ramp ramp(height = -20, duration = 2, offset = 3); "
                             "equation connect(ramp.y, pull.f); connect(pull.flange, slider.flange_b);")
              : BODY_WITH(RESTITUTION, "coefficient_of_restitution = 0.9, static_contact_speed_threshold = 5",
                          T_ "Sources.Force pull; " B_
                             "Sources.Ramp ramp(height = -20, duration = 2, offset = 3); "
                             "equation connect(ramp.y, pull.f); connect(pull.flange, slider.flange_b);"));
        r.interval = 0.05;
        run(&r, 1.0, TOL);
        const double leaves = (3 + thresholds[i]) / 10, left = 1 - leaves;
        NEAR(event_time(&r, "stop", "contact opens", 0), leaves, 1e-9);
        NEAR(value(&r, "stop.x", leaves), UPPER, 1e-12);
        NEAR(value(&r, "stop.f", 0.25), 0.5, 1e-9);
        /* from there on 2 v' = -threshold - 10 t */
        NEAR(end(&r, "slider.v"), -(thresholds[i] * left + 5 * left * left) / M, 1e-7);
        rig_end(&r);
    }
}

/* ---------------------------------------------------------------- rotation */

#define STOP "stop(hard_stop_model = \"%s\", " BOUNDS "%s)"
#define JOINED "equation connect(case.flange, stop.flange_a); connect(stop.flange_b, slider.flange_a);"

/* Twins: the same numbers make the same motion, bit for bit. */
static void a_rotational_hard_stop_is_the_same(void **state)
{
    (void)state;
    static const char *const models[] = {SMOOTH, UNDAMPED, DAMPED, RESTITUTION};
    static const char *const values[] = {WIDTH CONSTANTS, CONSTANTS, CONSTANTS,
                                         "coefficient_of_restitution = 0.6"};
    for (int i = 0; i < 4; i++) {
        const char *more = values[i];
        char text[2][1200];
        snprintf(text[0], sizeof text[0],
                 T_ "Components.Fixed case; Elastogap.Contact.TranslationalHardStop " STOP "; " T_
                    "Components.Mass slider(m = 2, s(start = 0, fixed = true), "
                    "v(start = 1.5, fixed = true)); " JOINED,
                 models[i], more);
        snprintf(text[1], sizeof text[1],
                 R_ "Components.Fixed case; Elastogap.Contact.RotationalHardStop " STOP "; " R_
                    "Components.Inertia slider(J = 2, phi(start = 0, fixed = true), "
                    "w(start = 1.5, fixed = true)); " JOINED,
                 models[i], more);
        rig a = run_text(text[0], 0.7), b = run_text(text[1], 0.7);
        TRUE(end(&a, "slider.v") == end(&b, "slider.w") && end(&a, "slider.v") < SPEED);
        TRUE(largest(&a, "stop.f") == largest(&b, "stop.tau"));
        TRUE(end(&b, "stop.phi") == end(&b, "stop.phi_rel") && end(&b, "stop.w") == end(&b, "stop.w_rel"));
        rig_end(&a);
        rig_end(&b);
    }
}

/* ---------------------------------------------------------------- what is refused, and what is doubted */

static void what_a_model_needs_is_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
        eg_severity severity;
    } cases[] = {
        {BODY(DAMPED, "contact_damping_at_upper_bound = 1, contact_damping_at_lower_bound = 1"),
         "contact_stiffness_at_upper_bound", EG_ERROR},
        {BODY(UNDAMPED, "contact_stiffness_at_upper_bound = 1, contact_stiffness_at_lower_bound = 1"),
         "contact_damping_at_upper_bound", EG_ERROR},
        {BODY(SMOOTH, CONSTANTS), "transition_region", EG_ERROR},
        {BODY(SMOOTH, CONSTANTS ", transition_region = 0"), "transition_region", EG_ERROR},
        {BODY(RESTITUTION, "static_contact_speed_threshold = 1"), "coefficient_of_restitution", EG_ERROR},
        {BODY(DAMPED, CONSTANTS ", transition_region = 1e-3"), "plays no part", EG_WARNING},
        {BODY(DAMPED, CONSTANTS ", coefficient_of_restitution = 0.5"), "play no part", EG_WARNING},
        {BODY(RESTITUTION, CONSTANTS ", coefficient_of_restitution = 0.5"), "play no part", EG_WARNING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig r = read_text(cases[i].text);
        try_run(&r, 0.01, TOL);
        rig_says(&r, cases[i].severity, cases[i].says, __FILE__, __LINE__);
        rig_end(&r);
    }
    rig r = read_text(
        T_ "Components.Fixed case; Elastogap.Contact.TranslationalHardStop stop(hard_stop_model = \"" DAMPED
           "\", upper_bound = -1, lower_bound = 1, " CONSTANTS "); " T_
           "Components.Mass slider(m = 2, s(start = 0, fixed = true), v(start = 1, fixed = true)); "
           "equation connect(case.flange, stop.flange_a); connect(stop.flange_b, slider.flange_a);");
    try_run(&r, 0.01, TOL);
    rig_says(&r, EG_ERROR, "larger than upper_bound", __FILE__, __LINE__);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_throw_back_by_closed_forms),
        cmocka_unit_test(a_smooth_damper_takes_speed_by_the_way),
        cmocka_unit_test(a_smooth_spring_keeps_energy),
        cmocka_unit_test(a_smooth_stop_is_that_of_an_integration),
        cmocka_unit_test(a_start_beyond_a_bound),
        cmocka_unit_test(impacts_keep_the_coefficient_of_restitution),
        cmocka_unit_test(static_contact_holds_up_to_its_threshold),
        cmocka_unit_test(a_rotational_hard_stop_is_the_same),
        cmocka_unit_test(what_a_model_needs_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
