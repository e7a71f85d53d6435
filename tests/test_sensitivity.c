/* Sensitivities of models against closed forms, through touches, rebounds, rigid impacts, reinit and events
 * of time; of extremes, integrals, durations; what has no derivative is told, with its sides; what is
 * refused. */
#include "elastogap/elastogap.h"
#include "elastogap/sensitivity.h"

#include "near.h"

#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

/* Runs are made at 1e-10; what follows from them is magnified a little by the events. */
static const double tolerance = 1e-10, off = 1e-8;

typedef struct asked {
    const char *by[8], *of[8];
} asked;

static size_t count_of(const char *const *texts)
{
    size_t n = 0;
    while (n < 8 && texts[n])
        n++;
    return n;
}

static eg_status ask(const char *text, const asked *a, const char *engine, eg_diagnostics *d,
                     eg_sensitivities **out)
{
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    *out = NULL;
    eg_status status = eg_spec_read_text(text, strlen(text), "test", NULL, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK) {
        eg_sensitivity_options o = eg_sensitivity_options_default(model);
        o.run.tolerance = tolerance;
        o.run.engine = engine;
        o.by = a->by;
        o.by_count = count_of(a->by);
        o.of = a->of;
        o.of_count = count_of(a->of);
        status = eg_sensitivity(spec, &o, d, out);
    }
    eg_model_free(model);
    eg_spec_free(spec);
    return status;
}

static void tell(const eg_diagnostics *d)
{
    char text[1000];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        print_error("%s\n", text);
    }
}

/* They are found. */
static eg_sensitivities *find(const char *text, const asked *a, const char *engine)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_sensitivities *s = NULL;
    const eg_status status = ask(text, a, engine, d, &s);
    if (status != EG_OK)
        tell(d);
    eg_diagnostics_free(d);
    assert_int_equal(status, EG_OK);
    return s;
}

/* Number q by parameter k is that, beside the size of the parameter. */
#define NEAR_BY(s, q, k, wanted, size) assert_near(item(s, q, k)->derivative *(size), (wanted) * (size), off)

static const eg_sensitivity_item *item(const eg_sensitivities *s, size_t q, size_t k)
{
    return &s->items[q * s->by_count + k];
}

static const char *const engines[] = {"erk", "irk", "auto", "exact"};
enum { ENGINES = sizeof engines / sizeof *engines };

/* ---------------------------------------------------------------- an impact on an ElastoGap */

static const char impact[] = "model Impact\n"
                             "  import Modelica.Mechanics.Translational.Components;\n"
                             "  Components.Fixed ground;\n"
                             "  Components.ElastoGap gap(c = 800, d = 24);\n"
                             "  Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true),\n"
                             "    v(start = -1, fixed = true));\n"
                             "equation\n"
                             "  connect(ground.flange, gap.flange_a);\n"
                             "  connect(gap.flange_b, ball.flange_a);\n"
                             "  annotation(experiment(StopTime = 1.2));\n"
                             "end Impact;\n";

/* With n = 1 restitution and time of contact follow from zeta = d/(2 sqrt(c m)) in three phases; what is
 * lost is m v^2 (1 - e^2)/2. */
static void an_impact_is_that_of_closed_form(void **state)
{
    (void)state;
    const double m = 2, c = 800, d = 24, v0 = 1, zeta = d / (2 * sqrt(c * m)), w = sqrt(1 - zeta * zeta);
    const double omega = sqrt(c / m), up = 4 * zeta * w, down = 4 * zeta * zeta - 1, phi = atan2(up, down);
    const double dup = 4 * w - 4 * zeta * zeta / w,
                 dphi = (dup * down - up * 8 * zeta) / (up * up + down * down);
    const double e = exp(-zeta / w * phi), de = -e * (phi / (w * w * w) + zeta / w * dphi);
    const double tangent = sqrt(8) * zeta, T = atan(tangent) / sqrt(2) + phi / w + 2 * zeta;
    const double dT = 2 / (1 + tangent * tangent) + (dphi + phi * zeta / (w * w)) / w + 2;
    const double dzeta[] = {-zeta / (2 * c), zeta / d, -zeta / (2 * m)};
    const double domega[] = {omega / (2 * c), 0, -omega / (2 * m)}, size[] = {c, d, m};
    const asked a = {{"gap.c", "gap.d", "ball.m"},
                     {"ball.v", "time(gap, contact ends, 1)", "integral(gap.lossPower)",
                      "duration(gap, contact begins, contact ends, 1)", "count(gap, contact begins)",
                      "ball.m*ball.v"}};
    for (int i = 0; i < ENGINES; i++) {
        eg_sensitivities *s = find(impact, &a, engines[i]);
        assert_near(s->of[0].value, e * v0, off);
        for (size_t k = 0; k < 3; k++) {
            const double ended = dT * dzeta[k] / omega - T / (omega * omega) * domega[k];
            const double loss = -m * v0 * v0 * e * de * dzeta[k] + (k == 2 ? v0 * v0 * (1 - e * e) / 2 : 0);
            NEAR_BY(s, 0, k, v0 * de * dzeta[k], size[k]);
            NEAR_BY(s, 1, k, ended, size[k]);
            NEAR_BY(s, 2, k, loss, size[k]);
            NEAR_BY(s, 3, k, ended, size[k]);
            NEAR_BY(s, 4, k, 0, size[k]);
            NEAR_BY(s, 5, k, m * v0 * de * dzeta[k] + (k == 2 ? e * v0 : 0), size[k]);
        }
        eg_sensitivities_free(s);
    }
}

