/* The ready-made FMUs of force laws (fmus/): what they answer is what law.h says. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "elastogap/law.h"
#include "fmi/variables.h"

enum { POINTS = 120 };

/* One of the models, as it is exported, and the value references of its variables. */
typedef struct block {
    runtime *r;
    fmi3Instance i;
    eg_model *model;
    eg_fmu_list list;
    double t;
} block;

static void read_block(block *b, runtime *r, const char *name)
{
    char path[400], text[20000];
    snprintf(path, sizeof path, "%s/fmus/%s.mo", EG_SOURCE_DIR, name);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    put_model(r, text, "auto");
    snprintf(path, sizeof path, "%sfmu.txt", r->directory);
    snprintf(text, sizeof text, "token T\nfile model.mo\nmodel %s\nengine auto\n", name);
    put_file(path, text);

    eg_spec *spec;
    *b = (block){.r = r};
    snprintf(path, sizeof path, "%smodel.mo", r->directory);
    assert_int_equal(eg_spec_read(path, NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &b->model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_fmu_list_make(&b->list, b->model), 0);
}

static fmi3ValueReference reference_of(const block *b, const char *name)
{
    long found = eg_names_find(b->list.names, name);
    if (found < 0)
        fail_msg("there is no %s", name);
    return (fmi3ValueReference)found;
}

static void put(block *b, const char *name, double value)
{
    fmi3ValueReference reference = reference_of(b, name);
    assert_int_equal(b->r->three.SetFloat64(b->i, &reference, 1, &value, 1), fmi3OK);
}

static double get(block *b, const char *name)
{
    fmi3ValueReference reference = reference_of(b, name);
    double value = NAN;
    assert_int_equal(b->r->three.GetFloat64(b->i, &reference, 1, &value, 1), fmi3OK);
    return value;
}

static void begin(block *b, bool is_exchange)
{
    b->i = is_exchange ? exchange(b->r) : cosimulation(b->r);
    assert_non_null(b->i);
    b->t = 0;
}

static void start(block *b)
{
    assert_int_equal(b->r->three.EnterInitializationMode(b->i, false, 0, 0, false, 0), fmi3OK);
    if (b->r->three.ExitInitializationMode(b->i) != fmi3OK)
        fail_msg("%s", b->r->last);
}

/* The force at (s, v): after a step, or after the event that a jump of the inputs is. */
static double force(block *b, bool is_exchange, double s, double v)
{
    put(b, "s", s);
    put(b, "v", v);
    bool unused[5];
    double last;
    if (is_exchange)
        assert_int_equal(b->r->three.UpdateDiscreteStates(b->i, &unused[0], &unused[1], &unused[2],
                                                          &unused[3], &unused[4], &last),
                         fmi3OK);
    else
        assert_int_equal(
            b->r->three.DoStep(b->i, b->t, 0.001, true, &unused[0], &unused[1], &unused[2], &last), fmi3OK);
    b->t += is_exchange ? 0 : 0.001;
    return get(b, "f");
}

static void end(block *b)
{
    b->r->three.FreeInstance(b->i);
    b->i = NULL;
}

static void release(block *b)
{
    eg_fmu_list_release(&b->list);
    eg_model_free(b->model);
}

/* The same sequence everywhere: in [-1, 1). */
static double draw(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 8388608.0 - 1;
}

/* Both sides round each of some ten operations, pow included, by an ulp or two. */
static void same_force(double f, double expected, double scale)
{
    if (!(fabs(f - expected) <= 32 * 2.2e-16 * scale))
        fail_msg("the force is %.17g instead of %.17g", f, expected);
}

/* ---------------------------------------------------------------- the tests */

static void gap(void **state)
{
    static const double exponents[] = {1, 1.5, 2, 2.7};
    block b;
    read_block(&b, *state, "ElastoGap");
    unsigned seed = 1;
    for (int k = 0; k < 8; k++) {
        bool is_exchange = k % 2;
        double n = exponents[k / 2];
        eg_elasto_gap law = eg_elasto_gap_msl(100, 3, 0.2, 0.5, k / 2 == 2 ? 7 : 50, n);
        begin(&b, is_exchange);
        put(&b, "c", law.c);
        put(&b, "d", law.d);
        put(&b, "s_rel0", law.s_rel0);
        put(&b, "s_ref", law.s_ref);
        if (k / 2 == 2) /* else it follows from c and s_ref */
            put(&b, "f_ref", law.f_ref);
        put(&b, "n", n);
        start(&b);
        for (int p = 0; p < POINTS; p++) {
            double s = 0.2 + draw(&seed), v = 20 * draw(&seed);
            double f = force(&b, is_exchange, s, v), spring = law.f_ref * pow(fabs(s - 0.2) / 0.5, n);
            same_force(f, eg_elasto_gap_f(&law, s, v), 2 * spring);
            assert_true(f <= 0 && get(&b, "lossPower") >= 0);
        }
        assert_true(force(&b, is_exchange, 0.2, -1) == 0); /* exact touch is no contact */
        end(&b);
    }
    release(&b);
}

static void two_sided_gap(void **state)
{
    block b;
    read_block(&b, *state, "TwoSidedGap");
    unsigned seed = 2;
    for (int k = 0; k < 2; k++) {
        eg_elasto_gap lower = eg_elasto_gap_msl(100, 3, -0.4, 1, 100, 1.5);
        eg_elasto_gap upper = eg_elasto_gap_msl(80, 5, -0.3, 1, 80, 1); /* it sees -s */
        begin(&b, k);
        put(&b, "s_lower", -0.4);
        put(&b, "c_lower", 100);
        put(&b, "d_lower", 3);
        put(&b, "n_lower", 1.5);
        put(&b, "s_upper", 0.3);
        put(&b, "c_upper", 80);
        put(&b, "d_upper", 5);
        put(&b, "n_upper", 1);
        start(&b);
        for (int p = 0; p < POINTS; p++) {
            double s = draw(&seed), v = 20 * draw(&seed);
            double expected = eg_elasto_gap_f(&lower, s, v) - eg_elasto_gap_f(&upper, -s, -v);
            same_force(force(&b, k, s, v), expected, 200);
        }
        end(&b);
    }
    release(&b);
}

static void spring_dampers(void **state)
{
    static const char *const names[] = {"SpringDamper", "SpringDamper20sim"};
    unsigned seed = 3;
    for (int k = 0; k < 4; k++) {
        eg_spring_damper law = {100, 3, k / 2 ? 0 : 0.3};
        block b;
        read_block(&b, *state, names[k / 2]);
        begin(&b, k % 2);
        put(&b, k / 2 ? "k" : "c", law.c);
        put(&b, "d", law.d);
        if (k / 2 == 0)
            put(&b, "s_rel0", law.s_rel0);
        start(&b);
        for (int p = 0; p < POINTS; p++) {
            double s = draw(&seed), v = 20 * draw(&seed);
            same_force(force(&b, k % 2, s, v), eg_spring_damper_f(&law, s, v), 200);
        }
        end(&b);
        release(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(gap, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(two_sided_gap, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(spring_dampers, begin_runtime, end_runtime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
