/* Gradients backward against derivatives forward, which are solved by other equations: of thirty models with
 * contacts, by all of their parameters; what has no derivative is told by both; the same from checkpoint to
 * checkpoint, and along the way of a parameter that is known in closed form. */
#include "elastogap/elastogap.h"
#include "elastogap/sensitivity.h"

#include "build_model.h"

#include <stdio.h>
#include <stdlib.h>

/* Runs are made at 1e-10, and both ways are solved ten times closer: by some parts of 1e-11 each, of the
 * number or of its derivative with the parameter's size. */
static const double tolerance = 1e-10, off = 1e-10;

static eg_sensitivities *find(const char *text, const char *const *of, size_t count, bool is_backward)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_sensitivities *s = NULL;
    char message[1000];
    eg_status status = eg_spec_read_text(text, strlen(text), "test", NULL, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK) {
        eg_sensitivity_options o = eg_sensitivity_options_default(model);
        o.run.tolerance = tolerance;
        o.by_all = 1;
        o.of = of;
        o.of_count = count;
        o.adjoint = is_backward;
        status = eg_sensitivity(spec, &o, d, &s);
    }
    for (size_t i = 0; status != EG_OK && i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, message, sizeof message);
        print_error("%s\n", message);
    }
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    assert_int_equal(status, EG_OK);
    return s;
}

static void compare(const char *text, const char *const *of, size_t count)
{
    eg_sensitivities *forward = find(text, of, count, false), *backward = find(text, of, count, true);
    char what[300];
    assert_null(backward->rows);
    assert_int_equal(forward->by_count, backward->by_count);
    TRUE(forward->by_count > 0);
    for (size_t q = 0; q < count; q++) /* NAN: there is no such event */
        if (!isnan(forward->of[q].value))
            NEAR(backward->of[q].value, forward->of[q].value, off * fmax(fabs(forward->of[q].value), 1e-3));
    for (size_t q = 0; q < count; q++)
        for (size_t k = 0; k < forward->by_count; k++) {
            const eg_sensitivity_item *a = &forward->items[q * forward->by_count + k];
            const eg_sensitivity_item *b = &backward->items[q * forward->by_count + k];
            const double p = fabs(forward->by[k].value), value = fabs(forward->of[q].value);
            const double allowed = off * fmax(fabs(a->derivative), value / (p > 0.0 ? p : 1.0));
            snprintf(what, sizeof what, "%.60s: %s by %s: forward %.17g, backward %.17g", text, of[q],
                     forward->by[k].name, a->derivative, b->derivative);
            if ((a->why == NULL) != (b->why == NULL) ||
                (!a->why && !(fabs(a->derivative - b->derivative) <= allowed)))
                rig_fail(__FILE__, __LINE__, what);
        }
    eg_sensitivities_free(forward);
    eg_sensitivities_free(backward);
}

/* A ball falls onto a stop, and is thrown up again. */
static const char *const DROP =
    "model Drop import Modelica.Mechanics.Translational.*; Components.Mass ball(m = 2, L = 0.1, "
    "s(start = 1, fixed = true), v(start = 0.2, fixed = true)); Components.Fixed ground; %s "
    "Sources.ConstantForce weight(f_constant = -19.62); equation connect(ground.flange, stop.flange_a); "
    "connect(stop.flange_b, ball.flange_a); connect(weight.flange, ball.flange_b); "
    "annotation(experiment(StopTime = 1.2)); end Drop;";
static const char *const OF_DROP[] = {"ball.v",           "max(-stop.f)", "time(stop, contact begins, 2)",
                                      "integral(stop.f)", "rms(ball.v)",  "at(ball.s, 0.6)"};

static void drop(const char *stop)
{
    char text[2000];
    snprintf(text, sizeof text, DROP, stop);
    compare(text, OF_DROP, sizeof OF_DROP / sizeof *OF_DROP);
}

static void gaps_of_every_exponent(void **state)
{
    (void)state;
    const char *const n[] = {"1", "1.3", "1.5", "2", "3"};
    char stop[200];
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
        snprintf(stop, sizeof stop, "Components.ElastoGap stop(c = 1e4, d = 30, s_rel0 = 0.05, n = %s);",
                 n[i]);
        drop(stop);
    }
    ALL_WELL();
}

static void every_contact_law(void **state)
{
    (void)state;
    static const char *const with[][2] = {
        {"elasto-gap", "c = 1e4, d = 30, n = 1.5"},
        {"kelvin-voigt", "c = 1e4, d = 30"},
        {"kelvin-voigt-clipped", "c = 1e4, d = 30"},
        {"undamped-rebound", "c = 1e4, d = 30"},
        {"smooth-transition", "c = 1e4, d = 30, transition = 0.01"},
        {"hertz", "c = 1e5"},
        {"lankarani-nikravesh-1994", "c = 1e4, d = 3e3, n = 1.5"},
        {"hunt-crossley", "c = 1e4, e = 0.7"},
        {"lankarani-nikravesh", "c = 1e4, e = 0.7, n = 1.5"},
        {"gonthier", "c = 1e4, e = 0.7, n = 1.5"},
        {"flores", "c = 1e4, e = 0.7, n = 1.3"},
        {"hu-guo", "c = 1e4, e = 0.7, n = 1.5"},
        {"exact-restitution", "c = 1e4, e = 0.7, n = 1.5"},
        {"restitution", "e = 0.7, v_min = 1e-3"},
    };
    char stop[300];
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        snprintf(stop, sizeof stop, "Elastogap.Contact.Gap stop(law = \"%s\", %s);", with[i][0], with[i][1]);
        drop(stop);
    }
    ALL_WELL();
}

