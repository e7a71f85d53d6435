/* What is left of users' equations for a mode (network/user/stage.h) has the bits of all of them, at any
 * point, and of relations that stand as they may. */
#include "elastogap/elastogap.h"
#include "network/motion/evaluate.h"
#include "network/motion/switching.h"
#include "network/network.h"
#include "network/solve/consistent.h"
#include "network/user/stage.h"

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
    eg_network_evaluate(p->whole, t, p->y, p->whole->zero, 0);
    assert_int_equal(eg_network_switching_here(p->whole, t, p->whole->zero, p->h[1]), 0);
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
            p.staged->user_mode[k] = p.whole->user_mode[k] = next(&seed) % 2 == 0;
        compare(&p, 1e-3 * i);
        const eg_user_stages *k = p.staged->stages;
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_written), cmocka_unit_test(test_examples)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
