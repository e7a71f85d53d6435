/* A flag of the caller's, raised while the library works, stops ensembles, sweeps and searches. */
#include "ensemble_models.h"

#include "scratch.h"

#include <pthread.h>
#include <time.h>

/* w oscillations in 2*pi seconds, for 1e4 s: a moment where w is 1, minutes where it is 1e5. */
static const char swing[] = "model Swing\n"
                            "  parameter Real w = 1;\n"
                            "  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                            "equation\n"
                            "  der(x) = v;\n"
                            "  der(v) = -w^2*x;\n"
                            "  annotation(experiment(StopTime = 1e4));\n"
                            "end Swing;\n";

static const char *file_in(scratch *s, const char *file, const char *text)
{
    return scratch_write(s, file, text, strlen(text));
}

static void *raise_soon(void *flag)
{
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    __atomic_store_n((int *)flag, 1, __ATOMIC_RELAXED);
    return NULL;
}

static const char *const name[] = {"w"};
static const eg_wanted wanted[] = {{.kind = EG_WANTED_FINAL, .signal = "x"}};

/* The caller's own. */
struct eg_progress {
    int flag;
};

/* The quick one of the sets, or rows, is done: it has a thread to itself. */
static int set_is_done(size_t done, eg_progress *p)
{
    __atomic_store_n(&p->flag, done > 0, __ATOMIC_RELAXED);
    return 0;
}

static int row_is_done(const eg_sweep_progress *now, eg_progress *p)
{
    return set_is_done(now->done, p);
}

/* Of runs that would take minutes: in lanes, whose runs wait for each other, after a moment; and alone, when
 * the quick one is done. What has not come to its end has no numbers. */
