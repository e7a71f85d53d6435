/* Instances side by side: two threads a model, each with instances of its own that step, are saved everywhere
 * between contacts, events and stops, go on, go back, are made anew of bytes and are reset. What each of them
 * shows are the bits of one that was alone. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/variables.h"

#include <pthread.h>

enum { POINTS = 40, EVERY = 3, MOST_VALUES = 120, ALIKE = 2 };

#define MECHANICS "import Modelica.Mechanics.Translational.*; "

/* A contact, by clusters and by steps; a law with a power; friction with stops; jumps of equations. */
static const char *const texts[] = {
    FALLING,
    "model M " MECHANICS "Components.Fixed ground; Components.ElastoGap stop(c = 1e4, d = 20, n = 1.5); "
    "Components.Mass ball(m = 1, s(start = 0.3, fixed = true), v(start = 0, fixed = true)); "
    "Sources.ConstantForce weight(f_constant = -9.81); equation connect(ground.flange, stop.flange_a); "
    "connect(stop.flange_b, ball.flange_a); connect(weight.flange, ball.flange_b); end M;",
    "model M " MECHANICS
    "Components.MassWithStopAndFriction slider(m = 1, L = 0, smin = -0.4, smax = 0.4, F_prop = 1, "
    "F_Coulomb = 5, F_Stribeck = 10, fexp = 2, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
    "Sources.Force push; Modelica.Blocks.Sources.Sine wave(amplitude = 25, f = 1); equation "
    "connect(wave.y, push.f); connect(push.flange, slider.flange_a); end M;",
    ("model M Real h(start = 1, fixed = true), v(start = 0, fixed = true); Integer n(start = 0); "
     "equation der(h) = v; der(v) = -9.81; "
     "when h < 0 then reinit(v, -0.8*pre(v)); n = pre(n) + 1; end when; end M;"),
};
enum { TEXTS = sizeof texts / sizeof *texts };
static const char *const engines[TEXTS] = {"auto", "erk", "auto", "auto"};

/* One model, its variables, and what they show at each point. */
typedef struct work {
    runtime *r;
    fmi3ValueReference references[MOST_VALUES];
    size_t count;
    double alone[POINTS + 1][MOST_VALUES];
    char failure[200]; /* of the thread */
} work;

static void list_values(work *w, const char *text)
{
    eg_spec *spec;
    eg_model *model;
    eg_fmu_list list;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &model), EG_OK);
    assert_int_equal(eg_fmu_list_make(&list, model), 0);
    for (size_t i = 0; i < list.count && w->count < MOST_VALUES; i++)
        if (list.items[i].type == EG_REAL &&
            (list.items[i].kind == EG_FMU_LOCAL || list.items[i].kind == EG_FMU_STATE))
            w->references[w->count++] = (fmi3ValueReference)i;
    eg_fmu_list_release(&list);
    eg_model_free(model);
    eg_spec_free(spec);
}

/* Threads may not fail a test: they say what has gone wrong, the first time. */
static bool expect(work *w, bool holds, const char *what, int point)
{
    if (!holds && !w->failure[0])
        snprintf(w->failure, sizeof w->failure, "%s at point %d", what, point);
    return holds;
}

static bool start(work *w, fmi3Instance i)
{
    return expect(w,
                  i && w->r->three.EnterInitializationMode(i, false, 0, 0, true, 2) == fmi3OK &&
                      w->r->three.ExitInitializationMode(i) == fmi3OK,
                  "no start", 0);
}

static bool read_values(work *w, fmi3Instance i, double *values)
{
    return w->r->three.GetFloat64(i, w->references, w->count, values, w->count) == fmi3OK;
}

/* To point k + 1, from point k. */
static bool advance(work *w, fmi3Instance i, int k)
{
    bool event, terminate, early;
    double last, from = 2.0 * k / POINTS, to = 2.0 * (k + 1) / POINTS;
    return w->r->three.DoStep(i, from, to - from, true, &event, &terminate, &early, &last) == fmi3OK;
}