/* What an impact comes to, of numbers that may have a small imaginary part: speed behind it, greatest force,
 * how long it lasts. The force is greatest in the second phase, e^(-a t) (P cos b t + Q sin b t), or as that
 * begins. */
typedef struct impacted {
    double complex speed, force, time;
} impacted;

static impacted impact_of(double complex c, double complex d, double complex m, double complex v)
{
    const double complex omega = csqrt(c / m), zeta = d / (2 * csqrt(c * m)), w = csqrt(1 - zeta * zeta);
    const double complex up = 4 * zeta * w, down = 4 * zeta * zeta - 1;
    const double complex phi = 2 * catan(up / (csqrt(up * up + down * down) + down));
    const double complex slow = csqrt(1 + 8 * zeta * zeta), x = 2 * zeta * v / omega / slow;
    const double complex a = zeta * omega, b = omega * w, B = (v / slow + a * x) / b;
    const double complex P = c * x + d * (b * B - a * x), Q = c * B - d * (a * B + b * x);
    const double complex turn = (Q * b - a * P) / (P * b + a * Q);
    const double complex t = (catan(turn) + (creal(turn) < 0 ? acos(-1) : 0)) / b;
    const int rises = creal(Q * b - a * P) > 0;
    return (impacted){cexp(-zeta / w * phi) * v,
                      rises ? cexp(-a * t) * (P * ccos(b * t) + Q * csin(b * t)) : P,
                      (catan(sqrt(8) * zeta) / sqrt(2) + phi / w + 2 * zeta) / omega};
}

/* By `exact` to round-off: differences by a step in the imaginary direction have none of their own. */
static void an_impact_by_exact_is_closed_form_to_round_off(void **state)
{
    (void)state;
    static const double zetas[] = {0.01, 0.1, 0.3, 0.5, 0.9};
    const asked a = {{"gap.c", "gap.d", "ball.m", "ball.v(start)"},
                     {"ball.v", "max(-gap.f)", "duration(gap, contact begins, contact ends, 1)"}};
    for (size_t i = 0; i < sizeof zetas / sizeof *zetas; i++) {
        char text[800];
        const double c = 800, m = 2, v = 1, d = 2 * zetas[i] * sqrt(c * m), step = 1e-100;
        const double size[] = {c, d, m, v};
        snprintf(text, sizeof text,
                 "model Impact\n"
                 "  import Modelica.Mechanics.Translational.Components;\n"
                 "  Components.Fixed ground;\n"
                 "  Components.ElastoGap gap(c = 800, d = %.17g);\n"
                 "  Components.Mass ball(m = 2, L = 0, s(start = 0.1, fixed = true),\n"
                 "    v(start = -1, fixed = true));\n"
                 "equation\n"
                 "  connect(ground.flange, gap.flange_a);\n"
                 "  connect(gap.flange_b, ball.flange_a);\n"
                 "  annotation(experiment(StopTime = 1));\n"
                 "end Impact;\n",
                 d);
        eg_sensitivities *s = find(text, &a, "exact");
        for (size_t k = 0; k < 4; k++) {
            const double sign = k == 3 ? -1 : 1; /* the ball falls */
            const impacted x = impact_of(c + (k == 0) * step * I, d + (k == 1) * step * I,
                                         m + (k == 2) * step * I, v + (k == 3) * step * I);
            const double complex wanted[] = {x.speed, x.force, x.time};
            for (size_t q = 0; q < 3; q++) {
                const double value = creal(wanted[q]), by = sign * cimag(wanted[q]) / step;
                assert_near(s->of[q].value / value, 1, 1e-12);
                assert_near(item(s, q, k)->derivative * size[k] / value, by * size[k] / value, 1e-12);
            }
        }
        eg_sensitivities_free(s);
    }
}

