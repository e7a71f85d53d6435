/* Ensembles: names, values, structures and options that are refused, by set and name. */
#include "ensemble_models.h"

static void structure_is_kept(void **state)
{
    (void)state;
    static const char *const names[] = {"gap.c", "mass.m", "gap.n"};
    static const eg_wanted wanted[] = {{.kind = EG_WANTED_FINAL, .signal = "mass.v"}};
    const double values[] = {1e4, 1, 1, 0, 1, 1, 1e4, 1, 1.5, 2e4, 1, 1, 1e4, 0, 1, 1e4, -1, 1, NAN, 1, 1};
    double results[7];
    eg_status statuses[7];
    eg_ensemble_statistics st;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Kept.mo", impact), names, 3, wanted, 1, d);
    eg_ensemble_options o = eg_ensemble_options_default(e);
    TRUE(eg_ensemble_run(e, &o, 7, values, results, statuses, d, &st) == EG_ERROR_USAGE);
    TRUE(tells(d, "set 1: gap.c = 0 changes the structure") && tells(d, "set 2: gap.n = 1.5 changes"));
    TRUE(tells(d, "set 4: mass.m = 0 changes") && tells(d, "set 5: ") &&
         tells(d, "set 6: the value of gap.c"));
    const eg_status expected[] = {EG_OK,          EG_ERROR_USAGE, EG_ERROR_USAGE, EG_OK,
                                  EG_ERROR_USAGE, EG_ERROR_MODEL, EG_ERROR_MODEL};
    for (int i = 0; i < 7; i++)
        TRUE(statuses[i] == expected[i] && isnan(results[i]) == (expected[i] != EG_OK));
    TRUE(st.failed == 5 && st.recompiled == 0);
    o.recompile = 1;
    TRUE(eg_ensemble_run(e, &o, 4, values, results, statuses, d, &st) == EG_OK);
    TRUE(st.failed == 0 && st.recompiled == 2);
    NEAR(results[1], -1, 1e-12); /* nothing stops it */
    TRUE(results[2] > 0.3 && results[2] < 1);
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Kept.mo");
    ALL_WELL();
}

static void refuses(const char *file, const char *name, eg_wanted wanted, const char *message)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = NULL;
    const char *names[] = {"gap.d", name};
    TRUE(eg_ensemble_read(file, NULL, names, 2, &wanted, 1, d, &e) == EG_ERROR_USAGE && !e);
    TRUE(tells(d, message));
    eg_diagnostics_free(d);
}

