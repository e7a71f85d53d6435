/* FMUs as an importer sees them: values, runs of both kinds, states, and calls that may not be made. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/variables.h"

#include <float.h>

/* ---------------------------------------------------------------- names to value references */

static eg_model *model_of(const char *text)
{
    eg_spec *spec;
    eg_model *model;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "model.mo", NULL, NULL, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, NULL, &model), EG_OK);
    eg_spec_free(spec);
    return model;
}

static double get(runtime *r, fmi3Instance i, fmi3ValueReference reference)
{
    double value = NAN;
    assert_int_equal(r->three.GetFloat64(i, &reference, 1, &value, 1), fmi3OK);
    return value;
}

static void set(runtime *r, fmi3Instance i, fmi3ValueReference reference, double value)
{
    assert_int_equal(r->three.SetFloat64(i, &reference, 1, &value, 1), fmi3OK);
}

static void initialize(runtime *r, fmi3Instance i, double stop)
{
    assert_int_equal(r->three.EnterInitializationMode(i, false, 0, 0, stop > 0, stop), fmi3OK);
    assert_int_equal(r->three.ExitInitializationMode(i), fmi3OK);
}

static double step(runtime *r, fmi3Instance i, double t, double h)
{
    bool event, terminate, early;
    double last = NAN;
    assert_int_equal(r->three.DoStep(i, t, h, true, &event, &terminate, &early, &last), fmi3OK);
    assert_false(event || terminate || early);
    return last;
}

/* ---------------------------------------------------------------- Co-Simulation */

/* The variables of a point, each with the bits of the direct run; answers how many. */
static size_t compare_point(runtime *r, fmi3Instance i, const eg_fmu_list *list, const eg_trajectory *run,
                            size_t row)
{
    size_t compared = 0;
    for (size_t v = 0; v < list->count; v++) {
        long signal = eg_trajectory_find(run, list->items[v].name);
        bool is_shown = list->items[v].kind == EG_FMU_LOCAL || list->items[v].kind == EG_FMU_STATE;
        if (signal < 0 || !is_shown || list->items[v].type != EG_REAL)
            continue;
        double value = get(r, i, (fmi3ValueReference)v);
        double direct = eg_trajectory_value(run, (size_t)signal, row);
        if (memcmp(&value, &direct, sizeof value) != 0)
            fail_msg("%s at %g: %.17g instead of %.17g", list->items[v].name, eg_trajectory_time(run, row),
                     value, direct);
        compared++;
    }
    return compared;
}

/* At every output point each variable has the bits of the direct run. */
static void are_those_of_a_run(runtime *r, const char *engine)
{
    eg_model *model = model_of(FALLING);
    eg_simulate_options o = eg_simulate_options_default(model);
    eg_trajectory *run;
    eg_fmu_list list;
    o.engine = engine;
    assert_int_equal(eg_simulate(model, &o, NULL, &run, NULL), EG_OK);
    assert_int_equal(eg_fmu_list_make(&list, model), 0);
    put_model(r, FALLING, engine);
    fmi3Instance i = cosimulation(r);
    assert_non_null(i);
    initialize(r, i, o.stop_time);
    size_t row = 0, compared = 0;
    for (int k = 1; k <= 500; k++) {
        double t = k == 500 ? o.stop_time : k * o.interval, before = (k - 1) * o.interval;
        assert_true(step(r, i, before, t - before) == t);
        while (row < eg_trajectory_rows(run) && eg_trajectory_time(run, row) < t)
            row++;
        if (eg_trajectory_time(run, row) == t)
            compared += compare_point(r, i, &list, run, row);
    }
    assert_true(compared > 5000);
    r->three.FreeInstance(i);
    eg_fmu_list_release(&list);
    eg_trajectory_free(run);
    eg_model_free(model);
}

/* By steps, and by clusters of their own clocks, which `auto` takes. */
static void steps_are_those_of_a_run(void **state)
{
    static const char *const engines[] = {"erk", "exact", "auto"};
    for (int e = 0; e < 3; e++)
        are_those_of_a_run(*state, engines[e]);
}

