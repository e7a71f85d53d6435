/* Every model in examples/: it runs at tolerance 1e-11 and its energy balance closes; at its own tolerance,
 * and by what `auto` takes for it, it is the same but for errors that the tolerance allows; and what two of
 * them promise in their opening comments. */
#include "accuracy_cases.h"
#include "build_model.h"
#include "run_distance.h"

#include <dirent.h>

/* Reports every message of a run that has one; false when there is nothing to look at. */
static bool well(const accuracy_run *r, const eg_diagnostics *d, const char *name)
{
    char text[2000];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        rig_fail(__FILE__, __LINE__, text);
    }
    if (r->status != EG_OK)
        rig_fail(__FILE__, __LINE__, name);
    return r->status == EG_OK;
}

static double value_of(const accuracy_run *r, const char *name, size_t row)
{
    const long i = eg_trajectory_find(r->trajectory, name);
    if (i < 0)
        rig_fail(__FILE__, __LINE__, name);
    return i < 0 ? NAN : eg_trajectory_value(r->trajectory, (size_t)i, row);
}

static size_t row_count(const accuracy_run *r)
{
    return eg_trajectory_rows(r->trajectory);
}

/* ---------------------------------------------------------------- all of them */

static void check_distance(const accuracy_disturbance *e, const run_distance *d, double bound)
{
    char text[300];
    snprintf(text, sizeof text, "%s: %s at t = %.6g is %.3g of its range off, at most %.3g", e->file,
             d->signal, d->time, d->worst, bound);
    if (!(d->worst <= bound))
        rig_fail(__FILE__, __LINE__, text);
    snprintf(text, sizeof text, "%s: the events are not the same", e->file);
    if (!d->same_events)
        rig_fail(__FILE__, __LINE__, text);
    TRUE(d->common > 100);
}

/* The tightest tolerance. Sanitizers look at memory, not at accuracy, and slow every run down tenfold. */
static const double FINE = EG_SANITIZED ? 1e-8 : 1e-11;

/* By how much an error grows that is made at the start: of a run whose mass starts a millionth of its range
 * away. One made on the way has less time to grow. */
static double growth_of(const accuracy_disturbance *e, const accuracy_run *fine, eg_diagnostics *d)
{
    const double part = 1e-6;
    double growth = 1.0;
    if (e->amplifies) {
        accuracy_run moved = accuracy_disturbed(e, fine, part, FINE, d);
        if (well(&moved, d, e->start))
            growth = fmax(1.0, run_distance_of(fine->trajectory, moved.trajectory).worst / part);
        accuracy_run_free(&moved);
    }
    return growth;
}

/* A run by `engine` against one at the tightest tolerance; its engine is in `taken`. */
static void check_engine(const accuracy_disturbance *e, const char *engine, double tolerance,
                         const accuracy_run *fine, double growth, char taken[24])
{
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_engine = engine;
    accuracy_run r = accuracy_example(e->file, NULL, tolerance, d);
    if (well(&r, d, e->file)) {
        const run_distance distance = run_distance_of(r.trajectory, fine->trajectory);
        check_distance(e, &distance, 100.0 * (r.statistics.tolerance + fine->statistics.tolerance) * growth);
        if (tolerance > 0.0)
            AT_MOST(r.statistics.energy.error, 1e3 * tolerance);
        snprintf(taken, 24, "%s", r.statistics.engine);
        TRUE(*r.statistics.engine_reason || strcmp(engine, "auto") != 0);
    }
    accuracy_engine = "ida";
    accuracy_run_free(&r);
    eg_diagnostics_free(d);
}

/* At the tightest tolerance and at the example's own, by `ida`, `irk` and what `auto` takes: the same motion.
 * Each may be 100 tol of a signal's range off where errors do not grow, and that times their growth where
 * they do. Where `auto` tries irk the finest run is of irk: in ida the errors of long swings add up. */