static void names_are_checked(void **state)
{
    (void)state;
    const eg_wanted good = {.kind = EG_WANTED_FINAL, .signal = "mass.v"};
    const char *file = file_of("Names.mo", bounce);
    refuses(file, "gap.d", good, "two columns for gap.d");
    refuses(file, "gap.k", good, "has no \"k\"");
    refuses(file, "gap.f.begin", good, "gap.f.begin");
    refuses(file, "mass.x.start", good, "no variable mass.x");
    refuses(file, "gap.stateSelect", good, "gap.stateSelect is no number");
    refuses(file, "mass.s", good, "the component computes");
    refuses(file, "g", (eg_wanted){.kind = EG_WANTED_MAXIMUM, .signal = "mass.w"}, "no variable mass.w");
    refuses(file, "g", (eg_wanted){.kind = EG_WANTED_FINAL}, "must be named");
    refuses(file, "g", (eg_wanted){.kind = EG_WANTED_EVENT_TIME}, "counted from 1");
    refuses(file, "g", (eg_wanted){.kind = EG_WANTED_EVENT_COUNT, .component = "stop"}, "matches 'stop'");
    remove(file);
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = NULL;
    TRUE(eg_ensemble_read("NoSuch.mo", NULL, NULL, 0, &good, 1, d, &e) == EG_ERROR_FILE && !e);
    eg_ensemble_free(NULL);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* Sets may give what a setting may, and numbers of the type that it has. */
static void starts_are_checked_as_settings_are(void **state)
{
    (void)state;
    static const char text[] =
        "model Types Integer n(start = 1, fixed = true); Boolean b(start = false, fixed = true); "
        "Real x(start = 0, fixed = true), y(final start = 0, fixed = true); "
        "protected Real z(start = 0, fixed = true); equation der(x) = if b then n else 2*n; "
        "der(y) = 1; der(z) = 1; when time > 0.5 then n = pre(n); b = pre(b); end when; end Types;";
    static const char *const names[] = {"n.start", "b.start"}, *const wrong[] = {"z.start", "y.start"};
    static const eg_wanted wanted[] = {{.signal = "x"}};
    const double values[] = {3, 1, 3, 0, 2.5, 0, 3, 0.5};
    double results[4];
    eg_status statuses[4];
    eg_diagnostics *d = eg_diagnostics_create();
    const char *file = file_of("Types.mo", text);
    eg_ensemble *e = make(file, names, 2, wanted, 1, d);
    eg_ensemble_options o = eg_ensemble_options_default(e);
    o.run.stop_time = 2;
    TRUE(eg_ensemble_run(e, &o, 4, values, results, statuses, d, NULL) == EG_ERROR_MODEL);
    NEAR(results[0], 6, 1e-9);
    NEAR(results[1], 12, 1e-9);
    TRUE(statuses[2] == EG_ERROR_MODEL && tells(d, "set 2: the value of n.start is not a whole number"));
    TRUE(statuses[3] == EG_ERROR_MODEL && tells(d, "set 3: the value of b.start is not 0 or 1"));
    eg_ensemble_free(e);
    for (int k = 0; k < 2; k++)
        TRUE(eg_ensemble_read(file, NULL, &wrong[k], 1, wanted, 1, d, &e) == EG_ERROR_USAGE && !e);
    TRUE(tells(d, "\"z\" is protected") && tells(d, "\"start\" is final"));
    eg_diagnostics_free(d);
    remove(file);
    ALL_WELL();
}

struct eg_progress {
    size_t stop_at, calls;
};

static int stop_early(size_t done, eg_progress *context)
{
    context->calls++;
    return done >= context->stop_at;
}

/* An engine that would count none. */
static void events_need_an_engine_that_locates_them(void **state)
{
    (void)state;
    static const char *const names[] = {"gap.d"};
    static const eg_wanted counts[] = {{.kind = EG_WANTED_FINAL, .signal = "mass.v"},
                                       {.kind = EG_WANTED_EVENT_COUNT, .component = "gap"}};
    double values[2] = {1, 2}, results[4];
    for (size_t count = 1; count <= 2; count++) {
        eg_diagnostics *d = eg_diagnostics_create();
        eg_ensemble *e = make(file_of("Events.mo", impact), names, 1, counts, count, d);
        eg_ensemble_options o = eg_ensemble_options_default(e);
        o.run.engine = "fixed";
        eg_status status = eg_ensemble_run(e, &o, 2, values, results, NULL, d, NULL);
        TRUE(status == (count == 1 ? EG_OK : EG_ERROR_USAGE));
        TRUE(count == 1 || tells(d, "the engine fixed locates none"));
        eg_ensemble_free(e);
        eg_diagnostics_free(d);
        remove("Events.mo");
    }
}

/* Of many that fail the first are told, in their order, whoever ran them; and which events nobody saw. */
static void the_first_failures_are_told(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static const char *const names[] = {"gap.c"};
    static const eg_wanted wanted[] = {
        {.kind = EG_WANTED_EVENT_COUNT, .event = "contact begun"},
        {.kind = EG_WANTED_EVENT_TIME, .event = "contact begins", .number = 1}};
    double values[COUNT], results[2 * COUNT];
    eg_status statuses[COUNT];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Many.mo", impact), names, 1, wanted, 2, d);
    eg_ensemble_options o = eg_ensemble_options_default(e);
    eg_ensemble_statistics st;
    o.threads = 4;
    for (int i = 0; i < COUNT; i++)
        values[i] = i % 3 == 0 ? 1e4 : i % 3 == 1 ? 0 : -1;
    TRUE(eg_ensemble_run(e, &o, COUNT, values, results, statuses, d, &st) == EG_ERROR_USAGE);
    TRUE(st.failed == 666 && eg_diagnostics_errors(d) == 20 && eg_diagnostics_count(d) == 22);
    for (int i = 0; i < 20; i++) {
        char part[20];
        snprintf(part, sizeof part, "set %d: ", i / 2 * 3 + 1 + i % 2);
        TRUE(strstr(eg_diagnostics_get(d, (size_t)i)->message, part) != NULL);
    }
    TRUE(tells(d, "646 more sets have failed"));
    TRUE(tells(d, "in no set was there an event 'contact begun' of *"));
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Many.mo");
    ALL_WELL();
}

static void options_are_checked(void **state)
{
    (void)state;
    static const char *const names[] = {"gap.d"};
    static const eg_wanted wanted[] = {{.kind = EG_WANTED_FINAL, .signal = "mass.v"}};
    double values[5] = {1, 2, 3, 4, 5}, results[5];
    eg_status statuses[5];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_of("Options.mo", impact), names, 1, wanted, 1, d);
    for (int k = 0; k < 5; k++) {
        eg_ensemble_options o = eg_ensemble_options_default(e);
        o.threads = k == 0 ? -1 : 1;
        o.lanes = k == 1 ? 3 : 0;
        o.run.tolerance = k == 2 ? 0 : 1e-6;
        o.run.engine = k == 3 ? "rk4" : NULL;
        o.run.stop_time = k == 4 ? -1 : 1;
        TRUE(eg_ensemble_run(e, &o, 5, values, results, NULL, d, NULL) == EG_ERROR_USAGE);
    }
    static const int lanes[] = {-1, 2, 3, 12, 17, 32};
    for (int k = 0; k < 6; k++) {
        eg_ensemble_options o = eg_ensemble_options_default(e);
        o.run.engine = "erk";
        o.lanes = lanes[k];
        TRUE(eg_ensemble_run(e, &o, 5, values, results, NULL, d, NULL) == EG_ERROR_USAGE);
    }
    TRUE(tells(d, "lanes is 12, but must be 1, 4, 8 or 16"));
    eg_ensemble_options alone = eg_ensemble_options_default(e);
    alone.run.stop_time = 1;
    TRUE(eg_ensemble_run(e, &alone, 5, values, results, NULL, NULL, NULL) == EG_OK);
    alone.threads = -1;
    TRUE(eg_ensemble_run(e, &alone, 5, values, results, NULL, NULL, NULL) == EG_ERROR_USAGE);
    eg_progress progress = {.stop_at = 2};
    eg_ensemble_options o = eg_ensemble_options_default(e);
    o.threads = 1;
    o.lanes = 1;
    o.progress = stop_early;
    o.context = &progress;
    eg_ensemble_statistics st;
    TRUE(eg_ensemble_run(e, &o, 5, values, results, statuses, d, &st) == EG_ERROR_SIMULATION);
    TRUE(progress.calls == 2 && tells(d, "2 of 5 sets"));
    TRUE(st.failed == 3 && strcmp(st.engine, "exact") == 0);
    for (int i = 0; i < 5; i++)
        TRUE((statuses[i] == EG_OK) == (i < 2) && isnan(results[i]) == (i >= 2));
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    remove("Options.mo");
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structure_is_kept),
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(starts_are_checked_as_settings_are),
        cmocka_unit_test(events_need_an_engine_that_locates_them),
        cmocka_unit_test(the_first_failures_are_told),
        cmocka_unit_test(options_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