/* A force that begins at a communication point, and one that begins within round-off of one: steps go on. */
static void events_may_fall_on_points(void **state)
{
    static const char text[] =
        "model M import Modelica.Mechanics.Translational.Sources.ForceStep; "
        "ForceStep push(stepForce = 2, startTime = 0.5); "
        "ForceStep late(stepForce = 2, startTime = 0.70000000000001); "
        "Modelica.Mechanics.Translational.Components.Mass mass(m = 2, s(start = 0, fixed = true), "
        "v(start = 0, fixed = true)); equation connect(push.flange, mass.flange_a); "
        "connect(late.flange, mass.flange_b); end M;";
    runtime *r = *state;
    fmi3ValueReference a = reference_by(text, "mass.a"), v = reference_by(text, "mass.v");
    put_model(r, text, "auto");
    fmi3Instance i = cosimulation(r);
    assert_non_null(i);
    initialize(r, i, 1);
    for (int k = 0; k < 10; k++) {
        double t = (k + 1) / 10.0;
        assert_true(fabs(step(r, i, k / 10.0, t - k / 10.0) - t) < 1e-15);
        assert_true(get(r, i, a) == (t < 0.5 ? 0 : t < 0.7 ? 1 : 2)); /* right sides */
        assert_true(fabs(get(r, i, v) - fmax(t - 0.5, 0) - fmax(t - 0.7, 0)) < 1e-12);
    }
    r->three.FreeInstance(i);
}

/* s = u t^2/(2 m), from each change of u on; x counts the time during which the switch is on. */
static void inputs_hold_between_points(void **state)
{
    runtime *r = *state;
    fmi3ValueReference u = reference_by(PUSHED, "u"), y = reference_by(PUSHED, "y"),
                       on = reference_by(PUSHED, "on"), x = reference_by(PUSHED, "x"),
                       v = reference_by(PUSHED, "mass.v");
    put_model(r, PUSHED, "auto");
    fmi3Instance i = cosimulation(r);
    assert_non_null(i);
    initialize(r, i, 0);
    step(r, i, 0, 0.5);
    assert_true(fabs(get(r, i, y) - 0.0625) < 1e-12);
    set(r, i, u, -3);
    assert_int_equal(r->three.SetBoolean(i, &on, 1, &(fmi3Boolean){false}, 1), fmi3OK);
    assert_true(fabs(get(r, i, reference_by(PUSHED, "mass.a")) + 1.5) < 1e-12); /* at once */
    step(r, i, 0.5, 1);
    assert_true(fabs(get(r, i, v) - (0.25 - 1.5)) < 1e-12);
    assert_true(fabs(get(r, i, y) - (0.0625 + 0.25 - 0.75)) < 1e-12);
    assert_true(fabs(get(r, i, x) - 0.5) < 1e-12);
    assert_true(step(r, i, 1.5, 1e-3) == 1.501); /* any step */
    r->three.FreeInstance(i);
}

/* ---------------------------------------------------------------- parameters */

/* A parameter that another one depends on: c = 2*stiffness. The ball rests at f/c below the edge. */
static void parameters_are_evaluated_anew(void **state)
{
    runtime *r = *state;
    fmi3ValueReference stiffness = reference_by(FALLING, "stiffness"), both = reference_by(FALLING, "both"),
                       c = reference_by(FALLING, "stop.c"), m = reference_by(FALLING, "ball.m"),
                       n = reference_by(FALLING, "stop.n"), a = reference_by(FALLING, "ball.a");
    put_model(r, FALLING, "auto");
    fmi3Instance i = cosimulation(r);
    assert_non_null(i);
    assert_true(get(r, i, c) == 2e4);
    set(r, i, stiffness, 5e4);
    assert_true(get(r, i, stiffness) == 5e4 && get(r, i, both) == 1e5 && get(r, i, c) == 1e5);
    set(r, i, m, 4);
    initialize(r, i, 2);
    assert_true(get(r, i, a) == -9.81 / 2);
    assert_int_equal(r->three.SetFloat64(i, &n, 1, &(double){1.5}, 1), fmi3Error); /* too late */
    assert_non_null(strstr(r->last, "stop.n"));
    set(r, i, stiffness, 7e4); /* but what reaches tunable ones alone is tunable */
    assert_true(get(r, i, stiffness) == 7e4 && get(r, i, both) == 1.4e5 && get(r, i, c) == 1.4e5);
    assert_int_equal(r->three.Reset(i), fmi3OK);
    assert_true(get(r, i, m) == 2 && get(r, i, c) == 2e4);
    initialize(r, i, 2);
    assert_true(get(r, i, a) == -9.81);
    r->three.FreeInstance(i);
}

