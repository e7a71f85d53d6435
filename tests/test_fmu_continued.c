/* Instances that go on from a state: where it was taken, where it is put back, and in an instance that reads
 * it as bytes, all values have the same bits, those that nobody integrates too; and models with delay have
 * the closed form wherever their state was taken, and behind a change of a tunable parameter. */
#include "fmu_calls.h"

#include "component/spec.h"

enum { POINTS = 12, STEPS = 3, MOST_VALUES = 250 };

#define ROTATING "import Modelica.Mechanics.Rotational.Components; "

/* Three discs that ramps press against each other: what a clutch can hold when it begins to hold is not what
 * it can hold later, so that a network that has just been made hangs the discs up otherwise, and divides
 * loads in another order. */
static const char CLUTCHES[] =
    "model M " ROTATING "Components.Inertia a(J = 0.1, phi(start = 0, fixed = true), w(start = 3, fixed = "
    "true)), b(J = 0.3, phi(start = 0, fixed = true), w(start = 0, fixed = true)), c(J = 0.7, phi(start = 0, "
    "fixed = true), w(start = -1, fixed = true)); "
    "Components.Clutch ab(fn_max = 90, mu_pos = [0, 0.5]), bc(fn_max = 70, mu_pos = [0, 0.5]), "
    "ca(fn_max = 50, mu_pos = [0, 0.5]); "
    "Modelica.Blocks.Sources.Ramp one(height = 1, offset = 0.1, duration = 0.9), two(height = -0.8, "
    "offset = 1, "
    "duration = 0.9), three(height = 3, offset = 0.1, duration = 0.9); "
    "Modelica.Mechanics.Rotational.Sources.Torque engine; Modelica.Blocks.Sources.Sine wave(amplitude = 7, "
    "f = 1.3); "
    "equation connect(a.flange_b, ab.flange_a); connect(ab.flange_b, b.flange_a); "
    "connect(b.flange_b, bc.flange_a); connect(bc.flange_b, c.flange_a); connect(c.flange_b, ca.flange_a); "
    "connect(ca.flange_b, a.flange_a); connect(one.y, ab.f_normalized); connect(two.y, bc.f_normalized); "
    "connect(three.y, ca.f_normalized); connect(wave.y, engine.tau); connect(engine.flange, b.flange_a); "
    "annotation(experiment(StopTime = 1.2)); end M;";

/* x' = -x(t - 1), x = 1 before; y jumps behind an event of its own. */
static const char LOOKING_BACK[] =
    "model M Real x(start = 1, fixed = true), y; discrete Real n(start = 0); "
    "equation der(x) = -delay(x, 1); y = delay(n, 0.3); "
    "when sample(0.25, 2) then n = pre(n) + 1; end when; annotation(experiment(StopTime = 4)); end M;";

/* By a time that changes. */
static const char FAR_AND_NEAR[] =
    "model M Real w(start = 1, fixed = true), z; equation der(w) = cos(3*time); "
    "z = delay(w, 0.3 + 0.1*sin(time), 0.5); annotation(experiment(StopTime = 1.5)); end M;";

static const struct {
    const char *text, *engine;
    double span;
} models[] = {
    {CLUTCHES, "auto", 1.2},    {CLUTCHES, "ida", 1.2},     {FALLING, "exact", 2},
    {FALLING, "irk", 2},        {FALLING, "fixed", 2},      {LOOKING_BACK, "erk", 4},
    {LOOKING_BACK, "irk", 4},   {LOOKING_BACK, "ida", 4},   {LOOKING_BACK, "fixed", 4},
    {FAR_AND_NEAR, "erk", 1.5}, {FAR_AND_NEAR, "irk", 1.5},
};

typedef struct values {
    fmi3ValueReference references[MOST_VALUES];
    double at[STEPS + 1][MOST_VALUES];
    size_t count;
} values;

/* All reals. */
static values values_of(const char *text)
{
    values v = {.count = 0};
    eg_spec *spec;
    eg_model *model;
    eg_fmu_list list;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &model), EG_OK);
    eg_spec_free(spec);
    assert_int_equal(eg_fmu_list_make(&list, model), 0);
    for (size_t i = 0; i < list.count && v.count < MOST_VALUES; i++)
        if (list.items[i].type == EG_REAL)
            v.references[v.count++] = (fmi3ValueReference)i;
    eg_fmu_list_release(&list);
    eg_model_free(model);
    return v;
}

static double get(runtime *r, fmi3Instance i, fmi3ValueReference reference)
{
    double value = NAN;
    assert_int_equal(r->three.GetFloat64(i, &reference, 1, &value, 1), fmi3OK);
    return value;
}

static void step(runtime *r, fmi3Instance i, double t, double h)
{
    bool event, terminate, early;
    double last;
    if (r->three.DoStep(i, t, h, true, &event, &terminate, &early, &last) != fmi3OK)
        fail_msg("a step of %g s from %.17g s: %s", h, t, r->last);
}

static fmi3Instance begun(runtime *r)
{
    fmi3Instance i = cosimulation(r);
    assert_non_null(i);
    assert_int_equal(r->three.EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(i), fmi3OK);
    return i;
}

static void look(runtime *r, fmi3Instance i, values *v, int k)
{
    assert_int_equal(r->three.GetFloat64(i, v->references, v->count, v->at[k], v->count), fmi3OK);
}

/* What is shown at t and at the ends of steps behind it. */
static void go(runtime *r, fmi3Instance i, double t, double h, values *v)
{
    look(r, i, v, 0);
    for (int k = 0; k < STEPS; k++) {
        step(r, i, t, h);
        t += h;
        look(r, i, v, k + 1);
    }
}

