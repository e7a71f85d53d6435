/* Steps of Co-Simulation, down to an ulp, inputs on their way, states as bytes, and inputs that stay what
 * they are: against closed forms. */
#include "fmu_calls.h"

#include "fmi/variables.h"

#include <float.h>

typedef struct attempt {
    runtime *r;
    int version;
    void *i;
    fmi3ValueReference u, s, v;
    double law[3]; /* of the input, from the beginning of the step */
    double since;
} attempt;

static void log_2(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                  fmi2String category, fmi2String message, ...)
{
    (void)name;
    log_3(environment, (fmi3Status)status, category, message);
}

static void set(attempt *a, double value)
{
    assert_int_equal(a->version == 2 ? (int)a->r->two.SetReal(a->i, &a->u, 1, &value)
                                     : (int)a->r->three.SetFloat64(a->i, &a->u, 1, &value, 1),
                     0);
}

static double get(attempt *a, fmi3ValueReference reference)
{
    double value = NAN;
    assert_int_equal(a->version == 2 ? (int)a->r->two.GetReal(a->i, &reference, 1, &value)
                                     : (int)a->r->three.GetFloat64(a->i, &reference, 1, &value, 1),
                     0);
    return value;
}

static double law_at(const attempt *a, double t)
{
    double past = t - a->since;
    return a->law[0] + past * (a->law[1] + 0.5 * a->law[2] * past);
}

static attempt *asked; /* the callback's environment is the runtime */

static void update(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean asks,
                   fmi3Boolean may_get, fmi3Boolean finished, fmi3Boolean may_return, fmi3Boolean *returns,
                   fmi3Float64 *at)
{
    attempt *a = asked;
    double value = 0;
    (void)may_return, (void)at;
    assert_ptr_equal(environment, a->r);
    *returns = false;
    assert_true(asks != may_get && asks != finished);
    if (asks) {
        set(a, law_at(a, time));
        assert_int_equal(a->r->three.GetFloat64(a->i, &a->s, 1, &value, 1), fmi3Error);
        assert_int_equal(a->r->three.SetFloat64(a->i, &a->s, 1, &value, 1), fmi3Error);
    } else { /* the input, too, is what it is then: to round-off of its three values */
        assert_true(fabs(get(a, a->u) - law_at(a, time)) < 1e-14 * 30);
    }
}

/* In step mode. stop: NAN, or the run's. */
static attempt set_out(runtime *r, int version, const char *text, const char *engine, double stop,
                       bool with_updates)
{
    attempt a = {.r = r, .version = version};
    fmi2CallbackFunctions callbacks = {log_2, NULL, NULL, NULL, r};
    put_model(r, text, engine);
    bool has_stop = !isnan(stop);
    if (version == 2) {
        char uri[300];
        snprintf(uri, sizeof uri, "file://%s", r->directory);
        a.i = r->two.Instantiate("two", fmi2CoSimulation, "T", uri, &callbacks, 0, 1);
        assert_non_null(a.i);
        assert_int_equal(r->two.SetupExperiment(a.i, 0, 0, 0, has_stop, stop), fmi2OK);
        assert_int_equal(r->two.EnterInitializationMode(a.i), fmi2OK);
        assert_int_equal(r->two.ExitInitializationMode(a.i), fmi2OK);
        return a;
    }
    a.i = r->three.InstantiateCoSimulation("three", "T", r->directory, false, true, false, false, NULL, 0, r,
                                           log_3, with_updates ? update : NULL);
    assert_non_null(a.i);
    assert_int_equal(r->three.EnterInitializationMode(a.i, false, 0, 0, has_stop, stop), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(a.i), fmi3OK);
    return a;
}

static void release(attempt *a)
{
    if (a->version == 2)
        a->r->two.FreeInstance(a->i);
    else
        a->r->three.FreeInstance(a->i);
}

static int step(attempt *a, double t, double h)
{
    bool flags[3];
    double last = NAN;
    if (a->version == 2)
        return (int)a->r->two.DoStep(a->i, t, h, 1);
    int status = (int)a->r->three.DoStep(a->i, t, h, true, &flags[0], &flags[1], &flags[2], &last);
    if (status == 0 && !(last <= t + h && last >= t + h - 2 * DBL_EPSILON * t)) /* the stop time, at most */
        fail_msg("a step of %g from %.17g ends at %.17g", h, t, last);
    return status;
}

/* ---------------------------------------------------------------- steps of any size */

static const char *const engines[] = {"erk", "irk", "ida", "exact", "fixed"};

