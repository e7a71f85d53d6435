/* Tunable parameters: set while the run goes on they change what follows and nothing else; those that decide
 * the structure are refused. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/variables.h"

/* A mass on a spring, and one above a stop that it does not touch. */
#define SPRING                                                                                               \
    "model M Modelica.Mechanics.Translational.Components.Fixed ground; "                                     \
    "Modelica.Mechanics.Translational.Components.Spring spring(c = 200); "                                   \
    "Modelica.Mechanics.Translational.Components.Mass a(m = 2, L = 0, s(start = 0.1, fixed = true), "        \
    "v(start = 0, fixed = true)); "                                                                          \
    "Modelica.Mechanics.Translational.Components.ElastoGap stop(c = 1e3, d = 0, s_rel0 = 0); "               \
    "Modelica.Mechanics.Translational.Components.Mass b(m = 1, s(start = 0.02, fixed = true), "              \
    "v(start = 0, fixed = true)); "                                                                          \
    "equation connect(ground.flange, spring.flange_a); connect(spring.flange_b, a.flange_a); "               \
    "connect(ground.flange, stop.flange_a); connect(stop.flange_b, b.flange_a); end M;"

typedef struct names {
    fmi3ValueReference c, m, L, n, s, v, s_rel0, f, s_b;
} names;

static names names_of(const char *text)
{
    eg_spec *spec;
    eg_model *model;
    eg_fmu_list list;
    names x;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_fmu_list_make(&list, model), 0);
#define FIND(what) (fmi3ValueReference) eg_names_find(list.names, what)
    x = (names){FIND("spring.c"), FIND("a.m"),         FIND("a.L"),    FIND("stop.n"), FIND("a.s"),
                FIND("a.v"),      FIND("stop.s_rel0"), FIND("stop.f"), FIND("b.s")};
    assert_true(list.items[x.c].is_tunable && list.items[x.m].is_tunable && list.items[x.s_rel0].is_tunable);
    assert_false(list.items[x.L].is_tunable || list.items[x.n].is_tunable);
    eg_fmu_list_release(&list);
    eg_model_free(model);
    return x;
}

static double get(runtime *r, fmi3Instance i, fmi3ValueReference reference)
{
    double value = NAN;
    assert_int_equal(r->three.GetFloat64(i, &reference, 1, &value, 1), fmi3OK);
    return value;
}

static fmi3Status set(runtime *r, fmi3Instance i, fmi3ValueReference reference, double value)
{
    return r->three.SetFloat64(i, &reference, 1, &value, 1);
}

static void initialize(runtime *r, fmi3Instance i)
{
    assert_non_null(i);
    assert_int_equal(r->three.EnterInitializationMode(i, true, 1e-10, 0, false, 0), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(i), fmi3OK);
}

static void step(runtime *r, fmi3Instance i, double t, double h)
{
    bool event, terminate, early;
    double last;
    assert_int_equal(r->three.DoStep(i, t, h, true, &event, &terminate, &early, &last), fmi3OK);
}

/* s = s1 cos(w (t - t1)) + v1/w sin(w (t - t1)) from the point where c and m change on. */
static void steps_go_on(void **state)
{
    runtime *r = *state;
    names x = names_of(SPRING);
    static const char *const engines[] = {"erk", "ida", "exact", "auto"};
    for (int e = 0; e < 4; e++) {
        put_model(r, SPRING, engines[e]);
        fmi3Instance i = cosimulation(r);
        initialize(r, i);
        step(r, i, 0, 0.25);
        double s = get(r, i, x.s), v = get(r, i, x.v), w = 20;
        assert_true(fabs(s - 0.1 * cos(2.5)) < 1e-8 && fabs(v + sin(2.5)) < 1e-7);
        fmi3ValueReference both[] = {x.c, x.m};
        assert_int_equal(r->three.SetFloat64(i, both, 2, (double[]){400, 1}, 2), fmi3OK);
        assert_true(get(r, i, x.s) == s && get(r, i, x.v) == v && get(r, i, x.c) == 400);
        step(r, i, 0.25, 0.5);
        assert_true(fabs(get(r, i, x.s) - (s * cos(w * 0.5) + v / w * sin(w * 0.5))) < 1e-8);
        /* and a state knows what has been set */
        fmi3FMUState saved = NULL;
        assert_int_equal(r->three.GetFMUState(i, &saved), fmi3OK);
        step(r, i, 0.75, 0.5);
        double after = get(r, i, x.s);
        fmi3Instance other = cosimulation(r);
        assert_int_equal(r->three.SetFMUState(other, saved), fmi3OK);
        step(r, other, 0.75, 0.5);
        assert_true(get(r, other, x.s) == after && get(r, other, x.c) == 400);
        assert_int_equal(r->three.FreeFMUState(i, &saved), fmi3OK);
        r->three.FreeInstance(other);
        r->three.FreeInstance(i);
    }
}

