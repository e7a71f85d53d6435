/* What is left of users' equations for a mode (network/user/stage.h) has the bits of all of them, at any
 * point, and of relations that stand as they may; and forces of laws at rest are those next to rest. */
#include "elastogap/elastogap.h"
#include "network/motion/evaluate.h"
#include "network/motion/switching.h"
#include "network/network.h"
#include "network/solve/consistent.h"
#include "network/user/stage.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POINTS = 200, FOR_A_MODE = 5 };

/* Repeatable numbers: a linear congruence (Knuth's MMIX constants). */
static uint64_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* The same number, or none in both. */
static bool are_same(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (memcmp(&a[i], &b[i], sizeof a[i]) != 0 && !(isnan(a[i]) && isnan(b[i])))
            return false;
    return true;
}

typedef struct pair {
    eg_diagnostics *d;
    eg_model *model;
    eg_network *staged, *whole;
    double *y, *start, *yp[2], *h[2];
    int n, switches;
} pair;

static pair begin(const char *file, const char *name)
{
    pair p = {.d = eg_diagnostics_create()};
    eg_read_options options = eg_read_options_default();
    eg_spec *spec = NULL;
    options.model = name;
    assert_int_equal(eg_spec_read(file, &options, p.d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, p.d, &p.model), EG_OK);
    eg_spec_free(spec);
    p.staged = eg_network_create(p.model, p.d);
    p.whole = eg_network_create(p.model, p.d);
    assert_true(p.staged && p.whole);
    p.n = p.staged->base.n;
    p.switches = p.staged->base.switch_count;
    p.y = calloc((size_t)(4 * p.n + 2 * p.switches) + 1, sizeof *p.y);
    assert_non_null(p.y);
    p.start = p.y + p.n;
    p.yp[0] = p.start + p.n;
    p.yp[1] = p.yp[0] + p.n;
    p.h[0] = p.yp[1] + p.n;
    p.h[1] = p.h[0] + p.switches;
    for (int k = 0; k < 2; k++) {
        eg_system *s = k ? &p.whole->base : &p.staged->base;
        eg_system_set_span(s, 0, 1);
        assert_int_equal(s->ops->initialize(s, 0, p.start, p.yp[0]), EG_OK);
    }
    return p;
}

static void end(pair *p)
{
    eg_network_free(p->staged);
    eg_network_free(p->whole);
    eg_model_free(p->model);
    eg_diagnostics_free(p->d);
    free(p->y);
}

/* Both ways to y' and the switching functions at one point. */
static void compare(pair *p, double t)
{
    eg_system *s = &p->staged->base;
    const int staged = s->ops->derivatives(s, t, p->y, p->yp[0]);
    const int whole = eg_network_derivatives(&p->whole->base, t, p->y, p->yp[1]);
    assert_int_equal(staged, whole);
    if (staged == 0)
        assert_true(are_same(p->yp[0], p->yp[1], p->n));
    assert_int_equal(s->ops->switching(s, t, p->y, p->h[0]), 0);
    eg_network_evaluate(p->whole, t, p->y, p->whole->scratch.zero, 0);
    assert_int_equal(eg_network_switching_here(p->whole, t, p->whole->scratch.zero, p->h[1]), 0);
    assert_true(are_same(p->h[0], p->h[1], p->switches));
}

/* How many points were evaluated by what is left for their mode. */
static int check(const char *file, const char *name)
{
    pair p = begin(file, name);
    const int relations = p.model->user ? p.model->user->relation_count : 0;
    uint64_t seed = 7;
    int by_stages = 0;
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < p.n; k++)
            p.y[k] = p.start[k] + ldexp((double)(next(&seed) % 2001) - 1000, -9 - (int)(next(&seed) % 12));
        for (int k = 0; k < relations && i % FOR_A_MODE == 0; k++)
            p.staged->user.mode[k] = p.whole->user.mode[k] = next(&seed) % 2 == 0;
        compare(&p, 1e-3 * i);
        const eg_user_stages *k = p.staged->user.stages;
        by_stages += k && k->of[EG_USER_FOR_RATES].is_made && k->of[EG_USER_FOR_SWITCHES].is_made;
        if (k && k->of[EG_USER_FOR_RATES].is_made)
            assert_true(k->of[EG_USER_FOR_RATES].count < p.model->user->core);
    }
    end(&p);
    return by_stages;
}