static void ensembles_stop_amid_their_runs(void **state)
{
    scratch *s = *state;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_in(s, "Swing.mo", swing), name, 1, wanted, 1, d);
    for (int balance = 0; balance < 2 && e; balance++) {
        const double values[3] = {1, 1e5, 1.1e5};
        double results[3], errors[3];
        eg_status statuses[3];
        eg_ensemble_statistics st;
        eg_progress mine = {0};
        pthread_t thread;
        eg_diagnostics *said = eg_diagnostics_create();
        eg_ensemble_options o = eg_ensemble_options_default(e);
        o.run.engine = "erk";
        o.run.max_steps = 0;
        o.balance = balance;
        o.threads = 3;
        o.energy_errors = errors;
        o.stop = &mine.flag;
        o.context = &mine;
        if (balance)
            o.progress = set_is_done;
        else
            TRUE(pthread_create(&thread, NULL, raise_soon, &mine.flag) == 0);
        TRUE(eg_ensemble_run(e, &o, 3, values, results, statuses, said, &st) == EG_ERROR_SIMULATION);
        if (balance) {
            TRUE(statuses[0] == EG_OK && st.failed == 2);
            TRUE(tells(said, "stopped as asked, with 1 of 3 sets done"));
        } else {
            pthread_join(thread, NULL);
        }
        for (int i = 0; i < 3; i++)
            TRUE(statuses[i] == EG_OK ||
                 (statuses[i] == EG_ERROR_SIMULATION && isnan(results[i]) && isnan(errors[i])));
        TRUE(statuses[1] != EG_OK && statuses[2] != EG_OK && tells(said, "stopped as asked"));
        eg_diagnostics_free(said);
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* Nothing is different as long as the flag is down, and nothing begins where it is up. */
static void flags_change_no_bits(void **state)
{
    scratch *s = *state;
    enum { SETS = 40 };
    eg_diagnostics *d = eg_diagnostics_create();
    static const char *const names[] = {"gap.c"};
    static const eg_wanted end[] = {{.kind = EG_WANTED_FINAL, .signal = "mass.s"}};
    eg_ensemble *e = make(file_in(s, "Bounce.mo", bounce), names, 1, end, 1, d);
    static const char *const engines[] = {"auto", "erk", "exact", "ida", "fixed"};
    double values[SETS], plain[SETS], flagged[SETS];
    for (size_t i = 0; i < SETS; i++)
        values[i] = 1e4 * (1 + 0.1 * (double)i);
    for (size_t i = 0; i < sizeof engines / sizeof *engines && e; i++) {
        int flag = 0;
        eg_ensemble_options o = eg_ensemble_options_default(e);
        o.run.engine = engines[i];
        eg_status status = eg_ensemble_run(e, &o, SETS, values, plain, NULL, d, NULL);
        if (status == EG_ERROR_UNAVAILABLE)
            continue;
        o.stop = &flag;
        TRUE(status == EG_OK && eg_ensemble_run(e, &o, SETS, values, flagged, NULL, d, NULL) == EG_OK);
        TRUE(memcmp(plain, flagged, sizeof plain) == 0);
        flag = 1;
        TRUE(eg_ensemble_run(e, &o, SETS, values, flagged, NULL, d, NULL) == EG_ERROR_SIMULATION);
        for (size_t k = 0; k < SETS; k++)
            TRUE(isnan(flagged[k]));
    }
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* Rows that were cut off are none that failed: they are not in the journal. */
static void sweeps_stop_amid_their_rows(void **state)
{
    scratch *s = *state;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = make(file_in(s, "Swing.mo", swing), name, 1, wanted, 1, d);
    eg_factor factor = {.name = "w"};
    TRUE(eg_law_read("list(1, 1e5, 1.1e5)", &factor.law, d) == EG_OK);
    const eg_design_options plan = {
        .kind = EG_DESIGN_GRID, .count = 1, .factors = &factor, .factor_count = 1};
    eg_design *design = NULL;
    TRUE(eg_design_create(&plan, d, &design) == EG_OK);
    eg_progress mine = {0};
    eg_sweep_options o = eg_sweep_options_default(e);
    o.runs.run.engine = "erk";
    o.runs.run.max_steps = 0;
    o.runs.threads = 3;
    o.runs.stop = &mine.flag;
    o.progress = row_is_done;
    o.context = &mine;
    char journal[sizeof s->path], table[sizeof s->path];
    strcpy(journal, scratch_path(s, "swing.journal"));
    strcpy(table, scratch_path(s, "swing.csv"));
    o.journal = journal;
    TRUE(eg_sweep_run(e, design, &o, table, d, NULL) == EG_ERROR_SIMULATION);
    TRUE(tells(d, "stopped as asked, with 1 of 3 rows done"));
    TRUE(access(table, F_OK) != 0);
    eg_design_free(design);
    eg_law_release(&factor.law);
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    ALL_WELL();
}

static void searches_stop(void **state)
{
    scratch *s = *state;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_model *model = NULL;
    eg_spec *spec = NULL;
    eg_equilibria *all = NULL;
    TRUE(eg_spec_read(file_in(s, "Bounce.mo", bounce), NULL, d, &spec) == EG_OK);
    TRUE(eg_model_compile(spec, d, &model) == EG_OK);
    int flag = 1;
    eg_steady_options o = eg_steady_options_default(model);
    o.stop = &flag;
    TRUE(eg_steady(model, &o, d, &all) == EG_OK && all);
    if (all) {
        TRUE(!all->is_complete && strstr(all->extent, "was stopped"));
        eg_equilibria_free(all);
    }
    flag = 0;
    TRUE(eg_steady(model, &o, d, &all) == EG_OK && all);
    if (all) {
        TRUE(all->is_complete && all->count == 1);
        eg_equilibria_free(all);
    }
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ensembles_stop_amid_their_runs, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(flags_change_no_bits, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(sweeps_stop_amid_their_rows, scratch_create, scratch_free),
        cmocka_unit_test_setup_teardown(searches_stop, scratch_create, scratch_free),
    };
    return cmocka_run_group_tests_name("stop", tests, NULL, NULL);
}