/* The edge of the stop rises to where the mass is: at once there is a force. */
static void modes_follow(void **state)
{
    runtime *r = *state;
    names x = names_of(SPRING);
    put_model(r, SPRING, "auto");
    fmi3Instance i = cosimulation(r);
    initialize(r, i);
    step(r, i, 0, 0.1);
    assert_true(get(r, i, x.f) == 0 && get(r, i, x.s_b) == 0.02);
    assert_int_equal(set(r, i, x.s_rel0, 0.03), fmi3OK);
    assert_true(fabs(get(r, i, x.f) + 10) < 1e-9);
    step(r, i, 0.1, 0.01);
    assert_true(fabs(get(r, i, x.s_b) - (0.03 - 0.01 * cos(sqrt(1000) * 0.01))) < 1e-8);
    r->three.FreeInstance(i);
}

static void in_event_mode(void **state)
{
    runtime *r = *state;
    bool again, terminate, nominals, values, has_next;
    double next, dx[4];
    names x = names_of(SPRING);
    put_model(r, SPRING, "auto");
    fmi3Instance i = exchange(r);
    initialize(r, i);
    fmi3UpdateDiscreteStatesTYPE *update = r->three.UpdateDiscreteStates;
    assert_int_equal(update(i, &again, &terminate, &nominals, &values, &has_next, &next), fmi3OK);
    assert_int_equal(r->three.EnterContinuousTimeMode(i), fmi3OK);
    assert_int_equal(set(r, i, x.c, 300), fmi3Error);
    assert_non_null(strstr(r->last, "event mode"));
    assert_int_equal(r->three.EnterEventMode(i), fmi3OK);
    assert_int_equal(set(r, i, x.c, 300), fmi3OK);
    assert_int_equal(set(r, i, x.s_rel0, 0.03), fmi3OK);
    assert_int_equal(update(i, &again, &terminate, &nominals, &values, &has_next, &next), fmi3OK);
    assert_int_equal(r->three.EnterContinuousTimeMode(i), fmi3OK);
    assert_int_equal(r->three.GetContinuousStateDerivatives(i, dx, 4), fmi3OK);
    assert_true(dx[2] == -15 && fabs(dx[3] - 10) < 1e-12);
    r->three.FreeInstance(i);
}

static void refused(void **state)
{
    runtime *r = *state;
    names x = names_of(SPRING);
    put_model(r, SPRING, "auto");
    fmi3Instance i = cosimulation(r);
    initialize(r, i);
    step(r, i, 0, 0.1);
    assert_int_equal(set(r, i, x.L, 1), fmi3Error);
    assert_int_equal(set(r, i, x.n, 2), fmi3Error);
    assert_int_equal(set(r, i, x.m, 0), fmi3Error); /* an inertia vanishes */
    assert_non_null(strstr(r->last, "structure"));
    assert_int_equal(set(r, i, x.c, -1), fmi3Error); /* out of its range */
    assert_int_equal(set(r, i, x.c, NAN), fmi3Error);
    assert_true(get(r, i, x.m) == 2 && get(r, i, x.c) == 200);
    step(r, i, 0.1, 0.15); /* all went on as it was */
    assert_true(fabs(get(r, i, x.s) - 0.1 * cos(2.5)) < 1e-8);
    r->three.FreeInstance(i);
}

int main(void)
{
#define IN_RUNTIME(test) cmocka_unit_test_setup_teardown(test, begin_runtime, end_runtime)
    const struct CMUnitTest tests[] = {
        IN_RUNTIME(steps_go_on),
        IN_RUNTIME(modes_follow),
        IN_RUNTIME(in_event_mode),
        IN_RUNTIME(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