/* From point `from` to the end: into rows, or as they are there. */
static bool go(work *w, fmi3Instance i, int from, double (*rows)[MOST_VALUES], bool writes, const char *what)
{
    double now[MOST_VALUES];
    for (int k = from; k < POINTS; k++) {
        if (!expect(w, advance(w, i, k) && read_values(w, i, writes ? rows[k + 1] : now), "no step", k))
            return false;
        if (!writes && !expect(w, memcmp(now, rows[k + 1], w->count * sizeof *now) == 0, what, k + 1))
            return false;
    }
    return true;
}

/* Saved at point k: on from there, back, and on in an instance that is made of its bytes. */
static bool save_and_return(work *w, fmi3Instance i, int k, double (*rows)[MOST_VALUES])
{
    const fmi3_calls *f = &w->r->three;
    fmi3FMUState state = NULL, copy = NULL;
    size_t size = 0;
    if (!expect(w,
                f->GetFMUState(i, &state) == fmi3OK && f->SerializedFMUStateSize(i, state, &size) == fmi3OK,
                "no state", k))
        return false;
    fmi3Byte *bytes = malloc(size + 1);
    fmi3Instance other = cosimulation(w->r);
    bool done = bytes && f->SerializeFMUState(i, state, bytes, size) == fmi3OK &&
                go(w, i, k, rows, true, "") && f->SetFMUState(i, state) == fmi3OK &&
                go(w, i, k, rows, false, "other bits when gone back") && other &&
                f->DeserializeFMUState(other, bytes, size, &copy) == fmi3OK &&
                f->SetFMUState(other, copy) == fmi3OK &&
                go(w, other, k, rows, false, "other bits from bytes") && f->SetFMUState(i, state) == fmi3OK &&
                f->FreeFMUState(i, &state) == fmi3OK && f->FreeFMUState(other, &copy) == fmi3OK;
    free(bytes);
    f->FreeInstance(other);
    return expect(w, done, "a state is refused", k);
}

static void *toil(void *context)
{
    work *w = context;
    double(*rows)[MOST_VALUES] = calloc(POINTS + 1, sizeof *rows);
    fmi3Instance i = cosimulation(w->r);
    bool on = rows && start(w, i) && go(w, i, 0, w->alone, false, "other bits than alone");
    for (int k = 0; k < POINTS && on; k += EVERY) {
        on = expect(w, w->r->three.Reset(i) == fmi3OK, "no reset", k) && start(w, i);
        for (int m = 0; m < k && on; m++)
            on = expect(w, advance(w, i, m), "no step", m);
        on = on && save_and_return(w, i, k, rows);
    }
    on = on && expect(w, w->r->three.Reset(i) == fmi3OK, "no reset", POINTS) && start(w, i) &&
         go(w, i, 0, w->alone, false, "other bits after a reset");
    w->r->three.FreeInstance(i);
    free(rows);
    return NULL;
}

static void threads_do_not_meet(void **state)
{
    work *works = calloc(TEXTS * ALIKE, sizeof *works);
    pthread_t threads[TEXTS * ALIKE];
    void *runtimes[TEXTS];
    (void)state;
    assert_non_null(works);
    for (int k = 0; k < TEXTS; k++) {
        assert_int_equal(begin_runtime(&runtimes[k]), 0);
        work *w = &works[k];
        w->r = runtimes[k];
        put_model(w->r, texts[k], engines[k]);
        list_values(w, texts[k]);
        fmi3Instance i = cosimulation(w->r);
        assert_true(start(w, i) && w->count > 0 && go(w, i, 0, w->alone, true, ""));
        w->r->three.FreeInstance(i);
        for (int n = 1; n < ALIKE; n++)
            works[n * TEXTS + k] = *w;
    }
    for (int k = 0; k < TEXTS * ALIKE; k++)
        assert_int_equal(pthread_create(&threads[k], NULL, toil, &works[k]), 0);
    for (int k = 0; k < TEXTS * ALIKE; k++)
        pthread_join(threads[k], NULL);
    for (int k = 0; k < TEXTS * ALIKE; k++)
        if (works[k].failure[0])
            fail_msg("model %d: %s; %s", k % TEXTS, works[k].failure, works[k].r->last);
    for (int k = 0; k < TEXTS; k++)
        end_runtime(&runtimes[k]);
    free(works);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_not_meet)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