static void check_example(const accuracy_disturbance *e, const char *choice)
{
    eg_diagnostics *d = eg_diagnostics_create();
    const bool by_irk = strstr(choice, "irk") != NULL;
    accuracy_engine = by_irk ? "irk" : "ida";
    accuracy_run fine = accuracy_example(e->file, NULL, FINE, d);
    if (well(&fine, d, e->file)) {
        const double growth = growth_of(e, &fine, d);
        char taken[24] = "";
        AT_MOST(fine.statistics.energy.error, 1e3 * FINE);
        check_engine(e, "auto", 0.0, &fine, growth, taken);
        if (strcmp(taken, choice) != 0)
            rig_fail(__FILE__, __LINE__, taken);
        check_engine(e, "ida", 0.0, &fine, growth, taken);
        if (by_irk)
            check_engine(e, "ida", fmax(1e-9, FINE), &fine, growth, taken);
        if (strcmp(choice, "irk") != 0 && !EG_SANITIZED) { /* they slow every run down tenfold */
            check_engine(e, "auto", FINE, &fine, growth, taken);
            check_engine(e, "irk", 0.0, &fine, growth, taken);
        }
    }
    accuracy_run_free(&fine);
    eg_diagnostics_free(d);
}

static bool is_among(const char *file, const char *const *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(file, files[i]) == 0)
            return true;
    return false;
}

static const char *choice_for(const char *file)
{
    /* Linear between events; in pieces, or with algebraic unknowns. */
    static const char *const exact[] = {
        "Accelerometer.mo", "Adaptors.mo",    "Backlash.mo",         "BouncingMass.mo", "ElastoGap.mo",
        "ElastoGapDyad.mo", "PreLoad.mo",     "GearedOscillator.mo", "Rattle.mo",       "SeriesContact.mo",
        "ShaftsDyad.mo",    "SampledLoop.mo", "GapInEquations.mo"};
    /* Stiff, with algebraic unknowns, or steps of irk go so much further. */
    static const char *const implicit[] = {
        "Actuator.mo",  "BlocksDyad.mo",   "HeatMeter.mo",  "Blocks.mo",      "Characteristic.mo",
        "Clutching.mo", "Filters.mo",      "Furnace.mo",    "FurnaceDyad.mo", "Relay.mo",
        "Rating.mo",    "Suspension.mo",   "Waves.mo",      "HillClimb.mo",   "RollingCart.mo",
        "Replay.mo",    "CooledDamper.mo", "HeatLosses.mo", "Carriage.mo",    "DropHammer.mo"};
    /* Steps of irk, tried, do not. */
    static const char *const tried[] = {"BumpStop.mo",   "Coupling.mo",     "Cradle.mo",
                                        "DrivenStop.mo", "HeatedStop.mo",   "Leadscrew.mo",
                                        "Shuttle.mo",    "ModalMonitor.mo", "Sequencer.mo"};
    return is_among(file, exact, sizeof exact / sizeof *exact)            ? "exact"
           : is_among(file, implicit, sizeof implicit / sizeof *implicit) ? "irk"
           : is_among(file, tried, sizeof tried / sizeof *tried)          ? "erk and irk"
                                                                          : "erk";
}

static void all_run_and_engines_agree(void **state)
{
    (void)state;
    for (int i = 0; i < ACCURACY_EXAMPLE_COUNT; i++)
        check_example(&ACCURACY_EXAMPLES[i], choice_for(ACCURACY_EXAMPLES[i].file));
    ALL_WELL();
}

/* The table that the tests go through lists the directory. */
static void none_is_forgotten(void **state)
{
    (void)state;
    int found = 0;
    DIR *directory = opendir(EG_SOURCE_DIR "/examples");
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        const char *end = strrchr(entry->d_name, '.');
        int i = 0;
        if (!end || strcmp(end, ".mo") != 0)
            continue;
        while (i < ACCURACY_EXAMPLE_COUNT && strcmp(ACCURACY_EXAMPLES[i].file, entry->d_name) != 0)
            i++;
        found++;
        if (i == ACCURACY_EXAMPLE_COUNT) {
            print_error("examples/%s is not in the table of accuracy_cases.h\n", entry->d_name);
            rig_fail(__FILE__, __LINE__, "an example is not tested");
        }
    }
    closedir(directory);
    TRUE(found == ACCURACY_EXAMPLE_COUNT);
    ALL_WELL();
}

/* ---------------------------------------------------------------- ElastoGapDyad.mo */

