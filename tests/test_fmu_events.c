/* Events of Co-Simulation in the importer's hands: event mode, early return, looks between steps; and states
 * that jump under Model Exchange. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/variables.h"

typedef struct told {
    bool event, terminate, early;
    double last;
} told;

static double get(runtime *r, fmi3Instance i, fmi3ValueReference reference)
{
    double value = NAN;
    assert_int_equal(r->three.GetFloat64(i, &reference, 1, &value, 1), fmi3OK);
    return value;
}

static fmi3Instance made(runtime *r, bool event_mode, bool early, fmi3IntermediateUpdateCallback update)
{
    fmi3Instance i = r->three.InstantiateCoSimulation("one", "T", r->directory, false, true, event_mode,
                                                      early, NULL, 0, r, log_3, update);
    assert_non_null(i);
    assert_int_equal(r->three.EnterInitializationMode(i, false, 0, 0, true, 2), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(i), fmi3OK);
    return i;
}

static told step(runtime *r, fmi3Instance i, double t, double to)
{
    told x;
    assert_int_equal(r->three.DoStep(i, t, to - t, true, &x.event, &x.terminate, &x.early, &x.last), fmi3OK);
    return x;
}

/* From step mode through event mode and back; did states jump? */
static bool handle(runtime *r, fmi3Instance i)
{
    bool again, terminate, nominals, values, has_next;
    double next;
    assert_int_equal(
        r->three.UpdateDiscreteStates(i, &again, &terminate, &nominals, &values, &has_next, &next), fmi3OK);
    assert_int_equal(r->three.EnterStepMode(i), fmi3OK);
    assert_false(again);
    return values;
}

/* To `to`, over all events on the way; their number, and the time of the first. */
static int advance(runtime *r, fmi3Instance i, double t, double to, double *first)
{
    int events = 0;
    while (t < to) {
        told x = step(r, i, t, to);
        assert_true(x.early == (x.last < to) && x.last >= t);
        assert_true(x.event || !x.early);
        t = x.last;
        if (!x.event)
            continue;
        if (events++ == 0 && first)
            *first = t;
        assert_int_equal(r->three.EnterEventMode(i), fmi3OK);
        (void)handle(r, i);
    }
    return events;
}

/* Every event is told at its time, and the run is the one without event mode, bit for bit. */
static void events_are_told(void **state)
{
    runtime *r = *state;
    fmi3ValueReference s = reference_by(FALLING, "ball.s"), v = reference_by(FALLING, "ball.v");
    static const char *const engines[] = {"erk", "ida", "exact", "auto"};
    for (int e = 0; e < 4; e++) {
        int events = 0;
        double first = NAN;
        put_model(r, FALLING, engines[e]);
        fmi3Instance i = made(r, true, true, NULL), plain = made(r, false, false, NULL);
        (void)handle(r, i);
        for (int k = 0; k < 20; k++) {
            events += advance(r, i, k / 10.0, (k + 1) / 10.0, isnan(first) ? &first : NULL);
            told x = step(r, plain, k / 10.0, (k + 1) / 10.0);
            assert_false(x.event || x.early);
            assert_true(get(r, i, s) == get(r, plain, s) && get(r, i, v) == get(r, plain, v));
        }
        assert_true(fabs(first - sqrt(2 * 0.5 / 9.81)) < 1e-9);
        assert_true(events >= 6);
        r->three.FreeInstance(plain);
        r->three.FreeInstance(i);
    }
}

/* The event waits at its left side; a state that is taken there goes on with the same bits. */
static void an_event_waits(void **state)
{
    runtime *r = *state;
    fmi3ValueReference contact = reference_by(FALLING, "stop.contact"), s = reference_by(FALLING, "ball.s");
    fmi3FMUState saved = NULL;
    bool in_contact;
    put_model(r, FALLING, "auto");
    fmi3Instance i = made(r, true, true, NULL), other = made(r, true, true, NULL);
    (void)handle(r, i);
    told x = step(r, i, 0, 1);
    assert_true(x.event && x.early);
    assert_int_equal(r->three.GetBoolean(i, &contact, 1, &in_contact, 1), fmi3OK);
    assert_false(in_contact);
    assert_int_equal(r->three.GetFMUState(i, &saved), fmi3OK);
    assert_int_equal(r->three.SetFMUState(other, saved), fmi3OK);
    assert_int_equal(r->three.FreeFMUState(i, &saved), fmi3OK);
    fmi3Instance both[] = {i, other};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(r->three.GetBoolean(both[k], &contact, 1, &in_contact, 1), fmi3OK);
        assert_false(in_contact);
        assert_int_equal(r->three.EnterEventMode(both[k]), fmi3OK);
        (void)handle(r, both[k]);
        assert_int_equal(r->three.GetBoolean(both[k], &contact, 1, &in_contact, 1), fmi3OK);
        assert_true(in_contact);
        (void)advance(r, both[k], x.last, 1, NULL);
    }
    assert_true(get(r, i, s) == get(r, other, s));
    r->three.FreeInstance(other);
    r->three.FreeInstance(i);
}