/* Undamped, any n: the greatest depth x has c x^(n + 1)/(n + 1) = m v^2/2. By n the force is no smooth
 * function of time where the contact begins. */
static void depths_are_those_of_closed_form(void **state)
{
    (void)state;
    static const double exponents[] = {1.3, 1.5, 2, 3};
    const asked a = {{"gap.c", "gap.n", "ball.m", "ball.v(start)"}, {"max(-ball.s)", "max(-gap.f)"}};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        char text[800];
        const double n = exponents[i], c = 800, m = 2, v = 1, p = 1 / (n + 1);
        const double x = pow((n + 1) * m * v * v / (2 * c), p), log_x = log(x);
        const double dx[] = {-x * p / c, x * p * (p - log_x), x * p / m, -x * 2 * p / v};
        snprintf(text, sizeof text,
                 "model Depth\n"
                 "  import Modelica.Mechanics.Translational.Components;\n"
                 "  Components.Fixed ground;\n"
                 "  Components.ElastoGap gap(c = 800, d = 0, n = %.17g);\n"
                 "  Components.Mass ball(m = 2, L = 0, s(start = 0.1, fixed = true),\n"
                 "    v(start = -1, fixed = true));\n"
                 "equation\n"
                 "  connect(ground.flange, gap.flange_a);\n"
                 "  connect(gap.flange_b, ball.flange_a);\n"
                 "  annotation(experiment(StopTime = 1));\n"
                 "end Depth;\n",
                 n);
        eg_sensitivities *s = find(text, &a, "erk");
        const double size[] = {c, n, m, v}, f = c * pow(x, n);
        for (size_t k = 0; k < 4; k++) {
            const double by = k == 0 ? f / c : k == 1 ? f * log_x : 0;
            NEAR_BY(s, 0, k, dx[k], size[k]);
            assert_near(item(s, 1, k)->derivative * size[k] / f, (by + f * n / x * dx[k]) * size[k] / f, off);
        }
        eg_sensitivities_free(s);
    }
}

/* ---------------------------------------------------------------- speeds that jump */

/* With V = sqrt(2 g h) touch n is at V/g (1 + 2 sum of e^i, i < n), and s = e^n V t - g t^2/2 since. */
static void bounces_by_reinit_are_those_of_closed_form(void **state)
{
    (void)state;
    static const char text[] = "model Bounce\n"
                               "  parameter Real e = 0.8, g = 9.81;\n"
                               "  Real h(start = 0.5, fixed = true), v(start = 0, fixed = true);\n"
                               "equation\n"
                               "  der(h) = v;\n"
                               "  der(v) = -g;\n"
                               "  when h < 0 then\n"
                               "    reinit(v, -e*pre(v));\n"
                               "  end when;\n"
                               "  annotation(experiment(StopTime = 1.2));\n"
                               "end Bounce;\n";
    const double e = 0.8, g = 9.81, h = 0.5, V = sqrt(2 * g * h), stop = 1.2;
    const asked a = {{"e", "g", "h(start)"}, {"h", "v", "time(*, h < 0 becomes true, 2)"}};
    const double dV[] = {0, V / (2 * g), V / (2 * h)}, dt1[] = {0, -V / (2 * g * g), V / (2 * h * g)};
    const double last = V / g * (1 + 2 * e), since = stop - last, speed = e * e * V;
    for (int i = 0; i < ENGINES; i++) {
        eg_sensitivities *s = find(text, &a, engines[i]);
        assert_true(last < stop && since < 2 * speed / g);
        assert_near(s->of[0].value, speed * since - g * since * since / 2, off);
        for (size_t k = 0; k < 3; k++) {
            const double dlast = dt1[k] * (1 + 2 * e) + (k == 0 ? 2 * V / g : 0);
            const double dspeed = e * e * dV[k] + (k == 0 ? 2 * e * V : 0), dg = k == 1;
            NEAR_BY(s, 0, k, dspeed * since - speed * dlast + g * since * dlast - dg * since * since / 2, 1);
            NEAR_BY(s, 1, k, dspeed + g * dlast - dg * since, 1);
            NEAR_BY(s, 2, k, dlast, 1);
        }
        eg_sensitivities_free(s);
    }
}