/* ---------------------------------------------------------------- Model Exchange */

enum { MOST = 40 };

typedef struct importer {
    runtime *r;
    fmi3Instance i;
    size_t nx, nz;
    double t, x[MOST], z[MOST];
    int events;
} importer;

static void derivatives_at(importer *m, double t, const double *x, double *dx)
{
    assert_int_equal(m->r->three.SetTime(m->i, t), fmi3OK);
    assert_int_equal(m->r->three.SetContinuousStates(m->i, x, m->nx), fmi3OK);
    assert_int_equal(m->r->three.GetContinuousStateDerivatives(m->i, dx, m->nx), fmi3OK);
}

/* The classical method of Runge and Kutta, from (t, x) over h; leaves the instance at the end. */
static void runge_kutta(importer *m, double h, double *x)
{
    double k[4][MOST], at[MOST];
    static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    for (int s = 0; s < 4; s++) {
        for (size_t j = 0; j < m->nx; j++)
            at[j] = m->x[j] + (s > 0 ? part[s] * h * k[s - 1][j] : 0);
        derivatives_at(m, m->t + part[s] * h, at, k[s]);
    }
    for (size_t j = 0; j < m->nx; j++) {
        x[j] = m->x[j];
        for (int s = 0; s < 4; s++)
            x[j] += weight[s] * h * k[s][j];
    }
    double unused[MOST];
    derivatives_at(m, m->t + h, x, unused);
}

static bool crosses(importer *m, double h, double *x)
{
    double z[MOST];
    runge_kutta(m, h, x);
    assert_int_equal(m->r->three.GetEventIndicators(m->i, z, m->nz), fmi3OK);
    for (size_t j = 0; j < m->nz; j++)
        if ((m->z[j] > 0) != (z[j] > 0))
            return true;
    return false;
}

static double handle_events(importer *m)
{
    bool again, terminate, nominals, values, has_next;
    double next = INFINITY;
    do {
        assert_int_equal(
            m->r->three.UpdateDiscreteStates(m->i, &again, &terminate, &nominals, &values, &has_next, &next),
            fmi3OK);
    } while (again);
    assert_int_equal(m->r->three.EnterContinuousTimeMode(m->i), fmi3OK);
    assert_int_equal(m->r->three.GetContinuousStates(m->i, m->x, m->nx), fmi3OK);
    assert_int_equal(m->r->three.GetEventIndicators(m->i, m->z, m->nz), fmi3OK);
    for (size_t j = 0; j < m->nz; j++)
        assert_true(m->z[j] > 0); /* every mode begins inside itself */
    return has_next ? next : INFINITY;
}

static void exchange_to(importer *m, double stop, double h)
{
    double next = handle_events(m), x[MOST];
    while (m->t < stop) {
        double step_length = fmin(fmin(h, next - m->t), stop - m->t);
        bool event = crosses(m, step_length, x);
        if (event) { /* the instant, by halving */
            double low = 0, high = step_length;
            while (high - low > 1e-15) {
                double middle = 0.5 * (low + high);
                *(crosses(m, middle, x) ? &high : &low) = middle;
            }
            step_length = high;
            crosses(m, high, x);
        }
        m->t += step_length;
        memcpy(m->x, x, sizeof x);
        m->events += event;
        if (!event && m->t < next) {
            assert_int_equal(m->r->three.GetEventIndicators(m->i, m->z, m->nz), fmi3OK);
            continue;
        }
        assert_int_equal(m->r->three.EnterEventMode(m->i), fmi3OK);
        next = handle_events(m);
    }
}

static importer begin_exchange(runtime *r)
{
    importer m = {.r = r, .i = exchange(r)};
    double nominals[MOST];
    assert_non_null(m.i);
    initialize(r, m.i, 0);
    assert_int_equal(r->three.GetNumberOfContinuousStates(m.i, &m.nx), fmi3OK);
    assert_int_equal(r->three.GetNumberOfEventIndicators(m.i, &m.nz), fmi3OK);
    assert_true(m.nx <= MOST && m.nz <= MOST);
    assert_int_equal(r->three.GetNominalsOfContinuousStates(m.i, nominals, m.nx), fmi3OK);
    for (size_t j = 0; j < m.nx; j++)
        assert_true(nominals[j] > 0);
    return m;
}

