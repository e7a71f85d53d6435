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

/* ---------------------------------------------------------------- parameters of the user's model */

#define TRANSLATIONAL "Modelica.Mechanics.Translational.Components."
#define FED                                                                                                  \
    "model M parameter Real c0 = 100, factor = 2, rate[2] = {1, 2}, pair[2] = {0.1, 0.2}, L0 = 0.1; "        \
    "parameter Real n0 = 1, x0 = 0.5, T0 = 0.1, size = 1.5, c1 = factor*c0; "                                \
    "parameter Integer count = integer(size); " TRANSLATIONAL "Fixed ground; " TRANSLATIONAL                 \
    "Spring spring(c = c1, s_rel0 = 0); " TRANSLATIONAL                                                      \
    "Mass a(m = 2, L = 2*L0, s(start = 0.1 + L0, fixed = true), v(start = 0, fixed = true)); " TRANSLATIONAL \
    "Mass row[count](each m = 1, each s(fixed = true), each v(fixed = true)); " TRANSLATIONAL                \
    "ElastoGap stop[2](s_rel0 = pair, each c = 1, each d = 0, each n = n0); " TRANSLATIONAL                  \
    "Mass b[2](each m = 1, L = {pair[2], 0}, each s(start = 5, fixed = true), "                              \
    "each v(start = 0, fixed = true)); "                                                                     \
    "Real x(start = x0, fixed = true), y(start = 0, fixed = true); discrete Real z(start = 0); "             \
    "equation connect(ground.flange, spring.flange_a); connect(spring.flange_b, a.flange_a); "               \
    "for i in 1:2 loop connect(ground.flange, stop[i].flange_a); "                                           \
    "connect(stop[i].flange_b, b[i].flange_a); end for; "                                                    \
    "der(x) = -rate[1]*x; der(y) = if rate[2] > 3 then 1 else 0; "                                           \
    "when sample(0, T0) then z = pre(z) + 1; end when; end M;"

static fmi3ValueReference reference_in(const eg_fmu_list *list, const char *name)
{
    long found = eg_names_find(list->names, name);
    if (found < 0)
        fail_msg("there is no %s", name);
    return (fmi3ValueReference)found;
}

static void list_of(const char *text, eg_fmu_list *list, eg_model **model)
{
    eg_spec *spec;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_fmu_list_make(list, *model), 0);
}

/* They are tunable if all that they reach is: directly, through others, through the elements of arrays. */
static void what_feeds_tunables_is_tunable(void **state)
{
    static const char *const may[] = {"c0", "factor", "c1", "rate[1]", "rate[2]", "stop[1].s_rel0"},
                             *const may_not[] = {"L0",   "n0",    "x0",      "T0",
                                                 "size", "count", "pair[1]", "pair[2]"};
    eg_fmu_list list;
    eg_model *model;
    (void)state;
    list_of(FED, &list, &model);
    for (size_t i = 0; i < sizeof may / sizeof *may; i++)
        if (!list.items[reference_in(&list, may[i])].is_tunable)
            fail_msg("%s is not tunable", may[i]);
    for (size_t i = 0; i < sizeof may_not / sizeof *may_not; i++)
        if (list.items[reference_in(&list, may_not[i])].is_tunable)
            fail_msg("%s is tunable", may_not[i]);
    eg_fmu_list_release(&list);
    eg_model_free(model);

    list_of(
        "model M Modelica.Mechanics.Translational.Components.Spring a(c = 3, s_rel0 = 0.1), "
        "b(c = a.c, s_rel0 = 0); Modelica.Mechanics.Translational.Components.Mass m(m = 1, L = a.s_rel0); "
        "Modelica.Mechanics.Translational.Components.Fixed g; equation connect(g.flange, a.flange_a); "
        "connect(a.flange_b, m.flange_a); connect(m.flange_b, b.flange_a); connect(b.flange_b, g.flange); "
        "end M;",
        &list, &model);
    assert_true(list.items[reference_in(&list, "a.c")].is_tunable);
    assert_true(list.items[reference_in(&list, "b.s_rel0")].is_tunable);
    assert_false(list.items[reference_in(&list, "a.s_rel0")].is_tunable);
    eg_fmu_list_release(&list);
    eg_model_free(model);
}