/* The second of two balls leaves with (1 + e) m/(m + M) of the speed of the first. */
static void rigid_impacts_move_with_masses(void **state)
{
    (void)state;
    static const char text[] = "model Two\n"
                               "  import Modelica.Mechanics.Translational;\n"
                               "  Translational.Components.Mass a(m = 0.1, v(start = 1, fixed = true),\n"
                               "    s(start = -0.25, fixed = true));\n"
                               "  Translational.Components.Mass b(m = 0.3, v(start = 0, fixed = true),\n"
                               "    s(start = 0.1, fixed = true));\n"
                               "  Elastogap.Contact.Gap touch(law = \"restitution\", e = 0.9);\n"
                               "equation\n"
                               "  connect(a.flange_b, touch.flange_a);\n"
                               "  connect(touch.flange_b, b.flange_a);\n"
                               "  annotation(experiment(StopTime = 1));\n"
                               "end Two;\n";
    const double m = 0.1, M = 0.3, e = 0.9, both = m + M, at = 0.35;
    const asked a = {{"a.m", "b.m", "touch.e", "a.s(start)"}, {"b.v", "b.s"}};
    eg_sensitivities *s = find(text, &a, "auto");
    const double v = (1 + e) * m / both;
    const double dv[] = {(1 + e) * M / (both * both), -(1 + e) * m / (both * both), m / both, 0};
    for (size_t k = 0; k < 4; k++) {
        NEAR_BY(s, 0, k, dv[k], 1);
        NEAR_BY(s, 1, k, dv[k] * (1 - at) + (k == 3 ? v : 0), 1);
    }
    eg_sensitivities_free(s);
}

/* ---------------------------------------------------------------- events of time */

static const char pushed[] = "model Pushed\n"
                             "  import Modelica.Mechanics.Translational;\n"
                             "  Translational.Components.Mass m(m = 2, s(start = 0, fixed = true),\n"
                             "    v(start = 0, fixed = true));\n"
                             "  Translational.Sources.Force push;\n"
                             "  Modelica.Blocks.Sources.Step step(height = 3, startTime = 0.5);\n"
                             "equation\n"
                             "  connect(step.y, push.f);\n"
                             "  connect(push.flange, m.flange_a);\n"
                             "  annotation(experiment(StopTime = 2));\n"
                             "end Pushed;\n";

/* v = F/m (t - t0), and its integral. The integral of F, too, moves with t0. */
static void events_of_time_move(void **state)
{
    (void)state;
    const double F = 3, m = 2, t = 1.5;
    const asked a = {{"step.startTime", "step.height", "m.m"},
                     {"m.v", "m.s", "integral(step.y)", "mean(m.v)", "at(m.v, 1)", "rms(m.v)"}};
    for (int i = 0; i < ENGINES; i++) {
        eg_sensitivities *s = find(pushed, &a, engines[i]);
        const double v = F / m * t, place = v * t / 2, rms = v * sqrt(t / 6);
        const double wanted[6][3] = {{-F / m, t / m, -v / m},
                                     {-v, place / F, -place / m},
                                     {-F, t, 0},
                                     {-v / 2, place / F / 2, -place / m / 2},
                                     {-F / m, 0.5 / m, -F / m * 0.5 / m},
                                     {-1.5 * rms / t, rms / F, -rms / m}};
        for (size_t q = 0; q < 6; q++)
            for (size_t k = 0; k < 3; k++)
                NEAR_BY(s, q, k, wanted[q][k], 1);
        eg_sensitivities_free(s);
    }
}

/* At the instant of the step v has two derivatives: that of rest, where the step comes later, and -F/m.
 * Rows on both sides have theirs. */