/* The last step before the stop time may be some ulps long, or be added up to some ulps beyond it. */
static void last_steps_of_some_ulps(void **state)
{
    runtime *r = *state;
    fmi3ValueReference v = reference_by(PUSHED, "mass.v");
    for (int k = 0; k < 10; k++) {
        const char *engine = engines[k / 2];
        attempt a = set_out(r, 2 + k % 2, k < 6 ? PUSHED : FALLING, engine, 2, false);
        double t = 2 - 4.5e-16;
        if (step(&a, 0, t) != 0 || step(&a, t, 4.5e-16) != 0)
            fail_msg("%s: %s", engine, r->last);
        if (k < 6)
            assert_true(fabs(get(&a, v) - 1) < 1e-6);
        assert_int_equal(step(&a, 2, 4.5e-16), 0);
        r->errors = 0;
        assert_int_equal(step(&a, 2, 1e-3), 3); /* this one is too far */
        assert_true(r->errors > 0);
        release(&a);
    }
}

/* A force u = 1 on 2 kg, in steps from 5e-324 s on: v = t/2. A step below 4 ulp of t, or 5e-32 of the run,
 * is made with the next one, so that v lacks no more than those; the engine's tolerance is far below 1e-9. */
static void steps_of_any_size(void **state)
{
    static const double sizes[] = {5e-324, 1e-320, 1e-300, 1e-100, 1e-30, 1e-18, 1e-9, 0.25, 5e-324,
                                   1e-18,  5e-17,  1e-16,  2e-16,  5e-16, 1e-15, 3e-3, 1e-14};
    runtime *r = *state;
    fmi3ValueReference v = reference_by(PUSHED, "mass.v");
    for (int k = 0; k < 8; k++) {
        attempt a = set_out(r, 2 + k % 2, PUSHED, engines[k / 2 == 3 ? 4 : k / 2], k % 3 ? NAN : 1, false);
        double t = 0;
        for (int round = 0; round < 3; round++)
            for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
                if (step(&a, t, sizes[n]) != 0)
                    fail_msg("%s: %g from %g: %s", engines[k / 2], sizes[n], t, r->last);
                t += sizes[n];
                if (!(fabs(get(&a, v) - 0.5 * t) <=
                      1e-9 * t + 4 * DBL_EPSILON * t + DBL_EPSILON * DBL_EPSILON))
                    fail_msg("%s: v(%.17g) = %.17g", engines[k / 2], t, get(&a, v));
            }
        release(&a);
    }
}

/* ---------------------------------------------------------------- inputs between points */

static void tell_rates(attempt *a)
{
    const fmi2ValueReference both[2] = {a->u, a->u};
    const fmi2Integer orders[2] = {1, 2};
    assert_int_equal(a->r->two.SetRealInputDerivatives(a->i, both, 2, orders, a->law + 1), fmi2OK);
}

/* u = c0 + c1 t + c2 t^2/2 within each step: s and v of 2 kg are polynomials, which erk, irk and ida follow
 * to their tolerance (1e-6 of the model, of values up to 10), however large the step; held, u would be wrong
 * by tens of percent. */
static void inputs_are_polynomials(void **state)
{
    runtime *r = *state;
    for (int k = 0; k < 8; k++) {
        attempt a = set_out(r, 2 + k % 2, PUSHED, engines[k / 2 == 3 ? 4 : k / 2], k < 4 ? 4 : NAN, true);
        double s = 0, v = 0, tolerance = k / 2 == 3 ? 2e-3 : 2e-5; /* of steps of 1 ms; of the tolerance */
        asked = &a;
        a.u = reference_by(PUSHED, "u");
        a.s = reference_by(PUSHED, "mass.s");
        a.v = reference_by(PUSHED, "mass.v");
        for (int n = 0; n < 8; n++) {
            double h = n % 2 ? 0.25 : 0.75, *c = a.law;
            a.since = 0.5 * n + (n % 2) * 0.25;
            c[0] = n == 3 ? c[0] + h * c[1] : 3 - n;
            c[1] = n == 5 ? 0 : n - 2.5;
            c[2] = n < 2 ? 0 : 4.0 / n;
            set(&a, c[0]);
            if (a.version == 2)
                tell_rates(&a);
            assert_int_equal(step(&a, a.since, h), 0);
            s += v * h + 0.5 * h * h * (c[0] / 2 + h * (c[1] / 6 + h * c[2] / 24));
            v += 0.5 * h * (c[0] + h * (c[1] / 2 + h * c[2] / 6));
            if (!(fabs(get(&a, a.v) - v) < tolerance && fabs(get(&a, a.s) - s) < tolerance))
                fail_msg("FMI %d, %s, step %d: v %.9g s %.9g instead of %.9g %.9g", a.version, engines[k / 2],
                         n, get(&a, a.v), get(&a, a.s), v, s);
            assert_true(fabs(get(&a, a.u) - law_at(&a, a.since + h)) < 1e-14); /* and there it stays */
        }
        release(&a);
    }
}