/* Who may not be returned to early is told of no event; who goes on without event mode has it handled. */
static void without_early_return(void **state)
{
    runtime *r = *state;
    fmi3ValueReference s = reference_by(FALLING, "ball.s");
    put_model(r, FALLING, "auto");
    fmi3Instance late = made(r, true, false, NULL), careless = made(r, true, true, NULL);
    (void)handle(r, late);
    (void)handle(r, careless);
    told x = step(r, late, 0, 0.5);
    assert_true(!x.event && !x.early && x.last == 0.5);
    for (double t = 0; t < 0.5; t = x.last)
        x = step(r, careless, t, 0.5);
    assert_true(get(r, late, s) == get(r, careless, s));
    assert_int_equal(r->three.EnterContinuousTimeMode(late), fmi3Error);
    r->three.FreeInstance(careless);
    r->three.FreeInstance(late);
    fmi3Instance plain = made(r, false, false, NULL);
    assert_int_equal(r->three.EnterEventMode(plain), fmi3Error);
    r->three.FreeInstance(plain);
}

/* An input that is set in event mode holds from there on. */
static void inputs_in_event_mode(void **state)
{
    runtime *r = *state;
    fmi3ValueReference u = reference_by(PUSHED, "u"), v = reference_by(PUSHED, "mass.v");
    put_model(r, PUSHED, "auto");
    fmi3Instance i = made(r, true, true, NULL);
    assert_int_equal(r->three.SetFloat64(i, &u, 1, &(double){4}, 1), fmi3OK);
    (void)handle(r, i);
    told x = step(r, i, 0, 0.5);
    assert_true(!x.event && x.last == 0.5 && fabs(get(r, i, v) - 1) < 1e-12);
    assert_int_equal(r->three.EnterEventMode(i), fmi3OK);
    assert_int_equal(r->three.SetFloat64(i, &u, 1, &(double){-2}, 1), fmi3OK);
    assert_false(handle(r, i));
    (void)step(r, i, 0.5, 1);
    assert_true(fabs(get(r, i, v) - 0.5) < 1e-12);
    r->three.FreeInstance(i);
}

/* ---------------------------------------------------------------- looks between steps */

static struct looks {
    runtime *r;
    fmi3Instance i;
    fmi3ValueReference s;
    int count;
    double last, end_at; /* NAN: no wish to end */
} looks;

static void look(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean set_requested,
                 fmi3Boolean get_allowed, fmi3Boolean step_finished, fmi3Boolean can_return_early,
                 fmi3Boolean *return_early, fmi3Float64 *return_time)
{
    bool b;
    double t;
    assert_true(environment == looks.r && get_allowed && step_finished && !set_requested && can_return_early);
    assert_true(time >= looks.last);
    looks.last = time;
    looks.count++;
    double fallen = 0.5 - 9.81 / 2 * time * time, s = get(looks.r, looks.i, looks.s);
    assert_true(fallen < 0 || fabs(s - fallen) < 1e-9);
    assert_int_equal(looks.r->three.DoStep(looks.i, time, 0.1, true, &b, &b, &b, &t), fmi3Error);
    assert_int_equal(looks.r->three.Terminate(looks.i), fmi3Error);
    *return_early = !isnan(looks.end_at);
    *return_time = looks.end_at;
}

static void between_steps(void **state)
{
    runtime *r = *state;
    fmi3ValueReference s = reference_by(FALLING, "ball.s");
    put_model(r, FALLING, "erk");
    fmi3Instance i = made(r, false, true, look), plain = made(r, false, false, NULL);
    looks = (struct looks){.r = r, .i = i, .s = s, .end_at = NAN};
    for (int k = 0; k < 4; k++) {
        told x = step(r, i, k / 2.0, (k + 1) / 2.0);
        (void)step(r, plain, k / 2.0, (k + 1) / 2.0);
        assert_true(!x.early && looks.last <= x.last);
        assert_true(get(r, i, s) == get(r, plain, s));
    }
    assert_true(looks.count > 5);
    r->three.FreeInstance(i);
    i = made(r, false, true, look);
    looks = (struct looks){.r = r, .i = i, .s = s, .end_at = 0.9};
    told x = step(r, i, 0, 1.5);
    assert_true(x.early && !x.event && x.last == 0.9);
    looks.end_at = 0; /* at once */
    x = step(r, i, 0.9, 1.5);
    assert_true(x.early && x.last > 0.9 && x.last == looks.last);
    looks.end_at = NAN;
    x = step(r, i, x.last, 1.5);
    assert_true(!x.early && x.last == 1.5);
    r->three.FreeInstance(plain);
    r->three.FreeInstance(i);
}