/* An importer's own integrator with located events finds the run of the project's engines: steps of 1e-4 s,
 * whose error is (0.0001*sqrt(c/m))^4/100 of the motion, 1e-10. */
static void an_importer_can_integrate(void **state)
{
    runtime *r = *state;
    eg_model *model = model_of(FALLING);
    eg_simulate_options o = eg_simulate_options_default(model);
    eg_trajectory *run;
    o.tolerance = 1e-12;
    o.stop_time = 1;
    assert_int_equal(eg_simulate(model, &o, NULL, &run, NULL), EG_OK);
    put_model(r, FALLING, "auto");
    importer m = begin_exchange(r);
    exchange_to(&m, 1, 1e-4);
    size_t last = eg_trajectory_rows(run) - 1;
    double s = eg_trajectory_value(run, (size_t)eg_trajectory_find(run, "ball.s"), last);
    double v = eg_trajectory_value(run, (size_t)eg_trajectory_find(run, "ball.v"), last);
    assert_true(fabs(get(r, m.i, reference_by(FALLING, "ball.s")) - s) < 1e-8);
    assert_true(fabs(get(r, m.i, reference_by(FALLING, "ball.v")) - v) < 1e-7);
    assert_int_equal(m.events, (int)eg_trajectory_events(run));
    assert_int_equal(r->three.Terminate(m.i), fmi3OK);
    r->three.FreeInstance(m.i);
    eg_trajectory_free(run);
    eg_model_free(model);
}

/* Events at the very start: a ball that rests in exact touch is released, a relation fires at once. */
static void a_start_may_be_an_event(void **state)
{
    static const char text[] =
        "model M import Modelica.Mechanics.Translational.Components.*; "
        "Modelica.Blocks.Sources.Sine sine(f = 1); Modelica.Blocks.Nonlinear.DeadZone zone(uMax = 0); "
        "Fixed ground; ElastoGap stop(c = 1e4, d = 1); "
        "Mass ball(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
        "Modelica.Mechanics.Translational.Sources.ConstantForce up(f_constant = 1); "
        "equation connect(sine.y, zone.u); connect(ground.flange, stop.flange_a); "
        "connect(stop.flange_b, ball.flange_a); connect(up.flange, ball.flange_b); end M;";
    runtime *r = *state;
    put_model(r, text, "auto");
    importer m = begin_exchange(r);
    exchange_to(&m, 0.5, 1e-3);
    assert_true(fabs(get(r, m.i, reference_by(text, "ball.s")) - 0.125) < 1e-9);
    assert_true(fabs(get(r, m.i, reference_by(text, "zone.y"))) < 1e-9); /* sin(pi) */
    r->three.FreeInstance(m.i);
}

/* Between events a contact keeps its mode, however far the importer looks beyond: f stays on its line. */
static void modes_are_frozen_between_events(void **state)
{
    runtime *r = *state;
    put_model(r, FALLING, "auto");
    importer m = begin_exchange(r);
    handle_events(&m);
    double dx[MOST], x[MOST];
    memcpy(x, m.x, sizeof x);
    x[0] = -0.1; /* s_rel, in the stop: the mode is still apart */
    derivatives_at(&m, 0.01, x, dx);
    assert_true(dx[0] == 0 && dx[1] == -9.81);
    assert_int_equal(r->three.EnterEventMode(m.i), fmi3OK);
    handle_events(&m);
    derivatives_at(&m, 0.01, x, dx);
    assert_true(fabs(dx[1] - (2e4 * 0.1 / 2 - 9.81)) < 1e-9);
    r->three.FreeInstance(m.i);
}

/* ---------------------------------------------------------------- states */