/* Derivatives are for one step; the input is held where that has led. */
static void derivatives_are_for_one_step(void **state)
{
    runtime *r = *state;
    attempt a = set_out(r, 2, PUSHED, "erk", NAN, false);
    const fmi2Integer three = 3, none = 0;
    const double slope = 2, far = NAN;
    a.u = reference_by(PUSHED, "u");
    a.v = reference_by(PUSHED, "mass.v");
    a.law[1] = slope;
    tell_rates(&a); /* u starts as 1 */
    assert_int_equal(step(&a, 0, 1), 0);
    assert_true(fabs(get(&a, a.u) - 3) < 1e-15 && fabs(get(&a, a.v) - 1) < 1e-9);
    assert_int_equal(step(&a, 1, 1), 0);
    assert_true(get(&a, a.u) == 3 && fabs(get(&a, a.v) - 2.5) < 1e-9);
    r->errors = 0;
    r->last[0] = '\0';
    assert_int_equal(r->two.SetRealInputDerivatives(a.i, &a.u, 1, &three, &slope), fmi2Warning);
    assert_non_null(strstr(r->last, "degree 2"));
    assert_int_equal(r->two.SetRealInputDerivatives(a.i, &a.u, 1, &none, &slope), fmi2Error);
    assert_int_equal(r->two.SetRealInputDerivatives(a.i, &a.u, 1, (fmi2Integer[]){1}, &far), fmi2Error);
    assert_int_equal(r->two.SetRealInputDerivatives(a.i, &a.v, 1, (fmi2Integer[]){1}, &slope), fmi2Error);
    assert_int_equal(r->errors, 3);
    assert_int_equal(step(&a, 2, 1), 0);
    assert_true(get(&a, a.u) == 3 && fabs(get(&a, a.v) - 4) < 1e-9);
    release(&a);
}

/* A state holds what inputs do and will do: taken behind a step along a slope, and with one set for the
 * next. */
static void states_hold_laws_of_inputs(void **state)
{
    runtime *r = *state;
    attempt a = set_out(r, 2, PUSHED, "erk", NAN, false);
    fmi2FMUstate saved = NULL;
    double there[2];
    a.u = reference_by(PUSHED, "u");
    a.v = reference_by(PUSHED, "mass.v");
    a.law[1] = 2;
    tell_rates(&a);
    assert_int_equal(step(&a, 0, 0.5), 0);
    tell_rates(&a);
    assert_int_equal(r->two.GetFMUstate(a.i, &saved), fmi2OK);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(step(&a, 0.5, 0.5), 0);
        there[round] = get(&a, a.v);
        assert_true(fabs(there[round] - 1) < 1e-9);
        assert_int_equal(r->two.SetFMUstate(a.i, saved), fmi2OK);
        assert_true(get(&a, a.u) == 2);
    }
    assert_memory_equal(&there[0], &there[1], sizeof(double));
    assert_int_equal(r->two.FreeFMUstate(a.i, &saved), fmi2OK);
    release(&a);
}

/* Steps that no importer would see the end of are refused at once, also where their number is beyond
 * integers. */
static void endless_steps_are_refused(void **state)
{
    runtime *r = *state;
    static const double lengths[] = {1.1e7, 4.6e11, 1e300};
    for (int k = 0; k < 6; k++) {
        attempt a = set_out(r, 2 + k % 2, FALLING, "fixed", NAN, false);
        assert_int_equal(step(&a, 0, 0.1), 0);
        r->errors = 0;
        assert_int_equal(step(&a, 0.1, lengths[k / 2]), 3);
        assert_true(r->errors > 0);
        assert_non_null(strstr(r->last, "the engine fixed would take"));
        release(&a);
    }
}

/* ---------------------------------------------------------------- bytes of states */