static void an_event_at_a_stored_instant_has_two_sides(void **state)
{
    (void)state;
    const asked a = {{"step.startTime"}, {"m.v", "at(m.v, 0.5)"}};
    eg_sensitivities *s = find(pushed, &a, "erk");
    const eg_sensitivity_item *x = item(s, 1, 0);
    assert_true(isnan(x->derivative));
    assert_non_null(strstr(x->why, "an event falls at t = 0.5 s"));
    assert_near(x->below, -1.5, off);
    assert_near(x->above, 0, off);
    int sides = 0;
    for (size_t row = 0; row < eg_trajectory_rows(s->rows); row++)
        if (eg_trajectory_time(s->rows, row) == 0.5)
            assert_near(eg_trajectory_value(s->rows, 1, row), sides++ == 0 ? 0 : -1.5, off);
    assert_int_equal(sides, 2);
    eg_sensitivities_free(s);
}

/* ---------------------------------------------------------------- no derivative */

/* Two rigid balls that meet a third from both sides at once: who is first decides. By what moves both alike
 * there is a derivative. */
static void two_events_at_once_are_told(void **state)
{
    (void)state;
    static const char text[] =
        "model Both\n"
        "  import Modelica.Mechanics.Translational;\n"
        "  Translational.Components.Mass a(m = 1, v(start = 1, fixed = true), s(start = -1, fixed = true));\n"
        "  Translational.Components.Mass b(m = 1, v(start = 0, fixed = true), s(start = 0, fixed = true));\n"
        "  Translational.Components.Mass c(m = 1, v(start = -1, fixed = true), s(start = 1, fixed = true));\n"
        "  Elastogap.Contact.Gap left(law = \"restitution\", e = 0.5);\n"
        "  Elastogap.Contact.Gap right(law = \"restitution\", e = 0.5);\n"
        "equation\n"
        "  connect(a.flange_b, left.flange_a);\n"
        "  connect(left.flange_b, b.flange_a);\n"
        "  connect(b.flange_b, right.flange_a);\n"
        "  connect(right.flange_b, c.flange_a);\n"
        "  annotation(experiment(StopTime = 1.2));\n"
        "end Both;\n";
    const asked a = {{"a.s(start)"}, {"b.v", "at(a.s, 0.5)"}};
    eg_sensitivities *s = find(text, &a, "auto");
    assert_true(isnan(item(s, 0, 0)->derivative));
    assert_non_null(strstr(item(s, 0, 0)->why, "another event falls at that instant"));
    assert_true(strstr(item(s, 0, 0)->why, "left") || strstr(item(s, 0, 0)->why, "right"));
    NEAR_BY(s, 1, 0, 1, 1); /* before that there is one */
    eg_sensitivities_free(s);
}

/* An undamped ball comes as deep each time; with some damping the first time deepest. */
static void equal_extremes_have_two_sides(void **state)
{
    (void)state;
    static const char text[] =
        "model Drop\n"
        "  import Modelica.Mechanics.Translational.Components;\n"
        "  import Modelica.Mechanics.Translational.Sources;\n"
        "  Components.Fixed ground;\n"
        "  Components.ElastoGap gap(c = 1e4, d = 0);\n"
        "  Components.Mass ball(m = 2, L = 0, s(start = 0.1, fixed = true), v(start = 0, fixed = true));\n"
        "  Sources.ConstantForce weight(f_constant = -20);\n"
        "equation\n"
        "  connect(ground.flange, gap.flange_a);\n"
        "  connect(gap.flange_b, ball.flange_a);\n"
        "  connect(weight.flange, ball.flange_b);\n"
        "  annotation(experiment(StopTime = 0.6));\n"
        "end Drop;\n";
    const asked a = {{"gap.d", "ball.s(start)"}, {"max(-ball.s)"}};
    eg_sensitivities *s = find(text, &a, "erk");
    const eg_sensitivity_item *by_d = item(s, 0, 0);
    assert_true(isnan(by_d->derivative) && by_d->below < by_d->above && by_d->above < 0);
    assert_non_null(strstr(by_d->why, "it is as great at t ="));
    /* c x^2/2 = G (h + x): all depths alike */
    const double x = s->of[0].value;
    assert_near(item(s, 0, 1)->derivative, 20 / (1e4 * x - 20), 10 * off);
    eg_sensitivities_free(s);
}

/* ---------------------------------------------------------------- what is refused */