/* What follows on a saved state are the same bits, also from its bytes, in an instance that is new. */
static void states_are_restored_bit_for_bit(void **state)
{
    runtime *r = *state;
    fmi3ValueReference s = reference_by(FALLING, "ball.s"), f = reference_by(FALLING, "stop.f");
    put_model(r, FALLING, "auto");
    fmi3Instance i = cosimulation(r);
    fmi3FMUState saved = NULL, copy = NULL;
    double there[2][20];
    size_t size;
    set(r, i, reference_by(FALLING, "ball.m"), 3);
    initialize(r, i, 2);
    step(r, i, 0, 0.33); /* in contact */
    assert_int_equal(r->three.GetFMUState(i, &saved), fmi3OK);
    assert_int_equal(r->three.SerializedFMUStateSize(i, saved, &size), fmi3OK);
    fmi3Byte *bytes = malloc(size);
    assert_int_equal(r->three.SerializeFMUState(i, saved, bytes, size), fmi3OK);
    fmi3Instance other = cosimulation(r); /* restored right after instantiation */
    assert_int_equal(r->three.DeserializeFMUState(other, bytes, size, &copy), fmi3OK);
    assert_int_equal(r->three.SetFMUState(other, copy), fmi3OK);
    for (int way = 0; way < 3; way++) {
        fmi3Instance who = way == 1 ? other : i;
        if (way == 2)
            assert_int_equal(r->three.SetFMUState(i, saved), fmi3OK);
        for (int k = 0; k < 10; k++) {
            step(r, who, 0.33 + 0.1 * k, 0.1);
            double now[2] = {get(r, who, s), get(r, who, f)};
            if (way == 0)
                there[0][k] = now[0], there[1][k] = now[1];
            assert_memory_equal(&now[0], &there[0][k], sizeof(double));
            assert_memory_equal(&now[1], &there[1][k], sizeof(double));
        }
    }
    assert_int_equal(r->three.FreeFMUState(other, &copy), fmi3OK);
    assert_null(copy);
    assert_int_equal(r->three.FreeFMUState(i, &saved), fmi3OK);
    assert_int_equal(r->three.FreeFMUState(i, NULL), fmi3OK);
    free(bytes);
    r->three.FreeInstance(i);
    r->three.FreeInstance(other);
}

/* The same under Model Exchange: modes go with the state. */
static void modes_go_with_a_state(void **state)
{
    runtime *r = *state;
    put_model(r, FALLING, "auto");
    importer m = begin_exchange(r), back;
    fmi3FMUState saved = NULL;
    exchange_to(&m, 0.325, 1e-3);
    assert_int_equal(r->three.GetFMUState(m.i, &saved), fmi3OK);
    back = m;
    double dx[2][MOST], x[MOST];
    memcpy(x, m.x, sizeof x);
    derivatives_at(&m, m.t, x, dx[0]);
    assert_int_equal(r->three.EnterEventMode(m.i), fmi3OK);
    exchange_to(&m, 1, 1e-3);
    assert_int_equal(r->three.SetFMUState(m.i, saved), fmi3OK);
    derivatives_at(&back, back.t, x, dx[1]);
    assert_memory_equal(dx[0], dx[1], m.nx * sizeof(double));
    assert_int_equal(r->three.EnterEventMode(m.i), fmi3OK);
    exchange_to(&back, 1, 1e-3);
    assert_memory_equal(m.x, back.x, m.nx * sizeof(double));
    assert_int_equal(r->three.FreeFMUState(m.i, &saved), fmi3OK);
    r->three.FreeInstance(m.i);
}

/* Parts without mass and parts that stick: what is algebraic is what the engine made of it, within its
 * tolerance, and unknowns of what is led are not kept up. Restored, they are what they were. */