static void same_bits(const values *a, const values *b, int model, double t, const char *who)
{
    for (int k = 0; k <= STEPS; k++)
        for (size_t j = 0; j < a->count; j++)
            if (memcmp(&a->at[k][j], &b->at[k][j], sizeof(double)) != 0)
                fail_msg(
                    "model %d by %s, %s at %.9g s, after %d steps: variable %u is %.17g instead of %.17g",
                    model, models[model].engine, who, t, k, (unsigned)a->references[j], b->at[k][j],
                    a->at[k][j]);
}

static void try_point(runtime *r, int model, double t, double h)
{
    values first = values_of(models[model].text), again = first, elsewhere = first;
    fmi3FMUState saved = NULL, copy = NULL;
    size_t size;
    fmi3Instance i = begun(r), other = begun(r);
    if (t > 0)
        step(r, i, 0, 0.4 * t);
    if (t > 0)
        step(r, i, 0.4 * t, t - 0.4 * t);
    if (r->three.GetFMUState(i, &saved) != fmi3OK)
        fail_msg("model %d: %s", model, r->last);
    assert_int_equal(r->three.SerializedFMUStateSize(i, saved, &size), fmi3OK);
    fmi3Byte *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(r->three.SerializeFMUState(i, saved, bytes, size), fmi3OK);
    go(r, i, t, h, &first);
    assert_int_equal(r->three.SetFMUState(i, saved), fmi3OK);
    go(r, i, t, h, &again);
    same_bits(&first, &again, model, t, "restored");
    assert_int_equal(r->three.DeserializeFMUState(other, bytes, size, &copy), fmi3OK);
    assert_int_equal(r->three.SetFMUState(other, copy), fmi3OK);
    go(r, other, t, h, &elsewhere);
    same_bits(&first, &elsewhere, model, t, "read elsewhere");
    assert_int_equal(r->three.FreeFMUState(i, &saved), fmi3OK);
    assert_int_equal(r->three.FreeFMUState(other, &copy), fmi3OK);
    r->three.FreeInstance(i);
    r->three.FreeInstance(other);
    free(bytes);
}

static void bits_are_the_same(void **state)
{
    runtime *r = *state;
    for (int model = 0; model < (int)(sizeof models / sizeof *models); model++) {
        put_model(r, models[model].text, models[model].engine);
        for (int k = 0; k < POINTS; k++)
            try_point(r, model, models[model].span * k / POINTS, models[model].span * 0.031);
    }
}

/* x' = -x(t - 1), x = 1 before: a polynomial of degree n on [n - 1, n]. */
static double polynomial(double t)
{
    double sum = 1, factorial = 1;
    for (int k = 1; k <= 20 && t >= k - 1; k++) {
        factorial *= k;
        sum += (k % 2 ? -1 : 1) * pow(t - (k - 1), k) / factorial;
    }
    return sum;
}

/* Steps of 0.09 s; at each point the state is taken, and every other one is put into an instance that has
 * just been made. An explicit engine has polynomials to round-off, steps of 1e-3 s by a rule of order 1 on an
 * interval of length 4, where |x'| <= 1, to 4e-3. */
static void delays_have_the_closed_form(void **state)
{
    runtime *r = *state;
    static const char *const engines[] = {"erk", "fixed"};
    static const double allowed[] = {1e-12, 4e-3};
    fmi3ValueReference x = reference_by(LOOKING_BACK, "x"), y = reference_by(LOOKING_BACK, "y");
    for (int e = 0; e < 2; e++) {
        put_model(r, LOOKING_BACK, engines[e]);
        fmi3Instance i = begun(r);
        fmi3FMUState saved = NULL;
        for (int k = 0; k < 44; k++) {
            const double t = 0.09 * k, to = 0.09 * (k + 1);
            assert_int_equal(r->three.GetFMUState(i, &saved), fmi3OK);
            if (k % 2 == 1) {
                r->three.FreeInstance(i);
                i = begun(r);
                assert_int_equal(r->three.SetFMUState(i, saved), fmi3OK);
            }
            step(r, i, t, to - t);
            if (!(fabs(get(r, i, x) - polynomial(to)) < allowed[e]))
                fail_msg("%s: x is off by %g at %g s", engines[e], get(r, i, x) - polynomial(to), to);
            assert_true(get(r, i, y) == fmax(0, floor((to - 0.55) / 2) + 1)); /* no point is at a jump */
        }
        assert_int_equal(r->three.FreeFMUState(i, &saved), fmi3OK);
        r->three.FreeInstance(i);
    }
}

/* y = k (3 + max(0, t - 0.25)): what has been stays where k becomes another one, before and behind the first
 * look back. */
static void delays_outlive_tuning(void **state)
{
    static const char text[] = "model M parameter Real k = 1; Real x(start = 3, fixed = true), y; "
                               "equation der(x) = 1; y = k*delay(x, 0.25); end M;";
    runtime *r = *state;
    fmi3ValueReference y = reference_by(text, "y"), k = reference_by(text, "k");
    put_model(r, text, "erk");
    for (int n = 1; n < 8; n++) {
        const double t = 0.1 * n, two = 2;
        fmi3Instance i = begun(r);
        step(r, i, 0, t);
        assert_int_equal(r->three.SetFloat64(i, &k, 1, &two, 1), fmi3OK);
        for (int j = 0; j < 5; j++) {
            step(r, i, t + 0.06 * j, 0.06);
            const double right = 2 * (3 + fmax(0, t + 0.06 * (j + 1) - 0.25));
            if (!(fabs(get(r, i, y) - right) < 1e-12))
                fail_msg("tuned at %g s: y is %.17g instead of %.17g", t, get(r, i, y), right);
        }
        r->three.FreeInstance(i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bits_are_the_same, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(delays_have_the_closed_form, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(delays_outlive_tuning, begin_runtime, end_runtime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