static void compare_motion(const accuracy_run *msl, const accuracy_run *dyad)
{
    size_t compared = 0;
    char text[200];
    TRUE(row_count(msl) == row_count(dyad) && msl->events == dyad->events);
    for (size_t k = 0; k < eg_trajectory_signals(msl->trajectory); k++) {
        const char *name = eg_trajectory_signal(msl->trajectory, k).name;
        const long other = eg_trajectory_find(dyad->trajectory, name);
        if (other < 0 || row_count(msl) != row_count(dyad)) {
            TRUE(strstr(name, ".contact") != NULL); /* Dyad's class has no such variable */
            continue;
        }
        compared++;
        for (size_t row = 0; row < row_count(msl); row++) {
            const double a = eg_trajectory_value(msl->trajectory, k, row);
            const double b = eg_trajectory_value(dyad->trajectory, (size_t)other, row);
            if (memcmp(&a, &b, sizeof a) == 0)
                continue;
            snprintf(text, sizeof text, "%s in row %zu is %a, in Dyad's names %a", name, row, a, b);
            rig_fail(__FILE__, __LINE__, text);
            break;
        }
    }
    TRUE(compared == eg_trajectory_signals(msl->trajectory) - 2);
    for (size_t row = 0; row < row_count(msl) && row < row_count(dyad); row++)
        NEAR(eg_trajectory_time(dyad->trajectory, row), eg_trajectory_time(msl->trajectory, row), 0.0);
}

static void dyad_names_move_bit_for_bit(void **state)
{
    (void)state;
    const double tolerances[] = {0.0, 1e-4, 1e-9, 1e-11};
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run msl = accuracy_example("ElastoGap.mo", NULL, tolerances[i], d);
        accuracy_run dyad = accuracy_example("ElastoGapDyad.mo", NULL, tolerances[i], d);
        if (well(&msl, d, "ElastoGap.mo") && well(&dyad, d, "ElastoGapDyad.mo"))
            compare_motion(&msl, &dyad);
        accuracy_run_free(&msl);
        accuracy_run_free(&dyad);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* ---------------------------------------------------------------- HeatedStop.mo */

/* At every instant: what leaves a stop's heat port is its loss, to the bit, and the housing warms by that
 * less what the conductor takes (C = 5 J/K, G = 0.2 W/K, room at 293.15 K). A few roundings of the largest of
 * these. */
static void check_heat_flows(const accuracy_run *r)
{
    double hottest = 0.0;
    for (size_t row = 0; row < row_count(r); row++) {
        const double loss1 = value_of(r, "stop1.lossPower", row), loss2 = value_of(r, "stop2.lossPower", row);
        const double T = value_of(r, "housing.T", row), cooled = 0.2 * (T - 293.15);
        NEAR(value_of(r, "stop1.heatPort.Q_flow", row), -loss1, 0.0);
        NEAR(value_of(r, "stop2.heatPort.Q_flow", row), -loss2, 0.0);
        NEAR(value_of(r, "stop1.heatPort.T", row), T, 0.0);
        NEAR(value_of(r, "housing.port.Q_flow", row), loss1 + loss2 - cooled,
             8 * ULP * (loss1 + loss2 + cooled + 0.2 * T));
        NEAR(5.0 * value_of(r, "housing.der_T", row), loss1 + loss2 - cooled,
             8 * ULP * (loss1 + loss2 + cooled + 0.2 * T));
        hottest = fmax(hottest, T);
    }
    TRUE(hottest > 293.15 + 0.5); /* it does grow warm */
}

/* Without cooling all that the stops lose is found in the housing. T is integrated beside the motion, to
 * 100 tol of its rise; the loss is summed on its own, and its balance has its own error. */
static void check_heat_kept(eg_diagnostics *d)
{
    accuracy_run r = accuracy_example("HeatedStop.mo", "cooling.G=0", 1e-11, d);
    if (well(&r, d, "HeatedStop.mo without cooling")) {
        const double lost = r.statistics.energy.dissipated;
        NEAR(5.0 * (value_of(&r, "housing.T", row_count(&r) - 1) - 293.15), lost,
             100 * 1e-11 * lost + 5 * ULP * 293.15);
        TRUE(lost > 5.0);
    }
    accuracy_run_free(&r);
}

static void heat_is_what_the_stops_lose(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run r = accuracy_example("HeatedStop.mo", NULL, 1e-11, d);
    if (well(&r, d, "HeatedStop.mo"))
        check_heat_flows(&r);
    check_heat_kept(d);
    accuracy_run_free(&r);
    eg_diagnostics_free(d);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_run_and_engines_agree),
        cmocka_unit_test(none_is_forgotten),
        cmocka_unit_test(dyad_names_move_bit_for_bit),
        cmocka_unit_test(heat_is_what_the_stops_lose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