/* One bit, wherever it is, one byte less or more: none is a state any more, and it says so. */
static void damaged_bytes_are_refused(void **state)
{
    runtime *r = *state;
    for (int version = 2; version <= 3; version++) {
        attempt a = set_out(r, version, FALLING, "erk", 2, false);
        void *saved = NULL, *copy = NULL;
        size_t size = 0;
        assert_int_equal(step(&a, 0, 0.33), 0);
        assert_int_equal(r->three.GetFMUState(a.i, &saved), fmi3OK);
        assert_int_equal(r->three.SerializedFMUStateSize(a.i, saved, &size), fmi3OK);
        fmi3Byte *bytes = calloc(size + 1, 1);
        assert_non_null(bytes);
        assert_int_equal(r->three.SerializeFMUState(a.i, saved, bytes, size), fmi3OK);
        assert_int_equal(r->three.DeserializeFMUState(a.i, bytes, size, &copy), fmi3OK);
        void *const before = copy;
        for (size_t k = 0; k < size + 2; k++) {
            size_t length = k == size ? size - 1 : k == size + 1 ? size + 1 : size;
            r->errors = 0;
            bytes[k < size ? k : 0] ^= k < size ? (fmi3Byte)(1 << k % 8) : 0;
            int status = version == 3
                             ? (int)r->three.DeserializeFMUState(a.i, bytes, length, &copy)
                             : (int)r->two.DeSerializeFMUstate(a.i, (const fmi2Byte *)bytes, length, &copy);
            if (status != fmi3Error || r->errors != 1 || copy != before)
                fail_msg("FMI %d: byte %zu of %zu may be another one", version, k, size);
            bytes[k < size ? k : 0] ^= k < size ? (fmi3Byte)(1 << k % 8) : 0;
        }
        for (size_t length = 0; length < size; length += 1 + length / 3)
            assert_int_equal(r->three.DeserializeFMUState(a.i, bytes, length, &copy), fmi3Error);
        assert_int_equal(r->three.SetFMUState(a.i, copy), fmi3OK);
        assert_int_equal(step(&a, 0.33, 0.1), 0);
        assert_int_equal(r->three.FreeFMUState(a.i, &copy), fmi3OK);
        assert_int_equal(r->three.FreeFMUState(a.i, &saved), fmi3OK);
        free(bytes);
        release(&a);
    }
}

/* ---------------------------------------------------------------- inputs that stay what they are */

/* Integrators set all inputs at each point, also those that are for events: to what they are, that is no
 * change. */
static void discrete_inputs_may_stay(void **state)
{
    runtime *r = *state;
    fmi3ValueReference on = reference_by(PUSHED, "on");
    bool flags[5], yes = true, no = false;
    fmi2Boolean two_yes = 1, two_no = 0;
    double next;
    put_model(r, PUSHED, "auto");
    fmi3Instance i = exchange(r);
    assert_int_equal(r->three.EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(i), fmi3OK);
    assert_int_equal(
        r->three.UpdateDiscreteStates(i, &flags[0], &flags[1], &flags[2], &flags[3], &flags[4], &next),
        fmi3OK);
    assert_int_equal(r->three.EnterContinuousTimeMode(i), fmi3OK);
    assert_int_equal(r->three.SetBoolean(i, &on, 1, &yes, 1), fmi3OK);
    assert_int_equal(r->three.SetBoolean(i, &on, 1, &no, 1), fmi3Error);
    assert_int_equal(r->three.SetBoolean(i, &on, 1, &yes, 1), fmi3OK);
    r->three.FreeInstance(i);
    fmi2CallbackFunctions callbacks = {log_2, NULL, NULL, NULL, r};
    fmi2EventInfo info;
    char uri[300];
    snprintf(uri, sizeof uri, "file://%s", r->directory);
    fmi2Component c = r->two.Instantiate("two", fmi2ModelExchange, "T", uri, &callbacks, 0, 1);
    assert_non_null(c);
    assert_int_equal(r->two.SetupExperiment(c, 0, 0, 0, 0, 0), fmi2OK);
    assert_int_equal(r->two.EnterInitializationMode(c), fmi2OK);
    assert_int_equal(r->two.ExitInitializationMode(c), fmi2OK);
    assert_int_equal(r->two.NewDiscreteStates(c, &info), fmi2OK);
    assert_int_equal(r->two.EnterContinuousTimeMode(c), fmi2OK);
    assert_int_equal(r->two.SetBoolean(c, &on, 1, &two_yes), fmi2OK);
    assert_int_equal(r->two.SetBoolean(c, &on, 1, &two_no), fmi2Error);
    r->two.FreeInstance(c);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_runtime, end_runtime)
    const struct CMUnitTest tests[] = {
        TEST(last_steps_of_some_ulps),      TEST(steps_of_any_size),          TEST(inputs_are_polynomials),
        TEST(derivatives_are_for_one_step), TEST(states_hold_laws_of_inputs), TEST(endless_steps_are_refused),
        TEST(damaged_bytes_are_refused),    TEST(discrete_inputs_may_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
