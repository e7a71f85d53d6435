/* Users' equations in the engine `exact`: closed forms to round-off, written models beside native ones, and what
 * is refused. */
#include "equation_models.h"

#include <float.h>

static void use(const char *engine)
{
    TRUE(setenv("EG_TEST_ENGINE", engine, 1) == 0);
}

static rig run_exact(const char *text, double span)
{
    use("exact");
    return run_text(text, span, 1e-6);
}

/* ---------------------------------------------------------------- functions of time */

/* x'' = f(t) from rest: all of it follows from integrals by hand. Errors are some ulp of the largest term, and
 * those of the phase: an ulp of t, times how fast f turns. */
static void sources_are_written(void **state)
{
    (void)state;
    rig r = run_exact(
        "model A Real x(start = 0, fixed = true), v(start = 0, fixed = true), "
        "  y(start = 0, fixed = true), z(start = 0, fixed = true); "
        "equation der(x) = v; der(v) = 6*(time - 1)^2 - 3*cos(5*time) + 2*exp(-time/2)*sin(4*time); "
        "der(y) = 2*time*sin(3*time); der(z) = cosh(0.5*time) - y; end A;",
        4);
    for (size_t i = 0; i < rows(&r); i++) {
        const double t = time_of(&r, i), a = 0.5, w = 4, k = a * a + w * w, e = exp(-a * t);
        /* The first and second integrals of e^(-a t) sin(w t). */
        const double once = (w - e * (a * sin(w * t) + w * cos(w * t))) / k;
        const double twice =
            (w * t - (e * ((w * w - a * a) * sin(w * t) - 2 * a * w * cos(w * t)) + 2 * a * w) / k) / k;
        const double p = t - 1;
        NEAR(at(&r, "v", i), 2 * p * p * p + 2 - 0.6 * sin(5 * t) + 2 * once, 1e-14 * 60);
        NEAR(at(&r, "x", i), 0.5 * p * p * p * p - 0.5 + 2 * t - 0.12 * (1 - cos(5 * t)) + 2 * twice,
             1e-14 * 60);
        const double y = 2 * (sin(3 * t) / 9 - t * cos(3 * t) / 3);
        NEAR(at(&r, "y", i), y, 1e-14 * 8);
        NEAR(at(&r, "z", i),
             2 * sinh(0.5 * t) - 2 * ((1 - cos(3 * t)) / 27 - (t * sin(3 * t) + (cos(3 * t) - 1) / 3) / 9),
             1e-14 * 16);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- modes */

/* A ball that bounces by reinit: touches at t1 (1 + 2 e + 2 e^2 ...), all parabolas. */
static void reinit_between_parabolas(void **state)
{
    (void)state;
    rig r =
        run_exact("model A Real h(start = 1, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, "
                  "fixed = true); discrete Real at(start = 0, fixed = true); "
                  "equation der(h) = v; der(v) = -10; "
                  "when h < 0 then reinit(v, -0.5*pre(v)); n = pre(n) + 1; at = time; end when; end A;",
                  1.2);
    const double t1 = sqrt(0.2);
    NEAR(end(&r, "n"), 3, 0);
    NEAR(end(&r, "at"), t1 * (1 + 2 * 0.5 + 2 * 0.25), 16 * DBL_EPSILON);
    const double since = 1.2 - 2.5 * t1, v0 = 10 * t1 / 8;
    NEAR(end(&r, "h"), v0 * since - 5 * since * since, 64 * DBL_EPSILON);
    rig_end(&r);
}

/* A gain that a clause changes is part of the mode: x' = -k x with k = 1, 2, 3 from 0, 1, 2 s on. */
static void factors_tell_modes_apart(void **state)
{
    (void)state;
    rig r = run_exact("model A Real x(start = 1, fixed = true); discrete Real k(start = 1, fixed = true); "
                      "equation der(x) = -k*x; when sample(1, 1) then k = pre(k) + 1; end when; end A;",
                      2.5);
    NEAR(end(&r, "x"), exp(-1 - 2 - 1.5), 8 * DBL_EPSILON * exp(-4.5));
    NEAR(end(&r, "k"), 3, 0);
    rig_end(&r);
}

/* y + 2 z = x and y - z = sin(t) are solved with the matrix of the mode; x' = -(y + z). */
static void algebraic_unknowns(void **state)
{
    (void)state;
    rig r =
        run_exact("model A Real x(start = 1, fixed = true), y, z; "
                  "equation der(x) = -(y + z); y + 2*z = x; y - z = if x > 0.5 then sin(time) else 0; end A;",
                  3);
    /* y + z = (2 x + s)/3: x' = -2/3 x - s/3, s = sin t while x > 0.5. */
    const double l = 2.0 / 3;
    bool swings = true;
    for (size_t i = 0; i < rows(&r) && swings; i++) {
        const double t = time_of(&r, i), x = at(&r, "x", i);
        const double p = (l * sin(t) - cos(t)) / (1 + l * l) / 3, p0 = -1 / (1 + l * l) / 3;
        swings = x > 0.5;
        if (swings)
            NEAR(x, -p + (1 + p0) * exp(-l * t), 32 * DBL_EPSILON);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- beside native models */

static rig read_written(const char *file, const char *model)
{
    rig r = {.d = eg_diagnostics_create()};
    char path[400];
    snprintf(path, sizeof path, "%s/tests/models/written/%s", EG_SOURCE_DIR, file);
    eg_read_options o = eg_read_options_default();
    o.model = model;
    r.status = eg_spec_read(path, &o, r.d, &r.spec);
    rig_demand(&r, r.status == EG_OK, "the model");
    return r;
}

static void written_elastogap(void **state)
{
    (void)state;
    static const char *const models[] = {"WithMass", "WithNone"};
    use("exact");
    rig native = {.d = eg_diagnostics_create()};
    char path[400];
    snprintf(path, sizeof path, "%s/examples/ElastoGap.mo", EG_SOURCE_DIR);
    native.status = eg_spec_read(path, NULL, native.d, &native.spec);
    run(&native, 5, 1e-6);
    for (int k = 0; k < 2; k++) {
        rig r = read_written("ElastoGapWritten.mo", models[k]);
        run(&r, 5, 1e-6);
        static const char *const names[] = {"mass1.s", "mass2.s", "mass2.v", "elastoGap1.f"};
        for (size_t i = 0; i < 4; i++)
            for (double t = 0.1; t < 5; t += 0.1)
                NEAR(value(&r, names[i], t), value(&native, names[i], t), 64 * DBL_EPSILON * 10);
        NEAR(end(&r, "mass2.s"), 2 - 2.707885294080, 1e-11); /* by Runge and Kutta, halved */
        rig_end(&r);
    }
    rig_end(&native);
}

/* A spool against four stiff stops: long steps follow it for 100 s. Positions are as one number, of whose ulp
 * stops of 1e6 N/m make forces. */
static void written_preload(void **state)
{
    (void)state;
    static const char *const models[] = {"WithMass", "WithNone"};
    use("exact");
    rig native = {.d = eg_diagnostics_create()};
    native.status = eg_spec_read(EG_SOURCE_DIR "/examples/PreLoad.mo", NULL, native.d, &native.spec);
    run(&native, 100, 1e-6);
    for (int k = 0; k < 2; k++) {
        rig r = read_written("PreLoadWritten.mo", models[k]);
        run(&r, 100, 1e-6);
        for (double t = 1; t < 100; t += 1) {
            NEAR(value(&r, "spool.s", t), value(&native, "spool.s", t), 64 * DBL_EPSILON * 0.1);
            NEAR(value(&r, "springPlateB.v", t), value(&native, "springPlateB.v", t), 64 * DBL_EPSILON * 4);
            NEAR(value(&r, "innerContactA.f", t), value(&native, "innerContactA.f", t),
                 1e6 * 64 * DBL_EPSILON * 0.1);
        }
        if (k == 0)
            TRUE(r.st.events == native.st.events);
        TRUE(r.st.steps < 2000);
        rig_end(&r);
    }
    rig_end(&native);
}

/* x = cos(2 t): its square and its product with sin(t) are integrals by hand, and what follows from these. */
static void integrals_of_products(void **state)
{
    (void)state;
    rig r = run_exact(
        "model A Real x(start = 1, fixed = true), v(start = 0, fixed = true), q(start = 0, fixed = "
        "true), w(start = 0, fixed = true), z(start = 0, fixed = true), y; "
        "equation der(x) = v; der(v) = -4*x; der(q) = x^2; der(w) = 3*x*sin(time); der(z) = q - 2*y*v; "
        "y + x = 2*x; end A;",
        6);
    for (size_t i = 0; i < rows(&r); i++) {
        const double t = time_of(&r, i);
        NEAR(at(&r, "q", i), t / 2 + sin(4 * t) / 8, 1e-14 * 4);
        NEAR(at(&r, "w", i), 3 * (0.5 * cos(t) - cos(3 * t) / 6 - 1.0 / 3), 1e-14 * 4);
        /* 4 cos(2 t) sin(2 t) = 2 sin(4 t) */
        NEAR(at(&r, "z", i), t * t / 4 + (1 - cos(4 * t)) / 32 + (1 - cos(4 * t)) / 2, 1e-14 * 16);
    }
    rig_end(&r);
}

/* All blocks of a servo against a stop, at the tightest tolerance of another engine, which owes more. */
static void written_servo(void **state)
{
    (void)state;
    use("exact");
    rig r = read_written("PidServo.mo", NULL);
    run(&r, 2, 1e-6);
    use("erk");
    rig other = read_written("PidServo.mo", NULL);
    run(&other, 2, 1e-12);
    TRUE(r.st.events == other.st.events);
    for (int k = 1; k < 10; k++) {
        const double t = 0.2 * k;
        NEAR(value(&r, "s", t), value(&other, "s", t), 1e-11);
        NEAR(value(&r, "energy", t), value(&other, "energy", t), 1e-10);
    }
    rig_end(&r);
    rig_end(&other);
}

/* ---------------------------------------------------------------- refusals */

static void refused(const char *text, const char *reason)
{
    char message[2000] = "";
    use("exact");
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK, "the text");
    eg_model *m = NULL;
    TRUE(eg_model_compile(r.spec, r.d, &m) == EG_OK);
    eg_simulate_options o = eg_simulate_options_default(m);
    o.engine = "exact";
    eg_trajectory *run = NULL;
    TRUE(eg_simulate(m, &o, r.d, &run, NULL) != EG_OK);
    for (size_t i = 0; i < eg_diagnostics_count(r.d); i++)
        eg_diagnostic_format(eg_diagnostics_get(r.d, i), 0, message, sizeof message);
    if (!strstr(message, reason))
        fail_msg("%s: %s", text, message);
    eg_trajectory_free(run);
    eg_model_free(m);
    eg_spec_free(r.spec);
    eg_diagnostics_free(r.d);
}

static void what_is_not_affine(void **state)
{
    (void)state;
    refused("model A Real x(start = 1, fixed = true), v(start = 0, fixed = true);\nequation der(x) = v;\n"
            "der(v) = -x*v;\nend A;",
            "the derivative of v is a product of what varies between events, and acts on the motion");
    refused("model A Real x(start = 1, fixed = true); equation der(x) = -time*x; end A;",
            "acts on the motion");
    refused("model A Real x(start = 1, fixed = true); equation der(x) = -x^3; end A;",
            "the derivative of x is not linear between events: a product, or a power, of what varies");
    refused("model A Real x(start = 1, fixed = true); equation der(x) = sqrt(time + 1); end A;",
            "neither linear nor a harmonic");
    refused(
        "model A Real x(start = 1, fixed = true); equation der(x) = noEvent(if x > 0.5 then 1 else 2); end A;",
        "a kink that is no event");
    refused("model A Real x(start = 1, fixed = true), y(start = 1, fixed = true); "
            "equation der(x) = -x; der(y) = if x^2 > 0.5 then 1 else 2; end A;",
            "a side of the relation");
    refused(
        "model A Real x(start = 1, fixed = true), e(start = 0, fixed = true); equation der(x) = -e; der(e) = x^2; end "
        "A;",
        "acts on the motion");
    refused("model A Real x(start = 1, fixed = true); equation der(x) = delay(x, 0.1); end A;", "delay(...)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_are_written),      cmocka_unit_test(reinit_between_parabolas),
        cmocka_unit_test(factors_tell_modes_apart), cmocka_unit_test(algebraic_unknowns),
        cmocka_unit_test(written_elastogap),        cmocka_unit_test(written_preload),
        cmocka_unit_test(integrals_of_products),    cmocka_unit_test(written_servo),
        cmocka_unit_test(what_is_not_affine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
