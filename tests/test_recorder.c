/* What is stored of a run, and how much at most. */
#include "build_model.h"
#include "simulate/recorder.h"

/* A mass in free flight: unknowns x and v. */
static rig flight(void)
{
    rig r = rig_begin("Flight");
    add_mass(&r, "mass", 1, 0, 1);
    rig_demand(&r, eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "does not compile");
    return r;
}

typedef struct recording {
    rig rig;
    eg_network *network;
    eg_recorder recorder;
} recording;

static recording begin_recording(const char *pattern)
{
    recording r = {.rig = flight()};
    r.network = eg_network_create(r.rig.model, r.rig.d);
    assert_non_null(r.network);
    double y[2], yp[2];
    assert_int_equal(r.network->base.ops->initialize(&r.network->base, 0, y, yp), EG_OK);
    assert_int_equal(eg_recorder_init(&r.recorder, r.network, &pattern, 1), EG_OK);
    return r;
}

static void end_recording(recording *r)
{
    eg_trajectory_free(r->recorder.trajectory);
    eg_recorder_release(&r->recorder);
    eg_network_free(r->network);
    rig_end(&r->rig);
}

static void happen(recording *r, double t)
{
    const double left[2] = {t, 1}, right[2] = {t, 2}, yp[2] = {0, 0};
    eg_observer *o = &r->recorder.observer;
    assert_int_equal(o->left(o, t, left, yp), 0);
    o->sink.happened(&o->sink, t, "mass", "kick", false);
    assert_int_equal(o->right(o, t, right, yp), 0);
}

/* Of a crowd of events at one instant ten keep their rows, the newest among them; all are in the list, each
 * with a row of that instant. What comes later has its rows again. */
static void crowds_of_events_keep_few_rows(void **state)
{
    (void)state;
    recording r = begin_recording("mass.v");
    for (int i = 0; i < 1001; i++)
        happen(&r, 0.5);
    const eg_trajectory *t = r.recorder.trajectory;
    TRUE(eg_trajectory_rows(t) == 20);
    TRUE(eg_trajectory_events(t) == 1001);
    for (int i = 0; i < 50; i++)
        happen(&r, 0.5 + (i + 1) * 1e-9);
    TRUE(eg_trajectory_rows(t) == 120);
    for (size_t i = 0; i < eg_trajectory_events(t); i++) {
        eg_event event = eg_trajectory_event(t, i);
        NEAR(eg_trajectory_time(t, event.row), event.time, 0);
        NEAR(eg_trajectory_value(t, 0, event.row), 1, 0);
        NEAR(eg_trajectory_value(t, 0, event.row + 1), 2, 0);
    }
    end_recording(&r);
}

/* Ulps apart is at one instant, too; grid points in between are not lost. */
static void crowds_may_creep(void **state)
{
    (void)state;
    recording r = begin_recording("mass.v");
    const double y[2] = {0, 3}, yp[2] = {0, 0};
    eg_observer *o = &r.recorder.observer;
    double t = 1;
    for (int i = 0; i < 500; i++) {
        t = nextafter(t, 2);
        happen(&r, t);
        if (i == 250)
            assert_int_equal(o->point(o, t, y, yp), 0);
    }
    const eg_trajectory *all = r.recorder.trajectory;
    TRUE(eg_trajectory_rows(all) == 20 + 1 + 2);
    int found = 0;
    for (size_t row = 0; row < eg_trajectory_rows(all); row++) {
        found += eg_trajectory_value(all, 0, row) == 3;
        TRUE(row == 0 || eg_trajectory_time(all, row) >= eg_trajectory_time(all, row - 1));
    }
    TRUE(found == 1);
    end_recording(&r);
}

static eg_status try_interval(rig *r, double stop, double interval, const char *signal)
{
    eg_simulate_options o = eg_simulate_options_default(r->model);
    eg_trajectory *t = NULL;
    o.stop_time = stop;
    o.interval = interval;
    o.signals = &signal;
    o.signal_count = 1;
    eg_status status = eg_simulate(r->model, &o, r->d, &t, NULL);
    TRUE(status == EG_OK || !t);
    eg_trajectory_free(t);
    return status;
}

/* Memory is counted before the run: rows of the grid times columns. */
static void too_many_rows_are_refused(void **state)
{
    (void)state;
    rig r = flight();
    TRUE(try_interval(&r, 1, 1e-9, "mass.s") == EG_ERROR_USAGE);
    SAYS_ERROR(&r, "1e+09 rows");
    SAYS_ERROR(&r, "at least 1e-08 s");
    TRUE(try_interval(&r, 1, 1.25e-8, "mass.*") == EG_ERROR_USAGE); /* 8e7 rows of more than 6 columns */
    SAYS_ERROR(&r, "8e+07 rows");
    SAYS_ERROR(&r, "longer interval");
    TRUE(try_interval(&r, 1, 0.1, "mass.*") == EG_OK);
    rig_end(&r);
}

/* So are events at given times: each has two rows. Those before the start do not count. */
static void too_many_time_events_are_refused(void **state)
{
    (void)state;
    rig r = rig_begin("Pulses");
    add(&r, "Pulse", "pulse", "period", 1e-9, NULL);
    rig_demand(&r, eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "does not compile");
    TRUE(try_interval(&r, 1, 0.1, "pulse.y") == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "pulse has 2e+09 time events from 0 s to 1 s");
    SAYS_ERROR(&r, "period");
    TRUE(try_interval(&r, 0.04, 0.1, "pulse.*") == EG_ERROR_USAGE); /* 8e7 */
    SAYS_ERROR(&r, "1.6e+08 of them at events");
    TRUE(try_interval(&r, 1e-6, 0.1, "pulse.*") == EG_OK); /* 2000 */
    rig_end(&r);
}

/* Nothing is refused where no time passes. */
static void a_start_alone_has_room(void **state)
{
    (void)state;
    rig r = rig_begin("Pulses");
    add(&r, "Pulse", "pulse", "period", 1e-12, NULL);
    rig_demand(&r, eg_model_compile(r.spec, r.d, &r.model) == EG_OK, "does not compile");
    TRUE(try_interval(&r, 0, 0, "pulse.y") == EG_OK);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_of_events_keep_few_rows), cmocka_unit_test(crowds_may_creep),
        cmocka_unit_test(too_many_rows_are_refused),      cmocka_unit_test(too_many_time_events_are_refused),
        cmocka_unit_test(a_start_alone_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