static void algebraic_states_are_restored(void **state)
{
    static const char text[] =
        "model M import Modelica.Mechanics.Translational.*; Components.Fixed ground; "
        "Components.ElastoGap gap(c = 1e3, d = 10, n = 1.5); Components.Damper dash(d = 5); "
        "Components.Spring back(c = 10); Components.Mass body(m = 1, s(start = 0.1, fixed = true), "
        "v(start = -1, fixed = true)); Components.Mass brick(m = 1, s(start = 0, fixed = true), "
        "v(start = 0.3, fixed = true)); Components.SupportFriction rub(f_pos = [0, 2]); "
        "Components.Mass belt(m = 1, s(start = 0, fixed = true), v(start = 1, fixed = true)); "
        "Components.Brake hold(fn_max = 4, mu_pos = [0, 1]); Modelica.Blocks.Sources.Constant full(k = 1); "
        "equation connect(ground.flange, gap.flange_a); connect(gap.flange_b, dash.flange_a); "
        "connect(ground.flange, back.flange_a); connect(back.flange_b, dash.flange_a); "
        "connect(dash.flange_b, body.flange_a); connect(brick.flange_b, rub.flange_a); "
        "connect(belt.flange_a, hold.flange_a); connect(full.y, hold.f_normalized); end M;";
    runtime *r = *state;
    fmi3ValueReference all[6] = {reference_by(text, "gap.f"),   reference_by(text, "dash.v_rel"),
                                 reference_by(text, "body.a"),  reference_by(text, "rub.f"),
                                 reference_by(text, "brick.v"), reference_by(text, "hold.f")};
    double before[6], restored[6], after[6], again[6];
    put_model(r, text, "ida");
    for (int steps = 1; steps < 8; steps += 2) {
        fmi3Instance i = cosimulation(r);
        fmi3FMUState saved = NULL;
        initialize(r, i, 0);
        for (int k = 0; k < steps; k++)
            step(r, i, k * 0.0625, 0.0625);
        assert_int_equal(r->three.GetFloat64(i, all, 6, before, 6), fmi3OK);
        assert_int_equal(r->three.GetFMUState(i, &saved), fmi3OK);
        step(r, i, steps * 0.0625, 0.125);
        assert_int_equal(r->three.GetFloat64(i, all, 6, after, 6), fmi3OK);
        assert_int_equal(r->three.SetFMUState(i, saved), fmi3OK);
        assert_int_equal(r->three.GetFloat64(i, all, 6, restored, 6), fmi3OK);
        assert_memory_equal(before, restored, sizeof before);
        step(r, i, steps * 0.0625, 0.125);
        assert_int_equal(r->three.GetFloat64(i, all, 6, again, 6), fmi3OK);
        assert_memory_equal(after, again, sizeof after);
        assert_int_equal(r->three.FreeFMUState(i, &saved), fmi3OK);
        r->three.FreeInstance(i);
    }
}

/* ---------------------------------------------------------------- the end */

/* What happens at the end happens when the importer terminates, and can be read then; under Co-Simulation it
 * happens at the stop time already, if there is one, and once. */
static void the_end_is_an_event(void **state)
{
    static const char text[] = "model M Real x(start = 1, fixed = true); discrete Real last(start = 0); "
                               "discrete Real n(start = 0); Boolean far; equation der(x) = 1; far = x > 9; "
                               "when terminal() then last = x; n = pre(n) + 1; end when; end M;";
    runtime *r = *state;
    fmi3ValueReference last = reference_by(text, "last"), x = reference_by(text, "x");
    fmi3ValueReference n = reference_by(text, "n");
    fmi3ValueReference indicator = reference_by(text, "indicators[1]");
    put_model(r, text, "auto");
    fmi3Instance i = cosimulation(r);
    initialize(r, i, 0);
    step(r, i, 0, 0.5);
    assert_true(get(r, i, last) == 0);
    assert_int_equal(r->three.Terminate(i), fmi3OK);
    assert_true(fabs(get(r, i, last) - 1.5) < 1e-12 && get(r, i, last) == get(r, i, x));
    assert_int_equal(r->three.Reset(i), fmi3OK);
    initialize(r, i, 0.5);
    step(r, i, 0, 0.25);
    fmi3FMUState before = NULL, after = NULL;
    assert_int_equal(r->three.GetFMUState(i, &before), fmi3OK);
    step(r, i, 0.25, 0.25);
    assert_true(fabs(get(r, i, last) - 1.5) < 1e-12 && get(r, i, n) == 1);
    assert_int_equal(r->three.GetFMUState(i, &after), fmi3OK);
    assert_int_equal(r->three.SetFMUState(i, before), fmi3OK);
    assert_true(get(r, i, last) == 0 && get(r, i, n) == 0);
    assert_int_equal(r->three.SetFMUState(i, after), fmi3OK);
    assert_int_equal(r->three.Terminate(i), fmi3OK);
    assert_true(fabs(get(r, i, last) - 1.5) < 1e-12 && get(r, i, n) == 1);
    assert_int_equal(r->three.FreeFMUState(i, &before), fmi3OK);
    assert_int_equal(r->three.FreeFMUState(i, &after), fmi3OK);
    assert_int_equal(r->three.Reset(i), fmi3OK);
    initialize(r, i, 0);
    assert_true(get(r, i, last) == 0);
    r->three.FreeInstance(i);
    i = exchange(r);
    initialize(r, i, 0);
    assert_int_equal(r->three.Terminate(i), fmi3OK);
    assert_true(get(r, i, last) == 1);
    assert_true(get(r, i, indicator) == 8);
    r->three.FreeInstance(i);
}