static void refused(const char *text, const asked *a, const char *engine, eg_status wanted, const char *part)
{
    char said[1000] = "";
    eg_sensitivities *s;
    eg_diagnostics *d = eg_diagnostics_create();
    assert_int_equal(ask(text, a, engine, d, &s), wanted);
    assert_null(s);
    for (size_t i = 0; i < eg_diagnostics_count(d) && !strstr(said, part); i++)
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, said, sizeof said);
    if (!strstr(said, part)) {
        tell(d);
        print_error("\"%s\" is not said\n", part);
        fail();
    }
    eg_diagnostics_free(d);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    const asked none = {{"gap.k"}, {"ball.s"}}, variable = {{"gap.c"}, {"ball.x"}};
    const asked fine = {{"gap.c"}, {"ball.s"}}, component = {{"gap.c"}, {"time(gop, *, 1)"}};
    refused(impact, &none, NULL, EG_ERROR_USAGE, "there is no parameter 'gap.k'");
    refused(impact, &variable, NULL, EG_ERROR_USAGE, "ball.x");
    refused(impact, &component, NULL, EG_ERROR_USAGE, "no component of Impact matches 'gop'");
    refused(impact, &fine, "fixed", EG_ERROR_USAGE, "has no sensitivities");
}

/* Two steps at one instant, of which either may come first: sums of both have a derivative by each, their
 * product has one to either side. */
static void time_events_may_fall_together(void **state)
{
    (void)state;
    static const char together[] =
        "model Together\n"
        "  parameter Real a = 1, b = 1, m = 2;\n"
        "  Real sum(start = 0, fixed = true), both(start = 0, fixed = true);\n"
        "equation\n"
        "  m*der(sum) = (if time > a then 3 else 0) + (if time > b then 5 else 0);\n"
        "  m*der(both) = if time > a and time > b then 7 else 0;\n"
        "  annotation(experiment(StopTime = 2));\n"
        "end Together;\n";
    const asked a = {{"a", "b", "m"}, {"sum", "both", "at(sum, 0.5)"}};
    eg_sensitivities *s = find(together, &a, "auto");
    NEAR_BY(s, 0, 0, -1.5, 1);
    NEAR_BY(s, 0, 1, -2.5, 1);
    NEAR_BY(s, 0, 2, -2, 1);
    NEAR_BY(s, 1, 2, -1.75, 1);
    for (size_t k = 0; k < 2; k++) {
        const eg_sensitivity_item *of_both = item(s, 1, k);
        assert_non_null(of_both->why);
        assert_true(isnan(of_both->derivative));
        assert_near(of_both->below, 0, off);
        assert_near(of_both->above, -3.5, off);
        NEAR_BY(s, 2, k, 0, 1); /* before anything happens */
    }
    eg_sensitivities_free(s);
}

/* A ball rests on a table until that begins to fall faster than the ball would: it lifts off then, whatever
 * parameters are, and falls from where it was. */
static void what_rests_lifts_off(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_sensitivities *s = NULL;
    const double g = 9.81, fallen = 0.02;
    assert_int_equal(eg_spec_read(EG_SOURCE_DIR "/examples/Cradle.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_sensitivity_options o = eg_sensitivity_options_default(model);
    o.run.stop_time = 0.6 + fallen;
    o.run.tolerance = tolerance;
    o.by = (const char *[]){"shaking.startTime", "shaking.f", "shaking.offset", "bouncer.g"};
    o.by_count = 4;
    o.of = (const char *[]){"bouncer.x"};
    o.of_count = 1;
    const eg_status status = eg_sensitivity(spec, &o, d, &s);
    if (status != EG_OK)
        tell(d);
    assert_int_equal(status, EG_OK);
    NEAR_BY(s, 0, 0, g * fallen, 1);
    NEAR_BY(s, 0, 1, 0, 1);
    NEAR_BY(s, 0, 2, 1, 1);
    NEAR_BY(s, 0, 3, -fallen * fallen / 2, 1);
    eg_sensitivities_free(s);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impact_is_that_of_closed_form),
        cmocka_unit_test(an_impact_by_exact_is_closed_form_to_round_off),
        cmocka_unit_test(depths_are_those_of_closed_form),
        cmocka_unit_test(bounces_by_reinit_are_those_of_closed_form),
        cmocka_unit_test(rigid_impacts_move_with_masses),
        cmocka_unit_test(events_of_time_move),
        cmocka_unit_test(an_event_at_a_stored_instant_has_two_sides),
        cmocka_unit_test(two_events_at_once_are_told),
        cmocka_unit_test(equal_extremes_have_two_sides),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(time_events_may_fall_together),
        cmocka_unit_test(what_rests_lifts_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