#define WRITTEN EG_SOURCE_DIR "/tests/models/written/"
#define EXAMPLES EG_SOURCE_DIR "/examples/"

/* Each mode's first point is evaluated whole, all others by what is left. */
static void test_written(void **state)
{
    (void)state;
    static const char *const models[][2] = {
        {WRITTEN "ElastoGapWritten.mo", "ElastoGapWritten.WithMass"},
        {WRITTEN "ElastoGapWritten.mo", "ElastoGapWritten.WithNone"},
        {WRITTEN "HuntCrossleyWritten.mo", "HuntCrossleyWritten.WithMass"},
        {WRITTEN "HuntCrossleyWritten.mo", "HuntCrossleyWritten.WithNone"},
        {WRITTEN "PreLoadWritten.mo", "PreLoadWritten.WithNone"},
        {WRITTEN "PidServo.mo", NULL},
        {EXAMPLES "GapInEquations.mo", NULL},
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        assert_true(check(models[i][0], models[i][1]) >= POINTS / 2);
}

/* Clauses, samples, friction, heat, blocks beside equations: some take stages, some do not. */
static void test_examples(void **state)
{
    (void)state;
    static const char *const models[] = {"Sequencer", "SampledControl", "SampledLoop", "Carriage",
                                         "HoistDyad", "LogicNetwork",   "RollingCart", "HillClimb",
                                         "Routes",    "LateWave"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char file[500];
        snprintf(file, sizeof file, EXAMPLES "%s.mo", models[i]);
        (void)check(file, NULL);
    }
}

/* A derivative that is 0 is so whatever y' a residual was asked with before. */
static void test_still(void **state)
{
    (void)state;
    static const char text[] = "model Still\n"
                               "  Real x(start = 1, fixed = true), z(start = 0, fixed = true);\n"
                               "equation\n"
                               "  der(x) = 0;\n"
                               "  der(z) = x;\n"
                               "end Still;\n";
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "still.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_spec_free(spec);
    eg_system *s = &eg_network_create(model, d)->base;
    double y[2], yp[2], r[2];
    const double other[] = {5, 7};
    assert_int_equal(s->n, 2);
    assert_int_equal(s->ops->initialize(s, 0, y, yp), EG_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(s->ops->residual(s, 0, y, other, r), 0);
        assert_int_equal(s->ops->derivatives(s, 0, y, yp), 0);
        assert_true(yp[0] + yp[1] == 1 && yp[0] * yp[1] == 0);
    }
    eg_network_free((eg_network *)s);
    eg_model_free(model);
    eg_diagnostics_free(d);
}

/* ---------------------------------------------------------------- laws at rest */

/* A mass on a law: `equations` of f, s_rel, v_rel, and what they declare. */
static eg_model *on_law(const char *equations, eg_diagnostics *d)
{
    char text[2000];
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    snprintf(text, sizeof text,
             "model OnLaw\n"
             "  import Modelica.Mechanics.Translational.Components.*;\n"
             "  model Law\n"
             "    extends Modelica.Mechanics.Translational.Interfaces.PartialCompliantWithRelativeStates;\n"
             "    %s\n"
             "  end Law;\n"
             "  Fixed wall;\n"
             "  Law law;\n"
             "  Mass mass(m = 1, s(start = 1, fixed = true), v(fixed = true));\n"
             "equation\n"
             "  connect(wall.flange, law.flange_a);\n"
             "  connect(law.flange_b, mass.flange_a);\n"
             "end OnLaw;\n",
             equations);
    assert_int_equal(eg_spec_read_text(text, strlen(text), "law.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(model->user->law_count, 1);
    return model;
}

/* The force at a distance and a speed, relations being what they are there. */
static double force(const eg_user *u, double s, double v, double *in, int *mode, double *value)
{
    const eg_user_law *law = &u->laws[0];
    for (int k = 0; k < u->input_count; k++)
        in[k] = u->inputs[k].kind == EG_USER_DISTANCE ? s : u->inputs[k].kind == EG_USER_SPEED ? v : 0;
    memset(mode, 0, sizeof *mode * (size_t)u->relation_count);
    eg_user_run_law(u, law, in, mode, value);
    return value[u->flows[law->flow[0]].result.node];
}

enum { NEVER, MOSTLY };

/* What is told of a law at rest is what both sides of rest come to, which are one number: on its tape to the
 * bit, in closed form but for a sum, a root and two products. */
static void check_rest(const char *equations, int told)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_model *m = on_law(equations, d);
    const eg_user *u = m->user;
    double *in = calloc((size_t)u->input_count + 1, sizeof *in);
    double *value = calloc((size_t)(u->tape.count + u->laws[0].rest.tape.count) + 1, sizeof *value);
    int *mode = calloc((size_t)u->relation_count + 1, sizeof *mode), count = 0;
    assert_true(in && value && mode);
    eg_tape_set_constants(&u->tape, value);
    eg_user_law on_tape = u->laws[0];
    on_tape.rest.is_known = false;
    for (int i = -20; i <= 20; i++) {
        const double s = 0.05 * i, above = force(u, s, 1e-100, in, mode, value),
                     below = force(u, s, -1e-100, in, mode, value);
        double f = NAN, known = above;
        if (!eg_user_force_at_rest(&on_tape, in, value + u->tape.count, &f))
            continue;
        count++;
        assert_true(fabs(f - above) <= 1e-90 && fabs(f - below) <= 1e-90);
        assert_true(eg_user_force_at_rest(&u->laws[0], in, value + u->tape.count, &known));
        assert_true(fabs(known - f) <= 8 * DBL_EPSILON * fabs(f));
    }
    assert_true(told == NEVER ? count == 0 : count >= 39);
    eg_model_free(m);
    eg_diagnostics_free(d);
    free(in);
    free(value);
    free(mode);
}

static void test_rest(void **state)
{
    (void)state;
    check_rest("equation f = 40*s_rel + 3*v_rel;", MOSTLY);
    check_rest("equation f = 40*(s_rel - 0.3);", MOSTLY);
    check_rest("equation f = 40*s_rel + 3*v_rel*noEvent(abs(v_rel));", MOSTLY);
    check_rest("Real p, q; equation p = if s_rel < 0 then 40*s_rel else 0;\n"
               "q = if s_rel < 0 then 3*v_rel else 0;\n"
               "f = p + (if q < p then p elseif q > -p then -p else q);",
               MOSTLY);
    check_rest("equation f = if s_rel < 0.1 then -40*(0.1 - s_rel)^1.5*(1 - 0.2*v_rel) else 0;", MOSTLY);
    /* Forces that jump at rest, or whose relations are there on their edge, or bend. */
    check_rest("equation f = 40*s_rel + 3*v_rel*abs(v_rel);", NEVER);
    check_rest("equation f = 40*s_rel + 3*sign(v_rel);", NEVER);
    check_rest("equation f = 40*s_rel + (if v_rel > 0 then 3 else -3);", NEVER);
    check_rest("equation f = 40*s_rel + (if v_rel*v_rel > 0 then 3 else -3);", NEVER);
    check_rest("equation f = 40*s_rel + noEvent(if v_rel > 0 then 3 else -3);", NEVER);
    check_rest("equation f = 40*s_rel + v_rel/noEvent(max(abs(v_rel), 1e-300));", NEVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_written), cmocka_unit_test(test_examples),
                                       cmocka_unit_test(test_still), cmocka_unit_test(test_rest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