/* An importer whose own point lies an ulp or two before a time event has come to it; one that comes an ulp
 * later (3*0.1 after 0.3) is announced for where importers get to. */
static void time_events_are_met(void **state)
{
    static const char text[] = "model M Real x(start = 0, fixed = true); Integer n(start = 0), m(start = 0); "
                               "equation der(x) = 1; when sample(0.1, 0.1) then n = pre(n) + 1; end when; "
                               "when sample(0.3, 0.3) then m = pre(m) + 1; end when; end M;";
    runtime *r = *state;
    fmi3Boolean again, ends, nominals, values, has_next;
    fmi3Int32 counts[2] = {0, 0};
    double next;
    fmi3ValueReference references[2] = {reference_by(text, "n"), reference_by(text, "m")};
    put_model(r, text, "auto");
    fmi3Instance i = exchange(r);
    initialize(r, i, 0);
    assert_int_equal(r->three.UpdateDiscreteStates(i, &again, &ends, &nominals, &values, &has_next, &next),
                     fmi3OK);
    for (int k = 0; counts[0] < 30; k++) {
        double t = next, point = k % 3 == 0 ? t : nextafter(t, 0);
        point = k % 3 == 2 ? nextafter(point, 0) : point;
        assert_int_equal(r->three.EnterContinuousTimeMode(i), fmi3OK);
        assert_int_equal(r->three.SetTime(i, point), fmi3OK);
        assert_int_equal(r->three.EnterEventMode(i), fmi3OK);
        assert_int_equal(
            r->three.UpdateDiscreteStates(i, &again, &ends, &nominals, &values, &has_next, &next), fmi3OK);
        assert_int_equal(r->three.GetInt32(i, references, 2, counts, 2), fmi3OK);
        assert_true(fabs(t - 0.1 * counts[0]) < 1e-14 || fabs(t - 0.3 * counts[1]) < 1e-14);
        assert_true(has_next && next >= t + 4 * DBL_EPSILON * t);
    }
    assert_int_equal(counts[0], 30);
    assert_true(counts[1] == 9 || counts[1] == 10);
    r->three.FreeInstance(i);
}

/* Importers weigh errors by magnitudes that are usual; what the model says of a variable counts. */
static void nominals_are_usual(void **state)
{
    static const char text[] =
        "model M Real x(start = 1, fixed = true), p(start = 1, fixed = true, nominal = 1e5); "
        "Modelica.Mechanics.Translational.Components.Mass mass(m = 2, s(start = 0, fixed = true), "
        "v(start = 0, fixed = true)); equation der(x) = -x; der(p) = -p; end M;";
    runtime *r = *state;
    double nominal[4];
    put_model(r, text, "auto");
    fmi3Instance i = exchange(r);
    initialize(r, i, 0);
    assert_int_equal(r->three.GetNominalsOfContinuousStates(i, nominal, 4), fmi3OK);
    assert_true(fabs(nominal[0] - 1e-4) < 1e-18 && fabs(nominal[1] - 1e-3) < 1e-17); /* m, m/s */
    assert_true(nominal[2] == 1 && nominal[3] == 1e5);
    r->three.FreeInstance(i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(steps_are_those_of_a_run, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(events_may_fall_on_points, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(inputs_hold_between_points, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(parameters_are_evaluated_anew, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(an_importer_can_integrate, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(a_start_may_be_an_event, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(modes_are_frozen_between_events, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(states_are_restored_bit_for_bit, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(modes_go_with_a_state, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(algebraic_states_are_restored, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(the_end_is_an_event, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(time_events_are_met, begin_runtime, end_runtime),
        cmocka_unit_test_setup_teardown(nominals_are_usual, begin_runtime, end_runtime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