/* s as in steps_go_on; x = x1 exp(-rate (t - t1)); y grows from then on. */
static void what_depends_follows(void **state)
{
    runtime *r = *state;
    eg_fmu_list list;
    eg_model *model;
    list_of(FED, &list, &model);
    static const char *const wanted[] = {"c0",  "rate[1]", "rate[2]", "c1", "spring.c",
                                         "a.s", "a.v",     "x",       "y"};
    fmi3ValueReference v[9];
    for (int k = 0; k < 9; k++)
        v[k] = reference_in(&list, wanted[k]);
    put_model(r, FED, "ida");
    fmi3Instance i = cosimulation(r);
    initialize(r, i);
    step(r, i, 0, 0.25);
    double s = get(r, i, v[5]) - 0.1, speed = get(r, i, v[6]), x = get(r, i, v[7]), w = sqrt(200);
    assert_true(fabs(s - 0.1 * cos(2.5)) < 1e-8 && fabs(x - 0.5 * exp(-0.25)) < 1e-8);
    assert_int_equal(r->three.SetFloat64(i, v, 3, (double[]){200, 3, 4}, 3), fmi3OK);
    assert_true(get(r, i, v[3]) == 400 && get(r, i, v[4]) == 400 && get(r, i, v[7]) == x);
    step(r, i, 0.25, 0.5);
    assert_true(fabs(get(r, i, v[5]) - 0.1 - (s * cos(w * 0.5) + speed / w * sin(w * 0.5))) < 1e-8);
    assert_true(fabs(get(r, i, v[7]) - x * exp(-1.5)) < 1e-8 && fabs(get(r, i, v[8]) - 0.5) < 1e-8);
    assert_int_equal(set(r, i, reference_in(&list, "L0"), 1), fmi3Error);
    r->three.FreeInstance(i);
    eg_fmu_list_release(&list);
    eg_model_free(model);
}

/* What equations tie to each other stays where it is. */
static void lengths_in_equations_stay(void **state)
{
    static const char text[] =
        "model M import Modelica.Mechanics.Translational.*; model Bar Interfaces.Flange_a a; "
        "Interfaces.Flange_b b; parameter Real L = 0.1; equation b.s = a.s + L; 0 = a.f + b.f; end Bar; "
        "Bar bar; Components.Mass m(m = 1, s(fixed = true), v(fixed = true)); "
        "Components.Spring spring(c = 10); Components.Fixed ground; equation connect(ground.flange, "
        "spring.flange_a); connect(spring.flange_b, bar.a); connect(bar.b, m.flange_a); end M;";
    runtime *r = *state;
    eg_fmu_list list;
    eg_model *model;
    list_of(text, &list, &model);
    fmi3ValueReference L = reference_in(&list, "bar.L");
    put_model(r, text, "auto");
    fmi3Instance i = cosimulation(r);
    initialize(r, i);
    step(r, i, 0, 0.1);
    assert_int_equal(set(r, i, L, 0.2), fmi3Error);
    assert_true(get(r, i, L) == 0.1);
    step(r, i, 0.1, 0.1);
    r->three.FreeInstance(i);
    eg_fmu_list_release(&list);
    eg_model_free(model);
}

int main(void)
{
#define IN_RUNTIME(test) cmocka_unit_test_setup_teardown(test, begin_runtime, end_runtime)
    const struct CMUnitTest tests[] = {
        IN_RUNTIME(steps_go_on),
        IN_RUNTIME(modes_follow),
        IN_RUNTIME(in_event_mode),
        IN_RUNTIME(refused),
        cmocka_unit_test(what_feeds_tunables_is_tunable),
        IN_RUNTIME(what_depends_follows),
        IN_RUNTIME(lengths_in_equations_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
