/* One compiled model, one trajectory and several threads: what each of them gets are the bits of one that
 * was alone. Built with -fsanitize=thread (`make tsan`) it also shows that nobody writes what another one
 * reads. */
#include "build_model.h"

#include <pthread.h>

enum { THREADS = 3, ENGINES = 6 };
static const char *const engines[ENGINES] = {"auto", "exact", "erk", "irk", "ida", "fixed"};

/* Contacts with and without a power, friction, heat, tables from files, signals, samples, equations. */
static const struct {
    const char *file;
    double stop; /* [s] */
} models[] = {
    {"BouncingMass.mo", 1}, {"Rattle.mo", 0.2},         {"BrakedSlider.mo", 0.5},
    {"Freewheel.mo", 0.2},  {"HeatedStop.mo", 0.2},     {"Characteristic.mo", 0.02},
    {"Replay.mo", 0.5},     {"SampledControl.mo", 0.3}, {"GapInEquations.mo", 0.5},
    {"BouncingBall.mo", 1}, {"LogicNetwork.mo", 0.5},   {"Suspension.mo", 0.2},
};
enum { MODELS = sizeof models / sizeof *models };

/* What threads share, and what one of them found. */
typedef struct shared {
    const char *file;
    double stop;
    const eg_model *model;
    eg_status status[ENGINES];
    eg_trajectory *alone[ENGINES];
} shared;

typedef struct toiler {
    const shared *s;
    pthread_t thread;
    char failure[200]; /* threads may not fail a test: they say what has gone wrong, the last time */
} toiler;

static void expect(toiler *t, bool holds, const char *what, const char *which)
{
    if (!holds)
        snprintf(t->failure, sizeof t->failure, "%s: %s (%s)", t->s->file, what, which);
}

static eg_status simulate(const shared *s, const eg_model *model, int engine, eg_trajectory **t)
{
    eg_simulate_options o = eg_simulate_options_default(model);
    o.engine = engines[engine];
    o.stop_time = s->stop;
    o.interval = s->stop / 20;
    return eg_simulate(model, &o, NULL, t, NULL);
}

static bool same(const eg_trajectory *a, const eg_trajectory *b)
{
    if (!a || !b)
        return a == b;
    if (eg_trajectory_rows(a) != eg_trajectory_rows(b) || eg_trajectory_events(a) != eg_trajectory_events(b))
        return false;
    for (size_t row = 0; row < eg_trajectory_rows(a); row++)
        for (size_t i = 0; i < eg_trajectory_signals(a); i++) {
            double x = eg_trajectory_value(a, i, row), y = eg_trajectory_value(b, i, row);
            if (memcmp(&x, &y, sizeof x) != 0)
                return false;
        }
    return true;
}

/* A model of the thread's own text beside the one that all have. */
static eg_model *own_model(const char *file)
{
    char path[1000];
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    snprintf(path, sizeof path, "%s/examples/%s", EG_SOURCE_DIR, file);
    if (eg_spec_read(path, NULL, NULL, &spec) == EG_OK)
        (void)eg_model_compile(spec, NULL, &model);
    eg_spec_free(spec);
    return model;
}

/* Interpolates in what is there, which remembers no place for its next reader. */
static void read_shared(toiler *t, int engine)
{
    const eg_trajectory *alone = t->s->alone[engine];
    if (!alone || eg_trajectory_rows(alone) == 0)
        return;
    size_t last = eg_trajectory_rows(alone) - 1;
    double x = eg_trajectory_at(alone, 0, eg_trajectory_time(alone, last));
    double y = eg_trajectory_value(alone, 0, last);
    expect(t, memcmp(&x, &y, sizeof x) == 0, "another end", engines[engine]);
}

static void *toil(void *argument)
{
    toiler *t = argument;
    eg_model *own = own_model(t->s->file);
    expect(t, own != NULL, "cannot be read", "");
    for (int k = 0; k < 2 * ENGINES && own; k++) {
        const int engine = k % ENGINES;
        eg_trajectory *now = NULL;
        eg_status status = simulate(t->s, k < ENGINES ? t->s->model : own, engine, &now);
        expect(t, status == t->s->status[engine], "another status", engines[engine]);
        expect(t, same(now, t->s->alone[engine]), "other bits", engines[engine]);
        read_shared(t, engine);
        eg_trajectory_free(now);
    }
    eg_model_free(own);
    return NULL;
}

static void threads_share_a_model(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        eg_model *model = own_model(models[m].file);
        shared s = {.file = models[m].file, .stop = models[m].stop, .model = model};
        toiler toilers[THREADS] = {{0}};
        int ran = 0;
        assert_non_null(model);
        for (int i = 0; i < ENGINES; i++) {
            s.status[i] = simulate(&s, model, i, &s.alone[i]);
            ran += s.status[i] == EG_OK;
        }
        TRUE(ran > 0 && s.status[0] == EG_OK);
        for (int i = 0; i < THREADS; i++) {
            toilers[i].s = &s;
            assert_int_equal(pthread_create(&toilers[i].thread, NULL, toil, &toilers[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(toilers[i].thread, NULL);
            if (toilers[i].failure[0])
                rig_fail(__FILE__, __LINE__, toilers[i].failure);
        }
        for (int i = 0; i < ENGINES; i++)
            eg_trajectory_free(s.alone[i]);
        eg_model_free(model);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_share_a_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