/* What jumps, is sampled, is set, is pushed at times; what ends as it falls. */
static void equations_of_users(void **state)
{
    (void)state;
    static const char *const bounces =
        "model Bounces parameter Real g = 9.81; parameter Real e = 0.8; parameter Real t0 = 0.3; "
        "parameter Real k = 0.5; Real s(start = 1, fixed = true); Real v(start = 0, fixed = true); "
        "discrete Real n(start = 1, fixed = true); Real w(start = 0, fixed = true); "
        "equation der(s) = v; der(v) = -g; der(w) = n*(if time < t0 then 1 else 2)*v; "
        "when s < 0 then reinit(v, -e*pre(v)); n = pre(n)*k + e; end when; "
        "annotation(experiment(StopTime = 2)); end Bounces;";
    static const char *const of_bounces[] = {"s", "w", "n", "integral(n*v)", "at(v, 0.3)", "max(w)"};
    static const char *const samples =
        "model Samples parameter Real p = 0.25; parameter Real k = 3; parameter Real c = 2; "
        "discrete Real x(start = 1, fixed = true); Real y(start = 0, fixed = true); Real z; "
        "equation when sample(p, p) then x = pre(x) + k*c*time - y; end when; der(y) = x; "
        "z^3 + z = y; annotation(experiment(StopTime = 0.9)); end Samples;";
    static const char *const of_samples[] = {"x", "y", "z", "mean(z)", "integral(x*z)"};
    static const char *const edges =
        "model Edges parameter Real level = 0.4; parameter Real up = 3; parameter Real down = 2; "
        "Real x(start = 0, fixed = true); Real y(start = 0.1, fixed = true); equation "
        "der(x) = if y > level then -down*x else up*(1 - x); der(y) = x - y; "
        "annotation(experiment(StopTime = 4)); end Edges;";
    static const char *const of_edges[] = {"x", "y", "integral(x^2)", "min(y)", "rms(x)"};
    compare(bounces, of_bounces, sizeof of_bounces / sizeof *of_bounces);
    compare(samples, of_samples, sizeof of_samples / sizeof *of_samples);
    compare(edges, of_edges, sizeof of_edges / sizeof *of_edges);
    ALL_WELL();
}

/* A run of some thousand steps is gone through part by part. With x' = a x - x^3 the motion is known, and so
 * is x at its end: x(T)^-2 = 1/a + (x0^-2 - 1/a) exp(-2 a T), which the drive f sin(w t) disturbs by nothing
 * where f is 0. */
static void from_checkpoint_to_checkpoint(void **state)
{
    (void)state;
    const char *const text =
        "model Long parameter Real a = 0.02; parameter Real x0 = 0.01; parameter Real w = 40; "
        "Real x(start = x0, fixed = true); Real y(start = 1, fixed = true); Real z(start = 0, fixed = true); "
        "equation der(x) = a*x - x^3; der(y) = w*z; der(z) = -w*y; "
        "annotation(experiment(StopTime = 150)); end Long;";
    static const char *const of[] = {"x", "y"};
    const double a = 0.02, x0 = 0.01, T = 150, w = 40;
    const double E = exp(-2 * a * T), u = 1 / a + (1 / (x0 * x0) - 1 / a) * E, x = 1 / sqrt(u);
    const double u_a = -1 / (a * a) + E / (a * a) - 2 * T * (1 / (x0 * x0) - 1 / a) * E;
    const double u_x = -2 / (x0 * x0 * x0) * E;
    eg_sensitivities *s = find(text, of, 2, true);
    for (size_t k = 0; k < s->by_count; k++) {
        const double *d = &s->items[k].derivative, *dy = &s->items[s->by_count + k].derivative;
        if (strcmp(s->by[k].name, "a") == 0)
            NEAR(*d, -0.5 * x / u * u_a, 1e-7);
        if (strcmp(s->by[k].name, "x0") == 0)
            NEAR(*d, -0.5 * x / u * u_x, 1e-7);
        if (strcmp(s->by[k].name, "w") == 0)
            NEAR(*dy, -T * sin(w * T), 1e-5);
    }
    eg_sensitivities_free(s);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_of_every_exponent),
        cmocka_unit_test(every_contact_law),
        cmocka_unit_test(equations_of_users),
        cmocka_unit_test(from_checkpoint_to_checkpoint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