/* ---------------------------------------------------------------- Model Exchange */

/* A speed that a clause sets anew. */
static void jumps_are_told(void **state)
{
    static const char text[] =
        "model M Real h(start = 1, fixed = true), v(start = 0, fixed = true); equation "
        "der(h) = v; der(v) = -9.81; when h < 0.5 then reinit(v, 3); end when; end M;";
    runtime *r = *state;
    bool again, terminate, nominals, values, has_next;
    double next, x[2];
    put_model(r, text, "auto");
    fmi3Instance i = exchange(r);
    assert_int_equal(r->three.EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(i), fmi3OK);
    fmi3UpdateDiscreteStatesTYPE *update = r->three.UpdateDiscreteStates;
    assert_int_equal(update(i, &again, &terminate, &nominals, &values, &has_next, &next), fmi3OK);
    assert_false(values);
    assert_int_equal(r->three.EnterContinuousTimeMode(i), fmi3OK);
    assert_int_equal(r->three.SetTime(i, 0.32), fmi3OK);
    assert_int_equal(r->three.SetContinuousStates(i, (double[]){0.4999, -3.1}, 2), fmi3OK);
    assert_int_equal(r->three.EnterEventMode(i), fmi3OK);
    assert_int_equal(update(i, &again, &terminate, &nominals, &values, &has_next, &next), fmi3OK);
    assert_true(values);
    assert_int_equal(r->three.GetContinuousStates(i, x, 2), fmi3OK);
    assert_true(x[0] == 0.4999 && x[1] == 3);
    r->three.FreeInstance(i);
}

/* An event of time is told before, and comes when event mode is entered at its time. */
static void times_are_kept(void **state)
{
    static const char text[] =
        "model M Integer n(start = 0, fixed = true); Boolean late = time >= 0.5; Real x(start = 0, "
        "fixed = true); equation der(x) = if late then 3 else 1; when sample(0.25, 0.25) "
        "then n = pre(n) + 1; end when; end M;";
    runtime *r = *state;
    bool again, terminate, nominals, values, has_next;
    double next = 0, dx;
    int32_t count;
    fmi3ValueReference n = reference_by(text, "n");
    put_model(r, text, "auto");
    fmi3Instance i = exchange(r);
    assert_int_equal(r->three.EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(i), fmi3OK);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(
            r->three.UpdateDiscreteStates(i, &again, &terminate, &nominals, &values, &has_next, &next),
            fmi3OK);
        assert_true(has_next && next == (k + 1) * 0.25);
        assert_true(values == (k > 0)); /* also where derivatives alone are new */
        assert_int_equal(r->three.GetInt32(i, &n, 1, &count, 1), fmi3OK);
        assert_int_equal(count, k);
        assert_int_equal(r->three.EnterContinuousTimeMode(i), fmi3OK);
        assert_int_equal(r->three.GetContinuousStateDerivatives(i, &dx, 1), fmi3OK);
        assert_true(dx == (k < 2 ? 1 : 3));
        assert_int_equal(r->three.SetTime(i, next), fmi3OK);
        assert_int_equal(r->three.EnterEventMode(i), fmi3OK);
    }
    r->three.FreeInstance(i);
}

/* What looks back at the engine's steps is for Co-Simulation alone. */
static void delays_are_for_cosimulation(void **state)
{
    static const char text[] = "model M Real x(start = 0, fixed = true), y; equation der(x) = 1; "
                               "y = delay(x, 0.25); end M;";
    runtime *r = *state;
    fmi3ValueReference y = reference_by(text, "y");
    put_model(r, text, "auto");
    assert_null(exchange(r));
    assert_non_null(strstr(r->last, "delay"));
    fmi3Instance i = made(r, false, false, NULL);
    (void)step(r, i, 0, 0.5);
    assert_true(fabs(get(r, i, y) - 0.25) < 1e-9);
    (void)step(r, i, 0.5, 1);
    assert_true(fabs(get(r, i, y) - 0.75) < 1e-9);
    r->three.FreeInstance(i);
}

int main(void)
{
#define IN_RUNTIME(test) cmocka_unit_test_setup_teardown(test, begin_runtime, end_runtime)
    const struct CMUnitTest tests[] = {
        IN_RUNTIME(events_are_told),      IN_RUNTIME(an_event_waits),
        IN_RUNTIME(without_early_return), IN_RUNTIME(inputs_in_event_mode),
        IN_RUNTIME(between_steps),        IN_RUNTIME(jumps_are_told),
        IN_RUNTIME(times_are_kept),       IN_RUNTIME(delays_are_for_cosimulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
